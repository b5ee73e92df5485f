//! Flags: the marks by which words and affixes select affixes.

/// A flag, as a number.
pub(crate) type Flag = u32;

/// How flags are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FlagKind {
    /// One byte each, whatever the encoding of the words.
    #[default]
    Byte,
    /// One character of UTF-8 each.
    Character,
    /// Two bytes each.
    Long,
    /// Numbers separated by commas.
    Number,
}

/// The largest flag number.
const MOST: u32 = 65_535;

impl FlagKind {
    /// The kind that a `FLAG` line specifies.
    pub(crate) fn named(name: &[u8]) -> Option<FlagKind> {
        match name {
            b"char" => Some(FlagKind::Byte),
            b"UTF-8" => Some(FlagKind::Character),
            b"long" => Some(FlagKind::Long),
            b"num" => Some(FlagKind::Number),
            _ => None,
        }
    }

    /// The expected form, for messages.
    pub(crate) const fn expected(self) -> &'static str {
        match self {
            FlagKind::Byte => "flags of one byte",
            FlagKind::Character => "flags of one character in UTF-8",
            FlagKind::Long => "flags of two characters",
            FlagKind::Number => "flags as numbers from 1 to 65535 with commas between them",
        }
    }

    /// Reads flags; `None` if the text is not a list of such flags.
    pub(crate) fn parse(self, text: &[u8]) -> Option<Vec<Flag>> {
        match self {
            FlagKind::Byte => Some(text.iter().map(|&byte| Flag::from(byte)).collect()),
            FlagKind::Character => {
                let text = std::str::from_utf8(text).ok()?;
                Some(text.chars().map(Flag::from).collect())
            }
            FlagKind::Long => {
                let (pairs, rest) = text.as_chunks::<2>();
                let flag = |pair: &[u8; 2]| Flag::from(u16::from_be_bytes(*pair));
                rest.is_empty().then(|| pairs.iter().map(flag).collect())
            }
            FlagKind::Number => {
                let number = |text: &[u8]| {
                    let number: u32 = std::str::from_utf8(text).ok()?.trim().parse().ok()?;
                    (1..=MOST).contains(&number).then_some(number)
                };
                text.split(|&byte| byte == b',').map(number).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_read_by_their_kind() {
        use FlagKind::*;
        for (kind, text, expected) in [
            (Byte, &b"A\xff"[..], Some(vec![65, 255])),
            (Character, "Aż".as_bytes(), Some(vec![65, 0x17c])),
            (Character, b"\xff", None),
            (Long, b"AaBb", Some(vec![0x4161, 0x4262])),
            (Long, b"AaB", None),
            (Number, b"1,65535", Some(vec![1, 65_535])),
            (Number, b"0", None),
            (Number, b"1,,2", None),
            (Number, b"70000", None),
            (Byte, b"", Some(vec![])),
        ] {
            assert_eq!(kind.parse(text), expected, "{kind:?} {text:?}");
        }
    }
}

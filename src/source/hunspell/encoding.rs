//! The encodings of dictionaries: UTF-8 and single-byte encodings.
//!
//! The names are those of Hunspell's `SET` line. `encodings.txt` lists the characters
//! after ASCII. Arabic, Hebrew, Thai and Devanagari encodings are omitted, since
//! wordmill has no ruleset for them.

use std::borrow::Cow;

/// The encoding of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// The characters of the bytes from 0x80 on.
    Bytes(Box<[char]>),
}

/// The encoding of files that do not name one: ISO 8859-1.
impl Default for Encoding {
    fn default() -> Encoding {
        Encoding::Bytes(('\u{80}'..='\u{ff}').collect())
    }
}

/// The single-byte encodings other than the default.
const TABLES: &str = include_str!("encodings.txt");

/// The character of an undefined byte. No alphabet has it.
const UNDEFINED: char = '\u{fffd}';

impl Encoding {
    /// Finds an encoding by name, such as `ISO8859-2`, `KOI8-R` or `microsoft-cp1251`.
    pub(crate) fn named(name: &str) -> Option<Encoding> {
        let lower = name.to_ascii_lowercase().replace('_', "-");
        let plain = lower.strip_prefix("microsoft-").unwrap_or(&lower);
        let plain = plain.replace("iso-8859", "iso8859");
        let plain = plain.replace("windows-", "cp");
        if plain == "utf-8" || plain == "utf8" {
            return Some(Encoding::Utf8);
        }
        if plain == "iso8859-1" {
            return Some(Encoding::default());
        }
        let mut rows = TABLES.lines().skip_while(|row| *row != plain);
        rows.next()
            .filter(|name| name.is_ascii() && !name.is_empty())?;
        let rows = rows.take_while(|row| !row.is_empty());
        let table: String = rows.collect();
        let table = table.replace('⍽', "\u{a0}").replace('⁃', "\u{ad}");
        let controls = ('\u{80}'..='\u{9f}').take(128 - table.chars().count());
        Some(Encoding::Bytes(controls.chain(table.chars()).collect()))
    }

    /// Decodes a text. Only UTF-8 can fail.
    pub(crate) fn decode<'t>(&self, bytes: &'t [u8]) -> Result<Cow<'t, str>, std::str::Utf8Error> {
        match self {
            Encoding::Bytes(table) if !bytes.is_ascii() => {
                let character = |&byte: &u8| match byte.checked_sub(0x80) {
                    None => char::from(byte),
                    Some(at) => table.get(usize::from(at)).copied().unwrap_or(UNDEFINED),
                };
                Ok(bytes.iter().map(character).collect())
            }
            _ => std::str::from_utf8(bytes).map(Cow::Borrowed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(name: &str, bytes: &[u8]) -> String {
        let encoding = Encoding::named(name).unwrap();
        encoding.decode(bytes).unwrap().into_owned()
    }

    #[test]
    fn words_of_all_encodings_are_decoded() {
        for (name, bytes, expected) in [
            ("UTF-8", "żółw".as_bytes(), "żółw"),
            ("ISO8859-1", b"gar\xe7on\x85", "garçon\u{85}"),
            ("ISO8859-2", b"\xbf\xf3\xb3w", "żółw"),
            ("ISO-8859-15", b"c\xbdur \xa4", "cœur €"),
            ("iso_8859-7", b"\xeb\xfc\xe3\xef\xf2", "λόγος"),
            ("KOI8-R", b"\xd3\xcc\xcf\xd7\xcf", "слово"),
            ("KOI8-U", b"\xa7\xd6\xc1", "їжа"),
            ("microsoft-cp1251", b"\xf1\xeb\xee\xe2\xee", "слово"),
            ("microsoft-cp1250", b"\x9elu\x9d", "žluť"),
            ("windows-1257", b"\xfeod\xfes", "žodžs"),
        ] {
            assert_eq!(decoded(name, bytes), expected, "{name}");
        }
        assert!(Encoding::Utf8.decode(b"a\xff").is_err());
        assert_eq!(Encoding::named("ISCII-DEVANAGARI"), None);
    }

    #[test]
    fn tables_have_a_character_for_each_byte() {
        let is_name = |row: &&str| row.starts_with(|c: char| c.is_ascii_alphabetic());
        assert_eq!(TABLES.lines().filter(is_name).count(), 18);
        for name in TABLES.lines().filter(is_name) {
            let Some(Encoding::Bytes(table)) = Encoding::named(name) else {
                panic!("{name}");
            };
            assert_eq!(table.len(), 128, "{name}");
            let mut known: Vec<char> = table.to_vec();
            known.retain(|&c| c != UNDEFINED);
            known.sort_unstable();
            known.dedup();
            let undefined = table.iter().filter(|&&c| c == UNDEFINED).count();
            assert_eq!(known.len() + undefined, 128, "{name}");
        }
    }
}

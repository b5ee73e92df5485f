//! Cleans the text of a definition.

use crate::error::is_of_label;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// Cleans a definition: composed (NFC) and on one line. A run of white space and
/// control characters becomes one space. Other invisible characters, such as those that
/// change the writing direction, are removed; the two joiners stay.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if is_clean(text) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for character in text.nfc() {
        let is_first = clean.is_empty() || clean.ends_with(' ');
        match character {
            c if is_gap(c) && is_first => (),
            c if is_gap(c) => clean.push(' '),
            c if is_of_label(c) => clean.push(c),
            _ => (),
        }
    }
    clean.truncate(clean.trim_end().len());
    // A removed character may have separated an accent from its letter.
    Cow::Owned(clean.nfc().collect())
}

fn is_gap(character: char) -> bool {
    character.is_whitespace() || character.is_control()
}

/// Whether nothing has to change. May return false for a clean text, but never true for
/// another.
fn is_clean(text: &str) -> bool {
    let plain = |b: u8| (0x20..0x7f).contains(&b);
    text.bytes().all(plain)
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.contains("  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_are_in_one_line_and_can_be_seen() {
        for (text, expected) in [
            ("", ""),
            (" \t\u{a0} ", ""),
            ("a vehicle", "a vehicle"),
            ("  a\t\tvehicle \r", "a vehicle"),
            ("a\u{1b}[2Jb\u{85}c\u{2028}d", "a [2Jb c d"),
            ("e\u{301}te\u{301}", "été"),
            ("\u{202e}abc\u{200b}\u{feff}", "abc"),
            ("क\u{94d}\u{200d}ष", "क\u{94d}\u{200d}ष"),
            ("e\u{200b}\u{301}", "é"),
            ("\u{200b} x \u{200b}", "x"),
            ("<b>&amp;|`", "<b>&amp;|`"),
        ] {
            assert_eq!(clean(text), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "\\PC*|.*|[ \t\u{200b}\u{301}aé]*") {
            let once = clean(&text).into_owned();
            prop_assert!(once.chars().all(|c| is_of_label(c) && !(c != ' ' && is_gap(c))));
            prop_assert_eq!(clean(&once), &once[..]);
        }
    }
}

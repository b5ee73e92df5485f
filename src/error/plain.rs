//! Escapes text from outside so that it is visible and stays on one line.
//!
//! Names, paths and texts from files may contain characters that move the cursor of a
//! terminal, start a new line that looks like another message, change the writing
//! direction or are invisible. [`plain`] shows each of them by its code point. Programs
//! call it where they print.

use std::borrow::Cow;

/// Whether a character is invisible, or changes how the text around it is shown.
pub(crate) fn is_unseen(character: char) -> bool {
    let is_format = matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    is_format || character.is_control()
}

/// Whether a character may be part of a letter's label: it is visible, or it joins the
/// characters around it, as some scripts need.
pub(crate) fn is_of_label(character: char) -> bool {
    !is_unseen(character) || matches!(character, '\u{200c}' | '\u{200d}')
}

/// Escapes every invisible character of a text, as in `\\u{1b}`, and keeps the text on
/// one line.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    plain_where(text, is_unseen)
}

/// Escapes every character that `is_bad` selects.
pub(crate) fn plain_where(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_bad(character) {
            true => plain.extend(character.escape_default()),
            false => plain.push(character),
        }
    }
    Cow::Owned(plain)
}

/// Joins names, with `or` before the last; `None` if there are no names.
pub(crate) fn either(names: &[String]) -> Option<String> {
    match names {
        [] => None,
        [only] => Some(only.clone()),
        [others @ .., last] => Some(format!("{} or {last}", others.join(", "))),
    }
}

#[cfg(all(test, feature = "recipe"))]
mod tests {
    use super::*;

    #[test]
    fn what_can_not_be_seen_is_shown_by_number() {
        for (text, expected) in [
            ("L'ÉTÉ e\u{301} 語 `x`\\", "L'ÉTÉ e\u{301} 語 `x`\\"),
            ("a\nkwg-build: fine", "a\\nkwg-build: fine"),
            ("\u{1b}[2J\u{9b}\r\0", "\\u{1b}[2J\\u{9b}\\r\\u{0}"),
            ("\u{202e}\u{200b}\u{feff}", "\\u{202e}\\u{200b}\\u{feff}"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}

//! The line of a fault, with a marker under the part at fault.
//!
//! A long line is shortened around the marked part. A tab is shown as one space. Other
//! characters that would move the cursor or change the writing direction are shown as
//! `�`. Widths are those of a terminal: zero for a combining accent, two columns for an
//! East Asian wide character or an emoji.

use crate::error::plain::is_unseen;
use std::fmt;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The most columns of a line.
const MOST: usize = 72;

/// The columns shown before the marked part if the line is shortened.
const BEFORE: usize = 24;

/// A line of an input, with the part at fault marked.
///
/// Its text has two lines: the line, and `^^^` under the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    shown: String,
    /// The column and the width of the marker.
    indent: usize,
    width: usize,
}

impl Snippet {
    /// Marks `width` characters of a line after the first `before`: at least one, and
    /// none past the end of the line.
    ///
    /// ```
    /// use wordmill::error::Snippet;
    /// assert_eq!(Snippet::of("CAFE\u{301} a place", 3, 2).to_string(), "CAFE\u{301} a place\n   ^");
    /// ```
    pub fn of(line: &str, before: usize, width: usize) -> Snippet {
        let line: Vec<char> = line.chars().map(visible).collect();
        let before = before.min(line.len());
        let marked = before + width.min(line.len() - before);
        // Shows some of the text before the marker, and more of it if little follows.
        let start = before - fitting(line[..before].iter().rev(), BEFORE);
        let start = match fitting(line.iter(), MOST) == line.len() {
            true => 0,
            false => start.min(line.len() - fitting(line.iter().rev(), MOST)),
        };
        let end = start + fitting(line[start..].iter(), MOST);
        let text = |from: usize, to: usize| line[from..to.max(from)].iter().collect::<String>();
        let opening = if start > 0 { "…" } else { "" };
        let closing = if end < line.len() { "…" } else { "" };
        let indent = opening.width() + text(start, before.min(end)).width();
        Snippet {
            shown: format!("{opening}{}{closing}", text(start, end)),
            indent,
            width: text(before, marked.min(end)).width().max(1),
        }
    }

    /// The line to show.
    pub fn line(&self) -> &str {
        &self.shown
    }

    /// The marker to show under the line.
    pub fn marker(&self) -> String {
        " ".repeat(self.indent) + &"^".repeat(self.width)
    }
}

/// The number of leading characters that fit a number of columns.
fn fitting<'c>(characters: impl Iterator<Item = &'c char>, columns: usize) -> usize {
    let mut taken = 0;
    let fits = |c: &&char| {
        taken += c.width().unwrap_or(0);
        taken <= columns
    };
    characters.take_while(fits).count()
}

/// Replaces a character that would leave its line or column.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        other if is_unseen(other) => '\u{fffd}',
        other => other,
    }
}

/// Escapes a text for messages, which show it between backquotes: on one line, without
/// anything that moves the cursor. Quotes and apostrophes stay as they are.
pub(crate) fn shown(text: &str) -> String {
    let escaped = text.escape_debug().to_string();
    escaped.replace("\\'", "'").replace("\\\"", "\"")
}

/// The most characters of a text quoted in a message.
const BRIEF: usize = 80;

/// Like [`shown`], but shortens a long text: an alias in YAML can repeat one.
pub(crate) fn brief(text: &str) -> String {
    match text.char_indices().nth(BRIEF) {
        None => shown(text),
        Some((end, _)) => shown(&text[..end]) + "…",
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.shown, self.marker())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_is_marked() {
        for (line, before, width, expected) in [
            ("CAFÉ", 3, 1, "CAFÉ\n   ^"),
            ("CAFÉ", 0, 4, "CAFÉ\n^^^^"),
            ("CAFÉ", 0, usize::MAX, "CAFÉ\n^^^^"),
            ("CAFÉ", 4, 3, "CAFÉ\n    ^"),
            ("", 7, 0, "\n^"),
            ("A\tB\u{1b}[2J", 2, 1, "A B\u{fffd}[2J\n  ^"),
            ("A\u{202e}B", 2, 1, "A\u{fffd}B\n  ^"),
            ("n\u{303}o\u{308}X", 2, 2, "n\u{303}o\u{308}X\n ^"),
            ("語A7", 2, 1, "語A7\n   ^"),
            ("A語7", 1, 1, "A語7\n ^^"),
            ("🎲🎲7", 2, 1, "🎲🎲7\n    ^"),
            ("ｶﾅ7", 2, 1, "ｶﾅ7\n  ^"),
        ] {
            assert_eq!(Snippet::of(line, before, width).to_string(), expected);
        }
    }

    #[test]
    fn texts_are_shown_as_they_are_typed() {
        for (text, expected) in [
            ("L'ÉTÉ \"x\" e\u{301}", "L'ÉTÉ \"x\" e\u{301}"),
            ("a\tb\0\u{1b}[2J\u{202e}", "a\\tb\\0\\u{1b}[2J\\u{202e}"),
            ("\\'", "\\\\'"),
        ] {
            assert_eq!(shown(text), expected);
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_part() {
        let line = format!("{}X{}", "A".repeat(1000), "B".repeat(1000));
        let snippet = Snippet::of(&line, 1000, 1);
        let expected = format!("…{}X{}…", "A".repeat(BEFORE), "B".repeat(MOST - BEFORE - 1));
        assert_eq!(snippet.line(), expected);
        assert_eq!(snippet.marker(), format!("{}^", " ".repeat(BEFORE + 1)));
        let start = Snippet::of(&line, 0, 2000);
        assert_eq!(start.line(), format!("{}…", "A".repeat(MOST)));
        assert_eq!(start.marker(), "^".repeat(MOST));
        let wide = Snippet::of(&"語".repeat(1000), 500, 1);
        let expected = format!("…{}…", "語".repeat(MOST / 2));
        assert_eq!(wide.line(), expected);
        assert_eq!(wide.marker(), format!("{}^^", " ".repeat(BEFORE + 1)));
        let end = Snippet::of(&line, 2000, 1);
        assert_eq!(end.line(), format!("…{}", "B".repeat(MOST)));
        assert_eq!(end.marker(), format!("{}^", " ".repeat(MOST)));
    }
}

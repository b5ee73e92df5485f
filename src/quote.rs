//! The line that a fault is in, with a marker under the part that is wrong.
//!
//! A quote is for the eye. A long line is cut around the marked part. A tab is
//! shown as one space; other characters that would move the cursor, or turn the
//! direction of writing, are shown as `�`. A combining accent takes no place of
//! its own, everything else takes one, as in any terminal for the scripts that
//! tiles are of. (East Asian wide characters take two there; under a line with
//! such ones before the part the marker stands too far to the left.)

use std::fmt;
use unicode_normalization::char::is_combining_mark;

/// The most characters of a line that are shown.
const MOST: usize = 72;

/// How many of them come before the marked part, if the line has to be cut.
const BEFORE: usize = 24;

/// A line of an input, and the part of it that is wrong.
///
/// Its text has two lines: the line, and `^^^` under the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    shown: String,
    /// The places before the marker, and those that it takes.
    indent: usize,
    width: usize,
}

impl Quote {
    /// Marks `width` characters of a line, after the first `before`; at least
    /// one, and none past the end of the line.
    ///
    /// ```
    /// use wordmill::error::Quote;
    /// assert_eq!(Quote::of("CAFE\u{301} a place", 3, 2).to_string(), "CAFE\u{301} a place\n   ^");
    /// ```
    pub fn of(line: &str, before: usize, width: usize) -> Quote {
        let length = line.chars().count();
        let before = before.min(length);
        let marked = width.min(length - before);
        let cut = if length > MOST {
            before
                .saturating_sub(BEFORE)
                .min(length.saturating_sub(MOST))
        } else {
            0
        };
        let mut shown = String::new();
        let (mut indent, mut places) = (0, 0);
        if cut > 0 {
            shown.push('…');
            indent += 1;
        }
        for (i, character) in line.chars().enumerate().skip(cut).take(MOST) {
            let place = usize::from(!is_combining_mark(character));
            if i < before {
                indent += place;
            } else if i - before < marked {
                places += place;
            }
            shown.push(visible(character));
        }
        if length - cut > MOST {
            shown.push('…');
        }
        Quote {
            shown,
            indent,
            width: places.max(1),
        }
    }

    /// The line as it is shown.
    pub fn line(&self) -> &str {
        &self.shown
    }

    /// What is shown under it.
    pub fn marker(&self) -> String {
        " ".repeat(self.indent) + &"^".repeat(self.width)
    }
}

/// What a character is shown as: one that stays in its line and place.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => '\u{fffd}',
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

impl fmt::Display for Quote {
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
        ] {
            assert_eq!(Quote::of(line, before, width).to_string(), expected);
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_part() {
        let line = format!("{}X{}", "A".repeat(1000), "B".repeat(1000));
        let quote = Quote::of(&line, 1000, 1);
        let expected = format!("…{}X{}…", "A".repeat(BEFORE), "B".repeat(MOST - BEFORE - 1));
        assert_eq!(quote.line(), expected);
        assert_eq!(quote.marker(), format!("{}^", " ".repeat(BEFORE + 1)));
        let start = Quote::of(&line, 0, 2000);
        assert_eq!(start.line(), format!("{}…", "A".repeat(MOST)));
        assert_eq!(start.marker(), "^".repeat(MOST));
        let end = Quote::of(&line, 2000, 1);
        assert_eq!(end.line(), format!("…{}", "B".repeat(MOST)));
        assert_eq!(end.marker(), format!("{}^", " ".repeat(MOST)));
    }
}

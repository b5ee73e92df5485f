//! Leave tables in CSV: rows of a leave and its value.
//!
//! Rows come in any order, and so do the tiles of a leave. A first row that
//! ends in `value` is a header; blank lines and lines that begin with `#` are
//! skipped. A field may be in quotes and have white space around it. A value is
//! read as the 32-bit float nearest to its decimal digits: not by way of a
//! wider one, which could be rounded twice.
//!
//! A large text is cut between lines and its parts are read at the same time;
//! what comes out does not depend on where it was cut.

use super::leave_row::{LeaveOptions, Reader, is_skipped};
use super::leave_table::{LeaveCollector, LeaveTable};
use super::lines::{Place, as_text, cut, shorten, split_line, without_mark};
use super::plain_row::PlainReader;
use super::words::Words;
use crate::error::{Diagnostic, Faults, Result};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Reads a leave table. `path` is what diagnostics call it.
///
/// ```
/// use wordmill::Ruleset;
/// use wordmill::source::{LeaveOptions, read_leaves};
///
/// let english = Ruleset::builtin("english")?;
/// let text = b"leave,value\nAB,0.5\n?A,25\n";
/// let table = read_leaves("l.csv", text, &english, LeaveOptions::default())?;
/// let rows: Vec<_> = table.iter().collect();
/// assert_eq!(rows, [(&[0, 1][..], 25.0), (&[1, 2], 0.5)]);
///
/// let twice = read_leaves("l.csv", b"AB,1\nBA,2\n", &english, LeaveOptions::default());
/// assert_eq!(
///     twice.unwrap_err().to_string(),
///     "l.csv:2:1: expected each leave once, found `BA`, which line 1 has as `AB`"
/// );
/// # Ok::<(), wordmill::Error>(())
/// ```
pub fn read_leaves(
    path: &str,
    text: &[u8],
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    let text = without_mark(text);
    let plain = PlainReader::new(ruleset, options);
    let reader = |first| Reader::new(ruleset, options, first);
    let (head, rest) = split_head(text);
    let mut parts = vec![Part::default()];
    parts[0].read(path, head, &plain, reader(true))?;
    // More parts than threads, so that one that falls behind does not keep the
    // others waiting.
    let threads = rayon::current_num_threads();
    let texts = cut(rest, if threads > 1 { 4 * threads } else { 1 });
    parts.resize_with(texts.len(), Part::default);
    parts
        .par_iter_mut()
        .zip(texts)
        .try_for_each(|(part, text)| part.read(path, text, &plain, reader(false)))?;
    let mut parts = parts.into_iter();
    let mut whole = parts.next().unwrap_or_default();
    parts.try_for_each(|part| whole.append(part))?;
    let (table, repeated) = whole.rows.finish()?;
    match repeated.is_empty() {
        true => whole.faults,
        false => all_faults(path, text, reader(true), &repeated),
    }
    .into_result()?;
    Ok(table)
}

/// Splits a text after its first row: only that can be a header.
fn split_head(text: &[u8]) -> (&[u8], &[u8]) {
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = split_line(rest);
        rest = after;
        if as_text(line).is_ok_and(|line| !is_skipped(line)) {
            break;
        }
    }
    text.split_at(text.len() - rest.len())
}

/// What was read of some part of a text.
#[derive(Default)]
struct Part {
    rows: LeaveCollector,
    faults: Faults,
    lines: u64,
}

impl Part {
    /// Reads on.
    fn read(
        &mut self,
        path: &str,
        text: &[u8],
        plain: &PlainReader,
        mut reader: Reader<'_>,
    ) -> Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            self.lines += 1;
            if let Some(row) = plain.read(rest) {
                self.rows.push_packed(row.leave, row.value)?;
                rest = &rest[row.length..];
                continue;
            }
            let (line, after) = split_line(rest);
            rest = after;
            let place = Place {
                path,
                line: self.lines,
            };
            match read_line(&place, line, &mut reader) {
                Ok(None) => (),
                Ok(Some(row)) => self.rows.push(&reader.tiles, row.value)?,
                Err(fault) => self.faults.add(|| fault),
            }
        }
        Ok(())
    }

    /// Adds the part that follows.
    fn append(&mut self, next: Part) -> Result<()> {
        self.faults.append(next.faults, self.lines);
        self.lines += next.lines;
        self.rows.append(next.rows)
    }
}

/// A row that was read, as it is written; its tiles are with the reader.
struct Row<'l> {
    leave: &'l str,
    /// The characters before the leave.
    column: usize,
    value: f32,
}

/// Reads a line, which may be a row.
fn read_line<'l>(
    place: &Place<'_>,
    line: &'l [u8],
    reader: &mut Reader<'_>,
) -> Result<Option<Row<'l>>, Diagnostic> {
    let line = as_text(line).map_err(|e| place.at(e.column, e.message()))?;
    match reader.read(line) {
        Ok(row) => Ok(row.map(|(leave, value)| Row {
            leave: leave.text,
            column: line[..leave.at].chars().count(),
            value,
        })),
        Err(fault) => {
            let column = line[..fault.at].chars().count();
            Err(place.at(column + fault.characters, fault.message))
        }
    }
}

/// The faults of a text that repeats leaves, in the order of its lines. It is
/// read again for that: tables hardly ever repeat any, and so need not remember
/// where rows stood.
fn all_faults(path: &str, text: &[u8], mut reader: Reader<'_>, repeated: &Words) -> Faults {
    let mut faults = Faults::default();
    let mut first: BTreeMap<Vec<Tile>, (u64, &str)> = BTreeMap::new();
    let mut place = Place { path, line: 0 };
    let mut rest = text;
    while !rest.is_empty() {
        place.line += 1;
        let (line, after) = split_line(rest);
        rest = after;
        let row = match read_line(&place, line, &mut reader) {
            Ok(Some(row)) if repeated.contains(&reader.tiles) => row,
            Ok(_) => continue,
            Err(fault) => {
                faults.add(|| fault);
                continue;
            }
        };
        match first.get(&reader.tiles) {
            None => drop(first.insert(reader.tiles.clone(), (place.line, row.leave))),
            Some((line_before, before)) => faults.add(|| {
                let found = shorten(row.leave);
                let spelling = match *before == row.leave {
                    true => String::new(),
                    false => format!(" as `{}`", shorten(before)),
                };
                place.at(
                    row.column,
                    format!(
                        "expected each leave once, found `{found}`, which line {line_before} has{spelling}"
                    ),
                )
            }),
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ruleset: &str, text: &str, options: LeaveOptions) -> Result<Vec<(String, f32)>> {
        let ruleset = Ruleset::builtin(ruleset).unwrap();
        let table = read_leaves("l.csv", text.as_bytes(), &ruleset, options)?;
        let alphabet = ruleset.alphabet();
        Ok(table
            .iter()
            .map(|(l, v)| (alphabet.word_text(l), v))
            .collect())
    }

    fn rows(ruleset: &str, text: &str) -> Vec<(String, f32)> {
        read(ruleset, text, LeaveOptions::default()).unwrap()
    }

    fn error(text: &str) -> String {
        read("english", text, LeaveOptions::default())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn every_tolerance() {
        let text = "\u{feff}# a comment\r\n\r\n Leave , VALUE \r\nCAB,1\r\n \t\n  # another\n\
                    \"B\" , \" -2.5 \"\n\tz?a\t,\t+.5\t\n\" ?\",25.\nE,1e1";
        let expected = [
            ("?", 25.0),
            ("?AZ", 0.5),
            ("ABC", 1.0),
            ("B", -2.5),
            ("E", 10.0),
        ];
        assert_eq!(
            rows("english", text),
            expected.map(|(l, v)| (l.to_string(), v))
        );
        assert!(rows("english", "").is_empty());
        assert!(rows("english", "leave,value\n").is_empty());
    }

    #[test]
    fn tiles_of_several_characters_are_bare_or_in_brackets() {
        let expected = [("?AL·LNY", 1.0), ("L·L", 2.0), ("QU", 3.0)];
        for text in [
            "NYAL·L?,1\nL·L,2\nQU,3\n",
            "[NY]a?[l·l],1\n[L·L],2\n[qu],3\n",
        ] {
            assert_eq!(
                rows("catalan", text),
                expected.map(|(l, v)| (l.to_string(), v))
            );
        }
        let spanish = Ruleset::builtin("spanish").unwrap();
        let text = "# n\u{303}\n\"N\u{303}!\",1\nÑ!,1\n";
        let unknown = read_leaves("l.csv", text.as_bytes(), &spanish, LeaveOptions::default());
        assert_eq!(
            unknown.unwrap_err().to_string(),
            "l.csv:2:4: unknown tile `!` in `N\\u{303}!`\nl.csv:3:2: unknown tile `!` in `Ñ!`"
        );
        let spanish = rows("spanish", "[CH],1\nCH,2\n1A,3\n");
        assert_eq!(
            spanish,
            [("A[CH]", 3.0), ("CH", 2.0), ("[CH]", 1.0)].map(|(l, v)| (l.to_string(), v))
        );
    }

    #[test]
    fn values_are_the_nearest_floats() {
        // Halfway between two floats as a double, but not in truth.
        let text =
            "A,1.00000017881393432617187499\nB,1.00000017881393432617187500\nC,-0\nD,1e-45\n";
        let bits: Vec<u32> = rows("english", text)
            .iter()
            .map(|r| r.1.to_bits())
            .collect();
        assert_eq!(bits, [0x3f80_0001, 0x3f80_0002, 0x8000_0000, 1]);
    }

    #[test]
    fn faults_name_line_column_and_part() {
        for (text, expected) in [
            ("A,1\nB É,2", "l.csv:2:2: unknown tile ` ` in `B É`"),
            (" \"AÉ\",2", "l.csv:1:4: unknown tile `É` in `AÉ`"),
            (
                "A,x",
                "l.csv:1:3: value of `A`: expected a finite number, found `x`",
            ),
            (
                "A, ",
                "l.csv:1:4: value of `A`: expected a finite number, found nothing",
            ),
            (
                "A,nan",
                "l.csv:1:3: value of `A`: expected a finite number, found `nan`",
            ),
            (
                "A,-inf",
                "l.csv:1:3: value of `A`: expected a finite number, found `-inf`",
            ),
            (
                "A,1e39",
                "l.csv:1:3: value of `A`: expected a finite number, found `1e39`",
            ),
            (
                "A,0x1",
                "l.csv:1:3: value of `A`: expected a finite number, found `0x1`",
            ),
            (
                "A,1\nleave,value",
                "l.csv:2:7: value of `leave`: expected a finite number, found `value`",
            ),
            ("A", "l.csv:1:1: expected `leave,value`, found 1 field"),
            (
                "A,1,\"x\",",
                "l.csv:1:1: expected `leave,value`, found 4 fields",
            ),
            (",1", "l.csv:1:1: expected a leave, found nothing"),
            ("\"\",1", "l.csv:1:2: expected a leave, found nothing"),
            (
                "\"A,1",
                "l.csv:1:1: expected a closing quote in the same line, found none",
            ),
            (
                "\"A\"B,1",
                "l.csv:1:4: expected `,` after a closing quote, found `B,1`",
            ),
            (
                "ABCDEFG,1",
                "l.csv:1:1: expected at most 6 tiles, one fewer than a rack has, found 7 in `ABCDEFG`",
            ),
            (
                "QAQ,1",
                "l.csv:1:1: expected at most 1 of `Q`, as many as the bag has, found 2 in `QAQ`",
            ),
            (
                "???,1",
                "l.csv:1:1: expected at most 2 of `?`, as many as the bag has, found 3 in `???`",
            ),
            (
                "A,1\n# no\nA,1",
                "l.csv:3:1: expected each leave once, found `A`, which line 1 has",
            ),
            (
                "BA,1\nC,x\nC,2\nab,1\nD,y\n BA,2",
                "l.csv:2:3: value of `C`: expected a finite number, found `x`\n\
                 l.csv:4:1: expected each leave once, found `ab`, which line 1 has as `BA`\n\
                 l.csv:5:3: value of `D`: expected a finite number, found `y`\n\
                 l.csv:6:2: expected each leave once, found `BA`, which line 1 has",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
        let english = Ruleset::builtin("english").unwrap();
        let bad = read_leaves("l.csv", b"A,1\nB,\xff", &english, LeaveOptions::default());
        assert_eq!(
            bad.unwrap_err().to_string(),
            "l.csv:2:3: expected UTF-8, found the byte 0xff"
        );
    }

    #[test]
    fn places_do_not_depend_on_the_parts() {
        let filler = "# a comment that takes some room\n".repeat(6000);
        let lines = filler.lines().count();
        let text =
            format!("{filler}leave,value\nA,1\nB,x\n{filler}B,2\n\u{feff}C,1\n{filler}BB,y\nA,1");
        let expected = format!(
            "l.csv:{}:3: value of `B`: expected a finite number, found `x`\n\
             l.csv:{}:1: unknown tile `\\u{{feff}}` in `\\u{{feff}}C`\n\
             l.csv:{}:4: value of `BB`: expected a finite number, found `y`\n\
             l.csv:{}:1: expected each leave once, found `A`, which line {} has",
            lines + 3,
            2 * lines + 5,
            3 * lines + 6,
            3 * lines + 7,
            lines + 2
        );
        for threads in [1, 2, 7] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            assert_eq!(pool.install(|| error(&text)), expected);
        }
    }

    #[test]
    fn twenty_faults_are_shown() {
        let repeated = error(&"A,1\n".repeat(30));
        assert!(repeated.starts_with("l.csv:2:1: "), "{repeated}");
        assert!(
            repeated.ends_with("which line 1 has\n… and 9 more"),
            "{repeated}"
        );
        assert!(error(&"A;1\n".repeat(25)).ends_with("found 1 field\n… and 5 more"));
    }

    #[test]
    fn options_admit_what_the_game_does_not_have() {
        let bag = LeaveOptions {
            beyond_bag: true,
            ..LeaveOptions::default()
        };
        let rack = LeaveOptions {
            beyond_rack: true,
            ..LeaveOptions::default()
        };
        let both = LeaveOptions {
            beyond_bag: true,
            beyond_rack: true,
            ..LeaveOptions::default()
        };
        let admitted = |text: &str, options| read("english", text, options).is_ok();
        for (text, with_bag, with_rack) in [
            ("QQ,1", true, false),
            ("ABCDEFG,1", false, true),
            ("QQABCDEFGHIJ,1", false, false),
        ] {
            assert!(!admitted(text, LeaveOptions::default()), "{text}");
            assert_eq!(admitted(text, bag), with_bag, "{text}");
            assert_eq!(admitted(text, rack), with_rack, "{text}");
            assert!(admitted(text, both), "{text}");
        }
        assert!(!admitted(",1", both));
        assert!(admitted(&format!("{},1", "A".repeat(63)), both));
        assert_eq!(
            read("english", &format!("{},1", "A".repeat(64)), both)
                .unwrap_err()
                .to_string(),
            format!(
                "l.csv:1:1: expected at most 63 tiles, found 64 in `{}…`",
                "A".repeat(40)
            )
        );
        let twice = read("english", "ABCDEFGHIJ,1\nJIHGFEDCBA,2", both);
        assert_eq!(
            twice.unwrap_err().to_string(),
            "l.csv:2:1: expected each leave once, found `JIHGFEDCBA`, which line 1 has as `ABCDEFGHIJ`"
        );
    }
}

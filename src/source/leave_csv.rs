//! Reads leave tables: CSV with a leave and its value in each row.
//!
//! Rows may come in any order, and so may the tiles of a leave. A first row that ends
//! in `value` is a header. Blank lines and lines that begin with `#` are skipped. A
//! field may be quoted and surrounded by white space. A value becomes the 32-bit float
//! nearest to its decimal digits. It is not parsed as a wider float first, which could
//! round twice.
//!
//! Threads read blocks of whole lines at the same time. The result does not depend on
//! the blocks. Most rows are [plain](crate::source::plain_row) and read in one go; all
//! others go to the [general reader](crate::source::leave_row). A test compares both
//! with the `csv` crate.

use crate::error::{Diagnostic, Error, Faults, Problem, Result};
use crate::lexicon::{LeaveTable, Words};
use crate::ruleset::Ruleset;
use crate::source::leave_pass::read_rows;
use crate::source::leave_row::RowReader;
use crate::source::lines::{places, shorten, without_mark};
use crate::source::options::LeaveOptions;
use crate::source::unread::sum_up;
use crate::text;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Reads a leave table. `path` is its name in diagnostics.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// use wordmill::source::{LeaveOptions, read_leaves};
///
/// let english = Ruleset::builtin("english")?;
/// let text = b"leave,value\nAB,0.5\n?A,25\n";
/// let table = read_leaves("l.csv", text, &english, LeaveOptions::default())?;
/// let mut rows = table.rows();
/// assert_eq!(rows.next(), Some((&[0, 1][..], 25.0)));
/// assert_eq!(rows.next(), Some((&[1, 2][..], 0.5)));
///
/// let twice = read_leaves("l.csv", b"AB,1\nBA,2\n", &english, LeaveOptions::default());
/// assert_eq!(
///     twice.unwrap_err().to_string(),
///     "l.csv:2:1: expected each leave once, found `BA`, which line 1 has as `AB`"
/// );
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn read_leaves(
    path: &str,
    text: &[u8],
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    text::check_line_ends(path, text)?;
    read_leaves_from(path, &|| Ok(Box::new(text)), ruleset, options)
}

/// Reads a leave table from the source that `open` opens. It is opened again to name
/// the lines of repeated leaves and, for a table in other letters, once for each
/// built-in ruleset.
pub fn read_leaves_from<'a>(
    path: &str,
    open: &dyn Fn() -> io::Result<Box<dyn Read + Send + 'a>>,
    ruleset: &Ruleset,
    options: LeaveOptions,
) -> Result<LeaveTable> {
    let unreadable = |e: io::Error| Error::io(Path::new(path), "can't read", e);
    let read = |ruleset: &Ruleset| read_rows(path, open()?, ruleset, options);
    let whole = read(ruleset).map_err(unreadable)?;
    let mut faults = whole.faults;
    let (lines, has_too_many) = (whole.lines, whole.has_too_many);
    let (table, repeated) = whole.rows.finish()?;
    if !repeated.is_empty() {
        let text = open().and_then(|source| first_lines(source, lines));
        let (text, reader) = (text.map_err(unreadable)?, RowReader::new(ruleset, options));
        faults = all_faults(path, without_mark(&text), reader, &repeated);
    }
    let entries = (table.len() as u64, "leaves");
    sum_up(&mut faults, path, ruleset, entries, |other| {
        read(other).is_ok_and(|whole| whole.faults.is_empty() && !whole.has_too_many)
    });
    let too_many = || {
        let expected = format!("at most {} rows", options.most_rows(ruleset));
        Diagnostic::new(path, Problem::mismatch(expected, "more")).at_line(lines)
    };
    match faults.into_result() {
        Ok(()) if !repeated.is_empty() => {
            Err(Error::input(path, "changed while it was being read"))
        }
        Ok(()) if has_too_many => Err(too_many().into()),
        Err(error) if has_too_many => {
            let advice = format!("line {lines} is the last that was read, of too many rows");
            Err(error.advise(advice))
        }
        result => result.map(|()| table),
    }
}

/// Reads the first lines of a source.
fn first_lines(source: impl Read, lines: u64) -> io::Result<Vec<u8>> {
    let mut source = BufReader::new(source);
    let mut text = Vec::new();
    for _ in 0..lines {
        source.read_until(b'\n', &mut text)?;
    }
    Ok(text)
}

/// Finds the faults of a text with repeated leaves, in line order, by reading the text
/// again. Repeated leaves are rare, so the first pass does not remember the lines of
/// rows.
fn all_faults(path: &str, text: &[u8], mut reader: RowReader<'_>, repeated: &Words) -> Faults {
    let mut faults = Faults::default();
    let mut first: Vec<Option<(u64, &str)>> = vec![None; repeated.len()];
    for place in places(path, text) {
        let row = match reader.read(&place) {
            Ok(Some(row)) => row,
            Ok(None) => continue,
            Err(fault) => {
                faults.put(*fault);
                continue;
            }
        };
        let Some(number) = repeated.position(&reader.tiles) else {
            continue;
        };
        match &mut first[number] {
            none @ None => *none = Some((place.line, row.leave)),
            Some((line_before, before)) => faults.add(|| {
                let mut found = format!("`{}`, which line {line_before} has", shorten(row.leave));
                if *before != row.leave {
                    found += &format!(" as `{}`", shorten(before));
                }
                let problem = Problem::mismatch("each leave once", found);
                place.at(row.column, row.leave.chars().count(), problem)
            }),
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::TileFacts;
    use crate::tiles::Tile;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn read(ruleset: &str, text: &str, options: LeaveOptions) -> Result<Vec<(String, f32)>> {
        let ruleset = Ruleset::builtin(ruleset).unwrap();
        let table = read_leaves("l.csv", text.as_bytes(), &ruleset, options)?;
        let alphabet = ruleset.alphabet();
        let mut found = Vec::new();
        let mut rows = table.rows();
        while let Some((leave, value)) = rows.next() {
            found.push((alphabet.labels_text(leave), value));
        }
        Ok(found)
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
    fn a_table_that_changes_between_two_looks() {
        use std::sync::atomic::{AtomicBool, Ordering};
        let english = Ruleset::builtin("english").unwrap();
        let seen = AtomicBool::new(false);
        let open = || match seen.swap(true, Ordering::Relaxed) {
            false => Ok(Box::new(&b"A,1\nA,2\n"[..]) as _),
            true => Ok(Box::new(&b"A,1\n"[..]) as _),
        };
        let read = read_leaves_from("l.csv", &open, &english, LeaveOptions::default());
        assert_eq!(
            read.unwrap_err().to_string(),
            "l.csv: changed while it was being read"
        );
    }

    #[test]
    fn values_are_the_nearest_floats() {
        // As a double, it lies halfway between two floats; in truth it does not.
        let text =
            "A,1.00000017881393432617187499\nB,1.00000017881393432617187500\nC,-0\nD,1e-45\n";
        let bits: Vec<u32> = rows("english", text)
            .iter()
            .map(|r| r.1.to_bits())
            .collect();
        assert_eq!(bits, [0x3f80_0001, 0x3f80_0002, 0x8000_0000, 1]);
    }

    /// Each line is a text, with `/` between its lines, and its faults.
    const FAULTS: &str = r#"
A,1/B É,2 => 2:2: unknown tile ` ` in `B É`
 "AÉ",2 => 1:4: unknown tile `É` in `AÉ`
A,x => 1:3: value of `A`: expected a finite number, found `x`
A,  => 1:4: value of `A`: expected a finite number, found nothing
A,nan => 1:3: value of `A`: expected a finite number, found `nan`
A,-inf => 1:3: value of `A`: expected a finite number, found `-inf`
A,1e39 => 1:3: value of `A`: expected -3.4028235e38 to 3.4028235e38, the range of f32 values, found `1e39`
A,0x1 => 1:3: value of `A`: expected a finite number, found `0x1`
A,1/leave,value => 2:7: value of `leave`: expected a finite number, found `value`
A => 1:1: expected `leave,value`, found 1 field
A,1,"x", => 1:1: expected `leave,value`, found 4 fields
,1 => 1:1: expected a leave, found nothing
"",1 => 1:2: expected a leave, found nothing
"A,1 => 1:1: expected a closing quote in the same line, found none
"A"B,1 => 1:4: expected `,` after a closing quote, found `B,1`
ABCDEFG,1 => 1:1: expected at most 6 tiles, one fewer than a rack has, found 7 in `ABCDEFG`
QAQ,1 => 1:1: expected at most 1 of `Q`, as many as the bag has, found 2 in `QAQ`
???,1 => 1:1: expected at most 2 of `?`, as many as the bag has, found 3 in `???`
A;1 => 1:1: expected `leave,value`, found 1 field; fields are separated by `,`, not `;`
A,1/# no/A,1 => 3:1: expected each leave once, found `A`, which line 1 has
BA,1/C,x/C,2/ab,1/ BA,2 => 2:3: value of `C`: expected a finite number, found `x` => 4:1: expected each leave once, found `ab`, which line 1 has as `BA` => 5:2: expected each leave once, found `BA`, which line 1 has
"#;

    #[test]
    fn faults_name_line_column_and_part() {
        for case in FAULTS.trim_start_matches('\n').lines() {
            let (text, faults) = case.split_once(" => ").unwrap();
            let expected: Vec<String> =
                faults.split(" => ").map(|f| format!("l.csv:{f}")).collect();
            assert_eq!(error(&text.replace('/', "\n")), expected.join("\n"));
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

    /// The fast reader refuses a number that makes its line too long.
    #[test]
    fn a_long_number_does_not_hide_a_long_line() {
        let zeros = "0".repeat(1 << 20);
        for text in [format!("A,{zeros}\n"), format!("A,{zeros}7.{zeros}5\n")] {
            let error = error(&text);
            let expected = "l.csv:1:1: expected a line of at most 1048576 bytes";
            assert!(error.starts_with(expected), "{error}");
        }
        let zeros = "0".repeat(100);
        let text = format!("A,{zeros}5.{zeros}\n");
        assert_eq!(rows("english", &text), [("A".to_string(), 5.0)]);
    }

    #[test]
    fn twenty_faults_are_shown() {
        let repeated = error(&"A,1\n".repeat(30));
        assert!(repeated.starts_with("l.csv:2:1: "), "{repeated}");
        assert!(
            repeated.ends_with("which line 1 has\n… and 9 more"),
            "{repeated}"
        );
        let many = error(&"A;1\n".repeat(25));
        assert!(many.ends_with("not `;`\n… and 5 more"), "{many}");
    }

    /// Reading stops at the limit: a table with more rows than possible leaves repeats
    /// some leave.
    #[test]
    fn reading_ends_when_there_are_more_rows_than_leaves() {
        let small = Ruleset::builder("small").rack_size(3).blanks(1);
        let small = small.letter("A", TileFacts::new(2, 1)).build().unwrap();
        let text = "A,1\n".repeat(400_000);
        let read = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            let options = LeaveOptions::default();
            pool.install(|| read_leaves("l.csv", text.as_bytes(), &small, options))
                .unwrap_err()
        };
        let error = read(1);
        let shown = error.to_string();
        let first = "l.csv:2:1: expected each leave once, found `A`, which line 1 has\n";
        assert!(shown.starts_with(first), "{shown}");
        let lines = error.unshown() + 21;
        let last = format!("; line {lines} is the last that was read, of too many rows");
        assert!(shown.contains(&last) && lines < 100_000, "{shown}");
        assert!([2, 7].map(read).iter().all(|other| *other == error));
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
        let both = LeaveOptions::ANY;
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

    /// Reads the rows of a valid table with the `csv` crate.
    fn read_with_csv(text: &str, ruleset: &Ruleset) -> BTreeMap<Vec<Tile>, u32> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .trim(csv::Trim::All)
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let mut rows = BTreeMap::new();
        for row in reader.records() {
            let row = row.unwrap();
            let mut tiles = Vec::new();
            let alphabet = ruleset.alphabet();
            alphabet.read_rack_into(&row[0], &mut tiles).unwrap();
            tiles.sort_unstable();
            rows.insert(tiles, row[1].parse::<f32>().unwrap().to_bits());
        }
        rows
    }

    /// A row, plain or not: quoted fields, white space, comments, any number.
    fn row() -> impl Strategy<Value = String> {
        let leave = prop_oneof!["[?A-E]{1,6}", "\"[?a-eÑñ]{1,9}\"", " [?A-E]{1,6} "];
        let value = prop_oneof![
            "[-+]?[0-9]{1,5}(\\.[0-9]{0,7})?",
            "\"-?[0-9]{1,3}\"",
            "[0-9]e-?[0-9]",
            (-99f32..99.0).prop_map(|value| value.to_string()),
        ];
        let end = prop_oneof!["\n", "\r\n", "\n#[ a,\"]{0,5}\n", "\n\n"];
        (leave, value, end).prop_map(|(leave, value, end)| format!("{leave},{value}{end}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// The `csv` crate is the reference.
        #[test]
        fn tables_are_read_as_the_csv_crate_reads_them(rows in prop::collection::vec(row(), 0..20)) {
            let spanish = Ruleset::builtin("spanish").unwrap();
            let text = rows.concat();
            if let Ok(table) = read_leaves("l.csv", text.as_bytes(), &spanish, LeaveOptions::ANY) {
                let mut found = BTreeMap::new();
                let mut rows = table.rows();
                while let Some((leave, value)) = rows.next() {
                    found.insert(leave.to_vec(), value.to_bits());
                }
                prop_assert_eq!(found, read_with_csv(&text, &spanish));
            } else {
                // The only possible fault in such rows is a repeated leave.
                let leaves = read_with_csv(&text, &spanish);
                let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
                prop_assert!(leaves.len() < lines.count());
            }
        }
    }
}

//! Counts of words: in all, by length and by first tile.

use crate::cli::args::shared::TableFormat;
use crate::cli::input::File;
use crate::cli::render::json::write_json;
use crate::cli::render::table::{Table, cells};
use crate::error::grouped;
use crate::graph::{Histogram, MAX_LENGTH};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// How many words or leaves a file has.
#[derive(Serialize)]
pub(crate) struct Totals {
    /// The file as the user named it.
    pub file: String,
    /// The ruleset it was read with.
    pub ruleset: String,
    /// What kind of file it is.
    pub kind: String,
    /// What was counted: `words` or `leaves`.
    pub counted: &'static str,
    /// How many there are.
    pub total: u32,
    /// How many there are of each length that occurs, up to [`MAX_LENGTH`].
    pub by_length: BTreeMap<usize, u32>,
    /// How many are longer than [`MAX_LENGTH`].
    pub longer: u32,
    /// How many begin with each tile, in tile order; tiles without words are left
    /// out.
    pub by_first_tile: Vec<FirstTile>,
}

/// How many words begin with a tile.
#[derive(Serialize)]
pub(crate) struct FirstTile {
    /// The tile's label.
    pub tile: String,
    /// How many there are.
    pub count: u32,
}

impl Totals {
    /// The totals of a file's words that were counted.
    pub(crate) fn of(file: &File, histogram: &Histogram) -> Totals {
        let lengths = histogram.by_length.iter().copied().enumerate();
        let first_tile = |&(tile, count)| FirstTile {
            tile: file.alphabet().label(tile).to_string(),
            count,
        };
        Totals {
            file: file.shown.clone(),
            ruleset: file.ruleset().name().to_string(),
            kind: file.opened.sniffed.kind.to_string(),
            counted: file.opened.noun(),
            total: histogram.words,
            by_length: lengths.filter(|&(_, count)| count > 0).collect(),
            longer: histogram.longer,
            by_first_tile: histogram.by_first_tile.iter().map(first_tile).collect(),
        }
    }
}

/// A length or a tile, and how many words there are of it in each file.
type Row = (String, Vec<u32>);

/// How many words there are of each length; `longer` names those above the longest.
fn lengths(files: &[Totals], longer: String) -> Vec<Row> {
    let lengths = files.iter().flat_map(|file| file.by_length.keys());
    let lengths: BTreeSet<&usize> = lengths.collect();
    let row = |length: &usize| {
        let counts = files.iter().map(|file| file.by_length.get(length));
        let counts = counts.map(|count| count.copied().unwrap_or(0));
        (length.to_string(), counts.collect())
    };
    let mut rows: Vec<Row> = lengths.into_iter().map(row).collect();
    let counts: Vec<u32> = files.iter().map(|file| file.longer).collect();
    if counts.iter().any(|&count| count > 0) {
        rows.push((longer, counts));
    }
    rows
}

/// How many words of a single file begin with each tile.
fn first_tiles(files: &[Totals]) -> Vec<Row> {
    let [file] = files else { return Vec::new() };
    let tiles = file.by_first_tile.iter();
    let rows = tiles.map(|first| (first.tile.clone(), vec![first.count]));
    rows.collect()
}

/// The cells of a row, for a person.
fn cells((value, counts): Row) -> Vec<String> {
    let counts = counts.into_iter().map(|count| grouped(count.into()));
    [value].into_iter().chain(counts).collect()
}

/// Writes the totals of a file, or of several side by side.
pub(crate) fn write_totals(
    files: &[Totals],
    format: TableFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = files.iter().map(|file| file.file.as_str());
    let all = files.iter().map(|file| file.total).collect();
    let longer = format!("over {MAX_LENGTH}");
    match (format, files) {
        (TableFormat::Json, [file]) => write_json(out, file),
        (TableFormat::Json, _) => write_json(out, &files),
        (TableFormat::Csv, _) => {
            let counts = match files {
                [_] => vec!["count"],
                _ => names.collect(),
            };
            let titles = [&["by", "value"], &counts[..]].concat();
            let rows = [
                ("all", vec![(String::new(), all)]),
                ("length", lengths(files, format!("{}+", MAX_LENGTH + 1))),
                ("first_tile", first_tiles(files)),
            ];
            let rows = rows.into_iter().flat_map(|(by, rows)| {
                rows.into_iter().map(move |(value, counts)| {
                    let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
                    [cells![by, value], counts].concat()
                })
            });
            Table::of(&titles, rows).write_csv(out)
        }
        (TableFormat::Text, [file]) => {
            writeln!(out, "{}: {}", file.counted, grouped(file.total.into()))?;
            let (lengths, tiles) = (lengths(files, longer), first_tiles(files));
            for (title, rows) in [("length", lengths), ("first tile", tiles)] {
                if !rows.is_empty() {
                    writeln!(out)?;
                    let rows = rows.into_iter().map(cells);
                    Table::of(&[title, file.counted], rows).write(out)?;
                }
            }
            Ok(())
        }
        (TableFormat::Text, _) => {
            let titles: Vec<&str> = ["length"].into_iter().chain(names).collect();
            let rows = lengths(files, longer).into_iter();
            let rows = rows.chain([("all".to_string(), all)]).map(cells);
            Table::of(&titles, rows).write(out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::Rules;

    fn text(list: &str, format: TableFormat) -> String {
        let rules = Rules::chosen(None).unwrap();
        let file = File::of_bytes("x.txt".as_ref(), list.into(), rules, None).unwrap();
        let histogram = Histogram::of(file.opened.entries()).unwrap();
        let totals = Totals::of(&file, &histogram);
        let mut text = Vec::new();
        write_totals(&[totals], format, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn the_longest_words_are_counted_together() {
        let list = format!("CAT\n{}\n{}\n", "A".repeat(300), "B".repeat(256));
        assert_eq!(
            text(&list, TableFormat::Text),
            "words: 3\n\n\
             length    words\n\
             3             1\n\
             over 255      2\n\n\
             first tile  words\n\
             A               1\n\
             B               1\n\
             C               1\n"
        );
        assert_eq!(
            text(&list, TableFormat::Csv),
            "by,value,count\nall,,3\nlength,3,1\nlength,256+,2\n\
             first_tile,A,1\nfirst_tile,B,1\nfirst_tile,C,1\n"
        );
    }

    #[test]
    fn no_words_are_counted_too() {
        assert_eq!(text("# nothing\n", TableFormat::Text), "words: 0\n");
        assert_eq!(
            text("# nothing\n", TableFormat::Csv),
            "by,value,count\nall,,0\n"
        );
    }
}

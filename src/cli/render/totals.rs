//! Counts of words: in all, by length and by first tile.

use crate::cli::args::format::CountFormat;
use crate::cli::render::csv::csv_field;
use crate::cli::render::json::write_json;
use crate::cli::render::table::Table;
use crate::error::grouped;
use crate::file::Opened;
use crate::graph::{Histogram, MAX_LENGTH};
use crate::ruleset::Ruleset;
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
    pub(crate) fn of(
        file: &str,
        opened: &Opened,
        ruleset: &Ruleset,
        histogram: &Histogram,
    ) -> Totals {
        let lengths = histogram.by_length.iter().copied().enumerate();
        let first_tile = |&(tile, count)| FirstTile {
            tile: ruleset.alphabet().label(tile).to_string(),
            count,
        };
        Totals {
            file: file.to_string(),
            ruleset: ruleset.name().to_string(),
            kind: opened.sniffed.kind.to_string(),
            counted: opened.noun(),
            total: histogram.words,
            by_length: lengths.filter(|&(_, count)| count > 0).collect(),
            longer: histogram.longer,
            by_first_tile: histogram.by_first_tile.iter().map(first_tile).collect(),
        }
    }

    /// Writes the counts.
    pub(crate) fn write(&self, format: CountFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            CountFormat::Text => self.write_text(out),
            CountFormat::Csv => self.write_csv(out),
            CountFormat::Json => write_json(out, self),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.counted, grouped(self.total.into()))?;
        let lengths = self.lengths(format!("over {MAX_LENGTH}"));
        for (title, rows) in [("length", lengths), ("first tile", self.first_tiles())] {
            if !rows.is_empty() {
                writeln!(out)?;
                let rows = rows.into_iter();
                let rows = rows.map(|(value, count)| vec![value, grouped(count.into())]);
                Table::of(&[title, self.counted], rows).write(out)?;
            }
        }
        Ok(())
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "by,value,count")?;
        writeln!(out, "all,,{}", self.total)?;
        let lengths = self.lengths(format!("{}+", MAX_LENGTH + 1));
        for (by, rows) in [("length", lengths), ("first_tile", self.first_tiles())] {
            for (value, count) in rows {
                writeln!(out, "{by},{value},{count}")?;
            }
        }
        Ok(())
    }

    /// The counts by length; `longer` names those that are longer than [`MAX_LENGTH`].
    fn lengths(&self, longer: String) -> Vec<(String, u32)> {
        let lengths = self.by_length.iter();
        let lengths = lengths.map(|(length, &count)| (length.to_string(), count));
        let longer = Some((longer, self.longer)).filter(|(_, count)| *count > 0);
        lengths.chain(longer).collect()
    }

    fn first_tiles(&self) -> Vec<(String, u32)> {
        let tiles = self.by_first_tile.iter();
        tiles
            .map(|first| (first.tile.clone(), first.count))
            .collect()
    }
}

/// Writes the totals of several files side by side.
pub(crate) fn write_side_by_side(
    files: &[Totals],
    format: CountFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let all_of = |of: &dyn Fn(&Totals) -> u32| files.iter().map(of).collect::<Vec<u32>>();
    let (longer, total) = (all_of(&|file| file.longer), all_of(&|file| file.total));
    let lengths = files.iter().flat_map(|file| file.by_length.keys());
    let lengths: BTreeSet<&usize> = lengths.collect();
    let mut rows: Vec<(String, Vec<u32>)> = Vec::new();
    for length in lengths {
        let counts = all_of(&|file| file.by_length.get(length).copied().unwrap_or(0));
        rows.push((length.to_string(), counts));
    }
    if longer.iter().any(|&count| count > 0) {
        let name = match format {
            CountFormat::Csv => format!("{}+", MAX_LENGTH + 1),
            _ => format!("over {MAX_LENGTH}"),
        };
        rows.push((name, longer));
    }
    match format {
        CountFormat::Json => write_json(out, &files),
        CountFormat::Csv => {
            let line = |counts: &[u32]| -> String {
                counts.iter().map(|count| format!(",{count}")).collect()
            };
            let names = files.iter().map(|file| csv_field(&file.file));
            let names: String = names.map(|name| format!(",{name}")).collect();
            writeln!(out, "by,value{names}")?;
            writeln!(out, "all,{}", line(&total))?;
            let mut rows = rows.iter();
            rows.try_for_each(|(by, counts)| writeln!(out, "length,{by}{}", line(counts)))
        }
        CountFormat::Text => {
            let names = files.iter().map(|file| file.file.as_str());
            let titles: Vec<&str> = ["length"].into_iter().chain(names).collect();
            let rows = rows.into_iter().chain([("all".to_string(), total)]);
            let rows = rows.map(|(title, counts)| {
                let counts = counts.iter().map(|&count| grouped(count.into()));
                [title].into_iter().chain(counts).collect()
            });
            Table::of(&titles, rows).write(out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::open;

    fn text(list: &str, format: CountFormat) -> String {
        let english = Ruleset::builtin("english").unwrap();
        let opened = open("x.txt", list.as_bytes(), &english, None).unwrap();
        let histogram = Histogram::of(opened.entries()).unwrap();
        let totals = Totals::of("x.txt", &opened, &english, &histogram);
        let mut text = Vec::new();
        totals.write(format, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn the_longest_words_are_counted_together() {
        let list = format!("CAT\n{}\n{}\n", "A".repeat(300), "B".repeat(256));
        assert_eq!(
            text(&list, CountFormat::Text),
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
            text(&list, CountFormat::Csv),
            "by,value,count\nall,,3\nlength,3,1\nlength,256+,2\n\
             first_tile,A,1\nfirst_tile,B,1\nfirst_tile,C,1\n"
        );
    }

    #[test]
    fn no_words_are_counted_too() {
        assert_eq!(text("# nothing\n", CountFormat::Text), "words: 0\n");
        assert_eq!(
            text("# nothing\n", CountFormat::Csv),
            "by,value,count\nall,,0\n"
        );
    }
}

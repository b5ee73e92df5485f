//! Counts of words: in all, by length and by first tile.

use crate::cli::args::format::CountFormat;
use crate::cli::render::csv::csv_field;
use crate::cli::render::json::write_json;
use crate::cli::render::table::Table;
use crate::error::grouped;
use crate::file::Opened;
use crate::graph::{GraphFault, Histogram, MAX_LENGTH};
use crate::ruleset::Ruleset;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// How many words or leaves a file has.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FirstTile {
    /// The tile's label.
    pub tile: String,
    /// How many there are.
    pub count: u32,
}

impl Totals {
    /// Counts what is in a file that was opened. More than 2^32 - 1 words are
    /// a fault.
    pub(crate) fn of(file: &str, opened: &Opened, ruleset: &Ruleset) -> Result<Totals, GraphFault> {
        let histogram = Histogram::of(opened.entries())?;
        Ok(Totals::by_histogram(file, opened, ruleset, &histogram))
    }

    /// The totals of a file's words that were counted.
    pub(crate) fn by_histogram(
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
        let mut lengths = Table::new(&["length", self.counted]);
        for (length, &count) in &self.by_length {
            lengths.row(vec![length.to_string(), grouped(count.into())]);
        }
        if self.longer > 0 {
            let longer = format!("over {MAX_LENGTH}");
            lengths.row(vec![longer, grouped(self.longer.into())]);
        }
        let mut first_tiles = Table::new(&["first tile", self.counted]);
        for first in &self.by_first_tile {
            first_tiles.row(vec![first.tile.clone(), grouped(first.count.into())]);
        }
        for table in [lengths, first_tiles] {
            if !table.is_empty() {
                writeln!(out)?;
                table.write(out)?;
            }
        }
        Ok(())
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "by,value,count")?;
        writeln!(out, "all,,{}", self.total)?;
        for (length, count) in &self.by_length {
            writeln!(out, "length,{length},{count}")?;
        }
        if self.longer > 0 {
            writeln!(out, "length,{}+,{}", MAX_LENGTH + 1, self.longer)?;
        }
        for first in &self.by_first_tile {
            writeln!(out, "first_tile,{},{}", first.tile, first.count)?;
        }
        Ok(())
    }
}

/// Writes the totals of several files side by side.
pub(crate) fn write_side_by_side(
    files: &[Totals],
    format: CountFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lengths: BTreeSet<usize> = files
        .iter()
        .flat_map(|f| f.by_length.keys().copied())
        .collect();
    let count = |length: usize| -> Vec<u32> {
        let count = |file: &Totals| file.by_length.get(&length).copied().unwrap_or(0);
        files.iter().map(count).collect()
    };
    let longer: Vec<u32> = files.iter().map(|file| file.longer).collect();
    let total: Vec<u32> = files.iter().map(|file| file.total).collect();
    let has_longer = longer.iter().any(|&count| count > 0);
    match format {
        CountFormat::Json => write_json(out, &files),
        CountFormat::Csv => {
            let line = |counts: &[u32]| -> String {
                counts.iter().map(|count| format!(",{count}")).collect()
            };
            let names: String = files
                .iter()
                .map(|f| format!(",{}", csv_field(&f.file)))
                .collect();
            writeln!(out, "by,value{names}")?;
            writeln!(out, "all,{}", line(&total))?;
            for length in lengths {
                writeln!(out, "length,{length}{}", line(&count(length)))?;
            }
            match has_longer {
                true => writeln!(out, "length,{}+{}", MAX_LENGTH + 1, line(&longer)),
                false => Ok(()),
            }
        }
        CountFormat::Text => {
            let names = files.iter().map(|file| file.file.as_str());
            let mut table = Table::new(&["length"].into_iter().chain(names).collect::<Vec<_>>());
            let mut row = |title: String, counts: &[u32]| {
                let counts = counts.iter().map(|&count| grouped(count.into()));
                table.row(std::iter::once(title).chain(counts).collect());
            };
            for length in lengths {
                row(length.to_string(), &count(length));
            }
            if has_longer {
                row(format!("over {MAX_LENGTH}"), &longer);
            }
            row("all".to_string(), &total);
            table.write(out)
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
        let totals = Totals::of("x.txt", &opened, &english).unwrap();
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

//! The output of `kwg-count`: the number of words, and words with their numbers.

use crate::cli::args::shared::{Format, TableFormat};
use crate::cli::exit::WriteTo;
use crate::cli::input::File;
use crate::cli::render::json::{write_json, write_json_in_line};
use crate::cli::render::table::{Table, cells};
use crate::cli::render::words::lexicons_with;
use crate::error::{Result, grouped};
use crate::file::{Holds, Opened};
use crate::graph::{
    Counts, Filter, Graph, Histogram, MAX_LENGTH, Members, ProbabilityOrder, WordIndex, draws,
};
use crate::lexicon::Words;
use crate::recipe::per_length;
use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The number of words or leaves in a file.
#[derive(Serialize)]
pub(crate) struct Totals {
    /// The file as typed.
    pub file: String,
    /// The ruleset it was read with.
    pub ruleset: String,
    /// What kind of file it is.
    pub kind: String,
    /// What was counted: `words` or `leaves`.
    pub counted: &'static str,
    /// The total number.
    pub total: u64,
    /// The number of each length that occurs, up to [`MAX_LENGTH`].
    pub by_length: BTreeMap<usize, u64>,
    /// The number longer than [`MAX_LENGTH`].
    pub longer: u64,
    /// The number that begin with each tile, in tile order. Tiles without words are
    /// left out.
    pub by_first_tile: Vec<FirstTile>,
}

/// The number of words that begin with a tile.
#[derive(Serialize)]
pub(crate) struct FirstTile {
    /// The tile's label.
    pub tile: String,
    /// Their number.
    pub count: u64,
}

impl Totals {
    /// Takes the totals from a histogram of a file's words.
    pub(crate) fn of(file: &File, histogram: &Histogram) -> Totals {
        let first_tile = |&(tile, count): &(Tile, u32)| FirstTile {
            tile: file.alphabet().label(tile).to_string(),
            count: count.into(),
        };
        Totals {
            file: file.shown.clone(),
            ruleset: file.ruleset().name().to_string(),
            kind: file.opened.sniffed.kind.to_string(),
            counted: file.opened.noun(),
            total: histogram.words.into(),
            by_length: per_length(histogram.by_length.iter().map(|&n| n.into()).collect()),
            longer: histogram.longer.into(),
            by_first_tile: histogram.by_first_tile.iter().map(first_tile).collect(),
        }
    }
}

/// A table row: a value, and the number of words with it in each file.
type Row = (String, Vec<u64>);

/// The number of words of each length. `longer` labels those above the longest.
fn lengths(files: &[Totals], longer: String) -> Vec<Row> {
    let mut rows = Vec::new();
    for length in 0..=MAX_LENGTH {
        let counts = files.iter().map(|file| file.by_length.get(&length));
        if counts.clone().any(|count| count.is_some()) {
            let counts = counts.map(|count| count.copied().unwrap_or(0));
            rows.push((length.to_string(), counts.collect()));
        }
    }
    if files.iter().any(|file| file.longer > 0) {
        rows.push((longer, files.iter().map(|file| file.longer).collect()));
    }
    rows
}

/// The number of words of a single file that begin with each tile.
fn first_tiles(files: &[Totals]) -> Vec<Row> {
    let [file] = files else { return Vec::new() };
    let row = |first: &FirstTile| (first.tile.clone(), vec![first.count]);
    file.by_first_tile.iter().map(row).collect()
}

/// Writes the totals of a file, or of several side by side.
pub(crate) fn write_totals(
    files: &[Totals],
    format: TableFormat,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = files.iter().map(|file| file.file.as_str());
    let totals = files.iter().map(|file| file.total).collect();
    let longer = format!("over {MAX_LENGTH}");
    let shown = |(value, counts): Row| {
        let counts = counts.into_iter().map(grouped);
        [value].into_iter().chain(counts).collect()
    };
    match (format, files) {
        (TableFormat::Json, [file]) => write_json(out, file),
        (TableFormat::Json, _) => write_json(out, &files),
        (TableFormat::Csv, _) => {
            let titles = match files.len() {
                1 => vec!["count"],
                _ => names.collect(),
            };
            let mut table = Table::of(&[&["by", "value"], &titles[..]].concat(), []);
            for (by, rows) in [
                ("all", vec![(String::new(), totals)]),
                ("length", lengths(files, format!("{}+", MAX_LENGTH + 1))),
                ("first_tile", first_tiles(files)),
            ] {
                table.rows.extend(rows.into_iter().map(|(value, counts)| {
                    let counts = counts.iter().map(u64::to_string);
                    cells![by, value].into_iter().chain(counts).collect()
                }));
            }
            table.write_csv(out)
        }
        (TableFormat::Text, [file]) => {
            writeln!(out, "{}: {}", file.counted, grouped(file.total))?;
            let (lengths, tiles) = (lengths(files, longer), first_tiles(files));
            for (title, rows) in [("length", lengths), ("first tile", tiles)] {
                if !rows.is_empty() {
                    writeln!(out)?;
                    let rows = rows.into_iter().map(shown);
                    Table::of(&[title, file.counted], rows).write(out)?;
                }
            }
            Ok(())
        }
        (TableFormat::Text, _) => {
            let titles: Vec<&str> = ["length"].into_iter().chain(names).collect();
            let rows = lengths(files, longer).into_iter();
            let rows = rows.chain([("all".to_string(), totals)]);
            Table::of(&titles, rows.map(shown)).write(out)
        }
    }
}

/// The text for an unknown word or number.
const NONE: &str = "-";

/// Looks words and numbers up in a file.
pub(crate) struct LookUp<'a> {
    /// The index that numbers its words.
    pub(crate) index: WordIndex,
    alphabet: &'a Alphabet,
    /// Whether words are leaves, which may have blanks and whose tiles may be given in
    /// any order.
    leaves: bool,
    /// Member files by name.
    pub(crate) lexicons: Vec<(String, Members)>,
    tiles: Vec<Tile>,
}

/// A word and its number, one of which was the query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Answer {
    /// The word, as given or as found; `None` if there is none.
    pub word: Option<String>,
    /// The number, as given or as found; `None` if there is none.
    pub index: Option<u64>,
    /// The names of the lexicons that contain the word; `None` without lexicons.
    #[serde(rename = "lexica", skip_serializing_if = "Option::is_none")]
    pub lexicons: Option<Vec<String>>,
}

impl<'a> LookUp<'a> {
    /// Numbers the words of an opened file, using the counts of its nodes.
    pub(crate) fn new(opened: &Opened, counts: &Counts, alphabet: &'a Alphabet) -> LookUp<'a> {
        LookUp {
            index: WordIndex::new(opened.entries(), counts),
            alphabet,
            leaves: matches!(opened.holds, Holds::Leaves(_)),
            lexicons: Vec::new(),
            tiles: Vec::new(),
        }
    }

    /// Looks up the number of a word. A text with other letters than this alphabet's is
    /// an unknown word.
    pub(crate) fn index(&mut self, word: &str) -> Answer {
        self.tiles.clear();
        let read = if self.leaves {
            let read = self.alphabet.read_rack_into(word, &mut self.tiles);
            self.tiles.sort_unstable();
            read
        } else {
            self.alphabet.read_word_into(word, &mut self.tiles)
        };
        let index = read.ok().and_then(|()| self.index.index(&self.tiles));
        Answer {
            word: Some(word.to_string()),
            index: index.map(u64::from),
            lexicons: self.lexicons_of(index),
        }
    }

    /// Looks up the word of a number.
    pub(crate) fn word(&mut self, index: u64) -> Answer {
        let known = u32::try_from(index).ok();
        let known = known.filter(|&i| self.index.word(i, &mut self.tiles));
        let text = match self.leaves {
            true => Alphabet::labels_text,
            false => Alphabet::word_text,
        };
        Answer {
            word: known.map(|_| text(self.alphabet, &self.tiles)),
            index: Some(index),
            lexicons: self.lexicons_of(known),
        }
    }

    fn lexicons_of(&self, index: Option<u32>) -> Option<Vec<String>> {
        let names = || lexicons_with(&self.lexicons, index).map(str::to_string);
        (!self.lexicons.is_empty()).then(|| names().collect())
    }
}

impl Answer {
    /// Whether the word and number exist.
    pub(crate) fn is_known(&self) -> bool {
        self.word.is_some() && self.index.is_some()
    }
}

/// Writes answers one after the other.
///
/// As text, an answer is a line: the result, or `-` for an unknown word or number;
/// then, if there are lexicons, a tab and their names separated by commas, or `-` for
/// none. As JSON, answers are the objects of an array, each on its own line.
pub(crate) struct AnswerWriter {
    pub(crate) format: Format,
    /// Whether the answers are words, looked up by their numbers.
    pub(crate) of_words: bool,
    /// Whether an answer has been written.
    pub(crate) written: bool,
}

impl AnswerWriter {
    /// Writes an answer.
    pub(crate) fn write(&mut self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Json {
            let before = if self.written { ",\n  " } else { "[\n  " };
            self.written = true;
            out.write_all(before.as_bytes())?;
            return write_json_in_line(out, answer);
        }
        let index = answer.index.map(|index| index.to_string());
        let text = if self.of_words { &answer.word } else { &index };
        write!(out, "{}", text.as_deref().unwrap_or(NONE))?;
        match answer.lexicons.as_deref() {
            None => writeln!(out),
            Some([]) => writeln!(out, "\t{NONE}"),
            Some(lexicons) => writeln!(out, "\t{}", lexicons.join(",")),
        }
    }

    /// Writes the text after the last answer.
    pub(crate) fn finish(self, out: &mut dyn Write) -> io::Result<()> {
        match (self.format, self.written) {
            (Format::Text, _) => Ok(()),
            (Format::Json, true) => out.write_all(b"\n]\n"),
            (Format::Json, false) => out.write_all(b"[]\n"),
        }
    }
}

/// All words of a graph and their numbers, ready to be written. A fault of the graph is
/// reported when the map is created, so writing fails only if the output does.
pub(crate) struct Map<'g> {
    pub(crate) words: u32,
    pub(crate) write: Box<WriteTo<'g>>,
}

impl<'g> Map<'g> {
    fn new(words: u32, write: impl Fn(&mut dyn Write) -> io::Result<()> + 'g) -> Map<'g> {
        let write = Box::new(write);
        Map { words, write }
    }

    /// Creates CSV with the columns `index,word`, in numerical order. Fails if there
    /// are more than 2^32 - 1 words.
    pub(crate) fn sorted(file: &'g File) -> Result<Map<'g>> {
        let counts = Counts::of(file.opened.entries()).map_err(|e| file.fault(e))?;
        let write_text = match file.opened.holds {
            Holds::Leaves(_) => Alphabet::write_labels,
            _ => Alphabet::write_word,
        };
        Ok(Map::new(counts.total(), move |out| {
            writeln!(out, "index,word")?;
            let mut text = String::new();
            let mut words = file.opened.entries().words();
            let mut index = 0u32;
            while let Some(word) = words.next() {
                text.clear();
                write_text(file.alphabet(), word, &mut text);
                writeln!(out, "{index},{text}")?;
                // After the last of 2^32 - 1 words, this is the largest number.
                index += 1;
            }
            Ok(())
        }))
    }

    /// Like [`sorted`](Self::sorted), for some of the words that `index` numbers.
    pub(crate) fn some(words: Words, index: Option<&'g WordIndex>, file: &'g File) -> Map<'g> {
        Map::new(words.len() as u32, move |out| {
            writeln!(out, "index,word")?;
            words.iter().try_for_each(|word| {
                let number = index.and_then(|index| index.index(word)).unwrap_or(0);
                writeln!(out, "{number},{}", file.alphabet().word_text(word))
            })
        })
    }

    /// Creates CSV with the columns `index,word,length,rank,ways`, by length, and
    /// within a length by the number of ways to draw a word, the most first. There must
    /// be few enough words to list.
    pub(crate) fn ranked(
        graph: &Graph,
        filter: Option<&Filter<'_>>,
        ruleset: &'g Ruleset,
    ) -> Result<Map<'g>> {
        let words = graph.to_words()?;
        let draws = draws(&words, ruleset)?;
        let order = ProbabilityOrder::by_draws(&words, &draws);
        let mut rows = Vec::new();
        for (index, (word, &rank)) in words.iter().zip(order.ranks()).enumerate() {
            if filter.is_none_or(|filter| filter.fits(word, graph)) {
                rows.push((word.len(), rank, index));
            }
        }
        rows.sort_unstable();
        Ok(Map::new(rows.len() as u32, move |out| {
            writeln!(out, "index,word,length,rank,ways")?;
            let mut text = String::new();
            rows.iter().try_for_each(|&(length, rank, index)| {
                text.clear();
                ruleset.alphabet().write_word(words.get(index), &mut text);
                let draws = draws[index];
                writeln!(out, "{index},{text},{length},{rank},{draws}")
            })
        }))
    }

    /// Creates the bytes of a `.kwc` file: the counts of the nodes.
    pub(crate) fn counts(file: &File) -> Result<Map<'g>> {
        let counts = Counts::of(file.graph()?).map_err(|e| file.fault(e))?;
        let bytes = counts.to_bytes();
        Ok(Map::new(counts.total(), move |out| out.write_all(&bytes)))
    }

    /// Creates the bytes of a `.kwp` file: the rank of each word by the number of ways
    /// to draw it.
    pub(crate) fn ranks(graph: &Graph, ruleset: &Ruleset) -> Result<Map<'g>> {
        let order = ProbabilityOrder::of(graph, ruleset)?;
        let (words, bytes) = (order.ranks().len() as u32, order.to_bytes());
        Ok(Map::new(words, move |out| out.write_all(&bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::Rules;
    use crate::file::open;
    use crate::ruleset::Ruleset;

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

    #[test]
    fn words_and_numbers_are_found() {
        let english = Ruleset::builtin("english").unwrap();
        let opened = open("x.txt", b"CAT\nACT\n", &english, None).unwrap();
        let counts = Counts::of(opened.entries()).unwrap();
        let mut look_up = LookUp::new(&opened, &counts, english.alphabet());
        assert_eq!(look_up.index("cat").index, Some(1));
        assert_eq!(look_up.index("TAC").index, None);
        assert_eq!(look_up.word(0).word.as_deref(), Some("ACT"));
    }
}

//! Words as lines, tables, JSON and CSV, for one query or many, and verdicts on plays.
//!
//! The answer to a single query has a line for each word, written as soon as the word
//! is found. The answers to many queries have a line for each query.

use crate::cli::args::kwg_dump::{Column, WordsArgs};
use crate::cli::args::shared::{Format, TableFormat};
use crate::cli::args::values::name_of;
use crate::cli::input::Prepared;
use crate::cli::render::json::{Json, Object, object, write_json_line};
use crate::cli::render::table::{Table, cells, csv_line, joined, write_lines};
use crate::error::Result;
use crate::graph::{Graph, InnerHooks, Members, points};
use crate::lexicon::Definitions;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};

/// The text for no words.
const NONE: &str = "-";

/// Writes words one after the other.
pub(crate) struct WordWriter<'w> {
    args: &'w WordsArgs,
    study: &'w Study<'w>,
    columns: Vec<Column>,
    /// Whether the user chose the columns.
    is_chosen: bool,
    is_many: bool,
    /// The rows of a table or of a query, until its end.
    rows: Vec<Row>,
    /// The text of a word written as a line.
    line: String,
}

/// The cells of a word, one for each column.
type Row = Vec<Value>;

/// Formats the cells as text.
fn texts(row: &[Value]) -> Vec<String> {
    row.iter().map(cell_text).collect()
}

impl<'w> WordWriter<'w> {
    pub(crate) fn new(args: &'w WordsArgs, study: &'w Study<'w>, is_many: bool) -> Self {
        let has_definitions = study.definitions.is_some();
        let is_chosen = !args.columns.is_empty() || has_definitions;
        let mut columns = match (args.columns.is_empty(), args.format, is_many) {
            (false, ..) => args.columns.clone(),
            (true, TableFormat::Json, false) => vec![Column::Word, Column::Length],
            _ => vec![Column::Word],
        };
        if args.columns.is_empty() && has_definitions {
            columns.push(Column::Definition);
        }
        WordWriter {
            args,
            study,
            columns,
            is_chosen,
            is_many,
            rows: Vec::new(),
            line: String::new(),
        }
    }

    /// Writes the text before the first word.
    pub(crate) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.args.format != TableFormat::Csv {
            return Ok(());
        }
        let names = self.names();
        match (self.is_many, self.args.count, self.is_chosen) {
            (false, true, _) => writeln!(out, "count"),
            (false, false, _) => writeln!(out, "{}", names.join(",")),
            (true, true, _) => writeln!(out, "asked,count"),
            (true, false, false) => writeln!(out, "asked,count,words"),
            (true, false, true) => writeln!(out, "asked,{}", names.join(",")),
        }
    }

    /// Adds the next word. It is written now, or at the end of its query.
    pub(crate) fn word(&mut self, word: &[Tile], out: &mut dyn Write) -> io::Result<()> {
        if self.args.format == TableFormat::Text && !self.is_chosen && !self.is_many {
            self.line.clear();
            let alphabet = self.study.ruleset.alphabet();
            alphabet.write_word(word, &mut self.line);
            return writeln!(out, "{}", self.line);
        }
        let cell = |&column: &Column| self.study.cell(column, word);
        let row: Row = self.columns.iter().map(cell).collect();
        match self.args.format {
            TableFormat::Csv if !self.is_many => writeln!(out, "{}", csv_line(&texts(&row)))?,
            TableFormat::Json if !self.is_many => write_json_line(out, &self.object(row))?,
            _ => self.rows.push(row),
        }
        Ok(())
    }

    /// Ends a query that had this number of words.
    pub(crate) fn end(
        &mut self,
        asked: Option<&str>,
        found: u64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        match asked {
            None if self.args.count && self.args.format == TableFormat::Json => {
                write_json_line(out, &object! {"count": found})
            }
            None if self.args.count => writeln!(out, "{found}"),
            None if rows.is_empty() => Ok(()),
            None => Table::of(&self.names(), rows.iter().map(|row| texts(row))).write(out),
            Some(asked) => self.answer(asked, found, rows, out),
        }
    }

    /// The names of the columns.
    fn names(&self) -> Vec<String> {
        self.columns.iter().map(|&column| name_of(column)).collect()
    }

    /// The cells of a word as an object, by column name.
    fn object(&self, row: Row) -> Object {
        let cells = row.into_iter().map(Json::Value);
        Object(self.names().into_iter().zip(cells).collect())
    }

    /// Writes the answer to one of many queries.
    fn answer(
        &self,
        asked: &str,
        found: u64,
        rows: Vec<Row>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let firsts = rows.iter().filter_map(|row| row.first());
        let firsts: Vec<String> = firsts.map(cell_text).collect();
        let lines = rows.iter().map(|row| [cells![asked], texts(row)].concat());
        match self.args.format {
            TableFormat::Json => {
                let words: Json = match self.is_chosen {
                    true => rows.into_iter().map(|row| self.object(row)).collect(),
                    false => json!(firsts).into(),
                };
                let answer = object! {"asked": asked, "count": found};
                let words = (!self.args.count).then_some(words);
                write_json_line(out, &answer.with("words", words))
            }
            TableFormat::Csv if self.is_chosen => {
                write_lines(lines.map(|line| csv_line(&line)), out)
            }
            TableFormat::Csv => {
                let cells = [asked, &found.to_string(), &firsts.join(" ")];
                let shown = if self.args.count { 2 } else { 3 };
                writeln!(out, "{}", csv_line(&cells[..shown]))
            }
            TableFormat::Text if self.args.count => writeln!(out, "{asked}\t{found}"),
            TableFormat::Text if rows.is_empty() => writeln!(out, "{asked}\t{NONE}"),
            TableFormat::Text if self.is_chosen => {
                write_lines(lines.map(|line| line.join("\t")), out)
            }
            TableFormat::Text => writeln!(out, "{asked}\t{}", firsts.join(" ")),
        }
    }
}

/// A cell as text.
pub(crate) fn cell_text(cell: &Value) -> String {
    cell.as_str()
        .map_or_else(|| cell.to_string(), str::to_string)
}

/// Everything that the columns of a file's words need.
pub(crate) struct Study<'s> {
    pub(crate) graph: &'s Graph,
    pub(crate) ruleset: &'s Ruleset,
    pub(crate) prepared: &'s Prepared<'s>,
    /// Member files by name.
    pub(crate) members: Vec<(String, Members)>,
    /// The definitions, if any were given.
    pub(crate) definitions: Option<Definitions>,
    /// The number of words of each alphagram. It is never iterated, so its order does not
    /// matter.
    pub(crate) anagrams: HashMap<Vec<Tile>, u64>,
}

/// The number of words of each alphagram.
pub(crate) fn count_anagrams(graph: &Graph) -> Result<HashMap<Vec<Tile>, u64>> {
    let mut anagrams = HashMap::new();
    for word in graph.to_words()?.iter() {
        *anagrams.entry(alphagram(word)).or_default() += 1;
    }
    Ok(anagrams)
}

impl Study<'_> {
    /// The value of a column for a word: a text or a number.
    pub(crate) fn cell(&self, column: Column, word: &[Tile]) -> Value {
        let alphabet = self.ruleset.alphabet();
        let index = || self.prepared.index.as_ref()?.index(word);
        let number = |number: Option<u32>| number.unwrap_or(0).into();
        match column {
            Column::Word => alphabet.word_text(word).into(),
            Column::Alphagram => alphabet.labels_text(&alphagram(word)).into(),
            Column::Length => word.len().into(),
            Column::Points => points(word, self.ruleset).into(),
            Column::Rank => {
                let order = self.prepared.order.as_ref();
                number(index().and_then(|index| order?.rank(index)))
            }
            Column::Front => alphabet.labels_text(&self.graph.hooks(word).front).into(),
            Column::Back => alphabet.labels_text(&self.graph.hooks(word).back).into(),
            Column::Inner => {
                let (front, back) = InnerHooks::of(word, self.graph);
                let sides = [front.then_some("front"), back.then_some("back")];
                joined(sides.into_iter().flatten(), " ").into()
            }
            Column::Anagrams => {
                let count = self.anagrams.get(&alphagram(word));
                count.copied().unwrap_or(0).into()
            }
            Column::Index => number(index()),
            Column::Members => joined(lexicons_with(&self.members, index()), " ").into(),
            Column::Definition => {
                let text = self.definitions.as_ref().and_then(|all| all.get(word));
                text.unwrap_or_default().into()
            }
        }
    }
}

/// The names of the member files that contain the word with this number.
pub(crate) fn lexicons_with(
    members: &[(String, Members)],
    index: Option<u32>,
) -> impl Iterator<Item = &str> {
    let has = move |members: &Members| index.is_some_and(|index| members.contains(index));
    let found = members.iter().filter(move |(_, members)| has(members));
    found.map(|(name, _)| name.as_str())
}

/// The tiles of a word, sorted.
fn alphagram(word: &[Tile]) -> Vec<Tile> {
    let mut tiles = word.to_vec();
    tiles.sort_unstable();
    tiles
}

/// The verdict on a play.
pub(crate) struct Verdict<'a> {
    /// All of its words.
    pub(crate) words: Vec<&'a str>,
    /// Whether all of them are valid.
    pub(crate) valid: bool,
    /// The invalid words, if requested.
    pub(crate) invalid: Option<Vec<&'a str>>,
    /// The definitions of the valid words, in the order of the play, if they are
    /// requested and may be shown.
    pub(crate) definitions: Option<Vec<(&'a str, &'a str)>>,
}

impl Verdict<'_> {
    /// Writes the verdict on one line: `valid` or `invalid`, and the invalid words. The
    /// definitions follow, one per line.
    pub(crate) fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Verdict { valid, invalid, .. } = self;
        if format == Format::Json {
            let meaning = |&(word, text): &(&str, &str)| (word.to_string(), text.into());
            let meanings = self.definitions.as_ref();
            let meanings = meanings.map(|all| Object(all.iter().map(meaning).collect()));
            let line = object! {"words": json!(self.words), "valid": *valid};
            let line = line.with("invalid", invalid.as_ref().map(|words| json!(words)));
            return write_json_line(out, &line.with("definitions", meanings));
        }
        let word = if *valid { "valid" } else { "invalid" };
        match invalid.as_deref() {
            None | Some([]) => writeln!(out, "{word}")?,
            Some(invalid) => {
                let invalid = invalid.iter();
                let invalid = invalid.map(|word| if word.is_empty() { "''" } else { word });
                writeln!(out, "{word}: {}", joined(invalid, " "))?;
            }
        }
        let meanings = self.definitions.iter().flatten();
        write_lines(
            meanings.map(|(word, text)| format!("  {word}: {text}")),
            out,
        )
    }
}

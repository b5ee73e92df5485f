//! Words as lines, tables, JSON and CSV, for one question or many.
//!
//! A single question has a line for each word, which is written as soon as the word
//! is found. Many questions have a line for each question.

use crate::cli::args::choice::name_of;
use crate::cli::args::format::WordFormat;
use crate::cli::args::words::{Column, WordsArgs};
use crate::cli::render::csv::csv_field;
use crate::cli::render::json::write_json_line;
use crate::cli::render::study::{Cell, Study};
use crate::cli::render::table::Table;
use crate::tiles::Tile;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::json;
use std::io::{self, Write};

/// What is written for no words.
const NONE: &str = "-";

/// Writes words one after the other.
pub(crate) struct WordWriter<'w> {
    study: &'w Study<'w>,
    format: WordFormat,
    columns: Vec<Column>,
    /// Whether the user chose the columns.
    is_chosen: bool,
    is_count: bool,
    is_many: bool,
    /// The rows of a table or of a question, until its end.
    rows: Vec<Row>,
    /// The text of a word that is a line.
    line: String,
}

/// The cells of a word, with the names of their columns.
struct Row(Vec<(Column, Cell)>);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (column, cell) in &self.0 {
            map.serialize_entry(&name_of(*column), cell)?;
        }
        map.end()
    }
}

/// The answer to one of many questions.
#[derive(serde::Serialize)]
struct Answer<'a> {
    asked: &'a str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Shown<'a>>,
}

/// The words of an answer: with columns, or as text.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Shown<'a> {
    Rows(&'a [Row]),
    Words(&'a [String]),
}

impl Row {
    fn texts(&self) -> Vec<String> {
        self.0.iter().map(|(_, cell)| cell.to_string()).collect()
    }

    /// The cells as the fields of a line.
    fn csv(&self) -> String {
        let texts = self.texts();
        let fields: Vec<_> = texts.iter().map(|text| csv_field(text)).collect();
        fields.join(",")
    }

    fn first(&self) -> String {
        self.0
            .first()
            .map_or(String::new(), |(_, cell)| cell.to_string())
    }
}

impl<'w> WordWriter<'w> {
    pub(crate) fn new(args: &WordsArgs, study: &'w Study<'w>, is_many: bool) -> WordWriter<'w> {
        let has_definitions = study.definitions.is_some();
        let is_chosen = !args.columns.is_empty() || has_definitions;
        let mut columns = match (args.columns.is_empty(), args.format, is_many) {
            (false, ..) => args.columns.clone(),
            (true, WordFormat::Json, false) => vec![Column::Word, Column::Length],
            _ => vec![Column::Word],
        };
        if args.columns.is_empty() && has_definitions {
            columns.push(Column::Definition);
        }
        WordWriter {
            study,
            format: args.format,
            columns,
            is_chosen,
            is_count: args.count,
            is_many,
            rows: Vec::new(),
            line: String::new(),
        }
    }

    /// Writes what comes before the first word.
    pub(crate) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.format != WordFormat::Csv {
            return Ok(());
        }
        let names: Vec<String> = self.columns.iter().map(|&column| name_of(column)).collect();
        match (self.is_many, self.is_count, self.is_chosen) {
            (false, true, _) => writeln!(out, "count"),
            (false, false, _) => writeln!(out, "{}", names.join(",")),
            (true, true, _) => writeln!(out, "asked,count"),
            (true, false, false) => writeln!(out, "asked,count,words"),
            (true, false, true) => writeln!(out, "asked,{}", names.join(",")),
        }
    }

    /// Takes the next word. It is written now, or at the end of its question.
    pub(crate) fn word(&mut self, word: &[Tile], out: &mut dyn Write) -> io::Result<()> {
        if self.format == WordFormat::Text && !self.is_chosen && !self.is_many {
            self.line.clear();
            self.study
                .ruleset
                .alphabet()
                .write_word(word, &mut self.line);
            return writeln!(out, "{}", self.line);
        }
        let cell = |&column: &Column| (column, self.study.cell(column, word));
        let row = Row(self.columns.iter().map(cell).collect());
        match self.format {
            _ if self.is_many => self.rows.push(row),
            WordFormat::Text => self.rows.push(row),
            WordFormat::Csv => writeln!(out, "{}", row.csv())?,
            WordFormat::Json => write_json_line(out, &row)?,
        }
        Ok(())
    }

    /// Ends a question that had a number of words.
    pub(crate) fn end(
        &mut self,
        asked: Option<&str>,
        found: u64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        match asked {
            None if self.is_count => self.count(found, out),
            None => self.table(&rows, out),
            Some(asked) => self.answer(asked, found, &rows, out),
        }
    }

    fn count(&self, found: u64, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            WordFormat::Json => write_json_line(out, &json!({"count": found})),
            _ => writeln!(out, "{found}"),
        }
    }

    /// Writes the columns that were chosen for a person.
    fn table(&self, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = self.columns.iter().map(|&column| name_of(column)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut table = Table::new(&names);
        for row in rows {
            table.row(row.texts());
        }
        table.write(out)
    }

    /// Writes the answer to one of many questions.
    fn answer(&self, asked: &str, found: u64, rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
        let firsts: Vec<String> = rows.iter().map(Row::first).collect();
        match self.format {
            WordFormat::Json => {
                let words = match self.is_chosen {
                    true => Shown::Rows(rows),
                    false => Shown::Words(&firsts),
                };
                let answer = Answer {
                    asked,
                    count: found,
                    words: (!self.is_count).then_some(words),
                };
                write_json_line(out, &answer)
            }
            WordFormat::Csv if self.is_chosen => rows
                .iter()
                .try_for_each(|row| writeln!(out, "{},{}", csv_field(asked), row.csv())),
            WordFormat::Csv if self.is_count => writeln!(out, "{},{found}", csv_field(asked)),
            WordFormat::Csv => {
                let words = firsts.join(" ");
                writeln!(out, "{},{found},{}", csv_field(asked), csv_field(&words))
            }
            WordFormat::Text if self.is_count => writeln!(out, "{asked}\t{found}"),
            WordFormat::Text if rows.is_empty() => writeln!(out, "{asked}\t{NONE}"),
            WordFormat::Text if self.is_chosen => rows
                .iter()
                .try_for_each(|row| writeln!(out, "{asked}\t{}", row.texts().join("\t"))),
            WordFormat::Text => writeln!(out, "{asked}\t{}", firsts.join(" ")),
        }
    }
}

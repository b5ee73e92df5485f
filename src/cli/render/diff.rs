//! Differences between words and between leaves as text, JSON, CSV and Markdown.

use crate::cli::args::kwg_dump::DiffArgs;
use crate::cli::args::shared::DiffFormat;
use crate::cli::exit::Stop;
use crate::cli::render::json::write_json;
use crate::cli::render::table::{Table, cells, csv_line, or_empty, write_lines};
use crate::error::Result;
use crate::graph::{Change, Diff, Summary, release_note};
use crate::leave::{LeaveChange, LeaveSummary, Leaves, leave_changes};
use crate::lexicon::Definitions;
use crate::ruleset::Ruleset;
use crate::tiles::{Alphabet, Tile};
use crate::written::{Markdown, Written, markdown};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The two sides of a difference, and how to write it.
pub(crate) struct DiffStyle<'a> {
    /// The old and the new side, as typed.
    pub files: [String; 2],
    /// The titles of the old and the new side.
    pub titles: [String; 2],
    /// The arguments.
    pub args: &'a DiffArgs,
    /// The ruleset that both sides were read with.
    pub ruleset: &'a Ruleset,
    /// Whether that ruleset was assumed for the old side and for the new side.
    pub assumed: [bool; 2],
    /// The SHA-256 of the old and the new file, for a page.
    pub sums: [Option<String>; 2],
    /// The definitions of words, if any were given.
    pub definitions: Option<&'a Definitions>,
}

impl DiffStyle<'_> {
    /// The alphabet of both sides.
    pub(crate) fn alphabet(&self) -> &Alphabet {
        self.ruleset.alphabet()
    }

    /// The definition of a word; empty if there is none.
    pub(crate) fn definition(&self, word: &[Tile]) -> &str {
        let found = self.definitions.and_then(|all| all.get(word));
        found.unwrap_or_default()
    }

    /// The title of a release note or page.
    pub(crate) fn title(&self) -> String {
        match &self.titles {
            [old, new] if old == new => format!("Changes in {new}"),
            [old, new] => format!("Changes from {old} to {new}"),
        }
    }

    /// The start of the JSON of a difference.
    fn json(&self, equal: bool) -> Value {
        let side = |i: usize| json!({"file": self.files[i], "ruleset_assumed": self.assumed[i]});
        json!({"ruleset": self.ruleset.name(), "old": side(0), "new": side(1), "equal": equal})
    }

    /// Writes the difference between two sets of words. `page` writes HTML.
    pub(crate) fn write_words(&self, diff: &Diff<'_>, out: &mut dyn Write) -> Result<(), Stop> {
        match (self.args.format, self.args.stat) {
            (DiffFormat::Html, _) => (),
            (DiffFormat::Json, _) => write_json(out, &self.word_json(diff)?)?,
            (DiffFormat::Text, false) => {
                self.each_word(diff, &mut |is_added, word, definition| {
                    let sign = if is_added { '+' } else { '-' };
                    match definition {
                        "" => writeln!(out, "{sign}{word}"),
                        _ => writeln!(out, "{sign}{word}\t{definition}"),
                    }
                })?
            }
            (DiffFormat::Csv, false) => {
                let columns = self.definitions.map_or(2, |_| 3);
                let titles = ["change", "word", "definition"];
                writeln!(out, "{}", csv_line(&titles[..columns]))?;
                self.each_word(diff, &mut |is_added, word, definition| {
                    let name = if is_added { "added" } else { "removed" };
                    writeln!(out, "{}", csv_line(&[name, word, definition][..columns]))
                })?;
            }
            (DiffFormat::Markdown, false) => {
                let (alphabet, definitions) = (self.alphabet(), self.definitions);
                let note = release_note(diff, &self.title(), alphabet, definitions)?;
                out.write_all(note.as_bytes())?;
            }
            (_, true) => self.write_word_numbers(&Summary::of(diff)?, out)?,
        }
        Ok(())
    }

    /// Calls `write` for each word with whether it was added, its text, and its
    /// definition, which is empty if it has none.
    fn each_word(&self, diff: &Diff<'_>, write: &mut WriteWord<'_>) -> io::Result<()> {
        let mut text = String::new();
        let mut changes = diff.changes();
        while let Some((change, word)) = changes.next() {
            text.clear();
            self.alphabet().write_word(word, &mut text);
            write(change == Change::Added, &text, self.definition(word))?;
        }
        Ok(())
    }

    /// Writes the numbers of words added and removed by length.
    fn write_word_numbers(&self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let (added, removed) = summary.totals();
        let rows = summary.by_length();
        let rows = rows.map(|(length, added, removed)| cells![length, added, removed]);
        let all = [cells!["all", added, removed]];
        let titles = ["length", "added", "removed"];
        match self.args.format {
            DiffFormat::Csv => Table::of(&titles, rows).write_csv(out),
            DiffFormat::Markdown => {
                let mut document = Written::new();
                document.line(markdown!("# {}\n", self.title()));
                document.line(markdown!("| length | new | deleted |"));
                document.line(markdown!("| ---: | ---: | ---: |"));
                for row in rows.chain(all) {
                    document.line(markdown!("| {} | {} | {} |", row[0], row[1], row[2]));
                }
                out.write_all(document.into_text().as_bytes())
            }
            _ => Table::of(&titles, rows.chain(all)).write(out),
        }
    }

    fn word_json(&self, diff: &Diff<'_>) -> Result<Value, Stop> {
        let summary = Summary::of(diff)?;
        let (added, removed) = summary.totals();
        let lengths = summary.by_length().map(
            |(length, added, removed)| json!({"length": length, "added": added, "removed": removed}),
        );
        let mut value = self.json(diff.is_empty());
        value["old"]["words"] = json!(summary.old.words);
        value["new"]["words"] = json!(summary.new.words);
        value["added"] = json!(added);
        value["removed"] = json!(removed);
        value["by_length"] = lengths.collect();
        if self.args.stat {
            return Ok(value);
        }
        let (mut came, mut went, mut definitions) = (Vec::new(), Vec::new(), Map::new());
        self.each_word(diff, &mut |is_added, word, definition| {
            let words = if is_added { &mut came } else { &mut went };
            words.push(word.to_string());
            if !definition.is_empty() {
                definitions.insert(word.to_string(), definition.into());
            }
            Ok(())
        })?;
        value["words_added"] = json!(came);
        value["words_removed"] = json!(went);
        if self.definitions.is_some() {
            value["definitions"] = definitions.into();
        }
        Ok(value)
    }

    /// Writes the difference between two leave files. `page` writes HTML.
    pub(crate) fn write_leaves(
        &self,
        old: &Leaves,
        new: &Leaves,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut rows = leave_changes(old, new, self.args.tolerance);
        let summary = || LeaveSummary::of(old, new, self.args.tolerance);
        let text = |row: &LeaveChange| self.alphabet().labels_text(&row.leave);
        match (self.args.format, self.args.stat) {
            (DiffFormat::Html, _) => Ok(()),
            (DiffFormat::Json, stat) => {
                let row =
                    |row: &LeaveChange| json!({"leave": text(row), "old": row.old, "new": row.new});
                let summary = summary();
                let mut value = self.json(summary.is_empty());
                for (what, count) in leave_counts(&summary) {
                    value[what.replace(' ', "_")] = json!(count);
                }
                value["mean_change"] = json!(summary.mean);
                for (percent, size) in percentiles(&summary) {
                    value["percentiles"][percent.to_string()] = json!(size);
                }
                value["largest"] = summary.largest.iter().map(row).collect();
                if !stat {
                    value["leaves"] = rows.map(|change| row(&change)).collect();
                }
                write_json(out, &value)
            }
            (DiffFormat::Markdown, stat) => {
                let mut document = Written::new();
                document.line(markdown!("# {}\n", self.title()));
                let summary = summary();
                for number in self.leave_numbers(&summary, |value| format!("{value:.3}")) {
                    document.line(markdown!("- {}", number));
                }
                if !stat {
                    let (removed, added): (Vec<_>, Vec<_>) = rows
                        .filter(|row| row.change().is_none())
                        .partition(|row| row.new.is_none());
                    self.name_leaves("Added", &added, &mut document);
                    self.name_leaves("Removed", &removed, &mut document);
                }
                out.write_all(document.into_text().as_bytes())
            }
            (DiffFormat::Text, true) => {
                let numbers = self.leave_numbers(&summary(), |value| value.to_string());
                write_lines(numbers, out)
            }
            (DiffFormat::Text, false) => rows.try_for_each(|row| {
                let leave = text(&row);
                match (row.old, row.new) {
                    (Some(old), Some(new)) => writeln!(out, "~{leave} {old} {new}"),
                    (Some(old), None) => writeln!(out, "-{leave} {old}"),
                    (None, new) => writeln!(out, "+{leave} {}", or_empty(new)),
                }
            }),
            (DiffFormat::Csv, true) => {
                let summary = summary();
                let counts = leave_counts(&summary).map(|(figure, n)| cells![figure, n]);
                let sizes = percentiles(&summary);
                let sizes = sizes.map(|(p, size)| cells![format!("percentile {p}"), size]);
                let mean = [cells!["mean change", summary.mean]];
                let rows = counts.into_iter().chain(mean).chain(sizes);
                Table::of(&["figure", "value"], rows).write_csv(out)
            }
            (DiffFormat::Csv, false) => {
                writeln!(out, "leave,old,new")?;
                let row = |row| [text(&row), or_empty(row.old), or_empty(row.new)];
                write_lines(rows.map(|change| csv_line(&row(change))), out)
            }
        }
    }

    /// Lists the first leaves that are on one side only, if there are any.
    fn name_leaves(&self, what: &str, leaves: &[LeaveChange], document: &mut Written<Markdown>) {
        if !leaves.is_empty() {
            document.line(markdown!("\n## {} leaves\n", what));
        }
        for row in leaves.iter().take(NAMED) {
            let leave = self.alphabet().labels_text(&row.leave);
            let value = row.old.or(row.new).unwrap_or_default();
            document.line(markdown!("- {}: {:.3}", leave, value));
        }
        if leaves.len() > NAMED {
            document.line(markdown!("- … and {} more", leaves.len() - NAMED));
        }
    }

    /// Formats the statistics of a difference between leaves, one per line. `shown`
    /// formats values.
    fn leave_numbers(&self, summary: &LeaveSummary, shown: fn(f32) -> String) -> Vec<String> {
        let counts = leave_counts(summary).map(|(what, count)| format!("{what}: {count}"));
        let mut lines = Vec::from(counts);
        lines.push(format!("mean change: {:.6}", summary.mean));
        for (percent, size) in percentiles(summary) {
            lines.push(format!("{percent} % change by at most: {size:.6}"));
        }
        for row in &summary.largest {
            let leave = self.alphabet().labels_text(&row.leave);
            if let (Some(old), Some(new)) = (row.old, row.new) {
                lines.push(format!("{leave}: {} to {}", shown(old), shown(new)));
            }
        }
        lines
    }
}

/// Takes whether a word was added, its text and its definition.
type WriteWord<'w> = dyn FnMut(bool, &str, &str) -> io::Result<()> + 'w;

/// The most added or removed leaves listed in a release note.
const NAMED: usize = 100;

/// The numbers of leaves added, removed, changed, and in both.
fn leave_counts(summary: &LeaveSummary) -> [(&'static str, u64); 4] {
    [
        ("added", summary.added),
        ("removed", summary.removed),
        ("changed", summary.changed),
        ("in both", summary.in_both),
    ]
}

/// Percentages of changes, and the size that they do not exceed.
pub(crate) fn percentiles(summary: &LeaveSummary) -> impl Iterator<Item = (usize, f64)> {
    LeaveSummary::PERCENTS.into_iter().zip(summary.percentiles)
}

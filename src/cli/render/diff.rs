//! Differences, written in each of the forms they can be asked for.

use crate::cli::page::diff::{write_leave_page, write_word_page};
use crate::cli::render::table::Table;
use crate::error::{Error, Result};
use crate::graph::{Change, Diff, Summary, release_note};
use crate::leave::{LeaveChange, LeaveChanges, LeaveSummary, Leaves};
use crate::ruleset::Ruleset;
use crate::tiles::Alphabet;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

/// How a difference is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// A line for each difference: `+` added, `-` removed, `~` changed
    #[default]
    Text,
    /// For a program
    Json,
    /// A release note
    Markdown,
    /// A row for each difference
    Csv,
    /// A page with search, in one file
    Html,
}

/// What a difference is called, and how it is wanted.
pub struct DiffStyle<'a> {
    /// The old side, as the user named it.
    pub old: &'a str,
    /// The new side, as the user named it.
    pub new: &'a str,
    /// What readers know the old and the new side by.
    pub titles: [&'a str; 2],
    /// Only the numbers.
    pub stat: bool,
    /// The form.
    pub format: DiffFormat,
    /// The ruleset that both sides were looked at with.
    pub ruleset: &'a Ruleset,
    /// Whether nothing named that ruleset for the old and for the new side.
    pub assumed: [bool; 2],
    /// The SHA-256 of the old and the new side, for a page; none of a recipe.
    pub sums: [Option<String>; 2],
}

impl DiffStyle<'_> {
    /// The labels.
    pub(crate) fn alphabet(&self) -> &Alphabet {
        self.ruleset.alphabet()
    }

    /// The title of a release note or page.
    pub(crate) fn title(&self) -> String {
        match self.titles {
            [old, new] if old == new => format!("Changes in {new}"),
            [old, new] => format!("Changes from {old} to {new}"),
        }
    }
}

/// Writes the difference of two sets of words.
pub fn write_word_diff<E: From<io::Error> + From<Error>>(
    diff: &Diff<'_>,
    style: &DiffStyle<'_>,
    out: &mut impl Write,
) -> Result<(), E> {
    match (style.format, style.stat) {
        (DiffFormat::Text, true) => word_stat(&Summary::of(diff)?, out)?,
        (DiffFormat::Text, false) => each_word(diff, style.alphabet(), |change, word| {
            writeln!(out, "{}{word}", sign(change))
        })?,
        (DiffFormat::Csv, true) => {
            writeln!(out, "length,added,removed")?;
            for (length, added, removed) in Summary::of(diff)?.by_length() {
                writeln!(out, "{length},{added},{removed}")?;
            }
        }
        (DiffFormat::Csv, false) => {
            writeln!(out, "change,word")?;
            each_word(diff, style.alphabet(), |change, word| {
                writeln!(out, "{},{word}", name(change))
            })?;
        }
        (DiffFormat::Html, _) => write_word_page::<E>(diff, style, out)?,
        (DiffFormat::Json, _) => {
            let value = word_json(diff, style)?;
            write_json(&value, out)?;
        }
        (DiffFormat::Markdown, true) => {
            writeln!(out, "# {}\n", style.title())?;
            writeln!(out, "| length | new | deleted |\n| ---: | ---: | ---: |")?;
            let summary = Summary::of(diff)?;
            for (length, added, removed) in summary.by_length() {
                writeln!(out, "| {length} | {added} | {removed} |")?;
            }
            let (added, removed) = summary.totals();
            writeln!(out, "| all | {added} | {removed} |")?;
        }
        (DiffFormat::Markdown, false) => {
            let note = release_note(diff, &style.title(), style.alphabet())?;
            out.write_all(note.as_bytes())?;
        }
    }
    Ok(())
}

fn sign(change: Change) -> char {
    match change {
        Change::Added => '+',
        Change::Removed => '-',
    }
}

fn name(change: Change) -> &'static str {
    match change {
        Change::Added => "added",
        Change::Removed => "removed",
    }
}

fn each_word(
    diff: &Diff<'_>,
    alphabet: &Alphabet,
    mut write: impl FnMut(Change, &str) -> io::Result<()>,
) -> io::Result<()> {
    let mut text = String::new();
    let mut changes = diff.changes();
    while let Some((change, word)) = changes.next() {
        text.clear();
        alphabet.write_word(word, &mut text);
        write(change, &text)?;
    }
    Ok(())
}

fn word_stat(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new(&["length", "added", "removed"]);
    for (length, added, removed) in summary.by_length() {
        table.row(
            [length as u64, added, removed]
                .map(|n| n.to_string())
                .to_vec(),
        );
    }
    let (added, removed) = summary.totals();
    table.row(vec!["all".into(), added.to_string(), removed.to_string()]);
    table.write(out)
}

fn word_json(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<Value> {
    let summary = Summary::of(diff)?;
    let [old_assumed, new_assumed] = style.assumed;
    let (added, removed) = summary.totals();
    let lengths: Vec<Value> = summary
        .by_length()
        .map(|(length, added, removed)| {
            json!({"length": length, "added": added, "removed": removed})
        })
        .collect();
    let mut value = json!({
        "ruleset": style.ruleset.name(),
        "old": {"file": style.old, "ruleset_assumed": old_assumed, "words": summary.old.words},
        "new": {"file": style.new, "ruleset_assumed": new_assumed, "words": summary.new.words},
        "equal": diff.is_empty(),
        "added": added,
        "removed": removed,
        "by_length": lengths,
    });
    if !style.stat {
        let (came, went) = changed_words(diff, style);
        value["words_added"] = json!(came);
        value["words_removed"] = json!(went);
    }
    Ok(value)
}

/// The words that were added, and those that were removed.
pub(crate) fn changed_words(diff: &Diff<'_>, style: &DiffStyle<'_>) -> (Vec<String>, Vec<String>) {
    let (mut came, mut went) = (Vec::new(), Vec::new());
    let mut changes = diff.changes();
    while let Some((change, word)) = changes.next() {
        let text = style.alphabet().word_text(word);
        match change {
            Change::Added => came.push(text),
            Change::Removed => went.push(text),
        }
    }
    (came, went)
}

fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes the difference of two leave files; values that differ by no more
/// than `tolerance` are the same.
pub fn write_leave_diff(
    old: &Leaves,
    new: &Leaves,
    tolerance: f64,
    style: &DiffStyle<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let rows = || LeaveChanges::new(old, new, tolerance);
    let summary = || LeaveSummary::of(old, new, tolerance);
    let text = |leave: &[u8]| style.alphabet().word_text(leave);
    let number = |value: Option<f32>| value.map_or(String::new(), |value| value.to_string());
    match (style.format, style.stat) {
        (DiffFormat::Text, true) => leave_numbers(&summary(), style, "", out),
        (DiffFormat::Markdown, stat) => {
            writeln!(out, "# {}\n", style.title())?;
            leave_numbers(&summary(), style, "- ", out)?;
            if stat {
                return Ok(());
            }
            let added = rows().filter(|row| row.old.is_none());
            name_leaves("Added", added.map(|row| (text(&row.leave), row.new)), out)?;
            let removed = rows().filter(|row| row.new.is_none());
            name_leaves(
                "Removed",
                removed.map(|row| (text(&row.leave), row.old)),
                out,
            )
        }
        (DiffFormat::Html, _) => write_leave_page(old, new, tolerance, style, out),
        (DiffFormat::Json, stat) => {
            let mut value = leave_json(&summary(), style);
            if !stat {
                let row = |row: LeaveChange| json!({"leave": text(&row.leave), "old": row.old, "new": row.new});
                value["leaves"] = rows().map(row).collect();
            }
            write_json(&value, out)
        }
        (DiffFormat::Text, false) => rows().try_for_each(|row| {
            let leave = text(&row.leave);
            match (row.old, row.new) {
                (Some(old), Some(new)) => writeln!(out, "~{leave} {old} {new}"),
                (Some(old), None) => writeln!(out, "-{leave} {old}"),
                (None, new) => writeln!(out, "+{leave} {}", number(new)),
            }
        }),
        (DiffFormat::Csv, true) => {
            let summary = summary();
            writeln!(out, "figure,value")?;
            for (figure, count) in counts(&summary) {
                writeln!(out, "{figure},{count}")?;
            }
            writeln!(out, "mean change,{}", summary.mean)?;
            LeaveSummary::PERCENTS
                .iter()
                .zip(summary.percentiles)
                .try_for_each(|(percent, size)| writeln!(out, "percentile {percent},{size}"))
        }
        (DiffFormat::Csv, false) => {
            writeln!(out, "leave,old,new")?;
            rows().try_for_each(|row| {
                let leave = text(&row.leave);
                writeln!(out, "{leave},{},{}", number(row.old), number(row.new))
            })
        }
    }
}

/// The most leaves that a release note names of those added or removed.
const NAMED: usize = 100;

/// A list of leaves that are on one side only, if there are any.
fn name_leaves(
    what: &str,
    leaves: impl Iterator<Item = (String, Option<f32>)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut named = 0;
    for (leave, value) in leaves {
        if named == 0 {
            writeln!(out, "\n## {what} leaves\n")?;
        }
        named += 1;
        if named <= NAMED {
            let value = value.map_or(String::new(), |value| value.to_string());
            writeln!(out, "- {leave}: {value}")?;
        }
    }
    match named.saturating_sub(NAMED) {
        0 => Ok(()),
        more => writeln!(out, "- … and {more} more"),
    }
}

/// How many leaves there are of each sort.
fn counts(summary: &LeaveSummary) -> [(&'static str, u64); 4] {
    [
        ("added", summary.added),
        ("removed", summary.removed),
        ("changed", summary.changed),
        ("in both", summary.in_both),
    ]
}

fn leave_numbers(
    summary: &LeaveSummary,
    style: &DiffStyle<'_>,
    bullet: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    for (what, count) in counts(summary) {
        writeln!(out, "{bullet}{what}: {count}")?;
    }
    writeln!(out, "{bullet}mean change: {:.6}", summary.mean)?;
    for (percent, size) in LeaveSummary::PERCENTS.iter().zip(summary.percentiles) {
        writeln!(out, "{bullet}{percent} % change by at most: {size:.6}")?;
    }
    for row in &summary.largest {
        let leave = style.alphabet().word_text(&row.leave);
        if let (Some(old), Some(new)) = (row.old, row.new) {
            writeln!(out, "{bullet}{leave}: {old} to {new}")?;
        }
    }
    Ok(())
}

fn leave_json(summary: &LeaveSummary, style: &DiffStyle<'_>) -> Value {
    let largest: Vec<Value> = summary
        .largest
        .iter()
        .map(|row| {
            let leave = style.alphabet().word_text(&row.leave);
            json!({"leave": leave, "old": row.old, "new": row.new})
        })
        .collect();
    let [old_assumed, new_assumed] = style.assumed;
    let [p50, p90, p99, p100] = summary.percentiles;
    json!({
        "ruleset": style.ruleset.name(),
        "old": {"file": style.old, "ruleset_assumed": old_assumed},
        "new": {"file": style.new, "ruleset_assumed": new_assumed},
        "equal": summary.is_empty(),
        "added": summary.added,
        "removed": summary.removed,
        "changed": summary.changed,
        "in_both": summary.in_both,
        "mean_change": summary.mean,
        "percentiles": {"50": p50, "90": p90, "99": p99, "100": p100},
        "largest": largest,
    })
}

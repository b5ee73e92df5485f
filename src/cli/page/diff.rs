//! Differences as pages.

use crate::cli::exit::Stop;
use crate::cli::input::rules::file_name;
use crate::cli::page::chart::{Bar, bars};
use crate::cli::page::words::{search_box, word_box};
use crate::cli::page::{escaped, facts, write_page};
use crate::cli::render::diff::{DiffStyle, changed_words};
use crate::cli::render::table::grouped;
use crate::error::Result;
use crate::graph::{
    CHANGED_HOOKS, DELETED_WORDS, Diff, HookChange, Hooks, NEW_WORDS, SHORT_WORDS, Summary,
};
use crate::leave::{LeaveChange, LeaveSummary, Leaves, leave_changes};
use crate::tiles::Tile;
use std::io::{self, Write};
use std::path::Path;

/// The most leaves in one list of a page.
const LISTED: usize = 20_000;

/// Writes the difference of two sets of words as a page.
pub(crate) fn write_word_page(
    diff: &Diff<'_>,
    style: &DiffStyle<'_>,
    out: &mut impl Write,
) -> Result<(), Stop> {
    let summary = Summary::of(diff)?;
    let mut body = opening(style);
    body += "<h3>Words</h3>\n";
    body += &facts(
        &summary
            .account()
            .map(|(what, words)| (what, grouped(words))),
    );
    for (heading, class, which) in [(NEW_WORDS, "good", 0), (DELETED_WORDS, "bad", 1)] {
        let rows: Vec<Bar> = summary
            .by_length()
            .map(|(length, added, removed)| (length, [added, removed][which]))
            .filter(|(_, count)| *count > 0)
            .map(|(length, count)| Bar::count(length.to_string(), count, class))
            .collect();
        if !rows.is_empty() {
            body += &format!("<h3>{heading}, by length</h3>\n{}", bars(&rows));
        }
    }
    body += "</section>\n";
    if !style.stat {
        let (came, went) = changed_words(diff, style);
        body += "<section>\n";
        body += &search_box();
        body += &word_box(0, NEW_WORDS, "good", &came);
        body += &word_box(1, DELETED_WORDS, "bad", &went);
        for (number, heading, hooks) in [
            (2, SHORT_WORDS, short_words(diff, style)?),
            (3, CHANGED_HOOKS, changed_hooks(diff, style)?),
        ] {
            if !hooks.is_empty() {
                body += &word_box(number, heading, "warn", &hooks);
            }
        }
        body += "</section>\n";
    }
    Ok(write_page(out, &style.title(), &body)?)
}

/// The new short words with their hooks.
fn short_words(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<Vec<String>> {
    let entry = |(word, hooks): &(Vec<Tile>, Hooks)| {
        let (front, back) = hooks.text(style.alphabet());
        hook_entry(word, style, &[("front", front), ("back", back)])
    };
    Ok(diff.new_short_words()?.iter().map(entry).collect())
}

/// The words whose hooks changed, with the changes.
fn changed_hooks(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<Vec<String>> {
    let entry = |change: &HookChange| {
        let sorts = HookChange::SORTS.into_iter();
        let hooks: Vec<_> = sorts.zip(change.texts(style.alphabet())).collect();
        hook_entry(&change.word, style, &hooks)
    };
    Ok(diff.changed_hooks()?.iter().map(entry).collect())
}

/// A word and its hooks by sort.
fn hook_entry(word: &[Tile], style: &DiffStyle<'_>, hooks: &[(&str, String)]) -> String {
    let some = hooks.iter().filter(|(_, tiles)| !tiles.is_empty());
    let some: Vec<String> = some
        .map(|(sort, tiles)| format!("{sort} {tiles}"))
        .collect();
    let some = match some.is_empty() {
        true => "none".to_string(),
        false => some.join(", "),
    };
    format!("{}: {some}", style.alphabet().word_text(word))
}

/// Writes the difference of two leave files as a page.
pub(crate) fn write_leave_page(
    old: &Leaves,
    new: &Leaves,
    tolerance: f64,
    style: &DiffStyle<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    let summary = LeaveSummary::of(old, new, tolerance);
    let mut body = opening(style);
    body += &facts(&[
        ("in both", grouped(summary.in_both)),
        ("added", grouped(summary.added)),
        ("removed", grouped(summary.removed)),
        ("changed", grouped(summary.changed)),
        ("mean change", format!("{:.6}", summary.mean)),
    ]);
    let sizes = LeaveSummary::PERCENTS.iter().zip(summary.percentiles);
    let row = |(percent, size): (&usize, f64)| Bar {
        label: format!("{percent} %"),
        size,
        shown: format!("{size:.3}"),
        class: "",
    };
    body += "<h3>Sizes of changes</h3>\n<p class=\"dim\">The share of leaves that change by at \
             most this much</p>\n";
    body += &bars(&sizes.map(row).collect::<Vec<_>>());
    if !summary.largest.is_empty() {
        body += "<h3>Largest changes</h3>\n";
        let rows: Vec<String> = summary.largest.iter().map(|row| text(row, style)).collect();
        body += &format!("<p class=\"words\">{}</p>\n", escaped(&rows.join("\n")));
    }
    body += "</section>\n";
    if !style.stat {
        body += &format!("<section>\n{}", search_box());
        for (number, heading, class, sides) in [
            (0, "Added", "good", (false, true)),
            (1, "Removed", "bad", (true, false)),
            (2, "Changed", "warn", (true, true)),
        ] {
            let rows = leave_changes(old, new, tolerance);
            let rows = rows.filter(|row| (row.old.is_some(), row.new.is_some()) == sides);
            body += &leave_list(number, heading, class, style, rows);
        }
        body += "</section>\n";
    }
    write_page(out, &style.title(), &body)
}

fn leave_list(
    number: usize,
    heading: &str,
    class: &str,
    style: &DiffStyle<'_>,
    mut rows: impl Iterator<Item = LeaveChange>,
) -> String {
    let shown: Vec<String> = rows
        .by_ref()
        .take(LISTED)
        .map(|row| text(&row, style))
        .collect();
    let more = rows.count() as u64;
    let mut html = word_box(number, heading, class, &shown);
    if more > 0 {
        html += &format!("<p class=\"dim\">… and {} more</p>\n", grouped(more));
    }
    html
}

fn text(row: &LeaveChange, style: &DiffStyle<'_>) -> String {
    let leave = style.alphabet().word_text(&row.leave);
    match (row.old, row.new) {
        (Some(old), Some(new)) => format!("{leave} {old} → {new}"),
        (Some(value), None) | (None, Some(value)) => format!("{leave} {value}"),
        (None, None) => leave,
    }
}

/// The heading and the two sides with their sums. Leaves a section open.
fn opening(style: &DiffStyle<'_>) -> String {
    let mut html = format!("<h1>{}</h1>\n<section>\n", escaped(&style.title()));
    for ((title, file), sum) in style.titles.iter().zip(&style.files).zip(&style.sums) {
        let file = file_name(Path::new(file));
        html += &format!(
            "<div class=\"file\"><strong>{}</strong><div class=\"dim\">{}</div>",
            escaped(title),
            escaped(&file)
        );
        if let Some(sum) = sum {
            html += &format!("<div><code>{}</code></div>", escaped(sum));
        }
        html += "</div>\n";
    }
    html
}

//! Differences as pages.

use crate::cli::exit::Stop;
use crate::cli::input::rules::file_name;
use crate::cli::page::chart::{Bar, bars};
use crate::cli::page::leave_charts::leave_charts;
use crate::cli::page::leaves::leave_search;
use crate::cli::page::words::{WordBox, search_box};
use crate::cli::page::{escaped, facts, write_page};
use crate::cli::render::diff::{DiffStyle, changed_words, leave_counts};
use crate::error::{Result, grouped};
use crate::graph::{
    CHANGED_HOOKS, DELETED_WORDS, Diff, HookChange, Hooks, NEW_WORDS, SHORT_WORDS, Summary,
};
use crate::leave::{Largest, LeaveChange, LeaveSummary, Leaves, leave_changes};
use crate::tiles::Tile;
use std::io::{self, Write};
use std::path::Path;

/// The most leaves in one list of a page.
const LISTED: usize = 1_000;

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
        let hooks = (short_words(diff, style)?, changed_hooks(diff, style)?);
        body += &format!("<section>\n{}", search_box());
        for (number, heading, class, entries) in [
            (0, NEW_WORDS, "good", &came),
            (1, DELETED_WORDS, "bad", &went),
            (2, SHORT_WORDS, "warn", &hooks.0),
            (3, CHANGED_HOOKS, "warn", &hooks.1),
        ] {
            let list = WordBox {
                number: Some(number),
                heading,
                class,
                count: entries.len() as u64,
                entries,
            };
            if number < 2 || !entries.is_empty() {
                body += &list.html();
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
    let counts = leave_counts(&summary).into_iter();
    let mut figures: Vec<_> = counts.map(|(what, n)| (what, grouped(n))).collect();
    figures.push(("mean change", format!("{:.6}", summary.mean)));
    body += &facts(&figures);
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
    body += &leave_charts(old, new);
    body += "</section>\n";
    if !style.stat {
        let search = leave_search(old, new, style.alphabet());
        body += &changed_leaves(old, new, tolerance, style, search.is_none());
        body += &search.unwrap_or_default();
    }
    write_page(out, &style.title(), &body)
}

/// The lists of the largest changes. If the page does not hold all leaves, these
/// lists are searched.
fn changed_leaves(
    old: &Leaves,
    new: &Leaves,
    tolerance: f64,
    style: &DiffStyle<'_>,
    is_searched: bool,
) -> String {
    let mut html = String::from("<section>\n");
    if is_searched {
        html += &search_box();
    }
    for (number, heading, class, sides) in [
        (0, "Changed", "warn", (true, true)),
        (1, "Added", "good", (false, true)),
        (2, "Removed", "bad", (true, false)),
    ] {
        let (mut count, mut largest) = (0, Largest::new(LISTED));
        let rows = leave_changes(old, new, tolerance);
        for row in rows.filter(|row| (row.old.is_some(), row.new.is_some()) == sides) {
            count += 1;
            largest.add(row);
        }
        let entries: Vec<String> = largest.rows().iter().map(|row| text(row, style)).collect();
        let list = WordBox {
            number: is_searched.then_some(number),
            heading,
            class,
            count,
            entries: &entries,
        };
        html += &list.html();
        if count > entries.len() as u64 {
            let listed = grouped(entries.len() as u64);
            let search = match is_searched {
                true => "; the others take too much room for a page",
                false => "",
            };
            html += &format!("<p class=\"dim\">The {listed} largest{search}</p>\n");
        }
    }
    html + "</section>\n"
}

fn text(row: &LeaveChange, style: &DiffStyle<'_>) -> String {
    let leave = style.alphabet().labels_text(&row.leave);
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

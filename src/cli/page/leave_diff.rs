//! Changed leave values as a page: counts, the largest changes, a search over all leaves,
//! and charts of all leaves that both files have.

use crate::cli::page::chart::{Bar, bars, density_chart, histogram};
use crate::cli::page::diff::files;
use crate::cli::page::leaves::{SEARCH, leave_search};
use crate::cli::page::{dim, escaped, headed, html_row, html_table, jump_bar, page};
use crate::cli::render::diff::{DiffStyle, percentiles};
use crate::cli::render::table::{Table, cells, joined, or_empty};
use crate::error::{counted, grouped};
use crate::leave::{Largest, LeaveChange, LeaveSummary, Leaves, both_rows, leave_changes};
use std::collections::BTreeMap;

/// The most changes in the table of all sizes, and in that of one size.
const LARGEST: (usize, usize) = (50, 20);

/// The most leaves in the list of those on one side only.
const LISTED: usize = 1_000;

/// The text of a page without a search.
const NO_SEARCH: &str =
    "There is no search over all leaves: their values take too much room for a page.";

/// The difference between two leave files as a page.
pub(crate) fn leave_page(old: &Leaves, new: &Leaves, style: &DiffStyle<'_>) -> String {
    let summary = LeaveSummary::of(old, new, style.args.tolerance);
    let title = style.title();
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&title), result(&summary));
    let mut scripts: &[&str] = &[];
    if !style.args.stat {
        let links = ["changes", "charts", "files"];
        body += &jump_bar(&links.map(|name| (name.to_string(), name.to_string())));
        let lists = lists_of(old, new, style);
        body += &match leave_search(old, new, style.alphabet()) {
            Some(search) => {
                scripts = &[SEARCH];
                search + &lists
            }
            None => lists + &dim(NO_SEARCH),
        };
    }
    let charts = sizes(&summary) + &leave_charts(old, new);
    body += &format!("<section id=\"charts\">\n{charts}</section>\n");
    page(&title, &(body + &files(style)), scripts)
}

/// The result in one line.
fn result(summary: &LeaveSummary) -> String {
    if summary.is_empty() {
        let both = counted(summary.in_both, "leaves");
        return format!("<p class=\"verdict\">No changes, {both} in both files</p>\n");
    }
    let changed = match summary.in_both {
        0 => "no leave is in both files".to_string(),
        both => format!(
            "<span class=\"warn\">{} changed</span> of {} in both files, by {:+.3} on average",
            grouped(summary.changed),
            grouped(both),
            summary.mean
        ),
    };
    format!(
        "<p class=\"verdict\">{changed}; <span class=\"good\">{} added</span>, \
         <span class=\"bad\">{} removed</span></p>\n",
        grouped(summary.added),
        grouped(summary.removed)
    )
}

/// The sizes of the changes.
fn sizes(summary: &LeaveSummary) -> String {
    let row = |(percent, size): (usize, f64)| Bar {
        label: format!("{percent} %"),
        size,
        shown: format!("{size:.3} points"),
        class: "",
    };
    let about = "The share of the leaves in both files that change by at most this much";
    let rows: Vec<Bar> = percentiles(summary).map(row).collect();
    headed("Sizes of changes", about, &bars(&rows))
}

/// The largest changes, in total and for each size, and the leaves on one side only.
fn lists_of(old: &Leaves, new: &Leaves, style: &DiffStyle<'_>) -> String {
    let mut all = Largest::new(LARGEST.0);
    let mut sizes: BTreeMap<usize, Largest> = BTreeMap::new();
    let (mut added, mut removed) = (Largest::new(LISTED), Largest::new(LISTED));
    for row in leave_changes(old, new, style.args.tolerance) {
        match (row.old, row.new) {
            (None, _) => added.add(row),
            (_, None) => removed.add(row),
            _ => {
                let of_size = sizes.entry(row.leave.len());
                let of_size = of_size.or_insert_with(|| Largest::new(LARGEST.1));
                of_size.add(row.clone());
                all.add(row);
            }
        }
    }
    let mut html = String::from("<section id=\"changes\">\n<h2>Largest changes</h2>\n");
    if sizes.is_empty() {
        html += "<p>No leave of both files changed.</p>\n";
    }
    html += "<div class=\"cols\">\n";
    if sizes.len() > 1 {
        html += &change_table("all sizes", all, style);
    }
    for (size, changes) in sizes {
        html += &change_table(&counted(size as u64, "tiles"), changes, style);
    }
    html += "</div>\n</section>\n";
    html += &leave_list("Added", "good", added, style);
    html + &leave_list("Removed", "bad", removed, style)
}

fn change_table(title: &str, changes: Largest, style: &DiffStyle<'_>) -> String {
    let (count, rows) = (changes.count, changes.rows());
    let caption = shown_of(rows.len(), count, "changes");
    let titles = ["leave", "old", "new", "change"];
    let row = |row: &LeaveChange| {
        let leave = style.alphabet().labels_text(&row.leave);
        let change = format!("{:+.3}", row.change().unwrap_or_default());
        html_row("", &[leave, or_empty(row.old), or_empty(row.new), change])
    };
    let rows: String = rows.iter().map(row).collect();
    let table = html_table(" class=\"leaves\"", &caption, &titles, &rows);
    format!("<div>\n<h3>{title}</h3>\n{table}</div>\n")
}

/// The leaves on one side with their values; empty if there are none.
fn leave_list(title: &str, class: &str, leaves: Largest, style: &DiffStyle<'_>) -> String {
    let (count, rows) = (leaves.count, leaves.rows());
    if rows.is_empty() {
        return String::new();
    }
    let caption = shown_of(rows.len(), count, "leaves");
    let lines = rows.iter().map(|row| {
        let leave = style.alphabet().labels_text(&row.leave);
        format!("{leave} {}", or_empty(row.old.or(row.new)))
    });
    let (count, lines) = (grouped(count), escaped(&joined(lines, "\n")));
    format!(
        "<section>\n<h2 class=\"{class}\">{title}: {count}</h2>\n<p class=\"dim\">{caption}</p>\n\
         <div class=\"leave\">{lines}</div>\n</section>\n"
    )
}

/// Formats a count, and how many of it are shown.
fn shown_of(shown: usize, count: u64, what: &str) -> String {
    let (counted, shown) = (counted(count, what), shown as u64);
    match count > shown {
        true => format!("{counted}, the {} largest", grouped(shown)),
        false => counted,
    }
}

/// The number of change units in a point.
const THOUSANDTHS: f64 = 1000.0;

/// The changes of leaves of one size.
#[derive(Default)]
struct SizeChanges {
    leaves: u64,
    sum: f64,
    distance: f64,
    largest: f64,
}

/// The charts; empty if no leave is in both files.
fn leave_charts(old: &Leaves, new: &Leaves) -> String {
    let mut sizes: BTreeMap<usize, SizeChanges> = BTreeMap::new();
    let mut changes: BTreeMap<i64, u64> = BTreeMap::new();
    let mut values = Vec::new();
    for row in both_rows(old, new) {
        let (Some(change), Some(old), Some(new)) = (row.change(), row.old, row.new) else {
            continue;
        };
        let of_size = sizes.entry(row.leave.len()).or_default();
        of_size.leaves += 1;
        of_size.sum += change;
        of_size.distance += change.abs();
        of_size.largest = of_size.largest.max(change.abs());
        let thousandths = (change * THOUSANDTHS).round() as i64;
        *changes.entry(thousandths).or_default() += 1;
        values.push((old, new));
    }
    if values.is_empty() {
        return String::new();
    }
    let values_about = "From left to right the old values, from below the new ones. The darker, \
                        the more leaves. On the line nothing changes";
    let changes_about = "Leaves by the change of their value, in points";
    let label = |from, to| {
        let [low, high] = [from, to].map(|end| end as f64 / THOUSANDTHS);
        format!("{low:+} to {high:+}")
    };
    let (values, changes) = (density_chart(&values), histogram(&changes, label));
    size_table(&sizes)
        + &headed("Old values and new ones", values_about, &values)
        + &headed("Changes", changes_about, &changes)
}

fn size_table(sizes: &BTreeMap<usize, SizeChanges>) -> String {
    let titles = ["tiles", "leaves", "mean change", "mean distance", "largest"];
    let row = |(size, changes): (&usize, &SizeChanges)| {
        let leaves = changes.leaves as f64;
        let mean = format!("{:+.3}", changes.sum / leaves);
        let distance = format!("{:.3}", changes.distance / leaves);
        let largest = format!("{:.3}", changes.largest);
        cells![size, grouped(changes.leaves), mean, distance, largest]
    };
    let table = Table::of(&titles, sizes.iter().map(row));
    format!("<h2>By size</h2>\n{}", table.html(""))
}

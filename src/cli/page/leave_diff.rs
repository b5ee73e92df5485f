//! Changed leave values as a page: counts, the largest changes, a search over all leaves,
//! and charts of all leaves that both files have.

use crate::cli::page::chart::{Bar, bars, density_chart, histogram};
use crate::cli::page::diff::files;
use crate::cli::page::leaves::{SEARCH, leave_search};
use crate::cli::page::{escaped, html_row, html_table, jump_bar, page};
use crate::cli::render::diff::{DiffStyle, percentiles};
use crate::cli::render::table::{Table, cells};
use crate::error::{counted, grouped};
use crate::leave::{Largest, LeaveChange, LeaveSummary, Leaves, both_rows, leave_changes};
use std::collections::BTreeMap;

/// The most changes in the table of all sizes, and in that of one size.
const LARGEST: (usize, usize) = (50, 20);

/// The most leaves in the list of those that are on one side only.
const LISTED: usize = 1_000;

/// The difference of two leave files as a page.
pub(crate) fn leave_page(old: &Leaves, new: &Leaves, style: &DiffStyle<'_>) -> String {
    let summary = LeaveSummary::of(old, new, style.args.tolerance);
    let title = style.title();
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&title), result(&summary));
    let (mut search, mut lists) = (None, String::new());
    if !style.args.stat {
        search = leave_search(old, new, style.alphabet());
        lists = lists_of(old, new, style);
    }
    let charts = sizes(&summary) + &leave_charts(old, new);
    if !lists.is_empty() {
        let links = ["changes", "charts", "files"];
        body += &jump_bar(&links.map(|name| (name.to_string(), name.to_string())));
    }
    let is_searched = search.is_some();
    body += &search.unwrap_or_default();
    body += &lists;
    if !style.args.stat && !is_searched {
        body += "<p class=\"dim\">There is no search over all leaves: their values take too much \
                 room for a page.</p>\n";
    }
    body += &format!(
        "<section id=\"charts\">\n{charts}</section>\n{}",
        files(style)
    );
    let scripts: &[&str] = if is_searched { &[SEARCH] } else { &[] };
    page(&title, &body, scripts)
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

/// How large the changes are.
fn sizes(summary: &LeaveSummary) -> String {
    let row = |(percent, size): (usize, f64)| Bar {
        label: format!("{percent} %"),
        size,
        shown: format!("{size:.3} points"),
        class: "",
    };
    format!(
        "<h2>Sizes of changes</h2>\n<p class=\"dim\">The share of the leaves in both files that \
         change by at most this much</p>\n{}",
        bars(&percentiles(summary).map(row).collect::<Vec<_>>())
    )
}

/// The largest changes of all sizes and of each, and the leaves of one side.
fn lists_of(old: &Leaves, new: &Leaves, style: &DiffStyle<'_>) -> String {
    let mut all = Kept::new(LARGEST.0);
    let mut sizes: BTreeMap<usize, Kept> = BTreeMap::new();
    let (mut added, mut removed) = (Kept::new(LISTED), Kept::new(LISTED));
    for row in leave_changes(old, new, style.args.tolerance) {
        match (row.old, row.new) {
            (None, _) => added.add(row),
            (_, None) => removed.add(row),
            _ => {
                let size = row.leave.len();
                let of_size = sizes.entry(size).or_insert_with(|| Kept::new(LARGEST.1));
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
        html += &all.table("all sizes", style);
    }
    for (size, kept) in sizes {
        html += &kept.table(&counted(size as u64, "tiles"), style);
    }
    html += "</div>\n</section>\n";
    html += &added.list("Added", "good", style);
    html + &removed.list("Removed", "bad", style)
}

/// The largest of some changes, and the number of all.
struct Kept {
    count: u64,
    largest: Largest,
}

impl Kept {
    fn new(most: usize) -> Kept {
        let largest = Largest::new(most);
        Kept { count: 0, largest }
    }

    fn add(&mut self, row: LeaveChange) {
        self.count += 1;
        self.largest.add(row);
    }

    fn table(self, title: &str, style: &DiffStyle<'_>) -> String {
        let rows = self.largest.rows();
        let caption = shown_of(rows.len(), self.count, "changes");
        let titles = ["leave", "old", "new", "change"];
        let value = |value: Option<f32>| value.map_or(String::new(), |v| v.to_string());
        let row = |row: &LeaveChange| {
            let leave = style.alphabet().labels_text(&row.leave);
            let change = format!("{:+.3}", row.change().unwrap_or_default());
            html_row("", &[leave, value(row.old), value(row.new), change])
        };
        let rows: String = rows.iter().map(row).collect();
        let table = html_table("class=\"leaves\"", &caption, &titles, &rows);
        format!("<div>\n<h3>{title}</h3>\n{table}</div>\n")
    }

    /// The leaves of one side with their values; nothing if there are none.
    fn list(self, title: &str, class: &str, style: &DiffStyle<'_>) -> String {
        if self.count == 0 {
            return String::new();
        }
        let rows = self.largest.rows();
        let caption = shown_of(rows.len(), self.count, "leaves");
        let text = |row: &LeaveChange| {
            let leave = style.alphabet().labels_text(&row.leave);
            let value = row.old.or(row.new).unwrap_or_default();
            format!("{leave} {value}")
        };
        let lines: Vec<String> = rows.iter().map(text).collect();
        format!(
            "<section>\n<h2 class=\"{class}\">{title}: {}</h2>\n<p class=\"dim\">{caption}</p>\n\
             <div class=\"leave\">{}</div>\n</section>\n",
            grouped(self.count),
            escaped(&lines.join("\n"))
        )
    }
}

/// How many there are, and how many of them are shown.
fn shown_of(shown: usize, count: u64, what: &str) -> String {
    let (counted, shown) = (counted(count, what), shown as u64);
    match count > shown {
        true => format!("{counted}, the {} largest", grouped(shown)),
        false => counted,
    }
}

/// The parts of a point that changes are counted in.
const THOUSANDTHS: f64 = 1000.0;

/// The changes of leaves of one size.
#[derive(Default)]
struct SizeChanges {
    leaves: u64,
    sum: f64,
    distance: f64,
    largest: f64,
}

/// The charts; nothing if no leave is in both files.
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
    let mut html = size_table(&sizes);
    html += "<h2>Old values and new ones</h2>\n<p class=\"dim\">From left to right the old \
             values, from below the new ones. The darker, the more leaves. On the line nothing \
             changes</p>\n";
    html += &density_chart(&values);
    html +=
        "<h2>Changes</h2>\n<p class=\"dim\">Leaves by the change of their value, in points</p>\n";
    html + &histogram(&changes, |from, to| {
        let [low, high] = [from, to].map(|end| end as f64 / THOUSANDTHS);
        format!("{low:+} to {high:+}")
    })
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

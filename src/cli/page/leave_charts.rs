//! Charts of two leave files: changes by size, old values against new ones, and
//! how large the changes are. All leaves that both files have count.

use crate::cli::page::chart::{Bar, bars, bin_width, density_chart};
use crate::cli::page::parts::Table;
use crate::error::grouped;
use crate::leave::{Leaves, both_rows};
use std::collections::BTreeMap;

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
pub(crate) fn leave_charts(old: &Leaves, new: &Leaves) -> String {
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
        *changes
            .entry((change * THOUSANDTHS).round() as i64)
            .or_default() += 1;
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
    html + &histogram(&changes)
}

fn size_table(sizes: &BTreeMap<usize, SizeChanges>) -> String {
    let table = Table::new(
        "",
        &["tiles", "leaves", "mean change", "mean distance", "largest"],
    );
    let row = |(size, changes): (&usize, &SizeChanges)| {
        let leaves = changes.leaves as f64;
        vec![
            size.to_string(),
            grouped(changes.leaves),
            format!("{:+.3}", changes.sum / leaves),
            format!("{:.3}", changes.distance / leaves),
            format!("{:.3}", changes.largest),
        ]
    };
    let rows: Vec<Vec<String>> = sizes.iter().map(row).collect();
    format!("<h2>By size</h2>\n{}", table.html(&rows))
}

/// Bars of changes in thousandths.
fn histogram(changes: &BTreeMap<i64, u64>) -> String {
    let least = changes.keys().next().copied().unwrap_or(0);
    let most = changes.keys().next_back().copied().unwrap_or(0);
    let width = bin_width(most.saturating_sub(least));
    let rows = (least.div_euclid(width)..=most.div_euclid(width)).map(|bin| {
        let (from, to) = (bin.saturating_mul(width), (bin + 1).saturating_mul(width));
        let leaves = changes.range(from..to).map(|(_, count)| count).sum();
        let [low, high] = [from, to].map(|end| end as f64 / THOUSANDTHS);
        let class = if bin < 0 { "bad" } else { "good" };
        Bar::count(format!("{low:+} to {high:+}"), leaves, class)
    });
    bars(&rows.collect::<Vec<_>>())
}

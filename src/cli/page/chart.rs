//! Charts in pure HTML: bars, and a line with a band.

use crate::cli::page::escaped;
use crate::cli::render::table::joined;
use crate::error::{counted, grouped};
use std::collections::BTreeMap;

/// One bar: its label, its length, the number beside it, and the class that
/// colours it.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) size: f64,
    pub(crate) shown: String,
    pub(crate) class: &'static str,
}

impl Bar {
    /// A bar for a count.
    pub(crate) fn count(label: String, count: u64, class: &'static str) -> Bar {
        Bar {
            label,
            size: count as f64,
            shown: grouped(count),
            class,
        }
    }
}

/// Bars for counts of things, each with its label.
pub(crate) fn counted_bars(counts: impl Iterator<Item = (String, u64)>, things: &str) -> String {
    let bar = |(label, count)| Bar {
        shown: counted(count, things),
        ..Bar::count(label, count, "")
    };
    bars(&counts.map(bar).collect::<Vec<_>>())
}

/// Horizontal bars; the longest fills the width.
pub(crate) fn bars(rows: &[Bar]) -> String {
    let longest = rows.iter().map(|row| row.size).fold(0.0, f64::max);
    let mut html = String::from("<div class=\"bars\">\n");
    for row in rows {
        let (label, bar) = (escaped(&row.label), bar(row.class, row.size, longest));
        html += &format!("<b>{label}</b>{bar}<span>{}</span>\n", escaped(&row.shown));
    }
    html + "</div>\n"
}

/// Draws one bar. A bar of size 0 has no width.
fn bar(class: &str, size: f64, longest: f64) -> String {
    let none = if size == 0.0 { " none" } else { "" };
    let share = if longest > 0.0 { size / longest } else { 0.0 };
    let width = share * 100.0;
    format!("<i class=\"{class}{none}\" style=\"width:{width:.1}%\"></i>")
}

/// Draws two bars for each row, good and bad, on a common scale.
pub(crate) fn paired_bars(rows: &[(String, [u64; 2])]) -> String {
    let longest = rows.iter().flat_map(|(_, counts)| counts).max();
    let longest = longest.copied().unwrap_or(0) as f64;
    let mut html = String::from("<div class=\"bars\">\n");
    for (label, counts) in rows {
        let label = escaped(label);
        let bars = bar("good", counts[0] as f64, longest) + &bar("bad", counts[1] as f64, longest);
        let [added, removed] = counts.map(grouped);
        html += &format!("<b>{label}</b><div>{bars}</div><span>+{added} −{removed}</span>\n");
    }
    html + "</div>\n"
}

/// A point of a line, with the range around it.
#[derive(Clone, Copy)]
pub(crate) struct Band {
    pub(crate) x: f64,
    pub(crate) middle: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The sides of the drawing, which is stretched to fit.
const SIDE: f64 = 1000.0;

/// Draws a line with its band, and a level across the middle of the drawing. Values are
/// shares, shown in per cent. `last` labels the right end.
pub(crate) fn settling_chart(bands: &[Band], level: f64, last: &str) -> String {
    let Some(end) = bands.last().filter(|band| band.x > 0.0) else {
        return String::new();
    };
    let reach = reach_of(bands, level);
    let x = |band: &Band| band.x / end.x * SIDE;
    let y = |value: f64| {
        let place = SIDE / 2.0 * (1.0 - (value - level) / reach);
        place.clamp(0.0, SIDE)
    };
    let point = |band: &Band, value: f64| format!("{:.1},{:.1}", x(band), y(value));
    let line = joined(bands.iter().map(|b| point(b, b.middle)), " ");
    let above = bands.iter().map(|b| point(b, b.high));
    let below = bands.iter().rev().map(|b| point(b, b.low));
    let band = joined(above.chain(below), " ");
    let labels = [level + reach, level, level - reach];
    let labels = labels.map(|value| format!("<b>{:.1} %</b>", value * 100.0));
    let (labels, middle, last) = (labels.concat(), SIDE / 2.0, escaped(last));
    format!(
        "<div class=\"chart\">\n<div class=\"scale\">{labels}</div>\n\
         <svg viewBox=\"0 0 {SIDE} {SIDE}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{:.1} % after {last}\">\n\
         <polygon points=\"{band}\"></polygon>\n\
         <line x1=\"0\" y1=\"{middle}\" x2=\"{SIDE}\" y2=\"{middle}\"></line>\n\
         <polyline points=\"{line}\"></polyline>\n</svg>\n\
         <div class=\"ends\"><b>0</b><b>{last}</b></div>\n</div>\n",
        end.middle * 100.0,
    )
}

/// The number of cells on a side of a density chart.
const CELLS: usize = 60;

/// The shades of a density chart.
const SHADES: u32 = 6;

/// Draws pairs of values as a square of cells. Darker cells have more pairs; on the
/// diagonal line both values are equal.
pub(crate) fn density_chart(pairs: &[(f32, f32)]) -> String {
    let ends = pairs.iter().flat_map(|&(x, y)| [x, y]);
    let least = ends.clone().fold(0.0, f32::min).floor();
    let most = ends.fold(1.0, f32::max).ceil();
    let cell = |value: f32| {
        let share = f64::from(value - least) / f64::from(most - least);
        // NaN goes to the first cell.
        ((share * CELLS as f64) as usize).min(CELLS - 1)
    };
    let mut counts = vec![0u32; CELLS * CELLS];
    for &(x, y) in pairs {
        counts[(CELLS - 1 - cell(y)) * CELLS + cell(x)] += 1;
    }
    let most_pairs = counts.iter().max().copied().unwrap_or(0);
    let darkest = (most_pairs + 1).ilog2().max(1);
    let shade = |count: u32| (count + 1).ilog2() * SHADES / darkest;
    let mut paths = String::new();
    for level in 1..=SHADES {
        let of_level = |&(_, &count): &(usize, &u32)| count > 0 && shade(count).max(1) == level;
        let cells = counts.iter().enumerate().filter(of_level);
        let cells = cells.map(|(at, _)| format!("M{} {}h1v1h-1z", at % CELLS, at / CELLS));
        let path: String = cells.collect();
        let opacity = f64::from(level) / f64::from(SHADES);
        paths += &format!("<path opacity=\"{opacity:.2}\" d=\"{path}\"></path>\n");
    }
    format!(
        "<div class=\"chart\">\n<div class=\"scale\"><b>{most}</b><b>{least}</b></div>\n\
         <svg class=\"square\" viewBox=\"0 0 {CELLS} {CELLS}\" role=\"img\" \
         aria-label=\"{} values, {least} to {most}\">\n{paths}\
         <line x1=\"0\" y1=\"{CELLS}\" x2=\"{CELLS}\" y2=\"0\"></line>\n</svg>\n\
         <div class=\"ends\"><b>{least}</b><b>{most}</b></div>\n</div>\n",
        grouped(pairs.len() as u64),
    )
}

/// How far from the level the drawing extends: a round number that covers the line and
/// the bands, except for the wide bands of the first few points.
fn reach_of(bands: &[Band], level: f64) -> f64 {
    let settled = &bands[bands.len() / 10..];
    let of = |band: &Band| {
        let ends = [band.low, band.high, band.middle].into_iter();
        ends.map(|end| (end - level).abs()).fold(0.0, f64::max)
    };
    let widest = settled.iter().map(of).fold(0.005, f64::max);
    let mut steps = [0.01, 0.02, 0.05, 0.1, 0.2].into_iter();
    steps.find(|&step| widest <= step).unwrap_or(0.5)
}

/// The most bars of the histogram.
const BARS: i64 = 21;

/// Draws a histogram of counted numbers, with those below 0 in red. `label` formats a
/// bin from its first number and the first one after it.
pub(crate) fn histogram(counts: &BTreeMap<i64, u64>, label: impl Fn(i64, i64) -> String) -> String {
    let least = counts.keys().next().copied().unwrap_or(0);
    let most = counts.keys().next_back().copied().unwrap_or(0);
    let width = bin_width(most.saturating_sub(least));
    let rows = (least.div_euclid(width)..=most.div_euclid(width)).map(|bin| {
        let (from, to) = (bin.saturating_mul(width), (bin + 1).saturating_mul(width));
        let count = counts.range(from..to).map(|(_, count)| count).sum();
        let class = if bin < 0 { "bad" } else { "good" };
        Bar::count(label(from, to), count, class)
    });
    bars(&rows.collect::<Vec<_>>())
}

/// A round bin width that gives few bins.
fn bin_width(range: i64) -> i64 {
    let mut ten = 1i64;
    loop {
        for width in [ten, 2 * ten, 5 * ten] {
            if range / width < BARS - 1 {
                return width;
            }
        }
        match ten.checked_mul(10) {
            Some(more) => ten = more,
            None => return ten,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_few_bins_for_any_spreads() {
        for (range, width) in [(0, 1), (19, 1), (20, 2), (400, 50), (399, 20), (1900, 100)] {
            assert_eq!(bin_width(range), width, "{range}");
        }
        assert!(i64::MAX / bin_width(i64::MAX) <= BARS);
    }

    #[test]
    fn the_longest_bar_takes_all_the_room() {
        let bar = |label: &str, count| Bar::count(label.to_string(), count, "");
        let html = bars(&[bar("2", 50), bar("<3>", 2000), bar("4", 0)]);
        assert!(html.contains("<b>2</b><i class=\"\" style=\"width:2.5%\"></i><span>50</span>"));
        assert!(html.contains("<b>&lt;3&gt;</b><i class=\"\" style=\"width:100.0%\"></i>"));
        assert!(html.contains("width:0.0%"));
        assert!(!bars(&[bar("1", 0)]).contains("NaN"));
    }

    #[test]
    fn pairs_of_bars_have_one_scale() {
        let html = paired_bars(&[("2".to_string(), [10, 0]), ("3".to_string(), [5, 40])]);
        for part in [
            "<b>2</b><div><i class=\"good\" style=\"width:25.0%\"></i>",
            "<i class=\"bad none\" style=\"width:0.0%\"></i></div><span>+10 −0</span>",
            "<i class=\"bad\" style=\"width:100.0%\"></i></div><span>+5 −40</span>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }

    #[test]
    fn darker_cells_have_more_pairs() {
        let mut pairs = vec![(-10.0, -10.0); 100];
        pairs.push((9.9, -10.0));
        pairs.push((f32::NAN, 10.0));
        let html = density_chart(&pairs);
        assert!(html.contains("<b>10</b><b>-10</b>"), "{html}");
        assert!(
            html.contains("opacity=\"1.00\" d=\"M0 59h1v1h-1z\""),
            "{html}"
        );
        assert!(
            html.contains("opacity=\"0.17\" d=\"M0 0h1v1h-1zM59 59h1v1h-1z\""),
            "{html}"
        );
    }

    #[test]
    fn a_line_settles_towards_its_level() {
        let band = |x: f64, middle: f64, width: f64| Band {
            x,
            middle,
            low: middle - width,
            high: middle + width,
        };
        let html = settling_chart(
            &[band(50.0, 0.6, 0.1), band(100.0, 0.5, 0.05)],
            0.5,
            "<100>",
        );
        assert!(
            html.contains("<b>70.0 %</b><b>50.0 %</b><b>30.0 %</b>"),
            "{html}"
        );
        assert!(
            html.contains("<polyline points=\"500.0,250.0 1000.0,500.0\">"),
            "{html}"
        );
        assert!(html.contains("<b>&lt;100&gt;</b>"));
        assert_eq!(settling_chart(&[], 0.5, ""), "");
    }
}

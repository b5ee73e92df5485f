//! A match as a page: how its share of wins settled, the spreads of its games, and all
//! statistics.

use crate::cli::page::chart::{Band, histogram, settling_chart};
use crate::cli::page::{dim, escaped, facts, page, section, title_and_verdict};
use crate::cli::render::matches::{MatchReport, SURE};
use crate::cli::render::table::{Table, joined};
use crate::error::counted;
use crate::play::{Figures, Tally};

/// The most points of the chart.
const POINTS: usize = 200;

/// A match as a single, self-contained HTML file.
pub(crate) fn match_page(report: &MatchReport<'_>) -> String {
    let title = format!("{} against {}", report.name_of(0), report.name_of(1));
    let mut body = format!("<h1>{}</h1>\n", escaped(&title));
    if let Some(figures) = Figures::of(&report.played.tally) {
        let class = match figures.confidence {
            c if c >= SURE => "good",
            c if c <= 1.0 - SURE => "bad",
            _ => "warn",
        };
        body = title_and_verdict(&title, class, &report.answer(&figures)) + &dim(&report.length());
        if let Some(ending) = report.ending() {
            body += &format!("<p>{}</p>\n", escaped(&ending));
        }
        body += &section("Figures", &figures_part(report, &figures));
        // A single point makes no line.
        if report.settling.len() > 1 {
            body += &section("Share of wins of A as it settled", &settling_part(report));
        }
        let spreads = spreads_part(&report.played.tally, &figures);
        body += &section("Points of A over B, by games", &spreads);
    }
    page(&title, &body, &[])
}

fn figures_part(report: &MatchReport<'_>, figures: &Figures) -> String {
    let (a, b) = (report.name_of(0), report.name_of(1));
    let head = ["figure", &format!("A: {a}"), &format!("B: {b}")];
    let table = Table::of(&head, report.by_side(figures)).html(" class=\"figures\"");
    let difference = facts(&report.difference(figures));
    format!(
        "<div class=\"side\">\n{table}<div>\n<h3>The difference</h3>\n\
         {difference}</div>\n</div>\n"
    )
}

fn settling_part(report: &MatchReport<'_>) -> String {
    let all = &report.settling;
    let step = all.len().div_ceil(POINTS).max(1);
    let mut bands: Vec<Band> = all.iter().step_by(step).copied().collect();
    // The last point is always shown.
    if !all.len().saturating_sub(1).is_multiple_of(step) {
        bands.extend(all.last());
    }
    let pairs = counted(report.played.tally.pairs, "pairs");
    let about = "The line is the share after each number of pairs; the band is its likely range \
                 (95 %)";
    dim(about) + &settling_chart(&bands, 0.5, &pairs)
}

fn spreads_part(tally: &Tally, figures: &Figures) -> String {
    let bars = histogram(&tally.spreads, |from, to| {
        format!("{from:+} to {:+}", to - 1)
    });
    let percentiles = figures.percentiles.iter();
    let percentiles = joined(percentiles.map(|(p, s)| format!("{p} %: {s:+}")), ", ");
    let percentiles = escaped(&percentiles);
    format!("{bars}<h3>Percentiles</h3>\n<p>{percentiles}</p>\n")
}

//! A recorded game as a page: its turns, what each lost, and the faults.

use crate::cli::page::board::board;
use crate::cli::page::{dim, facts, finding, page, section, title_and_verdict};
use crate::cli::render::replay::ReplayReport;
use crate::error::counted;

/// A game as a single, self-contained HTML file.
pub(crate) fn replay_page(report: &ReplayReport<'_>) -> String {
    let title = format!("{} against {}", report.name(0), report.name(1));
    let findings = &report.replay.findings;
    let (class, verdict) = match findings.len() {
        0 => ("good", "played by the rules".to_string()),
        number => ("bad", counted(number as u64, "findings")),
    };
    let verdict = format!("{}: {verdict}", report.ending());
    let mut body = title_and_verdict(&title, class, &verdict);
    let ruleset = report.replay.position.ruleset().name();
    body += &dim(&format!("{}, {}, {ruleset}", report.path, report.lexicon));
    for found in findings {
        body += &finding(&found.message, "", &format!("line {}", found.line));
    }
    if report.analysed {
        let lost = report.lost();
        let rows = [0, 1].map(|player| (report.nick(player), lost[player].text()));
        body += &section("Lost against the best moves", &facts(&rows));
    }
    body += &turns_part(report);
    let board = board(&report.replay.position, None, "The board at the end");
    body += &section("The board at the end", &board);
    page(&title, &body, &[])
}

/// The turns as a table. Turns that lost something are marked.
fn turns_part(report: &ReplayReport<'_>) -> String {
    let analysed = if report.analysed { " analysed" } else { "" };
    let attributes = format!(" class=\"turns{analysed}\"");
    let lost = report.turns().map(|(_, analysis)| analysis?.lost());
    let lost: Vec<bool> = lost.map(|lost| lost > Some(0)).collect();
    let mark = |turn: usize| if lost[turn] { " class=\"lost\"" } else { "" };
    section("Turns", &report.table().marked_html(&attributes, mark))
}

//! A recorded game as a page: its turns, what each lost, and what is wrong.

use crate::cli::page::board::board;
use crate::cli::page::parts::{Table, facts, section};
use crate::cli::page::{escaped, write_page};
use crate::cli::render::replay::ReplayReport;
use crate::error::counted;
use crate::movegen::equity_text;
use std::io::{self, Write};

/// Writes a game as one HTML file that needs no other.
pub(crate) fn write_replay_page(out: &mut dyn Write, report: &ReplayReport<'_>) -> io::Result<()> {
    let title = format!("{} against {}", report.name(0), report.name(1));
    let findings = &report.replay.findings;
    let (class, verdict) = match findings.len() {
        0 => ("good", "played by the rules".to_string()),
        number => ("bad", counted(number as u64, "findings")),
    };
    let mut body = format!(
        "<h1>{}</h1>\n<p class=\"verdict {class}\">{}: {verdict}</p>\n",
        escaped(&title),
        escaped(&report.ending())
    );
    let ruleset = report.replay.position.ruleset().name();
    let about = format!("{}, {}, {ruleset}", report.path, report.lexicon);
    body += &format!("<p class=\"dim\">{}</p>\n", escaped(&about));
    for finding in findings {
        body += &format!(
            "<div class=\"finding bad\"><div><strong>{}</strong></div>\
             <div class=\"dim\">line {}</div></div>\n",
            escaped(&finding.message),
            finding.line
        );
    }
    if report.analysed {
        body += &lost_part(report);
    }
    body += &turns_part(report);
    let board = board(&report.replay.position, None, "The board at the end");
    body += &section("The board at the end", &board);
    write_page(out, &title, &body, &[])
}

fn lost_part(report: &ReplayReport<'_>) -> String {
    let lost = report.lost();
    let rows = [0, 1].map(|player| {
        let (points, turns) = lost[player];
        let (points, turns) = (equity_text(points), counted(turns, "turns"));
        (report.nick(player), format!("{points} points in {turns}"))
    });
    section("Lost against the best moves", &facts(&rows))
}

/// The turns as a table. Those that lost something are marked.
fn turns_part(report: &ReplayReport<'_>) -> String {
    let attributes = match report.analysed {
        true => "class=\"turns analysed\"",
        false => "class=\"turns\"",
    };
    let table = Table::new(attributes, report.columns());
    let mut rows = String::new();
    for (turn, analysis) in report.turns() {
        let lost = analysis.and_then(|analysis| analysis.lost());
        let attributes = match lost {
            Some(1..) => " class=\"lost\"",
            _ => "",
        };
        rows += &table.row(attributes, &report.cells(turn, analysis));
    }
    section("Turns", &table.html_of(&rows))
}

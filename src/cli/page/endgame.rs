//! Endgames as pages: the value, the board with the best move, and the line to the
//! end turn by turn; or a table of many endgames.

use crate::cli::page::board::{board, rack};
use crate::cli::page::parts::{Table, facts};
use crate::cli::page::{escaped, write_page};
use crate::cli::render::endgame::{
    LINE_COLUMNS, Solved, SolvedRow, counters, player, status_name, value_text, verdict,
};
use crate::error::{counted, grouped};
use crate::movegen::Position;
use crate::play::{EndgameStats, EndgameTurn};
use std::io::{self, Write};

/// Writes one endgame as a page.
pub(crate) fn write_endgame_page(out: &mut impl Write, solved: &Solved<'_>) -> io::Result<()> {
    let position = solved.endgame.position();
    let mut body = format!(
        "<h1>Endgame</h1>\n<p class=\"verdict\">{}</p>\n",
        escaped(&verdict(solved.solution))
    );
    body += &position_part(solved, position);
    if !solved.solution.line.is_empty() {
        body += &line_part(solved, position);
    }
    if solved.ranked {
        body += &ranking_part(solved);
    }
    if solved.stats {
        body += &stats_part(&solved.solution.stats);
    }
    write_with(out, "Endgame", &body)
}

fn write_with(out: &mut impl Write, title: &str, body: &str) -> io::Result<()> {
    write_page(out, title, body, &[])
}

/// The board with the best move, beside racks and scores.
fn position_part(solved: &Solved<'_>, position: &Position<'_>) -> String {
    let first = solved.solution.line.first();
    let play = first.and_then(|turn| turn.mv.as_play());
    let about = match first {
        Some(turn) => format!("The board, with the best move {}", turn.notation),
        None => "The board".to_string(),
    };
    let drawn = board(position, play.as_ref(), &about);
    let mut html = format!("<section class=\"side\">\n<div>\n{drawn}</div>\n<div>\n");
    let titles = ["On turn", "Opponent"];
    for (title, tiles) in titles.into_iter().zip(solved.endgame.racks()) {
        let tiles = match tiles.is_empty() {
            true => "<p class=\"dim\">no tiles</p>\n".to_string(),
            false => rack(tiles, position.ruleset()),
        };
        html += &format!("<h2>{title}</h2>\n{tiles}");
    }
    let mut rows = Vec::new();
    if let Some([own, other]) = solved.scores {
        rows.push(("scores", format!("{own}/{other}")));
    }
    if let Some(turn) = first {
        rows.push(("best move", turn.notation.clone()));
    }
    if solved.endgame.is_after_pass() {
        rows.push(("before", "the opponent passed".to_string()));
    }
    rows.extend(solved.stuck().map(|sentence| ("stuck", sentence)));
    rows.push(("ruleset", position.ruleset().name().to_string()));
    html + &facts(&rows) + "</div>\n</section>\n"
}

/// The line as a table, and a board for each play after the first.
fn line_part(solved: &Solved<'_>, position: &Position<'_>) -> String {
    let table = Table {
        attributes: "class=\"text\"",
        caption: "",
        head: &LINE_COLUMNS,
    };
    let mut html = format!(
        "<section>\n<h2>Best line</h2>\n{}",
        table.html(&solved.line_rows())
    );
    let mut position = position.clone();
    let mut boards = String::new();
    for (number, turn) in solved.solution.line.iter().enumerate() {
        let Some(play) = turn.mv.as_play() else {
            continue;
        };
        if number > 0 {
            boards += &turn_board(number, turn, &board(&position, Some(&play), &turn.notation));
        }
        position.apply(&play);
    }
    if !boards.is_empty() {
        html += &format!("<div class=\"boards\">\n{boards}</div>\n");
    }
    html + "</section>\n"
}

fn turn_board(number: usize, turn: &EndgameTurn, drawn: &str) -> String {
    format!(
        "<figure>\n<figcaption>{}. {}: {}, {}</figcaption>\n{drawn}</figure>\n",
        number + 1,
        player(turn),
        escaped(&turn.notation),
        counted(u64::from(turn.score.unsigned_abs()), "points"),
    )
}

fn ranking_part(solved: &Solved<'_>) -> String {
    let table = Table {
        attributes: "",
        caption: "",
        head: &["move", "score", "value"],
    };
    let top = solved.solution.top.iter();
    let rows: Vec<Vec<String>> = top
        .map(|turn| {
            vec![
                turn.notation.clone(),
                turn.score.to_string(),
                format!("{:+}", turn.value),
            ]
        })
        .collect();
    format!(
        "<section>\n<h2>Best first moves</h2>\n{}</section>\n",
        table.html(&rows)
    )
}

fn stats_part(stats: &EndgameStats) -> String {
    let table = Table {
        attributes: "",
        caption: "",
        head: &["counter", "number"],
    };
    let rows: Vec<Vec<String>> = counters(stats)
        .map(|(name, number)| vec![name, grouped(number)])
        .collect();
    format!(
        "<details><summary>What the search did</summary>\n{}</details>\n",
        table.html(&rows)
    )
}

/// Writes the endgames of a table as a page; `path` is its name.
pub(crate) fn write_endgames_page(
    out: &mut impl Write,
    path: &str,
    rows: &[SolvedRow<'_>],
    stats: bool,
) -> io::Result<()> {
    let differences: usize = rows.iter().map(|row| row.differences.len()).sum();
    let class = if differences == 0 { "good" } else { "bad" };
    let counts = [(rows.len(), "endgames"), (differences, "differences")];
    let verdict = counts.map(|(count, what)| counted(count as u64, what));
    let mut body = format!(
        "<h1>Endgames</h1>\n<p class=\"verdict {class}\">{}</p>\n<p class=\"dim\">{}</p>\n",
        verdict.join(", "),
        escaped(path)
    );
    for d in rows.iter().flat_map(|row| &row.differences) {
        body += &format!(
            "<div class=\"finding bad\"><div><strong>{}</strong></div><div>expected {}, found {}</div>\
             <div class=\"dim\">line {}</div></div>\n",
            escaped(d.column),
            escaped(&d.expected),
            escaped(&d.found),
            d.line
        );
    }
    let table = Table {
        attributes: "",
        caption: "",
        head: &["line", "tiles", "value", "status", "first move"],
    };
    let mut sum = EndgameStats::default();
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            sum.add(&row.solution.stats);
            let first = row.solution.line.first();
            vec![
                row.line.to_string(),
                row.endgame.tiles().to_string(),
                value_text(&row.solution),
                status_name(row.solution.status).to_string(),
                first.map_or(String::new(), |turn| turn.notation.clone()),
            ]
        })
        .collect();
    body += &format!("<section>\n{}</section>\n", table.html(&cells));
    if stats {
        body += &stats_part(&sum);
    }
    write_with(out, "Endgames", &body)
}

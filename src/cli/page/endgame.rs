//! Endgames as pages: the value, the board with the best move, and the line to the
//! end turn by turn; or a table of many endgames.

use crate::cli::page::board::{board, rack};
use crate::cli::page::{dim, facts, figure, finding, folded, page, section, title_and_verdict};
use crate::cli::render::endgame::{Solved, SolvedTable, player, stats_table, verdict};
use crate::cli::render::table::{Table, cells, wrapped};
use crate::error::counted;
use crate::movegen::Position;
use crate::play::EndgameStats;

/// One endgame as a page.
pub(crate) fn endgame_page(solved: &Solved<'_>) -> String {
    let (position, solution) = (solved.endgame.position(), solved.solution);
    let mut body = title_and_verdict("Endgame", "", &verdict(solution));
    body += &position_part(solved, position);
    if !solution.line.is_empty() {
        body += &line_part(solved, position);
    }
    if solved.args.top > 1 {
        let top = solution.top.iter();
        let rows = top.map(|t| cells![t.notation, t.score, format!("{:+}", t.value)]);
        let table = Table::of(&["move", "score", "value"], rows);
        let note = solved.ranking_note().map(dim).unwrap_or_default();
        let table = match solution.top.is_empty() {
            true => String::new(),
            false => table.html(""),
        };
        body += &section("Best first moves", &(note + &table));
    }
    if solved.args.stats {
        body += &stats_part(&solution.stats);
    }
    page("Endgame", &body, &[])
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
            true => dim("no tiles"),
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
    let mut html = solved.line_table().html(" class=\"text\"");
    let mut position = position.clone();
    let mut boards = String::new();
    for (number, turn) in (1..).zip(&solved.solution.line) {
        let Some(play) = turn.mv.as_play() else {
            continue;
        };
        if number > 1 {
            let points = counted(turn.score.unsigned_abs().into(), "points");
            let caption = format!("{number}. {}: {}, {points}", player(turn), turn.notation);
            boards += &figure(&caption, &board(&position, Some(&play), &turn.notation));
        }
        position.apply(&play);
    }
    html += &wrapped("<div class=\"boards\">\n", &boards, "</div>\n");
    section("Best line", &html)
}

fn stats_part(stats: &EndgameStats) -> String {
    folded("What the search did", &stats_table(stats).html(""))
}

/// The endgames of a table as a page.
pub(crate) fn endgames_page(table: &SolvedTable<'_>) -> String {
    let class = if table.is_confirmed() { "good" } else { "bad" };
    let mut body = title_and_verdict("Endgames", class, &table.summary()) + &dim(table.path);
    for d in table.differences() {
        let values = format!("expected {}, found {}", d.expected, d.found);
        body += &finding(d.column, &values, &format!("line {}", d.line));
    }
    body += &format!("<section>\n{}</section>\n", table.table("line").html(""));
    if table.args.stats {
        body += &stats_part(&table.all_stats());
    }
    page("Endgames", &body, &[])
}

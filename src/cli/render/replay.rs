//! A replayed game.

use crate::cli::render::json::{Json, Object, object};
use crate::cli::render::table::{Table, cells, joined, or_empty};
use crate::cli::voice::named;
use crate::error::{counted, plain};
use crate::movegen::equity_text;
use crate::play::{Gcg, Replay, ReplayedTurn, TurnAnalysis};
use std::io::{self, Write};

/// What a player's turns lost in total.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lost {
    /// In thousandths of a point.
    points: i64,
    /// The number of turns that have a value.
    turns: u64,
    /// The number of turns without a value: the rack is not fully known, or the play is
    /// illegal and stayed on the board.
    unvalued: u64,
}

impl Lost {
    /// Whether there are turns but none has a value.
    fn is_unknown(self) -> bool {
        self.turns == 0 && self.unvalued > 0
    }

    /// Formats the loss for people.
    pub(crate) fn text(self) -> String {
        let (points, turns) = (equity_text(self.points), counted(self.turns, "turns"));
        let lost = format!("{points} points in {turns}");
        let unvalued = format!("{} could not be valued", counted(self.unvalued, "turns"));
        match self.unvalued {
            0 => lost,
            _ if self.is_unknown() => unvalued,
            _ => format!("{lost}; {unvalued}"),
        }
    }
}

/// A game, its findings, and what its turns lost.
pub(crate) struct ReplayReport<'r> {
    /// The file as typed.
    pub(crate) path: &'r str,
    pub(crate) lexicon: &'r str,
    pub(crate) game: &'r Gcg,
    pub(crate) replay: Replay<'r>,
    /// One entry for each turn, if the game was analysed.
    pub(crate) analysis: Vec<Option<TurnAnalysis>>,
    pub(crate) analysed: bool,
}

impl ReplayReport<'_> {
    /// The turns with their analysis, if there is one.
    pub(crate) fn turns(&self) -> impl Iterator<Item = (&ReplayedTurn<'_>, Option<&TurnAnalysis>)> {
        let turns = self.replay.turns.iter().enumerate();
        turns.map(|(at, turn)| (turn, self.analysis.get(at).and_then(Option::as_ref)))
    }

    pub(crate) fn nick(&self, player: usize) -> &str {
        &self.game.players[player & 1].nick
    }

    /// The player's full name, or otherwise the nick.
    pub(crate) fn name(&self, player: usize) -> &str {
        let name = &self.game.players[player & 1].name;
        if name.is_empty() {
            self.nick(player)
        } else {
            name
        }
    }

    /// What the turns of each player lost.
    pub(crate) fn lost(&self) -> [Lost; 2] {
        let mut sums = [Lost::default(); 2];
        for (turn, analysis) in self.turns() {
            let sum = &mut sums[turn.player & 1];
            match analysis.and_then(TurnAnalysis::lost) {
                Some(lost) => {
                    sum.points += lost;
                    sum.turns += 1;
                }
                None => sum.unvalued += 1,
            }
        }
        sums
    }

    /// Describes how the game ended.
    pub(crate) fn ending(&self) -> String {
        let [a, b] = [0, 1].map(|player| plain(self.nick(player)));
        let [x, y] = self.replay.totals;
        let finished = self.replay.finished;
        let open = if finished {
            ""
        } else {
            "; the game is not finished"
        };
        format!("{a} {x}, {b} {y}{open}")
    }

    /// The position before a turn, with the name of the lexicon.
    pub(crate) fn cgp(&self, turn: &ReplayedTurn<'_>) -> String {
        turn.cgp().with_operation("lex", self.lexicon).to_string()
    }

    /// The turns, with what they lost if the game was analysed.
    pub(crate) fn table(&self) -> Table {
        let mut titles = vec!["line", "player", "rack", "move", "score", "total"];
        if self.analysed {
            titles.extend(["value", "lost", "best moves"]);
        }
        let rows = self.turns().map(|(turn, analysis)| {
            let (nick, rack) = (self.nick(turn.player), turn.position.rack_text());
            let back = if turn.withdrawn { " (taken back)" } else { "" };
            let notation = format!("{}{back}", turn.notation);
            let mut cells = cells![turn.line, nick, rack, notation, turn.score, turn.total];
            if self.analysed {
                cells.extend(analysis_cells(analysis));
            }
            cells
        });
        Table::of(&titles, rows)
    }

    /// Writes the game: its turns, then its faults.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.table().write(out)?;
        writeln!(out)?;
        writeln!(out, "{}", self.ending())?;
        if self.analysed {
            for (player, lost) in self.lost().into_iter().enumerate() {
                let verb = if lost.is_unknown() { ":" } else { " lost" };
                let (nick, lost) = (plain(self.nick(player)), lost.text());
                writeln!(out, "{nick}{verb} {lost}")?;
            }
        }
        let (path, mut findings) = (plain(named(self.path)), self.replay.findings.iter());
        findings.try_for_each(|finding| writeln!(out, "{path}:{}: {finding}", finding.line))
    }
}

/// The cells of a turn with its value, its loss, and a better move.
fn analysis_cells(analysis: Option<&TurnAnalysis>) -> [String; 3] {
    let Some(analysis) = analysis else {
        return Default::default();
    };
    let exact = if analysis.exact { " (exact)" } else { "" };
    let best = analysis.best.iter();
    let best = best.map(|better| format!("{} {}", better.notation, equity_text(better.equity)));
    let [value, lost] = [analysis.value, analysis.lost()].map(|v| or_empty(v.map(equity_text)));
    [value, lost, joined(best, ", ") + exact]
}

/// Converts thousandths to points.
fn points(thousandths: i64) -> f64 {
    thousandths as f64 / 1000.0
}

/// Everything known of a game, as JSON.
pub(crate) fn json_of(report: &ReplayReport<'_>) -> Object {
    let replay = &report.replay;
    let lost = report.lost();
    let players = [0, 1].map(|player| {
        let lost = report.analysed.then_some(lost[player]);
        let facts = object! {
            "nick": report.nick(player),
            "name": report.game.players[player].name.as_str(),
            "total": replay.totals[player],
            "expected_total": replay.expected[player],
        };
        facts
            .with("lost", lost.map(|lost| points(lost.points)))
            .with("unvalued", lost.map(|lost| lost.unvalued))
    });
    let turns = report.turns().map(|(turn, analysis)| {
        let facts = object! {
            "line": turn.line,
            "player": report.nick(turn.player),
            "rack": turn.position.rack_text(),
            "whole_rack": turn.whole_rack,
            "move": turn.notation.as_str(),
            "score": turn.score,
            "total": turn.total,
            "legal": turn.legal,
            "withdrawn": turn.withdrawn,
            "bag": turn.bag,
            "cgp": report.cgp(turn),
        };
        facts.with("analysis", analysis.map(analysis_json))
    });
    let findings = replay.findings.iter().map(|finding| {
        let message = finding.message.as_str();
        object! {"line": finding.line, "rule": finding.rule, "message": message}
    });
    object! {
        "game": report.path,
        "lexicon": report.lexicon,
        "ruleset": replay.position.ruleset().name(),
        "players": Json::from_iter(players),
        "finished": replay.finished,
        "board": replay.position.board_text(),
        "turns": Json::from_iter(turns),
        "findings": Json::from_iter(findings),
    }
}

fn analysis_json(analysis: &TurnAnalysis) -> Object {
    let best = analysis.best.iter().map(|better| {
        let (notation, value) = (better.notation.as_str(), points(better.equity));
        object! {"move": notation, "score": better.score, "value": value}
    });
    object! {
        "value": analysis.value.map(points),
        "lost": analysis.lost().map(points),
        "exact": analysis.exact,
        "best": Json::from_iter(best),
    }
}

//! The moves pass: the generators agree with each other and with the sources.
//!
//! Games are played from a seed. In each of their positions the two generators
//! have to find the same plays with the same scores, every word that a play
//! makes has to be in the source list, and the best move has to be the best of
//! all moves. Tables of positions that others made are found again. A position
//! that shows a difference is made smaller as long as it still shows it.

mod formed;
mod plays;
pub(crate) mod referee;
mod shrink;

use crate::check::moves::referee::{Fault, Referee};

use crate::check::findings::{Detail, Shown, Trial};
use crate::check::moves::shrink::shrink;
use crate::check::opened::{Item, Shelf};
use crate::check::pass::CheckOptions;
use crate::check::positions::check_positions;
use crate::check::report::{MovesReport, percentiles};
use crate::check::run::{Event, Progress};
use crate::error::Result;
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::movegen::Position;
use crate::parallel::prelude::*;
use crate::play::play_game;
use crate::random::Random;
use std::collections::HashSet;
use std::time::Duration;

/// How many positions of a kind are made smaller and shown.
const SHOWN: usize = 3;

/// How many are made smaller in search of such as differ.
const TRIED: u64 = 12;

/// What a game had.
#[derive(Default)]
struct GameReport {
    /// For each position the number of plays and the nanoseconds to find them.
    positions: Vec<(u64, u64)>,
    failures: Vec<Failure>,
}

/// A position with faults.
struct Failure {
    place: String,
    board: String,
    rack: String,
    faults: Vec<Fault>,
}

pub(crate) fn run(
    shelf: &Shelf<'_>,
    options: &CheckOptions,
    trial: &mut Trial,
    progress: Progress<'_>,
) -> Result<()> {
    let subject = shelf.subject;
    let mut graphs = shelf.graphs(true, trial);
    // The generators need a GADDAG to differ.
    graphs.sort_by_key(|(_, graph)| graph.gaddag_root().is_none());
    let Some(&(item, graph)) = graphs.first() else {
        trial.skip("no graph of words to find moves with");
        return Ok(());
    };
    if graph.gaddag_root().is_none() {
        trial.skip(format!(
            "{}: has no GADDAG to compare the DAWG with",
            item.path()
        ));
    }
    let leaves = shelf.leaves(trial).first().copied();
    let table = Table {
        item,
        graph,
        leaves: leaves.map(|(_, leaves)| leaves),
        words: subject.words.as_ref().map(|words| words.iter().collect()),
        shelf,
        klv: leaves.map(|(item, _)| item.path()),
    };
    if table.words.is_none() {
        trial.skip("no source list to look up the words of plays in");
    }
    table.play(options, trial, progress)?;
    for (path, text) in &subject.positions {
        table.golden(path, text, trial)?;
    }
    if let Some(moves) = trial.moves.as_ref().filter(|m| m.golden_positions == 0) {
        match (moves.games, moves.plays) {
            (0, _) => trial.in_vain("no games, and no golden positions"),
            (_, 0) => trial.in_vain("no plays in any game, and no golden positions"),
            _ => (),
        }
    }
    Ok(())
}

/// All that games need.
struct Table<'a, 's> {
    shelf: &'a Shelf<'s>,
    item: &'a Item<'s>,
    graph: &'a Graph,
    leaves: Option<&'a Leaves>,
    words: Option<HashSet<&'a [u8]>>,
    /// The path of the leave file.
    klv: Option<&'a str>,
}

impl Table<'_, '_> {
    fn referee(&self) -> Referee<'_> {
        Referee::new(
            self.graph,
            &self.shelf.subject.ruleset,
            self.leaves,
            self.words.as_ref(),
        )
    }

    fn play(
        &self,
        options: &CheckOptions,
        trial: &mut Trial,
        progress: Progress<'_>,
    ) -> Result<()> {
        let referee = self.referee();
        let games = (0..options.games)
            .into_par_iter()
            .map_init(
                || referee.clone(),
                |referee, number| {
                    let report = self.game(referee, options.seed, number);
                    progress(Event::Game(number));
                    report
                },
            )
            .collect::<Result<Vec<GameReport>>>()?;
        let positions = games.iter().flat_map(|game| &game.positions);
        let (plays, times): (Vec<u64>, Vec<u64>) = positions.copied().unzip();
        trial.checked("games", options.games);
        trial.checked("positions", plays.len() as u64);
        trial.moves = Some(MovesReport {
            seed: options.seed,
            games: options.games,
            positions: plays.len() as u64,
            plays: plays.iter().sum(),
            generating: Duration::from_nanos(times.iter().sum()),
            plays_per_position: percentiles(plays),
            nanoseconds: percentiles(times),
            ..MovesReport::default()
        });
        let mut referee = referee;
        for failure in games.into_iter().flat_map(|game| game.failures) {
            self.report(&mut referee, &failure, trial)?;
        }
        Ok(())
    }

    fn game<'t>(&'t self, referee: &mut Referee<'t>, seed: u64, number: u64) -> Result<GameReport> {
        let ruleset = &self.shelf.subject.ruleset;
        let random = Random::for_game(seed, number);
        let game = play_game(referee.ranker(), ruleset, &self.leaves, random)?;
        let mut report = GameReport::default();
        for (turn, before) in (1..).zip(&game.turns) {
            let position = Position::read(ruleset, &before.board, &before.rack)?;
            let verdict = referee.judge(&position);
            report.positions.push((verdict.plays, verdict.nanoseconds));
            if !verdict.faults.is_empty() {
                report.failures.push(Failure {
                    place: format!("game {number}, turn {turn}"),
                    board: before.board.clone(),
                    rack: before.rack.clone(),
                    faults: verdict.faults,
                });
            }
        }
        Ok(report)
    }

    /// Makes the first positions of each kind smaller, and counts the rest.
    fn report<'t>(
        &'t self,
        referee: &mut Referee<'t>,
        failure: &Failure,
        trial: &mut Trial,
    ) -> Result<()> {
        let path = self.item.path();
        for fault in &failure.faults {
            let what = fault.what;
            let shown = trial.findings.kept_of(what, path);
            let tried = trial.findings.count_of(what, path);
            if shown >= SHOWN || tried >= TRIED || trial.findings.room(what, path) == 0 {
                trial.findings.more_errors(what, path, 1);
                continue;
            }
            let ruleset = &self.shelf.subject.ruleset;
            let position = Position::read(ruleset, &failure.board, &failure.rack)?;
            let (position, fault) = shrink(referee, position, fault.clone());
            let (board, rack) = (position.board_text(), position.rack_text());
            if trial.findings.shows(what, path, &board, &rack) {
                trial.findings.more_errors(what, path, 1);
                continue;
            }
            let command = self.command(&board, &rack, &fault);
            trial.findings.error_shown(what, path, || {
                let detail = Detail::new(&failure.place, &fault.expected, &fault.found);
                let shown = Shown {
                    board,
                    rack,
                    missing: fault.missing.clone(),
                    extra: fault.extra.clone(),
                    command,
                };
                (detail, shown)
            });
        }
        Ok(())
    }

    /// What to run to see a position.
    fn command(&self, board: &str, rack: &str, fault: &Fault) -> String {
        let mut command = format!(
            "movegen-check moves --ruleset {} --kwg {}",
            quoted(&self.shelf.subject.ruleset_name),
            quoted(self.item.path())
        );
        if let Some(klv) = self.klv {
            command.push_str(&format!(" --klv {}", quoted(klv)));
        }
        // All moves are those of the generator whose words were looked up.
        let how = if fault.by_generators {
            "compare"
        } else {
            "all"
        };
        command.push_str(&format!(
            " --board {} --rack {} --{how}",
            quoted(board),
            quoted(rack)
        ));
        command
    }

    /// Finds a table of positions again.
    fn golden(&self, path: &str, text: &str, trial: &mut Trial) -> Result<()> {
        let ruleset = &self.shelf.subject.ruleset;
        let report = check_positions(path, text, self.graph, ruleset, &self.leaves)?;
        trial.checked("golden positions", report.positions);
        if let Some(moves) = &mut trial.moves {
            moves.golden_positions += report.positions;
        }
        for d in report.differences {
            trial.findings.error("a golden position", path, || {
                Detail::new(
                    format!("line {}, {}", d.line, d.column),
                    &d.expected,
                    &d.found,
                )
            });
        }
        Ok(())
    }
}

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

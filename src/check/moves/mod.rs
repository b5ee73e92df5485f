//! The moves pass: the generators agree with each other and with the sources.
//!
//! It plays games from a seed. In each position both generators must find the same
//! plays with the same scores, every word that a play makes must be in the source list,
//! and the ranker's best move must be the best of all moves. The pass also recomputes
//! tables of positions, and plays the match that a recipe requires (`gate`). A position
//! that shows a difference is shrunk as long as it still shows it.

mod formed;
mod plays;
pub(crate) mod referee;
mod shrink;
mod tile_hash;

use crate::check::causes::LOST_MATCH;
use crate::check::endgames::{check_endgames, is_endgame_table};
use crate::check::findings::{Finding, Reproduction, Shown};
use crate::check::moves::referee::{MoveFault, Referee};
use crate::check::moves::shrink::shrink;
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass::{CheckOptions, Event, Progress};
use crate::check::pass_run::PassRun;
use crate::check::positions::check_positions;
use crate::check::report::{MovesReport, percentiles};
use crate::check::tables::TableSums;
use crate::error::Result;
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::limits::CHECKED_RACK;
use crate::movegen::Position;
use crate::parallel;
use crate::play::{Figures, MatchOptions, Side, play_game, play_match};
use crate::random::Random;
use crate::ruleset::Ruleset;
use std::ops::ControlFlow;

/// The number of positions shown of each kind.
const SHOWN: usize = 3;

/// The most positions of a kind that are shrunk. Some shrink to the same one.
const SHRUNK: u64 = 12;

/// The results of one game.
#[derive(Default)]
struct GameReport {
    /// For each position, the number of plays and the nanoseconds to find them.
    positions: Vec<(u64, u64)>,
    faulty: Vec<FaultyPosition>,
}

/// A position with faults.
struct FaultyPosition {
    place: String,
    board: String,
    rack: String,
    faults: Vec<MoveFault>,
}

pub(crate) fn run(
    lexicon: &OpenedLexicon<'_>,
    options: &CheckOptions,
    pass: &mut PassRun,
    progress: Progress<'_>,
) -> Result<()> {
    let subject = lexicon.subject;
    let rack = subject.ruleset.rack_size();
    if rack > CHECKED_RACK {
        let most = format!("moves are found with racks of at most {CHECKED_RACK} tiles");
        pass.in_vain(format!("{most}, and the ruleset has racks of {rack}"));
        return Ok(());
    }
    let mut graphs = lexicon.graphs(true, pass);
    // Without a GADDAG there is only one generator, so nothing can differ.
    graphs.sort_by_key(|(_, graph)| graph.gaddag_root().is_none());
    let Some(&(item, graph)) = graphs.first() else {
        pass.skip("no graph of words to find moves with");
        return Ok(());
    };
    if graph.gaddag_root().is_none() {
        let path = item.path();
        pass.skip(format!("{path}: has no GADDAG to compare the DAWG with"));
    }
    let moves = MovesPass {
        item,
        graph,
        ruleset: &subject.ruleset,
        klv: lexicon.leaves(pass).first().copied(),
    };
    if subject.words.is_none() {
        pass.skip("no source list to look up the words of plays in");
    }
    moves.play(options, pass, progress)?;
    for (path, text) in &subject.positions {
        moves.golden(path, text, pass)?;
    }
    let pairs = moves.gate(options.seed, pass)?;
    let played = pass.moves.as_ref();
    if let Some(played) = played.filter(|m| m.golden_positions == 0 && pairs == 0) {
        match (played.games, played.plays) {
            (0, _) => pass.in_vain("no games, and no golden positions"),
            (_, 0) => pass.in_vain("no plays in any game, and no golden positions"),
            _ => (),
        }
    }
    Ok(())
}

/// The files that the games are played and checked with.
struct MovesPass<'a, 's> {
    item: &'a OpenedFile<'s>,
    graph: &'a Graph,
    ruleset: &'a Ruleset,
    klv: Option<(&'a OpenedFile<'s>, &'a Leaves)>,
}

impl MovesPass<'_, '_> {
    fn leaves(&self) -> Option<&Leaves> {
        self.klv.map(|(_, leaves)| leaves)
    }

    fn play(
        &self,
        options: &CheckOptions,
        pass: &mut PassRun,
        progress: Progress<'_>,
    ) -> Result<()> {
        let words = self.item.subject.words.as_ref();
        let mut referee = Referee::new(self.graph, self.ruleset, self.leaves(), words);
        let games = parallel::try_map_with(
            0..options.games,
            || referee.clone(),
            |referee, number| {
                let report = self.game(referee, options.seed, number);
                progress(Event::Game(number));
                report
            },
        )?;
        let positions = games.iter().flat_map(|game| &game.positions);
        let (plays, times): (Vec<u64>, Vec<u64>) = positions.copied().unzip();
        pass.checked("games", options.games);
        pass.checked("positions", plays.len() as u64);
        let (all, nanoseconds) = (plays.iter().sum(), times.iter().sum::<u64>().max(1));
        pass.moves = Some(MovesReport {
            seed: options.seed,
            games: options.games,
            positions: plays.len() as u64,
            plays: all,
            golden_positions: 0,
            plays_per_position: percentiles(plays),
            plays_per_second: Some((all as f64 / (nanoseconds as f64 / 1e9)) as u64),
            nanoseconds_per_position: Some(percentiles(times)),
        });
        for faulty in games.into_iter().flat_map(|game| game.faulty) {
            self.report(&mut referee, &faulty, pass)?;
        }
        Ok(())
    }

    fn game<'t>(&'t self, referee: &mut Referee<'t>, seed: u64, number: u64) -> Result<GameReport> {
        let random = Random::for_game(seed, number);
        let game = play_game(referee.ranker(), self.ruleset, &self.leaves(), random)?;
        let mut report = GameReport::default();
        for (turn, before) in (1..).zip(&game.turns) {
            let position = Position::read(self.ruleset, &before.board, &before.rack)?;
            let verdict = referee.check(&position);
            report.positions.push((verdict.plays, verdict.nanoseconds));
            if !verdict.faults.is_empty() {
                report.faulty.push(FaultyPosition {
                    place: format!("game {number}, turn {turn}"),
                    board: before.board.clone(),
                    rack: before.rack.clone(),
                    faults: verdict.faults,
                });
            }
        }
        Ok(report)
    }

    /// Shrinks and shows the first positions of each kind, and counts the rest.
    fn report<'t>(
        &'t self,
        referee: &mut Referee<'t>,
        faulty: &FaultyPosition,
        pass: &mut PassRun,
    ) -> Result<()> {
        let path = self.item.path();
        for fault in &faulty.faults {
            let what = fault.what;
            let shown = pass.findings.of_kind(what, path).count();
            let tried = pass.findings.count_of(what, path);
            if shown >= SHOWN || tried >= SHRUNK.min(pass.findings.cap as u64) {
                pass.findings.more_errors(what, path, 1);
                continue;
            }
            let position = Position::read(self.ruleset, &faulty.board, &faulty.rack)?;
            let (position, fault) = shrink(referee, position, fault.clone());
            let (board, rack) = (position.board_text(), position.rack_text());
            let is_shown = |known: &Finding| {
                let shown = known.position.as_ref();
                shown.is_some_and(|shown| shown.board == board && shown.rack == rack)
            };
            if pass.findings.of_kind(what, path).any(is_shown) {
                pass.findings.more_errors(what, path, 1);
                continue;
            }
            let shown = Shown {
                board,
                rack,
                missing: fault.missing,
                extra: fault.extra,
                reproduction: Reproduction {
                    ruleset: self.item.subject.ruleset_name.clone(),
                    graph: path.to_string(),
                    leaves: self.klv.map(|(klv, _)| klv.path().to_string()),
                    by_generators: fault.by_generators,
                },
                command: String::new(),
            };
            pass.error(what, path, || Finding {
                position: Some(shown),
                ..Finding::from((&faulty.place, fault.expected, fault.found))
            });
        }
        Ok(())
    }

    /// Plays the recipe's match, if there is one: its leave values against those of
    /// another file. Adds an error if the share of wins is below what the recipe
    /// requires. Returns the number of pairs.
    fn gate(&self, seed: u64, pass: &mut PassRun) -> Result<u64> {
        let Some(rival) = &self.item.subject.rival else {
            return Ok(0);
        };
        let Some((klv, leaves)) = self.klv else {
            pass.skip(format!(
                "{}: no leave values to play a match with",
                rival.path
            ));
            return Ok(0);
        };
        let options = MatchOptions::new(rival.gate.pairs, seed);
        let sides = [leaves, &rival.leaves].map(|leaves| Side::new(self.graph, leaves));
        let go_on = |_: &[_], _: &_| Ok(ControlFlow::Continue(()));
        let played = play_match(sides, self.ruleset, &options, go_on)?;
        pass.checked("match pairs", played.tally.pairs);
        let figures = Figures::of(&played.tally);
        if let Some(figures) = figures.filter(|f| f.share < rival.gate.at_least) {
            pass.error(LOST_MATCH, klv.path(), || {
                let expected = format!("a share of wins of at least {}", rival.gate.at_least);
                let (low, high) = figures.share_range;
                let found = format!("{:.4} (95 %: {low:.4} to {high:.4})", figures.share);
                (format!("against {}", rival.path), expected, found)
            });
        }
        Ok(played.tally.pairs)
    }

    /// The checksums of the files with which tables of positions are recomputed.
    fn sums(&self) -> Result<TableSums> {
        let sum = |file: &OpenedFile<'_>| {
            let sum = file.sha256.clone().unwrap_or_default();
            (file.path().to_string(), sum)
        };
        let klv = self.klv.map(|(klv, _)| sum(klv));
        let ruleset = (self.ruleset.name().to_string(), self.ruleset.digest()?);
        Ok(TableSums::new(sum(self.item), klv, ruleset))
    }

    /// Recomputes a table of positions.
    fn golden(&self, path: &str, text: &str, pass: &mut PassRun) -> Result<()> {
        let (graph, ruleset) = (self.graph, self.ruleset);
        let report = match is_endgame_table(text) {
            true => check_endgames(path, text, graph, ruleset)?,
            false => {
                let sums = self.sums()?;
                check_positions(path, text, graph, ruleset, &self.leaves(), &sums)?
            }
        };
        pass.checked("golden positions", report.positions);
        if let Some(moves) = &mut pass.moves {
            moves.golden_positions += report.positions;
        }
        for d in report.differences {
            pass.error("a golden position", path, || {
                let place = format!("line {}, {}", d.line, d.column);
                (place, d.expected, d.found)
            });
        }
        Ok(())
    }
}

//! The moves pass: the generators agree with each other and with the sources.
//!
//! It plays games from a seed. In each of their positions both generators must
//! find the same plays with the same scores, every word that a play makes must be
//! in the source list, and the ranker's best move must be the best of all moves.
//! It also recomputes tables of positions, and plays the match that a recipe asks
//! for (`gate`). A position that shows a difference is shrunk as long as it still
//! shows it.

mod formed;
mod gate;
mod plays;
pub(crate) mod referee;
mod shrink;
mod tile_hash;

use crate::check::endgames::{check_endgames, is_endgame_table};
use crate::check::findings::{Evidence, Reproduction, Shown};
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
use crate::parallel::prelude::*;
use crate::play::play_game;
use crate::random::Random;
use crate::ruleset::Ruleset;
use std::collections::HashSet;
use std::time::Duration;

/// The number of positions of a kind that are shown.
const SHOWN: usize = 3;

/// The most positions of a kind that are shrunk; some shrink to the same one.
const SHRUNK: u64 = 12;

/// The checks of one game.
#[derive(Default)]
struct GameReport {
    /// For each position the number of plays and the nanoseconds to find them.
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
    // The generators need a GADDAG to differ.
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
        words: subject.words.as_ref().map(|words| words.iter().collect()),
    };
    if moves.words.is_none() {
        pass.skip("no source list to look up the words of plays in");
    }
    moves.play(options, pass, progress)?;
    for (path, text) in &subject.positions {
        moves.golden(path, text, pass)?;
    }
    moves.gate(options.seed, pass)?;
    let is_gated = pass.has_checked("match pairs");
    let played = pass.moves.as_ref();
    if let Some(played) = played.filter(|m| m.golden_positions == 0 && !is_gated) {
        match (played.games, played.plays) {
            (0, _) => pass.in_vain("no games, and no golden positions"),
            (_, 0) => pass.in_vain("no plays in any game, and no golden positions"),
            _ => (),
        }
    }
    Ok(())
}

/// What the games are played and checked with.
struct MovesPass<'a, 's> {
    item: &'a OpenedFile<'s>,
    graph: &'a Graph,
    ruleset: &'a Ruleset,
    klv: Option<(&'a OpenedFile<'s>, &'a Leaves)>,
    words: Option<HashSet<&'a [u8]>>,
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
        let words = self.words.as_ref();
        let mut referee = Referee::new(self.graph, self.ruleset, self.leaves(), words);
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
        pass.checked("games", options.games);
        pass.checked("positions", plays.len() as u64);
        pass.moves = Some(MovesReport {
            seed: options.seed,
            games: options.games,
            positions: plays.len() as u64,
            plays: plays.iter().sum(),
            generating: Duration::from_nanos(times.iter().sum()),
            plays_per_position: percentiles(plays),
            nanoseconds: percentiles(times),
            ..MovesReport::default()
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
            let shown = pass.findings.kept_of(what, path);
            let tried = pass.findings.count_of(what, path);
            if shown >= SHOWN || tried >= SHRUNK || pass.findings.room(what, path) == 0 {
                pass.findings.more_errors(what, path, 1);
                continue;
            }
            let position = Position::read(self.ruleset, &faulty.board, &faulty.rack)?;
            let (position, fault) = shrink(referee, position, fault.clone());
            let (board, rack) = (position.board_text(), position.rack_text());
            if pass.findings.shows(what, path, &board, &rack) {
                pass.findings.more_errors(what, path, 1);
                continue;
            }
            pass.error(what, path, || {
                let evidence = Evidence::new(&faulty.place, &fault.expected, &fault.found);
                let shown = Shown {
                    board,
                    rack,
                    missing: fault.missing.clone(),
                    extra: fault.extra.clone(),
                    reproduction: Reproduction {
                        ruleset: self.item.subject.ruleset_name.clone(),
                        graph: path.to_string(),
                        leaves: self.klv.map(|(klv, _)| klv.path().to_string()),
                        by_generators: fault.by_generators,
                    },
                    command: String::new(),
                };
                evidence.shown(shown)
            });
        }
        Ok(())
    }

    /// Plays the match that the recipe asks for, if it does.
    fn gate(&self, seed: u64, pass: &mut PassRun) -> Result<()> {
        match (&self.item.subject.rival, self.klv) {
            (Some(rival), Some(own)) => gate::play(self.graph, own, (rival, seed), pass),
            (Some(rival), None) => {
                let path = &rival.path;
                pass.skip(format!("{path}: no leave values to play a match with"));
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// The sums of the files that tables of positions are recomputed with.
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
                Evidence::new(place, d.expected, d.found)
            });
        }
        Ok(())
    }
}

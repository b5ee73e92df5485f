//! From a position to an answer: bounds first, then the search, on all threads.
//!
//! A side that may try only its first few plays at each turn does at most as well
//! as one that may try all. So a search in which the side on turn is limited gives
//! a lower bound, and one in which the opponent is limited an upper bound. Both are
//! cheap. They narrow the window of the exact search, and they are the answer if
//! that has to be given up.

use crate::error::{Error, Problem, Result};
use crate::graph::Graph;
use crate::movegen::GaddagGenerator;
use crate::play::endgame::hand::Hand;
use crate::play::endgame::kept::{KeptPlays, MOST_POINTS};
use crate::play::endgame::lanes::Lanes;
use crate::play::endgame::lexicon::prune;
use crate::play::endgame::options::EndgameOptions;
use crate::play::endgame::position::Endgame;
use crate::play::endgame::root::Ranking;
use crate::play::endgame::search::{Budget, Node, Search};
use crate::play::endgame::solution::{EndgameSolution, EndgameStatus, Outcome};
use crate::play::endgame::stats::EndgameStats;
use crate::play::endgame::table::{INFINITE, Table};
use crate::random::Random;
use crate::tiles::{PLAYED_BLANK, Tile};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

/// Bytes of a table entry.
const ENTRY: usize = 16;

/// Bytes of a kept play, with its tiles and its share of the index.
const KEPT: usize = 64;

/// The least and the most plays that a thread keeps.
const KEPT_PLAYS: (usize, usize) = (1 << 14, 1 << 26);

/// The nodes that each limited search may take.
const LIMITED_NODES: u64 = 20_000;

/// The plays that the limited side may try, one search after the other.
const WIDTHS: [usize; 2] = [1, 4];

/// Numbers of both racks and the board.
const SEED: u64 = 21;

/// Finds the value of an endgame and the best line.
///
/// The value and the line are the same on any number of threads, with any size of
/// the table and with any technique.
///
/// ```
/// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
/// use wordmill::lexicon::Words;
/// use wordmill::play::{Endgame, EndgameOptions, solve_endgame};
/// use wordmill::ruleset::Ruleset;
///
/// let rules = "name: tiny\nrack: 2\nbonus: 0\nexchange: 1\nblanks: 0\nletters:\n  \
///     - {tile: A, count: 2, points: 1, vowel: 1}\n  - {tile: B, count: 2, points: 3}\n\
///     board:\n  start: A1\n  squares: |\n    ...\n";
/// let tiny = Ruleset::from_yaml("tiny.yaml", rules)?;
/// let words = Words::from_unsorted([&[1, 2][..], &[1, 2, 1]])?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
///
/// // AB is on the board. ABA goes out; the opponent is left with B.
/// let endgame = Endgame::read(&tiny, "AB1", "A", "B")?;
/// let solution = solve_endgame(&graph, &endgame, &EndgameOptions::default())?;
/// assert_eq!(solution.value(), Some(1 + 3 + 1 + 2 * 3));
/// assert_eq!(solution.line[0].notation, "1A (AB)A");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_endgame(
    graph: &Graph,
    endgame: &Endgame<'_>,
    options: &EndgameOptions,
) -> Result<EndgameSolution> {
    let deadline = options
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let ruleset = endgame.position().ruleset();
    let pruned;
    let graph = match GaddagGenerator::new(graph, ruleset) {
        Ok(_) => graph,
        Err(_) => {
            pruned = prune(graph, endgame.position(), &endgame.racks().concat())?;
            &pruned
        }
    };
    let mut random = Random::new(SEED);
    let racks = endgame.racks().clone();
    let hands = racks.map(|rack| Hand::new(ruleset, rack, &mut random));
    let table = Table::new(match options.techniques.table {
        true => entries(endgame, options),
        false => 0,
    });
    let budget = Budget {
        deadline,
        interrupt: options.interrupt,
        done: AtomicBool::new(false),
    };
    let kept = match options.techniques.kept {
        true => (options.memory / KEPT / options.threads.max(1)).clamp(KEPT_PLAYS.0, KEPT_PLAYS.1),
        false => 0,
    };
    let search = |thread: u64| -> Result<Search<'_>> {
        let lanes = Lanes::new(endgame.position().clone(), &mut random.clone());
        let kept = KeptPlays::new(graph, ruleset, &hands, kept)?;
        let mut search = Search::new(lanes, &hands, kept, &table, &budget, options.techniques);
        search.shuffle = match thread {
            0 => options.shuffle,
            _ => options.shuffle ^ Random::new(thread).next_u64(),
        };
        Ok(search)
    };
    let root = Node {
        placed: 0,
        side: 0,
        left: [hands[0].full(), hands[1].full()],
        passed: endgame.is_after_pass(),
    };
    let searches = (0..options.threads.max(1) as u64).map(search);
    let limits = limits(endgame);
    answer(searches.collect::<Result<_>>()?, root, limits, options)
}

/// Bounds that need no search. A side makes at most as many plays as it has tiles. Each
/// scores at most as much as if all its tiles were on the best premium squares, and every
/// word that it makes had all other tiles of the game. Who goes out gets twice the other's
/// tiles, and nobody scores less than nothing.
fn limits(endgame: &Endgame<'_>) -> Bounds {
    let position = endgame.position();
    let (ruleset, board) = (position.ruleset(), position.ruleset().board());
    let points = |tiles: &[Tile]| -> u32 {
        let points = tiles.iter().map(|&tile| u32::from(ruleset.points(tile)));
        points.sum()
    };
    let squares = || (0..board.rows()).flat_map(|r| (0..board.columns()).map(move |c| (r, c)));
    let premiums = squares().map(|(row, column)| board.square(row, column));
    let (letter, word) = premiums.fold((1, 1), |(letter, word), square| {
        (
            letter.max(u32::from(square.letter)),
            word.max(u32::from(square.word)),
        )
    });
    let face = |(row, column): (u8, u8)| match position.tile(row, column) {
        tile if tile & PLAYED_BLANK != 0 => 0,
        tile => u32::from(ruleset.points(tile)),
    };
    let [own, other] = endgame.racks();
    // More than any lane will ever have.
    let lane = squares().map(face).sum::<u32>() + points(own) + points(other);
    let most = |rack: &[Tile]| -> i32 {
        let tiles = rack.len() as u32;
        let one_word = lane.saturating_add(letter.saturating_mul(points(rack)));
        let factor = word.saturating_pow(tiles).saturating_mul(tiles + 1);
        let play = one_word.saturating_mul(factor);
        let play = play
            .saturating_add(u32::from(ruleset.bonus()))
            .min(MOST_POINTS);
        (tiles * play) as i32
    };
    Bounds {
        lower: -most(other) - 2 * points(own) as i32,
        upper: most(own) + 2 * points(other) as i32,
    }
}

/// The number of table entries: more tiles make more positions.
fn entries(endgame: &Endgame<'_>, options: &EndgameOptions) -> usize {
    let most = 1usize << (endgame.tiles() + 10).min(40);
    most.min(options.memory / ENTRY).min(options.max_entries)
}

/// What is known of the value.
#[derive(Clone, Copy)]
struct Bounds {
    lower: i32,
    upper: i32,
}

impl Bounds {
    /// The window in which values of first moves are wanted.
    fn window(self, options: &EndgameOptions) -> (i32, i32) {
        match options.win {
            // The value matters only next to a tie.
            Some(ahead) => ((self.lower - 1).max(-ahead - 1), self.upper.min(1 - ahead)),
            // The first move that reaches the upper bound is the best.
            None if options.top <= 1 => (self.lower - 1, self.upper),
            None => (-INFINITE, self.upper + 1),
        }
    }

    /// Adds what first moves showed. If only the winner was asked, by how much they are
    /// better than a point is left out: it depends on threads.
    fn improve(&mut self, ranking: &Ranking, win: Option<i32>) {
        let (mut lower, mut upper) = (ranking.lower, ranking.upper);
        if let Some(ahead) = win {
            lower = lower.min(1 - ahead);
            upper = upper.max(-1 - ahead);
        }
        self.lower = self.lower.max(lower);
        if ranking.complete {
            self.upper = self.upper.min(upper.max(self.lower));
        }
    }
}

fn answer(
    mut searches: Vec<Search<'_>>,
    root: Node,
    limits: Bounds,
    options: &EndgameOptions,
) -> Result<EndgameSolution> {
    let mut bounds = limits;
    for width in WIDTHS {
        let is_wanted = options.techniques.limited;
        if !is_wanted || !narrow(&mut searches[0], root, width, &mut bounds, options) {
            break;
        }
    }
    let decided = |bounds| options.win.and_then(|ahead| outcome(bounds, ahead));
    let ranking = match decided(bounds) {
        Some(_) => Ranking::nothing(),
        None => rank(&mut searches, root, options, bounds),
    };
    bounds.improve(&ranking, options.win);
    let mut solution = EndgameSolution {
        status: EndgameStatus::Bounded,
        lower: bounds.lower,
        upper: bounds.upper,
        outcome: decided(bounds),
        top: ranking.top,
        line: Vec::new(),
        stats: EndgameStats::default(),
    };
    if options.win.is_some() {
        // Their values may be bounds.
        solution.top.clear();
    }
    if ranking.complete || options.top <= 1 && solution.value().is_some() {
        solution.status = EndgameStatus::Solved;
    }
    if let Some(value) = solution.value() {
        searches[0].budget.done.store(false, Relaxed);
        searches[0].max_nodes = u64::MAX;
        solution.line = searches[0].line(root, value);
    }
    if solution.outcome.is_some() {
        solution.status = EndgameStatus::Solved;
    }
    for search in &mut searches {
        search.stats.generations = search.kept.generations;
        solution.stats.add(&search.stats);
        if let Some(score) = search.kept.too_high {
            let expected = format!("plays of at most {MOST_POINTS} points in an endgame");
            let problem = Problem::mismatch(expected, score.to_string());
            return Err(Error::input("", problem));
        }
    }
    Ok(solution)
}

fn outcome(bounds: Bounds, ahead: i32) -> Option<Outcome> {
    match (bounds.lower + ahead, bounds.upper + ahead) {
        (1.., _) => Some(Outcome::Win),
        (_, ..=-1) => Some(Outcome::Loss),
        (0, 0) => Some(Outcome::Tie),
        _ => None,
    }
}

/// Bounds the value by searches in which one side may try only some plays. Gives
/// whether both ended.
fn narrow(
    search: &mut Search<'_>,
    root: Node,
    width: usize,
    bounds: &mut Bounds,
    options: &EndgameOptions,
) -> bool {
    let mut complete = true;
    for side in [0, 1] {
        let mut widths = [usize::MAX; 2];
        widths[side] = width;
        search.widths = widths;
        let limit = search.stats.nodes + LIMITED_NODES;
        search.max_nodes = limit.min(options.max_nodes);
        let found = search.value(root, bounds.lower - 1, bounds.upper + 1);
        match (found, side) {
            (Ok(value), 0) => bounds.lower = bounds.lower.max(value),
            (Ok(value), _) => bounds.upper = bounds.upper.min(value),
            (Err(_), _) => complete = false,
        }
    }
    search.widths = [usize::MAX; 2];
    search.max_nodes = options.max_nodes;
    complete && bounds.lower < bounds.upper
}

/// Ranks the moves of the root on all threads. All of them do the same work, in
/// different orders and with one table; the first that is done has the answer.
fn rank(
    searches: &mut [Search<'_>],
    root: Node,
    options: &EndgameOptions,
    bounds: Bounds,
) -> Ranking {
    let (alpha, beta) = bounds.window(options);
    let run = |search: &mut Search<'_>| {
        let ranking = search.rank(root, options.top, alpha, beta);
        if ranking.complete {
            search.budget.done.store(true, Relaxed);
        }
        ranking
    };
    let Some((first, others)) = searches.split_first_mut() else {
        return Ranking::nothing();
    };
    thread::scope(|scope| {
        let others = others
            .iter_mut()
            .map(|search| scope.spawn(move || run(search)));
        let others: Vec<_> = others.collect();
        let mut best = run(first);
        for ranking in others.into_iter().filter_map(|thread| thread.join().ok()) {
            let better = (ranking.complete, ranking.lower) > (best.complete, best.lower);
            if better {
                best = ranking;
            }
        }
        best
    })
}

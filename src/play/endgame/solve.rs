//! Solves an endgame, from its position to the answer, on all threads.
//!
//! A side that may try only one play at each turn does at most as well as one that may
//! try all. So a search that limits the side on turn gives a lower bound, and one that
//! limits the opponent gives an upper bound. Both searches are cheap, and their bounds
//! are the answer if the exact search is given up. Most endgames are solved before such
//! searches would end. So these begin only after a number of nodes, or at once if
//! several first moves are wanted.

use crate::error::{Error, Result};
use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use crate::lexicon::Words;
use crate::limits::ENDGAME_REACH;
use crate::movegen::has_gaddag;
use crate::play::endgame::bounds::Bounds;
use crate::play::endgame::hand::Hand;
use crate::play::endgame::kept::{KeptPlays, MOST_POINTS};
use crate::play::endgame::lanes::Lanes;
use crate::play::endgame::options::EndgameOptions;
use crate::play::endgame::position::Endgame;
use crate::play::endgame::reach::bounds_by_words;
use crate::play::endgame::root::Ranking;
use crate::play::endgame::search::{Budget, Node, Search};
use crate::play::endgame::solution::{EndgameSolution, EndgameStatus, Outcome, RankedTurn};
use crate::play::endgame::stats::EndgameStats;
use crate::play::endgame::table::{INFINITE, Table};
use crate::play::endgame::words::EndgameWords;
use crate::random::Random;
use crate::ruleset::Ruleset;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

/// The bytes of a table entry.
const ENTRY: usize = 16;

/// The bytes of a kept play, with its tiles and its share of the index.
const KEPT: usize = 64;

/// The most plays that a thread keeps.
const KEPT_PLAYS: usize = 1 << 26;

/// The number of nodes after which an endgame counts as hard, and limited searches
/// bound its value.
const EASY_NODES: u64 = 30_000;

/// The number of nodes that each limited search may take.
const LIMITED_NODES: u64 = 20_000;

/// The largest difference between a question and the bound that the last answer gave.
const LONGEST_STEP: i32 = 16;

/// With at least this many tiles on the racks, a graph of only the possible words is
/// built first. With fewer tiles, the search ends before such a graph would be built.
const PRUNED_TILES: usize = 8;

/// The seed of the random numbers of both racks and the board.
const SEED: u64 = 21;

/// Finds the value of an endgame and the best line.
///
/// The value and the line are the same with any number of threads, any size of the
/// table and any techniques.
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
    let after = |time| Instant::now().checked_add(time);
    let deadline = options.time.and_then(after);
    let position = endgame.position();
    let ruleset = position.ruleset();
    let has_gaddag = has_gaddag(graph);
    let words = match has_gaddag {
        true => {
            let pool = endgame.racks().concat();
            EndgameWords::within(graph, position, &pool, ENDGAME_REACH)
        }
        false => Some(EndgameWords::find(graph, endgame)?),
    };
    let pruned = match &words {
        Some(words) if !has_gaddag => Some(graph_of(words, ruleset)?),
        // If a graph of the words can't be built, such as one too large for a file, the
        // search uses the given graph.
        Some(words) if endgame.tiles() >= PRUNED_TILES => graph_of(words, ruleset).ok(),
        _ => None,
    };
    let graph = pruned.as_ref().unwrap_or(graph);
    let mut random = Random::new(SEED);
    let racks = endgame.racks().clone();
    let hands = racks.map(|rack| Hand::new(ruleset, rack, &mut random));
    let most = (options.memory / ENTRY).min(options.max_entries);
    let techniques = options.techniques;
    let table = Table::new(if techniques.table { most } else { 0 });
    let budget = Budget {
        deadline,
        interrupt: options.interrupt,
        done: AtomicBool::new(false),
    };
    let threads = options.threads.max(1);
    let kept = match techniques.kept {
        true => (options.memory / KEPT / threads).min(KEPT_PLAYS),
        false => 0,
    };
    let search = |thread: u64| -> Result<Search<'_>> {
        let lanes = Lanes::new(endgame.position().clone(), &mut random.clone());
        let kept = KeptPlays::new(graph, ruleset, &hands, kept)?;
        let mut search = Search::new(lanes, &hands, kept, &table, &budget, techniques);
        search.shuffle = options.shuffle;
        if thread > 0 {
            search.shuffle ^= Random::new(thread).next_u64();
        }
        search.max_nodes = options.max_nodes;
        Ok(search)
    };
    let root = Node {
        placed: 0,
        side: 0,
        left: [hands[0].full(), hands[1].full()],
        passed: endgame.is_after_pass(),
    };
    let searches = (0..threads as u64).map(search);
    let mut searches = searches.collect::<Result<Vec<_>>>()?;
    if techniques.alone {
        let unplaced = [0, 1].map(|side| searches[0].unplaced(Node { side, ..root }));
        searches.iter_mut().for_each(|s| s.helpless = unplaced);
    }
    let mut solution = answer(searches, root, Bounds::without_search(endgame), options)?;
    if let Some(words) = &words {
        if solution.status == EndgameStatus::Bounded
            && let Some(bounds) = bounds_by_words(words, position, &hands)
        {
            solution.narrow(bounds, options.win);
        }
        let racks = endgame.racks().each_ref().map(|rack| rack.iter().copied());
        solution.stuck = racks.map(|tiles| tiles.filter(|&tile| words.is_stuck(tile)).collect());
        solution.stats.stuck = solution.stuck.iter().map(|tiles| tiles.len() as u64).sum();
        solution.stats.words = words.len() as u64;
    }
    Ok(solution)
}

/// Builds a graph of the words that can be made, with a GADDAG.
fn graph_of(words: &EndgameWords, ruleset: &Ruleset) -> Result<Graph> {
    let letters = ruleset.alphabet().len();
    let words = Words::from_unsorted(words.iter())?;
    let bytes = build(&words, GraphSpec::new())?;
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, letters)
        .map_err(|fault| Error::mismatch("", "a sound graph", fault))
}

impl EndgameSolution {
    /// Narrows the bounds of a search that was given up. If the new bounds meet, the
    /// old ones are kept, since no line to the value is known.
    fn narrow(&mut self, limits: Bounds, win: Option<i32>) {
        let (lower, upper) = (self.lower, self.upper);
        let bounds = limits.and(Bounds { lower, upper });
        if bounds.lower < bounds.upper {
            (self.lower, self.upper) = (bounds.lower, bounds.upper);
        }
        self.outcome = win.and_then(|ahead| outcome(bounds, ahead));
        if self.outcome.is_some() {
            self.status = EndgameStatus::Solved;
        }
    }
}

impl Bounds {
    /// Returns whether the bounds answer the question: who wins, if that was asked, or
    /// the value.
    fn are_enough(self, win: Option<i32>) -> bool {
        match win {
            Some(ahead) => outcome(self, ahead).is_some(),
            None => self.lower >= self.upper,
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
    let mut ranking = Ranking::default();
    if options.top <= 1 {
        settle(&mut searches, root, &mut bounds, options);
    } else {
        if options.techniques.limited {
            narrow(&mut searches[0], root, &mut bounds, options);
        }
        ranking = rank(&mut searches, root, options, bounds);
        bounds.lower = bounds.lower.max(ranking.best());
        if ranking.complete {
            bounds.upper = bounds.upper.min(ranking.best());
        }
    }
    let outcome = options.win.and_then(|ahead| outcome(bounds, ahead));
    let is_known = bounds.lower == bounds.upper;
    let is_solved = ranking.complete || options.top <= 1 && is_known || outcome.is_some();
    let mut line = Vec::new();
    if is_known {
        searches[0].budget.done.store(false, Relaxed);
        searches[0].max_nodes = u64::MAX;
        line = searches[0].line(root, bounds.lower);
    }
    if let (true, Some(first)) = (ranking.top.is_empty(), line.first()) {
        ranking.top.push(RankedTurn {
            mv: first.mv.clone(),
            notation: first.notation.clone(),
            score: first.score,
            value: bounds.lower,
        });
    }
    let mut stats = EndgameStats::default();
    for search in &mut searches {
        search.stats.generations = search.kept.generations;
        stats.add(&search.stats);
        if let Some(score) = search.kept.too_high {
            let expected = format!("plays of at most {MOST_POINTS} points in an endgame");
            return Err(Error::mismatch("", expected, score));
        }
    }
    Ok(EndgameSolution {
        status: match is_solved {
            true => EndgameStatus::Solved,
            false => EndgameStatus::Bounded,
        },
        lower: bounds.lower,
        upper: bounds.upper,
        outcome,
        top: ranking.top,
        line,
        stuck: Default::default(),
        stats,
    })
}

fn outcome(bounds: Bounds, ahead: i32) -> Option<Outcome> {
    match (bounds.lower + ahead, bounds.upper + ahead) {
        (1.., _) => Some(Outcome::Win),
        (_, ..=-1) => Some(Outcome::Loss),
        (0, 0) => Some(Outcome::Tie),
        _ => None,
    }
}

/// Bounds the value by searches in which one side tries only the most promising play.
fn narrow(search: &mut Search<'_>, root: Node, bounds: &mut Bounds, options: &EndgameOptions) {
    for side in [0, 1] {
        search.widths[side] = 1;
        let limit = search.stats.nodes + LIMITED_NODES;
        search.max_nodes = limit.min(options.max_nodes);
        let found = search.value(root, bounds.lower - 1, bounds.upper + 1);
        match (found, side) {
            (Ok(value), 0) => bounds.lower = bounds.lower.max(value),
            (Ok(value), _) => bounds.upper = bounds.upper.min(value),
            (Err(_), _) => (),
        }
        search.widths[side] = usize::MAX;
    }
    search.max_nodes = options.max_nodes;
}

/// Finds the value, or who wins, on all threads. Each thread asks whether the value
/// reaches a number of points, until the bounds are enough. The threads try moves in
/// different orders and share one table. The first that has the answer ends the search.
fn settle(searches: &mut [Search<'_>], root: Node, bounds: &mut Bounds, options: &EndgameOptions) {
    let known = *bounds;
    if known.are_enough(options.win) {
        return;
    }
    let guess = searches.first_mut().and_then(|s| greedy_value(s, root));
    let run = |search: &mut Search<'_>| {
        let mut bounds = known;
        if options.techniques.limited {
            search.max_nodes = options.max_nodes.min(EASY_NODES);
        }
        let mut guess = guess.unwrap_or(bounds.lower + 1);
        let (mut last, mut step) = (None, 1);
        while !bounds.are_enough(options.win) {
            let wanted = options.win.map_or(guess, |ahead| 1 - ahead);
            let question = wanted.clamp(bounds.lower + 1, bounds.upper);
            let Ok(value) = search.value(root, question - 1, question) else {
                let is_stopped = search.stats.nodes < search.max_nodes;
                if is_stopped || search.max_nodes == options.max_nodes {
                    return bounds;
                }
                narrow(search, root, &mut bounds, options);
                continue;
            };
            // Consecutive answers that agree double the step.
            let reached = value >= question;
            step = match last == Some(reached) {
                true => (2 * step).min(LONGEST_STEP),
                false => 1,
            };
            last = Some(reached);
            if reached {
                bounds.lower = value;
                guess = value + step;
            } else {
                bounds.upper = value;
                guess = value + 1 - step;
            }
        }
        search.budget.done.store(true, Relaxed);
        bounds
    };
    for found in on_all(searches, run) {
        // The margin of a win depends on the threads, so only the winner is kept.
        *bounds = bounds.and(options.win.map_or(found, |ahead| Bounds {
            lower: found.lower.min(1 - ahead),
            upper: found.upper.max(-1 - ahead),
        }));
    }
}

/// Returns the value if both sides make the most promising play at each turn, or `None`
/// if the search was stopped.
fn greedy_value(search: &mut Search<'_>, root: Node) -> Option<i32> {
    search.widths = [1; 2];
    let value = search.value(root, -INFINITE, INFINITE);
    search.widths = [usize::MAX; 2];
    value.ok()
}

/// Runs a search on each thread that can be started, and returns what each found.
fn on_all<'s, T: Send>(
    searches: &mut [Search<'s>],
    run: impl Fn(&mut Search<'s>) -> T + Sync,
) -> Vec<T> {
    let Some((first, others)) = searches.split_first_mut() else {
        return Vec::new();
    };
    thread::scope(|scope| {
        let run = &run;
        let start = |search| {
            let started = thread::Builder::new().spawn_scoped(scope, move || run(search));
            started.ok()
        };
        let others: Vec<_> = others.iter_mut().filter_map(start).collect();
        let mut found = vec![run(first)];
        found.extend(others.into_iter().filter_map(|thread| thread.join().ok()));
        found
    })
}

/// Ranks the moves of the root on all threads. All of them do the same work, in
/// different orders and with one table. The first that is done has the answer.
fn rank(
    searches: &mut [Search<'_>],
    root: Node,
    options: &EndgameOptions,
    bounds: Bounds,
) -> Ranking {
    let run = |search: &mut Search<'_>| {
        let ranking = search.rank(root, options.top, bounds.upper + 1);
        if ranking.complete {
            search.budget.done.store(true, Relaxed);
        }
        ranking
    };
    let found = on_all(searches, run).into_iter();
    let best = found.reduce(|best, ranking| {
        match (ranking.complete, ranking.best()) > (best.complete, best.best()) {
            true => ranking,
            false => best,
        }
    });
    best.unwrap_or_default()
}

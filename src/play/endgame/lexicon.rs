//! The words that an endgame can still make.
//!
//! Every word that is formed from now on lies in one lane. Its tiles come from
//! the two racks or are in that lane already. So a word whose letters the racks
//! lack can only be made in a lane that has these letters. A walk through the
//! DAWG keeps the set of lanes that can supply what is missing so far, and turns
//! back when it is empty.

use crate::error::{Error, Problem, Result};
use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use crate::lexicon::Words;
use crate::limits::ENDGAME_STEPS;
use crate::movegen::Position;
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// The lanes of a board, as bits: rows, then columns.
type LaneSet = u128;

/// The most blanks that are told apart; more are taken as this many and make
/// only the result larger.
const BLANKS: usize = 3;

struct Walk<'g> {
    graph: &'g Graph,
    longest: usize,
    /// How many of each letter the racks have.
    pool: [u8; MAX_LETTERS + 1],
    /// The lanes that have a letter once, twice and so on.
    lanes: Vec<Vec<LaneSet>>,
    blanks: usize,
    word: Vec<Tile>,
    words: Words,
    steps: u64,
}

/// A graph with a GADDAG of the words that can be made on a board with the tiles
/// of both racks.
pub(crate) fn prune(graph: &Graph, position: &Position<'_>, pool: &[Tile]) -> Result<Graph> {
    let letters = position.ruleset().alphabet().len();
    let words = possible_words(graph, position, pool)?;
    let bytes = build(&words, GraphSpec::new())?;
    let kind = GraphKind::Gaddawg;
    Graph::from_bytes(&bytes, NodeFormat::Kwg, kind, letters)
        .map_err(|fault| Error::input("", Problem::mismatch("a sound graph", fault.to_string())))
}

/// The words that can be made on a board with the tiles of both racks, and some
/// that can't.
fn possible_words(graph: &Graph, position: &Position<'_>, pool: &[Tile]) -> Result<Words> {
    let board = position.ruleset().board();
    let mut counts = [0; MAX_LETTERS + 1];
    pool.iter().for_each(|&t| counts[usize::from(t & 63)] += 1);
    let blanks = usize::from(counts[usize::from(BLANK)]);
    let mut walk = Walk {
        graph,
        longest: usize::from(board.longer_side()),
        pool: counts,
        lanes: lanes_with(position),
        blanks: blanks.min(BLANKS),
        word: Vec::new(),
        words: Words::default(),
        steps: 0,
    };
    let mut all = [0; BLANKS + 1];
    all[0] = LaneSet::MAX;
    let mut sets = all;
    if blanks > BLANKS {
        // Any letter may be a blank.
        walk.pool = [u8::MAX; MAX_LETTERS + 1];
        sets = [LaneSet::MAX; BLANKS + 1];
    }
    walk.enter(graph.dawg_root(), sets)?;
    Ok(walk.words)
}

/// For each letter, the lanes that have it once, twice and so on.
fn lanes_with(position: &Position<'_>) -> Vec<Vec<LaneSet>> {
    let board = position.ruleset().board();
    let (rows, columns) = (board.rows(), board.columns());
    let mut lanes = vec![Vec::new(); MAX_LETTERS + 1];
    let row_lanes = (0..rows).map(|row| (0..columns).map(move |c| (row, c)).collect());
    let column_lanes = (0..columns).map(|column| (0..rows).map(move |r| (r, column)).collect());
    let all: Vec<Vec<(u8, u8)>> = row_lanes.chain(column_lanes).collect();
    for (lane, squares) in all.iter().enumerate() {
        let mut counts = [0; MAX_LETTERS + 1];
        for &(row, column) in squares {
            let letter = usize::from(position.tile(row, column) & !PLAYED_BLANK & 63);
            if letter == 0 {
                continue;
            }
            let sets: &mut Vec<LaneSet> = &mut lanes[letter];
            if sets.len() <= counts[letter] {
                sets.push(0);
            }
            sets[counts[letter]] |= 1 << lane;
            counts[letter] += 1;
        }
    }
    lanes
}

impl Walk<'_> {
    /// Walks on. `sets` has the lanes that supply what is missing, by the number
    /// of blanks used.
    fn enter(&mut self, list: u32, sets: [LaneSet; BLANKS + 1]) -> Result<()> {
        for &node in self.graph.list(list) {
            self.steps += 1;
            if self.steps > ENDGAME_STEPS {
                let expected = format!("a graph whose words are found in {ENDGAME_STEPS} steps");
                return Err(Error::input("", Problem::mismatch(expected, "more")));
            }
            let letter = usize::from(node.tile() & 63);
            let used = self.word.iter().filter(|&&t| t == node.tile()).count();
            let missing = (used + 1).saturating_sub(usize::from(self.pool[letter]));
            let sets = match missing {
                0 => sets,
                _ => self.supply(letter, missing, sets),
            };
            if sets.iter().all(|&set| set == 0) {
                continue;
            }
            self.word.push(node.tile());
            if node.accepts() {
                self.words.append(&self.word)?;
            }
            if self.word.len() < self.longest {
                self.enter(node.arc(), sets)?;
            }
            self.word.pop();
        }
        Ok(())
    }

    /// The lanes that supply one more of a letter, or with one more blank.
    fn supply(
        &self,
        letter: usize,
        missing: usize,
        sets: [LaneSet; BLANKS + 1],
    ) -> [LaneSet; BLANKS + 1] {
        let mut next = [0; BLANKS + 1];
        for blanks in 0..=self.blanks {
            // Blanks may have stood for the same letter before.
            let from_lane = missing.saturating_sub(blanks).max(1);
            let having = self.lanes[letter].get(from_lane - 1);
            next[blanks] = sets[blanks] & having.copied().unwrap_or(0);
            if blanks > 0 {
                next[blanks] |= sets[blanks - 1];
            }
        }
        next
    }
}

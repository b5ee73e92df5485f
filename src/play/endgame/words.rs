//! The words that an endgame can still make: a lexicon pruned to the board and both
//! racks.
//!
//! Every word that is formed from now on lies at a [spot](crate::play::endgame::spots).
//! Its open squares take letters from the two racks. One
//! [walk](crate::play::endgame::walk) through the DAWG finds the words of all spots.
//!
//! A square beside tiles of a lane takes only letters that a word of that lane can have
//! there. At first these are the letters that fit between the tiles in any word, if the
//! racks can [complete](crate::play::endgame::beside) one with them. The walk records
//! which of these letters actually occur. If it was short ([`FEW_STEPS`]), it is
//! repeated with only those. Squares that no word covers are closed in the same way,
//! since no tile is ever placed there. So words that only such squares join to the
//! board are dropped. The result may contain extra words, but misses none.

use crate::error::{Error, Problem, Result};
use crate::graph::Graph;
use crate::limits::ENDGAME_STEPS;
use crate::movegen::{Direction, Position};
use crate::play::endgame::beside::drop_beside;
use crate::play::endgame::position::Endgame;
use crate::play::endgame::spot_sets::END;
use crate::play::endgame::spots::{LetterSets, Spots, Squares};
use crate::play::endgame::walk::{FEW_STEPS, Walk};
use crate::play::endgame::word_set::WordSet;
use crate::tiles::{BLANK, Tile};

/// The words that an endgame can still make, and possibly a few others. They are words
/// of the DAWG: a GADDAG that does not match its DAWG could make others.
///
/// ```
/// use wordmill::graph::{Graph, GraphSpec, build};
/// use wordmill::lexicon::Words;
/// use wordmill::play::{Endgame, EndgameWords};
/// # use wordmill::ruleset::Ruleset;
/// # let rules = "name: tiny\nrack: 2\nbonus: 0\nexchange: 1\nblanks: 0\nletters:\n  \
/// #     - {tile: A, count: 2, points: 1, vowel: 1}\n  - {tile: B, count: 2, points: 3}\n\
/// #     board:\n  start: A1\n  squares: |\n    ...\n";
/// # let tiny = Ruleset::from_yaml("tiny.yaml", rules)?;
/// let words = Words::from_unsorted([&[1, 2][..], &[1, 2, 1], &[2, 1], &[1, 1]])?;
/// let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
///
/// // A row of three squares: AB is on it, and a word has to pass over it.
/// let endgame = Endgame::read(&tiny, "AB1", "A", "B")?;
/// let words = EndgameWords::find(&graph, &endgame)?;
/// assert_eq!(words.iter().collect::<Vec<_>>(), [&[1, 2, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EndgameWords {
    words: WordSet,
    /// The letters that come from a rack in some word. Letters that only blanks stand
    /// for may be missing.
    placed: u64,
    spots: Spots,
}

impl EndgameWords {
    /// Finds the words. Fails if that takes too many steps, which happens only with a
    /// graph that accepts almost any sequence of letters.
    pub fn find(graph: &Graph, endgame: &Endgame<'_>) -> Result<EndgameWords> {
        let pool = endgame.racks().concat();
        let words = EndgameWords::within(graph, endgame.position(), &pool, ENDGAME_STEPS);
        words.ok_or_else(|| {
            let expected = format!("a graph whose words are found in {ENDGAME_STEPS} steps");
            Error::input("", Problem::mismatch(expected, "more"))
        })
    }

    /// Finds the words that a board and the tiles of both racks can make, or `None` if
    /// that takes more than `most_steps` steps.
    pub(crate) fn within(
        graph: &Graph,
        position: &Position<'_>,
        pool: &[Tile],
        most_steps: u64,
    ) -> Option<EndgameWords> {
        let mut squares = Squares::of(position);
        let alphabet = position.ruleset().alphabet().len();
        let all = u64::MAX >> (63 - alphabet.min(63)) & !1;
        let made = match pool.contains(&BLANK) {
            true => all,
            false => pool.iter().fold(0, |set, tile| set | 1 << (tile & 63)),
        };
        let mut across = squares.letters_between(graph, made);
        drop_beside(&mut across, graph, &squares, pool, made);
        let mut steps = 0;
        loop {
            let spots = Spots::find(&squares, pool.len(), made, &across);
            let mut walk = Walk::new(graph, &spots, pool, most_steps);
            walk.run(alphabet + 1);
            steps += walk.steps;
            if steps > most_steps || walk.is_too_long() {
                return None;
            }
            let seen: Vec<u64> = walk.places.iter().map(|place| place.seen).collect();
            let again = steps <= FEW_STEPS && {
                let is_narrower = narrow(&mut across, &squares, &spots, &seen);
                let covered = spots.covered(&squares, &seen);
                squares.close_all_but(&covered) || is_narrower
            };
            if !again {
                return Some(EndgameWords {
                    placed: walk.placed,
                    words: walk.words,
                    spots,
                });
            }
        }
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether no word can be made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the words, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        self.words.iter()
    }

    /// Returns whether a tile of a rack is in none of the words, so that it can never
    /// be placed.
    pub(crate) fn is_stuck(&self, tile: Tile) -> bool {
        match tile {
            BLANK => self.placed == 0,
            tile => self.placed >> (tile & 63) & 1 == 0,
        }
    }

    /// Returns the spots where words can be laid.
    pub(crate) fn spots(&self) -> &Spots {
        &self.spots
    }
}

/// Drops letters beside tiles that no word of their lane has there. Returns whether any
/// were dropped.
fn narrow(across: &mut LetterSets, squares: &Squares, spots: &Spots, seen: &[u64]) -> bool {
    let none = || vec![0; squares.count()];
    let mut found = [none(), none()];
    for (spot, seen) in spots.list.iter().zip(seen.chunks(spots.stride)) {
        for (place, letters) in seen
            .iter()
            .enumerate()
            .filter(|(_, letters)| **letters != 0)
        {
            found[spot.direction as usize][spot.first + place * spot.step] |= letters & !END;
        }
    }
    let mut is_narrower = false;
    for direction in Direction::BOTH {
        let sets = across[direction as usize].iter_mut();
        for (square, (set, found)) in sets.zip(&found[direction as usize]).enumerate() {
            if *set & !found != 0 && squares.is_beside(direction, square) {
                *set &= found;
                is_narrower = true;
            }
        }
    }
    is_narrower
}

#[cfg(test)]
mod tests;

//! A list of plays with their scores, for comparison.

use crate::check::moves::tile_hash::TileHasher;
use crate::check::side_by_side::{Place, side_by_side};
use crate::movegen::{Direction, Found, Play, Position};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Plays with their scores. Their tiles are in one block of memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plays {
    tiles: Vec<u8>,
    plays: Vec<StoredPlay>,
}

#[derive(Clone, Copy, Debug)]
struct StoredPlay {
    direction: Direction,
    row: u8,
    column: u8,
    start: u32,
    length: u8,
    score: u32,
}

impl Plays {
    pub(crate) fn clear(&mut self) {
        self.tiles.clear();
        self.plays.clear();
    }

    pub(crate) fn push(&mut self, found: &Found<'_>) {
        let play = found.play;
        self.plays.push(StoredPlay {
            direction: play.direction,
            row: play.row,
            column: play.column,
            start: self.tiles.len() as u32,
            length: play.tiles.len() as u8,
            score: found.score,
        });
        self.tiles.extend_from_slice(play.tiles);
    }

    pub(crate) fn len(&self) -> usize {
        self.plays.len()
    }

    fn play(&self, stored: StoredPlay) -> (Play<'_>, u32) {
        let start = stored.start as usize;
        let play = Play {
            direction: stored.direction,
            row: stored.row,
            column: stored.column,
            tiles: &self.tiles[start..start + usize::from(stored.length)],
        };
        (play, stored.score)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Play<'_>, u32)> {
        self.plays.iter().map(|&stored| self.play(stored))
    }

    /// Whether another list has the same plays with the same scores and multiplicities,
    /// in any order.
    pub(crate) fn has_same(&self, other: &Plays) -> bool {
        let hasher = BuildHasherDefault::<TileHasher>::default();
        let mut times: HashMap<_, i32, _> = HashMap::with_capacity_and_hasher(self.len(), hasher);
        for (plays, more) in [(self, 1), (other, -1)] {
            for (play, score) in plays.iter() {
                // One number takes less time to hash than four.
                let place = [play.direction as u8, play.row, play.column, 0];
                let place = u64::from(u32::from_le_bytes(place)) << 32 | u64::from(score);
                *times.entry((place, play.tiles)).or_default() += more;
            }
        }
        times.values().all(|&times| times == 0)
    }

    /// Sorts the plays, so that two lists can be compared.
    pub(crate) fn sort(&mut self) {
        let mut plays = std::mem::take(&mut self.plays);
        plays.sort_unstable_by(|&a, &b| self.play(a).cmp(&self.play(b)));
        self.plays = plays;
    }

    /// The plays that only this one, and only the other, of two sorted lists has. A
    /// play found twice is one too many.
    pub(crate) fn differences<'a>(&'a self, other: &'a Plays) -> [Vec<(Play<'a>, u32)>; 2] {
        let [mut mine, mut theirs] = [Vec::new(), Vec::new()];
        for place in side_by_side(self.iter(), other.iter(), |a, b| a.cmp(b)) {
            match place {
                Place::Missing(play) => mine.push(play),
                Place::Extra(play) => theirs.push(play),
                Place::Both(..) => (),
            }
        }
        [mine, theirs]
    }
}

/// Formats a play and its score.
pub(crate) fn text(position: &Position<'_>, play: &Play<'_>, score: u32) -> String {
    let mut text = String::new();
    position.write_play(play, &mut text);
    format!("{text} {score}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::Rack;

    fn plays(list: &[(u8, &[u8], u32)]) -> Plays {
        let mut plays = Plays::default();
        for &(row, tiles, score) in list {
            let play = Play {
                direction: Direction::Across,
                row,
                column: 3,
                tiles,
            };
            let leave = &Rack::default();
            plays.push(&Found { play, score, leave });
        }
        plays
    }

    #[test]
    fn lists_are_the_same_in_any_order_and_nothing_twice() {
        let (a, b, c) = (
            (1, &[1, 0, 2][..], 5),
            (2, &[1, 0, 2][..], 5),
            (1, &[1][..], 5),
        );
        let same = |x: &[_], y: &[_]| plays(x).has_same(&plays(y));
        assert!(same(&[], &[]) && same(&[a, b, c], &[c, a, b]) && same(&[a, a], &[a, a]));
        assert!(!same(&[a, b], &[a]) && !same(&[a, b], &[a, c]));
        assert!(!same(&[a, a, b], &[a, b, b]) && !same(&[a, b, b], &[a, a, b]));
        assert!(!same(&[a], &[(1, &[1, 0, 2], 6)]));
    }
}

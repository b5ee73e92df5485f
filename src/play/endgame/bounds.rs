//! Bounds on the value, and bounds that need no search.

use crate::movegen::{Direction, Position};
use crate::play::endgame::kept::MOST_POINTS;
use crate::play::endgame::position::Endgame;
use crate::tiles::Tile;

/// A lower and an upper bound on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// Returns the bounds that follow from these and `other`.
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Returns bounds that need no search. A side gains at most the most points that it
    /// can score plus twice the other side's tiles. No play scores less than 0.
    pub(crate) fn without_search(endgame: &Endgame<'_>) -> Bounds {
        let position = endgame.position();
        let [own, other] = endgame.racks();
        let [own_points, other_points] = [own, other].map(|rack| points(position, rack));
        let all = own_points + other_points;
        let most = |rack: &[Tile]| most_points(position, rack, all) as i32;
        Bounds {
            lower: -most(other) - 2 * own_points as i32,
            upper: most(own) + 2 * other_points as i32,
        }
    }
}

fn points(position: &Position<'_>, tiles: &[Tile]) -> u32 {
    let points = |&tile| u32::from(position.ruleset().points(tile));
    tiles.iter().map(points).sum()
}

/// Returns the most points that a rack can score in any number of plays. `all` is the
/// points of both racks.
fn most_points(position: &Position<'_>, rack: &[Tile], all: u32) -> u32 {
    let highest = rack.iter().map(|&tile| points(position, &[tile])).max();
    let plays = most_of_plays(position, rack.len(), highest.unwrap_or(0), all);
    // The best way to split each number of tiles into plays.
    let mut most = vec![0u32];
    for tiles in 1..=rack.len() {
        let last = |of_last: usize| most[tiles - of_last] + plays[of_last - 1];
        most.push((1..=tiles).map(last).max().unwrap_or(0));
    }
    most[rack.len()]
}

/// Returns the most points of a play of one tile, of two, and so on up to `tiles`.
/// Assumes that each of its words has all tiles of its lane and of both racks, and that
/// the tiles are on the best squares.
fn most_of_plays(position: &Position<'_>, tiles: usize, highest: u32, all: u32) -> Vec<u32> {
    let (ruleset, board) = (position.ruleset(), position.ruleset().board());
    let faces = Direction::BOTH.map(|direction| faces(position, direction));
    let mut plays = vec![0; tiles];
    // For each open square: the most points that its letter premium adds, its word
    // premium, and the most points of the crossing word.
    let (mut letters, mut words, mut crossings) = (Vec::new(), Vec::new(), Vec::new());
    for (i, direction) in Direction::BOTH.into_iter().enumerate() {
        let (_, length) = direction.lane(board.rows(), board.columns());
        for (lane, face) in (0..).zip(&faces[i]) {
            for numbers in [&mut letters, &mut words, &mut crossings] {
                numbers.clear();
            }
            for at in 0..length {
                let (row, column) = direction.lane(lane, at);
                if position.is_open(row, column) {
                    let premium = board.square(row, column);
                    let letter = highest * u32::from(premium.letter).saturating_sub(1);
                    let crossing = faces[1 - i][usize::from(at)] + all + letter;
                    letters.push(letter);
                    words.push(u32::from(premium.word));
                    crossings.push(crossing.saturating_mul(u32::from(premium.word)));
                }
            }
            for numbers in [&mut letters, &mut words, &mut crossings] {
                numbers.sort_unstable_by(|a, b| b.cmp(a));
            }
            let (mut main, mut factor, mut crossed) = (face + all, 1u32, 0u32);
            for (tile, most) in plays.iter_mut().enumerate() {
                main += letters.get(tile).unwrap_or(&0);
                factor = factor.saturating_mul(*words.get(tile).unwrap_or(&1));
                crossed = crossed.saturating_add(*crossings.get(tile).unwrap_or(&0));
                *most = main
                    .saturating_mul(factor)
                    .saturating_add(crossed)
                    .max(*most);
            }
        }
    }
    let bonus = u32::from(ruleset.bonus());
    for most in &mut plays {
        *most = most.saturating_add(bonus).min(MOST_POINTS);
    }
    plays
}

/// Returns the points of the tiles on each lane of a direction.
fn faces(position: &Position<'_>, direction: Direction) -> Vec<u32> {
    let (ruleset, board) = (position.ruleset(), position.ruleset().board());
    let (lanes, length) = direction.lane(board.rows(), board.columns());
    let mut faces = vec![0; usize::from(lanes)];
    for (lane, face) in (0..lanes).zip(&mut faces) {
        for at in 0..length {
            let (row, column) = direction.lane(lane, at);
            *face += u32::from(ruleset.points(position.tile(row, column)));
        }
    }
    faces
}

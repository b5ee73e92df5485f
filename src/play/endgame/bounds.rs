//! What is known of a value, and what is known of it without any search.

use crate::movegen::{Direction, Position};
use crate::play::endgame::kept::MOST_POINTS;
use crate::play::endgame::position::Endgame;
use crate::tiles::Tile;

/// The least and the most that a value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// What is known by these bounds and others.
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// Bounds that need no search: what a side scores at most, and twice the tiles of the
    /// other. Nobody scores less than nothing.
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

/// The most points that a rack can score in any number of plays. `all` are the points of
/// both racks.
fn most_points(position: &Position<'_>, rack: &[Tile], all: u32) -> u32 {
    let highest = rack.iter().map(|&tile| points(position, &[tile])).max();
    let plays: Vec<u32> = (1..=rack.len())
        .map(|tiles| most_of_play(position, tiles, highest.unwrap_or(0), all))
        .collect();
    // The best way to split any number of tiles into plays.
    let mut most = vec![0u32];
    for tiles in 1..=rack.len() {
        let last = |of_last: usize| most[tiles - of_last] + plays[of_last - 1];
        most.push((1..=tiles).map(last).max().unwrap_or(0));
    }
    most[rack.len()]
}

/// The most points that a play of some number of tiles scores: as if each of its words had all
/// tiles of its lane and of both racks, and the tiles were on the best squares.
fn most_of_play(position: &Position<'_>, tiles: usize, highest: u32, all: u32) -> u32 {
    let (ruleset, board) = (position.ruleset(), position.ruleset().board());
    let squares = |direction: Direction, lane: u8| {
        let (_, length) = direction.lane(board.rows(), board.columns());
        (0..length).map(move |at| direction.lane(lane, at))
    };
    let face = |direction: Direction, lane: u8| -> u32 {
        let tiles = squares(direction, lane).map(|(row, column)| position.tile(row, column));
        tiles.map(|tile| u32::from(ruleset.points(tile))).sum()
    };
    let mut most = 0;
    for direction in Direction::BOTH {
        let (lanes, _) = direction.lane(board.rows(), board.columns());
        for lane in 0..lanes {
            // What covering each open square adds to the word, multiplies it by, and crosses it with.
            let (mut letters, mut words, mut crossings) = (Vec::new(), Vec::new(), Vec::new());
            for (row, column) in squares(direction, lane) {
                if position.is_open(row, column) {
                    let premium = board.square(row, column);
                    let (_, at) = direction.lane(row, column);
                    let letter = highest * u32::from(premium.letter).saturating_sub(1);
                    let crossing = face(direction.other(), at) + all + letter;
                    letters.push(letter);
                    words.push(u32::from(premium.word));
                    crossings.push(crossing.saturating_mul(u32::from(premium.word)));
                }
            }
            let best = |mut numbers: Vec<u32>| {
                numbers.sort_unstable();
                numbers.into_iter().rev().take(tiles)
            };
            let main = face(direction, lane) + all + best(letters).sum::<u32>();
            let main = main.saturating_mul(best(words).fold(1, u32::saturating_mul));
            most = best(crossings).fold(main, u32::saturating_add).max(most);
        }
    }
    most.saturating_add(u32::from(ruleset.bonus()))
        .min(MOST_POINTS)
}

//! What is known of a value, and what is known of it without any search.

use crate::movegen::{Direction, Position};
use crate::play::endgame::kept::MOST_POINTS;
use crate::play::endgame::position::Endgame;
use crate::tiles::{PLAYED_BLANK, Tile};
use std::cmp::Reverse;

/// The least and the most that a value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
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
    let points = tiles
        .iter()
        .map(|&tile| u32::from(position.ruleset().points(tile)));
    points.sum()
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
    let board = position.ruleset().board();
    let (rows, columns) = (board.rows(), board.columns());
    let square = |direction: Direction, lane: u8, at: u8| match direction {
        Direction::Across => (lane, at),
        Direction::Down => (at, lane),
    };
    let face = |direction: Direction, lane: u8| -> u32 {
        let (_, length) = direction.lane(rows, columns);
        let tiles = (0..length).map(|at| {
            let (row, column) = square(direction, lane, at);
            match position.tile(row, column) {
                0 => 0,
                tile if tile & PLAYED_BLANK != 0 => 0,
                tile => u32::from(position.ruleset().points(tile)),
            }
        });
        tiles.sum()
    };
    let of_lane = |direction: Direction, lane: u8| {
        let (_, length) = direction.lane(rows, columns);
        let open = (0..length).filter_map(|at| {
            let (row, column) = square(direction, lane, at);
            position.is_open(row, column).then(|| {
                let premium = board.square(row, column);
                let (letter, word) = (u32::from(premium.letter), u32::from(premium.word));
                let crossing =
                    face(direction.other(), at) + all + highest * letter.saturating_sub(1);
                (letter, word, crossing.saturating_mul(word))
            })
        });
        let open: Vec<_> = open.collect();
        let best = |of: fn(&(u32, u32, u32)) -> u32| {
            let mut best: Vec<u32> = open.iter().map(of).collect();
            best.sort_by_key(|&number| Reverse(number));
            best.truncate(tiles);
            best.into_iter()
        };
        let letters: u32 = best(|open| open.0)
            .map(|letter| highest * letter.saturating_sub(1))
            .sum();
        let words = best(|open| open.1).fold(1, u32::saturating_mul);
        let crossings = best(|open| open.2).fold(0, u32::saturating_add);
        let main = (face(direction, lane) + all + letters).saturating_mul(words);
        main.saturating_add(crossings)
    };
    let lanes = Direction::BOTH.into_iter().flat_map(|direction| {
        let (lanes, _) = direction.lane(rows, columns);
        (0..lanes).map(move |lane| (direction, lane))
    });
    let most = lanes.map(|(direction, lane)| of_lane(direction, lane));
    let bonus = u32::from(position.ruleset().bonus());
    let most = most.max().unwrap_or(0).saturating_add(bonus);
    most.min(MOST_POINTS)
}

//! A list of plays with their scores, kept to be compared.

use crate::movegen::{Direction, Found, Play, Position};
use std::cmp::Ordering;

/// Plays with their scores; their tiles are in one block of memory.
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

    /// Sorts the plays, so that two lists can be compared.
    pub(crate) fn sort(&mut self) {
        let mut plays = std::mem::take(&mut self.plays);
        plays.sort_unstable_by(|&a, &b| self.play(a).cmp(&self.play(b)));
        self.plays = plays;
    }

    /// The plays that only this and that only the other of two sorted lists
    /// has. A play that was found twice is one too many.
    pub(crate) fn differences<'a>(&'a self, other: &'a Plays) -> [Vec<(Play<'a>, u32)>; 2] {
        let [mut mine, mut theirs] = [Vec::new(), Vec::new()];
        let (mut a, mut b) = (self.iter().peekable(), other.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => return [mine, theirs],
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(x), Some(y)) => x.cmp(y),
            };
            match order {
                Ordering::Less => mine.extend(a.next()),
                Ordering::Greater => theirs.extend(b.next()),
                Ordering::Equal => _ = (a.next(), b.next()),
            }
        }
    }
}

/// A play and its score as text.
pub(crate) fn text(position: &Position<'_>, play: &Play<'_>, score: u32) -> String {
    let mut text = String::new();
    position.write_play(play, &mut text);
    format!("{text} {score}")
}

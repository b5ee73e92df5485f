//! What both sides can still place, and the most that it can score.
//!
//! A tile that is in none of the words that can still be made can never be placed: it is
//! *stuck*. For all others the words give the most points of a play with each set of tiles, and so the
//! most that the tiles left of a rack can score in any number of plays.

use crate::graph::Graph;
use crate::limits::ENDGAME_CHOICES;
use crate::movegen::Position;
use crate::play::endgame::bounds::Bounds;
use crate::play::endgame::hand::{Hand, Tiles};
use crate::play::endgame::lane_words::{LETTERS, OPEN, Walk, at_most, words};
use crate::play::endgame::table::INFINITE;
use crate::tiles::BLANK;

/// What both sides can still place.
pub(crate) struct Reach {
    /// The tiles of each rack that can never be placed.
    pub(crate) stuck: [Tiles; 2],
    sides: [Most; 2],
}

/// The most that each part of a rack can score.
struct Most {
    /// If all of it is placed; less than nothing if that can't be.
    out: Vec<i32>,
    /// If any of it is placed, less the points of the rest.
    stay: Vec<i32>,
}

impl Reach {
    /// Finds what can still be placed; none if that takes too many steps.
    pub(crate) fn find(graph: &Graph, position: &Position<'_>, hands: &[Hand; 2]) -> Option<Reach> {
        let mut walk = Walk::new(graph, position, hands);
        walk.run()?;
        let crossing = walk.crossing();
        let mut sides = [0, 1].map(|side: usize| Plays::new(&walk, &crossing, &hands[side]));
        for side in &mut sides {
            side.run()?;
        }
        let stuck = [0, 1].map(|side: usize| sides[side].stuck());
        Some(Reach {
            stuck,
            sides: sides.map(|side| Most::of(&side.most, side.hand)),
        })
    }

    /// The least and the most that the value at the root can be. A side gets most if the
    /// other one passes at every turn.
    pub(crate) fn bounds(&self, hands: &[Hand; 2]) -> Bounds {
        let most = |side: usize| {
            let all = usize::from(hands[side].full());
            let other = hands[1 - side].points(hands[1 - side].full());
            let (out, stay) = (self.sides[side].out[all], self.sides[side].stay[all]);
            (out + 2 * other).max(stay + other)
        };
        Bounds {
            lower: -most(1),
            upper: most(0),
        }
    }
}

impl Most {
    /// From the most points of a play with each set of tiles.
    fn of(plays: &[i32], hand: &Hand) -> Most {
        let mut out = vec![-INFINITE; plays.len()];
        let mut stay = out.clone();
        out[0] = 0;
        for left in 0..=hand.full() {
            let at = usize::from(left);
            stay[at] = -hand.points(left);
            let mut part = left;
            while part != 0 {
                let score = plays[usize::from(part)];
                if score >= 0 {
                    let rest = usize::from(hand.after(left, part));
                    out[at] = out[at].max(score + out[rest]);
                    stay[at] = stay[at].max(score + stay[rest]);
                }
                part = (part - 1) & left;
            }
        }
        Most { out, stay }
    }
}

/// The plays of a side with the words that were found.
struct Plays<'w> {
    walk: &'w Walk<'w>,
    crossing: &'w [Vec<i32>; 2],
    hand: &'w Hand,
    /// By letter: the bits of its tiles.
    bits: [Tiles; LETTERS],
    /// By the tiles that a play takes: its most points.
    most: Vec<i32>,
    bonus: (u32, i32),
    /// The choices that are left before this is given up.
    choices: u64,
}

/// A square of a word that a letter of a rack fills.
#[derive(Clone, Copy)]
struct Open {
    letter: usize,
    gain: i32,
    by_word: i32,
    crossing: i32,
}

impl<'w> Plays<'w> {
    fn new(walk: &'w Walk<'w>, crossing: &'w [Vec<i32>; 2], hand: &'w Hand) -> Plays<'w> {
        let mut bits = [0; LETTERS];
        for (bit, &tile) in hand.tiles.iter().enumerate() {
            bits[usize::from(tile)] |= 1 << bit;
        }
        let ruleset = walk.position.ruleset();
        Plays {
            walk,
            crossing,
            hand,
            bits,
            most: vec![-1; usize::from(hand.full()) + 1],
            bonus: (u32::from(ruleset.rack_size()), i32::from(ruleset.bonus())),
            choices: ENDGAME_CHOICES,
        }
    }

    /// Finds the most points of each set of tiles; none if that takes too many choices.
    fn run(&mut self) -> Option<()> {
        let mut open = Vec::new();
        for lane in 0..self.walk.found.len() {
            let (direction, squares) = self.walk.squares(lane);
            let squares: Vec<usize> = squares.collect();
            for (start, word) in words(&self.walk.found[lane]) {
                let squares = &squares[start..start + word.len()];
                open.clear();
                for (&square, &letter) in squares.iter().zip(word) {
                    if letter & OPEN == 0 {
                        continue;
                    }
                    let (by_letter, by_word) = self.walk.premium(square);
                    let at = square * LETTERS + usize::from(letter & 63);
                    open.push(Open {
                        letter: usize::from(letter & 63),
                        gain: (by_letter - 1) * self.walk.points(letter),
                        by_word,
                        crossing: self.crossing[direction.other() as usize][at],
                    });
                }
                let face = self.walk.face(squares, word);
                self.choose(&open, 0, (face, 1, 0))?;
            }
        }
        Some(())
    }

    /// Takes each part of the open squares for a play; the others were filled before.
    fn choose(
        &mut self,
        open: &[Open],
        need: Tiles,
        (face, by_word, crossing): (i32, i32, i32),
    ) -> Option<()> {
        self.choices = self.choices.checked_sub(1)?;
        let Some((first, rest)) = open.split_first() else {
            if need != 0 {
                let bonus = match need.count_ones() >= self.bonus.0 {
                    true => self.bonus.1,
                    false => 0,
                };
                let entry = &mut self.most[usize::from(need)];
                let score = face.saturating_mul(by_word).saturating_add(crossing);
                *entry = (*entry).max(at_most(score.saturating_add(bonus)));
            }
            return Some(());
        };
        self.choose(rest, need, (face, by_word, crossing))?;
        for tile in [first.letter, usize::from(BLANK)] {
            let free = self.bits[tile] & !need;
            if free != 0 {
                let bit = free & free.wrapping_neg();
                let with = (
                    face + first.gain,
                    by_word.saturating_mul(first.by_word),
                    crossing + first.crossing,
                );
                self.choose(rest, need | bit, with)?;
            }
        }
        Some(())
    }

    /// The tiles that no play takes.
    fn stuck(&self) -> Tiles {
        let played = (0..).zip(&self.most).filter(|(_, most)| **most >= 0);
        let used = played.fold(0, |used, (need, _)| used | need);
        self.hand.full() & !self.hand.all_equal(used)
    }
}

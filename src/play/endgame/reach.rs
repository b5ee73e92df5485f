//! The most that both sides can score with the words that can still be made.
//!
//! Lays every word wherever it fits. This bounds the score of a play for each set of
//! tiles, and so the total that a rack can score.

use crate::limits::ENDGAME_CHOICES;
use crate::movegen::Position;
use crate::play::endgame::bounds::Bounds;
use crate::play::endgame::hand::{Hand, Tiles};
use crate::play::endgame::kept::MOST_POINTS;
use crate::play::endgame::spots::{OPEN, Spot, Spots};
use crate::play::endgame::table::INFINITE;
use crate::play::endgame::words::EndgameWords;
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// Flag of a letter of a laid word: the letter comes from a rack.
const PLACED: u8 = 0x40;

/// The number of entries per square in a table by square and letter.
const LETTERS: usize = MAX_LETTERS + 1;

/// Returns bounds on the value that follow from the words that can still be made.
/// Returns `None` if they can be laid in too many ways. A side gets most if the other
/// one passes at every turn.
pub(crate) fn bounds_by_words(
    words: &EndgameWords,
    position: &Position<'_>,
    hands: &[Hand; 2],
) -> Option<Bounds> {
    let laid = Laid::new(words, position, hands)?;
    let crossing = laid.crossing();
    let most = |side: usize| {
        let mut plays = Plays::new(&laid, &hands[side]);
        plays.run(&crossing)?;
        let (out, stay) = most_of(&plays.most, &hands[side]);
        let other = hands[1 - side].points(hands[1 - side].full());
        Some((out + 2 * other).max(stay + other))
    };
    let (own, other) = (most(0)?, most(1)?);
    Some(Bounds {
        lower: -other,
        upper: own,
    })
}

/// Returns two maxima of what a rack can score, computed from the most points of a play
/// with each set of tiles. The first one places the whole rack, and is negative if that
/// is impossible. The second one places any part of it, less the points of the rest.
fn most_of(plays: &[i32], hand: &Hand) -> (i32, i32) {
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
    let all = usize::from(hand.full());
    (out[all], stay[all])
}

/// All words at all spots where they fit.
struct Laid<'w> {
    position: &'w Position<'w>,
    spots: &'w Spots,
    /// The number of tiles of each letter on both racks.
    pool: [u8; LETTERS],
    blanks: u8,
    /// The spot of each word, and the end of its letters in `letters`.
    ends: Vec<(u32, u32)>,
    /// The letters of all words, with the flags [`PLACED`] and [`PLAYED_BLANK`].
    letters: Vec<u8>,
}

impl<'w> Laid<'w> {
    fn new(
        words: &'w EndgameWords,
        position: &'w Position<'w>,
        hands: &[Hand; 2],
    ) -> Option<Laid<'w>> {
        let mut pool = [0; LETTERS];
        let tiles = hands.iter().flat_map(|hand| &hand.tiles);
        tiles.for_each(|&tile| pool[usize::from(tile)] += 1);
        let mut laid = Laid {
            position,
            spots: words.spots(),
            blanks: std::mem::take(&mut pool[usize::from(BLANK)]),
            pool,
            ends: Vec::new(),
            letters: Vec::new(),
        };
        for spot in 0..laid.spots.list.len() {
            for word in words.iter() {
                laid.lay(spot, word);
            }
            if laid.letters.len() as u64 > ENDGAME_CHOICES {
                return None;
            }
        }
        Some(laid)
    }

    /// Lays a word at a spot, if it fits there.
    fn lay(&mut self, spot: usize, word: &[Tile]) {
        let squares = &self.spots.letters[spot * self.spots.stride..];
        let fits = |(&tile, &letters): (&Tile, &u64)| letters >> tile & 1 != 0;
        let ends = self.spots.list[spot].ends >> word.len() & 1 != 0;
        if !ends || !word.iter().zip(squares).all(fits) {
            return;
        }
        let from = self.letters.len();
        let (mut pool, mut blanks) = (self.pool, self.blanks);
        for (&tile, &letters) in word.iter().zip(squares) {
            let left = &mut pool[usize::from(tile)];
            let flags = match (letters & OPEN, *left, blanks) {
                (0, _, _) => 0,
                (_, 0, 0) => {
                    self.letters.truncate(from);
                    return;
                }
                (_, 0, _) => {
                    blanks -= 1;
                    PLACED | PLAYED_BLANK
                }
                _ => {
                    *left -= 1;
                    PLACED
                }
            };
            self.letters.push(tile | flags);
        }
        self.ends.push((spot as u32, self.letters.len() as u32));
    }

    /// Returns the words with their spots.
    fn iter(&self) -> impl Iterator<Item = (&Spot, &[u8])> {
        let mut from = 0;
        self.ends.iter().map(move |&(spot, end)| {
            let word = &self.letters[from..end as usize];
            from = end as usize;
            (&self.spots.list[spot as usize], word)
        })
    }

    /// Returns the points of a letter. A placed letter that no rack has is a blank,
    /// with 0 points.
    fn points(&self, letter: u8) -> i32 {
        let tile = letter & 63;
        let has = letter & PLACED == 0 || self.pool[usize::from(tile)] > 0;
        i32::from(has) * i32::from(self.position.ruleset().points(tile))
    }

    /// Returns the points of a word's letters without premiums.
    fn face(&self, spot: &Spot, word: &[u8]) -> i32 {
        let (tiles, ruleset) = (self.position.squares(), self.position.ruleset());
        let played = squares(spot)
            .zip(word)
            .map(|(square, &letter)| match letter & PLACED {
                0 => tiles[square],
                _ => letter & !PLACED,
            });
        played.map(|tile| i32::from(ruleset.points(tile))).sum()
    }

    /// Returns, by direction, square and letter, the most points of a word that the
    /// letter completes.
    fn crossing(&self) -> [Vec<i32>; 2] {
        let squares_and_letters = self.position.squares().len() * LETTERS;
        let mut most = [vec![0; squares_and_letters], vec![0; squares_and_letters]];
        for (spot, word) in self.iter() {
            let face = self.face(spot, word);
            for open in self.open(spot, word) {
                let score = at_most((face + open.gain).saturating_mul(open.by_word));
                let entry = &mut most[spot.direction as usize][open.at];
                *entry = score.max(*entry);
            }
        }
        most
    }

    /// Returns the squares of a word that letters of a rack fill.
    fn open(&self, spot: &Spot, word: &[u8]) -> impl Iterator<Item = Open> {
        let board = self.position.ruleset().board();
        let columns = usize::from(board.columns());
        let placed = squares(spot)
            .zip(word)
            .filter(|(_, letter)| **letter & PLACED != 0);
        placed.map(move |(square, &letter)| {
            let premium = board.square((square / columns) as u8, (square % columns) as u8);
            Open {
                letter: usize::from(letter & 63),
                at: square * LETTERS + usize::from(letter & 63),
                gain: (i32::from(premium.letter) - 1) * self.points(letter),
                by_word: i32::from(premium.word),
            }
        })
    }
}

/// A square of a word that a letter of a rack fills.
#[derive(Clone, Copy)]
struct Open {
    letter: usize,
    /// The index of the square and letter in a table.
    at: usize,
    /// The points that the letter premium adds.
    gain: i32,
    by_word: i32,
}

/// Returns the squares of a lane from a spot on.
fn squares(spot: &Spot) -> impl Iterator<Item = usize> + use<> {
    let (first, step) = (spot.first, spot.step);
    (0..).map(move |place| first + place * step)
}

/// Caps a score at [`MOST_POINTS`].
fn at_most(points: i32) -> i32 {
    points.min(MOST_POINTS as i32)
}

/// The plays that a side can make with these words.
struct Plays<'w> {
    laid: &'w Laid<'w>,
    /// By letter: the bits of its tiles.
    bits: [Tiles; LETTERS],
    /// By set of tiles: the most points of a play that takes them.
    most: Vec<i32>,
    /// The number of choices left before the computation is given up.
    choices: u64,
}

impl<'w> Plays<'w> {
    fn new(laid: &'w Laid<'w>, hand: &Hand) -> Plays<'w> {
        let mut bits = [0; LETTERS];
        for (bit, &tile) in hand.tiles.iter().enumerate() {
            bits[usize::from(tile)] |= 1 << bit;
        }
        Plays {
            laid,
            bits,
            most: vec![-1; usize::from(hand.full()) + 1],
            choices: ENDGAME_CHOICES,
        }
    }

    /// Finds the most points of a play with each set of tiles. Returns `None` if that
    /// takes too many choices.
    fn run(&mut self, crossing: &[Vec<i32>; 2]) -> Option<()> {
        let laid = self.laid;
        for (spot, word) in laid.iter() {
            let open: Vec<Open> = laid.open(spot, word).collect();
            let crossing = &crossing[spot.direction.other() as usize];
            self.choose(&open, crossing, 0, (laid.face(spot, word), 1, 0))?;
        }
        Some(())
    }

    /// Tries every subset of the open squares as one play; the rest count as already
    /// filled. A letter comes from its own tile or from a blank.
    fn choose(
        &mut self,
        open: &[Open],
        crossing: &[i32],
        need: Tiles,
        (face, by_word, crosses): (i32, i32, i32),
    ) -> Option<()> {
        self.choices = self.choices.checked_sub(1)?;
        let Some((first, rest)) = open.split_first() else {
            if need != 0 {
                let ruleset = self.laid.position.ruleset();
                let is_full = need.count_ones() >= u32::from(ruleset.rack_size());
                let bonus = i32::from(ruleset.bonus()) * i32::from(is_full);
                let entry = &mut self.most[usize::from(need)];
                let score = face.saturating_mul(by_word).saturating_add(crosses);
                *entry = (*entry).max(at_most(score.saturating_add(bonus)));
            }
            return Some(());
        };
        self.choose(rest, crossing, need, (face, by_word, crosses))?;
        for tile in [first.letter, usize::from(BLANK)] {
            let free = self.bits[tile] & !need;
            if free != 0 {
                let bit = free & free.wrapping_neg();
                let with = (
                    face + first.gain,
                    by_word.saturating_mul(first.by_word),
                    crosses + crossing[first.at],
                );
                self.choose(rest, crossing, need | bit, with)?;
            }
        }
        Some(())
    }
}

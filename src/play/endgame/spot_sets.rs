//! Sets of spots, and what their spots have in common at each place, up to the first
//! tile of the board.

use crate::play::endgame::spots::{OPEN, Spots};

/// A set of spots, as bits.
pub(crate) type Set = [u64; 4];

/// The most spots of a group. They are numbered from 1 on, so that 0 can mean none.
pub(crate) const GROUP: usize = 255;

pub(crate) const ALL: Set = [u64::MAX; 4];

/// The bit that says that a word ends here: in [`After::fixed`], in [`Place::seen`] and
/// in the letters that follow a prefix. No letter has this number. In
/// [`Place::letters`] the same bit is [`OPEN`], so `OPEN` is removed before letters are
/// combined with `END`.
pub(crate) const END: u64 = 1;

/// What can follow a letter at a place.
#[derive(Clone, Copy, Default)]
pub(crate) struct After {
    /// The letters that may come from the racks.
    pub(crate) open: u64,
    /// A tile of the board. [`END`] is set if a word can end with the letter.
    pub(crate) fixed: u64,
}

/// A place of a spot.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    /// As in [`Spots::letters`].
    pub(crate) letters: u64,
    pub(crate) after: After,
    /// The letters that some word has here, with [`END`] if a word ends here.
    pub(crate) seen: u64,
}

/// The first tile of the board at a spot.
#[derive(Clone, Copy, Default)]
pub(crate) struct FirstTile {
    pub(crate) after: After,
    /// The number of the next spot with the same tile at the same place, or 0 if there
    /// is none.
    pub(crate) next: u8,
}

/// What the spots of a group have at one place in the word, up to the first tile of the
/// board.
pub(crate) struct Level {
    /// The letters that fit on an open square at some spot.
    pub(crate) open: u64,
    /// The letters that are the first tile of the board at some spot.
    pub(crate) tiles: u64,
    /// What can follow the open letters at some spot.
    pub(crate) after: After,
    /// The spots where a word without tiles of the board can end.
    pub(crate) ends: Set,
    /// By letter: the spots where it fits on an open square.
    pub(crate) fitting: Vec<Set>,
    /// By letter: the number of a spot where it is the first tile of the board, or 0 if
    /// there is none.
    pub(crate) first_tile: [u8; 64],
}

/// The levels and first tiles of a group of spots.
pub(crate) struct Group {
    /// The index, in the places of all spots, where a spot with the number 0 would
    /// begin.
    pub(crate) before: usize,
    /// By place in the word.
    pub(crate) levels: Vec<Level>,
    /// By number of the spot.
    pub(crate) tiles: [FirstTile; 256],
}

impl Group {
    pub(crate) fn new(spots: &Spots, places: &[Place], first: usize, alphabet: usize) -> Group {
        let last = spots.list.len().min(first + GROUP);
        let level = |_| Level {
            open: 0,
            tiles: 0,
            after: After::default(),
            ends: [0; 4],
            fitting: vec![[0; 4]; alphabet],
            first_tile: [0; 64],
        };
        let mut group = Group {
            before: (first * spots.stride).wrapping_sub(spots.stride),
            levels: (0..=spots.stride).map(level).collect(),
            tiles: [FirstTile::default(); 256],
        };
        for (at, spot) in (first..).zip(&spots.list[first..last]) {
            let number = at - first + 1;
            let (word, bit) = (number / 64, 1 << (number % 64));
            let from = at * spots.stride;
            let longest = spot.ends.ilog2() as usize;
            for (place, level) in group.levels[..longest].iter_mut().enumerate() {
                let letters = spots.letters[from + place];
                let mut rest = letters & !OPEN;
                if letters & OPEN == 0 {
                    level.tiles |= rest;
                    let same = &mut level.first_tile[rest.trailing_zeros() as usize % 64];
                    group.tiles[number] = FirstTile {
                        after: places[from + place].after,
                        next: std::mem::replace(same, number as u8),
                    };
                    break;
                }
                level.open |= rest;
                while rest != 0 {
                    level.fitting[rest.trailing_zeros() as usize][word] |= bit;
                    rest &= rest - 1;
                }
                level.ends[word] |= (places[from + place].after.fixed & END) << (number % 64);
            }
        }
        let mut after = After {
            open: 0,
            fixed: END,
        };
        for level in group.levels.iter_mut().rev() {
            level.after = after;
            after = After {
                open: level.open,
                fixed: level.tiles | END,
            };
        }
        group
    }
}

/// Returns the places of all spots, by spot and place. Nothing is seen yet.
pub(crate) fn places_of(spots: &Spots) -> Vec<Place> {
    let mut all = vec![Place::default(); spots.letters.len()];
    let letters = spots.letters.chunks(spots.stride);
    let of_spots = all.chunks_mut(spots.stride).zip(letters);
    for (spot, (places, letters)) in spots.list.iter().zip(of_spots) {
        let longest = spot.ends.ilog2() as usize;
        for (place, own) in places[..longest].iter_mut().enumerate() {
            own.letters = letters[place];
            let after = &mut own.after;
            let letters = letters[place + 1] * u64::from(place + 1 < longest);
            match letters & OPEN {
                0 => after.fixed = letters,
                _ => after.open = letters & !OPEN,
            }
            after.fixed |= (spot.ends >> (place + 1) & 1) * END;
        }
    }
    all
}

#[inline(always)]
pub(crate) fn and(a: &Set, b: &Set) -> Set {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]
}

#[inline(always)]
pub(crate) fn is_none(set: &Set) -> bool {
    set[0] | set[1] | set[2] | set[3] == 0
}

#[inline(always)]
pub(crate) fn has(set: &Set, number: u8) -> bool {
    set[usize::from(number / 64)] >> (number % 64) & 1 != 0
}

//! Sets of spots, and what the spots of a set have at each place until the first tile of the
//! board.

use crate::play::endgame::spots::{OPEN, Spots};

/// Some spots, as bits.
pub(crate) type Set = [u64; 4];

/// The spots that a set has.
pub(crate) const GROUP: usize = 256;

pub(crate) const ALL: Set = [u64::MAX; 4];

/// Set in what is seen at a place if a word ends there. No letter has this number.
pub(crate) const END: u64 = 1;

/// The spots that a letter can go to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fitting {
    /// Those where its square is open.
    pub(crate) open: Set,
    /// A spot where it is the first tile of the board, plus 1; 0 if there is none.
    pub(crate) first_tile: usize,
}

/// What can follow a letter at a place.
#[derive(Clone, Copy, Default)]
pub(crate) struct After {
    /// Letters from the racks.
    pub(crate) open: u64,
    /// A tile of the board; [`END`] if a word can end there.
    pub(crate) fixed: u64,
}

/// The first tile of the board at a spot.
#[derive(Clone, Copy, Default)]
pub(crate) struct FirstTile {
    pub(crate) after: After,
    /// One more than the number of the next spot with the same tile at the same place.
    pub(crate) next: usize,
}

/// What the spots of a set have at a place in the word, until the first tile of the board.
pub(crate) struct Level {
    /// The letters that go to some open square.
    pub(crate) open: u64,
    /// The letters that are a first tile.
    pub(crate) tiles: u64,
    /// The spots where words without tiles of the board end.
    pub(crate) ends: Set,
    /// By letter.
    pub(crate) fitting: Vec<Fitting>,
}

/// What the spots of a set have in common.
pub(crate) struct Group {
    /// The number of the first spot.
    pub(crate) first: usize,
    /// By place in the word.
    pub(crate) levels: Vec<Level>,
    /// By spot.
    pub(crate) tiles: Vec<FirstTile>,
}

impl Group {
    pub(crate) fn new(spots: &Spots, after: &[After], first: usize, alphabet: usize) -> Group {
        let last = spots.list.len().min(first + GROUP);
        let level = |_| Level {
            open: 0,
            tiles: 0,
            ends: [0; 4],
            fitting: vec![Fitting::default(); alphabet],
        };
        let mut group = Group {
            first,
            levels: (0..=spots.stride).map(level).collect(),
            tiles: vec![FirstTile::default(); last - first],
        };
        for (number, spot) in spots.list[first..last].iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            let from = (first + number) * spots.stride;
            let longest = spot.ends.ilog2() as usize;
            for (place, level) in group.levels[..longest].iter_mut().enumerate() {
                let letters = spots.letters[from + place];
                let mut rest = letters & !OPEN;
                if letters & OPEN == 0 {
                    level.tiles |= rest;
                    let same = &mut level.fitting[rest.trailing_zeros() as usize].first_tile;
                    group.tiles[number] = FirstTile {
                        after: after[from + place],
                        next: std::mem::replace(same, number + 1),
                    };
                    break;
                }
                level.open |= rest;
                while rest != 0 {
                    level.fitting[rest.trailing_zeros() as usize].open[word] |= bit;
                    rest &= rest - 1;
                }
                level.ends[word] |= (after[from + place].fixed & END) << (number % 64);
            }
        }
        group
    }
}

/// By spot and place: what can follow.
pub(crate) fn all_after(spots: &Spots) -> Vec<After> {
    let mut all = vec![After::default(); spots.letters.len()];
    let letters = spots.letters.chunks(spots.stride);
    let of_spots = all.chunks_mut(spots.stride).zip(letters);
    for (spot, (all, letters)) in spots.list.iter().zip(of_spots) {
        let longest = spot.ends.ilog2() as usize;
        for (place, after) in all[..longest].iter_mut().enumerate() {
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

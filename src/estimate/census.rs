//! The census of a board: the value of every rack that could be drawn there, and from
//! that the value of every subrack.
//!
//! The value of a full rack is that of its best move: the maximum, over all splits into
//! tiles placed and tiles kept, of the [sheet](crate::estimate::sheet)'s score plus the
//! leave's value; or the best leave to keep if tiles may be exchanged. The racks
//! `X + t` for one `X` have consecutive numbers, and so have their subracks with `t`.
//! So a whole block is computed at once, and the compiler uses vector instructions for
//! it.
//!
//! The value of a subrack is the mean over the tile drawn next, without replacement:
//! `V(S) = Σₜ (Uₜ − Sₜ) · V(S + t) / (u − |S|)`. It is computed exactly, from one tile
//! less than a rack down to none.

use crate::estimate::lattice::Lattice;
use crate::estimate::sheet::NO_PLAY;
use crate::tiles::Tile;

/// The data of a board that a census needs.
pub(crate) struct Draw<'d> {
    pub(crate) lattice: &'d Lattice,
    /// The unseen tiles, by tile.
    pub(crate) unseen: &'d [u8],
    /// The best score by placed tiles, see [`Sheet`](crate::estimate::sheet::Sheet).
    pub(crate) sheet: &'d [i32],
    /// The value of every leave, in thousandths.
    pub(crate) leaves: &'d [i32],
    /// For every rack, the best leave that can be kept by exchanging; empty if
    /// exchanging is not allowed.
    pub(crate) exchanges: &'d [i32],
}

/// The values of racks and subracks on one board.
pub(crate) struct Census {
    /// In thousandths, by number in the lattice. Values of multisets that can't be
    /// drawn have no meaning.
    pub(crate) values: Vec<i32>,
    sums: Vec<i64>,
}

/// A split of some tiles into those placed and those kept.
#[derive(Clone, Copy)]
struct Split {
    placed: u32,
    kept: u32,
    /// The children of each, see [`Lattice::children`].
    placed_children: u32,
    kept_children: u32,
    /// The largest tile kept.
    largest: Tile,
}

impl Census {
    pub(crate) fn new(lattice: &Lattice) -> Census {
        Census {
            values: vec![0; lattice.len()],
            sums: vec![0; lattice.below(lattice.size)],
        }
    }

    /// Takes the census of a board.
    pub(crate) fn take(&mut self, draw: &Draw<'_>) {
        let mut racks = Racks {
            draw,
            values: &mut self.values,
            splits: vec![Vec::new(); draw.lattice.size],
        };
        let whole = Split {
            placed: 0,
            kept: 0,
            placed_children: draw.lattice.children(0),
            kept_children: draw.lattice.children(0),
            largest: 0,
        };
        racks.splits[0].push(whole);
        racks.descend(0, 0, 0, 0);
        let unseen: i64 = draw.unseen.iter().map(|&n| i64::from(n)).sum();
        for size in (0..draw.lattice.size).rev() {
            self.average(draw, size, unseen);
        }
    }

    /// Computes the values of all multisets of a size from those of the next size.
    fn average(&mut self, draw: &Draw<'_>, size: usize, unseen: i64) {
        let lattice = draw.lattice;
        let range = lattice.below(size)..lattice.below(size + 1);
        self.sums[range.clone()].fill(0);
        let mut means = Means {
            draw,
            size,
            values: &self.values,
            sums: &mut self.sums,
            removed: vec![Vec::new(); size + 1],
        };
        means.descend(0, 0, 0, 0);
        let rest = (unseen - size as i64).max(1);
        for (value, &sum) in self.values[range.clone()].iter_mut().zip(&self.sums[range]) {
            *value = divide(sum, rest) as i32;
        }
    }
}

/// Divides, rounding halves away from zero.
pub(crate) fn divide(sum: i64, by: i64) -> i64 {
    let half = by / 2;
    (if sum < 0 { sum - half } else { sum + half }) / by
}

/// Finds the best move of every rack.
struct Racks<'r> {
    draw: &'r Draw<'r>,
    values: &'r mut [i32],
    /// By size: the splits of the current multiset.
    splits: Vec<Vec<Split>>,
}

impl Racks<'_> {
    /// Visits everything that can be drawn and begins with the current tiles: multiset
    /// `number` of `size` tiles, `held` of the largest.
    fn descend(&mut self, number: u32, size: usize, largest: Tile, held: u8) {
        let lattice = self.draw.lattice;
        if size + 1 == lattice.size {
            self.complete(number, largest);
            return;
        }
        let children = lattice.children(number);
        for tile in largest..lattice.tiles() as Tile {
            let held = if tile == largest { held } else { 0 };
            if held >= self.draw.unseen[usize::from(tile)] {
                continue;
            }
            self.split(size, tile);
            let child = children.wrapping_add(u32::from(tile));
            self.descend(child, size + 1, tile, held + 1);
        }
    }

    /// Splits the current tiles and one more. Of equal tiles, those placed come first,
    /// so that no split occurs twice.
    fn split(&mut self, size: usize, tile: Tile) {
        let lattice = self.draw.lattice;
        let (before, after) = self.splits.split_at_mut(size + 1);
        let (before, after) = (&before[size], &mut after[0]);
        after.clear();
        for split in before {
            if split.largest != tile || split.kept == 0 {
                let placed = split.placed_children.wrapping_add(u32::from(tile));
                after.push(Split {
                    placed,
                    placed_children: lattice.children(placed),
                    ..*split
                });
            }
            let kept = split.kept_children.wrapping_add(u32::from(tile));
            after.push(Split {
                kept,
                kept_children: lattice.children(kept),
                largest: tile,
                ..*split
            });
        }
    }

    /// Values the racks that consist of the current tiles and one more, which is no
    /// smaller.
    fn complete(&mut self, number: u32, largest: Tile) {
        let Draw {
            lattice,
            sheet,
            leaves,
            exchanges,
            ..
        } = self.draw;
        let width = lattice.tiles() - usize::from(largest);
        let block = |children: u32| children.wrapping_add(u32::from(largest)) as usize;
        let start = block(lattice.children(number));
        let values = &mut self.values[start..start + width];
        match exchanges.is_empty() {
            true => values.fill(NO_PLAY),
            false => values.copy_from_slice(&exchanges[start..start + width]),
        }
        for split in &self.splits[lattice.size - 1] {
            let (kept, score) = (leaves[split.kept as usize], sheet[split.placed as usize]);
            let start = block(split.placed_children);
            let scores = &sheet[start..start + width];
            for (value, &score) in values.iter_mut().zip(scores) {
                *value = (*value).max(score + kept);
            }
            if score > NO_PLAY {
                let start = block(split.kept_children);
                let leaves = &leaves[start..start + width];
                for (value, &leave) in values.iter_mut().zip(leaves) {
                    *value = (*value).max(score + leave);
                }
            }
        }
        // Without a play or an exchange, the only move is a pass.
        for value in values {
            if *value < NO_PLAY / 2 {
                *value = 0;
            }
        }
    }
}

/// Sums the values of multisets with one more tile.
struct Means<'m> {
    draw: &'m Draw<'m>,
    size: usize,
    values: &'m [i32],
    sums: &'m mut [i64],
    /// By size: for each different tile of the current multiset, the tile, the number
    /// of ways to draw it, and the children of the multiset without it.
    removed: Vec<Vec<(Tile, i64, u32)>>,
}

impl Means<'_> {
    fn descend(&mut self, number: u32, size: usize, largest: Tile, held: u8) {
        let lattice = self.draw.lattice;
        if size == self.size {
            self.add(number, largest, held);
            return;
        }
        let children = lattice.children(number);
        for tile in largest..lattice.tiles() as Tile {
            let held = if tile == largest { held } else { 0 };
            let unseen = self.draw.unseen[usize::from(tile)];
            if held >= unseen {
                continue;
            }
            let (before, after) = self.removed.split_at_mut(size + 1);
            let (before, after) = (&before[size], &mut after[0]);
            after.clear();
            for &(removed, ways, children) in before {
                let multiset = children.wrapping_add(u32::from(tile));
                // One more of it is held, so there is one way fewer.
                let ways = if removed == tile { ways - 1 } else { ways };
                after.push((removed, ways, lattice.children(multiset)));
            }
            if held == 0 {
                after.push((tile, i64::from(unseen), children));
            }
            let child = children.wrapping_add(u32::from(tile));
            self.descend(child, size + 1, tile, held + 1);
        }
    }

    /// Adds the values of `X + t` to the sums of all multisets with one tile fewer, for
    /// one `X` and all `t` no smaller than its tiles.
    fn add(&mut self, number: u32, largest: Tile, held: u8) {
        let lattice = self.draw.lattice;
        let children = lattice.children(number);
        let first = usize::from(largest);
        let values = |from: usize| {
            let start = children.wrapping_add(from as u32) as usize;
            &self.values[start..start + lattice.tiles() - from]
        };
        let mut own = 0;
        for (tile, &value) in (first..).zip(values(first)) {
            let held = if tile == first { held } else { 0 };
            let ways = i64::from(self.draw.unseen[tile]) - i64::from(held);
            own += ways * i64::from(value);
        }
        self.sums[number as usize] += own;
        for &(removed, ways, children) in &self.removed[self.size] {
            // Another copy of the removed tile is counted above.
            let from = first + usize::from(removed == largest);
            let start = children.wrapping_add(from as u32) as usize;
            let values = values(from);
            let sums = &mut self.sums[start..start + values.len()];
            for (sum, &value) in sums.iter_mut().zip(values) {
                *sum += ways * i64::from(value);
            }
        }
    }
}

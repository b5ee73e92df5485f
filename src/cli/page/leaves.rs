//! All leaves of two files in a compact form, for the search of a page.
//!
//! The leaves are in sorted order. In a complete table, the next leave follows from the
//! one before it, the longest leave and the most copies of each tile, so it takes no
//! room. Values are rounded and stored as differences: the old value from that of the
//! leave without its last tile, the new value from the old one. The text consists of
//! blocks of numbers: how many tiles of the predicted leave are kept, how many tiles
//! come after them, these tiles, the number of leaves in the block, and two numbers for
//! each leave. `leaves.js` decodes it.

use crate::cli::page::escaped;
use crate::error::grouped;
use crate::leave::{LeaveChange, Leaves, both_rows};
use crate::tiles::{Alphabet, MAX_LETTERS, Tile};

/// The script that looks up leaves.
pub(crate) const SEARCH: &str = include_str!("leaves.js");

/// Characters that need no escape and form nothing that a page must not contain. The
/// first half ends a number, and the second half is for the digits before it.
const DIGITS: &[u8; 84] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%*+,-./;?[]^_`{|}~)";

/// The most characters of all leaves. The page around them is much smaller.
const MOST: usize = 4_800_000;

/// The numbers of decimals to try, the finest first.
const DECIMALS: [i32; 4] = [3, 2, 1, 0];

/// The limit for stored numbers.
const LARGEST: f64 = (1u64 << 40) as f64;

/// The form in which a script looks up any leave; `None` if the leaves take too much
/// room at any precision.
pub(crate) fn leave_search(old: &Leaves, new: &Leaves, alphabet: &Alphabet) -> Option<String> {
    let bounds = Bounds::of(both_rows(old, new));
    let encoded = DECIMALS.into_iter().find_map(|decimals| {
        let text = encode(both_rows(old, new), &bounds, 10f64.powi(decimals))?;
        Some((decimals, text))
    });
    let (decimals, text) = encoded?;
    let labels = 0..=alphabet.len() as Tile;
    let labels: Vec<&str> = labels.map(|t| alphabet.label(t)).collect();
    let most = bounds.most.iter().take(labels.len());
    let most: Vec<String> = most.map(u8::to_string).collect();
    Some(format!(
        include_str!("leaves.html"),
        rows = grouped(bounds.rows),
        rounded = 10f64.powi(-decimals),
        labels = escaped(&labels.join(" ")),
        most = most.join(" "),
        longest = bounds.longest,
        decimals = decimals,
        digits = DIGITS.iter().map(|&d| char::from(d)).collect::<String>(),
        text = text
    ))
}

/// The bounds of all leaves, from which the decoder derives the next leave.
struct Bounds {
    rows: u64,
    longest: usize,
    /// The most copies of each tile in one leave.
    most: [u8; MAX_LETTERS + 1],
}

impl Bounds {
    fn of(rows: impl Iterator<Item = LeaveChange>) -> Bounds {
        let mut bounds = Bounds {
            rows: 0,
            longest: 0,
            most: [0; MAX_LETTERS + 1],
        };
        for row in rows {
            bounds.rows += 1;
            bounds.longest = bounds.longest.max(row.leave.len());
            for same in row.leave.chunk_by(|a, b| a == b) {
                let most = same
                    .first()
                    .and_then(|&t| bounds.most.get_mut(usize::from(t)));
                if let Some(most) = most {
                    *most = (*most).max(u8::try_from(same.len()).unwrap_or(u8::MAX));
                }
            }
        }
        bounds
    }

    /// The first tile, from `tile` on, that can follow a leave.
    fn next_tile(&self, leave: &[Tile], tile: usize) -> Option<Tile> {
        let held = |tile: usize| leave.iter().filter(|&&t| usize::from(t) == tile).count();
        let mut tiles = tile..self.most.len();
        let tile = tiles.find(|&t| held(t) < usize::from(self.most[t]))?;
        Tile::try_from(tile).ok()
    }
}

/// A leave, with the old and the new value of each of its prefixes.
#[derive(Default)]
struct Trail {
    tiles: Vec<Tile>,
    values: Vec<[i64; 2]>,
}

impl Trail {
    /// The values of the latest leave.
    fn values(&self) -> [i64; 2] {
        self.values.last().copied().unwrap_or_default()
    }

    fn push(&mut self, tile: Tile) {
        self.values.push(self.values());
        self.tiles.push(tile);
    }

    fn truncate(&mut self, tiles: usize) {
        self.tiles.truncate(tiles);
        self.values.truncate(tiles);
    }

    /// Advances to the next leave in sorted order.
    fn advance(&mut self, bounds: &Bounds) {
        let mut from = self.tiles.last().map_or(0, |&tile| usize::from(tile));
        let mut is_full = self.tiles.len() >= bounds.longest;
        loop {
            if let Some(tile) = bounds.next_tile(&self.tiles, from).filter(|_| !is_full) {
                return self.push(tile);
            }
            let Some(&last) = self.tiles.last() else {
                return;
            };
            self.truncate(self.tiles.len() - 1);
            (from, is_full) = (usize::from(last) + 1, false);
        }
    }
}

/// Encodes leaves with their values in units of 1 / `scale`; `None` if they take too
/// much room.
fn encode(rows: impl Iterator<Item = LeaveChange>, bounds: &Bounds, scale: f64) -> Option<String> {
    let (mut text, mut block, mut in_block) = (String::new(), String::new(), 0);
    let mut trail = Trail::default();
    for row in rows {
        if in_block == 0 || trail.tiles != row.leave {
            end_block(&mut text, &mut block, &mut in_block);
            let pairs = trail.tiles.iter().zip(&row.leave);
            let kept = pairs.take_while(|(a, b)| a == b).count();
            trail.truncate(kept);
            let added = &row.leave[kept..];
            write_number(kept as u64, &mut text);
            write_number(added.len() as u64, &mut text);
            for &tile in added {
                write_number(tile.into(), &mut text);
                trail.push(tile);
            }
        }
        let [old, new] = trail.values();
        let old_now = write_value(row.old, scale, old, &mut block)?;
        let new_now = write_value(row.new, scale, old_now + new - old, &mut block)?;
        if let Some(values) = trail.values.last_mut() {
            *values = [old_now, new_now];
        }
        in_block += 1;
        if text.len() + block.len() > MOST {
            return None;
        }
        trail.advance(bounds);
    }
    end_block(&mut text, &mut block, &mut in_block);
    Some(text)
}

fn end_block(text: &mut String, block: &mut String, rows: &mut u64) {
    if *rows > 0 {
        write_number(*rows, text);
        text.push_str(block);
    }
    block.clear();
    *rows = 0;
}

/// Writes a value as its difference from the expected one, or 0 for no value. Returns
/// the rounded value, or the expected one if there is none.
fn write_value(value: Option<f32>, scale: f64, expected: i64, text: &mut String) -> Option<i64> {
    let Some(value) = value else {
        write_number(0, text);
        return Some(expected);
    };
    let scaled = (f64::from(value) * scale).round();
    if scaled.abs() > LARGEST {
        return None;
    }
    let (rounded, difference) = (scaled as i64, scaled as i64 - expected);
    // 1, 2, 3, 4 … for 0, -1, 1, -2 …
    write_number(1 + ((difference << 1) ^ (difference >> 63)) as u64, text);
    Some(rounded)
}

/// Writes a number, its lowest digit first.
fn write_number(mut number: u64, text: &mut String) {
    let (last, more) = DIGITS.split_at(DIGITS.len() / 2);
    let base = last.len() as u64;
    while number >= base {
        text.push(char::from(more[(number % base) as usize]));
        number /= base;
    }
    text.push(char::from(last[number as usize]));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(leave: &[Tile], old: Option<f32>, new: Option<f32>) -> LeaveChange {
        LeaveChange {
            leave: leave.to_vec(),
            old,
            new,
        }
    }

    fn encoded(rows: &[LeaveChange]) -> Option<String> {
        let bounds = Bounds::of(rows.iter().cloned());
        encode(rows.iter().cloned(), &bounds, 10.0)
    }

    #[test]
    fn a_complete_table_is_one_block() {
        let leaves: [&[Tile]; 6] = [&[0], &[0, 1], &[0, 2], &[1], &[1, 2], &[2]];
        let rows = leaves.map(|leave| row(leave, Some(1.0), Some(1.1)));
        // No tile is kept, one tile is added: 0. Six leaves. The first is worth 10,
        // then 1 more. A leave with more tiles has the same value, as expected.
        let expected = "ABAG".to_string() + "VD" + "BB" + "BB" + "VD" + "BB" + "VD";
        assert_eq!(encoded(&rows), Some(expected));
        // A leave that was not predicted begins another block.
        let rows = [&[1][..], &[1, 1, 1]].map(|leave| row(leave, None, Some(0.0)));
        assert_eq!(encoded(&rows).as_deref(), Some("ABBBABCBBBAB"));
    }

    #[test]
    fn values_that_fit_no_page_are_not_stored() {
        assert_eq!(encoded(&[row(&[1], Some(f32::MAX), None)]), None);
        assert!(encoded(&[]).unwrap().is_empty());
    }
}

//! The sums of a stage over the boards of some of its slots. They are integers, so the
//! order of boards does not matter.

use crate::error::{Error, Result};
use std::ops::Range;
use std::str::FromStr;

/// The sums over the boards of some slots of a stage, for every leave.
///
/// The boards of a stage are numbered by slots. Sums cover a range of slots, and may be
/// interrupted before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    /// A digest of the graph, the seed, the initial table and the stage in which that
    /// table was used.
    pub(crate) inputs: String,
    /// The stage, from 0.
    pub(crate) stage: u32,
    /// The number of boards of the whole stage.
    pub(crate) boards: u64,
    /// The slots to cover.
    pub(crate) slots: Range<u64>,
    /// The first slot not yet done, or their end.
    pub(crate) next: u64,
    /// The values with which boards are played, by number in the lattice.
    pub(crate) before: Vec<i32>,
    /// The sums of each leave, by number in the lattice.
    pub(crate) moments: Vec<Moments>,
}

impl Sums {
    /// Creates empty sums for some slots of a stage.
    pub(crate) fn new(
        inputs: String,
        stage: u32,
        boards: u64,
        slots: Range<u64>,
        before: Vec<i32>,
    ) -> Sums {
        Sums {
            inputs,
            stage,
            boards,
            next: slots.start,
            slots,
            moments: vec![Moments::default(); before.len()],
            before,
        }
    }

    /// The stage, from 0.
    pub fn stage(&self) -> u32 {
        self.stage
    }

    /// The slots to cover.
    pub fn slots(&self) -> Range<u64> {
        self.slots.clone()
    }

    /// The number of slots done.
    pub fn done(&self) -> u64 {
        self.next - self.slots.start
    }

    /// Whether all slots are done.
    pub fn is_complete(&self) -> bool {
        self.next == self.slots.end
    }
}

/// Sums over the boards of a stage, for one leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    /// The number of boards on which the leave could be drawn, for even and for odd
    /// slots.
    pub(crate) boards: [u32; 2],
    /// The sums of its advantage on them, in thousandths.
    pub(crate) sums: [i64; 2],
    /// The sum of the squares of its advantage.
    pub(crate) squares: i64,
}

impl Moments {
    /// Adds the leave's advantage on a board.
    #[inline]
    pub(crate) fn add(&mut self, half: usize, advantage: i64) {
        self.boards[half] += 1;
        self.sums[half] += advantage;
        self.squares = self.squares.saturating_add(advantage * advantage);
    }

    /// Adds the sums over other boards.
    #[cfg(feature = "recipe")]
    pub(crate) fn add_all(&mut self, other: &Moments) {
        for half in 0..2 {
            self.boards[half] += other.boards[half];
            self.sums[half] += other.sums[half];
        }
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The number of boards on which the leave could be drawn.
    pub(crate) fn count(&self) -> u32 {
        self.boards[0] + self.boards[1]
    }

    /// Its mean advantage, in thousandths; 0 if it was never drawable.
    pub(crate) fn mean(&self) -> f64 {
        (self.sums[0] + self.sums[1]) as f64 / f64::from(self.count().max(1))
    }

    /// The variance of its advantage between boards; `None` with fewer than two boards.
    pub(crate) fn variance(&self) -> Option<f64> {
        let count = f64::from(self.count());
        let sum = (self.sums[0] + self.sums[1]) as f64;
        (count > 1.0).then(|| {
            let about_mean = self.squares as f64 - sum * sum / count;
            (about_mean / (count - 1.0)).max(0.0)
        })
    }
}

/// A share of the slots of a stage: the `number`-th of `of` shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The slots of this share in a stage with this number of boards. Together the
    /// shares cover all slots, and none is empty.
    pub fn slots(self, boards: u64) -> Result<Range<u64>> {
        if self.of > boards {
            let expected = format!("at most {boards} shards of {boards} boards");
            return Err(Error::mismatch("", expected, self.of));
        }
        // Wide enough for the product of any two such numbers.
        let start = |number: u64| u128::from(number) * u128::from(boards) / u128::from(self.of);
        Ok(start(self.number - 1) as u64..start(self.number) as u64)
    }
}

/// Reads a shard such as `3/16`.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            _ => Err(format!(
                "expected I/N with I from 1 to N, such as 3/16, found `{text}`"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_all_slots() {
        for (boards, of) in [(16, 3), (7, 7), (2048, 16), (1 << 24, 1000), (5, 1)] {
            let mut next = 0;
            for number in 1..=of {
                let shard: Shard = format!("{number}/{of}").parse().unwrap();
                let slots = shard.slots(boards).unwrap();
                assert_eq!(slots.start, next);
                assert!(slots.end > next, "{number}/{of} of {boards}");
                next = slots.end;
            }
            assert_eq!(next, boards);
        }
        let error = "1/8".parse::<Shard>().unwrap().slots(7).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected at most 7 shards of 7 boards, found 8"
        );
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/3", "1/ 3"] {
            let error = text.parse::<Shard>().unwrap_err();
            assert!(error.contains(&format!("found `{text}`")), "{error}");
        }
    }
}

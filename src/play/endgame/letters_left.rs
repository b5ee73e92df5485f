//! The letters that both racks have left, while words are looked for.

use crate::tiles::{BLANK, Tile};

/// How many of each letter, and of blanks, are left.
pub(crate) struct LettersLeft {
    counts: [u8; 64],
    /// The letters of which there are some left, without blanks.
    own: u64,
    blanks: u8,
}

impl LettersLeft {
    pub(crate) fn new(pool: &[Tile]) -> LettersLeft {
        let mut counts = [0; 64];
        pool.iter()
            .for_each(|tile| counts[usize::from(tile & 63)] += 1);
        let blanks = std::mem::take(&mut counts[usize::from(BLANK)]);
        let letters = (1..64).filter(|&letter| counts[letter] > 0);
        LettersLeft {
            own: letters.fold(0, |set, letter| set | 1 << letter),
            counts,
            blanks,
        }
    }

    /// The letters of which there are some left, without blanks.
    #[inline(always)]
    pub(crate) fn own(&self) -> u64 {
        self.own
    }

    /// The letters that can be made now, and after a blank is taken.
    #[inline(always)]
    pub(crate) fn usable(&self) -> (u64, u64) {
        let any_if = |is_any: bool| u64::from(is_any).wrapping_neg();
        (
            self.own | any_if(self.blanks > 0),
            self.own | any_if(self.blanks > 1),
        )
    }

    /// Takes a letter, or a blank.
    #[inline(always)]
    pub(crate) fn take(&mut self, letter: usize, is_blank: bool) {
        if is_blank {
            self.blanks -= 1;
            return;
        }
        let left = &mut self.counts[letter & 63];
        *left -= 1;
        self.own ^= u64::from(*left == 0) << letter;
    }

    #[inline(always)]
    pub(crate) fn put_back(&mut self, letter: usize, is_blank: bool) {
        if is_blank {
            self.blanks += 1;
            return;
        }
        self.counts[letter & 63] += 1;
        self.own |= 1 << letter;
    }
}

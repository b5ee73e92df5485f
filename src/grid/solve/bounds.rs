//! Upper bounds on what a state can still bring.
//!
//! The first bound considers only the number of letters: the ideal sum of any words
//! whose lengths fit. The second considers which letters they are: the best way to pack
//! words of the lexicon into the remaining letters, wherever these are. A packing takes
//! the rarest remaining letter, and either leaves it or uses each word that contains
//! it, so that no two orders of the same words are tried. Results for a multiset of
//! letters are kept, since many states share one.
//!
//! A packing is only asked whether it reaches a needed value. It is given up after some
//! steps, and then counts as reaching it: an upper bound may be too high, but never too
//! low.
//!
//! A multiset is represented in two ways. In unary form, each letter of the grid has as
//! many bits as there are copies, the lowest of which are set, so that a multiset
//! contains a word if it contains its bits. As a number in mixed radix, it is the sum
//! of one weight for each letter, so that removing a word is one subtraction.

use crate::graph::bits;
use crate::grid::board::Cell;
use crate::grid::solve::cache::Table;
use crate::grid::solve::options::{Goal, SolveOptions};
use crate::grid::solve::rules::{NONE, Rules, plus};
use crate::grid::solve::words::PlayableWords;
use std::cmp::Reverse;

/// The letters of some words, in any order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pack {
    length: u32,
    unary: u64,
    index: u64,
}

/// The upper bounds of a puzzle.
pub(crate) struct Bounds {
    pub(crate) rules: Rules,
    /// By the length of the longest word and the number of letters.
    ideals: Vec<Vec<i32>>,
    /// By letter of the puzzle, its weight in mixed radix.
    weights: Vec<u64>,
    /// The bits of each tile in unary form.
    fields: Vec<u64>,
    /// By tile, the letters of the puzzle that are it.
    with: Vec<u64>,
    /// By bit of the unary form, its field.
    field_of: Vec<usize>,
    packings: Vec<Packing>,
}

/// Packings of one kind, and what is known of them.
struct Packing {
    /// The cost of leaving a letter; `None` if every letter must be used.
    leave: Option<i32>,
    /// Added to every value.
    extra: i32,
    /// The packs by the rarest letter they contain, and for each letter the longest
    /// first.
    packs: Vec<Pack>,
    known: Table,
}

/// The known value of a packing: at most `high`. Needs up to `low` can't be refuted.
#[derive(Clone, Copy)]
struct Range {
    low: i32,
    high: i32,
}

impl Range {
    fn from_bits(bits: u64) -> Range {
        let part = |bits: u64| (bits as u32 as i64 - (1 << 30)) as i32;
        Range {
            low: part(bits >> 32),
            high: part(bits),
        }
    }

    fn bits(self) -> u64 {
        let part = |value: i32| (i64::from(value) + (1 << 30)) as u64;
        part(self.low) << 32 | part(self.high)
    }
}

/// The number of packs examined before a packing is given up.
const PACK_STEPS: u32 = 30_000;

/// Working memory for the packs that fit a multiset.
///
/// It is a stack with one entry for each state of the current line. The packs that fit
/// a state are searched among those that fit the previous state.
#[derive(Default)]
pub(crate) struct Scratch {
    packs: Vec<Pack>,
    /// By state of the line: the index of its first pack and, once known, its packs for
    /// each kind of packing.
    line: Vec<(usize, Option<[Span; SORTS]>)>,
    steps: u32,
}

/// A range of the packs in a scratch.
type Span = (usize, usize);

/// The most kinds of packing of a puzzle.
const SORTS: usize = 2;

impl Scratch {
    /// Adds a state to the line.
    pub(crate) fn enter(&mut self) {
        self.line.push((self.packs.len(), None));
    }

    /// Removes the last state from the line.
    pub(crate) fn leave(&mut self) {
        if let Some((start, _)) = self.line.pop() {
            self.packs.truncate(start);
        }
    }
}

/// Copies the packs of a range that fit a multiset to the end. Returns their range, the
/// union of their letters, and the length of the longest.
fn collect((start, end): Span, unary: u64, packs: &mut Vec<Pack>) -> (Span, u64, u32) {
    let from = packs.len();
    let (mut union, mut longest) = (0, 0);
    for at in start..end {
        let pack = packs[at];
        if pack.unary & !unary == 0 {
            union |= pack.unary;
            longest = longest.max(pack.length);
            packs.push(pack);
        }
    }
    ((from, packs.len()), union, longest)
}

impl Bounds {
    /// Computes the bounds for the letters of a puzzle. Blanks can be any letter, so
    /// with blanks only the number of letters counts.
    pub(crate) fn of(
        letters: &[Cell],
        words: &PlayableWords,
        options: &SolveOptions,
        memory: usize,
    ) -> Bounds {
        let rules = Rules::of(options);
        let ideal = |longest| rules.ideal(letters.len(), longest);
        let mut bounds = Bounds {
            ideals: (0..=rules.longest()).map(ideal).collect(),
            rules,
            weights: vec![0; letters.len()],
            fields: Vec::new(),
            with: Vec::new(),
            field_of: Vec::new(),
            packings: Vec::new(),
        };
        if options.techniques.packing && !letters.contains(&Cell::Blank) {
            bounds.look_at_letters(letters, words, memory);
        }
        bounds
    }

    fn look_at_letters(&mut self, letters: &[Cell], words: &PlayableWords, memory: usize) {
        let mut uses = [0u32; 64];
        for word in words.iter() {
            word.iter().for_each(|&tile| uses[usize::from(tile)] += 1);
        }
        let with = |tile: u8| {
            let have = |&(_, &cell): &(usize, &Cell)| cell == Cell::Letter(tile);
            let bits = letters.iter().enumerate().filter(have);
            bits.fold(0, |set, (bit, _)| set | 1u64 << bit)
        };
        let tiles = (1..64).map(|tile| (uses[usize::from(tile)], tile, with(tile)));
        let mut tiles: Vec<(u32, u8, u64)> = tiles.filter(|tile| tile.2 != 0).collect();
        tiles.sort_unstable();
        let mut keys = 1u64;
        let mut number_of = [0; 64];
        for (number, &(_, tile, with)) in tiles.iter().enumerate() {
            let count = with.count_ones();
            let field = (u64::MAX >> (64 - count)) << self.field_of.len();
            self.field_of.extend((0..count).map(|_| number));
            self.fields.push(field);
            self.with.push(with);
            number_of[usize::from(tile)] = number;
            bits(with).for_each(|bit| self.weights[bit as usize] = keys);
            keys = keys.saturating_mul(u64::from(count) + 1);
        }
        let weight = |number: usize| self.weights[self.with[number].trailing_zeros() as usize];
        let pack = |word: &[u8]| {
            let mut pack = Pack {
                length: word.len() as u32,
                unary: 0,
                index: 0,
            };
            for &tile in word {
                let number = number_of[usize::from(tile)];
                let free = self.fields[number] & !pack.unary;
                pack.unary |= free & free.wrapping_neg();
                pack.index += weight(number);
            }
            pack
        };
        let mut packs: Vec<Pack> = words.iter().map(pack).collect();
        let rarest = |pack: &Pack| self.field_of[pack.unary.trailing_zeros() as usize];
        packs.sort_unstable_by_key(|pack| (rarest(pack), Reverse(*pack)));
        packs.dedup();
        let scoring = |pack: &&Pack| self.rules.bonus(pack.length) > 0;
        let scoring: Vec<Pack> = packs.iter().filter(scoring).copied().collect();
        let sort = |leave, extra, packs| Packing {
            leave,
            extra,
            packs,
            known: Table::new(keys, memory / 2),
        };
        let clears = self.rules.goal == Goal::Clear;
        if !clears {
            let packs = match self.rules.left > 0 {
                true => packs.clone(),
                false => scoring,
            };
            self.packings.push(sort(Some(-self.rules.left), 0, packs));
        }
        if clears || self.rules.empty > 0 {
            self.packings.push(sort(None, self.rules.empty, packs));
        }
    }

    /// The mixed radix number of a set of letters.
    #[inline]
    pub(crate) fn index(&self, set: u64) -> u64 {
        bits(set).map(|bit| self.weights[bit as usize]).sum()
    }

    fn unary(&self, state: u64) -> u64 {
        let fields = self.fields.iter().zip(&self.with);
        fields.fold(0, |unary, (field, with)| {
            let missing = (with & !state).count_ones();
            unary | field.checked_shr(missing).unwrap_or(0) & field
        })
    }

    /// The ideal value of a number of letters.
    #[inline]
    pub(crate) fn ideal(&self, letters: u32) -> i32 {
        self.ideals[self.rules.longest()][letters as usize]
    }

    /// An upper bound on the value of a state whose number is `index`, from what is
    /// known of its letters. Also returns true if nothing better can be shown for
    /// `need`.
    #[inline]
    pub(crate) fn known(&self, (state, index): (u64, u64), need: i32) -> (i32, bool) {
        let ideal = self.ideal(state.count_ones());
        if self.packings.is_empty() || ideal < need {
            return (ideal, true);
        }
        let (mut most, mut decided) = (NONE, true);
        for packing in &self.packings {
            let need = need - packing.extra;
            match packing.known.get(index).map(Range::from_bits) {
                Some(range) => {
                    most = most.max(plus(packing.extra, range.high));
                    decided &= range.low >= need || range.high < need;
                }
                None => (most, decided) = (ideal, false),
            }
        }
        (most.min(ideal), decided)
    }

    /// An upper bound on the value of a state whose number is `index`; less than `need`
    /// if that can be shown. The state is either `before`, the last state of the
    /// scratch's line, or one move from it.
    pub(crate) fn of_state(
        &self,
        (state, index): (u64, u64),
        before: u64,
        need: i32,
        scratch: &mut Scratch,
    ) -> i32 {
        let spans = self.fitting(before, scratch);
        let multiset = (self.unary(state), index);
        let mut most = NONE;
        for (packing, from) in self.packings.iter().zip(spans) {
            scratch.steps = 0;
            let high = self.pack(packing, multiset, need - packing.extra, from, scratch);
            most = most.max(plus(packing.extra, high));
        }
        most.min(self.ideal(state.count_ones()))
    }

    /// The packs that fit the last state of the line, collected once.
    fn fitting(&self, state: u64, scratch: &mut Scratch) -> [Span; SORTS] {
        if let Some((_, Some(spans))) = scratch.line.last() {
            return *spans;
        }
        let before = scratch.line.iter().rev().find_map(|&(_, spans)| spans);
        let unary = self.unary(state);
        let mut spans = [(0, 0); SORTS];
        for (sort, packing) in self.packings.iter().enumerate() {
            let start = scratch.packs.len();
            match before {
                Some(before) => {
                    (spans[sort], ..) = collect(before[sort], unary, &mut scratch.packs)
                }
                None => {
                    let fits = |pack: &&Pack| pack.unary & !unary == 0;
                    scratch.packs.extend(packing.packs.iter().filter(fits));
                    spans[sort] = (start, scratch.packs.len());
                }
            }
        }
        if let Some((_, last)) = scratch.line.last_mut() {
            *last = Some(spans);
        }
        spans
    }

    /// An upper bound on the best packing of a multiset; less than `need` if that can
    /// be shown. The packs that may fit it are in a range of the scratch.
    fn pack(
        &self,
        packing: &Packing,
        (unary, index): (u64, u64),
        need: i32,
        from: Span,
        scratch: &mut Scratch,
    ) -> i32 {
        if unary == 0 {
            return 0;
        }
        let letters = unary.count_ones();
        let ideal = self.ideal(letters);
        let known = packing.known.get(index).map(Range::from_bits);
        let mut range = known.unwrap_or(Range {
            low: NONE,
            high: plus(-packing.extra, ideal),
        });
        if range.low >= need || range.high < need {
            return range.high;
        }
        scratch.steps += (from.1 - from.0) as u32 + 16;
        if scratch.steps > PACK_STEPS {
            return range.high;
        }
        let start = scratch.packs.len();
        let fitting = collect(from, unary, &mut scratch.packs);
        let high = self.pack_fitting(packing, (unary, index), need, fitting, scratch);
        scratch.packs.truncate(start);
        match high >= need {
            true => range.low = need,
            false => range.high = high,
        }
        packing.known.put(index, range.bits());
        range.high
    }

    fn pack_fitting(
        &self,
        packing: &Packing,
        (unary, index): (u64, u64),
        need: i32,
        (span, union, longest): (Span, u64, u32),
        scratch: &mut Scratch,
    ) -> i32 {
        let letters = unary.count_ones();
        let (start, end) = span;
        if start == end {
            return packing.leave.map_or(NONE, |leave| leave * letters as i32);
        }
        // No word is longer than the longest that fits, or uses letters that no word
        // has.
        let useless = unary & !self.filled(union & unary);
        let ideals = &self.ideals[longest as usize];
        let used = letters - useless.count_ones();
        let most = match packing.leave {
            None if useless != 0 => NONE,
            None => plus(-packing.extra, ideals[letters as usize]),
            Some(leave) => ideals[used as usize] + leave * useless.count_ones() as i32,
        };
        if most < need {
            return most;
        }
        let mut best = NONE;
        let lowest = unary & unary.wrapping_neg();
        // The words with the rarest letter come first.
        for at in start..end {
            let pack = scratch.packs[at];
            if pack.unary & lowest == 0 {
                break;
            }
            let bonus = self.rules.bonus(pack.length);
            let rest = ideals[(letters - pack.length) as usize] - packing.extra;
            let mut value = plus(bonus, rest);
            if value >= need {
                let rest = (self.without(unary, pack.unary), index - pack.index);
                let rest = self.pack(packing, rest, need - bonus, span, scratch);
                value = plus(bonus, rest);
                if value >= need {
                    return value;
                }
            }
            best = best.max(value);
        }
        let Some(leave) = packing.leave else {
            return best;
        };
        let number = self.field_of[lowest.trailing_zeros() as usize];
        let field = self.fields[number];
        let weight = self.weights[self.with[number].trailing_zeros() as usize];
        let fewer = unary & !field | (unary & field) >> 1 & field;
        let rest = (fewer, index - weight);
        let rest = self.pack(packing, rest, need - leave, span, scratch);
        best.max(leave + rest)
    }

    /// All bits of the fields in which any bit is set.
    fn filled(&self, unary: u64) -> u64 {
        let fields = self.fields.iter().filter(|&field| field & unary != 0);
        fields.fold(0, |all, field| all | field)
    }

    /// Removes the letters of a pack from a multiset that contains them.
    fn without(&self, unary: u64, pack: u64) -> u64 {
        let (mut rest, mut bits) = (unary, pack);
        while bits != 0 {
            let field = self.fields[self.field_of[bits.trailing_zeros() as usize]];
            let taken = (pack & field).count_ones();
            let kept = (rest & field).checked_shr(taken).unwrap_or(0);
            rest = rest & !field | kept & field;
            bits &= !field;
        }
        rest
    }
}

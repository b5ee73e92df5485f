//! The search for plays on one span of squares.
//!
//! For a given span, most subracks are ruled out: with their leave they are worth too
//! little whatever they score, or their tiles make no word with those on the span. The
//! words of the remaining subracks are looked up by their tiles, and most of those do
//! not fit the squares. A blank is looked up as every letter.

use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::leave_map::{LeaveMap, MAX_TILES};
use crate::movegen::best::shadow::Span;
use crate::movegen::best::span_squares::SpanSquares;
use crate::movegen::best::subracks::{Subrack, Subracks, in_thousandths};
use crate::movegen::board::{Found, Position, Rack};
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::arcs::first;
use crate::movegen::generate::cross_sets::{CrossSets, MAX_SIDE};
use crate::movegen::generate::search::{PlaySink, total};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// The number of candidates that most spans do not exceed.
const CANDIDATES: usize = 32;

/// A subrack that may make a word on a span.
#[derive(Clone, Copy, Debug)]
struct Candidate<'a> {
    subrack: &'a Subrack,
    /// The letters that a blank may stand for.
    letters: u64,
    /// A bound of the equity.
    equity: i64,
}

/// The state of a search. It is created for a position and run for one span after
/// another.
pub(crate) struct SpanSearch<'a, S> {
    leaves: &'a LeaveMap,
    subracks: &'a Subracks,
    filter: &'a AnagramFilter,
    sink: &'a mut S,
    points: [u32; MAX_LETTERS + 1],
    rack_size: usize,
    bonus: u32,
    rack: Rack,
    anchor: Anchor,
    candidates: Vec<Candidate<'a>>,
    /// The placed tiles by square of the lane; 0 elsewhere.
    tiles: [u8; MAX_SIDE],
}

impl<'a, S: PlaySink> SpanSearch<'a, S> {
    pub(crate) fn new(
        position: &Position<'_>,
        (leaves, subracks): (&'a LeaveMap, &'a Subracks),
        filter: &'a AnagramFilter,
        sink: &'a mut S,
    ) -> SpanSearch<'a, S> {
        let ruleset = position.ruleset();
        let mut points = [0; MAX_LETTERS + 1];
        for &(tile, own) in &subracks.letters {
            points[usize::from(tile)] = own;
        }
        SpanSearch {
            leaves,
            subracks,
            filter,
            sink,
            points,
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            rack: position.rack().clone(),
            anchor: Anchor::default(),
            candidates: Vec::with_capacity(CANDIDATES),
            tiles: [0; MAX_SIDE],
        }
    }

    /// The least equity of a play that is still wanted.
    pub(crate) fn floor(&self) -> i64 {
        self.sink.floor()
    }

    /// Finds the plays on a span whose equity can reach the floor. `layout` is
    /// overwritten.
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        cross_sets: &CrossSets,
        anchor: &Anchor,
        span: &Span,
        layout: &mut SpanSquares,
    ) {
        self.find_candidates(span, anchor.has_run());
        if self.candidates.is_empty() {
            return;
        }
        self.anchor = *anchor;
        let squares = anchor.squares(cross_sets);
        layout.find(squares, anchor, span);
        layout.weigh();
        self.choose(layout);
        if self.candidates.is_empty() {
            return;
        }
        layout.find_letters(squares);
        self.tiles = [0; MAX_SIDE];
        self.look_up(span.through, layout);
    }

    /// Finds the subracks that can reach the floor on a span by a rough bound, and that
    /// may make a word with the tiles there.
    #[inline(never)]
    fn find_candidates(&mut self, span: &Span, has_run: bool) {
        let count = usize::from(span.left + span.right);
        let (filter, bits) = (self.filter, self.filter.bits());
        // The least worth that a subrack needs.
        let least = self.sink.floor().saturating_sub(span.score);
        self.candidates.clear();
        let (subracks, worths) = self.subracks.placing(count, span.factor);
        for (i, &worth) in worths.iter().enumerate() {
            if worth < least {
                continue;
            }
            let subrack = &subracks[i];
            let hash = subrack.played.hash.wrapping_add(span.through);
            let letters = match (has_run, subrack.played.blanks) {
                (false, _) => subrack.alone,
                (true, 0) if bits.has(hash) => u64::MAX,
                (true, 0) => 0,
                (true, blanks) => filter.letters_for(hash, subrack.played.placed, blanks),
            };
            if letters != 0 {
                self.candidates.push(Candidate {
                    subrack,
                    letters,
                    equity: i64::MAX,
                });
            }
        }
    }

    /// Keeps the candidates that can reach the floor and that have a tile for each
    /// square.
    #[inline(never)]
    fn choose(&mut self, layout: &SpanSquares) {
        let floor = self.sink.floor();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain_mut(|candidate| {
            let subrack = candidate.subrack;
            let blank = if subrack.played.blanks > 0 {
                candidate.letters
            } else {
                0
            };
            let fitting = subrack.played.set | blank;
            let mut squares = layout.covered().iter();
            candidate.equity = match squares.all(|square| square.cross_set & fitting != 0) {
                true => self.max_score(subrack, layout) + subrack.value,
                false => i64::MIN,
            };
            candidate.equity >= floor
        });
        self.candidates = candidates;
    }

    /// A bound of a subrack's score without the bonus. It puts the tiles with the most
    /// points where they count most.
    #[inline]
    fn max_score(&self, subrack: &Subrack, layout: &SpanSquares) -> i64 {
        let main = layout.base & u64::from(u32::MAX);
        let score = main * u64::from(layout.factor) + (layout.base >> 32);
        let mut placed = 0;
        let mut rest = subrack.played.tiles;
        for &weight in layout.weights() {
            let (tile, _) = first(&mut rest);
            placed += u64::from(self.subracks.points[usize::from(tile) & MAX_TILES]) * weight;
        }
        in_thousandths(score.saturating_add(placed))
    }

    /// Looks up the words of the candidates. Candidates without a blank come first, as
    /// they may raise the floor above the others.
    #[inline(never)]
    fn look_up(&mut self, through: u64, layout: &SpanSquares) {
        let mut has_blanks = false;
        for i in 0..self.candidates.len() {
            let subrack = self.candidates[i].subrack;
            has_blanks |= subrack.played.blanks > 0;
            if subrack.played.blanks == 0 {
                let hash = subrack.played.hash.wrapping_add(through);
                self.look_up_tiles(hash, subrack, layout);
            }
        }
        if !has_blanks {
            return;
        }
        let squares = layout.covered().iter();
        let fitting = squares.fold(0, |set, square| set | square.cross_set);
        let fitting = fitting & self.filter.letters;
        for i in 0..self.candidates.len() {
            let Candidate {
                subrack,
                letters,
                equity,
            } = self.candidates[i];
            if subrack.played.blanks > 0 && equity >= self.sink.floor() {
                let hash = subrack.played.hash.wrapping_add(through);
                let blanks = (subrack.played.blanks, letters & fitting);
                self.look_up_blanks(hash, blanks, subrack, layout);
            }
        }
    }

    /// Looks up the words of a subrack with blanks, for all letters that the blanks can
    /// be. `hash` is that of the letters known so far.
    fn look_up_blanks(
        &mut self,
        hash: u64,
        (blanks, letters): (u8, u64),
        subrack: &Subrack,
        layout: &SpanSquares,
    ) {
        let mut rest = match blanks {
            1 => self.filter.letters_beside(hash, letters),
            _ => letters,
        };
        while rest != 0 {
            // The letters of several blanks are in order, so that no combination comes
            // twice.
            let letters = rest;
            let (letter, _) = first(&mut rest);
            let hash = hash.wrapping_add(self.filter.hashes.of(letter));
            match blanks {
                1 => self.look_up_tiles(hash, subrack, layout),
                _ => self.look_up_blanks(hash, (blanks - 1, letters), subrack, layout),
            }
        }
    }

    /// Looks up the words made of all tiles of a play, and places those that fit.
    fn look_up_tiles(&mut self, hash: u64, subrack: &Subrack, layout: &SpanSquares) {
        let filter = self.filter;
        for word in filter.words.find(hash, layout.length()) {
            if layout.fits(word) {
                self.place(
                    word,
                    (0, subrack.played.blanks),
                    layout.base,
                    subrack,
                    layout,
                );
            }
        }
    }

    /// Places a word that fits, from the i-th square to be covered on, in all ways in
    /// which its tiles come from a subrack.
    fn place(
        &mut self,
        word: &[Tile],
        (i, blanks): (usize, u8),
        points: u64,
        subrack: &Subrack,
        layout: &SpanSquares,
    ) {
        let Some(square) = layout.covered().get(i) else {
            if self.leaves.key_of(&self.rack) + subrack.number == self.subracks.whole() {
                self.record(layout, points);
            }
            return;
        };
        let letter = word[usize::from(square.at - layout.start)];
        if self.rack.has(letter) {
            let own = u64::from(self.points[usize::from(letter & 63)]) * square.weights;
            self.rack.take(letter);
            self.tiles[usize::from(square.at & 63)] = letter;
            self.place(word, (i + 1, blanks), points + own, subrack, layout);
            self.rack.put(letter);
        }
        if blanks > 0 {
            self.rack.take(BLANK);
            self.tiles[usize::from(square.at & 63)] = letter | PLAYED_BLANK;
            self.place(word, (i + 1, blanks - 1), points, subrack, layout);
            self.rack.put(BLANK);
        }
    }

    /// Reports the play that covers the span.
    #[inline(never)]
    fn record(&mut self, layout: &SpanSquares, points: u64) {
        let tiles = &self.tiles[usize::from(layout.start)..usize::from(layout.end)];
        let is_full = layout.covered().len() == self.rack_size;
        let bonus = self.bonus * u32::from(is_full);
        self.sink.found(&Found {
            play: self.anchor.play(layout.start, tiles),
            score: total(points, layout.factor, bonus),
            leave: &self.rack,
        });
    }
}

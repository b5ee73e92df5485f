//! The search for plays on one span of squares.
//!
//! For one span, most subracks are out of the question: with their leave they
//! are worth too little whatever they score there, or their tiles make no word
//! with those on the span. The words of each other subrack are looked up by their
//! tiles, and most do not fit the squares. With several blanks there are too many
//! words to look up; then the span is filled from the GADDAG.

use crate::graph::{Graph, NodeWithSet};
use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::anagram_words::AnagramWords;
use crate::movegen::best::leave_map::{LeaveMap, MAX_TILES};
use crate::movegen::best::shadow::Span;
use crate::movegen::best::span_squares::SpanSquares;
use crate::movegen::best::square_bound::in_thousandths;
use crate::movegen::best::subracks::{Subrack, Subracks};
use crate::movegen::board::play::Found;
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::arcs::first;
use crate::movegen::generate::cross_sets::{LaneSquare, MAX_SIDE};
use crate::movegen::generate::search::{PlaySink, total};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK, Tile};

/// The number of candidates that most spans have at most.
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

/// The state of a search, made for a position and run for one span after the
/// other.
pub(crate) struct SpanSearch<'a, S> {
    pub(crate) steps: &'a [NodeWithSet],
    leaves: &'a LeaveMap,
    subracks: &'a Subracks,
    filter: &'a AnagramFilter,
    sink: &'a mut S,
    pub(crate) points: [u32; MAX_LETTERS + 1],
    rack_size: usize,
    bonus: u32,
    pub(crate) rack: Rack,
    /// The tiles that the whole rack has more than once.
    pub(crate) doubles: u64,
    pub(crate) squares: &'a [LaneSquare],
    pub(crate) anchor: Anchor,
    candidates: Vec<Candidate<'a>>,
    /// The placed tiles by square of the lane, else 0.
    pub(crate) tiles: [u8; MAX_SIDE],
}

impl<'a, S: PlaySink> SpanSearch<'a, S> {
    pub(crate) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        (leaves, subracks): (&'a LeaveMap, &'a Subracks),
        filter: &'a AnagramFilter,
        sink: &'a mut S,
    ) -> SpanSearch<'a, S> {
        let ruleset = position.ruleset();
        let mut points = [0; MAX_LETTERS + 1];
        for &(tile, own) in subracks.letters() {
            points[usize::from(tile)] = own;
        }
        SpanSearch {
            steps: graph.letter_sets(),
            leaves,
            subracks,
            filter,
            sink,
            points,
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            rack: position.rack().clone(),
            doubles: position.rack().doubles(),
            squares: &[],
            anchor: Anchor::default(),
            candidates: Vec::with_capacity(CANDIDATES),
            tiles: [0; MAX_SIDE],
        }
    }

    /// The least equity of a play that is still wanted.
    pub(crate) fn floor(&self) -> i64 {
        self.sink.floor()
    }

    /// Finds the plays on a span whose equity can reach the floor. `squares`
    /// are those of the anchor's lane; `layout` is overwritten.
    pub(crate) fn run(
        &mut self,
        squares: &'a [LaneSquare],
        anchor: &Anchor,
        span: &Span,
        layout: &mut SpanSquares,
    ) {
        self.squares = squares;
        self.anchor = *anchor;
        self.find_candidates(span);
        if self.candidates.is_empty() {
            return;
        }
        layout.find(squares, anchor, span);
        layout.weigh();
        self.choose(layout);
        if self.candidates.is_empty() {
            return;
        }
        layout.find_letters(squares);
        self.tiles = [0; MAX_SIDE];
        let several_blanks = self.candidates.iter().any(|c| c.subrack.blanks > 1);
        match self.filter.words() {
            Some(words) if !several_blanks => self.look_up(words, span.through, layout),
            _ => {
                let tiles = self.candidates.iter().fold(0, |set, c| set | c.subrack.set);
                let blank = self.candidates.iter().fold(0, |set, c| set | c.letters);
                layout.want(tiles, blank);
                self.fill_span(layout);
            }
        }
    }

    /// Finds the subracks that can reach the floor on a span by a rough bound,
    /// and may make a word with the tiles there.
    #[inline(never)]
    fn find_candidates(&mut self, span: &Span) {
        let count = usize::from(span.left + span.right);
        let (filter, bits) = (self.filter, self.filter.bits());
        let has_run = self.anchor.has_run();
        // The least worth of a subrack.
        let least = self.sink.floor().saturating_sub(span.score);
        self.candidates.clear();
        for (worth, subrack) in self.subracks.placing(count, span.factor) {
            if worth < least {
                continue;
            }
            let hash = subrack.hash.wrapping_add(span.through);
            let letters = match (has_run, subrack.blanks) {
                (false, _) => subrack.alone,
                (true, 0) if bits.has(hash) => u64::MAX,
                (true, 0) => 0,
                (true, blanks) => filter.letters_for(hash, subrack.placed, blanks),
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

    /// Keeps the candidates that can reach the floor and have a tile for each
    /// square.
    #[inline(never)]
    fn choose(&mut self, layout: &SpanSquares) {
        let floor = self.sink.floor();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain_mut(|candidate| {
            let subrack = candidate.subrack;
            let blank = if subrack.blanks > 0 {
                candidate.letters
            } else {
                0
            };
            let fitting = subrack.set | blank;
            let mut squares = layout.covered().iter();
            candidate.equity = match squares.all(|square| square.cross_set & fitting != 0) {
                true => self.max_score(subrack, layout) + subrack.value,
                false => i64::MIN,
            };
            candidate.equity >= floor
        });
        self.candidates = candidates;
    }

    /// A bound of a subrack's score without the bonus: the tiles with the most points are where
    /// they count most.
    fn max_score(&self, subrack: &Subrack, layout: &SpanSquares) -> i64 {
        let main = layout.base & u64::from(u32::MAX);
        let score = main * u64::from(layout.factor) + (layout.base >> 32);
        let mut placed = 0;
        let mut rest = subrack.tiles;
        for &weight in layout.weights() {
            let (tile, _) = first(&mut rest);
            placed += u64::from(self.subracks.points()[usize::from(tile) & MAX_TILES]) * weight;
        }
        in_thousandths(score.saturating_add(placed))
    }

    #[inline]
    fn bonus_for(&self, layout: &SpanSquares) -> u32 {
        match layout.count() == self.rack_size {
            true => self.bonus,
            false => 0,
        }
    }

    /// Looks up the words of the candidates, which have one blank at most. Those
    /// without a blank come first: they may raise the floor above the others.
    #[inline(never)]
    fn look_up(&mut self, words: &'a AnagramWords, through: u64, layout: &SpanSquares) {
        let length = layout.length();
        let mut blanks = false;
        for i in 0..self.candidates.len() {
            let Candidate { subrack, .. } = self.candidates[i];
            if subrack.blanks > 0 {
                blanks = true;
                continue;
            }
            for word in words.find(subrack.hash.wrapping_add(through), length) {
                if layout.fits(word) {
                    self.place(word, None, subrack.number, layout);
                }
            }
        }
        if !blanks {
            return;
        }
        let squares = layout.covered().iter();
        let fitting = squares.fold(0, |set, square| set | square.cross_set);
        let fitting = fitting & self.filter.letters();
        for i in 0..self.candidates.len() {
            let candidate = self.candidates[i];
            if candidate.subrack.blanks > 0 && candidate.equity >= self.sink.floor() {
                self.look_up_blank(words, candidate, (through, fitting), layout);
            }
        }
    }

    /// Looks up the words of a candidate with a blank, for each letter that it
    /// can be.
    fn look_up_blank(
        &mut self,
        words: &'a AnagramWords,
        candidate: Candidate<'a>,
        (through, fitting): (u64, u64),
        layout: &SpanSquares,
    ) {
        let Candidate {
            subrack, letters, ..
        } = candidate;
        let hash = subrack.hash.wrapping_add(through);
        let mut letters = self.filter.letters_beside(hash, letters & fitting);
        while letters != 0 {
            let (letter, _) = first(&mut letters);
            let hash = hash.wrapping_add(self.filter.hashes().of(letter));
            for word in words.find(hash, layout.length()) {
                if layout.fits(word) {
                    self.place_blank(word, letter, subrack.number, layout);
                }
            }
        }
    }

    /// Places a word with a blank for each tile that it can be.
    fn place_blank(&mut self, word: &[Tile], letter: Tile, number: u32, layout: &SpanSquares) {
        for square in layout.covered() {
            if word[usize::from(square.at - layout.start)] == letter {
                self.place(word, Some(square.at), number, layout);
            }
        }
    }

    /// Places a word that fits, with a blank on a square of the lane or without
    /// one, if the tiles are those of the subrack.
    fn place(&mut self, word: &[Tile], blank: Option<u8>, number: u32, layout: &SpanSquares) {
        let mut points = layout.base;
        let mut tiles = 0;
        let rack = self.rack.clone();
        for square in layout.covered() {
            let letter = word[usize::from(square.at - layout.start)];
            let (tile, played) = match blank == Some(square.at) {
                true => (BLANK, letter | PLAYED_BLANK),
                false => (letter, letter),
            };
            if !self.rack.has(tile) {
                break;
            }
            self.rack.take(tile);
            tiles += 1;
            points += u64::from(self.points[usize::from(tile & 63)]) * square.weights;
            self.tiles[usize::from(square.at & 63)] = played;
        }
        if tiles == layout.count()
            && self.leaves.key_of(&self.rack) + number == self.subracks.whole()
        {
            self.record(layout, points);
        }
        self.rack = rack;
    }

    /// Hands on the play that covers the span.
    #[inline(never)]
    pub(crate) fn record(&mut self, layout: &SpanSquares, points: u64) {
        let tiles = &self.tiles[usize::from(layout.start)..usize::from(layout.end)];
        self.sink.found(&Found {
            play: self.anchor.play(layout.start, tiles),
            score: total(points, layout.factor, self.bonus_for(layout)),
            leave: &self.rack,
        });
    }
}

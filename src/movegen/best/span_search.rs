//! Plays on one stretch of squares, with the tiles that are worth a try.
//!
//! When the turn of a stretch comes, most ways to part the rack are out of the
//! question for it: with what is kept they are worth too little, whatever they
//! score there, or their tiles make no word with those on the stretch. Only the
//! tiles of the others are tried, on all squares of the stretch, in the order
//! in which the GADDAG reads them: to the left from the anchor, then to the
//! right.

use crate::graph::{Graph, Step, index_in};
use crate::movegen::best::anagram_filter::Anagrams;
use crate::movegen::best::equity::THOUSANDTHS;
use crate::movegen::best::shadow::{MOST_SCORE, Stretch, in_bounds};
use crate::movegen::best::subracks::{Way, Ways};
use crate::movegen::board::play::{Found, Play};
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::movegen::generate::anchors::Anchor;
use crate::movegen::generate::cross_sets::Slot;
use crate::movegen::generate::search::{List, MAX_SIDE, Sink, first, pass_run};
use crate::tiles::{BLANK, MAX_LETTERS, PLAYED_BLANK};

/// A square to be covered.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Which letters can be put here: any, the rack's that are worth a try,
    /// and a blank's.
    allowed: u64,
    wanted: u64,
    blank: u64,
    /// As in [`Slot`].
    weights: u64,
    at: u8,
    /// The first tile of the run left of the square that is passed with it;
    /// the square itself if there is none.
    start: u8,
}

/// The squares of a stretch.
pub(crate) struct Squares {
    /// Those to be covered: left of the anchor, then right of it.
    places: [Place; MAX_SIDE],
    count: usize,
    lefts: usize,
    /// The first square of the word.
    start: u8,
    /// One past the last one.
    end: u8,
    /// The product of the word premiums.
    factor: u32,
    /// What covering the stretch scores with tiles that have no points: as in
    /// the search, that of the word before its premiums, and that of the
    /// cross-words times 2³².
    base: u64,
}

impl Default for Squares {
    fn default() -> Self {
        Squares {
            places: [Place::default(); MAX_SIDE],
            count: 0,
            lefts: 0,
            start: 0,
            end: 0,
            factor: 1,
            base: 0,
        }
    }
}

impl Place {
    /// Makes this the place of a square; what its cross-word scores but for
    /// the tile put there, times 2³².
    #[inline]
    fn cover(&mut self, slot: &Slot, at: u8, start: u8) -> u64 {
        self.allowed = slot.allowed;
        self.weights = slot.weights;
        (self.at, self.start) = (at, start);
        u64::from(slot.points) << 32
    }
}

impl Squares {
    /// How often the points of a tile count on the places, the most first.
    fn weights(&self) -> [u64; MAX_SIDE] {
        let mut weights = [0; MAX_SIDE];
        for (i, place) in self.places[..self.count].iter().enumerate() {
            let main = place.weights & u64::from(u32::MAX);
            let weight = main * u64::from(self.factor) + (place.weights >> 32);
            let mut at = i;
            while at > 0 && weights[at - 1] < weight {
                weights[at] = weights[at - 1];
                at -= 1;
            }
            weights[at] = weight;
        }
        weights
    }
}

/// What is known of a position, and of the stretch whose turn it is.
pub(crate) struct Fit<'a, S> {
    steps: &'a [Step],
    ways: &'a Ways,
    words: &'a Anagrams,
    sink: &'a mut S,
    points: [u32; MAX_LETTERS + 1],
    rack_size: usize,
    bonus: u32,
    rack: Rack,
    /// The tiles of which there were several at first.
    doubles: u64,
    slots: &'a [Slot],
    anchor: Anchor,
    /// The ways that make a word, with what is kept and what blanks can be.
    choice: Vec<(i64, &'a Way, u64)>,
    /// The placed tiles at their places in the lane, else 0.
    tiles: [u8; MAX_SIDE],
}

impl<'a, S: Sink> Fit<'a, S> {
    pub(crate) fn new(
        graph: &'a Graph,
        position: &Position<'_>,
        ways: &'a Ways,
        words: &'a Anagrams,
        sink: &'a mut S,
    ) -> Fit<'a, S> {
        let ruleset = position.ruleset();
        let mut points = [0; MAX_LETTERS + 1];
        for &(tile, own) in ways.letters() {
            points[usize::from(tile)] = own;
        }
        Fit {
            steps: graph.steps(),
            ways,
            words,
            sink,
            points,
            rack_size: usize::from(ruleset.rack_size()),
            bonus: u32::from(ruleset.bonus()),
            rack: position.rack().clone(),
            doubles: position.rack().doubles(),
            slots: &[],
            anchor: Anchor::default(),
            choice: Vec::new(),
            tiles: [0; MAX_SIDE],
        }
    }

    /// Plays that are worth less than this are not wanted.
    pub(crate) fn floor(&self) -> i64 {
        self.sink.floor()
    }

    /// Finds the plays of a stretch that can be worth the floor.
    pub(crate) fn run(
        &mut self,
        slots: &'a [Slot],
        anchor: &Anchor,
        stretch: &Stretch,
        squares: &mut Squares,
    ) {
        self.slots = slots;
        self.anchor = *anchor;
        if !self.makes_word(stretch) {
            return;
        }
        self.lay_out(stretch, squares);
        let (wanted, blank) = self.choose(squares);
        if wanted == 0 {
            return;
        }
        for place in &mut squares.places[..squares.count] {
            place.wanted = place.allowed & wanted;
            place.blank = place.allowed & blank;
        }
        self.tiles = [0; MAX_SIDE];
        let list = match squares.lefts {
            0 => self.turned(anchor.list),
            _ => anchor.list,
        };
        match wanted & self.rack.set() & 1 {
            0 => self.fill::<false>(squares, 0, list, squares.base),
            _ => self.fill::<true>(squares, 0, list, squares.base),
        }
    }

    /// Gathers the ways that can come up to the floor on a stretch by a rough
    /// guess, and make a word with what is there; whether there are any.
    fn makes_word(&mut self, stretch: &Stretch) -> bool {
        // What a point less takes; nothing is known where scores stop.
        let step = match stretch.score < MOST_SCORE {
            true => i64::from(stretch.factor) * THOUSANDTHS,
            false => 0,
        };
        let count = usize::from(stretch.left + stretch.right);
        let most_points: u32 = self.ways.points()[..count].iter().sum();
        let most_points = i64::from(most_points);
        let through = self.anchor.has_run().then_some(stretch.through);
        // What has to be kept at least.
        let least = self.sink.floor().saturating_sub(stretch.score);
        self.choice.clear();
        for ranked in self.ways.placing(count) {
            // Ways that keep less come after this one.
            if ranked.value < least {
                break;
            }
            let less = (most_points - i64::from(ranked.points)) * step;
            if ranked.value - less < least {
                continue;
            }
            let way = self.ways.way(ranked);
            let letters = match through {
                None => way.alone,
                Some(through) => self.words.letters_for(way, through),
            };
            if letters != 0 {
                self.choice.push((ranked.value, way, letters));
            }
        }
        !self.choice.is_empty()
    }

    /// Finds the places of a stretch and what they have in common.
    fn lay_out(&self, stretch: &Stretch, squares: &mut Squares) {
        let lefts = usize::from(stretch.left);
        let count = lefts + usize::from(stretch.right);
        let (mut base, mut start) = (u64::from(self.anchor.points), self.anchor.start);
        for place in &mut squares.places[..lefts] {
            let at = start - 1;
            start = at;
            for slot in self.slots[..usize::from(at)].iter().rev() {
                if slot.tile == 0 {
                    break;
                }
                base += u64::from(slot.points);
                start -= 1;
            }
            base += place.cover(&self.slots[usize::from(at)], at, start);
        }
        for (place, at) in squares.places[lefts..count]
            .iter_mut()
            .zip(self.anchor.end..)
        {
            base += place.cover(&self.slots[usize::from(at)], at, at);
        }
        squares.count = count;
        squares.lefts = lefts;
        squares.start = start;
        squares.end = self.anchor.end + stretch.right;
        squares.factor = stretch.factor;
        squares.base = base;
    }

    /// Chooses the tiles that are worth a try, and what a blank may be: those
    /// of all ways that can come up to the floor, and have a tile for each
    /// place.
    fn choose(&self, squares: &Squares) -> (u64, u64) {
        let (mut wanted, mut blank) = (0, 0);
        let floor = self.sink.floor();
        let weights = squares.weights();
        for &(value, way, letters) in &self.choice {
            let fitting = way.set | if way.blanks > 0 { letters } else { 0 };
            let mut places = squares.places[..squares.count].iter();
            if places.all(|place| place.allowed & fitting != 0)
                && self.most(way, squares, &weights) + value >= floor
            {
                wanted |= way.set;
                blank |= letters;
            }
        }
        (wanted, blank)
    }

    /// The most that a way's tiles can score on the places: if those with most
    /// points are where they count most.
    fn most(&self, way: &Way, squares: &Squares, weights: &[u64; MAX_SIDE]) -> i64 {
        let main = squares.base & u64::from(u32::MAX);
        let mut score = main * u64::from(squares.factor) + (squares.base >> 32);
        let mut rest = way.tiles;
        for &weight in &weights[..squares.count] {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            let points = self.ways.points().get(tile).copied().unwrap_or(0);
            score = score.saturating_add(u64::from(points) * weight);
        }
        if squares.count == self.rack_size {
            score = score.saturating_add(u64::from(self.bonus));
        }
        in_bounds(score)
    }

    /// The list that follows the direction switch of a list, if it has one.
    #[inline]
    fn turned(&self, list: List) -> List {
        if list.set & 1 == 0 {
            return List::default();
        }
        // The switch is tile 0, so that it is the first of its list.
        List::after(self.steps[list.start as usize])
    }

    /// Tries the tiles of a list on a place. If not `WITH_BLANK`, there is no
    /// blank on the rack that is worth a try.
    fn fill<const WITH_BLANK: bool>(
        &mut self,
        squares: &Squares,
        i: usize,
        list: List,
        points: u64,
    ) {
        let place = &squares.places[i & (MAX_SIDE - 1)];
        let set = self.rack.set();
        let mut rest = list.set & place.wanted & set;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            let left = self.rack.set_without(tile, bit, self.doubles);
            if let Some(next) = self.step::<WITH_BLANK>(squares, i, list, bit, left) {
                let own = u64::from(self.points[usize::from(tile & 63)]) * place.weights;
                self.tiles[usize::from(place.at & 63)] = tile;
                self.rack.take_to(tile, left);
                self.go_on::<WITH_BLANK>(squares, i, next, points + own);
                self.rack.put_to(tile, set);
            }
        }
        if !WITH_BLANK || set & 1 == 0 {
            return;
        }
        self.rack.take(BLANK);
        let left = self.rack.set();
        let mut rest = list.set & place.blank;
        while rest != 0 {
            let (tile, bit) = first(&mut rest);
            if let Some(next) = self.step::<WITH_BLANK>(squares, i, list, bit, left) {
                self.tiles[usize::from(place.at & 63)] = tile | PLAYED_BLANK;
                self.go_on::<WITH_BLANK>(squares, i, next, points);
            }
        }
        self.rack.put(BLANK);
    }

    /// The list to go on from with a tile of a list on a place, and the rest of
    /// the rack; none if that leads nowhere. On the last place the list does
    /// not matter.
    #[inline(always)]
    fn step<const WITH_BLANK: bool>(
        &self,
        squares: &Squares,
        i: usize,
        list: List,
        bit: u64,
        left: u64,
    ) -> Option<List> {
        let place = &squares.places[i & (MAX_SIDE - 1)];
        let mut index = index_in(list.start, list.set, bit);
        if place.start < place.at {
            index = pass_run(self.steps, index, self.slots, place.start..place.at)?;
        }
        let step = self.steps[index];
        if i + 1 == squares.count {
            return step.node().accepts().then(List::default);
        }
        let mut next = List::after(step);
        if i + 1 == squares.lefts {
            next = self.turned(next);
        }
        let ahead = &squares.places[(i + 1) & (MAX_SIDE - 1)];
        let mut open = ahead.wanted & left;
        if WITH_BLANK && left & 1 != 0 {
            open |= ahead.blank;
        }
        (next.set & open != 0).then_some(next)
    }

    /// Goes on to the next place, if there is one.
    #[inline(always)]
    fn go_on<const WITH_BLANK: bool>(
        &mut self,
        squares: &Squares,
        i: usize,
        next: List,
        points: u64,
    ) {
        match i + 1 == squares.count {
            true => self.record(squares, points),
            false => self.fill::<WITH_BLANK>(squares, i + 1, next, points),
        }
    }

    /// Hands on the play that covers the stretch.
    #[inline(never)]
    fn record(&mut self, squares: &Squares, points: u64) {
        let bonus = if squares.count == self.rack_size {
            self.bonus
        } else {
            0
        };
        let score = (points as u32).saturating_mul(squares.factor);
        let crosses = (points >> 32) as u32;
        let score = score.saturating_add(crosses).saturating_add(bonus);
        let (row, column) = self.anchor.direction.lane(self.anchor.lane, squares.start);
        let found = Found {
            play: Play {
                direction: self.anchor.direction,
                row,
                column,
                tiles: &self.tiles[usize::from(squares.start)..usize::from(squares.end)],
            },
            score,
            kept: &self.rack,
        };
        self.sink.found(&found);
    }
}

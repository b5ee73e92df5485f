//! The GADDAG generator, the fast one.
//!
//! Lanes tell what fits where, anchors split the work so that each play is
//! found once, and the search from an anchor does the rest. All memory is taken
//! when the generator is made for a ruleset; finding plays takes none.

use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::movegen::best::anagram_filter::Anagrams;
use crate::movegen::best::bucket_queue::Queue;
use crate::movegen::best::shadow::Shadow;
use crate::movegen::best::span_search::{Fit, Squares};
use crate::movegen::best::subracks::Ways;
use crate::movegen::board::play::{Direction, Found, Limits};
use crate::movegen::board::position::Position;
use crate::movegen::generate::anchor_squares::Places;
use crate::movegen::generate::anchors::{Anchor, find_anchors};
use crate::movegen::generate::cross_sets::Lanes;
use crate::movegen::generate::search::{List, Search, Sink};
use crate::ruleset::Ruleset;

/// Finds plays with a GADDAG.
///
/// A generator is made once and used for many positions: it keeps what it
/// learned of the lanes that stay the same from one position to the next.
#[derive(Clone, Debug)]
pub struct Gaddag<'g> {
    graph: &'g Graph,
    root: List,
    ruleset: &'g Ruleset,
    lanes: Lanes,
    anchors: Vec<Anchor>,
    places: Box<Places>,
    shadow: Shadow,
    /// The stretches to look at yet.
    queue: Queue,
}

/// Whether a graph has a GADDAG. Some files of a DAWG alone have a root for
/// one, which leads nowhere.
pub(crate) fn has_gaddag(graph: &Graph) -> bool {
    match graph.gaddag_root() {
        None => false,
        Some(root) => root != 0 || graph.dawg_root() == 0,
    }
}

/// Plays for anyone who asks.
struct Caller<F>(F);

impl<F: FnMut(&Found<'_>)> Sink for Caller<F> {
    #[inline]
    fn found(&mut self, found: &Found<'_>) {
        (self.0)(found);
    }
}

impl<'g> Gaddag<'g> {
    /// A generator for positions of a ruleset. The graph has to have a GADDAG.
    pub fn new(graph: &'g Graph, ruleset: &'g Ruleset) -> Result<Gaddag<'g>> {
        if !has_gaddag(graph) {
            let message = "expected a graph with a GADDAG, found a DAWG alone";
            return Err(Error::input("", message));
        }
        let root = List::after(graph.steps()[1]);
        let board = ruleset.board();
        let squares = usize::from(board.rows()) * usize::from(board.columns());
        Ok(Gaddag {
            graph,
            root,
            ruleset,
            lanes: Lanes::new(ruleset),
            anchors: Vec::with_capacity(2 * squares),
            places: Box::default(),
            shadow: Shadow::default(),
            queue: Queue::default(),
        })
    }

    /// Finds all plays, each once, in no order that means anything.
    ///
    /// ```
    /// use wordmill::ruleset::Ruleset;
    /// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    /// use wordmill::movegen::{Gaddag, Limits, Position};
    /// use wordmill::lexicon::Words;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let words = ["CAB", "AB"].map(|w| english.alphabet().read_word(w).unwrap());
    /// let words = Words::from_unsorted(words.iter().map(Vec::as_slice))?;
    /// let bytes = build(&words, GraphSpec::default())?;
    /// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    ///
    /// let mut generator = Gaddag::new(&graph, &english)?;
    /// let position = Position::read(&english, &["15"; 15].join("/"), "ABC")?;
    /// let mut plays = Vec::new();
    /// generator.plays(&position, Limits::default(), |found| {
    ///     plays.push((position.move_text(&found.play.to_move()), found.score));
    /// });
    /// plays.sort();
    /// let all = [("8F CAB", 14), ("8G AB", 8), ("8G CAB", 14), ("8H AB", 8), ("8H CAB", 14)];
    /// assert_eq!(plays, all.map(|(play, score)| (play.to_string(), score)));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn plays(
        &mut self,
        position: &Position<'g>,
        limits: Limits,
        callback: impl FnMut(&Found<'_>),
    ) {
        self.all_plays(position, limits, &mut Caller(callback));
    }

    /// Finds the plays that can be worth at least the sink's floor, looking
    /// where most can be had first.
    pub(crate) fn best_plays(
        &mut self,
        position: &Position<'g>,
        limits: Limits,
        ways: &Ways,
        words: &Anagrams,
        sink: &mut impl Sink,
    ) {
        self.collect(position, limits);
        let most = limits.most_tiles.min(self.ruleset.rack_size());
        self.shadow.prepare(position, most, ways);
        self.queue.clear();
        for (number, anchor) in (0..).zip(&self.anchors) {
            self.shadow.guess(
                (self.graph, words.sums()),
                self.lanes.of(anchor),
                (number, anchor),
                sink.floor(),
                &mut self.queue,
            );
        }
        let mut fit = Fit::new(self.graph, position, ways, words, sink);
        let mut squares = Squares::default();
        while let Some(stretch) = self.queue.pop(fit.floor()) {
            let anchor = &self.anchors[usize::from(stretch.anchor)];
            fit.run(self.lanes.of(anchor), anchor, stretch, &mut squares);
        }
    }

    /// Finds all plays.
    pub(crate) fn all_plays(
        &mut self,
        position: &Position<'g>,
        limits: Limits,
        sink: &mut impl Sink,
    ) {
        self.collect(position, limits);
        let most = limits.most_tiles.min(self.ruleset.rack_size());
        let playable = position.rack().playable();
        let mut search = Search::new(self.graph, position, most, sink);
        for anchor in &self.anchors {
            let slots = self.lanes.of(anchor);
            self.places.find(slots, anchor, most, playable);
            search.run(slots, anchor, &self.places);
        }
    }

    /// Finds the anchors of a position.
    fn collect(&mut self, position: &Position<'g>, limits: Limits) {
        if !std::ptr::eq(self.ruleset, position.ruleset()) {
            // Not the ruleset this was made for: start over with the new one.
            self.ruleset = position.ruleset();
            self.lanes = Lanes::new(self.ruleset);
        }
        self.lanes.update(self.graph, position);
        self.anchors.clear();
        let is_empty = position.is_empty();
        let mirrored = is_empty && position.has_mirrored_plays();
        let start = self.ruleset.board().start();
        for direction in Direction::BOTH {
            if !limits.directions.include(direction) || (mirrored && direction == Direction::Down) {
                continue;
            }
            let (start_lane, start_at) = direction.lane(start.0, start.1);
            for lane in 0..self.lanes.count(direction) {
                let is_start = is_empty && lane == usize::from(start_lane);
                let start = is_start.then_some(start_at);
                let playable = position.rack().playable();
                find_anchors(
                    &self.lanes,
                    (direction, lane),
                    self.root,
                    start,
                    playable,
                    &mut self.anchors,
                );
            }
        }
    }
}

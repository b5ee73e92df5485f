//! The GADDAG generator (Gordon, 1994), the fast one.
//!
//! Cross-sets give the letters that fit each square, anchors divide the work so that
//! each play is found once, and the search from an anchor finds its plays. All memory
//! is allocated when the generator is created for a ruleset; finding plays allocates
//! none.

use crate::error::{Error, Problem, Result};
use crate::graph::Graph;
use crate::movegen::board::{Direction, Found, Position};
use crate::movegen::generate::anchor_squares::AnchorSquares;
use crate::movegen::generate::anchors::{Anchor, find_anchors};
use crate::movegen::generate::arcs::Arcs;
use crate::movegen::generate::cross_sets::CrossSets;
use crate::movegen::generate::search::{AnchorSearch, PlaySink};
use crate::ruleset::Ruleset;

/// Finds plays with a GADDAG.
///
/// Make a generator once and use it for many positions: it keeps the cross-sets
/// of lanes that stay the same from one position to the next.
#[derive(Clone, Debug)]
pub struct GaddagGenerator<'g> {
    graph: &'g Graph,
    root: Arcs,
    ruleset: &'g Ruleset,
    cross_sets: CrossSets,
    anchors: Vec<Anchor>,
    around: Box<AnchorSquares>,
}

/// Whether a graph has a GADDAG. Some files with only a DAWG have a GADDAG root
/// that leads nowhere.
pub(crate) fn has_gaddag(graph: &Graph) -> bool {
    match graph.gaddag_root() {
        None => false,
        Some(root) => root != 0 || graph.dawg_root() == 0,
    }
}

impl<'g> GaddagGenerator<'g> {
    /// Creates a generator for positions of a ruleset. The graph must have a GADDAG.
    pub fn new(graph: &'g Graph, ruleset: &'g Ruleset) -> Result<GaddagGenerator<'g>> {
        if !has_gaddag(graph) {
            let problem = Problem::mismatch("a graph with a GADDAG", "only a DAWG");
            return Err(Error::input("", problem));
        }
        // Computes now what the graph would compute on first use.
        graph.accepted_sets();
        let board = ruleset.board();
        let squares = usize::from(board.rows()) * usize::from(board.columns());
        Ok(GaddagGenerator {
            graph,
            root: Arcs::after(graph.letter_sets()[1]),
            ruleset,
            cross_sets: CrossSets::new(ruleset),
            anchors: Vec::with_capacity(2 * squares),
            around: Box::default(),
        })
    }

    /// Finds all plays, each once, in no particular order.
    ///
    /// ```
    /// use wordmill::ruleset::Ruleset;
    /// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    /// use wordmill::movegen::{GaddagGenerator, Position};
    /// use wordmill::lexicon::Words;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let words = ["CAB", "AB"].map(|w| english.alphabet().read_word(w).unwrap());
    /// let words = Words::from_unsorted(words.iter().map(Vec::as_slice))?;
    /// let bytes = build(&words, GraphSpec::new())?;
    /// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    ///
    /// let mut generator = GaddagGenerator::new(&graph, &english)?;
    /// let position = Position::read(&english, &["15"; 15].join("/"), "ABC")?;
    /// let mut plays = Vec::new();
    /// generator.plays(&position, |found| {
    ///     plays.push((position.move_text(&found.play.to_move()), found.score));
    /// });
    /// plays.sort();
    /// let all = [("8F CAB", 14), ("8G AB", 8), ("8G CAB", 14), ("8H AB", 8), ("8H CAB", 14)];
    /// assert_eq!(plays, all.map(|(play, score)| (play.to_string(), score)));
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn plays(&mut self, position: &Position<'g>, mut callback: impl FnMut(&Found<'_>)) {
        self.plays_into(position, &mut callback);
    }

    /// Finds all plays and passes them to a sink.
    pub(crate) fn plays_into(&mut self, position: &Position<'g>, sink: &mut impl PlaySink) {
        self.find_anchors(position);
        self.search_anchors(position, sink);
    }

    /// Finds the plays of one lane.
    pub(crate) fn plays_in_lane(
        &mut self,
        position: &Position<'g>,
        lane: (Direction, u8),
        sink: &mut impl PlaySink,
    ) {
        self.anchors.clear();
        self.update(position);
        if position.directions().contains(&lane.0) {
            self.find_anchors_in(position, lane.0, usize::from(lane.1));
        }
        self.search_anchors(position, sink);
    }

    /// Runs the search from each anchor found.
    fn search_anchors(&mut self, position: &Position<'g>, sink: &mut impl PlaySink) {
        let playable = position.rack().playable();
        let max_tiles = self.ruleset.rack_size();
        let mut search = AnchorSearch::new(self.graph, position, sink);
        for anchor in &self.anchors {
            let squares = anchor.squares(&self.cross_sets);
            self.around.find(squares, anchor, max_tiles, playable);
            search.run(squares, anchor, &self.around);
        }
    }

    /// Finds the anchors of a position, and the cross-sets they refer to.
    pub(crate) fn find_anchors(&mut self, position: &Position<'g>) -> (&[Anchor], &CrossSets) {
        self.anchors.clear();
        self.update(position);
        for &direction in position.directions() {
            for lane in 0..self.cross_sets.count(direction) {
                self.find_anchors_in(position, direction, lane);
            }
        }
        (&self.anchors, &self.cross_sets)
    }

    /// Computes the cross-sets of a position.
    fn update(&mut self, position: &Position<'g>) {
        if !std::ptr::eq(self.ruleset, position.ruleset()) {
            // The ruleset changed: start over.
            self.ruleset = position.ruleset();
            self.cross_sets = CrossSets::new(self.ruleset);
        }
        self.cross_sets.update(self.graph, position);
    }

    /// Appends the anchors of one lane.
    fn find_anchors_in(&mut self, position: &Position<'g>, direction: Direction, lane: usize) {
        let start = self.ruleset.board().start();
        let (start_lane, start_at) = direction.lane(start.0, start.1);
        let is_start = lane == usize::from(start_lane) && position.is_empty();
        find_anchors(
            &self.cross_sets,
            (direction, lane),
            self.root,
            is_start.then_some(start_at),
            position.rack().playable(),
            &mut self.anchors,
        );
    }
}

//! The search for the best plays: shadow play over the anchors of the GADDAG generator,
//! then a search of the spans with the highest bounds.

use crate::error::Result;
use crate::graph::Graph;
use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::bucket_queue::BucketQueue;
use crate::movegen::best::leave_map::LeaveMap;
use crate::movegen::best::shadow::{Shadow, Span};
use crate::movegen::best::span_search::SpanSearch;
use crate::movegen::best::span_squares::SpanSquares;
use crate::movegen::best::subracks::Subracks;
use crate::movegen::board::Position;
use crate::movegen::generate::gaddag::GaddagGenerator;
use crate::movegen::generate::search::PlaySink;
use crate::ruleset::Ruleset;
use crate::tiles::BLANK;
use std::sync::Arc;

/// The most blanks on a rack whose words are looked up. Each further blank makes about
/// ten times as many lookups.
const MOST_BLANKS: u8 = 3;

/// Finds the best plays of one position after the other, reusing its memory.
#[derive(Clone, Debug)]
pub(crate) struct BestPlaySearch<'g> {
    graph: &'g Graph,
    pub(crate) generator: GaddagGenerator<'g>,
    /// `None` if the graph has too many words to look up.
    filter: Option<Arc<AnagramFilter>>,
    subracks: Subracks,
    shadow: Shadow,
    /// The spans not yet searched.
    queue: BucketQueue<Span>,
    /// The squares of the current span.
    layout: Box<SpanSquares>,
}

impl<'g> BestPlaySearch<'g> {
    /// Creates a search for positions of a ruleset. The graph must have a GADDAG.
    pub(crate) fn new(graph: &'g Graph, ruleset: &'g Ruleset) -> Result<BestPlaySearch<'g>> {
        Ok(BestPlaySearch {
            graph,
            generator: GaddagGenerator::new(graph, ruleset)?,
            filter: AnagramFilter::new(graph, ruleset.alphabet().len()).map(Arc::new),
            subracks: Subracks::default(),
            shadow: Shadow::default(),
            queue: BucketQueue::default(),
            layout: Box::default(),
        })
    }

    /// Finds the plays whose equity can reach the sink's floor, those with the highest
    /// bounds first. Finds all plays if there are too many words to look up. `leaves`
    /// must be complete for the rack.
    pub(crate) fn run(
        &mut self,
        position: &Position<'g>,
        leaves: &LeaveMap,
        sink: &mut impl PlaySink,
    ) {
        let filter = self.filter.as_deref();
        let Some(filter) = filter.filter(|_| position.rack().count(BLANK) <= MOST_BLANKS) else {
            return self.generator.plays_into(position, sink);
        };
        let subracks = &mut self.subracks;
        subracks.fill(leaves, position.ruleset(), filter);
        let (anchors, cross_sets) = self.generator.find_anchors(position);
        self.shadow.prepare(position, subracks);
        self.queue.clear();
        for (number, anchor) in (0..).zip(anchors) {
            self.shadow.queue_spans(
                (self.graph, filter),
                anchor.squares(cross_sets),
                (number, anchor),
                (subracks, sink.floor()),
                &mut self.queue,
            );
        }
        let subracks = &*subracks;
        let mut search = SpanSearch::new(position, (leaves, subracks), filter, sink);
        while let Some((_, span)) = self.queue.pop(search.floor()) {
            let anchor = &anchors[usize::from(span.anchor)];
            search.run(cross_sets, anchor, span, &mut self.layout);
        }
    }
}

//! Recognises the layout of a graph.
//!
//! A small graph is laid out again in every layout, to see which gives the same nodes.
//! For a large graph that would take too long. But each layout has a property that one
//! pass can test and that a large graph in another layout practically never has.
//! `preorder` and `magpie` give every list the next free place, in an order that can be
//! replayed. In `legacy` nearly all lists come after the lists they point to. In
//! `wolges` lists stay within cache lines.

use crate::error::Result;
use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::State;
use crate::graph::kind::{GraphKind, Region};
use crate::graph::layout::lay_out::lay_out;
use crate::graph::node::Node;
use crate::graph::read::graph::Graph;
use crate::graph::spec::Layout;
use crate::limits::GADDAG_WORD_TILES;

/// The most tiles of all words together in a small graph.
const SMALL: u64 = 1 << 16;

/// Nodes per cache line.
const LINE: usize = 16;

/// The layout of a graph, as far as it can be recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundLayout {
    /// The layout; `None` if it was not recognised.
    pub layout: Option<Layout>,
    /// The reason, as text for people.
    pub reason: String,
}

impl Graph {
    /// Recognises the layout.
    pub fn layout(&self) -> Result<FoundLayout> {
        let totals = self.totals();
        // A GADDAG of long words has many paths, which take long to sort.
        let is_short =
            self.kind() != GraphKind::Gaddawg || totals.longest as usize <= GADDAG_WORD_TILES;
        if totals.tiles <= SMALL && is_short {
            by_building_again(self)
        } else {
            Ok(by_its_mark(self))
        }
    }
}

fn by_its_mark(graph: &Graph) -> FoundLayout {
    let fits = |layout: &Layout| match layout {
        Layout::Wolges => keeps_to_lines(graph),
        Layout::Legacy => arcs_point_back(graph),
        Layout::Preorder | Layout::Magpie => is_laid_out(graph, *layout),
    };
    let fit: Vec<Layout> = Layout::ALL.into_iter().filter(fits).collect();
    let (layout, reason) = match fit[..] {
        [layout] => (Some(layout), mark(layout).into()),
        [] => (None, "its lists are in the order of no layout".into()),
        _ => (None, format!("it may be {}", names(&fit, " or "))),
    };
    FoundLayout { layout, reason }
}

fn names(layouts: &[Layout], between: &str) -> String {
    let names: Vec<&str> = layouts.iter().map(|layout| layout.name()).collect();
    names.join(between)
}

/// The distinguishing property of a layout, in words.
fn mark(layout: Layout) -> &'static str {
    match layout {
        Layout::Wolges => "no list crosses a cache line that it need not cross",
        Layout::Legacy => "nearly all lists come after those they point to, and the root last",
        Layout::Preorder => "every list comes right before those it is the first to point to",
        Layout::Magpie => "lists come in the order of their depth",
    }
}

fn by_building_again(graph: &Graph) -> Result<FoundLayout> {
    let words = graph.to_words()?;
    let automaton = match graph.kind() {
        GraphKind::Gaddawg => Automaton::gaddawg(&words)?,
        GraphKind::Dawg | GraphKind::Leaves => Automaton::dawg(&words)?,
    };
    let mut same = Vec::new();
    for layout in Layout::ALL {
        // A layout that needs more nodes than the format allows can't be this one.
        let nodes = lay_out(&automaton, layout, graph.format());
        if nodes.is_ok_and(|nodes| nodes == graph.nodes()) {
            same.push(layout);
        }
    }
    let reason = match same[..] {
        [] => "its words built again give other nodes in every layout".into(),
        [_] => "its words built again give the same nodes".into(),
        _ => format!(
            "its words built again give the same nodes; so they do in each of {}",
            names(&same, ", ")
        ),
    };
    Ok(FoundLayout {
        layout: same.first().copied(),
        reason,
    })
}

/// Whether paths reach all nodes from `first` on.
fn is_full(graph: &Graph, first: usize) -> bool {
    (first..graph.nodes().len()).all(|index| is_reached(graph, index))
}

fn is_reached(graph: &Graph, index: usize) -> bool {
    let index = index as u32;
    graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index)
}

/// The property of `legacy`: lists come after the lists they point to, the last root
/// comes last, and no place is free. Few arcs point forward: only those to a list that
/// was still waiting for its own arcs when a list sharing its tail was placed.
fn arcs_point_back(graph: &Graph) -> bool {
    let nodes = graph.nodes();
    let first = graph.kind().head_nodes();
    let root = graph.gaddag_root().unwrap_or(graph.dawg_root());
    let is_last = root as usize + graph.list(root).len() == nodes.len();
    let forward = |&(i, node): &(usize, &Node)| node.arc() as usize > i;
    let forward = || nodes.iter().enumerate().skip(first).filter(forward).count();
    is_last && is_full(graph, first) && forward() <= nodes.len() / 100
}

/// The property of `wolges`: no list crosses a cache line unnecessarily.
fn keeps_to_lines(graph: &Graph) -> bool {
    let (nodes, first) = (graph.nodes(), graph.kind().head_nodes());
    let goes_on = |i: usize| !nodes[i].is_end() && is_reached(graph, i);
    // A list that crosses a line continues after the last node of one.
    let lasts = (LINE - 1..nodes.len()).step_by(LINE);
    lasts.filter(|&i| goes_on(i)).all(|last| {
        let before = (first..last).rev().take_while(|&i| goes_on(i)).count();
        let after = (last..nodes.len()).take_while(|&i| goes_on(i)).count();
        before + after + 1 > LINE && (last - before).is_multiple_of(2 * LINE)
    })
}

/// The property of `preorder` and `magpie`: they give every list the next free place,
/// in an order that the arcs determine, and share no tails.
fn is_laid_out(graph: &Graph, layout: Layout) -> bool {
    let nodes = graph.nodes();
    // Two nodes point to the roots. The first root has the first place, and no place is
    // free.
    let has_heads = nodes.len() >= 2 && nodes[..2].iter().all(|node| node.is_head());
    if !has_heads || ![0, 2].contains(&graph.dawg_root()) || !is_full(graph, 2) {
        return false;
    }
    // The states of a list have decreasing numbers. In both numberings 0 means no list.
    let state = |index: u32| match index {
        0 => 0,
        // The second root of a DAWG has not been validated.
        index => (nodes.len() as u32).saturating_sub(index),
    };
    let mut states = vec![State::new(0, false, 0, 0)];
    states.extend((1..nodes.len()).rev().map(|index| {
        let node = nodes[index];
        let next = if node.is_end() {
            0
        } else {
            state(index as u32 + 1)
        };
        State::new(node.tile(), node.accepts(), state(node.arc()), next)
    }));
    let automaton = Automaton {
        states,
        dawg_root: state(graph.dawg_root()),
        gaddag_root: graph.gaddag_root().map(state),
    };
    let again = lay_out(&automaton, layout, graph.format());
    again.is_ok_and(|again| again == nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::node::NodeFormat;
    use crate::graph::spec::{Content, GraphSpec};
    use crate::graph::testing::{graph_of, graph_of_nodes, words_of};
    use crate::graph::write::{build, to_bytes};
    use crate::lexicon::Words;

    fn kbwg(content: Content, layout: Layout) -> GraphSpec {
        let spec = GraphSpec::new().format(NodeFormat::Kbwg);
        spec.content(content).layout(layout)
    }

    fn many_words() -> Words {
        let list: Vec<Vec<u8>> = (0..40_000u32)
            .map(|i| {
                let spread = i.wrapping_mul(0x9e37_79b9);
                let tile = |k: u32| (spread >> (5 * k) & 31).min(25) as u8 + 1;
                (0..2 + i % 5).map(tile).collect()
            })
            .collect();
        words_of(&list)
    }

    #[test]
    fn large_graphs_show_their_layout() {
        let words = many_words();
        for content in Content::ALL {
            for layout in Layout::ALL {
                let found = graph_of(&words, kbwg(content, layout)).layout().unwrap();
                assert_eq!(found.layout, Some(layout), "{content}");
                assert_eq!(found.reason, mark(layout), "{content}");
            }
        }
    }

    #[test]
    fn small_graphs_are_built_again() {
        let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20, 1]]).unwrap();
        for content in [Content::Gaddawg, Content::Dawg] {
            for layout in Layout::ALL {
                let graph = graph_of(&words, kbwg(content, layout));
                let found = graph.layout().unwrap().layout.unwrap();
                let again = build(&words, kbwg(content, found));
                assert_eq!(again.unwrap(), to_bytes(graph.nodes(), NodeFormat::Kbwg));
            }
        }
        let empty = graph_of(&Words::default(), GraphSpec::new());
        assert_eq!(
            empty.layout().unwrap().reason,
            "its words built again give the same nodes; \
             so they do in each of wolges, legacy, preorder, magpie"
        );
    }

    /// The second node of a DAWG may be anything, since no path uses it.
    #[test]
    fn a_second_node_that_leads_nowhere_is_no_root() {
        for second in [Node::new(1, false, true, 1000), Node::head(1000)] {
            let mut nodes = vec![Node::head(2), second];
            for i in 0..13 {
                let (first, last) = (2 + 2 * i, i == 12);
                let arc = if last { 0 } else { first + 2 };
                nodes.push(Node::new(1, last, false, arc));
                nodes.push(Node::new(2, last, true, arc));
            }
            let graph = graph_of_nodes(&nodes, GraphKind::Dawg);
            assert!(graph.totals().tiles > SMALL);
            assert!(graph.layout().is_ok());
        }
    }

    #[test]
    fn lists_in_another_order_are_of_no_layout() {
        // A list that crosses a line, and arcs in both directions.
        let mut nodes = vec![Node::head(14), Node::head(0)];
        nodes.resize(14, Node::default());
        for tile in 1..=4 {
            let arc = if tile == 1 { 2 } else { 18 };
            nodes.push(Node::new(tile, true, tile == 4, arc));
        }
        nodes[2] = Node::new(1, true, true, 0);
        nodes.push(Node::new(2, true, true, 0));
        let graph = graph_of_nodes(&nodes, GraphKind::Dawg);
        let found = graph.layout().unwrap();
        assert_eq!(found.layout, None);
        assert_eq!(
            found.reason,
            "its words built again give other nodes in every layout"
        );
        assert_eq!(
            by_its_mark(&graph).reason,
            "its lists are in the order of no layout"
        );
    }

    /// Other programs write such files.
    #[test]
    fn a_gaddag_of_long_words_is_not_built_again() {
        for (length, is_built) in [(GADDAG_WORD_TILES, true), (GADDAG_WORD_TILES + 1, false)] {
            let words = Words::from_unsorted([vec![1; length].as_slice()]).unwrap();
            let automaton = Automaton::gaddawg(&words).unwrap();
            let nodes = lay_out(&automaton, Layout::Legacy, NodeFormat::Kwg).unwrap();
            let found = graph_of_nodes(&nodes, GraphKind::Gaddawg).layout().unwrap();
            let says_so = found.reason.contains("built again");
            assert_eq!(says_so, is_built, "{}", found.reason);
        }
    }
}

//! Recognising the layout of a graph.
//!
//! A small graph is laid out again in every layout, to see which gives the same
//! nodes. For a large one that would take too long, but each layout leaves a
//! mark that one pass can see and that a large graph of another layout
//! practically never shows. `preorder` and `magpie` give every list the next
//! free place, in an order that can be walked again. In `legacy` nearly all
//! lists come after those they point to. In `wolges` lists keep within cache
//! lines.

use crate::error::Result;
use crate::graph::build::automaton::Automaton;
use crate::graph::kind::{GraphKind, Region};
use crate::graph::layout::lay_out::lay_out;
use crate::graph::node::Node;
use crate::graph::node_set::NodeSet;
use crate::graph::read::graph::Graph;
use crate::graph::spec::Layout;
use crate::limits::GADDAG_WORD_TILES;

/// The most tiles that the words of a small graph may have in all.
const SMALL: u64 = 1 << 16;

/// Nodes in a cache line.
const LINE: usize = 16;

/// The layout of a graph, as far as it can be recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundLayout {
    /// The layout; none if it is unknown.
    pub layout: Option<Layout>,
    /// The reason, as text for a person.
    pub reason: String,
}

impl Graph {
    /// Recognises the layout.
    pub fn layout(&self) -> Result<FoundLayout> {
        let totals = self.totals();
        // Long words make many paths, which take long to sort.
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
        Layout::Preorder => is_in_preorder(graph),
        Layout::Magpie => is_breadth_first(graph),
    };
    let fit: Vec<Layout> = Layout::ALL.into_iter().filter(fits).collect();
    match fit[..] {
        [layout] => FoundLayout {
            layout: Some(layout),
            reason: mark(layout).into(),
        },
        [] => FoundLayout {
            layout: None,
            reason: "its lists are in the order of no layout".into(),
        },
        _ => FoundLayout {
            layout: None,
            reason: format!("it may be {}", names(&fit, " or ")),
        },
    }
}

fn names(layouts: &[Layout], between: &str) -> String {
    let names: Vec<&str> = layouts.iter().map(|layout| layout.name()).collect();
    names.join(between)
}

/// The mark of a layout, in words.
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
        // A layout that needs more nodes than the format holds is not this one.
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

fn is_reached(graph: &Graph, index: usize) -> bool {
    let index = index as u32;
    graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index)
}

/// The mark of `legacy`: lists are placed after those they point to, the last
/// root comes last, and no place is left free. Few arcs point forward: to a
/// list that was waiting for its own arcs when a list that shares a tail came in
/// between.
fn arcs_point_back(graph: &Graph) -> bool {
    let nodes = graph.nodes();
    let first = graph.kind().head_nodes();
    let root = graph.gaddag_root().unwrap_or(graph.dawg_root());
    let is_last = root as usize + graph.list(root).len() == nodes.len();
    let is_full = || (first..nodes.len()).all(|i| is_reached(graph, i));
    let forward = |&(i, node): &(usize, &Node)| node.arc() as usize > i;
    let forward = || nodes.iter().enumerate().skip(first).filter(forward).count();
    is_last && is_full() && forward() <= nodes.len() / 100
}

/// The mark of `wolges`: no list crosses a cache line without need.
fn keeps_to_lines(graph: &Graph) -> bool {
    let (nodes, first) = (graph.nodes(), graph.kind().head_nodes());
    let goes_on = |i: usize| !nodes[i].is_end() && is_reached(graph, i);
    // A list that crosses a line goes on after the last node of one.
    let lasts = (LINE - 1..nodes.len()).step_by(LINE);
    lasts.filter(|&i| goes_on(i)).all(|last| {
        let before = (first..last).rev().take_while(|&i| goes_on(i)).count();
        let after = (last..nodes.len()).take_while(|&i| goes_on(i)).count();
        before + after + 1 > LINE && (last - before).is_multiple_of(2 * LINE)
    })
}

/// Gives lists the next free place, as long as that is where they are.
struct NextPlaces<'g> {
    graph: &'g Graph,
    seen: NodeSet,
    free: u32,
}

impl<'g> NextPlaces<'g> {
    /// None unless two nodes stand before the lists.
    fn new(graph: &'g Graph) -> Option<NextPlaces<'g>> {
        let has_heads = graph.nodes().get(..2)?.iter().all(|node| node.is_head());
        has_heads.then(|| NextPlaces {
            graph,
            seen: NodeSet::none_of(graph.nodes().len()),
            free: 2,
        })
    }

    fn roots(&self) -> impl Iterator<Item = u32> + use<> {
        [Some(self.graph.dawg_root()), self.graph.gaddag_root()]
            .into_iter()
            .flatten()
            .filter(|&root| root != 0)
    }

    /// Returns whether a list is new; none if it is not where it should be.
    fn enter(&mut self, list: u32) -> Option<bool> {
        if self.seen.has(list) {
            return Some(false);
        }
        if list != self.free {
            return None;
        }
        self.seen.insert(list);
        self.free += self.graph.list(list).len() as u32;
        Some(true)
    }

    /// Whether the whole file was used.
    fn is_done(&self) -> bool {
        self.free as usize == self.graph.nodes().len()
    }
}

/// The mark of `preorder`.
fn is_in_preorder(graph: &Graph) -> bool {
    let walk = || {
        let mut places = NextPlaces::new(graph)?;
        // The node of each open list whose arc comes next, the deepest list last.
        let mut cursors: Vec<u32> = Vec::new();
        for root in places.roots() {
            if places.enter(root)? {
                cursors.push(root);
            }
            while let Some(cursor) = cursors.last_mut() {
                let node = graph.nodes()[*cursor as usize];
                *cursor += 1;
                if node.is_end() {
                    cursors.pop();
                }
                if node.arc() != 0 && places.enter(node.arc())? {
                    cursors.push(node.arc());
                }
            }
        }
        Some(places.is_done())
    };
    walk().unwrap_or(false)
}

/// The mark of `magpie`.
fn is_breadth_first(graph: &Graph) -> bool {
    let walk = || {
        let mut places = NextPlaces::new(graph)?;
        for root in places.roots() {
            places.enter(root)?;
        }
        // Take the lists in the order of their places, from the first.
        let mut list = 2;
        while list < places.free {
            let nodes = graph.list(list);
            for node in nodes.iter().rev() {
                if node.arc() != 0 {
                    places.enter(node.arc())?;
                }
            }
            list += nodes.len() as u32;
        }
        Some(places.is_done())
    };
    walk().unwrap_or(false)
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

    #[test]
    fn lists_in_another_order_are_of_no_layout() {
        // A list that crosses a line, and arcs both ways.
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

    /// Other programs make such files.
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

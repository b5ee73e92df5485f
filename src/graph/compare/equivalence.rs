//! Equivalence: which lists of two graphs have the same words.
//!
//! The nodes of both graphs are numbered through one registry, from the ends of
//! their paths up. Lists that have the same tiles, which accept alike and lead to
//! equivalent lists, get equal numbers.

use crate::error::Result;
use crate::graph::build::registry::{Registry, State, StateId};
use crate::graph::descend::ascend;
use crate::graph::read::graph::Graph;

/// The equivalent lists of an old and a new graph.
#[derive(Debug)]
pub(crate) struct Equivalence {
    /// By old node: a number that is that of the new nodes whose lists are equivalent.
    old: Vec<StateId>,
    /// By new node.
    new: Vec<StateId>,
}

impl Equivalence {
    /// Compares the lists of two graphs.
    pub(crate) fn of(old: &Graph, new: &Graph) -> Result<Equivalence> {
        let most = old.dawg_nodes().len().max(new.dawg_nodes().len());
        let mut registry = Registry::with_capacity(most);
        Ok(Equivalence {
            old: number(old, &mut registry)?,
            new: number(new, &mut registry)?,
        })
    }

    /// Whether two lists are equivalent. List 0 is empty.
    #[inline]
    pub(crate) fn has(&self, old: u32, new: u32) -> bool {
        self.old[old as usize] == self.new[new as usize]
    }
}

/// Numbers the nodes of a graph; 0 is the number of no list.
fn number(graph: &Graph, registry: &mut Registry) -> Result<Vec<StateId>> {
    let nodes = graph.dawg_nodes();
    let mut ids = vec![0; nodes.len()];
    ascend(nodes, graph.dawg_root(), |index, node| {
        let at = index as usize;
        let next = if node.is_end() { 0 } else { ids[at + 1] };
        let arc = ids[node.arc() as usize];
        ids[at] = registry.intern(State::new(node.tile(), node.accepts(), arc, next));
    });
    registry.check()?;
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::kind::GraphKind;
    use crate::graph::node::Node;
    use crate::graph::spec::{Content, GraphSpec, Layout};
    use crate::graph::testing::{any_words, graph_of, graph_of_nodes};
    use proptest::prelude::*;

    proptest! {
        /// Two lists that a path leads to are equivalent if they have the same paths.
        #[test]
        fn equivalent_lists_have_the_same_words(
            old in any_words(1..=4, 1..6, 60),
            new in any_words(1..=4, 1..6, 60),
            layouts: [bool; 2],
        ) {
            let [old, new] = [(old, layouts[0]), (new, layouts[1])].map(|(words, shares)| {
                let layout = if shares { Layout::Wolges } else { Layout::Preorder };
                graph_of(&words, GraphSpec::new().content(Content::Dawg).layout(layout))
            });
            let paths = |graph: &Graph, list: u32| {
                let mut paths = graph.paths_from(list);
                std::iter::from_fn(|| paths.next().map(<[u8]>::to_vec)).collect::<Vec<_>>()
            };
            let same = Equivalence::of(&old, &new).unwrap();
            let mut todo = vec![(old.dawg_root(), new.dawg_root())];
            while let Some((a, b)) = todo.pop() {
                prop_assert_eq!(same.has(a, b), paths(&old, a) == paths(&new, b));
                for node in old.list(a) {
                    if let Some(other) = new.find(b, node.tile()) {
                        todo.push((node.arc(), other.arc()));
                    }
                }
            }
        }
    }

    #[test]
    fn lists_that_are_there_twice_are_equivalent() {
        // A and B are followed by lists that hold the same, twice in one graph.
        let nodes = |shared: bool| {
            let mut nodes = vec![
                Node::head(1),
                Node::new(1, false, false, 3),
                Node::new(2, false, true, if shared { 3 } else { 4 }),
                Node::new(3, true, true, 0),
            ];
            nodes.extend((!shared).then(|| Node::new(3, true, true, 0)));
            graph_of_nodes(&nodes, GraphKind::Dawg)
        };
        let (one, two) = (nodes(true), nodes(false));
        let same = Equivalence::of(&one, &two).unwrap();
        assert!(same.has(1, 1) && same.has(3, 3) && same.has(3, 4));
        assert!(!same.has(1, 3) && !same.has(0, 3));
    }
}

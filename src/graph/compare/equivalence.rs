//! Equivalence: which lists of two graphs hold the same words.
//!
//! Two lexicons that are compared usually share most words. So both graphs are walked
//! together, from the roots. Two lists are equivalent if they have the same tiles, the
//! same tiles accept, and equal tiles lead to equivalent lists. Every pair is examined
//! once, and graphs of nearly the same words have hardly more pairs than either has
//! lists.
//!
//! Graphs that share little can have very many pairs, and the lists of a graph that is
//! not minimal can't be paired one to one. In these cases the nodes of both graphs are
//! numbered through one registry, from the ends of their paths up, so that equivalent
//! nodes get equal numbers. This takes longer, but its time is linear in both graphs.

use crate::error::Result;
use crate::graph::build::registry::{Registry, State, StateId};
use crate::graph::descend::ascend;
use crate::graph::node::Node;
use crate::graph::node_set::NodeSet;
use crate::graph::read::graph::Graph;
use std::collections::HashSet;

/// The equivalent lists of an old and a new graph.
#[derive(Debug)]
pub(crate) enum Equivalence {
    /// By old node: the new list equivalent to the list that begins there; 0 if there
    /// is none or it was not needed.
    Paired(Vec<u32>),
    /// By node, old and new: numbers that are equal if the lists are equivalent.
    Numbered(Vec<StateId>, Vec<StateId>),
}

impl Equivalence {
    /// Compares all pairs of lists that the same path leads to.
    pub(crate) fn of(old: &Graph, new: &Graph) -> Result<Equivalence> {
        let (a, b) = (old.dawg_nodes(), new.dawg_nodes());
        let pairs = Pairs::new(a, b).walk(old.dawg_root(), new.dawg_root());
        match pairs {
            Some(pairs) => Ok(Equivalence::Paired(pairs)),
            None => number(old, new),
        }
    }

    /// Whether two lists, not both 0, are equivalent. The same path must lead to both.
    #[inline]
    pub(crate) fn has(&self, old: u32, new: u32) -> bool {
        if old == 0 || new == 0 {
            return old == new;
        }
        match self {
            Equivalence::Paired(pairs) => pairs[old as usize] == new,
            Equivalence::Numbered(a, b) => a[old as usize] == b[new as usize],
        }
    }
}

/// Two lists that are walked together.
struct Pair {
    /// Where they begin.
    lists: (u32, u32),
    /// The next node of each; 0 past the last one.
    at: (u32, u32),
    /// Whether no difference has been found so far.
    same: bool,
}

/// The pairs found so far.
struct Pairs<'n> {
    old: &'n [Node],
    new: &'n [Node],
    same: Vec<u32>,
    different: HashSet<(u32, u32)>,
    /// The old lists in `different`. They are few, so most lookups end here.
    different_old: NodeSet,
    /// The number of pairs that may still be examined.
    budget: usize,
}

impl<'n> Pairs<'n> {
    fn new(old: &'n [Node], new: &'n [Node]) -> Pairs<'n> {
        Pairs {
            old,
            new,
            same: vec![0; old.len()],
            different: HashSet::new(),
            different_old: NodeSet::none_of(old.len()),
            budget: old.len() + new.len(),
        }
    }

    /// Walks all pairs from two lists on; `None` if there are too many, or if they are
    /// not one to one.
    fn walk(mut self, old: u32, new: u32) -> Option<Vec<u32>> {
        let mut open = Vec::new();
        self.known(old, new, &mut open)?;
        while let Some(pair) = open.last_mut() {
            let Some((a, b)) = self.step(pair) else {
                let &mut Pair { lists, same, .. } = pair;
                open.pop();
                self.close(lists, same)?;
                if let Some(parent) = open.last_mut() {
                    parent.same &= same;
                }
                continue;
            };
            if let Some(same) = self.known(a, b, &mut open)?
                && let Some(parent) = open.last_mut()
            {
                parent.same &= same;
            }
        }
        Some(self.same)
    }

    /// Returns whether two lists are equivalent, if that is known; otherwise opens the
    /// pair. `None` if there are too many pairs.
    #[inline]
    fn known(&mut self, a: u32, b: u32, open: &mut Vec<Pair>) -> Option<Option<bool>> {
        if a == 0 || b == 0 {
            return Some(Some(a == b));
        }
        if self.same[a as usize] == b {
            return Some(Some(true));
        }
        if self.different_old.has(a) && self.different.contains(&(a, b)) {
            return Some(Some(false));
        }
        self.budget = self.budget.checked_sub(1)?;
        open.push(Pair {
            lists: (a, b),
            at: (a, b),
            same: true,
        });
        Some(None)
    }

    /// Advances to the next tile that both lists have, and returns the lists it leads
    /// to; `None` if there are no more.
    #[inline]
    fn step(&self, pair: &mut Pair) -> Option<(u32, u32)> {
        loop {
            let (a, b) = pair.at;
            if a == 0 || b == 0 {
                pair.same &= a == b;
                return None;
            }
            let (x, y) = (self.old[a as usize], self.new[b as usize]);
            let (next_a, next_b) = (next(a, x), next(b, y));
            pair.at = match x.tile().cmp(&y.tile()) {
                std::cmp::Ordering::Equal => {
                    pair.at = (next_a, next_b);
                    pair.same &= x.accepts() == y.accepts();
                    return Some((x.arc(), y.arc()));
                }
                std::cmp::Ordering::Less => (next_a, b),
                std::cmp::Ordering::Greater => (a, next_b),
            };
            pair.same = false;
        }
    }

    /// Records the result for two lists; `None` if they are not one to one.
    #[inline]
    fn close(&mut self, (a, b): (u32, u32), same: bool) -> Option<()> {
        if !same {
            self.different.insert((a, b));
            self.different_old.insert(a);
            return Some(());
        }
        let known = &mut self.same[a as usize];
        (std::mem::replace(known, b) == 0).then_some(())
    }
}

/// The node after `node` in its list; 0 past the last one.
#[inline]
pub(crate) fn next(index: u32, node: Node) -> u32 {
    if node.is_end() { 0 } else { index + 1 }
}

/// Numbers the nodes of both graphs.
fn number(old: &Graph, new: &Graph) -> Result<Equivalence> {
    let most = old.dawg_nodes().len().max(new.dawg_nodes().len());
    let mut registry = Registry::with_capacity(most);
    let old = number_one(old, &mut registry)?;
    let new = number_one(new, &mut registry)?;
    Ok(Equivalence::Numbered(old, new))
}

fn number_one(graph: &Graph, registry: &mut Registry) -> Result<Vec<StateId>> {
    let nodes = graph.dawg_nodes();
    let mut ids = vec![0; nodes.len()];
    ascend(nodes, graph.dawg_root(), &mut |index, node| {
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
    use crate::graph::spec::{Content, GraphSpec, Layout};
    use crate::graph::testing::{any_words, graph_of, graph_of_nodes};
    use proptest::prelude::*;

    proptest! {
        /// Both methods agree on every pair that a path leads to.
        #[test]
        fn pairs_agree_with_numbers(
            old in any_words(1..=4, 1..6, 60),
            new in any_words(1..=4, 1..6, 60),
            layouts: [bool; 2],
        ) {
            let [old, new] = [(old, layouts[0]), (new, layouts[1])].map(|(words, shares)| {
                let layout = if shares { Layout::Wolges } else { Layout::Preorder };
                graph_of(&words, GraphSpec::new().content(Content::Dawg).layout(layout))
            });
            let numbers = number(&old, &new).unwrap();
            let pairs = Pairs {
                budget: usize::MAX,
                ..Pairs::new(old.dawg_nodes(), new.dawg_nodes())
            };
            let pairs = pairs.walk(old.dawg_root(), new.dawg_root());
            let pairs = Equivalence::Paired(pairs.unwrap());
            let mut todo = vec![(old.dawg_root(), new.dawg_root())];
            while let Some((a, b)) = todo.pop() {
                prop_assert_eq!(pairs.has(a, b), numbers.has(a, b));
                for node in old.list(a) {
                    if let Some(other) = new.find(b, node.tile()) {
                        todo.push((node.arc(), other.arc()));
                    }
                }
            }
        }
    }

    #[test]
    fn lists_that_are_there_twice_are_numbered() {
        // A and B are followed by equal lists, which one of the graphs stores twice.
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
        assert!(matches!(
            Equivalence::of(&one, &one),
            Ok(Equivalence::Paired(_))
        ));
        assert!(matches!(
            Equivalence::of(&two, &one),
            Ok(Equivalence::Paired(_))
        ));
        let numbered = Equivalence::of(&one, &two).unwrap();
        assert!(matches!(numbered, Equivalence::Numbered(..)));
        assert!(numbered.has(1, 1) && numbered.has(3, 4));
    }
}

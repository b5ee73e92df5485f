//! Which lists of two graphs hold the same.
//!
//! Two lexica that are compared mostly have most words in common. So both
//! graphs are gone through together, from the roots: a pair of lists is the
//! same if both have the same tiles, which accept alike, and lead to pairs that
//! are the same. Every pair is looked at once. Graphs of about the same words
//! have hardly more pairs than one of them has lists, and that is all the work.
//!
//! Graphs that have little in common can have very many pairs, though, and one
//! with lists that hold the same twice can't be paired one to one. For these,
//! the nodes of both are numbered from the ends of their paths up, such that
//! equal ones get equal numbers: this takes longer, but never too long.

use crate::error::Result;
use crate::graph::build::registry::{State, StateId, StateTable};
use crate::graph::descend::ascend;
use crate::graph::node::Node;
use crate::graph::node_set::NodeSet;
use crate::graph::read::Graph;
use std::collections::HashSet;

/// Knows which lists of an old and a new graph hold the same.
#[derive(Debug)]
pub(crate) enum Sameness {
    /// By old node: the new list that holds the same as the list that begins
    /// there; 0 if none, or if it was not asked for.
    Paired(Vec<u32>),
    /// By node, old and new: numbers that are equal if the lists are.
    Numbered(Vec<StateId>, Vec<StateId>),
}

impl Sameness {
    /// Finds out for all pairs of lists that some path leads to on both sides.
    pub(crate) fn of(old: &Graph, new: &Graph) -> Result<Sameness> {
        let (a, b) = (old.dawg_nodes(), new.dawg_nodes());
        let pairs = Pairs::new(a, b).walk(old.dawg_root(), new.dawg_root());
        match pairs {
            Some(pairs) => Ok(Sameness::Paired(pairs)),
            None => number(old, new),
        }
    }

    /// Whether two lists, of which at least one is not 0, hold the same; asked
    /// of lists that some path leads to on both sides.
    #[inline]
    pub(crate) fn has(&self, old: u32, new: u32) -> bool {
        if old == 0 || new == 0 {
            return old == new;
        }
        match self {
            Sameness::Paired(pairs) => pairs[old as usize] == new,
            Sameness::Numbered(a, b) => a[old as usize] == b[new as usize],
        }
    }
}

/// Two lists that are gone through together.
struct Pair {
    /// Where they begin.
    lists: (u32, u32),
    /// How far they are through: the next nodes, 0 past the last one.
    at: (u32, u32),
    /// Whether no difference was found yet.
    same: bool,
}

/// The pairs found so far.
struct Pairs<'n> {
    old: &'n [Node],
    new: &'n [Node],
    same: Vec<u32>,
    different: HashSet<(u32, u32)>,
    /// The old lists of those: few, so that most questions end here.
    different_old: NodeSet,
    /// How many pairs may still be looked at.
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

    /// Looks at all pairs from two lists on; none if they are too many, or not
    /// one to one.
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

    /// Whether two lists hold the same, if that is known; else they are opened.
    /// None if there are too many.
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

    /// Goes on in two lists, to the next tile of both; gives what it leads to.
    /// None if there are no more.
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

    /// Puts down what was found of two lists.
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

/// The node after one in its list; 0 past the last one.
#[inline]
pub(crate) fn next(index: u32, node: Node) -> u32 {
    if node.is_end() { 0 } else { index + 1 }
}

/// Numbers the nodes of both graphs.
fn number(old: &Graph, new: &Graph) -> Result<Sameness> {
    let most = old.dawg_nodes().len().max(new.dawg_nodes().len());
    let mut table = StateTable::with_capacity(most);
    let old = number_one(old, &mut table)?;
    let new = number_one(new, &mut table)?;
    Ok(Sameness::Numbered(old, new))
}

fn number_one(graph: &Graph, table: &mut StateTable) -> Result<Vec<StateId>> {
    let nodes = graph.dawg_nodes();
    let mut ids = vec![0; nodes.len()];
    ascend(nodes, graph.dawg_root(), |index, node| {
        let at = index as usize;
        let next = if node.is_end() { 0 } else { ids[at + 1] };
        let arc = ids[node.arc() as usize];
        ids[at] = table.intern(State::new(node.tile(), node.accepts(), arc, next));
    });
    table.check()?;
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::{Content, GraphSpec};
    use crate::graph::layout::Layout;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::GraphKind;
    use crate::lexicon::Words;
    use proptest::prelude::*;

    fn graph(words: &Words, layout: Layout) -> Graph {
        let spec = GraphSpec {
            content: Content::Dawg,
            layout,
            format: NodeFormat::Kwg,
        };
        let bytes = build(words, spec).unwrap();
        Graph::from_bytes(&bytes, spec.format, GraphKind::Dawg, 63).unwrap()
    }

    fn some_words() -> impl Strategy<Value = Words> {
        let word = prop::collection::vec(1..5u8, 1..6);
        prop::collection::vec(word, 0..60)
            .prop_map(|list| Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap())
    }

    proptest! {
        /// Both ways say the same of every pair that a path leads to.
        #[test]
        fn pairs_agree_with_numbers(old in some_words(), new in some_words(), layouts: [bool; 2]) {
            let layout = |i: usize| if layouts[i] { Layout::Wolges } else { Layout::Preorder };
            let (old, new) = (graph(&old, layout(0)), graph(&new, layout(1)));
            let numbers = number(&old, &new).unwrap();
            let pairs = Pairs {
                budget: usize::MAX,
                ..Pairs::new(old.dawg_nodes(), new.dawg_nodes())
            };
            let pairs = pairs.walk(old.dawg_root(), new.dawg_root());
            let pairs = Sameness::Paired(pairs.unwrap());
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
        // A and B are followed by lists that hold the same, twice in one graph.
        let nodes = |shared: bool| {
            let mut nodes = vec![
                Node::head(1),
                Node::new(1, false, false, 3),
                Node::new(2, false, true, if shared { 3 } else { 4 }),
                Node::new(3, true, true, 0),
            ];
            nodes.extend((!shared).then(|| Node::new(3, true, true, 0)));
            let bytes = crate::graph::build::to_bytes(&nodes, NodeFormat::Kwg);
            Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Dawg, 26).unwrap()
        };
        let (one, two) = (nodes(true), nodes(false));
        assert!(matches!(Sameness::of(&one, &one), Ok(Sameness::Paired(_))));
        assert!(matches!(Sameness::of(&two, &one), Ok(Sameness::Paired(_))));
        let numbered = Sameness::of(&one, &two).unwrap();
        assert!(matches!(numbered, Sameness::Numbered(..)));
        assert!(numbered.has(1, 1) && numbered.has(3, 4));
    }
}

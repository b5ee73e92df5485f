//! The difference between two lexicons, found without listing either.
//!
//! [Equivalent](crate::graph::compare::equivalence) lists are found first; layouts,
//! node formats and kinds of file don't matter. Then one walk goes through both sides
//! and skips equivalent lists, so every list it enters has a difference further down.

use crate::error::Result;
use crate::graph::compare::equivalence::Equivalence;
use crate::graph::fault::GraphFault;
use crate::graph::node::Node;
use crate::graph::query::filter::{Filter, Matches};
use crate::graph::query::histogram::Histogram;
use crate::graph::query::hooks::Hooks;
use crate::graph::read::graph::Graph;
use crate::graph::spec::{Content, Layout};
use crate::graph::word_totals::WordTotals;
use crate::graph::write::build_graph;
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::{MAX_LETTERS, Tile};
use std::borrow::Cow;

/// A set of words to compare.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// The words of a graph's DAWG.
    Graph(&'a Graph),
    /// A list of words, which is made into a graph first.
    Words(&'a Words),
}

/// How a word differs between the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Only the old side has it.
    Removed,
    /// Only the new side has it.
    Added,
}

/// Two sets of words, ready to be compared.
///
/// ```
/// use wordmill::graph::{Change, Diff, Side};
/// use wordmill::lexicon::Words;
///
/// let old = Words::from_unsorted([&[1, 2][..], &[3]])?;
/// let new = Words::from_unsorted([&[1, 2][..], &[1, 2, 3]])?;
/// let diff = Diff::new(Side::Words(&old), Side::Words(&new))?;
/// let mut changes = diff.changes();
/// assert_eq!(changes.next(), Some((Change::Added, &[1, 2, 3][..])));
/// assert_eq!(changes.next(), Some((Change::Removed, &[3][..])));
/// assert_eq!(changes.next(), None);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub struct Diff<'a> {
    old: Cow<'a, Graph>,
    new: Cow<'a, Graph>,
    same: Equivalence,
    only: Option<Only<'a>>,
}

/// The words to which a difference is restricted.
struct Only<'a> {
    old: Filter<'a>,
    new: Filter<'a>,
    /// How many words pass on the old side and on the new side.
    totals: (WordTotals, WordTotals),
    histograms: (Histogram, Histogram),
}

impl<'a> Diff<'a> {
    /// Compares two sides, in time linear in both.
    pub fn new(old: Side<'a>, new: Side<'a>) -> Result<Diff<'a>> {
        let (old, new) = (graph(old)?, graph(new)?);
        let same = Equivalence::of(&old, &new)?;
        Ok(Diff {
            old,
            new,
            same,
            only: None,
        })
    }

    /// Restricts the difference to words that pass a filter: `old` for the old side,
    /// `new` for the new side. Hooks are still computed from all words.
    pub fn only(mut self, old: Filter<'a>, new: Filter<'a>) -> Result<Diff<'a>> {
        let totals = (
            totals_of(self.old.matches(old.clone())?),
            totals_of(self.new.matches(new.clone())?),
        );
        let histograms = (
            Histogram::of_matches(self.old.matches(old.clone())?),
            Histogram::of_matches(self.new.matches(new.clone())?),
        );
        self.only = Some(Only {
            old,
            new,
            totals,
            histograms,
        });
        Ok(self)
    }

    /// Whether a changed word passes the filter.
    fn wants(&self, change: Change, word: &[Tile]) -> bool {
        match (&self.only, change) {
            (None, _) => true,
            (Some(only), Change::Removed) => only.old.fits(word, &self.old),
            (Some(only), Change::Added) => only.new.fits(word, &self.new),
        }
    }

    /// Whether both sides have the same words.
    pub fn is_empty(&self) -> bool {
        self.same.has(self.old.dawg_root(), self.new.dawg_root())
            || self.only.is_some() && self.changes().next().is_none()
    }

    /// Walks the words that are on one side only, in sorted order.
    pub fn changes(&self) -> Changes<'_> {
        Changes {
            diff: self,
            todo: Vec::new(),
            path: Vec::new(),
            pending: Some((self.old.dawg_root(), self.new.dawg_root())),
        }
    }

    /// Whether both sides have a word.
    pub(crate) fn both_have(&self, word: &[Tile]) -> bool {
        self.old.has_word(word) && self.new.has_word(word)
    }

    /// The hooks of a word on the old and on the new side.
    pub fn hooks(&self, word: &[Tile]) -> (Hooks, Hooks) {
        (self.old.hooks(word), self.new.hooks(word))
    }

    /// Counts the words of the old and of the new side.
    pub fn totals(&self) -> (WordTotals, WordTotals) {
        if let Some(only) = &self.only {
            return only.totals;
        }
        parallel::join(|| self.old.totals(), || self.new.totals())
    }

    /// Counts the words of the old side and of the new side by length and by first
    /// tile.
    pub(crate) fn histograms(&self) -> Result<(Histogram, Histogram), GraphFault> {
        match &self.only {
            Some(only) => Ok(only.histograms.clone()),
            None => Ok((Histogram::of(&self.old)?, Histogram::of(&self.new)?)),
        }
    }
}

/// Counts the words that a search finds.
fn totals_of(mut matches: Matches<'_>) -> WordTotals {
    let mut totals = WordTotals::default();
    while let Some(word) = matches.next() {
        totals.words += 1;
        totals.tiles += word.len() as u64;
        totals.longest = totals.longest.max(word.len() as u32);
    }
    totals
}

/// Returns the graph of a side, building it if needed.
fn graph(side: Side<'_>) -> Result<Cow<'_, Graph>> {
    match side {
        Side::Graph(graph) => Ok(Cow::Borrowed(graph)),
        Side::Words(words) => dawg_of(words).map(Cow::Owned),
    }
}

/// Builds a graph of words for comparison.
pub(crate) fn dawg_of(words: &Words) -> Result<Graph> {
    build_graph(words, Content::Dawg, Layout::Legacy, MAX_LETTERS)
}

/// The words that are on one side only, in sorted order.
///
/// This is not an [`Iterator`]: each word is borrowed, and the next one overwrites it.
pub struct Changes<'d> {
    diff: &'d Diff<'d>,
    /// For each tile of `path`, the next nodes of the two lists it was taken from, and
    /// at the end those of the lists to take the next tile from; 0 for none.
    todo: Vec<(u32, u32)>,
    path: Vec<Tile>,
    /// The lists that follow the path, if they have not been entered.
    pending: Option<(u32, u32)>,
}

impl Changes<'_> {
    /// Returns the next word; `None` after the last.
    #[allow(clippy::should_implement_trait)] // the word is borrowed from self
    pub fn next(&mut self) -> Option<(Change, &[Tile])> {
        loop {
            if let Some((old, new)) = self.pending.take() {
                let same = self.diff.same.has(old, new);
                self.todo.push(if same { (0, 0) } else { (old, new) });
            }
            let lists = self.todo.last_mut()?;
            if *lists == (0, 0) {
                self.todo.pop();
                self.path.pop();
                continue;
            }
            let (old, new) = take_first(self.diff, lists);
            self.path.push(old.or(new).map_or(0, Node::tile));
            let follow = |node: Option<Node>| node.map_or(0, Node::arc);
            self.pending = Some((follow(old), follow(new)));
            let accepts = |node: Option<Node>| node.is_some_and(Node::accepts);
            let change = match (accepts(old), accepts(new)) {
                (true, false) => Change::Removed,
                (false, true) => Change::Added,
                _ => continue,
            };
            if self.diff.wants(change, &self.path) {
                return Some((change, &self.path));
            }
        }
    }
}

/// Takes the nodes with the lowest tile from two lists, at least one of which is not at
/// its end.
fn take_first(diff: &Diff<'_>, lists: &mut (u32, u32)) -> (Option<Node>, Option<Node>) {
    let first = |graph: &Graph, at: u32| (at != 0).then(|| graph.nodes()[at as usize]);
    let (old, new) = (first(&diff.old, lists.0), first(&diff.new, lists.1));
    let tile = |node: Option<Node>| node.map_or(Tile::MAX, Node::tile);
    let lowest = tile(old).min(tile(new));
    let take = |node: Option<Node>, at: &mut u32| {
        let node = node.filter(|node| node.tile() == lowest)?;
        *at = if node.is_end() { 0 } else { *at + 1 };
        Some(node)
    };
    (take(old, &mut lists.0), take(new, &mut lists.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::kind::GraphKind;
    use crate::graph::testing::{any_spec, any_words, graph_of, graph_of_nodes};
    use proptest::prelude::*;

    fn listed(diff: &Diff<'_>) -> Vec<(Vec<Tile>, Change)> {
        let mut list = Vec::new();
        let mut changes = diff.changes();
        while let Some((change, word)) = changes.next() {
            list.push((word.to_vec(), change));
        }
        list
    }

    fn expected(old: &Words, new: &Words) -> Vec<(Vec<Tile>, Change)> {
        let (removed, added) = (old.without(new).0, new.without(old).0);
        let mut list: Vec<_> = removed
            .iter()
            .map(|word| (word.to_vec(), Change::Removed))
            .chain(added.iter().map(|word| (word.to_vec(), Change::Added)))
            .collect();
        list.sort();
        list
    }

    proptest! {
        #[test]
        fn it_is_the_difference_of_the_sets(
            old in any_words(1..=4, 1..6, 60),
            new in any_words(1..=4, 1..6, 60),
            old_spec in any_spec(),
            new_spec in any_spec(),
        ) {
            let expected = expected(&old, &new);
            let (a, b) = (graph_of(&old, old_spec), graph_of(&new, new_spec));
            for (x, y) in [
                (Side::Graph(&a), Side::Graph(&b)),
                (Side::Words(&old), Side::Graph(&b)),
                (Side::Graph(&a), Side::Words(&new)),
                (Side::Words(&old), Side::Words(&new)),
            ] {
                let diff = Diff::new(x, y).unwrap();
                prop_assert_eq!(listed(&diff), expected.clone());
                prop_assert_eq!(diff.is_empty(), old == new);
                prop_assert_eq!(diff.totals(), (a.totals(), b.totals()));
            }
        }

        #[test]
        fn equal_words_are_never_entered(
            words in any_words(1..=4, 1..6, 60),
            a in any_spec(),
            b in any_spec(),
        ) {
            let (a, b) = (graph_of(&words, a), graph_of(&words, b));
            let diff = Diff::new(Side::Graph(&a), Side::Graph(&b)).unwrap();
            prop_assert!(diff.is_empty());
            prop_assert!(listed(&diff).is_empty());
        }
    }

    #[test]
    fn equal_parts_too_large_to_list_are_skipped() {
        // 2^40 words each, which differ only in the last one.
        let depth = 40;
        let side = |last: bool| {
            let mut nodes = vec![Node::head(1)];
            for i in 1..=depth {
                let arc = if i == depth { 0 } else { 2 * i + 1 };
                nodes.push(Node::new(1, i == depth, false, arc));
                nodes.push(Node::new(2, i == depth, true, arc));
            }
            // The path of tiles 2 has lists of its own: the last one also has a 3.
            let mut own = nodes.len() as u32;
            nodes[2] = Node::new(2, false, true, own);
            for i in 2..=depth {
                own += 2;
                let arc = if i == depth { 0 } else { 2 * i + 1 };
                nodes.push(Node::new(1, i == depth, false, arc));
                nodes.push(Node::new(
                    2,
                    i == depth,
                    i != depth || !last,
                    if i == depth { 0 } else { own },
                ));
            }
            if last {
                nodes.push(Node::new(3, true, true, 0));
            }
            graph_of_nodes(&nodes, GraphKind::Dawg)
        };
        let (old, new) = (side(false), side(true));
        let diff = Diff::new(Side::Graph(&old), Side::Graph(&new)).unwrap();
        let mut word = vec![2; depth as usize - 1];
        word.push(3);
        assert_eq!(listed(&diff), [(word.clone(), Change::Added)]);
        assert!(new.has_word(&word) && !old.has_word(&word));
    }
}

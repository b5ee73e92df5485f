//! What changed between two lexica, found without listing either.
//!
//! Which parts of both are the same is [found out](crate::graph::compare::equivalence) first,
//! whatever the layouts, node formats and kinds of file. Then the walk goes
//! through both sides together and never enters what is the same, so that every
//! list it enters has a difference further down.

use crate::error::Result;
use crate::graph::build::{Content, GraphSpec, build};
use crate::graph::compare::equivalence::{Sameness, next};
use crate::graph::layout::Layout;
use crate::graph::node::{Node, NodeFormat};
use crate::graph::query::hooks::Hooks;
use crate::graph::query::totals::Extent;
use crate::graph::read::{Graph, GraphKind};
use crate::lexicon::Words;
use crate::parallel;
use crate::tiles::{MAX_LETTERS, Tile};
use std::borrow::Cow;

/// A set of words to be compared with another.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// The words of a graph's DAWG.
    Graph(&'a Graph),
    /// A list, which becomes a graph first.
    Words(&'a Words),
}

/// What happened to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The old side has it, the new one does not.
    Removed,
    /// The new side has it, the old one does not.
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
    same: Sameness,
}

impl<'a> Diff<'a> {
    /// Brings two sides together; this takes time linear in both, and little
    /// if they have most in common.
    pub fn new(old: Side<'a>, new: Side<'a>) -> Result<Diff<'a>> {
        let (old, new) = (graph(old)?, graph(new)?);
        let same = Sameness::of(&old, &new)?;
        Ok(Diff { old, new, same })
    }

    /// Whether both sides have the same words.
    pub fn is_empty(&self) -> bool {
        self.same.has(self.old.dawg_root(), self.new.dawg_root())
    }

    /// The words that are on one side only, in sorted order.
    pub fn changes(&self) -> Changes<'_> {
        Changes {
            diff: self,
            todo: Vec::new(),
            path: Vec::new(),
            pending: Some((self.old.dawg_root(), self.new.dawg_root())),
        }
    }

    /// Whether the old side has a word.
    pub fn old_has(&self, word: &[Tile]) -> bool {
        self.old.has_word(word)
    }

    /// Whether the new side has a word.
    pub fn new_has(&self, word: &[Tile]) -> bool {
        self.new.has_word(word)
    }

    /// The hooks of a word on the old and on the new side.
    pub fn hooks(&self, word: &[Tile]) -> (Hooks, Hooks) {
        (self.old.hooks(word), self.new.hooks(word))
    }

    /// How many words the old and the new side have.
    pub fn extents(&self) -> (Extent, Extent) {
        parallel::join(|| self.old.extent(), || self.new.extent())
    }
}

/// The graph of a side.
fn graph(side: Side<'_>) -> Result<Cow<'_, Graph>> {
    let words = match side {
        Side::Graph(graph) => return Ok(Cow::Borrowed(graph)),
        Side::Words(words) => words,
    };
    let spec = GraphSpec {
        content: Content::Dawg,
        layout: Layout::Legacy,
        format: NodeFormat::Kbwg,
    };
    let bytes = build(words, spec)?;
    let graph = Graph::from_bytes(&bytes, spec.format, GraphKind::Dawg, MAX_LETTERS);
    graph.map(Cow::Owned).map_err(|fault| fault.into_error(""))
}

/// The words that are on one side only, in sorted order.
///
/// A word is lent, not given: it is overwritten by the next one.
pub struct Changes<'d> {
    diff: &'d Diff<'d>,
    /// For each tile of `path` what is left of the lists it was taken from,
    /// and at last the lists to take the next tile from: the next nodes, 0
    /// where there is none.
    todo: Vec<(u32, u32)>,
    path: Vec<Tile>,
    /// The lists that follow the path, if they were not gone into yet.
    pending: Option<(u32, u32)>,
}

impl Changes<'_> {
    /// The next word; none after the last one.
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
            match (accepts(old), accepts(new)) {
                (true, false) => return Some((Change::Removed, &self.path)),
                (false, true) => return Some((Change::Added, &self.path)),
                _ => (),
            }
        }
    }
}

/// Takes the nodes of the lowest tile from two lists, of which not both are at
/// their end.
fn take_first(diff: &Diff<'_>, lists: &mut (u32, u32)) -> (Option<Node>, Option<Node>) {
    let first = |graph: &Graph, at: u32| (at != 0).then(|| graph.nodes()[at as usize]);
    let (mut old, mut new) = (first(&diff.old, lists.0), first(&diff.new, lists.1));
    if let (Some(a), Some(b)) = (old, new) {
        if a.tile() > b.tile() {
            old = None;
        } else if b.tile() > a.tile() {
            new = None;
        }
    }
    if let Some(node) = old {
        lists.0 = next(lists.0, node);
    }
    if let Some(node) = new {
        lists.1 = next(lists.1, node);
    }
    (old, new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::build;
    use crate::graph::build::{Content, GraphSpec};
    use crate::graph::layout::Layout;
    use crate::graph::node::NodeFormat;
    use crate::graph::read::GraphKind;
    use proptest::prelude::*;

    fn graph(words: &Words, spec: GraphSpec) -> Graph {
        let kind = match spec.content {
            Content::Gaddawg => GraphKind::Gaddawg,
            Content::Dawg | Content::Alphagrams => GraphKind::Dawg,
        };
        let bytes = build(words, spec).unwrap();
        Graph::from_bytes(&bytes, spec.format, kind, 63).unwrap()
    }

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

    fn some_words() -> impl Strategy<Value = Words> {
        let word = prop::collection::vec(1..5u8, 1..6);
        prop::collection::vec(word, 0..60)
            .prop_map(|list| Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap())
    }

    fn spec() -> impl Strategy<Value = GraphSpec> {
        let contents = prop::sample::select(vec![Content::Gaddawg, Content::Dawg]);
        let formats = prop::sample::select(vec![NodeFormat::Kwg, NodeFormat::Kbwg]);
        (
            contents,
            prop::sample::select(Layout::ALL.to_vec()),
            formats,
        )
            .prop_map(|(content, layout, format)| GraphSpec {
                content,
                layout,
                format,
            })
    }

    proptest! {
        #[test]
        fn it_is_the_difference_of_the_sets(
            old in some_words(),
            new in some_words(),
            old_spec in spec(),
            new_spec in spec(),
        ) {
            let expected = expected(&old, &new);
            let (a, b) = (graph(&old, old_spec), graph(&new, new_spec));
            for (x, y) in [
                (Side::Graph(&a), Side::Graph(&b)),
                (Side::Words(&old), Side::Graph(&b)),
                (Side::Graph(&a), Side::Words(&new)),
                (Side::Words(&old), Side::Words(&new)),
            ] {
                let diff = Diff::new(x, y).unwrap();
                prop_assert_eq!(listed(&diff), expected.clone());
                prop_assert_eq!(diff.is_empty(), old == new);
                let (before, after) = diff.extents();
                prop_assert_eq!(before, a.extent());
                prop_assert_eq!(after, b.extent());
            }
        }

        #[test]
        fn equal_words_are_never_entered(words in some_words(), a in spec(), b in spec()) {
            let (a, b) = (graph(&words, a), graph(&words, b));
            let diff = Diff::new(Side::Graph(&a), Side::Graph(&b)).unwrap();
            prop_assert!(diff.is_empty());
            prop_assert!(listed(&diff).is_empty());
        }
    }

    #[test]
    fn equal_parts_too_large_to_list_are_skipped() {
        // 2^40 words each, which differ in the very last one.
        use crate::graph::node::Node;
        let depth = 40;
        let side = |last: bool| {
            let mut nodes = vec![Node::head(1)];
            for i in 1..=depth {
                let arc = if i == depth { 0 } else { 2 * i + 1 };
                nodes.push(Node::new(1, i == depth, false, arc));
                nodes.push(Node::new(2, i == depth, true, arc));
            }
            // A list of its own for the path of tiles 2: its last has a 3 too.
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
            let bytes = crate::graph::build::to_bytes(&nodes, NodeFormat::Kwg);
            Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Dawg, 26).unwrap()
        };
        let (old, new) = (side(false), side(true));
        let diff = Diff::new(Side::Graph(&old), Side::Graph(&new)).unwrap();
        let mut word = vec![2; depth as usize - 1];
        word.push(3);
        assert_eq!(listed(&diff), [(word.clone(), Change::Added)]);
        assert!(diff.new_has(&word) && !diff.old_has(&word));
    }
}

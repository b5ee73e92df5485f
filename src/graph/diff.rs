//! What changed between two lexica, found without listing either.
//!
//! Both sides become states of one table, in which equal states are one: a
//! graph's nodes from the ends of its paths to the root, a list's words as a
//! builder would type them. Layouts, node formats and kinds of file are gone
//! then, and two lists hold the same words if, and only if, they have the same
//! number. The walk goes through both sides together and never enters what is
//! equal, so that every list it enters has a difference further down.

use super::automaton::type_words;
use super::descend::ascend;
use super::extent::Extent;
use super::hooks::Hooks;
use super::read::Graph;
use super::states::{State, StateId, StateTable};
use crate::error::Result;
use crate::source::Words;
use crate::tiles::Tile;

/// A set of words to be compared with another.
#[derive(Clone, Copy, Debug)]
pub enum Side<'a> {
    /// The words of a graph's DAWG.
    Graph(&'a Graph),
    /// A list.
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
/// use wordmill::source::Words;
///
/// let old = Words::from_unsorted([&[1, 2][..], &[3]])?;
/// let new = Words::from_unsorted([&[1, 2][..], &[1, 2, 3]])?;
/// let diff = Diff::new(Side::Words(&old), Side::Words(&new))?;
/// let mut changes = diff.changes();
/// assert_eq!(changes.next(), Some((Change::Added, &[1, 2, 3][..])));
/// assert_eq!(changes.next(), Some((Change::Removed, &[3][..])));
/// assert_eq!(changes.next(), None);
/// # Ok::<(), wordmill::Error>(())
/// ```
pub struct Diff {
    states: Vec<State>,
    old: StateId,
    new: StateId,
}

impl Diff {
    /// Brings two sides together; this takes time linear in both.
    pub fn new(old: Side<'_>, new: Side<'_>) -> Result<Diff> {
        let size = |side: Side<'_>| match side {
            Side::Graph(graph) => graph.dawg_nodes().len(),
            Side::Words(words) => words.len(),
        };
        let mut table = StateTable::with_capacity(size(old).max(size(new)));
        let old = add(old, &mut table)?;
        let new = add(new, &mut table)?;
        Ok(Diff {
            states: table.into_states(),
            old,
            new,
        })
    }

    /// Whether both sides have the same words.
    pub fn is_empty(&self) -> bool {
        self.old == self.new
    }

    /// The words that are on one side only, in sorted order.
    pub fn changes(&self) -> Changes<'_> {
        Changes {
            states: &self.states,
            todo: vec![(self.old, self.new)],
            path: Vec::new(),
            pending: None,
        }
    }

    /// Whether the old side has a word.
    pub fn old_has(&self, word: &[Tile]) -> bool {
        self.has(self.old, word)
    }

    /// Whether the new side has a word.
    pub fn new_has(&self, word: &[Tile]) -> bool {
        self.has(self.new, word)
    }

    fn has(&self, root: StateId, word: &[Tile]) -> bool {
        let mut list = root;
        let mut accepts = false;
        for &tile in word {
            match self.list(list).find(|state| state.tile() == tile) {
                Some(state) => (list, accepts) = (state.arc(), state.accepts()),
                None => return false,
            }
        }
        accepts
    }

    /// The hooks of a word on the old and on the new side.
    pub fn hooks(&self, word: &[Tile]) -> (Hooks, Hooks) {
        let hooks = |root| Hooks {
            front: self.front_hooks(root, word),
            back: self.back_hooks(root, word),
        };
        (hooks(self.old), hooks(self.new))
    }

    fn front_hooks(&self, root: StateId, word: &[Tile]) -> Vec<Tile> {
        self.list(root)
            .filter(|first| self.has(first.arc(), word))
            .map(State::tile)
            .collect()
    }

    fn back_hooks(&self, root: StateId, word: &[Tile]) -> Vec<Tile> {
        let mut list = root;
        for &tile in word {
            match self.list(list).find(|state| state.tile() == tile) {
                Some(state) => list = state.arc(),
                None => return Vec::new(),
            }
        }
        let accepting = self.list(list).filter(|state| state.accepts());
        accepting.map(State::tile).collect()
    }

    /// The states of a list.
    fn list(&self, first: StateId) -> impl Iterator<Item = State> {
        let mut at = first;
        std::iter::from_fn(move || {
            let state = (at != 0).then(|| self.states[at as usize])?;
            at = state.next();
            Some(state)
        })
    }

    /// How many words the old and the new side have.
    pub fn extents(&self) -> (Extent, Extent) {
        let mut extents = vec![Extent::default(); self.states.len()];
        // Arc and next always have smaller numbers than the state itself.
        for (i, state) in self.states.iter().enumerate().skip(1) {
            let arc = extents[state.arc() as usize];
            let rest = extents[state.next() as usize];
            extents[i] = Extent::of_node(state.accepts(), arc, rest);
        }
        (extents[self.old as usize], extents[self.new as usize])
    }
}

fn add(side: Side<'_>, table: &mut StateTable) -> Result<StateId> {
    match side {
        Side::Words(words) => type_words(words, table, &mut ()),
        Side::Graph(graph) => add_graph(graph, table),
    }
}

fn add_graph(graph: &Graph, table: &mut StateTable) -> Result<StateId> {
    let nodes = graph.dawg_nodes();
    let mut ids = vec![0; nodes.len()];
    let mut full = Ok(());
    ascend(nodes, graph.dawg_root(), |index, node| {
        let at = index as usize;
        let next = if node.is_end() { 0 } else { ids[at + 1] };
        let arc = ids[node.arc() as usize];
        match table.intern(State::new(node.tile(), node.accepts(), arc, next)) {
            Ok(id) => ids[at] = id,
            Err(error) => full = Err(error),
        }
    });
    full?;
    Ok(ids[graph.dawg_root() as usize])
}

/// The words that are on one side only, in sorted order.
///
/// A word is lent, not given: it is overwritten by the next one.
pub struct Changes<'d> {
    states: &'d [State],
    /// For each tile of `path` what is left of the lists it was taken from,
    /// and at last the lists to take the next tile from.
    todo: Vec<(StateId, StateId)>,
    path: Vec<Tile>,
    /// The lists that follow the path, if they were not gone into yet.
    pending: Option<(StateId, StateId)>,
}

impl Changes<'_> {
    /// The next word; none after the last one.
    #[allow(clippy::should_implement_trait)] // the word is borrowed from self
    pub fn next(&mut self) -> Option<(Change, &[Tile])> {
        loop {
            if let Some(below) = self.pending.take() {
                self.todo.push(below);
            }
            let lists = self.todo.last_mut()?;
            if lists.0 == lists.1 {
                // Nothing is left here, or nothing that differs.
                self.todo.pop();
                self.path.pop();
                continue;
            }
            let (old, new) = take_first(self.states, lists);
            self.path.push(old.or(new).map_or(0, State::tile));
            let follow = |state: Option<State>| state.map_or(0, State::arc);
            self.pending = Some((follow(old), follow(new)));
            let accepts = |state: Option<State>| state.is_some_and(State::accepts);
            match (accepts(old), accepts(new)) {
                (true, false) => return Some((Change::Removed, &self.path)),
                (false, true) => return Some((Change::Added, &self.path)),
                _ => (),
            }
        }
    }
}

/// Takes the states of the lowest tile from two lists, of which not both are
/// at their end.
fn take_first(states: &[State], lists: &mut (StateId, StateId)) -> (Option<State>, Option<State>) {
    let first = |id: StateId| (id != 0).then(|| states[id as usize]);
    let (mut old, mut new) = (first(lists.0), first(lists.1));
    if let (Some(a), Some(b)) = (old, new) {
        if a.tile() > b.tile() {
            old = None;
        } else if b.tile() > a.tile() {
            new = None;
        }
    }
    if let Some(state) = old {
        lists.0 = state.next();
    }
    if let Some(state) = new {
        lists.1 = state.next();
    }
    (old, new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Content, GraphKind, GraphSpec, Layout, NodeFormat, build};
    use proptest::prelude::*;

    fn graph(words: &Words, spec: GraphSpec) -> Graph {
        let kind = match spec.content {
            Content::Gaddawg => GraphKind::Gaddawg,
            Content::Dawg | Content::Alphagrams => GraphKind::Dawg,
        };
        let bytes = build(words, spec).unwrap();
        Graph::from_bytes(&bytes, spec.format, kind, 63).unwrap()
    }

    fn listed(diff: &Diff) -> Vec<(Vec<Tile>, Change)> {
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
        let diff = Diff::new(Side::Graph(&side(false)), Side::Graph(&side(true))).unwrap();
        let mut word = vec![2; depth as usize - 1];
        word.push(3);
        assert_eq!(listed(&diff), [(word.clone(), Change::Added)]);
        assert!(diff.new_has(&word) && !diff.old_has(&word));
    }
}

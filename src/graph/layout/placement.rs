//! The result of a layout, and the queries on an automaton that all layouts use.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::spec::Layout;

/// The places of states in the file.
pub(crate) struct Placement {
    /// By state: the index of its node; 0 if it has none.
    pub(crate) places: Vec<u32>,
    /// Additional nodes written from a state: their index and the state.
    pub(crate) copies: Vec<(u32, StateId)>,
    /// The total number of nodes.
    pub(crate) node_count: u64,
}

/// The number of head nodes, which come before the first list and point to the roots.
pub(crate) fn head_nodes(automaton: &Automaton, layout: Layout) -> u32 {
    match (automaton.gaddag_root, layout) {
        (None, Layout::Legacy | Layout::Wolges) => 1,
        _ => 2,
    }
}

/// The states of the list that begins with `first`.
pub(crate) fn list(states: &[State], first: StateId) -> impl Iterator<Item = StateId> {
    let next = |&id: &StateId| Some(states[id as usize].next()).filter(|&id| id != 0);
    std::iter::successors(Some(first).filter(|&id| id != 0), next)
}

/// The roots of nonempty graphs, in the order in which layouts take them.
pub(crate) fn roots(automaton: &Automaton) -> impl Iterator<Item = StateId> {
    [Some(automaton.dawg_root), automaton.gaddag_root]
        .into_iter()
        .flatten()
        .filter(|&root| root != 0)
}

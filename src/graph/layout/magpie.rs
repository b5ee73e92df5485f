//! `magpie`: breadth first.

use super::{Layout, Placement, head_nodes, list, list_lengths, roots};
use crate::graph::automaton::Automaton;
use crate::graph::states::StateId;

pub(super) fn place(automaton: &Automaton) -> Placement {
    let states = &automaton.states;
    let lengths = list_lengths(states);
    let mut placement = Placement::new(automaton);
    placement.node_count = u64::from(head_nodes(automaton, Layout::Magpie));
    let enter = |placement: &mut Placement, first: StateId| {
        if first != 0 && placement.places[first as usize] == 0 {
            let index = placement.node_count as u32;
            placement.places[first as usize] = index;
            placement.lists.push((index, first));
            placement.node_count += u64::from(lengths[first as usize]);
        }
    };
    for root in roots(automaton) {
        enter(&mut placement, root);
    }
    // The lists in their order are the queue.
    let mut arcs: Vec<StateId> = Vec::new();
    let mut taken = 0;
    while let Some(&(_, first)) = placement.lists.get(taken) {
        taken += 1;
        arcs.extend(list(states, first).map(|state| state.arc()));
        for arc in arcs.drain(..).rev() {
            enter(&mut placement, arc);
        }
    }
    placement
}

//! `preorder`: depth first, each list before those it points to.

use super::{Layout, Placement, head_nodes, list_lengths, roots};
use crate::graph::automaton::Automaton;
use crate::graph::states::StateId;

pub(super) fn place(automaton: &Automaton) -> Placement {
    let states = &automaton.states;
    let lengths = list_lengths(states);
    let mut placement = Placement::new(automaton);
    placement.node_count = u64::from(head_nodes(automaton, Layout::Preorder));
    // The states whose arcs are followed next; the deepest list last.
    let mut cursors: Vec<StateId> = Vec::new();
    let mut enter = |cursors: &mut Vec<StateId>, first: StateId| {
        if placement.places[first as usize] == 0 {
            let index = placement.node_count as u32;
            placement.places[first as usize] = index;
            placement.lists.push((index, first));
            placement.node_count += u64::from(lengths[first as usize]);
            cursors.push(first);
        }
    };
    for root in roots(automaton) {
        enter(&mut cursors, root);
        while let Some(cursor) = cursors.last_mut() {
            let state = states[*cursor as usize];
            match state.next() {
                0 => drop(cursors.pop()),
                next => *cursor = next,
            }
            if state.arc() != 0 {
                enter(&mut cursors, state.arc());
            }
        }
    }
    placement
}

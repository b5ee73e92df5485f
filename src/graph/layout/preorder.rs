//! Layout `preorder`: depth first, each list before those it points to.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::layout::appender::Appender;
use crate::graph::layout::placement::{Placement, head_nodes, roots};
use crate::graph::spec::Layout;

/// Places all lists.
pub(crate) fn place(automaton: &Automaton) -> Placement {
    let states = &automaton.states;
    let mut appender = Appender::new(states, head_nodes(automaton, Layout::Preorder));
    // The state of each open list whose arc comes next, the deepest list last.
    let mut cursors: Vec<StateId> = Vec::new();
    let mut enter = |cursors: &mut Vec<StateId>, first: StateId| {
        if appender.append(first) {
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
    appender.finish()
}

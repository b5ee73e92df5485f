//! Layout `magpie`: breadth first.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::layout::appender::Appender;
use crate::graph::layout::placement::{Placement, head_nodes, list, roots};
use crate::graph::spec::Layout;
use std::collections::VecDeque;

/// Places all lists.
pub(crate) fn place(automaton: &Automaton) -> Placement {
    let states = &automaton.states;
    let mut appender = Appender::new(states, head_nodes(automaton, Layout::Magpie));
    let mut queue: VecDeque<StateId> = VecDeque::new();
    let mut enter = |queue: &mut VecDeque<StateId>, first: StateId| {
        if first != 0 && appender.append(first) {
            queue.push_back(first);
        }
    };
    for root in roots(automaton) {
        enter(&mut queue, root);
    }
    let mut arcs: Vec<StateId> = Vec::new();
    while let Some(first) = queue.pop_front() {
        arcs.extend(list(states, first).map(|id| states[id as usize].arc()));
        for arc in arcs.drain(..).rev() {
            enter(&mut queue, arc);
        }
    }
    appender.finish()
}

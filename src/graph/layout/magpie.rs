//! `magpie`: breadth first.

use super::appender::Appender;
use super::{Layout, Placement, head_nodes, list, roots};
use crate::graph::automaton::Automaton;
use crate::graph::states::StateId;
use std::collections::VecDeque;

pub(super) fn place(automaton: &Automaton) -> Placement {
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

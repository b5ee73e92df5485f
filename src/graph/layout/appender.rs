//! Layouts `preorder` and `magpie`: complete lists, one after the other, without shared
//! tails.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::layout::placement::{Placement, list, roots};
use crate::graph::node::NodeFormat;
use std::collections::VecDeque;

/// The head nodes before the first list. These layouts have two even without a GADDAG.
const HEAD_NODES: u64 = 2;

/// Places lists in layout `preorder`: depth first, each list before the lists it points
/// to.
pub(crate) fn place_preorder(automaton: &Automaton) -> Placement {
    let states = &automaton.states;
    let mut appender = Appender::new(states);
    // For each open list, the state whose arc is next; the deepest list is last.
    let mut cursors: Vec<StateId> = Vec::new();
    for root in roots(automaton) {
        cursors.extend(appender.append(root));
        while let Some(cursor) = cursors.last_mut() {
            let state = states[*cursor as usize];
            match state.next() {
                0 => drop(cursors.pop()),
                next => *cursor = next,
            }
            cursors.extend(appender.append(state.arc()));
        }
    }
    appender.finish()
}

/// Places lists in layout `magpie`: breadth first.
pub(crate) fn place_magpie(automaton: &Automaton) -> Placement {
    let states = &automaton.states;
    let mut appender = Appender::new(states);
    let mut queue = VecDeque::new();
    for root in roots(automaton) {
        queue.extend(appender.append(root));
    }
    let mut arcs: Vec<StateId> = Vec::new();
    while let Some(first) = queue.pop_front() {
        arcs.extend(list(states, first).map(|id| states[id as usize].arc()));
        for arc in arcs.drain(..).rev() {
            queue.extend(appender.append(arc));
        }
    }
    appender.finish()
}

/// Places lists in the order in which they are appended.
struct Appender<'a> {
    states: &'a [State],
    /// By state: the index of the first node of the list that begins with it;
    /// 0 if it has none yet.
    places: Vec<u32>,
    /// By state: the number of states from it to the end of its list. At most 64, as a
    /// list has each tile once.
    lengths: Vec<u8>,
    copies: Vec<(u32, StateId)>,
    node_count: u64,
}

impl<'a> Appender<'a> {
    fn new(states: &'a [State]) -> Appender<'a> {
        let mut lengths = vec![0; states.len()];
        for id in 1..states.len() {
            lengths[id] = lengths[states[id].next() as usize] + 1;
        }
        Appender {
            states,
            places: vec![0; states.len()],
            lengths,
            copies: Vec::new(),
            node_count: HEAD_NODES,
        }
    }

    /// Places the list that begins with `first` after the others, and returns it.
    /// `None` if it already has a place, or if there is no list.
    fn append(&mut self, first: StateId) -> Option<StateId> {
        let place = &mut self.places[first as usize];
        if first == 0 || *place != 0 {
            return None;
        }
        *place = self.node_count as u32;
        let length = self.lengths[first as usize];
        // An index past the largest file is never written.
        if self.node_count < NodeFormat::Kbwg.max_nodes() {
            let rest = (*place + 1..).zip(list(self.states, first).skip(1));
            self.copies.extend(rest);
        }
        self.node_count += u64::from(length);
        Some(first)
    }

    fn finish(self) -> Placement {
        Placement {
            places: self.places,
            copies: self.copies,
            node_count: self.node_count,
        }
    }
}

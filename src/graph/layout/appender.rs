//! Lists one after the other, none sharing its tail with another.

use super::{Placement, Places, Slots, list};
use crate::graph::states::{State, StateId};

/// Gives lists their nodes in the order in which they come.
pub(super) struct Appender<'a> {
    states: &'a [State],
    /// By state: the index of the first node of the list that begins with it;
    /// 0 if it has none yet.
    places: Vec<u32>,
    /// By state: the number of states from it to the end of its list. A list
    /// has each tile at most once, so that 64 is the most.
    lengths: Vec<u8>,
    slots: Slots,
    node_count: u64,
}

impl<'a> Appender<'a> {
    pub(super) fn new(states: &'a [State], head_nodes: u32) -> Appender<'a> {
        let mut lengths = vec![0; states.len()];
        for id in 1..states.len() {
            lengths[id] = lengths[states[id].next() as usize] + 1;
        }
        Appender {
            states,
            places: vec![0; states.len()],
            lengths,
            slots: Slots::new(states.len()),
            node_count: u64::from(head_nodes),
        }
    }

    /// Gives the list that begins with `first` the next nodes, unless it has
    /// some; whether it had none.
    pub(super) fn append(&mut self, first: StateId) -> bool {
        let place = &mut self.places[first as usize];
        if *place != 0 {
            return false;
        }
        *place = self.node_count as u32;
        for (index, id) in (self.node_count..).zip(list(self.states, first)) {
            self.slots.set(index, id);
        }
        self.node_count += u64::from(self.lengths[first as usize]);
        true
    }

    pub(super) fn finish(self) -> Placement {
        Placement::new(Places::ByState(self.places), self.slots, self.node_count)
    }
}

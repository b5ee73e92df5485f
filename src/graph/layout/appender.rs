//! Lists in full, one after the other, without shared tails.

use crate::graph::build::registry::{State, StateId};
use crate::graph::layout::placement::{Placement, list};
use crate::graph::node::NodeFormat;

/// Places lists in the order in which they come.
pub(crate) struct Appender<'a> {
    states: &'a [State],
    /// By state: the index of the first node of the list that begins with it;
    /// 0 if it has none yet.
    places: Vec<u32>,
    /// By state: the number of states from it to the end of its list, at most
    /// 64, as a list has each tile once.
    lengths: Vec<u8>,
    copies: Vec<(u32, StateId)>,
    node_count: u64,
}

impl<'a> Appender<'a> {
    pub(crate) fn new(states: &'a [State], head_nodes: u32) -> Appender<'a> {
        let mut lengths = vec![0; states.len()];
        for id in 1..states.len() {
            lengths[id] = lengths[states[id].next() as usize] + 1;
        }
        Appender {
            states,
            places: vec![0; states.len()],
            lengths,
            copies: Vec::new(),
            node_count: u64::from(head_nodes),
        }
    }

    /// Places the list that begins with `first` behind the others. Returns false
    /// if it has a place already.
    pub(crate) fn append(&mut self, first: StateId) -> bool {
        let place = &mut self.places[first as usize];
        if *place != 0 {
            return false;
        }
        *place = self.node_count as u32;
        let length = self.lengths[first as usize];
        // Past the end of the largest file nothing will be written.
        if self.node_count < NodeFormat::Kbwg.max_nodes() {
            let rest = (*place + 1..).zip(list(self.states, first).skip(1));
            self.copies.extend(rest);
        }
        self.node_count += u64::from(length);
        true
    }

    pub(crate) fn finish(self) -> Placement {
        Placement {
            places: self.places,
            copies: self.copies,
            node_count: self.node_count,
        }
    }
}

//! Lists written whole at their heads, so that shared tails are shared.
//!
//! A state's *head* is found by going to the lowest-numbered state whose next
//! it is, again and again. Arcs to any state of a list make the list of that
//! head be written; a state that has a place already keeps it, and so does all
//! that follows it in the list (another list was written with that tail).

use super::{Placement, head_nodes, list_lengths, roots};
use crate::graph::automaton::Automaton;
use crate::graph::layout::Layout;
use crate::graph::states::{State, StateId};

/// When a list gets its nodes: before or after those its arcs point to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reserve {
    Before,
    After,
}

/// `legacy`: depth first from the roots, each list after those it points to.
pub(super) fn place_legacy(automaton: &Automaton) -> Placement {
    let mut next_free = u64::from(head_nodes(automaton, Layout::Legacy));
    let mut placer = Placer::new(automaton, Reserve::After, |length| {
        let index = next_free;
        next_free += u64::from(length);
        index as u32
    });
    for root in roots(automaton) {
        placer.place(root);
    }
    let mut placement = placer.placement;
    placement.node_count = next_free;
    placement
}

/// By state: its head.
fn heads(states: &[State]) -> Vec<StateId> {
    // From the highest number down, so that the lowest predecessor stays.
    let mut before: Vec<StateId> = vec![0; states.len()];
    for (id, state) in states.iter().enumerate().rev() {
        before[state.next() as usize] = id as StateId;
    }
    // A predecessor's number is higher than the state's: its head is known.
    let mut heads = before;
    for id in (1..states.len()).rev() {
        heads[id] = match heads[id] {
            0 => id as StateId,
            predecessor => heads[predecessor as usize],
        };
    }
    heads
}

/// A list on the way to its place.
struct Frame {
    head: StateId,
    /// The state whose arc is followed next.
    cursor: StateId,
    index: u32,
}

/// Places lists and all that they lead to, with a stack of its own.
pub(super) struct Placer<'a, R> {
    automaton: &'a Automaton,
    heads: Vec<StateId>,
    lengths: Vec<u8>,
    /// By head: placed, or on the stack.
    entered: Vec<bool>,
    stack: Vec<Frame>,
    order: Reserve,
    reserve: R,
    pub(super) placement: Placement,
}

impl<'a, R: FnMut(u8) -> u32> Placer<'a, R> {
    /// `reserve` gives the index of so many consecutive free nodes.
    pub(super) fn new(automaton: &'a Automaton, order: Reserve, reserve: R) -> Self {
        Placer {
            automaton,
            heads: heads(&automaton.states),
            lengths: list_lengths(&automaton.states),
            entered: vec![false; automaton.states.len()],
            stack: Vec::new(),
            order,
            reserve,
            placement: Placement::new(automaton),
        }
    }

    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// Places the list that has the state, after or before all it leads to.
    pub(super) fn place(&mut self, state: StateId) {
        self.enter(state);
        while let Some(frame) = self.stack.last_mut() {
            if frame.cursor == 0 {
                self.leave();
                continue;
            }
            let state = self.automaton.states[frame.cursor as usize];
            frame.cursor = state.next();
            if state.arc() != 0 {
                self.enter(state.arc());
            }
        }
    }

    #[inline]
    fn enter(&mut self, state: StateId) {
        let head = self.heads[state as usize];
        if std::mem::replace(&mut self.entered[head as usize], true) {
            return;
        }
        let index = match self.order {
            Reserve::Before => (self.reserve)(self.lengths[head as usize]),
            Reserve::After => 0,
        };
        self.stack.push(Frame {
            head,
            cursor: head,
            index,
        });
    }

    fn leave(&mut self) {
        let Some(Frame {
            head, mut index, ..
        }) = self.stack.pop()
        else {
            return;
        };
        if self.order == Reserve::After {
            index = (self.reserve)(self.lengths[head as usize]);
        }
        self.placement.lists.push((index, head));
        let mut at = head;
        while at != 0 && self.placement.places[at as usize] == 0 {
            self.placement.places[at as usize] = index;
            index = index.wrapping_add(1);
            at = self.automaton.states[at as usize].next();
        }
    }
}

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
    let mut placement = placer.finish();
    placement.node_count = next_free;
    placement
}

/// What is known of a state, side by side since it is needed together.
struct Known {
    head: StateId,
    /// The index of its node; 0 as long as it has none.
    place: u32,
    /// The number of states from it to the end of its list.
    length: u8,
    /// Of a head: placed, or on the stack.
    entered: bool,
}

/// By state: its head, and the length of its list from there.
fn survey(states: &[State]) -> Vec<Known> {
    let mut known: Vec<Known> = list_lengths(states)
        .into_iter()
        .map(|length| Known {
            head: 0,
            place: 0,
            length,
            entered: false,
        })
        .collect();
    // First the predecessor: from the highest number down, so that the lowest
    // one stays.
    for (id, state) in states.iter().enumerate().rev() {
        known[state.next() as usize].head = id as StateId;
    }
    // A predecessor's number is higher than the state's: its head is known.
    for id in (1..states.len()).rev() {
        known[id].head = match known[id].head {
            0 => id as StateId,
            predecessor => known[predecessor as usize].head,
        };
    }
    known
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
    known: Vec<Known>,
    stack: Vec<Frame>,
    order: Reserve,
    reserve: R,
    lists: Vec<(u32, StateId)>,
}

impl<'a, R: FnMut(u8) -> u32> Placer<'a, R> {
    /// `reserve` gives the index of so many consecutive free nodes.
    pub(super) fn new(automaton: &'a Automaton, order: Reserve, reserve: R) -> Self {
        Placer {
            automaton,
            known: survey(&automaton.states),
            stack: Vec::new(),
            order,
            reserve,
            lists: Vec::new(),
        }
    }

    /// The number of states from one to the end of its list.
    pub(super) fn length(&self, state: StateId) -> u8 {
        self.known[state as usize].length
    }

    /// The head of a state's list.
    pub(super) fn head(&self, state: StateId) -> StateId {
        self.known[state as usize].head
    }

    /// Where everything went. The number of nodes is for the caller to say.
    pub(super) fn finish(self) -> Placement {
        Placement {
            places: self.known.iter().map(|known| known.place).collect(),
            lists: self.lists,
            node_count: 0,
        }
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
        let head = self.known[state as usize].head;
        let known = &mut self.known[head as usize];
        if std::mem::replace(&mut known.entered, true) {
            return;
        }
        let index = match self.order {
            Reserve::Before => (self.reserve)(known.length),
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
            let length = self.length(head);
            index = (self.reserve)(length);
        }
        self.lists.push((index, head));
        let mut at = head;
        while at != 0 && self.known[at as usize].place == 0 {
            self.known[at as usize].place = index;
            index = index.wrapping_add(1);
            at = self.automaton.states[at as usize].next();
        }
    }
}

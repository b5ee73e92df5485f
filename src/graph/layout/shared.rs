//! Lists written whole at their heads, so that shared tails are shared.
//!
//! A state's *head* is found by going to the lowest-numbered state whose next
//! it is, again and again. Arcs to any state of a list make the list of that
//! head be written; a state that has a place already keeps it, and so does all
//! that follows it in the list (another list was written with that tail).

use super::survey::{Links, Survey};
use super::{Layout, Placement, Places, head_nodes, roots};
use crate::graph::automaton::Automaton;
use crate::graph::states::StateId;

/// When a list gets its nodes: before or after those its arcs point to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reserve {
    Before,
    After,
}

/// `legacy`: depth first from the roots, each list after those it points to.
pub(super) fn place_legacy(automaton: &Automaton, memory: Vec<u64>) -> Placement {
    let survey = Survey::new(automaton, memory);
    let heads: Vec<StateId> = roots(automaton).map(|root| survey.head(root)).collect();
    let mut next_free = u64::from(head_nodes(automaton, Layout::Legacy));
    let links = survey.into_links(&automaton.states);
    let mut placer = Placer::new(links, Reserve::After, |length| {
        let index = next_free;
        next_free += u64::from(length);
        index
    });
    placer.place_all(&heads);
    let (places, copies) = placer.finish();
    Placement {
        places,
        copies,
        node_count: next_free,
    }
}

/// A list on the way to its place.
struct Frame {
    head: StateId,
    /// The state whose arc is followed next.
    cursor: StateId,
    index: u64,
}

/// Places lists and all that they lead to, with a stack of its own.
pub(super) struct Placer<R> {
    links: Links,
    /// By head, as bits: placed, or on the stack.
    entered: Vec<u64>,
    stack: Vec<Frame>,
    order: Reserve,
    reserve: R,
    copies: Vec<(u32, StateId)>,
}

impl<R: FnMut(u8) -> u64> Placer<R> {
    /// `reserve` gives the index of so many consecutive free nodes.
    pub(super) fn new(links: Links, order: Reserve, reserve: R) -> Self {
        Placer {
            entered: vec![0; links.len() / 64 + 1],
            copies: Vec::new(),
            links,
            stack: Vec::new(),
            order,
            reserve,
        }
    }

    /// Places the lists of some heads, each after or before all it leads to.
    pub(super) fn place_all(&mut self, heads: &[StateId]) {
        // Memory fetches what does not wait for each other side by side.
        for group in heads.chunks(16) {
            self.links.warm(group);
            for &head in group {
                self.place(head);
            }
        }
    }

    fn place(&mut self, head: StateId) {
        self.enter(head);
        while let Some(frame) = self.stack.last_mut() {
            if frame.cursor == 0 {
                self.leave();
                continue;
            }
            let state = frame.cursor;
            frame.cursor = self.links.next(state);
            match self.links.to(state) {
                0 => {}
                to => self.enter(to),
            }
        }
    }

    #[inline]
    fn enter(&mut self, head: StateId) {
        let (bits, bit) = (&mut self.entered[head as usize / 64], 1 << (head % 64));
        if *bits & bit != 0 {
            return;
        }
        *bits |= bit;
        let index = match self.order {
            Reserve::Before => (self.reserve)(self.links.length(head)),
            Reserve::After => 0,
        };
        self.stack.push(Frame {
            head,
            cursor: head,
            index,
        });
    }

    #[inline]
    fn leave(&mut self) {
        let Some(Frame { head, index, .. }) = self.stack.pop() else {
            return;
        };
        let Placer { links, .. } = self;
        let length = links.length(head);
        let index = match self.order {
            Reserve::Before => index,
            Reserve::After => (self.reserve)(length),
        };
        let mut at = head;
        for place in index..index + u64::from(length) {
            if !links.set_place(at, place) {
                self.copies.push((place as u32, at));
            }
            at = links.next(at);
        }
    }

    /// Where states went, and the other nodes that are written from them.
    pub(super) fn finish(self) -> (Places, Vec<(u32, StateId)>) {
        (Places::Linked(self.links), self.copies)
    }
}

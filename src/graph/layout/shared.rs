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
pub(super) fn place_legacy(automaton: &Automaton) -> Placement {
    let survey = Survey::new(automaton);
    let heads: Vec<StateId> = roots(automaton).map(|root| survey.head(root)).collect();
    let mut next_free = u64::from(head_nodes(automaton, Layout::Legacy));
    let links = survey.links(&automaton.states);
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
        let mut entered = vec![0; links.len() / 64 + 1];
        entered[0] = 1; // the sink has no list
        Placer {
            entered,
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
        let Some(mut frame) = self.enter(head) else {
            return;
        };
        loop {
            while frame.cursor != 0 {
                let link = self.links.get(frame.cursor);
                frame.cursor = link.next();
                if let Some(deeper) = self.enter(link.to()) {
                    self.stack.push(std::mem::replace(&mut frame, deeper));
                }
            }
            self.leave(frame);
            match self.stack.pop() {
                Some(above) => frame = above,
                None => return,
            }
        }
    }

    /// A list on the way to its place, unless it is there or on the way already.
    #[inline]
    fn enter(&mut self, head: StateId) -> Option<Frame> {
        let (bits, bit) = (&mut self.entered[head as usize / 64], 1 << (head % 64));
        if *bits & bit != 0 {
            return None;
        }
        *bits |= bit;
        let index = match self.order {
            Reserve::Before => (self.reserve)(self.links.get(head).length()),
            Reserve::After => 0,
        };
        Some(Frame {
            head,
            cursor: head,
            index,
        })
    }

    #[inline]
    fn leave(&mut self, Frame { head, index, .. }: Frame) {
        let mut index = match self.order {
            Reserve::Before => index,
            Reserve::After => (self.reserve)(self.links.get(head).length()),
        };
        let mut at = head;
        while at != 0 {
            let (is_new, next) = self.links.set_place(at, index);
            if !is_new {
                self.copies.push((index as u32, at));
            }
            (at, index) = (next, index + 1);
        }
    }

    /// Where states went, and the other nodes that are written from them.
    pub(super) fn finish(self) -> (Places, Vec<(u32, StateId)>) {
        (Places::Linked(self.links), self.copies)
    }
}

//! Lists written whole at their heads, so that shared tails are shared.
//!
//! A state's *head* is found by going to the lowest-numbered state whose next
//! it is, again and again. Arcs to any state of a list make the list of that
//! head be written; a state that has a place already keeps it, and so does all
//! that follows it in the list (another list was written with that tail).

use super::survey::{Links, Survey};
use super::{Layout, Placement, head_nodes, roots};
use crate::graph::automaton::Automaton;
use crate::graph::states::StateId;
use std::sync::mpsc;

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
    let Settled { places, copies } = place(&links, &heads, Reserve::After, |length| {
        let index = next_free;
        next_free += u64::from(length);
        index
    });
    Placement {
        places,
        copies,
        node_count: next_free,
    }
}

/// So many lists are handed from one thread to the other at a time.
const STACK: usize = 1 << 12;

/// Places the lists of some heads, each after or before all it leads to.
/// `reserve` gives the index of so many consecutive free nodes.
pub(super) fn place(
    links: &Links<'_>,
    heads: &[StateId],
    order: Reserve,
    reserve: impl FnMut(u8) -> u64 + Send,
) -> Settled {
    let mut settled = Settled::new(links.len());
    if rayon::current_num_threads() == 1 {
        let settle = |head, index| settled.settle(links, head, index);
        Walk::new(links, order, reserve, settle).take_all(heads);
        return settled;
    }
    // One thread finds out where lists go, the other goes through their states.
    let (ready, next_ready) = mpsc::channel();
    rayon::join(
        || {
            let mut stack = Vec::with_capacity(STACK);
            let settle = |head, index| {
                stack.push((head, index));
                if stack.len() == STACK {
                    // Nobody is there to take it only if that came to grief.
                    let _ = ready.send(std::mem::replace(&mut stack, Vec::with_capacity(STACK)));
                }
            };
            Walk::new(links, order, reserve, settle).take_all(heads);
            let _ = ready.send(stack);
            drop(ready);
        },
        || {
            for (head, index) in next_ready.into_iter().flatten() {
                settled.settle(links, head, index);
            }
        },
    );
    settled
}

/// A list on the way to its place.
struct Frame {
    head: StateId,
    /// The state whose arc is followed next.
    cursor: StateId,
    index: u32,
}

/// Goes to lists and all that they lead to, with a stack of its own.
struct Walk<'l, R, S> {
    links: &'l Links<'l>,
    /// By head, as bits: placed, or on the stack.
    entered: Vec<u64>,
    stack: Vec<Frame>,
    order: Reserve,
    reserve: R,
    /// Is told of each list and where it goes, in the order in which their
    /// states are placed.
    settle: S,
}

impl<'l, R: FnMut(u8) -> u64, S: FnMut(StateId, u32)> Walk<'l, R, S> {
    fn new(links: &'l Links<'l>, order: Reserve, reserve: R, settle: S) -> Self {
        let mut entered = vec![0; links.len() / 64 + 1];
        entered[0] = 1; // the sink has no list
        Walk {
            links,
            entered,
            stack: Vec::new(),
            order,
            reserve,
            settle,
        }
    }

    fn take_all(&mut self, heads: &[StateId]) {
        // Memory fetches what does not wait for each other side by side.
        for group in heads.chunks(16) {
            self.links.warm(group);
            for &head in group {
                self.take(head);
            }
        }
    }

    fn take(&mut self, head: StateId) {
        let Some(mut frame) = self.enter(head) else {
            return;
        };
        loop {
            while frame.cursor != 0 {
                let (next, to) = self.links.get(frame.cursor);
                frame.cursor = next;
                if let Some(deeper) = self.enter(to) {
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
            Reserve::Before => self.reserve(head),
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
        let index = match self.order {
            Reserve::Before => index,
            Reserve::After => self.reserve(head),
        };
        (self.settle)(head, index);
    }

    /// Past the end of the largest file an index means nothing.
    #[inline]
    fn reserve(&mut self, head: StateId) -> u32 {
        (self.reserve)(self.links.length(head)) as u32
    }
}

/// Where states went.
pub(super) struct Settled {
    /// By state; 0 if nowhere.
    pub(super) places: Vec<u32>,
    /// The other nodes that are written from states: their index and the state.
    pub(super) copies: Vec<(u32, StateId)>,
}

impl Settled {
    fn new(states: usize) -> Settled {
        Settled {
            places: vec![0; states],
            copies: Vec::new(),
        }
    }

    /// Gives all states of a list their places from an index on, unless they
    /// have others.
    #[inline]
    fn settle(&mut self, links: &Links<'_>, head: StateId, index: u32) {
        let (mut at, mut index) = (head, index);
        while at != 0 {
            match &mut self.places[at as usize] {
                place @ 0 => *place = index,
                _ => self.copies.push((index, at)),
            }
            (at, index) = (links.get(at).0, index.wrapping_add(1));
        }
    }
}

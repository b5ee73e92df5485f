//! Places lists so that shared tails are written once, and implements layout `legacy`.
//!
//! The *head* of a state is found by repeatedly going to the lowest-numbered state
//! whose next state it is. An arc to any state of a list places the whole list from its
//! head on. A state that has a place keeps it, and so do all states after it in the
//! list: another list was written with that tail.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::build::relay::{Batches, relay_batches};
use crate::graph::layout::placement::{Placement, head_nodes, roots};
use crate::graph::layout::state_facts::{Links, StateFacts};
use crate::graph::spec::Layout;
use crate::parallel;

/// Whether a list gets its nodes before or after the lists it points to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reserve {
    Before,
    After,
}

/// Places lists in layout `legacy`: depth first from the roots, each list after the
/// lists it points to.
pub(crate) fn place_legacy(automaton: &Automaton) -> Placement {
    let facts = StateFacts::of(automaton);
    let heads: Vec<StateId> = roots(automaton).map(|root| facts.head(root)).collect();
    let mut next_free = u64::from(head_nodes(automaton, Layout::Legacy));
    let links = facts.links(&automaton.states);
    let (places, copies) = place(&links, &heads, Reserve::After, |length| {
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

/// Places the lists of some heads and everything they lead to. `reserve` takes a length
/// and returns the index of a run of that many free nodes. Returns the places and the
/// copies of a [`Placement`].
pub(crate) fn place(
    links: &Links<'_>,
    heads: &[StateId],
    order: Reserve,
    reserve: impl FnMut(u8) -> u64 + Send,
) -> (Vec<u32>, Vec<(u32, StateId)>) {
    let begin = || Placer::new(links, order, reserve);
    let placer = match parallel::current_num_threads() {
        1 => {
            let mut placer = begin();
            Traversal::new(links, |event| placer.take(event)).visit_all(heads);
            placer
        }
        _ => {
            let consume = |placer: &mut Placer<'_, _>, events: Vec<EnterOrLeave>| {
                events.into_iter().for_each(|event| placer.take(event));
            };
            let visit = |events: &mut Batches<'_, _>| {
                Traversal::new(links, |event| events.push(event)).visit_all(heads);
            };
            relay_batches(visit, begin, consume).1
        }
    };
    (placer.places, placer.copies)
}

/// The head of a list that a traversal enters, or 0 when it leaves the list entered
/// last.
type EnterOrLeave = StateId;

/// A depth-first traversal that visits each list once.
struct Traversal<'l, S> {
    links: &'l Links<'l>,
    /// One bit for each head.
    entered: Vec<u64>,
    /// For each open list, the state whose arc is next.
    cursors: Vec<StateId>,
    send: S,
}

impl<'l, S: FnMut(EnterOrLeave)> Traversal<'l, S> {
    fn new(links: &'l Links<'_>, send: S) -> Self {
        let mut entered = vec![0; links.len() / 64 + 1];
        entered[0] = 1; // the sink has no list
        Traversal {
            links,
            entered,
            cursors: Vec::new(),
            send,
        }
    }

    fn visit_all(&mut self, heads: &[StateId]) {
        // Independent reads are fetched together.
        for group in heads.chunks(16) {
            self.links.warm(group);
            for &head in group {
                self.visit(head);
            }
        }
    }

    fn visit(&mut self, head: StateId) {
        if !self.enter(head) {
            return;
        }
        let mut cursor = head;
        loop {
            while cursor != 0 {
                let (next, to) = self.links.get(cursor);
                cursor = next;
                if self.enter(to) {
                    self.cursors.push(cursor);
                    cursor = to;
                }
            }
            (self.send)(0);
            match self.cursors.pop() {
                Some(above) => cursor = above,
                None => return,
            }
        }
    }

    /// Enters a list. Returns false if it was entered before.
    #[inline]
    fn enter(&mut self, head: StateId) -> bool {
        let (bits, bit) = (&mut self.entered[head as usize / 64], 1 << (head % 64));
        let is_new = *bits & bit == 0;
        if is_new {
            *bits |= bit;
            (self.send)(head);
        }
        is_new
    }
}

/// Places lists as a traversal enters or leaves them.
struct Placer<'l, R> {
    links: &'l Links<'l>,
    order: Reserve,
    reserve: R,
    /// The heads of open lists, and their indices.
    entered: Vec<(StateId, u32)>,
    /// By state: the index of its node; 0 if it has none yet.
    places: Vec<u32>,
    /// Additional nodes written from a state: their index and the state.
    copies: Vec<(u32, StateId)>,
}

impl<'l, R: FnMut(u8) -> u64> Placer<'l, R> {
    fn new(links: &'l Links<'_>, order: Reserve, reserve: R) -> Self {
        Placer {
            links,
            order,
            reserve,
            entered: Vec::new(),
            places: vec![0; links.len()],
            copies: Vec::new(),
        }
    }

    /// Reserves nodes for the list of a head. An index past the largest file has no
    /// meaning.
    #[inline]
    fn reserve(&mut self, head: StateId) -> u32 {
        (self.reserve)(self.links.length(head)) as u32
    }

    #[inline]
    fn take(&mut self, event: EnterOrLeave) {
        match event {
            0 => self.leave(),
            head => self.enter(head),
        }
    }

    #[inline]
    fn enter(&mut self, head: StateId) {
        let index = match self.order {
            Reserve::Before => self.reserve(head),
            Reserve::After => 0,
        };
        self.entered.push((head, index));
    }

    /// Leaves the list entered last, and places its states that have no place yet.
    #[inline]
    fn leave(&mut self) {
        let Some((head, index)) = self.entered.pop() else {
            return;
        };
        let mut index = match self.order {
            Reserve::Before => index,
            Reserve::After => self.reserve(head),
        };
        let mut at = head;
        while at != 0 {
            match &mut self.places[at as usize] {
                place @ 0 => *place = index,
                _ => self.copies.push((index, at)),
            }
            (at, index) = (self.links.get(at).0, index.wrapping_add(1));
        }
    }
}

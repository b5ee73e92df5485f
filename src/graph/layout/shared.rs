//! Placing lists so that shared tails are written once; and layout `legacy`.
//!
//! The *head* of a state is found by going to the lowest-numbered state whose
//! next it is, again and again. An arc to any state of a list places the whole
//! list from its head on. A state that has a place keeps it, and so does
//! everything after it in the list: another list was written with that tail.

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::build::relay::{Batches, relay_batches};
use crate::graph::layout::placement::{Placement, head_nodes, roots};
use crate::graph::layout::state_facts::{Link, Links, StateFacts};
use crate::graph::spec::Layout;

/// When a list gets its nodes: before or after the lists it points to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reserve {
    Before,
    After,
}

/// Layout `legacy`: depth first from the roots, each list after those it points
/// to.
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

/// Places the lists of some heads and everything they lead to. `reserve` returns
/// the index of a run of free nodes, given its length. Returns the places and
/// the copies of a [`Placement`].
pub(crate) fn place(
    links: &Links<'_>,
    heads: &[StateId],
    order: Reserve,
    reserve: impl FnMut(u8) -> u64 + Send,
) -> (Vec<u32>, Vec<(u32, StateId)>) {
    let ((), placer) = relay_batches(
        |steps| Traversal::new(links, steps).visit_all(heads),
        || Placer::new(links, order, reserve),
        |placer, steps| steps.into_iter().for_each(|step| placer.take(step)),
    );
    (placer.places, placer.copies)
}

/// A step of a traversal: it enters a list, or leaves the one that it entered last, or
/// passes a list that leads to no new ones. A list is a link that leads to its head.
#[derive(Clone, Copy)]
enum Step {
    Enter(Link),
    Leave,
    Pass(Link),
}

/// A depth-first traversal of lists, each once.
struct Traversal<'l, 'r> {
    links: &'l Links<'l>,
    /// By head, one bit each.
    seen: Vec<u64>,
    /// The state of each open list whose arc comes next.
    cursors: Vec<StateId>,
    steps: &'l mut Batches<'r, Step>,
}

impl<'l, 'r> Traversal<'l, 'r> {
    fn new(links: &'l Links<'_>, steps: &'l mut Batches<'r, Step>) -> Self {
        let mut seen = vec![0; links.len() / 64 + 1];
        seen[0] = 1; // the sink has no list
        Traversal {
            links,
            seen,
            cursors: Vec::new(),
            steps,
        }
    }

    fn visit_all(&mut self, heads: &[StateId]) {
        // Reads that don't wait for each other are fetched side by side.
        for group in heads.chunks(16) {
            self.links.warm(group);
            for &head in group {
                if self.is_new(head) {
                    self.visit(head);
                }
            }
        }
    }

    fn visit(&mut self, head: StateId) {
        let (mut list, mut cursor) = (Some(head), head);
        loop {
            while cursor != 0 {
                let link = self.links.get(cursor);
                cursor = self.links.next(cursor, link);
                if self.is_new(link.to()) {
                    if let Some(head) = list.replace(link.to()) {
                        self.steps.push(Step::Enter(self.links.list(head)));
                    }
                    self.cursors.push(cursor);
                    cursor = link.to();
                }
            }
            self.steps.push(match list.take() {
                Some(head) => Step::Pass(self.links.list(head)),
                None => Step::Leave,
            });
            match self.cursors.pop() {
                Some(above) => cursor = above,
                None => return,
            }
        }
    }

    /// Marks a list as seen. Returns false if it was before.
    #[inline]
    fn is_new(&mut self, head: StateId) -> bool {
        let (bits, bit) = (&mut self.seen[head as usize / 64], 1 << (head % 64));
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

/// Places lists as a traversal enters or leaves them.
struct Placer<'l, R> {
    links: &'l Links<'l>,
    order: Reserve,
    reserve: R,
    /// Open lists, and where they go.
    entered: Vec<(Link, u32)>,
    /// By state: the index of its node; 0 if it has none yet.
    places: Vec<u32>,
    /// Further nodes that are written from a state: their index and the state.
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

    #[inline]
    fn take(&mut self, step: Step) {
        match step {
            Step::Enter(list) => {
                let index = match self.order {
                    Reserve::Before => self.reserve(list),
                    Reserve::After => 0,
                };
                self.entered.push((list, index));
            }
            Step::Leave => {
                let Some((list, index)) = self.entered.pop() else {
                    return;
                };
                let index = match self.order {
                    Reserve::Before => index,
                    Reserve::After => self.reserve(list),
                };
                self.place(list, index);
            }
            Step::Pass(list) => {
                let index = self.reserve(list);
                self.place(list, index);
            }
        }
    }

    /// Reserves nodes for a list. Past the end of the largest file an index means
    /// nothing.
    #[inline]
    fn reserve(&mut self, list: Link) -> u32 {
        (self.reserve)(list.after() as u8 + 1) as u32
    }

    /// Places the states of a list that have no place yet.
    #[inline]
    fn place(&mut self, list: Link, index: u32) {
        let (head, after) = (list.to() as usize, list.after() as usize);
        if list.is_run()
            && let Some(places) = self.places.get_mut(head - after..=head)
        {
            for (i, place) in (0..).zip(places.iter_mut().rev()) {
                match *place {
                    0 => *place = index + i,
                    _ => self.copies.push((index + i, list.to() - i)),
                }
            }
            return;
        }
        let mut at = list.to();
        for index in (index..).take(after + 1) {
            match &mut self.places[at as usize] {
                place @ 0 => *place = index,
                _ => self.copies.push((index, at)),
            }
            at = self.links.next(at, self.links.get(at));
        }
    }
}

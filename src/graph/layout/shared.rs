//! Lists written whole at their heads, so that shared tails are shared.
//!
//! A state's *head* is found by going to the lowest-numbered state whose next
//! it is, again and again. Arcs to any state of a list make the list of that
//! head be written; a state that has a place already keeps it, and so does all
//! that follows it in the list (another list was written with that tail).

use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::StateId;
use crate::graph::build::relay::{Relay, relay};
use crate::graph::layout::survey::{Links, Survey};
use crate::graph::layout::{Layout, Placement, head_nodes, roots};

/// When a list gets its nodes: before or after those its arcs point to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reserve {
    Before,
    After,
}

/// `legacy`: depth first from the roots, each list after those it points to.
pub(crate) fn place_legacy(automaton: &Automaton) -> Placement {
    let survey = Survey::new(automaton);
    let heads: Vec<StateId> = roots(automaton).map(|root| survey.head(root)).collect();
    let mut next_free = u64::from(head_nodes(automaton, Layout::Legacy));
    let links = survey.links(&automaton.states);
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

/// Places the lists of some heads, each after or before all it leads to.
/// `reserve` gives the index of so many consecutive free nodes. Returns where
/// states went, and the other nodes that are written from them.
pub(crate) fn place(
    links: &Links<'_>,
    heads: &[StateId],
    order: Reserve,
    reserve: impl FnMut(u8) -> u64 + Send,
) -> (Vec<u32>, Vec<(u32, StateId)>) {
    let ((), placer) = relay(
        |steps| Walk::new(links, steps).take_all(heads),
        || Placer::new(links, order, reserve),
        |placer, steps| steps.into_iter().for_each(|step| placer.take(step)),
    );
    (placer.places, placer.copies)
}

/// One step of a walk: the head of a list that was come to, or 0 where the list
/// was left that was come to last and not left.
#[derive(Clone, Copy)]
struct Step(StateId);

/// Goes to lists and all that they lead to, to each once.
struct Walk<'l, 'r> {
    links: &'l Links<'l>,
    /// By head, as bits.
    entered: Vec<u64>,
    /// In each list that was not left: the state whose arc is followed next.
    cursors: Vec<StateId>,
    steps: &'l mut Relay<'r, Step>,
}

impl<'l, 'r> Walk<'l, 'r> {
    fn new(links: &'l Links<'_>, steps: &'l mut Relay<'r, Step>) -> Self {
        let mut entered = vec![0; links.len() / 64 + 1];
        entered[0] = 1; // the sink has no list
        Walk {
            links,
            entered,
            cursors: Vec::new(),
            steps,
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
            self.steps.push(Step(0));
            match self.cursors.pop() {
                Some(above) => cursor = above,
                None => return,
            }
        }
    }

    /// Comes to a list unless that was done; whether it was not.
    #[inline]
    fn enter(&mut self, head: StateId) -> bool {
        let (bits, bit) = (&mut self.entered[head as usize / 64], 1 << (head % 64));
        let is_new = *bits & bit == 0;
        if is_new {
            *bits |= bit;
            self.steps.push(Step(head));
        }
        is_new
    }
}

/// Places lists as they are come to or left.
struct Placer<'l, R> {
    links: &'l Links<'l>,
    order: Reserve,
    reserve: R,
    /// The heads of lists that were not left, and where they go.
    entered: Vec<(StateId, u32)>,
    /// By state: the index of its node; 0 if it has none yet.
    places: Vec<u32>,
    /// Other nodes that are written from states: their index and the state.
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

    /// Past the end of the largest file an index means nothing.
    #[inline]
    fn reserve(&mut self, head: StateId) -> u32 {
        (self.reserve)(self.links.length(head)) as u32
    }

    #[inline]
    fn take(&mut self, step: Step) {
        match step.0 {
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

    /// All states of the list get places, unless they have some.
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

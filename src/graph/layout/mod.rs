//! Layouts: where in the file each list goes.
//!
//! The automaton says which states there are; a layout gives each list of them
//! its place. All layouts hold the same words. Lists may share their tails: a
//! state can be the next one of several others. Two layouts write such a tail
//! once where they can (`legacy`, `wolges`), two write every list that an arc
//! points to in full (`preorder`, `magpie`).

mod appender;
mod magpie;
mod preorder;
mod recognise;
mod shared;
mod survey;
mod wolges;

pub use recognise::FoundLayout;

use super::automaton::Automaton;
use super::node::{Node, NodeFormat};
use super::states::{State, StateId};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::fmt;
use survey::Links;

/// One of the ways to arrange the same graph in a file.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Deserialize,
    serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Often used lists first, in blocks of a cache line; what servers load.
    #[default]
    Wolges,
    /// Depth first, lists after those they point to.
    Legacy,
    /// Depth first, lists before those they point to, no shared tails.
    Preorder,
    /// Breadth first, no shared tails.
    Magpie,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 4] = [
        Layout::Wolges,
        Layout::Legacy,
        Layout::Preorder,
        Layout::Magpie,
    ];

    /// The name that recipes and options use.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Wolges => "wolges",
            Layout::Legacy => "legacy",
            Layout::Preorder => "preorder",
            Layout::Magpie => "magpie",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where lists go.
struct Placement {
    places: Places,
    slots: Slots,
    /// The number of nodes in all.
    node_count: u64,
}

impl Placement {
    fn new(places: Places, slots: Slots, node_count: u64) -> Placement {
        Placement {
            places,
            slots,
            node_count,
        }
    }
}

/// By state: the index of the node where it can be found; 0 if nowhere.
enum Places {
    ByState(Vec<u32>),
    Linked(Links),
}

/// By node: the state that is written there; 0 if none.
struct Slots(Vec<StateId>);

impl Slots {
    /// Room for so many states, and for some that have more than one node.
    fn new(states: usize) -> Slots {
        Slots(vec![0; states + states / 8])
    }

    /// Past the end of the largest file there is nothing to be written.
    #[inline]
    fn set(&mut self, index: u64, id: StateId) {
        let index = index as usize;
        if index >= self.0.len() {
            self.grow(index);
        }
        if let Some(slot) = self.0.get_mut(index) {
            *slot = id;
        }
    }

    #[cold]
    fn grow(&mut self, index: usize) {
        let most = NodeFormat::Kbwg.max_nodes() as usize;
        if self.0.len() < most {
            self.0.resize(most.min(index + index / 2 + 1), 0);
        }
    }
}

/// Lays an automaton out, or says that it does not fit the node format.
pub(crate) fn lay_out(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<Node>> {
    lay_out_as(automaton, layout, format, |node| node)
}

/// The same as the bytes of a file.
pub(crate) fn lay_out_bytes(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<u8>> {
    // One look at the format, not one for each node.
    let nodes = match format {
        NodeFormat::Kwg => lay_out_as(automaton, layout, format, |node| {
            NodeFormat::Kwg.encode(node).to_le_bytes()
        }),
        NodeFormat::Kbwg => lay_out_as(automaton, layout, format, |node| {
            NodeFormat::Kbwg.encode(node).to_le_bytes()
        }),
    };
    Ok(nodes?.into_flattened())
}

fn lay_out_as<T: Send>(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
    form: impl Fn(Node) -> T + Sync + Send,
) -> Result<Vec<T>> {
    let Placement {
        places,
        mut slots,
        node_count,
    } = match layout {
        Layout::Legacy => shared::place_legacy(automaton),
        Layout::Wolges => wolges::place(automaton),
        Layout::Preorder => preorder::place(automaton),
        Layout::Magpie => magpie::place(automaton),
    };
    check_size(node_count, format)?;
    slots.0.resize(node_count as usize, 0);
    let mut nodes = match &places {
        Places::ByState(places) => {
            write(&automaton.states, &slots.0, &form, |id| places[id as usize])
        }
        Places::Linked(links) => write(&automaton.states, &slots.0, &form, |id| links.place(id)),
    };
    let place = |id: StateId| match &places {
        Places::ByState(places) => places[id as usize],
        Places::Linked(links) => links.place(id),
    };
    nodes[0] = form(Node::head(place(automaton.dawg_root)));
    if head_nodes(automaton, layout) == 2 {
        nodes[1] = form(Node::head(automaton.gaddag_root.map_or(0, place)));
    }
    Ok(nodes)
}

/// Writes the node of each slot.
fn write<T: Send>(
    states: &[State],
    slots: &[StateId],
    form: impl Fn(Node) -> T + Sync + Send,
    place: impl Fn(StateId) -> u32 + Sync,
) -> Vec<T> {
    let node = |&id: &StateId| match id {
        0 => Node::default(),
        _ => {
            let state = states[id as usize];
            let is_end = state.next() == 0;
            Node::new(state.tile(), state.accepts(), is_end, place(state.arc()))
        }
    };
    let mut nodes = Vec::with_capacity(slots.len());
    nodes.par_extend(slots.par_iter().map(node).map(form));
    nodes
}

fn check_size(nodes: u64, format: NodeFormat) -> Result<()> {
    let limit = format.max_nodes();
    if nodes <= limit {
        return Ok(());
    }
    let way_out = match format {
        NodeFormat::Kwg if nodes <= NodeFormat::Kbwg.max_nodes() => {
            "; `node: kbwg` (--node kbwg) holds up to 16777216"
        }
        _ => "; no format holds more than 16777216",
    };
    Err(Error::input(
        "",
        format!("the graph has {nodes} nodes, node format {format} holds at most {limit}{way_out}"),
    ))
}

/// How many nodes that point to roots stand before the first list.
fn head_nodes(automaton: &Automaton, layout: Layout) -> u32 {
    match (automaton.gaddag_root, layout) {
        (None, Layout::Legacy | Layout::Wolges) => 1,
        _ => 2,
    }
}

/// The states of the list that begins with `first`.
fn list(states: &[State], first: StateId) -> impl Iterator<Item = StateId> {
    let next = |&id: &StateId| Some(states[id as usize].next()).filter(|&id| id != 0);
    std::iter::successors(Some(first).filter(|&id| id != 0), next)
}

/// The roots there are, in the order in which layouts take them.
fn roots(automaton: &Automaton) -> impl Iterator<Item = StateId> {
    [Some(automaton.dawg_root), automaton.gaddag_root]
        .into_iter()
        .flatten()
        .filter(|&root| root != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_nodes_name_the_number_the_limit_and_the_way_out() {
        check_size(1 << 22, NodeFormat::Kwg).unwrap();
        assert_eq!(
            check_size((1 << 22) + 1, NodeFormat::Kwg)
                .unwrap_err()
                .to_string(),
            "the graph has 4194305 nodes, node format kwg holds at most 4194304; \
             `node: kbwg` (--node kbwg) holds up to 16777216"
        );
        check_size(1 << 24, NodeFormat::Kbwg).unwrap();
        assert_eq!(
            check_size((1 << 24) + 1, NodeFormat::Kbwg)
                .unwrap_err()
                .to_string(),
            "the graph has 16777217 nodes, node format kbwg holds at most 16777216; \
             no format holds more than 16777216"
        );
    }
}

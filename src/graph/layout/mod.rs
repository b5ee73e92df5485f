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
pub(crate) mod recognise;
mod shared;
mod survey;
mod wolges;

use crate::error::{Error, Result};
use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::node::{Node, NodeFormat};
use crate::parallel::prelude::*;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};

/// One of the ways to arrange the same graph in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
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
    /// By state: the index of the node where it can be found; 0 if nowhere.
    places: Vec<u32>,
    /// Other nodes that are written from a state, besides the one at its place:
    /// their index and the state.
    copies: Vec<(u32, StateId)>,
    /// The number of nodes in all.
    node_count: u64,
}

/// Lays an automaton out, or says that it does not fit the node format.
pub(crate) fn lay_out(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<Node>> {
    let placement = place(automaton, layout, format)?;
    let nodes = write(automaton, layout, &placement, Node::bits);
    Ok(nodes.into_iter().map(Node::from_bits).collect())
}

/// The same as the bytes of a file.
pub(crate) fn lay_out_bytes(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<u8>> {
    let placement = place(automaton, layout, format)?;
    // One look at the format, not one for each node.
    let nodes = match format {
        NodeFormat::Kwg => write(automaton, layout, &placement, |node| {
            NodeFormat::Kwg.encode(node)
        }),
        NodeFormat::Kbwg => write(automaton, layout, &placement, |node| {
            NodeFormat::Kbwg.encode(node)
        }),
    };
    let mut bytes = Vec::with_capacity(nodes.len());
    bytes.par_extend(nodes.into_par_iter().map(u32::to_le_bytes));
    Ok(bytes.into_flattened())
}

fn place(automaton: &Automaton, layout: Layout, format: NodeFormat) -> Result<Placement> {
    let placement = match layout {
        Layout::Legacy => shared::place_legacy(automaton),
        Layout::Wolges => wolges::place(automaton),
        Layout::Preorder => preorder::place(automaton),
        Layout::Magpie => magpie::place(automaton),
    };
    check_size(placement.node_count, format)?;
    Ok(placement)
}

/// Writes all nodes.
fn write(
    automaton: &Automaton,
    layout: Layout,
    placement: &Placement,
    bits: impl Fn(Node) -> u32 + Sync,
) -> Vec<u32> {
    let place = |id: StateId| placement.places[id as usize];
    // Threads write to the same array, each node once.
    let empty = vec![0; placement.node_count as usize].into_iter();
    let nodes: Vec<AtomicU32> = empty.map(AtomicU32::new).collect();
    let write = |index: u32, state: State| {
        let is_end = state.next() == 0;
        let node = Node::new(state.tile(), state.accepts(), is_end, place(state.arc()));
        nodes[index as usize].store(bits(node), Ordering::Relaxed);
    };
    // States are taken by number: their arcs lead to others nearby, and only
    // the nodes are all over the place.
    let states = &automaton.states;
    (1..states.len())
        .into_par_iter()
        .for_each(|id| match place(id as StateId) {
            0 => {}
            index => write(index, states[id]),
        });
    placement
        .copies
        .par_iter()
        .for_each(|&(index, id)| write(index, states[id as usize]));
    let mut nodes: Vec<u32> = nodes.into_iter().map(AtomicU32::into_inner).collect();
    nodes[0] = bits(Node::head(place(automaton.dawg_root)));
    if head_nodes(automaton, layout) == 2 {
        nodes[1] = bits(Node::head(automaton.gaddag_root.map_or(0, place)));
    }
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

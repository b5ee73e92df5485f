//! Layouts: where in the file each list goes.
//!
//! The automaton says which states there are; a layout gives each list of them
//! its place. All layouts hold the same words. Lists may share their tails: a
//! state can be the next one of several others. Two layouts write such a tail
//! once where they can (`legacy`, `wolges`), two write every list that an arc
//! points to in full (`preorder`, `magpie`).

mod magpie;
mod preorder;
mod recognise;
mod shared;
mod wolges;

pub use recognise::FoundLayout;

use super::automaton::Automaton;
use super::node::{Node, NodeFormat};
use super::states::{State, StateId};
use crate::error::{Error, Result};
use std::fmt;

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

/// Where lists go. Until the number of nodes is compared with a format's limit
/// an index may be too large for 32 bits and cut off.
struct Placement {
    /// By state: the index of the node where it can be found; 0 if nowhere.
    places: Vec<u32>,
    /// The lists to write: the index of the first node, and the first state.
    lists: Vec<(u32, StateId)>,
    /// The number of nodes in all.
    node_count: u64,
}

impl Placement {
    fn new(automaton: &Automaton) -> Placement {
        Placement {
            places: vec![0; automaton.states.len()],
            lists: Vec::new(),
            node_count: 0,
        }
    }
}

/// Lays an automaton out, or says that it does not fit the node format.
pub(crate) fn lay_out(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<Node>> {
    let placement = match layout {
        Layout::Legacy => shared::place_legacy(automaton),
        Layout::Wolges => wolges::place(automaton),
        Layout::Preorder => preorder::place(automaton),
        Layout::Magpie => magpie::place(automaton),
    };
    check_size(placement.node_count, format)?;
    Ok(write(automaton, layout, &placement))
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

fn write(automaton: &Automaton, layout: Layout, placement: &Placement) -> Vec<Node> {
    let Automaton { states, .. } = automaton;
    let mut nodes = vec![Node::default(); placement.node_count as usize];
    let place = |id: StateId| placement.places[id as usize];
    nodes[0] = Node::head(place(automaton.dawg_root));
    if head_nodes(automaton, layout) == 2 {
        nodes[1] = Node::head(automaton.gaddag_root.map_or(0, place));
    }
    for &(index, first) in &placement.lists {
        for (node, state) in nodes[index as usize..].iter_mut().zip(list(states, first)) {
            let is_end = state.next() == 0;
            *node = Node::new(state.tile(), state.accepts(), is_end, place(state.arc()));
        }
    }
    nodes
}

/// How many nodes that point to roots stand before the first list.
fn head_nodes(automaton: &Automaton, layout: Layout) -> u32 {
    match (automaton.gaddag_root, layout) {
        (None, Layout::Legacy | Layout::Wolges) => 1,
        _ => 2,
    }
}

/// The states of the list that begins with `first`.
fn list(states: &[State], first: StateId) -> impl Iterator<Item = State> {
    let mut at = first;
    std::iter::from_fn(move || {
        if at == 0 {
            return None;
        }
        let state = states[at as usize];
        at = state.next();
        Some(state)
    })
}

/// By state: the number of states from it to the end of its list. A list has
/// each tile at most once, so that 64 is the most.
fn list_lengths(states: &[State]) -> Vec<u8> {
    let mut lengths = vec![0; states.len()];
    for id in 1..states.len() {
        lengths[id] = lengths[states[id].next() as usize] + 1;
    }
    lengths
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

//! Lays out an automaton: turns states into the nodes of a file.

use crate::error::{Error, Result};
use crate::graph::build::automaton::Automaton;
use crate::graph::build::registry::{State, StateId};
use crate::graph::layout::appender::{place_magpie, place_preorder};
use crate::graph::layout::placement::{Placement, head_nodes};
use crate::graph::layout::{shared, wolges};
use crate::graph::node::{Node, NodeFormat};
use crate::graph::spec::Layout;
use crate::parallel;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Lays out an automaton as nodes; fails if the node format has no room.
pub(crate) fn lay_out(
    automaton: &Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<Node>> {
    let placement = place(automaton, layout, format)?;
    let nodes = write(automaton, layout, &placement, Node::bits).into_iter();
    Ok(nodes
        .map(|bits| Node::from_bits(bits.into_inner()))
        .collect())
}

/// Lays out an automaton as the bytes of a file; fails if the node format has no room.
pub(crate) fn lay_out_bytes(
    automaton: Automaton,
    layout: Layout,
    format: NodeFormat,
) -> Result<Vec<u8>> {
    let placement = place(&automaton, layout, format)?;
    // Matches on the format once, not for each node.
    let nodes = match format {
        NodeFormat::Kwg => write(&automaton, layout, &placement, |node| {
            NodeFormat::Kwg.encode(node)
        }),
        NodeFormat::Kbwg => write(&automaton, layout, &placement, |node| {
            NodeFormat::Kbwg.encode(node)
        }),
    };
    drop((automaton, placement)); // makes room
    let bytes = parallel::collect(&nodes, |_, node| node.load(Relaxed).to_le_bytes());
    Ok(bytes.into_flattened())
}

fn place(automaton: &Automaton, layout: Layout, format: NodeFormat) -> Result<Placement> {
    let placement = match layout {
        Layout::Legacy => shared::place_legacy(automaton),
        Layout::Wolges => wolges::place(automaton),
        Layout::Preorder => place_preorder(automaton),
        Layout::Magpie => place_magpie(automaton),
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
) -> Vec<AtomicU32> {
    let (states, places) = (&automaton.states[..], &placement.places[..]);
    let place = move |id: StateId| places[id as usize];
    // Threads share the array; each node is written once.
    let empty = vec![0; placement.node_count as usize].into_iter();
    let nodes: Vec<AtomicU32> = empty.map(AtomicU32::new).collect();
    let (shared, bits) = (&nodes[..], &bits);
    let put = move |index: u32, node| shared[index as usize].store(bits(node), Relaxed);
    let write = move |index, state: State| {
        let is_end = state.next() == 0;
        let node = Node::new(state.tile(), state.accepts(), is_end, place(state.arc()));
        put(index, node);
    };
    // Runs in the order of the states, whose arcs lead to states nearby. Only the
    // writes are spread over the file.
    parallel::in_parts(states.len(), move |part| {
        for (&index, &state) in places[part.clone()].iter().zip(&states[part]) {
            match index {
                0 => {}
                index => write(index, state),
            }
        }
    });
    parallel::in_parts(placement.copies.len(), |part| {
        for &(index, id) in &placement.copies[part] {
            write(index, states[id as usize]);
        }
    });
    put(0, Node::head(place(automaton.dawg_root)));
    if head_nodes(automaton, layout) == 2 {
        put(1, Node::head(automaton.gaddag_root.map_or(0, place)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_nodes_name_the_number_the_limit_and_the_way_out() {
        for (limit, format, name, way_out) in [
            (
                1 << 22,
                NodeFormat::Kwg,
                "kwg",
                "`node: kbwg` (--node kbwg) holds up to 16777216",
            ),
            (
                1 << 24,
                NodeFormat::Kbwg,
                "kbwg",
                "no format holds more than 16777216",
            ),
        ] {
            check_size(limit, format).unwrap();
            let (nodes, error) = (limit + 1, check_size(limit + 1, format).unwrap_err());
            assert_eq!(
                error.to_string(),
                format!(
                    "the graph has {nodes} nodes, node format {name} holds at most {limit}; {way_out}"
                )
            );
        }
    }
}

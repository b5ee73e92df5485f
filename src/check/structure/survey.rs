//! Reports all faults of a graph file, not only the first.
//!
//! The validator of the [reader](crate::graph::Graph) continues after a fault if its
//! sink allows. Here the sink turns each violation into a finding.

use crate::check::findings::Finding;
use crate::graph::{
    CUT_SHORT, GraphFault, GraphKind, NodeFormat, Violation, begins_with_root, check_length,
    decode, validate,
};
use crate::tiles::MAX_LETTERS;
use std::convert::Infallible;

/// Called with every fault: its kind and the evidence.
pub(crate) type FaultReport<'a> = &'a mut dyn FnMut(&'static str, &dyn Fn() -> Finding);

/// Reports all faults of a graph file.
pub(crate) fn survey(bytes: &[u8], format: NodeFormat, kind: GraphKind, report: FaultReport<'_>) {
    if bytes.len() >= 4 && !begins_with_root(bytes, format) {
        // A file that does not begin like a graph is not one, or has no accessible root.
        let Ok(()) = check_length(bytes, format, |violation| tell(violation, report));
        let Ok(()) = tell(Violation::Head { node: 0 }, report);
        return;
    }
    let Ok(nodes) = decode(bytes, format, |violation| tell(violation, report));
    // A single arc past the end may be damaged. Several mean that the file was
    // truncated, which is reported first.
    let mut past_end = 0;
    let Ok(_) = validate(&nodes, kind, MAX_LETTERS, |violation| {
        if let Violation::Arc { arc, count, .. } = violation {
            past_end += usize::from(arc as usize >= count);
        }
        Ok::<(), Infallible>(())
    });
    if bytes.len().is_multiple_of(4) && past_end > 1 {
        report(LENGTH, &|| {
            let expected = format!("more nodes, as {past_end} arcs lead past the end");
            evidence_of(&GraphFault::mismatch(expected, nodes.len()).cut_short(true))
        });
    }
    let Ok(reached) = validate(&nodes, kind, MAX_LETTERS, |violation| {
        tell(violation, report)
    });
    if kind == GraphKind::Leaves {
        let nodes = |index: u32| nodes.get(index as usize).filter(|_| index != 0);
        for node in reached.dawg.iter().filter_map(nodes) {
            if let Some(next) = nodes(node.arc()).filter(|next| next.tile() < node.tile()) {
                report(ORDER, &|| {
                    let expected = format!("tile {} or above, as leaves are sorted", node.tile());
                    (place(node.arc()), expected, next.tile()).into()
                });
            }
        }
    }
}

fn place(index: u32) -> String {
    format!("node {index}")
}

const LENGTH: &str = "the length of the file";
const ORDER: &str = "the order of a list";
const DEAD_END: &str = "a dead end";
const TILE: &str = "a tile";

/// Reports a violation.
fn tell(violation: Violation, report: FaultReport<'_>) -> Result<(), Infallible> {
    let what = match violation {
        Violation::Length { .. }
        | Violation::TooManyNodes { .. }
        | Violation::TooFewNodes { .. } => LENGTH,
        Violation::Head { .. } => "the node of a root",
        Violation::LargeTile { .. }
        | Violation::PastAlphabet { .. }
        | Violation::BlankInWord { .. } => TILE,
        Violation::Arc { .. } => "an arc",
        Violation::SwitchEndsPath { .. } | Violation::DeadEnd { .. } => DEAD_END,
        Violation::NoEnd { .. } => "the end of a list",
        Violation::Order { .. } => ORDER,
        Violation::Cycle { .. } => "a cycle",
    };
    let is_length = matches!(violation, Violation::Length { .. });
    report(what, &|| {
        evidence_of(&GraphFault::from(violation).cut_short(is_length))
    });
    Ok(())
}

/// The evidence of a fault: the node or the part, what was expected there, and what was
/// found.
pub(crate) fn evidence_of(fault: &GraphFault) -> Finding {
    let sound = |problem| Finding::from(("", "a sound file", problem));
    let mut finding = Finding::of_mismatch(&fault.problem).unwrap_or_else(sound);
    if let Some(node) = fault.node {
        finding.place = place(node);
    }
    if fault.cut_short {
        finding.advice = CUT_SHORT.to_string();
    }
    finding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Node, to_bytes};

    fn faults(nodes: &[Node], kind: GraphKind) -> Vec<String> {
        let bytes = to_bytes(nodes, NodeFormat::Kwg);
        let mut found = Vec::new();
        survey(&bytes, NodeFormat::Kwg, kind, &mut |what, detail| {
            let d = detail();
            found.push(format!(
                "{what}: {}: expected {}, found {}",
                d.place, d.expected, d.found
            ));
        });
        found
    }

    #[test]
    fn every_fault_is_named() {
        let nodes = [
            Node::head(1),
            Node::new(3, true, false, 9),
            Node::new(2, false, false, 0),
            Node::new(5, true, false, 1),
        ];
        assert_eq!(
            faults(&nodes, GraphKind::Dawg),
            [
                "an arc: node 1: expected 0 or a node from 1 to 3, found 9",
                "the order of a list: node 2: expected more than 3, the one before it in its list, found 2",
                "a dead end: node 2: expected the end of a word, or more tiles, found neither",
                "the end of a list: node 3: expected the last node of a list, found the end of the file",
                "a cycle: node 1: expected paths that end, found one from node 3 that comes back to it",
            ]
        );
        let leaves = [
            Node::head(1),
            Node::new(3, true, true, 2),
            Node::new(1, true, true, 0),
        ];
        assert_eq!(
            faults(&leaves, GraphKind::Leaves),
            [
                "the order of a list: node 2: expected tile 3 or above, as leaves are sorted, found 1"
            ]
        );
        assert!(faults(&leaves, GraphKind::Dawg).is_empty());
    }
}

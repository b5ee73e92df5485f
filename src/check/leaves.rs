//! Checks that leaves can be drawn from the bag, and that none is missing.

use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::check::subject::Role;
use crate::error::grouped;
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::recipe::Completeness;
use crate::ruleset::{ImpossibleLeave, Ruleset};
use std::collections::BTreeMap;

/// Checks that leaves can be drawn from the bag and, if the recipe expects all of them,
/// that none is missing.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let subject = lexicon.subject;
    let all = subject.ruleset.possible_leaves();
    let recipe = subject.recipe.as_ref();
    let wanted = recipe.and_then(|recipe| recipe.recipe.expect.leaves);
    for (file, leaves) in lexicon.leaves(pass) {
        let possible = possible_leaves(leaves.graph(), &subject.ruleset);
        if possible < leaves.len() as u64 {
            name_impossible(file, leaves, pass);
        }
        pass.checked("leaves", leaves.len() as u64);
        if u128::from(possible) == all {
            continue;
        }
        let all = grouped(u64::try_from(all).unwrap_or(u64::MAX));
        let evidence = || ("", format!("all {all} possible leaves"), grouped(possible));
        match wanted {
            Some(Completeness::Complete) => pass.error("not all leaves", file.path(), evidence),
            None => pass.warning("not all leaves", file.path(), evidence),
        }
    }
}

/// Counts the leaves of a graph that can stay on a rack, without listing them. Leaves
/// with the same last tile, the same count of it, and the same continuation are counted
/// together.
pub(crate) fn possible_leaves(graph: &Graph, ruleset: &Ruleset) -> u64 {
    let mut possible = 0;
    // By list, last tile and its count: the number of leaves so far.
    let mut leaves = BTreeMap::new();
    leaves.insert((graph.dawg_root(), 0, 0), 1u64);
    for _ in 0..ruleset.longest_leave() {
        let mut longer = BTreeMap::new();
        for ((list, last, times), count) in leaves {
            for node in graph.list(list) {
                let times = if node.tile() == last { times + 1 } else { 1 };
                if times <= u16::from(ruleset.count(node.tile())) {
                    possible += count * u64::from(node.accepts());
                    *longer.entry((node.arc(), node.tile(), times)).or_insert(0) += count;
                }
            }
        }
        leaves = longer;
    }
    possible
}

/// Reports leaves that can't stay on a rack, unless the recipe allows them.
fn name_impossible(file: &OpenedFile<'_>, leaves: &Leaves, pass: &mut PassRun) {
    let Role::Leaves(allowed) = &file.artifact.role else {
        return;
    };
    let (ruleset, alphabet) = (&file.subject.ruleset, file.alphabet());
    let mut rows = leaves.rows();
    while let Some((leave, _)) = rows.next() {
        let mut checked = ruleset.check_leave(leave);
        if allowed.beyond_rack && matches!(checked, Err(ImpossibleLeave::TooLong { .. })) {
            checked = ruleset.check_dealt(leave);
        }
        let (expected, found) = match checked {
            Err(ImpossibleLeave::TooMany { tile, most, found }) if !allowed.beyond_bag => {
                let label = alphabet.label(tile);
                let expected = format!("at most {most} of {label}, all that the bag has");
                (expected, found)
            }
            Err(ImpossibleLeave::TooLong { most, found }) => {
                (format!("at most {most} tiles, as a play places one"), found)
            }
            _ => continue,
        };
        pass.error("an impossible leave", file.path(), || {
            let place = format!("leave {}", alphabet.labels_text(leave));
            (place, expected, found)
        });
    }
}

//! The match of a recipe: its leave values against those of another file.

use crate::check::causes::LOST_MATCH;
use crate::check::findings::Evidence;
use crate::check::opened::OpenedFile;
use crate::check::pass_run::PassRun;
use crate::check::subject::Rival;
use crate::error::Result;
use crate::graph::Graph;
use crate::leave::Leaves;
use crate::play::{Figures, MatchOptions, Side, play_match};
use std::ops::ControlFlow;

/// Plays the match. It is an error if the share of wins is below what the recipe
/// asks for.
pub(crate) fn play(
    graph: &Graph,
    (klv, leaves): (&OpenedFile<'_>, &Leaves),
    (rival, seed): (&Rival, u64),
    pass: &mut PassRun,
) -> Result<()> {
    let options = MatchOptions::new(rival.gate.pairs, seed);
    let sides = [leaves, &rival.leaves].map(|leaves| Side::new(graph, leaves));
    let go_on = |_: &[_], _: &_| Ok(ControlFlow::Continue(()));
    let played = play_match(sides, &klv.subject.ruleset, &options, go_on)?;
    pass.checked("match pairs", played.tally.pairs);
    let Some(figures) = Figures::of(&played.tally) else {
        return Ok(());
    };
    if figures.share < rival.gate.at_least {
        pass.error(LOST_MATCH, klv.path(), || {
            let expected = format!("a share of wins of at least {}", rival.gate.at_least);
            let (low, high) = figures.share_range;
            let found = format!("{:.4} (95 %: {low:.4} to {high:.4})", figures.share);
            Evidence::new(format!("against {}", rival.path), expected, found)
        });
    }
    Ok(())
}

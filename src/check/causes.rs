//! Finds the findings that follow from a file that is not the one that was built.
//!
//! A wrong file can cause thousands of findings for one reason. A report names that
//! reason first and marks what follows from it.

use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass::Pass;
use crate::check::report::{Cause, PassReport};
use crate::check::subject::Role;
use crate::recipe::PartKind;

/// A file whose checksum differs from the manifest, the checksum file or the lock.
pub(crate) const SUM_DIFFERS: &str = "its sum differs";
/// A file whose checksum differs from the manifest beside it.
pub(crate) const NOT_LISTED: &str = "not the file that its manifest lists";
/// A source whose checksum differs from the manifest.
pub(crate) const CHANGED: &str = "changed since the files were built";

/// Leave values that lost the match of their recipe.
pub(crate) const LOST_MATCH: &str = "a match was lost";

/// Finds the causes among the findings, and marks what follows from them.
pub(crate) fn explain(lexicon: &OpenedLexicon<'_>, passes: &mut [PassReport]) -> Vec<Cause> {
    let mut causes: Vec<Cause> = Vec::new();
    for tally in passes.iter().flat_map(|pass| &pass.tallies) {
        if [SUM_DIFFERS, NOT_LISTED, CHANGED].contains(&tally.what) {
            causes.push(Cause {
                file: tally.file.clone(),
                what: tally.what,
                findings: 0,
            });
        }
    }
    for pass in passes {
        for finding in &mut pass.findings {
            let (what, file) = (finding.what, &finding.file);
            let cause = cause_of(lexicon, &causes, pass.pass, what, file);
            finding.because = cause.map(|at| causes[at].file.clone());
        }
        for tally in &mut pass.tallies {
            if let Some(at) = cause_of(lexicon, &causes, pass.pass, tally.what, &tally.file) {
                tally.because = Some(causes[at].file.clone());
                causes[at].findings = causes[at].findings.saturating_add(tally.count);
            }
        }
    }
    causes.retain(|cause| cause.findings > 0);
    causes
}

/// Returns the cause that explains what a pass finds in a file.
fn cause_of(
    lexicon: &OpenedLexicon<'_>,
    all: &[Cause],
    pass: Pass,
    what: &str,
    file: &str,
) -> Option<usize> {
    // Matches are played with the built files, whatever the current sources.
    if what == LOST_MATCH || all.iter().any(|c| (c.what, &c.file[..]) == (what, file)) {
        return None;
    }
    let other = |path: &str| {
        let is_other = |c: &Cause| c.what != CHANGED && c.file == path;
        all.iter().position(is_other)
    };
    let mut files = lexicon.files.iter();
    let Some(item) = files.find(|item| item.path() == file) else {
        // A table of positions is compared with the graph and the leaves.
        let files = lexicon.files.iter();
        let mut used = files.filter(|f| is_words(f) || f.is_of_leaves());
        let mut tables = lexicon.subject.positions.iter();
        let is_table = tables.any(|(path, _)| path == file);
        return used.find_map(|f| other(f.path())).filter(|_| is_table);
    };
    let role = &item.artifact.role;
    let mut graphs = lexicon.files.iter().filter(|graph| match role {
        Role::Graph { .. } => !is_words(item) && is_words(graph),
        Role::Words(_) | Role::Definitions(_) => is_words(graph),
        _ => role.of() == Some(&graph.artifact.name),
    });
    let of_graph = || graphs.next().and_then(|graph| other(graph.path()));
    let has_sources = matches!(pass, Pass::Words | Pass::Counts | Pass::Moves);
    let is_source = |c: &Cause| has_sources && is_source(lexicon, c, role.part());
    let of_source = || all.iter().position(is_source);
    other(file).or_else(of_graph).or_else(of_source)
}

fn is_words(item: &OpenedFile<'_>) -> bool {
    item.is_of_words() == Some(true)
}

/// Whether a part of the recipe is built from a list or table that changed. A changed
/// recipe explains nothing, since the files must meet its expectations.
fn is_source(lexicon: &OpenedLexicon<'_>, cause: &Cause, part: PartKind) -> bool {
    let recipe = lexicon.subject.recipe.as_ref();
    if recipe.is_some_and(|recipe| recipe.path.display().to_string() == cause.file) {
        return false;
    }
    let claims = lexicon.subject.claims.iter();
    let mut about = claims.filter(|claim| claim.about == cause.file);
    cause.what == CHANGED && about.any(|claim| claim.parts.contains(&part))
}

//! What manifest, sums and lock say of files, against the files.

use crate::check::findings::{Detail, Trial};
use crate::check::opened::{Holds, Item, Shelf};
use crate::check::subject::{Claim, Fact, Role, Trouble};
use crate::graph::{Graph, Identity, Region};
use crate::parallel::prelude::*;

/// Compares every claim with what is there.
pub(crate) fn run(shelf: &Shelf<'_>, trial: &mut Trial) {
    for note in &shelf.subject.notes {
        trial.skip(note);
    }
    let detail = |of: &Trouble| Detail::new("", &of.expected, &of.found).advise(&of.advice);
    for trouble in &shelf.subject.troubles {
        let findings = &mut trial.findings;
        findings.error(trouble.what, &trouble.file, || detail(trouble));
    }
    for doubt in &shelf.subject.doubts {
        let findings = &mut trial.findings;
        findings.warning(doubt.what, &doubt.file, || detail(doubt));
    }
    for item in &shelf.items {
        compare_sums(shelf, item, trial);
    }
    let is_sum = |claim: &&Claim| claim.fact == Fact::Sha256 && claim.expected.is_some();
    let claims = &shelf.subject.claims;
    let claims: Vec<&Claim> = claims.iter().filter(|claim| !is_sum(claim)).collect();
    let found: Vec<Option<String>> = claims.par_iter().map(|c| what_is(shelf, c)).collect();
    for (claim, found) in claims.into_iter().zip(found) {
        let Some(expected) = &claim.expected else {
            if is_absent(shelf, &claim.about) {
                continue;
            }
            trial.findings.error("says nothing", &claim.by, || {
                let expected = format!("its {}", claim.fact.name());
                Detail::new(&claim.about, expected, "nothing")
            });
            continue;
        };
        // A file that can't be read has been named elsewhere.
        let Some(found) = found else { continue };
        trial.checked("claims", 1);
        if found == *expected {
            continue;
        }
        if let Fact::Source { programs, .. } = &claim.fact {
            if let Some(named) = other_ruleset(shelf, claim) {
                trial.findings.error(OTHER_RULESET, &claim.by, || {
                    let built = format!("files built with {named}, as the recipe says");
                    Detail::new("", built, &claim.about).advise(format!("run {programs}"))
                });
                continue;
            }
            trial
                .findings
                .error("changed since the files were built", &claim.about, || {
                    Detail::new("", expected, &found).advise(format!("run {programs}"))
                });
            continue;
        }
        trial.findings.error("does not agree", &claim.by, || {
            let place = format!("{}: {}", claim.about, claim.fact.name());
            Detail::new(place, format!("{expected}, as it says"), &found)
        });
    }
}

/// What is wrong with files of other rules than the recipe names.
const OTHER_RULESET: &str = "another ruleset";

/// The ruleset of a recipe, if a claim is of the rules that the files were built
/// with and those have another name.
fn other_ruleset<'s>(shelf: &'s Shelf<'_>, claim: &Claim) -> Option<&'s str> {
    let ruleset = &shelf.subject.ruleset;
    let Fact::Source { now, .. } = &claim.fact else {
        return None;
    };
    let is_of_rules = ruleset.digest().is_ok_and(|digest| digest == *now);
    (is_of_rules && ruleset.name() != claim.about).then_some(ruleset.name())
}

/// A file whose sum differs is named once for each sum that it should have,
/// with all who say so.
fn compare_sums(shelf: &Shelf<'_>, item: &Item<'_>, trial: &mut Trial) {
    let Some(found) = &item.sha256 else { return };
    let mut sums: Vec<(&str, Vec<&str>)> = Vec::new();
    for claim in &shelf.subject.claims {
        let (Fact::Sha256, Some(said)) = (&claim.fact, &claim.expected) else {
            continue;
        };
        if claim.about != item.artifact.name {
            continue;
        }
        trial.checked("claims", 1);
        if said == found {
            continue;
        }
        match sums.iter_mut().find(|(sum, _)| sum == said) {
            Some((_, by)) => by.push(&claim.by),
            None => sums.push((said, vec![&claim.by])),
        }
    }
    for (sum, by) in sums {
        let by = match &by[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("{} and {last} say", first.join(", "))
            }
            one => format!("{} says", one.join("")),
        };
        trial.findings.error("its sum differs", item.path(), || {
            Detail::new("", format!("{sum}, as {by}"), found)
        });
    }
}

/// Whether something is a file of the lexicon that does not exist.
fn is_absent(shelf: &Shelf<'_>, name: &str) -> bool {
    let mut items = shelf.items.iter();
    items.any(|item| item.artifact.name == name && item.artifact.bytes.is_none())
}

/// What a claim should say; none if that can't be known.
fn what_is(shelf: &Shelf<'_>, claim: &Claim) -> Option<String> {
    if let Fact::Known(_, found) | Fact::Source { now: found, .. } = &claim.fact {
        return Some(found.clone());
    }
    let item = shelf
        .items
        .iter()
        .find(|item| item.artifact.name == claim.about)?;
    let bytes = item.artifact.bytes.as_ref()?;
    match claim.fact {
        Fact::Sha256 => item.sha256.clone(),
        Fact::Bytes => Some(bytes.len().to_string()),
        Fact::Nodes => Some(graph(item)?.nodes().len().to_string()),
        Fact::DawgNodes => {
            let reached = graph(item)?.reached(Region::Dawg);
            Some(reached.count().to_string())
        }
        Fact::Entries => entries(item, bytes),
        Fact::Identity => {
            let fits = item.stranger.is_none();
            let words = graph(item).filter(|_| fits)?.to_words().ok()?;
            Some(Identity::sha256_of(
                &words,
                shelf.subject.ruleset.alphabet(),
            ))
        }
        Fact::Known(..) | Fact::Source { .. } => None,
    }
}

fn graph<'i>(item: &'i Item<'_>) -> Option<&'i Graph> {
    match &item.holds {
        Holds::Graph(graph, _) => Some(graph),
        Holds::Leaves(leaves) => Some(leaves.graph()),
        _ => None,
    }
}

fn entries(item: &Item<'_>, bytes: &[u8]) -> Option<String> {
    match item.artifact.role {
        Role::Graph { .. } => graph(item).map(|_| item.extent.words.to_string()),
        Role::Leaves { .. } => match &item.holds {
            Holds::Leaves(leaves) => Some(leaves.len().to_string()),
            _ => None,
        },
        Role::Members { .. } => {
            let ones: u64 = bytes.iter().map(|b| u64::from(b.count_ones())).sum();
            Some(ones.to_string())
        }
        Role::Counts { .. } => {
            let total = u32::from_le_bytes(*bytes.first_chunk()?);
            Some(total.to_string())
        }
        Role::Order { .. } => Some((bytes.len() / 4).to_string()),
    }
}

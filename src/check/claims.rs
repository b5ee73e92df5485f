//! Compares what manifest, sums and lock claim with the files.

use crate::check::causes::{CHANGED, SUM_DIFFERS};
use crate::check::findings::{Evidence, NextStep};
use crate::check::opened::{FileBody, OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::check::subject::{Claim, Fact, Role, Trouble};
use crate::graph::{Identity, Region};
use crate::parallel::prelude::*;

/// Compares every claim with what is there.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    for note in &lexicon.subject.notes {
        pass.skip(note);
    }
    let subject = lexicon.subject;
    let evidence =
        |of: &Trouble| Evidence::new("", &of.expected, &of.found).next(of.next_step.clone());
    for trouble in &subject.troubles {
        pass.error(trouble.what, &trouble.file, || evidence(trouble));
    }
    for doubt in &subject.doubts {
        pass.warning(doubt.what, &doubt.file, || evidence(doubt));
    }
    let mut others = lexicon.files.iter().collect::<Vec<_>>();
    others.retain(|file| compare_sums(lexicon, file, pass));
    let is_sum = |claim: &&Claim| claim.fact == Fact::Sha256 && claim.expected.is_some();
    let claims = &subject.claims;
    let claims: Vec<&Claim> = claims.iter().filter(|claim| !is_sum(claim)).collect();
    let found: Vec<Option<String>> = claims.par_iter().map(|c| what_is(lexicon, c)).collect();
    for (claim, found) in claims.into_iter().zip(found) {
        let Some(expected) = &claim.expected else {
            if is_absent(lexicon, &claim.about) {
                continue;
            }
            pass.error("says nothing", &claim.by, || {
                let expected = format!("its {}", claim.fact.name());
                Evidence::new(&claim.about, expected, "nothing")
            });
            continue;
        };
        // A file that can't be read has been named elsewhere.
        let Some(found) = found else { continue };
        pass.checked("claims", 1);
        if found == *expected {
            continue;
        }
        if let Fact::Source { parts, .. } = &claim.fact {
            let build = NextStep::Build(parts.clone());
            match other_ruleset(lexicon, claim) {
                Some(named) => pass.error("another ruleset", &claim.by, || {
                    let built = format!("files built with {named}, as the recipe says");
                    Evidence::new("", built, &claim.about).next(build)
                }),
                None => pass.error(CHANGED, &claim.about, || {
                    Evidence::new("", expected, found).next(build)
                }),
            }
            continue;
        }
        let fact = claim.fact.name();
        // Of a file that is another one, the claims are not at fault.
        match others.iter().find(|file| file.artifact.name == claim.about) {
            Some(file) => pass.error("does not agree", file.path(), || {
                Evidence::new(fact, format!("{expected}, as {} says", claim.by), &found)
            }),
            None => pass.error("does not agree", &claim.by, || {
                let place = format!("{}: {fact}", claim.about);
                Evidence::new(place, format!("{expected}, as it says"), &found)
            }),
        }
    }
}

/// The recipe's ruleset, if a claim is about the ruleset that the files were
/// built with and that one has another name.
fn other_ruleset<'s>(lexicon: &'s OpenedLexicon<'_>, claim: &Claim) -> Option<&'s str> {
    let ruleset = &lexicon.subject.ruleset;
    let Fact::Source { now, .. } = &claim.fact else {
        return None;
    };
    let is_of_rules = ruleset.digest().is_ok_and(|digest| digest == *now);
    (is_of_rules && ruleset.name() != claim.about).then_some(ruleset.name())
}

/// Reports a file whose sum differs: once for each sum that it should have, with
/// all files that claim that sum. Returns whether a sum differs.
fn compare_sums(lexicon: &OpenedLexicon<'_>, file: &OpenedFile<'_>, pass: &mut PassRun) -> bool {
    let Some(found) = &file.sha256 else {
        return false;
    };
    let mut sums: Vec<(&str, Vec<&str>)> = Vec::new();
    for claim in &lexicon.subject.claims {
        let (Fact::Sha256, Some(said)) = (&claim.fact, &claim.expected) else {
            continue;
        };
        if claim.about != file.artifact.name {
            continue;
        }
        pass.checked("claims", 1);
        if said == found {
            continue;
        }
        match sums.iter_mut().find(|(sum, _)| sum == said) {
            Some((_, by)) => by.push(&claim.by),
            None => sums.push((said, vec![&claim.by])),
        }
    }
    let differs = !sums.is_empty();
    for (sum, by) in sums {
        let by = match &by[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("{} and {last} say", first.join(", "))
            }
            one => format!("{} says", one.join("")),
        };
        pass.error(SUM_DIFFERS, file.path(), || {
            Evidence::new("", format!("{sum}, as {by}"), found)
        });
    }
    differs
}

/// Whether something is a file of the lexicon that does not exist.
fn is_absent(lexicon: &OpenedLexicon<'_>, name: &str) -> bool {
    let mut files = lexicon.files.iter();
    files.any(|file| file.artifact.name == name && file.artifact.bytes.is_none())
}

/// The true value of a claim's property; none if it can't be known.
fn what_is(lexicon: &OpenedLexicon<'_>, claim: &Claim) -> Option<String> {
    if let Fact::Known(_, found) | Fact::Source { now: found, .. } = &claim.fact {
        return Some(found.clone());
    }
    let mut files = lexicon.files.iter();
    let file = files.find(|file| file.artifact.name == claim.about)?;
    let bytes = file.artifact.bytes.as_ref()?;
    match claim.fact {
        Fact::Sha256 => file.sha256.clone(),
        Fact::Bytes => Some(bytes.len().to_string()),
        Fact::Nodes => Some(file.graph()?.nodes().len().to_string()),
        Fact::DawgNodes => Some(file.graph()?.reached(Region::Dawg).count().to_string()),
        Fact::Entries => entries(file, bytes).map(|entries| entries.to_string()),
        Fact::Identity => {
            let alphabet = lexicon.subject.ruleset.alphabet();
            if let FileBody::Words(words) = &file.body {
                return Some(Identity::sha256_of(words, alphabet));
            }
            let fits = file.stranger.is_none();
            let words = file.listed().filter(|_| fits)?;
            Some(Identity::sha256_of(words, alphabet))
        }
        Fact::Known(..) | Fact::Source { .. } => None,
    }
}

/// How many words, leaves or members a file has.
fn entries(file: &OpenedFile<'_>, bytes: &[u8]) -> Option<u64> {
    match (&file.body, &file.artifact.role) {
        (FileBody::Graph(..), _) => Some(file.totals.words),
        (FileBody::Leaves(leaves), _) => Some(leaves.len() as u64),
        (FileBody::Words(words), _) => Some(words.len() as u64),
        (FileBody::Definitions(definitions), _) => Some(definitions.len() as u64),
        (_, Role::Members { .. }) => Some(bytes.iter().map(|b| u64::from(b.count_ones())).sum()),
        (_, Role::Counts { .. }) => Some(u32::from_le_bytes(*bytes.first_chunk()?).into()),
        (_, Role::Order { .. }) => Some(bytes.len() as u64 / 4),
        _ => None,
    }
}

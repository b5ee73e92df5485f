//! Compares what manifest, sums and lock claim with the files.

use crate::check::causes::{CHANGED, SUM_DIFFERS};
use crate::check::findings::{Evidence, NextStep};
use crate::check::layout::{NO_LAYOUT, layout_of};
use crate::check::leaves::possible_leaves;
use crate::check::manifest_claims::{NOTHING, PER_LENGTH};
use crate::check::opened::{FileBody, OpenedFile, OpenedLexicon};
use crate::check::pass_run::PassRun;
use crate::check::subject::{Claim, Fact, Role, Trouble};
use crate::database::{DatabaseRows, WordRow};
use crate::foreign::WordFormat;
use crate::graph::{Content, Identity, Layout, Region};
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
    for file in &lexicon.files {
        compare_sums(lexicon, file, pass);
    }
    let claims = subject.claims.par_iter();
    let found: Vec<Option<String>> = claims.map(|c| what_is(lexicon, c)).collect();
    for (claim, found) in subject.claims.iter().zip(found) {
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
        if let Some(found) = found {
            compare(lexicon, claim, expected, &found, pass);
        }
    }
}

/// Compares a claim with what was found.
fn compare(
    lexicon: &OpenedLexicon<'_>,
    claim: &Claim,
    expected: &str,
    found: &str,
    pass: &mut PassRun,
) {
    pass.checked("claims", 1);
    // Files that have other sums have been named.
    if found == expected || claim.fact == Fact::Sha256 {
        return;
    }
    if let Fact::Source { parts, .. } = &claim.fact {
        let build = NextStep::Build(parts.clone());
        return match other_ruleset(lexicon, claim) {
            Some(named) => pass.error("another ruleset", &claim.by, || {
                let built = format!("files built with {named}, as the recipe says");
                Evidence::new("", built, &claim.about).next(build)
            }),
            None => pass.error(CHANGED, &claim.about, || {
                Evidence::new("", expected, found).next(build)
            }),
        };
    }
    let fact = claim.fact.name();
    let mut files = lexicon.files.iter();
    let file = files.find(|file| file.artifact.name == claim.about);
    // Of a file that is another one, the claims are not at fault.
    match file.filter(|file| !other_sums(lexicon, file).is_empty()) {
        Some(file) => pass.error("does not agree", file.path(), || {
            Evidence::new(fact, format!("{expected}, as {} says", claim.by), found)
        }),
        None => pass.error("does not agree", &claim.by, || {
            let place = format!("{}: {fact}", claim.about);
            Evidence::new(place, format!("{expected}, as it says"), found)
        }),
    }
}

/// Compares what manifests claim of a study database with its rows.
pub(crate) fn compare_rows(
    lexicon: &OpenedLexicon<'_>,
    file: &OpenedFile<'_>,
    rows: &DatabaseRows,
    pass: &mut PassRun,
) {
    let words = |is: fn(&WordRow) -> bool| rows.words.iter().filter(|row| is(row)).count();
    for claim in &lexicon.subject.claims {
        let (Fact::Figure(figure), Some(expected)) = (&claim.fact, &claim.expected) else {
            continue;
        };
        let found = match &figure[..] {
            _ if claim.about != file.artifact.name => continue,
            "alphagrams" => rows.alphagrams.len(),
            "defined" => words(|row| !row.definition.is_empty()),
            "new" => words(|row| row.lexicon_symbols.starts_with('+')),
            "deleted" => rows.deleted.len(),
            _ => continue,
        };
        compare(lexicon, claim, expected, &found.to_string(), pass);
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

/// The sums that a file should have and does not have, each with all files that claim it.
fn other_sums<'s>(
    lexicon: &OpenedLexicon<'s>,
    file: &OpenedFile<'_>,
) -> Vec<(&'s str, Vec<&'s str>)> {
    let mut sums: Vec<(&str, Vec<&str>)> = Vec::new();
    for claim in &lexicon.subject.claims {
        let is_of_file = claim.fact == Fact::Sha256 && claim.about == file.artifact.name;
        if let Some(sum) = claim.expected.as_deref().filter(|_| is_of_file)
            && file.sha256.as_ref().is_some_and(|found| found != sum)
        {
            match sums.iter_mut().find(|(known, _)| *known == sum) {
                Some((_, by)) => by.push(&claim.by),
                None => sums.push((sum, vec![&claim.by])),
            }
        }
    }
    sums
}

/// Reports a file whose sum differs: once for each sum that it should have, with
/// all files that claim that sum.
fn compare_sums(lexicon: &OpenedLexicon<'_>, file: &OpenedFile<'_>, pass: &mut PassRun) {
    for (sum, by) in other_sums(lexicon, file) {
        let by = match &by[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("{} and {last} say", first.join(", "))
            }
            one => format!("{} says", one.join("")),
        };
        let found = file.sha256.as_deref().unwrap_or_default();
        pass.error(SUM_DIFFERS, file.path(), || {
            Evidence::new("", format!("{sum}, as {by}"), found)
        });
    }
}

/// Whether something is a file of the lexicon that does not exist.
fn is_absent(lexicon: &OpenedLexicon<'_>, name: &str) -> bool {
    let mut files = lexicon.files.iter();
    files.any(|file| file.artifact.name == name && file.artifact.bytes.is_none())
}

/// The true value of a claim's property; none if it can't be known.
fn what_is(lexicon: &OpenedLexicon<'_>, claim: &Claim) -> Option<String> {
    let figure = match &claim.fact {
        Fact::Known(_, found) | Fact::Source { now: found, .. } => return Some(found.clone()),
        Fact::Sha256 => "",
        Fact::Figure(name) => &name[..],
    };
    let mut files = lexicon.files.iter();
    let file = files.find(|file| file.artifact.name == claim.about)?;
    let bytes = file.artifact.bytes.as_ref()?;
    let number = |number: u64| Some(number.to_string());
    match (figure, &file.body, &file.artifact.role) {
        ("", ..) => file.sha256.clone(),
        ("kind", _, role) => kind_in_manifests(role).map(str::to_string),
        ("bytes", ..) => number(bytes.len() as u64),
        ("nodes", ..) => number(file.graph()?.nodes().len() as u64),
        ("dawg_nodes", ..) => number(file.graph()?.reached(Region::Dawg).count() as u64),
        ("entries" | "words", ..) => number(entries(file, bytes)?),
        (PER_LENGTH, ..) => {
            entries(file, bytes)?;
            file.totals.check().ok()?;
            let by_length = file.by_length().into_iter();
            let texts = by_length.map(|(length, count)| format!("{length}: {count}"));
            let texts = texts.collect::<Vec<_>>().join(", ");
            Some(match texts.is_empty() {
                true => NOTHING.to_string(),
                false => texts,
            })
        }
        ("identity", ..) => {
            let words = match &file.body {
                FileBody::Words(words) => words,
                _ => file.listed().filter(|_| file.stranger.is_none())?,
            };
            let alphabet = lexicon.subject.ruleset.alphabet();
            Some(Identity::sha256_of(words, alphabet))
        }
        ("layout", ..) => {
            let expected = claim.expected.as_ref()?.parse().ok();
            let layout = layout_of(file, expected, lexicon.subject.ruleset.alphabet());
            let found = layout.map_or(NO_LAYOUT, Layout::name);
            file.graph().map(|_| found.to_string())
        }
        // Without a recipe, alphagrams are told from words by their order alone.
        ("content", FileBody::Graph(_, found), _) => {
            let is_guess = *found == Content::Alphagrams && lexicon.subject.recipe.is_none();
            (!is_guess).then(|| found.to_string())
        }
        ("content", _, Role::Words(format)) => Some(format.to_string()),
        ("node", FileBody::Graph(graph, _), _) => Some(graph.format().to_string()),
        // A file without values is of both formats.
        ("values", FileBody::Leaves(leaves), _) if !leaves.is_empty() => {
            Some(leaves.format().to_string())
        }
        ("possible", FileBody::Leaves(leaves), _) => {
            number(possible_leaves(leaves.graph(), &lexicon.subject.ruleset))
        }
        ("possible_in_all", ..) => {
            let possible = lexicon.subject.ruleset.possible_leaves();
            number(u64::try_from(possible).unwrap_or(u64::MAX))
        }
        ("of", _, Role::Counts { of } | Role::Members { of, .. }) => Some(of.clone()),
        _ => None,
    }
}

/// What manifests call files of a role.
fn kind_in_manifests(role: &Role) -> Option<&'static str> {
    Some(match role {
        Role::Graph { .. } => "graph",
        Role::Counts { .. } => "counts",
        Role::Members { .. } => "members",
        Role::Definitions(_) => "definitions",
        Role::Words(WordFormat::WordMap) => "wordmap",
        Role::Words(WordFormat::Database) => "database",
        Role::Words(_) => "foreign",
        Role::Leaves { .. } => "leaves",
        Role::Order { .. } => return None,
    })
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

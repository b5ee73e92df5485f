//! Compares the claims of manifest, checksum file and lock with the files.

use crate::check::causes::{CHANGED, SUM_DIFFERS};
use crate::check::findings::{Finding, NextStep};
use crate::check::leaves::possible_leaves;
use crate::check::manifest_claims::{PER_LENGTH, figure_text};
use crate::check::opened::{FileBody, NO_LAYOUT, OpenedFile, OpenedLexicon, layout_of};
use crate::check::pass_run::PassRun;
use crate::check::subject::{Claim, Role, SHA256};
use crate::database::{DatabaseRows, WordRow};
use crate::foreign::WordFormat;
use crate::graph::{Content, Identity, Layout, Region};
use crate::parallel;
use crate::ruleset::Ruleset;
use serde_json::json;

/// Compares every claim with the actual value.
pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    for note in &lexicon.subject.notes {
        pass.skip(note);
    }
    let subject = lexicon.subject;
    for known in &subject.findings {
        let (severity, file) = (known.severity, &known.file);
        pass.findings
            .add(severity, known.what, file, || known.clone());
    }
    for file in &lexicon.files {
        compare_sums(file, pass);
    }
    let claims = parallel::map(&subject.claims, |claim| {
        let mut files = lexicon.files.iter();
        let file = files.find(|file| file.artifact.name == claim.about);
        (claim, file, what_is(file, claim))
    });
    for (claim, file, found) in claims {
        match (&claim.expected, found) {
            (Some(expected), Some(found)) => {
                compare(&subject.ruleset, file, claim, (expected, &found), pass);
            }
            // A file that can't be read is reported elsewhere.
            (Some(_), None) => (),
            (None, _) if file.is_some_and(|file| file.artifact.bytes.is_none()) => (),
            (None, _) => pass.error("says nothing", &claim.by, || {
                (&claim.about, format!("its {}", claim.fact), "nothing")
            }),
        }
    }
}

/// Compares a claim with the actual value. It may concern a file of the lexicon.
fn compare(
    ruleset: &Ruleset,
    file: Option<&OpenedFile<'_>>,
    claim: &Claim,
    (expected, found): (&str, &str),
    pass: &mut PassRun,
) {
    pass.checked("claims", 1);
    // Files with other checksums have already been reported.
    if found == expected || claim.is_of_sum() {
        return;
    }
    if !claim.parts.is_empty() {
        let build = NextStep::Build(claim.parts.clone());
        let name = ruleset.name();
        let is_of_rules = ruleset.digest().is_ok_and(|digest| digest == found);
        return match is_of_rules && name != claim.about {
            // The files were built with a ruleset of another name.
            true => pass.error("another ruleset", &claim.by, || {
                let built = format!("files built with {name}, as the recipe says");
                Finding::from(("", built, &claim.about)).next(build)
            }),
            false => pass.error(CHANGED, &claim.about, || {
                Finding::from(("", expected, found)).next(build)
            }),
        };
    }
    let fact = &claim.fact;
    // If the file is not the one that was built, the fault is the file's, not the
    // claim's.
    match file.filter(|file| !other_sums(file).is_empty()) {
        Some(file) => pass.error("does not agree", file.path(), || {
            (fact, format!("{expected}, as {} says", claim.by), found)
        }),
        None => pass.error("does not agree", &claim.by, || {
            let place = format!("{}: {fact}", claim.about);
            (place, format!("{expected}, as it says"), found)
        }),
    }
}

/// Compares the claims of manifests about a study database with its rows.
pub(crate) fn compare_rows(file: &OpenedFile<'_>, rows: &DatabaseRows, pass: &mut PassRun) {
    let words = |is: fn(&WordRow) -> bool| rows.words.iter().filter(|row| is(row)).count();
    for claim in &file.subject.claims {
        let Some(expected) = &claim.expected else {
            continue;
        };
        let found = match &claim.fact[..] {
            _ if claim.now.is_some() || claim.about != file.artifact.name => continue,
            "alphagrams" => rows.alphagrams.len(),
            "defined" => words(|row| !row.definition.is_empty()),
            "new" => words(|row| row.lexicon_symbols.starts_with('+')),
            "deleted" => rows.deleted.len(),
            _ => continue,
        };
        let (ruleset, found) = (&file.subject.ruleset, found.to_string());
        compare(ruleset, Some(file), claim, (expected, &found), pass);
    }
}

/// The checksums that a file should have but does not, each with all files that claim
/// it.
fn other_sums<'s>(file: &OpenedFile<'s>) -> Vec<(&'s str, Vec<&'s str>)> {
    let mut sums: Vec<(&str, Vec<&str>)> = Vec::new();
    for claim in &file.subject.claims {
        let is_of_file = claim.is_of_sum() && claim.about == file.artifact.name;
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

/// Reports a file whose checksum differs: once for each checksum that it should have,
/// with all files that claim it.
fn compare_sums(file: &OpenedFile<'_>, pass: &mut PassRun) {
    for (sum, by) in other_sums(file) {
        let by = match &by[..] {
            [first @ .., last] if !first.is_empty() => {
                format!("{} and {last} say", first.join(", "))
            }
            one => format!("{} says", one.join("")),
        };
        let found = file.sha256.as_deref().unwrap_or_default();
        let expected = format!("{sum}, as {by}");
        pass.error(SUM_DIFFERS, file.path(), || ("", expected, found));
    }
}

/// The actual value of a claimed property, which may be that of a file; `None` if it
/// can't be known.
fn what_is(file: Option<&OpenedFile<'_>>, claim: &Claim) -> Option<String> {
    if claim.now.is_some() {
        return claim.now.clone();
    }
    let file = file?;
    let ruleset = &file.subject.ruleset;
    let bytes = file.artifact.bytes.as_ref()?;
    let number = |number: u64| Some(number.to_string());
    match (&claim.fact[..], &file.body, &file.artifact.role) {
        (SHA256, ..) => file.sha256.clone(),
        ("kind", ..) => kind_in_manifests(file).map(str::to_string),
        ("bytes", ..) => number(bytes.len() as u64),
        ("nodes", ..) => number(file.graph()?.nodes().len() as u64),
        ("dawg_nodes", ..) => number(file.graph()?.reached(Region::Dawg).count() as u64),
        ("entries" | "words", ..) => number(entries(file, bytes)?),
        (PER_LENGTH, ..) => {
            entries(file, bytes)?;
            file.totals.check().ok()?;
            Some(figure_text(json!(file.by_length())))
        }
        ("identity", ..) => {
            let words = match &file.body {
                FileBody::Words(words) => words,
                _ => file.listed().filter(|_| file.stranger.is_none())?,
            };
            Some(Identity::sha256_of(words, file.alphabet()))
        }
        ("layout", ..) => {
            let expected = claim.expected.as_ref()?.parse().ok();
            let found = layout_of(file, expected).map_or(NO_LAYOUT, Layout::name);
            file.graph().map(|_| found.to_string())
        }
        // Without a recipe, alphagrams are distinguished from words only by their
        // order.
        ("content", FileBody::Graph(_, found), _) => {
            let is_guess = *found == Content::Alphagrams && file.subject.recipe.is_none();
            (!is_guess).then(|| found.to_string())
        }
        ("content", _, Role::Words(format)) => Some(format.to_string()),
        ("node", FileBody::Graph(graph, _), _) => Some(graph.format().to_string()),
        // A file without values fits both formats.
        ("values", FileBody::Leaves(leaves), _) if !leaves.is_empty() => {
            Some(leaves.format().to_string())
        }
        ("possible", FileBody::Leaves(leaves), _) => {
            number(possible_leaves(leaves.graph(), ruleset))
        }
        ("possible_in_all", ..) => {
            let possible = u64::try_from(ruleset.possible_leaves());
            number(possible.unwrap_or(u64::MAX))
        }
        ("of", _, Role::Counts { of } | Role::Members { of, .. }) => Some(of.clone()),
        _ => None,
    }
}

/// The kind of such files in manifests; `None` if manifests don't list them.
fn kind_in_manifests(file: &OpenedFile<'_>) -> Option<&'static str> {
    match file.artifact.role {
        Role::Graph { .. } => Some("graph"),
        Role::Words(WordFormat::WordMap) => Some("wordmap"),
        Role::Words(WordFormat::Database) => Some("database"),
        Role::Words(_) => Some("foreign"),
        Role::Order { .. } => None,
        _ => Some(file.kind()),
    }
}

/// The number of words, leaves or members in a file.
fn entries(file: &OpenedFile<'_>, bytes: &[u8]) -> Option<u64> {
    match &file.artifact.role {
        Role::Members { .. } => Some(bytes.iter().map(|b| u64::from(b.count_ones())).sum()),
        Role::Counts { .. } => Some(u32::from_le_bytes(*bytes.first_chunk()?).into()),
        Role::Order { .. } => Some(bytes.len() as u64 / 4),
        _ => file.entries(),
    }
}

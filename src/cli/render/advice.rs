//! Advice in terms of the programs and their options, and the commands that reproduce a
//! faulty position.
//!
//! The library names what may fix a fault; this module names the command or option that
//! does it.

use crate::check::{NextStep, Report, Shown};
use crate::error::Remedy;
use crate::file::FileKind;
use crate::graph::Content;
use crate::recipe::PartKind;

/// The advice for a remedy that does not depend on the command. For others, the command
/// adds its own advice.
pub(crate) fn advice_of(remedy: &Remedy) -> Option<String> {
    match remedy {
        Remedy::StandardInput => Some("the standard input is read with `-`".into()),
        Remedy::OtherKind { kind, path } => use_of(kind.parse().ok()?, path),
        Remedy::UpdateLock => Some("to accept what was built, use --update-lock".into()),
        Remedy::ChooseRuleset => Some("name the ruleset yourself with --ruleset".into()),
        _ => None,
    }
}

/// The advice for a file of a kind: which programs use it.
fn use_of(kind: FileKind, path: &str) -> Option<String> {
    let shows = format!("`kwg-dump info {path}` shows it");
    let checks = |option: &str| format!("{shows}, `movegen-check files {option} {path}` checks it");
    Some(match kind {
        FileKind::Recipe => format!("`kwg-build {path}` builds it"),
        FileKind::Ruleset => format!("`--ruleset {path}` takes it"),
        FileKind::Positions => "`movegen-check positions` takes it".into(),
        FileKind::Counts | FileKind::Members => READ_WITH_GRAPH.into(),
        FileKind::Ranks => "`movegen-check files` reads it together with the graph".into(),
        FileKind::Manifest => {
            "the programs find it automatically beside the files that it lists".into()
        }
        FileKind::Text => format!("`kwg-build --words {path} -o OUT.kwg` makes a graph of it"),
        FileKind::LeaveTable => {
            format!("`klv-build --leaves {path} -o OUT.klv2` makes a leave file of it")
        }
        FileKind::Graph(Content::Alphagrams, _) => checks("--kad"),
        FileKind::Graph(..) => checks("--kwg"),
        FileKind::Leaves(_) => checks("--klv"),
        // The options are named after the extensions.
        FileKind::Words(format) => checks(&format!("--{}", format.extension())),
    })
}

/// What reads a count or member file.
pub(crate) const READ_WITH_GRAPH: &str = "kwg-count reads it together with the graph";

/// Fills in the advice of every finding in a report, and the command of every position.
pub(crate) fn fill_in(report: &mut Report) {
    let passes = report.lexicons.iter_mut().flat_map(|l| &mut l.passes);
    for finding in passes.flat_map(|pass| &mut pass.findings) {
        if let Some(step) = &finding.next_step {
            finding.advice = text(step);
        }
        if let Some(shown) = &mut finding.position {
            shown.command = command(shown);
        }
    }
}

fn text(step: &NextStep) -> String {
    let program = |part: &PartKind| match part {
        PartKind::Words => "kwg-build",
        PartKind::Leaves => "klv-build",
    };
    match step {
        NextStep::Build(parts) => {
            let programs: Vec<&str> = parts.iter().map(program).collect();
            format!("run {}", programs.join(" and "))
        }
        NextStep::CheckAnyLength => "--length any checks them too".to_string(),
        NextStep::NameRuleset {
            read_as,
            by_manifest,
        } => {
            let why = match by_manifest {
                true => " all the same,",
                false => ", since nothing names the ruleset:",
            };
            format!("read as {read_as}{why} --ruleset settles it")
        }
    }
}

fn command(shown: &Shown) -> String {
    let files = &shown.reproduction;
    // Listing all moves shows those of the generator whose words were looked up.
    let how = match files.by_generators {
        true => "--compare",
        false => "--all",
    };
    let klv = files.leaves.as_deref().map(|klv| ("--klv", klv));
    let options = [("--ruleset", &files.ruleset[..]), ("--kwg", &files.graph)];
    let position = [("--board", &shown.board[..]), ("--rack", &shown.rack)];
    let options = options.into_iter().chain(klv).chain(position);
    let options = options.map(|(name, value)| format!(" {name} {}", quoted(value)));
    format!("movegen-check moves{} {how}", options.collect::<String>())
}

/// Quotes a text as one shell word.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

//! The words for a check's results that the terminal and the page share.

use crate::check::{
    Cause, Finding, FindingCount, LexiconReport, Outcome, PassReport, Report, Severity,
};
use crate::error::{counted, grouped};

/// The report in one line: how much was checked, what was found, and the verdict.
pub(crate) fn summary(report: &Report) -> String {
    let there = |l: &LexiconReport| l.files.iter().filter(|f| f.bytes.is_some()).count();
    let files: usize = report.lexicons.iter().map(there).sum();
    let number = |count: u64, many: &str| match count {
        0 => format!("no {many}"),
        _ => counted(count, many),
    };
    let lexicons = counted(report.lexicons.len() as u64, "lexicons");
    let verdict = match (report.is_fine(), report.lexicons.iter().all(is_all_checked)) {
        (true, true) => "",
        (true, false) => "; not all was checked",
        (false, _) => "; not to be released",
    };
    let causes = report.lexicons.iter().flat_map(|lexicon| &lexicon.causes);
    let follow = causes.fold(0, |sum: u64, cause| sum.saturating_add(cause.findings));
    let follow = match follow {
        0 => String::new(),
        _ => format!(" ({} follow from another)", grouped(follow)),
    };
    format!(
        "{lexicons}, {}: {}, {}{follow}{verdict}",
        number(files as u64, "files"),
        number(report.errors, "errors"),
        number(report.warnings, "warnings")
    )
}

/// How many findings follow from a cause.
pub(crate) fn follows(cause: &Cause) -> String {
    let follow = if cause.findings == 1 {
        "follows"
    } else {
        "follow"
    };
    format!("{} {follow} from it", counted(cause.findings, "findings"))
}

/// Whether every pass of a lexicon checked all that it looks at.
pub(crate) fn is_all_checked(lexicon: &LexiconReport) -> bool {
    lexicon.passes.iter().all(is_whole)
}

/// Whether a pass checked all that it looks at.
pub(crate) fn is_whole(pass: &PassReport) -> bool {
    pass.result != Outcome::NotChecked && pass.skipped.is_empty()
}

/// The result of a pass.
pub(crate) fn result(pass: &PassReport) -> String {
    let result = match pass.result {
        Outcome::NotChecked => return "not checked".to_string(),
        Outcome::Fine => "fine".to_string(),
        Outcome::Warnings => counted(pass.warnings, "warnings"),
        Outcome::Errors => counted(pass.errors, "errors"),
    };
    match is_whole(pass) {
        true => result,
        false => format!("{result}, in part"),
    }
}

/// What a pass checked, with counts.
pub(crate) fn checked(pass: &PassReport) -> String {
    let checked = pass.checked.iter();
    let checked: Vec<String> = checked.map(|(what, &count)| counted(count, what)).collect();
    checked.join(", ")
}

/// The recipe and the ruleset of a lexicon.
pub(crate) fn origin(lexicon: &LexiconReport) -> String {
    let assumed = match lexicon.ruleset_assumed {
        true => ", assumed",
        false => "",
    };
    let ruleset = &lexicon.ruleset;
    match &lexicon.recipe {
        Some(recipe) => format!("{recipe}, {ruleset}{assumed}"),
        None => format!("{ruleset}{assumed}"),
    }
}

/// The prefix of a line by severity.
pub(crate) fn prefix(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning: ",
        Severity::Error => "",
    }
}

/// Whether a count includes a finding.
pub(crate) fn is_of(finding: &Finding, tally: &FindingCount) -> bool {
    let FindingCount {
        severity,
        what,
        file,
        ..
    } = tally;
    (&finding.severity, &finding.what, &finding.file) == (severity, what, file)
}

/// A line for the findings of a kind that a pass does not show, if there are any.
pub(crate) fn more(pass: &PassReport, tally: &FindingCount) -> Option<String> {
    let shown = pass.findings.iter().filter(|f| is_of(f, tally)).count() as u64;
    let more = tally.count.checked_sub(shown).filter(|&more| more > 0)?;
    let (warning, file, what) = (prefix(tally.severity), &tally.file, tally.what);
    let more = grouped(more);
    Some(format!("{warning}{file}: {what}: … and {more} more"))
}

//! The commands that show a faulty position again.

use crate::check::{Report, Shown};

/// Fills in the command of every position in a report.
pub(crate) fn fill_commands(report: &mut Report) {
    let passes = report.lexicons.iter_mut().flat_map(|l| &mut l.passes);
    let findings = passes.flat_map(|pass| &mut pass.findings);
    for shown in findings.filter_map(|finding| finding.position.as_mut()) {
        shown.command = command(shown);
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

/// A text as one word of a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

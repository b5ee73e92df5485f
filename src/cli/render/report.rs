//! The report of a check for a terminal, and the wording that it shares with the page.
//!
//! For each lexicon it lists the passes, their times and the findings, each cause before what
//! follows from it. A table at the end shows which lexicons are fit for release.

use crate::check::{
    Cause, Finding, FindingCount, LexiconReport, MovesReport, Outcome, Pass, PassReport, Report,
    Severity,
};
use crate::cli::render::moves::write_sides;
use crate::cli::render::table::{Table, cells, joined, short_sums, wrapped, write_lines};
use crate::error::{counted, grouped, plain};
use std::io::{self, Write};
use std::slice::from_ref;

/// Writes a report. If `quiet`, writes only findings and what was not checked.
pub(crate) fn write_report(out: &mut dyn Write, report: &Report, quiet: bool) -> io::Result<()> {
    for lexicon in &report.lexicons {
        if !quiet {
            write_lexicon(out, lexicon)?;
        }
        write_findings(out, lexicon)?;
        match quiet {
            true => write_not_checked(out, lexicon)?,
            false => writeln!(out)?,
        }
    }
    if !quiet && report.lexicons.len() > 1 {
        table(report).write(out)?;
    }
    Ok(())
}

/// A row for each lexicon, a column for each pass.
fn table(report: &Report) -> Table {
    let mut header = vec!["lexicon"];
    header.extend(Pass::ALL.map(Pass::name));
    let rows = report.lexicons.iter().map(|lexicon| {
        let ran = |pass| lexicon.passes.iter().find(|p| p.pass == pass);
        let results = Pass::ALL.map(|pass| ran(pass).map_or("not run".to_string(), result));
        [from_ref(&lexicon.lexicon), &results[..]].concat()
    });
    Table::of(&header, rows)
}

/// Writes the passes that did not check everything, with the reasons, on one line.
fn write_not_checked(out: &mut dyn Write, lexicon: &LexiconReport) -> io::Result<()> {
    let (mut passes, mut reasons) = (Vec::new(), Vec::new());
    for pass in lexicon.passes.iter().filter(|pass| !is_whole(pass)) {
        passes.push(match pass.result {
            Outcome::NotChecked => pass.pass.name().to_string(),
            _ => format!("{} in part", pass.pass),
        });
        for reason in &pass.skipped {
            if !reasons.contains(&reason.as_str()) {
                reasons.push(reason.as_str());
            }
        }
    }
    if passes.is_empty() {
        return Ok(());
    }
    let (name, passes, reasons) = (&lexicon.lexicon, passes.join(", "), reasons.join("; "));
    let line = format!("{name}: not checked: {passes}: {reasons}");
    writeln!(out, "{}", plain(&line))
}

fn write_lexicon(out: &mut dyn Write, lexicon: &LexiconReport) -> io::Result<()> {
    let line = format!("{} ({})", lexicon.lexicon, origin(lexicon));
    writeln!(out, "{}", plain(&line))?;
    let rows = lexicon.passes.iter().map(|pass| {
        let ms = format!("{:.1}", pass.milliseconds.unwrap_or_default());
        cells![pass.pass, result(pass), ms, checked(pass)]
    });
    Table::of(&["pass", "result", "ms", "checked"], rows).write(out)?;
    for pass in &lexicon.passes {
        if let Some(moves) = &pass.moves {
            write_moves(out, moves)?;
        }
        for skipped in &pass.skipped {
            writeln!(out, "{}: not checked: {}", pass.pass, plain(skipped))?;
        }
    }
    Ok(())
}

fn write_moves(out: &mut dyn Write, moves: &MovesReport) -> io::Result<()> {
    let positions = counted(moves.positions, "positions");
    let speed = moves.plays_per_second.unwrap_or_default();
    let [plays, speed] = [moves.plays, speed].map(|plays| counted(plays, "plays"));
    let games = counted(moves.games, "games");
    let golden = counted(moves.golden_positions, "golden positions");
    let played = format!("{games}, {positions}, {plays}, {speed} a second");
    writeln!(out, "moves: {played}; {golden}")?;
    let mut row = |title: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>7}")).collect();
        writeln!(out, "  {title:17}{cells}")
    };
    let percents = moves.plays_per_position.keys();
    row("% of positions", percents.map(u8::to_string).collect())?;
    let plays = moves.plays_per_position.values();
    row("plays, up to", plays.map(u64::to_string).collect())?;
    let times = moves
        .nanoseconds_per_position
        .iter()
        .flat_map(|of| of.values());
    let times = times.map(|&nanoseconds| format!("{:.0}", nanoseconds as f64 / 1e3));
    row("µs, up to", times.collect())
}

/// Writes the findings of a lexicon: those that explain others, then those that nothing
/// explains, then one of each kind that follows from another.
fn write_findings(out: &mut dyn Write, lexicon: &LexiconReport) -> io::Result<()> {
    let cause_of = |f: &Finding| lexicon.causes.iter().find(|cause| cause.is_named_by(f));
    for pass in &lexicon.passes {
        for finding in &pass.findings {
            if let Some(cause) = cause_of(finding) {
                write_finding(out, pass.pass, finding, &format!("; {}", follows(cause)))?;
            }
        }
    }
    // The number of findings not shown comes after the last one of each kind and file.
    for pass in &lexicon.passes {
        for tally in pass.tallies.iter().filter(|tally| tally.because.is_none()) {
            let findings = pass.findings.iter().filter(|finding| is_of(finding, tally));
            for finding in findings.filter(|f| cause_of(f).is_none()) {
                write_finding(out, pass.pass, finding, "")?;
            }
            write_more(out, pass, tally)?;
        }
    }
    for pass in &lexicon.passes {
        for tally in pass.tallies.iter().filter(|tally| tally.because.is_some()) {
            let more = match tally.count {
                1 => String::new(),
                count => format!("; and {} more", grouped(count - 1)),
            };
            match pass.findings.iter().find(|f| is_of(f, tally)) {
                Some(first) => write_finding(out, pass.pass, first, &more)?,
                None => write_more(out, pass, tally)?,
            }
        }
    }
    Ok(())
}

fn write_more(out: &mut dyn Write, pass: &PassReport, tally: &FindingCount) -> io::Result<()> {
    let more = more(pass, tally);
    write_lines(
        more.map(|more| format!("{}: {}", pass.pass, plain(&more))),
        out,
    )
}

/// Writes a finding, with `more` at the end of its line.
fn write_finding(out: &mut dyn Write, pass: Pass, finding: &Finding, more: &str) -> io::Result<()> {
    let warning = prefix(finding.severity);
    let place = wrapped("", &finding.place, ": ");
    let mut line = format!("{pass}: {warning}{}: {place}{}", finding.file, finding.what);
    if !(finding.expected.is_empty() && finding.found.is_empty()) {
        let [expected, found] = [&finding.expected, &finding.found].map(|t| short_sums(t));
        line += &format!(": expected {expected}, found {found}");
    }
    line += &wrapped("; ", &finding.advice, "");
    writeln!(out, "{}", plain(&(line + more)))?;
    if let Some(position) = &finding.position {
        writeln!(out, "  board    {}", position.board)?;
        writeln!(out, "  rack     {}", position.rack)?;
        write_sides(out, [&position.missing, &position.extra])?;
        writeln!(out, "  {}", position.command)?;
    }
    Ok(())
}

/// Summarises the report in one line: how much was checked, what was found, and the
/// verdict.
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

/// Formats the number of findings that follow from a cause.
pub(crate) fn follows(cause: &Cause) -> String {
    let s = if cause.findings == 1 { "s" } else { "" };
    format!("{} follow{s} from it", counted(cause.findings, "findings"))
}

/// Whether every pass of a lexicon checked everything.
pub(crate) fn is_all_checked(lexicon: &LexiconReport) -> bool {
    lexicon.passes.iter().all(is_whole)
}

/// Whether a pass checked everything.
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
    result + if is_whole(pass) { "" } else { ", in part" }
}

/// What a pass checked, with counts.
pub(crate) fn checked(pass: &PassReport) -> String {
    let checked = pass.checked.iter();
    joined(checked.map(|(what, &count)| counted(count, what)), ", ")
}

/// The recipe and the ruleset of a lexicon.
pub(crate) fn origin(lexicon: &LexiconReport) -> String {
    let assumed = lexicon.ruleset_assumed.then_some("assumed");
    let recipe = lexicon.recipe.as_deref();
    let facts = [recipe, Some(&lexicon.ruleset), assumed];
    joined(facts.into_iter().flatten(), ", ")
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
    let is_alike = (finding.severity, finding.what) == (tally.severity, tally.what);
    is_alike && finding.file == tally.file
}

/// A line for the findings of a kind that a pass does not show, if there are any.
pub(crate) fn more(pass: &PassReport, tally: &FindingCount) -> Option<String> {
    let shown = pass.findings.iter().filter(|f| is_of(f, tally)).count() as u64;
    let more = tally.count.checked_sub(shown).filter(|&more| more > 0)?;
    let (warning, file, what) = (prefix(tally.severity), &tally.file, tally.what);
    let more = grouped(more);
    Some(format!("{warning}{file}: {what}: … and {more} more"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Cause, Severity};

    fn finding(severity: Severity, what: &'static str, place: &str) -> Finding {
        Finding {
            severity,
            what,
            file: "x".to_string(),
            place: place.to_string(),
            expected: "a".to_string(),
            found: "b".to_string(),
            advice: String::new(),
            next_step: None,
            because: None,
            position: None,
        }
    }

    #[test]
    fn more_stands_behind_the_last_of_its_kind() {
        let tally = |severity, what, count| FindingCount {
            severity,
            what,
            file: "x".to_string(),
            count,
            because: None,
        };
        let (error, warning) = (Severity::Error, Severity::Warning);
        let pass = PassReport {
            pass: Pass::Words,
            result: Outcome::Errors,
            checked: Default::default(),
            skipped: Vec::new(),
            errors: 1,
            warnings: 9,
            findings: vec![
                finding(warning, "odd", "1"),
                finding(warning, "odd", "2"),
                finding(error, "bad", "3"),
            ],
            tallies: vec![
                tally(warning, "odd", 5),
                tally(error, "bad", 1),
                tally(warning, "unseen", 4),
            ],
            moves: None,
            milliseconds: None,
        };
        let cause = Cause {
            file: "x".to_string(),
            what: "bad",
            findings: 5,
        };
        let mut lexicon = LexiconReport {
            lexicon: String::new(),
            recipe: None,
            ruleset: String::new(),
            ruleset_assumed: false,
            files: Vec::new(),
            causes: Vec::new(),
            passes: vec![pass],
        };
        let text = |lexicon: &LexiconReport| {
            let mut text = Vec::new();
            write_findings(&mut text, lexicon).unwrap();
            String::from_utf8(text).unwrap()
        };
        assert_eq!(
            text(&lexicon),
            "words: warning: x: 1: odd: expected a, found b\n\
             words: warning: x: 2: odd: expected a, found b\n\
             words: warning: x: odd: … and 3 more\n\
             words: x: 3: bad: expected a, found b\n\
             words: warning: x: unseen: … and 4 more\n"
        );
        lexicon.causes.push(cause);
        let pass = &mut lexicon.passes[0];
        for tally in pass.tallies.iter_mut().filter(|tally| tally.what == "odd") {
            tally.because = Some("x".to_string());
        }
        assert_eq!(
            text(&lexicon),
            "words: x: 3: bad: expected a, found b; 5 findings follow from it\n\
             words: warning: x: unseen: … and 4 more\n\
             words: warning: x: 1: odd: expected a, found b; and 4 more\n"
        );
    }
}

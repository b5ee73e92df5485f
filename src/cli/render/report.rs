//! The report of a check as text.
//!
//! For each lexicon it lists the passes, their times and the findings. A table at
//! the end shows at a glance which lexicons are fit for release.

use crate::check::{
    Finding, FindingCount, LexiconReport, MovesReport, Outcome, Pass, PassReport, Report,
};
use crate::cli::render::moves::write_sides;
use crate::cli::render::table::{Table, cells, short_sums};
use crate::cli::render::wording::{
    checked, follows, is_of, is_whole, more, origin, prefix, result,
};
use crate::error::{counted, grouped, plain};
use std::io::{self, Write};
use std::slice::from_ref;

/// Writes a report; with `findings_only` only findings and what was not checked.
pub(crate) fn write_report(
    out: &mut dyn Write,
    report: &Report,
    findings_only: bool,
) -> io::Result<()> {
    for lexicon in &report.lexicons {
        if !findings_only {
            write_lexicon(out, lexicon)?;
        }
        write_findings(out, lexicon)?;
        match findings_only {
            true => write_not_checked(out, lexicon)?,
            false => writeln!(out)?,
        }
    }
    if !findings_only && report.lexicons.len() > 1 {
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

/// Writes the passes that checked nothing or not everything, with the reasons, in
/// one line.
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
        let ms = format!("{:.1}", pass.elapsed.as_secs_f64() * 1e3);
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
    let [games, positions, plays, speed, golden] = [
        (moves.games, "games"),
        (moves.positions, "positions"),
        (moves.plays, "plays"),
        (moves.speed(), "plays"),
        (moves.golden_positions, "golden positions"),
    ]
    .map(|(count, what)| counted(count, what));
    writeln!(
        out,
        "moves: {games}, {positions}, {plays}, {speed} a second; {golden}"
    )?;
    let mut row = |title: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>7}")).collect();
        writeln!(out, "  {title:17}{cells}")
    };
    let percents = moves.plays_per_position.keys();
    row("% of positions", percents.map(u8::to_string).collect())?;
    let plays = moves.plays_per_position.values();
    row("plays, up to", plays.map(u64::to_string).collect())?;
    let times = moves.nanoseconds.values();
    let times = times.map(|&nanoseconds| format!("{:.0}", nanoseconds as f64 / 1e3));
    row("µs, up to", times.collect())
}

/// Writes the findings of a lexicon: those that explain others, then those that
/// nothing explains, then one of each kind that follows.
fn write_findings(out: &mut dyn Write, lexicon: &LexiconReport) -> io::Result<()> {
    let passes = || lexicon.passes.iter();
    for (pass, finding) in passes().flat_map(|pass| pass.findings.iter().map(|f| (pass.pass, f))) {
        let mut causes = lexicon.causes.iter();
        if let Some(cause) = causes.find(|cause| cause.is_named_by(finding)) {
            write_finding(out, pass, finding, &format!("; {}", follows(cause)))?;
        }
    }
    for pass in passes() {
        write_unexplained(out, lexicon, pass)?;
    }
    for pass in passes() {
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

/// Writes findings that nothing explains. After the last one of each kind and file
/// comes the number of those not shown.
fn write_unexplained(
    out: &mut dyn Write,
    lexicon: &LexiconReport,
    pass: &PassReport,
) -> io::Result<()> {
    for tally in pass.tallies.iter().filter(|tally| tally.because.is_none()) {
        let findings = pass.findings.iter().filter(|finding| is_of(finding, tally));
        let is_cause = |finding: &&Finding| lexicon.causes.iter().any(|c| c.is_named_by(finding));
        for finding in findings.filter(|finding| !is_cause(finding)) {
            write_finding(out, pass.pass, finding, "")?;
        }
        write_more(out, pass, tally)?;
    }
    Ok(())
}

fn write_more(out: &mut dyn Write, pass: &PassReport, tally: &FindingCount) -> io::Result<()> {
    match more(pass, tally) {
        Some(more) => writeln!(out, "{}: {}", pass.pass, plain(&more)),
        None => Ok(()),
    }
}

/// Writes a finding, with `more` at the end of its line.
fn write_finding(out: &mut dyn Write, pass: Pass, finding: &Finding, more: &str) -> io::Result<()> {
    let warning = prefix(finding.severity);
    let mut line = format!("{pass}: {warning}{}: ", finding.file);
    if !finding.place.is_empty() {
        line += &format!("{}: ", finding.place);
    }
    line += finding.what;
    if !(finding.expected.is_empty() && finding.found.is_empty()) {
        let [expected, found] = [&finding.expected, &finding.found].map(|t| short_sums(t));
        line += &format!(": expected {expected}, found {found}");
    }
    if !finding.advice.is_empty() {
        line += &format!("; {}", finding.advice);
    }
    writeln!(out, "{}", plain(&(line + more)))?;
    let Some(position) = &finding.position else {
        return Ok(());
    };
    writeln!(out, "  board    {}", position.board)?;
    writeln!(out, "  rack     {}", position.rack)?;
    write_sides(out, &position.missing, &position.extra)?;
    writeln!(out, "  {}", position.command)
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
            elapsed: Default::default(),
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

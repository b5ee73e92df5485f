//! The report of a check as text.
//!
//! For each lexicon it lists the passes, their times and the findings. A table at
//! the end shows at a glance which lexicons are fit for release.

use crate::check::{
    Finding, FindingCount, LexiconReport, MovesReport, Outcome, Pass, PassReport, Report,
};
use crate::cli::render::table::{Table, counted};
use crate::cli::render::wording::{checked, is_of, is_whole, more, origin, prefix, result};
use crate::error::plain;
use std::io::{self, Write};

/// Writes a report; with `findings_only` only findings and what was not checked.
pub(crate) fn write_report(
    out: &mut impl Write,
    report: &Report,
    findings_only: bool,
) -> io::Result<()> {
    for lexicon in &report.lexicons {
        if !findings_only {
            write_lexicon(out, lexicon)?;
        }
        for pass in &lexicon.passes {
            write_findings(out, pass)?;
        }
        if findings_only {
            write_not_checked(out, lexicon)?;
        }
        if !findings_only {
            writeln!(out)?;
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
    let mut table = Table::new(&header);
    for lexicon in &report.lexicons {
        let mut row = vec![lexicon.lexicon.clone()];
        for pass in Pass::ALL {
            let ran = lexicon.passes.iter().find(|p| p.pass == pass);
            row.push(ran.map_or("not run".to_string(), result));
        }
        table.row(row);
    }
    table
}

/// Writes the passes that checked nothing or not everything, with the reasons, in
/// one line.
fn write_not_checked(out: &mut impl Write, lexicon: &LexiconReport) -> io::Result<()> {
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

fn write_lexicon(out: &mut impl Write, lexicon: &LexiconReport) -> io::Result<()> {
    let line = format!("{} ({})", lexicon.lexicon, origin(lexicon));
    writeln!(out, "{}", plain(&line))?;
    let mut table = Table::new(&["pass", "result", "ms", "checked"]);
    for pass in &lexicon.passes {
        table.row(vec![
            pass.pass.to_string(),
            result(pass),
            format!("{:.1}", pass.elapsed.as_secs_f64() * 1e3),
            checked(pass),
        ]);
    }
    table.write(out)?;
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

fn write_moves(out: &mut impl Write, moves: &MovesReport) -> io::Result<()> {
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

/// Writes findings. After the last one of each kind and file comes the number of
/// those not shown.
fn write_findings(out: &mut impl Write, pass: &PassReport) -> io::Result<()> {
    for (i, finding) in pass.findings.iter().enumerate() {
        write_finding(out, pass.pass, finding)?;
        let Some(tally) = pass.tallies.iter().find(|t| is_of(finding, t)) else {
            continue;
        };
        if !pass.findings[i + 1..].iter().any(|f| is_of(f, tally)) {
            write_more(out, pass, tally)?;
        }
    }
    let is_unseen = |tally: &&FindingCount| !pass.findings.iter().any(|f| is_of(f, tally));
    let mut unseen = pass.tallies.iter().filter(is_unseen);
    unseen.try_for_each(|tally| write_more(out, pass, tally))
}

fn write_more(out: &mut impl Write, pass: &PassReport, tally: &FindingCount) -> io::Result<()> {
    match more(pass, tally) {
        Some(more) => writeln!(out, "{}: {}", pass.pass, plain(&more)),
        None => Ok(()),
    }
}

/// Shortens each SHA-256 in a text to its first 12 digits.
fn with_short_sums(text: &str) -> String {
    let is_sum = |word: &str| word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    words
        .map(|word| {
            let digits = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            match is_sum(digits) {
                true => format!("{}{}", &digits[..12], &word[digits.len()..]),
                false => word.to_string(),
            }
        })
        .collect()
}

fn write_finding(out: &mut impl Write, pass: Pass, finding: &Finding) -> io::Result<()> {
    let warning = prefix(finding.severity);
    let mut line = format!("{pass}: {warning}{}: ", finding.file);
    if !finding.place.is_empty() {
        line += &format!("{}: ", finding.place);
    }
    line += finding.what;
    if !(finding.expected.is_empty() && finding.found.is_empty()) {
        let [expected, found] = [&finding.expected, &finding.found].map(|t| with_short_sums(t));
        line += &format!(": expected {expected}, found {found}");
    }
    if !finding.advice.is_empty() {
        line += &format!("; {}", finding.advice);
    }
    writeln!(out, "{}", plain(&line))?;
    let Some(position) = &finding.position else {
        return Ok(());
    };
    writeln!(out, "  board    {}", position.board)?;
    writeln!(out, "  rack     {}", position.rack)?;
    for m in &position.missing {
        writeln!(out, "  missing  {m}")?;
    }
    for m in &position.extra {
        writeln!(out, "  extra    {m}")?;
    }
    writeln!(out, "  {}", position.command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Severity;

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
        let mut text = Vec::new();
        write_findings(&mut text, &pass).unwrap();
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "words: warning: x: 1: odd: expected a, found b\n\
             words: warning: x: 2: odd: expected a, found b\n\
             words: warning: x: odd: … and 3 more\n\
             words: x: 3: bad: expected a, found b\n\
             words: warning: x: unseen: … and 4 more\n"
        );
    }

    #[test]
    fn sums_are_short_for_a_person() {
        let sum = "0123456789abcdef".repeat(4);
        let text = format!("{sum}, as it says: {sum}");
        let short = "0123456789ab, as it says: 0123456789ab";
        assert_eq!(with_short_sums(&text), short);
        assert_eq!(with_short_sums("ÄÖ, ß: ĆÓ"), "ÄÖ, ß: ĆÓ");
    }
}

//! What a check found, for a person.
//!
//! For each lexicon what every pass did, how long it took, and the findings; at
//! the end a table in which one look tells which lexicon is to be released.

use crate::check::{Finding, LexiconReport, MovesReport, Pass, PassReport, Report, Severity};
use crate::cli::{Table, grouped};
use std::io::{self, Write};

/// Writes a report; with `findings_only` nothing but what is wrong.
pub fn write_report(out: &mut impl Write, report: &Report, findings_only: bool) -> io::Result<()> {
    for lexicon in &report.lexica {
        if !findings_only {
            write_lexicon(out, lexicon)?;
        }
        for pass in &lexicon.passes {
            write_findings(out, pass)?;
        }
        if !findings_only {
            writeln!(out)?;
        }
    }
    if !findings_only && report.lexica.len() > 1 {
        table(report).write(out)?;
    }
    Ok(())
}

/// The whole in one line.
pub fn summary(report: &Report) -> String {
    let files: usize = report.lexica.iter().map(|l| l.files.len()).sum();
    let number = |count: u64, one: &str| match count {
        0 => format!("no {one}s"),
        1 => format!("1 {one}"),
        many => format!("{} {one}s", grouped(many)),
    };
    let lexica = match report.lexica.len() {
        1 => "1 lexicon".to_string(),
        many => format!("{many} lexica"),
    };
    format!(
        "{lexica}, {}: {}, {}",
        number(files as u64, "file"),
        number(report.errors, "error"),
        number(report.warnings, "warning")
    )
}

/// A row for each lexicon, a column for each pass.
fn table(report: &Report) -> Table {
    let mut header = vec!["lexicon"];
    header.extend(Pass::ALL.map(Pass::name));
    let mut table = Table::new(&header);
    for lexicon in &report.lexica {
        let mut row = vec![lexicon.lexicon.clone()];
        for pass in Pass::ALL {
            let ran = lexicon.passes.iter().find(|p| p.pass == pass);
            row.push(ran.map_or("not run".to_string(), result));
        }
        table.row(row);
    }
    table
}

pub(super) fn result(pass: &PassReport) -> String {
    let number = |count: u64, one: &str| match count {
        1 => format!("1 {one}"),
        many => format!("{} {one}s", grouped(many)),
    };
    match (pass.errors, pass.warnings) {
        (0, 0) => "fine".to_string(),
        (0, warnings) => number(warnings, "warning"),
        (errors, _) => number(errors, "error"),
    }
}

fn write_lexicon(out: &mut impl Write, lexicon: &LexiconReport) -> io::Result<()> {
    write!(out, "{} (", lexicon.lexicon)?;
    if let Some(recipe) = &lexicon.recipe {
        write!(out, "{recipe}, ")?;
    }
    writeln!(out, "{})", lexicon.ruleset)?;
    let mut table = Table::new(&["pass", "result", "ms", "checked"]);
    for pass in &lexicon.passes {
        let checked = pass.checked.iter();
        let checked: Vec<String> = checked
            .map(|(what, &count)| format!("{} {what}", grouped(count)))
            .collect();
        table.row(vec![
            pass.pass.to_string(),
            result(pass),
            format!("{:.1}", pass.elapsed.as_secs_f64() * 1e3),
            checked.join(", "),
        ]);
    }
    table.write(out)?;
    for pass in &lexicon.passes {
        if let Some(moves) = &pass.moves {
            write_moves(out, moves)?;
        }
        for skipped in &pass.skipped {
            writeln!(out, "{}: not checked: {skipped}", pass.pass)?;
        }
    }
    Ok(())
}

fn write_moves(out: &mut impl Write, moves: &MovesReport) -> io::Result<()> {
    let [games, positions, plays, golden, speed] = [
        moves.games,
        moves.positions,
        moves.plays,
        moves.golden_positions,
        moves.speed(),
    ]
    .map(grouped);
    writeln!(
        out,
        "moves: {games} games, {positions} positions, {plays} plays, {speed} plays a second; \
         {golden} golden positions"
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

fn write_findings(out: &mut impl Write, pass: &PassReport) -> io::Result<()> {
    for finding in &pass.findings {
        write_finding(out, pass.pass, finding)?;
    }
    for tally in &pass.tallies {
        let same = |f: &&Finding| (f.what, &f.file) == (tally.what, &tally.file);
        let shown = pass.findings.iter().filter(same).count() as u64;
        if tally.count > shown {
            let more = grouped(tally.count - shown);
            let (name, file, what) = (pass.pass, &tally.file, tally.what);
            writeln!(out, "{name}: {file}: {what}: … and {more} more")?;
        }
    }
    Ok(())
}

fn write_finding(out: &mut impl Write, pass: Pass, finding: &Finding) -> io::Result<()> {
    let warning = match finding.severity {
        Severity::Warning => "warning: ",
        Severity::Error => "",
    };
    write!(out, "{pass}: {warning}{}: ", finding.file)?;
    if !finding.place.is_empty() {
        write!(out, "{}: ", finding.place)?;
    }
    writeln!(
        out,
        "{}: expected {}, found {}",
        finding.what, finding.expected, finding.found
    )?;
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

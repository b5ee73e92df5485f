//! What a check found, as a page to keep with a release.
//!
//! It has no times: two checks of the same files give the same page.

use super::report::{result, summary};
use crate::check::{
    FileReport, Finding, LexiconReport, MovesReport, Outcome, PassReport, Report, Severity,
};
use crate::cli::grouped;
use crate::page::{Bar, bars, escaped, facts, write_page};
use std::io::{self, Write};

/// Writes a report as one HTML file that needs no other.
pub fn write_report_page(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let all_checked = report.lexica.iter().all(is_all_checked);
    let (class, verdict) = match (report.errors, report.warnings) {
        (0, _) if !all_checked => ("warn", "No errors, but not all was checked"),
        (0, 0) => ("good", "Fine"),
        (0, _) => ("warn", "Fine, with warnings"),
        _ => ("bad", "Not to be released"),
    };
    let mut body = format!(
        "<h1>Lexicon check</h1>\n<p class=\"verdict {class}\">{verdict}</p>\n<p>{}</p>\n",
        escaped(&summary(report))
    );
    if report.lexica.len() > 1 {
        body += &contents(report);
    }
    for (number, lexicon) in report.lexica.iter().enumerate() {
        body += &section(number, lexicon);
    }
    write_page(out, "Lexicon check", &body)
}

/// Whether each pass that was asked for had all that it looks at.
fn is_all_checked(lexicon: &LexiconReport) -> bool {
    let is_checked =
        |pass: &PassReport| pass.result != Outcome::NotChecked && pass.skipped.is_empty();
    lexicon.passes.iter().all(is_checked)
}

fn class_of(errors: u64, warnings: u64) -> &'static str {
    match (errors, warnings) {
        (0, 0) => "good",
        (0, _) => "warn",
        _ => "bad",
    }
}

/// A link for each lexicon, coloured by what became of it.
fn contents(report: &Report) -> String {
    let mut html = String::from("<ul class=\"chips\">\n");
    for (number, lexicon) in report.lexica.iter().enumerate() {
        let sum = |of: fn(&PassReport) -> u64| {
            let passes = lexicon.passes.iter().map(of);
            passes.fold(0, u64::saturating_add)
        };
        let class = match class_of(sum(|p| p.errors), sum(|p| p.warnings)) {
            "good" if !is_all_checked(lexicon) => "warn",
            class => class,
        };
        let name = escaped(&lexicon.lexicon);
        html += &format!("<li class=\"{class}\"><a href=\"#lexicon{number}\">{name}</a></li>\n");
    }
    html + "</ul>\n"
}

fn section(number: usize, lexicon: &LexiconReport) -> String {
    let mut html = format!(
        "<section id=\"lexicon{number}\">\n<h2>{}</h2>\n<p class=\"dim\">",
        escaped(&lexicon.lexicon)
    );
    if let Some(recipe) = &lexicon.recipe {
        html += &format!("{}, ", escaped(recipe));
    }
    html += &format!(
        "ruleset {}{}</p>\n<ul class=\"chips\">\n",
        escaped(&lexicon.ruleset),
        if lexicon.ruleset_assumed {
            ", assumed"
        } else {
            ""
        }
    );
    for pass in &lexicon.passes {
        let class = match pass.result {
            Outcome::Fine if pass.skipped.is_empty() => "good",
            Outcome::Fine => "warn",
            Outcome::Warnings | Outcome::NotChecked => "warn",
            Outcome::Errors => "bad",
        };
        let in_part = match (pass.result, pass.skipped.is_empty()) {
            (Outcome::NotChecked, _) | (_, true) => "",
            _ => ", in part",
        };
        let result = result(pass);
        html += &format!(
            "<li class=\"{class}\">{}: {result}{in_part}</li>\n",
            pass.pass
        );
    }
    html += "</ul>\n";
    for pass in &lexicon.passes {
        html += &findings(pass);
    }
    html += "<h3>Files</h3>\n";
    for file in &lexicon.files {
        html += &file_card(file);
    }
    let of_words =
        |f: &&FileReport| matches!(f.kind, "gaddawg" | "dawg") && !f.per_length.is_empty();
    if let Some(file) = lexicon.files.iter().find(of_words) {
        html += &format!("<h3>Words by length, {}</h3>\n", escaped(&file.file));
        html += &by_length(file);
    }
    for moves in lexicon.passes.iter().filter_map(|pass| pass.moves.as_ref()) {
        html += &moves_part(moves);
    }
    html += "<details><summary>What was looked at</summary>\n";
    for pass in &lexicon.passes {
        html += &looked_at(pass);
    }
    html + "</details>\n</section>\n"
}

fn findings(pass: &PassReport) -> String {
    if pass.tallies.is_empty() {
        return String::new();
    }
    let mut html = format!("<h3>Findings of {}</h3>\n", pass.pass);
    for finding in &pass.findings {
        html += &finding_part(finding);
    }
    for tally in &pass.tallies {
        let same = |f: &&Finding| {
            (f.severity, f.what, &f.file) == (tally.severity, tally.what, &tally.file)
        };
        let shown = pass.findings.iter().filter(same).count() as u64;
        if tally.count > shown {
            let (file, what) = (escaped(&tally.file), escaped(tally.what));
            let more = grouped(tally.count - shown);
            html += &format!("<p class=\"dim\">{file}: {what}: … and {more} more</p>\n");
        }
    }
    html
}

fn finding_part(finding: &Finding) -> String {
    let (class, severity) = match finding.severity {
        Severity::Warning => ("warn", "Warning: "),
        Severity::Error => ("bad", ""),
    };
    let place = match finding.place.as_str() {
        "" => String::new(),
        place => format!(", {}", escaped(place)),
    };
    let mut html = format!(
        "<div class=\"finding {class}\"><div><strong>{severity}{}</strong></div>\
         <div class=\"dim\">{}{place}</div>",
        escaped(finding.what),
        escaped(&finding.file)
    );
    let (expected, found) = (escaped(&finding.expected), escaped(&finding.found));
    if !(expected.is_empty() && found.is_empty()) {
        html += &format!("<div>expected {expected}, found {found}</div>");
    }
    if !finding.advice.is_empty() {
        html += &format!("<div>{}</div>", escaped(&finding.advice));
    }
    if let Some(position) = &finding.position {
        let mut lines = vec![
            format!("board {}", position.board),
            format!("rack {}", position.rack),
        ];
        lines.extend(position.missing.iter().map(|m| format!("missing {m}")));
        lines.extend(position.extra.iter().map(|m| format!("extra {m}")));
        lines.push(position.command.clone());
        html += &format!("<pre>{}</pre>", escaped(&lines.join("\n")));
    }
    html + "</div>\n"
}

fn file_card(file: &FileReport) -> String {
    let mut about = vec![file.kind.to_string()];
    about.extend(file.layout.map(|layout| format!("layout {layout}")));
    about.extend(file.entries.map(|n| format!("{} entries", grouped(n))));
    about.extend(file.nodes.map(|n| format!("{} nodes", grouped(n))));
    match file.bytes {
        Some(bytes) => about.push(format!("{} bytes", grouped(bytes))),
        None => about.push("missing".to_string()),
    }
    let sum = file.sha256.as_deref().map_or(String::new(), |sum| {
        format!("<div><code>{}</code></div>", escaped(sum))
    });
    format!(
        "<div class=\"file\"><strong>{}</strong><div class=\"dim\">{}</div>{sum}</div>\n",
        escaped(&file.file),
        escaped(&about.join(", "))
    )
}

fn by_length(file: &FileReport) -> String {
    let rows: Vec<Bar> = file
        .per_length
        .iter()
        .map(|(length, &count)| Bar::count(length.to_string(), count, ""))
        .collect();
    bars(&rows)
}

fn moves_part(moves: &MovesReport) -> String {
    let rows: Vec<Bar> = moves
        .plays_per_position
        .iter()
        .map(|(percent, &plays)| Bar::count(format!("{percent} %"), plays, ""))
        .collect();
    let mut html = String::from("<h3>Moves</h3>\n");
    html += &facts(&[
        ("seed", moves.seed.to_string()),
        ("games", grouped(moves.games)),
        ("positions", grouped(moves.positions)),
        ("plays", grouped(moves.plays)),
        ("golden positions", grouped(moves.golden_positions)),
    ]);
    if !rows.is_empty() {
        html += "<p class=\"dim\">Plays a position: that share of positions has so many or \
                 fewer</p>\n";
        html += &bars(&rows);
    }
    html
}

fn looked_at(pass: &PassReport) -> String {
    let checked = pass.checked.iter();
    let checked: Vec<String> = checked
        .map(|(what, &count)| format!("{} {what}", grouped(count)))
        .collect();
    let mut html = format!("<p>{}: {}</p>\n", pass.pass, escaped(&checked.join(", ")));
    for skipped in &pass.skipped {
        html += &format!("<p class=\"dim\">not checked: {}</p>\n", escaped(skipped));
    }
    html
}

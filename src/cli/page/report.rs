//! The report of a check as a page to keep with a release.
//!
//! The page has no times: two checks of the same files give the same page.

use crate::check::{
    FileReport, Finding, FindingCount, LexiconReport, MovesReport, Outcome, PassReport, Report,
    Severity,
};
use crate::cli::page::chart::{Bar, bars};
use crate::cli::page::parts::facts;
use crate::cli::page::{Page, escaped};
use crate::cli::render::wording::{
    checked, follows, is_all_checked, more, origin, prefix, result, summary,
};
use crate::error::{counted, grouped};
use std::io::{self, Write};

/// Writes a report as one HTML file that needs no other.
pub(crate) fn write_report_page(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let all_checked = report.lexicons.iter().all(is_all_checked);
    let class = class_of(report.errors, report.warnings, all_checked);
    let mut body = format!(
        "<h1>Lexicon check</h1>\n<p class=\"verdict {class}\">{}</p>\n",
        escaped(&summary(report))
    );
    if report.lexicons.len() > 1 {
        body += &contents(report);
    }
    for (number, lexicon) in report.lexicons.iter().enumerate() {
        body += &section(number, lexicon);
    }
    let page = Page {
        title: "Lexicon check",
        body: &body,
        scripts: &[],
    };
    page.write(out)
}

fn class_of(errors: u64, warnings: u64, all_checked: bool) -> &'static str {
    match (errors, warnings, all_checked) {
        (0, 0, true) => "good",
        (0, _, _) => "warn",
        _ => "bad",
    }
}

/// A link for each lexicon, coloured by what became of it.
fn contents(report: &Report) -> String {
    let mut html = String::from("<ul class=\"chips\">\n");
    for (number, lexicon) in report.lexicons.iter().enumerate() {
        let sum = |of: fn(&PassReport) -> u64| {
            let passes = lexicon.passes.iter().map(of);
            passes.fold(0, u64::saturating_add)
        };
        let (errors, warnings) = (sum(|p| p.errors), sum(|p| p.warnings));
        let class = class_of(errors, warnings, is_all_checked(lexicon));
        let name = escaped(&lexicon.lexicon);
        html += &format!("<li class=\"{class}\"><a href=\"#lexicon{number}\">{name}</a></li>\n");
    }
    html + "</ul>\n"
}

fn section(number: usize, lexicon: &LexiconReport) -> String {
    let mut html = format!(
        "<section id=\"lexicon{number}\">\n<h2>{}</h2>\n<p class=\"dim\">{}</p>\n\
         <ul class=\"chips\">\n",
        escaped(&lexicon.lexicon),
        escaped(&origin(lexicon))
    );
    for pass in &lexicon.passes {
        let class = match pass.result {
            Outcome::Fine if pass.skipped.is_empty() => "good",
            Outcome::Fine => "warn",
            Outcome::Warnings | Outcome::NotChecked => "warn",
            Outcome::Errors => "bad",
        };
        let (name, result) = (pass.pass, result(pass));
        html += &format!("<li class=\"{class}\">{name}: {result}</li>\n");
    }
    html += "</ul>\n";
    html += &findings(lexicon);
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

/// The findings of a lexicon: those that explain others, with what follows from
/// them folded, then the others by pass.
fn findings(lexicon: &LexiconReport) -> String {
    let mut html = String::new();
    for cause in &lexicon.causes {
        let named = lexicon.passes.iter().flat_map(|pass| &pass.findings);
        for finding in named.filter(|finding| cause.is_named_by(finding)) {
            html += &finding_part(finding);
        }
        html += &format!("<details><summary>{}</summary>\n", escaped(&follows(cause)));
        let of = |because: &Option<String>| because.as_ref() == Some(&cause.file);
        for pass in &lexicon.passes {
            html += &findings_of(
                pass,
                |finding| of(&finding.because),
                |tally| of(&tally.because),
            );
        }
        html += "</details>\n";
    }
    let is_cause = |finding: &Finding| lexicon.causes.iter().any(|c| c.is_named_by(finding));
    for pass in &lexicon.passes {
        html += &findings_of(
            pass,
            |finding| finding.because.is_none() && !is_cause(finding),
            |tally| tally.because.is_none(),
        );
    }
    html
}

/// Some of the findings of a pass.
fn findings_of(
    pass: &PassReport,
    is_shown: impl Fn(&Finding) -> bool,
    is_counted: impl Fn(&FindingCount) -> bool,
) -> String {
    let shown = pass.findings.iter().filter(|finding| is_shown(finding));
    let mut html: String = shown.map(finding_part).collect();
    for tally in pass.tallies.iter().filter(|tally| is_counted(tally)) {
        if let Some(more) = more(pass, tally) {
            html += &format!("<p class=\"dim\">{}</p>\n", escaped(&more));
        }
    }
    match html.is_empty() {
        true => html,
        false => format!("<h3>Findings of {}</h3>\n{html}", pass.pass),
    }
}

fn finding_part(finding: &Finding) -> String {
    let class = match finding.severity {
        Severity::Warning => "warn",
        Severity::Error => "bad",
    };
    let severity = prefix(finding.severity);
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
    about.extend(file.entries.map(|n| counted(n, "entries")));
    about.extend(file.nodes.map(|n| counted(n, "nodes")));
    match file.bytes {
        Some(bytes) => about.push(counted(bytes, "bytes")),
        None => about.push("no such file".to_string()),
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
        html += "<p class=\"dim\">Plays per position: the share of positions with at most this \
                 many</p>\n";
        html += &bars(&rows);
    }
    html
}

fn looked_at(pass: &PassReport) -> String {
    let mut html = format!("<p>{}: {}</p>\n", pass.pass, escaped(&checked(pass)));
    for skipped in &pass.skipped {
        html += &format!("<p class=\"dim\">not checked: {}</p>\n", escaped(skipped));
    }
    html
}

//! The report of a check as a page to keep with a release.
//!
//! The page contains no times, so two checks of the same files give the same page.

use crate::check::{
    FileReport, Finding, LexiconReport, MovesReport, Outcome, PassReport, Report, Severity,
};
use crate::cli::page::chart::counted_bars;
use crate::cli::page::{
    dim, escaped, facts, file_card, folded, html_table, page, title_and_verdict,
};
use crate::cli::render::report::{
    checked, follows, is_all_checked, is_of, more, origin, prefix, result, summary,
};
use crate::cli::render::table::wrapped;
use crate::error::{counted, grouped};

/// A report as a single, self-contained HTML file.
pub(crate) fn report_page(report: &Report) -> String {
    let all_checked = report.lexicons.iter().all(is_all_checked);
    let class = class_of(report.errors, report.warnings, all_checked);
    let title = "Lexicon check";
    let mut body = title_and_verdict(title, class, &summary(report)) + &lexicon_table(report);
    for (number, lexicon) in report.lexicons.iter().enumerate() {
        body += &section(number, lexicon);
    }
    page(title, &body, &[])
}

fn class_of(errors: u64, warnings: u64, all_checked: bool) -> &'static str {
    match (errors, warnings, all_checked) {
        (0, 0, true) => "good",
        (0, _, _) => "warn",
        _ => "bad",
    }
}

/// A table with a row for each lexicon, linked to its section.
fn lexicon_table(report: &Report) -> String {
    let titles = ["lexicon", "result", "words", "files", "errors", "warnings"];
    let mut rows = String::new();
    for (number, lexicon) in report.lexicons.iter().enumerate() {
        let sum = |of: fn(&PassReport) -> u64| {
            let passes = lexicon.passes.iter().map(of);
            passes.fold(0, u64::saturating_add)
        };
        let (errors, warnings) = (sum(|p| p.errors), sum(|p| p.warnings));
        let whole = is_all_checked(lexicon);
        let class = class_of(errors, warnings, whole);
        let result = match (errors, warnings, whole) {
            (1.., _, _) => "errors",
            (0, _, false) => "not all checked",
            (0, 1.., true) => "warnings",
            (0, 0, true) => "fine",
        };
        let words = word_file(lexicon).map(|file| file.per_length.values().sum());
        let cells = [
            words.map_or(String::new(), grouped),
            lexicon.files.len().to_string(),
            grouped(errors),
            grouped(warnings),
        ];
        let cells = cells.map(|cell| format!("<td>{cell}</td>")).concat();
        rows += &format!(
            "<tr><th scope=\"row\"><a href=\"#lexicon{number}\">{}</a></th>\
             <td class=\"{class}\">{result}</td>{cells}</tr>\n",
            escaped(&lexicon.lexicon)
        );
    }
    html_table(" class=\"text\"", "", &titles, &rows)
}

/// The first graph of a lexicon whose words were counted by length.
fn word_file(lexicon: &LexiconReport) -> Option<&FileReport> {
    let of_words =
        |f: &&FileReport| matches!(f.kind, "gaddawg" | "dawg") && !f.per_length.is_empty();
    lexicon.files.iter().find(of_words)
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
            Outcome::Fine | Outcome::Warnings | Outcome::NotChecked => "warn",
            Outcome::Errors => "bad",
        };
        let (name, result) = (pass.pass, result(pass));
        html += &format!("<li class=\"{class}\">{name}: {result}</li>\n");
    }
    html += "</ul>\n";
    html += &not_checked(lexicon);
    html += &findings(lexicon);
    html += "<div class=\"side\">\n";
    if let Some(file) = word_file(lexicon) {
        let (name, bars) = (escaped(&file.file), by_length(file));
        html += &format!("<div>\n<h3>Words by length, {name}</h3>\n{bars}</div>\n");
    }
    for moves in lexicon.passes.iter().filter_map(|pass| pass.moves.as_ref()) {
        html += &format!("<div>\n{}</div>\n", moves_part(moves));
    }
    html += "</div>\n";
    let files: String = lexicon.files.iter().map(file_part).collect();
    html += &folded("Files and sums", &files);
    let looked_at: String = lexicon.passes.iter().map(looked_at).collect();
    html + &folded("What was looked at", &looked_at) + "</section>\n"
}

/// What was not checked, and why. It is not folded.
fn not_checked(lexicon: &LexiconReport) -> String {
    let mut rows = String::new();
    for pass in &lexicon.passes {
        for skipped in &pass.skipped {
            rows += &format!("<li>{}: {}</li>\n", pass.pass, escaped(skipped));
        }
        if pass.result == Outcome::NotChecked && pass.skipped.is_empty() {
            rows += &format!("<li>{}</li>\n", pass.pass);
        }
    }
    let before = "<h3 class=\"warn\">Not checked</h3>\n<ul>\n";
    wrapped(before, &rows, "</ul>\n")
}

/// The findings of a lexicon: first those that explain others, with their consequences
/// folded, then the others by pass.
fn findings(lexicon: &LexiconReport) -> String {
    let mut html = String::new();
    for cause in &lexicon.causes {
        let named = lexicon.passes.iter().flat_map(|pass| &pass.findings);
        for finding in named.filter(|finding| cause.is_named_by(finding)) {
            html += &finding_part(finding);
        }
        let passes = lexicon.passes.iter();
        let following = passes.map(|pass| findings_of(lexicon, pass, Some(&cause.file)));
        html += &folded(&follows(cause), &following.collect::<String>());
    }
    let passes = lexicon.passes.iter();
    html.extend(passes.map(|pass| findings_of(lexicon, pass, None)));
    html
}

/// The findings of a pass that follow from a fault of the file `because`. Without
/// `because`, those that neither follow from anything nor explain others; they are
/// folded below the first of their kind.
fn findings_of(lexicon: &LexiconReport, pass: &PassReport, because: Option<&str>) -> String {
    let explains = |f: &Finding| lexicon.causes.iter().any(|cause| cause.is_named_by(f));
    let tallies = || {
        let tallies = pass.tallies.iter();
        tallies.filter(|tally| tally.because.as_deref() == because)
    };
    let mut html = String::new();
    for tally in tallies() {
        let shown = pass.findings.iter().filter(|f| is_of(f, tally));
        let shown = shown.filter(|f| because.is_some() || !explains(f));
        let parts: Vec<String> = shown.map(finding_part).collect();
        html += &match &parts[..] {
            [first, others @ ..] if because.is_none() && !others.is_empty() => {
                let title = format!("{} more of this kind", others.len());
                format!("{first}{}", folded(&title, &others.concat()))
            }
            _ => parts.concat(),
        };
    }
    html.extend(tallies().filter_map(|tally| Some(dim(&more(pass, tally)?))));
    let heading = format!("<h3>Findings of {}</h3>\n", pass.pass);
    wrapped(&heading, &html, "")
}

fn finding_part(finding: &Finding) -> String {
    let class = match finding.severity {
        Severity::Warning => "warn",
        Severity::Error => "bad",
    };
    let severity = prefix(finding.severity);
    let place = wrapped(", ", &escaped(&finding.place), "");
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
    html += &wrapped("<div>", &escaped(&finding.advice), "</div>");
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

fn file_part(file: &FileReport) -> String {
    let mut about = vec![file.kind.to_string()];
    about.extend(file.layout.map(|layout| format!("layout {layout}")));
    about.extend(file.entries.map(|n| counted(n, "entries")));
    about.extend(file.nodes.map(|n| counted(n, "nodes")));
    let bytes = file.bytes.map(|bytes| counted(bytes, "bytes"));
    about.push(bytes.unwrap_or("no such file".to_string()));
    file_card(&file.file, &about.join(", "), file.sha256.as_deref())
}

fn by_length(file: &FileReport) -> String {
    let lengths = file.per_length.iter();
    let rows = lengths.map(|(length, &count)| (counted(*length as u64, "letters"), count));
    counted_bars(rows, "words")
}

fn moves_part(moves: &MovesReport) -> String {
    let mut html = String::from("<h3>Moves</h3>\n");
    html += &facts(&[
        ("seed", moves.seed.to_string()),
        ("games", grouped(moves.games)),
        ("positions", grouped(moves.positions)),
        ("plays", grouped(moves.plays)),
        ("golden positions", grouped(moves.golden_positions)),
    ]);
    let plays = moves.plays_per_position.iter();
    if plays.len() > 0 {
        html += &dim("Plays per position: the share of positions with at most this many");
        let rows = plays.map(|(percent, &plays)| (format!("{percent} %"), plays));
        html += &counted_bars(rows, "plays");
    }
    html
}

fn looked_at(pass: &PassReport) -> String {
    let mut html = format!("<p>{}: {}</p>\n", pass.pass, escaped(&checked(pass)));
    let skipped = pass.skipped.iter();
    html.extend(skipped.map(|skipped| dim(&format!("not checked: {skipped}"))));
    html
}

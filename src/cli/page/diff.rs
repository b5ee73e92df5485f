//! Changed words as a page: the words first, short ones with their hooks, then
//! numbers by length, changed hooks, and the files.

use crate::cli::input::file_name;
use crate::cli::page::chart::paired_bars;
use crate::cli::page::words::{ListedSide, ListedWord, SCRIPTS, filter_form, word_group};
use crate::cli::page::{escaped, file_card, html_table, jump_bar, page};
use crate::cli::render::diff::DiffStyle;
use crate::cli::render::table::Table;
use crate::error::{Result, counted, grouped};
use crate::graph::{CHANGED_HOOKS, Change, Diff, HookChange, Summary};
use std::collections::BTreeMap;
use std::path::Path;

/// The length of the longest words whose hooks are shown.
const SHORT: usize = 3;

/// The most words of a length that are kept together on a printed page.
const ON_ONE_PAGE: usize = 400;

/// The most words of a length with definitions that are kept together on a printed page.
const DEFINED_ON_ONE_PAGE: usize = 60;

/// The changed words of each length: those of the new side and of the old one.
type Lengths = BTreeMap<usize, [Vec<ListedWord>; 2]>;

/// The sides of a difference, the new one first.
const SIDES: [ListedSide; 2] = [("new", "New", "good"), ("deleted", "Deleted", "bad")];

/// The difference of two sets of words as a page.
pub(crate) fn word_page(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<String> {
    let summary = Summary::of(diff)?;
    let title = style.title();
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&title), result(&summary));
    let mut links = Vec::new();
    let mut words = String::new();
    let mut hooks = String::new();
    if !style.stat && !diff.is_empty() {
        let lengths = by_length(diff, style);
        let all: Vec<usize> = lengths.keys().copied().collect();
        links.extend(all.iter().map(|n| (format!("length{n}"), n.to_string())));
        words = filter_form(&all, style.alphabet()) + &word_sections(&lengths);
        hooks = changed_hooks(diff, style)?;
    }
    let numbers = numbers(diff, &summary);
    if !words.is_empty() {
        let parts = [(&numbers, "numbers"), (&hooks, "hooks"), (&words, "files")];
        let parts = parts.into_iter().filter(|(part, _)| !part.is_empty());
        links.extend(parts.map(|(_, name)| (name.to_string(), name.to_string())));
        body += &jump_bar(&links);
    }
    body += &(words + &numbers + &hooks + &files(style));
    let scripts: &[&str] = if style.stat { &[] } else { &SCRIPTS };
    Ok(page(&title, &body, scripts))
}

/// The result in one line.
fn result(summary: &Summary) -> String {
    let (added, removed) = summary.totals();
    let all = grouped(summary.new.words);
    match (added, removed) {
        (0, 0) => format!("<p class=\"verdict\">No changes, {all} words in all</p>\n"),
        _ => format!(
            "<p class=\"verdict\"><span class=\"good\">{} new</span>, \
             <span class=\"bad\">{} deleted</span>, {all} words in all</p>\n",
            grouped(added),
            grouped(removed)
        ),
    }
}

/// The changed words, the shortest first.
fn by_length(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Lengths {
    let mut lengths = Lengths::new();
    let mut changes = diff.changes();
    while let Some((change, word)) = changes.next() {
        let side = usize::from(change == Change::Removed);
        // New words have the hooks of the new side, and deleted ones those they had.
        let hooks = (word.len() <= SHORT).then(|| {
            let (before, after) = diff.hooks(word);
            let hooks = if side == 0 { after } else { before };
            hooks.text(style.alphabet())
        });
        lengths.entry(word.len()).or_default()[side].push(ListedWord {
            text: style.alphabet().word_text(word),
            definition: style.definition(word).to_string(),
            hooks,
        });
    }
    lengths
}

/// A section for each length. The short words are on a printed page of their own.
fn word_sections(lengths: &Lengths) -> String {
    let mut html = String::new();
    let last_short = lengths.keys().rfind(|&&length| length <= SHORT);
    for (&length, sides) in lengths {
        let mut words = sides.iter().flatten();
        let count = words.clone().count();
        let most = match words.any(|word| !word.definition.is_empty()) {
            true => DEFINED_ON_ONE_PAGE,
            false => ON_ONE_PAGE,
        };
        let long = if count > most { " long" } else { "" };
        let is_first = last_short == Some(&length);
        let first = if is_first { " first-page" } else { "" };
        html += &format!(
            "<section class=\"length{long}{first}\" id=\"length{length}\">\n<h2>{}</h2>\n",
            counted(length as u64, "letters")
        );
        if length <= SHORT {
            html += "<p class=\"dim\">Each word stands between its front hooks and its back \
                     hooks.</p>\n";
        }
        for (side, words) in SIDES.into_iter().zip(sides) {
            html += &word_group(side, length, words);
        }
        html += "</section>\n";
    }
    html
}

/// The numbers of each length: before, new, deleted, now, and the change in per
/// cent, with bars on one scale.
fn numbers(diff: &Diff<'_>, summary: &Summary) -> String {
    let count = |counts: &[u64], length| counts.get(length).copied().unwrap_or(0);
    let wide = |counts: &[u32]| counts.iter().copied().map(u64::from).collect();
    let histograms = diff.histograms().ok();
    let totals: Option<[Vec<u64>; 2]> =
        histograms.map(|(old, new)| [wide(&old.by_length), wide(&new.by_length)]);
    let longest = totals.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let lengths = 0..longest.max(summary.added.len()).max(summary.removed.len());
    let (mut rows, mut bars) = (Vec::new(), Vec::new());
    for length in lengths {
        let [added, removed] = [&summary.added, &summary.removed].map(|c| count(c, length));
        let total = |side: usize| totals.as_ref().map(|totals| count(&totals[side], length));
        if added + removed + total(0).unwrap_or(0) == 0 {
            continue;
        }
        let counts = [total(0), Some(added), Some(removed), total(1)];
        rows.push(number_row(length.to_string(), counts));
        if added + removed > 0 {
            bars.push((length.to_string(), [added, removed]));
        }
    }
    let lengths = rows.len();
    let (added, removed) = summary.totals();
    let all = [summary.old.words, added, removed, summary.new.words];
    rows.push(number_row("all".to_string(), all.map(Some)));
    let titles = ["letters", "before", "new", "deleted", "now", "change"];
    let mark = |row: usize| if row == lengths { " class=\"sum\"" } else { "" };
    let table = Table::of(&titles, rows).marked_html("", mark);
    let chart = match bars.is_empty() {
        true => String::new(),
        false => format!(
            "<div>\n<p class=\"dim\">New (<span class=\"good\">upper bar</span>) and deleted \
             (<span class=\"bad\">lower bar</span>) words, on one scale</p>\n{}</div>\n",
            paired_bars(&bars)
        ),
    };
    format!(
        "<section id=\"numbers\">\n<h2>Numbers by length</h2>\n<div class=\"side\">\n{table}{chart}\
         </div>\n</section>\n"
    )
}

fn number_row(title: String, counts: [Option<u64>; 4]) -> Vec<String> {
    let change = match (counts[0], counts[3]) {
        (Some(0), Some(0)) | (None, _) | (_, None) => String::new(),
        (Some(0), Some(_)) => "new".to_string(),
        (Some(before), Some(now)) => {
            let change = (now as f64 - before as f64) / before as f64 * 100.0;
            // No change, and no "-0.0" either.
            match now == before {
                true => "0 %".to_string(),
                false => format!("{change:+.1} %"),
            }
        }
    };
    let counts = counts.map(|count| count.map_or(String::new(), grouped));
    [&[title], &counts[..], &[change]].concat()
}

/// The words of both sides whose hooks changed, as a table that sorts.
fn changed_hooks(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<String> {
    let changes = diff.changed_hooks()?;
    if changes.is_empty() {
        return Ok(String::new());
    }
    let mut head = vec!["word"];
    head.extend(HookChange::SORTS);
    let attributes = "class=\"text sorts\" data-side=\"hooks\" data-count=\"hook-count\"";
    // There may be thousands of rows, so they have no closing tags.
    let mut rows = String::new();
    for change in &changes {
        let word = escaped(&style.alphabet().word_text(&change.word));
        let hooks = change.texts(style.alphabet());
        let hooks = hooks.map(|hooks| format!("<td>{}", escaped(&hooks)));
        rows += &format!("<tr><th scope=row>{word}{}", hooks.concat());
    }
    Ok(format!(
        "<section id=\"hooks\">\n<h2>{CHANGED_HOOKS}: <span id=\"hook-count\">{}</span></h2>\n\
         <p class=\"dim\">Words of both sides, with the tiles that only the new side (new) or only \
         the old side (lost) can put before or after them.</p>\n\
         <p class=\"dim paper\">+A· is a new front hook and +·A a new back hook; −A· and −·A are \
         lost ones.</p>\n<div class=\"many\">\n{}</div>\n\
         </section>\n",
        grouped(changes.len() as u64),
        html_table(attributes, "", &head, &rows)
    ))
}

/// The two sides with their files and sums, folded.
pub(crate) fn files(style: &DiffStyle<'_>) -> String {
    let mut html = String::from("<details id=\"files\"><summary>Files and sums</summary>\n");
    for ((title, file), sum) in style.titles.iter().zip(&style.files).zip(&style.sums) {
        html += &file_card(title, &file_name(Path::new(file)), sum.as_deref());
    }
    let ruleset = escaped(style.ruleset.name());
    html + &format!("<p class=\"dim\">Ruleset: {ruleset}</p>\n</details>\n")
}

//! Changed words as a page: the words first, short ones with their hooks, then numbers
//! by length, changed hooks, and the files.

use crate::cli::input::file_name;
use crate::cli::page::chart::paired_bars;
use crate::cli::page::{escaped, file_card, html_table, jump_bar, page};
use crate::cli::render::diff::DiffStyle;
use crate::cli::render::table::{Table, joined, wrapped};
use crate::error::{Result, counted, grouped};
use crate::graph::{CHANGED_HOOKS, Change, Diff, HookChange, Summary};
use crate::tiles::{Alphabet, Digraphs};
use serde_json::json;
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

/// The difference between two sets of words as a page.
pub(crate) fn word_page(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<String> {
    let summary = Summary::of(diff)?;
    let title = style.title();
    let mut body = format!("<h1>{}</h1>\n{}", escaped(&title), result(&summary));
    let mut hooks = String::new();
    if !style.args.stat && !diff.is_empty() {
        let lengths = by_length(diff, style);
        hooks = changed_hooks(diff, style)?;
        let all: Vec<usize> = lengths.keys().copied().collect();
        let link = |length| (format!("length{length}"), format!("{length}"));
        let mut links: Vec<(String, String)> = all.iter().map(link).collect();
        let parts = ["numbers", "hooks", "files"].into_iter();
        let parts = parts.filter(|part| *part != "hooks" || !hooks.is_empty());
        links.extend(parts.map(|name| (name.to_string(), name.to_string())));
        body += &(jump_bar(&links) + &filter_form(&all, style.alphabet()));
        body += &word_sections(&lengths);
    }
    body += &(numbers(diff, &summary) + &hooks + &files(style));
    let scripts: &[&str] = if style.args.stat { &[] } else { &SCRIPTS };
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
        // New words have their hooks on the new side, deleted ones those on the old
        // side.
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

/// Makes a section for each length. The short words are on a printed page of their own.
fn word_sections(lengths: &Lengths) -> String {
    let mut html = String::new();
    let last_short = lengths.keys().rfind(|length| **length <= SHORT);
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

/// The numbers for each length: before, new, deleted, now, and the change in per cent,
/// with bars on one scale.
fn numbers(diff: &Diff<'_>, summary: &Summary) -> String {
    let totals = diff.histograms().ok();
    let totals = totals.map(|(old, new)| [old.by_length, new.by_length]);
    let longest = totals.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let lengths = 0..longest.max(summary.added.len()).max(summary.removed.len());
    let (mut rows, mut bars) = (Vec::new(), Vec::new());
    for length in lengths {
        let count = |counts: &Vec<u64>| counts.get(length).copied().unwrap_or(0);
        let [added, removed] = [&summary.added, &summary.removed].map(count);
        let total = |side: usize| {
            let count = totals.as_ref()?[side].get(length);
            Some(count.map_or(0, |&count| u64::from(count)))
        };
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
            // Avoids "-0.0" if nothing changed.
            match now == before {
                true => "0 %".to_string(),
                false => format!("{change:+.1} %"),
            }
        }
    };
    let counts = counts.map(|count| count.map_or(String::new(), grouped));
    [&[title], &counts[..], &[change]].concat()
}

/// The words on both sides whose hooks changed, as a sortable table.
fn changed_hooks(diff: &Diff<'_>, style: &DiffStyle<'_>) -> Result<String> {
    let changes = diff.changed_hooks()?;
    if changes.is_empty() {
        return Ok(String::new());
    }
    let mut head = vec!["word"];
    head.extend(HookChange::SORTS);
    let attributes = " class=\"text sorts\" data-side=\"hooks\" data-count=\"hook-count\"";
    // There may be thousands of rows, so closing tags are omitted.
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

/// The two sides with their files and checksums, folded.
pub(crate) fn files(style: &DiffStyle<'_>) -> String {
    let mut html = String::from("<details id=\"files\"><summary>Files and sums</summary>\n");
    for ((title, file), sum) in style.titles.iter().zip(&style.files).zip(&style.sums) {
        html += &file_card(title, &file_name(Path::new(file)), sum.as_deref());
    }
    let ruleset = escaped(style.ruleset.name());
    html + &format!("<p class=\"dim\">Ruleset: {ruleset}</p>\n</details>\n")
}

/// The number of words in a part of a list; the script uses the same number. A browser
/// takes seconds to lay out several hundred thousand words, so it lays out only the
/// parts in view.
const PART: usize = 1_000;

/// The scripts of a page with words to filter and a table to sort.
pub(crate) const SCRIPTS: [&str; 3] = [
    include_str!("query.js"),
    include_str!("words.js"),
    include_str!("sort.js"),
];

/// A word of a list.
pub(crate) struct ListedWord {
    pub(crate) text: String,
    /// Its definition; empty if it has none.
    pub(crate) definition: String,
    /// Its front hooks and its back hooks, if they are shown.
    pub(crate) hooks: Option<(String, String)>,
}

/// A side of a difference: its name in the script (`new` or `deleted`), its title, and
/// its class.
pub(crate) type ListedSide = (&'static str, &'static str, &'static str);

/// The words of one length on a side, under a heading with their number; empty if there
/// are none.
pub(crate) fn word_group(side: ListedSide, length: usize, words: &[ListedWord]) -> String {
    if words.is_empty() {
        return String::new();
    }
    let (name, title, class) = side;
    let count = format!("{name}{length}");
    let data = format!("data-side=\"{name}\" data-count=\"{count}\"");
    let has_hooks = words.iter().any(|word| word.hooks.is_some());
    let has_definitions = words.iter().any(|word| !word.definition.is_empty());
    let list = match (has_hooks, has_definitions) {
        (false, false) => word_columns(words, &data),
        (false, true) => defined_list(words, &data),
        (true, _) => hooked_list(words, length, &data),
    };
    let number = grouped(words.len() as u64);
    let heading =
        format!("<h3 class=\"{class}\">{title}: <span id=\"{count}\">{number}</span></h3>");
    format!("<div>\n{heading}\n{list}</div>\n")
}

/// Words in columns, as plain text in parts.
fn word_columns(words: &[ListedWord], data: &str) -> String {
    let wide = words.iter().map(|word| word.text.chars().count()).max();
    let part = |part: &[ListedWord]| {
        let words = joined(part.iter().map(|word| &word.text), "\n");
        format!("<div>{}</div>", escaped(&words))
    };
    let parts: String = words.chunks(PART).map(part).collect();
    let wide = wide.unwrap_or(0);
    format!("<div class=\"words\" style=\"--wide:{wide}\" {data}>{parts}</div>\n")
}

/// Words with their definitions, in parts.
fn defined_list(words: &[ListedWord], data: &str) -> String {
    let item = |word: &ListedWord| {
        let (word, text) = (escaped(&word.text), escaped(&word.definition));
        format!("<div><dt>{word}</dt><dd>{text}</dd></div>\n")
    };
    let part = |part: &[_]| format!("<dl>{}</dl>", part.iter().map(item).collect::<String>());
    let parts: String = words.chunks(PART).map(part).collect();
    format!("<div class=\"defined\" {data}>{parts}</div>\n")
}

/// Words in large letters, each between its front and back hooks, with its definition
/// below.
fn hooked_list(words: &[ListedWord], length: usize, data: &str) -> String {
    let threes = if length > 2 { " threes" } else { "" };
    let mut html = format!("<ul class=\"hooked{threes}\" {data}>\n");
    for word in words {
        let (front, back) = word.hooks.as_ref().map_or(("", ""), |(f, b)| (f, b));
        let [text, front, back] = [&word.text, front, back].map(escaped);
        let definition = wrapped("<span>", &escaped(&word.definition), "</span>");
        html += &format!("<li><i>{front}</i><b>{text}</b><i>{back}</i>{definition}</li>\n");
    }
    html + "</ul>\n"
}

/// The form that filters the words of the page. It stays hidden without the script.
/// `lengths` are the choices.
pub(crate) fn filter_form(lengths: &[usize], alphabet: &Alphabet) -> String {
    let options = lengths.iter().map(|n| format!("<option>{n}</option>"));
    let letters = alphabet.spellings(Digraphs::Bracketed);
    // The others are the spellings of digraphs without their brackets.
    let joined = &alphabet.spellings(Digraphs::Longest)[letters.len()..];
    let facts = json!({
        "letters": letters,
        "joined": joined,
        "longest": alphabet.digraphs() == Digraphs::Longest,
        "separator": alphabet.separator().sign(),
    });
    format!(
        include_str!("filter.html"),
        alphabet = escaped(&facts.to_string()),
        lengths = options.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn listed(text: &str, definition: &str) -> ListedWord {
        ListedWord {
            text: text.to_string(),
            definition: definition.to_string(),
            hooks: None,
        }
    }

    fn group(words: &[ListedWord]) -> String {
        word_group(("new", "New", "good"), 3, words)
    }

    #[test]
    fn a_long_list_is_in_parts() {
        let words = (0..2 * PART + 1).map(|n| listed(&format!("W{n}"), ""));
        let html = group(&words.collect::<Vec<_>>());
        assert!(
            html.contains("New: <span id=\"new3\">2,001</span>"),
            "{html:.200}"
        );
        assert!(html.contains("style=\"--wide:5\" data-side=\"new\" data-count=\"new3\""));
        assert!(html.contains("W999</div><div>W1000\nW1001"));
        assert!(html.contains("<div>W2000</div></div>"));
        assert_eq!(group(&[]), "");
    }

    #[test]
    fn short_words_are_between_their_hooks() {
        let word = ListedWord {
            hooks: Some(("&".to_string(), String::new())),
            ..listed("<A>", "a \"b\"")
        };
        let html = group(&[word]);
        assert!(
            html.contains(
                "<li><i>&amp;</i><b>&lt;A&gt;</b><i></i><span>a &quot;b&quot;</span></li>"
            ),
            "{html}"
        );
    }

    #[test]
    fn words_have_their_definitions() {
        let html = group(&[listed("ABCD", "<b>"), listed("EFGH", "")]);
        assert!(
            html.contains(
                "<dl><div><dt>ABCD</dt><dd>&lt;b&gt;</dd></div>\n\
                 <div><dt>EFGH</dt><dd></dd></div>\n</dl>"
            ),
            "{html}"
        );
    }

    #[test]
    fn the_script_has_parts_of_the_same_size() {
        assert!(SCRIPTS[1].contains(&format!("PART = {PART},")));
    }

    #[test]
    fn the_form_knows_all_spellings() {
        let spanish = Ruleset::builtin("spanish").unwrap();
        let html = filter_form(&[2, 3], spanish.alphabet());
        for part in [
            "<option>2</option><option>3</option>",
            "[&quot;[CH]&quot;,",
            "&quot;joined&quot;:[[&quot;CH&quot;,",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }
}

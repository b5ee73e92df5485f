//! Words of a page: lists in columns, short words with their hooks, and the form
//! that filters them.
//!
//! A list may have several hundred thousand words, which a browser takes seconds to lay
//! out. So a list is split into parts of plain text, and the style sheet makes the browser
//! lay out only the parts in view. The script writes what it finds in the same way.

use crate::cli::page::escaped;
use crate::error::grouped;
use crate::tiles::{Alphabet, Digraphs};
use serde_json::json;

/// The number of words in a part of a list; the script has the same number.
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

/// A side of a difference: the script's name of it (`new` or `deleted`), its title, and its
/// class.
pub(crate) type ListedSide = (&'static str, &'static str, &'static str);

/// The words of one length on a side, under a heading with their number; nothing if there
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
        let words: Vec<&str> = part.iter().map(|word| word.text.as_str()).collect();
        format!("<div>{}</div>", escaped(&words.join("\n")))
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

/// Words in large letters, each between its front hooks and its back hooks, with its
/// definition below.
fn hooked_list(words: &[ListedWord], length: usize, data: &str) -> String {
    let threes = if length > 2 { " threes" } else { "" };
    let mut html = format!("<ul class=\"hooked{threes}\" {data}>\n");
    for word in words {
        let (front, back) = word.hooks.as_ref().map_or(("", ""), |(f, b)| (f, b));
        let [text, front, back] = [&word.text, front, back].map(escaped);
        let mut definition = escaped(&word.definition);
        if !definition.is_empty() {
            definition = format!("<span>{definition}</span>");
        }
        html += &format!("<li><i>{front}</i><b>{text}</b><i>{back}</i>{definition}</li>\n");
    }
    html + "</ul>\n"
}

/// The form that filters the words of the page. It stays hidden without the script.
/// `lengths` are those to choose from.
pub(crate) fn filter_form(lengths: &[usize], alphabet: &Alphabet) -> String {
    let options = lengths.iter().map(|n| format!("<option>{n}</option>"));
    let facts = json!({
        "letters": alphabet.spellings(Digraphs::Bracketed),
        "joined": joined_spellings(alphabet),
        "longest": alphabet.digraphs() == Digraphs::Longest,
        "separator": alphabet.separator().sign(),
    });
    format!(
        include_str!("filter.html"),
        alphabet = escaped(&facts.to_string()),
        lengths = options.collect::<String>()
    )
}

/// The spellings of digraphs without their brackets.
fn joined_spellings(alphabet: &Alphabet) -> &[(String, u8)] {
    let all = alphabet.spellings(Digraphs::Longest);
    &all[alphabet.spellings(Digraphs::Bracketed).len()..]
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

//! Pages of HTML: one file that needs no other.
//!
//! A page contains its style and its script, loads nothing from elsewhere (a content
//! security policy enforces it), follows the reader's choice of light or dark, fits
//! a phone, and prints on A4 with a title and page numbers. Its bytes depend only on
//! what it shows. All text from outside goes through [`escaped`].
//!
//! [`parts`] has what all pages are made of, [`chart`] and [`board`] the drawings and
//! [`words`] the word lists. The other modules are one kind of page each.

mod board;
pub(crate) mod chart;
pub(crate) mod diff;
pub(crate) mod endgame;
pub(crate) mod grid;
pub(crate) mod leave_diff;
mod leaves;
pub(crate) mod matches;
mod parts;
pub(crate) mod replay;
pub(crate) mod report;
mod words;

use crate::error::is_of_label;
use std::fmt::Write as _;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");

/// The most characters of a title above each printed page.
const HEAD: usize = 80;

/// Writes a page with a title, the HTML of its body, and the scripts that it needs.
pub(crate) fn write_page(
    out: &mut dyn Write,
    title: &str,
    body: &str,
    scripts: &[&str],
) -> io::Result<()> {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n<footer>Made by wordmill {}.</footer>\n",
        escaped(title),
        printed_head(title),
        env!("CARGO_PKG_VERSION")
    );
    if !scripts.is_empty() {
        let scripts = scripts.concat();
        page +=
            &format!("<script>\n\"use strict\";\n(function () {{\n{scripts}}})();\n</script>\n");
    }
    page += "</body>\n</html>\n";
    out.write_all(page.as_bytes())
}

/// Escapes a text for an element or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            // Not text in HTML, or changes the direction of the text around it.
            '\n' | '\t' => html.push(character),
            other if !is_of_label(other) => html.push('\u{fffd}'),
            other => html.push(other),
        }
    }
    html
}

/// The style of printed pages that have the title above and the page number below.
fn printed_head(title: &str) -> String {
    let mut shown = String::new();
    for character in title.chars().take(HEAD) {
        match character {
            ' ' => shown.push(' '),
            letter if letter.is_ascii_alphanumeric() => shown.push(letter),
            other if !is_of_label(other) => shown.push('\u{fffd}'),
            // No other character has a meaning in CSS if it is written as its number.
            other => {
                let _ = write!(shown, "\\{:x} ", u32::from(other));
            }
        }
    }
    format!(
        "@page {{ @top-left {{ content: \"{shown}\"; font: 8pt sans-serif; color: #444; }} \
         @bottom-right {{ content: counter(page) \" / \" counter(pages); font: 8pt sans-serif; \
         color: #444; }} }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(
            escaped("</script><b a=\"x\" b='y'>&\u{202e}\u{1b}[0m"),
            "&lt;/script&gt;&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;\u{fffd}\u{fffd}[0m"
        );
        let head = printed_head("A1 \"}</style>\\\u{202e}é");
        assert!(
            head.contains(r#""A1 \22 \7d \3c \2f style\3e \5c "#),
            "{head}"
        );
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        let mut page = Vec::new();
        write_page(&mut page, "T", "<p>x</p>", &words::SCRIPTS).unwrap();
        let page = String::from_utf8(page).unwrap();
        for sign in [
            "http:",
            "https:",
            "src=",
            "@import",
            "url(",
            "<link",
            "toLocaleUpper",
        ] {
            assert!(!page.contains(sign), "{sign}");
        }
    }
}

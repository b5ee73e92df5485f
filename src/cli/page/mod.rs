//! Pages of HTML: one file that needs no other.
//!
//! A page contains its style and one small script, loads nothing from elsewhere
//! (a content security policy enforces it), follows the reader's choice of light
//! or dark, and fits a phone. Its bytes depend only on what it shows. All text
//! from outside goes through [`escaped`].

pub(crate) mod chart;
pub(crate) mod diff;
mod leave_charts;
mod leaves;
pub(crate) mod matches;
pub(crate) mod report;
pub(crate) mod words;

use crate::error::is_of_label;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

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

/// Writes a page. `body` is HTML.
pub(crate) fn write_page(out: &mut impl Write, title: &str, body: &str) -> io::Result<()> {
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         {body}</main>\n<footer>Made by wordmill {}.</footer>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>\n",
        escaped(title),
        env!("CARGO_PKG_VERSION")
    )
}

/// A list of names and values.
pub(crate) fn facts(rows: &[(&str, String)]) -> String {
    let mut html = String::from("<dl>\n");
    for (name, value) in rows {
        html += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    }
    html + "</dl>\n"
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
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        let mut page = Vec::new();
        write_page(&mut page, "T", "<p>x</p>").unwrap();
        let page = String::from_utf8(page).unwrap();
        for sign in ["http:", "https:", "src=", "@import", "url(", "<link"] {
            assert!(!page.contains(sign), "{sign}");
        }
    }
}

//! HTML pages: single, self-contained files.
//!
//! A page contains its style and its script, loads nothing from elsewhere (a content
//! security policy enforces it), follows the reader's choice of light or dark mode,
//! fits a phone, and prints on A4 with a title and page numbers. Its bytes depend only
//! on what it shows. All text from outside goes through [`escaped`].
//!
//! This module has the parts common to all pages; [`chart`] and [`board`] have the
//! drawings. Each of the other modules is one kind of page. Text that is mostly markup
//! is in files: the page itself (`page.html`) and its forms.

mod board;
pub(crate) mod chart;
pub(crate) mod diff;
pub(crate) mod endgame;
pub(crate) mod grid;
pub(crate) mod leave_diff;
mod leaves;
pub(crate) mod matches;
pub(crate) mod replay;
pub(crate) mod report;

use crate::cli::exit::{Out, Stop};
use crate::cli::render::table::{Table, wrapped};
use crate::error::{Result, is_of_label};
use crate::recipe::write_file;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most characters of the title above each printed page.
const HEAD: usize = 80;

/// Refuses a `--report` target that can't be written, or that is one of the page's
/// sources, before the work is done.
pub(crate) fn check_report<'p>(
    path: Option<&Path>,
    sources: impl IntoIterator<Item = &'p Path>,
) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    let sources: Vec<PathBuf> = sources.into_iter().map(Path::to_path_buf).collect();
    Out::check_result(path, &sources)
}

/// Writes a page to the file given with `--report`, if any.
pub(crate) fn write_report(path: Option<&Path>, page: impl FnOnce() -> String) -> Result<()> {
    path.map_or(Ok(()), |path| write_file(path, page().as_bytes()))
}

/// Writes a page to the output of a program.
pub(crate) fn write_page(page: &str, out: &mut Out) -> Result<(), Stop> {
    Ok(out.write_all(page.as_bytes())?)
}

/// Builds a page from a title, the HTML of its body, and the scripts that it needs.
fn page(title: &str, body: &str, scripts: &[&str]) -> String {
    let scripts = match scripts {
        [] => String::new(),
        _ => format!(
            "<script>\n\"use strict\";\n(function () {{\n{}}})();\n</script>\n",
            scripts.concat()
        ),
    };
    format!(
        include_str!("page.html"),
        title = escaped(title),
        style = include_str!("page.css"),
        printed = printed_head(title),
        body = body,
        version = env!("CARGO_PKG_VERSION"),
        scripts = scripts
    )
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
            // Other characters are not text in HTML, or change the direction of the
            // text around them.
            '\n' | '\t' => html.push(character),
            other if !is_of_label(other) => html.push('\u{fffd}'),
            other => html.push(other),
        }
    }
    html
}

/// The style for printed pages with the title above and the page number below.
fn printed_head(title: &str) -> String {
    let mut shown = String::new();
    for character in title.chars().take(HEAD) {
        match character {
            ' ' => shown.push(' '),
            letter if letter.is_ascii_alphanumeric() => shown.push(letter),
            other if !is_of_label(other) => shown.push('\u{fffd}'),
            // Written as its number, a character has no special meaning in CSS.
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

/// A list of names and values.
pub(crate) fn facts(rows: &[(&str, String)]) -> String {
    let mut html = String::from("<dl class=\"facts\">\n");
    for (name, value) in rows {
        html += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    }
    html + "</dl>\n"
}

/// A section with a heading. Both are HTML.
pub(crate) fn section(heading: &str, body: &str) -> String {
    format!("<section>\n<h2>{heading}</h2>\n{body}</section>\n")
}

/// A section that is folded until the reader opens it. `body` is HTML.
pub(crate) fn folded(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!("<details><summary>{title}</summary>\n{body}</details>\n")
}

/// A file: its title, a description, and its SHA-256.
pub(crate) fn file_card(title: &str, about: &str, sum: Option<&str>) -> String {
    let [title, about, sum] = [title, about, sum.unwrap_or_default()].map(escaped);
    let sum = wrapped("<div><code>", &sum, "</code></div>");
    format!(
        "<div class=\"file\"><strong>{title}</strong><div class=\"dim\">{about}</div>{sum}</div>\n"
    )
}

/// Links to parts of the page: their ids and their texts.
pub(crate) fn jump_bar(links: &[(String, String)]) -> String {
    let link = |(name, title): &(String, String)| {
        format!("<a href=\"#{}\">{}</a>\n", escaped(name), escaped(title))
    };
    let links: String = links.iter().map(link).collect();
    format!("<nav class=\"jump\" aria-label=\"Parts of this page\">\n{links}</nav>\n")
}

impl Table {
    /// Formats the table as HTML. `attributes` are those of its element, each after a
    /// space. In a table of the class `text`, cells are left-aligned and numbers
    /// right-aligned.
    pub(crate) fn html(&self, attributes: &str) -> String {
        self.marked_html(attributes, |_| "")
    }

    /// Like [`html`](Self::html), with the attributes of each row by its number.
    pub(crate) fn marked_html(
        &self,
        attributes: &str,
        mark: impl Fn(usize) -> &'static str,
    ) -> String {
        let rows = self.rows.iter().enumerate();
        let rows = rows.map(|(number, cells)| html_row(mark(number), cells));
        html_table(attributes, "", &self.header, &rows.collect::<String>())
    }
}

/// A row of a table. The first cell is the row's head.
pub(crate) fn html_row(attributes: &str, cells: &[String]) -> String {
    let mut cells = cells.iter().map(|cell| escaped(cell));
    let head = cells.next().unwrap_or_default();
    let cells: String = cells.map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr{attributes}><th scope=\"row\">{head}</th>{cells}</tr>\n")
}

/// Formats a table from rows of HTML. The caption, which may be empty, explains the
/// columns.
pub(crate) fn html_table(
    attributes: &str,
    caption: &str,
    head: &[impl AsRef<str>],
    rows: &str,
) -> String {
    let caption = wrapped("<caption>", &escaped(caption), "</caption>\n");
    let title = |title: &_| format!("<th scope=\"col\">{}</th>", escaped(AsRef::as_ref(title)));
    let head: String = head.iter().map(title).collect();
    format!(
        "<table{attributes}>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table>\n"
    )
}

/// The title of a page, and the result below it.
pub(crate) fn title_and_verdict(title: &str, class: &str, verdict: &str) -> String {
    let class = format!("verdict {class}");
    let [title, verdict] = [title, verdict].map(escaped);
    format!(
        "<h1>{title}</h1>\n<p class=\"{}\">{verdict}</p>\n",
        class.trim_end()
    )
}

/// A heading, a description, and a drawing.
pub(crate) fn headed(heading: &str, about: &str, drawn: &str) -> String {
    format!("<h2>{heading}</h2>\n{}{drawn}", dim(about))
}

/// A paragraph in grey.
pub(crate) fn dim(text: &str) -> String {
    format!("<p class=\"dim\">{}</p>\n", escaped(text))
}

/// A drawing under its caption.
pub(crate) fn figure(caption: &str, drawn: &str) -> String {
    let caption = escaped(caption);
    format!("<figure>\n<figcaption>{caption}</figcaption>\n{drawn}</figure>\n")
}

/// A finding: its text, its values if there are any, and its place.
pub(crate) fn finding(what: &str, values: &str, place: &str) -> String {
    let [what, values, place] = [what, values, place].map(escaped);
    let values = wrapped("<div>", &values, "</div>");
    format!(
        "<div class=\"finding bad\"><div><strong>{what}</strong></div>{values}\
         <div class=\"dim\">{place}</div></div>\n"
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
        let page = page("T", "<p>x</p>", &diff::SCRIPTS);
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

    #[test]
    fn cells_of_a_table_are_text() {
        let row = html_row("", &["<x>".to_string(), "1".to_string()]);
        assert_eq!(
            html_table("", "<c>", &["a&", "b"], &row),
            "<table>\n<caption>&lt;c&gt;</caption>\n<thead><tr><th scope=\"col\">a&amp;</th>\
             <th scope=\"col\">b</th></tr></thead>\n<tbody>\n<tr><th scope=\"row\">&lt;x&gt;</th>\
             <td>1</td></tr>\n</tbody>\n</table>\n"
        );
    }
}

//! The parts that all pages are made of: facts, tables, links and folded details.

use crate::cli::page::escaped;
use crate::cli::render::table::Table;

/// Makes a table sort by its columns.
pub(crate) const SORT: &str = include_str!("sort.js");

/// A list of names and values.
pub(crate) fn facts(rows: &[(&str, String)]) -> String {
    let mut html = String::from("<dl class=\"facts\">\n");
    for (name, value) in rows {
        html += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    }
    html + "</dl>\n"
}

/// A part with a heading. Both are HTML.
pub(crate) fn section(heading: &str, body: &str) -> String {
    format!("<section>\n<h2>{heading}</h2>\n{body}</section>\n")
}

/// A part that is folded until the reader opens it. `body` is HTML.
pub(crate) fn folded(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!("<details><summary>{title}</summary>\n{body}</details>\n")
}

/// A file: its title, what is known of it, and its SHA-256.
pub(crate) fn file_card(title: &str, about: &str, sum: Option<&str>) -> String {
    let [title, about] = [title, about].map(escaped);
    let sum = sum.map(|sum| format!("<div><code>{}</code></div>", escaped(sum)));
    let sum = sum.unwrap_or_default();
    format!(
        "<div class=\"file\"><strong>{title}</strong><div class=\"dim\">{about}</div>{sum}</div>\n"
    )
}

/// Links to the parts of the page: their names in it, and what the reader sees.
pub(crate) fn jump_bar(links: &[(String, String)]) -> String {
    let link = |(name, title): &(String, String)| {
        format!("<a href=\"#{}\">{}</a>\n", escaped(name), escaped(title))
    };
    let links: String = links.iter().map(link).collect();
    format!("<nav class=\"jump\" aria-label=\"Parts of this page\">\n{links}</nav>\n")
}

impl Table {
    /// The table as HTML. `attributes` are those of its element: the cells of a table of
    /// the class `text` stand left, and numbers right.
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

/// A table with rows of HTML. The caption, which may be empty, says what a reader has to
/// know about the columns.
pub(crate) fn html_table(
    attributes: &str,
    caption: &str,
    head: &[impl AsRef<str>],
    rows: &str,
) -> String {
    let attributes = match attributes {
        "" => String::new(),
        attributes => format!(" {attributes}"),
    };
    let caption = match caption {
        "" => String::new(),
        caption => format!("<caption>{}</caption>\n", escaped(caption)),
    };
    let head = head.iter().map(|title| escaped(title.as_ref()));
    let head: String = head
        .map(|title| format!("<th scope=\"col\">{title}</th>"))
        .collect();
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

/// A paragraph in grey.
pub(crate) fn dim(text: &str) -> String {
    format!("<p class=\"dim\">{}</p>\n", escaped(text))
}

/// A drawing under its caption.
pub(crate) fn figure(caption: &str, drawn: &str) -> String {
    let caption = escaped(caption);
    format!("<figure>\n<figcaption>{caption}</figcaption>\n{drawn}</figure>\n")
}

/// Something that was found: what, some values if there are any, and where.
pub(crate) fn finding(what: &str, values: &str, place: &str) -> String {
    let [what, values, place] = [what, values, place].map(escaped);
    let values = match values.as_str() {
        "" => values,
        _ => format!("<div>{values}</div>"),
    };
    format!(
        "<div class=\"finding bad\"><div><strong>{what}</strong></div>{values}\
         <div class=\"dim\">{place}</div></div>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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

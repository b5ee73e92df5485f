//! The parts that all pages are made of: facts, tables, links and folded details.

use crate::cli::page::escaped;

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

/// A table with a head. The first cell of each row is the row's head.
pub(crate) struct Table<'t> {
    /// The attributes of the element, as HTML. The cells of a table of the class
    /// `text` stand left, and numbers right.
    pub(crate) attributes: &'t str,
    /// What a reader has to know about the columns; may be empty.
    pub(crate) caption: &'t str,
    pub(crate) head: &'t [&'t str],
}

impl<'t> Table<'t> {
    /// A table without a caption.
    pub(crate) fn new(attributes: &'t str, head: &'t [&'t str]) -> Table<'t> {
        let caption = "";
        Table {
            attributes,
            caption,
            head,
        }
    }

    /// The table with some rows of text.
    pub(crate) fn html(&self, rows: &[Vec<String>]) -> String {
        let rows = rows.iter().map(|cells| self.row("", cells));
        self.html_of(&rows.collect::<String>())
    }

    /// One row; `attributes` are those of its element.
    pub(crate) fn row(&self, attributes: &str, cells: &[String]) -> String {
        let mut html = format!("<tr{attributes}>");
        for (i, cell) in cells.iter().enumerate() {
            let cell = escaped(cell);
            html += &match i {
                0 => format!("<th scope=\"row\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            };
        }
        html + "</tr>\n"
    }

    /// The table with rows of HTML.
    pub(crate) fn html_of(&self, rows: &str) -> String {
        let attributes = match self.attributes {
            "" => String::new(),
            attributes => format!(" {attributes}"),
        };
        let caption = match self.caption {
            "" => String::new(),
            caption => format!("<caption>{}</caption>\n", escaped(caption)),
        };
        let head = |title: &&str| format!("<th scope=\"col\">{}</th>", escaped(title));
        let head: String = self.head.iter().map(head).collect();
        format!(
            "<table{attributes}>\n{caption}<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
             </table>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_table_are_text() {
        let table = Table {
            attributes: "",
            caption: "<c>",
            head: &["a&", "b"],
        };
        assert_eq!(
            table.html(&[vec!["<x>".to_string(), "1".to_string()]]),
            "<table>\n<caption>&lt;c&gt;</caption>\n<thead><tr><th scope=\"col\">a&amp;</th>\
             <th scope=\"col\">b</th></tr></thead>\n<tbody>\n<tr><th scope=\"row\">&lt;x&gt;</th>\
             <td>1</td></tr>\n</tbody>\n</table>\n"
        );
    }
}

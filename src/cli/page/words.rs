//! Lists with a search box. Without scripts the whole list can be scrolled, and
//! the box stays hidden.
//!
//! A list may have several hundred thousand words, which take a browser seconds to
//! lay out. So a list is in parts, and the style sheet has only those in view laid
//! out. The script splits what it finds in the same way.

use crate::cli::page::escaped;
use crate::error::grouped;

/// How many entries a part of a list has; the script has the same number.
const PART: usize = 500;

/// The field to type what to search for.
pub(crate) const SEARCH: &str = "<input type=\"search\" placeholder=\"Search\" \
     aria-label=\"Search\" autocomplete=\"off\" spellcheck=\"false\">";

/// The search box for all lists of the page.
pub(crate) fn search_box() -> String {
    format!("<p hidden>{SEARCH}</p>\n")
}

/// A list of a page.
pub(crate) struct WordBox<'a> {
    /// Tells the lists of a page apart; none for a list that is not searched.
    pub(crate) number: Option<usize>,
    pub(crate) heading: &'a str,
    pub(crate) class: &'a str,
    /// How many entries there are, listed or not.
    pub(crate) count: u64,
    /// If these contain spaces, each stands on a line of its own.
    pub(crate) entries: &'a [String],
}

impl WordBox<'_> {
    /// The list with its heading.
    pub(crate) fn html(&self) -> String {
        let in_lines = self.entries.iter().any(|entry| entry.contains(' '));
        let (form, between) = match in_lines {
            true => ("line", "\n"),
            false => ("space", " "),
        };
        let part = |part: &[String]| format!("<div>{}</div>", escaped(&part.join(between)));
        let parts: String = self.entries.chunks(PART).map(part).collect();
        let (data, place) = match self.number {
            Some(n) => (
                format!(" data-count=\"count{n}\""),
                format!(" <span class=\"dim\" id=\"count{n}\"></span>"),
            ),
            None => Default::default(),
        };
        let list = match self.entries.is_empty() {
            true => "<p class=\"dim\">none</p>".to_string(),
            false => {
                let attributes = format!("data-between=\"{form}\"{data} tabindex=\"0\"");
                format!("<div class=\"words\" {attributes}>{parts}</div>")
            }
        };
        format!(
            "<h3><span class=\"{}\">{}</span>: {}{place}</h3>\n{list}\n",
            self.class,
            escaped(self.heading),
            grouped(self.count)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_in_parts() {
        let words: Vec<String> = (0..2 * PART + 1).map(|n| format!("W{n}")).collect();
        let list = WordBox {
            number: Some(0),
            heading: "Words",
            class: "",
            count: words.len() as u64,
            entries: &words,
        };
        let html = list.html();
        assert_eq!(html.matches("<div>").count(), 3);
        assert!(html.contains("W499</div><div>W500 W501"));
        assert!(html.contains("<div>W1000</div></div>"));
    }

    #[test]
    fn the_script_has_parts_of_the_same_size() {
        let script = include_str!("page.js");
        assert!(script.contains(&format!("var PART = {PART};")));
    }
}

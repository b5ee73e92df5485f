//! Lists that can be searched. Without scripts all of a list is there to be
//! scrolled through, and the search box stays hidden.

use super::escaped;
use crate::cli::grouped;

/// The box that searches all lists of the page.
pub(crate) fn search_box() -> String {
    "<p hidden><input type=\"search\" placeholder=\"Search\" aria-label=\"Search\" \
     autocomplete=\"off\" spellcheck=\"false\"></p>\n"
        .to_string()
}

/// A list with its heading. `number` tells the lists of a page apart; entries
/// that have white space within stand in lines of their own.
pub(crate) fn word_box(number: usize, heading: &str, class: &str, entries: &[String]) -> String {
    let in_lines = entries.iter().any(|entry| entry.contains(' '));
    let (between, joined) = match in_lines {
        true => ("line", entries.join("\n")),
        false => ("space", entries.join(" ")),
    };
    let (heading, count) = (escaped(heading), grouped(entries.len() as u64));
    let list = match entries.is_empty() {
        true => "<p class=\"dim\">none</p>".to_string(),
        false => format!(
            "<div class=\"words\" data-between=\"{between}\" data-count=\"count{number}\" \
             tabindex=\"0\">{}</div>",
            escaped(&joined)
        ),
    };
    format!(
        "<h3><span class=\"{class}\">{heading}</span>: {count} \
         <span class=\"dim\" id=\"count{number}\"></span></h3>\n{list}\n"
    )
}

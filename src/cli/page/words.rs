//! Lists with a search box. Without scripts the whole list can be scrolled, and
//! the box stays hidden.
//!
//! A list may have several hundred thousand words, which take a browser seconds to
//! lay out. So a list is in parts, and the style sheet has only those in view laid
//! out. The script splits what it finds in the same way.

use crate::cli::page::escaped;
use crate::cli::render::table::grouped;

/// How many entries a part of a list has; the script has the same number.
const PART: usize = 500;

/// The search box for all lists of the page.
pub(crate) fn search_box() -> String {
    "<p hidden><input type=\"search\" placeholder=\"Search\" aria-label=\"Search\" \
     autocomplete=\"off\" spellcheck=\"false\"></p>\n"
        .to_string()
}

/// A list with its heading. `number` tells the lists of a page apart. If entries
/// contain spaces, each stands on a line of its own.
pub(crate) fn word_box(number: usize, heading: &str, class: &str, entries: &[String]) -> String {
    let in_lines = entries.iter().any(|entry| entry.contains(' '));
    let (form, between) = match in_lines {
        true => ("line", "\n"),
        false => ("space", " "),
    };
    let part = |part: &[String]| format!("<div>{}</div>", escaped(&part.join(between)));
    let parts: String = entries.chunks(PART).map(part).collect();
    let (heading, count) = (escaped(heading), grouped(entries.len() as u64));
    let list = match entries.is_empty() {
        true => "<p class=\"dim\">none</p>".to_string(),
        false => format!(
            "<div class=\"words\" data-between=\"{form}\" data-count=\"count{number}\" \
             tabindex=\"0\">{parts}</div>"
        ),
    };
    format!(
        "<h3><span class=\"{class}\">{heading}</span>: {count} \
         <span class=\"dim\" id=\"count{number}\"></span></h3>\n{list}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_in_parts() {
        let words: Vec<String> = (0..2 * PART + 1).map(|n| format!("W{n}")).collect();
        let html = word_box(0, "Words", "", &words);
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

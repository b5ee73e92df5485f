//! Bar charts in HTML alone. Bars are horizontal, so labels stay readable on a
//! phone.

use crate::cli::page::escaped;
use crate::error::grouped;

/// One bar: its label, its length, the number beside it, and the class that
/// colours it.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) size: f64,
    pub(crate) shown: String,
    pub(crate) class: &'static str,
}

impl Bar {
    /// A bar for a count.
    pub(crate) fn count(label: String, count: u64, class: &'static str) -> Bar {
        Bar {
            label,
            size: count as f64,
            shown: grouped(count),
            class,
        }
    }
}

/// A percentage with one decimal.
fn share(size: f64, longest: f64) -> String {
    let share = if longest > 0.0 { size / longest } else { 0.0 };
    format!("{:.1}", share * 100.0)
}

/// Horizontal bars; the longest fills the width.
pub(crate) fn bars(rows: &[Bar]) -> String {
    let longest = rows.iter().map(|row| row.size).fold(0.0, f64::max);
    let mut html = String::from("<div class=\"bars\">\n");
    for row in rows {
        let (label, class) = (escaped(&row.label), row.class);
        let (width, value) = (share(row.size, longest), escaped(&row.shown));
        html += &format!(
            "<b>{label}</b><i class=\"{class}\" style=\"width:{width}%\"></i><span>{value}</span>\n"
        );
    }
    html + "</div>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_takes_all_the_room() {
        let bar = |label: &str, count| Bar::count(label.to_string(), count, "");
        let html = bars(&[bar("2", 50), bar("<3>", 2000), bar("4", 0)]);
        assert!(html.contains("<b>2</b><i class=\"\" style=\"width:2.5%\"></i><span>50</span>"));
        assert!(html.contains("<b>&lt;3&gt;</b><i class=\"\" style=\"width:100.0%\"></i>"));
        assert!(html.contains("width:0.0%"));
        assert!(!bars(&[bar("1", 0)]).contains("NaN"));
    }
}

//! Numbers as bars, in HTML alone, and percentiles as columns, in SVG.

use super::escaped;
use crate::cli::grouped;

/// One bar: what it is of, how long it is, and a class that colours it.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) value: u64,
    pub(crate) class: &'static str,
}

/// A percentage with one decimal; the whole is not 0.
fn share(value: u64, whole: u64) -> String {
    format!("{:.1}", value as f64 * 100.0 / whole.max(1) as f64)
}

/// Horizontal bars, the longest as long as there is room.
pub(crate) fn bars(rows: &[Bar]) -> String {
    let longest = rows.iter().map(|row| row.value).max().unwrap_or(0);
    let mut html = String::from("<div class=\"bars\">\n");
    for row in rows {
        let (label, class) = (escaped(&row.label), row.class);
        let (width, value) = (share(row.value, longest), grouped(row.value));
        html += &format!(
            "<b>{label}</b><i class=\"{class}\" style=\"width:{width}%\"></i><span>{value}</span>\n"
        );
    }
    html + "</div>\n"
}

/// A column for each percentile, with its number above and its percent below.
/// `what` is for readers who can't see it.
pub(crate) fn percentile_chart(what: &str, columns: &[(usize, f64, String)]) -> String {
    const WIDTH: usize = 40;
    const HEIGHT: f64 = 90.0;
    let highest = columns.iter().map(|c| c.1).fold(0.0, f64::max);
    let width = columns.len() * WIDTH;
    let mut svg = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {width} 125\" role=\"img\" aria-label=\"{}\">\n",
        escaped(what)
    );
    for (i, (percent, value, label)) in columns.iter().enumerate() {
        let height = if highest > 0.0 {
            (value / highest * HEIGHT).max(1.0)
        } else {
            1.0
        };
        let (x, middle, top) = (i * WIDTH + 5, i * WIDTH + WIDTH / 2, 105.0 - height);
        let label = escaped(label);
        svg += &format!(
            "<rect x=\"{x}\" y=\"{top:.1}\" width=\"{}\" height=\"{height:.1}\" rx=\"2\"/>\
             <text class=\"value\" x=\"{middle}\" y=\"{:.1}\">{label}</text>\
             <text x=\"{middle}\" y=\"119\">{percent} %</text>\n",
            WIDTH - 10,
            top - 4.0
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_takes_all_the_room() {
        let bar = |label: &str, value| Bar {
            label: label.to_string(),
            value,
            class: "",
        };
        let html = bars(&[bar("2", 50), bar("<3>", 2000), bar("4", 0)]);
        assert!(html.contains("<b>2</b><i class=\"\" style=\"width:2.5%\"></i><span>50</span>"));
        assert!(html.contains("<b>&lt;3&gt;</b><i class=\"\" style=\"width:100.0%\"></i>"));
        assert!(html.contains("width:0.0%"));
        assert!(!bars(&[bar("1", 0)]).contains("NaN"));
    }

    #[test]
    fn columns_stay_in_the_picture() {
        let svg = percentile_chart(
            "plays",
            &[(0, 0.0, "0".to_string()), (100, 9.0, "9".to_string())],
        );
        assert!(
            svg.contains("y=\"15.0\" width=\"30\" height=\"90.0\""),
            "{svg}"
        );
        assert!(
            svg.contains("y=\"104.0\" width=\"30\" height=\"1.0\""),
            "{svg}"
        );
    }
}

//! The facts about a file that `kwg-dump info` shows.

use crate::cli::input::File;
use crate::cli::render::json::{Json, Object, object};
use crate::error::{Result, counted, plain};
use crate::file::{Holds, Opened};
use crate::graph::{Graph, Identity};
use crate::leave::Leaves;
use crate::parallel;
use crate::ruleset::Ruleset;
use serde_json::json;

/// Facts as lines of text, and as JSON.
#[derive(Default)]
pub struct Info {
    /// The lines.
    pub lines: Vec<String>,
    pub(crate) json: Object,
}

impl Info {
    /// Collects the facts about a file. JSON omits those that do not apply to its kind.
    pub(crate) fn of_file(file: &File) -> Result<Info> {
        let (held, sum) =
            parallel::join(|| Info::of(&file.opened, file.ruleset()), || file.sha256());
        let held = held?;
        let listed = file.rules.listed.as_ref().map(|listed| &listed.sha256[..]);
        let listed = listed.filter(|listed| *listed != sum);
        let (bytes, ruleset, assumed) =
            (file.bytes.len(), file.ruleset().name(), file.rules.assumed);
        let (kind, reason) = (
            file.opened.sniffed.kind.to_string(),
            &file.opened.sniffed.reason,
        );
        let mut lines = vec![
            format!("file: {}", plain(&file.shown)),
            format!("bytes: {bytes}"),
            format!("sha256: {sum}"),
        ];
        let note = "another file, by the manifest beside it";
        lines.extend(listed.map(|listed| format!("listed: {listed} ({note})")));
        let note = match assumed {
            true => " (assumed: neither --ruleset nor a manifest beside the file names one)",
            false => "",
        };
        lines.push(format!("ruleset: {}{note}", plain(ruleset)));
        lines.push(format!("kind: {kind} ({})", plain(reason)));
        lines.extend(held.lines);
        let json = object! {"file": &file.shown[..], "bytes": bytes, "sha256": sum};
        let json = json.with("listed_sha256", listed).and(object! {
            "ruleset": ruleset,
            "ruleset_assumed": assumed,
            "kind": kind,
            "kind_reason": &reason[..],
        });
        let json = json.and(held.json);
        Ok(Info { lines, json })
    }

    /// Collects the facts about the content of a file: nodes, words and leaves.
    pub fn of(opened: &Opened, ruleset: &Ruleset) -> Result<Info> {
        let leaves = match &opened.holds {
            Holds::Leaves(leaves) => Some(leave_info(leaves, ruleset)),
            Holds::Graph(_) | Holds::Words(_) => None,
        };
        let (graph, words) = parallel::join(
            || opened.graph().map(graph_info).transpose(),
            || {
                let words = opened.lexicon();
                words.map(|words| word_info(words, ruleset)).transpose()
            },
        );
        let mut info = Info::default();
        for (name, part) in [("graph", graph?), ("words", words?), ("leaves", leaves)] {
            let part = part.map(|part| {
                info.lines.extend(part.lines);
                part.json
            });
            info.json = info.json.with(name, part);
        }
        Ok(info)
    }
}

fn graph_info(graph: &Graph) -> Result<Info> {
    let (counts, format, found) = (graph.node_counts(), graph.format(), graph.layout()?);
    let (all, dawg, gaddag_only) = (counts.all, counts.dawg, counts.gaddag_only);
    let layout = found.layout.map(|layout| layout.to_string());
    let layout = layout.unwrap_or("unknown".to_string());
    let unreachable = counts.unreachable;
    let parts =
        format!("{dawg} in the DAWG, {gaddag_only} in the GADDAG only, {unreachable} unreachable");
    Ok(Info {
        lines: vec![
            format!("layout: {layout} ({})", found.reason),
            format!("nodes: {all} ({parts}), format {format}"),
        ],
        json: object! {
            "node": format.to_string(),
            "layout": layout,
            "layout_reason": found.reason,
            "nodes": all,
            "dawg_nodes": dawg,
            "gaddag_only_nodes": gaddag_only,
            "unreachable_nodes": unreachable,
        },
    })
}

fn word_info(graph: &Graph, ruleset: &Ruleset) -> Result<Info> {
    let alphabet = ruleset.alphabet();
    let totals = graph.totals();
    let (identity, stats) = parallel::join(
        || Identity::of_graph(graph, alphabet),
        || graph.word_stats(&totals),
    );
    let (stats, identity) = (stats?, identity?);
    let used = graph.tiles_used();
    let letters = 1..=alphabet.len() as u8;
    let (used, unused): (Vec<u8>, Vec<u8>) = letters.partition(|tile| used.contains(tile));
    let [used, unused] = [used, unused].map(|tiles| {
        let labels = tiles.iter().map(|&tile| alphabet.label(tile));
        labels.collect::<Vec<_>>()
    });
    let shown = |labels: &[&str]| match labels {
        [] => "none".to_string(),
        _ => labels.join(" "),
    };
    let longest = stats
        .longest
        .map(|word| (alphabet.word_text(&word), word.len()));
    let mut lines = vec![format!("words: {}", totals.words)];
    let mut by_length = Object::default();
    for (length, &count) in stats.by_length.iter().enumerate() {
        if count > 0 {
            lines.push(format!("  of {length} tiles: {count}"));
            by_length = by_length.with(&length.to_string(), Some(count));
        }
    }
    if let Some((word, length)) = &longest {
        lines.push(format!(
            "longest: {word} ({})",
            counted(*length as u64, "tiles")
        ));
    }
    lines.extend([
        format!("tiles used: {}", shown(&used)),
        format!("tiles not used: {}", shown(&unused)),
        format!("identity: {}", identity.sha256),
        format!("Quackle's identity: {}", identity.quackle),
    ]);
    let json = object! {
        "count": totals.words,
        "by_length": by_length,
        "longest": longest.map(|(word, length)| object! {"word": word, "length": length}),
        "tiles_used": json!(used),
        "tiles_unused": json!(unused),
        "identity": identity.sha256,
        "quackle_identity": identity.quackle,
    };
    Ok(Info { lines, json })
}

/// The width of the longest bar in a histogram.
const WIDEST: u64 = 40;

/// The number of bars in a histogram.
const BARS: usize = 10;

fn leave_info(leaves: &Leaves, ruleset: &Ruleset) -> Info {
    let mut found = 0u64;
    // The first leaves with the smallest and with the largest value.
    let (mut smallest, mut largest) = (None::<(String, f32)>, None::<(String, f32)>);
    let mut rows = leaves.rows();
    while let Some((leave, value)) = rows.next() {
        found += u64::from(ruleset.check_leave(leave).is_ok());
        let row = || Some((ruleset.alphabet().labels_text(leave), value));
        if smallest.as_ref().is_none_or(|(_, least)| value < *least) {
            smallest = row();
        }
        if largest.as_ref().is_none_or(|(_, most)| value > *most) {
            largest = row();
        }
    }
    let (count, values) = (leaves.len(), leaves.format().to_string());
    let possible = u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX);
    let bars = match (&smallest, &largest) {
        (Some((_, low)), Some((_, high))) => histogram(leaves.values(), *low, *high),
        _ => Vec::new(),
    };
    let not = if found == possible { "" } else { "not " };
    let part = format!("{count} of {possible} ({not}complete)");
    let mut lines = vec![format!("leaves: {part}, values {values}")];
    for (what, row) in [("smallest", &smallest), ("largest", &largest)] {
        let row = row.iter();
        lines.extend(row.map(|(leave, value)| format!("{what}: {leave} {value}")));
    }
    let most = bars.iter().map(|bar| bar.2).max().unwrap_or(1).max(1);
    for (from, to, count) in &bars {
        let drawn = "#".repeat((count * WIDEST / most) as usize);
        let line = format!("  {from:9.3} to {to:9.3}: {count:7} {drawn}");
        lines.push(line.trim_end().to_string());
    }
    let row = |(leave, value): (String, f32)| object! {"leave": leave, "value": value};
    let bars = bars.into_iter();
    let bars = bars.map(|(from, to, count)| object! {"from": from, "to": to, "count": count});
    let json = object! {
        "count": count,
        "possible": possible,
        "complete": found == possible,
        "values": values,
        "smallest": smallest.map(row),
        "largest": largest.map(row),
        "histogram": Json::from_iter(bars),
    };
    Info { lines, json }
}

/// Counts values, all from `low` to `high`, in bars of equal width. For each bar,
/// returns its lower bound, its upper bound, which belongs to the next bar except for
/// the last one, and the count.
fn histogram(values: &[f32], low: f32, high: f32) -> Vec<(f64, f64, u64)> {
    let (low, high) = (f64::from(low), f64::from(high));
    let bars = if low == high { 1 } else { BARS };
    let width = (high - low) / bars as f64;
    let bound = |i: usize| match i == bars {
        true => high,
        false => low + width * i as f64,
    };
    let mut histogram: Vec<_> = (0..bars).map(|i| (bound(i), bound(i + 1), 0)).collect();
    for &value in values {
        // If all values are equal, this is NaN, which becomes 0.
        let at = ((f64::from(value) - low) / width) as usize;
        histogram[at.min(bars - 1)].2 += 1;
    }
    histogram
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_a_bar() {
        let values = [-1.0, 0.0, 0.5, 9.0, 9.0];
        let bars = histogram(&values, -1.0, 9.0);
        assert_eq!(bars.len(), BARS);
        let counts: Vec<u64> = bars.iter().map(|bar| bar.2).collect();
        assert_eq!(counts, [1, 2, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!((bars[0].0, bars[BARS - 1].1), (-1.0, 9.0));
        let same = histogram(&[2.0, 2.0], 2.0, 2.0);
        assert_eq!(same.len(), 1);
        assert_eq!(same[0].2, 2);
        let wide = histogram(&[f32::MIN, f32::MAX], f32::MIN, f32::MAX);
        assert_eq!((wide[0].2, wide[BARS - 1].2), (1, 1));
    }
}

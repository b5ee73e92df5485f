//! The facts about a file that `kwg-dump info` shows.

use crate::error::{Result, counted, plain};
use crate::file::{Holds, Opened};
use crate::graph::{Graph, Identity};
use crate::leave::Leaves;
use crate::parallel;
use crate::ruleset::Ruleset;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The facts about a file. JSON leaves out what does not apply to its kind.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    /// The file as the user named it.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// The SHA-256 that the manifest beside it lists, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_sha256: Option<String>,
    /// The ruleset it was read with.
    pub ruleset: String,
    /// Whether that ruleset was assumed because nothing names it.
    pub ruleset_assumed: bool,
    /// What kind of file it is.
    pub kind: String,
    /// What the kind was recognised by.
    pub kind_reason: String,
    /// Its nodes, if it is a graph or has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphInfo>,
    /// Its words, if it has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<WordInfo>,
    /// Its leaves, if it has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<LeaveInfo>,
}

/// The nodes of a file.
#[derive(Clone, Debug, Serialize)]
pub struct GraphInfo {
    /// Their format.
    pub node: String,
    /// Their layout; `unknown` if wordmill does not build it.
    pub layout: String,
    /// What the layout was recognised by.
    pub layout_reason: String,
    /// All nodes.
    pub nodes: u64,
    /// The nodes of the DAWG.
    pub dawg_nodes: u64,
    /// The nodes of the GADDAG alone.
    pub gaddag_only_nodes: u64,
    /// The nodes that no path reaches.
    pub unreachable_nodes: u64,
}

/// The words of a file.
#[derive(Clone, Debug, Serialize)]
pub struct WordInfo {
    /// How many there are.
    pub count: u64,
    /// How many there are of each length that occurs.
    pub by_length: BTreeMap<usize, u64>,
    /// The first of the longest.
    pub longest: Option<Longest>,
    /// The labels of the tiles that words have.
    pub tiles_used: Vec<String>,
    /// The labels of the letters that no word has.
    pub tiles_unused: Vec<String>,
    /// The SHA-256 of the sorted words.
    pub identity: String,
    /// Quackle's identity of the words.
    pub quackle_identity: String,
}

/// A longest word.
#[derive(Clone, Debug, Serialize)]
pub struct Longest {
    /// Its text.
    pub word: String,
    /// Its tiles.
    pub length: u64,
}

impl Info {
    /// Collects the facts about an opened file, except its size and SHA-256.
    pub fn of(file: &str, opened: &Opened, ruleset: &Ruleset) -> Result<Info> {
        let leaves = match &opened.holds {
            Holds::Leaves(leaves) => Some(LeaveInfo::of(leaves, ruleset)),
            Holds::Graph(_) | Holds::Words(_) => None,
        };
        let (graph, words) = parallel::join(
            || opened.graph().map(GraphInfo::of).transpose(),
            || {
                let words = opened.lexicon();
                words.map(|words| WordInfo::of(words, ruleset)).transpose()
            },
        );
        Ok(Info {
            file: file.to_string(),
            bytes: 0,
            sha256: String::new(),
            listed_sha256: None,
            ruleset: ruleset.name().to_string(),
            ruleset_assumed: false,
            kind: opened.sniffed.kind.to_string(),
            kind_reason: opened.sniffed.reason.clone(),
            graph: graph?,
            words: words?,
            leaves,
        })
    }
}

impl GraphInfo {
    fn of(graph: &Graph) -> Result<GraphInfo> {
        let counts = graph.node_counts();
        let found = graph.layout()?;
        let layout = found.layout.map(|layout| layout.to_string());
        Ok(GraphInfo {
            node: graph.format().to_string(),
            layout: layout.unwrap_or("unknown".to_string()),
            layout_reason: found.reason,
            nodes: counts.all,
            dawg_nodes: counts.dawg,
            gaddag_only_nodes: counts.gaddag_only,
            unreachable_nodes: counts.unreachable,
        })
    }
}

impl WordInfo {
    fn of(graph: &Graph, ruleset: &Ruleset) -> Result<WordInfo> {
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
        let labels = |tiles: Vec<u8>| {
            let label = |&tile: &u8| alphabet.label(tile).to_string();
            tiles.iter().map(label).collect()
        };
        let lengths = stats.by_length.iter().copied().enumerate();
        Ok(WordInfo {
            count: totals.words,
            by_length: lengths.filter(|&(_, count)| count > 0).collect(),
            longest: stats.longest.map(|word| Longest {
                word: alphabet.word_text(&word),
                length: word.len() as u64,
            }),
            tiles_used: labels(used),
            tiles_unused: labels(unused),
            identity: identity.sha256,
            quackle_identity: identity.quackle,
        })
    }
}

/// The width of the longest bar.
const WIDEST: u64 = 40;

/// Writes what is known of a file, a line for each property.
pub(crate) fn write_info(info: &Info, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "file: {}", plain(&info.file))?;
    writeln!(out, "bytes: {}", info.bytes)?;
    writeln!(out, "sha256: {}", info.sha256)?;
    if let Some(listed) = &info.listed_sha256 {
        let note = "another file, by the manifest beside it";
        writeln!(out, "listed: {listed} ({note})")?;
    }
    let assumed = match info.ruleset_assumed {
        true => " (assumed: neither --ruleset nor a manifest beside the file names one)",
        false => "",
    };
    writeln!(out, "ruleset: {}{assumed}", plain(&info.ruleset))?;
    writeln!(out, "kind: {} ({})", info.kind, plain(&info.kind_reason))?;
    if let Some(graph) = &info.graph {
        writeln!(out, "layout: {} ({})", graph.layout, graph.layout_reason)?;
        let (dawg, gaddag) = (graph.dawg_nodes, graph.gaddag_only_nodes);
        let parts = format!("{dawg} in the DAWG, {gaddag} in the GADDAG only");
        let parts = format!("{parts}, {} unreachable", graph.unreachable_nodes);
        writeln!(
            out,
            "nodes: {} ({parts}), format {}",
            graph.nodes, graph.node
        )?;
    }
    if let Some(words) = &info.words {
        writeln!(out, "words: {}", words.count)?;
        for (length, count) in &words.by_length {
            writeln!(out, "  of {length} tiles: {count}")?;
        }
        if let Some(longest) = &words.longest {
            let tiles = counted(longest.length, "tiles");
            writeln!(out, "longest: {} ({tiles})", longest.word)?;
        }
        let labels = |tiles: &[String]| match tiles {
            [] => "none".to_string(),
            _ => tiles.join(" "),
        };
        writeln!(out, "tiles used: {}", labels(&words.tiles_used))?;
        writeln!(out, "tiles not used: {}", labels(&words.tiles_unused))?;
        writeln!(out, "identity: {}", words.identity)?;
        writeln!(out, "Quackle's identity: {}", words.quackle_identity)?;
    }
    if let Some(leaves) = &info.leaves {
        let (count, possible, values) = (leaves.count, leaves.possible, &leaves.values);
        let not = if leaves.complete { "" } else { "not " };
        let part = format!("{count} of {possible} ({not}complete)");
        writeln!(out, "leaves: {part}, values {values}")?;
        for (what, row) in [("smallest", &leaves.smallest), ("largest", &leaves.largest)] {
            if let Some(row) = row {
                writeln!(out, "{what}: {} {}", row.leave, row.value)?;
            }
        }
        let most = leaves.histogram.iter().map(|bar| bar.count).max();
        for bar in &leaves.histogram {
            let width = bar.count * WIDEST / most.unwrap_or(1).max(1);
            let (from, to, count) = (bar.from, bar.to, bar.count);
            let drawn = "#".repeat(width as usize);
            let line = format!("  {from:9.3} to {to:9.3}: {count:7} {drawn}");
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

/// The number of bars in a histogram.
const BARS: usize = 10;

/// The leaves of a file.
#[derive(Clone, Debug, Serialize)]
pub struct LeaveInfo {
    /// How many there are.
    pub count: u64,
    /// How many leaves are possible by the ruleset.
    pub possible: u64,
    /// Whether all possible leaves are there.
    pub complete: bool,
    /// The value format.
    pub values: String,
    /// The first leave of the smallest value.
    pub smallest: Option<LeaveRow>,
    /// The first leave of the largest value.
    pub largest: Option<LeaveRow>,
    /// A histogram of the values, from the smallest to the largest.
    pub histogram: Vec<Bar>,
}

/// A leave and its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeaveRow {
    /// The leave's text.
    pub leave: String,
    /// Its value.
    pub value: f32,
}

/// How many values there are in a range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// The least value.
    pub from: f64,
    /// The bound above; it belongs to the next bar, except for the last one.
    pub to: f64,
    /// How many there are.
    pub count: u64,
}

impl LeaveInfo {
    pub(crate) fn of(leaves: &Leaves, ruleset: &Ruleset) -> LeaveInfo {
        let mut possible = 0u64;
        let (mut smallest, mut largest): (Option<LeaveRow>, Option<LeaveRow>) = (None, None);
        let mut rows = leaves.rows();
        while let Some((leave, value)) = rows.next() {
            possible += u64::from(ruleset.check_leave(leave).is_ok());
            let row = || LeaveRow {
                leave: ruleset.alphabet().labels_text(leave),
                value,
            };
            if smallest.as_ref().is_none_or(|least| value < least.value) {
                smallest = Some(row());
            }
            if largest.as_ref().is_none_or(|most| value > most.value) {
                largest = Some(row());
            }
        }
        let all = u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX);
        LeaveInfo {
            count: leaves.len() as u64,
            possible: all,
            complete: possible == all,
            values: leaves.format().to_string(),
            histogram: match (&smallest, &largest) {
                (Some(low), Some(high)) => histogram(leaves.values(), low.value, high.value),
                _ => Vec::new(),
            },
            smallest,
            largest,
        }
    }
}

/// Counts values, all from `low` to `high`, in bars of equal width.
fn histogram(values: &[f32], low: f32, high: f32) -> Vec<Bar> {
    let (low, high) = (f64::from(low), f64::from(high));
    let bars = if low == high { 1 } else { BARS };
    let width = (high - low) / bars as f64;
    let bound = |i: usize| match i == bars {
        true => high,
        false => low + width * i as f64,
    };
    let bar = |i: usize| Bar {
        from: bound(i),
        to: bound(i + 1),
        count: 0,
    };
    let mut histogram: Vec<Bar> = (0..bars).map(bar).collect();
    for &value in values {
        // If all values are equal, this is not a number, which becomes 0.
        let at = ((f64::from(value) - low) / width) as usize;
        histogram[at.min(bars - 1)].count += 1;
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
        let counts: Vec<u64> = bars.iter().map(|bar| bar.count).collect();
        assert_eq!(counts, [1, 2, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!((bars[0].from, bars[BARS - 1].to), (-1.0, 9.0));
        let same = histogram(&[2.0, 2.0], 2.0, 2.0);
        assert_eq!(same.len(), 1);
        assert_eq!(same[0].count, 2);
        let wide = histogram(&[f32::MIN, f32::MAX], f32::MIN, f32::MAX);
        assert_eq!((wide[0].count, wide[BARS - 1].count), (1, 1));
    }
}

//! The facts about a file that `kwg-dump info` shows.

use crate::cli::render::leave_info::LeaveInfo;
use crate::digest::sha256;
use crate::error::Result;
use crate::file::{Holds, Opened};
use crate::graph::{Graph, Identity};
use crate::parallel;
use crate::ruleset::Ruleset;
use serde::Serialize;
use std::collections::BTreeMap;

/// The facts about a file. JSON leaves out what does not apply to its kind.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    /// The file as the user named it.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// The ruleset it was read with.
    pub ruleset: String,
    /// Whether that ruleset was assumed because nothing names it.
    pub ruleset_assumed: bool,
    /// What kind of file it is.
    pub kind: String,
    /// What shows that kind.
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
    /// Their layout; `unknown` if it is none of ours.
    pub layout: String,
    /// What shows that layout.
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
    /// Collects the facts about an opened file.
    pub fn of(file: &str, bytes: &[u8], opened: &Opened, ruleset: &Ruleset) -> Result<Info> {
        let mut info = Info::of_opened(file, opened, ruleset)?;
        (info.bytes, info.sha256) = (bytes.len() as u64, sha256(bytes));
        Ok(info)
    }

    /// Collects the facts about an opened file, except its size and SHA-256.
    pub(crate) fn of_opened(file: &str, opened: &Opened, ruleset: &Ruleset) -> Result<Info> {
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
        Ok(GraphInfo {
            node: graph.format().to_string(),
            layout: found
                .layout
                .map_or("unknown".to_string(), |layout| layout.to_string()),
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

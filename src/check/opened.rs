//! A subject's files, opened once for all passes.
//!
//! Files are read without the alphabet at first: any tile that a node can hold
//! is sound. Whether tiles are letters of the ruleset is a question of its own,
//! and what can't be written as text is not handed to a pass that would.

use crate::check::findings::Trial;
use crate::check::pass::Pass;
use crate::check::report::FileReport;
use crate::check::subject::{Artifact, Role, Subject};
use crate::digest::sha256;
use crate::file::graph_form;
use crate::graph::{Content, Extent, Graph, GraphFault, GraphKind, Region};
use crate::leave::Leaves;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::tiles::{MAX_LETTERS, Tile};

/// A subject and its opened files.
pub(crate) struct Shelf<'s> {
    pub(crate) subject: &'s Subject,
    pub(crate) items: Vec<Item<'s>>,
}

/// An opened file.
pub(crate) struct Item<'s> {
    pub(crate) artifact: &'s Artifact,
    /// The digest; none if there is no such file.
    pub(crate) sha256: Option<String>,
    pub(crate) holds: Holds,
    /// How much a graph holds; nothing where there is none.
    pub(crate) extent: Extent,
    /// The first node with a tile that is no letter of the ruleset.
    pub(crate) stranger: Option<(u32, Tile)>,
}

/// What is in a file.
pub(crate) enum Holds {
    /// There is no such file.
    Nothing,
    /// A graph, and what it holds.
    Graph(Box<Graph>, Content),
    Leaves(Box<Leaves>),
    /// Bytes that mean something beside a graph alone.
    Bytes,
    /// A graph of another kind than it should be.
    Mistaken(Content),
    /// What should be a graph or leaves, and is not.
    Unsound(GraphFault),
}

impl<'s> Shelf<'s> {
    pub(crate) fn open(subject: &'s Subject) -> Shelf<'s> {
        let letters = subject.ruleset.alphabet().len();
        let items = subject.artifacts.par_iter();
        Shelf {
            subject,
            items: items
                .map(|artifact| Item::open(artifact, letters))
                .collect(),
        }
    }

    /// The graphs that a pass can look at, of words or of alphagrams.
    pub(crate) fn graphs(&self, of_words: bool, trial: &mut Trial) -> Vec<(&Item<'s>, &Graph)> {
        let mut graphs = Vec::new();
        for item in &self.items {
            let Role::Graph { content, .. } = item.artifact.role else {
                continue;
            };
            let content = match &item.holds {
                Holds::Graph(_, content) => Some(*content),
                _ => content,
            };
            if (content == Some(Content::Alphagrams)) == of_words {
                continue;
            }
            if item.is_usable(trial)
                && let Holds::Graph(graph, _) = &item.holds
            {
                graphs.push((item, &**graph));
            }
        }
        graphs
    }

    /// The leave files that a pass can look at.
    pub(crate) fn leaves(&self, trial: &mut Trial) -> Vec<(&Item<'s>, &Leaves)> {
        let mut found = Vec::new();
        for item in &self.items {
            let is_leaves = matches!(item.artifact.role, Role::Leaves { .. });
            if is_leaves
                && item.is_usable(trial)
                && let Holds::Leaves(leaves) = &item.holds
            {
                found.push((item, &**leaves));
            }
        }
        found
    }
}

impl<'s> Item<'s> {
    fn open(artifact: &'s Artifact, letters: usize) -> Item<'s> {
        let (sha256, holds) = match &artifact.bytes {
            None => (None, Holds::Nothing),
            Some(bytes) => {
                let (sum, holds) = parallel::join(|| sha256(bytes), || open(bytes, &artifact.role));
                (Some(sum), holds)
            }
        };
        let graph = match &holds {
            Holds::Graph(graph, _) => Some(&**graph),
            Holds::Leaves(leaves) => Some(leaves.graph()),
            _ => None,
        };
        Item {
            artifact,
            sha256,
            extent: graph.map(Graph::extent).unwrap_or_default(),
            stranger: graph.and_then(|graph| stranger(graph, letters)),
            holds,
        }
    }

    pub(crate) fn path(&self) -> &str {
        &self.artifact.path
    }

    /// Whether a pass can look at the file; if not, the pass is told why.
    fn is_usable(&self, trial: &mut Trial) -> bool {
        match (&self.holds, self.stranger) {
            (Holds::Nothing, _) => {
                trial.blocked(self.path(), Pass::Structure, "no such file");
                false
            }
            (Holds::Unsound(fault), _) => {
                trial.blocked(self.path(), Pass::Structure, &fault.to_string());
                false
            }
            (Holds::Mistaken(found), _) => {
                let reason = format!("a {found}");
                trial.blocked(self.path(), Pass::Structure, &reason);
                false
            }
            _ if self.extent.check().is_err() => {
                let reason = "more words than can be listed";
                trial.blocked(self.path(), Pass::Structure, reason);
                false
            }
            (_, Some((node, tile))) => {
                let reason = format!("tile {tile} at node {node}, which is no letter");
                trial.blocked(self.path(), Pass::Bundle, &reason);
                false
            }
            _ => true,
        }
    }

    /// What is to be said of the file, as far as it is known before any pass.
    pub(crate) fn report(&self) -> FileReport {
        let mut report = FileReport {
            file: self.path().to_string(),
            kind: self.kind(),
            bytes: self.artifact.bytes.as_ref().map(|bytes| bytes.len() as u64),
            sha256: self.sha256.clone(),
            nodes: None,
            unreachable: None,
            layout: None,
            entries: None,
            per_length: Default::default(),
        };
        let graph = match &self.holds {
            Holds::Graph(graph, _) => &**graph,
            Holds::Leaves(leaves) => leaves.graph(),
            _ => return report,
        };
        report.nodes = Some(graph.nodes().len() as u64);
        report.entries = Some(self.extent.words);
        if let Ok(stats) = graph.word_stats(&self.extent) {
            let by_length = stats.by_length.into_iter().enumerate();
            report.per_length = by_length.filter(|&(_, count)| count > 0).collect();
        }
        report
    }

    pub(crate) fn kind(&self) -> &'static str {
        match (&self.artifact.role, &self.holds) {
            (_, Holds::Graph(_, content)) => content.name(),
            (Role::Graph { content, .. }, _) => content.map_or("graph", Content::name),
            (Role::Counts { .. }, _) => "counts",
            (Role::Members { .. }, _) => "members",
            (Role::Order { .. }, _) => "order",
            (Role::Leaves { .. }, _) => "leaves",
        }
    }
}

fn open(bytes: &[u8], role: &Role) -> Holds {
    match *role {
        Role::Graph {
            content, format, ..
        } => {
            let said = content;
            let (format, content) = graph_form(bytes, format, content);
            match Graph::from_bytes(bytes, format, kind_of(content), MAX_LETTERS) {
                // A root of a GADDAG is in no other kind of file.
                Ok(graph) if said.is_some() && content != Content::Gaddawg => {
                    match graph_form(bytes, Some(format), None).1 {
                        Content::Gaddawg if graph.dawg_root() != 0 => {
                            Holds::Mistaken(Content::Gaddawg)
                        }
                        _ => Holds::Graph(Box::new(graph), content),
                    }
                }
                Ok(graph) => Holds::Graph(Box::new(graph), content),
                Err(fault) => Holds::Unsound(fault),
            }
        }
        Role::Leaves { .. } => match Leaves::from_bytes(bytes, MAX_LETTERS) {
            Ok(leaves) => Holds::Leaves(Box::new(leaves)),
            Err(fault) => Holds::Unsound(fault),
        },
        Role::Counts { .. } | Role::Members { .. } | Role::Order { .. } => Holds::Bytes,
    }
}

pub(crate) fn kind_of(content: Content) -> GraphKind {
    match content {
        Content::Gaddawg => GraphKind::Gaddawg,
        Content::Dawg | Content::Alphagrams => GraphKind::Dawg,
    }
}

/// The first reached node with a tile past the last letter.
fn stranger(graph: &Graph, letters: usize) -> Option<(u32, Tile)> {
    let strange = |&(index, tile): &(u32, Tile)| {
        usize::from(tile) > letters
            && (graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index))
    };
    let nodes = (0..).zip(graph.nodes());
    nodes
        .map(|(index, node)| (index, node.tile()))
        .find(strange)
}

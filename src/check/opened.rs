//! A lexicon's files, opened once for all passes.
//!
//! Files are read without the alphabet: any tile that a node can hold is
//! sound. Whether all tiles are letters of the ruleset is a question of its
//! own. A pass that writes tiles as text gets only files in which they are.

use crate::check::pass::Pass;
use crate::check::pass_run::PassRun;
use crate::check::report::FileReport;
use crate::check::subject::{Artifact, Role, Subject};
use crate::digest::sha256;
use crate::error::Error;
use crate::graph::{Content, Graph, GraphFault, Region, WordTotals, graph_form};
use crate::leave::Leaves;
use crate::lexicon::{Definitions, Words};
use crate::parallel;
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::source::read_definitions;
use crate::tiles::{MAX_LETTERS, Tile};

/// A subject and its opened files.
pub(crate) struct OpenedLexicon<'s> {
    pub(crate) subject: &'s Subject,
    pub(crate) files: Vec<OpenedFile<'s>>,
}

/// An opened file.
pub(crate) struct OpenedFile<'s> {
    pub(crate) artifact: &'s Artifact,
    /// The digest; none if the file is missing.
    pub(crate) sha256: Option<String>,
    pub(crate) body: FileBody,
    /// The number of words and tiles of a graph; zero for other files.
    pub(crate) totals: WordTotals,
    /// The first node whose tile is no letter of the ruleset.
    pub(crate) stranger: Option<(u32, Tile)>,
}

/// What a file turned out to be.
pub(crate) enum FileBody {
    Missing,
    Graph(Box<Graph>, Content),
    Leaves(Box<Leaves>),
    /// The words of a file that is no graph.
    Words(Words),
    Definitions(Definitions),
    /// A count, member or rank file, which has a meaning only beside its graph.
    SideFile,
    /// A graph of another kind than it should be.
    WrongKind(Content),
    /// A graph or leave file that the reader refuses.
    Unsound(GraphFault),
}

impl<'s> OpenedLexicon<'s> {
    pub(crate) fn open(subject: &'s Subject) -> OpenedLexicon<'s> {
        let artifacts = subject.artifacts.par_iter();
        let files = artifacts.map(|artifact| OpenedFile::open(artifact, &subject.ruleset));
        OpenedLexicon {
            subject,
            files: files.collect(),
        }
    }

    /// The graphs that a pass can look at: of words, or of alphagrams.
    pub(crate) fn graphs(
        &self,
        of_words: bool,
        pass: &mut PassRun,
    ) -> Vec<(&OpenedFile<'s>, &Graph)> {
        let mut graphs = Vec::new();
        for file in &self.files {
            let Role::Graph { content, .. } = file.artifact.role else {
                continue;
            };
            let content = match &file.body {
                FileBody::Graph(_, content) => Some(*content),
                _ => content,
            };
            if (content == Some(Content::Alphagrams)) != of_words
                && file.is_usable(pass)
                && let FileBody::Graph(graph, _) = &file.body
            {
                graphs.push((file, &**graph));
            }
        }
        graphs
    }

    /// The files with words in another form that a pass can look at.
    pub(crate) fn words(&self, pass: &mut PassRun) -> Vec<(&OpenedFile<'s>, &Words)> {
        let mut found = Vec::new();
        for file in &self.files {
            if matches!(file.artifact.role, Role::Words(_))
                && file.is_usable(pass)
                && let FileBody::Words(words) = &file.body
            {
                found.push((file, words));
            }
        }
        found
    }

    /// The files of definitions that a pass can look at.
    pub(crate) fn definitions(&self, pass: &mut PassRun) -> Vec<(&OpenedFile<'s>, &Definitions)> {
        let mut found = Vec::new();
        for file in &self.files {
            if matches!(file.artifact.role, Role::Definitions(_))
                && file.is_usable(pass)
                && let FileBody::Definitions(definitions) = &file.body
            {
                found.push((file, definitions));
            }
        }
        found
    }

    /// The leave files that a pass can look at.
    pub(crate) fn leaves(&self, pass: &mut PassRun) -> Vec<(&OpenedFile<'s>, &Leaves)> {
        let mut found = Vec::new();
        for file in &self.files {
            if matches!(file.artifact.role, Role::Leaves { .. })
                && file.is_usable(pass)
                && let FileBody::Leaves(leaves) = &file.body
            {
                found.push((file, &**leaves));
            }
        }
        found
    }
}

impl<'s> OpenedFile<'s> {
    fn open(artifact: &'s Artifact, ruleset: &Ruleset) -> OpenedFile<'s> {
        let (sha256, body) = match &artifact.bytes {
            None => (None, FileBody::Missing),
            Some(bytes) => {
                let (sum, body) =
                    parallel::join(|| sha256(bytes), || open(bytes, &artifact.role, ruleset));
                (Some(sum), body)
            }
        };
        let mut file = OpenedFile {
            artifact,
            sha256,
            body,
            totals: WordTotals::default(),
            stranger: None,
        };
        let letters = ruleset.alphabet().len();
        if let Some(graph) = file.graph() {
            (file.totals, file.stranger) = (graph.totals(), strangers(graph, letters).next());
        }
        file
    }

    pub(crate) fn path(&self) -> &str {
        &self.artifact.path
    }

    /// The graph of the file: a word graph, or that of its leaves.
    pub(crate) fn graph(&self) -> Option<&Graph> {
        match &self.body {
            FileBody::Graph(graph, _) => Some(graph),
            FileBody::Leaves(leaves) => Some(leaves.graph()),
            _ => None,
        }
    }

    /// Whether a pass can look at the file. If not, the pass is told why.
    fn is_usable(&self, pass: &mut PassRun) -> bool {
        let (by, reason) = match (&self.body, self.stranger) {
            (FileBody::Missing, _) => (Pass::Structure, "no such file".to_string()),
            (FileBody::Unsound(fault), _) => (Pass::Structure, fault.to_string()),
            (FileBody::WrongKind(found), _) => (Pass::Structure, format!("a {found}")),
            _ if self.totals.check().is_err() => {
                (Pass::Structure, "more words than can be listed".to_string())
            }
            (_, Some((node, tile))) => {
                let reason = format!("tile {tile} at node {node}, which is no letter");
                (Pass::Bundle, reason)
            }
            _ => return true,
        };
        pass.blocked(self.path(), by, &reason);
        false
    }

    /// What is known of the file before any pass runs.
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
        if let Some(graph) = self.graph() {
            report.nodes = Some(graph.nodes().len() as u64);
            report.entries = Some(self.totals.words);
            if let Ok(stats) = graph.word_stats(&self.totals) {
                let by_length = stats.by_length.into_iter().enumerate();
                report.per_length = by_length.filter(|&(_, count)| count > 0).collect();
            }
        }
        let words = match &self.body {
            FileBody::Words(words) => Some(words),
            FileBody::Definitions(definitions) => Some(definitions.words()),
            _ => None,
        };
        if let Some(words) = words {
            report.entries = Some(words.len() as u64);
            let by_length = words.by_length().into_iter().enumerate();
            report.per_length = by_length.filter(|&(_, count)| count > 0).collect();
        }
        report
    }

    pub(crate) fn kind(&self) -> &'static str {
        match (&self.artifact.role, &self.body) {
            (_, FileBody::Graph(_, content)) => content.name(),
            (Role::Graph { content, .. }, _) => content.map_or("graph", Content::name),
            (Role::Counts { .. }, _) => "counts",
            (Role::Members { .. }, _) => "members",
            (Role::Order { .. }, _) => "order",
            (Role::Definitions(_), _) => "definitions",
            (Role::Words(format), _) => format.name(),
            (Role::Leaves { .. }, _) => "leaves",
        }
    }
}

fn open(bytes: &[u8], role: &Role, ruleset: &Ruleset) -> FileBody {
    match *role {
        Role::Graph {
            content, format, ..
        } => {
            let said = content;
            let (format, content) = graph_form(bytes, format, content);
            match Graph::from_bytes(bytes, format, content.kind(), MAX_LETTERS) {
                // A root of a GADDAG is in no other kind of file.
                Ok(graph) if said.is_some() && content != Content::Gaddawg => {
                    match graph_form(bytes, Some(format), None).1 {
                        Content::Gaddawg if graph.dawg_root() != 0 => {
                            FileBody::WrongKind(Content::Gaddawg)
                        }
                        _ => FileBody::Graph(Box::new(graph), content),
                    }
                }
                Ok(graph) => FileBody::Graph(Box::new(graph), content),
                Err(fault) => FileBody::Unsound(fault),
            }
        }
        Role::Leaves { .. } => match Leaves::from_bytes(bytes, MAX_LETTERS) {
            Ok(leaves) => FileBody::Leaves(Box::new(leaves)),
            Err(fault) => FileBody::Unsound(fault),
        },
        Role::Words(format) => match format.read(bytes, ruleset) {
            Ok(words) => FileBody::Words(words),
            Err(fault) => FileBody::Unsound(fault),
        },
        Role::Definitions(_) => match read_definitions("", bytes, ruleset.alphabet()) {
            Ok(definitions) => FileBody::Definitions(definitions),
            Err(error) => FileBody::Unsound(fault_of_line(&error)),
        },
        Role::Counts { .. } | Role::Members { .. } | Role::Order { .. } => FileBody::SideFile,
    }
}

/// The first fault of a text, with its line.
fn fault_of_line(error: &Error) -> GraphFault {
    let first = error.diagnostics().first();
    let text = first.map(|fault| match fault.line {
        Some(line) => format!("line {line}: {}", fault.problem),
        None => fault.problem.to_string(),
    });
    GraphFault::file(text.unwrap_or_default())
}

/// The nodes that are reached and whose tile is past the last letter.
pub(crate) fn strangers(graph: &Graph, letters: usize) -> impl Iterator<Item = (u32, Tile)> {
    let nodes = (0..).zip(graph.nodes());
    let tiles = nodes.map(|(index, node)| (index, node.tile()));
    tiles.filter(move |&(index, tile)| {
        usize::from(tile) > letters
            && (graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index))
    })
}

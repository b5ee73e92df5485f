//! A lexicon's files, opened once for all passes.
//!
//! Files are read without the alphabet: any tile that a node can hold is valid. Whether
//! all tiles are letters of the ruleset is checked separately. A pass that writes tiles
//! as text gets only files whose tiles are.

use crate::check::findings::Finding;
use crate::check::pass::Pass;
use crate::check::pass_run::PassRun;
use crate::check::report::FileReport;
use crate::check::subject::{Artifact, Role, Subject};
use crate::digest::sha256;
use crate::error::Error;
use crate::graph::{
    Content, Counts, Graph, GraphFault, GraphKind, GraphSpec, Layout, Region, WordIndex,
    WordTotals, graph_form,
};
use crate::leave::{LeaveSpec, Leaves};
use crate::lexicon::{Definitions, Words};
use crate::parallel;
use crate::recipe::per_length;
use crate::ruleset::Ruleset;
use crate::source::read_definitions;
use crate::tiles::{Alphabet, MAX_LETTERS, Tile};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A subject and its opened files.
pub(crate) struct OpenedLexicon<'s> {
    pub(crate) subject: &'s Subject,
    pub(crate) files: Vec<OpenedFile<'s>>,
}

/// An opened file.
pub(crate) struct OpenedFile<'s> {
    pub(crate) artifact: &'s Artifact,
    /// The lexicon that the file belongs to.
    pub(crate) subject: &'s Subject,
    /// The digest; `None` if the file is missing.
    pub(crate) sha256: Option<String>,
    pub(crate) body: FileBody,
    /// The number of words and tiles of a graph; zero for other files.
    pub(crate) totals: WordTotals,
    /// The first node whose tile is not a letter of the ruleset.
    pub(crate) stranger: Option<(u32, Tile)>,
    /// Results of the structure pass for the report: the number of nodes that nothing
    /// leads to, and the layout.
    pub(crate) shape: OnceLock<(u64, &'static str)>,
    /// Listed on first use.
    listed: OnceLock<Option<Words>>,
    /// Numbered on first use.
    numbered: OnceLock<Result<Numbered, GraphFault>>,
}

/// The numbers of a graph's words.
pub(crate) struct Numbered {
    pub(crate) counts: Counts,
    pub(crate) index: WordIndex,
}

/// The actual content of a file.
pub(crate) enum FileBody {
    Missing,
    Graph(Box<Graph>, Content),
    Leaves(Box<Leaves>),
    /// The words of a file that is not a graph.
    Words(Words),
    Definitions(Definitions),
    /// A count, member or rank file, which has a meaning only beside its graph.
    SideFile,
    /// A graph of another kind than expected.
    WrongKind(Content),
    /// A graph or leave file that the reader refuses.
    Unsound(GraphFault),
}

/// Files that a pass can check, with their content.
pub(crate) type Usable<'f, 's, T> = Vec<(&'f OpenedFile<'s>, &'f T)>;

impl<'s> OpenedLexicon<'s> {
    pub(crate) fn open(subject: &'s Subject) -> OpenedLexicon<'s> {
        let open = |artifact| OpenedFile::open(artifact, subject);
        OpenedLexicon {
            subject,
            files: parallel::map(&subject.artifacts, open),
        }
    }

    /// The graphs that a pass can check: of words, or of alphagrams.
    pub(crate) fn graphs(&self, of_words: bool, pass: &mut PassRun) -> Usable<'_, 's, Graph> {
        let is_wanted = |file: &OpenedFile<'_>| file.is_of_words() == Some(of_words);
        self.usable(pass, is_wanted, |body| match body {
            FileBody::Graph(graph, _) => Some(&**graph),
            _ => None,
        })
    }

    /// The files with words in another form that a pass can check.
    pub(crate) fn words(&self, pass: &mut PassRun) -> Usable<'_, 's, Words> {
        let is_wanted = |file: &OpenedFile<'_>| matches!(file.artifact.role, Role::Words(_));
        self.usable(pass, is_wanted, |body| match body {
            FileBody::Words(words) => Some(words),
            _ => None,
        })
    }

    /// The files of definitions that a pass can check.
    pub(crate) fn definitions(&self, pass: &mut PassRun) -> Usable<'_, 's, Definitions> {
        let is_wanted = |file: &OpenedFile<'_>| matches!(file.artifact.role, Role::Definitions(_));
        self.usable(pass, is_wanted, |body| match body {
            FileBody::Definitions(definitions) => Some(definitions),
            _ => None,
        })
    }

    /// The leave files that a pass can check.
    pub(crate) fn leaves(&self, pass: &mut PassRun) -> Usable<'_, 's, Leaves> {
        self.usable(pass, OpenedFile::is_of_leaves, |body| match body {
            FileBody::Leaves(leaves) => Some(&**leaves),
            _ => None,
        })
    }

    fn usable<T>(
        &self,
        pass: &mut PassRun,
        is_wanted: impl Fn(&OpenedFile<'s>) -> bool,
        content: impl Fn(&FileBody) -> Option<&T>,
    ) -> Usable<'_, 's, T> {
        let files = self.files.iter().filter(|file| is_wanted(file));
        let files = files.filter(|file| file.is_usable(pass));
        let contents = files.filter_map(|file| Some((file, content(&file.body)?)));
        contents.collect()
    }
}

impl<'s> OpenedFile<'s> {
    fn open(artifact: &'s Artifact, subject: &'s Subject) -> OpenedFile<'s> {
        let ruleset = &subject.ruleset;
        let bytes = artifact.bytes.as_deref();
        let open = || bytes.map(|bytes| open(bytes, &artifact.role, ruleset));
        let (sha256, body) = parallel::join(|| bytes.map(sha256), open);
        let mut file = OpenedFile {
            artifact,
            subject,
            sha256,
            body: body.unwrap_or(FileBody::Missing),
            totals: WordTotals::default(),
            stranger: None,
            shape: OnceLock::new(),
            listed: OnceLock::new(),
            numbered: OnceLock::new(),
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

    pub(crate) fn alphabet(&self) -> &'s Alphabet {
        self.subject.ruleset.alphabet()
    }

    /// Formats tiles after a noun for what they are.
    pub(crate) fn text(&self, what: &str, tiles: &[Tile]) -> String {
        format!("{what} {}", self.alphabet().word_text(tiles))
    }

    /// The finding that the file lacks a word of `name`.
    pub(crate) fn lacks(&self, word: &[Tile], name: &str) -> Finding {
        let expected = format!("it, as in {name}");
        (self.text("word", word), expected, "nothing").into()
    }

    /// The finding that the file has a word that `name` lacks.
    pub(crate) fn adds(&self, word: &[Tile], name: &str) -> Finding {
        let expected = format!("nothing, as in {name}");
        (self.text("word", word), expected, "it").into()
    }

    /// Whether it is or should be a graph of words rather than alphagrams; `None` if it
    /// is not a word graph.
    pub(crate) fn is_of_words(&self) -> Option<bool> {
        let content = match (&self.artifact.role, &self.body) {
            (Role::Graph { .. }, FileBody::Graph(_, content)) => Some(*content),
            (Role::Graph { content, .. }, _) => *content,
            _ => return None,
        };
        Some(content != Some(Content::Alphagrams))
    }

    /// Whether it is or should be a leave file.
    pub(crate) fn is_of_leaves(&self) -> bool {
        matches!(self.artifact.role, Role::Leaves(_))
    }

    /// The graph of the file: a word graph, or that of its leaves.
    pub(crate) fn graph(&self) -> Option<&Graph> {
        match &self.body {
            FileBody::Graph(graph, _) => Some(graph),
            FileBody::Leaves(leaves) => Some(leaves.graph()),
            _ => None,
        }
    }

    /// Drops what was computed for passes, which would take memory until all lexicons
    /// are done.
    pub(crate) fn forget(&mut self) {
        self.listed.take();
        self.numbered.take();
    }

    /// The words of a graph; `None` if there are too many to list.
    pub(crate) fn listed(&self) -> Option<&Words> {
        // Several passes call this at the same time. Parallel work inside the
        // initialiser could re-enter this function and deadlock, so there must be none.
        let list = || self.graph()?.to_words().ok();
        self.listed.get_or_init(list).as_ref()
    }

    /// The numbers of a graph's words.
    pub(crate) fn numbered(&self, graph: &Graph) -> Result<&Numbered, &GraphFault> {
        let number = || {
            let counts = Counts::of(graph)?;
            let index = WordIndex::new(graph, &counts);
            Ok(Numbered { counts, index })
        };
        self.numbered.get_or_init(number).as_ref()
    }

    /// Whether a pass can check the file. If not, tells the pass why.
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

    /// The report of the file after all passes.
    pub(crate) fn report(&self) -> FileReport {
        FileReport {
            file: self.path().to_string(),
            kind: self.kind(),
            bytes: self.artifact.bytes.as_ref().map(|bytes| bytes.len() as u64),
            sha256: self.sha256.clone(),
            nodes: self.graph().map(|graph| graph.nodes().len() as u64),
            unreachable: self.shape.get().map(|shape| shape.0),
            layout: self.shape.get().map(|shape| shape.1),
            entries: self.entries(),
            per_length: self.by_length(),
        }
    }

    /// The words of a file that is not a graph.
    fn own_words(&self) -> Option<&Words> {
        match &self.body {
            FileBody::Words(words) => Some(words),
            FileBody::Definitions(definitions) => Some(definitions.words()),
            _ => None,
        }
    }

    /// The number of words or leaves in the file.
    pub(crate) fn entries(&self) -> Option<u64> {
        let words = self.own_words().map(|words| words.len() as u64);
        words.or(self.graph().map(|_| self.totals.words))
    }

    /// The number of words or leaves of each length.
    pub(crate) fn by_length(&self) -> BTreeMap<usize, u64> {
        per_length(match (self.graph(), self.own_words()) {
            (Some(graph), _) => graph.words_by_length(&self.totals).unwrap_or_default(),
            (None, words) => words.map(Words::by_length).unwrap_or_default(),
        })
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
            (Role::Leaves(_), _) => "leaves",
        }
    }
}

fn open(bytes: &[u8], role: &Role, ruleset: &Ruleset) -> FileBody {
    match *role {
        Role::Graph {
            content, format, ..
        } => {
            let is_said = content.is_some();
            let (format, content) = graph_form(bytes, format, content);
            let seems = graph_form(bytes, Some(format), None).1;
            let is_other = is_said && seems == Content::Gaddawg && content != seems;
            match Graph::from_bytes(bytes, format, content.kind(), MAX_LETTERS) {
                Err(fault) => FileBody::Unsound(fault),
                // No other kind of file has a GADDAG root.
                Ok(graph) if is_other && graph.dawg_root() != 0 => FileBody::WrongKind(seems),
                Ok(graph) => FileBody::Graph(Box::new(graph), content),
            }
        }
        Role::Leaves(_) => Leaves::from_bytes(bytes, MAX_LETTERS)
            .map_or_else(FileBody::Unsound, |read| FileBody::Leaves(Box::new(read))),
        Role::Words(format) => format
            .read(bytes, ruleset)
            .map_or_else(FileBody::Unsound, FileBody::Words),
        Role::Definitions(_) => read_definitions("", bytes, ruleset.alphabet())
            .map_err(|error| fault_of_line(&error))
            .map_or_else(FileBody::Unsound, FileBody::Definitions),
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

/// The tiles of a word, sorted.
pub(crate) fn alphagram_of(word: &[Tile]) -> Vec<Tile> {
    let mut alphagram = word.to_vec();
    alphagram.sort_unstable();
    alphagram
}

/// The text for nodes that are in no known layout.
pub(crate) const NO_LAYOUT: &str = "an order of no layout";

/// The layout of a file's graph, as its nodes show it; `None` if they show none, or if
/// the file has no graph. Small graphs can be the same in several layouts: if the
/// expected one is among them, returns that one.
pub(crate) fn layout_of(file: &OpenedFile<'_>, expected: Option<Layout>) -> Option<Layout> {
    let found = file.graph()?.layout().ok().and_then(|found| found.layout);
    let expected = expected.filter(|&expected| found != Some(expected));
    let is_built_so = |&layout: &Layout| {
        let bytes = build_again(file, layout);
        bytes.is_some() && bytes == file.artifact.bytes
    };
    expected.filter(is_built_so).or(found)
}

/// Builds the content of a file in a layout; `None` if it can't be built.
fn build_again(file: &OpenedFile<'_>, layout: Layout) -> Option<Vec<u8>> {
    match &file.body {
        FileBody::Leaves(leaves) => {
            let spec = LeaveSpec::default().with_values(leaves.format());
            let table = leaves.to_table().ok()?;
            crate::leave::build(&table, file.alphabet(), spec.with_layout(layout)).ok()
        }
        FileBody::Graph(graph, _) => {
            let content = match graph.kind() {
                GraphKind::Gaddawg => Content::Gaddawg,
                GraphKind::Dawg | GraphKind::Leaves => Content::Dawg,
            };
            let spec = GraphSpec::new().content(content).layout(layout);
            crate::graph::build(file.listed()?, spec.format(graph.format())).ok()
        }
        _ => None,
    }
}

/// The reached nodes whose tile is past the last letter.
pub(crate) fn strangers(graph: &Graph, letters: usize) -> impl Iterator<Item = (u32, Tile)> {
    let nodes = (0..).zip(graph.nodes());
    let tiles = nodes.map(|(index, node)| (index, node.tile()));
    tiles.filter(move |&(index, tile)| {
        usize::from(tile) > letters
            && (graph.reaches(Region::Dawg, index) || graph.reaches(Region::Gaddag, index))
    })
}

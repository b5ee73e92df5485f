//! What is checked: a lexicon's files, and what is known of them.
//!
//! A subject is all data: whoever makes one has read the files. From a recipe
//! it knows the sources, the expectations, and what manifest, sums and lock
//! claim; from bare files it may know nothing but the rules.

use crate::graph::{Content, Layout, NodeFormat};
use crate::lexicon::{LeaveTable, ValueFormat, Words};
use crate::recipe::ResolvedRecipe;
use crate::ruleset::Ruleset;

/// A lexicon to be checked.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name.
    pub lexicon: String,
    /// The rules it is for.
    pub ruleset: Ruleset,
    /// What the user calls the rules: a name, or a path.
    pub ruleset_name: String,
    /// Whether nothing says that it is for those rules.
    pub ruleset_assumed: bool,
    /// Its files.
    pub artifacts: Vec<Artifact>,
    /// The words that it is made from, if they are known.
    pub words: Option<Words>,
    /// The fewest and the most tiles of a word.
    pub length: (usize, usize),
    /// The recipe, if there is one.
    pub recipe: Option<ResolvedRecipe>,
    /// What is said of the files.
    pub claims: Vec<Claim>,
    /// Tables of positions, with what errors call them.
    pub positions: Vec<(String, String)>,
    /// What is wrong with files that should say something of the others.
    pub troubles: Vec<Trouble>,
    /// What is to be looked at, though it need not be wrong.
    pub doubts: Vec<Trouble>,
    /// The directory that the files should be in, if there is none.
    pub no_directory: Option<String>,
    /// What is not there to compare with.
    pub notes: Vec<String>,
    /// The leave files of other lexica, by their digests.
    pub other_leaves: Vec<OtherLeaves>,
}

impl Subject {
    /// A lexicon without files yet; words have 2 tiles or more and fit on the
    /// board.
    pub fn new(lexicon: impl Into<String>, ruleset: Ruleset) -> Subject {
        Subject {
            lexicon: lexicon.into(),
            length: (
                crate::recipe::DEFAULT_MIN_LENGTH,
                usize::from(ruleset.board().longer_side()),
            ),
            ruleset_name: ruleset.name().to_string(),
            ruleset,
            ruleset_assumed: false,
            artifacts: Vec::new(),
            words: None,
            recipe: None,
            claims: Vec::new(),
            positions: Vec::new(),
            troubles: Vec::new(),
            doubts: Vec::new(),
            no_directory: None,
            notes: Vec::new(),
            other_leaves: Vec::new(),
        }
    }
}

/// What is wrong with a file that should say something of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The file, as the user would name it.
    pub file: String,
    /// What is wrong.
    pub what: &'static str,
    /// What should be there; empty if that goes without saying.
    pub expected: String,
    /// What is there.
    pub found: String,
    /// What to do about it.
    pub advice: String,
}

/// A file of a lexicon.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// Its name, without a path.
    pub name: String,
    /// What the user would call it.
    pub path: String,
    /// What is in it; none if there is no such file.
    pub bytes: Option<Vec<u8>>,
    /// What it should be.
    pub role: Role,
}

/// What a file should be. What is not known is found out, or not compared.
#[derive(Clone, Debug)]
pub enum Role {
    /// A word graph.
    Graph {
        /// What it holds of its words.
        content: Option<Content>,
        /// How its nodes are written.
        format: Option<NodeFormat>,
        /// How its lists are arranged.
        layout: Option<Layout>,
    },
    /// The counts of a graph's nodes.
    Counts {
        /// The graph's name.
        of: String,
    },
    /// Which words of a graph are in another lexicon.
    Members {
        /// The graph's name.
        of: String,
        /// The other lexicon.
        words: Option<Words>,
    },
    /// The ranks of a graph's words by probability.
    Order {
        /// The graph's name.
        of: String,
    },
    /// Leave values.
    Leaves {
        /// How its values are written.
        values: Option<ValueFormat>,
        /// How the lists of its graph are arranged.
        layout: Option<Layout>,
        /// The table it is made from.
        table: Option<LeaveTable>,
        /// Whether a leave may have more of a tile than the bag.
        beyond_bag: bool,
        /// Whether a leave may have as many tiles as a rack, or more.
        beyond_rack: bool,
    },
}

impl Role {
    /// The program that makes such files from a recipe.
    pub const fn program(&self) -> &'static str {
        match self {
            Role::Leaves { .. } => "klv-build",
            _ => "kwg-build",
        }
    }
}

/// What something says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who says it: a manifest, a file of sums, a lock.
    pub by: String,
    /// What it is said of: one of the lexicon's files, or another input.
    pub about: String,
    /// What it is about.
    pub fact: Fact,
    /// What is said; none if something should be said and is not.
    pub expected: Option<String>,
}

/// What a claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The SHA-256 of an artifact.
    Sha256,
    /// The size of an artifact.
    Bytes,
    /// The nodes of an artifact.
    Nodes,
    /// The nodes that an artifact's DAWG reaches.
    DawgNodes,
    /// The words, leaves or members of an artifact.
    Entries,
    /// The identity of an artifact's words.
    Identity,
    /// The SHA-256 of something that the files are made from.
    Source {
        /// What it is now.
        now: String,
        /// The programs that made files from it.
        programs: String,
    },
    /// Something else, which is known already: its name, and what it is.
    Known(&'static str, String),
}

impl Fact {
    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Fact::Sha256 | Fact::Source { .. } => "sha256",
            Fact::Bytes => "bytes",
            Fact::Nodes => "nodes",
            Fact::DawgNodes => "dawg_nodes",
            Fact::Entries => "entries",
            Fact::Identity => "identity",
            Fact::Known(name, _) => name,
        }
    }
}

/// A leave file of another lexicon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLeaves {
    /// The other lexicon.
    pub lexicon: String,
    /// The file's name.
    pub file: String,
    /// Its digest.
    pub sha256: String,
}

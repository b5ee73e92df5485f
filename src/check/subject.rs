//! What is checked: a lexicon's files, and what is known of them.
//!
//! A subject is data alone; its files are already read. From a recipe it has the
//! sources, the expectations, and the claims of manifest, sums and lock. For
//! files without a recipe it may have nothing but the ruleset.

use crate::check::findings::Finding;
use crate::database::StudyNotes;
use crate::foreign::WordFormat;
use crate::graph::{Content, Layout, NodeFormat};
use crate::leave::Leaves;
use crate::lexicon::{Definitions, LeaveTable, ValueFormat, Words};
use crate::recipe::{DEFAULT_MIN_LENGTH, MatchGate, PartKind, ResolvedRecipe};
use crate::ruleset::Ruleset;

/// A lexicon to be checked.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name.
    pub lexicon: String,
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// What the user calls the ruleset: a name or a path.
    pub ruleset_name: String,
    /// Whether the ruleset was assumed because nothing names it.
    pub ruleset_assumed: bool,
    /// Its files.
    pub artifacts: Vec<Artifact>,
    /// The words that it is made from, if they are known.
    pub words: Option<Words>,
    /// The fewest and the most tiles of a word.
    pub length: (usize, usize),
    /// Whether these lengths were assumed because nothing names others.
    pub length_assumed: bool,
    /// The lists with words of other lengths, which were left out, and how many
    /// there are.
    pub left_out: Vec<(String, u64)>,
    /// The recipe, if there is one.
    pub recipe: Option<ResolvedRecipe>,
    /// What manifest, sums and lock claim.
    pub claims: Vec<Claim>,
    /// Tables of positions: path and text.
    pub positions: Vec<(String, String)>,
    /// The leave values of other files that these must not lose against.
    pub rival: Option<Rival>,
    /// The words of the earlier edition of each of the recipe's editions, with the
    /// path of their file.
    pub earlier: Vec<Option<(String, Words)>>,
    /// What each study database says beside the words, by the name of its file.
    pub databases: Vec<(String, StudyNotes)>,
    /// What was found while it was read: faults of the manifest, the sums or the lock
    /// themselves, and files that are not those of their manifest.
    pub findings: Vec<Finding>,
    /// The directory that the files should be in, if it does not exist.
    pub no_directory: Option<String>,
    /// What is missing to compare with, which is no fault.
    pub notes: Vec<String>,
    /// The leave files of other lexicons, by digest.
    pub other_leaves: Vec<OtherLeaves>,
}

impl Subject {
    /// A lexicon without files yet, whose words have 2 tiles or more and fit on
    /// the board.
    pub fn new(lexicon: impl Into<String>, ruleset: Ruleset) -> Subject {
        let longest = usize::from(ruleset.board().longer_side());
        Subject {
            lexicon: lexicon.into(),
            length: (DEFAULT_MIN_LENGTH, longest),
            ruleset_name: ruleset.name().to_string(),
            ruleset,
            ruleset_assumed: false,
            length_assumed: false,
            left_out: Vec::new(),
            artifacts: Vec::new(),
            words: None,
            recipe: None,
            claims: Vec::new(),
            positions: Vec::new(),
            rival: None,
            earlier: Vec::new(),
            databases: Vec::new(),
            findings: Vec::new(),
            no_directory: None,
            notes: Vec::new(),
            other_leaves: Vec::new(),
        }
    }
}

/// Leave values to play a match against.
#[derive(Clone, Debug)]
pub struct Rival {
    /// The path of their file, as the user would name it.
    pub path: String,
    /// The values.
    pub leaves: Leaves,
    /// The match, as the recipe has it.
    pub gate: MatchGate,
}

/// A file of a lexicon.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// Its name, without a path.
    pub name: String,
    /// Its path, as the user would name it.
    pub path: String,
    /// Its bytes; none if the file is missing.
    pub bytes: Option<Vec<u8>>,
    /// What it should be.
    pub role: Role,
}

/// What a file should be. What is not known is detected, or not compared.
#[derive(Clone, Debug)]
pub enum Role {
    /// A word graph.
    Graph {
        /// Its content.
        content: Option<Content>,
        /// Its node format.
        format: Option<NodeFormat>,
        /// Its layout.
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
    /// The definitions of the words; with those of the sources, if they are known.
    Definitions(Option<Definitions>),
    /// The words in the format of another program.
    Words(WordFormat),
    /// Leave values.
    Leaves(LeavesRole),
}

/// What a file of leave values should be.
#[derive(Clone, Debug, Default)]
pub struct LeavesRole {
    /// Its value format.
    pub values: Option<ValueFormat>,
    /// The layout of its graph.
    pub layout: Option<Layout>,
    /// The table it is made from.
    pub table: Option<LeaveTable>,
    /// The lexicon whose values these are, if they are borrowed.
    pub borrowed_from: Option<String>,
    /// Whether a leave may have more of a tile than the bag.
    pub beyond_bag: bool,
    /// Whether a leave may have as many tiles as a rack, or more.
    pub beyond_rack: bool,
}

impl Role {
    /// The graph that a side file stands beside.
    pub(crate) fn of(&self) -> Option<&String> {
        match self {
            Role::Counts { of } | Role::Members { of, .. } | Role::Order { of } => Some(of),
            _ => None,
        }
    }

    /// The part of a recipe that such files belong to.
    pub const fn part(&self) -> PartKind {
        match self {
            Role::Leaves(_) => PartKind::Leaves,
            _ => PartKind::Words,
        }
    }
}

/// What a manifest, a file of sums or a lock says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The file that says it.
    pub by: String,
    /// The file that it is about: one of the lexicon's files, or a source.
    pub about: String,
    /// The property that it is about: `sha256`, or a figure by its name in the manifest.
    /// The number of words or leaves is called `entries`.
    pub fact: String,
    /// The claimed value; none if there should be one and is not.
    pub expected: Option<String>,
    /// The value as it is now; none for a property of a file of the lexicon.
    pub now: Option<String>,
    /// If it is about a source, the parts of the recipe that are made from it.
    pub parts: Vec<PartKind>,
}

impl Claim {
    /// Whether it is about the sum of a file of the lexicon.
    pub(crate) fn is_of_sum(&self) -> bool {
        self.now.is_none() && self.fact == SHA256
    }
}

/// The property of a sum.
pub(crate) const SHA256: &str = "sha256";

/// A leave file of another lexicon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherLeaves {
    /// The other lexicon.
    pub lexicon: String,
    /// The file's name.
    pub file: String,
    /// Its SHA-256.
    pub sha256: String,
}

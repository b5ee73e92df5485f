//! The subject of a check: a lexicon's files, and what is known of them.
//!
//! A subject is plain data; its files are already read. From a recipe it has the
//! sources, the expectations, and the claims of manifest, checksum file and lock. For
//! files without a recipe it may have nothing but the ruleset.

use crate::check::findings::Finding;
use crate::database::StudyNotes;
use crate::foreign::WordFormat;
use crate::graph::{Content, Layout, NodeFormat};
use crate::leave::Leaves;
use crate::lexicon::{Definitions, LeaveTable, ValueFormat, Words};
use crate::recipe::{DEFAULT_MIN_LENGTH, MatchGate, PARTS, PartKind, ResolvedRecipe};
use crate::ruleset::Ruleset;

/// A lexicon to check.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name.
    pub lexicon: String,
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// The user's name for the ruleset: a name or a path.
    pub ruleset_name: String,
    /// Whether the ruleset was assumed because nothing names it.
    pub ruleset_assumed: bool,
    /// Its files.
    pub artifacts: Vec<Artifact>,
    /// The words that it is built from, if known.
    pub words: Option<Words>,
    /// The fewest and the most tiles of a word.
    pub length: (usize, usize),
    /// Whether these lengths were assumed because nothing specifies others.
    pub length_assumed: bool,
    /// The lists with words of other lengths, and the number of such words. They were
    /// left out.
    pub left_out: Vec<(String, u64)>,
    /// The recipe, if there is one.
    pub recipe: Option<ResolvedRecipe>,
    /// The claims of manifest, checksum file and lock.
    pub claims: Vec<Claim>,
    /// Tables of positions, as path and text.
    pub positions: Vec<(String, String)>,
    /// The leave values of another file that these must not lose against.
    pub rival: Option<Rival>,
    /// For each edition of the recipe, the words of the earlier edition, with the path
    /// of their file.
    pub earlier: Vec<Option<(String, Words)>>,
    /// The data of each study database besides the words, by the name of its file.
    pub databases: Vec<(String, StudyNotes)>,
    /// Findings from reading: faults of the manifest, the checksum file or the lock
    /// themselves, and files that are not those of their manifest.
    pub findings: Vec<Finding>,
    /// The directory that should contain the files, if it does not exist.
    pub no_directory: Option<String>,
    /// Notes on data missing for a comparison, which is not a fault.
    pub notes: Vec<String>,
    /// The leave files of other lexicons, by digest.
    pub other_leaves: Vec<OtherLeaves>,
}

impl Subject {
    /// Creates a lexicon without files, whose words have at least 2 tiles and fit on
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

/// The parts of a recipe to which some files belong.
pub(crate) fn parts_of(artifacts: &[Artifact]) -> Vec<PartKind> {
    let has = |part: &PartKind| artifacts.iter().any(|file| file.role.part() == *part);
    PARTS.into_iter().filter(has).collect()
}

/// Leave values to play a match against.
#[derive(Clone, Debug)]
pub struct Rival {
    /// The path of their file, as the user would name it.
    pub path: String,
    /// The values.
    pub leaves: Leaves,
    /// The match, as defined in the recipe.
    pub gate: MatchGate,
}

/// A file of a lexicon.
#[derive(Clone, Debug)]
pub struct Artifact {
    /// Its name, without a path.
    pub name: String,
    /// Its path, as the user would name it.
    pub path: String,
    /// Its bytes; `None` if the file is missing.
    pub bytes: Option<Vec<u8>>,
    /// What it should be.
    pub role: Role,
}

/// What a file should be. Unknown properties are detected, or not compared.
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
    /// The words of a graph that are also in another lexicon.
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
    /// The definitions of the words, with those of the sources if known.
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
    /// The table it is built from.
    pub table: Option<LeaveTable>,
    /// The lexicon from which the values are borrowed, if they are.
    pub borrowed_from: Option<String>,
    /// Whether a leave may have more of a tile than the bag.
    pub beyond_bag: bool,
    /// Whether a leave may have as many tiles as a rack, or more.
    pub beyond_rack: bool,
}

impl Role {
    /// The graph to which a side file belongs.
    pub(crate) fn of(&self) -> Option<&String> {
        match self {
            Role::Counts { of } | Role::Members { of, .. } | Role::Order { of } => Some(of),
            _ => None,
        }
    }

    /// The part of a recipe to which such files belong.
    pub const fn part(&self) -> PartKind {
        match self {
            Role::Leaves(_) => PartKind::Leaves,
            _ => PartKind::Words,
        }
    }
}

/// A claim of a manifest, a checksum file or a lock about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The file that makes the claim.
    pub by: String,
    /// The file that the claim is about: one of the lexicon's files, or a source.
    pub about: String,
    /// The property claimed: `sha256`, or the name of a property in the manifest. The
    /// number of words or leaves is called `entries`.
    pub fact: String,
    /// The claimed value; `None` if it is missing.
    pub expected: Option<String>,
    /// The current value; `None` for a property of a file of the lexicon.
    pub now: Option<String>,
    /// For a source, the parts of the recipe that are built from it.
    pub parts: Vec<PartKind>,
}

impl Claim {
    /// Whether the claim is about the checksum of a file of the lexicon.
    pub(crate) fn is_of_sum(&self) -> bool {
        self.now.is_none() && self.fact == SHA256
    }
}

/// The property name of a checksum.
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

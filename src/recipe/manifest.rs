//! The manifest of a lexicon: what was built from what.
//!
//! A manifest is a JSON file beside a lexicon's artifacts. It has one part for the
//! artifacts of the words and one for those of the leaves. Two programs build the
//! parts; each keeps the other's. A manifest contains no time, machine or thread, so
//! two builds from the same inputs write the same manifest. The module `manifest_read`
//! reads it back.

use crate::digest::sha256;
use crate::error::{Diagnostic, Error, Problem, Remedy, Result};
use crate::file::MANIFEST_SUFFIX;
use crate::foreign::WordFormat;
use crate::graph::{Content, Layout, NodeFormat};
use crate::lexicon::ValueFormat;
use crate::recipe::schema::{Estimate, INCLUDE, PartKind};
use crate::ruleset::Ruleset;
use crate::source::{BareDigraphs, LeftOut, ListStats};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// This program and its version, as in manifests.
pub(crate) const TOOL: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));

/// The manifest of one lexicon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Manifest {
    /// The lexicon's name.
    pub lexicon: String,
    /// The artifacts of its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<PartRecord>,
    /// The artifacts of its leave tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<PartRecord>,
}

/// One part of a manifest: the artifacts that one program builds together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct PartRecord {
    /// Everything the artifacts depend on.
    #[serde(flatten)]
    pub origin: Origin,
    /// Statistics of the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<LexiconRecord>,
    /// The artifacts, in the order of the recipe.
    pub outputs: Vec<OutputRecord>,
}

impl PartRecord {
    /// The number of words, and what was left out of the lists; `None` for leave
    /// tables.
    pub fn words(&self) -> Option<(u64, LeftOut)> {
        let lexicon = self.lexicon.as_ref()?;
        let left_out = left_out(&self.origin.inputs, lexicon.duplicates, lexicon.excluded);
        Some((lexicon.words, left_out))
    }
}

/// The words of the lists that lack the brackets of a digraph, as counted in a
/// manifest.
pub(crate) fn bare_in(inputs: &[InputRecord]) -> BareDigraphs {
    let lines = inputs.iter().filter_map(|input| input.lines.as_ref());
    BareDigraphs::counted(lines.map(|lines| lines.bare_digraphs))
}

/// The counts of what was left out of the lists that words come from.
pub(crate) fn left_out(inputs: &[InputRecord], repeated: u64, excluded: u64) -> LeftOut {
    let mut left_out = LeftOut {
        repeated,
        excluded,
        ..LeftOut::default()
    };
    let included = inputs.iter().filter(|input| input.role == INCLUDE);
    for stats in included.filter_map(|input| input.lines.as_ref()) {
        left_out.add(stats);
    }
    left_out
}

/// Everything that artifacts depend on. If it is unchanged, so are they.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Origin {
    /// The program and its version.
    pub made_by: String,
    /// The recipe.
    pub recipe: RecipeRecord,
    /// The ruleset.
    pub ruleset: RulesetRecord,
    /// The files that were read, in the order of the recipe.
    pub inputs: Vec<InputRecord>,
}

/// The recipe that artifacts were built from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RecipeRecord {
    /// The file's name, without its directory.
    pub file: String,
    /// The SHA-256 of its content for this part.
    pub sha256: String,
}

/// The ruleset that artifacts were built with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct RulesetRecord {
    /// Its name.
    pub name: String,
    /// The digest of its content.
    pub sha256: String,
    /// The whole ruleset as YAML, unless it is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

impl RulesetRecord {
    /// Creates the record of a ruleset.
    pub fn new(ruleset: &Ruleset) -> Result<RulesetRecord> {
        let sha256 = ruleset.digest()?;
        let builtin = Ruleset::builtin_names().any(|name| name == ruleset.name())
            && Ruleset::builtin(ruleset.name())?.digest()? == sha256;
        Ok(RulesetRecord {
            name: ruleset.name().to_string(),
            sha256,
            definition: match builtin {
                true => None,
                false => Some(ruleset.to_yaml()?),
            },
        })
    }

    /// Loads the ruleset. Errors name the manifest's `path`.
    pub fn ruleset(&self, path: &Path) -> Result<Ruleset> {
        let shown = path.display().to_string();
        let ruleset = match &self.definition {
            Some(text) => Ruleset::from_yaml(&shown, text)?,
            None => Ruleset::builtin(&self.name)?,
        };
        let found = ruleset.digest()?;
        if found != self.sha256 {
            let problem = Problem::mismatch(format!("the digest {}", self.sha256), found);
            let problem = problem.of(format!("ruleset `{}`", self.name));
            let fault = Diagnostic::new(shown, problem).with_remedy(Remedy::ChooseRuleset);
            return Err(Error::from(fault));
        }
        Ok(ruleset)
    }
}

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct InputRecord {
    /// The path as in the recipe; only the file name if the path is absolute.
    pub file: String,
    /// Its use: `include`, `exclude`, `members`, `definitions`, `previous`, `newest`,
    /// `difficulty` or `leaves`.
    pub role: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
    /// Counts of the lines of a word list.
    #[serde(
        flatten,
        deserialize_with = "list_stats",
        skip_serializing_if = "Option::is_none"
    )]
    pub lines: Option<ListStats>,
    /// What was done with a dictionary's compounds, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compounds: Option<Compounds>,
}

/// Reads the counts of a list, if there are any. An `Option` alone would accept wrong
/// counts as none.
fn list_stats<'de, D: Deserializer<'de>>(d: D) -> Result<Option<ListStats>, D::Error> {
    #[derive(Default, PartialEq, Deserialize)]
    struct Counts {
        words: Option<u64>,
        unsorted: Option<u64>,
        not_kept: Option<u64>,
        dropped_by_length: Option<u64>,
        bare_digraphs: Option<u64>,
    }
    let counts = Counts::deserialize(d)?;
    if counts == Counts::default() {
        return Ok(None);
    }
    let given = |count: Option<u64>, name| count.ok_or_else(|| D::Error::missing_field(name));
    Ok(Some(ListStats {
        words: given(counts.words, "words")?,
        unsorted: given(counts.unsorted, "unsorted")?,
        not_kept: given(counts.not_kept, "not_kept")?,
        dropped_by_length: given(counts.dropped_by_length, "dropped_by_length")?,
        bare_digraphs: counts.bare_digraphs.unwrap_or(0),
    }))
}

/// What was done with the compounds of a Hunspell dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Compounds {
    /// They are not among the words.
    NotExpanded,
}

/// Statistics of a lexicon's words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct LexiconRecord {
    /// The number of words.
    pub words: u64,
    /// The number of words of each length.
    #[serde(deserialize_with = "crate::yaml::distinct_keys")]
    pub per_length: BTreeMap<usize, u64>,
    /// The number of lines that repeated a word.
    pub duplicates: u64,
    /// The number of words that were removed.
    pub excluded: u64,
}

/// One artifact.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct OutputRecord {
    /// Its name in the output directory.
    pub file: String,
    /// Its kind, with statistics.
    #[serde(flatten)]
    pub about: About,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
}

impl OutputRecord {
    /// Creates the record of an artifact, and returns it with its bytes.
    pub(crate) fn with_bytes(file: &str, about: About, bytes: Vec<u8>) -> (OutputRecord, Vec<u8>) {
        let record = OutputRecord {
            file: file.to_string(),
            about,
            bytes: bytes.len() as u64,
            sha256: sha256(&bytes),
        };
        (record, bytes)
    }
}

/// The kind of an artifact, with statistics.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum About {
    /// A word graph.
    Graph {
        /// What the graph stores.
        content: Content,
        /// The arrangement of its lists.
        layout: Layout,
        /// The format of its nodes.
        node: NodeFormat,
        /// The number of its words or of its different alphagrams.
        words: u64,
        /// The number of its nodes, including unused ones.
        nodes: u64,
        /// The number of nodes that the DAWG reaches.
        dawg_nodes: u64,
        /// The identity of its set of words.
        identity: String,
    },
    /// Word counts of a graph's nodes.
    Counts {
        /// The graph.
        of: String,
        /// The number of the graph's words.
        words: u64,
    },
    /// Marks on the words of a graph that are in another lexicon.
    Members {
        /// The graph.
        of: String,
        /// The number of its words that are members.
        words: u64,
        /// The number of the other lexicon's words that the graph lacks.
        absent: u64,
    },
    /// Definitions of the words.
    Definitions {
        /// The number of words that have one.
        words: u64,
        /// The number of defined words that the lexicon lacks; they are left out.
        absent: u64,
        /// The number of definitions that were joined to another of the same word.
        joined: u64,
    },
    /// A word map.
    WordMap {
        /// The number of its words.
        words: u64,
        /// The identity of its set of words.
        identity: String,
    },
    /// Words in the format of another program.
    Foreign {
        /// The format.
        content: WordFormat,
        /// The number of its words.
        words: u64,
        /// The identity of its set of words.
        identity: String,
    },
    /// A study database.
    Database {
        /// The number of its words.
        words: u64,
        /// The number of its alphagrams.
        alphagrams: u64,
        /// The number of words that have a definition.
        defined: u64,
        /// The number of words that the previous edition lacks.
        new: u64,
        /// The number of words that only the previous edition has.
        deleted: u64,
        /// The identity of its set of words.
        identity: String,
    },
    /// Leave values.
    Leaves {
        /// The format of its values.
        values: ValueFormat,
        /// The arrangement of its graph's lists.
        layout: Layout,
        /// The number of its leaves.
        leaves: u64,
        /// The number of its leaves that a rack can keep.
        possible: u64,
        /// The total number of leaves that a rack can keep.
        possible_in_all: u64,
        /// The number of its graph's nodes.
        nodes: u64,
        /// How its values were estimated, if they were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        estimate: Option<Estimate>,
    },
}

/// The lengths that occur, with the number of words of each.
pub(crate) fn per_length(by_length: Vec<u64>) -> BTreeMap<usize, u64> {
    let counts = by_length.into_iter().enumerate();
    counts.filter(|&(_, count)| count > 0).collect()
}

impl About {
    /// The number of possible leaves in a leave table, and the total number; `None`
    /// unless some are missing.
    pub(crate) fn lacks_leaves(&self) -> Option<(u64, u64)> {
        match *self {
            About::Leaves {
                possible,
                possible_in_all,
                ..
            } if possible < possible_in_all => Some((possible, possible_in_all)),
            _ => None,
        }
    }
}

impl Manifest {
    /// The name of a lexicon's manifest.
    pub fn file_name(lexicon: &str) -> String {
        format!("{lexicon}{MANIFEST_SUFFIX}")
    }

    /// Formats the manifest as JSON.
    pub fn to_json(&self) -> Result<String> {
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|e| Error::input("", format!("can't write the manifest: {e}")))?;
        text.push('\n');
        Ok(text)
    }

    /// All artifacts of all parts.
    pub fn outputs(&self) -> impl Iterator<Item = &OutputRecord> {
        self.parts().flat_map(|part| &part.outputs)
    }

    /// The parts that are present.
    pub fn parts(&self) -> impl Iterator<Item = &PartRecord> {
        self.words.iter().chain(&self.leaves)
    }

    /// One of the parts, mutable.
    pub fn part(&mut self, kind: PartKind) -> &mut Option<PartRecord> {
        match kind {
            PartKind::Words => &mut self.words,
            PartKind::Leaves => &mut self.leaves,
        }
    }
}

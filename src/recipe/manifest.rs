//! The manifest: what was made from what.
//!
//! One JSON file a lexicon, beside its artifacts. It has a part for the words'
//! artifacts and one for the leaves'; the two are made by different programs,
//! and each keeps the other's. It says nothing of time, machine or thread: two
//! builds of the same inputs write the same manifest.

use crate::digest::sha256;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::file::{FileKind, MANIFEST_SUFFIX, read_if_there};
use crate::graph::{Content, Layout, NodeFormat};
use crate::lexicon::ValueFormat;
use crate::recipe::schema::PartKind;
use crate::ruleset::Ruleset;
use crate::source::{LeftOut, ListStats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The role of a list that words come from.
pub(crate) const INCLUDE: &str = "include";

/// What made the artifacts of a manifest.
pub(crate) const TOOL: &str = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));

/// The manifest of one lexicon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Manifest {
    /// The lexicon's name.
    pub lexicon: String,
    /// What was made from its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Part>,
    /// What was made from its leave tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<Part>,
}

/// One part: the artifacts that one program makes together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Part {
    /// Everything the artifacts depend on.
    #[serde(flatten)]
    pub origin: Origin,
    /// What is known of the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lexicon: Option<LexiconRecord>,
    /// What was made, in the order of the recipe.
    pub outputs: Vec<OutputRecord>,
}

impl Part {
    /// How many words there are, and what was left out of the lists; none for
    /// what is not made from words.
    pub fn words(&self) -> Option<(u64, LeftOut)> {
        let lexicon = self.lexicon.as_ref()?;
        let left_out = left_out(&self.origin.inputs, lexicon.duplicates, lexicon.excluded);
        Some((lexicon.words, left_out))
    }
}

/// What was left out of the lists that words come from.
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

/// Everything that artifacts depend on. If it has not changed, neither have
/// they.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Origin {
    /// The program and its version.
    pub made_by: String,
    /// The recipe.
    pub recipe: RecipeRecord,
    /// The rules.
    pub ruleset: RulesetRecord,
    /// The files that were read, in the order of the recipe.
    pub inputs: Vec<InputRecord>,
}

/// The recipe that artifacts were made from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct RecipeRecord {
    /// The file's name, without its directory.
    pub file: String,
    /// The digest of its text.
    pub sha256: String,
}

/// The ruleset that artifacts were made with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct RulesetRecord {
    /// Its name.
    pub name: String,
    /// The digest of what it says.
    pub sha256: String,
    /// All of it, in YAML, if it is not a built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

impl RulesetRecord {
    /// The record of a ruleset.
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

    /// The ruleset itself; `path` is the manifest, for errors.
    pub fn ruleset(&self, path: &Path) -> Result<Ruleset> {
        let shown = path.display().to_string();
        let ruleset = match &self.definition {
            Some(text) => Ruleset::from_yaml(&shown, text)?,
            None => Ruleset::builtin(&self.name)?,
        };
        let found = ruleset.digest()?;
        if found != self.sha256 {
            return Err(Error::input(
                shown,
                format!(
                    "ruleset `{}`: expected the digest {}, found {found}; \
                     name the ruleset yourself (--ruleset)",
                    self.name, self.sha256
                ),
            ));
        }
        Ok(ruleset)
    }
}

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct InputRecord {
    /// The path as the recipe gives it; of an absolute one only the name.
    pub file: String,
    /// What it was used for.
    pub role: String,
    /// Its size.
    pub bytes: u64,
    /// Its digest.
    pub sha256: String,
    /// What the lines of a word list were.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<ListStats>,
}

/// What is known of a lexicon's words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LexiconRecord {
    /// How many there are.
    pub words: u64,
    /// How many there are of each length.
    pub per_length: BTreeMap<usize, u64>,
    /// How many lines repeated a word.
    pub duplicates: u64,
    /// How many were taken away.
    pub excluded: u64,
}

/// One artifact.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct OutputRecord {
    /// Its name in the output directory.
    pub file: String,
    /// What it holds.
    #[serde(flatten)]
    pub about: About,
    /// Its size.
    pub bytes: u64,
    /// Its digest.
    pub sha256: String,
}

impl OutputRecord {
    /// The record of an artifact, with its bytes.
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

/// What an artifact holds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum About {
    /// A word graph.
    Graph {
        /// What it holds of its words.
        content: Content,
        /// How its lists are arranged.
        layout: Layout,
        /// How its nodes are written.
        node: NodeFormat,
        /// Its words; of alphagrams, how many different ones there are.
        words: u64,
        /// Its nodes, unused ones included.
        nodes: u64,
        /// The nodes that the DAWG reaches.
        dawg_nodes: u64,
        /// The identity of its set of words.
        identity: String,
    },
    /// The counts of a graph's nodes.
    Counts {
        /// The graph.
        of: String,
        /// Its words.
        words: u64,
    },
    /// Which words of a graph are in another lexicon.
    Members {
        /// The graph.
        of: String,
        /// How many of its words are members.
        words: u64,
        /// How many words of the other lexicon the graph lacks.
        absent: u64,
    },
    /// Leave values.
    Leaves {
        /// How its values are written.
        values: ValueFormat,
        /// How the lists of its graph are arranged.
        layout: Layout,
        /// Its leaves.
        leaves: u64,
        /// How many of them can be kept on a rack.
        possible: u64,
        /// How many such leaves there are in all.
        possible_in_all: u64,
        /// The nodes of its graph.
        nodes: u64,
    },
}

impl Manifest {
    /// The name of a lexicon's manifest.
    pub fn file_name(lexicon: &str) -> String {
        format!("{lexicon}{MANIFEST_SUFFIX}")
    }

    /// All manifests in a directory, by name. Files of that name which are
    /// something else are nothing to us.
    pub fn all_in(directory: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
        let fail = |e| Error::io(directory, "can't list", e);
        let mut found = Vec::new();
        for entry in std::fs::read_dir(directory).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            if FileKind::from_file_name(&path) == Some(FileKind::Manifest)
                && let Ok(Some(manifest)) = Manifest::read(&path)
            {
                found.push((path, manifest));
            }
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(found)
    }

    /// Reads a manifest; none if there is no such file.
    pub fn read(path: &Path) -> Result<Option<Manifest>> {
        let Some(text) = read_if_there(path)? else {
            return Ok(None);
        };
        match serde_json::from_slice(&text) {
            Ok(manifest) => Ok(Some(manifest)),
            Err(e) => Err(Error::new(
                ErrorKind::Input,
                Diagnostic::new(
                    path.display().to_string(),
                    format!(
                        "expected a manifest of {}: {e}; remove it to build anew",
                        env!("CARGO_PKG_NAME")
                    ),
                )
                .at_line(e.line() as u64),
            )),
        }
    }

    /// The manifest's text.
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

    /// The parts there are.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.words.iter().chain(&self.leaves)
    }

    /// One of the parts.
    pub fn part(&mut self, kind: PartKind) -> &mut Option<Part> {
        match kind {
            PartKind::Words => &mut self.words,
            PartKind::Leaves => &mut self.leaves,
        }
    }
}

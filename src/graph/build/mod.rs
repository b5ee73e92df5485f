//! From words to the bytes of a graph file.

pub(crate) mod automaton;
pub(crate) mod gaddag;
pub(crate) mod prefixes;
pub(crate) mod registry;
pub(crate) mod relay;
pub(crate) mod unfinished;

use crate::error::{Error, Result};
use crate::graph::build::automaton::Automaton;
use crate::graph::layout::{Layout, lay_out_bytes};
use crate::graph::node::{Node, NodeFormat};
use crate::lexicon::Words;
use crate::limits::GADDAG_WORD_TILES;
use crate::parallel;
use std::fmt;

/// What a graph holds of its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum Content {
    /// A DAWG and a GADDAG.
    #[default]
    Gaddawg,
    /// A DAWG alone.
    Dawg,
    /// A DAWG of the words' alphagrams.
    Alphagrams,
}

impl Content {
    /// All contents.
    pub const ALL: [Content; 3] = [Content::Gaddawg, Content::Dawg, Content::Alphagrams];

    /// The name that recipes and options use.
    pub const fn name(self) -> &'static str {
        match self {
            Content::Gaddawg => "gaddawg",
            Content::Dawg => "dawg",
            Content::Alphagrams => "alphagrams",
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What sort of graph file to make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSpec {
    /// What the graph holds.
    pub content: Content,
    /// How its lists are arranged.
    pub layout: Layout,
    /// How its nodes are written.
    pub format: NodeFormat,
}

/// Builds the bytes of a graph file.
///
/// The same words and the same `spec` give the same bytes, always.
///
/// ```
/// use wordmill::graph::{GraphSpec, build};
/// use wordmill::lexicon::Words;
///
/// let none = build(&Words::default(), GraphSpec::default())?;
/// assert_eq!(none, [0, 0, 0x40, 0, 0, 0, 0x40, 0]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn build(words: &Words, spec: GraphSpec) -> Result<Vec<u8>> {
    Ok(build_while(words, spec, || ())?.0)
}

/// The same, while something else is done: not all of it takes all threads.
pub(crate) fn build_while<R: Send>(
    words: &Words,
    spec: GraphSpec,
    other: impl FnOnce() -> R + Send,
) -> Result<(Vec<u8>, R)> {
    check_tiles(words)?;
    let (bytes, other) = parallel::join(
        || {
            let automaton = match spec.content {
                Content::Gaddawg => {
                    check_lengths(words)?;
                    Automaton::gaddawg(words)?
                }
                Content::Dawg => Automaton::dawg(words)?,
                Content::Alphagrams => Automaton::dawg(&words.alphagrams())?,
            };
            lay_out_bytes(&automaton, spec.layout, spec.format)
        },
        other,
    );
    Ok((bytes?, other))
}

fn check_lengths(words: &Words) -> Result<()> {
    match words.lengths().max() {
        Some(longest) if longest > GADDAG_WORD_TILES => Err(Error::input(
            "",
            format!(
                "expected words of at most {GADDAG_WORD_TILES} tiles in a GADDAG, found one of \
                 {longest}; a graph of content dawg takes any"
            ),
        )),
        _ => Ok(()),
    }
}

fn check_tiles(words: &Words) -> Result<()> {
    // It would be the first.
    if words.iter().next().is_some_and(<[u8]>::is_empty) {
        return Err(Error::input("", "the empty word can't be in a graph"));
    }
    match words.tiles().iter().fold(0, |most, &tile| tile.max(most)) {
        0..=Node::MAX_TILE => Ok(()),
        tile => Err(Error::input(
            "",
            format!("expected tiles up to {}, found {tile}", Node::MAX_TILE),
        )),
    }
}

/// Nodes as a file has them.
pub(crate) fn to_bytes(nodes: &[Node], format: NodeFormat) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * nodes.len());
    for &node in nodes {
        bytes.extend_from_slice(&format.encode(node).to_le_bytes());
    }
    bytes
}

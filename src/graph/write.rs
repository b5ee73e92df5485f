//! Builds graph files: words become an automaton, a layout places its lists, and the
//! nodes become bytes.

use crate::error::{Error, Result};
use crate::graph::build::automaton::Automaton;
use crate::graph::layout::lay_out::lay_out_bytes;
use crate::graph::node::{Node, NodeFormat};
use crate::graph::read::graph::Graph;
use crate::graph::spec::{Content, GraphSpec, Layout};
use crate::lexicon::Words;
use crate::limits::GADDAG_WORD_TILES;
use crate::parallel;

/// Builds the bytes of a graph file. They depend only on the words and the spec.
///
/// ```
/// use wordmill::graph::{GraphSpec, build};
/// use wordmill::lexicon::Words;
///
/// let none = build(&Words::default(), GraphSpec::new())?;
/// assert_eq!(none, [0, 0, 0x40, 0, 0, 0, 0x40, 0]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn build(words: &Words, spec: GraphSpec) -> Result<Vec<u8>> {
    Ok(build_while(words, spec, || ())?.0)
}

/// Like [`build`], but runs `other` at the same time: some parts of a build leave
/// threads idle.
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
            lay_out_bytes(automaton, spec.layout, spec.format)
        },
        other,
    );
    Ok((bytes?, other))
}

/// Builds the graph of some words, in the larger node format.
pub(crate) fn build_graph(
    words: &Words,
    content: Content,
    layout: Layout,
    letters: usize,
) -> Result<Graph> {
    let spec = GraphSpec::new().content(content).layout(layout);
    let spec = spec.format(NodeFormat::Kbwg);
    let graph = Graph::from_bytes(&build(words, spec)?, spec.format, content.kind(), letters);
    graph.map_err(|fault| fault.into_error(""))
}

fn check_lengths(words: &Words) -> Result<()> {
    match words.lengths().max() {
        Some(longest) if longest > GADDAG_WORD_TILES => {
            let expected = format!("words of at most {GADDAG_WORD_TILES} tiles in a GADDAG");
            let found = format!("one of {longest}; a graph of content dawg takes any");
            Err(Error::mismatch("", expected, found))
        }
        _ => Ok(()),
    }
}

fn check_tiles(words: &Words) -> Result<()> {
    // The empty word would sort first.
    if words.iter().next().is_some_and(<[u8]>::is_empty) {
        return Err(Error::input("", "the empty word can't be in a graph"));
    }
    match words.tiles().iter().fold(0, |most, &tile| tile.max(most)) {
        0..=Node::MAX_TILE => Ok(()),
        tile => {
            let expected = format!("tiles up to {}", Node::MAX_TILE);
            Err(Error::mismatch("", expected, tile))
        }
    }
}

/// Encodes 32-bit numbers as the bytes of a file.
pub(crate) fn le_bytes(numbers: &[u32]) -> Vec<u8> {
    let fours: Vec<[u8; 4]> = numbers.iter().map(|number| number.to_le_bytes()).collect();
    fours.into_flattened()
}

/// Encodes nodes as the bytes of a file.
pub(crate) fn to_bytes(nodes: &[Node], format: NodeFormat) -> Vec<u8> {
    let numbers: Vec<u32> = nodes.iter().map(|&node| format.encode(node)).collect();
    le_bytes(&numbers)
}

//! Reads graphs of the program Quackle (`.dawg`, version 1), and has the parts common
//! to its two formats.
//!
//! All numbers are big-endian. A header of 21 bytes (version, identity of the words,
//! number of words, number of letters) is followed by the labels of the letters, each
//! with a space after it, and then by nodes of 7 bytes: the list that follows (3
//! bytes), the letter with flags (1 byte), and a playability (3 bytes), which is 0
//! unless the path is a word. Node 0 points to the root list.
//!
//! The file has its own alphabet; each of its labels must be a tile of the ruleset's.
//! Nothing in the file is trusted: its words must have the number and the identity
//! given in the header.

use crate::digest::hex;
use crate::error::{Result, shown};
use crate::foreign::paths::{check, each_path};
use crate::graph::{GraphFault, Node, NodeFormat, QuackleSum, each_once};
use crate::lexicon::{WordCollector, Words};
use crate::tiles::{Alphabet, Tile};

pub(crate) const VERSION: u8 = 1;

/// The bytes common to both formats: the version and the identity.
pub(crate) const SHARED_HEADER: usize = 17;

const HEADER: usize = SHARED_HEADER + 4;
const NODE: usize = 7;
const LETTER: u8 = 0x3f;
pub(crate) const IS_END: u8 = 0x40;

/// Splits a file after its header, whose first byte is the version.
pub(crate) fn split_header(bytes: &[u8], size: usize) -> Result<(&[u8], &[u8]), GraphFault> {
    let Some((header, rest)) = bytes.split_at_checked(size) else {
        let (expected, found) = (format!("a header of {size} bytes"), bytes.len());
        return Err(GraphFault::mismatch(expected, format!("{found} bytes")));
    };
    match header[0] {
        VERSION => Ok((header, rest)),
        other => Err(GraphFault::mismatch(format!("version {VERSION}"), other)),
    }
}

/// Checks the identity of a file's words.
pub(crate) fn check_identity(expected: &[u8], found: [u8; 16]) -> Result<(), GraphFault> {
    if found == expected {
        return Ok(());
    }
    let identity = hex(expected);
    let expected = format!("words of the identity {identity}, as its header says");
    Err(GraphFault::mismatch(expected, hex(&found)))
}

/// The header, and the nodes that follow it.
struct Header<'b> {
    identity: &'b [u8],
    words: u32,
    labels: Vec<&'b str>,
    nodes: &'b [u8],
}

/// Whether bytes begin like a `.dawg` file and have the right length.
pub(crate) fn is_dawg(bytes: &[u8]) -> bool {
    Header::read(bytes).is_ok()
}

impl<'b> Header<'b> {
    fn read(bytes: &'b [u8]) -> Result<Header<'b>, GraphFault> {
        let (header, mut nodes) = split_header(bytes, HEADER)?;
        let letters = header[20];
        if letters == 0 || letters > Node::MAX_TILE {
            let expected = format!("1 to {} letters", Node::MAX_TILE);
            return Err(GraphFault::mismatch(expected, letters));
        }
        let mut labels = Vec::new();
        for i in 1..=letters {
            let space = nodes.iter().position(|&b| b == b' ').ok_or_else(|| {
                GraphFault::file(format!("expected the label of letter {i} and a space"))
            })?;
            let label = std::str::from_utf8(&nodes[..space]).map_err(|_| {
                GraphFault::file(format!("expected the label of letter {i} in UTF-8"))
            })?;
            labels.push(label);
            nodes = &nodes[space + 1..];
        }
        if nodes.is_empty() || !nodes.len().is_multiple_of(NODE) {
            let (expected, found) = (format!("nodes of {NODE} bytes"), nodes.len());
            return Err(GraphFault::mismatch(expected, format!("{found} bytes")));
        }
        Ok(Header {
            identity: &header[1..SHARED_HEADER],
            words: u32::from_be_bytes([0, header[17], header[18], header[19]]),
            labels,
            nodes,
        })
    }

    /// The tile of each letter.
    fn tiles(&self, alphabet: &Alphabet) -> Result<Vec<Tile>, GraphFault> {
        let mut tiles = Vec::new();
        for (label, i) in self.labels.iter().zip(1..) {
            let fault = |expected: &str, found: String| {
                GraphFault::mismatch(expected, found).of(format!("letter {i}"))
            };
            let shown = shown(label);
            let tile = match alphabet.read_word(label).as_deref() {
                Ok(&[tile]) => tile,
                _ => {
                    let fault = fault("a tile of the alphabet", format!("`{shown}`"));
                    return Err(fault.past_alphabet());
                }
            };
            if tiles.contains(&tile) {
                return Err(fault("each letter once", format!("`{shown}` again")));
            }
            tiles.push(tile);
        }
        Ok(tiles)
    }
}

/// Reads a `.dawg` file. Its words must agree with the count and the identity in its
/// header.
pub fn read_quackle_dawg(bytes: &[u8], alphabet: &Alphabet) -> Result<Words, GraphFault> {
    let header = Header::read(bytes)?;
    let tiles = header.tiles(alphabet)?;
    let nodes = decode(header.nodes)?;
    let (totals, _) = check(&nodes, tiles.len())?;
    let root = nodes[0].arc();
    let found = totals[root as usize];
    if found.words != u64::from(header.words) {
        let expected = format!("{} words, as its header says", header.words);
        return Err(GraphFault::mismatch(expected, found.words));
    }
    found.check()?;
    let mut sum = QuackleSum::default();
    let mut collector = WordCollector::default();
    let mut tiled = Vec::new();
    each_path(&nodes, &totals, root, |path| {
        sum.add(path);
        tiled.clear();
        tiled.extend(path.iter().map(|&letter| tiles[usize::from(letter) - 1]));
        collector.push(&tiled)
    })?;
    check_identity(header.identity, sum.sum())?;
    each_once(collector)
}

/// Decodes nodes to the form in memory. Letter `i` of the file, from 0, becomes
/// `i + 1`.
fn decode(bytes: &[u8]) -> Result<Vec<Node>, GraphFault> {
    let (nodes, _) = bytes.as_chunks::<NODE>();
    let most = NodeFormat::Kbwg.max_nodes();
    if nodes.len() as u64 > most {
        let expected = format!("at most {most} nodes");
        return Err(GraphFault::mismatch(expected, nodes.len()));
    }
    let node = |(i, &[a, b, c, letter, play @ ..]): (usize, &[u8; NODE])| {
        let tile = (letter & LETTER) + 1;
        if tile > Node::MAX_TILE {
            return Err(GraphFault::mismatch("less than 63", (tile - 1).to_string())
                .of("letter")
                .at(i as u32));
        }
        let child = u32::from_be_bytes([0, a, b, c]);
        Ok(Node::new(tile, play != [0; 3], letter & IS_END != 0, child))
    };
    nodes.iter().enumerate().map(node).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    pub(crate) const TOY: &[u8] = include_bytes!("../../tests/data/golden/toy.dawg");
    const FIRST_NODE: usize = HEADER + 2 * 26;

    fn read(bytes: &[u8]) -> Result<Words, GraphFault> {
        read_quackle_dawg(bytes, Ruleset::builtin("english").unwrap().alphabet())
    }

    #[test]
    fn the_published_form_is_read() {
        let english = Ruleset::builtin("english").unwrap();
        let expected: Vec<Vec<Tile>> = include_str!("../../tests/data/golden/toy.txt")
            .lines()
            .map(|line| english.alphabet().read_word(line).unwrap())
            .collect();
        let words = read(TOY).unwrap();
        assert_eq!(words.len(), 11);
        assert_eq!(
            words,
            Words::from_unsorted(expected.iter().map(Vec::as_slice)).unwrap()
        );
        assert!(is_dawg(TOY));
    }

    #[test]
    fn faults_say_what_was_expected() {
        let with = |at: usize, byte: u8| {
            let mut bytes = TOY.to_vec();
            bytes[at] = byte;
            read(&bytes).unwrap_err().to_string()
        };
        let flags = |node: usize| FIRST_NODE + NODE * node + 3;
        for (at, byte, expected) in [
            (0, 2, "expected version 1, found 2"),
            (
                1,
                0,
                "expected words of the identity 00d9e6f0a9fae4beef099db2dbdf42bf, \
                 as its header says, found 2fd9e6f0a9fae4beef099db2dbdf42bf",
            ),
            (19, 12, "expected 12 words, as its header says, found 11"),
            (20, 0, "expected 1 to 63 letters, found 0"),
            (
                HEADER,
                b'5',
                "letter 1: expected a tile of the alphabet, found `5`",
            ),
            (
                HEADER,
                b'b',
                "letter 2: expected each letter once, found `B` again",
            ),
            (HEADER, 0xff, "expected the label of letter 1 in UTF-8"),
            (
                FIRST_NODE + 2,
                99,
                "node 0: arc: expected a node up to 20, found 99",
            ),
            (
                flags(1),
                30,
                "node 1: letter: expected less than 26, the size of its alphabet, found 30",
            ),
            (
                FIRST_NODE + NODE + 2,
                1,
                "node 1: expected paths that end, found one from node 1 that comes back to it",
            ),
        ] {
            assert_eq!(with(at, byte), expected);
        }
        let short = read(&TOY[..20]).unwrap_err().to_string();
        assert_eq!(short, "expected a header of 21 bytes, found 20 bytes");
        let cut = read(&TOY[..TOY.len() - 1]).unwrap_err().to_string();
        assert!(cut.starts_with("expected nodes of 7 bytes"), "{cut}");
        let cut = read(&TOY[..FIRST_NODE - 1]).unwrap_err().to_string();
        assert_eq!(cut, "expected the label of letter 26 and a space");
    }

    #[test]
    fn paths_past_counting_are_refused_at_once() {
        let mut bytes = TOY[..FIRST_NODE].to_vec();
        bytes.extend([0, 0, 1, 0x40, 0, 0, 0]);
        for i in 0..200u8 {
            // The last list has no words.
            let child = if i == 199 { 0 } else { 2 * i as u16 + 3 };
            let [high, low] = child.to_be_bytes();
            bytes.extend([0, high, low, 0, 0, 0, 0]);
            bytes.extend([0, high, low, 0x41, 0, 0, 0]);
        }
        let fault = read(&bytes).unwrap_err().to_string();
        assert_eq!(fault, "expected 11 words, as its header says, found 0");
        let end = bytes.len();
        bytes[end - 1] = 1;
        let fault = read(&bytes).unwrap_err().to_string();
        assert!(fault.contains("found 18446744073709551615"), "{fault}");
    }
}

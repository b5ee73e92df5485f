//! GADDAGs of the program Quackle (`.gaddag`, version 1).
//!
//! A file has a version, the identity of the words, and nodes of 4 bytes: the distance
//! to the first child (3 bytes, big-endian), then the letter with flags. It is a plain
//! trie: no two paths share a node. For each word and each of its letters, it has the
//! letters up to that one backwards, a separator, and the rest; the whole word
//! backwards has no separator. Siblings are in ascending order, with the separator
//! last. The children of a node are adjacent, at the next free place, followed by the
//! children of each of them in turn.
//!
//! The file has no alphabet: letter `i` is tile `i`.

use crate::error::{Error, Result, grouped};
use crate::foreign::quackle::{SHARED_HEADER as HEADER, VERSION, check_identity, split_header};
use crate::foreign::quackle_dawg::identity;
use crate::graph::{Content, Graph, GraphFault, Layout, build_graph};
use crate::lexicon::{WordCollector, Words};
use crate::limits::GADDAG_WORD_TILES;
use crate::tiles::Tile;

const LETTER: u8 = 0x3f;
const ENDS_WORD: u8 = 0x40;
const IS_LAST: u8 = 0x80;

/// One less than the code of tile 1.
const BEFORE_LETTERS: u8 = 4;

/// The most letters of an alphabet.
const MAX_LETTERS: usize = 55;

const SEPARATOR: Tile = 0;

/// The largest distance.
const MAX_DISTANCE: usize = (1 << 24) - 1;

/// The most nodes. More can't all be within the largest distance of each other, unless
/// hardly any node has a sibling.
const MAX_NODES: usize = 1 << 25;

/// Whether bytes begin like a `.gaddag` file and have the right length.
pub(crate) fn is_gaddag(bytes: &[u8]) -> bool {
    let root = bytes.get(HEADER..HEADER + 4);
    let is_root = matches!(root, Some([0, 0, 0 | 1, IS_LAST]));
    bytes.first() == Some(&VERSION) && is_root && (bytes.len() - HEADER).is_multiple_of(4)
}

/// Builds the bytes of a `.gaddag` file. Fails if a distance does not fit 24 bits.
pub fn build_quackle_gaddag(words: &Words, letters: usize) -> Result<Vec<u8>> {
    let fault = |expected: String, found: u64| {
        Err(Error::mismatch("", expected, grouped(found)).of_part("a Quackle gaddag"))
    };
    if letters > MAX_LETTERS {
        return fault(format!("at most {MAX_LETTERS} letters"), letters as u64);
    }
    let graph = build_graph(words, Content::Gaddawg, Layout::Legacy, letters)?;
    let mut trie = Trie::default();
    let far = trie.unfold(&graph, MAX_DISTANCE);
    if trie.nodes.len() > MAX_NODES {
        let expected = format!("at most {} nodes", grouped(MAX_NODES as u64));
        return fault(expected, trie.nodes.len() as u64);
    }
    if let Some(distance) = far {
        let expected = format!("children within {} nodes", grouped(MAX_DISTANCE as u64));
        return fault(expected, distance as u64);
    }
    let mut bytes = vec![VERSION];
    bytes.extend(identity(words));
    for (distance, flags) in trie.nodes {
        bytes.extend(&distance.to_be_bytes()[1..]);
        bytes.push(flags);
    }
    Ok(bytes)
}

/// The nodes of a file, each with the node of the graph that it represents.
#[derive(Default)]
struct Trie {
    /// The distance, and the letter with flags.
    nodes: Vec<(u32, u8)>,
    of: Vec<u32>,
}

impl Trie {
    /// Unfolds the GADDAG of a graph. Returns a distance above `most`, if there is one.
    /// The trie is then incomplete, as it also is if it has more than [`MAX_NODES`]
    /// nodes.
    fn unfold(&mut self, graph: &Graph, most: usize) -> Option<usize> {
        self.nodes.push((0, IS_LAST));
        self.of.push(0);
        // Nodes whose children have no place yet: ranges up to an end.
        let mut open = vec![];
        let mut at = 0;
        let mut list = graph.gaddag_root().unwrap_or(0);
        loop {
            if list != 0 {
                let first = self.nodes.len();
                if first - at > most {
                    return Some(first - at);
                }
                self.nodes[at].0 = (first - at) as u32;
                self.add_list(graph, list);
                if self.nodes.len() > MAX_NODES {
                    return None;
                }
                open.push((first, self.nodes.len()));
            }
            while open.last().is_some_and(|(next, end)| next == end) {
                open.pop();
            }
            let (next, _) = open.last_mut()?;
            at = *next;
            *next += 1;
            list = graph.nodes()[self.of[at] as usize].arc();
        }
    }

    /// Adds the nodes of a list, the separator last.
    fn add_list(&mut self, graph: &Graph, list: u32) {
        let nodes = graph.nodes();
        let end = list + graph.list(list).len() as u32;
        let has_separator = nodes[list as usize].tile() == SEPARATOR;
        let letters = list + u32::from(has_separator)..end;
        for index in letters.chain(has_separator.then_some(list)) {
            let node = nodes[index as usize];
            let code = match node.tile() {
                SEPARATOR => SEPARATOR,
                tile => tile + BEFORE_LETTERS,
            };
            let ends = if node.accepts() { ENDS_WORD } else { 0 };
            self.nodes.push((0, code | ends));
            self.of.push(index);
        }
        if let Some((_, flags)) = self.nodes.last_mut() {
            *flags |= IS_LAST;
        }
    }
}

/// Reads a `.gaddag` file. `letters` is the size of the alphabet. Its words must have
/// the identity in its header, and every word must be present at each of its letters.
pub fn read_quackle_gaddag(bytes: &[u8], letters: usize) -> Result<Words, GraphFault> {
    let (header, nodes) = split_header(bytes, HEADER)?;
    let (nodes, rest) = nodes.as_chunks::<4>();
    if nodes.is_empty() || !rest.is_empty() {
        let found = format!("{} bytes", bytes.len() - HEADER);
        return Err(GraphFault::mismatch("nodes of 4 bytes", found).cut_short(true));
    }
    let reader = Reader { nodes, letters };
    let mut collector = WordCollector::default();
    let (mut split, mut word) = (0u64, Vec::new());
    reader.each_path(|path| {
        if path.contains(&SEPARATOR) {
            split += 1;
            return Ok(());
        }
        word.clear();
        word.extend(path.iter().rev());
        Ok(collector.push(&word)?)
    })?;
    let (words, _) = collector.finish();
    check_identity(&header[1..], identity(&words))?;
    // Every path with a separator is a split of some word. So if all of them belong to
    // words and there are enough of them, none is missing.
    let expected = words.tiles().len() as u64 - words.len() as u64;
    if split != expected {
        let expected = format!("{} paths with a separator", grouped(expected));
        return Err(GraphFault::mismatch(expected, grouped(split)));
    }
    reader.each_path(|path| {
        let Some(at) = path.iter().position(|&tile| tile == SEPARATOR) else {
            return Ok(());
        };
        word.clear();
        word.extend(path[..at].iter().rev());
        word.extend(&path[at + 1..]);
        match words.contains(&word) {
            true => Ok(()),
            false => {
                let found = format!("one of the tiles {word:?}");
                Err(GraphFault::mismatch("paths of words alone", found))
            }
        }
    })?;
    Ok(words)
}

/// Walks through the nodes of a file.
struct Reader<'b> {
    nodes: &'b [[u8; 4]],
    letters: usize,
}

impl Reader<'_> {
    /// Visits every path that ends a word, as tiles, and checks all nodes on the way.
    fn each_path(
        &self,
        mut visit: impl FnMut(&[Tile]) -> Result<(), GraphFault>,
    ) -> Result<(), GraphFault> {
        let [_, _, _, flags] = self.nodes[0];
        if flags != IS_LAST {
            return Err(GraphFault::mismatch(IS_LAST, flags)
                .of("letter and flags of the root")
                .at(0));
        }
        let mut path: Vec<Tile> = Vec::new();
        let mut free = 1;
        let mut open = vec![self.children(0, &mut free, &path)?];
        while let Some((next, end)) = open.last_mut() {
            if next == end {
                open.pop();
                path.pop();
                continue;
            }
            let at = *next;
            *next += 1;
            let flags = self.nodes[at][3];
            let tile = (flags & LETTER).saturating_sub(BEFORE_LETTERS);
            path.push(tile);
            if flags & ENDS_WORD != 0 {
                visit(&path)?;
            }
            let children = self.children(at, &mut free, &path)?;
            if children.0 == children.1 && flags & ENDS_WORD == 0 {
                return Err(
                    GraphFault::mismatch("the end of a word, or children", "neither").at(at as u32),
                );
            }
            if path.len() > GADDAG_WORD_TILES + 1 {
                let expected = format!("words of at most {GADDAG_WORD_TILES} tiles");
                return Err(GraphFault::mismatch(expected, "a longer one"));
            }
            open.push(children);
        }
        match self.nodes.len() - free {
            0 => Ok(()),
            more => {
                let found = format!("{more} nodes that nothing leads to");
                Err(GraphFault::mismatch("nodes in use", found))
            }
        }
    }

    /// The children of a node, which must be at the first free place. They are in
    /// ascending order, and each may follow `path`.
    fn children(
        &self,
        at: usize,
        free: &mut usize,
        path: &[Tile],
    ) -> Result<(usize, usize), GraphFault> {
        let fault = |at: usize, expected: &str, found: String| {
            GraphFault::mismatch(expected, found).at(at as u32)
        };
        let [a, b, c, _] = self.nodes[at];
        let distance = u32::from_be_bytes([0, a, b, c]) as usize;
        if distance == 0 {
            return Ok((*free, *free));
        }
        let first = at + distance;
        if first != *free {
            let expected = format!("children at node {free}, the next free one");
            return Err(fault(at, &expected, format!("node {first}")));
        }
        let mut last = 0;
        for (i, [.., flags]) in self.nodes.iter().enumerate().skip(first) {
            let code = flags & LETTER;
            let most = self.letters.min(MAX_LETTERS) as u8 + BEFORE_LETTERS;
            if code != SEPARATOR && (code <= BEFORE_LETTERS || code > most) {
                let expected = format!("a letter from {} to {most}, or 0", BEFORE_LETTERS + 1);
                return Err(fault(i, &expected, code.to_string()).past_alphabet());
            }
            if code == SEPARATOR {
                let may_be = !path.is_empty() && !path.contains(&SEPARATOR);
                if !may_be || flags & ENDS_WORD != 0 || flags & IS_LAST == 0 {
                    let expected = "a separator only once, within a word, and last in its list";
                    return Err(fault(i, expected, "another".to_string()));
                }
            } else if code <= last {
                let expected = format!("a letter above {last}, the one before");
                return Err(fault(i, &expected, code.to_string()));
            }
            last = code;
            if flags & IS_LAST != 0 {
                *free = i + 1;
                return Ok((first, i + 1));
            }
        }
        let found = "the end of the file".to_string();
        Err(fault(at, "the last one of a list", found).cut_short(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphSpec, build};

    fn words(list: &[&[Tile]]) -> Words {
        Words::from_unsorted(list.iter().copied()).unwrap()
    }

    #[test]
    fn two_words_node_by_node() {
        // The paths of AB: A @ B and B A; of B: B.
        let bytes = build_quackle_gaddag(&words(&[&[1, 2], &[2]]), 26).unwrap();
        assert_eq!(
            bytes[HEADER..],
            [
                [0, 0, 1, 0x80],
                [0, 0, 2, 5],
                [0, 0, 3, 6 | 0x40 | 0x80],
                [0, 0, 1, 0x80],
                [0, 0, 0, 6 | 0x40 | 0x80],
                [0, 0, 0, 5 | 0x40 | 0x80],
            ]
            .concat()
        );
        assert_eq!(read_quackle_gaddag(&bytes, 26).unwrap().len(), 2);
        let none = build_quackle_gaddag(&Words::default(), 26).unwrap();
        assert!(is_gaddag(&none) && none.len() == HEADER + 4);
        assert!(read_quackle_gaddag(&none, 26).unwrap().is_empty());
    }

    #[test]
    fn faults_say_what_was_expected() {
        let bytes = build_quackle_gaddag(&words(&[&[1, 2], &[2]]), 26).unwrap();
        for (at, byte, expected) in [
            (0, 2, "expected version 1, found 2"),
            (
                HEADER + 3,
                0xc0,
                "node 0: letter and flags of the root: expected 128, found 192",
            ),
            (
                HEADER + 2,
                2,
                "node 0: expected children at node 1, the next free one, found node 2",
            ),
            (
                HEADER + 7,
                7,
                "node 2: expected a letter above 7, the one before, found 6",
            ),
            (
                HEADER + 7,
                4,
                "node 1: expected a letter from 5 to 30, or 0, found 4",
            ),
            (
                HEADER + 7,
                31,
                "node 1: expected a letter from 5 to 30, or 0, found 31",
            ),
            (
                HEADER + 15,
                0xc0,
                "node 3: expected a separator only once, within a word, and last in its list, \
                 found another",
            ),
            (
                HEADER + 19,
                0x86,
                "node 4: expected the end of a word, or children, found neither",
            ),
            (
                HEADER + 19,
                0xc7,
                "expected paths of words alone, found one of the tiles [1, 3]",
            ),
        ] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            let fault = read_quackle_gaddag(&damaged, 26).unwrap_err();
            assert_eq!(fault.to_string(), expected);
        }
        let mut damaged = bytes.clone();
        damaged[1] ^= 1;
        let fault = read_quackle_gaddag(&damaged, 26).unwrap_err().to_string();
        assert!(
            fault.starts_with("expected words of the identity "),
            "{fault}"
        );
        damaged = bytes.clone();
        damaged.extend([0, 0, 0, 0x80]);
        let fault = read_quackle_gaddag(&damaged, 26).unwrap_err().to_string();
        assert_eq!(
            fault,
            "expected nodes in use, found 1 nodes that nothing leads to"
        );
        assert!(read_quackle_gaddag(&bytes[..bytes.len() - 4], 26).is_err());
    }

    #[test]
    fn a_distance_that_is_too_large_is_found() {
        let spec = GraphSpec::new();
        let bytes = build(&words(&[&[1, 2], &[2]]), spec).unwrap();
        let graph = Graph::from_bytes(&bytes, spec.format, spec.content.kind(), 26).unwrap();
        assert_eq!(Trie::default().unfold(&graph, 3), None);
        assert_eq!(Trie::default().unfold(&graph, 2), Some(3));
    }

    #[test]
    fn too_many_letters_are_refused() {
        assert_eq!(
            build_quackle_gaddag(&words(&[&[1, 2]]), 56)
                .unwrap_err()
                .to_string(),
            "a Quackle gaddag: expected at most 55 letters, found 56"
        );
    }
}

//! Graphs of the program Zyzzyva (`.dwg`), in the format of Graham Toal's DAWG tools.
//!
//! A file has the number of nodes, then nodes of 4 bytes, all little-endian: the
//! character (bits 24 to 31, Latin-1), whether a word ends (23), whether the list ends
//! (22), and the number of the node, from 1, at which the list that follows begins (0
//! to 20). The first 256 nodes are the root's list, padded with zeros; the last of them
//! has the flag for the end of a list. The other lists come in the order in which they
//! are completed when the words are added in character order, the deepest first; equal
//! lists are merged.

use crate::error::{Error, Result, grouped, shown};
use crate::foreign::paths::{check, each_path};
use crate::graph::{GraphFault, Node, are_damage, each_once, le_bytes, lost_nodes};
use crate::lexicon::{WordCollector, Words};
use crate::tiles::{Alphabet, Tile};
use std::collections::HashMap;

const ENDS_WORD: u32 = 1 << 23;
const IS_LAST: u32 = 1 << 22;
const UNUSED: u32 = 1 << 21;
const CHILD: u32 = UNUSED - 1;

/// The number of nodes in the root's list.
const ROOT: usize = 256;

/// The most nodes, since the last one must have a number.
const MAX_NODES: usize = CHILD as usize;

/// Builds the bytes of a `.dwg` file. Fails if a letter is not a Latin-1 character, if
/// a word has only one letter, or if there are too many nodes.
pub fn build_zyzzyva(words: &Words, alphabet: &Alphabet) -> Result<Vec<u8>> {
    let characters = characters(alphabet)?;
    let most = format!("at most {} nodes", grouped(MAX_NODES as u64));
    let mut collector = WordCollector::default();
    let mut text = Vec::new();
    for word in words.iter() {
        if word.len() == 1 {
            let found = format!("`{}`", alphabet.word_text(word));
            return Err(refused("words of 2 or more letters", found));
        }
        text.clear();
        text.extend(word.iter().map(|&tile| characters[usize::from(tile)]));
        collector.push(&text)?;
    }
    let mut builder = Builder {
        open: vec![Vec::new()],
        nodes: Vec::new(),
        known: HashMap::new(),
    };
    let (texts, _) = collector.finish();
    let mut before: &[u8] = &[];
    for text in texts.iter() {
        let same = before.iter().zip(text).take_while(|(a, b)| a == b).count();
        builder.finish_below(same);
        builder.add(&text[same..]);
        before = text;
        if ROOT + builder.nodes.len() > MAX_NODES {
            return Err(refused(most, "more".to_string()));
        }
    }
    builder.finish_below(0);
    let count = ROOT + builder.nodes.len();
    if count > MAX_NODES {
        return Err(refused(most, grouped(count as u64)));
    }
    let mut root = builder.open.pop().unwrap_or_default();
    mark_last(&mut root);
    root.resize(ROOT, 0);
    root[ROOT - 1] |= IS_LAST;
    Ok(le_bytes(
        &[vec![count as u32], root, builder.nodes].concat(),
    ))
}

fn refused(expected: impl ToString, found: String) -> Error {
    Error::mismatch("", expected, found).of_part("a Zyzzyva graph")
}

/// The character of each tile; 0 for the blank.
fn characters(alphabet: &Alphabet) -> Result<Vec<u8>> {
    let mut characters = vec![0];
    for tile in 1..=alphabet.len() as Tile {
        let label = alphabet.label(tile);
        let mut chars = label.chars();
        let first = chars.next().filter(|_| chars.next().is_none());
        let code = first.and_then(|c| u8::try_from(u32::from(c)).ok());
        let Some(code) = code else {
            let found = format!("`{}`", shown(label));
            return Err(refused("letters of one character in Latin-1", found));
        };
        characters.push(code);
    }
    Ok(characters)
}

fn mark_last(list: &mut [u32]) {
    if let Some(last) = list.last_mut() {
        *last |= IS_LAST;
    }
}

/// Builds lists from sorted words.
struct Builder {
    /// The lists along the latest word, the root's first.
    open: Vec<Vec<u32>>,
    /// The nodes of completed lists, which come after the root's.
    nodes: Vec<u32>,
    /// The number of the first node of each completed list.
    known: HashMap<Vec<u32>, u32>,
}

impl Builder {
    /// Adds the end of a word to the open lists.
    fn add(&mut self, text: &[u8]) {
        for &character in text {
            if let Some(list) = self.open.last_mut() {
                list.push(u32::from(character) << 24);
            }
            self.open.push(Vec::new());
        }
        let end = self.open.len().checked_sub(2);
        if let Some(node) = end.and_then(|end| self.open[end].last_mut()) {
            *node |= ENDS_WORD;
        }
    }

    /// Completes the lists below a depth, the deepest first.
    fn finish_below(&mut self, depth: usize) {
        while self.open.len() > depth + 1
            && let Some(mut list) = self.open.pop()
        {
            if list.is_empty() {
                continue;
            }
            mark_last(&mut list);
            let next = (ROOT + self.nodes.len()) as u32 + 1;
            let number = *self.known.entry(list).or_insert_with_key(|list| {
                self.nodes.extend(list);
                next
            });
            if let Some(node) = self.open.last_mut().and_then(|list| list.last_mut()) {
                *node |= number & CHILD;
            }
        }
    }
}

/// Whether bytes have the length of a `.dwg` file and a root's list.
pub(crate) fn is_dwg(bytes: &[u8]) -> bool {
    split(bytes).is_ok()
}

/// The nodes of a file. Those of the root's list are checked.
fn split(bytes: &[u8]) -> Result<Vec<u32>, GraphFault> {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let Some((&count, nodes)) = numbers.split_first().filter(|_| rest.is_empty()) else {
        let found = format!("{} bytes", bytes.len());
        return Err(GraphFault::mismatch("numbers of 4 bytes", found).cut_short(true));
    };
    let count = u32::from_le_bytes(count) as usize;
    if count != nodes.len() {
        let expected = format!("{count} nodes, as its header says");
        let fault = GraphFault::mismatch(expected, nodes.len());
        return Err(fault.cut_short(count > nodes.len()));
    }
    if !(ROOT..=MAX_NODES).contains(&count) {
        let expected = format!("{ROOT} to {MAX_NODES} nodes");
        return Err(GraphFault::mismatch(expected, count));
    }
    let nodes: Vec<u32> = nodes.iter().copied().map(u32::from_le_bytes).collect();
    let last = nodes[..ROOT].iter().position(|&node| node & IS_LAST != 0);
    let used = match nodes[0] {
        0 => 0,
        _ => last.unwrap_or(ROOT) + 1,
    };
    for (i, &node) in nodes[..ROOT].iter().enumerate().skip(used) {
        let expected = if i == ROOT - 1 { IS_LAST } else { 0 };
        if node != expected {
            return Err(GraphFault::mismatch(expected, node)
                .of("after the root's list")
                .at(i as u32));
        }
    }
    Ok(nodes)
}

/// Whether a node is padding of the root's list.
fn is_padding(index: usize, node: u32) -> bool {
    index < ROOT && node & !IS_LAST == 0
}

/// Reads a `.dwg` file. Each of its characters must be a letter of the alphabet.
pub fn read_zyzzyva(bytes: &[u8], alphabet: &Alphabet) -> Result<Words, GraphFault> {
    let nodes = split(bytes)?;
    let mut tiles = [None; 256];
    for (code, tile) in tiles.iter_mut().enumerate() {
        let text = char::from(code as u8).to_string();
        *tile = match alphabet.read_word(&text).as_deref() {
            Ok(&[tile]) => Some(tile),
            _ => None,
        };
    }
    // A node's number, from 1, is its index after the head.
    let root = u32::from(nodes[0] != 0);
    let mut decoded = vec![Node::new(1, false, true, root)];
    for (i, &node) in nodes.iter().enumerate() {
        let code = (node >> 24) as u8;
        let is_padding = is_padding(i, node);
        let tile = match tiles[usize::from(code)] {
            Some(tile) => tile,
            None if is_padding => 1,
            None => {
                let found = format!("`{}`", shown(&char::from(code).to_string()));
                return Err(GraphFault::mismatch("a letter of the alphabet", found)
                    .at(i as u32)
                    .past_alphabet());
            }
        };
        if node & UNUSED != 0 {
            return Err(GraphFault::mismatch("0", "1").of("bit 21").at(i as u32));
        }
        let child = node & CHILD;
        if child != 0 && child as usize <= ROOT {
            let expected = "a list after the root's";
            return Err(GraphFault::mismatch(expected, format!("node {}", child - 1)).at(i as u32));
        }
        let [accepts, is_last] = [ENDS_WORD, IS_LAST].map(|flag| node & flag != 0);
        decoded.push(Node::new(tile, accepts, is_last, child));
    }
    let (totals, seen) = check(&decoded, alphabet.len())?;
    let used = (0..).zip(&nodes);
    let used = used.filter(|&(i, &node)| !is_padding(i as usize, node));
    let used: Vec<bool> = used.map(|(i, _): (u32, _)| seen.has(i + 1)).collect();
    let lost = used.iter().filter(|&&is_reached| !is_reached).count() as u64;
    if are_damage(lost, used.len()) {
        return Err(GraphFault::file(lost_nodes(lost)));
    }
    totals[root as usize].check()?;
    let mut collector = WordCollector::default();
    each_path(&decoded, &totals, root, |path| collector.push(path))?;
    each_once(collector)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn english() -> Ruleset {
        Ruleset::builtin("english").unwrap()
    }

    fn words(list: &[&str]) -> Words {
        let english = english();
        let read = |word: &&str| english.alphabet().read_word(word).unwrap();
        let words: Vec<Vec<Tile>> = list.iter().map(read).collect();
        Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap()
    }

    #[test]
    fn lists_come_when_they_are_finished() {
        let bytes = build_zyzzyva(&words(&["AB", "ABA", "BA"]), english().alphabet()).unwrap();
        let nodes: Vec<u32> = bytes[4..]
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&node| u32::from_le_bytes(node))
            .collect();
        assert_eq!(nodes.len(), 258);
        let node = |c: char, flags: u32, child: u32| u32::from(c) << 24 | flags | child;
        // ABA's last list is also that of BA.
        assert_eq!(nodes[256], node('A', ENDS_WORD | IS_LAST, 0));
        assert_eq!(nodes[257], node('B', ENDS_WORD | IS_LAST, 257));
        assert_eq!(nodes[..2], [node('A', 0, 258), node('B', IS_LAST, 257)]);
        assert_eq!(nodes[2..255], [0; 253]);
        assert_eq!(nodes[255], IS_LAST);
        assert!(is_dwg(&bytes));
        let read = read_zyzzyva(&bytes, english().alphabet()).unwrap();
        assert_eq!(read, words(&["AB", "ABA", "BA"]));
        let none = build_zyzzyva(&Words::default(), english().alphabet()).unwrap();
        assert!(
            read_zyzzyva(&none, english().alphabet())
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn what_it_cannot_hold() {
        let refused = |words: &Words, ruleset: &str| {
            let ruleset = Ruleset::builtin(ruleset).unwrap();
            build_zyzzyva(words, ruleset.alphabet())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused(&words(&["A"]), "english"),
            "a Zyzzyva graph: expected words of 2 or more letters, found `A`"
        );
        assert_eq!(
            refused(&words(&["AB"]), "polish"),
            "a Zyzzyva graph: expected letters of one character in Latin-1, found `Ą`"
        );
        let found = refused(&words(&["AB"]), "spanish");
        assert!(
            found.contains("expected letters of one character in Latin-1"),
            "{found}"
        );
    }

    /// Without most of the root's list, most of the file would be lost silently.
    #[test]
    fn a_root_that_lost_most_of_its_list() {
        let letters: Vec<char> = ('A'..='Z').collect();
        let list = (0..26).map(|i| [i, 7 * i + 1, 11 * i + 3, 3 * i]);
        let list = list.map(|word| word.map(|i| letters[i % 26]).iter().collect::<String>());
        let list: Vec<String> = list.collect();
        let list: Vec<&str> = list.iter().map(String::as_str).collect();
        let mut bytes = build_zyzzyva(&words(&list), english().alphabet()).unwrap();
        bytes[4 + 4 * 2..4 + 4 * 26].fill(0);
        let fault = read_zyzzyva(&bytes, english().alphabet()).unwrap_err();
        let fault = fault.to_string();
        assert!(
            fault.starts_with("expected a whole graph, found "),
            "{fault}"
        );
        assert!(fault.ends_with(" nodes that nothing leads to"), "{fault}");
    }

    #[test]
    fn faults_say_what_was_expected() {
        let bytes = build_zyzzyva(&words(&["AB", "ABA", "BA"]), english().alphabet()).unwrap();
        let at = |node: usize, byte: usize| 4 + 4 * node + byte;
        for (at, byte, expected) in [
            (
                0,
                3,
                "expected 259 nodes, as its header says, found 258; is the file cut short?",
            ),
            (
                at(9, 0),
                1,
                "node 9: after the root's list: expected 0, found 1",
            ),
            (
                at(255, 2),
                0,
                "node 255: after the root's list: expected 4194304, found 0",
            ),
            (
                at(257, 3),
                b'5',
                "node 257: expected a letter of the alphabet, found `5`",
            ),
            (at(257, 2), 0xe0, "node 257: bit 21: expected 0, found 1"),
            (
                at(257, 1),
                0,
                "node 257: expected a list after the root's, found node 0",
            ),
        ] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            let fault = read_zyzzyva(&damaged, english().alphabet()).unwrap_err();
            assert_eq!(fault.to_string(), expected);
        }
        let mut damaged = bytes.clone();
        damaged[at(256, 0)] = 2;
        damaged[at(256, 1)] = 1;
        let fault = read_zyzzyva(&damaged, english().alphabet())
            .unwrap_err()
            .to_string();
        assert!(fault.contains("expected paths that end"), "{fault}");
    }
}

//! Writes graphs of the program Quackle (`.dawg`, version 1).
//!
//! Lists are in breadth-first order. Each is written once, and none is part of another.
//! Every word has the playability 1, and is also marked as a word of the smaller list,
//! since there is none.

use crate::error::{Error, Result, grouped};
use crate::foreign::quackle::{IS_END, VERSION};
use crate::graph::{Content, Graph, Layout, Node, QuackleSum, build_graph};
use crate::lexicon::Words;
use crate::tiles::{Alphabet, Tile};

/// The most words that the header can count.
const MAX_WORDS: usize = (1 << 24) - 1;

/// The flag of nodes that are also in the smaller list.
const IN_SMALLER: u8 = 0x80;

/// Builds the bytes of a `.dawg` file. Fails if there are too many words or nodes.
pub fn build_quackle_dawg(words: &Words, alphabet: &Alphabet) -> Result<Vec<u8>> {
    let fault = |expected: &str, found: String| {
        Error::mismatch("", expected, found).of_part("a Quackle dawg")
    };
    if words.len() > MAX_WORDS {
        let expected = format!("at most {} words", grouped(MAX_WORDS as u64));
        return Err(fault(&expected, grouped(words.len() as u64)));
    }
    // This layout has no shared tails.
    let graph = build_graph(words, Content::Dawg, Layout::Magpie, alphabet.len())?;
    let mut bytes = vec![VERSION];
    bytes.extend(identity(words));
    bytes.extend(&(words.len() as u32).to_be_bytes()[1..]);
    bytes.push(alphabet.len() as u8);
    for tile in 1..=alphabet.len() as Tile {
        let label = label(alphabet, tile).ok_or_else(|| {
            let found = format!("`{}`", alphabet.label(tile));
            fault("labels without white space", found)
        })?;
        bytes.extend(label.bytes());
        bytes.push(b' ');
    }
    let (places, lists) = breadth_first(&graph);
    let mut add = |node: Node| {
        bytes.extend(&places[node.arc() as usize].to_be_bytes()[1..]);
        let end = if node.is_end() { IS_END } else { 0 };
        bytes.push(node.tile().saturating_sub(1) | end | IN_SMALLER);
        bytes.extend([0, 0, u8::from(node.accepts())]);
    };
    add(Node::head(graph.dawg_root()));
    for list in lists {
        graph.list(list).iter().copied().for_each(&mut add);
    }
    Ok(bytes)
}

/// The lists of a graph without shared tails, in breadth-first order, and the place of
/// each in the file, by its place in the graph.
fn breadth_first(graph: &Graph) -> (Vec<u32>, Vec<u32>) {
    let mut places = vec![0; graph.nodes().len()];
    let mut lists = Vec::new();
    let mut next = 1;
    let mut enter = |list: u32, lists: &mut Vec<u32>| {
        if list != 0 && places[list as usize] == 0 {
            places[list as usize] = next;
            next += graph.list(list).len() as u32;
            lists.push(list);
        }
    };
    enter(graph.dawg_root(), &mut lists);
    let mut done = 0;
    while let Some(&list) = lists.get(done) {
        for node in graph.list(list) {
            enter(node.arc(), &mut lists);
        }
        done += 1;
    }
    (places, lists)
}

/// Quackle's identity of words.
pub(crate) fn identity(words: &Words) -> [u8; 16] {
    let mut sum = QuackleSum::default();
    words.iter().for_each(|word| sum.add(word));
    sum.sum()
}

/// The label of a tile, in brackets unless it is read as that tile without them.
fn label(alphabet: &Alphabet, tile: Tile) -> Option<String> {
    let label = alphabet.label(tile);
    let labels = [label.to_string(), format!("[{label}]")];
    let is_read = |label: &String| {
        !label.contains(char::is_whitespace)
            && alphabet.read_word(label).is_ok_and(|word| word == [tile])
    };
    labels.into_iter().find(is_read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::quackle::read_quackle_dawg;
    use crate::foreign::quackle::tests::TOY;
    use crate::ruleset::Ruleset;

    #[test]
    fn the_published_form_is_written() {
        let english = Ruleset::builtin("english").unwrap();
        let words = read_quackle_dawg(TOY, english.alphabet()).unwrap();
        assert_eq!(build_quackle_dawg(&words, english.alphabet()).unwrap(), TOY);
    }

    #[test]
    fn digraphs_keep_their_labels() {
        for name in Ruleset::builtin_names() {
            let ruleset = Ruleset::builtin(name).unwrap();
            let alphabet = ruleset.alphabet();
            let words: Vec<Vec<Tile>> = (1..=alphabet.len() as Tile).map(|t| vec![1, t]).collect();
            let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
            let built = build_quackle_dawg(&words, alphabet);
            // Its last letter is read as another one, so no label represents it.
            if name == "erudit" {
                assert!(built.is_err());
                continue;
            }
            let bytes = built.unwrap();
            assert_eq!(
                read_quackle_dawg(&bytes, alphabet).unwrap(),
                words,
                "{name}"
            );
        }
        let none = build_quackle_dawg(
            &Words::default(),
            Ruleset::builtin("dutch").unwrap().alphabet(),
        );
        let dutch = Ruleset::builtin("dutch").unwrap();
        assert!(
            read_quackle_dawg(&none.unwrap(), dutch.alphabet())
                .unwrap()
                .is_empty()
        );
    }
}

//! The walk against a plain look at every word and spot.

use super::*;
use crate::graph::testing::{any_words, graph_of};
use crate::graph::{GraphSpec, build};
use crate::lexicon::Words;
use crate::play::endgame::spots::OPEN;
use crate::ruleset::{Board, Ruleset, TileFacts};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Whether a word fits at a spot, letter by letter.
fn fits(spots: &Spots, spot: usize, word: &[Tile], pool: &[Tile]) -> bool {
    let letters = &spots.letters[spot * spots.stride..][..spots.stride];
    let mut pool = pool.to_vec();
    let mut take = |tile: Tile| {
        let own = pool.iter().position(|&t| t == tile);
        let at = own.or_else(|| pool.iter().position(|&t| t == BLANK));
        at.map(|at| pool.swap_remove(at)).is_some()
    };
    spots.list[spot].ends >> word.len() & 1 != 0
        && word
            .iter()
            .zip(letters)
            .all(|(&tile, letters)| letters >> tile & 1 != 0 && (letters & OPEN == 0 || take(tile)))
}

/// Letters beside tiles stay if words that fit at spots have them there, and go on to fit when all
/// other letters are dropped.
fn nothing_that_fits_is_dropped(
    graph: &Graph,
    position: &Position<'_>,
    words: &Words,
    pool: &[Tile],
) {
    let squares = Squares::of(position);
    let made = !OPEN;
    let mut across = squares.letters_between(graph, made);
    let mut expected = across.clone();
    drop_beside(&mut across, graph, &squares, pool, made);
    let mut is_narrower = true;
    while is_narrower {
        let spots = Spots::find(&squares, pool.len(), made, &expected);
        let mut seen = vec![0; spots.letters.len()];
        for number in 0..spots.list.len() {
            for word in words.iter().filter(|word| fits(&spots, number, word, pool)) {
                let seen = seen[number * spots.stride..].iter_mut();
                seen.zip(word).for_each(|(seen, tile)| *seen |= 1 << tile);
            }
        }
        is_narrower = narrow(&mut expected, &squares, &spots, &seen);
    }
    for (across, expected) in across.iter().flatten().zip(expected.iter().flatten()) {
        assert_eq!(expected & !across, 0);
    }
}

/// A row of a board: A, B, a blank that stands for C, or nothing.
fn row_text(cells: &[u8]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in cells.iter().map(Some).chain([None]) {
        let letter = cell.map(|cell| "ABc".chars().nth(usize::from(*cell)));
        match letter {
            Some(None) => empty += 1,
            _ if empty > 0 => text += &std::mem::take(&mut empty).to_string(),
            _ => (),
        }
        text.extend(letter.flatten());
    }
    text
}

proptest! {
    /// The walk finds exactly the words that fit at some spot.
    #[test]
    fn the_walk_finds_what_fits(
        words in any_words(1..=3, 1..6, 60),
        (side, mut cells) in prop_oneof![
            prop::collection::vec(0u8..=9, 42).prop_map(|cells| (7, cells)),
            // More spots than one set has.
            prop::collection::vec(0u8..=29, 256).prop_map(|cells| (16, cells)),
        ],
        pool in prop::collection::vec(0u8..=3, 1..8),
    ) {
        // A blocked square.
        let rows = cells.len() / side;
        cells[(rows - 1) * side + 1] = 9;
        let mut builder = Ruleset::builder("toy").rack_size(7).blanks(255);
        for letter in ["A", "B", "C"] {
            builder = builder.letter(letter, TileFacts::new(255, 1));
        }
        let mut board = (".".repeat(side) + "\n").repeat(rows);
        board.replace_range((rows - 1) * (side + 1) + 1..(rows - 1) * (side + 1) + 2, "#");
        let toy = builder.board(Board::new("C3", &board).unwrap()).build().unwrap();
        let rows: Vec<String> = cells.chunks(side).map(row_text).collect();
        let text = rows.join("/");
        let position = Position::read(&toy, &text, "").unwrap();
        let graph = graph_of(&words, GraphSpec::new());
        let found = EndgameWords::within(&graph, &position, &pool, u64::MAX).unwrap();
        let spots = found.spots();
        nothing_that_fits_is_dropped(&graph, &position, &words, &pool);
        let expected = words.iter().filter(|word| {
            (0..spots.list.len()).any(|spot| fits(spots, spot, word, &pool))
        });
        let listed: BTreeSet<&[Tile]> = found.iter().collect();
        prop_assert_eq!(listed.len(), found.len());
        prop_assert_eq!(listed, expected.collect());
    }
}

/// CE and EB fit in the middle of the board, but no word joins them to its tiles.
#[test]
fn words_that_nothing_joins_to_the_board_are_dropped() {
    let mut builder = Ruleset::builder("toy").rack_size(7).blanks(1);
    for letter in ["A", "B", "C", "D", "E"] {
        builder = builder.letter(letter, TileFacts::new(4, 1));
    }
    let board = Board::new("C3", ".#.\n...\n...\n...\n...\n").unwrap();
    let toy = builder.board(board).build().unwrap();
    let position = Position::read(&toy, "B2/3/C2/1Dd/2E", "").unwrap();
    let words = ["CAAEE", "CE", "EB"].map(|word| toy.alphabet().read_word(word).unwrap());
    let words = Words::from_unsorted(words.iter().map(|word| &word[..])).unwrap();
    let graph = graph_of(&words, GraphSpec::new());
    let pool = toy.alphabet().read_word("ECEECBBD").unwrap();
    let found = EndgameWords::within(&graph, &position, &pool, u64::MAX).unwrap();
    assert!(found.is_empty());
    assert!((1..=5).all(|tile| found.is_stuck(tile)));
}

/// While words of some lanes turn out to be impossible, others become possible. CA in
/// row 2 makes BA in row 1 a play.
#[test]
fn words_that_become_possible_late_are_found() {
    let rules = "name: tiny\nrack: 3\nbonus: 0\nexchange: 1\nblanks: 0\nletters:\n  \
         - {tile: A, count: 7, points: 1, vowel: 1}\n  - {tile: B, count: 4, points: 3}\n  \
         - {tile: C, count: 2, points: 3}\n  - {tile: Q, count: 1, points: 10}\n\
         board:\n  start: C3\n  squares: |\n    .....\n    .....\n    .....\n    .....\n    .....\n";
    let tiny = Ruleset::from_yaml("tiny.yaml", rules).unwrap();
    let words = "AAB ABA ACA ACB ACCA AQ BA BBBA BCAA CA CABA CB CCBB";
    let words = words
        .split(' ')
        .map(|word| tiny.alphabet().read_word(word).unwrap());
    let words: Vec<Vec<Tile>> = words.collect();
    let words = Words::from_unsorted(words.iter().map(|word| &word[..])).unwrap();
    let graph = Graph::open(&build(&words, GraphSpec::new()).unwrap()).unwrap();
    let position = Position::read(&tiny, "5/2C2/CAA1A/2B1B/2A1A", "").unwrap();
    let pool = tiny.alphabet().read_word("ABABQ").unwrap();
    let found = EndgameWords::within(&graph, &position, &pool, u64::MAX).unwrap();
    let spots = found.spots();
    let spot = spots
        .list
        .iter()
        .position(|spot| (spot.direction, spot.first) == (Direction::Across, 3));
    assert!(fits(spots, spot.unwrap(), &[2, 1], &pool));
    assert!(found.iter().any(|word| word == [2, 1]));
}

/// A graph in which any letters are a word takes too many steps, and is given up.
#[test]
fn a_walk_ends() {
    let english = Ruleset::builtin("english").unwrap();
    let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
    let position = Position::read(&english, board, "").unwrap();
    let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1, 20, 19]]).unwrap();
    let graph = graph_of(&words, GraphSpec::new());
    let walk = |most| EndgameWords::within(&graph, &position, &[19, 19], most);
    assert!(walk(1).is_none());
    assert_eq!(walk(100).unwrap().len(), 1);
}

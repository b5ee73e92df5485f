//! Files of other programs that hold words: their sums, round trips on random words,
//! what they can't hold, and damage.

use crate::support::graphs::read_list;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wordmill::digest::sha256;
use wordmill::foreign::WordFormat;
use wordmill::lexicon::Words;
use wordmill::ruleset::{Ruleset, TileFacts};
use wordmill::tiles::Tile;
use wordmill::wordmap::{WordMap, build};

const SUMS: &str = include_str!("../../data/golden/foreign.sha256");

fn english() -> Ruleset {
    Ruleset::builtin("english").unwrap()
}

/// The words of at least two tiles.
fn playable(words: &Words) -> Words {
    Words::from_unsorted(words.iter().filter(|word| word.len() > 1)).unwrap()
}

#[test]
fn every_sum_is_reproduced_on_any_number_of_threads() {
    let mut checked = BTreeSet::new();
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        for line in SUMS.lines() {
            let (sum, name) = line.split_once("  ").unwrap();
            let (list, extension) = name.split_once('.').unwrap();
            let mut formats = WordFormat::ALL.into_iter();
            let Some(format) = formats.find(|format| format.extension() == extension) else {
                continue;
            };
            let ruleset = list.strip_prefix("toy-").unwrap_or("english");
            let ruleset = Ruleset::builtin(ruleset).unwrap();
            let words = playable(&read_list(list));
            let bytes = pool.install(|| format.build(&words, &ruleset)).unwrap();
            assert_eq!(sha256(&bytes), sum, "{name}, {threads} threads");
            assert_eq!(format.read(&bytes, &ruleset).unwrap(), words, "{name}");
            checked.insert(name);
        }
    }
    assert_eq!(checked.len(), 7);
}

#[test]
fn the_word_map_of_a_whole_lexicon() {
    let words = read_list("scowl-2-15");
    let bytes = build(&words, &english()).unwrap();
    assert_eq!(bytes.len(), 159_266_564);
    let map = WordMap::from_bytes(&bytes, 26).unwrap();
    assert_eq!(map.largest_answer(), 3534);
    assert_eq!(map.words().unwrap(), words);
}

/// A ruleset with a number of letters, of which the bag has enough.
fn ruleset_of(letters: u8) -> Ruleset {
    let mut builder = Ruleset::builder("random").blanks(2).rack_size(7);
    for i in 0..letters {
        // Each is one character of Latin-1.
        let label = match i {
            0..26 => char::from(b'A' + i),
            _ => char::from(0xc0 + (i - 26)),
        };
        builder = builder.letter(label.to_string().as_str(), TileFacts::new(9, 1));
    }
    builder.build().unwrap()
}

/// Random words over the first few tiles, or over many of them.
fn word_sets() -> impl Strategy<Value = (u8, BTreeSet<Vec<Tile>>)> {
    prop_oneof![Just(2u8), Just(3), Just(26), Just(31)].prop_flat_map(|letters| {
        let words = btree_set(vec(1..=letters, 2..=15), 0..60);
        let short = btree_set(vec(1..=letters, 2..=4), 0..60);
        let both = (words, short).prop_map(|(a, b)| a.into_iter().chain(b).collect());
        (Just(letters), both)
    })
}

/// A second way to make a word map, simple and slow.
fn plain_map(words: &BTreeSet<Vec<Tile>>, board: usize) -> Vec<u8> {
    type Map = BTreeMap<u128, [u8; 16]>;
    let one = |tile: Tile| 1u128 << (4 * tile);
    let numbers = |a: u32, b: u32| {
        let mut value = [0; 16];
        value[8..12].copy_from_slice(&a.to_le_bytes());
        value[12..].copy_from_slice(&b.to_le_bytes());
        value
    };
    let bucket = |key: u128, buckets: usize| {
        let (mut lo, hi) = (key as u64, (key >> 64) as u64);
        lo ^= hi;
        lo ^= hi.rotate_left(17);
        lo ^= lo >> 33;
        lo = lo.wrapping_mul(0xff51afd7ed558ccd);
        lo ^= lo >> 33;
        lo = lo.wrapping_mul(0xc4ceb9fe1a85ec53);
        lo ^= lo >> 33;
        (lo % buckets as u64) as usize
    };
    let table = |map: &Map| {
        let mut buckets = 16;
        while buckets < map.len() {
            buckets *= 2;
        }
        let mut lists = vec![Vec::new(); buckets];
        for (key, value) in map {
            lists[bucket(*key, buckets)].push((value, key));
        }
        let mut bytes = (buckets as u32).to_le_bytes().to_vec();
        let mut start = 0u32;
        for list in &lists {
            bytes.extend(start.to_le_bytes());
            start += list.len() as u32;
        }
        bytes.extend(start.to_le_bytes());
        bytes.extend(start.to_le_bytes());
        for (value, key) in lists.into_iter().flatten() {
            bytes.extend(value);
            bytes.extend(key.to_le_bytes());
        }
        bytes
    };
    let (mut file, mut most) = (Vec::new(), 0);
    for length in 2..=board {
        let mut racks: BTreeMap<u128, Vec<&Vec<Tile>>> = BTreeMap::new();
        for word in words.iter().filter(|word| word.len() == length) {
            let key = word.iter().map(|&tile| one(tile)).sum();
            racks.entry(key).or_default().push(word);
        }
        let (mut whole, mut outside) = (Map::new(), Vec::new());
        let (mut with_one, mut with_two) = (Map::new(), Map::new());
        let mut answers: BTreeMap<u128, usize> = BTreeMap::new();
        for (key, words) in &racks {
            let mut value = [0; 16];
            if words.len() * length <= 16 {
                for (i, tile) in words.iter().copied().flatten().enumerate() {
                    value[i] = *tile;
                }
            } else {
                value = numbers(outside.len() as u32, words.len() as u32);
                outside.extend(words.iter().copied().flatten());
            }
            whole.insert(*key, value);
            let letters: Vec<Tile> = (1..32).filter(|&tile| key / one(tile) % 16 > 0).collect();
            let mark = |map: &mut Map, rack: u128, letter: Tile| {
                let value = map.entry(rack).or_insert([0; 16]);
                value[8 + usize::from(letter) / 8] |= 1 << (letter % 8);
            };
            for &low in &letters {
                mark(&mut with_one, key - one(low) + 1, low);
                for &high in letters.iter().filter(|&&high| high >= low) {
                    if high == low && key / one(low) % 16 < 2 {
                        continue;
                    }
                    let rack = key - one(low) - one(high) + 2;
                    mark(&mut with_two, rack, low);
                    *answers.entry(rack).or_default() += words.len();
                }
            }
        }
        file.extend(table(&whole));
        file.extend(((outside.len() / length) as u32).to_le_bytes());
        file.extend(outside.into_iter().copied());
        file.extend(table(&with_one));
        file.extend(table(&with_two));
        most = most.max(answers.values().max().unwrap_or(&0) * length);
    }
    let mut bytes = vec![3, board as u8];
    bytes.extend((most as u32).to_le_bytes());
    bytes.extend(file);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn words_come_back((letters, set) in word_sets()) {
        let ruleset = ruleset_of(letters);
        let words = Words::from_unsorted(set.iter().map(Vec::as_slice)).unwrap();
        for format in WordFormat::ALL {
            let bytes = format.build(&words, &ruleset).unwrap();
            prop_assert_eq!(&format.read(&bytes, &ruleset).unwrap(), &words, "{}", format);
        }
    }

    #[test]
    fn a_word_map_is_that_of_the_plain_way((letters, set) in word_sets()) {
        let ruleset = ruleset_of(letters);
        let words = Words::from_unsorted(set.iter().map(Vec::as_slice)).unwrap();
        prop_assert!(build(&words, &ruleset).unwrap() == plain_map(&set, 15));
    }

    #[test]
    fn racks_find_their_words((letters, set) in word_sets(), blanks in 0usize..3, seed: u64) {
        let ruleset = ruleset_of(letters);
        let words = Words::from_unsorted(set.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, &ruleset).unwrap();
        let map = WordMap::from_bytes(&bytes, letters.into()).unwrap();
        // The rack of some word, or of tiles that may be no word.
        let mut rack = match set.iter().nth(seed as usize % 64) {
            Some(word) => word.clone(),
            None => vec![1, 2, 1 + (seed % u64::from(letters)) as u8],
        };
        let turn = seed as usize % 5 % rack.len();
        rack.rotate_left(turn);
        for tile in rack.iter_mut().take(blanks) {
            *tile = 0;
        }
        let fits = |word: &&Vec<Tile>| {
            let mut left = rack.clone();
            word.len() == rack.len() && word.iter().all(|tile| {
                let found = left.iter().position(|t| t == tile);
                let found = found.or_else(|| left.iter().position(|&t| t == 0));
                found.map(|at| left.swap_remove(at)).is_some()
            })
        };
        let expected: BTreeSet<&[Tile]> = set.iter().filter(fits).map(Vec::as_slice).collect();
        let found = map.look_up(&rack);
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    }
}

#[test]
fn what_a_word_map_cannot_hold() {
    let refused = |words: &[&[Tile]], ruleset: &str| {
        let words = Words::from_unsorted(words.iter().copied()).unwrap();
        build(&words, &Ruleset::builtin(ruleset).unwrap())
            .unwrap_err()
            .to_string()
    };
    for (ruleset, expected) in [
        (
            "polish",
            "a word map: expected at most 31 letters, found 32 in ruleset `polish`",
        ),
        (
            "super-english",
            "a word map: expected at most 2 blanks, found 4 in ruleset `super-english`",
        ),
    ] {
        assert_eq!(refused(&[&[1, 2]], ruleset), expected);
    }
    assert_eq!(
        refused(&[&[1]], "english"),
        "a word map: expected words of 2 to 15 tiles, found `A` of 1"
    );
    assert_eq!(
        refused(&[&[1; 16]], "english"),
        "a word map: expected words of 2 to 15 tiles, found `AAAAAAAAAAAAAAAA` of 16"
    );
    let long = Words::from_unsorted([&[1; 1025][..]]).unwrap();
    let english = Ruleset::builtin("english").unwrap();
    let refused = WordFormat::QuackleGaddag.build(&long, &english);
    let word = "A".repeat(80);
    assert_eq!(
        refused.unwrap_err().to_string(),
        format!(
            "a GADDAG of Quackle's: expected words of 1 to 1024 tiles, found `{word}…` of 1025"
        )
    );
}

/// The engines have a buffer of 7,000 bytes for an answer.
#[test]
fn the_largest_answer() {
    let mut words: Vec<Vec<Tile>> = vec![Vec::new()];
    for tile in 1..=7 {
        let longer = |word: &Vec<Tile>| {
            let word = word.clone();
            (0..=word.len()).map(move |at| {
                let mut word = word.clone();
                word.insert(at, tile);
                word
            })
        };
        words = words.iter().flat_map(longer).collect();
    }
    let build = |count: usize| {
        let words = words[..count].iter().map(Vec::as_slice);
        build(&Words::from_unsorted(words).unwrap(), &english())
    };
    let bytes = build(1000).unwrap();
    let map = WordMap::from_bytes(&bytes, 26).unwrap();
    assert_eq!(map.largest_answer(), 7000);
    assert_eq!(map.look_up(&[0, 0, 1, 2, 3, 4, 5]).len(), 1000);
    assert_eq!(
        build(1001).unwrap_err().to_string(),
        "a word map: expected at most 7000 bytes of words for a rack with 2 blanks, found 7007"
    );
}

/// Every bit of a word map counts.
#[test]
fn a_damaged_word_map_is_refused() {
    let bytes = build(&read_list("toy"), &english()).unwrap();
    let mut damaged = bytes.clone();
    for bit in 0..8 * bytes.len() {
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(WordMap::from_bytes(&damaged, 26).is_err(), "bit {bit}");
        damaged[bit / 8] ^= 1 << (bit % 8);
    }
    for end in 0..bytes.len() {
        assert!(WordMap::from_bytes(&bytes[..end], 26).is_err());
    }
    damaged.push(0);
    let fault = WordMap::from_bytes(&damaged, 26).err().unwrap().to_string();
    let expected = "expected the end of the file after the words of 15 tiles, found 1 more bytes";
    assert_eq!(fault, expected);
}

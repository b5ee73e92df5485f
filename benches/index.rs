//! Lookups by word and by number, compared with an `fst::Map` and the sorted list.
//!
//! All get the same queries, in the same shuffled order, in one run. The time of each
//! slice of the queries is the best of several rounds, so that other load on the
//! machine matters little.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, WordIndex, build};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lexicons/scowl-80.txt");
const ROUNDS: usize = 15;
const SLICES: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let words = read_words()?;
    let bytes = build(&words, GraphSpec::new())?;
    let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26)?;
    let index = WordIndex::of(&graph)?;
    let map = fst::Map::from_iter(words.iter().zip(0u64..))?;
    let list: Vec<&[u8]> = words.iter().collect();

    let numbers = shuffled(index.len());
    let asked: Vec<Vec<u8>> = numbers
        .iter()
        .map(|&i| words.get(i as usize).to_vec())
        .collect();

    println!("{} words, shuffled\n", words.len());
    let ours = time(words.len(), |slice| {
        asked[slice].iter().for_each(|word| {
            black_box(index.index(word));
        });
    });
    let by_map = time(words.len(), |slice| {
        asked[slice].iter().for_each(|word| {
            black_box(map.get(word));
        });
    });
    let by_search = time(words.len(), |slice| {
        asked[slice].iter().for_each(|word| {
            let _ = black_box(list.binary_search(&word.as_slice()));
        });
    });
    println!("index of a word");
    show("WordIndex::index", ours, ours);
    show("fst::Map::get", by_map, ours);
    show("binary search in the list", by_search, ours);

    let ours = time(words.len(), |slice| {
        let mut word = Vec::new();
        numbers[slice].iter().for_each(|&i| {
            black_box(index.word(i, &mut word));
            black_box(&word);
        });
    });
    let by_map = time(words.len(), |slice| {
        let mut word = Vec::new();
        numbers[slice].iter().for_each(|&i| {
            word.clear();
            black_box(map.as_fst().get_key_into(u64::from(i), &mut word));
            black_box(&word);
        });
    });
    println!("\nword of an index (a list in memory needs no search for it)");
    show("WordIndex::word", ours, ours);
    show("fst::Map: get_key_into", by_map, ours);
    Ok(())
}

fn read_words() -> Result<Words, Box<dyn Error>> {
    let english = Ruleset::builtin("english")?;
    let mut reader = ListReader::new(english.alphabet());
    let length = LengthBounds::new(2, 15).with_outside(Outside::Drop);
    let mut options = ListOptions::default();
    options.length = length;
    reader.read(LIST, &std::fs::read(LIST)?, &options)?;
    Ok(reader.finish()?.finish().0)
}

/// The numbers below `n`, in a fixed shuffled order.
fn shuffled(n: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..n).collect();
    let mut seed = 1u64;
    for i in (1..numbers.len()).rev() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        numbers.swap(i, (seed >> 33) as usize % (i + 1));
    }
    numbers
}

/// The time of one of `n` queries, in nanoseconds.
fn time(n: usize, mut ask: impl FnMut(Range<usize>)) -> f64 {
    let mut best = [Duration::MAX; SLICES];
    for _ in 0..ROUNDS {
        for (i, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            ask(n * i / SLICES..n * (i + 1) / SLICES);
            *best = start.elapsed().min(*best);
        }
    }
    best.iter().sum::<Duration>().as_secs_f64() * 1e9 / n as f64
}

fn show(what: &str, nanoseconds: f64, ours: f64) {
    println!(
        "  {what:26} {nanoseconds:7.1} ns {:7.1} million/s {:6.2} x",
        1e3 / nanoseconds,
        nanoseconds / ours
    );
}

//! Damaged files: a clear error or a correct answer, nothing else.
//!
//! A damaged file that is still sound is a file of other words, and all that
//! is asked of it has to agree: the number of its words, their order, and the
//! words themselves, one by one.

use crate::harness::repo;
use wordmill::Ruleset;
use wordmill::dump::{Holds, Info, open};
use wordmill::graph::{
    Content, Diff, FileKind, Filter, Graph, GraphSpec, Layout, NodeFormat, Pattern, Side, build,
};
use wordmill::leave::{self, LeaveSpec, ValueFormat};
use wordmill::source::{LeaveTable, Words};

/// Words past which a file is not listed here: damage can make very many.
const FEW: u64 = 10_000;

/// Asks everything of some bytes; says whether they were taken for a file.
fn ask(bytes: &[u8], ruleset: &Ruleset, kind: Option<FileKind>) -> bool {
    let opened = match open("x", bytes, ruleset, kind) {
        Ok(opened) => opened,
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with("x: ") || text.starts_with("x:"), "{text}");
            return false;
        }
    };
    if let Some(graph) = opened.graph() {
        ask_graph(graph);
    }
    if let Holds::Leaves(leaves) = &opened.holds {
        let mut rows = leaves.rows();
        let mut count = 0;
        while let Some((leave, value)) = rows.next() {
            assert_eq!(leaves.get(leave), Some(value));
            count += 1;
        }
        assert_eq!(count, leaves.len());
    }
    if opened
        .graph()
        .is_none_or(|graph| graph.extent().words < FEW)
    {
        let info = Info::of("x", bytes, &opened, ruleset).unwrap();
        assert_eq!(info.bytes, bytes.len() as u64);
    }
    true
}

fn ask_graph(graph: &Graph) {
    let extent = graph.extent();
    let diff = Diff::new(Side::Graph(graph), Side::Graph(graph)).unwrap();
    assert!(diff.is_empty() && diff.extents() == (extent, extent));
    let mut words = graph.words();
    let mut listed: Vec<Vec<u8>> = Vec::new();
    while let Some(word) = words.next() {
        assert!(listed.last().is_none_or(|last| last[..] < *word));
        listed.push(word.to_vec());
        if listed.len() as u64 > FEW {
            return;
        }
    }
    assert_eq!(extent.words, listed.len() as u64);
    assert!(listed.iter().all(|word| graph.has_word(word)));
    let filter = Filter::default().pattern(Pattern::prefix(&[3]).unwrap());
    let mut found = graph.matches(filter).unwrap();
    for word in listed.iter().filter(|word| word[0] == 3) {
        assert_eq!(found.next(), Some(&word[..]));
    }
    assert_eq!(found.next(), None);
}

fn toy_words() -> Words {
    let english = Ruleset::builtin("english").unwrap();
    let text = std::fs::read_to_string(repo().join("tests/data/golden/toy.txt")).unwrap();
    let words: Vec<_> = text
        .lines()
        .map(|line| english.alphabet().read_word(line).unwrap())
        .collect();
    Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap()
}

/// A small file of each kind, with the kind.
fn small_files() -> Vec<(FileKind, Vec<u8>)> {
    let english = Ruleset::builtin("english").unwrap();
    let toy = toy_words();
    let mut files = Vec::new();
    for content in Content::ALL {
        for layout in Layout::ALL {
            for format in NodeFormat::ALL {
                let spec = GraphSpec {
                    content,
                    layout,
                    format,
                };
                files.push((FileKind::Graph(content, format), build(&toy, spec).unwrap()));
            }
        }
    }
    let rows = [
        (&[0][..], 25.5),
        (&[0, 19], 30.25),
        (&[1], 0.5),
        (&[1, 1], -4.0),
    ];
    let table = LeaveTable::from_unsorted(rows).unwrap();
    for (kind, values) in [
        (FileKind::Klv2, ValueFormat::F32),
        (FileKind::Klv, ValueFormat::I16),
    ] {
        let spec = LeaveSpec {
            values,
            ..LeaveSpec::default()
        };
        files.push((
            kind,
            leave::build(&table, english.alphabet(), spec).unwrap(),
        ));
    }
    let dawg = std::fs::read(repo().join("tests/data/golden/toy.dawg")).unwrap();
    files.push((FileKind::QuackleDawg, dawg));
    files.push((FileKind::Text, b"AB\nBA\nCARE\n".to_vec()));
    files
}

#[test]
fn every_flipped_bit_of_small_files() {
    let english = Ruleset::builtin("english").unwrap();
    for (kind, bytes) in small_files() {
        assert!(ask(&bytes, &english, None), "{kind}");
        let (mut refused, mut damaged) = (0, bytes.clone());
        for bit in 0..8 * bytes.len() {
            damaged[bit / 8] ^= 1 << (bit % 8);
            ask(&damaged, &english, None);
            refused += usize::from(!ask(&damaged, &english, Some(kind)));
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(refused > 0, "{kind}");
    }
}

#[test]
fn every_truncation_of_small_files() {
    let english = Ruleset::builtin("english").unwrap();
    for (kind, bytes) in small_files() {
        for end in 0..bytes.len() {
            ask(&bytes[..end], &english, None);
            let taken = ask(&bytes[..end], &english, Some(kind));
            let may_be = matches!(kind, FileKind::Text | FileKind::Graph(..));
            assert!(!taken || may_be, "{kind} cut to {end} bytes");
        }
    }
}

#[test]
fn a_quackle_dawg_is_never_taken_for_other_words() {
    let english = Ruleset::builtin("english").unwrap();
    let bytes = std::fs::read(repo().join("tests/data/golden/toy.dawg")).unwrap();
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Ok(words) = wordmill::graph::read_quackle_dawg(&damaged, english.alphabet()) {
            // Playabilities, the flag of the smaller list and case don't matter.
            assert_eq!(words, toy_words(), "bit {bit}");
        }
    }
}

#[test]
fn thousands_of_damages_of_a_large_file() {
    // Splitmix: the same damages every time.
    let mut seed = 7u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = seed;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % below as u64) as usize
    };
    let list: Vec<Vec<u8>> = (0..4000)
        .map(|_| (0..2 + random(7)).map(|_| random(26) as u8 + 1).collect())
        .collect();
    let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
    for content in [Content::Gaddawg, Content::Dawg] {
        let spec = GraphSpec {
            content,
            ..GraphSpec::default()
        };
        let kind = match content {
            Content::Gaddawg => wordmill::graph::GraphKind::Gaddawg,
            Content::Dawg | Content::Alphagrams => wordmill::graph::GraphKind::Dawg,
        };
        let bytes = build(&words, spec).unwrap();
        let (mut sound, mut refused) = (0, 0);
        for i in 0..1000 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + i % 3 {
                let bit = random(8 * damaged.len());
                damaged[bit / 8] ^= 1 << (bit % 8);
            }
            if i % 10 == 0 {
                damaged.truncate(random(damaged.len()));
            }
            match Graph::from_bytes(&damaged, NodeFormat::Kwg, kind, 26) {
                Ok(graph) if i % 20 == 1 => {
                    sound += 1;
                    ask_graph(&graph);
                }
                Ok(_) => sound += 1,
                Err(_) => refused += 1,
            }
        }
        assert!(sound > 0 && refused > 0, "{sound} sound, {refused} refused");
    }
}

//! Damaged files: a clear error or a correct answer, nothing else.
//!
//! A damaged file that is still sound is a file of other words, and all that
//! is asked of it has to agree: the number of its words, their order, and the
//! words themselves, one by one.

use crate::support::graphs::read_list;
use crate::support::harness::repo;
use wordmill::cli::Info;
use wordmill::file::{FileKind, Holds, open};
use wordmill::foreign::WordFormat;
use wordmill::graph::{
    Content, Diff, Filter, Graph, GraphSpec, Layout, NodeFormat, Pattern, Side, build,
};
use wordmill::leave;
use wordmill::leave::LeaveSpec;
use wordmill::lexicon::{LeaveTable, ValueFormat};
use wordmill::play::{Cgp, Gcg, replay};
use wordmill::ruleset::Ruleset;

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
        .is_none_or(|graph| graph.totals().words < FEW)
    {
        let info = Info::of(&opened, ruleset).unwrap();
        if let Some(words) = opened.lexicon() {
            let line = format!("words: {}", words.totals().words);
            assert!(info.lines.contains(&line), "{line}: {:?}", info.lines);
        }
    }
    true
}

fn ask_graph(graph: &Graph) {
    let totals = graph.totals();
    let diff = Diff::new(Side::Graph(graph), Side::Graph(graph)).unwrap();
    assert!(diff.is_empty() && diff.totals() == (totals, totals));
    let mut words = graph.words();
    let mut listed: Vec<Vec<u8>> = Vec::new();
    while let Some(word) = words.next() {
        assert!(listed.last().is_none_or(|last| last[..] < *word));
        listed.push(word.to_vec());
        if listed.len() as u64 > FEW {
            return;
        }
    }
    assert_eq!(totals.words, listed.len() as u64);
    assert!(listed.iter().all(|word| graph.has_word(word)));
    let filter = Filter::default().pattern(Pattern::prefix(&[3]).unwrap());
    let mut found = graph.matches(filter).unwrap();
    for word in listed.iter().filter(|word| word[0] == 3) {
        assert_eq!(found.next(), Some(&word[..]));
    }
    assert_eq!(found.next(), None);
}

/// A small file of each kind, with the kind.
fn small_files() -> Vec<(FileKind, Vec<u8>)> {
    let english = Ruleset::builtin("english").unwrap();
    let toy = read_list("toy");
    let mut files = Vec::new();
    for content in Content::ALL {
        for layout in Layout::ALL {
            for format in NodeFormat::ALL {
                let spec = GraphSpec::new()
                    .content(content)
                    .layout(layout)
                    .format(format);
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
    for values in ValueFormat::ALL {
        let spec = LeaveSpec::default().with_values(values);
        let bytes = leave::build(&table, english.alphabet(), spec).unwrap();
        files.push((FileKind::Leaves(values), bytes));
    }
    let dawg = std::fs::read(repo().join("tests/data/golden/toy.dawg")).unwrap();
    files.push((FileKind::Words(WordFormat::QuackleDawg), dawg));
    for format in WordFormat::ALL {
        let kind = FileKind::Words(format);
        let bytes = match format {
            // One with small pages: what the builder makes is mostly empty.
            WordFormat::Database => {
                std::fs::read(repo().join("fuzz/seeds/database_bytes/toy")).unwrap()
            }
            format => format.build(&toy, &english).unwrap(),
        };
        files.push((kind, bytes));
    }
    files.push((FileKind::LeaveTable, b"?,25.5\nAB,-4\n".to_vec()));
    files.push((FileKind::Text, b"AB\nBA\nCARE\n".to_vec()));
    files
}

#[test]
fn every_flipped_bit_of_small_files() {
    let english = Ruleset::builtin("english").unwrap();
    for (kind, bytes) in small_files() {
        assert!(ask(&bytes, &english, None), "{kind}");
        let (mut refused, mut damaged) = (0, bytes.clone());
        // SQLite takes its time: one bit or two of each byte of its files.
        let is_database = kind == FileKind::Words(WordFormat::Database);
        let step = if is_database { 7 } else { 1 };
        for bit in (0..8 * bytes.len()).step_by(step) {
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
            let may_be = matches!(
                kind,
                FileKind::Text | FileKind::LeaveTable | FileKind::Graph(..)
            );
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
        if let Ok(words) = wordmill::foreign::read_quackle_dawg(&damaged, english.alphabet()) {
            // Playabilities, the flag of the smaller list and case don't matter.
            assert_eq!(words, read_list("toy"), "bit {bit}");
        }
    }
}

/// Text has no sums: a damaged game or position is another one, or refused with its
/// place.
#[test]
fn every_flipped_bit_and_every_cut_of_games_and_positions() {
    let english = Ruleset::builtin("english").unwrap();
    let spec = GraphSpec::new();
    let graph = build(&read_list("toy"), spec).unwrap();
    let graph = Graph::from_bytes(&graph, spec.format, spec.content.kind(), 26).unwrap();
    let game = std::fs::read(repo().join("fuzz/seeds/gcg/english")).unwrap();
    let game = &game[1..];
    let line = std::fs::read_to_string(repo().join("fuzz/seeds/cgp/english")).unwrap();
    let line = &line.as_bytes()[1..];
    let ask_game = |bytes: &[u8]| match Gcg::read("x", bytes) {
        Ok(game) => match replay("x", &game, &english, &graph) {
            Ok(found) => found.findings.len(),
            Err(error) => usize::from(error.to_string().starts_with("x:")),
        },
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with("x:"), "{text}");
            1
        }
    };
    let ask_line = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let position = Cgp::read(&text).and_then(|cgp| cgp.position(&english).map(|_| ()));
        usize::from(position.is_err())
    };
    type Ask<'a> = &'a dyn Fn(&[u8]) -> usize;
    for (bytes, ask) in [(game, &ask_game as Ask<'_>), (line, &ask_line)] {
        let mut wrong = 0;
        let mut damaged = bytes.to_vec();
        for bit in 0..8 * bytes.len() {
            damaged[bit / 8] ^= 1 << (bit % 8);
            wrong += ask(&damaged);
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        for end in 0..bytes.len() {
            wrong += ask(&bytes[..end]);
        }
        assert!(wrong > bytes.len(), "{wrong}");
    }
}

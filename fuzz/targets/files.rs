//! Files that programs read: graphs, leaves, Quackle's, and what belongs to a
//! graph.

use std::sync::LazyLock;
use wordmill::cli::Info;
use wordmill::database::{StudyNotes, build_database, read_database};
use wordmill::file::{Holds, open};
use wordmill::foreign::{
    build_quackle_gaddag, build_zyzzyva, read_quackle_dawg, read_quackle_gaddag, read_zyzzyva,
};
use wordmill::graph::{
    Counts, Diff, Graph, GraphKind, GraphSpec, Histogram, Members, NodeFormat, Side, WordIndex,
    build,
};
use wordmill::leave::{LeaveSpec, Leaves, build as build_leaves};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;
use wordmill::wordmap::WordMap;

static ENGLISH: LazyLock<Ruleset> = LazyLock::new(|| Ruleset::builtin("english").unwrap());

/// Words past which a graph is not listed: few nodes can hold very many.
const FEW: u64 = 300;

/// A file of any kind, which has to be found out.
pub(crate) fn any_file(bytes: &[u8]) {
    let Ok(opened) = open("x", bytes, &ENGLISH, None) else {
        return;
    };
    if let Some(graph) = opened.graph() {
        ask(graph);
    }
    if let Holds::Leaves(leaves) = &opened.holds {
        ask_leaves(leaves);
    }
    if opened.entries().totals().words < FEW {
        let info = Info::of(&opened, &ENGLISH).unwrap();
        if let Some(words) = opened.lexicon() {
            let line = format!("words: {}", words.totals().words);
            assert!(info.lines.contains(&line), "{line}: {:?}", info.lines);
        }
    }
}

/// A graph; the first byte says of which kind, and for how many letters.
pub(crate) fn graph_bytes(bytes: &[u8]) {
    let Some((&choice, bytes)) = bytes.split_first() else {
        return;
    };
    let format = NodeFormat::ALL[usize::from(choice & 1)];
    let kinds = [GraphKind::Gaddawg, GraphKind::Dawg, GraphKind::Leaves];
    let kind = kinds[usize::from(choice >> 1) % 3];
    let letters = [26, 1, 2, 33, 63][usize::from(choice >> 3) % 5];
    if let Ok(graph) = Graph::from_bytes(bytes, format, kind, letters) {
        ask(&graph);
    }
}

/// Asks a graph what can be asked in little time.
fn ask(graph: &Graph) {
    let totals = graph.totals();
    assert_eq!(graph.node_counts().all, graph.nodes().len() as u64);
    let _ = graph.layout();
    if let Ok(diff) = Diff::new(Side::Graph(graph), Side::Graph(graph)) {
        assert!(diff.is_empty() && diff.totals() == (totals, totals));
    }
    let index = WordIndex::of(graph).ok();
    let mut words = graph.words();
    let mut last: Option<Vec<u8>> = None;
    let mut listed = 0;
    while let Some(word) = words.next() {
        assert!(graph.has_word(word) && last.as_deref().is_none_or(|last| last < word));
        if let Some(index) = &index {
            let mut again = Vec::new();
            assert_eq!(index.index(word), Some(listed as u32));
            assert!(index.word(listed as u32, &mut again) && again == word);
        }
        graph.hooks(word);
        last = Some(word.to_vec());
        listed += 1;
        if listed == FEW {
            break;
        }
    }
    assert_eq!(listed, totals.words.min(FEW));
    if let Ok(counts) = Counts::of(graph) {
        assert_eq!(u64::from(counts.total()), totals.words);
        assert_eq!(
            Counts::from_bytes(&counts.to_bytes(), graph).unwrap(),
            counts
        );
    }
    if let Ok(histogram) = Histogram::of(graph) {
        assert!(!histogram.by_length.is_empty());
    }
}

/// A leave file.
pub(crate) fn leave_bytes(bytes: &[u8]) {
    let Ok(leaves) = Leaves::from_bytes(bytes, 26) else {
        return;
    };
    assert_eq!(leaves.to_bytes().unwrap(), bytes);
    ask_leaves(&leaves);
    if leaves.len() as u64 > FEW {
        return;
    }
    let table = leaves.to_table().unwrap();
    let again = build_leaves(&table, ENGLISH.alphabet(), LeaveSpec::default()).unwrap();
    let again = Leaves::from_bytes(&again, 26).unwrap();
    assert_eq!(again.values(), leaves.values());
    ask(leaves.graph());
}

fn ask_leaves(leaves: &Leaves) {
    let mut rows = leaves.rows();
    for _ in 0..FEW {
        let Some((leave, value)) = rows.next() else {
            break;
        };
        assert!(value.is_finite() && leave.is_sorted());
        assert_eq!(leaves.get(leave), Some(value));
    }
}

/// A DAWG of Quackle's.
pub(crate) fn quackle_bytes(bytes: &[u8]) {
    if let Ok(words) = read_quackle_dawg(bytes, ENGLISH.alphabet()) {
        assert!(words.iter().all(|word| !word.is_empty()));
    }
}

/// A GADDAG of Quackle's. What is taken for good is what the builder makes of its words.
pub(crate) fn gaddag_bytes(bytes: &[u8]) {
    if let Ok(words) = read_quackle_gaddag(bytes, 26) {
        assert_eq!(build_quackle_gaddag(&words, 26).unwrap(), bytes);
    }
}

/// A DAWG of Zyzzyva's. Its words come back from a file that is built of them.
pub(crate) fn dwg_bytes(bytes: &[u8]) {
    if let Ok(words) = read_zyzzyva(bytes, ENGLISH.alphabet())
        && words.iter().all(|word| word.len() > 1)
    {
        let again = build_zyzzyva(&words, ENGLISH.alphabet()).unwrap();
        assert_eq!(read_zyzzyva(&again, ENGLISH.alphabet()).unwrap(), words);
    }
}

/// A word map. What is taken for good is what the builder makes of its words, but for
/// the order of the words of a rack.
pub(crate) fn wordmap_bytes(bytes: &[u8]) {
    let Ok(map) = WordMap::from_bytes(bytes, 26) else {
        return;
    };
    let words = map.words().unwrap();
    for word in words.iter().take(FEW as usize) {
        assert!(map.look_up(word).contains(&word));
        let mut rack = word.to_vec();
        rack[0] = 0;
        assert!(map.look_up(&rack).contains(&word));
        rack[1] = 0;
        assert!(map.look_up(&rack).contains(&word));
    }
    if map.longest() == 15 {
        let again = wordmill::wordmap::build(&words, &ENGLISH).unwrap();
        assert_eq!(again.len(), bytes.len());
    }
}

/// A study database: one of its own, or a small one with some of its bytes changed. The
/// input has three bytes for each change: where, and what.
pub(crate) fn database_bytes(bytes: &[u8]) {
    const SMALL: &[u8] = include_bytes!("../seeds/database_bytes/toy");
    let mut changed = SMALL.to_vec();
    let bytes = match bytes.starts_with(&SMALL[..16]) {
        true => bytes,
        false => {
            for change in bytes.chunks_exact(3) {
                let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
                changed[at % SMALL.len()] ^= change[2];
            }
            &changed
        }
    };
    if let Ok(words) = read_database(bytes, &ENGLISH)
        && words.iter().all(|word| (2..=15).contains(&word.len()))
    {
        let again = build_database(&words, &ENGLISH, &StudyNotes::default()).unwrap();
        assert_eq!(read_database(&again, &ENGLISH).unwrap(), words);
    }
}

/// Count and member files of a known graph.
pub(crate) fn side_files(bytes: &[u8]) {
    static GRAPH: LazyLock<Graph> = LazyLock::new(|| {
        let words = (1..=26).flat_map(|a| [vec![a], vec![a, 27 - a], vec![a, a, 1]]);
        let words: Vec<Vec<u8>> = words.collect();
        let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
    });
    static INDEX: LazyLock<WordIndex> = LazyLock::new(|| WordIndex::of(&GRAPH).unwrap());
    if let Ok(counts) = Counts::from_bytes(bytes, &GRAPH) {
        assert_eq!(counts.to_bytes(), bytes);
    }
    if let Ok(members) = Members::from_bytes(bytes, &INDEX) {
        assert_eq!(members.as_bytes(), bytes);
        let held = (0..INDEX.len()).filter(|&i| members.contains(i)).count();
        assert_eq!(held as u32, members.count());
    }
}

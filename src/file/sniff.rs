//! Recognises the kind of a file from its bytes.
//!
//! Names can be wrong, and half of the formats have no header. But each format has
//! rules that hardly any other file follows. Text has no control characters, the tables
//! of a word map fill its file, a `.dawg` begins with its version and alphabet, the two
//! counts of a leave file agree with its length, and a graph begins with a head node
//! and passes the [reader](crate::graph::Graph). Only the side files of a graph are
//! recognised by name, since their bytes could be anything.

use crate::database::is_database;
use crate::file::kind::FileKind;
use crate::foreign::{WordFormat, is_dwg, is_gaddag, quackle};
use crate::graph::{
    Content, Graph, GraphFault, GraphKind, Node, NodeFormat, Region, begins_with_root,
};
use crate::leave::Parts;
use crate::wordmap::is_word_map;
use std::path::Path;

/// The kind of a file, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sniffed {
    /// The kind.
    pub kind: FileKind,
    /// The reason, as text for people.
    pub reason: String,
}

impl Sniffed {
    pub(crate) fn new(kind: FileKind, reason: impl Into<String>) -> Sniffed {
        Sniffed {
            kind,
            reason: reason.into(),
        }
    }
}

/// Recognises the kind of a file from its bytes. `letters` is the size of the alphabet.
/// For bytes of no known kind, the fault refers to the nearest one.
///
/// ```
/// use wordmill::file::{FileKind, sniff};
/// use wordmill::graph::{Content, GraphSpec, NodeFormat, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..]])?;
/// let bytes = build(&words, GraphSpec::new())?;
/// let found = sniff("x".as_ref(), &bytes, 26).map_err(|fault| fault.into_error("x"))?;
/// assert_eq!(found.kind, FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg));
/// assert_eq!(sniff("x".as_ref(), b"CAT\n", 26).unwrap().kind, FileKind::Text);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn sniff(path: &Path, bytes: &[u8], letters: usize) -> Result<Sniffed, GraphFault> {
    sniff_and_read(path, bytes, letters).map(|(sniffed, _)| sniffed)
}

/// Like [`sniff`], but also returns the graph, which has to be read to be recognised.
pub(crate) fn sniff_and_read(
    path: &Path,
    bytes: &[u8],
    letters: usize,
) -> Result<(Sniffed, Option<Graph>), GraphFault> {
    if let Some(kind) = FileKind::from_file_name(path) {
        return Ok((Sniffed::new(kind, "its name says so"), None));
    }
    if bytes.is_empty() {
        return Err(GraphFault::file("the file is empty"));
    }
    if let Some(text) = as_text(bytes) {
        return Ok((sniff_text(text), None));
    }
    if let Some((format, reason)) = sniff_foreign(bytes) {
        return Ok((Sniffed::new(FileKind::Words(format), reason), None));
    }
    let parts = Parts::split(bytes);
    if let Ok(parts) = &parts
        && parts.node_count() > 0
    {
        let (nodes, values) = (parts.node_count(), parts.value_count());
        let size = parts.format.size();
        let reason = format!("its length fits {nodes} nodes and {values} values of {size} bytes");
        return Ok((Sniffed::new(FileKind::Leaves(parts.format), reason), None));
    }
    let graph = Graph::open_nearest(bytes, letters).map_err(|nearest| match (nearest, parts) {
        (Some((format, fault)), _) => {
            let text = format!("it opens like a graph of format {format}, but {fault}");
            match fault.past_alphabet {
                true => GraphFault::file(text).past_alphabet(),
                false => GraphFault::file(text),
            }
        }
        (None, Err(fault)) if opens_like_leaves(bytes) => {
            GraphFault::file(format!("it opens like leave values, but {fault}"))
        }
        _ => GraphFault::mismatch(
            "a word graph, leave values, a word map, a file of Quackle or Zyzzyva, a study database, or text",
            "none of these",
        ),
    })?;
    Ok((sniff_graph(&graph), Some(graph)))
}

/// The foreign format of bytes, and the reason.
fn sniff_foreign(bytes: &[u8]) -> Option<(WordFormat, &'static str)> {
    Some(if is_database(bytes) {
        let reason = "it opens with the name of SQLite's format";
        (WordFormat::Database, reason)
    } else if is_word_map(bytes) {
        let reason = "it opens with version 3, and tables for each length of words fill it";
        (WordFormat::WordMap, reason)
    } else if quackle::is_dawg(bytes) {
        let reason =
            "it opens with version 1, an identity and an alphabet, and nodes of 7 bytes follow";
        (WordFormat::QuackleDawg, reason)
    } else if is_gaddag(bytes) {
        let reason = "it opens with version 1, an identity and the root of a trie";
        (WordFormat::QuackleGaddag, reason)
    } else if is_dwg(bytes) {
        let reason = "it opens with the number of its nodes and a list of 256 of them";
        (WordFormat::Zyzzyva, reason)
    } else {
        return None;
    })
}

/// The number of bytes of a text searched for the fields of a recipe or ruleset.
pub(crate) const HEAD: usize = 4096;

/// Returns bytes as text if they are UTF-8 without control characters.
pub(crate) fn as_text(bytes: &[u8]) -> Option<&str> {
    let control = |c: char| c.is_control() && !"\n\r\t".contains(c);
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(control)).then_some(text)
}

/// Returns the first line of a text that is neither blank nor a comment.
pub(crate) fn first_row(text: &str) -> Option<&str> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Recognises the kind of a text. Text that begins like nothing else is a word list.
pub(crate) fn sniff_text(text: &str) -> Sniffed {
    let head = text.trim_start_matches('\u{feff}').lines();
    let mut taken = 0;
    let in_head = |line: &&str| {
        taken += line.len() + 1;
        taken - line.len() <= HEAD
    };
    let head: Vec<&str> = head.take_while(in_head).collect();
    let has_field = |field: &str| head.iter().any(|line| line.starts_with(field));
    let row = first_row(text).unwrap_or_default();
    if row.starts_with('{') && head.iter().any(|line| line.contains("\"lexicon\":")) {
        return Sniffed::new(FileKind::Manifest, "it is JSON with the field `lexicon`");
    }
    if has_field("lexicon:") {
        return Sniffed::new(FileKind::Recipe, "it has the field `lexicon`");
    }
    if has_field("letters:") && has_field("rack:") {
        return Sniffed::new(FileKind::Ruleset, "it has the fields `letters` and `rack`");
    }
    if row.starts_with("board\track\t") {
        return Sniffed::new(FileKind::Positions, "it has the columns `board` and `rack`");
    }
    if row.split('\t').any(|column| column == "rack_on_turn") {
        let reason = "it has the column `rack_on_turn` of endgames";
        return Sniffed::new(FileKind::Positions, reason);
    }
    let reason = "it is UTF-8 without control characters";
    let field = row.split_whitespace().next().unwrap_or_default();
    match field.contains(',') {
        true => {
            let row = "its first line has a comma before any white space";
            Sniffed::new(FileKind::LeaveTable, format!("{reason}, and {row}"))
        }
        false => Sniffed::new(FileKind::Text, reason),
    }
}

/// Whether a file begins with a possible number of nodes and a head node.
fn opens_like_leaves(bytes: &[u8]) -> bool {
    let Some((count, nodes)) = bytes.split_first_chunk() else {
        return false;
    };
    let count = u64::from(u32::from_le_bytes(*count));
    let fits = (1..=NodeFormat::Kwg.max_nodes()).contains(&count);
    fits && begins_with_root(nodes, NodeFormat::Kwg)
}

/// Recognises what the words of a graph are.
fn sniff_graph(graph: &Graph) -> Sniffed {
    let format = graph.format();
    let (content, reason) = if graph.kind() == GraphKind::Gaddawg {
        (Content::Gaddawg, ", node 1 to that of a GADDAG")
    } else {
        let without = match graph.nodes().get(1) {
            Some(second) if second.is_head() => "; node 1 points nowhere, so there is no GADDAG",
            _ => "; node 1 points to no root, so there is no GADDAG",
        };
        (Content::Dawg, without)
    };
    let mut reason = format!("node 0 points to the root of a DAWG in format {format}{reason}");
    if content == Content::Dawg && graph.dawg_root() != 0 && is_sorted(graph) {
        reason += "; the tiles of every word are in order";
        return Sniffed::new(FileKind::Graph(Content::Alphagrams, format), reason);
    }
    Sniffed::new(FileKind::Graph(content, format), reason)
}

/// Whether the tiles of every word are in order. Tiles increase within a list, so the
/// first tile of a node's list decides for all of them.
fn is_sorted(graph: &Graph) -> bool {
    let nodes = graph.nodes();
    let in_order = |(i, node): (usize, &Node)| {
        let arc = node.arc();
        let reached = graph.reaches(Region::Dawg, i as u32);
        !reached || arc == 0 || nodes[arc as usize].tile() >= node.tile()
    };
    nodes.iter().enumerate().all(in_order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::quackle::tests::TOY;
    use crate::graph::{GraphSpec, Layout, build};
    use crate::lexicon::{ValueFormat, Words};

    fn sniffed(bytes: &[u8]) -> Sniffed {
        sniff("x".as_ref(), bytes, 26).unwrap()
    }

    fn kind(bytes: &[u8]) -> FileKind {
        sniffed(bytes).kind
    }

    fn fault(bytes: &[u8]) -> String {
        sniff("x".as_ref(), bytes, 26).unwrap_err().to_string()
    }

    #[test]
    fn graphs_are_told_apart() {
        let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20, 1], &[5, 9, 7]]).unwrap();
        for content in Content::ALL {
            for layout in Layout::ALL {
                for format in NodeFormat::ALL {
                    let spec = GraphSpec::new()
                        .content(content)
                        .layout(layout)
                        .format(format);
                    let bytes = build(&words, spec).unwrap();
                    assert_eq!(kind(&bytes), FileKind::Graph(content, format), "{layout}");
                }
            }
        }
        let none = build(&Words::default(), GraphSpec::new()).unwrap();
        let empty = |content| FileKind::Graph(content, NodeFormat::Kwg);
        assert_eq!(kind(&none), empty(Content::Gaddawg));
        assert_eq!(kind(&none[..4]), empty(Content::Dawg));
    }

    #[test]
    fn reasons_are_given() {
        let mut spec = GraphSpec::new();
        let gaddawg = build(&Words::default(), spec).unwrap();
        let sorted = Words::from_unsorted([&[1, 3][..], &[2, 2]]).unwrap();
        spec.content = Content::Dawg;
        let sorted = build(&sorted, spec).unwrap();
        spec.layout = Layout::Magpie;
        let magpie = Words::from_unsorted([&[3, 1][..]]).unwrap();
        let magpie = build(&magpie, spec).unwrap();
        for (bytes, reason) in [
            (gaddawg, ", node 1 to that of a GADDAG"),
            (
                sorted,
                "; node 1 points to no root, so there is no GADDAG; the tiles of every word are in order",
            ),
            (magpie, "; node 1 points nowhere, so there is no GADDAG"),
        ] {
            let root = "node 0 points to the root of a DAWG in format kwg";
            assert_eq!(sniffed(&bytes).reason, format!("{root}{reason}"));
        }
    }

    #[test]
    fn leave_files_are_told_apart_by_their_length() {
        let mut file = vec![1, 0, 0, 0, 0, 0, 0x40, 0, 3, 0, 0, 0];
        file.extend([0; 6]);
        let klv = sniffed(&file);
        assert_eq!(klv.kind, FileKind::Leaves(ValueFormat::I16));
        assert_eq!(
            klv.reason,
            "its length fits 1 nodes and 3 values of 2 bytes"
        );
        file.extend([0; 6]);
        assert_eq!(kind(&file), FileKind::Leaves(ValueFormat::F32));
        file.extend([0; 4]);
        assert_eq!(
            fault(&file),
            "it opens like leave values, but byte 12: \
             expected 12 (KLV2) or 6 (KLV) bytes of 3 values, found 16"
        );
        file[0] = 9;
        assert_eq!(
            fault(&file),
            "it opens like leave values, but byte 4: \
             expected 36 bytes of 9 nodes, found 24; is the file cut short?"
        );
    }

    #[test]
    fn other_kinds_and_no_kind() {
        for (text, expected) in [
            ("\u{feff}# Ä\r\nAB\tx\n", FileKind::Text),
            ("# A,B\n\nAA lava, rough\n", FileKind::Text),
            ("# leaves\n\nleave,value\n?,25\n", FileKind::LeaveTable),
            ("# R\nruleset: english\nlexicon: R\n", FileKind::Recipe),
            ("rack: 7\nletters: []\n", FileKind::Ruleset),
            ("board\track\tbag\n", FileKind::Positions),
            (
                "\u{feff}# x\nvalue\track_on_turn\tboard\r\n",
                FileKind::Positions,
            ),
            ("{\n  \"lexicon\": \"R\"\n}\n", FileKind::Manifest),
        ] {
            assert_eq!(kind(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(kind(TOY), FileKind::Words(WordFormat::QuackleDawg));
        for (name, expected) in [
            ("a/b.kwc", FileKind::Counts),
            ("b.kwi", FileKind::Members),
            ("b.kwp", FileKind::Ranks),
            ("b.manifest.json", FileKind::Manifest),
        ] {
            assert_eq!(sniff(name.as_ref(), b"", 26).unwrap().kind, expected);
        }
        assert_eq!(fault(b""), "the file is empty");
        assert_eq!(
            fault(&[8; 5]),
            "expected a word graph, leave values, a word map, a file of Quackle or Zyzzyva, a study database, or text, found none of these"
        );
        assert_eq!(
            fault(&[7, 0, 0x40, 0]),
            "it opens like a graph of format kwg, but node 0: \
             arc: expected 0, as there are no more nodes, found 7; is the file cut short?"
        );
    }
}

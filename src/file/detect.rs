//! What kind of file some bytes are, found out from the bytes alone.
//!
//! Names lie, and half of the formats have no header. But they differ in what
//! has to be true of them: text has no control characters, a `.dawg` opens
//! with its version and alphabet, a leave file's two counts have to fit its
//! length, and a graph opens with the node of a root and has to pass the
//! [reader](crate::graph::read). Whatever is decided, the reason is given.

use crate::foreign::quackle;
use crate::graph::{Content, Graph, GraphFault, GraphKind, Node, NodeFormat, Region};
use std::fmt;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A graph of words or alphagrams.
    Graph(Content, NodeFormat),
    /// Leave values of 32-bit floating point numbers.
    Klv2,
    /// Leave values of 16-bit integers.
    Klv,
    /// A graph of the program Quackle.
    QuackleDawg,
    /// Plain text, a table of leaves and values.
    LeaveTable,
    /// Plain text, a word list.
    Text,
}

impl FileKind {
    /// All kinds.
    pub const ALL: [FileKind; 11] = [
        FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg),
        FileKind::Graph(Content::Dawg, NodeFormat::Kwg),
        FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg),
        FileKind::Graph(Content::Gaddawg, NodeFormat::Kbwg),
        FileKind::Graph(Content::Dawg, NodeFormat::Kbwg),
        FileKind::Graph(Content::Alphagrams, NodeFormat::Kbwg),
        FileKind::Klv2,
        FileKind::Klv,
        FileKind::QuackleDawg,
        FileKind::LeaveTable,
        FileKind::Text,
    ];

    /// The name that options use.
    pub const fn name(self) -> &'static str {
        match self {
            FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg) => "gaddawg",
            FileKind::Graph(Content::Dawg, NodeFormat::Kwg) => "dawg",
            FileKind::Graph(Content::Alphagrams, NodeFormat::Kwg) => "alphagrams",
            FileKind::Graph(Content::Gaddawg, NodeFormat::Kbwg) => "kbwg-gaddawg",
            FileKind::Graph(Content::Dawg, NodeFormat::Kbwg) => "kbwg-dawg",
            FileKind::Graph(Content::Alphagrams, NodeFormat::Kbwg) => "kbwg-alphagrams",
            FileKind::Klv2 => "klv2",
            FileKind::Klv => "klv",
            FileKind::QuackleDawg => "quackle",
            FileKind::LeaveTable => "csv",
            FileKind::Text => "text",
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of file, and why it was taken for that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detected {
    /// The kind.
    pub kind: FileKind,
    /// Why, as text for a person.
    pub reason: String,
}

impl Detected {
    fn new(kind: FileKind, reason: impl Into<String>) -> Detected {
        Detected {
            kind,
            reason: reason.into(),
        }
    }
}

/// Says what kind of file some bytes are; `letters` is the size of the
/// alphabet. If they are none, the fault says what comes nearest.
///
/// ```
/// use wordmill::graph::{Content, GraphSpec, NodeFormat, build};
/// use wordmill::file::{FileKind, detect};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..]])?;
/// let found = detect(&build(&words, GraphSpec::default())?, 26).unwrap();
/// assert_eq!(found.kind, FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg));
/// assert_eq!(detect(b"CAT\n", 26).unwrap().kind, FileKind::Text);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn detect(bytes: &[u8], letters: usize) -> Result<Detected, GraphFault> {
    detect_and_read(bytes, letters).map(|(detected, _)| detected)
}

/// Says what kind of file some bytes are. A graph has to be read for that, so
/// that it comes along.
pub(crate) fn detect_and_read(
    bytes: &[u8],
    letters: usize,
) -> Result<(Detected, Option<Graph>), GraphFault> {
    if let Some(detected) = without_reading(bytes)? {
        return Ok((detected, None));
    }
    let graph = graph(bytes, letters)?;
    Ok((content(&graph), Some(graph)))
}

/// The kinds of file that show what they are without being read.
fn without_reading(bytes: &[u8]) -> Result<Option<Detected>, GraphFault> {
    if bytes.is_empty() {
        return Err(GraphFault::file("the file is empty"));
    }
    if let Some(text) = text(bytes) {
        let reason = "it is UTF-8 without control characters";
        return Ok(Some(match has_columns(text) {
            true => Detected::new(
                FileKind::LeaveTable,
                format!("{reason}, and its first line has a comma before any white space"),
            ),
            false => Detected::new(FileKind::Text, reason),
        }));
    }
    if quackle::is_dawg(bytes) {
        let reason =
            "it opens with version 1, an identity and an alphabet, and nodes of 7 bytes follow";
        return Ok(Some(Detected::new(FileKind::QuackleDawg, reason)));
    }
    Ok(leave_values(bytes))
}

fn text(bytes: &[u8]) -> Option<&str> {
    let control = |c: char| c.is_control() && !"\n\r\t".contains(c);
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(control)).then_some(text)
}

/// Whether the first line that is no comment has a comma, other than in what
/// follows a word.
fn has_columns(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let first = lines.find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let field = first.and_then(|line| line.split_whitespace().next());
    field.is_some_and(|field| field.contains(','))
}

/// The little-endian number at a place.
fn number(bytes: &[u8], at: u64) -> Option<u64> {
    let at = usize::try_from(at).ok()?;
    let four = bytes.get(at..)?.first_chunk()?;
    Some(u64::from(u32::from_le_bytes(*four)))
}

fn leave_values(bytes: &[u8]) -> Option<Detected> {
    let nodes = number(bytes, 0)?;
    let values = number(bytes, 4 + 4 * nodes)?;
    let rest = (bytes.len() as u64).checked_sub(4 + 4 * nodes + 4)?;
    let (kind, size) = match rest {
        _ if nodes == 0 => return None,
        rest if rest == 4 * values => (FileKind::Klv2, 4),
        rest if rest == 2 * values => (FileKind::Klv, 2),
        _ => return None,
    };
    let reason = format!("its length fits {nodes} nodes and {values} values of {size} bytes");
    Some(Detected::new(kind, reason))
}

fn graph(bytes: &[u8], letters: usize) -> Result<Graph, GraphFault> {
    let mut nearest = None;
    for format in NodeFormat::ALL {
        let head = |i: u64| {
            let node = format.decode(number(bytes, 4 * i)? as u32)?;
            node.is_head().then_some(node)
        };
        let Some(first) = head(0) else {
            continue;
        };
        let kind = match head(1) {
            Some(second) if second.arc() != 0 || first.arc() == 0 => GraphKind::Gaddawg,
            _ => GraphKind::Dawg,
        };
        match Graph::from_bytes(bytes, format, kind, letters) {
            Ok(graph) => return Ok(graph),
            Err(fault) => nearest = nearest.or(Some((format, fault))),
        }
    }
    Err(match nearest {
        Some((format, fault)) => GraphFault {
            node: None,
            message: format!("it opens like a graph of format {format}, but {fault}"),
            past_alphabet: fault.past_alphabet,
        },
        None => GraphFault::file(nearly_leave_values(bytes).unwrap_or_else(|| {
            "expected a word graph, leave values, a Quackle dawg or text, found none of these"
                .into()
        })),
    })
}

/// What is wrong with a file that opens as leave values do, with a number of
/// nodes and the node of a root, but has not their length.
fn nearly_leave_values(bytes: &[u8]) -> Option<String> {
    let nodes = number(bytes, 0)?;
    let root = NodeFormat::Kwg.decode(number(bytes, 4)? as u32)?;
    if !root.is_head() || nodes == 0 || nodes > NodeFormat::Kwg.max_nodes() {
        return None;
    }
    let at = 4 + 4 * nodes;
    let length = bytes.len() as u64;
    let fault = match number(bytes, at) {
        None => format!("byte {at}: expected the number of values, found the end at {length}"),
        Some(values) => format!(
            "byte {}: expected {} (KLV2) or {} (KLV) bytes of {values} values, found {}",
            at + 4,
            4 * values,
            2 * values,
            length - at - 4
        ),
    };
    Some(format!(
        "it opens like leave values of {nodes} nodes, but {fault}"
    ))
}

fn content(graph: &Graph) -> Detected {
    let format = graph.format();
    let detected = |content, reason| {
        let reason = format!("node 0 is the node of a root in format {format}; {reason}");
        Detected::new(FileKind::Graph(content, format), reason)
    };
    if graph.kind() == GraphKind::Gaddawg {
        return detected(Content::Gaddawg, "node 1 is that of a GADDAG's root");
    }
    let without = match graph.nodes().get(1) {
        Some(second) if second.is_head() => "node 1 points nowhere, so there is no GADDAG",
        _ => "node 1 is not, so there is no GADDAG",
    };
    if graph.dawg_root() != 0 && is_sorted(graph) {
        let reason = format!("{without}; the tiles of every word are in order");
        return detected(Content::Alphagrams, &reason);
    }
    detected(Content::Dawg, without)
}

/// Whether the tiles of every word are in order. Lists rise, so that the first
/// tile of what follows a node decides.
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
    use crate::lexicon::Words;

    fn found(bytes: &[u8]) -> FileKind {
        detect(bytes, 26).unwrap().kind
    }

    #[test]
    fn graphs_are_told_apart() {
        let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1], &[20, 1], &[5, 9, 7]]).unwrap();
        for content in Content::ALL {
            for layout in Layout::ALL {
                for format in NodeFormat::ALL {
                    let spec = GraphSpec {
                        content,
                        layout,
                        format,
                    };
                    let bytes = build(&words, spec).unwrap();
                    assert_eq!(found(&bytes), FileKind::Graph(content, format), "{layout}");
                }
            }
        }
        let none = build(&Words::default(), GraphSpec::default()).unwrap();
        assert_eq!(
            found(&none),
            FileKind::Graph(Content::Gaddawg, NodeFormat::Kwg)
        );
        assert_eq!(
            found(&none[..4]),
            FileKind::Graph(Content::Dawg, NodeFormat::Kwg)
        );
    }

    #[test]
    fn reasons_are_given() {
        let reason = |bytes: &[u8]| detect(bytes, 26).unwrap().reason;
        assert_eq!(
            reason(&build(&Words::default(), GraphSpec::default()).unwrap()),
            "node 0 is the node of a root in format kwg; node 1 is that of a GADDAG's root"
        );
        let words = Words::from_unsorted([&[1, 3][..], &[2, 2]]).unwrap();
        let mut spec = GraphSpec {
            content: Content::Dawg,
            ..GraphSpec::default()
        };
        assert_eq!(
            reason(&build(&words, spec).unwrap()),
            "node 0 is the node of a root in format kwg; node 1 is not, so there is no GADDAG; \
             the tiles of every word are in order"
        );
        spec.layout = Layout::Magpie;
        let words = Words::from_unsorted([&[3, 1][..]]).unwrap();
        assert_eq!(
            reason(&build(&words, spec).unwrap()),
            "node 0 is the node of a root in format kwg; \
             node 1 points nowhere, so there is no GADDAG"
        );
    }

    #[test]
    fn leave_files_are_told_apart_by_their_length() {
        let mut file = vec![1, 0, 0, 0, 0, 0, 0x40, 0, 3, 0, 0, 0];
        file.extend([0; 6]);
        let klv = detect(&file, 26).unwrap();
        assert_eq!(klv.kind, FileKind::Klv);
        assert_eq!(
            klv.reason,
            "its length fits 1 nodes and 3 values of 2 bytes"
        );
        file.extend([0; 6]);
        assert_eq!(found(&file), FileKind::Klv2);
        file.extend([0; 4]);
        let fault = |file: &[u8]| detect(file, 26).unwrap_err().to_string();
        assert_eq!(
            fault(&file),
            "it opens like leave values of 1 nodes, but byte 12: \
             expected 12 (KLV2) or 6 (KLV) bytes of 3 values, found 16"
        );
        file[0] = 9;
        assert_eq!(
            fault(&file),
            "it opens like leave values of 9 nodes, but byte 40: \
             expected the number of values, found the end at 28"
        );
    }

    #[test]
    fn other_kinds_and_no_kind() {
        assert_eq!(found(TOY), FileKind::QuackleDawg);
        assert_eq!(found("\u{feff}# Ä\r\nAB\tx\n".as_bytes()), FileKind::Text);
        assert_eq!(found(b"# A,B\n\nAA lava, rough\n"), FileKind::Text);
        assert_eq!(
            found(b"# leaves\n\nleave,value\n?,25\n"),
            FileKind::LeaveTable
        );
        let fault = |bytes: &[u8]| detect(bytes, 26).unwrap_err().to_string();
        assert_eq!(fault(b""), "the file is empty");
        assert_eq!(
            fault(&[8; 5]),
            "expected a word graph, leave values, a Quackle dawg or text, found none of these"
        );
        assert_eq!(
            fault(&[7, 0, 0x40, 0]),
            "it opens like a graph of format kwg, but node 0: \
             arc: expected 0 or a node from 1 to 0, found 7; is the file cut short?"
        );
    }
}

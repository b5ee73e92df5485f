//! Reading graphs that anyone may have made.
//!
//! Nothing in a file is trusted. A quick [survey](super::survey) vouches for
//! files that are sound throughout; for any other, one depth-first pass over the nodes that the
//! roots lead to checks that arcs stay in the file, lists end and rise, no path
//! comes back to itself, tiles are what they may be and every path leads to a
//! word, and names the first node that is not as it should be. After that,
//! walking the graph can neither fail nor go on for long without a word. Nodes
//! that nothing leads to don't matter.

use super::descend::{Follow, descend};
use super::node::{Node, NodeFormat};
use super::survey::survey;
use crate::error::Error;
use crate::tiles::{BLANK, Tile};
use std::fmt;

/// What the paths of a graph are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKind {
    /// A DAWG alone, of words or alphagrams: tile 0 does not occur.
    Dawg,
    /// A DAWG and a GADDAG: in the latter, tile 0 switches the direction.
    Gaddawg,
    /// A DAWG of leaves: tile 0 is the blank.
    Leaves,
}

impl GraphKind {
    /// How many nodes stand before the first list at least.
    pub(super) fn head_nodes(self) -> usize {
        match self {
            GraphKind::Gaddawg => 2,
            GraphKind::Dawg | GraphKind::Leaves => 1,
        }
    }
}

/// Why some bytes are not a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFault {
    /// The node that is wrong; none if it is the file as a whole.
    pub node: Option<u32>,
    /// What is wrong with it.
    pub message: String,
}

impl GraphFault {
    pub(crate) fn file(message: impl Into<String>) -> GraphFault {
        GraphFault {
            node: None,
            message: message.into(),
        }
    }

    pub(crate) fn at(node: u32, message: impl Into<String>) -> GraphFault {
        GraphFault {
            node: Some(node),
            message: message.into(),
        }
    }

    pub(crate) fn cycle(node: u32) -> GraphFault {
        GraphFault::at(node, "its path comes back to it: the graph has a cycle")
    }

    /// The fault as an error of the file at `path`.
    pub fn into_error(self, path: &str) -> Error {
        Error::input(path, self.to_string())
    }
}

impl fmt::Display for GraphFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.node {
            Some(node) => write!(f, "node {node}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for GraphFault {}

/// From where a node is reached. A node may be part of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// From the DAWG's root, or past a direction switch.
    Dawg,
    /// From the GADDAG's root, before a direction switch.
    Gaddag,
}

/// The mark of a node that has been reached by way of a region.
pub(super) fn mark(region: Region) -> u8 {
    match region {
        Region::Dawg => 1,
        Region::Gaddag => 2,
    }
}

/// A graph that has been checked.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Box<[Node]>,
    /// By node: from where it is reached.
    marks: Box<[u8]>,
    kind: GraphKind,
    format: NodeFormat,
}

impl Graph {
    /// Reads a graph and checks it; `letters` is the size of the alphabet.
    ///
    /// ```
    /// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    /// use wordmill::source::Words;
    ///
    /// let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1]])?;
    /// let bytes = build(&words, GraphSpec::default())?;
    /// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    /// assert!(graph.has_word(&[3, 1]) && !graph.has_word(&[3]));
    /// # Ok::<(), wordmill::Error>(())
    /// ```
    pub fn from_bytes(
        bytes: &[u8],
        format: NodeFormat,
        kind: GraphKind,
        letters: usize,
    ) -> Result<Graph, GraphFault> {
        let nodes = decode(bytes, format)?;
        let heads = kind.head_nodes();
        if nodes.len() < heads {
            return Err(GraphFault::file(format!(
                "expected at least {heads} nodes, found {}",
                nodes.len()
            )));
        }
        for (i, node) in nodes[..heads].iter().enumerate() {
            if !node.is_head() {
                return Err(GraphFault::at(
                    i as u32,
                    "expected the node of a root: tile 0, last of its list, not accepting",
                ));
            }
        }
        let marks = match survey(&nodes, kind, letters) {
            Some(marks) => marks,
            None => check(&nodes, kind, letters)?,
        };
        Ok(Graph {
            nodes,
            marks,
            kind,
            format,
        })
    }

    /// The nodes by index.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes up to the last one that the DAWG reaches, and the first.
    pub(crate) fn dawg_nodes(&self) -> &[Node] {
        let dawg = mark(Region::Dawg);
        let last = self.marks.iter().rposition(|m| m & dawg != 0);
        &self.nodes[..=last.unwrap_or(0)]
    }

    /// What the paths are.
    pub fn kind(&self) -> GraphKind {
        self.kind
    }

    /// How the nodes were written in the file.
    pub fn format(&self) -> NodeFormat {
        self.format
    }

    /// The DAWG's root list; 0 if it has no words.
    pub fn dawg_root(&self) -> u32 {
        self.nodes[0].arc()
    }

    /// The GADDAG's root list, where there is a GADDAG; 0 if it has no words.
    pub fn gaddag_root(&self) -> Option<u32> {
        (self.kind == GraphKind::Gaddawg).then(|| self.nodes[1].arc())
    }

    /// Whether a node can be reached from a root by way of a region. The nodes
    /// that point to the roots are reached from nowhere.
    pub fn reaches(&self, region: Region, index: u32) -> bool {
        self.marks
            .get(index as usize)
            .is_some_and(|marks| marks & mark(region) != 0)
    }

    /// The node of a tile in the list that begins at `list`; none in list 0.
    #[inline]
    pub fn find(&self, list: u32, tile: Tile) -> Option<Node> {
        if list == 0 {
            return None;
        }
        for &node in &self.nodes[list as usize..] {
            if node.tile() >= tile {
                return (node.tile() == tile).then_some(node);
            }
            if node.is_end() {
                break;
            }
        }
        None
    }

    /// The nodes of the list that begins at `list`; none for list 0.
    #[inline]
    pub fn list(&self, list: u32) -> &[Node] {
        if list == 0 {
            return &[];
        }
        let from = &self.nodes[list as usize..];
        let length = from.iter().position(|n| n.is_end()).map_or(0, |i| i + 1);
        &from[..length]
    }

    /// Whether the DAWG has a word.
    pub fn has_word(&self, word: &[Tile]) -> bool {
        let mut node = self.nodes[0];
        for &tile in word {
            match self.find(node.arc(), tile) {
                Some(next) => node = next,
                None => return false,
            }
        }
        node.accepts()
    }
}

fn decode(bytes: &[u8], format: NodeFormat) -> Result<Box<[Node]>, GraphFault> {
    if !bytes.len().is_multiple_of(4) {
        return Err(GraphFault::file(format!(
            "expected nodes of 4 bytes, found {} bytes",
            bytes.len()
        )));
    }
    let count = (bytes.len() / 4) as u64;
    if count > format.max_nodes() {
        return Err(GraphFault::file(format!(
            "expected at most {} nodes of format {format}, found {count}",
            format.max_nodes()
        )));
    }
    let (fours, _) = bytes.as_chunks();
    let node = |four: &[u8; 4]| format.decode(u32::from_le_bytes(*four));
    match fours.iter().position(|four| node(four).is_none()) {
        Some(bad) => Err(GraphFault::at(
            bad as u32,
            format!(
                "expected a tile up to {}, found {}",
                Node::MAX_TILE,
                fours[bad][3]
            ),
        )),
        None => Ok(fours
            .iter()
            .map(|four| node(four).unwrap_or_default())
            .collect()),
    }
}

/// Checks all that the roots lead to, and says from where each node is reached.
pub(super) fn check(
    nodes: &[Node],
    kind: GraphKind,
    letters: usize,
) -> Result<Box<[u8]>, GraphFault> {
    let mut marks = vec![0; nodes.len()].into_boxed_slice();
    let pass = Pass {
        nodes,
        kind,
        letters,
    };
    pass.run(&mut marks)?;
    Ok(marks)
}

/// A depth-first pass over a graph.
struct Pass<'n> {
    nodes: &'n [Node],
    kind: GraphKind,
    /// The size of the alphabet.
    letters: usize,
}

impl Pass<'_> {
    fn run(&self, marks: &mut [u8]) -> Result<(), GraphFault> {
        self.explore(0, Region::Dawg, marks, |_| ())?;
        if self.kind == GraphKind::Gaddawg {
            let mut switches = Vec::new();
            self.explore(1, Region::Gaddag, marks, |switch| switches.push(switch))?;
            for switch in switches {
                self.explore(switch, Region::Dawg, marks, |_| ())?;
            }
        }
        Ok(())
    }

    /// Checks all that a node's arc leads to in a region. Direction switches
    /// are reported, not followed.
    fn explore(
        &self,
        from: u32,
        region: Region,
        marks: &mut [u8],
        mut switch: impl FnMut(u32),
    ) -> Result<(), GraphFault> {
        let list = self.nodes[from as usize].arc();
        self.check_arc(from, list)?;
        let enter = |index: u32, node: Node| {
            self.check_node(index, node, region)?;
            if region == Region::Gaddag && node.tile() == BLANK {
                switch(index);
                return Ok(Follow::No);
            }
            Ok(Follow::Arc)
        };
        descend(
            self.nodes,
            list,
            marks,
            mark(region),
            enter,
            GraphFault::cycle,
            |_, _| (),
        )
    }

    fn check_arc(&self, index: u32, arc: u32) -> Result<(), GraphFault> {
        let heads = self.kind.head_nodes();
        let count = self.nodes.len();
        if arc == 0 || (heads..count).contains(&(arc as usize)) {
            return Ok(());
        }
        Err(GraphFault::at(
            index,
            format!(
                "arc: expected 0 or a node from {heads} to {}, found {arc}",
                count - 1
            ),
        ))
    }

    fn check_node(&self, index: u32, node: Node, region: Region) -> Result<(), GraphFault> {
        self.check_arc(index, node.arc())?;
        if usize::from(node.tile()) > self.letters {
            return Err(GraphFault::at(
                index,
                format!(
                    "tile: expected up to {}, the size of the alphabet, found {}",
                    self.letters,
                    node.tile()
                ),
            ));
        }
        if node.tile() == BLANK {
            self.check_tile_0(index, node, region)?;
        }
        if node.is_dead_end() {
            return Err(GraphFault::at(
                index,
                "a dead end: no word ends here and nothing follows",
            ));
        }
        if node.is_end() {
            return Ok(());
        }
        match self.nodes.get(index as usize + 1) {
            None => Err(GraphFault::at(
                index,
                "its list has no end: the file stops here",
            )),
            Some(next) if next.tile() <= node.tile() => Err(GraphFault::at(
                index + 1,
                format!(
                    "tile: expected more than {}, the one before it in its list, found {}",
                    node.tile(),
                    next.tile()
                ),
            )),
            Some(_) => Ok(()),
        }
    }

    fn check_tile_0(&self, index: u32, node: Node, region: Region) -> Result<(), GraphFault> {
        match (self.kind, region) {
            (GraphKind::Leaves, _) => Ok(()),
            (_, Region::Dawg) => Err(GraphFault::at(index, "tile 0 in a word")),
            (_, Region::Gaddag) if node.accepts() || node.arc() == 0 => {
                Err(GraphFault::at(index, "a direction switch ends a path"))
            }
            (_, Region::Gaddag) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A KWG node from (tile, accepts, is_end, arc).
    fn file(nodes: &[(u8, bool, bool, u32)]) -> Vec<u8> {
        nodes
            .iter()
            .flat_map(|&(tile, accepts, is_end, arc)| {
                let node = Node::new(tile, accepts, is_end, arc);
                NodeFormat::Kwg.encode(node).to_le_bytes()
            })
            .collect()
    }

    fn fault(kind: GraphKind, nodes: &[(u8, bool, bool, u32)]) -> String {
        Graph::from_bytes(&file(nodes), NodeFormat::Kwg, kind, 26)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn each_fault_names_the_node() {
        use GraphKind::{Dawg, Gaddawg};
        let head = (0, false, true, 2);
        let leaf = (1, true, true, 0);
        for (kind, nodes, expected) in [
            (
                Dawg,
                vec![leaf],
                "node 0: expected the node of a root: tile 0, last of its list, not accepting",
            ),
            (Gaddawg, vec![head], "expected at least 2 nodes, found 1"),
            (
                Gaddawg,
                vec![(0, false, true, 0), leaf],
                "node 1: expected the node of a root: tile 0, last of its list, not accepting",
            ),
            (
                Dawg,
                vec![(0, false, true, 9), leaf],
                "node 0: arc: expected 0 or a node from 1 to 1, found 9",
            ),
            (
                Gaddawg,
                vec![(0, false, true, 1), head, leaf],
                "node 0: arc: expected 0 or a node from 2 to 2, found 1",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, true, 7)],
                "node 2: arc: expected 0 or a node from 1 to 2, found 7",
            ),
            (
                Dawg,
                vec![head, leaf, (30, true, true, 0)],
                "node 2: tile: expected up to 26, the size of the alphabet, found 30",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, false, 0)],
                "node 2: its list has no end: the file stops here",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, false, 0), leaf],
                "node 3: tile: expected more than 1, the one before it in its list, found 1",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, true, 3), (1, true, true, 2)],
                "node 2: its path comes back to it: the graph has a cycle",
            ),
            (
                Dawg,
                vec![head, leaf, (1, true, false, 0), (2, true, true, 2)],
                "node 2: its path comes back to it: the graph has a cycle",
            ),
            (
                Dawg,
                vec![head, leaf, (0, true, true, 0)],
                "node 2: tile 0 in a word",
            ),
            (
                Dawg,
                vec![head, leaf, (1, false, true, 0)],
                "node 2: a dead end: no word ends here and nothing follows",
            ),
            (
                Gaddawg,
                vec![head, (0, false, true, 3), leaf, (0, true, true, 0)],
                "node 3: a direction switch ends a path",
            ),
            (
                Gaddawg,
                vec![
                    head,
                    (0, false, true, 3),
                    leaf,
                    (1, false, true, 4),
                    (0, false, true, 4),
                ],
                "node 4: tile 0 in a word",
            ),
        ] {
            assert_eq!(fault(kind, &nodes), expected);
        }
        let cut = Graph::from_bytes(&[0, 0, 0x40], NodeFormat::Kwg, Dawg, 26).unwrap_err();
        assert_eq!(cut.to_string(), "expected nodes of 4 bytes, found 3 bytes");
        let long = vec![0; 4 * ((1 << 22) + 1)];
        let long = Graph::from_bytes(&long, NodeFormat::Kwg, Dawg, 26).unwrap_err();
        assert_eq!(
            long.to_string(),
            "expected at most 4194304 nodes of format kwg, found 4194305"
        );
        let tile = Graph::from_bytes(&[0, 0, 0x40, 0x40], NodeFormat::Kwg, Dawg, 26).unwrap_err();
        assert_eq!(
            tile.to_string(),
            "node 0: expected a tile up to 63, found 64"
        );
    }

    #[test]
    fn what_nothing_leads_to_is_not_looked_at() {
        let nodes = [
            (0, false, true, 2),
            (9, false, false, 77),
            (1, true, true, 0),
            (0, false, false, 0),
        ];
        let graph = Graph::from_bytes(&file(&nodes), NodeFormat::Kwg, GraphKind::Dawg, 26).unwrap();
        assert!(graph.has_word(&[1]));
        assert!(graph.reaches(Region::Dawg, 2));
        assert!(!graph.reaches(Region::Dawg, 1) && !graph.reaches(Region::Gaddag, 2));
    }
}

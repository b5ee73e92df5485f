//! Walking a graph: all its paths in sorted order.

use crate::graph::read::Graph;
use crate::tiles::Tile;

/// The paths from a list that end in an accepting node, in sorted order.
///
/// A path is lent, not given: it is overwritten by the next one.
pub struct Paths<'g> {
    graph: &'g Graph,
    /// For each tile of `path` the index of its node.
    nodes: Vec<u32>,
    path: Vec<Tile>,
    /// The list to go down into next; 0 to go on at the last node.
    down: u32,
}

impl<'g> Paths<'g> {
    /// The next path; none after the last one.
    #[allow(clippy::should_implement_trait)] // the path is borrowed from self
    pub fn next(&mut self) -> Option<&[Tile]> {
        loop {
            let index = match std::mem::take(&mut self.down) {
                0 => self.step()?,
                list => list,
            };
            let node = self.graph.nodes()[index as usize];
            self.nodes.push(index);
            self.path.push(node.tile());
            self.down = node.arc();
            if node.accepts() {
                return Some(&self.path);
            }
        }
    }

    /// Goes on to the next node of the deepest list that has one.
    fn step(&mut self) -> Option<u32> {
        loop {
            let index = self.nodes.pop()?;
            self.path.pop();
            if !self.graph.nodes()[index as usize].is_end() {
                return Some(index + 1);
            }
        }
    }
}

impl Graph {
    /// The paths from a list, in sorted order.
    pub fn paths_from(&self, list: u32) -> Paths<'_> {
        Paths {
            graph: self,
            nodes: Vec::new(),
            path: Vec::new(),
            down: list,
        }
    }

    /// The words of the DAWG, in sorted order.
    ///
    /// ```
    /// # use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    /// # use wordmill::lexicon::Words;
    /// # let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1]])?;
    /// # let bytes = build(&words, GraphSpec::default())?;
    /// # let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    /// let mut words = graph.words();
    /// assert_eq!(words.next(), Some(&[3, 1][..]));
    /// assert_eq!(words.next(), Some(&[3, 1, 20][..]));
    /// assert_eq!(words.next(), None);
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn words(&self) -> Paths<'_> {
        self.paths_from(self.dawg_root())
    }
}

//! Walking a graph: its paths in sorted order.

use crate::graph::read::graph::Graph;
use crate::tiles::Tile;

/// The accepting paths from a list, in sorted order.
///
/// This is no [`Iterator`]: each path is borrowed, and the next one overwrites
/// it.
pub struct Paths<'g> {
    graph: &'g Graph,
    /// The index of the node of each tile in `path`.
    nodes: Vec<u32>,
    path: Vec<Tile>,
    /// The list to enter next; 0 to go on after the last node.
    down: u32,
}

impl<'g> Paths<'g> {
    /// Returns the next path; none after the last one.
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

    /// Moves on to the next node of the deepest list that has one.
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
    /// Walks the paths from a list, in sorted order. List 0, and what is no
    /// node, have no paths.
    pub fn paths_from(&self, list: u32) -> Paths<'_> {
        Paths {
            graph: self,
            nodes: Vec::new(),
            path: Vec::new(),
            down: if (list as usize) < self.nodes().len() {
                list
            } else {
                0
            },
        }
    }

    /// Walks the words of the DAWG, in sorted order.
    ///
    /// ```
    /// # use wordmill::graph::{Graph, GraphSpec, build};
    /// # use wordmill::lexicon::Words;
    /// # let words = Words::from_unsorted([&[3, 1, 20][..], &[3, 1]])?;
    /// # let graph = Graph::open(&build(&words, GraphSpec::new())?)?;
    /// let mut words = graph.words();
    /// assert_eq!(words.next(), Some(&[3, 1][..]));
    /// assert_eq!(words.next(), Some(&[3, 1, 20][..]));
    /// assert_eq!(words.next(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn words(&self) -> Paths<'_> {
        self.paths_from(self.dawg_root())
    }
}

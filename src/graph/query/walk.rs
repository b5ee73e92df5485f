//! Walks the paths of a graph in sorted order.

use crate::graph::node::Node;
use crate::graph::read::graph::Graph;
use crate::tiles::Tile;

/// The accepting paths from a list, in sorted order.
///
/// This is not an [`Iterator`]: each path is borrowed, and the next one overwrites it.
pub struct Paths<'g> {
    nodes: &'g [Node],
    path: Vec<Tile>,
    /// For each tile in `path`: the node after its own in the list; 0 if its node is
    /// the last.
    next: Vec<u32>,
    /// The list to enter next; 0 to continue after the last node.
    down: u32,
}

impl<'g> Paths<'g> {
    /// Returns the next path; `None` after the last.
    #[allow(clippy::should_implement_trait)] // the path is borrowed from self
    pub fn next(&mut self) -> Option<&[Tile]> {
        loop {
            let index = match self.down {
                // Continues with the next node of the deepest list that has one.
                0 => loop {
                    self.path.pop();
                    match self.next.pop()? {
                        0 => (),
                        next => break next,
                    }
                },
                list => list,
            };
            let node = self.nodes[index as usize];
            self.path.push(node.tile());
            self.next.push(if node.is_end() { 0 } else { index + 1 });
            self.down = node.arc();
            if node.accepts() {
                return Some(&self.path);
            }
        }
    }
}

impl Graph {
    /// Walks the paths from a list, in sorted order. List 0, and an index that is no
    /// node, have no paths.
    pub fn paths_from(&self, list: u32) -> Paths<'_> {
        Paths {
            nodes: self.nodes(),
            path: Vec::new(),
            next: Vec::new(),
            down: match (list as usize) < self.nodes().len() {
                true => list,
                false => 0,
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

//! Checks the nodes of a foreign DAWG, and visits its words.
//!
//! Formats differ in their bits. Their readers decode nodes to the form in memory, with
//! node 0 pointing to the root list, and then use this module.

use crate::graph::{Follow, GraphFault, Node, Seen, Violation, Visitor, WordTotals, descend};

/// Checks everything that the root leads to. Returns the totals of each node, and the
/// nodes reached.
pub(crate) fn check(nodes: &[Node], letters: usize) -> Result<(Vec<WordTotals>, Seen), GraphFault> {
    let mut checker = Checker {
        count: nodes.len() as u32,
        letters,
        totals: vec![WordTotals::default(); nodes.len()],
    };
    let root = nodes[0].arc();
    checker.check_arc(0, root)?;
    let mut seen = Seen::none_of(nodes.len());
    descend(nodes, root, &mut seen, &mut checker)?;
    Ok((checker.totals, seen))
}

struct Checker {
    count: u32,
    letters: usize,
    totals: Vec<WordTotals>,
}

impl Checker {
    fn check_arc(&self, index: u32, arc: u32) -> Result<(), GraphFault> {
        if arc < self.count {
            return Ok(());
        }
        let expected = format!("a node up to {}", self.count - 1);
        Err(GraphFault::mismatch(expected, arc).of("arc").at(index))
    }
}

impl Visitor for Checker {
    type Stop = GraphFault;

    fn enter(&mut self, index: u32, node: Node) -> Result<Follow, GraphFault> {
        self.check_arc(index, node.arc())?;
        if usize::from(node.tile()) > self.letters {
            let expected = format!("less than {}, the size of its alphabet", self.letters);
            return Err(
                GraphFault::mismatch(expected, (node.tile() - 1).to_string())
                    .of("letter")
                    .at(index),
            );
        }
        if !node.is_end() && index + 1 == self.count {
            return Err(Violation::NoEnd { node: index }.into());
        }
        Ok(Follow::Arc)
    }

    fn cycle(&mut self, from: u32, to: u32) -> Result<(), GraphFault> {
        Err(Violation::Cycle { node: to, from }.into())
    }

    fn leave(&mut self, index: u32, node: Node) {
        self.totals[index as usize] = WordTotals::of_node(index, node, &self.totals);
    }
}

/// Visits every path that is a word, in file order. Lists that lead to no word are not
/// entered, so the time is linear in the tiles of the words.
pub(crate) fn each_path<E>(
    nodes: &[Node],
    totals: &[WordTotals],
    root: u32,
    mut take: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut path: Vec<u8> = Vec::new();
    let mut stack: Vec<u32> = Vec::new();
    let mut at = root;
    loop {
        if at == 0 || totals[at as usize].words == 0 {
            // The rest of this list has no words, so the walk returns to the list
            // above.
            match stack.pop() {
                Some(above) => at = above,
                None => return Ok(()),
            }
            path.pop();
            continue;
        }
        let node = nodes[at as usize];
        let rest = if node.is_end() { 0 } else { at + 1 };
        path.push(node.tile());
        if node.accepts() {
            take(&path)?;
        }
        stack.push(rest);
        at = node.arc();
    }
}

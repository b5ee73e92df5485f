//! The nodes that point to the roots. They show the format of a file and whether it has
//! a GADDAG.

use crate::graph::node::{Node, NodeFormat};
use crate::graph::spec::Content;

/// The node at an index, if it has the form of a head node.
fn root_node(bytes: &[u8], format: NodeFormat, index: usize) -> Option<Node> {
    let four = bytes.get(4 * index..)?.first_chunk()?;
    let node = format.decode(u32::from_le_bytes(*four))?;
    node.is_head().then_some(node)
}

/// Whether the first node points to a root.
pub(crate) fn begins_with_root(bytes: &[u8], format: NodeFormat) -> bool {
    root_node(bytes, format, 0).is_some()
}

/// The content as far as the second node shows it: a gaddawg if that node points to a
/// root. A DAWG alone may also have such a node. It then has no target, although the
/// first node has one.
pub(crate) fn content_by_roots(bytes: &[u8], format: NodeFormat) -> Content {
    let is_empty = root_node(bytes, format, 0).is_some_and(|first| first.arc() == 0);
    match root_node(bytes, format, 1) {
        Some(second) if second.arc() != 0 || is_empty => Content::Gaddawg,
        _ => Content::Dawg,
    }
}

/// Completes the known form of a graph file from its first nodes.
pub(crate) fn graph_form(
    bytes: &[u8],
    format: Option<NodeFormat>,
    content: Option<Content>,
) -> (NodeFormat, Content) {
    let mut formats = NodeFormat::ALL.into_iter();
    let by_root = || formats.find(|&format| begins_with_root(bytes, format));
    let format = format.or_else(by_root).unwrap_or_default();
    let content = content.unwrap_or_else(|| content_by_roots(bytes, format));
    (format, content)
}

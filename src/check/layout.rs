//! The layout of a file, as its nodes show it.

use crate::check::opened::{FileBody, OpenedFile};
use crate::graph::{Content, GraphKind, GraphSpec, Layout};
use crate::leave::LeaveSpec;

/// What is found if the nodes are in no layout.
pub(crate) const NO_LAYOUT: &str = "an order of no layout";

/// The layout of a file's graph; none if it has none, or no graph. Small graphs can be
/// the same in several layouts: if the expected one is among these, it is that one.
pub(crate) fn layout_of(file: &OpenedFile<'_>, expected: Option<Layout>) -> Option<Layout> {
    let found = file.graph()?.layout().ok().and_then(|found| found.layout);
    let expected = expected.filter(|&expected| found != Some(expected));
    let is_built_so = |&layout: &Layout| {
        let bytes = build_again(file, layout);
        bytes.is_some() && bytes == file.artifact.bytes
    };
    expected.filter(is_built_so).or(found)
}

/// Builds what a file holds in a layout; none if it can't be built.
fn build_again(file: &OpenedFile<'_>, layout: Layout) -> Option<Vec<u8>> {
    match &file.body {
        FileBody::Leaves(leaves) => {
            let spec = LeaveSpec::default().with_values(leaves.format());
            let table = leaves.to_table().ok()?;
            crate::leave::build(&table, file.alphabet(), spec.with_layout(layout)).ok()
        }
        FileBody::Graph(graph, _) => {
            let content = match graph.kind() {
                GraphKind::Gaddawg => Content::Gaddawg,
                GraphKind::Dawg | GraphKind::Leaves => Content::Dawg,
            };
            let spec = GraphSpec::new().content(content).layout(layout);
            crate::graph::build(file.listed()?, spec.format(graph.format())).ok()
        }
        _ => None,
    }
}

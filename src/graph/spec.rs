//! The specification of a graph file: its content, its layout and its node format.

use crate::error::{Error, display_and_parse_by_name};
use crate::graph::kind::GraphKind;
use crate::graph::node::NodeFormat;

/// What a graph file stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum Content {
    /// A DAWG and a GADDAG.
    #[default]
    Gaddawg,
    /// A DAWG alone.
    Dawg,
    /// A DAWG of the words' alphagrams.
    Alphagrams,
}

impl Content {
    /// All contents.
    pub const ALL: [Content; 3] = [Content::Gaddawg, Content::Dawg, Content::Alphagrams];

    /// The name used in recipes and options.
    pub const fn name(self) -> &'static str {
        match self {
            Content::Gaddawg => "gaddawg",
            Content::Dawg => "dawg",
            Content::Alphagrams => "alphagrams",
        }
    }

    /// The kind of graph that holds this content.
    pub const fn kind(self) -> GraphKind {
        match self {
            Content::Gaddawg => GraphKind::Gaddawg,
            Content::Dawg | Content::Alphagrams => GraphKind::Dawg,
        }
    }
}

display_and_parse_by_name!(Content);

/// The arrangement of a graph's lists in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum Layout {
    /// Lists used most come first, in blocks of one cache line. Game servers load this
    /// layout.
    #[default]
    Wolges,
    /// Depth first; each list follows the lists it points to.
    Legacy,
    /// Depth first; each list precedes the lists it points to. No shared tails.
    Preorder,
    /// Breadth first. No shared tails.
    Magpie,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 4] = [
        Layout::Wolges,
        Layout::Legacy,
        Layout::Preorder,
        Layout::Magpie,
    ];

    /// The name used in recipes and options.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Wolges => "wolges",
            Layout::Legacy => "legacy",
            Layout::Preorder => "preorder",
            Layout::Magpie => "magpie",
        }
    }
}

display_and_parse_by_name!(Layout);

/// The specification of a graph file to build.
///
/// ```
/// use wordmill::graph::{Content, GraphSpec, Layout, NodeFormat};
///
/// let spec = GraphSpec::new().content(Content::Dawg).layout("legacy".parse()?);
/// assert_eq!(spec.layout, Layout::Legacy);
/// assert_eq!(spec.format, NodeFormat::Kwg);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphSpec {
    /// What the graph stores.
    pub content: Content,
    /// How its lists are arranged.
    pub layout: Layout,
    /// How its nodes are written.
    pub format: NodeFormat,
}

impl GraphSpec {
    /// The default: a gaddawg in layout `wolges` with KWG nodes.
    pub fn new() -> GraphSpec {
        GraphSpec::default()
    }

    /// Sets the content.
    pub fn content(self, content: Content) -> GraphSpec {
        GraphSpec { content, ..self }
    }

    /// Sets the layout.
    pub fn layout(self, layout: Layout) -> GraphSpec {
        GraphSpec { layout, ..self }
    }

    /// Sets the node format.
    pub fn format(self, format: NodeFormat) -> GraphSpec {
        GraphSpec { format, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for content in Content::ALL {
            assert_eq!(content.to_string().parse(), Ok(content));
        }
        for layout in Layout::ALL {
            assert_eq!(layout.to_string().parse(), Ok(layout));
        }
        for format in NodeFormat::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(
            "Dawg".parse::<Content>().unwrap_err().to_string(),
            "expected one of gaddawg, dawg, alphagrams, found `Dawg`"
        );
    }
}

//! Word graphs: building, laying out, reading and walking them.

mod automaton;
mod build;
mod count;
mod descend;
mod extent;
mod gaddag;
mod identity;
mod layout;
mod node;
mod read;
mod states;
mod typist;
mod walk;

pub(crate) use automaton::Automaton;
pub(crate) use build::to_bytes;
pub(crate) use layout::lay_out;

pub use build::{Content, GraphSpec, build};
pub use count::Counts;
pub use extent::{Extent, MAX_TILES};
pub use identity::{Identifier, Identity};
pub use layout::Layout;
pub use node::{Node, NodeFormat};
pub use read::{Graph, GraphFault, GraphKind, Region};
pub use walk::Paths;

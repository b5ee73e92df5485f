//! Word graphs: building, laying out, reading and walking them.

mod automaton;
mod build;
mod count;
mod descend;
mod extent;
mod gaddag;
mod identity;
mod index;
mod layout;
mod members;
mod node;
mod probability;
mod read;
mod states;
mod tally;
mod survey;
mod typist;
mod walk;

pub(crate) use automaton::Automaton;
pub(crate) use build::to_bytes;
pub(crate) use layout::lay_out;

pub use build::{Content, GraphSpec, build};
pub use count::Counts;
pub use extent::{Extent, MAX_TILES};
pub use identity::{Identifier, Identity};
pub use index::WordIndex;
pub use layout::Layout;
pub use members::Members;
pub use node::{Node, NodeFormat};
pub use probability::ProbabilityOrder;
pub use read::{Graph, GraphFault, GraphKind, Region};
pub use tally::{MAX_LENGTH, Tally};
pub use walk::Paths;

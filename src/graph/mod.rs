//! Word graphs: building, laying out, reading and walking them.

mod automaton;
mod build;
mod gaddag;
mod layout;
mod node;
mod states;
mod typist;

pub use build::{Content, GraphSpec, build};
pub use layout::Layout;
pub use node::{Node, NodeFormat};

//! Word graphs: building, laying out, reading, searching and comparing them.
//!
//! A graph file is a DAWG, often with a GADDAG beside it, as an array of 32-bit
//! nodes. Modules use only those above them:
//!
//! - `node`, `kind`, `spec`, `fault`: the format and its options.
//! - [`build`](fn@build): turns sorted words into a minimal automaton.
//! - `layout`: assigns the automaton's lists their places in the file.
//! - `write`: builds the bytes of a file from words.
//! - `read`: validates bytes and returns a [`Graph`].
//! - `query`: words, counts, numbers, patterns and statistics of a graph.
//! - `compare`: differences between lexicons, and their identities.

mod build;
mod compare;
mod descend;
mod fault;
mod kind;
mod layout;
mod node;
mod node_set;
mod query;
mod read;
mod spec;
#[cfg(test)]
pub(crate) mod testing;
mod word_totals;
mod write;

pub(crate) use build::automaton::Automaton;
pub(crate) use build::registry::{Registry, State};
pub(crate) use compare::diff::dawg_of;
pub use compare::diff::{Change, Changes, Diff, Side};
pub use compare::hook_changes::HookChange;
pub(crate) use compare::identity::QuackleSum;
pub use compare::identity::{Identifier, Identity};
pub(crate) use compare::notes::CHANGED_HOOKS;
pub use compare::notes::release_note;
pub use compare::summary::Summary;
pub(crate) use descend::{Follow, Seen, Visitor, ascend_unseen, descend};
pub use fault::GraphFault;
pub(crate) use fault::{CUT_SHORT, each_once};
pub use kind::{GraphKind, Region};
pub(crate) use layout::lay_out::lay_out;
pub use node::{Node, NodeFormat};
pub(crate) use node_set::bits;
pub use query::count::Counts;
pub use query::filter::{Filter, HookSet, InnerHooks, Matches};
pub use query::histogram::Histogram;
pub use query::hooks::Hooks;
pub use query::layout::FoundLayout;
pub use query::lengths::MAX_LENGTH;
pub use query::members::Members;
pub use query::order::{WordOrder, points};
pub use query::pattern::{Pattern, PatternFault};
pub use query::probability::ProbabilityOrder;
pub(crate) use query::probability::draws;
pub use query::stats::{NodeCounts, WordStats};
pub(crate) use query::unused::{are_damage, damage, lost_nodes, unused_nodes};
pub use query::walk::Paths;
pub use query::word_index::WordIndex;
pub use read::graph::Graph;
pub(crate) use read::letter_sets::{NodeWithSet, index_in};
pub(crate) use read::roots::{begins_with_root, graph_form};
pub(crate) use read::validate::{check_length, decode, validate};
pub(crate) use read::violation::Violation;
pub use spec::{Content, GraphSpec, Layout};
pub use word_totals::{MAX_TILES, WordTotals};
pub use write::build;
pub(crate) use write::{build_graph, build_while, le_bytes, to_bytes};

//! Layouts: where each list goes in the file.
//!
//! The automaton defines the states; a layout places each list of them. All layouts
//! hold the same words. Lists may share tails, since a state can be the next state of
//! several others. `legacy` and `wolges` write a shared tail once where they can.
//! `preorder` and `magpie` write every list that an arc points to in full.

mod appender;
pub(crate) mod lay_out;
mod placement;
mod shared;
mod state_facts;
mod wolges;

//! Layouts: where in the file each list goes.
//!
//! The automaton says which states there are; a layout places each list of
//! them. All layouts hold the same words. Lists may share their tails, as a
//! state can be the next one of several others. `legacy` and `wolges` write
//! such a tail once where they can; `preorder` and `magpie` write every list
//! that an arc points to in full.

mod appender;
pub(crate) mod lay_out;
mod placement;
mod shared;
mod state_facts;
mod wolges;

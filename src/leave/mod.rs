//! Leave value files: build, read, look up and compare.
//!
//! A leave file is a DAWG of the leaves, in which tile 0 is the blank, followed by
//! their values in sorted order: 32-bit floats in KLV2, 16-bit integers in KLV.
//!
//! | bytes        | what                                     |
//! | ------------ | ---------------------------------------- |
//! | 4            | the number of nodes                      |
//! | 4 a node     | the nodes, as in a KWG                   |
//! | 4            | the number of values                     |
//! | 4 or 2 each  | the values; KLV: the value times 256     |
//!
//! All numbers are little-endian. Only the length of a file distinguishes the two
//! formats. A leave that a file lacks is worth 0.

mod build;
mod diff;
mod header;
mod read;
mod subracks;
#[cfg(test)]
mod testing;

pub use build::{LeaveSpec, build};
pub(crate) use diff::{Largest, both_rows};
pub use diff::{LeaveChange, LeaveSummary, leave_changes};
pub(crate) use header::Parts;
pub use read::{LeaveRows, Leaves, write_csv_row};

//! Leave values: the files that engines load, written and read.
//!
//! A file is a DAWG of the leaves, in which tile 0 is the blank, and their
//! values in sorted order: as 32-bit floats in KLV2, as 16-bit integers in KLV.
//!
//! | bytes        | what                                     |
//! | ------------ | ---------------------------------------- |
//! | 4            | the number of nodes                      |
//! | 4 a node     | the nodes, as in a KWG                   |
//! | 4            | the number of values                     |
//! | 4 or 2 each  | the values; KLV: the value times 256     |
//!
//! All are little-endian. Nothing but its length tells one format from the
//! other. A leave that is not there is worth 0.

mod build;
mod csv;
mod dawg;
mod diff;
mod header;
mod parts;
mod read;
mod shape;

pub use build::{LeaveSpec, build};
pub use csv::write_csv_row;
pub use diff::{LeaveChange, LeaveChanges, LeaveSummary};
pub(crate) use header::Parts;
pub use read::{LeaveRows, Leaves};

//! Checks: from files to findings.

mod positions;

pub use positions::{Difference, PositionReport, check_positions};

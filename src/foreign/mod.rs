//! Word formats of other programs: files of Quackle and Zyzzyva, and [`WordFormat`].
//!
//! [`WordFormat`] lists all formats other than word graphs: the files of these two
//! programs, word maps and study databases. It builds and reads any of them. Readers
//! trust nothing in a file.

mod format;
mod paths;
pub(crate) mod quackle;
mod quackle_dawg;
mod quackle_gaddag;
mod zyzzyva;

pub use format::WordFormat;
pub use quackle::read_quackle_dawg;
pub use quackle_dawg::build_quackle_dawg;
pub(crate) use quackle_gaddag::is_gaddag;
pub use quackle_gaddag::{build_quackle_gaddag, read_quackle_gaddag};
pub(crate) use zyzzyva::is_dwg;
pub use zyzzyva::{build_zyzzyva, read_zyzzyva};

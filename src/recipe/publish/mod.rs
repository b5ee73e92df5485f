//! Puts artifacts in place, completely or not at all, with manifest, checksums and
//! lock.

mod early;
mod fault;
mod folder;
mod journal;
mod lock;
mod out_dir;
mod settle;
mod sums;
mod write;

pub(crate) use lock::{check_lock, update_lock};
pub(crate) use out_dir::publish;
pub(crate) use settle::{is_settled, stray_lines, up_to_date};
pub use sums::Sums;
pub(crate) use write::{
    Sources, check_writable, sweep_unless_held, write_large_file, write_new_file,
};
pub use write::{check_not_source, write_file, write_file_with};

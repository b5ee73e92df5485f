//! What `kwg-dump` shows of files, whoever made them.
//!
//! Files come in as bytes, and are opened by what they are found to be. What
//! goes out is written to a writer, line by line, so that a reader who has
//! seen enough stops it.

mod compare;
mod compare_page;
mod dot;
mod info;
mod leave_info;
mod list;
mod open;
mod show_info;

pub use compare::{DiffFormat, DiffStyle, write_leave_diff, write_word_diff};
pub use dot::write_dot;
pub use info::{GraphInfo, Info, Longest, WordInfo};
pub use leave_info::{Bar, LeaveInfo, LeaveRow};
pub use list::{write_gaddag, write_leaves, write_nodes, write_words};
pub use open::{Holds, Opened, open};
pub use show_info::write_info;

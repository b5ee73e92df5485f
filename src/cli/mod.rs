//! The command line: everything concerned with options, tables, pages or terminals.
//!
//! A program parses its arguments (`args`), opens its files (`input`), calls the
//! library (`commands`, one module per program) and writes the result (`render` for
//! text, JSON, CSV and Markdown, `page` for HTML). `exit::run` turns the outcome of a
//! program into its exit code. Nothing here is a public interface.

#[cfg(target_os = "linux")]
mod allocator;
pub mod args;
mod closed;
pub mod commands;
mod exit;
mod input;
mod interrupt;
mod page;
mod progress;
mod render;
mod threads;
mod voice;

#[cfg(target_os = "linux")]
pub use allocator::LargePages;
pub use render::info::Info;
#[cfg(not(target_os = "linux"))]
pub use std::alloc::System as LargePages;

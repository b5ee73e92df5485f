//! Hunspell dictionaries as word sources: an affix file (`.aff`) and a word file
//! (`.dic`) give all forms that Hunspell accepts as words.
//!
//! The format is that of the manual page hunspell(5). `aff` and `dic` read the files,
//! `encoding`, `flags` and `condition` read their fields, and `expand` makes forms: a
//! stem with a prefix, a suffix, two suffixes, or a prefix and suffixes. Compounds are
//! not expanded, since there is no limit to them.

mod aff;
mod condition;
mod conversion;
mod dic;
mod dictionary;
mod encoding;
mod expand;
mod flags;
mod forms;
mod read;
#[cfg(test)]
mod tests;

pub use dictionary::Hunspell;
pub(crate) use read::{read_parts, reads_all};

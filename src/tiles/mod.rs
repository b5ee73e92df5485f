//! Tiles: the letters of a game, and how text becomes tiles.
//!
//! A tile is a small number. Tile 0 is the blank on a rack or in a leave, and the
//! direction switch in a GADDAG. Tiles 1 to 63 are the letters of the [`Alphabet`], in
//! its order. Text becomes tiles only in this module. Everything that is "sorted" in
//! this library is sorted by tile number.
//!
//! A letter can be written in several ways: its label, its blank label (lower case),
//! aliases, any of these in another case, a label of several characters with or without
//! brackets, and each of them in Unicode's composed or decomposed form. An alphabet
//! puts all spellings into a trie of bytes and reads text by longest match.
//!
//! Word lists write labels such as `[SZ]`, beside `S` and `Z`, with or without the
//! brackets; [`Digraphs`] says which.

mod alphabet;
mod digraphs;
mod label_texts;
mod letter;
mod plain;
mod speller;
mod spellings;
#[cfg(test)]
mod tests;
mod unknown;

pub use alphabet::Alphabet;
pub use digraphs::{Digraphs, Separator};
pub(crate) use label_texts::LabelTexts;
pub use letter::{
    BLANK, BLANK_SIGN, Letter, MAX_LABEL_CHARS, MAX_LETTERS, PLAYED_BLANK, RulesetFault, Tile,
};
pub(crate) use plain::PlainLetters;
pub use unknown::UnknownTile;

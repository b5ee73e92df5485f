//! The constants of the format.

/// The version of the format.
pub(crate) const VERSION: u8 = 3;

/// The bytes before the first table: the version, the board's side, and the size of the
/// largest answer.
pub(crate) const HEADER: usize = 6;

/// The fewest tiles of a word.
pub(crate) const SHORTEST: usize = 2;

/// The bytes of an entry: its value and its key.
pub(crate) const ENTRY: usize = 2 * VALUE;

/// The bytes of a value, and of a key.
pub(crate) const VALUE: usize = 16;

/// The most bytes of an answer to a rack with two blanks. The engines have a buffer of
/// this size and don't check it.
pub const MOST_ANSWER: usize = 7000;

/// The number of words of a length that fit into the value of an entry.
pub(crate) const fn most_inline(length: usize) -> usize {
    VALUE / length
}

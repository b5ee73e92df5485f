//! The words of an entry.

use crate::tiles::Tile;
use crate::wordmap::form::most_inline;
use crate::wordmap::parts::SectionParts;
use std::slice::ChunksExact;

/// The words in a value itself. As many as are followed by no 0.
pub(crate) fn inline_words(length: usize, value: &[u8]) -> ChunksExact<'_, Tile> {
    let mut counts = (1..=most_inline(length)).rev();
    let count = counts.find(|count| value[count * length - 1] != 0);
    value[..count.unwrap_or(0) * length].chunks_exact(length)
}

/// The words of an entry, whose place has been checked.
pub(crate) fn words_of<'b>(section: &SectionParts<'b>, entry: usize) -> ChunksExact<'b, Tile> {
    let value = section.words.value(entry);
    if value[0] != 0 {
        return inline_words(section.length, value);
    }
    let (offset, count) = section.words.numbers(entry);
    let words = &section.tiles[offset as usize..];
    words[..count as usize * section.length].chunks_exact(section.length)
}

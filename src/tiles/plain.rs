//! Plain letters: characters that stand for a tile whatever comes next.
//!
//! Nearly all text of word lists is made of them, and can be read a character
//! at a time by looking into a table. A character is plain if it alone is a
//! spelling and if longer spellings that begin with it go on with a combining
//! mark. Marks themselves are not plain: text that has one is not read here.

use super::Tile;

/// Characters of one or two bytes.
const CHARACTERS: usize = 0x800;
/// What is not plain.
const NONE: u8 = u8::MAX;

/// By character: the tile that it alone stands for.
#[derive(Clone, Debug)]
pub(crate) struct PlainLetters(Box<[u8; CHARACTERS]>);

impl PlainLetters {
    /// `tile` says which tile a character stands for if it is plain.
    pub(super) fn new(tile: impl Fn(char) -> Option<Tile>) -> PlainLetters {
        let mut tiles = Box::new([NONE; CHARACTERS]);
        for (character, found) in ('\0'..).zip(tiles.iter_mut()) {
            *found = tile(character).unwrap_or(NONE);
        }
        PlainLetters(tiles)
    }

    /// Appends the tiles of the plain letters that a text begins with, and
    /// returns how many bytes they have.
    #[inline]
    pub(crate) fn read(&self, text: &[u8], tiles: &mut Vec<Tile>) -> usize {
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let (character, length) = match (byte, text.get(at + 1)) {
                (0..0x80, _) => (usize::from(byte), 1),
                (0xc2..0xe0, Some(&second @ 0x80..0xc0)) => {
                    let high = usize::from(byte & 0x1f) << 6;
                    (high | usize::from(second & 0x3f), 2)
                }
                _ => break,
            };
            let tile = self.0[character];
            if tile == NONE {
                break;
            }
            tiles.push(tile);
            at += length;
        }
        at
    }
}

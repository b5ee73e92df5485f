//! Plain letters: characters that stand for a tile whatever follows them.
//!
//! Nearly all text in word lists consists of plain letters, and each is read with a
//! table lookup. A character is plain if it alone is a spelling, and if every longer
//! spelling that begins with it continues with a combining mark. Text with a combining
//! mark is not read here.

use crate::tiles::letter::Tile;
use crate::tiles::speller::Speller;

/// The spellings of words, with their plain letters.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) speller: Speller,
    pub(crate) plain: PlainLetters,
}

impl Reading {
    pub(crate) fn new(speller: Speller) -> Reading {
        Reading {
            plain: PlainLetters::new(|character| speller.plain(character)),
            speller,
        }
    }
}

/// The number of characters of one or two bytes.
const CHARACTERS: usize = 0x800;
/// The entry of a character that is not plain.
const NONE: u8 = u8::MAX;

/// The tile of each plain letter among the characters of one or two bytes.
#[derive(Clone, Debug)]
pub(crate) struct PlainLetters {
    all: Box<[u8; CHARACTERS]>,
    /// By byte; bytes that are not a character by themselves have no entry.
    of_one_byte: Box<[u8; 256]>,
}

impl PlainLetters {
    /// Creates a table of the characters for which `plain` returns a tile.
    fn new(plain: impl Fn(char) -> Option<Tile>) -> PlainLetters {
        let mut all = Box::new([NONE; CHARACTERS]);
        for (character, found) in ('\0'..).zip(all.iter_mut()) {
            *found = plain(character).unwrap_or(NONE);
        }
        let mut of_one_byte = Box::new([NONE; 256]);
        of_one_byte[..0x80].copy_from_slice(&all[..0x80]);
        PlainLetters { all, of_one_byte }
    }

    /// Restricts the plain letters to some characters.
    pub(crate) fn among(&self, characters: &str) -> PlainLetters {
        let tile = |c: char| self.all.get(c as usize).copied();
        PlainLetters::new(|c| tile(c).filter(|_| characters.contains(c)))
    }

    /// Reads the plain letters that a text begins with, as many as `tiles` has room
    /// for. Returns the number of bytes and of tiles read.
    #[inline]
    pub(crate) fn read(&self, text: &[u8], tiles: &mut [Tile]) -> (usize, usize) {
        let (mut bytes, mut length) = (0, 0);
        for place in tiles {
            let Some(&first) = text.get(bytes) else { break };
            let mut tile = self.of_one_byte[usize::from(first)];
            if tile == NONE {
                let Some([0xc2..0xe0, second @ 0x80..0xc0]) = text.get(bytes..bytes + 2) else {
                    break;
                };
                tile = self.all[usize::from(first & 0x1f) << 6 | usize::from(second & 0x3f)];
                if tile == NONE {
                    break;
                }
                bytes += 1;
            }
            *place = tile;
            bytes += 1;
            length += 1;
        }
        (bytes, length)
    }
}

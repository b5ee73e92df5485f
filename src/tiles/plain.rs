//! Plain letters: characters that stand for a tile whatever comes next.
//!
//! Nearly all text of word lists is made of them, and a table lookup reads each. A
//! character is plain if it alone is a spelling and if longer spellings that begin
//! with it go on with a combining mark. Text with a combining mark is not read here.

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
            plain: PlainLetters::of(&speller),
            speller,
        }
    }
}

/// The number of characters of one or two bytes.
const CHARACTERS: usize = 0x800;
/// The entry of a character that is not plain.
const NONE: u8 = u8::MAX;

/// The tile of each plain letter, for characters of one or two bytes.
#[derive(Clone, Debug)]
pub(crate) struct PlainLetters {
    all: Box<[u8; CHARACTERS]>,
    /// By byte; bytes that are no character of their own have none.
    of_one_byte: Box<[u8; 256]>,
}

impl PlainLetters {
    fn of(speller: &Speller) -> PlainLetters {
        let mut all = Box::new([NONE; CHARACTERS]);
        for (character, found) in ('\0'..).zip(all.iter_mut()) {
            *found = speller.plain(character).unwrap_or(NONE);
        }
        let mut of_one_byte = Box::new([NONE; 256]);
        of_one_byte[..0x80].copy_from_slice(&all[..0x80]);
        PlainLetters { all, of_one_byte }
    }

    /// Appends the tiles of the plain letters that a text begins with, and returns the
    /// number of their bytes.
    #[inline]
    pub(crate) fn read(&self, text: &[u8], tiles: &mut Vec<Tile>) -> usize {
        let mut rest = text;
        loop {
            let tile = |&byte: &u8| self.of_one_byte[usize::from(byte)];
            let other = rest.iter().position(|byte| tile(byte) == NONE);
            let (of_one_byte, after) = rest.split_at(other.unwrap_or(rest.len()));
            tiles.extend(of_one_byte.iter().map(tile));
            rest = after;
            let [first @ 0xc2..0xe0, second @ 0x80..0xc0, after @ ..] = rest else {
                break;
            };
            let character = usize::from(first & 0x1f) << 6 | usize::from(second & 0x3f);
            match self.all[character] {
                NONE => break,
                tile => tiles.push(tile),
            }
            rest = after;
        }
        text.len() - rest.len()
    }
}

//! One way to read words: the spellings, and the table of letters that are plain in it.

use crate::tiles::plain::PlainLetters;
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

//! The words of SCOWL-80 that fit on a board.

use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;
use wordmill::source::{LengthBounds, ListOptions, ListReader, Outside};

const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/lexicons/scowl-80.txt");

/// Reads the words of 2 to 15 letters.
pub(crate) fn read_words(english: &Ruleset) -> Words {
    let mut reader = ListReader::new(english.alphabet());
    let length = LengthBounds::new(2, 15).with_outside(Outside::Drop);
    let mut options = ListOptions::default();
    options.length = length;
    reader
        .read(LIST, &std::fs::read(LIST).unwrap(), &options)
        .unwrap();
    reader.finish().unwrap().finish().0
}

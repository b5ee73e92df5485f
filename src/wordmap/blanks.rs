//! Checks the racks with blanks of a word map against its words.
//!
//! Every word gives some racks with one and two blanks. Each is looked up in the file,
//! and its letters are marked. Anything in the file that was not marked follows from no
//! word. This code shares nothing with the builder.

use crate::graph::GraphFault;
use crate::tiles::Tile;
use crate::wordmap::key::RackKey;
use crate::wordmap::parts::{SectionParts, TableParts};

/// Checks both tables of racks with blanks. Returns the size in bytes of the largest
/// answer to a rack with two.
pub(crate) fn check_blanks(section: &SectionParts<'_>) -> Result<u64, GraphFault> {
    let [one, two] = &section.blanks;
    let mut marks = [Marks::new(one), Marks::new(two)];
    for entry in 0..section.words.entries.len() {
        let (key, words) = (section.words.key(entry), section.words_of(entry).len());
        for (low, _) in key.letters() {
            let with_one = key.blanked(low);
            marks[0].mark(with_one, low, words)?;
            for (high, _) in with_one.letters().filter(|&(high, _)| high >= low) {
                marks[1].mark(with_one.blanked(high), low, words)?;
            }
        }
    }
    let mut most = 0;
    for marks in &marks {
        marks.check()?;
        most = marks.words.iter().copied().max().unwrap_or(0);
    }
    Ok(most * section.length as u64)
}

/// The expected entries of a table.
struct Marks<'t, 'b> {
    table: &'t TableParts<'b>,
    letters: Vec<u32>,
    words: Vec<u64>,
}

impl<'t, 'b> Marks<'t, 'b> {
    fn new(table: &'t TableParts<'b>) -> Marks<'t, 'b> {
        Marks {
            table,
            letters: vec![0; table.entries.len()],
            words: vec![0; table.entries.len()],
        }
    }

    /// Marks a letter of a rack, which must be in the table, and counts its words.
    fn mark(&mut self, rack: RackKey, letter: Tile, words: usize) -> Result<(), GraphFault> {
        let Some(entry) = self.table.find(rack) else {
            return Err(
                GraphFault::mismatch(format!("the rack of tiles {}", tiles(rack)), "none")
                    .of(&self.table.name),
            );
        };
        self.letters[entry] |= 1 << letter;
        self.words[entry] += words as u64;
        Ok(())
    }

    /// Checks that all letters of all entries were marked, and no others.
    fn check(&self) -> Result<(), GraphFault> {
        for (entry, &marked) in self.letters.iter().enumerate() {
            let rack = self.table.key(entry);
            if marked == 0 {
                let found = format!("the tiles {}", tiles(rack));
                return Err(self.table.fault(entry, "a rack of some word", found));
            }
            let (found, zero) = self.table.numbers(entry);
            if found != marked {
                let expected = format!("letters {} for a blank", letters(marked));
                return Err(self.table.fault(entry, expected, letters(found)));
            }
            if zero != 0 || self.table.value(entry)[..8] != [0; 8] {
                let expected = "bytes of 0 around its letters";
                return Err(self.table.fault(entry, expected, "others"));
            }
        }
        Ok(())
    }
}

/// Formats the numbers of a rack's tiles.
fn tiles(rack: RackKey) -> String {
    let tiles = 0..=RackKey::MAX_TILE;
    list(tiles.flat_map(|tile| std::iter::repeat_n(tile, rack.count(tile))))
}

/// Formats the numbers of the letters whose bits are set.
fn letters(bits: u32) -> String {
    list((0..=RackKey::MAX_TILE).filter(|tile| bits >> tile & 1 == 1))
}

fn list(tiles: impl Iterator<Item = Tile>) -> String {
    let tiles: Vec<String> = tiles.map(|tile| tile.to_string()).collect();
    match tiles.is_empty() {
        true => "none".to_string(),
        false => tiles.join(" "),
    }
}

//! The fast reader for plain rows of a leave table.
//!
//! A plain row has one character for each tile, a comma, a number without an exponent,
//! and the end of the line. Nearly all rows are plain, and are read in one go. Other
//! rows, and rows with a fault, go to the [general reader](crate::source::leave_row),
//! which gives the same result for plain rows but takes longer.
//!
//! Most tables are sorted, so a leave usually begins like the one before it. Only the
//! tiles that differ are read.

use crate::lexicon::{PACKED, PackedLeave, ValueFormat};
use crate::ruleset::Ruleset;
use crate::source::decimal::read_decimal;
use crate::source::options::LeaveOptions;

/// A plain row.
pub(crate) struct PlainRow {
    pub(crate) leave: PackedLeave,
    pub(crate) value: f32,
    /// The number of bytes, including the end of the line.
    pub(crate) length: usize,
}

/// Reads plain rows.
#[derive(Clone)]
pub(crate) struct PlainReader {
    /// By byte: the tile of the character plus 1; 0 if there is none.
    codes: [u8; 256],
    /// By tile plus 1: the most copies that a leave may have.
    most: [u8; 256],
    /// The most tiles of a leave that is read here.
    longest: usize,
    values: ValueFormat,
    last: Last,
}

/// The last leave whose tiles were in order.
#[derive(Clone)]
struct Last {
    /// The text, the first character in the lowest byte, padded with commas. No leave
    /// contains a comma, so no leave matches past the end of this one.
    text: u64,
    packed: u64,
    /// For each tile, the number of equal tiles up to and including it.
    same: [u8; PACKED],
}

impl Default for Last {
    fn default() -> Self {
        Last {
            text: COMMAS,
            packed: 0,
            same: [0; PACKED],
        }
    }
}

const COMMAS: u64 = u64::from_ne_bytes([b','; 8]);

impl PlainReader {
    pub(crate) fn new(ruleset: &Ruleset, options: LeaveOptions) -> PlainReader {
        let mut codes = [0; 256];
        for (code, tile) in codes.iter_mut().zip(ruleset.alphabet().rack_characters()) {
            *code = tile.map_or(0, |tile| tile + 1);
        }
        let mut most = [u8::MAX; 256];
        if !options.beyond_bag {
            for (most, tile) in most[1..].iter_mut().zip(ruleset.tiles()) {
                *most = tile.count;
            }
        }
        // The comma must be within the 8 bytes that are read at once.
        let longest = PACKED - 1;
        PlainReader {
            codes,
            most,
            longest: match options.beyond_rack {
                true => longest,
                false => longest.min(ruleset.longest_leave()),
            },
            values: options.values,
            last: Last::default(),
        }
    }

    /// Reads the row at the start of a text, if it is plain.
    #[inline]
    pub(crate) fn read(&mut self, text: &[u8]) -> Option<PlainRow> {
        let (leave, comma) = self.read_leave(text)?;
        let number = text.get(comma + 1..)?;
        let (value, digits) = read_decimal(number)?;
        let end = match number.get(digits..)? {
            [] => 0,
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        self.values.holds(value).then_some(PlainRow {
            leave: PackedLeave(leave),
            value,
            length: comma + 1 + digits + end,
        })
    }

    /// Reads the leave before a comma. Returns it packed, and the position of the
    /// comma.
    #[inline]
    fn read_leave(&mut self, text: &[u8]) -> Option<(u64, usize)> {
        let text = u64::from_le_bytes(*text.first_chunk()?);
        let comma = first_comma(text);
        if comma == 0 || comma > self.longest {
            return None;
        }
        let own = u64::MAX >> (64 - 8 * comma);
        let text = text & own | COMMAS & !own;
        let Last { text: before, .. } = self.last;
        let alike = ((text ^ before).trailing_zeros() as usize / 8).min(comma);
        let mut packed = self.last.packed & !(u64::MAX >> (8 * alike));
        let mut in_order = true;
        for i in alike..comma {
            let code = self.codes[(text >> (8 * i)) as usize & 0xff];
            let (last, same) = match i.checked_sub(1) {
                None => (0, 0),
                Some(i) => (packed.to_be_bytes()[i], self.last.same[i]),
            };
            let same = if code == last { same + 1 } else { 1 };
            // A character that is not a tile has code 0.
            in_order &= code > 0 && code >= last && same <= self.most[usize::from(code)];
            self.last.same[i] = same;
            packed |= u64::from(code) << (56 - 8 * i);
        }
        if in_order {
            self.last.text = text;
            self.last.packed = packed;
            return Some((packed, comma));
        }
        self.last = Last::default();
        Some((self.sort(packed, comma)?, comma))
    }

    /// Sorts the tiles of a packed leave; `None` if the leave is impossible.
    #[cold]
    fn sort(&self, packed: u64, tiles: usize) -> Option<u64> {
        let mut codes = packed.to_be_bytes();
        codes[..tiles].sort_unstable();
        let possible = codes[..tiles]
            .chunk_by(|a, b| a == b)
            .all(|same| same[0] > 0 && same.len() <= usize::from(self.most[usize::from(same[0])]));
        possible.then(|| u64::from_be_bytes(codes))
    }
}

/// Counts the bytes before the first comma, from the lowest; 8 if there is none.
#[inline]
fn first_comma(text: u64) -> usize {
    // A comma becomes 0, and subtracting 1 from each byte borrows at the first 0.
    let others = text ^ COMMAS;
    let commas = others.wrapping_sub(0x0101_0101_0101_0101) & !others & 0x8080_8080_8080_8080;
    commas.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::leave_row::RowReader;
    use crate::source::lines::Place;
    use proptest::prelude::*;

    fn all_options() -> impl Iterator<Item = LeaveOptions> {
        (0..8).map(|i| LeaveOptions {
            beyond_bag: i & 1 > 0,
            beyond_rack: i & 2 > 0,
            values: ValueFormat::ALL[i >> 2],
        })
    }

    #[test]
    fn plain_rows_are_read_here() {
        let english = Ruleset::builtin("english").unwrap();
        let mut plain = PlainReader::new(&english, LeaveOptions::default());
        let mut read = |text: &str| plain.read(text.as_bytes()).map(|row| row.length);
        for (text, length) in [
            ("A,123456", 8),
            ("?ba,-2.5\nX", 9),
            ("?ba,-2.5", 8),
            ("ZAZQ,1\n   ", 0),
            ("AAEEII,.5\r\n", 11),
            ("AAEEII,.5\n", 10),
            ("AAEEIIO,1\n", 0),
            ("AAEEIOUY,1\n", 0),
            ("AAAAAA,1\r", 0),
            ("AAAAAA,1 \n", 0),
            ("AAAAAA, 1\n", 0),
            (",1\n      ", 0),
            ("A\nB,12345", 0),
            ("A,1\n", 0), // too short to be read at once
            ("", 0),
            ("QQ,1234567\n", 0),
            ("QAQ,1234567\n", 0),
            ("\u{c4},1234567\n", 0),
            ("A!,1234567\n", 0),
        ] {
            assert_eq!(read(text).unwrap_or(0), length, "{text:?}");
        }
    }

    /// Found by fuzzing: the byte 0 looked like the end of a shorter leave.
    #[test]
    fn the_byte_0_is_no_tile() {
        let english = Ruleset::builtin("english").unwrap();
        let mut plain = PlainReader::new(&english, LeaveOptions::default());
        for text in [
            "\0A,12345",
            "A,123456",
            "A\0,12345",
            "A\0\0,1234",
            "AB,12345",
        ] {
            let is_plain = plain.read(text.as_bytes()).is_some();
            assert_eq!(is_plain, !text.contains('\0'), "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Every row read here gives the same result in the general reader, whatever
        /// rows came before.
        #[test]
        fn they_are_read_as_all_rows_are(
            lines in prop::collection::vec("[?ABCQ\0\u{7f}]{0,8},[-+]?[0-9]{0,3}\\.?[0-9]{0,3}\r?", 1..9),
        ) {
            let english = Ruleset::builtin("english").unwrap();
            let text = lines.join("\n") + "\n\n\n\n\n\n\n\n\n";
            for options in all_options() {
                let mut plain = PlainReader::new(&english, options);
                let mut rest = text.as_bytes();
                for line in &lines {
                    if let Some(row) = plain.read(rest) {
                        let mut reader = RowReader::new(&english, options);
                        reader.first = false;
                        let row_text = line.strip_suffix('\r').unwrap_or(line);
                        let place = Place { path: "", line: 1, text: row_text.as_bytes() };
                        let read = reader.read(&place).ok().flatten();
                        prop_assert!(read.is_some(), "{row_text:?} is no row");
                        prop_assert_eq!(row.value.to_bits(), read.unwrap().value.to_bits());
                        prop_assert_eq!(row.leave, PackedLeave::of(&reader.tiles));
                        prop_assert_eq!(row.length, line.len() + 1);
                    }
                    rest = &rest[line.len() + 1..];
                }
            }
        }
    }
}

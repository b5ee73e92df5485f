//! Rows of a leave table as most are written.
//!
//! A character a tile, a comma, a short number and the end of the line: such a
//! row is read byte by byte, in one go. What is written in another way, or is
//! wrong, is left to the [reader of all rows](super::leave_row), which reads
//! these alike but takes longer.

use super::decimal;
use super::leave_row::LeaveOptions;
use super::leave_table::PACKED;
use crate::ruleset::Ruleset;

/// A row that was read.
pub(super) struct PlainRow {
    /// The leave, packed: a tile plus 1 a byte, sorted, from the highest byte.
    pub(super) leave: u64,
    pub(super) value: f32,
    /// How many bytes it takes, the line's end included.
    pub(super) length: usize,
}

/// Reads plain rows.
pub(super) struct PlainReader {
    /// By byte: the tile that the character alone stands for, plus 1; 0 if it
    /// does not.
    codes: [u8; 256],
    /// By tile plus 1: how many of it a leave may have.
    most: [u8; 256],
    /// The most tiles a leave may have here.
    longest: usize,
    options: LeaveOptions,
}

impl PlainReader {
    pub(super) fn new(ruleset: &Ruleset, options: LeaveOptions) -> PlainReader {
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
        PlainReader {
            codes,
            most,
            longest: match options.beyond_rack {
                true => PACKED,
                false => PACKED.min(ruleset.longest_leave()),
            },
            options,
        }
    }

    /// The row that a text begins with, if it is a plain one.
    #[inline]
    pub(super) fn read(&self, text: &[u8]) -> Option<PlainRow> {
        let (leave, comma) = self.read_leave(text)?;
        let number = text.get(comma + 1..)?;
        let (value, digits) = decimal::read_short(number)?;
        let end = match number.get(digits..)? {
            [] => 0,
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        self.options.values.holds(value).then_some(PlainRow {
            leave,
            value,
            length: comma + 1 + digits + end,
        })
    }

    /// The leave before a comma, packed, and where that is.
    #[inline]
    fn read_leave(&self, text: &[u8]) -> Option<(u64, usize)> {
        let mut leave = 0;
        let (mut last, mut same) = (0, 0);
        let (mut sorted, mut possible) = (true, true);
        let mut at = 0;
        loop {
            let byte = *text.get(at)?;
            let code = self.codes[usize::from(byte)];
            if code == 0 {
                if byte == b',' && at > 0 {
                    break;
                }
                return None;
            }
            if at == self.longest {
                return None;
            }
            same = if code == last { same + 1 } else { 1 };
            possible &= same <= self.most[usize::from(code)];
            sorted &= code >= last;
            leave = leave << 8 | u64::from(code);
            last = code;
            at += 1;
        }
        leave <<= 8 * (PACKED - at);
        if !sorted {
            (leave, possible) = self.sort(leave, at);
        }
        possible.then_some((leave, at))
    }

    /// Sorts the tiles of a packed leave, and says whether it is possible.
    #[cold]
    fn sort(&self, leave: u64, tiles: usize) -> (u64, bool) {
        let mut codes = leave.to_be_bytes();
        codes[..tiles].sort_unstable();
        let possible = codes[..tiles]
            .chunk_by(|a, b| a == b)
            .all(|same| same.len() <= usize::from(self.most[usize::from(same[0])]));
        (u64::from_be_bytes(codes), possible)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::ValueFormat;
    use crate::source::leave_row::Reader;
    use crate::source::leave_table::unpack;
    use proptest::prelude::*;

    fn all_options() -> Vec<LeaveOptions> {
        let mut all = Vec::new();
        for beyond_bag in [false, true] {
            for beyond_rack in [false, true] {
                for values in ValueFormat::ALL {
                    all.push(LeaveOptions {
                        beyond_bag,
                        beyond_rack,
                        values,
                    });
                }
            }
        }
        all
    }

    #[test]
    fn plain_rows_are_read_here() {
        let english = Ruleset::builtin("english").unwrap();
        let plain = PlainReader::new(&english, LeaveOptions::default());
        let read = |text: &str| plain.read(text.as_bytes()).map(|row| row.length);
        for (text, length) in [
            ("A,1", 3),
            ("?ba,-2.5\nX", 9),
            ("ZAZQ,1\n", 0),
            ("AAEEII,.5\r\n", 11),
            ("AAEEIIO,1\n", 0),
            ("A,1\r", 0),
            ("A,1 \n", 0),
            ("A, 1\n", 0),
            (",1\n", 0),
            ("A\n", 0),
            ("", 0),
            ("QQ,1\n", 0),
            ("QAQ,1\n", 0),
            ("\u{c4},1\n", 0),
        ] {
            assert_eq!(read(text).unwrap_or(0), length, "{text:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever is read here is read alike by the reader of all rows.
        #[test]
        fn they_are_read_as_all_rows_are(
            line in "[?A-EQZ]{0,10},[-+]?[0-9]{0,3}\\.?[0-9]{0,3}",
            rest in prop_oneof![Just(""), Just("\n"), Just("\r\nA,1\n"), Just("\n\n")],
        ) {
            let english = Ruleset::builtin("english").unwrap();
            for options in all_options() {
                let text = format!("{line}{rest}");
                let Some(row) = PlainReader::new(&english, options).read(text.as_bytes()) else {
                    continue;
                };
                let mut reader = Reader::new(&english, options, false);
                let (_, value) = reader.read(&line).ok().flatten().unwrap();
                prop_assert_eq!(row.value.to_bits(), value.to_bits());
                let (tiles, count) = unpack(row.leave);
                prop_assert_eq!(&tiles[..count], &reader.tiles[..]);
                let end = rest.find('\n').map_or(0, |i| i + 1);
                prop_assert_eq!(row.length, line.len() + end);
            }
        }
    }
}

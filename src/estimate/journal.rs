//! Journals: the sums of a running estimate, as records of a file.
//!
//! A journal holds the last two states of the sums, the older one first. A truncated
//! file, wherever it was cut, loses only the record that was cut: the estimate
//! continues from the one before. Other damage is refused with its place.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `WMJRNL1` and a line feed |
//! | 8, 8 | for each record: its length, little-endian, and the complement of it |
//! | | the record: sums as a file, see `stored` |

use crate::error::{Error, Result};
use crate::estimate::stored::StoredSums;
use std::io::{self, Write};

const MAGIC: &[u8; 8] = b"WMJRNL1\n";

/// The bytes before a record.
const HEAD: usize = 16;

/// The content of a journal.
#[derive(Debug)]
#[non_exhaustive]
pub struct Journal {
    /// The sums of the last complete record, and its bytes; `None` if there is no
    /// complete record.
    pub last: Option<(StoredSums, Vec<u8>)>,
    /// Whether the file was truncated.
    pub cut: bool,
}

impl Journal {
    /// Reads a journal. `path` is its name in errors.
    pub fn read(path: &str, bytes: &[u8]) -> Result<Journal> {
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
            if MAGIC.starts_with(bytes) {
                return Ok(Journal {
                    last: None,
                    cut: true,
                });
            }
            let expected = "a journal of leave sums";
            return Err(Error::mismatch(path, expected, "another kind of file"));
        };
        let mut last = None;
        for number in 1.. {
            let part = format!("record {number} at byte {}", bytes.len() - rest.len());
            let Some((head, after)) = rest.split_at_checked(HEAD) else {
                break;
            };
            let length = length_of(head).ok_or_else(|| {
                let expected = "a length and its complement";
                Error::mismatch(path, expected, "other bytes").of_part(&part)
            })?;
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let Some((record, after)) = after.split_at_checked(length) else {
                break;
            };
            let sums = StoredSums::from_bytes(path, record).map_err(|e| e.of_part(&part))?;
            last = Some((sums, record.to_vec()));
            rest = after;
        }
        // A file that ends after its first bytes has lost its record.
        let cut = !rest.is_empty() || last.is_none();
        Ok(Journal { last, cut })
    }

    /// Writes a journal with these records, the newest last.
    pub fn write(out: &mut dyn Write, records: &[&[u8]]) -> io::Result<()> {
        out.write_all(MAGIC)?;
        for record in records {
            let length = record.len() as u64;
            out.write_all(&length.to_le_bytes())?;
            out.write_all(&(!length).to_le_bytes())?;
            out.write_all(record)?;
        }
        Ok(())
    }
}

/// The length given by the bytes before a record, if they are valid.
fn length_of(head: &[u8]) -> Option<u64> {
    let (length, complement) = head.split_first_chunk()?;
    let length = u64::from_le_bytes(*length);
    let complement = u64::from_le_bytes(*complement.first_chunk()?);
    (complement == !length).then_some(length)
}

//! Sums as a file, for journals and shards.
//!
//! A file has the sums and everything needed to continue from them: the ruleset as
//! YAML, a digest of the other inputs, and the values with which the boards are played.
//! All numbers are little-endian. The last 32 bytes are the SHA-256 of everything
//! before.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `WMSUMS1` and a line feed |
//! | 64 | the digest of the inputs, in hexadecimal |
//! | 6 × 8 | stage; boards of the stage; first slot, its end, first slot not yet taken; bytes of the ruleset |
//! | | the ruleset |
//! | 36 each | the possible leaves in sorted order: value before; boards of even and of odd slots; sums of both; sum of squares |
//! | 32 | SHA-256 |
//!
//! Files may come from anyone. A reader checks every number before it is used, so that
//! no later sum can overflow its type.

use crate::error::{Error, Result};
use crate::estimate::estimator::{Estimator, MOST_BOARDS, lattice_of};
use crate::estimate::lattice::Lattice;
use crate::estimate::sums::{Moments, Sums};
use crate::estimate::table::MAX_VALUE;
use crate::limits::YAML_BYTES;
use crate::ruleset::Ruleset;
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 8] = b"WMSUMS1\n";

/// The bytes of a SHA-256.
const CHECK: usize = 32;

/// The bytes of a leave's sums.
const LEAVE: usize = 36;

/// The numbers before the ruleset.
const NUMBERS: usize = 6;

/// The largest advantage of a leave on a board, in thousandths.
const MAX_ADVANTAGE: u64 = 1 << 31;

/// Sums read from a file, and the ruleset that they were made with.
#[derive(Clone, Debug)]
pub struct StoredSums {
    pub(crate) path: String,
    pub(crate) ruleset: Ruleset,
    pub(crate) lattice: Lattice,
    pub(crate) sums: Sums,
}

impl Estimator<'_> {
    /// Encodes a file with sums of this estimate.
    pub fn store(&self, sums: &Sums) -> Result<Vec<u8>> {
        let ruleset = self.ruleset.to_yaml()?;
        let numbers = [
            u64::from(sums.stage),
            sums.boards,
            sums.slots.start,
            sums.slots.end,
            sums.next,
            ruleset.len() as u64,
        ];
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(sums.inputs.as_bytes());
        bytes.extend_from_slice(numbers.map(u64::to_le_bytes).as_flattened());
        bytes.extend_from_slice(ruleset.as_bytes());
        self.lattice.each_leave(|_, number| {
            let own = &sums.moments[number];
            bytes.extend_from_slice(&sums.before[number].to_le_bytes());
            bytes.extend_from_slice(own.boards.map(u32::to_le_bytes).as_flattened());
            bytes.extend_from_slice(own.sums.map(i64::to_le_bytes).as_flattened());
            bytes.extend_from_slice(&own.squares.to_le_bytes());
        });
        let check = Sha256::digest(&bytes);
        bytes.extend_from_slice(&check);
        Ok(bytes)
    }

    /// Returns the sums of a file, if this estimate with `boards` boards in its last
    /// stage can continue from them. `begun` are its initial sums.
    pub fn resume(&self, boards: u64, begun: &Sums, stored: StoredSums) -> Result<Sums> {
        let StoredSums {
            path,
            ruleset,
            sums,
            ..
        } = stored;
        if ruleset.digest()? != self.ruleset.digest()? {
            let (ours, theirs) = (self.ruleset.name(), ruleset.name());
            let found = match ours == theirs {
                true => "another ruleset of that name".to_string(),
                false => format!("`{theirs}`"),
            };
            let expected = format!("sums of the ruleset `{ours}`");
            return Err(Error::mismatch(path, expected, found));
        }
        let wanted = match sums.stage == begun.stage {
            true => begun.slots.clone(),
            false => 0..sums.boards,
        };
        let stages = Self::stages(boards);
        let found = if sums.inputs != begun.inputs {
            "those of another graph, seed, table or stage"
        } else if stages.get(sums.stage as usize) != Some(&sums.boards) || sums.slots != wanted {
            "those of another number of boards, or of another shard"
        } else {
            return Ok(sums);
        };
        Err(Error::mismatch(path, "sums of this estimate", found))
    }
}

impl StoredSums {
    /// Reads a file. `path` is its name in errors.
    pub fn from_bytes(path: &str, bytes: &[u8]) -> Result<StoredSums> {
        let fault = |expected: &str, found: &str| Error::mismatch(path, expected, found);
        let cut = || fault("a whole file of sums", "one cut short");
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(match !bytes.is_empty() && MAGIC.starts_with(bytes) {
                true => cut(),
                false => fault("a file of leave sums", "another kind of file"),
            });
        };
        let (inputs, rest) = rest.split_at_checked(2 * CHECK).ok_or_else(cut)?;
        let (head, rest) = rest.split_at_checked(8 * NUMBERS).ok_or_else(cut)?;
        let mut numbers = [0; NUMBERS];
        for (number, bytes) in numbers.iter_mut().zip(head.chunks_exact(8)) {
            *number = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        }
        let [stage, boards, start, end, next, length] = numbers;
        if length > YAML_BYTES as u64 {
            let expected = format!("a ruleset of at most {YAML_BYTES} bytes");
            return Err(fault(&expected, &length.to_string()));
        }
        let (yaml, rest) = rest.split_at_checked(length as usize).ok_or_else(cut)?;
        let (leaves, check) = rest.split_last_chunk::<CHECK>().ok_or_else(cut)?;
        let summed = &bytes[..bytes.len() - CHECK];
        if Sha256::digest(summed).as_slice() != check {
            let found = "another: it is damaged or cut short";
            return Err(fault("the SHA-256 at its end", found));
        }
        // The rest is as some program wrote it, which need not be this one.
        let text = |bytes| std::str::from_utf8(bytes).map_err(|_| fault("UTF-8", "other bytes"));
        let (inputs, yaml) = (text(inputs)?.to_string(), text(yaml)?);
        let ruleset = Ruleset::from_yaml(path, yaml)?;
        let is_possible = stage <= 64 && boards <= MOST_BOARDS && start < end && end <= boards;
        if !is_possible || !(start..=end).contains(&next) {
            let found = format!("slots {start} to {end} (next {next}) of {boards}, stage {stage}");
            return Err(fault("slots of a stage", &found));
        }
        let possible = ruleset.possible_leaves();
        if possible * LEAVE as u128 != leaves.len() as u128 {
            let found = format!("{} bytes", leaves.len());
            return Err(fault(&format!("the sums of {possible} leaves"), &found));
        }
        let lattice = lattice_of(&ruleset).map_err(|e| e.at_path(path))?;
        let before = vec![0; lattice.below(lattice.size)];
        let mut sums = Sums::new(inputs, stage as u32, boards, start..end, before);
        sums.next = next;
        read_leaves(&lattice, &mut sums, leaves)
            .ok_or_else(|| fault("sums that boards can have", "impossible ones"))?;
        Ok(StoredSums {
            path: path.to_string(),
            ruleset,
            lattice,
            sums,
        })
    }
}

/// Reads the sums of all leaves; `None` if any is impossible.
fn read_leaves(lattice: &Lattice, sums: &mut Sums, bytes: &[u8]) -> Option<()> {
    let mut rows = bytes.chunks_exact(LEAVE);
    // The number of slots of each parity that are done.
    let (start, end) = (sums.slots.start, sums.next);
    let most = [end.div_ceil(2) - start.div_ceil(2), end / 2 - start / 2];
    let mut is_sound = true;
    lattice.each_leave(|_, number| {
        let row = rows.next().and_then(read_leave);
        let row = row.filter(|(before, own)| is_possible(*before, own, most));
        is_sound &= row.is_some();
        (sums.before[number], sums.moments[number]) = row.unwrap_or_default();
    });
    is_sound.then_some(())
}

/// Reads the previous value of a leave, and its sums.
fn read_leave(bytes: &[u8]) -> Option<(i32, Moments)> {
    let narrow = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let wide = |at: usize| Some(i64::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let own = Moments {
        boards: [narrow(4)?, narrow(8)?],
        sums: [wide(12)?, wide(20)?],
        squares: wide(28)?,
    };
    Some((narrow(0)? as i32, own))
}

/// Whether a leave can have this previous value and, from at most `most` boards of each
/// parity, these sums.
fn is_possible(before: i32, own: &Moments, most: [u64; 2]) -> bool {
    let is_half_possible = |half: usize| {
        let boards = u64::from(own.boards[half]);
        boards <= most[half] && own.sums[half].unsigned_abs() <= boards * MAX_ADVANTAGE
    };
    before.unsigned_abs() <= MAX_VALUE.unsigned_abs()
        && [0, 1].into_iter().all(is_half_possible)
        && own.squares >= 0
        && (own.boards != [0, 0] || own.squares == 0)
}

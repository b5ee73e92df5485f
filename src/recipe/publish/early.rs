//! A large file that goes to the disk while the rest of it is made.
//!
//! The system keeps what is written in memory until the file is synced, and only then
//! starts the disk. For a file that takes a while to make, that is time lost, and so is
//! the copy in memory, which nobody reads. On Linux, pieces go to the disk directly. Where
//! a file system can't do that, the system is told after each piece to begin.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// The bytes that the disk is given at a time.
const PIECE: usize = 4 << 20;

/// Pieces begin at multiples of this, in memory and in the file, and have whole blocks.
const BLOCK: usize = 1 << 12;

/// A file whose bytes the disk gets in pieces, as soon as they are written one after the
/// other. The last piece is written when the file is flushed.
pub(crate) struct EarlyFile<'f> {
    file: &'f mut File,
    /// Whether the disk takes pieces from this memory, without a copy.
    direct: bool,
    /// What is not written yet, from the first place of a block on.
    piece: Vec<u8>,
    first: usize,
    /// Where the piece begins in the file.
    start: u64,
}

impl<'f> EarlyFile<'f> {
    /// A file with nothing in it yet.
    pub(crate) fn new(file: &'f mut File) -> EarlyFile<'f> {
        let mut piece: Vec<u8> = Vec::with_capacity(PIECE + BLOCK);
        let first = piece.as_ptr().align_offset(BLOCK).min(BLOCK);
        piece.resize(first, 0);
        EarlyFile {
            direct: set_direct(file, true),
            file,
            piece,
            first,
            start: 0,
        }
    }

    /// Writes the piece. Whatever can't be written directly is copied.
    fn write_piece(&mut self) -> io::Result<()> {
        let mut left = &self.piece[self.first..];
        let length = left.len() as u64;
        if self.direct && !left.len().is_multiple_of(BLOCK) {
            self.direct = !set_direct(self.file, false);
        }
        while !left.is_empty() {
            match self.file.write(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => left = &left[written..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => (),
                Err(e) if self.direct && e.kind() == io::ErrorKind::InvalidInput => {
                    self.direct = false;
                    set_direct(self.file, false);
                }
                Err(e) => return Err(e),
            }
        }
        if !self.direct {
            begin(self.file, self.start, length);
        }
        self.start += length;
        self.piece.truncate(self.first);
        Ok(())
    }
}

impl Write for EarlyFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.first + PIECE - self.piece.len();
        let taken = &bytes[..bytes.len().min(room)];
        self.piece.extend_from_slice(taken);
        if taken.len() == room {
            self.write_piece()?;
        }
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_piece()?;
        self.file.flush()
    }
}

impl Seek for EarlyFile<'_> {
    /// Goes to a place. What is written there is copied: it need not be a whole block.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.write_piece()?;
        if self.direct {
            self.direct = !set_direct(self.file, false);
        }
        self.start = self.file.seek(to)?;
        Ok(self.start)
    }
}

/// Has writes go to the disk directly, or no longer. Returns whether the system agrees.
#[cfg(target_os = "linux")]
fn set_direct(file: &File, direct: bool) -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let flags = fcntl_getfl(file).map(|flags| match direct {
        true => flags | OFlags::DIRECT,
        false => flags - OFlags::DIRECT,
    });
    flags.is_ok_and(|flags| fcntl_setfl(file, flags).is_ok())
}

/// Has the disk begin to write some bytes of a file. Linux does so when it is told that
/// nobody needs them in memory. If it doesn't, nothing is lost but time.
#[cfg(target_os = "linux")]
fn begin(file: &File, start: u64, length: u64) {
    use rustix::fs::{Advice, fadvise};
    let _ = fadvise(file, start, length.try_into().ok(), Advice::DontNeed);
}

#[cfg(not(target_os = "linux"))]
fn set_direct(_: &File, _: bool) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn begin(_: &File, _: u64, _: u64) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_and_what_is_written_over_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..2 * PIECE as u32 + 5).map(|i| (i >> 8) as u8).collect();
        for direct in [true, false] {
            let mut file = File::create(&path).unwrap();
            let mut early = EarlyFile::new(&mut file);
            if !direct {
                set_direct(early.file, false);
                early.direct = false;
            }
            // No write fills a piece.
            for part in bytes.chunks(PIECE / 3) {
                early.write_all(part).unwrap();
            }
            assert_eq!(early.start, 2 * PIECE as u64);
            assert_eq!(early.seek(SeekFrom::Start(0)).unwrap(), 0);
            early.write_all(b"head").unwrap();
            early.flush().unwrap();
            let found = std::fs::read(&path).unwrap();
            assert!(found.starts_with(b"head") && found[4..] == bytes[4..]);
        }
    }
}

//! A large file that goes to the disk while the rest of it is made.
//!
//! The system keeps what is written in memory until the file is synced, and only then
//! starts the disk. For a file that takes a while to make, that is time lost, and so is
//! the copy in memory, which nobody reads. On Linux, pieces go to the disk directly. Where
//! a file system can't do that, the system is told after each piece to begin.

use crate::parallel::taken_elsewhere;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// The bytes that the disk is given at a time.
const PIECE: usize = 4 << 20;

/// Pieces begin at multiples of this, in memory and in the file, and have whole blocks.
const BLOCK: usize = 1 << 12;

/// Has `write` write a file with nothing in it yet. Another thread gives pieces to the
/// disk while the next one is filled.
pub(crate) fn write_early(
    file: &File,
    write: impl FnOnce(&mut EarlyFile<'_>) -> io::Result<()>,
) -> io::Result<()> {
    write_pieces(file, set_direct(file, true), write)
}

fn write_pieces(
    file: &File,
    direct: bool,
    write: impl FnOnce(&mut EarlyFile<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut disk = Disk { file, direct };
    let mut size = Ok(0);
    let make = |give: &mut Give<'_>| {
        let mut early = EarlyFile {
            piece: Piece::new(0),
            give,
            head: Vec::new(),
            size: 0,
        };
        size = write(&mut early).and_then(|()| early.finish());
    };
    taken_elsewhere(make, |piece: Piece| disk.write(&piece))?;
    // The last block has more than was written.
    file.set_len(size?)
}

/// Takes a piece to be written. Says whether more are wanted.
type Give<'g> = dyn FnMut(Piece) -> bool + Send + 'g;

/// Some bytes of a file.
struct Piece {
    /// The bytes, from the first place of a block on.
    bytes: Vec<u8>,
    first: usize,
    /// Where they begin in the file.
    start: u64,
}

impl Piece {
    /// A piece without bytes, which begins at a place in the file.
    fn new(start: u64) -> Piece {
        let mut bytes: Vec<u8> = Vec::with_capacity(PIECE + BLOCK);
        let first = bytes.as_ptr().align_offset(BLOCK).min(BLOCK);
        bytes.resize(first, 0);
        Piece {
            bytes,
            first,
            start,
        }
    }

    fn len(&self) -> usize {
        self.bytes.len() - self.first
    }

    fn end(&self) -> u64 {
        self.start + self.len() as u64
    }
}

/// A file whose bytes the disk gets in pieces, as soon as they are written one after the
/// other. Only the beginning can be written again.
pub(crate) struct EarlyFile<'g> {
    /// The bytes that were not sent yet.
    piece: Piece,
    give: &'g mut Give<'g>,
    /// The first block. The disk takes nothing smaller when the beginning is written again.
    head: Vec<u8>,
    size: u64,
}

impl EarlyFile<'_> {
    /// Sends the piece to the disk. The next piece begins at `next` in the file.
    fn send(&mut self, next: u64) -> io::Result<()> {
        self.size = self.size.max(self.piece.end());
        if self.piece.start == 0 {
            // What is behind the first block is not known any more.
            if !self.head.is_empty() && self.piece.len() > self.head.len() {
                return Err(io::ErrorKind::Unsupported.into());
            }
            let known = self.head.get(self.piece.len()..).unwrap_or_default();
            self.piece.bytes.extend_from_slice(known);
            let bytes = &self.piece.bytes[self.piece.first..];
            self.head = bytes[..bytes.len().min(BLOCK)].to_vec();
        }
        let whole = self.piece.len().next_multiple_of(BLOCK);
        self.piece.bytes.resize(self.piece.first + whole, 0);
        match (self.give)(std::mem::replace(&mut self.piece, Piece::new(next))) {
            true => Ok(()),
            // The error of the disk says why.
            false => Err(io::Error::other("no more pieces are taken")),
        }
    }

    /// Sends the last piece. Returns the size of the file.
    fn finish(mut self) -> io::Result<u64> {
        self.send(0)?;
        Ok(self.size)
    }
}

impl Write for EarlyFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PIECE - self.piece.len();
        let taken = &bytes[..bytes.len().min(room)];
        self.piece.bytes.extend_from_slice(taken);
        if taken.len() == room {
            self.send(self.piece.end())?;
        }
        Ok(taken.len())
    }

    /// A piece is written when it is full, and the last one at the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for EarlyFile<'_> {
    /// Goes back to the beginning, or stays.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Current(0) => Ok(self.piece.end()),
            SeekFrom::Start(0) => self.send(0).map(|()| 0),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Writes pieces.
struct Disk<'f> {
    file: &'f File,
    /// Whether the disk takes pieces from their memory, without a copy.
    direct: bool,
}

impl Disk<'_> {
    /// Writes a piece. Whatever can't be written directly is copied.
    fn write(&mut self, piece: &Piece) -> io::Result<()> {
        let mut file = self.file;
        let mut write = || {
            file.seek(SeekFrom::Start(piece.start))?;
            file.write_all(&piece.bytes[piece.first..])
        };
        match write() {
            Err(e) if self.direct && e.kind() == io::ErrorKind::InvalidInput => {
                self.direct = false;
                set_direct(self.file, false);
                write()?;
            }
            written => written?,
        }
        if !self.direct {
            begin(self.file, piece.start, piece.len() as u64);
        }
        Ok(())
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
        for (direct, size) in [(true, bytes.len()), (false, bytes.len()), (true, 7)] {
            let (bytes, file) = (&bytes[..size], File::create(&path).unwrap());
            let direct = direct && set_direct(&file, true);
            let written = write_pieces(&file, direct, |early| {
                // No write fills a piece.
                for part in bytes.chunks(PIECE / 3) {
                    early.write_all(part)?;
                }
                assert_eq!(early.stream_position()?, size as u64);
                assert!(early.seek(SeekFrom::End(0)).is_err());
                assert_eq!(early.seek(SeekFrom::Start(0))?, 0);
                early.write_all(b"head")?;
                early.flush()
            });
            written.unwrap();
            let found = std::fs::read(&path).unwrap();
            assert!(found.starts_with(b"head") && found[4..] == bytes[4..]);
        }
    }

    #[test]
    fn an_error_of_the_disk_ends_the_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, b"").unwrap();
        let file = File::open(&path).unwrap(); // can't be written
        let mut written = 0;
        let error = write_pieces(&file, false, |early| {
            let bytes = vec![1; PIECE];
            loop {
                early.write_all(&bytes)?;
                written += 1;
            }
        });
        let error = error.unwrap_err();
        assert!(error.raw_os_error().is_some(), "{error}");
        assert!(written <= 4, "{written}");
    }
}

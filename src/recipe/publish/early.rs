//! Writes a large file to disk while the rest of it is still being generated.
//!
//! The system keeps written data in memory until the file is synced, and only then
//! starts the disk. For a file that takes a while to generate, that wastes time, and it
//! wastes memory on a copy that is never read. On Linux, pieces go to the disk
//! directly. If the file system does not support that, the system is asked after each
//! piece to start writing.

use crate::parallel::taken_elsewhere;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// The number of bytes written to the disk at a time.
const PIECE: usize = 4 << 20;

/// The alignment of pieces, in memory and in the file. Pieces consist of whole blocks.
const BLOCK: usize = 1 << 12;

/// Calls `write` to write an empty file. Another thread writes pieces to the disk while
/// the next one is filled.
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
    // The last block is longer than the data.
    file.set_len(size?)
}

/// Takes a piece to write, and returns whether more are wanted.
type Give<'g> = dyn FnMut(Piece) -> bool + Send + 'g;

/// A piece of a file.
struct Piece {
    /// The bytes; the data begins at the first aligned position.
    bytes: Vec<u8>,
    first: usize,
    /// The offset in the file.
    start: u64,
}

impl Piece {
    /// Creates an empty piece at an offset in the file.
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

/// A file that is written to disk in pieces, as soon as consecutive bytes fill one.
/// Only its beginning can be written again.
pub(crate) struct EarlyFile<'g> {
    /// The bytes not sent yet.
    piece: Piece,
    give: &'g mut Give<'g>,
    /// The first block. The disk takes nothing smaller when the beginning is rewritten.
    head: Vec<u8>,
    size: u64,
}

impl EarlyFile<'_> {
    /// Sends the piece to the disk. The next piece begins at `next` in the file.
    fn send(&mut self, next: u64) -> io::Result<()> {
        self.size = self.size.max(self.piece.end());
        if self.piece.start == 0 {
            // The bytes after the first block are no longer known.
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
            // The error of the disk gives the reason.
            false => Err(io::Error::other("no more pieces are taken")),
        }
    }

    /// Sends the last piece, and returns the size of the file.
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

    /// Does nothing: a piece is written when it is full, and the last one at the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for EarlyFile<'_> {
    /// Seeks to the beginning, or reports the current position.
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
    /// Whether the disk takes pieces directly from memory, without a copy.
    direct: bool,
}

impl Disk<'_> {
    /// Writes a piece. If it can't be written directly, it is copied.
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

/// Turns direct writes on or off. Returns whether the system supports it.
#[cfg(target_os = "linux")]
fn set_direct(file: &File, direct: bool) -> bool {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    let flags = fcntl_getfl(file).map(|flags| match direct {
        true => flags | OFlags::DIRECT,
        false => flags - OFlags::DIRECT,
    });
    flags.is_ok_and(|flags| fcntl_setfl(file, flags).is_ok())
}

/// Starts writing some bytes of a file to disk. Linux does so when told that they are
/// not needed in memory. If it does not, only time is lost.
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
                // No single write fills a piece.
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
        let file = File::open(&path).unwrap(); // opened for reading only
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

//! A large file that goes to the disk while the rest of it is made.
//!
//! The system keeps what is written in memory until the file is synced, and only then
//! starts the disk. For a file that takes a while to make, that is time lost.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// The bytes that the disk is given at a time.
const PIECE: usize = 8 << 20;

/// A file whose bytes the disk gets in pieces, as soon as they are written one after the
/// other.
pub(crate) struct EarlyFile<'f> {
    file: &'f mut File,
    /// Where the piece begins that the disk doesn't have yet, and its length.
    start: u64,
    length: usize,
}

impl<'f> EarlyFile<'f> {
    /// A file with nothing in it yet.
    pub(crate) fn new(file: &'f mut File) -> EarlyFile<'f> {
        EarlyFile {
            file,
            start: 0,
            length: 0,
        }
    }
}

impl Write for EarlyFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(&bytes[..bytes.len().min(PIECE)])?;
        self.length += written;
        if self.length >= PIECE {
            begin(self.file, self.start, self.length as u64);
            self.start += self.length as u64;
            self.length = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for EarlyFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.start = self.file.seek(to)?;
        self.length = 0;
        Ok(self.start)
    }
}

/// Has the disk begin to write some bytes of a file. Linux does so when it is told that
/// nobody needs them in memory. If it doesn't, nothing is lost but time.
#[cfg(target_os = "linux")]
fn begin(file: &File, start: u64, length: u64) {
    use rustix::fs::{Advice, fadvise};
    let _ = fadvise(file, start, length.try_into().ok(), Advice::DontNeed);
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
        let mut file = File::create(&path).unwrap();
        let bytes: Vec<u8> = (0..2 * PIECE as u32 + 5).map(|i| (i >> 8) as u8).collect();
        let mut early = EarlyFile::new(&mut file);
        early.write_all(&bytes).unwrap();
        assert_eq!((early.start, early.length), (2 * PIECE as u64, 5));
        assert_eq!(early.seek(SeekFrom::Start(0)).unwrap(), 0);
        early.write_all(b"head").unwrap();
        early.flush().unwrap();
        let found = std::fs::read(path).unwrap();
        assert!(found.starts_with(b"head") && found[4..] == bytes[4..]);
    }
}

//! Reads files within limits.
//!
//! Only regular files are read, and pipes that are open already, as the shell's
//! `<(…)` gives them. A pipe that nobody writes to would block for ever, a device
//! may never end, and a directory is a mistake. The size that the system reports
//! is only a hint, because a file may grow or shrink while it is read.
//!
//! A file in gzip is unpacked here, so that every reader takes one. What it
//! unpacks to has a limit of its own.

use crate::error::{Diagnostic, Error, ErrorKind, Problem, Remedy, Result};
use crate::limits::FILE_BYTES;
#[cfg(feature = "recipe")]
use crate::limits::UNPACKED_BYTES;
use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file; `-` is the standard input. A file in gzip is unpacked.
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let bytes = read_all(path, io::stdin().lock(), 0, FILE_BYTES)?;
        return unpacked(path, bytes);
    }
    unpacked(path, read_named(path)?)
}

/// Reads a whole file as it is. Here `-` is a file of that name.
pub(crate) fn read_named(path: &Path) -> Result<Vec<u8>> {
    read_within(path, FILE_BYTES)
}

#[cfg(feature = "recipe")]
/// The first bytes of a file in gzip that is packed by the one method there is.
const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// Whether a file is in gzip. One that can't be opened is not: its reader will
/// say so.
#[cfg(feature = "recipe")]
pub(crate) fn is_gzip(path: &Path) -> bool {
    let mut head = [0; GZIP.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == GZIP
}

/// Unpacks bytes if they are in gzip.
#[cfg(feature = "recipe")]
pub(crate) fn unpacked(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    unpack(path, &bytes, UNPACKED_BYTES)
}

/// Unpacks gzip to at most `most` bytes.
#[cfg(feature = "recipe")]
fn unpack(path: &Path, packed: &[u8], most: u64) -> Result<Vec<u8>> {
    let shown = path.display().to_string();
    // What is longer than all that it may unpack to is not worth unpacking: it can have
    // millions of parts without a byte in them.
    if packed.len() as u64 > most {
        let expected = format!("at most {most} bytes in gzip");
        let problem = Problem::mismatch(expected, packed.len().to_string());
        return Err(Error::input(shown, problem));
    }
    let mut bytes = Vec::new();
    let decoder = flate2::read::MultiGzDecoder::new(packed);
    let read = decoder.take(most + 1).read_to_end(&mut bytes);
    if let Err(fault) = read {
        let found = match fault.kind() {
            io::ErrorKind::UnexpectedEof => "one cut short".to_string(),
            _ => format!("one that can't be unpacked ({fault})"),
        };
        let problem = Problem::mismatch("a whole gzip file", found);
        return Err(Error::input(shown, problem).caused_by(fault));
    }
    match bytes.len() as u64 > most {
        false => Ok(bytes),
        true => {
            let expected = format!("at most {most} bytes when it is unpacked");
            Err(Error::input(shown, Problem::mismatch(expected, "more")))
        }
    }
}

/// Leaves gzip as it is: its reader refuses it.
#[cfg(not(feature = "recipe"))]
fn unpacked(_: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    Ok(bytes)
}

/// Reads a whole file of at most `most` bytes.
fn read_within(path: &Path, most: u64) -> Result<Vec<u8>> {
    let expected = check_size(path, most)?;
    let file = File::open(path).map_err(|e| unreadable(path, e))?;
    read_all(path, file, expected, most)
}

/// Reads a whole file; none if there is no such file.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    read_if_there_within(path, FILE_BYTES)
}

/// Reads a whole file of at most `most` bytes; none if there is no such file.
pub(crate) fn read_if_there_within(path: &Path, most: u64) -> Result<Option<Vec<u8>>> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => read_within(path, most).map(Some),
    }
}

/// Refuses what is not a file, and a file that is too large. Returns its size.
pub(crate) fn check_is_file(path: &Path) -> Result<u64> {
    check_size(path, FILE_BYTES)
}

/// Refuses what is not a file, and a file of more than `most` bytes. Returns its
/// size.
fn check_size(path: &Path, most: u64) -> Result<u64> {
    let found = fs::metadata(path).map_err(|e| unreadable(path, e))?;
    if is_open_pipe(path) {
        return Ok(0);
    }
    if !found.is_file() {
        return Err(not_a_file(path, found.file_type()));
    }
    match found.len() {
        bytes if bytes <= most => Ok(bytes),
        bytes => Err(too_large(path, most, bytes.to_string())),
    }
}

/// Whether a path names a pipe that is open in this process. It can be read once.
pub(crate) fn is_open_pipe(path: &Path) -> bool {
    let mut folders = ["/dev/fd", "/proc/self/fd"].into_iter();
    folders.any(|folder| path.starts_with(folder))
        && fs::metadata(path).is_ok_and(|found| is_pipe(found.file_type()))
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}

fn not_a_file(path: &Path, kind: FileType) -> Error {
    #[cfg(unix)]
    let is_socket = std::os::unix::fs::FileTypeExt::is_socket(&kind);
    #[cfg(not(unix))]
    let is_socket = false;
    let found = match kind {
        kind if is_pipe(kind) => "a pipe",
        _ if is_socket => "a socket",
        kind if kind.is_dir() => "a directory",
        _ => "a device",
    };
    let problem = Problem::mismatch("a file", found);
    let mut diagnostic = Diagnostic::new(path.display().to_string(), problem);
    diagnostic.remedy = is_pipe(kind).then_some(Remedy::StandardInput);
    Error::new(ErrorKind::Input, diagnostic)
}

fn too_large(path: &Path, most: u64, found: impl Into<String>) -> Error {
    let problem = Problem::mismatch(format!("at most {most} bytes"), found);
    Error::input(path.display().to_string(), problem)
}

/// Reads to the end, which is expected after `expected` bytes and must come
/// within `most`.
fn read_all(path: &Path, source: impl Read, expected: u64, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let room = bytes.try_reserve_exact(expected.min(most) as usize + 1);
    room.map_err(|_| unreadable(path, io::ErrorKind::OutOfMemory.into()))?;
    let read = source.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|e| unreadable(path, e))?;
    match bytes.len() as u64 > most {
        false => Ok(bytes),
        true => Err(too_large(path, most, "more")),
    }
}

fn unreadable(path: &Path, error: io::Error) -> Error {
    Error::io(path, "can't read", error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_read_up_to_the_limit() {
        let path = Path::new("x");
        let error = read_all(path, io::repeat(b'A'), 10, 1000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x: expected at most 1000 bytes, found more"
        );
        let bytes = read_all(path, io::repeat(b'A').take(1000), 2000, 1000).unwrap();
        assert_eq!(bytes, [b'A'; 1000]);
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        use std::io::Write;
        let level = flate2::Compression::default();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzip_is_unpacked_up_to_a_limit() {
        let path = Path::new("x.gz");
        let text = b"CAR\nCARE\n".repeat(100);
        let whole = packed(&text);
        assert_eq!(unpacked(path, whole.clone()).unwrap(), text);
        let two = [whole.clone(), whole.clone()].concat();
        assert_eq!(unpacked(path, two).unwrap(), text.repeat(2));
        assert_eq!(unpacked(path, text.clone()).unwrap(), text);
        let error = |bytes: &[u8], most| unpack(path, bytes, most).unwrap_err().to_string();
        assert_eq!(
            error(&packed(&vec![b'A'; 100_000]), 99_999),
            "x.gz: expected at most 99999 bytes when it is unpacked, found more"
        );
        assert_eq!(
            error(&whole[..whole.len() - 9], 10_000),
            "x.gz: expected a whole gzip file, found one cut short"
        );
        let parts = packed(b"").repeat(1_000);
        assert_eq!(
            error(&parts, 10_000),
            "x.gz: expected at most 10000 bytes in gzip, found 20000"
        );
        let mut damaged = whole.clone();
        let at = damaged.len() - 8;
        damaged[at] ^= 1;
        let damaged = error(&damaged, 10_000);
        assert!(damaged.starts_with("x.gz: expected a whole gzip file, found one that can't"));
    }

    #[test]
    fn a_file_is_refused_by_its_size() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        // A hole takes no room on the disk.
        File::create(&path)
            .unwrap()
            .set_len(FILE_BYTES + 1)
            .unwrap();
        let error = read_file(&path).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("x: expected at most 1073741824 bytes, found 1073741825")
        );
    }
}

//! Reads files within limits.
//!
//! Only regular files are read, and pipes that are already open, such as the shell's
//! `<(…)`. A pipe without a writer would block forever, a device may never end, and a
//! directory is a mistake. The size that the system reports is only a hint, because a
//! file may grow or shrink while it is read.
//!
//! A compressed file is decompressed, so every reader accepts one.

use crate::error::{Diagnostic, Error, Problem, Remedy, Result};
#[cfg(feature = "recipe")]
use crate::file::unpack::unpacked;
use crate::limits::FILE_BYTES;
use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file, or standard input for `-`. A gzip or zstd file is decompressed.
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    let bytes = match path == Path::new("-") {
        true => read_all(path, &mut io::stdin().lock(), 0, FILE_BYTES)?,
        false => read_within(path, FILE_BYTES)?,
    };
    unpacked(path, bytes)
}

/// Reads a whole file without decompressing it. `-` is a file of that name.
pub(crate) fn read_named(path: &Path) -> Result<Vec<u8>> {
    read_within(path, FILE_BYTES)
}

/// Leaves compressed bytes as they are; their reader refuses them.
#[cfg(not(feature = "recipe"))]
fn unpacked(_: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    Ok(bytes)
}

/// Reads a whole file of at most `most` bytes.
fn read_within(path: &Path, most: u64) -> Result<Vec<u8>> {
    let expected = check_size(path, most)?;
    let mut file = File::open(path).map_err(|e| unreadable(path, e))?;
    read_all(path, &mut file, expected, most)
}

/// Reads a whole file; `None` if there is no such file.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    read_if_there_within(path, FILE_BYTES)
}

/// Reads a whole file of at most `most` bytes; `None` if there is no such file.
pub(crate) fn read_if_there_within(path: &Path, most: u64) -> Result<Option<Vec<u8>>> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => read_within(path, most).map(Some),
    }
}

/// Refuses anything that is not a file, and a file that is too large. Returns its size.
pub(crate) fn check_is_file(path: &Path) -> Result<u64> {
    check_size(path, FILE_BYTES)
}

/// Refuses anything that is not a file, and a file of more than `most` bytes. Returns
/// its size.
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

/// Whether a path names a pipe that is open in this process. Such a pipe can be read
/// once.
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
    let mut diagnostic = Diagnostic::new(path, problem);
    diagnostic.remedy = is_pipe(kind).then_some(Remedy::StandardInput);
    Error::from(diagnostic)
}

fn too_large(path: &Path, most: u64, found: impl ToString) -> Error {
    Error::mismatch(path, format!("at most {most} bytes"), found)
}

/// Reads to the end. About `expected` bytes are expected, and at most `most` are
/// allowed.
fn read_all(path: &Path, source: &mut dyn Read, expected: u64, most: u64) -> Result<Vec<u8>> {
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
        let error = read_all(path, &mut io::repeat(b'A'), 10, 1000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x: expected at most 1000 bytes, found more"
        );
        let bytes = read_all(path, &mut io::repeat(b'A').take(1000), 2000, 1000).unwrap();
        assert_eq!(bytes, [b'A'; 1000]);
    }

    #[test]
    fn a_file_is_refused_by_its_size() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        // A sparse file takes no room on the disk.
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

//! Reading files that anyone may have put there.
//!
//! Only files are read. A pipe that nobody writes to would be waited for
//! without end, and a device may never end; a directory is a mistake. What the
//! system says of a file's size is a hint: a file may grow or shrink while it
//! is read, and what was read is what counts.

use crate::error::{Error, Result};
use crate::limits::FILE_BYTES;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file; `-` is the standard input.
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        return read_all(path, io::stdin().lock(), 0, FILE_BYTES);
    }
    read_named(path)
}

/// Reads a whole file, whatever its name is.
pub(crate) fn read_named(path: &Path) -> Result<Vec<u8>> {
    let expected = check_is_file(path)?;
    let file = File::open(path).map_err(|e| unreadable(path, e))?;
    read_all(path, file, expected, FILE_BYTES)
}

/// Reads a whole file; none if there is none.
pub fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => read_named(path).map(Some),
    }
}

/// Refuses what is not a file, and a file that is too large. Returns its size.
pub(crate) fn check_is_file(path: &Path) -> Result<u64> {
    let found = fs::metadata(path).map_err(|e| unreadable(path, e))?;
    check(&found).map_err(|message| Error::input(path.display().to_string(), message))?;
    Ok(found.len())
}

fn check(found: &Metadata) -> Result<(), String> {
    if !found.is_file() {
        return Err(format!(
            "expected a file, found {}",
            name(found.file_type())
        ));
    }
    match found.len() {
        0..=FILE_BYTES => Ok(()),
        bytes => Err(format!(
            "expected at most {FILE_BYTES} bytes, found {bytes}"
        )),
    }
}

/// What something is that is no file.
fn name(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe; the standard input is read with `-`";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    match kind.is_dir() {
        true => "a directory",
        false => "a device",
    }
}

/// Reads to the end, which is expected after so many bytes, and has to come
/// within the `most`.
fn read_all(path: &Path, source: impl Read, expected: u64, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let room = bytes.try_reserve_exact(expected.min(most) as usize + 1);
    room.map_err(|_| unreadable(path, io::ErrorKind::OutOfMemory.into()))?;
    let read = source.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|e| unreadable(path, e))?;
    match bytes.len() as u64 > most {
        false => Ok(bytes),
        true => Err(Error::input(
            path.display().to_string(),
            format!("expected at most {most} bytes, found more"),
        )),
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

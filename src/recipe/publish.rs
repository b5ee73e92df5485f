//! Putting files in place, whole or not at all.
//!
//! All files are first written beside their targets under temporary names and
//! synced; only then are they renamed, one right after the other. Whoever reads
//! a target sees the old file or the new one. Other programs that publish into
//! the same directory wait meanwhile.
//!
//! A program that is killed leaves its temporary files behind. The next one
//! that writes into the directory removes them: a temporary file is locked as
//! long as its program runs, and the system gives the lock up with it.

use crate::error::{Error, Result};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What the names of temporary files begin and end with.
const PREFIX: &str = ".wordmill-";
const SUFFIX: &str = ".tmp";

/// The directory that a target is in.
fn directory_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A file to be put in place.
pub(crate) struct Pending {
    target: PathBuf,
    temporary: NamedTempFile,
}

impl Pending {
    /// Writes the bytes beside the target and syncs them.
    pub(crate) fn write(target: &Path, bytes: &[u8]) -> Result<Pending> {
        Pending::write_with(target, |out| out.write_all(bytes))
    }

    /// Has something written beside the target and syncs it.
    fn write_with(
        target: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Pending> {
        let fail = |e: io::Error| Error::io(target, "can't write", e);
        check_target(target)?;
        let directory = directory_of(target);
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666); // less the umask
        #[cfg(unix)]
        builder.permissions(permissions);
        if !directory.is_dir() {
            let message = format!(
                "expected a directory `{}` to write it into",
                directory.display()
            );
            return Err(Error::input(target.display().to_string(), message));
        }
        // The kind alone: the full error names the temporary file.
        let mut temporary =
            make_temporary(&builder, directory).map_err(|e| fail(e.kind().into()))?;
        let mut out = BufWriter::with_capacity(1 << 16, temporary.as_file_mut());
        let written = write(&mut out).and_then(|()| out.flush());
        written.map_err(fail)?;
        drop(out);
        temporary.as_file().sync_all().map_err(fail)?;
        Ok(Pending {
            target: target.to_path_buf(),
            temporary,
        })
    }

    /// Renames the file to its target.
    pub(crate) fn place(self) -> Result<()> {
        let target = self.target;
        self.temporary
            .persist(&target)
            .map(drop)
            .map_err(|e| Error::io(&target, "can't replace", e.error))
    }
}

/// Makes a temporary file that is known to be in use: its lock is held as long
/// as it is open.
fn make_temporary(
    builder: &tempfile::Builder<'_, '_>,
    directory: &Path,
) -> io::Result<NamedTempFile> {
    loop {
        let temporary = builder.tempfile_in(directory)?;
        // Where files can't be locked none is ever swept away.
        let _ = temporary.as_file().lock();
        if temporary.path().exists() {
            return Ok(temporary);
        }
        // It was swept away between the two lines above.
    }
}

/// Removes temporary files that a killed program left in a directory: those
/// whose lock nobody holds.
pub(crate) fn sweep(directory: &Path) {
    let entries = fs::read_dir(directory).into_iter().flatten();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // What can't be opened, locked or removed is left alone: it is in
        // nobody's way.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A target may be replaced if it is a file or a link, not if it is a directory
/// or something stranger.
fn check_target(target: &Path) -> Result<()> {
    match fs::symlink_metadata(target) {
        Ok(found) if !found.is_file() && !found.is_symlink() => Err(Error::input(
            target.display().to_string(),
            "expected a file to replace, found a directory or device",
        )),
        _ => Ok(()),
    }
}

/// Refuses to write over a file that is read for it.
pub fn check_not_source(target: &Path, sources: &[PathBuf]) -> Result<()> {
    let Ok(canonical) = target.canonicalize() else {
        return Ok(()); // Nothing is there yet.
    };
    let is_target = |source: &PathBuf| source.canonicalize().is_ok_and(|s| s == canonical);
    match sources.iter().find(|source| is_target(source)) {
        None => Ok(()),
        Some(source) => Err(Error::input(
            target.display().to_string(),
            format!("can't be written: it is the source {}", source.display()),
        )),
    }
}

/// Writes one file, whole or not at all.
pub fn write_file(target: &Path, bytes: &[u8]) -> Result<()> {
    write_file_with(target, |out| out.write_all(bytes))
}

/// The same for a file that is written bit by bit.
pub fn write_file_with(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    sweep(directory_of(target));
    Pending::write_with(target, write)?.place()
}

/// Makes a directory and keeps other builds from publishing into it until the
/// returned handle is dropped.
pub(crate) fn lock_directory(directory: &Path) -> Result<File> {
    let directory = match directory == Path::new("") {
        true => Path::new("."),
        false => directory,
    };
    fs::create_dir_all(directory).map_err(|e| Error::io(directory, "can't make", e))?;
    let handle = File::open(directory).map_err(|e| Error::io(directory, "can't open", e))?;
    handle
        .lock()
        .map_err(|e| Error::io(directory, "can't lock", e))?;
    Ok(handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_over() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("x");
        for text in ["one", "two"] {
            write_file(&target, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
        }
        drop(Pending::write(&target, b"three").unwrap());
        assert_eq!(fs::read_to_string(&target).unwrap(), "two");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_fails_halfway_leaves_the_old_file() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("x");
        write_file(&target, b"old").unwrap();
        let error = write_file_with(&target, |out| {
            out.write_all(b"new")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(error.unwrap_err().to_string().contains("x: can't write: "));
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        write_file_with(&target, |out| write!(out, "{}", 7)).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "7");
    }

    #[test]
    fn what_a_killed_program_left_is_swept_away() {
        let dir = tempfile::tempdir().unwrap();
        let left = dir.path().join(".wordmill-dead.tmp");
        let other = dir.path().join(".wordmill-notes.txt");
        fs::write(&left, "half a fi").unwrap();
        fs::write(&other, "somebody's").unwrap();
        let in_use = Pending::write(&dir.path().join("x"), b"new").unwrap();
        write_file(&dir.path().join("y"), b"y").unwrap();
        assert!(!left.exists() && other.exists());
        in_use.place().unwrap();
        assert_eq!(fs::read(dir.path().join("x")).unwrap(), b"new");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
    }

    #[test]
    fn a_directory_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let error = write_file(dir.path(), b"x").unwrap_err();
        assert!(error.to_string().contains("expected a file to replace"));
    }
}

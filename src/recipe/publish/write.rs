//! Writes files whole or not at all.
//!
//! A file is first written beside its target under a temporary name and synced,
//! then renamed. A reader of the target sees the old file or the new one, never
//! half of one. Programs that publish into the same directory wait for each
//! other.
//!
//! A killed program leaves its temporary files behind. The next program that
//! writes into the directory removes them. It can tell them from files in use: a
//! program holds a lock on its temporary file, or on the directory if it publishes
//! many, and the system releases the locks when the program ends. So a publisher
//! keeps no file open for each that it writes: a recipe may make more files than
//! the system lets a program open.

use crate::error::{Error, Problem, Result};
use crate::recipe::publish::fault;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// The beginning and end of temporary files' names.
const PREFIX: &str = ".wordmill-";
const SUFFIX: &str = ".tmp";

/// The directory that a target is in.
fn directory_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A file that is written but not yet in its place.
pub(crate) struct Pending {
    target: PathBuf,
    temporary: TempPath,
    /// The open file, whose lock marks it as in use.
    in_use: Option<File>,
}

impl Pending {
    /// Has `write` write a file beside the target, and syncs it.
    pub(crate) fn write(
        target: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Pending> {
        let fail = |e: io::Error| Error::io(target, "can't write", e);
        check_target(target)?;
        let directory = directory_of(target);
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        if !directory.is_dir() {
            let message = format!(
                "expected a directory `{}` to write it into",
                directory.display()
            );
            return Err(Error::input(target.display().to_string(), message));
        }
        let made = make_temporary(&builder, directory);
        let mut temporary = made.map_err(fail)?;
        let mut out = BufWriter::with_capacity(1 << 16, temporary.as_file_mut());
        let written = write(&mut out).and_then(|()| out.flush());
        written.map_err(fail)?;
        drop(out);
        temporary.as_file().sync_all().map_err(fail)?;
        let (file, temporary) = temporary.into_parts();
        Ok(Pending {
            target: target.to_path_buf(),
            temporary,
            in_use: Some(file),
        })
    }

    /// Closes the file. From now on the lock on the directory keeps others from
    /// sweeping it away.
    pub(crate) fn closed_in(self, _: &Held) -> Pending {
        Pending {
            in_use: None,
            ..self
        }
    }

    /// Renames the file to its target.
    pub(crate) fn place(self) -> Result<()> {
        let Pending {
            target,
            temporary,
            in_use: _in_use,
        } = self;
        let fail = |e: io::Error| Error::io(&target, "can't replace", e);
        fault::step().map_err(fail)?;
        temporary.persist(&target).map_err(|e| fail(e.error))
    }

    /// Checks that the file can still be renamed to its target.
    pub(crate) fn check_target(&self) -> Result<()> {
        check_target(&self.target)
    }
}

/// Makes a temporary file and locks it, which marks it as in use.
fn make_temporary(
    builder: &tempfile::Builder<'_, '_>,
    directory: &Path,
) -> io::Result<NamedTempFile> {
    loop {
        // Not `tempfile_in`, whose errors name the temporary file.
        let temporary = builder.make_in(directory, |path| {
            let mut options = File::options();
            options.read(true).write(true).create_new(true).open(path)
        })?;
        // On a file system without locks no file is ever swept away.
        let _ = temporary.as_file().lock();
        if temporary.path().exists() {
            return Ok(temporary);
        }
        // Another program swept it away before it was locked.
    }
}

/// Removes the temporary files that killed programs left in a directory, unless some
/// program publishes into it.
fn sweep_unless_held(directory: &Path) {
    if let Ok(handle) = File::open(directory)
        && handle.try_lock().is_ok()
    {
        sweep(directory);
    }
}

/// Removes the temporary files that killed programs left in a directory, on which this
/// program has the lock: those that are not locked themselves.
pub(crate) fn sweep(directory: &Path) {
    let entries = fs::read_dir(directory).into_iter().flatten();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // A file that can't be opened, locked or removed does no harm.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes a file.
pub(crate) fn remove_file(path: &Path) -> Result<()> {
    let fail = |e: io::Error| Error::io(path, "can't remove", e);
    fault::step().map_err(fail)?;
    fs::remove_file(path).map_err(fail)
}

/// Refuses a target that is neither a file nor a link, and one that the system
/// can't have, such as a name that is too long for it.
fn check_target(target: &Path) -> Result<()> {
    match fs::symlink_metadata(target) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(Error::io(target, "can't write", e)),
        Ok(found) if !found.is_file() && !found.is_symlink() => Err(Error::input(
            target.display().to_string(),
            Problem::mismatch("a file to replace", "a directory or device"),
        )),
        _ => Ok(()),
    }
}

/// Files that must not be overwritten, since something is made from them.
pub(crate) struct Sources(BTreeMap<PathBuf, PathBuf>);

impl Sources {
    pub(crate) fn of(paths: impl IntoIterator<Item = PathBuf>) -> Sources {
        let paths = paths.into_iter();
        Sources(
            paths
                .filter_map(|path| Some((path.canonicalize().ok()?, path)))
                .collect(),
        )
    }

    /// Refuses a target that is one of the sources.
    pub(crate) fn check(&self, target: &Path) -> Result<()> {
        let Ok(canonical) = target.canonicalize() else {
            return Ok(()); // There is no such file yet.
        };
        match self.0.get(&canonical) {
            None => Ok(()),
            Some(source) => Err(Error::input(
                target.display().to_string(),
                format!("can't be written: it is the source {}", source.display()),
            )),
        }
    }
}

/// Refuses a target that is one of its own sources.
pub fn check_not_source(target: &Path, sources: &[PathBuf]) -> Result<()> {
    Sources::of(sources.iter().cloned()).check(target)
}

/// Writes one file, whole or not at all.
pub fn write_file(target: &Path, bytes: &[u8]) -> Result<()> {
    write_file_with(target, |out| out.write_all(bytes))
}

/// Has `write` write one file, whole or not at all.
pub fn write_file_with(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    sweep_unless_held(directory_of(target));
    Pending::write(target, write)?.place()
}

/// A directory into which no other program publishes until this is dropped.
pub(crate) struct Held {
    directory: PathBuf,
    handle: File,
}

impl Held {
    /// Makes and opens a directory, and waits for its lock.
    fn open(directory: &Path) -> Result<Held> {
        fs::create_dir_all(directory).map_err(|e| Error::io(directory, "can't make", e))?;
        let handle = File::open(directory).map_err(|e| Error::io(directory, "can't open", e))?;
        let locked = handle.lock();
        locked.map_err(|e| Error::io(directory, "can't lock", e))?;
        let directory = directory.to_path_buf();
        Ok(Held { directory, handle })
    }

    /// Refuses to go on if another directory is in the place of the one that is held.
    pub(crate) fn check(&self) -> Result<()> {
        match self.is_in_place() {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::input(
                self.directory.display().to_string(),
                Problem::mismatch("the directory that was opened", "another in its place"),
            )),
            Err(e) => Err(Error::io(&self.directory, "can't open", e)),
        }
    }

    /// Whether the path still leads to the directory that is held. Only Unix tells.
    fn is_in_place(&self) -> io::Result<bool> {
        let (held, found) = (self.handle.metadata()?, fs::metadata(&self.directory)?);
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Ok((held.dev(), held.ino()) == (found.dev(), found.ino()))
        }
        #[cfg(not(unix))]
        Ok(held.is_dir() == found.is_dir())
    }
}

/// Makes a directory, and keeps other programs from publishing into it.
pub(crate) fn lock_directory(directory: &Path) -> Result<Held> {
    let directory = match directory == Path::new("") {
        true => Path::new("."),
        false => directory,
    };
    for _ in 0..TRIES {
        let held = Held::open(directory)?;
        if held.is_in_place().is_ok_and(|is_in_place| is_in_place) {
            return Ok(held);
        }
    }
    let held = Held::open(directory)?;
    held.check()?;
    Ok(held)
}

/// How often a directory is opened again, if it was moved away while this program
/// waited for the lock.
const TRIES: u32 = 16;

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
        drop(Pending::write(&target, |out| out.write_all(b"three")).unwrap());
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
        let in_use = Pending::write(&dir.path().join("x"), |out| out.write_all(b"new")).unwrap();
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

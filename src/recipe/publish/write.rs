//! Writes files completely or not at all.
//!
//! A file is first written beside its target under a temporary name and synced, then
//! renamed. A reader of the target sees the old file or the new one, never half of one.
//! Programs that publish into the same directory wait for each other. The directory is
//! opened once, and its files are accessed by name: if the directory is moved
//! meanwhile, no other directory gets any of them.
//!
//! A killed program leaves its temporary files behind. The next program that writes
//! into the directory removes them. Locks distinguish them from files in use: a program
//! holds a lock on its temporary file, or on the directory if it publishes many, and
//! the system releases the locks when the program ends. So a publisher keeps open only
//! the few files that it is writing. This matters because a recipe may build more files
//! than a process may open.

use crate::error::{Error, Result};
use crate::limits::FILE_BYTES;
use crate::recipe::publish::early::{EarlyFile, write_early};
use crate::recipe::publish::fault;
use crate::recipe::publish::folder::{Entry, Folder};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The prefix and suffix of temporary files' names.
const PREFIX: &str = ".wordmill-";
const SUFFIX: &str = ".tmp";

/// The most names that may already be taken. They are random, so none is ever taken by
/// chance.
const MOST_TAKEN: usize = 16;

/// The directory of a target.
fn directory_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A file that is written but not yet in place. Dropping it removes the temporary file.
pub(crate) struct Pending {
    target: PathBuf,
    name: OsString,
    folder: Folder,
    /// The name of the temporary file; `None` after the rename.
    temporary: Option<OsString>,
    /// The open file, whose lock marks it as in use.
    in_use: Option<File>,
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(name) = &self.temporary {
            // If it can't be removed, the next program sweeps it away.
            let _ = self.folder.remove(name);
        }
    }
}

impl Pending {
    /// Calls `write` to write a file beside the target.
    fn write(target: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<Pending> {
        let directory = directory_of(target);
        let folder = Folder::open(directory).map_err(|e| match directory.is_dir() {
            true => Error::io(target, "can't write", e),
            false => {
                let directory = directory.display();
                let message = format!("expected a directory `{directory}` to write it into");
                Error::input(target, message)
            }
        })?;
        Pending::write_in(&folder, target, write)
    }

    /// Like [`write`](Self::write), in the open directory of the target.
    fn write_in(
        folder: &Folder,
        target: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<Pending> {
        let fail = |e: io::Error| Error::io(target, "can't write", e);
        let is_of_file = !target.as_os_str().as_encoded_bytes().ends_with(b"/");
        let name = target.file_name().filter(|_| is_of_file);
        let name = name.ok_or_else(|| no_file(target))?;
        check_target(folder, name, target)?;
        let (temporary, mut file) = make_temporary(folder).map_err(fail)?;
        let mut pending = Pending {
            target: target.to_path_buf(),
            name: name.to_os_string(),
            folder: folder.clone(),
            temporary: Some(temporary),
            in_use: None,
        };
        write(&mut file).map_err(fail)?;
        pending.in_use = Some(file);
        Ok(pending)
    }

    /// Renames the file to its target.
    pub(crate) fn place(mut self) -> Result<()> {
        let fail = |e: io::Error| Error::io(&self.target, "can't replace", e);
        fault::step().map_err(fail)?;
        if let Some(from) = &self.temporary {
            self.folder.rename(from, &self.name).map_err(fail)?;
        }
        self.temporary = None;
        Ok(())
    }

    /// Checks that the file can still be renamed to its target.
    pub(crate) fn check_target(&self) -> Result<()> {
        check_target(&self.folder, &self.name, &self.target)
    }
}

/// Creates a temporary file and locks it, which marks it as in use.
fn make_temporary(folder: &Folder) -> io::Result<(OsString, File)> {
    let mut taken = 0;
    loop {
        // Each `RandomState` has new random keys, which can't be guessed.
        let random = RandomState::new().build_hasher().finish();
        let name = OsString::from(format!("{PREFIX}{random:016x}{SUFFIX}"));
        let file = match folder.create_new(&name) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && taken < MOST_TAKEN => {
                taken += 1;
                continue;
            }
            file => file?,
        };
        // On a file system without locks, no file is ever swept away.
        let _ = file.lock();
        if !matches!(folder.entry(&name), Ok(None)) {
            return Ok((name, file));
        }
        // Another program swept it away before it was locked.
    }
}

/// Removes the temporary files that killed programs left in a directory, unless a
/// program is publishing into it.
pub(crate) fn sweep_unless_held(directory: &Path) {
    if let Ok(handle) = File::open(directory)
        && handle.try_lock().is_ok()
    {
        sweep(directory);
    }
}

/// Removes the temporary files that killed programs left in a directory: those that are
/// not locked. This program must hold the lock on the directory.
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

/// Refuses a target that is neither a file nor a link, and one that the system does not
/// allow, such as a name that is too long.
fn check_target(folder: &Folder, name: &OsStr, target: &Path) -> Result<()> {
    match folder.entry(name) {
        Err(e) => Err(Error::io(target, "can't write", e)),
        Ok(Some(Entry::Other)) => Err(no_file(target)),
        Ok(_) => Ok(()),
    }
}

fn no_file(target: &Path) -> Error {
    Error::mismatch(target, "a file to replace", "a directory or device")
}

/// Files that must not be overwritten, since something is built from them.
pub(crate) struct Sources(Vec<(PathBuf, PathBuf)>);

impl Sources {
    pub(crate) fn of(paths: Vec<PathBuf>) -> Sources {
        let named = |path: PathBuf| Some((path.canonicalize().ok()?, path));
        Sources(paths.into_iter().filter_map(named).collect())
    }

    /// Refuses a target that is one of the sources.
    pub(crate) fn check(&self, target: &Path) -> Result<()> {
        let Ok(canonical) = target.canonicalize() else {
            return Ok(()); // There is no such file yet.
        };
        let mut sources = self.0.iter().rev();
        let Some((_, source)) = sources.find(|(source, _)| *source == canonical) else {
            return Ok(());
        };
        let source = source.display();
        Err(Error::input(
            target,
            format!("can't be written: it is the source {source}"),
        ))
    }
}

/// Refuses a target that is one of its own sources.
pub fn check_not_source(target: &Path, sources: &[PathBuf]) -> Result<()> {
    Sources::of(sources.to_vec()).check(target)
}

/// Refuses a target that can't be written, before any work is done for it. Only a trial
/// shows it: a temporary file is created beside the target and removed.
pub(crate) fn check_writable(target: &Path) -> Result<()> {
    Pending::write(target, |_| Ok(())).map(drop)
}

/// Writes one file, completely or not at all.
pub fn write_file(target: &Path, bytes: &[u8]) -> Result<()> {
    write_unbuffered(target, |file| file.write_all(bytes))
}

/// Calls `write` to write one file, completely or not at all.
pub fn write_file_with(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    write_unbuffered(target, |file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        write(&mut out).and_then(|()| out.flush())
    })
}

/// Calls `write` to write one large file, completely or not at all. It must write from
/// start to end, and may then rewrite the first bytes.
pub(crate) fn write_large_file(
    target: &Path,
    write: impl FnOnce(&mut EarlyFile<'_>) -> io::Result<()>,
) -> Result<()> {
    write_unbuffered(target, |file| write_early(file, write))
}

fn write_unbuffered(target: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<()> {
    sweep_unless_held(directory_of(target));
    let pending = Pending::write(target, |file| {
        write(file)?;
        file.sync_all()
    })?;
    pending.place()
}

/// Writes one of many new files, completely or not at all. Refuses a name that is
/// taken. It does not sync each file or sweep the directory, which would take longer
/// than producing the files.
pub(crate) fn write_new_file(target: &Path, bytes: &[u8]) -> Result<()> {
    let pending = Pending::write(target, |file| file.write_all(bytes))?;
    match pending.folder.entry(&pending.name) {
        Ok(None) => pending.place(),
        Ok(Some(_)) => Err(Error::mismatch(target, "no file of that name", "one")),
        Err(e) => Err(Error::io(target, "can't write", e)),
    }
}

/// A directory into which no other program publishes until this value is dropped.
pub(crate) struct Held {
    directory: PathBuf,
    handle: File,
    folder: Folder,
}

impl Held {
    /// Creates and opens a directory, and waits for its lock.
    fn open(directory: &Path) -> Result<Held> {
        fs::create_dir_all(directory).map_err(|e| Error::io(directory, "can't make", e))?;
        let handle = File::open(directory).map_err(|e| Error::io(directory, "can't open", e))?;
        let locked = handle.lock();
        locked.map_err(|e| Error::io(directory, "can't lock", e))?;
        let folder = Folder::of(directory, &handle);
        Ok(Held {
            folder: folder.map_err(|e| Error::io(directory, "can't open", e))?,
            directory: directory.to_path_buf(),
            handle,
        })
    }

    /// Writes a file that is not yet put in place. The file is closed: the lock on the
    /// directory keeps others from sweeping it away.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<Pending> {
        let target = self.directory.join(name);
        let mut pending = Pending::write_in(&self.folder, &target, |out| {
            out.write_all(bytes)?;
            out.sync_all()
        })?;
        pending.in_use = None;
        Ok(pending)
    }

    /// Removes a file.
    pub(crate) fn remove(&self, name: &str) -> Result<()> {
        let path = self.directory.join(name);
        let fail = |e: io::Error| Error::io(&path, "can't remove", e);
        fault::step().map_err(fail)?;
        self.folder.remove(name.as_ref()).map_err(fail)
    }

    /// Whether two names refer to one file, as they may if the file system ignores
    /// case.
    pub(crate) fn is_same(&self, one: &str, other: &str) -> bool {
        self.folder.is_same(one.as_ref(), other.as_ref())
    }

    /// The SHA-256 of a file; `None` if nothing has this name, or if it is not a
    /// regular file (for example, a link).
    pub(crate) fn sum_of(&self, name: &str) -> Result<Option<String>> {
        let sum = self.folder.sum_of(name.as_ref(), FILE_BYTES);
        sum.map_err(|e| Error::io(&self.directory.join(name), "can't read", e))
    }

    /// Fails if another directory has replaced the one that is held.
    pub(crate) fn check(&self) -> Result<()> {
        let (path, expected) = (&self.directory, "the directory that was opened");
        match self.is_in_place() {
            Ok(true) => Ok(()),
            Ok(false) => Err(Error::mismatch(path, expected, "another in its place")),
            Err(e) => Err(Error::io(path, "can't open", e)),
        }
    }

    /// Whether the path still leads to the directory that is held. Only Unix can tell.
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

/// Creates a directory, and keeps other programs from publishing into it.
pub(crate) fn lock_directory(directory: &Path) -> Result<Held> {
    let directory = match directory == Path::new("") {
        true => Path::new("."),
        false => directory,
    };
    let mut tries = 0;
    loop {
        let held = Held::open(directory)?;
        match held.check() {
            Err(_) if tries < TRIES => tries += 1,
            checked => return checked.map(|()| held),
        }
    }
}

/// How often a directory is reopened if it was moved while this program waited for the
/// lock.
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
    fn a_try_leaves_everything_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("x");
        check_writable(&target).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        fs::write(&target, "old").unwrap();
        check_writable(&target).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        assert!(check_writable(&target.join("y")).is_err());
        assert!(check_writable(dir.path()).is_err());
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("x");
        write_new_file(&target, b"one").unwrap();
        let error = write_new_file(&target, b"two").unwrap_err().to_string();
        assert!(error.ends_with("x: expected no file of that name, found one"));
        assert_eq!(fs::read(&target).unwrap(), b"one");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_directory_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let error = write_file(dir.path(), b"x").unwrap_err();
        assert!(error.to_string().contains("expected a file to replace"));
    }
}

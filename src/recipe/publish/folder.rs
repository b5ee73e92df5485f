//! An open directory, whose files are accessed by name.
//!
//! A path can lead elsewhere from one moment to the next, if someone moves a directory
//! or replaces it with a link. An open directory stays the same. On Unix, files are
//! created, renamed, removed and read in it with `openat` and related calls, which
//! don't follow a link that replaced a file. Other systems use paths.

use crate::digest::sha256_of;
#[cfg(unix)]
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, renameat, statat, unlinkat};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
#[cfg(unix)]
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
#[cfg(unix)]
use std::sync::Arc;
#[cfg(not(unix))]
use std::{fs, path::PathBuf};

/// The kind of a directory entry. Links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    File,
    Link,
    Other,
}

/// An open directory.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    #[cfg(unix)]
    handle: Arc<File>,
    #[cfg(not(unix))]
    path: PathBuf,
}

impl Folder {
    /// The SHA-256 of a file of at most `most` bytes; `None` if there is no such file.
    pub(crate) fn sum_of(&self, name: &OsStr, most: u64) -> io::Result<Option<String>> {
        if self.entry(name)? != Some(Entry::File) {
            return Ok(None);
        }
        let file = self.open_file(name)?;
        let found = file.metadata()?;
        match found.is_file() && found.len() <= most {
            true => sha256_of(file.take(most)).map(Some),
            false => Ok(None),
        }
    }
}

/// Where the system has such handles, a handle used only to reach files needs no
/// permission to list the directory.
#[cfg(target_os = "linux")]
const TO_REACH: OFlags = OFlags::PATH;
#[cfg(all(unix, not(target_os = "linux")))]
const TO_REACH: OFlags = OFlags::RDONLY;

#[cfg(unix)]
impl Folder {
    /// Opens a directory.
    pub(crate) fn open(path: &Path) -> io::Result<Folder> {
        let flags = TO_REACH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = Arc::new(File::from(openat(CWD, path, flags, Mode::empty())?));
        Ok(Folder { handle })
    }

    /// Creates the folder of an open directory handle.
    pub(crate) fn of(_: &Path, handle: &File) -> io::Result<Folder> {
        let handle = Arc::new(handle.try_clone()?);
        Ok(Folder { handle })
    }

    fn fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }

    /// Creates a new file, for writing and locking.
    pub(crate) fn create_new(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(0o666);
        Ok(File::from(openat(self.fd(), name, flags, mode)?))
    }

    /// Opens a file for reading. Does not block if a pipe has replaced it.
    fn open_file(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(File::from(openat(self.fd(), name, flags, Mode::empty())?))
    }

    /// The kind of the entry with a name; `None` if there is none.
    pub(crate) fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        match statat(self.fd(), name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(rustix::io::Errno::NOENT) => Ok(None),
            Err(e) => Err(e.into()),
            Ok(found) => Ok(Some(match FileType::from_raw_mode(found.st_mode) {
                FileType::RegularFile => Entry::File,
                FileType::Symlink => Entry::Link,
                _ => Entry::Other,
            })),
        }
    }

    /// Whether two names refer to one file.
    pub(crate) fn is_same(&self, one: &OsStr, other: &OsStr) -> bool {
        let found = [one, other].map(|name| statat(self.fd(), name, AtFlags::SYMLINK_NOFOLLOW));
        matches!(found, [Ok(a), Ok(b)] if (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino))
    }

    /// Renames a file, replacing any file with the new name.
    pub(crate) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(renameat(self.fd(), from, self.fd(), to)?)
    }

    /// Removes a file or a link.
    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(self.fd(), name, AtFlags::empty())?)
    }
}

#[cfg(not(unix))]
impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Folder> {
        match fs::metadata(path)?.is_dir() {
            true => Ok(Folder {
                path: path.to_path_buf(),
            }),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    pub(crate) fn of(path: &Path, _: &File) -> io::Result<Folder> {
        Folder::open(path)
    }

    pub(crate) fn create_new(&self, name: &OsStr) -> io::Result<File> {
        let mut options = File::options();
        let options = options.read(true).write(true).create_new(true);
        options.open(self.path.join(name))
    }

    fn open_file(&self, name: &OsStr) -> io::Result<File> {
        File::open(self.path.join(name))
    }

    pub(crate) fn entry(&self, name: &OsStr) -> io::Result<Option<Entry>> {
        match fs::symlink_metadata(self.path.join(name)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
            Ok(found) if found.is_file() => Ok(Some(Entry::File)),
            Ok(found) if found.is_symlink() => Ok(Some(Entry::Link)),
            Ok(_) => Ok(Some(Entry::Other)),
        }
    }

    pub(crate) fn is_same(&self, one: &OsStr, other: &OsStr) -> bool {
        // Canonical paths have the names as they are in the directory.
        let found = [one, other].map(|name| self.path.join(name).canonicalize());
        matches!(found, [Ok(a), Ok(b)] if a == b)
    }

    pub(crate) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))
    }

    pub(crate) fn remove(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::digest::sha256;
    use std::fs;

    #[test]
    fn files_are_reached_wherever_the_directory_is() {
        let root = tempfile::tempdir().unwrap();
        let (here, away) = (root.path().join("here"), root.path().join("away"));
        fs::create_dir(&here).unwrap();
        fs::write(here.join("x"), "old").unwrap();
        let folder = Folder::open(&here).unwrap();
        fs::rename(&here, &away).unwrap();
        fs::create_dir(&here).unwrap();
        fs::write(here.join("x"), "another").unwrap();
        let (x, y) = (OsStr::new("x"), OsStr::new("y"));
        assert_eq!(folder.sum_of(x, 3).unwrap().unwrap(), sha256(b"old"));
        drop(folder.create_new(y).unwrap());
        folder.rename(y, x).unwrap();
        assert_eq!(fs::read(away.join("x")).unwrap(), b"");
        folder.remove(x).unwrap();
        assert_eq!(folder.entry(x).unwrap(), None);
        assert_eq!(fs::read(here.join("x")).unwrap(), b"another");
    }

    #[test]
    fn links_are_not_followed() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("x"), "text").unwrap();
        std::os::unix::fs::symlink("x", root.path().join("link")).unwrap();
        let folder = Folder::open(root.path()).unwrap();
        let (x, link) = (OsStr::new("x"), OsStr::new("link"));
        assert_eq!(folder.entry(link).unwrap(), Some(Entry::Link));
        assert_eq!(folder.sum_of(link, 9).unwrap(), None);
        assert!(folder.open_file(link).is_err() && folder.create_new(link).is_err());
        assert_eq!(folder.sum_of(x, 3).unwrap(), None);
        folder.remove(link).unwrap();
        assert_eq!(folder.sum_of(x, 4).unwrap().unwrap(), sha256(b"text"));
        assert!(folder.sum_of(OsStr::new(&"x".repeat(300)), 4).is_err());
    }
}

//! A temporary folder in which the real binaries run.

use assert_cmd::Command;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The root of this repository.
pub(crate) fn repo() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) struct Folder(TempDir);

/// What a program printed, and its exit code.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Folder {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// A program, to be run in this folder.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::cargo_bin(program).unwrap();
        command.current_dir(self.0.path()).env("NO_COLOR", "1");
        command
    }

    /// Runs a program with arguments that white space separates.
    pub(crate) fn run(&self, command: &str) -> Ran {
        self.run_with(command, Vec::new())
    }

    /// The same, with something on the standard input.
    pub(crate) fn run_with(&self, command: &str, input: impl Into<Vec<u8>>) -> Ran {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap();
        let mut command = self.command(program);
        let output = command.args(words).write_stdin(input).output().unwrap();
        Ran::of(output)
    }

    /// Everything in the folder: names with contents, directories with none.
    pub(crate) fn snapshot(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.0.path().to_path_buf()];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(&dir).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(self.0.path()).unwrap().to_path_buf();
                if path.is_dir() {
                    found.insert(name, None);
                    open.push(path);
                } else {
                    found.insert(name, Some(std::fs::read(&path).unwrap()));
                }
            }
        }
        found
    }
}

impl Ran {
    /// What a program did that was run in another way.
    pub(crate) fn of(output: std::process::Output) -> Ran {
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Fails unless the program ended well; gives what it printed.
    #[track_caller]
    pub(crate) fn fine(self) -> Ran {
        assert_eq!(self.code, 0, "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }
}

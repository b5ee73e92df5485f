//! A temporary folder in which the real binaries run.

use assert_cmd::Command;
use serde_json::Value;
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
    command: String,
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

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.read(name)).unwrap()
    }

    /// A program, to be run in this folder.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::cargo_bin(program).unwrap();
        command.current_dir(self.0.path()).env("NO_COLOR", "1");
        command
    }

    /// Runs a program with arguments that white space separates. Single quotes
    /// around an argument keep its spaces.
    pub(crate) fn run(&self, command: &str) -> Ran {
        self.run_with(command, Vec::new())
    }

    /// Like [`run`](Folder::run), with something on the standard input.
    pub(crate) fn run_with(&self, command: &str, input: impl Into<Vec<u8>>) -> Ran {
        let words = words(command);
        let mut program = self.command(&words[0]);
        let output = program.args(&words[1..]).write_stdin(input).output();
        Ran::of(command, output.unwrap())
    }

    /// Runs a program that has to end well.
    #[track_caller]
    pub(crate) fn fine(&self, command: &str) -> Ran {
        self.run(command).fine()
    }

    /// Runs a program that has to refuse its input: like
    /// [`fails`](Folder::fails) with the exit code 2.
    #[track_caller]
    pub(crate) fn refuses(&self, command: &str, expected: &str) {
        self.fails(command, 2, expected);
    }

    /// Runs a program that has to fail: exit code and messages as given, and
    /// nothing in the folder changed. Each line of the messages has the name of
    /// the program before it; quoted lines are left out.
    #[track_caller]
    pub(crate) fn fails(&self, command: &str, code: i32, expected: &str) {
        let before = self.snapshot();
        let ran = self.run(command);
        let program = command.split(' ').next().unwrap();
        let expected: Vec<String> = expected
            .lines()
            .map(|line| format!("{program}: {line}"))
            .collect();
        assert_eq!(ran.messages(), expected, "{command}");
        ran.assert_out(code, "");
        assert!(self.snapshot() == before, "{command} changed the folder");
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

/// The words of a command: separated by white space, or in single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').unwrap(),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_string());
        rest = after.trim_start();
    }
    words
}

impl Ran {
    pub(crate) fn of(command: &str, output: std::process::Output) -> Ran {
        Ran {
            command: command.to_string(),
            code: output.status.code().expect(command),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Fails unless the program ended well.
    #[track_caller]
    pub(crate) fn fine(self) -> Ran {
        self.assert_code(0);
        self
    }

    #[track_caller]
    pub(crate) fn assert_code(&self, code: i32) {
        let Ran {
            command, out, err, ..
        } = self;
        assert_eq!(self.code, code, "$ {command}\n{out}\n{err}");
    }

    /// Compares the exit code and the standard output.
    #[track_caller]
    pub(crate) fn assert_out(&self, code: i32, out: &str) {
        self.assert_code(code);
        assert_eq!(self.out, out, "$ {}\n{}", self.command, self.err);
    }

    /// Compares the exit code and the standard error.
    #[track_caller]
    pub(crate) fn assert_err(&self, code: i32, err: &str) {
        self.assert_code(code);
        assert_eq!(self.err, err, "$ {}\n{}", self.command, self.out);
    }

    /// The lines of the standard error without those that quote a file, each
    /// with a marker below it; `help` tests these.
    #[track_caller]
    pub(crate) fn messages(&self) -> Vec<&str> {
        let mut lines = self.err.lines();
        let mut messages = Vec::new();
        while let Some(line) = lines.next() {
            if line.starts_with("    ") {
                let marker = lines.next().unwrap_or_default().trim_start();
                let is_marker = !marker.is_empty() && marker.chars().all(|c| c == '^');
                assert!(is_marker, "{}", self.err);
            } else {
                messages.push(line);
            }
        }
        messages
    }

    /// The standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}", self.out))
    }
}

/// Assertions about parts of a text, which show all of it when they fail.
pub(crate) trait Text {
    fn must_have(&self, part: &str);
    fn must_lack(&self, part: &str);
    fn must_start(&self, part: &str);
    fn must_end(&self, part: &str);
}

impl Text for str {
    #[track_caller]
    fn must_have(&self, part: &str) {
        assert!(self.contains(part), "expected {part:?} in\n{self}");
    }

    #[track_caller]
    fn must_lack(&self, part: &str) {
        assert!(!self.contains(part), "expected no {part:?} in\n{self}");
    }

    #[track_caller]
    fn must_start(&self, part: &str) {
        assert!(self.starts_with(part), "expected {part:?} first in\n{self}");
    }

    #[track_caller]
    fn must_end(&self, part: &str) {
        assert!(self.ends_with(part), "expected {part:?} last in\n{self}");
    }
}

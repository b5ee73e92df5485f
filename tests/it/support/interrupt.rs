//! Programs that get Ctrl-C while they run.

use crate::support::harness::Folder;
#[cfg(target_os = "linux")]
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to end after Ctrl-C. It takes a moment; the rest is for
/// machines that are busy.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running `movegen-check`. It ends with its test, even if the test fails.
pub(crate) struct Running(Child);

impl Running {
    /// Starts it in a folder with Ctrl-C as a terminal has it. A test that runs in the
    /// background of a plain shell would hand it down ignored.
    pub(crate) fn start(folder: &Folder, arguments: &[String]) -> Running {
        Running::start_by(folder, arguments, "--default-signal=INT")
    }

    /// Starts it in a folder with Ctrl-C ignored, as `nohup` and shells do.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_ignoring(folder: &Folder, arguments: &[String]) -> Running {
        Running::start_by(folder, arguments, "--ignore-signal=INT")
    }

    /// Only Linux programs look at what they were handed down, and only there `env` has the
    /// option.
    fn start_by(folder: &Folder, arguments: &[String], option: &str) -> Running {
        let program = assert_cmd::cargo::cargo_bin("movegen-check");
        let mut command = Command::new("env");
        command.args(cfg!(target_os = "linux").then_some(option));
        command.arg(program).args(arguments);
        command.current_dir(folder.path(".")).stdout(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    /// Waits until it is `ready` for Ctrl-C.
    pub(crate) fn wait(&mut self, mut ready: impl FnMut(u32) -> bool) {
        while !ready(self.0.id()) {
            assert!(self.0.try_wait().unwrap().is_none(), "it ended by itself");
            thread::yield_now();
        }
    }

    pub(crate) fn interrupt(&self) {
        let id = self.0.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.unwrap().success());
    }

    /// The exit code and the output.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let mut stdout = self.0.stdout.take().unwrap();
        let reader = thread::spawn(move || {
            let mut text = String::new();
            stdout.read_to_string(&mut text).map(|_| text)
        });
        let begun = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "it did not end");
            thread::sleep(Duration::from_millis(5));
        }
        let code = self.0.wait().unwrap().code();
        (code, reader.join().unwrap().unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a process is a program that listens for Ctrl-C (`SigCgt`) or ignores it
/// (`SigIgn`), as its status says.
#[cfg(target_os = "linux")]
pub(crate) fn has_interrupt(id: u32, field: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let value = |name| status.lines().find_map(|line| line.strip_prefix(name));
    let mask = value(field).and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_program = value("Name:").is_some_and(|name| name.trim() == "movegen-check");
    is_program && mask.is_some_and(|mask| mask >> 1 & 1 == 1)
}

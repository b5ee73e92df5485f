//! Faults, and the builders that meet them.

use crate::versions::{LEXICONS, VERSIONS, Versions, program, programs};
use std::fmt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use wordmill::random::Random;

/// What happens to a builder.
#[derive(Clone, Copy)]
pub(crate) enum Fault {
    None,
    /// A signal after a part of the time that a build takes, in thousandths.
    Signal(&'static str, u64),
    /// No file may have more blocks of 512 bytes. The system kills the program that
    /// writes more, unless it ignores the signal.
    FileSize(u64, bool),
    /// At most this many files are open.
    OpenFiles(u64),
    /// At most this many kilobytes of address space.
    Memory(u64),
    /// A fault on purpose at a rename or removal: it fails, or the program ends.
    Rename(&'static str, u64),
}

/// The names of [`Fault::kind`], in the order of the summary.
pub(crate) const KINDS: [&str; 6] = [
    "none",
    "signal",
    "file size",
    "open files",
    "memory",
    "rename",
];

impl Fault {
    fn any(random: &mut Random) -> Fault {
        match random.below(KINDS.len() as u64) {
            0 => Fault::None,
            1 => {
                let signal = ["KILL", "INT", "TERM"][random.below(3) as usize];
                Fault::Signal(signal, random.below(1500))
            }
            2 => Fault::FileSize(random.below(12), random.below(2) == 0),
            3 => Fault::OpenFiles(3 + random.below(24)),
            4 => Fault::Memory(16_000 + random.below(24_000)),
            _ => Fault::Rename(
                ["abort", "fail"][random.below(2) as usize],
                1 + random.below(24),
            ),
        }
    }

    /// The index of its kind in [`KINDS`].
    pub(crate) fn kind(self) -> usize {
        match self {
            Fault::None => 0,
            Fault::Signal(..) => 1,
            Fault::FileSize(..) => 2,
            Fault::OpenFiles(_) => 3,
            Fault::Memory(_) => 4,
            Fault::Rename(..) => 5,
        }
    }

    /// What a shell does before it becomes the builder.
    fn limits(self) -> String {
        match self {
            Fault::FileSize(blocks, true) => format!("trap '' XFSZ; ulimit -f {blocks}"),
            Fault::FileSize(blocks, false) => format!("ulimit -f {blocks}"),
            Fault::OpenFiles(files) => format!("ulimit -n {files}"),
            Fault::Memory(kilobytes) => format!("ulimit -v {kilobytes}"),
            _ => ":".to_string(),
        }
    }
}

/// One run of a builder: some lexicons, each in a version, and a fault.
pub(crate) struct Builder {
    program: &'static str,
    pub(crate) chosen: Vec<(&'static str, u64)>,
    is_forced: bool,
    pub(crate) fault: Fault,
}

impl Builder {
    pub(crate) fn any(random: &mut Random) -> Builder {
        let mut chosen = Vec::new();
        while chosen.is_empty() {
            for lexicon in LEXICONS {
                if random.below(2) == 0 {
                    chosen.push((lexicon, random.below(VERSIONS)));
                }
            }
        }
        let both = programs(chosen[0].1);
        Builder {
            program: both[random.below(both.len() as u64) as usize],
            chosen,
            is_forced: random.below(2) == 0,
            fault: Fault::any(random),
        }
    }

    /// Runs it until it ends by itself or by its fault. A build takes about `time`.
    pub(crate) fn run(&self, versions: &Versions, out_dir: &Path, time: Duration) -> Output {
        let mut command = Command::new("sh");
        let script = format!("ulimit -c 0; {}; exec \"$@\"", self.fault.limits());
        command
            .args(["-c", &script, "sh"])
            .arg(program(self.program));
        for &(lexicon, version) in &self.chosen {
            command.arg(versions.recipe(lexicon, version));
        }
        command.args(["-q", "--threads", "2"]);
        command.args(self.is_forced.then_some("--force"));
        command.arg("--out-dir").arg(out_dir);
        if let Fault::Rename(kind, step) = self.fault {
            command.env("WORDMILL_FAULT", format!("{kind}:{step}"));
        }
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped());
        let child = child.spawn().unwrap();
        if let Fault::Signal(signal, part) = self.fault {
            std::thread::sleep(time * part as u32 / 1000);
            // Nobody has waited for it yet, so the number is still its own.
            let kill = format!("kill -{signal} {}", child.id());
            let killed = Command::new("sh").args(["-c", &kill]).output();
            assert!(killed.unwrap().status.success());
        }
        child.wait_with_output().unwrap()
    }
}

impl fmt::Display for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program)?;
        for (lexicon, version) in &self.chosen {
            write!(f, " {lexicon}{version}")?;
        }
        f.write_str(if self.is_forced { " --force" } else { "" })?;
        match self.fault {
            Fault::Signal(signal, _) => write!(f, ", SIG{signal}"),
            Fault::Rename(kind, step) => write!(f, ", {kind}:{step}"),
            Fault::None => Ok(()),
            limited => write!(f, ", {}", limited.limits()),
        }
    }
}

//! The file that a program looks at: its arguments, and opening it.

use super::rules::known_ruleset;
use super::sidecar::refuse_side_file;
use super::{Stop, one_of, ruleset_for};
use crate::dump::{Holds, Opened, open};
use crate::error::{Error, Result};
use crate::graph::{FileKind, Graph, GraphFault, PAST_ALPHABET};
use crate::leave::Leaves;
use crate::recipe::read_file;
use crate::ruleset::Ruleset;
use crate::tiles::Alphabet;
use std::path::{Path, PathBuf};

/// The file to look at.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct FileArgs {
    /// The file, `-` for the standard input
    pub file: PathBuf,
    /// How it is read.
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How files are read.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct ReadingArgs {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the file says, or english]
    #[arg(long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// What kind of file it is, whatever it looks like
    #[arg(long = "as", value_name = "KIND", value_parser = one_of(FileKind::ALL, FileKind::name))]
    pub kind: Option<FileKind>,
}

/// A file that was read and opened.
pub struct File {
    /// What the user calls it.
    pub shown: String,
    /// What is in it, byte by byte.
    pub bytes: Vec<u8>,
    /// What it is looked at with.
    pub ruleset: Ruleset,
    /// Whether neither the user nor a manifest named the ruleset.
    pub ruleset_assumed: bool,
    /// What it is.
    pub opened: Opened,
}

/// A file that has tiles beyond an alphabet that was only assumed may be sound.
fn hint_at_alphabet(error: Error) -> Error {
    let told = error.to_string();
    match told.contains(PAST_ALPHABET) {
        true => Error::input(
            "",
            format!(
                "{told}; it was read as english, as nothing beside it names its ruleset: --ruleset does"
            ),
        ),
        false => error,
    }
}

impl File {
    /// Reads the file that the arguments name.
    pub fn read(args: &FileArgs) -> Result<File> {
        File::read_as(&args.file, &args.reading)
    }

    /// Reads a file.
    pub fn read_as(path: &Path, reading: &ReadingArgs) -> Result<File> {
        let choice = reading.ruleset.as_deref();
        let ruleset_assumed = known_ruleset(choice, path)?.is_none();
        let file = File::open(path, ruleset_for(choice, path)?, reading.kind);
        let file = file.map_err(|error| match ruleset_assumed {
            true => hint_at_alphabet(error),
            false => error,
        })?;
        Ok(File {
            ruleset_assumed,
            ..file
        })
    }

    /// Reads a file with a ruleset that is known, as what it is found to be or
    /// as `kind`.
    pub fn open(path: &Path, ruleset: Ruleset, kind: Option<FileKind>) -> Result<File> {
        let shown = path.display().to_string();
        let bytes = read_file(path)?;
        if kind.is_none() {
            refuse_side_file(path)?;
        }
        let opened = open(&shown, &bytes, &ruleset, kind)?;
        Ok(File {
            shown,
            bytes,
            ruleset,
            ruleset_assumed: false,
            opened,
        })
    }

    /// The letters of its ruleset.
    pub fn alphabet(&self) -> &Alphabet {
        self.ruleset.alphabet()
    }

    /// Its words; an error if it has none.
    pub fn lexicon(&self) -> Result<&Graph> {
        self.opened.lexicon().ok_or_else(|| self.expected("words"))
    }

    /// The graph in the file itself; an error if it has none.
    pub fn graph(&self) -> Result<&Graph> {
        self.opened.graph().ok_or_else(|| self.expected("a graph"))
    }

    /// Its leaves; an error if it has none.
    pub fn leaves(&self) -> Result<&Leaves> {
        match &self.opened.holds {
            Holds::Leaves(leaves) => Ok(leaves),
            Holds::Graph(_) | Holds::Words(_) => Err(self.expected("leave values")),
        }
    }

    /// A fault of its graph, as an error of this file.
    pub fn fault(&self, fault: GraphFault) -> Error {
        fault.into_error(&self.shown)
    }

    /// An error that names no file is one of this file.
    pub fn blame(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Error(error) => Stop::Error(error.at_path(&self.shown)),
            Stop::Closed => Stop::Closed,
        }
    }

    fn expected(&self, what: &str) -> Error {
        let kind = self.opened.detected.kind;
        let message = format!("expected a file with {what}, found one of kind {kind}");
        Error::input(&self.shown, message)
    }
}

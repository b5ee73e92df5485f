//! The file that a program looks at: its arguments, and opening it.

use crate::cli::rules::{Rules, rules_for};
use crate::cli::sidecar::refuse_side_file;
use crate::cli::{Stop, Voice, one_of};
use crate::error::{Error, Problem, Result};
use crate::file::{FileKind, Holds, Opened, open, read_file};
use crate::graph::{Graph, GraphFault};
use crate::leave::Leaves;
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
    #[arg(long = "as", value_name = "KIND", value_parser = one_of(FileKind::OPENED, FileKind::name))]
    pub kind: Option<FileKind>,
}

/// A file that was read and opened.
pub struct File {
    /// What the user calls it.
    pub shown: String,
    /// What is in it, byte by byte.
    pub bytes: Vec<u8>,
    /// What it is looked at with.
    pub rules: Rules,
    /// What it is.
    pub opened: Opened,
}

impl File {
    /// Reads the file that the arguments name.
    pub fn read(args: &FileArgs) -> Result<File> {
        File::read_as(&args.file, &args.reading)
    }

    /// Reads a file.
    pub fn read_as(path: &Path, reading: &ReadingArgs) -> Result<File> {
        let rules = rules_for(reading.ruleset.as_deref(), path)?;
        File::open(path, rules, reading.kind)
    }

    /// Whether it has tiles, which are but numbers; text has letters of its own.
    pub fn has_tiles(&self) -> bool {
        let kind = self.opened.sniffed.kind;
        matches!(kind, FileKind::Graph(..) | FileKind::Klv2 | FileKind::Klv)
    }

    /// Says that its letters are a guess or in doubt, if they are. To be called before
    /// letters are shown.
    pub fn say_if_assumed(&self, voice: Voice) {
        let files = [self.shown.as_str()];
        let files = if self.has_tiles() { &files[..] } else { &[] };
        self.rules.say_if_assumed(files, voice);
        self.say_if_other(voice);
    }

    /// Says that it is another file than the manifest lists which named its
    /// ruleset, if it is. Text has letters of its own.
    pub fn say_if_other(&self, voice: Voice) {
        if !voice.quiet
            && self.has_tiles()
            && let Some(doubt) = self.rules.doubt(&self.bytes)
        {
            voice.say(&format!("{}: {doubt}", self.shown));
        }
    }

    /// Reads a file with a ruleset, as what it is found to be or as `kind`.
    pub fn open(path: &Path, rules: Rules, kind: Option<FileKind>) -> Result<File> {
        let shown = path.display().to_string();
        let bytes = read_file(path)?;
        if kind.is_none() {
            refuse_side_file(path)?;
        }
        let opened = open(&shown, &bytes, &rules.ruleset, kind)
            .map_err(|error| rules.hint_of_file(error, &bytes))?;
        Ok(File {
            shown,
            bytes,
            rules,
            opened,
        })
    }

    /// The ruleset that it is looked at with.
    pub fn ruleset(&self) -> &Ruleset {
        &self.rules.ruleset
    }

    /// The letters of its ruleset.
    pub fn alphabet(&self) -> &Alphabet {
        self.ruleset().alphabet()
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
        let found = self.opened.sniffed.kind.title();
        Error::input(&self.shown, Problem::mismatch(what, found))
    }
}

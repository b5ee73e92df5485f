//! Opens the input file of a program.

use crate::cli::args::shared::{FileArgs, ReadingArgs};
use crate::cli::exit::{Out, Stop};
use crate::cli::input::rules::{Rules, Subject, rules_for};
use crate::cli::input::word_files::refuse_side_file;
use crate::cli::voice::named;
use crate::digest::sha256;
use crate::error::{Error, Result, grouped};
use crate::file::{FileKind, Holds, Opened, Sniffed, open, read_file};
use crate::foreign::WordFormat;
use crate::graph::{Graph, GraphFault, damage};
use crate::leave::Leaves;
use crate::parallel;
use crate::ruleset::{Ruleset, builtin_with_leaves};
use crate::tiles::Alphabet;
use std::path::Path;
use std::sync::OnceLock;

/// A file that was read and opened.
pub(crate) struct File {
    /// Its path as typed.
    pub(crate) shown: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) rules: Rules,
    pub(crate) opened: Opened,
    /// Whether the user specified its kind.
    is_said: bool,
    /// Its SHA-256, computed on first use.
    sum: OnceLock<String>,
}

impl File {
    /// Reads the file that the arguments name.
    pub(crate) fn read(args: &FileArgs) -> Result<File> {
        File::read_as(&args.file, &args.reading)
    }

    /// Reads a file.
    pub(crate) fn read_as(path: &Path, reading: &ReadingArgs) -> Result<File> {
        let rules = || rules_for(reading.ruleset.as_deref(), path);
        let (rules, bytes) = match path.is_file() {
            true => parallel::join(rules, || read_file(path)),
            // Anything but a regular file may block its reader.
            false => (Ok(rules()?), read_file(path)),
        };
        let rules = rules?;
        File::of_bytes(path, bytes?, rules, reading.kind)
    }

    /// Its words, for conditions; fails if it has none.
    pub(crate) fn subject(&self) -> Result<Subject<'_>> {
        self.lexicon().map(|_| self.entries_subject())
    }

    /// Its words or leaves.
    pub(crate) fn entries_subject(&self) -> Subject<'_> {
        Subject {
            graph: self.opened.entries(),
            rules: &self.rules,
            shown: &self.shown,
        }
    }

    /// Whether it stores tile numbers without any indication of their letters.
    pub(crate) fn has_tiles(&self) -> bool {
        use WordFormat::{QuackleGaddag, WordMap};
        match self.opened.sniffed.kind {
            FileKind::Graph(..) | FileKind::Leaves(_) => true,
            FileKind::Words(format) => matches!(format, WordMap | QuackleGaddag),
            _ => false,
        }
    }

    /// Warns if its ruleset is assumed or in doubt, or if it must be damaged. Must be
    /// called before letters are written.
    pub(crate) fn say_if_assumed(&self, out: &Out) {
        if self.has_tiles() {
            let files = std::slice::from_ref(&self.shown);
            self.rules.say_if_assumed(files, out);
        }
        self.say_if_other(out);
        self.say_if_damaged(out);
    }

    /// Warns if the manifest that named its ruleset lists another file under its name,
    /// or if it has exactly the leaves of another built-in ruleset.
    pub(crate) fn say_if_other(&self, out: &Out) {
        if out.quiet {
            return;
        }
        let (shown, ruleset) = (named(&self.shown), self.ruleset());
        if self.has_tiles()
            && let Some(doubt) = self.rules.doubt(|| self.sha256())
        {
            out.say(&format!("{shown}: {doubt}"));
        }
        if let Holds::Leaves(leaves) = &self.opened.holds
            && self.rules.listed.is_none()
            && leaves.len() as u128 != ruleset.possible_leaves()
            && let Some(other) = builtin_with_leaves(leaves.len() as u128)
        {
            let own = u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX);
            let [found, own] = [leaves.len() as u64, own].map(grouped);
            let (name, other) = (ruleset.name(), other.name());
            out.say(&format!(
                "{shown}: has {found} leaves, all that {other} has; {name} has {own}"
            ));
        }
    }

    /// Refuses a graph that must be damaged.
    pub(crate) fn check_whole(&self) -> Result<()> {
        let whole = self.opened.check_whole(&self.shown);
        whole.map_err(|error| error.advise("movegen-check says more"))
    }

    /// Warns of a graph that must be damaged, even if notes are suppressed. A gaddawg
    /// that the user reads as a DAWG is exempt, since many of its nodes are
    /// unreachable.
    pub(crate) fn say_if_damaged(&self, out: &Out) {
        if let Some(graph) = self.opened.graph()
            && !self.is_said
            && let Some(lost) = damage(graph)
        {
            let shown = named(&self.shown);
            let [lost, all] = [lost, graph.nodes().len() as u64].map(grouped);
            out.insist(&format!(
                "{shown}: damaged? {lost} of {all} nodes are unreachable; movegen-check says more"
            ));
        }
    }

    /// If its alphabet was assumed and a word or leave has other letters, prints a
    /// hint. Returns whether it did.
    pub(crate) fn hint_at_letters(&self, asked: &str, out: &Out) -> bool {
        let Err(unknown) = self.alphabet().read_rack_into(asked, &mut Vec::new()) else {
            return false;
        };
        let is_hint = self.rules.assumed && unknown.is_letter();
        if is_hint {
            let message = format!("{unknown} in `{asked}`");
            out.say(&self.rules.hint(unknown.into_error(message)).to_string());
        }
        is_hint
    }

    /// Reads a file with a ruleset, as `kind` or as the kind recognised from its bytes.
    pub(crate) fn open(path: &Path, rules: Rules, kind: Option<FileKind>) -> Result<File> {
        File::of_bytes(path, read_file(path)?, rules, kind)
    }

    /// Opens a file from its bytes.
    pub(crate) fn of_bytes(
        path: &Path,
        bytes: Vec<u8>,
        rules: Rules,
        kind: Option<FileKind>,
    ) -> Result<File> {
        let shown = path.display().to_string();
        if kind.is_none() {
            refuse_side_file(path)?;
        }
        // The SHA-256 of a listed file is later compared with that in the manifest.
        let (opened, sum) = parallel::join(
            || open(&shown, &bytes, &rules.ruleset, kind),
            || rules.listed.as_ref().map(|_| sha256(&bytes)),
        );
        // If it is not the file that the manifest lists, it may have another ruleset.
        let doubt = || rules.doubt(|| sha256(&bytes));
        let opened = opened.map_err(|error| rules.hint(error).advise_alphabet(doubt))?;
        Ok(File {
            shown,
            bytes,
            rules,
            opened,
            is_said: kind.is_some(),
            sum: sum.map_or_else(OnceLock::new, OnceLock::from),
        })
    }

    /// The words of a recipe, as if they were a file.
    pub(crate) fn of_recipe(path: &Path, words: Graph, rules: Rules) -> File {
        let opened = Opened {
            sniffed: Sniffed::new(FileKind::Recipe, "its name"),
            holds: Holds::Words(words),
        };
        File {
            shown: path.display().to_string(),
            bytes: Vec::new(),
            rules,
            opened,
            is_said: false,
            sum: OnceLock::new(),
        }
    }

    /// Its SHA-256.
    pub(crate) fn sha256(&self) -> &str {
        self.sum.get_or_init(|| sha256(&self.bytes))
    }

    /// The ruleset that it is read with.
    pub(crate) fn ruleset(&self) -> &Ruleset {
        &self.rules.ruleset
    }

    /// The alphabet of its ruleset.
    pub(crate) fn alphabet(&self) -> &Alphabet {
        self.ruleset().alphabet()
    }

    /// Its words; fails if it has none.
    pub(crate) fn lexicon(&self) -> Result<&Graph> {
        self.opened.lexicon().ok_or_else(|| self.expected("words"))
    }

    /// The graph in the file itself; fails if it has none.
    pub(crate) fn graph(&self) -> Result<&Graph> {
        self.opened.graph().ok_or_else(|| self.expected("a graph"))
    }

    /// Its leaves; fails if it has none.
    pub(crate) fn leaves(&self) -> Result<&Leaves> {
        match &self.opened.holds {
            Holds::Leaves(leaves) => Ok(leaves),
            Holds::Graph(_) | Holds::Words(_) => Err(self.expected("leave values")),
        }
    }

    /// Converts a fault of its graph to an error.
    pub(crate) fn fault(&self, fault: GraphFault) -> Error {
        fault.into_error(&self.shown)
    }

    /// Names this file in an error that names none.
    pub(crate) fn blame(&self, stop: Stop) -> Stop {
        match stop {
            Stop::Error(error) => Stop::Error(error.at_path(&self.shown)),
            Stop::Closed => Stop::Closed,
        }
    }

    fn expected(&self, what: &str) -> Error {
        Error::mismatch(&self.shown, what, self.opened.sniffed.kind.title())
    }
}

/// Refuses a graph with too many words to list: a small file may hold any number of
/// them. `shown` is its source, as typed.
pub(crate) fn check_listable(graph: &Graph, shown: &str) -> Result<()> {
    graph.totals().check().map_err(|error| error.at_path(shown))
}

//! Positions and games from arguments, the word graph to use with them, and leave
//! values.

use crate::cli::args::movegen_check::{Files, PositionArgs};
use crate::cli::exit::Out;
use crate::cli::input::asked::{dashes, one_from_input};
use crate::cli::input::file::{File, check_listable};
use crate::cli::input::rules::{Rules, rules_for, title_of};
use crate::cli::voice::named;
use crate::error::{Error, Result};
use crate::file::{Expected, FileKind, read_file, read_text, refuse_kind, refuse_stray};
use crate::graph::Content;
use crate::leave::Leaves;
use crate::movegen::Position;
use crate::play::{Cgp, Gcg};
use crate::ruleset::Ruleset;
use std::path::{Path, PathBuf};

/// A position from the arguments, and the word graph to use with it.
pub(crate) struct Asked {
    pub(crate) file: File,
    /// The position; its board is empty if none was given.
    pub(crate) cgp: Cgp,
}

impl Asked {
    /// Opens the word graph and reads the position that the arguments describe.
    pub(crate) fn read(
        files: &Files,
        given: &PositionArgs,
        rack: Option<&str>,
        klv: Option<&PathBuf>,
        out: &Out,
    ) -> Result<Asked> {
        let said = read_cgp(given.cgp.as_deref(), klv.into_iter().chain([&files.kwg]))?;
        let origin = Origin::of_cgp(said.as_ref());
        let file = origin.open(files.ruleset.as_deref(), &files.kwg, out)?;
        let cgp = match said {
            Some(cgp) => cgp,
            None => {
                let cgp = Cgp::of(&Position::new(file.ruleset()));
                let mut cgp = cgp.with_operation("lex", &title_of(&files.kwg)?);
                cgp.board = given.board.clone().unwrap_or(cgp.board);
                cgp.racks[0] = rack.unwrap_or_default().to_string();
                cgp
            }
        };
        Ok(Asked { file, cgp })
    }

    /// The board, with the rack of the side on turn.
    pub(crate) fn position(&self) -> Result<Position<'_>> {
        let position = self.cgp.position(self.file.ruleset());
        position.map_err(|error| self.file.rules.hint(error))
    }
}

/// The position that `--cgp` gives, directly or, for `-`, as a line of standard input.
/// `files` are those that the command reads.
pub(crate) fn read_cgp<'p>(
    given: Option<&str>,
    files: impl IntoIterator<Item = &'p PathBuf>,
) -> Result<Option<Cgp>> {
    one_from_input(dashes(files) + usize::from(given == Some("-")))?;
    if given != Some("-") {
        return given.map(Cgp::read).transpose();
    }
    let mut lines = cgp_lines(Path::new("-"))?;
    match (lines.len(), lines.pop()) {
        (1, Some((_, cgp))) => Ok(Some(cgp)),
        (found, _) => Err(Error::mismatch("-", "one position", found)),
    }
}

/// The positions of a file with one per line, each with its line.
pub(crate) fn cgp_lines(path: &Path) -> Result<Vec<(u64, Cgp)>> {
    let text = read_text(path, Expected::Cgp)?;
    Cgp::read_lines(&path.display().to_string(), &text)
}

/// The ruleset and the lexicon that a position or a game names.
#[derive(PartialEq, Eq)]
pub(crate) struct Origin {
    /// The noun for it in messages.
    what: &'static str,
    ruleset: Option<String>,
    lexicon: Option<String>,
}

impl Origin {
    /// The origin in CGP operations, if there are any.
    pub(crate) fn of_cgp(cgp: Option<&Cgp>) -> Origin {
        Origin {
            what: "position",
            ruleset: cgp.and_then(Cgp::ruleset_name),
            lexicon: cgp.and_then(|cgp| cgp.operation("lex").map(str::to_string)),
        }
    }

    /// The origin in the header lines of a game.
    pub(crate) fn of_gcg(game: &Gcg) -> Origin {
        Origin {
            what: "game",
            ruleset: game.ruleset_name(),
            lexicon: game.pragma("lexicon").map(str::to_string),
        }
    }

    /// Opens the word graph with [its ruleset](Self::rules).
    pub(crate) fn open(&self, choice: Option<&str>, kwg: &Path, out: &Out) -> Result<File> {
        open_word_graph(kwg, self.rules(choice, kwg, out)?, out)
    }

    /// The chosen ruleset, that of a manifest beside the graph, or the built-in one
    /// that the origin names. Prints a note if they differ, or if the lexicon has
    /// another name than the graph.
    pub(crate) fn rules(&self, choice: Option<&str>, kwg: &Path, out: &Out) -> Result<Rules> {
        let mut rules = rules_for(choice, kwg)?;
        let names = format!("the {} names the", self.what);
        if let Some(named) = &self.ruleset {
            match Ruleset::builtin(named) {
                Ok(ruleset) if rules.assumed => rules = Rules::named(ruleset),
                Ok(ruleset) if ruleset.digest().ok() == rules.ruleset.digest().ok() => (),
                _ => {
                    let name = rules.ruleset.name();
                    out.say(&format!("{names} ruleset `{named}`; it is read as {name}"));
                }
            }
        }
        if let Some(named) = &self.lexicon {
            let title = title_of(kwg)?;
            if !named.eq_ignore_ascii_case(&title) {
                let words = format!("the words are those of {title}");
                out.say(&format!("{names} lexicon `{named}`; {words}"));
            }
        }
        Ok(rules)
    }
}

/// Opens a word graph. Refuses one with too many words to list: a small file may hold
/// any number of them, and its plays would never end.
pub(crate) fn open_word_graph(path: &Path, rules: Rules, out: &Out) -> Result<File> {
    word_graph_of(path, read_file(path)?, rules, out)
}

/// Like [`open_word_graph`], from the bytes of the file.
pub(crate) fn word_graph_of(path: &Path, bytes: Vec<u8>, rules: Rules, out: &Out) -> Result<File> {
    let file = File::of_bytes(path, bytes, rules, None)?;
    refuse_kind(path, file.opened.sniffed.kind, Expected::WordGraph)?;
    check_listable(file.lexicon()?, &file.shown)?;
    if let FileKind::Graph(Content::Alphagrams, _) = file.opened.sniffed.kind {
        let message = "holds alphagrams, as far as can be seen; they are taken for words";
        out.say(&format!("warning: {}: {message}", named(&file.shown)));
    }
    Ok(file)
}

/// Opens leave values; `None` if there is no path.
pub(crate) fn open_leaves(path: Option<&Path>, rules: &Rules) -> Result<Option<Leaves>> {
    path.map(|path| leaves_of(path, &read_file(path)?, rules))
        .transpose()
}

/// Reads leave values from the bytes of a file.
pub(crate) fn leaves_of(path: &Path, bytes: &[u8], rules: &Rules) -> Result<Leaves> {
    let hint = |error| rules.hint(error);
    refuse_stray(path, bytes, Expected::LeaveValues).map_err(hint)?;
    let leaves = Leaves::from_bytes(bytes, rules.ruleset.alphabet().len());
    leaves.map_err(|fault| hint(fault.into_error(&path.display().to_string())))
}

//! From a recipe's text to what it means: files read, names checked.

use super::intake::{read_file, read_named};
use super::outdir::SUMS_FILE;
use super::schema::{Expect, GraphOutput, Recipe, WordFile, WordSources};
use crate::digest::sha256;
use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::graph::{Content, FileKind, GraphSpec, Node, NodeFormat, detect};
use crate::leave::ValueFormat;
use crate::ruleset::Ruleset;
use crate::source::{LengthBounds, ListOptions};
use regex::Regex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The fewest tiles of a word where nothing else is said.
pub const DEFAULT_MIN_LENGTH: usize = 2;

/// A recipe whose own text is sound; its inputs are not read yet.
#[derive(Clone, Debug)]
pub struct ResolvedRecipe {
    /// The recipe's path as the user gave it.
    pub path: PathBuf,
    /// The SHA-256 of its text.
    pub sha256: String,
    /// What it says.
    pub recipe: Recipe,
    /// The rules it is for.
    pub ruleset: Ruleset,
}

/// An input file, read.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as the recipe gives it; of an absolute one only the name.
    pub name: String,
    /// The path to open, and the one diagnostics name.
    pub path: PathBuf,
    /// What the file holds.
    pub bytes: Vec<u8>,
    /// Its SHA-256.
    pub sha256: String,
}

/// Reads a file that has to be UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    as_text(path, read_file(path)?)
}

fn as_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|e| {
        let valid = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
        Error::new(
            ErrorKind::Input,
            Diagnostic::new(path.display().to_string(), "expected UTF-8").at_line(line),
        )
    })
}

/// A ruleset by its built-in name or by a path, relative to `base`.
pub fn load_ruleset(choice: &str, base: &Path) -> Result<Ruleset> {
    let is = |extension: &str| choice.to_ascii_lowercase().ends_with(extension);
    let is_csv = is(".csv");
    if !is_csv && !is(".yaml") && !is(".yml") {
        return Ruleset::builtin(choice);
    }
    let path = base.join(choice);
    let text = read_text(&path)?;
    let shown = path.display().to_string();
    if is_csv {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ruleset::from_distribution(&shown, &stem, &text)
    } else {
        Ruleset::from_yaml(&shown, &text)
    }
}

impl ResolvedRecipe {
    /// Reads a recipe and its ruleset.
    pub fn read(path: &Path) -> Result<ResolvedRecipe> {
        let bytes = read_file(path)?;
        refuse_artifact(path, &bytes)?;
        ResolvedRecipe::parse(path, &as_text(path, bytes)?)
    }

    /// Reads a recipe's text; its ruleset is read if it is a file.
    pub fn parse(path: &Path, text: &str) -> Result<ResolvedRecipe> {
        let shown = path.display().to_string();
        let recipe: Recipe = crate::yaml::read(&shown, text)?;
        let at = |message: String| Error::input(shown.clone(), message);
        check_name("lexicon", &recipe.lexicon).map_err(at)?;
        check_files(&recipe).map_err(at)?;
        check_expected(&recipe).map_err(at)?;
        let base = path.parent().unwrap_or(Path::new(""));
        let ruleset = load_ruleset(&recipe.ruleset, base).map_err(|e| {
            // An unknown name is the recipe's fault; a bad file is its own.
            let nameless = e.diagnostics().iter().all(|d| d.path.is_empty());
            if nameless {
                at(format!("ruleset: {e}"))
            } else {
                e
            }
        })?;
        Ok(ResolvedRecipe {
            path: path.to_path_buf(),
            sha256: sha256(text.as_bytes()),
            recipe,
            ruleset,
        })
    }

    /// Where the recipe's lock is, if it has one.
    pub fn lock_path(&self) -> PathBuf {
        self.base().join(format!("{}.sha256", self.recipe.lexicon))
    }

    /// The directory that paths in the recipe start from.
    pub fn base(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The recipe itself and every file that it is made from.
    pub fn sources(&self) -> Vec<PathBuf> {
        let recipe = &self.recipe;
        let words = recipe
            .words
            .iter()
            .flat_map(|w| w.include.iter().chain(&w.exclude));
        let members = recipe.members.iter().flat_map(|m| &m.words);
        let lists = words.chain(members).map(|list| list.file.as_str());
        let tables = recipe.leaves.iter().map(|l| l.source.as_str());
        let positions = recipe.positions.as_deref();
        let named = lists.chain(tables).chain(positions);
        let named = named.chain([recipe.ruleset.as_str()]);
        let named = named.map(|name| self.base().join(name));
        named.chain([self.path.clone()]).collect()
    }

    /// An error of the recipe itself.
    pub fn fault(&self, message: impl Into<String>) -> Error {
        Error::input(self.path.display().to_string(), message)
    }

    /// Reads an input and compares it with the digest the recipe may pin.
    pub fn read_input(&self, name: &str, pinned: Option<&str>) -> Result<Input> {
        let path = self.base().join(name);
        // Not `read_file`: no input of a recipe is the standard input.
        let bytes = read_named(&path)?;
        let found = sha256(&bytes);
        match pinned {
            Some(expected) if !expected.eq_ignore_ascii_case(&found) => Err(Error::input(
                path.display().to_string(),
                format!("sha256: expected {expected} (pinned by the recipe), found {found}"),
            )),
            _ => Ok(Input {
                name: portable(name),
                path,
                bytes,
                sha256: found,
            }),
        }
    }

    /// How the recipe's included word lists are to be read.
    pub fn list_options(&self, sources: &WordSources) -> Result<ListOptions> {
        let length = LengthBounds {
            min: sources.length.min.unwrap_or(DEFAULT_MIN_LENGTH),
            max: sources
                .length
                .max
                .unwrap_or(usize::from(self.ruleset.board().longer_side())),
            outside: sources.length.outside,
        };
        if length.min == 0 || length.min > length.max {
            return Err(self.fault(format!(
                "words.length: expected min from 1 to max, found min {} and max {}",
                length.min, length.max
            )));
        }
        let keep = match &sources.keep {
            None => None,
            Some(pattern) => Some(Regex::new(pattern).map_err(|e| {
                self.fault(format!("words.keep: expected a regular expression: {e}"))
            })?),
        };
        Ok(ListOptions {
            length,
            keep,
            ..ListOptions::default()
        })
    }

    /// The options for one list: those of all, and where its words stand.
    pub fn file_options(&self, file: &WordFile, all: &ListOptions) -> Result<ListOptions> {
        if file.column == 0 {
            return Err(self.fault(format!(
                "words: column of `{}`: expected 1 or more, found 0",
                file.file
            )));
        }
        Ok(ListOptions {
            column: file.column,
            separator: file.separator,
            ..all.clone()
        })
    }

    /// What has to be true of the words.
    pub fn expect(&self) -> &Expect {
        &self.recipe.expect
    }
}

/// Refuses what a recipe makes where a recipe belongs: the one is easily given
/// for the other.
fn refuse_artifact(path: &Path, bytes: &[u8]) -> Result<()> {
    // Small graphs are UTF-8, but no text has a byte 0.
    if !bytes.contains(&0) {
        return Ok(());
    }
    let Ok(found) = detect(bytes, usize::from(Node::MAX_TILE)) else {
        return Ok(());
    };
    let (what, option) = match found.kind {
        FileKind::Graph(Content::Alphagrams, _) => ("a graph of alphagrams", Some("--kad")),
        FileKind::Graph(..) => ("a word graph", Some("--kwg")),
        FileKind::Klv2 | FileKind::Klv => ("leave values", Some("--klv")),
        FileKind::QuackleDawg => ("a graph of Quackle's", None),
        FileKind::LeaveTable | FileKind::Text => return Ok(()),
    };
    let shown = path.display().to_string();
    let mut message = format!(
        "expected a recipe, found {what} ({}); `kwg-dump info {shown}` shows it",
        found.kind
    );
    if let Some(option) = option {
        message += &format!(", `movegen-check files {option} {shown}` checks it");
    }
    Err(Error::input(shown, message))
}

/// A path that means the same on every machine.
fn portable(path: &str) -> String {
    let name = Path::new(path).file_name();
    match name.filter(|_| Path::new(path).is_absolute()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => path.to_string(),
    }
}

/// Names of lexica and of files in the output directory: plain, and nothing
/// that could lead out of the directory or hide in it.
fn check_name(what: &str, name: &str) -> Result<(), String> {
    let bad = |c: char| c.is_control() || c.is_whitespace() || "/\\:*?\"<>|".contains(c);
    if name.is_empty() || name.starts_with(['.', '-']) || name.contains(bad) {
        return Err(format!(
            "{what}: expected a plain name without path, white space or leading dot, found `{}`",
            name.escape_debug()
        ));
    }
    Ok(())
}

/// Checks the names of all files that a recipe makes.
fn check_files(recipe: &Recipe) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for (place, file) in recipe.files() {
        check_name(&format!("{place}.file"), file)?;
        if file.eq_ignore_ascii_case(SUMS_FILE) {
            return Err(format!("{place}.file: `{file}` is the file of sums"));
        }
        if !seen.insert(file.to_lowercase()) {
            return Err(format!("{place}.file: `{file}` is made twice"));
        }
    }
    for (i, graph) in recipe.graphs.iter().enumerate() {
        check_graph_name(&graph.file, graph.spec())
            .map_err(|message| format!("graphs[{i}]: {message}"))?;
    }
    for (place, file) in recipe.files().iter().skip(recipe.graphs.len()) {
        check_extension(place, file)?;
    }
    for (i, leaves) in recipe.leaves.iter().enumerate() {
        check_leaves_name(&leaves.file, leaves.values)
            .map_err(|message| format!("leaves[{i}]: {message}"))?;
    }
    let of_alphagrams = |graph: &GraphOutput, of: &String| {
        graph.file == *of && graph.content == Content::Alphagrams
    };
    for (i, members) in recipe.members.iter().enumerate() {
        if recipe
            .graphs
            .iter()
            .any(|graph| of_alphagrams(graph, &members.of))
        {
            return Err(format!(
                "members[{i}].of: expected a graph of words, found alphagrams in `{}`",
                members.of
            ));
        }
    }
    let counts = recipe.counts.iter().map(|c| &c.of).enumerate();
    let members = recipe.members.iter().map(|m| &m.of).enumerate();
    let counts = counts.map(|(i, of)| ("counts", i, of));
    let members = members.map(|(i, of)| ("members", i, of));
    for (field, i, of) in counts.chain(members) {
        if !recipe.graphs.iter().any(|graph| graph.file == *of) {
            return Err(format!(
                "{field}[{i}].of: expected a file of `graphs:`, found `{of}`"
            ));
        }
    }
    Ok(())
}

/// An expectation of what is not made would never be checked.
fn check_expected(recipe: &Recipe) -> Result<(), String> {
    let expect = &recipe.expect;
    let of_words = expect.words.is_some()
        || expect.all_tiles_used
        || !(expect.per_length.is_empty() && expect.contains.is_empty() && expect.lacks.is_empty());
    if of_words && recipe.graphs.is_empty() {
        return Err("expect: expected `graphs:` to check words of, found none".into());
    }
    let of_words = |graph: &GraphOutput| graph.content != Content::Alphagrams;
    if recipe.positions.is_some() && !recipe.graphs.iter().any(of_words) {
        return Err("positions: expected `graphs:` of words to find moves with, found none".into());
    }
    if expect.leaves.is_some() && recipe.leaves.is_empty() {
        return Err("expect.leaves: expected `leaves:` to check, found none".into());
    }
    Ok(())
}

fn extension(name: &str) -> Option<String> {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    extension.map(str::to_ascii_lowercase)
}

/// The name of a leave file must not say other values.
pub fn check_leaves_name(name: &str, values: ValueFormat) -> Result<(), String> {
    let fits = match extension(name).as_deref() {
        Some("klv2") => values == ValueFormat::F32,
        Some("klv") => values == ValueFormat::I16,
        Some(other) => !KNOWN_EXTENSIONS.contains(&other),
        None => true,
    };
    match fits {
        true => Ok(()),
        false => Err(format!(
            "`{name}` is not a name for values {values}; expected .klv2 (f32) or .klv (i16)"
        )),
    }
}

/// What is not a graph must not look like another kind of file.
fn check_extension(place: &str, name: &str) -> Result<(), String> {
    let allowed: &[&str] = match place.split('[').next() {
        Some("counts") => &["kwc"],
        Some("members") => &["kwi"],
        _ => &["klv", "klv2"],
    };
    let found = extension(name).unwrap_or_default();
    let known = KNOWN_EXTENSIONS.contains(&found.as_str());
    if known && !allowed.contains(&found.as_str()) {
        return Err(format!(
            "{place}: `{name}` is not a name for it; expected .{}, or an extension of your own",
            allowed.join(" or .")
        ));
    }
    Ok(())
}

/// Extensions that mean something to programs.
const KNOWN_EXTENSIONS: [&str; 11] = [
    "kwg", "kad", "kbwg", "kwc", "kwi", "kwp", "klv", "klv2", "json", "sha256", "yaml",
];

/// Programs choose how to read a file by its extension, so it must not lie.
pub fn check_graph_name(name: &str, spec: GraphSpec) -> Result<(), String> {
    let GraphSpec {
        content, format, ..
    } = spec;
    let fits = match extension(name).as_deref() {
        Some("kwg") => format == NodeFormat::Kwg && content != Content::Alphagrams,
        Some("kad") => format == NodeFormat::Kwg && content == Content::Alphagrams,
        Some("kbwg") => format == NodeFormat::Kbwg && content != Content::Alphagrams,
        Some(other) => !KNOWN_EXTENSIONS.contains(&other),
        None => true,
    };
    if fits {
        return Ok(());
    }
    Err(format!(
        "`{name}` is not a name for content {content} and node {format}; expected .kwg (gaddawg or dawg), \
         .kad (alphagrams), .kbwg (gaddawg or dawg, node kbwg), or an extension of your own"
    ))
}

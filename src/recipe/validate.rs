//! Reads a recipe, and checks everything that can be known before its inputs are read.
//!
//! The author of a faulty recipe wants to see all of its faults with their lines, so
//! checking does not stop at the first one. If the recipe can't be read as a whole, its
//! parts are read one by one, and the names and paths found are still checked.

use crate::database::{IS_AVAILABLE, NOT_AVAILABLE};
use crate::digest::sha256;
use crate::error::{Diagnostic, Error, Faults, Problem, Result, SHOWN, shown};
use crate::estimate::MOST_BOARDS;
use crate::file::{Expected, read_text, stray_or};
use crate::foreign::WordFormat;
use crate::graph::Content;
use crate::recipe::databases::{DEFINITIONS, DIFFICULTY};
use crate::recipe::named::{Named, items, value_at};
use crate::recipe::names::{
    check_extension, check_graph_name, check_leaves_name, check_name, check_not_foreign,
    check_output_name, folded,
};
use crate::recipe::parts::{OTHER_PARTS, Part};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::{GraphOutput, MatchGate, Output, PartKind, Recipe};
use crate::recipe::word_sources::{DEFAULT_MIN_LENGTH, WordSources};
use crate::ruleset::Ruleset;
use crate::source::{Keep, LengthBounds, ListOptions};
use crate::yaml::{self, Document, YamlValue, fields, map_faults, message_of, name_fault};
use regex::Regex;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::path::Path;
use std::{fs, io};

impl ResolvedRecipe {
    /// Reads a recipe and its ruleset.
    pub fn read(path: &Path) -> Result<ResolvedRecipe> {
        ResolvedRecipe::parse(path, &read_text(path, Expected::Recipe)?)
    }

    /// Parses a recipe's text, and reads its ruleset if that is a file. The error lists
    /// all faults.
    pub fn parse(path: &Path, text: &str) -> Result<ResolvedRecipe> {
        let sha256 = sha256(text.as_bytes());
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let shown = path.display().to_string();
        let document = Document { path: &shown, text };
        let mut faults = RecipeFaults::new(document, path.parent().unwrap_or(Path::new("")));
        let (recipe, named) = match yaml::read::<Recipe>(document) {
            Ok(recipe) => {
                if yaml::is_null(text, "lexicon", &recipe.lexicon) {
                    faults.mismatch("lexicon", "a name", "nothing");
                }
                faults.check_files(&recipe);
                faults.check_graphs_of(&recipe);
                faults.check_leaves(&recipe);
                faults.check_inputs(&recipe);
                faults.check_expected(&recipe);
                let inputs = recipe.inputs().into_iter();
                let named = Named {
                    lexicon: Some(recipe.lexicon.clone()),
                    ruleset: Some(recipe.ruleset.clone()),
                    inputs: inputs.map(|(field, file)| (field, file.into())).collect(),
                };
                (Some(recipe), named)
            }
            Err(error) => {
                faults.faults.take(error);
                (None, faults.name_parts())
            }
        };
        let lexicon = named.lexicon.as_deref();
        if let Some(Err(problem)) = lexicon.map(|name| check_name("lexicon", name)) {
            faults.add("lexicon", problem);
        }
        let ruleset = named.ruleset.and_then(|name| faults.load_ruleset(&name));
        // Without the ruleset, only the maximum word length can't be checked.
        let longer_side = |ruleset: &Ruleset| usize::from(ruleset.board().longer_side());
        let longest = ruleset.as_ref().map_or(usize::MAX, longer_side);
        let sources = recipe.as_ref().and_then(|recipe| recipe.words.as_ref());
        let options = sources.map(|sources| faults.list_options(sources, longest));
        // If there are no other faults, the reader of the inputs reports missing ones.
        let has_others = !faults.faults.is_empty();
        for (field, name) in named.inputs.iter().filter(|_| has_others) {
            if let Some(message) = missing(field, &faults.base.join(name)) {
                faults.add(field, message);
            }
        }
        faults.faults.by_line(&shown).into_result()?;
        let (Some(recipe), Some(ruleset)) = (recipe, ruleset) else {
            return Err(Error::input(shown, "expected a recipe"));
        };
        Ok(ResolvedRecipe {
            path: path.to_path_buf(),
            sha256,
            recipe,
            ruleset,
            list_options: options.unwrap_or_default(),
            text: text.to_string(),
        })
    }
}

/// Loads a ruleset by its built-in name, or from a YAML file or a letter distribution
/// (CSV). Paths are relative to `base`.
pub fn load_ruleset(choice: &str, base: &Path) -> Result<Ruleset> {
    let is = |extension: &str| choice.to_ascii_lowercase().ends_with(extension);
    let path = base.join(choice);
    if !is(".csv") && !is(".yaml") && !is(".yml") {
        let ruleset = Ruleset::builtin(choice);
        return ruleset.map_err(|unknown| stray_or(&path, Expected::Ruleset, unknown));
    }
    let text = read_text(&path, Expected::Ruleset)?;
    let shown = path.display().to_string();
    match is(".csv") {
        true => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            Ruleset::from_distribution(&shown, &stem, &text)
        }
        false => Ruleset::from_yaml(&shown, &text),
    }
}

/// The message for a path that does not exist; `None` if it does.
pub(crate) fn missing(field: &str, path: &Path) -> Option<String> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            Some(format!("{field}: can't read {}: {e}", path.display()))
        }
        _ => None,
    }
}

/// Collects the faults of a recipe while it is read.
struct RecipeFaults<'t> {
    document: Document<'t>,
    /// The directory to which the recipe's paths are relative.
    base: &'t Path,
    faults: Faults,
    /// How often a part has been located in the text.
    looks: usize,
}

/// The most parts that are located in the text. Each search parses all of it, and one
/// fault may block every part.
const MAX_LOOKS: usize = 4 * SHOWN;

impl<'t> RecipeFaults<'t> {
    fn new(document: Document<'t>, base: &'t Path) -> RecipeFaults<'t> {
        RecipeFaults {
            document,
            base,
            faults: Faults::default(),
            looks: 0,
        }
    }

    /// Loads the ruleset. An unknown name or a missing file is a fault of the recipe;
    /// faults in the ruleset's file are its own.
    fn load_ruleset(&mut self, choice: &str) -> Option<Ruleset> {
        let error = match load_ruleset(choice, self.base) {
            Ok(ruleset) => return Some(ruleset),
            Err(error) => error,
        };
        let nameless = error.diagnostics().iter().all(|d| d.path.is_empty());
        match missing("ruleset", &self.base.join(choice)) {
            _ if nameless => self.add("ruleset", format!("ruleset: {error}")),
            Some(message) => self.add("ruleset", message),
            None => self.faults.take(error),
        }
        None
    }

    /// The options for reading word lists. `longest` is the most tiles of a word unless
    /// the recipe sets it.
    fn list_options(&mut self, sources: &WordSources, longest: usize) -> ListOptions {
        let min = sources.length.min.unwrap_or(DEFAULT_MIN_LENGTH);
        let max = sources.length.max.unwrap_or(longest);
        let (is_wrong, found) = (min == 0 || min > max, format!("min {min} and max {max}"));
        self.refuse(is_wrong, "words.length", "min from 1 to max", found);
        let keep = sources.keep.as_deref().map(Regex::new).transpose();
        let keep = keep.unwrap_or_else(|e| {
            // The last line states the problem; the lines above quote the expression.
            let text = e.to_string();
            let wrong = text.lines().last().unwrap_or_default();
            let wrong = wrong.trim_start_matches("error: ");
            let message = format!("words.keep: expected a regular expression: {wrong}");
            self.add("words.keep", message);
            None
        });
        let length = LengthBounds::new(min, max).with_outside(sources.length.outside);
        let keep = keep.map(|keep| {
            let pattern = keep.to_string();
            Keep::new(move |line| keep.is_match(line)).with_pattern(&pattern)
        });
        ListOptions {
            length,
            keep,
            digraphs: sources.digraphs,
            bare_digraphs: sources.bare_digraphs,
            ..ListOptions::default()
        }
    }

    /// Adds a fault of a field.
    fn add(&mut self, field: &str, problem: impl Into<Problem>) {
        self.faults.add(|| self.document.fault_at(field, problem));
    }

    /// Adds a mismatch of a field, and names the field in the message.
    fn mismatch(&mut self, field: &str, expected: &str, found: impl ToString) {
        self.add(field, Problem::mismatch(expected, found).of(field));
    }

    /// Adds a mismatch of a field if `is_wrong`.
    fn refuse(&mut self, is_wrong: bool, field: &str, expected: &str, found: impl ToString) {
        if is_wrong {
            self.mismatch(field, expected, found);
        }
    }

    /// Adds the faults of each part of a recipe that can't be read as a whole, and
    /// returns the names in it.
    fn name_parts(&mut self) -> Named {
        let document = self.document;
        let Some(recipe) = fields(document.text) else {
            return Named::default();
        };
        for name in ["lexicon", "ruleset"] {
            self.part(&recipe, Part(name));
            if recipe.get(name).is_none() {
                let message = format!("missing field `{name}`");
                self.put(|| vec![Diagnostic::new(document.path, message)]);
            }
        }
        for part in OTHER_PARTS.split(' ') {
            self.part(&recipe, Part(part));
        }
        let names = recipe.as_mapping().into_iter().flat_map(|map| map.keys());
        for name in names.filter_map(YamlValue::as_str) {
            if let Some(message) = name_fault(PhantomData::<Recipe>, name) {
                self.put(|| vec![document.fault_of_name("", name, message)]);
            }
        }
        Named::in_fields(&recipe)
    }

    /// Adds the faults of a part that can't be read, or of each entry if the part is a
    /// list.
    fn part(&mut self, recipe: &YamlValue, part: Part) {
        if let Some(field) = part.0.strip_suffix("[]") {
            for (i, value) in items(value_at(recipe, field)).enumerate() {
                self.value(part, value, &format!("{field}[{i}]"));
            }
        } else if let Some(value) = value_at(recipe, part.0) {
            self.value(part, value, part.0);
        }
    }

    /// Adds the faults of a value that can't be read.
    fn value(&mut self, part: Part, value: &YamlValue, field: &str) {
        if message_of(part, value.clone()).is_some() {
            let document = self.document;
            self.put(|| map_faults(document, field, value, part));
        }
    }

    /// Adds the faults of a part that are not already known. Once there are too many,
    /// the part is only counted, or skipped.
    fn put(&mut self, find: impl FnOnce() -> Vec<Diagnostic>) {
        if self.faults.is_full() {
            self.faults.pass_over();
        } else if self.looks < MAX_LOOKS {
            self.looks += 1;
            self.faults.add_new(find());
        }
    }

    /// Checks the names of all files that the recipe builds.
    fn check_files(&mut self, recipe: &Recipe) {
        for (i, foreign) in recipe.foreign.iter().enumerate() {
            if let Some(maker) = own_field(foreign.content) {
                let field = format!("foreign[{i}].content");
                let others = WordFormat::ALL.into_iter();
                let others = others.filter(|&format| own_field(format).is_none());
                let others: Vec<&str> = others.map(WordFormat::name).collect();
                let expected = format!("one of {}", others.join(", "));
                let found = format!("{}, which `{maker}:` makes", foreign.content);
                self.mismatch(&field, &expected, found);
            }
        }
        if !IS_AVAILABLE && !recipe.databases.is_empty() {
            self.add("databases", Problem::from(NOT_AVAILABLE).of("databases"));
        }
        let mut seen = BTreeSet::new();
        for (place, file, output) in recipe.outputs() {
            let field = format!("{place}.file");
            if let Err(problem) = check_output_name(&field, file) {
                self.add(&field, problem);
            } else if !seen.insert(folded(file)) {
                self.add(&field, format!("{field}: `{file}` is made twice"));
            }
            let suits = match output {
                Output::Graph(graph) => check_not_foreign(file, graph.spec().content, maker)
                    .and_then(|()| check_graph_name(file, graph.spec())),
                Output::Counts(_) => check_extension(file, &["kwc"]),
                Output::Members(_) => check_extension(file, &["kwi"]),
                Output::Definitions => check_extension(file, &["tsv"]),
                Output::Words(format) => check_extension(file, &[format.extension()]),
                Output::Leaves(leaves) => check_extension(file, &["klv", "klv2"])
                    .and_then(|()| check_leaves_name(file, leaves.values)),
            };
            if let Err(problem) = suits {
                self.add(&field, problem.of(place));
            }
        }
    }

    /// Finds the graph that a field names. The same recipe must build it.
    fn graph_of<'r>(
        &mut self,
        recipe: &'r Recipe,
        field: &str,
        of: &str,
    ) -> Option<&'r GraphOutput> {
        let (graph, found) = (recipe.graph(of), format!("`{of}`"));
        self.refuse(graph.is_none(), field, "a file of `graphs:`", found);
        graph
    }

    /// Checks that counts and members refer to graphs that the same recipe builds.
    fn check_graphs_of(&mut self, recipe: &Recipe) {
        for (i, counts) in recipe.counts.iter().enumerate() {
            self.graph_of(recipe, &format!("counts[{i}].of"), &counts.of);
        }
        for (i, members) in recipe.members.iter().enumerate() {
            let (field, of) = (format!("members[{i}].of"), &members.of);
            let graph = self.graph_of(recipe, &field, of);
            let is_other = graph.is_some_and(|graph| graph.content == Content::Alphagrams);
            let found = format!("alphagrams in `{of}`");
            self.refuse(is_other, &field, "a graph of words", found);
        }
    }

    /// Checks that each leave file has either a table or an estimate, and that an
    /// estimate refers to a graph with a GADDAG.
    fn check_leaves(&mut self, recipe: &Recipe) {
        for (i, leaves) in recipe.leaves.iter().enumerate() {
            let (field, either) = (format!("leaves[{i}]"), "`source:` or `estimate:`");
            let has_source = leaves.source.is_some();
            let Some(estimate) = &leaves.estimate else {
                self.refuse(!has_source, &field, either, "neither");
                continue;
            };
            self.refuse(has_source, &field, either, "both");
            let of_source = leaves.sha256.is_some() || leaves.beyond_bag || leaves.beyond_rack;
            let expected = "`sha256:`, `beyond_bag:` and `beyond_rack:` only with `source:`";
            self.refuse(of_source, &field, expected, "`estimate:`");
            let is_outside = !(1..=MOST_BOARDS).contains(&estimate.boards);
            let field_of = |name: &str| format!("{field}.estimate.{name}");
            let expected = format!("1 to {MOST_BOARDS}");
            self.refuse(is_outside, &field_of("boards"), &expected, estimate.boards);
            let (of, field) = (&estimate.of, field_of("of"));
            let graph = self.graph_of(recipe, &field, of);
            if let Some(graph) = graph.filter(|graph| graph.content != Content::Gaddawg) {
                let found = format!("`{of}` with {}", graph.content);
                self.mismatch(&field, "a graph with a GADDAG", found);
            }
        }
    }

    /// Checks that each word list is a file or a dictionary, that columns are counted
    /// from 1, and that pinned digests are complete.
    fn check_inputs(&mut self, recipe: &Recipe) {
        for (field, role, list) in recipe.word_lists() {
            let is_file = list.file.is_some();
            if [DEFINITIONS, DIFFICULTY].contains(&role) && !is_file {
                self.mismatch(&field, "`file:`", "none");
            } else if is_file == list.hunspell.is_some() {
                let found = if is_file { "both" } else { "neither" };
                self.mismatch(&field, "`file:` or `hunspell:`", found);
            }
            let of_file = list.sha256.is_some() || list.separator.is_some() || list.column != 1;
            let expected = "`sha256:`, `column:` and `separator:` only with `file:`";
            self.refuse(!is_file && of_file, &field, expected, "`hunspell:`");
        }
        for input in recipe.inputs_of_parts() {
            if input.list.is_some_and(|list| list.column == 0) {
                let (field, file) = (format!("{}.column", input.field), input.file);
                let problem = Problem::mismatch("1 or more", "0");
                self.add(&field, problem.of(format!("{field} of `{file}`")));
            }
            let Some(digest) = input.sha256 else { continue };
            let found = match digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                true if digest.len() == 64 => continue,
                true => digest.len().to_string(),
                false => format!("`{}`", shown(digest)),
            };
            self.mismatch(&input.digest_field, "64 hexadecimal digits", found);
        }
    }

    /// Refuses expectations for files that the recipe does not build, since they would
    /// never be checked.
    fn check_expected(&mut self, recipe: &Recipe) {
        let expect = &recipe.expect;
        let lists = expect.contains.is_empty() && expect.lacks.is_empty();
        let of_words = expect.words.is_some()
            || expect.all_tiles_used
            || !(lists && expect.per_length.is_empty());
        let makes_none = recipe.files_of(PartKind::Words).is_empty();
        let graphs = "`graphs:` to check words of";
        self.refuse(of_words && makes_none, "expect", graphs, "none");
        let has_words = |graph: &GraphOutput| graph.content != Content::Alphagrams;
        let has_words = recipe.graphs.iter().any(has_words);
        let [positions, endgames] = [&recipe.positions, &recipe.endgames].map(Option::is_some);
        for (field, is_there) in [("positions", positions), ("endgames", endgames)] {
            let expected = "`graphs:` of words to find moves with";
            self.refuse(is_there && !has_words, field, expected, "none");
        }
        let has_none = recipe.leaves.is_empty();
        let is_wrong = expect.leaves.is_some() && has_none;
        self.refuse(is_wrong, "expect.leaves", "`leaves:` to check", "none");
        for (i, edition) in recipe.editions.iter().enumerate() {
            let field = format!("editions[{i}]");
            let counts = edition.added.is_some() || edition.removed.is_some();
            if counts != edition.since.is_some() {
                let expected = "`since:` with `added:` or `removed:`";
                self.mismatch(&field, expected, "one without the other");
            } else if edition.since.is_none() && edition.has.is_empty() && edition.lacks.is_empty()
            {
                let expected = "`since:`, `has:` or `lacks:`";
                self.mismatch(&field, expected, "none of them, which proves nothing");
            }
            self.refuse(makes_none, &field, graphs, "none");
        }
        let Some(gate) = &recipe.match_gate else {
            return;
        };
        let of_words = "`graphs:` of words to play with";
        self.refuse(!has_words, "match", of_words, "none");
        self.refuse(has_none, "match", "`leaves:` to play with", "none");
        let (most, pairs) = (MatchGate::MOST_PAIRS, gate.pairs);
        let is_outside = !(1..=most).contains(&pairs);
        self.refuse(is_outside, "match.pairs", &format!("1 to {most}"), pairs);
        let (field, share) = ("match.at_least", gate.at_least);
        let is_outside = !(0.0..=1.0).contains(&share);
        self.refuse(is_outside, field, "a share from 0 to 1", share);
    }
}

/// The field of a recipe that builds files of one format only.
fn own_field(format: WordFormat) -> Option<&'static str> {
    match format {
        WordFormat::WordMap => Some("wordmaps"),
        WordFormat::Database => Some("databases"),
        _ => None,
    }
}

/// What builds files of a format, as written in a recipe.
fn maker(format: WordFormat) -> String {
    match own_field(format) {
        Some(field) => format!("{field}:"),
        None => format!("foreign: [{{content: {format}, …}}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key that is a list stops the parser before every part that follows it.
    #[test]
    fn parts_are_not_looked_for_without_end() {
        let text = format!("? [a]\n: b\ngraphs:\n{}", "- x\n".repeat(1000));
        let (path, text) = ("r.yaml", &text[..]);
        let document = Document { path, text };
        let mut faults = RecipeFaults::new(document, Path::new(""));
        let error = yaml::read::<Recipe>(document).unwrap_err();
        faults.faults.take(error);
        faults.name_parts();
        assert_eq!(faults.looks, MAX_LOOKS);
        let error = faults.faults.into_result().unwrap_err().to_string();
        let whole = ResolvedRecipe::parse(Path::new(path), text).unwrap_err();
        for error in [error, whole.to_string()] {
            assert!(
                error.contains("r.yaml:1:3: invalid type: a list"),
                "{error}"
            );
        }
    }
}

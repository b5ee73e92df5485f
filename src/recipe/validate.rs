//! Whether a recipe is sound: all that can be known of it before its inputs are
//! read.
//!
//! Whoever mends a recipe wants to know of everything that is wrong with it, and
//! in which line. So nothing ends at the first fault. If the recipe as a whole
//! can't be read, its parts are read one by one, and what is there of names and
//! paths is looked at all the same.

use crate::error::{Diagnostic, Error, Faults, Result, SHOWN};
use crate::graph::Content;
use crate::recipe::names::{check_extension, check_graph_name, check_leaves_name, check_name};
use crate::recipe::outdir::SUMS_FILE;
use crate::recipe::resolve::load_ruleset;
use crate::recipe::schema::{
    CountsOutput, Expect, GraphOutput, LeavesOutput, Length, MembersOutput, Recipe, WordFile,
    WordSources,
};
use crate::ruleset::Ruleset;
use crate::yaml::{YamlValue, fault_at, fault_of, fault_of_name, fields, name_fault};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// What a recipe names, as far as it says something.
#[derive(Default)]
pub(crate) struct Outline {
    pub(crate) lexicon: Option<String>,
    pub(crate) ruleset: Option<String>,
    /// The inputs, but for the ruleset, each with its field.
    pub(crate) inputs: Vec<(String, String)>,
}

impl Outline {
    pub(crate) fn of(recipe: &Recipe) -> Outline {
        let mut inputs = Vec::new();
        let mut lists = |field: String, files: &[WordFile]| {
            let named = files.iter().enumerate();
            inputs.extend(named.map(|(i, list)| (format!("{field}[{i}]"), list.file.clone())));
        };
        if let Some(words) = &recipe.words {
            lists("words.include".into(), &words.include);
            lists("words.exclude".into(), &words.exclude);
        }
        for (i, members) in recipe.members.iter().enumerate() {
            lists(format!("members[{i}].words"), &members.words);
        }
        for (i, leaves) in recipe.leaves.iter().enumerate() {
            inputs.push((format!("leaves[{i}].source"), leaves.source.clone()));
        }
        let positions = recipe.positions.clone();
        inputs.extend(positions.map(|name| ("positions".to_string(), name)));
        Outline {
            lexicon: Some(recipe.lexicon.clone()),
            ruleset: Some(recipe.ruleset.clone()),
            inputs,
        }
    }

    /// The same of a recipe that can't be read as a whole.
    fn of_fields(recipe: &YamlValue) -> Outline {
        let text = |value: Option<&YamlValue>| Some(value?.as_str()?.to_string());
        let mut inputs = Vec::new();
        let mut add = |field: String, value: Option<&YamlValue>| {
            inputs.extend(text(value).map(|name| (field, name)));
        };
        let mut lists = |field: String, files: Option<&YamlValue>| {
            for (i, list) in items(files).enumerate() {
                add(format!("{field}[{i}]"), list.get("file").or(Some(list)));
            }
        };
        for field in ["include", "exclude"] {
            let files = recipe.get("words").and_then(|words| words.get(field));
            lists(format!("words.{field}"), files);
        }
        for (i, members) in items(recipe.get("members")).enumerate() {
            lists(format!("members[{i}].words"), members.get("words"));
        }
        for (i, leaves) in items(recipe.get("leaves")).enumerate() {
            add(format!("leaves[{i}].source"), leaves.get("source"));
        }
        add("positions".to_string(), recipe.get("positions"));
        Outline {
            lexicon: text(recipe.get("lexicon")),
            ruleset: text(recipe.get("ruleset")),
            inputs,
        }
    }
}

/// The entries of a list; none of anything else.
fn items(list: Option<&YamlValue>) -> impl Iterator<Item = &YamlValue> {
    list.and_then(YamlValue::as_sequence).into_iter().flatten()
}

/// What to say of a path that leads nowhere.
pub(crate) fn missing(field: &str, path: &Path) -> Option<String> {
    match fs::metadata(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            Some(format!("{field}: can't read {}: {e}", path.display()))
        }
        _ => None,
    }
}

/// Reads a recipe, and collects its faults.
pub(crate) struct RecipeFaults<'t> {
    path: &'t str,
    text: &'t str,
    /// Where its paths start from.
    base: &'t Path,
    faults: Faults,
    /// How often a part was looked for in the text.
    looks: usize,
}

/// A part is not looked for more often than this: each time all of the text is
/// parsed, and something may stand in the way of all parts.
const MAX_LOOKS: usize = 4 * SHOWN;

impl<'t> RecipeFaults<'t> {
    pub(crate) fn new(path: &'t str, text: &'t str, base: &'t Path) -> RecipeFaults<'t> {
        RecipeFaults {
            path,
            text,
            base,
            faults: Faults::default(),
            looks: 0,
        }
    }

    /// Reads the recipe, if it can be read, and what it names.
    pub(crate) fn read(&mut self) -> (Option<Recipe>, Outline) {
        let (recipe, outline) = match crate::yaml::read::<Recipe>(self.path, self.text) {
            Ok(recipe) => {
                check(&recipe, self);
                let outline = Outline::of(&recipe);
                (Some(recipe), outline)
            }
            Err(error) => {
                self.take(error);
                (None, self.name_parts())
            }
        };
        let lexicon = outline.lexicon.as_deref();
        if let Some(Err(message)) = lexicon.map(|name| check_name("lexicon", name)) {
            self.add("lexicon", message);
        }
        (recipe, outline)
    }

    /// Loads the ruleset. An unknown name and a path that leads nowhere are the
    /// recipe's fault; a bad file is its own.
    pub(crate) fn load_ruleset(&mut self, choice: &str) -> Option<Ruleset> {
        let error = match load_ruleset(choice, self.base) {
            Ok(ruleset) => return Some(ruleset),
            Err(error) => error,
        };
        let nameless = error.diagnostics().iter().all(|d| d.path.is_empty());
        match missing("ruleset", &self.base.join(choice)) {
            _ if nameless => self.add("ruleset", format!("ruleset: {error}")),
            Some(message) => self.add("ruleset", message),
            None => self.take(error),
        }
        None
    }

    /// Adds inputs that are not there, if there are faults. Else it is for those
    /// who need them to say so.
    pub(crate) fn name_missing(&mut self, inputs: &[(String, String)]) {
        if self.faults.is_empty() {
            return;
        }
        for (field, name) in inputs {
            if let Some(message) = missing(field, &self.base.join(name)) {
                self.add(field, message);
            }
        }
    }

    /// Adds a fault of a field.
    pub(crate) fn add(&mut self, field: &str, message: String) {
        self.faults
            .add(|| fault_at(self.path, self.text, field, message));
    }

    /// Adds all faults of an error.
    pub(crate) fn take(&mut self, error: Error) {
        self.faults.take(error);
    }

    /// Succeeds if nothing was added; else they are in the order of the lines.
    pub(crate) fn into_result(self) -> Result<()> {
        self.faults.by_line(self.path).into_result()
    }

    /// Names what is wrong with the parts of a recipe that can't be read as a
    /// whole, and gives what there is of it.
    fn name_parts(&mut self) -> Outline {
        let Some(recipe) = fields(self.text) else {
            return Outline::default();
        };
        for name in ["lexicon", "ruleset"] {
            match recipe.get(name) {
                Some(value) => self.part::<String>(Some(value), name),
                None => {
                    let message = format!("missing field `{name}`");
                    self.put(|path, _| Some(Diagnostic::new(path, message)));
                }
            }
        }
        self.part::<String>(recipe.get("positions"), "positions");
        let words = recipe.get("words");
        self.part::<WordSources>(words, "words");
        for field in ["include", "exclude"] {
            let files = words.and_then(|words| words.get(field));
            self.each::<WordFile>(files, &format!("words.{field}"));
        }
        self.part::<Length>(words.and_then(|words| words.get("length")), "words.length");
        self.each::<GraphOutput>(recipe.get("graphs"), "graphs");
        self.each::<CountsOutput>(recipe.get("counts"), "counts");
        self.each::<MembersOutput>(recipe.get("members"), "members");
        self.each::<LeavesOutput>(recipe.get("leaves"), "leaves");
        self.part::<Expect>(recipe.get("expect"), "expect");
        let names = recipe.as_mapping().into_iter().flat_map(|map| map.keys());
        for name in names.filter_map(YamlValue::as_str) {
            if let Some(message) = name_fault::<Recipe>(name) {
                self.put(|path, text| Some(fault_of_name(path, text, name, message)));
            }
        }
        Outline::of_fields(&recipe)
    }

    /// Names what is wrong with a part, if it is there and can't be read.
    fn part<T: DeserializeOwned>(&mut self, value: Option<&YamlValue>, field: &str) {
        if value.is_some_and(|value| T::deserialize(value).is_err()) {
            self.put(|path, text| fault_of::<T>(path, text, field));
        }
    }

    /// The same for each entry of a list.
    fn each<T: DeserializeOwned>(&mut self, list: Option<&YamlValue>, field: &str) {
        for (i, value) in items(list).enumerate() {
            self.part::<T>(Some(value), &format!("{field}[{i}]"));
        }
    }

    /// Adds a fault, unless it is known already.
    fn put(&mut self, find: impl FnOnce(&str, &str) -> Option<Diagnostic>) {
        if self.faults.is_full() {
            self.faults.add(|| Diagnostic::new("", ""));
            return;
        }
        if self.looks == MAX_LOOKS {
            return;
        }
        self.looks += 1;
        if let Some(fault) = find(self.path, self.text)
            && !self.faults.has(&fault)
        {
            self.faults.add(|| fault);
        }
    }
}

/// Checks what a recipe says, but for its name and its ruleset.
fn check(recipe: &Recipe, faults: &mut RecipeFaults<'_>) {
    check_files(recipe, faults);
    check_graphs_of(recipe, faults);
    check_columns(recipe, faults);
    check_expected(recipe, faults);
}

/// Checks the names of all files that a recipe makes.
fn check_files(recipe: &Recipe, faults: &mut RecipeFaults<'_>) {
    let mut seen = BTreeSet::new();
    for (place, file) in recipe.files() {
        let field = format!("{place}.file");
        if let Err(message) = check_name(&field, file) {
            faults.add(&field, message);
        } else if file.eq_ignore_ascii_case(SUMS_FILE) {
            faults.add(&field, format!("{field}: `{file}` is the file of sums"));
        } else if !seen.insert(file.to_lowercase()) {
            faults.add(&field, format!("{field}: `{file}` is made twice"));
        }
    }
    let mut check = |place: String, checked: Result<(), String>| {
        if let Err(message) = checked {
            faults.add(&format!("{place}.file"), format!("{place}: {message}"));
        }
    };
    for (i, graph) in recipe.graphs.iter().enumerate() {
        let checked = check_graph_name(&graph.file, graph.spec());
        check(format!("graphs[{i}]"), checked);
    }
    for (i, counts) in recipe.counts.iter().enumerate() {
        let checked = check_extension(&counts.file, &["kwc"]);
        check(format!("counts[{i}]"), checked);
    }
    for (i, members) in recipe.members.iter().enumerate() {
        let checked = check_extension(&members.file, &["kwi"]);
        check(format!("members[{i}]"), checked);
    }
    for (i, leaves) in recipe.leaves.iter().enumerate() {
        let checked = check_extension(&leaves.file, &["klv", "klv2"]);
        let checked = checked.and_then(|()| check_leaves_name(&leaves.file, leaves.values));
        check(format!("leaves[{i}]"), checked);
    }
}

/// Counts and members are of graphs that the same recipe makes.
fn check_graphs_of(recipe: &Recipe, faults: &mut RecipeFaults<'_>) {
    let graph = |of: &str| recipe.graphs.iter().find(|graph| graph.file == of);
    let mut check = |field: String, of: &str, of_words: bool| match graph(of) {
        None => {
            let message = format!("{field}: expected a file of `graphs:`, found `{of}`");
            faults.add(&field, message);
        }
        Some(graph) if of_words && graph.content == Content::Alphagrams => {
            let message = format!("{field}: expected a graph of words, found alphagrams in `{of}`");
            faults.add(&field, message);
        }
        Some(_) => (),
    };
    for (i, counts) in recipe.counts.iter().enumerate() {
        check(format!("counts[{i}].of"), &counts.of, false);
    }
    for (i, members) in recipe.members.iter().enumerate() {
        check(format!("members[{i}].of"), &members.of, true);
    }
}

/// Columns are counted from 1.
fn check_columns(recipe: &Recipe, faults: &mut RecipeFaults<'_>) {
    let words = recipe.words.iter();
    let lists = words.flat_map(|words| {
        [
            ("words.include", &words.include),
            ("words.exclude", &words.exclude),
        ]
    });
    let lists = lists.map(|(field, files)| (field.to_string(), files));
    let members = recipe.members.iter().enumerate();
    let members = members.map(|(i, members)| (format!("members[{i}].words"), &members.words));
    for (field, files) in lists.chain(members) {
        for (i, list) in files
            .iter()
            .enumerate()
            .filter(|(_, list)| list.column == 0)
        {
            let (field, file) = (format!("{field}[{i}].column"), &list.file);
            let message = format!("{field} of `{file}`: expected 1 or more, found 0");
            faults.add(&field, message);
        }
    }
}

/// An expectation of what is not made would never be checked.
fn check_expected(recipe: &Recipe, faults: &mut RecipeFaults<'_>) {
    let expect = &recipe.expect;
    let of_words = expect.words.is_some()
        || expect.all_tiles_used
        || !(expect.per_length.is_empty() && expect.contains.is_empty() && expect.lacks.is_empty());
    if of_words && recipe.graphs.is_empty() {
        let message = "expect: expected `graphs:` to check words of, found none";
        faults.add("expect", message.into());
    }
    let of_words = |graph: &GraphOutput| graph.content != Content::Alphagrams;
    if recipe.positions.is_some() && !recipe.graphs.iter().any(of_words) {
        let message = "positions: expected `graphs:` of words to find moves with, found none";
        faults.add("positions", message.into());
    }
    if expect.leaves.is_some() && recipe.leaves.is_empty() {
        let message = "expect.leaves: expected `leaves:` to check, found none";
        faults.add("expect.leaves", message.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that is a list stands in the way of all that comes after it.
    #[test]
    fn parts_are_not_looked_for_without_end() {
        let text = format!("? [a]\n: b\ngraphs:\n{}", "- x\n".repeat(1000));
        let mut faults = RecipeFaults::new("r.yaml", &text, Path::new(""));
        assert!(faults.read().0.is_none());
        assert_eq!(faults.looks, MAX_LOOKS);
        let error = faults.into_result().unwrap_err().to_string();
        assert!(
            error.contains("r.yaml:1:3: invalid type: sequence"),
            "{error}"
        );
    }
}

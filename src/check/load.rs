//! Reads recipes and files into subjects to check.
//!
//! A recipe gives the most to check: its sources, its expectations, and what
//! manifest, sums and lock claim. For files without a recipe, a [`FileSet`] says
//! what each of them should be.

use crate::check::causes::NOT_LISTED;
use crate::check::findings::NextStep;
use crate::check::manifest_claims::{Counted, read_claims};
use crate::check::subject::{Artifact, Rival, Role, Subject, Trouble};
use crate::digest::sha256;
use crate::error::Result;
use crate::file::{Expected, read_file, read_if_there, read_text, refuse_stray};
use crate::graph::Content;
use crate::leave::Leaves;
use crate::recipe::{
    PartKind, RecipeWords, ResolvedRecipe, check_distinct, parse_leaves, read_inputs,
};
use crate::ruleset::Ruleset;
use crate::source::{LengthBounds, ListOptions, ListReader, Outside};
use std::path::{Path, PathBuf};

/// Files to check without a recipe, and their ruleset.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileSet {
    /// The word graph.
    pub kwg: Option<PathBuf>,
    /// What the word graph must hold; none if any graph of words will do.
    pub content: Option<Content>,
    /// The graph of the alphagrams.
    pub kad: Option<PathBuf>,
    /// The leave values.
    pub klv: Option<PathBuf>,
    /// The counts of the word graph's nodes.
    pub kwc: Option<PathBuf>,
    /// A member file of the word graph.
    pub kwi: Option<PathBuf>,
    /// The ranks of the word graph's words.
    pub kwp: Option<PathBuf>,
    /// Word lists whose union the word graph should hold; may be empty.
    pub words: Vec<PathBuf>,
    /// The fewest and the most tiles of a word, if not the default.
    pub length: Option<(usize, usize)>,
    /// A table of positions.
    pub positions: Option<PathBuf>,
    /// The ruleset of all files.
    pub ruleset: Ruleset,
    /// What the user calls the ruleset: a name or a path.
    pub ruleset_name: String,
    /// Whether the ruleset was assumed because nothing names it.
    pub ruleset_assumed: bool,
    /// The manifest that names the ruleset, and the SHA-256 that it has for the
    /// first of the files.
    pub listed: Option<(PathBuf, String)>,
}

impl FileSet {
    /// A set without files yet.
    pub fn new(ruleset: Ruleset) -> FileSet {
        FileSet {
            kwg: None,
            content: None,
            kad: None,
            klv: None,
            kwc: None,
            kwi: None,
            kwp: None,
            words: Vec::new(),
            length: None,
            positions: None,
            ruleset_name: ruleset.name().to_string(),
            ruleset,
            ruleset_assumed: false,
            listed: None,
        }
    }

    /// The graph or leave file that is given first.
    pub fn first(&self) -> Option<&Path> {
        let given = [&self.kwg, &self.kad, &self.klv];
        given.into_iter().flatten().next().map(PathBuf::as_path)
    }
}

/// Reads files into a subject.
pub fn subject_of_files(files: &FileSet) -> Result<Subject> {
    let mut subject = Subject::new("files", files.ruleset.clone());
    subject.ruleset_assumed = files.ruleset_assumed;
    subject.ruleset_name = files.ruleset_name.clone();
    subject.length = files.length.unwrap_or(subject.length);
    subject.length_assumed = files.length.is_none();
    let name_of = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
    let of = files.kwg.as_deref().map(name_of).unwrap_or_default();
    let graph = |content| Role::Graph {
        content,
        format: None,
        layout: None,
    };
    let leaves = Role::Leaves {
        values: None,
        layout: None,
        table: None,
        beyond_bag: false,
        beyond_rack: false,
    };
    let members = Role::Members {
        of: of.clone(),
        words: None,
    };
    let (alphagrams, counts) = (Some(Content::Alphagrams), Role::Counts { of: of.clone() });
    for (path, expected, role) in [
        (&files.kwg, Expected::WordGraph, graph(files.content)),
        (&files.kad, Expected::Alphagrams, graph(alphagrams)),
        (&files.klv, Expected::LeaveValues, leaves),
        (&files.kwc, Expected::Counts, counts),
        (&files.kwi, Expected::Members, members),
        (&files.kwp, Expected::Ranks, Role::Order { of }),
    ] {
        let Some(path) = path else { continue };
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, expected)?;
        subject.artifacts.push(Artifact {
            name: name_of(path),
            path: path.display().to_string(),
            bytes: Some(bytes),
            role,
        });
    }
    subject.doubts.extend(other_file(files, &subject.artifacts));
    if !files.words.is_empty() {
        // A list may have words that no graph should have.
        let (min, max) = subject.length;
        let length = LengthBounds::new(min, max).with_outside(Outside::Drop);
        let options = ListOptions::default().with_length(length);
        let mut reader = ListReader::for_ruleset(&subject.ruleset);
        for path in &files.words {
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, Expected::WordList)?;
            let shown = path.display().to_string();
            let read = reader.read(&shown, &bytes, &options)?;
            if read.dropped_by_length > 0 && subject.length_assumed {
                subject.left_out.push((shown, read.dropped_by_length));
            }
        }
        subject.words = Some(reader.finish()?.finish().0);
    }
    subject
        .positions
        .extend(read_positions(files.positions.as_deref())?);
    Ok(subject)
}

/// Reads a table of positions, if there is one.
fn read_positions(path: Option<&Path>) -> Result<Option<(String, String)>> {
    let Some(path) = path else { return Ok(None) };
    let text = read_text(path, Expected::Positions)?;
    Ok(Some((path.display().to_string(), text)))
}

/// Reads the leave values that a recipe's own must not lose against.
fn read_rival(resolved: &ResolvedRecipe) -> Result<Option<Rival>> {
    let Some(gate) = resolved.recipe.match_gate.clone() else {
        return Ok(None);
    };
    let file = resolved.base().join(&gate.against);
    let path = file.display().to_string();
    let bytes = read_file(&file)?;
    refuse_stray(&file, &bytes, Expected::LeaveValues)?;
    let leaves = Leaves::from_bytes(&bytes, resolved.ruleset.alphabet().len());
    let leaves = leaves.map_err(|fault| fault.into_error(&path))?;
    Ok(Some(Rival { path, leaves, gate }))
}

/// A warning if the first file is not the one that the manifest lists which
/// names the ruleset.
fn other_file(files: &FileSet, artifacts: &[Artifact]) -> Option<Trouble> {
    let ((manifest, sum), first) = (files.listed.as_ref()?, artifacts.first()?);
    let found = sha256(first.bytes.as_ref()?);
    (found != *sum).then(|| Trouble {
        file: first.path.clone(),
        what: NOT_LISTED,
        expected: format!("{sum}, as {} says", manifest.display()),
        found,
        next_step: Some(NextStep::NameRuleset {
            read_as: files.ruleset.name().to_string(),
            by_manifest: true,
        }),
    })
}

/// Reads recipes and their files in the output directory into subjects. No two
/// recipes may have the same lexicon or file.
pub fn subjects_of_recipes(paths: &[PathBuf], out_dir: &Path) -> Result<Vec<Subject>> {
    let subjects = paths.iter().map(|path| subject_of_recipe(path, out_dir));
    let mut subjects = subjects.collect::<Result<Vec<Subject>>>()?;
    // What is wrong with the directory as a whole is said once.
    if let [first, others @ ..] = &mut subjects[..] {
        for other in others {
            other.troubles.retain(|t| !first.troubles.contains(t));
        }
    }
    check_distinct(subjects.iter().filter_map(|s| s.recipe.as_ref()))?;
    Ok(subjects)
}

/// Reads a recipe and its files in the output directory into a subject.
pub fn subject_of_recipe(path: &Path, out_dir: &Path) -> Result<Subject> {
    let resolved = ResolvedRecipe::read(path)?;
    let recipe = &resolved.recipe;
    let mut subject = Subject::new(&recipe.lexicon, resolved.ruleset.clone());
    let ruleset = resolved.base().join(&recipe.ruleset);
    subject.ruleset_name = match ruleset.is_file() {
        true => ruleset.display().to_string(),
        false => recipe.ruleset.clone(),
    };
    let mut inputs: Vec<(String, String)> = Vec::new();
    let mut lexicon = None;
    if recipe.words.is_some() && !recipe.graphs.is_empty() {
        let bounds = resolved.list_options.length;
        subject.length = (bounds.min, bounds.max);
        let read = read_inputs(&resolved, PartKind::Words)?;
        lexicon = Some(RecipeWords::parse(&resolved, &read)?);
        inputs.extend(read.into_iter().map(|input| (input.name, input.sha256)));
    }
    for (name, role) in roles(&resolved, lexicon.as_ref(), &mut inputs)? {
        let path = out_dir.join(&name);
        subject.artifacts.push(Artifact {
            bytes: read_if_there(&path)?,
            path: path.display().to_string(),
            name,
            role,
        });
    }
    let positions = recipe.positions.as_ref();
    let positions = positions.map(|name| resolved.base().join(name));
    subject
        .positions
        .extend(read_positions(positions.as_deref())?);
    subject.rival = read_rival(&resolved)?;
    let counted = lexicon.as_ref().map(Counted::of);
    subject.words = lexicon.map(|lexicon| lexicon.words);
    if out_dir.is_dir() {
        read_claims(&resolved, out_dir, &inputs, counted, &mut subject)?;
    } else {
        subject.no_directory = Some(out_dir.display().to_string());
    }
    subject.recipe = Some(resolved);
    Ok(subject)
}

/// The role of each of a recipe's files. Inputs that are read for that are
/// added to `inputs`, with their digests.
fn roles(
    resolved: &ResolvedRecipe,
    lexicon: Option<&RecipeWords>,
    inputs: &mut Vec<(String, String)>,
) -> Result<Vec<(String, Role)>> {
    let recipe = &resolved.recipe;
    let mut roles = Vec::new();
    for graph in &recipe.graphs {
        let role = Role::Graph {
            content: Some(graph.content),
            format: Some(graph.node),
            layout: Some(graph.layout),
        };
        roles.push((graph.file.clone(), role));
    }
    for counts in &recipe.counts {
        let of = counts.of.clone();
        roles.push((counts.file.clone(), Role::Counts { of }));
    }
    for (i, members) in recipe.members.iter().enumerate() {
        let of = members.of.clone();
        let words = lexicon.and_then(|lexicon| lexicon.members.get(i)).cloned();
        roles.push((members.file.clone(), Role::Members { of, words }));
    }
    let tables = read_inputs(resolved, PartKind::Leaves)?;
    for (leaves, input) in recipe.leaves.iter().zip(tables) {
        let path = input.path.display().to_string();
        let table = parse_leaves(&path, &input.bytes, &resolved.ruleset, leaves.options())?;
        let role = Role::Leaves {
            values: Some(leaves.values),
            layout: Some(leaves.layout),
            table: Some(table),
            beyond_bag: leaves.beyond_bag,
            beyond_rack: leaves.beyond_rack,
        };
        roles.push((leaves.file.clone(), role));
        inputs.push((input.name, input.sha256));
    }
    Ok(roles)
}

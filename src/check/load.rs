//! Reads recipes and files into subjects to check.
//!
//! A recipe provides the most to check: its sources, its expectations, and the claims
//! of manifest, checksum file and lock. For files without a recipe, a [`FileSet`]
//! defines what each of them should be.

use crate::check::causes::NOT_LISTED;
use crate::check::findings::{Finding, NextStep, Severity};
use crate::check::manifest_claims::{Sources, add_listed, read_claims};
use crate::check::subject::{Artifact, LeavesRole, Rival, Role, Subject};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::{
    Expected, read_file, read_if_there, read_named, read_text, read_words, refuse_stray, unpacked,
};
use crate::graph::Content;
use crate::leave::Leaves;
use crate::lexicon::Words;
use crate::recipe::{
    About, InputFile, Manifest, Output, OutputRecord, PartKind, RecipeWords, ResolvedRecipe,
    check_distinct, parse_leaves, read_inputs,
};
use crate::ruleset::Ruleset;
use crate::source::{LengthBounds, ListOptions, ListReader, Outside};
use crate::tiles::Digraphs;
use std::path::{Path, PathBuf};

/// Files to check without a recipe.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileSet {
    /// What is known of the lexicon before its files are read.
    pub subject: Subject,
    /// The files.
    pub files: Vec<GivenFile>,
    /// Word lists whose union the word graph should hold; may be empty.
    pub words: Vec<PathBuf>,
    /// How the lists spell digraphs, if not as in the ruleset.
    pub digraphs: Option<Digraphs>,
    /// A table of positions.
    pub positions: Option<PathBuf>,
    /// Whether the ruleset comes from the manifest that lists the files.
    pub ruleset_listed: bool,
}

/// A file to check, and what is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GivenFile {
    /// Its path.
    pub path: PathBuf,
    /// The expected kind: a graph, leave values or a side file of a graph.
    pub expected: Expected,
    /// The expected content of a word graph. `None` means the content given in the
    /// manifest, or otherwise any graph of words.
    pub content: Option<Content>,
    /// The manifest that lists the file, with its path.
    pub listed: Option<(PathBuf, Manifest)>,
}

impl GivenFile {
    /// Creates a file of which nothing more is known.
    pub fn new(path: impl Into<PathBuf>, expected: Expected) -> GivenFile {
        GivenFile {
            path: path.into(),
            expected,
            content: None,
            listed: None,
        }
    }

    fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.display().to_string()
    }

    /// The manifest's record of the file.
    fn record(&self) -> Option<&OutputRecord> {
        let (_, manifest) = self.listed.as_ref()?;
        let (name, mut outputs) = (self.name(), manifest.outputs());
        outputs.find(|output| output.file == name)
    }

    /// The expected role of the file, beside the word graph `graph`.
    fn role(&self, graph: &str) -> Result<Role> {
        let (content, of) = match self.record().map(|record| &record.about) {
            Some(About::Graph { content, .. }) => (Some(*content), graph),
            Some(About::Counts { of, .. } | About::Members { of, .. }) => (None, &of[..]),
            _ => (None, graph),
        };
        let content = content.filter(|&content| content != Content::Alphagrams);
        let of = of.to_string();
        let graph = |content| Role::Graph {
            content,
            format: None,
            layout: None,
        };
        Ok(match self.expected {
            Expected::WordGraph => graph(self.content.or(content)),
            Expected::Alphagrams => graph(Some(Content::Alphagrams)),
            Expected::LeaveValues => Role::Leaves(LeavesRole::default()),
            Expected::Counts => Role::Counts { of },
            Expected::Members => Role::Members { of, words: None },
            Expected::Ranks => Role::Order { of },
            Expected::Words(format) => Role::Words(format),
            other => {
                return Err(Error::mismatch(&self.path, "a file to check", other.name()));
            }
        })
    }

    /// Adds the manifest's claims about the file to a subject. If the file is not the
    /// one that is listed, adds a warning instead.
    fn add_claims(&self, bytes: &[u8], ruleset_listed: bool, subject: &mut Subject) {
        let (Some((path, manifest)), Some(record)) = (&self.listed, self.record()) else {
            return;
        };
        let found = sha256(bytes);
        if found == record.sha256 {
            add_listed(path, manifest, record, ruleset_listed, subject);
        } else if ruleset_listed {
            let expected = format!("{}, as {} says", record.sha256, path.display());
            let next_step = NextStep::NameRuleset {
                read_as: subject.ruleset.name().to_string(),
                by_manifest: true,
            };
            subject.findings.push(Finding {
                severity: Severity::Warning,
                what: NOT_LISTED,
                file: self.path.display().to_string(),
                ..Finding::from(("", expected, found)).next(next_step)
            });
        }
    }
}

impl FileSet {
    /// Creates a set without files. Its words may have the lengths that a manifest
    /// counts.
    pub fn new(ruleset: Ruleset) -> FileSet {
        let mut subject = Subject::new("files", ruleset);
        subject.length_assumed = true;
        FileSet {
            subject,
            files: Vec::new(),
            words: Vec::new(),
            digraphs: None,
            positions: None,
            ruleset_listed: false,
        }
    }
}

/// Reads files into a subject.
pub fn subject_of_files(files: &FileSet) -> Result<Subject> {
    let mut subject = files.subject.clone();
    let mut given = files.files.iter();
    let graph = given.find(|file| file.expected == Expected::WordGraph);
    let graph = graph.map(GivenFile::name).unwrap_or_default();
    for file in &files.files {
        let bytes = read_file(&file.path)?;
        refuse_stray(&file.path, &bytes, file.expected)?;
        file.add_claims(&bytes, files.ruleset_listed, &mut subject);
        subject.artifacts.push(Artifact {
            name: file.name(),
            path: file.path.display().to_string(),
            bytes: Some(bytes),
            role: file.role(&graph)?,
        });
    }
    if !files.words.is_empty() {
        // A list may have words that no graph should have.
        let (min, max) = subject.length;
        let length = LengthBounds::new(min, max).with_outside(Outside::Drop);
        let options = ListOptions {
            length,
            digraphs: files.digraphs,
            ..ListOptions::default()
        };
        let mut reader = ListReader::for_ruleset(&subject.ruleset);
        for path in &files.words {
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, Expected::WordList)?;
            let shown = path.display().to_string();
            let read = read_words(&mut reader, &shown, &bytes, &subject.ruleset, &options)?;
            if read.dropped_by_length > 0 && subject.length_assumed {
                subject.left_out.push((shown, read.dropped_by_length));
            }
        }
        subject.words = Some(reader.finish()?.finish().0);
    }
    let positions = files.positions.as_deref().map(read_positions);
    subject.positions.extend(positions.transpose()?);
    Ok(subject)
}

/// Reads a table of positions.
fn read_positions(path: &Path) -> Result<(String, String)> {
    let text = read_text(path, Expected::Positions)?;
    Ok((path.display().to_string(), text))
}

/// Reads the words of an earlier edition: a list, or any file that holds words.
fn read_earlier(resolved: &ResolvedRecipe, file: &str) -> Result<(String, Words)> {
    let file = resolved.base().join(file);
    let path = file.display().to_string();
    let bytes = unpacked(&file, read_named(&file)?)?;
    refuse_stray(&file, &bytes, Expected::WordList)?;
    let ruleset = &resolved.ruleset;
    let mut reader = ListReader::for_ruleset(ruleset);
    read_words(&mut reader, &path, &bytes, ruleset, &ListOptions::default())?;
    Ok((path, reader.finish()?.finish().0))
}

/// Reads the leave values that a recipe's own must not lose against.
fn read_rival(resolved: &ResolvedRecipe) -> Result<Option<Rival>> {
    let Some(gate) = resolved.recipe.match_gate.clone() else {
        return Ok(None);
    };
    let file = resolved.base().join(&gate.against);
    let path = file.display().to_string();
    // Not `read_file`, since `-` is a file of that name.
    let bytes = read_named(&file)?;
    refuse_stray(&file, &bytes, Expected::LeaveValues)?;
    let leaves = Leaves::from_bytes(&bytes, resolved.ruleset.alphabet().len());
    let leaves = leaves.map_err(|fault| fault.into_error(&path))?;
    Ok(Some(Rival { path, leaves, gate }))
}

/// Reads recipes and their files in the output directory into subjects. No two recipes
/// may have the same lexicon or file.
pub fn subjects_of_recipes(paths: &[PathBuf], out_dir: &Path) -> Result<Vec<Subject>> {
    let subjects = paths.iter().map(|path| subject_of_recipe(path, out_dir));
    let mut subjects = subjects.collect::<Result<Vec<Subject>>>()?;
    // Faults of the directory as a whole are reported once.
    if let [first, others @ ..] = &mut subjects[..] {
        for other in others {
            other.findings.retain(|f| !first.findings.contains(f));
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
    let mut lexicon = None;
    if recipe.words.is_some() && !recipe.files_of(PartKind::Words).is_empty() {
        let bounds = resolved.list_options.length;
        subject.length = (bounds.min, bounds.max);
        let read = read_inputs(&resolved, PartKind::Words)?;
        lexicon = Some(RecipeWords::parse(&resolved, &read)?);
    }
    let tables = read_inputs(&resolved, PartKind::Leaves)?;
    let sources = Sources {
        resolved: &resolved,
        lexicon: lexicon.as_ref(),
        tables: &tables,
    };
    subject.artifacts = artifacts(&sources, out_dir)?;
    for table in [&recipe.positions, &recipe.endgames].into_iter().flatten() {
        let table = read_positions(&resolved.base().join(table))?;
        subject.positions.push(table);
    }
    subject.rival = read_rival(&resolved)?;
    for edition in &recipe.editions {
        let since = edition.since.as_deref();
        let earlier = since.map(|file| read_earlier(&resolved, file));
        subject.earlier.push(earlier.transpose()?);
    }
    if out_dir.is_dir() {
        read_claims(&sources, out_dir, &mut subject)?;
    } else {
        subject.no_directory = Some(out_dir.display().to_string());
    }
    if let Some(lexicon) = lexicon {
        let names = recipe.databases.iter().map(|output| output.file.clone());
        subject.databases = names.zip(lexicon.databases).collect();
        subject.words = Some(lexicon.words);
    }
    subject.recipe = Some(resolved);
    Ok(subject)
}

/// Reads the files of a recipe in the output directory, each with its role.
fn artifacts(sources: &Sources<'_>, out_dir: &Path) -> Result<Vec<Artifact>> {
    let (mut tables, lexicon) = (sources.tables.iter(), sources.lexicon.iter());
    let mut members = lexicon.clone().flat_map(|lexicon| &lexicon.members);
    let mut definitions = lexicon.flat_map(|lexicon| &lexicon.definitions);
    let mut artifacts = Vec::new();
    for (_, name, output) in sources.resolved.recipe.outputs() {
        let role = match output {
            Output::Graph(graph) => Role::Graph {
                content: Some(graph.content),
                format: Some(graph.node),
                layout: Some(graph.layout),
            },
            Output::Counts(counts) => Role::Counts {
                of: counts.of.clone(),
            },
            Output::Members(output) => Role::Members {
                of: output.of.clone(),
                words: members.next().cloned(),
            },
            Output::Definitions => {
                Role::Definitions(definitions.next().map(|made| made.definitions.clone()))
            }
            Output::Words(format) => Role::Words(format),
            Output::Leaves(leaves) => {
                // An estimate has no table to compare with.
                let input = leaves.source.as_ref().and_then(|_| tables.next());
                let table = input.map(|InputFile { path, bytes, .. }| {
                    let ruleset = &sources.resolved.ruleset;
                    parse_leaves(path, bytes, ruleset, leaves.options())
                });
                Role::Leaves(LeavesRole {
                    values: Some(leaves.values),
                    layout: Some(leaves.layout),
                    table: table.transpose()?,
                    borrowed_from: leaves.borrowed_from.clone(),
                    beyond_bag: leaves.beyond_bag,
                    beyond_rack: leaves.beyond_rack,
                })
            }
        };
        let path = out_dir.join(name);
        artifacts.push(Artifact {
            name: name.to_string(),
            path: path.display().to_string(),
            bytes: read_if_there(&path)?,
            role,
        });
    }
    Ok(artifacts)
}

//! The pipeline: from recipes to artifacts, manifest, sums and lock.
//!
//! Everything is read, built and checked in memory first, for all recipes of a
//! run. Only when nothing can be wrong any more are files written.

use super::expect;
use super::lexicon::{Lexicon, WordInputs};
use super::lock;
use super::manifest::{
    About, LexiconRecord, Manifest, Origin, OutputRecord, Part, RecipeRecord, RulesetRecord, TOOL,
};
use super::outdir::{OutDir, Staged};
use super::resolve::ResolvedRecipe;
use super::schema::{GraphOutput, WordSources};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::graph::{Content, Graph, GraphKind, GraphSpec, Identity, Region, build};
use crate::ruleset::Ruleset;
use crate::source::Words;
use rayon::prelude::*;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What to do about the lock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LockMode {
    /// Leave it alone.
    #[default]
    Ignore,
    /// Fail if an artifact differs from it.
    Check,
    /// Rewrite it.
    Update,
}

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// Where artifacts go.
    pub out_dir: PathBuf,
    /// What to do about the lock.
    pub lock: LockMode,
    /// Build even what is up to date.
    pub force: bool,
}

/// What is going on, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A recipe's artifacts are about to be built, so many of them.
    Building(&'a str, usize),
    /// An artifact is built.
    Built(&'a str),
}

/// Is told what is going on, from any thread.
pub type Progress<'a> = &'a (dyn Fn(Event<'_>) + Sync);

/// What became of one recipe.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The lexicon's name.
    pub lexicon: String,
    /// Whether its artifacts were built, or were up to date already.
    pub built: bool,
    /// What there is now.
    pub part: Part,
}

/// Builds recipes; nothing is written unless all of them succeed.
pub fn build_recipes(
    paths: &[PathBuf],
    options: &BuildOptions,
    progress: Progress<'_>,
) -> Result<Vec<Report>> {
    let recipes = paths
        .iter()
        .map(|path| ResolvedRecipe::read(path))
        .collect::<Result<Vec<_>>>()?;
    check_distinct(&recipes)?;
    let out_dir = OutDir::new(&options.out_dir)?;
    let mut staged = Vec::new();
    let mut reports = Vec::new();
    for resolved in &recipes {
        let (report, files) = prepare(resolved, &out_dir, options, progress)?;
        if options.lock == LockMode::Check {
            lock::check(resolved, &report.part.outputs)?;
        }
        if report.built {
            staged.push(Staged {
                lexicon: report.lexicon.clone(),
                part: report.part.clone(),
                files,
            });
        }
        reports.push(report);
    }
    out_dir.publish(&staged)?;
    if options.lock == LockMode::Update {
        for (resolved, report) in recipes.iter().zip(&reports) {
            lock::update(resolved, &report.part.outputs)?;
        }
    }
    Ok(reports)
}

/// Two recipes of one run must not make the same lexicon or the same file.
fn check_distinct(recipes: &[ResolvedRecipe]) -> Result<()> {
    let mut makers: BTreeMap<String, &Path> = BTreeMap::new();
    for resolved in recipes {
        let manifest = Manifest::file_name(&resolved.recipe.lexicon);
        let files = resolved.recipe.files().map(str::to_string);
        for file in files.chain([manifest]) {
            if let Some(other) = makers.insert(file.to_lowercase(), &resolved.path) {
                return Err(resolved.fault(format!("{} makes `{file}` too", other.display())));
            }
        }
    }
    Ok(())
}

/// The artifacts of one recipe, from the output directory if they are up to
/// date, else built anew.
fn prepare(
    resolved: &ResolvedRecipe,
    out_dir: &OutDir,
    options: &BuildOptions,
    progress: Progress<'_>,
) -> Result<(Report, Vec<Vec<u8>>)> {
    let recipe = &resolved.recipe;
    let Some(sources) = &recipe.words else {
        return Err(resolved.fault("expected `words:` and `graphs:`, found neither"));
    };
    if recipe.graphs.is_empty() {
        return Err(resolved.fault("expected `words:` and `graphs:`, found no graphs"));
    }
    if sources.include.is_empty() {
        return Err(resolved.fault("words.include: expected at least one word list"));
    }
    let inputs = WordInputs::read(resolved, sources)?;
    let report = |built, part| Report {
        lexicon: recipe.lexicon.clone(),
        built,
        part,
    };
    let origin = origin(resolved)?;
    if !options.force
        && let Some(part) = out_dir.up_to_date(&recipe.lexicon, &origin, inputs.digests())?
    {
        return Ok((report(false, part), Vec::new()));
    }
    progress(Event::Building(&recipe.lexicon, recipe.graphs.len()));
    let (part, files) = make_words(resolved, sources, &inputs, origin, progress)?;
    Ok((report(true, part), files))
}

/// What artifacts depend on, but for the inputs.
fn origin(resolved: &ResolvedRecipe) -> Result<Origin> {
    let file = resolved.path.file_name().unwrap_or_default();
    Ok(Origin {
        made_by: TOOL.to_string(),
        recipe: RecipeRecord {
            file: file.to_string_lossy().into_owned(),
            sha256: resolved.sha256.clone(),
        },
        ruleset: RulesetRecord::new(&resolved.ruleset)?,
        inputs: Vec::new(),
    })
}

/// Builds everything that is made from words.
fn make_words(
    resolved: &ResolvedRecipe,
    sources: &WordSources,
    inputs: &WordInputs,
    mut origin: Origin,
    progress: Progress<'_>,
) -> Result<(Part, Vec<Vec<u8>>)> {
    let lexicon = inputs.parse(resolved, sources)?;
    expect::check(resolved, &lexicon.words)?;
    let made = resolved
        .recipe
        .graphs
        .par_iter()
        .map(|graph| {
            let made = make_graph(graph, &lexicon.words, &resolved.ruleset)
                .map_err(|e| resolved.fault(format!("{}: {e}", graph.file)))?;
            progress(Event::Built(&graph.file));
            Ok(made)
        })
        .collect::<Result<Vec<_>>>()?;
    let (outputs, files) = made.into_iter().unzip();
    let record = lexicon_record(&lexicon);
    origin.inputs = lexicon.inputs;
    let part = Part {
        origin,
        lexicon: Some(record),
        outputs,
    };
    Ok((part, files))
}

fn lexicon_record(lexicon: &Lexicon) -> LexiconRecord {
    let by_length = lexicon.words.by_length();
    LexiconRecord {
        words: lexicon.words.len() as u64,
        per_length: by_length
            .into_iter()
            .enumerate()
            .filter(|&(_, count)| count > 0)
            .collect(),
        duplicates: lexicon.duplicates,
        excluded: lexicon.excluded,
    }
}

/// Builds a graph file, and reads it back as any user would.
fn make_graph(
    graph: &GraphOutput,
    words: &Words,
    ruleset: &Ruleset,
) -> Result<(OutputRecord, Vec<u8>)> {
    // Alphagrams are words of their own from here on.
    let (words, content) = match graph.content {
        Content::Alphagrams => (Cow::Owned(words.alphagrams()), Content::Dawg),
        other => (Cow::Borrowed(words), other),
    };
    let spec = GraphSpec {
        content,
        ..graph.spec()
    };
    let bytes = build(&words, spec)?;
    let kind = match content {
        Content::Gaddawg => GraphKind::Gaddawg,
        _ => GraphKind::Dawg,
    };
    let alphabet = ruleset.alphabet();
    let read = Graph::from_bytes(&bytes, spec.format, kind, alphabet.len())
        .map_err(|fault| Error::input("", format!("the file just built is faulty: {fault}")))?;
    let nodes = read.nodes().len() as u32;
    let reached = (0..nodes)
        .filter(|&i| read.reaches(Region::Dawg, i))
        .count();
    let record = OutputRecord {
        file: graph.file.clone(),
        about: About::Graph {
            content: graph.content,
            layout: graph.layout,
            node: graph.node,
            words: words.len() as u64,
            nodes: u64::from(nodes),
            dawg_nodes: reached as u64 + 1,
            identity: Identity::sha256_of(&words, alphabet),
        },
        bytes: bytes.len() as u64,
        sha256: sha256(&bytes),
    };
    Ok((record, bytes))
}

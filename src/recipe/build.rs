//! The pipeline: from recipes to artifacts, manifest, sums and lock.
//!
//! Everything is read, built and checked in memory first, for all recipes of a
//! run. Only when nothing can be wrong any more are files written.

use crate::error::{Error, ErrorKind, Faults, Result};
use crate::recipe::manifest::{
    InputRecord, LexiconRecord, Manifest, Origin, OutputRecord, Part, RecipeRecord, RulesetRecord,
    TOOL,
};
use crate::recipe::outdir::{OutDir, Staged};
use crate::recipe::publish::check_not_source;
use crate::recipe::resolve::{Input, ResolvedRecipe};
use crate::recipe::schema::{PartKind, WordSources};
use crate::recipe::word_inputs::WordInputs;
use crate::recipe::{lock, make_leaves, make_words};
use serde::Serialize;
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
    /// What the user should know of it.
    pub warnings: Vec<String>,
}

/// What was built for one part of a recipe.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) inputs: Vec<InputRecord>,
    pub(crate) lexicon: Option<LexiconRecord>,
    pub(crate) outputs: Vec<(OutputRecord, Vec<u8>)>,
    pub(crate) warnings: Vec<String>,
}

/// Builds one part of recipes; nothing is written unless all of them succeed.
/// Recipes that do not have that part are passed over, unless none has it.
pub fn build_recipes(
    paths: &[PathBuf],
    kind: PartKind,
    options: &BuildOptions,
    progress: Progress<'_>,
) -> Result<Vec<Report>> {
    let mut recipes = Vec::new();
    let mut faults = Faults::default();
    for path in paths {
        match ResolvedRecipe::read(path) {
            Ok(recipe) => recipes.push(recipe),
            Err(error) => faults.take(error),
        }
    }
    faults.into_result()?;
    check_distinct(recipes.iter())?;
    recipes.retain(|resolved| !resolved.recipe.files_of(kind).is_empty());
    if let (true, Some(first)) = (recipes.is_empty(), paths.first()) {
        let expected = match kind {
            PartKind::Words => "expected `graphs:` to make, found none",
            PartKind::Leaves => "expected `leaves:` to make, found none",
        };
        return Err(Error::input(first.display().to_string(), expected));
    }
    let out_dir = OutDir::new(&options.out_dir)?;
    let mut staged = Vec::new();
    let mut reports = Vec::new();
    for resolved in &recipes {
        let (report, files) = prepare(resolved, kind, &out_dir, options, progress)?;
        if options.lock == LockMode::Check {
            lock::check(resolved, &report.part.outputs)?;
        }
        if options.lock == LockMode::Update {
            lock::check_form(resolved)?;
        }
        if report.built {
            let targets = report
                .part
                .outputs
                .iter()
                .map(|o| options.out_dir.join(&o.file));
            for target in targets {
                check_not_source(&target, &resolved.sources())?;
            }
            staged.push(Staged {
                lexicon: report.lexicon.clone(),
                kind,
                part: report.part.clone(),
                files,
                has_other_part: !resolved.recipe.files_of(kind.other()).is_empty(),
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
pub(crate) fn check_distinct<'r>(recipes: impl Iterator<Item = &'r ResolvedRecipe>) -> Result<()> {
    let mut makers: BTreeMap<String, &Path> = BTreeMap::new();
    for resolved in recipes {
        let manifest = Manifest::file_name(&resolved.recipe.lexicon);
        let files = resolved.recipe.files().into_iter();
        let files = files.map(|(_, file)| file.to_string());
        for file in files.chain([manifest]) {
            if let Some(other) = makers.insert(file.to_lowercase(), &resolved.path) {
                return Err(resolved.fault(format!("{} makes `{file}` too", other.display())));
            }
        }
    }
    Ok(())
}

/// The inputs of one part, read but not yet parsed.
enum Inputs<'r> {
    Words(&'r WordSources, WordInputs),
    Leaves(Vec<Input>),
}

impl<'r> Inputs<'r> {
    fn read(resolved: &'r ResolvedRecipe, kind: PartKind) -> Result<Inputs<'r>> {
        if kind == PartKind::Leaves {
            return Ok(Inputs::Leaves(make_leaves::read_inputs(resolved)?));
        }
        let Some(sources) = &resolved.recipe.words else {
            let message = "graphs: expected `words:` to make them from";
            return Err(Error::new(
                ErrorKind::Input,
                resolved.fault_at("graphs", message),
            ));
        };
        if sources.include.is_empty() {
            let message = "words.include: expected at least one word list";
            return Err(Error::new(
                ErrorKind::Input,
                resolved.fault_at("words.include", message),
            ));
        }
        Ok(Inputs::Words(sources, WordInputs::read(resolved, sources)?))
    }

    /// The name and digest of each file, in the order of the recipe.
    fn digests(&self) -> Vec<(&str, &str)> {
        match self {
            Inputs::Words(_, inputs) => inputs.digests().collect(),
            Inputs::Leaves(inputs) => inputs
                .iter()
                .map(|input| (input.name.as_str(), input.sha256.as_str()))
                .collect(),
        }
    }

    fn make(&self, resolved: &ResolvedRecipe, progress: Progress<'_>) -> Result<Made> {
        match self {
            Inputs::Words(sources, inputs) => make_words::make(resolved, sources, inputs, progress),
            Inputs::Leaves(inputs) => make_leaves::make(resolved, inputs, progress),
        }
    }
}

/// The artifacts of one recipe, from the output directory if they are up to
/// date, else built anew.
fn prepare(
    resolved: &ResolvedRecipe,
    kind: PartKind,
    out_dir: &OutDir,
    options: &BuildOptions,
    progress: Progress<'_>,
) -> Result<(Report, Vec<Vec<u8>>)> {
    let recipe = &resolved.recipe;
    let inputs = Inputs::read(resolved, kind)?;
    let mut origin = origin(resolved)?;
    if !options.force {
        let digests = inputs.digests().into_iter();
        let files = recipe.files_of(kind);
        if let Some(part) = out_dir.up_to_date(&recipe.lexicon, kind, &origin, digests, &files)? {
            let warn = |output: &OutputRecord| make_leaves::incomplete(&output.file, &output.about);
            let report = Report {
                lexicon: recipe.lexicon.clone(),
                built: false,
                warnings: part.outputs.iter().filter_map(warn).collect(),
                part,
            };
            return Ok((report, Vec::new()));
        }
    }
    progress(Event::Building(
        &recipe.lexicon,
        recipe.files_of(kind).len(),
    ));
    let made = inputs.make(resolved, progress)?;
    let (outputs, files) = made.outputs.into_iter().unzip();
    origin.inputs = made.inputs;
    let report = Report {
        lexicon: recipe.lexicon.clone(),
        built: true,
        part: Part {
            origin,
            lexicon: made.lexicon,
            outputs,
        },
        warnings: made.warnings,
    };
    Ok((report, files))
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

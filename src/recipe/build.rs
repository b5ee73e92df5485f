//! Builds recipes: from their files to published artifacts, manifest, checksums and
//! lock.
//!
//! Everything is first read, built and checked in memory, for all recipes of a run.
//! Files are written only when nothing can fail except the writing itself.

use crate::error::{Error, Faults, Result};
use crate::recipe::inputs::read_inputs;
use crate::recipe::make::{
    BuildEvent, BuildProgress, BuildReport, Staged, bare_digraphs, compounds, incomplete,
    make_leaves, make_words,
};
use crate::recipe::manifest::{
    Manifest, Origin, PartRecord, RecipeRecord, RulesetRecord, TOOL, bare_in,
};
use crate::recipe::names::{SUMS_FILE, folded};
use crate::recipe::publish::{
    Sources, Sums, check_lock, is_settled, publish, up_to_date, update_lock,
};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::PartKind;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What to do with the lock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockMode {
    /// Leave it alone.
    #[default]
    Ignore,
    /// Fail if an artifact differs from it.
    Check,
    /// Rewrite it.
    Update,
}

/// How and where to build recipes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The output directory for artifacts.
    pub out_dir: PathBuf,
    /// What to do with the lock.
    pub lock: LockMode,
    /// Whether to build artifacts that are up to date, too.
    pub force: bool,
}

impl BuildOptions {
    /// Builds into a directory without a lock, unless the artifacts are up to date.
    pub fn new(out_dir: impl Into<PathBuf>) -> BuildOptions {
        BuildOptions {
            out_dir: out_dir.into(),
            lock: LockMode::default(),
            force: false,
        }
    }
}

/// Builds one part of recipes. Nothing is written unless all of them succeed. Recipes
/// without that part are skipped; it is an error if none has it.
pub fn build_recipes(
    paths: &[PathBuf],
    kind: PartKind,
    options: &BuildOptions,
    progress: BuildProgress<'_>,
) -> Result<Vec<BuildReport>> {
    let recipes = read_recipes(paths, kind)?;
    let out_dir = &options.out_dir;
    if out_dir.exists() && !out_dir.is_dir() {
        return Err(Error::mismatch(out_dir, "a directory", "a file"));
    }
    // Any build repairs a checksum file that an interrupted build left behind.
    let settled = !options.force && out_dir.is_dir() && is_settled(out_dir)?;
    let sources = recipes.iter().flat_map(ResolvedRecipe::sources);
    let sources = Sources::of(sources.collect());
    let mut staged = Vec::new();
    for resolved in &recipes {
        let prepared = prepare(resolved, kind, settled, options, progress)?;
        let BuildReport { part, built, .. } = &prepared.report;
        match options.lock {
            LockMode::Ignore => (),
            LockMode::Check => check_lock(resolved, &part.outputs)?,
            // A lock that can't be read could not be updated later.
            LockMode::Update => drop(Sums::read(&resolved.lock_path())?),
        }
        let manifest = Manifest::file_name(&resolved.recipe.lexicon);
        let names = part.outputs.iter().map(|output| &output.file[..]);
        for name in names.chain([&manifest[..], SUMS_FILE]).filter(|_| *built) {
            sources.check(&out_dir.join(name))?;
        }
        staged.push(prepared);
    }
    let existed = out_dir.exists();
    publish(out_dir, kind, &staged).inspect_err(|_| {
        if !existed {
            // Fails, as intended, if the directory is not empty.
            let _ = fs::remove_dir(out_dir);
        }
    })?;
    let reports = staged.into_iter().map(|staged| staged.report);
    let reports: Vec<BuildReport> = reports.collect();
    if options.lock == LockMode::Update {
        for (resolved, report) in recipes.iter().zip(&reports) {
            update_lock(resolved, &report.part.outputs)?;
        }
    }
    Ok(reports)
}

/// Reads the recipes that have a part. The error lists the faults of all of them.
fn read_recipes(paths: &[PathBuf], kind: PartKind) -> Result<Vec<ResolvedRecipe>> {
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
            PartKind::Words => "`graphs:` to make",
            PartKind::Leaves => "`leaves:` to make",
        };
        return Err(Error::mismatch(first, expected, "none"));
    }
    Ok(recipes)
}

/// Checks that no two recipes of a run build the same lexicon or the same file.
pub(crate) fn check_distinct<'r>(recipes: impl Iterator<Item = &'r ResolvedRecipe>) -> Result<()> {
    let mut makers: BTreeMap<String, &Path> = BTreeMap::new();
    for resolved in recipes {
        let manifest = Manifest::file_name(&resolved.recipe.lexicon);
        let files = resolved.recipe.files().into_iter();
        let files = files.map(|(_, file)| file.to_string());
        for file in files.chain([manifest]) {
            if let Some(other) = makers.insert(folded(&file), &resolved.path) {
                return Err(resolved.fault(format!("{} makes `{file}` too", other.display())));
            }
        }
    }
    Ok(())
}

/// Returns the artifacts of one recipe: those in the output directory if they are up to
/// date and the directory's checksums are `settled`, otherwise new ones with their
/// bytes.
fn prepare(
    resolved: &ResolvedRecipe,
    kind: PartKind,
    settled: bool,
    options: &BuildOptions,
    progress: BuildProgress<'_>,
) -> Result<Staged> {
    let recipe = &resolved.recipe;
    if kind == PartKind::Words {
        check_has_lists(resolved)?;
    }
    let inputs = read_inputs(resolved, kind)?;
    let file = resolved.path.file_name().unwrap_or_default();
    // Everything that the artifacts depend on, except their inputs.
    let mut origin = Origin {
        made_by: TOOL.to_string(),
        recipe: RecipeRecord {
            file: file.to_string_lossy().into_owned(),
            sha256: resolved.digest(kind),
        },
        ruleset: RulesetRecord::new(&resolved.ruleset)?,
        inputs: Vec::new(),
    };
    let staged = |part: PartRecord, files: Option<Vec<Vec<u8>>>, warnings| Staged {
        report: BuildReport {
            lexicon: recipe.lexicon.clone(),
            built: files.is_some(),
            part,
            warnings,
        },
        files: files.unwrap_or_default(),
        has_other_part: !recipe.files_of(kind.other()).is_empty(),
    };
    if !options.force
        && let Some(part) = up_to_date(&options.out_dir, recipe, kind, &origin, &inputs)?
        && settled
    {
        let bare = bare_digraphs(&bare_in(&part.origin.inputs));
        let incomplete = part.outputs.iter().filter_map(incomplete);
        let compounds = compounds(&part.origin.inputs);
        let warnings = incomplete.chain(bare).chain(compounds).collect();
        return Ok(staged(part, None, warnings));
    }
    let files = recipe.files_of(kind).len();
    progress(BuildEvent::Building(&recipe.lexicon, files));
    let made = match kind {
        PartKind::Words => make_words(resolved, inputs, progress)?,
        PartKind::Leaves => make_leaves(resolved, &inputs, progress)?,
    };
    let (outputs, files) = made.outputs.into_iter().unzip();
    origin.inputs = made.inputs;
    let part = PartRecord {
        origin,
        lexicon: made.lexicon,
        outputs,
    };
    Ok(staged(part, Some(files), made.warnings))
}

/// Checks that a recipe that builds files of words has word lists.
fn check_has_lists(resolved: &ResolvedRecipe) -> Result<()> {
    let files = resolved.recipe.files_of(PartKind::Words);
    let (field, expected) = match &resolved.recipe.words {
        None => {
            let field = files.first().and_then(|(field, _)| field.split('[').next());
            (field.unwrap_or_default(), "`words:` to make them from")
        }
        Some(sources) if sources.include.is_empty() => ("words.include", "at least one word list"),
        Some(_) => return Ok(()),
    };
    Err(resolved
        .fault_at(field, format!("{field}: expected {expected}"))
        .into())
}

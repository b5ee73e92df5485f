//! The lock of a recipe: the checksums that its artifacts must have.
//!
//! A lock is stored beside the recipe, under version control. With it, a build
//! elsewhere, or years later, can prove that it produced the same bytes.

use crate::error::{Diagnostic, Error, Problem, Remedy, Result};
use crate::recipe::manifest::OutputRecord;
use crate::recipe::publish::sums::Sums;
use crate::recipe::publish::write::{lock_directory, write_file};
use crate::recipe::resolve::ResolvedRecipe;

/// Compares artifacts with the lock. The error lists all that differ.
pub(crate) fn check_lock(resolved: &ResolvedRecipe, outputs: &[OutputRecord]) -> Result<()> {
    let path = resolved.lock_path();
    let fault = |problem: Problem| Diagnostic::new(&path, problem).with_remedy(Remedy::UpdateLock);
    let Some(sums) = Sums::read(&path)? else {
        let problem = Problem::mismatch("a lock", "no such file");
        return Err(Error::check(vec![fault(problem)]));
    };
    let differences = outputs.iter().filter_map(|output| {
        let built = &output.sha256;
        let problem = match sums.get(&output.file) {
            Some(sum) if sum == built => return None,
            Some(sum) => Problem::mismatch(sum, built),
            None => Problem::mismatch(format!("a line with {built}"), "none"),
        };
        Some(fault(problem.of(&output.file)))
    });
    Error::unless_empty(differences.collect())
}

/// Writes the artifacts' checksums to the lock. Keeps the lines of the recipe's other
/// artifacts, and removes those of files that the recipe no longer builds.
pub(crate) fn update_lock(resolved: &ResolvedRecipe, outputs: &[OutputRecord]) -> Result<()> {
    let path = resolved.lock_path();
    let _held = lock_directory(resolved.base())?;
    let before = Sums::read(&path)?;
    let mut sums = before.clone().unwrap_or_default();
    sums.retain(|name| resolved.recipe.makes(name));
    for output in outputs {
        sums.set(&output.file, &output.sha256);
    }
    if before.as_ref() == Some(&sums) {
        return Ok(());
    }
    write_file(&path, sums.to_string().as_bytes())
}

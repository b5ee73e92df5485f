//! The lock: the sums that a recipe's artifacts are known to have.
//!
//! It stands beside the recipe and is kept under version control, so that a
//! build elsewhere, or years later, can prove that it made the same bytes.

use crate::error::{Diagnostic, Error, Result};
use crate::recipe::manifest::OutputRecord;
use crate::recipe::publish::{lock_directory, write_file};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::sums::Sums;

/// Compares artifacts with the lock, and names all that differ.
pub(crate) fn check(resolved: &ResolvedRecipe, outputs: &[OutputRecord]) -> Result<()> {
    let path = resolved.lock_path();
    let shown = path.display().to_string();
    let Some(sums) = Sums::read(&path)? else {
        return Err(Error::check(vec![Diagnostic::new(
            shown,
            "expected a lock, found no such file; make it with --update-lock",
        )]));
    };
    let mut failures = Vec::new();
    for output in outputs {
        let message = match sums.get(&output.file) {
            Some(sum) if sum == output.sha256 => continue,
            Some(sum) => format!(
                "{}: expected {sum}, built {}; if the change is meant, --update-lock",
                output.file, output.sha256
            ),
            None => format!(
                "{}: expected a line for it, found none (built {}); add it with --update-lock",
                output.file, output.sha256
            ),
        };
        failures.push(Diagnostic::new(shown.clone(), message));
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(Error::check(failures))
}

/// Makes sure that the lock, if there is one, can be updated later.
pub(crate) fn check_form(resolved: &ResolvedRecipe) -> Result<()> {
    Sums::read(&resolved.lock_path()).map(drop)
}

/// Writes the artifacts' sums into the lock. Lines of other artifacts of the
/// recipe stay; lines of files that it no longer makes go.
pub(crate) fn update(resolved: &ResolvedRecipe, outputs: &[OutputRecord]) -> Result<()> {
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

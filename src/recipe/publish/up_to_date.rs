//! Tells whether the output directory already has what a build would make.
//!
//! Digests decide, not times.

use crate::digest::sha256;
use crate::error::Result;
use crate::file::read_named;
use crate::recipe::inputs::InputFile;
use crate::recipe::manifest::{Manifest, Origin, OutputRecord, PartRecord};
use crate::recipe::names::SUMS_FILE;
use crate::recipe::publish::sums::Sums;
use crate::recipe::schema::{PartKind, Recipe};
use std::path::Path;

/// The part of a lexicon in a directory, if it is what a build would make now: by
/// the same tool, from the same recipe, ruleset and inputs, and with the right
/// sums of all files and of the manifest. The inputs in `origin` are not looked
/// at; `inputs` stands for them.
pub(crate) fn up_to_date(
    directory: &Path,
    recipe: &Recipe,
    kind: PartKind,
    origin: &Origin,
    inputs: &[InputFile],
) -> Result<Option<PartRecord>> {
    let manifest_name = Manifest::file_name(&recipe.lexicon);
    let mut manifest = Manifest::read(&directory.join(&manifest_name))?.unwrap_or_default();
    let Some(part) = manifest.part(kind).take() else {
        return Ok(None);
    };
    // A build would remove a part that the recipe does not have.
    if manifest.part(kind.other()).is_some() && recipe.files_of(kind.other()).is_empty() {
        return Ok(None);
    }
    let made_from = &part.origin;
    let now = inputs.iter().map(|input| (&input.name, &input.sha256));
    let then = made_from.inputs.iter();
    let files = recipe.files_of(kind).into_iter().map(|(_, file)| file);
    let is_same = made_from.made_by == origin.made_by
        && made_from.recipe == origin.recipe
        && made_from.ruleset == origin.ruleset
        && then.map(|input| (&input.file, &input.sha256)).eq(now)
        && part.outputs.iter().map(|output| &output.file[..]).eq(files);
    let Some(sums) = Sums::read(&directory.join(SUMS_FILE))?.filter(|_| is_same) else {
        return Ok(None);
    };
    let as_summed = |name: &str| {
        let bytes = read_named(&directory.join(name));
        bytes.is_ok_and(|bytes| sums.get(name) == Some(&sha256(&bytes)))
    };
    let is_intact = |output: &OutputRecord| {
        sums.get(&output.file) == Some(&output.sha256) && as_summed(&output.file)
    };
    let all = part.outputs.iter().all(is_intact) && as_summed(&manifest_name);
    Ok(all.then_some(part))
}

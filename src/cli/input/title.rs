//! What a reader knows a file by, who has never seen where it lay.

use crate::cli::input::rules::manifests_beside;
use crate::error::Result;
use std::path::Path;

/// The name of the lexicon that a file is of, as a manifest beside it says; or
/// else the file's name, without folder and extension.
pub(crate) fn title_of(file: &Path) -> Result<String> {
    if file == Path::new("-") {
        return Ok("the standard input".to_string());
    }
    let name = file_name(file);
    for (_, manifest) in manifests_beside(file)? {
        if manifest.outputs().any(|output| output.file == name) {
            return Ok(manifest.lexicon);
        }
    }
    let stem = file.file_stem().unwrap_or_default();
    Ok(stem.to_string_lossy().into_owned())
}

/// A file's name, without its folder.
pub(crate) fn file_name(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

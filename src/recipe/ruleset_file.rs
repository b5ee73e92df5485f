//! Loads the ruleset that a recipe or an option names.

use crate::error::Result;
use crate::file::{Expected, read_text, stray_or};
use crate::ruleset::Ruleset;
use std::path::Path;

/// Loads a ruleset by its built-in name, or from a YAML file or a letter
/// distribution (CSV) whose path is relative to `base`.
pub fn load_ruleset(choice: &str, base: &Path) -> Result<Ruleset> {
    let is = |extension: &str| choice.to_ascii_lowercase().ends_with(extension);
    let path = base.join(choice);
    if !is(".csv") && !is(".yaml") && !is(".yml") {
        let ruleset = Ruleset::builtin(choice);
        return ruleset.map_err(|unknown| stray_or(&path, Expected::Ruleset, unknown));
    }
    let text = read_text(&path, Expected::Ruleset)?;
    let shown = path.display().to_string();
    match is(".csv") {
        true => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            Ruleset::from_distribution(&shown, &stem, &text)
        }
        false => Ruleset::from_yaml(&shown, &text),
    }
}

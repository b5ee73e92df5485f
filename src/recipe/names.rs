//! What files may be called.
//!
//! Programs choose how to read a file by its extension, so a name must not lie;
//! and a name from a recipe must not lead out of the output directory.

use crate::error::shown;
use crate::file::FileKind;
use crate::graph::GraphSpec;
use crate::lexicon::ValueFormat;
use std::path::Path;

/// Names of lexicons and of files in the output directory: plain, and nothing
/// that could lead out of the directory or hide in it.
pub(crate) fn check_name(what: &str, name: &str) -> Result<(), String> {
    let bad = |c: char| c.is_control() || c.is_whitespace() || "/\\:*?\"<>|".contains(c);
    if name.is_empty() || name.starts_with(['.', '-']) || name.contains(bad) {
        return Err(format!(
            "{what}: expected a plain name without path, white space or leading dot, found `{}`",
            shown(name)
        ));
    }
    Ok(())
}

fn extension(name: &str) -> Option<String> {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    extension.map(str::to_ascii_lowercase)
}

/// Whether a name says nothing else than a kind of file.
fn fits(name: &str, kind: FileKind) -> bool {
    let extension = extension(name);
    let extension = extension.as_deref();
    extension == kind.extension() || extension.is_none_or(|e| !KNOWN_EXTENSIONS.contains(&e))
}

/// The name of a leave file must not say other values.
pub fn check_leaves_name(name: &str, values: ValueFormat) -> Result<(), String> {
    match fits(name, values.into()) {
        true => Ok(()),
        false => Err(format!(
            "`{name}` is not a name for values {values}; expected .klv2 (f32) or .klv (i16)"
        )),
    }
}

/// What is not a graph must not look like another kind of file.
pub(crate) fn check_extension(name: &str, allowed: &[&str]) -> Result<(), String> {
    let found = extension(name).unwrap_or_default();
    let known = KNOWN_EXTENSIONS.contains(&found.as_str());
    if known && !allowed.contains(&found.as_str()) {
        return Err(format!(
            "`{name}` is not a name for it; expected .{}, or an extension of your own",
            allowed.join(" or .")
        ));
    }
    Ok(())
}

/// Extensions that mean something to programs.
const KNOWN_EXTENSIONS: [&str; 14] = [
    "kwg", "kad", "kbwg", "kwc", "kwi", "kwp", "klv", "klv2", "json", "sha256", "yaml", "txt",
    "csv", "tsv",
];

/// Programs choose how to read a file by its extension, so it must not lie.
pub fn check_graph_name(name: &str, spec: GraphSpec) -> Result<(), String> {
    let GraphSpec {
        content, format, ..
    } = spec;
    if fits(name, FileKind::Graph(content, format)) {
        return Ok(());
    }
    Err(format!(
        "`{name}` is not a name for content {content} and node {format}; expected .kwg (gaddawg or dawg), \
         .kad (alphagrams), .kbwg (gaddawg or dawg, node kbwg), or an extension of your own"
    ))
}

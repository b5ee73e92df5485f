//! Reads manifests back from disk, as strictly as recipes.
//!
//! A manifest decides which files a build removes and which lines the checksum file
//! gets. Anyone may have changed it, so it must be one that this program could have
//! written: with plain names, complete checksums, numbers within limits and no other
//! fields.

use crate::digest::sha256;
use crate::error::{Diagnostic, Error, Problem, Result, shown};
use crate::file::{FileKind, MANIFEST_SUFFIX, read_if_there_within};
use crate::foreign::WordFormat;
use crate::graph::GraphSpec;
use crate::limits::{FILE_BYTES, PAPER_BYTES};
use crate::recipe::manifest::{About, Manifest, OutputRecord};
use crate::recipe::names::{
    check_extension, check_graph_name, check_leaves_name, check_name, check_output_name, folded,
    is_sum,
};
use crate::recipe::schema::ROLES;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A manifest in a directory.
pub(crate) struct FoundManifest {
    /// Its content.
    pub(crate) manifest: Manifest,
    /// The SHA-256 of its text.
    pub(crate) sha256: String,
}

impl Manifest {
    /// Returns all manifests in a directory, by name. Skips files that have the right
    /// name but can't be read as manifests.
    pub fn all_in(directory: &Path) -> Result<Vec<(PathBuf, Manifest)>> {
        let found = manifests_in(directory)?.into_iter();
        let found = found.map(|(name, found)| (directory.join(name), found.manifest));
        Ok(found.collect())
    }

    /// Reads a manifest; `None` if there is no such file.
    pub fn read(path: &Path) -> Result<Option<Manifest>> {
        let text = read_if_there_within(path, PAPER_BYTES)?;
        text.map(|text| Manifest::parse(path, &text)).transpose()
    }

    /// Parses the text of a manifest. Errors name its `path`, whose last part must be
    /// the name of that lexicon's manifest.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Manifest> {
        let refuse = |problem: Problem| {
            let mut fault = Diagnostic::new(path, problem);
            fault.advise("remove it to build anew");
            fault
        };
        let other = |e: serde_json::Error| {
            let message = format!("expected a manifest of {}: {e}", env!("CARGO_PKG_NAME"));
            let fault = refuse(message.into()).at_line(e.line() as u64);
            Error::from(fault).caused_by(e)
        };
        let written: Value = serde_json::from_slice(text).map_err(other)?;
        let manifest: Manifest = serde_json::from_slice(text).map_err(other)?;
        let known = value_of(&manifest).map_err(other)?;
        check_known("", &written, &known)
            .and_then(|()| check(path, &manifest))
            .map_err(|problem| Error::from(refuse(problem)))?;
        Ok(manifest)
    }
}

/// Converts a manifest, or a part of one, to its JSON value as written.
pub(crate) fn value_of(part: &impl Serialize) -> serde_json::Result<Value> {
    serde_json::from_slice(&serde_json::to_vec_pretty(part)?)
}

/// The manifests in a directory, by file name.
pub(crate) struct ManifestsIn {
    /// The readable ones, with the checksums of their texts.
    pub(crate) found: Vec<(String, FoundManifest)>,
    /// The others.
    pub(crate) broken: Vec<(String, BrokenManifest)>,
}

/// A manifest that can't be read.
pub(crate) struct BrokenManifest {
    /// The fault.
    pub(crate) fault: Error,
    text: Vec<u8>,
}

impl BrokenManifest {
    /// Whether it may list a file: it contains the file's name, or it is not complete
    /// JSON.
    pub(crate) fn may_list(&self, file: &str) -> bool {
        let text = String::from_utf8_lossy(&self.text);
        // If two fields have the same name, the JSON value keeps only one. The other
        // may contain the name, with or without escapes.
        let may_have_name = text.contains(&format!("\"{file}\"")) || text.contains("\\u");
        let json: serde_json::Result<Value> = serde_json::from_slice(&self.text);
        may_have_name || json.map_or(true, |json| has_text(&json, file))
    }
}

/// Whether a text is one of the strings in a JSON value.
fn has_text(value: &Value, text: &str) -> bool {
    match value {
        Value::String(found) => found == text,
        Value::Array(values) => values.iter().any(|value| has_text(value, text)),
        Value::Object(fields) => fields.values().any(|value| has_text(value, text)),
        _ => false,
    }
}

/// Returns all readable manifests in a directory, by file name, with the checksums of
/// their texts.
pub(crate) fn manifests_in(directory: &Path) -> Result<Vec<(String, FoundManifest)>> {
    Ok(look_for_manifests(directory)?.found)
}

/// Reads every file in a directory that has the name of a manifest, except manifests of
/// other programs.
pub(crate) fn look_for_manifests(directory: &Path) -> Result<ManifestsIn> {
    let fail = |e| Error::io(directory, "can't list", e);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(fail)? {
        names.extend(entry.map_err(fail)?.file_name().into_string());
    }
    names.sort_unstable();
    let (mut found, mut broken) = (Vec::new(), Vec::new());
    for name in names {
        let path = directory.join(&name);
        if FileKind::from_file_name(&path) != Some(FileKind::Manifest) {
            continue;
        }
        let text = match read_if_there_within(&path, PAPER_BYTES) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(fault) => {
                let text = Vec::new();
                broken.push((name, BrokenManifest { fault, text }));
                continue;
            }
        };
        match Manifest::parse(&path, &text) {
            Ok(manifest) => {
                let sha256 = sha256(&text);
                found.push((name, FoundManifest { manifest, sha256 }));
            }
            Err(_) if is_of_another_program(&text) => (),
            Err(fault) => broken.push((name, BrokenManifest { fault, text })),
        }
    }
    Ok(ManifestsIn { found, broken })
}

/// Whether a text is a JSON object without any field of our manifests.
fn is_of_another_program(text: &[u8]) -> bool {
    let fields: serde_json::Result<serde_json::Map<String, Value>> = serde_json::from_slice(text);
    let ours = ["lexicon", "words", "leaves"];
    fields.is_ok_and(|fields| {
        !fields.is_empty() && ours.iter().all(|&name| !fields.contains_key(name))
    })
}

/// Checks that all fields of a JSON value are in `known`, which was parsed from it, and
/// that their values are allowed.
fn check_known(place: &str, value: &Value, known: &Value) -> Result<(), Problem> {
    match (value, known) {
        (Value::Object(fields), Value::Object(known)) => {
            for (name, value) in fields {
                let place = match place {
                    "" => shown(name),
                    place => format!("{place}.{}", shown(name)),
                };
                match known.get(name) {
                    Some(known) => {
                        check_known(&place, value, known)?;
                        check_value(&place, name, value)?;
                    }
                    None if value.is_null() => (),
                    None => return Err(format!("unknown field `{place}`").into()),
                }
            }
            Ok(())
        }
        (Value::Array(values), Value::Array(known)) => {
            let mut pairs = values.iter().zip(known).enumerate();
            pairs.try_for_each(|(i, (value, known))| {
                check_known(&format!("{place}[{i}]"), value, known)
            })
        }
        _ if value == known => Ok(()),
        // Reading and writing back changes a value in no other way.
        _ => Err(Problem::mismatch(known, value).of(place)),
    }
}

/// Checks the names in a manifest read from `path`.
fn check(path: &Path, manifest: &Manifest) -> Result<(), Problem> {
    let lexicon = &manifest.lexicon;
    check_name("lexicon", lexicon)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(named) = name.strip_suffix(MANIFEST_SUFFIX)
        && named != lexicon
    {
        let problem = Problem::mismatch(format!("`{}`", shown(named)), format!("`{lexicon}`"));
        return Err(problem.of("lexicon"));
    }
    let mut files = BTreeSet::new();
    for (field, part) in [("words", &manifest.words), ("leaves", &manifest.leaves)] {
        let outputs = part.iter().flat_map(|part| &part.outputs);
        for (i, output) in outputs.enumerate() {
            let field = format!("{field}.outputs[{i}]");
            check_output(&field, output)?;
            if !files.insert(folded(&output.file)) {
                return Err(format!("{field}.file: `{}` is made twice", output.file).into());
            }
        }
    }
    Ok(())
}

/// Checks a value by the name of its field.
fn check_value(place: &str, name: &str, value: &Value) -> Result<(), Problem> {
    let text = value.as_str().unwrap_or_default();
    let number = value.as_u64().unwrap_or_default();
    let expected = match name {
        "sha256" | "identity" if !is_sum(text) => "64 hexadecimal digits in lower case".into(),
        "role" if !ROLES.contains(&text) => format!("one of {}", ROLES.join(", ")),
        "of" => return check_name(place, text),
        // A file has no more bytes, lines or words than the limit on bytes.
        _ if number > FILE_BYTES && (name == "bytes" || !place.contains(".outputs[")) => {
            return Err(Problem::mismatch(format!("at most {FILE_BYTES}"), number).of(place));
        }
        _ => return Ok(()),
    };
    Err(Problem::mismatch(expected, format!("`{}`", shown(text))).of(place))
}

/// Checks the record of an artifact. Its name must fit its kind, as in a recipe.
fn check_output(field: &str, output: &OutputRecord) -> Result<(), Problem> {
    let name = &output.file;
    let field = format!("{field}.file");
    check_output_name(&field, name)?;
    let suits = match &output.about {
        About::Graph { content, node, .. } => {
            let spec = GraphSpec::new().content(*content).format(*node);
            check_graph_name(name, spec)
        }
        About::Counts { .. } => check_extension(name, &["kwc"]),
        About::Members { .. } => check_extension(name, &["kwi"]),
        About::Definitions { .. } => check_extension(name, &["tsv"]),
        About::WordMap { .. } => check_extension(name, &[WordFormat::WordMap.extension()]),
        About::Foreign { content, .. } => check_extension(name, &[content.extension()]),
        About::Database { .. } => check_extension(name, &[WordFormat::Database.extension()]),
        About::Leaves { values, .. } => check_leaves_name(name, *values),
    };
    suits.map_err(|problem| problem.of(field))
}

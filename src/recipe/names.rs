//! Rules for the names of lexicons and of the files that recipes build.
//!
//! Programs choose how to read a file by its extension, so an extension must agree with
//! the content. A name in a recipe must not lead out of the output directory.

use crate::error::{Problem, is_unseen, shown};
use crate::file::{FileKind, MANIFEST_SUFFIX};
use crate::foreign::WordFormat;
use crate::graph::{Content, GraphSpec};
use crate::lexicon::ValueFormat;
use crate::limits::NAME_BYTES;
use std::path::Path;
use unicode_normalization::UnicodeNormalization;

/// The name of the file with the checksums of all artifacts in an output directory.
pub const SUMS_FILE: &str = "SHA256SUMS";

/// Extensions by which programs recognise a file.
const KNOWN_EXTENSIONS: [&str; 19] = [
    "kwg", "kad", "kbwg", "kwc", "kwi", "kwp", "klv", "klv2", "wmp", "dawg", "gaddag", "dwg", "db",
    "json", "sha256", "yaml", "txt", "csv", "tsv",
];

/// Checks that a name is plain: it does not lead out of its directory and is not
/// hidden. `field` is where the recipe gives the name.
pub(crate) fn check_name(field: &str, name: &str) -> Result<(), Problem> {
    let bad = |c: char| is_unseen(c) || c.is_whitespace() || "/\\:*?\"<>|".contains(c);
    if name.is_empty() || name.starts_with(['.', '-']) || name.contains(bad) {
        let expected = "a plain name without path, white space or leading dot";
        return Err(Problem::mismatch(expected, format!("`{}`", shown(name))).of(field));
    }
    let stem = name.split('.').next().unwrap_or(name).to_ascii_uppercase();
    if RESERVED.contains(&&stem[..]) || is_port(&stem) || name.ends_with('.') {
        let expected = "a name that every system takes";
        let found = format!("`{name}`, which Windows does not");
        return Err(Problem::mismatch(expected, found).of(field));
    }
    if name.len() > NAME_BYTES {
        let expected = format!("a name of at most {NAME_BYTES} bytes");
        return Err(Problem::mismatch(expected, name.len()).of(field));
    }
    Ok(())
}

/// Names of devices on Windows, with any extension.
const RESERVED: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Whether a name is that of a port on Windows: `COM1`, `LPT9`.
fn is_port(stem: &str) -> bool {
    let number = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    number.is_some_and(|number| "0 1 2 3 4 5 6 7 8 9 ¹ ² ³".split(' ').any(|n| n == number))
}

/// Normalises a name to the form in which file systems may compare it: some ignore
/// case, and some ignore the difference between composed and decomposed Unicode.
pub(crate) fn folded(name: &str) -> String {
    let lower = name.nfd().collect::<String>().to_lowercase();
    lower.nfc().collect()
}

/// Checks that a name may be used for an artifact: it is plain, and is not the name of
/// a manifest or checksum file.
pub(crate) fn check_output_name(field: &str, name: &str) -> Result<(), Problem> {
    check_name(field, name)?;
    if name.eq_ignore_ascii_case(SUMS_FILE) {
        return Err(format!("{field}: `{name}` is the file of sums").into());
    }
    if name.to_ascii_lowercase().ends_with(MANIFEST_SUFFIX) {
        return Err(format!("{field}: `{name}` is the name of a manifest").into());
    }
    Ok(())
}

/// Whether a text is a SHA-256: 64 lower-case hexadecimal digits.
pub(crate) fn is_sum(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == 64 && text.bytes().all(is_digit)
}

/// Checks that a graph file's extension agrees with its content.
pub fn check_graph_name(name: &str, spec: GraphSpec) -> Result<(), Problem> {
    let (content, format) = (spec.content, spec.format);
    let own = FileKind::Graph(content, format).extension();
    check(name, own.as_slice(), || {
        format!(
            "content {content} and node {format}; expected .kwg (gaddawg or dawg), \
             .kad (alphagrams), .kbwg (gaddawg or dawg, node kbwg), or an extension of your own"
        )
    })
}

/// Refuses the extension of another program's files for a graph. `maker` names what
/// builds such files.
pub(crate) fn check_not_foreign(
    name: &str,
    content: Content,
    maker: impl FnOnce(WordFormat) -> String,
) -> Result<(), Problem> {
    let extension = extension_of(name);
    let mut formats = WordFormat::ALL.into_iter();
    match formats.find(|format| format.extension() == extension) {
        None => Ok(()),
        Some(format) => {
            let maker = maker(format);
            let made = format!("`{maker}` makes such a file");
            Err(format!("`{name}` is not a name for content {content}; {made}").into())
        }
    }
}

/// Checks that a leave file's extension agrees with the format of its values.
pub fn check_leaves_name(name: &str, values: ValueFormat) -> Result<(), Problem> {
    let own = FileKind::Leaves(values).extension();
    check(name, own.as_slice(), || {
        format!("values {values}; expected .klv2 (f32) or .klv (i16)")
    })
}

/// Checks that a file has one of the allowed extensions, or an unknown one.
pub(crate) fn check_extension(name: &str, allowed: &[&str]) -> Result<(), Problem> {
    check(name, allowed, || {
        let allowed = allowed.join(" or .");
        format!("it; expected .{allowed}, or an extension of your own")
    })
}

/// Refuses a name with a known extension that is not allowed. `what` describes the file
/// and the extensions it may have.
fn check(name: &str, allowed: &[&str], what: impl FnOnce() -> String) -> Result<(), Problem> {
    let extension = &extension_of(name)[..];
    match allowed.contains(&extension) || !KNOWN_EXTENSIONS.contains(&extension) {
        true => Ok(()),
        false => Err(format!("`{name}` is not a name for {}", what()).into()),
    }
}

/// The extension of a name in lower case; empty if there is none.
fn extension_of(name: &str) -> String {
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    extension.unwrap_or_default().to_ascii_lowercase()
}

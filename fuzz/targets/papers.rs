//! What programs read back from disk: manifests, sums and locks.

use std::path::Path;
use wordmill::recipe::{Manifest, Sums};

/// A name leads nowhere but into its own directory, and fits into one line.
fn is_plain(name: &str) -> bool {
    let is_one = Path::new(name).components().count() == 1;
    let is_short = !name.is_empty() && name.len() <= 200;
    is_one && is_short && !name.contains(['/', '\\']) && !name.contains(char::is_control)
}

fn is_sum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| b"0123456789abcdef".contains(&byte))
}

/// A manifest.
pub(crate) fn manifest_json(bytes: &[u8]) {
    let Ok(manifest) = Manifest::parse(Path::new("X.manifest.json"), bytes) else {
        return;
    };
    assert_eq!(manifest.lexicon, "X");
    for output in manifest.outputs() {
        assert!(is_plain(&output.file) && is_sum(&output.sha256));
    }
    for part in manifest.parts() {
        part.words();
        let _ = part.origin.ruleset.ruleset(Path::new("X.manifest.json"));
    }
    let again = manifest.to_json().unwrap();
    let again = Manifest::parse(Path::new("X.manifest.json"), again.as_bytes()).unwrap();
    assert_eq!(again, manifest);
}

/// A file of sums or a lock, which have the same form.
pub(crate) fn sums_and_lock(bytes: &[u8]) {
    let Ok(sums) = Sums::parse("SHA256SUMS", bytes) else {
        return;
    };
    for (name, sum) in sums.iter() {
        assert!(is_plain(name) && is_sum(sum));
    }
    let text = sums.to_string();
    assert_eq!(text.lines().count(), sums.iter().count());
    assert_eq!(Sums::parse("SHA256SUMS", text.as_bytes()).unwrap(), sums);
}

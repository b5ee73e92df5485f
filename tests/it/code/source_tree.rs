//! The modules of the library, by name, with the text of their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the package.
pub(crate) fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every module of the library by its path, such as `graph::read`, with its text.
/// The name of `lib.rs` is empty.
pub(crate) fn modules() -> BTreeMap<String, String> {
    let source = package().join("src");
    let mut modules = BTreeMap::new();
    collect(&source, &source, &mut modules);
    modules
}

fn collect(source: &Path, folder: &Path, modules: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path != source.join("bin") {
                collect(source, &path, modules);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            let name = path.strip_prefix(source).unwrap().with_extension("");
            let mut parts: Vec<_> = name.iter().map(|part| part.to_str().unwrap()).collect();
            parts.pop_if(|last| ["mod", "lib"].contains(last));
            modules.insert(parts.join("::"), fs::read_to_string(&path).unwrap());
        }
    }
}

//! Checks that a recipe makes what the programs of a family load.
//!
//! Programs look for a file by the name of its lexicon and the extension. A file that
//! is missing or has another name is not found, and some programs then go on without.

use crate::check::findings::Evidence;
use crate::check::opened::OpenedLexicon;
use crate::check::pass_run::PassRun;
use crate::graph::Content;
use std::path::Path;

const MISSING: &str = "a file of the bundle is missing";

pub(crate) fn run(lexicon: &OpenedLexicon<'_>, pass: &mut PassRun) {
    let Some(resolved) = &lexicon.subject.recipe else {
        return;
    };
    let recipe = &resolved.recipe;
    let path = resolved.path.display().to_string();
    let files = recipe.files();
    for family in &recipe.bundle.0 {
        for extension in family.extensions() {
            pass.checked("bundle files", 1);
            let wanted = format!("{}.{extension}", recipe.lexicon);
            let has_extension = |file: &str| {
                let found = Path::new(file).extension();
                found.is_some_and(|found| found == *extension)
            };
            let mut alike = files.iter().map(|(_, file)| *file);
            let is_made = alike.clone().any(|file| file == wanted);
            let found = match alike.find(|file| has_extension(file)) {
                Some(_) if is_made => continue,
                Some(other) => format!("`{other}`, which is another name"),
                None => "no such file in the recipe".to_string(),
            };
            pass.error(MISSING, &path, || {
                let place = format!("bundle {}", family.name());
                Evidence::new(place, format!("`{wanted}`"), found)
            });
        }
        let mut graphs = recipe.graphs.iter();
        let wanted = format!("{}.kwg", recipe.lexicon);
        let graph = graphs.find(|graph| graph.file == wanted);
        let has_gaddag = graph.is_none_or(|graph| graph.content == Content::Gaddawg);
        if family.extensions().contains(&"kwg") && !has_gaddag {
            pass.error("no GADDAG for the bundle", &path, || {
                let place = format!("bundle {}", family.name());
                Evidence::new(place, format!("a gaddawg in `{wanted}`"), "a DAWG alone")
            });
        }
    }
}

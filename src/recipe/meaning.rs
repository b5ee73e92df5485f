//! The digest of a recipe's meaning.
//!
//! A manifest keeps it to tell whether its files are those of the recipe. Comments,
//! white space, the order of fields and defaults that are written out don't count.
//! Neither does anything recorded elsewhere (the ruleset and the content of the inputs)
//! or only checked (`positions`, `endgames`, `match`, `bundle`, `editions`, the
//! checksums of inputs). Expectations do count: a build has to check a new one.

use crate::digest::sha256;
use crate::recipe::inputs::portable;
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::PartKind;
use crate::recipe::word_sources::WordFile;
use serde_json::{Value, json};

impl ResolvedRecipe {
    /// The SHA-256 of what the recipe defines for one of its parts.
    pub fn digest(&self, part: PartKind) -> String {
        let said = match part {
            PartKind::Words => self.said_of_words(),
            PartKind::Leaves => self.said_of_leaves(),
        };
        // Objects are serialised in the order of their keys.
        sha256(said.to_string().as_bytes())
    }

    fn said_of_words(&self) -> Value {
        let recipe = &self.recipe;
        let expect = &recipe.expect;
        let mut said = json!({
            "lexicon": recipe.lexicon,
            "words": recipe.words.as_ref().map(|words| {
                let options = &self.list_options;
                let bounds = &options.length;
                let digraphs = options.digraphs.unwrap_or(self.ruleset.alphabet().digraphs());
                json!({
                    "include": lists(&words.include),
                    "exclude": lists(&words.exclude),
                    "keep": words.keep,
                    "length": [json!(bounds.min), json!(bounds.max), json!(bounds.outside.name())],
                    "digraphs": digraphs.name(),
                    "bare_digraphs": words.bare_digraphs,
                })
            }),
            "graphs": each(&recipe.graphs, |graph| {
                let form = (graph.content.name(), graph.layout.name(), graph.node.name());
                json!([graph.file, form])
            }),
            "counts": each(&recipe.counts, |counts| json!([counts.file, counts.of])),
            "members": each(&recipe.members, |members| {
                json!([members.file, members.of, lists(&members.words)])
            }),
            "expect": {
                "words": expect.words,
                "per_length": expect.per_length,
                "contains": expect.contains,
                "lacks": expect.lacks,
                "all_tiles_used": expect.all_tiles_used,
            },
        });
        // A recipe without such files keeps the digest it had before the field existed.
        if !recipe.definitions.is_empty() {
            said["definitions"] = each(&recipe.definitions, |d| json!([d.file, lists(&d.lists)]));
        }
        let others = recipe.word_files();
        if !others.is_empty() {
            said["others"] = each(&others, |(file, format)| json!([file, format.name()]));
        }
        if !recipe.databases.is_empty() {
            said["databases"] = each(&recipe.databases, |output| {
                let symbol = output.newest.as_ref().map(|newest| newest.symbol.sign());
                let inputs = output.inputs();
                let inputs = each(&inputs, |(field, _, files)| json!([field, lists(files)]));
                json!([output.file, symbol, inputs])
            });
        }
        said
    }

    fn said_of_leaves(&self) -> Value {
        let recipe = &self.recipe;
        let leaves = each(&recipe.leaves, |leaves| {
            let form = (leaves.values.name(), leaves.layout.name());
            let beyond = (leaves.beyond_bag, leaves.beyond_rack);
            let from = match &leaves.estimate {
                Some(estimate) => json!([estimate.of, estimate.boards, estimate.seed]),
                None => json!(leaves.source.as_deref().map(portable)),
            };
            json!([leaves.file, from, form, beyond])
        });
        let mut said = json!({
            "lexicon": recipe.lexicon,
            "leaves": leaves,
            "expect": recipe.expect.leaves.is_some(),
        });
        // Leaves are estimated for the recipe's words.
        if recipe.leaves.iter().any(|leaves| leaves.estimate.is_some()) {
            said["of"] = self.said_of_words();
        }
        said
    }
}

/// Applies `say` to each item of a list.
fn each<T>(items: &[T], say: impl Fn(&T) -> Value) -> Value {
    items.iter().map(say).collect()
}

/// The word lists, and the columns of their words.
fn lists(files: &[WordFile]) -> Value {
    each(files, |list| match (&list.hunspell, &list.file) {
        (Some(files), _) => json!({"hunspell": [portable(&files.aff), portable(&files.dic)]}),
        (None, file) => {
            let file = file.as_deref().map(portable);
            json!([file, list.column, list.separator])
        }
    })
}

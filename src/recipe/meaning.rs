//! The digest of a recipe's meaning.
//!
//! A manifest keeps it to tell whether its files are those of the recipe. Comments,
//! white space, the order of fields and defaults that are written out don't count.
//! Neither does anything recorded elsewhere (the ruleset and the content of the inputs)
//! or only checked (`positions`, `endgames`, `match`, `bundle`, `editions`, the
//! checksums of inputs). Expectations do count: a build has to check a new one.
//!
//! Most structures are taken apart field by field, so that a new field does not compile
//! until it is decided here whether it counts. Not so the recipe itself, word files,
//! length bounds and study databases.

use crate::digest::sha256;
use crate::recipe::inputs::portable;
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::{
    CountsOutput, DefinitionsOutput, Estimate, Expect, GraphOutput, LeavesOutput, MembersOutput,
    PartKind,
};
use crate::recipe::word_sources::{WordFile, WordSources};
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
        // With defaults filled in, `list_options` has `length` and `digraphs`.
        let sources = |sources: &WordSources| {
            let WordSources {
                include,
                exclude,
                keep,
                length: _,
                digraphs: _,
                bare_digraphs,
            } = sources;
            let bounds = &self.list_options.length;
            let digraphs = self.list_options.digraphs;
            let digraphs = digraphs.unwrap_or(self.ruleset.alphabet().digraphs());
            json!({
                "include": lists(include),
                "exclude": lists(exclude),
                "keep": keep,
                "length": [json!(bounds.min), json!(bounds.max), json!(bounds.outside.name())],
                "digraphs": digraphs.name(),
                "bare_digraphs": bare_digraphs,
            })
        };
        let Expect {
            words,
            per_length,
            contains,
            lacks,
            all_tiles_used,
            leaves: _,
        } = &recipe.expect;
        let mut said = json!({
            "lexicon": recipe.lexicon,
            "words": recipe.words.as_ref().map(sources),
            "graphs": each(&recipe.graphs, |graph| {
                let GraphOutput { file, content, layout, node } = graph;
                json!([file, (content.name(), layout.name(), node.name())])
            }),
            "counts": each(&recipe.counts, |CountsOutput { file, of }| json!([file, of])),
            "members": each(&recipe.members, |MembersOutput { file, of, words }| {
                json!([file, of, lists(words)])
            }),
            "expect": {
                "words": words,
                "per_length": per_length,
                "contains": contains,
                "lacks": lacks,
                "all_tiles_used": all_tiles_used,
            },
        });
        // A recipe without such files keeps the digest it had before the field existed.
        if !recipe.definitions.is_empty() {
            let definitions = |d: &DefinitionsOutput| {
                let DefinitionsOutput { file, lists: of } = d;
                json!([file, lists(of)])
            };
            said["definitions"] = each(&recipe.definitions, definitions);
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
            let LeavesOutput {
                file,
                source,
                sha256: _,
                estimate,
                values,
                layout,
                borrowed_from: _,
                beyond_bag,
                beyond_rack,
            } = leaves;
            let from = match estimate {
                Some(Estimate { of, boards, seed }) => json!([of, boards, seed]),
                None => json!(source.as_deref().map(portable)),
            };
            json!([
                file,
                from,
                (values.name(), layout.name()),
                (beyond_bag, beyond_rack)
            ])
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

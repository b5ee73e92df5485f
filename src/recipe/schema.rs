//! The fields of a recipe in YAML. Unknown fields are refused.

use crate::foreign::WordFormat;
use crate::graph::{Content, GraphSpec, Layout, NodeFormat};
use crate::leave::LeaveSpec;
use crate::lexicon::ValueFormat;
use crate::recipe::databases::{DEFINITIONS, DIFFICULTY, DatabaseOutput, NEWEST, PREVIOUS};
use crate::recipe::release::{Bundle, Edition};
use crate::recipe::word_sources::{WordFile, WordSources};
use crate::source::LeaveOptions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A recipe as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a recipe: lexicon, ruleset, words, graphs …"
)]
#[non_exhaustive]
pub struct Recipe {
    /// The lexicon's name, after which the manifest and the lock are named.
    pub lexicon: String,
    /// The name of a built-in ruleset, or a path.
    pub ruleset: String,
    /// The word lists; required for graphs.
    pub words: Option<WordSources>,
    /// The graph files to build.
    #[serde(default)]
    pub graphs: Vec<GraphOutput>,
    /// The count files to build for graphs.
    #[serde(default)]
    pub counts: Vec<CountsOutput>,
    /// The member files to build for graphs.
    #[serde(default)]
    pub members: Vec<MembersOutput>,
    /// The files of definitions to build.
    #[serde(default)]
    pub definitions: Vec<DefinitionsOutput>,
    /// The word maps to build.
    #[serde(default)]
    pub wordmaps: Vec<WordMapOutput>,
    /// The files of other programs to build.
    #[serde(default)]
    pub foreign: Vec<ForeignOutput>,
    /// The study databases to build.
    #[serde(default)]
    pub databases: Vec<DatabaseOutput>,
    /// The leave files to build.
    #[serde(default)]
    pub leaves: Vec<LeavesOutput>,
    /// A table of positions for checking moves; its path is relative to the recipe.
    pub positions: Option<String>,
    /// A table of endgames whose values are checked; its path is relative to the
    /// recipe.
    pub endgames: Option<String>,
    /// A match that the leave values must not lose.
    #[serde(rename = "match")]
    pub match_gate: Option<MatchGate>,
    /// The families of programs for which the recipe builds every file they need.
    #[serde(default)]
    pub bundle: Bundle,
    /// Evidence for the edition of the words.
    #[serde(default)]
    pub editions: Vec<Edition>,
    /// What must be true of the result.
    #[serde(default)]
    pub expect: Expect,
}

/// One of the two parts of a recipe. A separate program builds each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The files built from words: graphs, counts, members, definitions, word maps,
    /// files of other programs, study databases.
    Words,
    /// The files built from leave tables.
    Leaves,
}

impl PartKind {
    /// The other part.
    pub fn other(self) -> PartKind {
        match self {
            PartKind::Words => PartKind::Leaves,
            PartKind::Leaves => PartKind::Words,
        }
    }
}

/// Both parts of a recipe.
pub(crate) const PARTS: [PartKind; 2] = [PartKind::Words, PartKind::Leaves];

/// A file that a recipe builds.
#[derive(Clone, Copy)]
pub(crate) enum Output<'r> {
    Graph(&'r GraphOutput),
    Counts(&'r CountsOutput),
    Members(&'r MembersOutput),
    Definitions,
    /// The words in another form than a word graph.
    Words(WordFormat),
    Leaves(&'r LeavesOutput),
}

/// A file that a recipe builds: the field that names it, such as `graphs[0]`, its name in
/// the output directory, and what it is.
pub(crate) type NamedOutput<'r> = (String, &'r str, Output<'r>);

/// An input file as a recipe names it.
#[derive(Clone, Debug)]
pub(crate) struct NamedInput<'r> {
    /// The field that names it, such as `words.include[0]`.
    pub(crate) field: String,
    /// The field that pins its digest, such as `words.include[0].sha256`.
    pub(crate) digest_field: String,
    /// Its use, as recorded in manifests.
    pub(crate) role: &'static str,
    /// The path, relative to the recipe.
    pub(crate) file: &'r str,
    /// The digest that it must have, if the recipe pins one.
    pub(crate) sha256: Option<&'r str>,
    /// How it is read if it is a word list; `None` for a leave table.
    pub(crate) list: Option<&'r WordFile>,
}

/// The role of a list that provides words.
pub(crate) const INCLUDE: &str = "include";
const EXCLUDE: &str = "exclude";
const MEMBERS: &str = "members";
const LEAVES: &str = "leaves";

/// The roles of all inputs.
pub(crate) const ROLES: [&str; 8] = [
    INCLUDE,
    EXCLUDE,
    MEMBERS,
    DEFINITIONS,
    PREVIOUS,
    NEWEST,
    DIFFICULTY,
    LEAVES,
];

impl Recipe {
    /// The files that a part of the recipe builds, each with the field that names it,
    /// such as `graphs[0]`.
    pub fn files_of(&self, part: PartKind) -> Vec<(String, &str)> {
        let outputs = self.outputs_of(part).into_iter();
        outputs.map(|(field, file, _)| (field, file)).collect()
    }

    /// All files that the recipe builds, with their fields.
    pub fn files(&self) -> Vec<(String, &str)> {
        PARTS.map(|part| self.files_of(part)).concat()
    }

    /// All outputs of the recipe.
    pub(crate) fn outputs(&self) -> Vec<NamedOutput<'_>> {
        PARTS.map(|part| self.outputs_of(part)).concat()
    }

    /// The outputs of a part of the recipe.
    fn outputs_of(&self, part: PartKind) -> Vec<NamedOutput<'_>> {
        fn each<'r, T>(
            field: &str,
            outputs: &'r [T],
            of: impl Fn(&'r T) -> (&'r String, Output<'r>),
        ) -> Vec<NamedOutput<'r>> {
            let outputs = outputs.iter().map(of).enumerate();
            let named = outputs.map(|(i, (file, of))| (format!("{field}[{i}]"), &file[..], of));
            named.collect()
        }
        use Output::{Counts, Definitions, Graph, Leaves, Members, Words};
        let (map, database) = (Words(WordFormat::WordMap), Words(WordFormat::Database));
        match part {
            PartKind::Words => [
                each("graphs", &self.graphs, |o| (&o.file, Graph(o))),
                each("counts", &self.counts, |o| (&o.file, Counts(o))),
                each("members", &self.members, |o| (&o.file, Members(o))),
                each("definitions", &self.definitions, |o| (&o.file, Definitions)),
                each("wordmaps", &self.wordmaps, |o| (&o.file, map)),
                each("foreign", &self.foreign, |o| (&o.file, Words(o.content))),
                each("databases", &self.databases, |o| (&o.file, database)),
            ]
            .concat(),
            PartKind::Leaves => each("leaves", &self.leaves, |o| (&o.file, Leaves(o))),
        }
    }

    /// The files that hold the recipe's words in other forms than a word graph, with
    /// their formats.
    pub fn word_files(&self) -> Vec<(&str, WordFormat)> {
        let outputs = self.outputs_of(PartKind::Words).into_iter();
        let words = outputs.filter_map(|(_, file, output)| match output {
            Output::Words(format) => Some((file, format)),
            _ => None,
        });
        words.collect()
    }

    /// The graph of this name that the recipe builds.
    pub(crate) fn graph(&self, name: &str) -> Option<&GraphOutput> {
        self.graphs.iter().find(|graph| graph.file == name)
    }

    /// Whether the recipe builds a file of this name.
    pub fn makes(&self, name: &str) -> bool {
        self.files().iter().any(|(_, file)| *file == name)
    }

    /// The input files of a part of the recipe, in the recipe's order. For estimated
    /// leaves, the word lists follow the leave tables.
    pub(crate) fn inputs_of(&self, part: PartKind) -> Vec<NamedInput<'_>> {
        let mut lists = self.list_inputs();
        if part == PartKind::Words {
            return lists;
        }
        let estimates = self.leaves.iter().any(|leaves| leaves.estimate.is_some());
        lists.retain(|input| estimates && [INCLUDE, EXCLUDE].contains(&input.role));
        [self.table_inputs(), lists].concat()
    }

    /// The leave tables.
    fn table_inputs(&self) -> Vec<NamedInput<'_>> {
        let leaves = self.leaves.iter().enumerate();
        let named = leaves.filter_map(|(i, leaves)| {
            Some(NamedInput {
                field: format!("leaves[{i}].source"),
                digest_field: format!("leaves[{i}].sha256"),
                role: LEAVES,
                file: leaves.source.as_deref()?,
                sha256: leaves.sha256.as_deref(),
                list: None,
            })
        });
        named.collect()
    }

    /// The files of all word lists.
    fn list_inputs(&self) -> Vec<NamedInput<'_>> {
        let mut inputs = Vec::new();
        for (place, role, list) in self.word_lists() {
            inputs.extend(list.files().map(|(pin, file, sha256)| NamedInput {
                field: match list.hunspell {
                    Some(_) => format!("{place}.hunspell"),
                    None => place.clone(),
                },
                digest_field: format!("{place}.{pin}"),
                role,
                file,
                sha256,
                list: Some(list),
            }));
        }
        inputs
    }

    /// All word lists, each with the field that names it and its role.
    pub(crate) fn word_lists(&self) -> Vec<(String, &'static str, &WordFile)> {
        let mut all = Vec::new();
        let mut add = |field: &str, role, lists| {
            let lists: &[WordFile] = lists;
            let named = lists.iter().enumerate();
            all.extend(named.map(|(i, list)| (format!("{field}[{i}]"), role, list)));
        };
        if let Some(words) = &self.words {
            add("words.include", INCLUDE, &words.include);
            add("words.exclude", EXCLUDE, &words.exclude);
        }
        for (i, members) in self.members.iter().enumerate() {
            add(&format!("members[{i}].words"), MEMBERS, &members.words);
        }
        for (i, output) in self.definitions.iter().enumerate() {
            let field = format!("definitions[{i}].lists");
            add(&field, DEFINITIONS, &output.lists);
        }
        for (i, output) in self.databases.iter().enumerate() {
            for (field, role, lists) in output.inputs() {
                add(&format!("databases[{i}].{field}"), role, lists);
            }
        }
        all
    }

    /// The input files of both parts.
    pub(crate) fn inputs_of_parts(&self) -> Vec<NamedInput<'_>> {
        [self.list_inputs(), self.table_inputs()].concat()
    }

    /// All files that the recipe reads, except its ruleset, each with its field.
    pub(crate) fn inputs(&self) -> Vec<(String, &str)> {
        let inputs = self.inputs_of_parts().into_iter();
        let mut inputs: Vec<_> = inputs.map(|input| (input.field, input.file)).collect();
        let gate = self.match_gate.as_ref();
        for (field, file) in [
            ("positions", self.positions.as_ref()),
            ("endgames", self.endgames.as_ref()),
            ("match.against", gate.map(|gate| &gate.against)),
        ] {
            inputs.extend(file.map(|file| (field.to_string(), &file[..])));
        }
        for (i, edition) in self.editions.iter().enumerate() {
            let since = edition.since.as_deref();
            inputs.extend(since.map(|file| (format!("editions[{i}].since"), file)));
        }
        inputs
    }
}

/// A graph file to build.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a graph: file, content, layout, node"
)]
#[non_exhaustive]
pub struct GraphOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// What the graph holds.
    #[serde(default)]
    pub content: Content,
    /// The arrangement of its lists.
    #[serde(default)]
    pub layout: Layout,
    /// The format of its nodes.
    #[serde(default)]
    pub node: NodeFormat,
}

impl GraphOutput {
    /// The parameters for the builder.
    pub fn spec(&self) -> GraphSpec {
        let spec = GraphSpec::new().content(self.content);
        spec.layout(self.layout).format(self.node)
    }
}

/// A file of word counts for a graph's nodes (`.kwc`).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "counts: file, of")]
#[non_exhaustive]
pub struct CountsOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// The name of the graph, which the same recipe must build.
    pub of: String,
}

/// A file that marks the words of a graph that are in another lexicon (`.kwi`).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "members: file, of, words")]
#[non_exhaustive]
pub struct MembersOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// The name of the graph, which the same recipe must build.
    pub of: String,
    /// The other lexicon's word lists.
    pub words: Vec<WordFile>,
}

/// A file of the words' definitions (`.defs.tsv`).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "definitions: file, lists")]
#[non_exhaustive]
pub struct DefinitionsOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// Word lists with a definition after each word.
    pub lists: Vec<WordFile>,
}

/// A word map to build (`.wmp`).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a word map: file")]
#[non_exhaustive]
pub struct WordMapOutput {
    /// The file's name in the output directory.
    pub file: String,
}

/// A file to build in the format of another program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a foreign file: file, content")]
#[non_exhaustive]
pub struct ForeignOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// Its format, which must not be that of a word map or a study database.
    pub content: WordFormat,
}

/// A leave file to build.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "leaves: file, source, sha256, estimate, values, layout, borrowed_from, beyond_bag, beyond_rack"
)]
#[non_exhaustive]
pub struct LeavesOutput {
    /// The file's name in the output directory.
    pub file: String,
    /// The CSV of the table; its path is relative to the recipe.
    pub source: Option<String>,
    /// The estimate to use if there is no CSV.
    pub estimate: Option<Estimate>,
    /// The digest that the CSV must have.
    pub sha256: Option<String>,
    /// The format of its values.
    #[serde(default)]
    pub values: ValueFormat,
    /// The arrangement of its graph's lists.
    #[serde(default)]
    pub layout: Layout,
    /// The lexicon from which the leave values are borrowed, if they are not its own.
    pub borrowed_from: Option<String>,
    /// Whether a leave may have more of a tile than the bag.
    #[serde(default)]
    pub beyond_bag: bool,
    /// Whether a leave may have as many tiles as a rack, or more.
    #[serde(default)]
    pub beyond_rack: bool,
}

impl LeavesOutput {
    /// The parameters for the builder.
    pub fn spec(&self) -> LeaveSpec {
        let spec = LeaveSpec::default().with_values(self.values);
        spec.with_layout(self.layout)
    }

    /// The leaves that the table may contain.
    pub fn options(&self) -> LeaveOptions {
        LeaveOptions {
            beyond_bag: self.beyond_bag,
            beyond_rack: self.beyond_rack,
            values: self.values,
        }
    }
}

/// A match that the recipe's leave values must not lose. They play mirrored pairs of
/// games against older values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a match: against, pairs, at_least")]
#[non_exhaustive]
pub struct MatchGate {
    /// The leave file to play against; its path is relative to the recipe.
    pub against: String,
    /// The number of pairs.
    #[serde(default = "MatchGate::default_pairs")]
    pub pairs: u64,
    /// The least share of wins, from 0 to 1.
    pub at_least: f64,
}

impl MatchGate {
    /// The most pairs of a gate.
    pub const MOST_PAIRS: u64 = 100_000;

    fn default_pairs() -> u64 {
        1000
    }
}

/// How the values of a leave file are estimated.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an estimate: of, boards, seed")]
#[non_exhaustive]
pub struct Estimate {
    /// The name of the graph, which the same recipe must build.
    pub of: String,
    /// The number of boards in the last stage.
    #[serde(default = "default_boards")]
    pub boards: u64,
    /// The seed of the boards.
    #[serde(default = "default_seed")]
    pub seed: u64,
}

fn default_boards() -> u64 {
    128
}

fn default_seed() -> u64 {
    1
}

/// The share of the possible leaves that a table must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Completeness {
    /// All of them.
    Complete,
}

/// Assertions about the result.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    expecting = "expectations: words, per_length, contains, lacks, all_tiles_used, leaves"
)]
#[non_exhaustive]
pub struct Expect {
    /// The number of words.
    pub words: Option<u64>,
    /// The number of words of given lengths.
    #[serde(deserialize_with = "crate::yaml::distinct_keys")]
    pub per_length: BTreeMap<usize, u64>,
    /// Words that must be present.
    pub contains: Vec<String>,
    /// Words that must be absent.
    pub lacks: Vec<String>,
    /// Whether every letter of the bag must be in some word.
    pub all_tiles_used: bool,
    /// The share of the possible leaves that the tables must have.
    pub leaves: Option<Completeness>,
}

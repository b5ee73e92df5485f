//! Builds the artifacts of words: graphs, counts, members, definitions, word maps, and
//! files of other programs.

use crate::database::build_database;
use crate::digest::sha256;
use crate::error::{Error, Problem, Result, shown};
use crate::foreign::WordFormat;
use crate::graph::{
    Content, Counts, Graph, GraphSpec, Identity, Members, Region, WordIndex, build, build_while,
};
use crate::lexicon::Words;
use crate::parallel;
use crate::recipe::inputs::InputFile;
use crate::recipe::make::expect::check_words;
use crate::recipe::make::made::{BuildEvent, BuildProgress, Made, MadeFile};
use crate::recipe::manifest::{About, InputRecord, OutputRecord};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::{CountsOutput, GraphOutput, MembersOutput};
use crate::recipe::words::RecipeWords;
use crate::ruleset::Ruleset;
use crate::source::{BareDigraphs, read_definitions};
use crate::tiles::Tile;
use std::borrow::Cow;
use std::fmt;

/// Builds everything that a recipe builds from its words.
pub(crate) fn make_words(
    resolved: &ResolvedRecipe,
    inputs: Vec<InputFile>,
    progress: BuildProgress<'_>,
) -> Result<Made> {
    let parsed = RecipeWords::parse(resolved, &inputs)?;
    drop(inputs); // makes room
    check_words(resolved, &parsed.words, parsed.left_out())?;
    let maker = Maker {
        resolved,
        parsed: &parsed,
        progress,
    };
    let graphs = parallel::try_map(&resolved.recipe.graphs, |output| {
        let made = maker.graph(output);
        made.map_err(|e| maker.fault(&output.file, e))
    })?;
    let others = maker.others()?;
    let sidecars = maker.sidecars(&graphs)?;
    let definitions = maker.definitions()?;
    let graphs = graphs.into_iter().map(|(made, _)| made);
    let outputs = graphs.chain(sidecars).chain(definitions).chain(others);
    let bare = bare_digraphs(&parsed.bare_digraphs);
    Ok(Made {
        outputs: outputs.collect(),
        lexicon: Some(parsed.figures()),
        warnings: bare.into_iter().chain(compounds(&parsed.inputs)).collect(),
        inputs: parsed.inputs,
    })
}

/// A warning about words that lack the brackets of a digraph; `None` if there are none.
pub(crate) fn bare_digraphs(found: &BareDigraphs) -> Option<String> {
    let advice = "`words.digraphs: longest` reads them as one tile, \
                  `words.bare_digraphs: allow` accepts them";
    (!found.is_empty()).then(|| format!("{found}; {advice}"))
}

/// Warnings about Hunspell dictionaries whose compounds are not among the words.
pub(crate) fn compounds(inputs: &[InputRecord]) -> Vec<String> {
    let not_expanded = inputs.iter().filter(|input| input.compounds.is_some());
    not_expanded
        .map(|input| {
            let file = shown(&input.file);
            format!("{file}: compounds are not expanded; the words lack them")
        })
        .collect()
}

/// Reads a graph file that was just built, with full validation.
fn read_back(bytes: &[u8], spec: GraphSpec, letters: usize) -> Result<Graph> {
    let kind = spec.content.kind();
    Graph::from_bytes(bytes, spec.format, kind, letters)
        .map_err(|fault| Error::input("", format!("the file just built is faulty: {fault}")))
}

/// Builds a graph and reads it back for use.
pub(crate) fn read_graph(words: &Words, spec: GraphSpec, ruleset: &Ruleset) -> Result<Graph> {
    read_back(&build(words, spec)?, spec, ruleset.alphabet().len())
}

/// Builds the bytes of a graph file, and reads them back with full validation.
pub fn build_graph(words: &Words, spec: GraphSpec, letters: usize) -> Result<Vec<u8>> {
    let bytes = build(words, spec)?;
    read_back(&bytes, spec, letters)?;
    Ok(bytes)
}

/// Builds the files of a recipe's words.
struct Maker<'r> {
    resolved: &'r ResolvedRecipe,
    parsed: &'r RecipeWords,
    progress: BuildProgress<'r>,
}

impl Maker<'_> {
    /// Creates an error for one of the files.
    fn fault(&self, file: &str, problem: impl fmt::Display) -> Error {
        self.resolved.fault(format!("{file}: {problem}"))
    }

    /// Creates an artifact from bytes.
    fn made(&self, file: &str, about: About, bytes: Vec<u8>) -> MadeFile {
        (self.progress)(BuildEvent::Built(file));
        OutputRecord::with_bytes(file, about, bytes)
    }

    /// Builds a graph file, and reads it back with full validation.
    fn graph(&self, output: &GraphOutput) -> Result<(MadeFile, Graph)> {
        // The alphagrams become the words of a plain DAWG.
        let (words, content) = match output.content {
            Content::Alphagrams => (Cow::Owned(self.parsed.words.alphagrams()), Content::Dawg),
            other => (Cow::Borrowed(&self.parsed.words), other),
        };
        let spec = output.spec().content(content);
        let alphabet = self.resolved.ruleset.alphabet();
        let identity = || Identity::sha256_of(&words, alphabet);
        let (bytes, identity) = build_while(&words, spec, identity)?;
        let read = || read_back(&bytes, spec, alphabet.len());
        let (graph, sha256) = parallel::join(read, || sha256(&bytes));
        let graph = graph?;
        let record = OutputRecord {
            file: output.file.clone(),
            about: About::Graph {
                content: output.content,
                layout: output.layout,
                node: output.node,
                words: words.len() as u64,
                nodes: graph.nodes().len() as u64,
                dawg_nodes: graph.reached(Region::Dawg).count() as u64,
                identity,
            },
            bytes: bytes.len() as u64,
            sha256,
        };
        (self.progress)(BuildEvent::Built(&output.file));
        Ok(((record, bytes), graph))
    }

    /// Builds the files that hold words in other forms than a word graph, and reads
    /// them back with full validation.
    fn others(&self) -> Result<Vec<MadeFile>> {
        let files = self.resolved.recipe.word_files();
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let (words, ruleset) = (&self.parsed.words, &self.resolved.ruleset);
        let identity = Identity::sha256_of(words, ruleset.alphabet());
        let mut databases = self.parsed.databases.iter();
        let made = files.into_iter().map(|(file, format)| {
            let notes = match format {
                WordFormat::Database => databases.next(),
                _ => None,
            };
            let bytes = match notes {
                Some(notes) => build_database(words, ruleset, notes),
                None => format.build(words, ruleset),
            };
            let bytes = bytes.map_err(|e| self.fault(file, e))?;
            let read = format.read(&bytes, ruleset);
            if !read.is_ok_and(|read| read == *words) {
                return Err(self.fault(file, "the file just built has other words"));
            }
            let (count, identity) = (words.len() as u64, identity.clone());
            let about = match format {
                WordFormat::WordMap => About::WordMap {
                    words: count,
                    identity,
                },
                WordFormat::Database => {
                    let previous = notes.and_then(|notes| notes.previous.as_ref());
                    let previous = previous.unwrap_or(words);
                    let has_definition = |word: &&[Tile]| {
                        notes.is_some_and(|notes| notes.definitions.get(word).is_some())
                    };
                    About::Database {
                        words: count,
                        alphagrams: words.alphagrams().len() as u64,
                        defined: words.iter().filter(has_definition).count() as u64,
                        new: words.without(previous).0.len() as u64,
                        deleted: previous.without(words).0.len() as u64,
                        identity,
                    }
                }
                content => About::Foreign {
                    content,
                    words: count,
                    identity,
                },
            };
            Ok(self.made(file, about, bytes))
        });
        made.collect()
    }

    /// Builds the files of definitions, and reads them back with full validation.
    fn definitions(&self) -> Result<Vec<MadeFile>> {
        let alphabet = self.resolved.ruleset.alphabet();
        let outputs = self.resolved.recipe.definitions.iter();
        let made = outputs.zip(&self.parsed.definitions).map(|(output, made)| {
            let file = &output.file;
            let bytes = made.definitions.to_tsv(alphabet).into_bytes();
            let read = read_definitions(file, &bytes, alphabet);
            if !read.is_ok_and(|read| read == made.definitions) {
                return Err(self.fault(file, "the file just built has other definitions"));
            }
            let about = About::Definitions {
                words: made.definitions.len() as u64,
                absent: made.absent,
                joined: made.joined,
            };
            Ok(self.made(file, about, bytes))
        });
        made.collect()
    }

    /// Builds the count and member files of graphs.
    fn sidecars(&self, graphs: &[(MadeFile, Graph)]) -> Result<Vec<MadeFile>> {
        let graph_of = |of: &str| {
            let made = graphs.iter().find(|((record, _), _)| record.file == of);
            let missing = || Problem::mismatch("a file of `graphs:`", format!("`{of}`"));
            made.map(|(_, graph)| graph)
                .ok_or_else(|| self.resolved.fault(missing()))
        };
        let recipe = &self.resolved.recipe;
        let mut outputs = Vec::new();
        for CountsOutput { file, of } in &recipe.counts {
            let counts = Counts::of(graph_of(of)?).map_err(|fault| self.fault(file, fault))?;
            let about = About::Counts {
                of: of.clone(),
                words: u64::from(counts.total()),
            };
            outputs.push(self.made(file, about, counts.to_bytes()));
        }
        for (output, words) in recipe.members.iter().zip(&self.parsed.members) {
            let MembersOutput { file, of, .. } = output;
            let index = WordIndex::of(graph_of(of)?).map_err(|fault| self.fault(file, fault))?;
            let (members, absent) = Members::of(&index, words);
            let about = About::Members {
                of: of.clone(),
                words: u64::from(members.count()),
                absent: absent as u64,
            };
            outputs.push(self.made(file, about, members.as_bytes().to_vec()));
        }
        Ok(outputs)
    }
}

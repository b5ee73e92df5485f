//! Makes the artifacts of words: graphs, counts, members, definitions, word maps,
//! and files of other programs.

use crate::database::build_database;
use crate::digest::sha256;
use crate::error::{Error, Problem, Result, shown};
use crate::foreign::WordFormat;
use crate::graph::{
    Content, Counts, Graph, GraphSpec, Identity, Members, Region, WordIndex, build, build_while,
};
use crate::lexicon::Words;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::recipe::inputs::InputFile;
use crate::recipe::make::expect::check_words;
use crate::recipe::make::made::{BuildEvent, BuildProgress, Made, MadeFile};
use crate::recipe::manifest::{About, InputRecord, LexiconRecord, OutputRecord};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::GraphOutput;
use crate::recipe::words::{RecipeDefinitions, RecipeWords};
use crate::ruleset::Ruleset;
use crate::source::{BareDigraphs, read_definitions};
use crate::tiles::Tile;
use std::borrow::Cow;

/// Makes everything that a recipe makes from its words.
pub(crate) fn make_words(
    resolved: &ResolvedRecipe,
    inputs: &[InputFile],
    progress: BuildProgress<'_>,
) -> Result<Made> {
    let parsed = RecipeWords::parse(resolved, inputs)?;
    check_words(resolved, &parsed.words, parsed.left_out())?;
    let graphs = resolved.recipe.graphs.par_iter().map(|output| {
        let made = make_graph(output, &parsed.words, &resolved.ruleset)
            .map_err(|e| resolved.fault(format!("{}: {e}", output.file)))?;
        progress(BuildEvent::Built(&output.file));
        Ok(made)
    });
    let graphs = graphs.collect::<Result<Vec<_>>>()?;
    let others = make_others(resolved, &parsed, progress)?;
    let sidecars = make_sidecars(resolved, &parsed.members, &graphs, progress)?;
    let definitions = make_definitions(resolved, &parsed.definitions, progress)?;
    let graphs = graphs.into_iter().map(|(made, _)| made);
    let by_length = parsed.words.by_length().into_iter().enumerate();
    Ok(Made {
        outputs: graphs
            .chain(sidecars)
            .chain(definitions)
            .chain(others)
            .collect(),
        lexicon: Some(LexiconRecord {
            words: parsed.words.len() as u64,
            per_length: by_length.filter(|&(_, count)| count > 0).collect(),
            duplicates: parsed.duplicates,
            excluded: parsed.excluded,
        }),
        warnings: bare_digraphs(&parsed.bare_digraphs)
            .into_iter()
            .chain(compounds(&parsed.inputs))
            .collect(),
        inputs: parsed.inputs,
    })
}

/// A warning about words that lack the brackets of a digraph; none if there are none.
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

/// Builds a graph file, and reads it back with all checks.
fn make_graph(output: &GraphOutput, words: &Words, ruleset: &Ruleset) -> Result<(MadeFile, Graph)> {
    // The alphagrams become the words of a plain DAWG.
    let (words, content) = match output.content {
        Content::Alphagrams => (Cow::Owned(words.alphagrams()), Content::Dawg),
        other => (Cow::Borrowed(words), other),
    };
    let spec = output.spec().content(content);
    let alphabet = ruleset.alphabet();
    let (bytes, identity) = build_while(&words, spec, || Identity::sha256_of(&words, alphabet))?;
    let (graph, sha256) = parallel::join(
        || read_back(&bytes, spec, alphabet.len()),
        || sha256(&bytes),
    );
    let graph = graph?;
    let about = About::Graph {
        content: output.content,
        layout: output.layout,
        node: output.node,
        words: words.len() as u64,
        nodes: graph.nodes().len() as u64,
        dawg_nodes: graph.reached(Region::Dawg).count() as u64,
        identity,
    };
    let record = OutputRecord {
        file: output.file.clone(),
        about,
        bytes: bytes.len() as u64,
        sha256,
    };
    Ok(((record, bytes), graph))
}

/// Reads a graph file that was just built, with all checks.
fn read_back(bytes: &[u8], spec: GraphSpec, letters: usize) -> Result<Graph> {
    let kind = spec.content.kind();
    Graph::from_bytes(bytes, spec.format, kind, letters)
        .map_err(|fault| Error::input("", format!("the file just built is faulty: {fault}")))
}

/// Builds a graph, to work with it.
pub(crate) fn read_graph(words: &Words, spec: GraphSpec, ruleset: &Ruleset) -> Result<Graph> {
    read_back(&build(words, spec)?, spec, ruleset.alphabet().len())
}

/// Builds the bytes of a graph file, and reads them back with all checks.
pub fn build_graph(words: &Words, spec: GraphSpec, letters: usize) -> Result<Vec<u8>> {
    let bytes = build(words, spec)?;
    read_back(&bytes, spec, letters)?;
    Ok(bytes)
}

/// Makes the files that hold words in a form that is no word graph, and reads them
/// back with all checks.
fn make_others(
    resolved: &ResolvedRecipe,
    parsed: &RecipeWords,
    progress: BuildProgress<'_>,
) -> Result<Vec<MadeFile>> {
    let files = resolved.recipe.word_files();
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let (words, ruleset) = (&parsed.words, &resolved.ruleset);
    let identity = Identity::sha256_of(words, ruleset.alphabet());
    let mut databases = parsed.databases.iter();
    let made = files.into_iter().map(|(file, format)| {
        let fault = |e: Error| resolved.fault(format!("{file}: {e}"));
        let notes = match format {
            WordFormat::Database => databases.next(),
            _ => None,
        };
        let bytes = match notes {
            Some(notes) => build_database(words, ruleset, notes),
            None => format.build(words, ruleset),
        };
        let bytes = bytes.map_err(fault)?;
        let read = format.read(&bytes, ruleset);
        if !read.is_ok_and(|read| read == *words) {
            let message = "the file just built has other words";
            return Err(resolved.fault(format!("{file}: {message}")));
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
        progress(BuildEvent::Built(file));
        Ok(OutputRecord::with_bytes(file, about, bytes))
    });
    made.collect()
}

/// Makes the files of definitions, and reads them back with all checks.
fn make_definitions(
    resolved: &ResolvedRecipe,
    definitions: &[RecipeDefinitions],
    progress: BuildProgress<'_>,
) -> Result<Vec<MadeFile>> {
    let alphabet = resolved.ruleset.alphabet();
    let outputs = resolved.recipe.definitions.iter().zip(definitions);
    let made = outputs.map(|(output, made)| {
        let file = &output.file;
        let bytes = made.definitions.to_tsv(alphabet).into_bytes();
        let read = read_definitions(file, &bytes, alphabet);
        if !read.is_ok_and(|read| read == made.definitions) {
            let message = "the file just built has other definitions";
            return Err(resolved.fault(format!("{file}: {message}")));
        }
        let about = About::Definitions {
            words: made.definitions.len() as u64,
            absent: made.absent,
            joined: made.joined,
        };
        progress(BuildEvent::Built(file));
        Ok(OutputRecord::with_bytes(file, about, bytes))
    });
    made.collect()
}

/// Makes the count and member files of graphs.
fn make_sidecars(
    resolved: &ResolvedRecipe,
    member_words: &[Words],
    graphs: &[(MadeFile, Graph)],
    progress: BuildProgress<'_>,
) -> Result<Vec<MadeFile>> {
    let recipe = &resolved.recipe;
    let graph_of = |of: &str| {
        let made = graphs.iter().find(|((record, _), _)| record.file == of);
        let missing = || Problem::mismatch("a file of `graphs:`", format!("`{of}`"));
        made.map(|(_, graph)| graph)
            .ok_or_else(|| resolved.fault(missing()))
    };
    let mut outputs = Vec::new();
    let mut add = |file: &str, about, bytes| {
        outputs.push(OutputRecord::with_bytes(file, about, bytes));
        progress(BuildEvent::Built(file));
    };
    for output in &recipe.counts {
        let of = output.of.clone();
        let counts = Counts::of(graph_of(&of)?)
            .map_err(|fault| resolved.fault(format!("{}: {fault}", output.file)))?;
        let words = u64::from(counts.total());
        add(&output.file, About::Counts { of, words }, counts.to_bytes());
    }
    for (output, words) in recipe.members.iter().zip(member_words) {
        let of = output.of.clone();
        let index = WordIndex::of(graph_of(&of)?)
            .map_err(|fault| resolved.fault(format!("{}: {fault}", output.file)))?;
        let (members, absent) = Members::of(&index, words);
        let about = About::Members {
            of,
            words: u64::from(members.count()),
            absent: absent as u64,
        };
        add(&output.file, about, members.as_bytes().to_vec());
    }
    Ok(outputs)
}

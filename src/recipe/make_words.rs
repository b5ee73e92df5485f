//! What is made from words: graphs, and what belongs to a graph.

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::graph::{
    Content, Counts, Graph, GraphKind, GraphSpec, Identity, Members, Region, WordIndex, build,
    build_while,
};
use crate::lexicon::Words;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::recipe::build::{Event, Made, Progress};
use crate::recipe::expect;
use crate::recipe::manifest::{About, LexiconRecord, OutputRecord};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::{GraphOutput, WordSources};
use crate::recipe::word_inputs::{Lexicon, WordInputs};
use crate::ruleset::Ruleset;
use std::borrow::Cow;

/// A graph just built.
struct MadeGraph {
    record: OutputRecord,
    bytes: Vec<u8>,
    graph: Graph,
}

/// Builds everything that a recipe makes from its words.
pub(crate) fn make(
    resolved: &ResolvedRecipe,
    sources: &WordSources,
    inputs: &WordInputs,
    progress: Progress<'_>,
) -> Result<Made> {
    let lexicon = inputs.parse(resolved, sources)?;
    expect::check_words(resolved, &lexicon.words, lexicon.left_out())?;
    let graphs = resolved
        .recipe
        .graphs
        .par_iter()
        .map(|output| {
            let made = make_graph(output, &lexicon.words, &resolved.ruleset)
                .map_err(|e| resolved.fault(format!("{}: {e}", output.file)))?;
            progress(Event::Built(&output.file));
            Ok(made)
        })
        .collect::<Result<Vec<_>>>()?;
    let mut outputs = make_sidecars(resolved, &lexicon, &graphs, progress)?;
    let record = lexicon_record(&lexicon);
    let graphs = graphs.into_iter().map(|made| (made.record, made.bytes));
    outputs.splice(0..0, graphs);
    Ok(Made {
        inputs: lexicon.inputs,
        lexicon: Some(record),
        outputs,
        warnings: Vec::new(),
    })
}

fn lexicon_record(lexicon: &Lexicon) -> LexiconRecord {
    let by_length = lexicon.words.by_length();
    LexiconRecord {
        words: lexicon.words.len() as u64,
        per_length: by_length
            .into_iter()
            .enumerate()
            .filter(|&(_, count)| count > 0)
            .collect(),
        duplicates: lexicon.duplicates,
        excluded: lexicon.excluded,
    }
}

/// Builds a graph file, and reads it back as any user would.
fn make_graph(output: &GraphOutput, words: &Words, ruleset: &Ruleset) -> Result<MadeGraph> {
    // Alphagrams are words of their own from here on.
    let (words, content) = match output.content {
        Content::Alphagrams => (Cow::Owned(words.alphagrams()), Content::Dawg),
        other => (Cow::Borrowed(words), other),
    };
    let spec = GraphSpec {
        content,
        ..output.spec()
    };
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
    Ok(MadeGraph {
        record,
        bytes,
        graph,
    })
}

/// Reads a graph file that was just built, as any user would.
fn read_back(bytes: &[u8], spec: GraphSpec, letters: usize) -> Result<Graph> {
    let kind = match spec.content {
        Content::Gaddawg => GraphKind::Gaddawg,
        Content::Dawg | Content::Alphagrams => GraphKind::Dawg,
    };
    Graph::from_bytes(bytes, spec.format, kind, letters)
        .map_err(|fault| Error::input("", format!("the file just built is faulty: {fault}")))
}

/// Builds the bytes of a graph file, and reads them back.
pub fn build_graph(words: &Words, spec: GraphSpec, letters: usize) -> Result<Vec<u8>> {
    let bytes = build(words, spec)?;
    read_back(&bytes, spec, letters)?;
    Ok(bytes)
}

/// Builds the count and member files, which belong to graphs.
fn make_sidecars(
    resolved: &ResolvedRecipe,
    lexicon: &Lexicon,
    graphs: &[MadeGraph],
    progress: Progress<'_>,
) -> Result<Vec<(OutputRecord, Vec<u8>)>> {
    let recipe = &resolved.recipe;
    let graph_of = |of: &str| {
        let at = recipe.graphs.iter().position(|graph| graph.file == of);
        let made = at.and_then(|at| graphs.get(at));
        made.ok_or_else(|| resolved.fault(format!("expected a file of `graphs:`, found `{of}`")))
    };
    let mut outputs = Vec::new();
    for counts in &recipe.counts {
        let made = Counts::of(&graph_of(&counts.of)?.graph)
            .map_err(|fault| resolved.fault(format!("{}: {fault}", counts.file)))?;
        let about = About::Counts {
            of: counts.of.clone(),
            words: u64::from(made.total()),
        };
        outputs.push(OutputRecord::with_bytes(
            &counts.file,
            about,
            made.to_bytes(),
        ));
        progress(Event::Built(&counts.file));
    }
    for (members, words) in recipe.members.iter().zip(&lexicon.members) {
        let index = WordIndex::of(&graph_of(&members.of)?.graph)
            .map_err(|fault| resolved.fault(format!("{}: {fault}", members.file)))?;
        let (made, absent) = Members::of(&index, words);
        let about = About::Members {
            of: members.of.clone(),
            words: u64::from(made.count()),
            absent: absent as u64,
        };
        outputs.push(OutputRecord::with_bytes(
            &members.file,
            about,
            made.as_bytes().to_vec(),
        ));
        progress(Event::Built(&members.file));
    }
    Ok(outputs)
}

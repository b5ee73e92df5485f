//! Parses a recipe's word lists into its words.

use crate::error::{Error, Faults, Result};
use crate::file::read_words;
use crate::lexicon::{Definitions, Words};
use crate::recipe::inputs::InputFile;
use crate::recipe::manifest::{InputRecord, left_out};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::schema::WordFile;
use crate::source::{BareDigraphs, DefinitionReader, LeftOut, LengthBounds, ListReader, Outside};

/// The words of a recipe, and what was left out on the way.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecipeWords {
    /// The words of the lexicon.
    pub words: Words,
    /// The files that were read, in the order of the recipe.
    pub inputs: Vec<InputRecord>,
    /// The number of lines that repeated a word.
    pub duplicates: u64,
    /// The number of words that the exclude lists took away.
    pub excluded: u64,
    /// The words of each of the recipe's member files.
    pub members: Vec<Words>,
    /// The definitions of each of the recipe's files of definitions.
    pub definitions: Vec<RecipeDefinitions>,
    /// The words of all lists that lack the brackets of a digraph.
    pub bare_digraphs: BareDigraphs,
}

/// The definitions of a recipe's words, and what was left out on the way.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecipeDefinitions {
    /// The definitions of the lexicon's words.
    pub definitions: Definitions,
    /// The number of defined words that the lexicon lacks.
    pub absent: u64,
    /// The number of definitions that were joined to another one of the same word.
    pub joined: u64,
}

impl RecipeWords {
    /// Parses the inputs of a recipe's [`Words`](crate::recipe::PartKind::Words)
    /// part.
    pub fn parse(resolved: &ResolvedRecipe, inputs: &[InputFile]) -> Result<RecipeWords> {
        let included = &resolved.list_options;
        let excluded = included.clone().with_length(LengthBounds::ANY);
        // Another lexicon may have words that are too long or short for this one.
        let mut others = included.clone();
        others.length.outside = Outside::Drop;
        let mut files = inputs.iter();
        let mut records = Vec::new();
        let mut faults = Faults::default();
        let mut bare_digraphs = BareDigraphs::default();
        let mut read_all = |lists: &[WordFile], options| {
            let mut reader = ListReader::for_ruleset(&resolved.ruleset);
            for (list, input) in lists.iter().zip(files.by_ref()) {
                let path = input.path.display().to_string();
                let options = list.options(options);
                let ruleset = &resolved.ruleset;
                let stats = read_words(&mut reader, &path, &input.bytes, ruleset, &options)?;
                records.push(input.record(Some(stats)));
            }
            bare_digraphs.append(reader.bare_digraphs().clone(), 0);
            Ok::<_, Error>(reader.finish_with(&mut faults))
        };
        let sources = resolved.recipe.words.as_ref();
        let include = read_all(sources.map_or(&[], |s| &s.include), included)?;
        let exclude = read_all(sources.map_or(&[], |s| &s.exclude), &excluded)?;
        let mut members = Vec::new();
        for output in &resolved.recipe.members {
            members.push(read_all(&output.words, &others)?.finish().0);
        }
        let mut texts = Vec::new();
        for output in &resolved.recipe.definitions {
            let mut reader = DefinitionReader::new(&resolved.ruleset);
            for (list, input) in output.lists.iter().zip(files.by_ref()) {
                let path = input.path.display().to_string();
                let stats = reader.read(&path, &input.bytes, &list.options(&others))?;
                records.push(input.record(Some(stats)));
            }
            bare_digraphs.append(reader.bare_digraphs().clone(), 0);
            texts.push(reader.finish_with(&mut faults));
        }
        // Only now, so that the error lists the faults of all lists.
        let advice = "`length: {outside: drop}` leaves such words out";
        faults
            .into_result()
            .map_err(|error| error.advise_bounds(advice))?;
        let (words, duplicates) = include.finish();
        let (words, found) = match exclude.is_empty() {
            true => (words, 0),
            false => words.without(&exclude.finish().0),
        };
        let definitions = resolved.recipe.definitions.iter().zip(texts);
        let definitions = definitions.map(|(output, texts)| {
            let of_words = || {
                let (all, joined) = texts.sorted()?;
                let (definitions, absent) = all.only_of(&words)?;
                Ok(RecipeDefinitions {
                    definitions,
                    absent: absent as u64,
                    joined,
                })
            };
            of_words().map_err(|e: Error| resolved.fault(format!("{}: {e}", output.file)))
        });
        let definitions = definitions.collect::<Result<_>>()?;
        Ok(RecipeWords {
            words,
            inputs: records,
            duplicates,
            excluded: found as u64,
            members,
            definitions,
            bare_digraphs,
        })
    }

    /// The lines and words that were left out of the lists.
    pub fn left_out(&self) -> LeftOut {
        left_out(&self.inputs, self.duplicates, self.excluded)
    }
}

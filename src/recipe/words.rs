//! Parses a recipe's word lists into its words.

use crate::database::StudyNotes;
use crate::error::{Error, Faults, Result};
use crate::file::read_words;
use crate::lexicon::{Definitions, Texts, WordCollector, Words};
use crate::recipe::databases::DatabaseOutput;
use crate::recipe::inputs::InputFile;
use crate::recipe::manifest::{Compounds, InputRecord, LexiconRecord, left_out, per_length};
use crate::recipe::resolve::ResolvedRecipe;
use crate::recipe::word_sources::WordFile;
use crate::source::{
    BareDigraphs, Hunspell, LeftOut, LengthBounds, ListOptions, ListReader, Outside,
    read_difficulties,
};

/// The words of a recipe, and counts of what was left out.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecipeWords {
    /// The words of the lexicon.
    pub words: Words,
    /// The files that were read, in the order of the recipe.
    pub inputs: Vec<InputRecord>,
    /// The number of lines that repeated a word.
    pub duplicates: u64,
    /// The number of words that the exclude lists removed.
    pub excluded: u64,
    /// The words of each of the recipe's member files.
    pub members: Vec<Words>,
    /// The definitions of each of the recipe's files of definitions.
    pub definitions: Vec<RecipeDefinitions>,
    /// The data of each of the recipe's study databases besides the words.
    pub databases: Vec<StudyNotes>,
    /// The words of all lists that lack the brackets of a digraph.
    pub bare_digraphs: BareDigraphs,
}

/// The definitions of a recipe's words, and counts of what was left out.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecipeDefinitions {
    /// The definitions of the lexicon's words.
    pub definitions: Definitions,
    /// The number of defined words that the lexicon lacks.
    pub absent: u64,
    /// The number of definitions that were joined to another of the same word.
    pub joined: u64,
}

impl RecipeWords {
    /// Parses the inputs of a recipe's [`Words`](crate::recipe::PartKind::Words)
    /// part.
    pub fn parse(resolved: &ResolvedRecipe, inputs: &[InputFile]) -> Result<RecipeWords> {
        let recipe = &resolved.recipe;
        let alphabet = resolved.ruleset.alphabet();
        let included = &resolved.list_options;
        let any_length = ListOptions {
            length: LengthBounds::ANY,
            ..included.clone()
        };
        // Another lexicon may have words that are too long or too short for this one.
        let mut others = included.clone();
        others.length.outside = Outside::Drop;
        let mut lists = ListsToRead {
            resolved,
            files: inputs.iter(),
            records: Vec::new(),
            faults: Faults::default(),
            bare_digraphs: BareDigraphs::default(),
        };
        let sources = recipe.words.as_ref();
        let include = lists.words(sources.map_or(&[], |s| &s.include), included)?;
        let exclude = lists.words(sources.map_or(&[], |s| &s.exclude), &any_length)?;
        let mut members = Vec::new();
        for output in &recipe.members {
            members.push(lists.words(&output.words, &others)?.finish().0);
        }
        let mut texts = Vec::new();
        for output in &recipe.definitions {
            texts.push(lists.definitions(&output.lists, &others)?);
        }
        let mut databases = Vec::new();
        for output in &recipe.databases {
            databases.push(lists.notes(output, &any_length)?);
        }
        // Delayed until here, so that the error lists the faults of all lists.
        let advice = "`length: {outside: drop}` leaves such words out";
        let faults = lists.faults.into_result();
        faults.map_err(|error| error.advise_bounds(advice))?;
        let (words, duplicates) = include.finish();
        let (words, found) = match exclude.is_empty() {
            true => (words, 0),
            false => words.without(&exclude.finish().0),
        };
        let mut definitions = Vec::new();
        for (output, (defined, texts)) in recipe.definitions.iter().zip(texts) {
            let fault = |e: Error| resolved.fault(format!("{}: {e}", output.file));
            let all = Definitions::from_unsorted(&defined, &texts, alphabet);
            let (all, joined) = all.map_err(fault)?;
            let (of_words, absent) = all.only_of(&words).map_err(fault)?;
            definitions.push(RecipeDefinitions {
                definitions: of_words,
                absent: absent as u64,
                joined,
            });
        }
        Ok(RecipeWords {
            words,
            inputs: lists.records,
            duplicates,
            excluded: found as u64,
            members,
            definitions,
            databases,
            bare_digraphs: lists.bare_digraphs,
        })
    }

    /// The statistics of the words.
    pub(crate) fn figures(&self) -> LexiconRecord {
        LexiconRecord {
            words: self.words.len() as u64,
            per_length: per_length(self.words.by_length()),
            duplicates: self.duplicates,
            excluded: self.excluded,
        }
    }

    /// The counts of lines and words that were left out of the lists.
    pub fn left_out(&self) -> LeftOut {
        left_out(&self.inputs, self.duplicates, self.excluded)
    }
}

/// The inputs of a recipe, read one after the other.
struct ListsToRead<'r> {
    resolved: &'r ResolvedRecipe,
    /// The inputs not yet read.
    files: std::slice::Iter<'r, InputFile>,
    /// The records of the inputs read, for the manifest.
    records: Vec<InputRecord>,
    /// The faults of all lists, for one error.
    faults: Faults,
    bare_digraphs: BareDigraphs,
}

impl ListsToRead<'_> {
    /// Reads the words of the next inputs.
    fn words(&mut self, lists: &[WordFile], options: &ListOptions) -> Result<WordCollector> {
        let ruleset = &self.resolved.ruleset;
        let mut reader = ListReader::for_ruleset(ruleset);
        for list in lists {
            let options = list.options(options);
            let Some(input) = self.files.next() else {
                break;
            };
            let InputFile { path, bytes, .. } = input;
            if list.hunspell.is_none() {
                let stats = read_words(&mut reader, path, bytes, ruleset, &options)?;
                self.records.push(input.counted(stats));
                continue;
            }
            let Some(words) = self.files.next() else {
                break;
            };
            let dictionary = Hunspell::read((path, bytes), (&words.path, &words.bytes))?;
            let stats = reader.read_hunspell(&dictionary, &options)?;
            let mut record = input.record.clone();
            let has_compounds = dictionary.has_compounds();
            record.compounds = has_compounds.then_some(Compounds::NotExpanded);
            self.records.extend([record, words.counted(stats)]);
        }
        self.bare_digraphs.append(reader.bare_digraphs().clone(), 0);
        Ok(reader.finish_with(&mut self.faults).0)
    }

    /// Reads the definitions of the next inputs.
    fn definitions(
        &mut self,
        lists: &[WordFile],
        options: &ListOptions,
    ) -> Result<(WordCollector, Texts)> {
        let mut reader = ListReader::for_definitions(&self.resolved.ruleset);
        for (list, input) in lists.iter().zip(self.files.by_ref()) {
            let stats = reader.read(&input.path, &input.bytes, &list.options(options))?;
            self.records.push(input.counted(stats));
        }
        self.bare_digraphs.append(reader.bare_digraphs().clone(), 0);
        Ok(reader.finish_with(&mut self.faults))
    }

    /// Reads the data of a study database besides the words.
    fn notes(&mut self, output: &DatabaseOutput, options: &ListOptions) -> Result<StudyNotes> {
        let mut notes = StudyNotes::default();
        let alphabet = self.resolved.ruleset.alphabet();
        let (words, texts) = self.definitions(&output.definitions, options)?;
        let definitions = Definitions::from_unsorted(&words, &texts, alphabet);
        let fault = |e: Error| self.resolved.fault(format!("{}: {e}", output.file));
        notes.definitions = definitions.map_err(fault)?.0;
        if !output.previous.is_empty() {
            notes.previous = Some(self.words(&output.previous, options)?.finish().0);
        }
        if let Some(newest) = &output.newest {
            let words = self.words(&newest.words, options)?.finish().0;
            notes.newest = Some((newest.symbol, words));
        }
        for (_, input) in output.difficulty.iter().zip(self.files.by_ref()) {
            let mut read = read_difficulties(&input.path, &input.bytes, alphabet)?;
            self.records.push(input.record.clone());
            notes.difficulties.append(&mut read);
        }
        Ok(notes)
    }
}

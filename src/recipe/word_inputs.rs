//! A recipe's words: its lists read, united, and what was left out counted.

use crate::error::{Error, Faults, Result};
use crate::lexicon::Words;
use crate::recipe::manifest::{INCLUDE, InputRecord, left_out};
use crate::recipe::resolve::{Input, ResolvedRecipe};
use crate::recipe::schema::{WordFile, WordSources};
use crate::source::{LeftOut, LengthBounds, ListReader, ListStats, Outside};

/// The input files of a recipe's words, read but not yet parsed.
pub struct WordInputs {
    include: Vec<Input>,
    exclude: Vec<Input>,
    /// One list of files for each of the recipe's member files.
    members: Vec<Vec<Input>>,
}

/// The words of a recipe.
pub struct Lexicon {
    /// The words, after everything that the recipe says.
    pub words: Words,
    /// What was read, in the order of the recipe.
    pub inputs: Vec<InputRecord>,
    /// How many lines repeated a word.
    pub duplicates: u64,
    /// How many words the exclude lists took away.
    pub excluded: u64,
    /// The words of each of the recipe's member files.
    pub members: Vec<Words>,
}

impl Lexicon {
    /// What was left out of the lists.
    pub fn left_out(&self) -> LeftOut {
        left_out(&self.inputs, self.duplicates, self.excluded)
    }
}

impl WordInputs {
    /// Reads the files, and compares them with the digests that are pinned.
    pub fn read(resolved: &ResolvedRecipe, sources: &WordSources) -> Result<WordInputs> {
        let mut faults = Faults::default();
        let mut read = |field: &str, files: &[WordFile]| -> Vec<Input> {
            let mut inputs = Vec::new();
            for (i, file) in files.iter().enumerate() {
                let field = format!("{field}[{i}]");
                match resolved.read_list(&field, file) {
                    Ok(input) => inputs.push(input),
                    Err(error) => faults.take(error),
                }
            }
            inputs
        };
        let members = resolved.recipe.members.iter().enumerate();
        let inputs = WordInputs {
            include: read("words.include", &sources.include),
            exclude: read("words.exclude", &sources.exclude),
            members: members
                .map(|(i, members)| read(&format!("members[{i}].words"), &members.words))
                .collect(),
        };
        faults.into_result()?;
        Ok(inputs)
    }

    /// The name and digest of each file, in the order of the recipe.
    pub fn digests(&self) -> impl Iterator<Item = (&str, &str)> {
        let members = self.members.iter().flatten();
        let all = self.include.iter().chain(&self.exclude).chain(members);
        all.map(|input| (input.name.as_str(), input.sha256.as_str()))
    }

    /// Parses the files into the recipe's words.
    pub fn parse(&self, resolved: &ResolvedRecipe, sources: &WordSources) -> Result<Lexicon> {
        let included = resolved.list_options(sources)?;
        let excluded = included.clone().with_length(LengthBounds::ANY);
        // Another lexicon may have words that this one has no use for.
        let mut others = included.clone();
        others.length.outside = Outside::Drop;
        let mut inputs = Vec::new();
        let mut faults = Faults::default();
        let mut read_all = |role: &str, files: &[WordFile], read: &[Input], options| {
            let mut reader = ListReader::new(resolved.ruleset.alphabet());
            for (file, input) in files.iter().zip(read) {
                let options = file.options(options);
                let path = input.path.display().to_string();
                let stats = reader.read(&path, &input.bytes, &options)?;
                inputs.push(record(role, input, &stats));
            }
            Ok::<_, Error>(reader.finish_with(&mut faults))
        };
        let include = read_all(INCLUDE, &sources.include, &self.include, &included)?;
        let exclude = read_all("exclude", &sources.exclude, &self.exclude, &excluded)?;
        let mut members = Vec::new();
        for (output, read) in resolved.recipe.members.iter().zip(&self.members) {
            let words = read_all("members", &output.words, read, &others)?;
            members.push(words.finish().0);
        }
        // Not before all lists were read: whoever mends one wants to know of all.
        let way_out = "`length: {outside: drop}` leaves such words out";
        faults
            .into_result()
            .map_err(|error| error.advise_bounds(way_out))?;
        let (words, duplicates) = include.finish();
        let (words, found) = match exclude.is_empty() {
            true => (words, 0),
            false => words.without(&exclude.finish().0),
        };
        Ok(Lexicon {
            words,
            inputs,
            duplicates,
            excluded: found as u64,
            members,
        })
    }
}

fn record(role: &str, input: &Input, stats: &ListStats) -> InputRecord {
    InputRecord {
        file: input.name.clone(),
        role: role.to_string(),
        bytes: input.bytes.len() as u64,
        sha256: input.sha256.clone(),
        lines: Some(stats.clone()),
    }
}

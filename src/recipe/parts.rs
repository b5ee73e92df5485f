//! The parts of a recipe, which are read one by one if the recipe can't be read as a
//! whole.

use crate::recipe::databases::DatabaseOutput;
use crate::recipe::release::{Bundle, Edition, Family};
use crate::recipe::schema::{
    CountsOutput, DefinitionsOutput, Expect, ForeignOutput, GraphOutput, LeavesOutput, MatchGate,
    MembersOutput, WordMapOutput,
};
use crate::recipe::word_sources::{Length, WordFile, WordSources};
use serde::de::{Deserialize, DeserializeSeed, Deserializer};

/// A part, given by its field. For each entry of a list, the field ends in `[]`.
#[derive(Clone, Copy)]
pub(crate) struct Part(pub(crate) &'static str);

/// All parts except the lexicon and the ruleset, which a recipe must have.
pub(crate) const OTHER_PARTS: &str = "positions endgames words words.include[] words.exclude[] \
    words.length graphs[] counts[] members[] definitions[] wordmaps[] foreign[] databases[] \
    leaves[] bundle bundle[] editions[] match expect";

/// Reads the part as its expected type, to see whether that succeeds.
impl<'de> DeserializeSeed<'de> for Part {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        match self.0 {
            "words" => WordSources::deserialize(value).map(drop),
            // Not the inherent function, which accepts a list only in its full form.
            "words.include[]" | "words.exclude[]" => {
                <WordFile as Deserialize>::deserialize(value).map(drop)
            }
            "words.length" => Length::deserialize(value).map(drop),
            "graphs[]" => GraphOutput::deserialize(value).map(drop),
            "counts[]" => CountsOutput::deserialize(value).map(drop),
            "members[]" => MembersOutput::deserialize(value).map(drop),
            "definitions[]" => DefinitionsOutput::deserialize(value).map(drop),
            "wordmaps[]" => WordMapOutput::deserialize(value).map(drop),
            "foreign[]" => ForeignOutput::deserialize(value).map(drop),
            "databases[]" => DatabaseOutput::deserialize(value).map(drop),
            "leaves[]" => LeavesOutput::deserialize(value).map(drop),
            "bundle" => Bundle::deserialize(value).map(drop),
            "bundle[]" => Family::deserialize(value).map(drop),
            "editions[]" => Edition::deserialize(value).map(drop),
            "match" => MatchGate::deserialize(value).map(drop),
            "expect" => Expect::deserialize(value).map(drop),
            _ => String::deserialize(value).map(drop),
        }
    }
}

//! The fields of a recipe for a release: which programs load its files, and which
//! edition its words are.

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A family of programs that load the files of a lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Family {
    /// The servers of woogles.
    Woogles,
    /// The engine macondo.
    Macondo,
    /// The engine MAGPIE.
    Magpie,
    /// The program Quackle.
    Quackle,
}

impl Family {
    /// The name used in recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Woogles => "woogles",
            Family::Macondo => "macondo",
            Family::Magpie => "magpie",
            Family::Quackle => "quackle",
        }
    }

    /// The extensions of the files that these programs load.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Family::Woogles => &["kwg", "kad", "klv2"],
            Family::Macondo | Family::Magpie => &["kwg", "klv2", "wmp"],
            Family::Quackle => &["dawg", "gaddag"],
        }
    }
}

/// The families of programs for which the recipe builds every file they need.
#[derive(Clone, Debug, Default)]
pub struct Bundle(
    /// The families, in the recipe's order.
    pub Vec<Family>,
);

impl<'de> Deserialize<'de> for Bundle {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Bundle, D::Error> {
        d.deserialize_any(OneOrMore)
    }
}

/// Deserialises one family, or a list of them.
struct OneOrMore;

impl<'de> Visitor<'de> for OneOrMore {
    type Value = Bundle;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("woogles, macondo, magpie or quackle, or a list of these")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Bundle, E> {
        let name = de::value::StrDeserializer::new(name);
        Family::deserialize(name).map(|family| Bundle(vec![family]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Bundle, A::Error> {
        Vec::deserialize(de::value::SeqAccessDeserializer::new(list)).map(Bundle)
    }
}

/// Evidence that files are the edition they claim to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an edition: since, added, removed, has, lacks"
)]
#[non_exhaustive]
pub struct Edition {
    /// A file with the words of an earlier edition; its path is relative to the recipe.
    pub since: Option<String>,
    /// The number of words that the earlier edition lacks.
    pub added: Option<u64>,
    /// The number of words that only the earlier edition has.
    pub removed: Option<u64>,
    /// Words that the edition has.
    #[serde(default)]
    pub has: Vec<String>,
    /// Words that the edition does not have.
    #[serde(default)]
    pub lacks: Vec<String>,
}

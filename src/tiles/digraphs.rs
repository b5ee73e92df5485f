//! Digraphs: letters of several characters, and how words spell them.
//!
//! In Hungarian, SZ is one tile, and S and Z are tiles too. A ruleset writes the label
//! of such a tile in brackets. A word list may use brackets (`[SZ]ÉP`) or not (`SZÉP`);
//! [`Digraphs`] says which. Where the letters are adjacent without forming the digraph,
//! a [`Separator`] keeps them apart (`MALAC|SÁG`).

use crate::error::{Error, Problem, Result, is_unseen, shown};
use std::fmt;
use std::str::FromStr;
use unicode_normalization::char::is_combining_mark;

/// How words spell the tiles whose labels are in brackets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum Digraphs {
    /// In brackets. Letters without brackets are separate tiles.
    #[default]
    Bracketed,
    /// With or without brackets: the longest tile that fits is read.
    Longest,
}

impl Digraphs {
    /// Both readings.
    pub const ALL: [Digraphs; 2] = [Digraphs::Longest, Digraphs::Bracketed];

    /// The name used in recipes, rulesets and options.
    pub const fn name(self) -> &'static str {
        match self {
            Digraphs::Bracketed => "bracketed",
            Digraphs::Longest => "longest",
        }
    }
}

impl fmt::Display for Digraphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Digraphs {
    type Err = Error;

    fn from_str(name: &str) -> Result<Digraphs> {
        let found = Digraphs::ALL.into_iter().find(|way| way.name() == name);
        found.ok_or_else(|| Error::mismatch("", "longest or bracketed", name))
    }
}

/// The sign between two tiles that would otherwise be read as one; `|` unless a ruleset
/// sets another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Separator(char);

impl Default for Separator {
    fn default() -> Separator {
        Separator('|')
    }
}

/// Signs with another meaning in lists, queries, boards or tables.
const RESERVED: &str = "[]?*#@/()-,;\"'`+=^";

impl Separator {
    /// Creates a separator from a sign that can't be part of a tile.
    pub fn new(sign: char) -> Result<Separator, Problem> {
        let is_bad = sign.is_alphanumeric()
            || sign.is_whitespace()
            || is_unseen(sign)
            || is_combining_mark(sign)
            || RESERVED.contains(sign);
        if is_bad {
            let found = format!("`{}`", shown(sign.encode_utf8(&mut [0; 4])));
            let expected = format!("a sign such as `|` or `.`, not one of `{RESERVED}`");
            return Err(Problem::mismatch(expected, found).of("separator"));
        }
        Ok(Separator(sign))
    }

    /// The sign.
    pub fn sign(self) -> char {
        self.0
    }
}

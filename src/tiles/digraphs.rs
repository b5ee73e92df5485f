//! Digraphs: letters of several characters, and how words spell them.
//!
//! In Hungarian, SZ is one tile, and S and Z are tiles too. A ruleset writes the label
//! of such a tile in brackets. A word list may do the same (`[SZ]ÉP`) or not (`SZÉP`):
//! [`Digraphs`] says which. Where the letters stand side by side without being the
//! digraph, a [`Separator`] keeps them apart (`MALAC|SÁG`).

use crate::error::{Error, Problem, Result, is_unseen, shown};
use std::fmt;
use std::str::FromStr;
use unicode_normalization::char::is_combining_mark;

/// How words spell the tiles whose labels are in brackets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum Digraphs {
    /// In brackets; letters without brackets are tiles of their own.
    #[default]
    Bracketed,
    /// With or without brackets: the longest tile that fits is taken.
    Longest,
}

impl Digraphs {
    /// Both ways.
    pub const ALL: [Digraphs; 2] = [Digraphs::Longest, Digraphs::Bracketed];

    /// The name that recipes, rulesets and options use.
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

/// The sign between two tiles that would be one without it; `|` unless a ruleset
/// names another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Separator(char);

impl Default for Separator {
    fn default() -> Separator {
        Separator('|')
    }
}

/// Signs with a meaning of their own in lists, queries, boards or tables.
const RESERVED: &str = "[]?*#@/()-,;\"'`+=^";

impl Separator {
    /// Makes a separator of a sign that can't be mistaken for a part of a tile.
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

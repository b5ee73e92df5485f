//! Digraphs: letters of several characters, and how words spell them.
//!
//! In Hungarian, SZ is one tile, and S and Z are tiles too. A ruleset writes the label
//! of such a tile in brackets. A word list may do the same (`[SZ]ÉP`) or not (`SZÉP`):
//! [`Digraphs`] says which. Where the letters stand side by side without being the
//! digraph, a [`Separator`] keeps them apart (`MALAC|SÁG`).

use crate::error::{Error, Problem, Result, is_unseen, shown};
use crate::tiles::letter::MAX_LABEL_CHARS;
use crate::tiles::speller::Speller;
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

/// The gap in texts that have no separators.
pub(crate) fn no_gap(_: &str, _: &str) -> usize {
    0
}

/// Decides where a separator may stand: where a tile would reach across it.
pub(crate) struct Apart<'s> {
    pub(crate) separator: Separator,
    /// The spellings in which digraphs need no brackets.
    pub(crate) longest: &'s Speller,
}

impl Apart<'_> {
    /// The length of the separator that `rest` begins with; 0 if it begins with none that
    /// keeps apart what would be one tile with the text `before` it.
    pub(crate) fn gap(&self, before: &str, rest: &str) -> usize {
        let sign = self.separator.sign();
        match rest.strip_prefix(sign) {
            Some(after) if self.is_joined(before, after) => sign.len_utf8(),
            _ => 0,
        }
    }

    /// Whether a tile reaches from one text into the next.
    fn is_joined(&self, before: &str, after: &str) -> bool {
        let sign = self.separator.sign();
        let near = after.chars().filter(|&c| c != sign);
        let near: String = near.take(2 * MAX_LABEL_CHARS).collect();
        let starts = before.char_indices().rev();
        starts
            .take(2 * MAX_LABEL_CHARS)
            .take_while(|&(_, c)| c != sign)
            .any(|(start, _)| self.reaches(&before[start..], &near))
    }

    /// Whether the longest spelling at the beginning of `before` ends in `after`.
    pub(crate) fn reaches(&self, before: &str, after: &str) -> bool {
        let joined = format!("{before}{after}");
        let found = self.longest.longest(joined.as_bytes());
        found.is_some_and(|(_, length)| length > before.len())
    }
}

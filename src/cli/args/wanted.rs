//! The arguments that select words.

use crate::cli::args::values::{
    RulesetName, explained, read_bounds, read_ranks, read_wanted_length,
};
use crate::graph::InnerHooks;
use clap::Args;
use std::path::PathBuf;

/// Stands for the lines of the standard input in place of a text.
pub(crate) const QUESTIONS: &str = "-";

/// The conditions on words, with the one on their points.
#[derive(Args)]
#[command(next_help_heading = "Only words that")]
pub(crate) struct Conditions {
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// have tiles worth this many points in all: N, MIN..MAX, MIN.. or ..MAX
    #[arg(long, value_name = "MIN..MAX", value_parser = read_bounds)]
    pub(crate) points: Option<(usize, usize)>,
}

/// The conditions on words.
#[derive(Default, PartialEq, Args)]
#[command(next_help_heading = "Only words that")]
pub(crate) struct Wanted {
    /// begin with these tiles
    #[arg(long, value_name = "TILES")]
    pub(crate) prefix: Option<String>,
    /// end with these tiles
    #[arg(long, value_name = "TILES")]
    pub(crate) suffix: Option<String>,
    /// contain these tiles in a row; may be given more than once
    #[arg(long, value_name = "TILES")]
    pub(crate) contains: Vec<String>,
    /// have this many tiles: N, MIN..MAX, MIN.., ..MAX or any
    #[arg(long, value_name = "MIN..MAX", value_parser = read_wanted_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// match a pattern: ? or . is any tile, * any number of tiles, [AE] one of these, [^AE] any other;
    /// may be given more than once
    #[arg(long, value_name = "PATTERN")]
    pub(crate) pattern: Vec<String>,
    /// use all tiles of a rack and no others; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) anagram: Option<String>,
    /// use only tiles of a rack, some or all of them; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) within: Option<String>,
    /// use all tiles of a rack and possibly others; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) holding: Option<String>,
    /// contain all of these tiles, in any order
    #[arg(long, value_name = "TILES")]
    pub(crate) includes: Option<String>,
    /// contain none of these tiles
    #[arg(long, value_name = "TILES")]
    pub(crate) excludes: Option<String>,
    /// have this many vowels
    #[arg(long, value_name = "MIN..MAX", value_parser = read_bounds)]
    pub(crate) vowels: Option<(usize, usize)>,
    /// have this many different tiles
    #[arg(long, value_name = "MIN..MAX", value_parser = read_bounds)]
    pub(crate) distinct: Option<(usize, usize)>,
    /// are this word with one tile added in front or behind
    #[arg(long, value_name = "WORD")]
    pub(crate) hooks: Option<String>,
    /// have front hooks: ST both, [ST] at least one, [^ST] neither, =ST exactly ST, * any, - none
    #[arg(long, value_name = "SET", allow_hyphen_values = true)]
    pub(crate) front_hooks: Option<String>,
    /// have back hooks, in the same notation
    #[arg(long, value_name = "SET", allow_hyphen_values = true)]
    pub(crate) back_hooks: Option<String>,
    /// have inner hooks: a first or last tile that can be removed to leave a word
    #[arg(long, value_name = "WHICH", value_parser = explained(INNER_HOOKS))]
    pub(crate) inner_hooks: Option<InnerHooks>,
    /// read the same backwards
    #[arg(long)]
    pub(crate) palindrome: bool,
    /// are also words backwards
    #[arg(long)]
    pub(crate) reversible: bool,
    /// are also in this file: any file with words, or a member file (.kwi); may be given more than once
    #[arg(long = "in", value_name = "FILE")]
    pub(crate) also_in: Vec<PathBuf>,
    /// are not in this file; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) not_in: Vec<PathBuf>,
    /// have this rank by probability among words of their length: N, MIN..MAX, MIN.. or ..MAX
    #[arg(long, value_name = "MIN..MAX", value_parser = read_ranks)]
    pub(crate) rank: Option<(u32, u32)>,
    /// Ruleset whose bag determines probabilities [default: the file's]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) bag: Option<String>,
}

/// Which shorter word is inside a word.
const INNER_HOOKS: [(InnerHooks, &str, &str); 5] = [
    (InnerHooks::Front, "front", "The first tile can be removed"),
    (InnerHooks::Back, "back", "The last tile can be removed"),
    (InnerHooks::Both, "both", "Each of the two can be removed"),
    (InnerHooks::Either, "either", "At least one can be removed"),
    (InnerHooks::None, "none", "Neither can be removed"),
];

impl Wanted {
    /// Whether there are no conditions. A bag alone is not one.
    pub(crate) fn is_empty(&self) -> bool {
        let bag = self.bag.clone();
        let none = Wanted::default();
        *self == Wanted { bag, ..none }
    }

    /// The texts that may come from the standard input, with their options.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let single = [
            ("--prefix", &self.prefix),
            ("--suffix", &self.suffix),
            ("--anagram", &self.anagram),
            ("--within", &self.within),
            ("--holding", &self.holding),
            ("--includes", &self.includes),
            ("--hooks", &self.hooks),
        ];
        let contains = self.contains.iter().map(|text| ("--contains", &text[..]));
        let patterns = self.pattern.iter().map(|text| ("--pattern", &text[..]));
        let single = single.into_iter();
        let single = single.filter_map(|(option, text)| Some((option, text.as_deref()?)));
        single.chain(contains).chain(patterns)
    }
}

impl Conditions {
    /// Whether there are no conditions.
    pub(crate) fn is_empty(&self) -> bool {
        self.wanted.is_empty() && self.points.is_none()
    }
}

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
    /// have tiles of this many points in all: N, MIN..MAX, MIN.. or ..MAX
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
    /// have these tiles in a row; may be given more than once
    #[arg(long, value_name = "TILES")]
    pub(crate) contains: Vec<String>,
    /// have this number of tiles: N, MIN..MAX, MIN.., ..MAX or any
    #[arg(long, value_name = "MIN..MAX", value_parser = read_wanted_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// fit a pattern: ? or . is any tile, * any number of tiles, [AE] one of these, [^AE] any other
    #[arg(long, value_name = "PATTERN")]
    pub(crate) pattern: Vec<String>,
    /// use up a rack; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) anagram: Option<String>,
    /// use some or all tiles of a rack; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) within: Option<String>,
    /// use up a rack and may have more tiles; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) holding: Option<String>,
    /// have these tiles, in any order
    #[arg(long, value_name = "TILES")]
    pub(crate) includes: Option<String>,
    /// have none of these tiles
    #[arg(long, value_name = "TILES")]
    pub(crate) excludes: Option<String>,
    /// have this number of vowels
    #[arg(long, value_name = "MIN..MAX", value_parser = read_bounds)]
    pub(crate) vowels: Option<(usize, usize)>,
    /// have this number of different tiles
    #[arg(long, value_name = "MIN..MAX", value_parser = read_bounds)]
    pub(crate) distinct: Option<(usize, usize)>,
    /// are this word with one more tile in front or behind
    #[arg(long, value_name = "WORD")]
    pub(crate) hooks: Option<String>,
    /// have front hooks: S all of these, [ST] one of these, [^ST] none of these, =ST exactly these,
    /// * some, - none
    #[arg(long, value_name = "SET", allow_hyphen_values = true)]
    pub(crate) front_hooks: Option<String>,
    /// have back hooks, in the same way
    #[arg(long, value_name = "SET", allow_hyphen_values = true)]
    pub(crate) back_hooks: Option<String>,
    /// are a word without their first or last tile
    #[arg(long, value_name = "WHICH", value_parser = explained(INNER_HOOKS))]
    pub(crate) inner_hooks: Option<InnerHooks>,
    /// are the same backwards
    #[arg(long)]
    pub(crate) palindrome: bool,
    /// are a word backwards too
    #[arg(long)]
    pub(crate) reversible: bool,
    /// are in this file too: any file with words, or a member file (.kwi); may be given more than once
    #[arg(long = "in", value_name = "FILE")]
    pub(crate) also_in: Vec<PathBuf>,
    /// are not in this file; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) not_in: Vec<PathBuf>,
    /// are the MIN-th to MAX-th most probable of their length: N, MIN..MAX, MIN.. or ..MAX
    #[arg(long, value_name = "MIN..MAX", value_parser = read_ranks)]
    pub(crate) rank: Option<(u32, u32)>,
    /// The ruleset whose bag decides probabilities [default: that of the file]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) bag: Option<String>,
}

/// Which shorter word is inside a word.
const INNER_HOOKS: [(InnerHooks, &str, &str); 5] = [
    (
        InnerHooks::Front,
        "front",
        "Without its first tile it is a word",
    ),
    (
        InnerHooks::Back,
        "back",
        "Without its last tile it is a word",
    ),
    (InnerHooks::Both, "both", "Both are"),
    (InnerHooks::Either, "either", "One of them is, or both are"),
    (InnerHooks::None, "none", "Neither is"),
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

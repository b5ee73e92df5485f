//! The arguments that say which words are wanted.

use crate::cli::args::length::read_wanted_length;
use clap::Args;

/// What words have to be like.
#[derive(Args)]
#[command(next_help_heading = "Only words that")]
pub(crate) struct Wanted {
    /// begin with these tiles
    #[arg(long, value_name = "TILES")]
    pub(crate) prefix: Option<String>,
    /// end with these tiles
    #[arg(long, value_name = "TILES")]
    pub(crate) suffix: Option<String>,
    /// have these tiles in a row
    #[arg(long, value_name = "TILES")]
    pub(crate) contains: Option<String>,
    /// have this number of tiles: N, MIN..MAX, MIN.., ..MAX or any
    #[arg(long, value_name = "MIN..MAX", value_parser = read_wanted_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// fit a pattern: ? is any tile, * any number of tiles
    #[arg(long, value_name = "PATTERN")]
    pub(crate) pattern: Option<String>,
    /// use up a rack; ? is a blank
    #[arg(long, value_name = "RACK")]
    pub(crate) anagram: Option<String>,
    /// are this word with one more tile in front or behind
    #[arg(long, value_name = "WORD")]
    pub(crate) hooks: Option<String>,
}

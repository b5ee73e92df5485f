//! Tables of the difficulty of alphagrams.
//!
//! The first row names the columns. Only `Alphagram` and `quantile` are read. A
//! quantile is written `q0` for the easiest alphagrams, `q1` for the next ones, and so
//! on.

use crate::error::{Error, Problem, Result};
use crate::source::lines::{as_text, places, shorten};
use crate::tiles::{Alphabet, Tile};
use std::collections::BTreeMap;

/// Reads a table of difficulties: for each alphagram, the number of its quantile, from
/// 1. Returns the first fault as the error, which calls the table `path`.
pub fn read_difficulties(
    path: &str,
    text: &[u8],
    alphabet: &Alphabet,
) -> Result<BTreeMap<Vec<Tile>, u32>> {
    let mut difficulties = BTreeMap::new();
    let mut columns: Option<(usize, usize)> = None;
    for place in places(path, text) {
        let line = as_text(place.text).map_err(|e| place.at(e.column, 1, e.problem()))?;
        let line = line.trim_start_matches('\u{feff}');
        if line.trim().is_empty() {
            continue;
        }
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let mismatch = |expected: &str, found: &str| {
            let found = format!("`{}`", shorten(found));
            Error::from(place.at(0, 1, Problem::mismatch(expected, found)))
        };
        let Some((alphagram, quantile)) = columns else {
            let column = |name: &str| fields.iter().position(|f| f.eq_ignore_ascii_case(name));
            columns = column("alphagram").zip(column("quantile"));
            if columns.is_none() {
                return Err(mismatch("the columns `Alphagram` and `quantile`", line));
            }
            continue;
        };
        let (Some(alphagram), Some(quantile)) = (fields.get(alphagram), fields.get(quantile))
        else {
            return Err(mismatch("an alphagram and a quantile", line));
        };
        let mut tiles = alphabet
            .read_word(alphagram)
            .map_err(|unknown| place.at(0, 1, format!("{unknown} in `{}`", shorten(alphagram))))?;
        let rank = quantile.strip_prefix(['q', 'Q']);
        let rank = rank.and_then(|rank| rank.parse::<u16>().ok());
        let Some(rank) = rank else {
            return Err(mismatch("a quantile such as `q7`", quantile));
        };
        tiles.sort_unstable();
        if difficulties.insert(tiles, u32::from(rank) + 1).is_some() {
            return Err(mismatch("each alphagram once", alphagram));
        }
    }
    Ok(difficulties)
}

#[cfg(test)]
mod tests {
    use super::read_difficulties;
    use crate::ruleset::Ruleset;

    #[test]
    fn columns_are_found_by_their_names() {
        let english = Ruleset::builtin("english").unwrap();
        let alphabet = english.alphabet();
        let text = "\u{feff}Alphagram,seen,quantile\r\nACT,5,q0\r\n\nTAB,9,q12\n";
        let found = read_difficulties("7.csv", text.as_bytes(), alphabet).unwrap();
        let of = |word: &str| found.get(&alphabet.read_word(word).unwrap());
        assert_eq!(
            (of("ACT"), of("ABT"), of("TAB")),
            (Some(&1), Some(&13), None)
        );
    }

    #[test]
    fn faults_name_their_line() {
        let english = Ruleset::builtin("english").unwrap();
        for (text, expected) in [
            (
                "word,quantile\n",
                "1:1: expected the columns `Alphagram` and `quantile`, found `word,quantile`",
            ),
            (
                "alphagram,quantile\nAB\n",
                "2:1: expected an alphagram and a quantile, found `AB`",
            ),
            (
                "alphagram,quantile\nAB,7\n",
                "2:1: expected a quantile such as `q7`, found `7`",
            ),
            (
                "alphagram,quantile\nA7,q7\n",
                "2:1: unknown tile `7` in `A7`",
            ),
            (
                "alphagram,quantile\nAB,q1\nBA,q1\n",
                "3:1: expected each alphagram once, found `BA`",
            ),
        ] {
            let error = read_difficulties("7.csv", text.as_bytes(), english.alphabet());
            assert_eq!(error.unwrap_err().to_string(), format!("7.csv:{expected}"));
        }
    }
}

//! Output conversions (`OCONV`): how to write words that the dictionary spells
//! differently. Dutch, for instance, has a single character for `ij`.

use std::collections::HashMap;

/// A text and its replacement.
type Conversion = (Box<str>, Box<str>);

/// Conversions by the first character of the text they replace.
#[derive(Debug, Default)]
pub(crate) struct Conversions(HashMap<char, Vec<Conversion>>);

impl Conversions {
    /// Creates conversions from texts, which must not be empty, and their replacements.
    pub(crate) fn new(mut pairs: Vec<(String, String)>) -> Conversions {
        // The longest text comes first.
        pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        let mut conversions = Conversions::default();
        for (from, to) in pairs {
            if let Some(first) = from.chars().next() {
                let known = conversions.0.entry(first).or_default();
                known.push((from.into(), to.into()));
            }
        }
        conversions
    }

    /// Converts a word from left to right, replacing at each position the longest text
    /// that fits. Returns the number of texts compared. If it is 0, the word stays as
    /// it is and nothing was written to `converted`.
    pub(crate) fn convert(&self, word: &str, converted: &mut String) -> usize {
        if self.0.is_empty() || !word.chars().any(|c| self.0.contains_key(&c)) {
            return 0;
        }
        converted.clear();
        let mut compared = 0;
        let mut rest = word;
        while let Some(first) = rest.chars().next() {
            let pairs = self.0.get(&first).map_or(&[][..], |pairs| pairs);
            compared += 1 + pairs.len();
            let fitting = pairs.iter().find(|(from, _)| rest.starts_with(&**from));
            rest = match fitting {
                Some((from, to)) => {
                    converted.push_str(to);
                    &rest[from.len()..]
                }
                None => {
                    converted.push(first);
                    &rest[first.len_utf8()..]
                }
            };
        }
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_text_is_replaced() {
        let pairs = [("ĳ", "ij"), ("ĳĳ", "y"), ("ab", "")];
        let pairs = pairs.map(|(from, to)| (from.to_string(), to.to_string()));
        let conversions = Conversions::new(pairs.to_vec());
        let mut converted = String::new();
        assert_eq!(conversions.convert("zee", &mut converted), 0);
        for (word, expected) in [("ĳs", "ijs"), ("aĳĳĳb", "ayijb"), ("cabab", "c")] {
            assert!(conversions.convert(word, &mut converted) > 0);
            assert_eq!(converted, expected);
        }
    }
}

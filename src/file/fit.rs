//! Finds the built-in rulesets that a file of tile numbers fits.

use crate::error::either;
use crate::ruleset::builtins;
use std::collections::BTreeMap;

/// Which built-in rulesets have letters for the tiles of a file that has more than
/// `letters`. `opens` says whether it can be read with a number of letters; of the
/// rulesets that fit, those with the fewest letters are named.
pub(crate) fn fitting_rulesets(letters: usize, opens: impl Fn(usize) -> bool) -> Option<String> {
    let mut by_letters: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for ruleset in builtins().filter(|ruleset| ruleset.alphabet().len() > letters) {
        let names = by_letters.entry(ruleset.alphabet().len()).or_default();
        names.push(ruleset.name().to_string());
    }
    let (letters, names) = by_letters
        .into_iter()
        .find(|&(letters, _)| opens(letters))?;
    let names = either(&names)?;
    Some(format!("its tiles fit {names} ({letters} letters)"))
}

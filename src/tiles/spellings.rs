//! The spellings of each letter in word lists, on racks and on boards.

use crate::tiles::letter::{
    BLANK, BLANK_SIGN, Letter, MAX_LETTERS, PLAYED_BLANK, RulesetFault, Tile,
};
use crate::tiles::speller::{Refused, Speller, no_gap};
use unicode_normalization::UnicodeNormalization;

/// The fault of spellings that exceed the size of the trie.
const TOO_MANY: &str = "too many labels and aliases";

/// Adds a spelling of letter `i`.
fn add(
    speller: &mut Speller,
    letters: &[Letter],
    i: usize,
    spelling: &str,
    tile: Tile,
) -> Result<(), RulesetFault> {
    let message = match speller.add(spelling, tile) {
        Ok(()) => return Ok(()),
        Err(Refused::Full) => TOO_MANY.to_string(),
        Err(Refused::Taken(tile)) => {
            let other = &letters[usize::from(tile & !PLAYED_BLANK) - 1].label;
            format!(
                "`{spelling}` stands for `{other}` and for `{}`",
                letters[i].label
            )
        }
    };
    Err(RulesetFault::new(Some(i), message))
}

/// The tile as which word lists read letter `i`: its own, or that of `read_as`.
fn reading_tile(letters: &[Letter], i: usize) -> Result<Tile, RulesetFault> {
    let Letter { label, read_as, .. } = &letters[i];
    let Some(other) = read_as else {
        return Ok(i as Tile + 1);
    };
    match letters.iter().position(|letter| &letter.label == other) {
        Some(j) if letters[j].read_as.is_none() => Ok(j as Tile + 1),
        _ => {
            let problem = "which is not a letter with a reading of its own";
            let message = format!("`{label}` is to be read as `{other}`, {problem}");
            Err(RulesetFault::new(Some(i), message))
        }
    }
}

/// Collects the spellings of word lists. Those that the ruleset gives come first; their
/// other cases are added unless they already stand for another letter.
pub(crate) fn word_speller(letters: &[Letter]) -> Result<Speller, RulesetFault> {
    let mut speller = Speller::default();
    let mut explicit = Vec::new();
    for (i, letter) in letters.iter().enumerate() {
        let tile = reading_tile(letters, i)?;
        let own = [&letter.label, &letter.blank_label];
        for spelling in own
            .into_iter()
            .chain(&letter.aliases)
            .flat_map(|text| with_brackets(text))
        {
            add(&mut speller, letters, i, &spelling, tile)?;
            explicit.push((i, tile, spelling));
        }
    }
    let spelled_out = speller.clone();
    for (i, tile, spelling) in explicit {
        let mut variants = case_variants(&spelling);
        variants.retain(|variant| spelled_out.exact(variant).is_none());
        for variant in variants {
            add(&mut speller, letters, i, &variant, tile)?;
        }
    }
    Ok(speller)
}

/// Collects the spellings of word lists in which digraphs need no brackets: those of
/// `words`, and the labels without their brackets. `None` if that adds nothing. A
/// spelling that already stands for a tile keeps it.
pub(crate) fn longest_speller(words: &Speller) -> Result<Option<Speller>, RulesetFault> {
    let mut longest = words.clone();
    let mut adds = false;
    for (spelling, tile) in words.spellings() {
        let inside = spelling.strip_prefix('[').and_then(|s| s.strip_suffix(']'));
        if let Some(inside) = inside.filter(|inside| longest.exact(inside).is_none()) {
            let letter = usize::from(*tile).checked_sub(1);
            let added = longest.add(inside, *tile);
            added.map_err(|_| RulesetFault::new(letter, TOO_MANY))?;
            adds = true;
        }
    }
    Ok(adds.then_some(longest))
}

/// By tile: the set of tiles that follow it at the beginning of a digraph, if the
/// digraph is read letter by letter.
pub(crate) fn openings(words: &Speller, longest: Option<&Speller>) -> [u64; MAX_LETTERS + 1] {
    let mut openings = [0; MAX_LETTERS + 1];
    for (spelling, _) in longest.map_or(&[][..], Speller::spellings) {
        let mut tiles = Vec::new();
        if words.read(spelling, &mut tiles, no_gap).is_ok()
            && let [first, second, ..] = tiles[..]
        {
            openings[usize::from(first)] |= 1 << second;
        }
    }
    openings
}

/// Collects the spellings of racks and leaves: those of words, and the blank. The
/// blank's sign is reserved, so no other spelling has it.
pub(crate) fn rack_speller(words: &Speller) -> Result<Speller, RulesetFault> {
    let mut speller = words.clone();
    let added = speller.add(BLANK_SIGN, BLANK);
    added.map_err(|_| TOO_MANY)?;
    Ok(speller)
}

/// Collects the spellings of boards and plays: labels and blank labels, in their own
/// case.
pub(crate) fn played_speller(letters: &[Letter]) -> Result<Speller, RulesetFault> {
    let mut speller = Speller::default();
    for (i, letter) in letters.iter().enumerate() {
        let tile = i as Tile + 1;
        let blank = (&letter.blank_label, tile | PLAYED_BLANK);
        for (text, played) in [(&letter.label, tile), blank] {
            for spelling in with_brackets(text) {
                add(&mut speller, letters, i, &spelling, played)?;
            }
        }
    }
    Ok(speller)
}

/// The label in brackets, if it can have some, and the label itself.
fn with_brackets(label: &str) -> impl Iterator<Item = String> + use<> {
    bracketed(label).into_iter().chain([label.to_string()])
}

/// Puts a label of several characters in brackets; `None` for a label that is a single
/// character or already has brackets.
pub(crate) fn bracketed(label: &str) -> Option<String> {
    let several = label.nfc().nth(1).is_some();
    (several && !label.starts_with('[')).then(|| format!("[{label}]"))
}

/// Every spelling of a label in upper and lower case. A character whose other case is
/// not a single character stays as it is.
fn case_variants(label: &str) -> Vec<String> {
    let mut variants = vec![String::new()];
    for c in label.nfc() {
        let mut cases = vec![c];
        cases.extend(single(c.to_lowercase()).filter(|&l| l != c));
        cases.extend(single(c.to_uppercase()).filter(|&u| u != c));
        let longer = |v: &String| cases.iter().map(|c| format!("{v}{c}")).collect::<Vec<_>>();
        variants = variants.iter().flat_map(longer).collect();
    }
    variants
}

fn single(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

//! Release notes: the difference between two lexicons, written for players.
//!
//! A note is Markdown. It gives the number of words added and removed, the words
//! themselves by length, with their definitions if there are any, the hooks of new
//! short words, and the words on both sides whose hooks changed.

use crate::error::Result;
use crate::graph::compare::diff::{Change, Diff};
use crate::graph::compare::hook_changes::HookChange;
use crate::graph::compare::summary::{Summary, each_change};
use crate::graph::query::hooks::Hooks;
use crate::lexicon::Definitions;
use crate::tiles::{Alphabet, Tile};
use crate::written::{Markdown, Written, markdown};

/// The titles of the parts of a release note.
const NEW_WORDS: &str = "New words";
const DELETED_WORDS: &str = "Deleted words";
const SHORT_WORDS: &str = "Hooks of new short words";
pub(crate) const CHANGED_HOOKS: &str = "Changed hooks";

/// Writes the release note of a difference in Markdown, under a title. Words that have
/// a definition are listed with it.
pub fn release_note(
    diff: &Diff<'_>,
    title: &str,
    alphabet: &Alphabet,
    definitions: Option<&Definitions>,
) -> Result<String> {
    let summary = Summary::of(diff)?;
    let (mut added, mut removed) = (Vec::new(), Vec::new());
    each_change(diff, |change, word| match change {
        Change::Added => added.push(word.to_vec()),
        Change::Removed => removed.push(word.to_vec()),
    })?;
    let mut note = Note {
        document: Written::new(),
        alphabet,
        definitions,
    };
    note.totals(&summary, title);
    if !diff.is_empty() {
        note.by_length(&summary);
    }
    note.words(NEW_WORDS, &added);
    note.words(DELETED_WORDS, &removed);
    note.short_words(&diff.new_short_words()?);
    note.changed_hooks(&diff.changed_hooks()?);
    Ok(note.document.into_text())
}

/// A release note under construction.
struct Note<'a> {
    document: Written<Markdown>,
    alphabet: &'a Alphabet,
    definitions: Option<&'a Definitions>,
}

impl Note<'_> {
    fn line(&mut self, line: Written<Markdown>) {
        self.document.line(line);
    }

    fn totals(&mut self, summary: &Summary, title: &str) {
        self.line(markdown!("# {}\n", title));
        self.line(markdown!("|  | words |\n| --- | ---: |"));
        for (what, words) in summary.account() {
            self.line(markdown!("| {} | {} |", what, words));
        }
    }

    fn by_length(&mut self, summary: &Summary) {
        self.line(markdown!("\n## By length\n"));
        self.line(markdown!(
            "| length | new | deleted |\n| ---: | ---: | ---: |"
        ));
        for (length, added, removed) in summary.by_length() {
            self.line(markdown!("| {} | {} | {} |", length, added, removed));
        }
    }

    fn words(&mut self, title: &str, words: &[Vec<Tile>]) {
        if words.is_empty() {
            return;
        }
        self.line(markdown!("\n## {}", title));
        let mut words: Vec<&[Tile]> = words.iter().map(Vec::as_slice).collect();
        words.sort_by_key(|word| word.len());
        for same in words.chunk_by(|a, b| a.len() == b.len()) {
            let length = same[0].len();
            let letters = if length == 1 { "letter" } else { "letters" };
            self.line(markdown!("\n### {} {}\n", length, letters));
            let text = |word: &&[Tile]| self.alphabet.word_text(word);
            let definition = |word: &[Tile]| self.definitions?.get(word);
            // If any word has a definition, each word gets its own line.
            if same.iter().all(|word| definition(word).is_none()) {
                let texts: Vec<String> = same.iter().map(text).collect();
                self.line(markdown!("{}", texts.join(" ")));
                continue;
            }
            for word in same {
                let line = match definition(word) {
                    Some(definition) => markdown!("- **{}** {}", text(word), definition),
                    None => markdown!("- **{}**", text(word)),
                };
                self.document.line(line);
            }
        }
    }

    fn short_words(&mut self, words: &[(Vec<Tile>, Hooks)]) {
        if words.is_empty() {
            return;
        }
        self.line(markdown!("\n## {}\n", SHORT_WORDS));
        self.line(markdown!(
            "| front | word | back |\n| ---: | :---: | :--- |"
        ));
        for (word, hooks) in words {
            let (front, back) = hooks.text(self.alphabet);
            let text = self.alphabet.word_text(word);
            self.line(markdown!("| {} | {} | {} |", front, text, back));
        }
    }

    fn changed_hooks(&mut self, changes: &[HookChange]) {
        if changes.is_empty() {
            return;
        }
        self.line(markdown!("\n## {}\n", CHANGED_HOOKS));
        let [a, b, c, d] = HookChange::SORTS;
        self.line(markdown!("| word | {} | {} | {} | {} |", a, b, c, d));
        self.line(markdown!("| --- | --- | --- | --- | --- |"));
        for change in changes {
            let word = self.alphabet.word_text(&change.word);
            let [a, b, c, d] = change.texts(self.alphabet);
            self.line(markdown!("| {} | {} | {} | {} | {} |", word, a, b, c, d));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::compare::diff::Side;
    use crate::lexicon::Words;
    use crate::ruleset::Ruleset;

    fn words(alphabet: &Alphabet, list: &str) -> Words {
        let words: Vec<_> = list
            .split(' ')
            .map(|word| alphabet.read_word(word).unwrap())
            .collect();
        Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap()
    }

    #[test]
    fn players_see_what_is_new() {
        let english = Ruleset::builtin("english").unwrap();
        let alphabet = english.alphabet();
        let old = words(alphabet, "AT CAT CATS RAT");
        let new = words(alphabet, "AT CAT CATS QI QIS EAT SCAT");
        let diff = Diff::new(Side::Words(&old), Side::Words(&new)).unwrap();
        assert_eq!(
            release_note(&diff, "Changes from A to B", alphabet, None).unwrap(),
            "# Changes from A to B\n\
             \n|  | words |\n| --- | ---: |\n| before | 4 |\n| new | 4 |\n| deleted | 1 |\n| now | 7 |\n\
             \n## By length\n\
             \n| length | new | deleted |\n| ---: | ---: | ---: |\n\
             | 2 | 1 | 0 |\n| 3 | 2 | 1 |\n| 4 | 1 | 0 |\n\
             \n## New words\n\n### 2 letters\n\nQI\n\n### 3 letters\n\nEAT QIS\n\
             \n### 4 letters\n\nSCAT\n\
             \n## Deleted words\n\n### 3 letters\n\nRAT\n\
             \n## Hooks of new short words\n\
             \n| front | word | back |\n| ---: | :---: | :--- |\n\
             |  | QI | S |\n|  | EAT |  |\n|  | QIS |  |\n\
             \n## Changed hooks\n\
             \n| word | new front | new back | lost front | lost back |\n\
             | --- | --- | --- | --- | --- |\n\
             | AT | E |  | R |  |\n| CAT | S |  |  |  |\n"
        );
    }

    #[test]
    fn words_are_listed_with_their_definitions() {
        let english = Ruleset::builtin("english").unwrap();
        let alphabet = english.alphabet();
        let (old, new) = (words(alphabet, "AT"), words(alphabet, "QI ZA CAT DOG"));
        let diff = Diff::new(Side::Words(&old), Side::Words(&new)).unwrap();
        let mut definitions = Definitions::default();
        let mut define = |word: &str, text: &str| {
            let word = alphabet.read_word(word).unwrap();
            definitions.append(&word, text).unwrap();
        };
        define("AT", "a unit | <b> of money");
        define("QI", "a *force*");
        let note = release_note(&diff, "T", alphabet, Some(&definitions)).unwrap();
        for part in [
            "## New words\n\n### 2 letters\n\n- **QI** a \\*force\\*\n- **ZA**\n",
            "### 3 letters\n\nCAT DOG\n",
            "- **AT** a unit \\| &lt;b&gt; of money\n",
        ] {
            assert!(note.contains(part), "{part}: {note}");
        }
    }

    #[test]
    fn nothing_changed_is_said_in_a_few_lines() {
        let english = Ruleset::builtin("english").unwrap();
        let list = words(english.alphabet(), "AT CAT");
        let diff = Diff::new(Side::Words(&list), Side::Words(&list)).unwrap();
        assert_eq!(
            release_note(&diff, "Changes in A", english.alphabet(), None).unwrap(),
            "# Changes in A\n\n|  | words |\n| --- | ---: |\n\
             | before | 2 |\n| new | 0 |\n| deleted | 0 |\n| now | 2 |\n"
        );
    }
}

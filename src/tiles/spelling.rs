//! Spellings: a trie of bytes from which the longest match is read.

use crate::error::{Diagnostic, Error, ErrorKind, Problem, shown};
use crate::tiles::Tile;
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A part of a text that no spelling of the alphabet fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTile {
    /// Where it stands: characters of the text as it was written, counted from
    /// 0. An accent that is a character of its own counts as one.
    pub column: usize,
    /// How many characters of the text as it was written it has.
    pub width: usize,
    /// The character, with the accents that belong to it, composed.
    pub part: String,
}

impl UnknownTile {
    /// Whether it is a letter, which another alphabet may have. A digit or a
    /// sign is none.
    pub fn is_letter(&self) -> bool {
        self.part.chars().any(char::is_alphabetic)
    }

    /// An error that names no place yet; `problem` says more than this alone.
    pub fn into_error(self, problem: impl Into<Problem>) -> Error {
        let diagnostic = Diagnostic::new("", problem).past_alphabet(self.is_letter());
        Error::new(ErrorKind::Input, diagnostic).caused_by(self)
    }

    /// The character that a text begins with, `column` characters after its
    /// own beginning.
    pub(crate) fn first_of(text: &str, column: usize) -> UnknownTile {
        UnknownTile {
            column,
            width: 1,
            part: text.chars().take(1).collect(),
        }
    }
}

impl std::error::Error for UnknownTile {}

impl fmt::Display for UnknownTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tile `{}`", shown(&self.part))
    }
}

const NONE: u8 = u8::MAX;
const ROOT: usize = 0;

/// The first byte of the characters U+0300 to U+033F, all of them combining
/// marks, and nearly all that are in use.
const MARK: usize = 0xcc;

#[derive(Clone, Debug)]
struct Node {
    /// The node that follows for each byte; 0 for none, as nothing leads back
    /// to the root.
    next: [u16; 256],
    tile: u8,
}

const EMPTY: Node = Node {
    next: [0; 256],
    tile: NONE,
};

/// Why a spelling can't be added.
pub(crate) enum Refused {
    /// It stands for another tile already.
    Taken(Tile),
    /// The trie has no room for more.
    Full,
}

/// All spellings of an alphabet, for reading by longest match.
#[derive(Clone, Debug)]
pub(crate) struct Speller {
    nodes: Vec<Node>,
    spellings: Vec<(String, Tile)>,
}

impl Default for Speller {
    fn default() -> Self {
        Speller {
            nodes: vec![EMPTY],
            spellings: Vec::new(),
        }
    }
}

impl Speller {
    /// Adds a spelling in its composed and decomposed form.
    pub(crate) fn add(&mut self, spelling: &str, tile: Tile) -> Result<(), Refused> {
        let composed: String = spelling.nfc().collect();
        let decomposed: String = spelling.nfd().collect();
        for form in [composed, decomposed] {
            match self.exact(&form) {
                Some(other) if other == tile => continue,
                Some(other) => return Err(Refused::Taken(other)),
                None if self.nodes.len() + form.len() > usize::from(u16::MAX) => {
                    return Err(Refused::Full);
                }
                None => self.insert(&form, tile),
            }
            self.spellings.push((form, tile));
        }
        Ok(())
    }

    fn insert(&mut self, spelling: &str, tile: Tile) {
        let mut at = ROOT;
        for &byte in spelling.as_bytes() {
            let mut next = usize::from(self.nodes[at].next[usize::from(byte)]);
            if next == ROOT {
                next = self.nodes.len();
                self.nodes.push(EMPTY);
                self.nodes[at].next[usize::from(byte)] = next as u16;
            }
            at = next;
        }
        self.nodes[at].tile = tile;
    }

    /// Every spelling with its tile, in the order of their making.
    pub(crate) fn spellings(&self) -> &[(String, Tile)] {
        &self.spellings
    }

    /// The tile that has exactly this spelling.
    pub(crate) fn exact(&self, spelling: &str) -> Option<Tile> {
        match self.longest(spelling.as_bytes()) {
            Some((tile, length)) if length == spelling.len() => Some(tile),
            _ => None,
        }
    }

    /// The longest spelling that `text` begins with: its tile and length.
    #[inline]
    pub(crate) fn longest(&self, text: &[u8]) -> Option<(Tile, usize)> {
        let mut at = ROOT;
        let mut found = None;
        for (i, &byte) in text.iter().enumerate() {
            at = usize::from(self.nodes[at].next[usize::from(byte)]);
            if at == ROOT {
                break;
            }
            let tile = self.nodes[at].tile;
            if tile != NONE {
                found = Some((tile, i + 1));
            }
        }
        found
    }

    /// The tile that an ASCII character alone stands for, wherever it is: no
    /// longer spelling begins with it.
    pub(crate) fn lone(&self, character: u8) -> Option<Tile> {
        let at = match character.is_ascii() {
            true => usize::from(self.nodes[ROOT].next[usize::from(character)]),
            false => ROOT,
        };
        let node = &self.nodes[at];
        (at != ROOT && node.tile != NONE && node.next.iter().all(|&next| next == 0))
            .then_some(node.tile)
    }

    /// The tile that a character alone stands for, unless it is a combining mark
    /// or a longer spelling begins with it and goes on with anything but one.
    pub(crate) fn plain(&self, character: char) -> Option<Tile> {
        let mut bytes = [0; 4];
        let mut at = ROOT;
        for &byte in character.encode_utf8(&mut bytes).as_bytes() {
            at = usize::from(self.nodes[at].next[usize::from(byte)]);
            if at == ROOT {
                return None;
            }
        }
        let node = &self.nodes[at];
        let goes_on = |byte: usize| node.next[byte] != 0 && byte != MARK;
        let is_plain = !is_combining_mark(character) && !(0..256).any(goes_on);
        (is_plain && node.tile != NONE).then_some(node.tile)
    }

    /// Reads a whole text and appends its tiles; after an error `tiles` is as
    /// it was before.
    pub(crate) fn read(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), UnknownTile> {
        let before = tiles.len();
        if self.read_as_is(text, tiles).is_ok() {
            return Ok(());
        }
        // Text in a form between composed and decomposed, or a real error: in
        // the composed form both are decided.
        tiles.truncate(before);
        let composed: String = text.nfc().collect();
        self.read_as_is(&composed, tiles).map_err(|at| {
            tiles.truncate(before);
            unknown_at(text, &composed, at)
        })
    }

    /// Reads without normalising; the error is the byte where no spelling fits.
    fn read_as_is(&self, text: &str, tiles: &mut Vec<Tile>) -> Result<(), usize> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (tile, length) = self.longest(&bytes[at..]).ok_or(at)?;
            tiles.push(tile);
            at += length;
        }
        Ok(())
    }
}

/// The character at (or, for an accent without a composed form, around) a byte
/// of the composed text, with the combining marks that follow it, and where the
/// text has it as it was written.
fn unknown_at(text: &str, composed: &str, at: usize) -> UnknownTile {
    let is_mark = unicode_normalization::char::is_combining_mark;
    let mut start = at;
    while start > 0 && (!composed.is_char_boundary(start) || composed[start..].starts_with(is_mark))
    {
        start -= 1;
    }
    let part = &composed[start..];
    let length = part
        .char_indices()
        .skip(1)
        .find(|&(_, c)| !is_mark(c))
        .map_or(part.len(), |(i, _)| i);
    let column = column_as_written(text, &composed[..start]);
    let after = column_as_written(text, &composed[..start + length]);
    UnknownTile {
        column,
        width: after.saturating_sub(column),
        part: part[..length].to_string(),
    }
}

/// How many characters of a text stand before what follows `before` in its
/// composed form. Composing only ever joins characters to the one before them,
/// so that both forms have the same characters that begin something.
fn column_as_written(text: &str, before: &str) -> usize {
    if before.is_empty() {
        return 0;
    }
    let begun = before.chars().filter(|&c| !joins(c)).count();
    let beginnings = text.chars().enumerate().filter(|&(_, c)| !joins(c));
    let found = beginnings.map(|(column, _)| column).nth(begun);
    found.unwrap_or_else(|| text.chars().count())
}

/// Whether a character can become one with that before it: combining marks, and
/// the vowels and finals of Korean syllables.
fn joins(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || ('\u{1160}'..='\u{11ff}').contains(&c)
}

/// A label of several characters in brackets; none for one that has a single
/// character or brackets already.
pub(crate) fn bracketed(label: &str) -> Option<String> {
    let several = label.nfc().nth(1).is_some();
    (several && !label.starts_with('[')).then(|| format!("[{label}]"))
}

/// Every way to write the characters of a label in upper and lower case, as
/// far as a character's other case is a single character too.
pub(crate) fn case_variants(label: &str) -> Vec<String> {
    let mut variants = vec![String::new()];
    for c in label.nfc() {
        let mut cases = vec![c];
        cases.extend(single(c.to_lowercase()).filter(|&l| l != c));
        cases.extend(single(c.to_uppercase()).filter(|&u| u != c));
        variants = variants
            .iter()
            .flat_map(|v| cases.iter().map(move |&c| format!("{v}{c}")))
            .collect();
    }
    variants
}

fn single(mut chars: impl Iterator<Item = char>) -> Option<char> {
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

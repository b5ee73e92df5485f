//! A trie of spellings, which reads text by longest match.

use crate::tiles::digraphs::Separator;
use crate::tiles::letter::{MAX_LABEL_CHARS, Tile};
use crate::tiles::unknown::UnknownTile;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The tile of a node where no spelling ends.
const NONE: u8 = u8::MAX;
const ROOT: usize = 0;

/// The first byte of the characters U+0300 to U+033F. All of them are combining marks,
/// and they include nearly all marks in use.
const MARK: usize = 0xcc;

#[derive(Clone, Debug)]
struct Node {
    /// The next node for each byte; 0 for none, since no byte leads back to the root.
    next: [u16; 256],
    tile: u8,
}

const EMPTY: Node = Node {
    next: [0; 256],
    tile: NONE,
};

/// The gap function of texts without separators.
pub(crate) fn no_gap(_: &str, _: &str) -> usize {
    0
}

/// The reason why a spelling can't be added.
pub(crate) enum Refused {
    /// It already stands for another tile.
    Taken(Tile),
    /// The trie has no room for more.
    Full,
}

/// All spellings of an alphabet.
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

    /// Every spelling with its tile, in the order they were added.
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

    /// The tile that an ASCII character always stands for, if no longer spelling begins
    /// with it.
    pub(crate) fn lone(&self, character: u8) -> Option<Tile> {
        self.alone(&[character], |_| true)
    }

    /// The tile that a character always stands for, if it is not a combining mark and
    /// every longer spelling that begins with it continues with one.
    pub(crate) fn plain(&self, character: char) -> Option<Tile> {
        let tile = self.alone(character.encode_utf8(&mut [0; 4]).as_bytes(), |byte| {
            byte != MARK
        });
        tile.filter(|_| !is_combining_mark(character))
    }

    /// The tile of a spelling, unless a longer one continues with a byte that
    /// `matters`.
    fn alone(&self, spelling: &[u8], matters: impl Fn(usize) -> bool) -> Option<Tile> {
        let mut at = ROOT;
        for &byte in spelling {
            at = usize::from(self.nodes[at].next[usize::from(byte)]);
            if at == ROOT {
                return None;
            }
        }
        let Node { next, tile } = &self.nodes[at];
        let goes_on = (0..256).any(|byte| next[byte] != 0 && matters(byte));
        (*tile != NONE && !goes_on).then_some(*tile)
    }

    /// Whether the longest spelling at the start of `before` extends into `after`.
    pub(crate) fn reaches(&self, before: &str, after: &str) -> bool {
        let joined = format!("{before}{after}");
        let found = self.longest(joined.as_bytes());
        found.is_some_and(|(_, length)| length > before.len())
    }

    /// The length of the separator at the start of `rest`; 0 unless there is one that
    /// separates letters that would form one tile with the text `before` it.
    pub(crate) fn gap(&self, separator: Separator, before: &str, rest: &str) -> usize {
        let sign = separator.sign();
        let Some(after) = rest.strip_prefix(sign) else {
            return 0;
        };
        let near = after.chars().filter(|&c| c != sign);
        let near: String = near.take(2 * MAX_LABEL_CHARS).collect();
        let starts = before.char_indices().rev().take(2 * MAX_LABEL_CHARS);
        let mut starts = starts.take_while(|&(_, c)| c != sign);
        match starts.any(|(start, _)| self.reaches(&before[start..], &near)) {
            true => sign.len_utf8(),
            false => 0,
        }
    }

    /// Reads a whole text and appends its tiles. After an error `tiles` is unchanged.
    /// `gap` takes the texts before and after a position, and returns the number of
    /// bytes to skip there.
    pub(crate) fn read(
        &self,
        text: &str,
        tiles: &mut Vec<Tile>,
        gap: impl Fn(&str, &str) -> usize,
    ) -> Result<(), UnknownTile> {
        let before = tiles.len();
        if self.read_as_is(text, tiles, &gap).is_ok() {
            return Ok(());
        }
        // The text is partly composed, or has a real error. Its composed form decides
        // both cases.
        tiles.truncate(before);
        let composed: String = text.nfc().collect();
        self.read_as_is(&composed, tiles, &gap).map_err(|at| {
            tiles.truncate(before);
            UnknownTile::at(text, &composed, at)
        })
    }

    /// Reads without normalising. The error is the byte at which no spelling fits.
    fn read_as_is(
        &self,
        text: &str,
        tiles: &mut Vec<Tile>,
        gap: &impl Fn(&str, &str) -> usize,
    ) -> Result<(), usize> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let (tile, length) = self.longest(&bytes[at..]).ok_or(at)?;
            tiles.push(tile);
            at += length;
            let (before, after) = text.split_at(at); // spellings consist of whole characters
            at += gap(before, after);
        }
        Ok(())
    }
}

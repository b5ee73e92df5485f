//! Selects the lines of a word list to keep.

use std::fmt;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A predicate that selects the lines of a word list to keep.
///
/// A clone has its own copy of the predicate, including everything it captures. Each
/// thread that reads a list works on a clone, because some predicates, such as regular
/// expressions, are slower when threads share them.
///
/// ```
/// use wordmill::source::Keep;
/// let lower = Keep::new(|line| line.bytes().all(|b| b.is_ascii_lowercase()));
/// assert!(lower.admits("zebra") && !lower.admits("Zoe"));
/// ```
#[derive(Clone)]
pub struct Keep {
    predicate: Box<dyn Predicate>,
    /// The characters that decide, if the predicate is known to keep exactly the
    /// nonempty lines made of them.
    pub(crate) characters: Option<String>,
}

trait Predicate: Send + Sync {
    fn admits(&self, line: &str) -> bool;
    fn copy(&self) -> Box<dyn Predicate>;
}

impl<F: Fn(&str) -> bool + Clone + Send + Sync + 'static> Predicate for F {
    fn admits(&self, line: &str) -> bool {
        self(line)
    }

    fn copy(&self) -> Box<dyn Predicate> {
        Box::new(self.clone())
    }
}

impl Keep {
    /// Keeps the lines for which `predicate` is true.
    pub fn new(predicate: impl Fn(&str) -> bool + Clone + Send + Sync + 'static) -> Keep {
        Keep {
            predicate: Box::new(predicate),
            characters: None,
        }
    }

    /// Extracts the characters if the predicate is a regular expression like
    /// `^[abc]+$`.
    pub(crate) fn with_pattern(self, pattern: &str) -> Keep {
        let class = pattern.strip_prefix("^[");
        let class = class.and_then(|class| class.strip_suffix("]+$"));
        let plain = class.filter(|class| class.chars().all(char::is_alphanumeric));
        Keep {
            characters: plain.map(str::to_string),
            ..self
        }
    }

    /// Whether a line is kept.
    #[inline]
    pub fn admits(&self, line: &str) -> bool {
        self.predicate.admits(line)
    }
}

impl Clone for Box<dyn Predicate> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

impl fmt::Debug for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keep(..)")
    }
}

/// A predicate applied to one part of a list. UTF-8 is checked once for the part, not
/// for each word.
pub(crate) struct KeepPart<'p> {
    pub(crate) keep: Keep,
    /// The part; empty if it is not UTF-8, or if characters alone decide.
    text: &'p str,
}

impl<'p> KeepPart<'p> {
    pub(crate) fn new(keep: Keep, part: &'p [u8]) -> KeepPart<'p> {
        let text = match keep.characters {
            Some(_) => "",
            None => std::str::from_utf8(part).unwrap_or_default(),
        };
        KeepPart { keep, text }
    }

    /// Whether to keep the word at the start of `rest`. If characters decide, the
    /// caller passes only words made of them.
    #[inline]
    pub(crate) fn admits(&self, word: &[u8], rest: &[u8]) -> bool {
        if self.keep.characters.is_some() {
            return true;
        }
        let at = self.text.len().wrapping_sub(rest.len());
        match self.text.get(at..at.wrapping_add(word.len())) {
            Some(word) => self.keep.admits(word),
            None => std::str::from_utf8(word).is_ok_and(|word| self.keep.admits(word)),
        }
    }
}

/// Whether to keep a line. Composed and decomposed text are treated alike.
pub(crate) fn is_kept(keep: &Keep, line: &str) -> bool {
    if line.is_ascii() || is_nfc_quick(line.chars()) == IsNormalized::Yes {
        keep.admits(line)
    } else {
        keep.admits(&line.nfc().collect::<String>())
    }
}

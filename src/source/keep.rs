//! The lines of a word list that are kept.

use std::fmt;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A predicate that selects the lines of a word list to keep.
///
/// A clone has its own copy of the predicate, and of all that it captures. Each
/// thread that reads a list works on a clone: a regular expression, for one,
/// is slower when threads share it.
///
/// ```
/// use wordmill::source::Keep;
/// let lower = Keep::new(|line| line.bytes().all(|b| b.is_ascii_lowercase()));
/// assert!(lower.admits("zebra") && !lower.admits("Zoe"));
/// ```
#[derive(Clone)]
pub struct Keep {
    predicate: Box<dyn Predicate>,
    /// If it is known that the lines to keep are those that consist of some characters,
    /// at least one: these characters.
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

    /// Notes the characters of a predicate that is a regular expression like `^[abc]+$`.
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

/// A predicate on the lines of one part of a list. The part is checked for
/// UTF-8 once, not word by word.
pub(crate) struct KeepPart<'p> {
    pub(crate) keep: Keep,
    /// The part; empty if it is not UTF-8, or if only characters decide.
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

    /// Whether to keep the word that the `rest` of the part begins with. If characters
    /// decide, it has no others.
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

/// Whether to keep a line. Composed and decomposed text are the same.
pub(crate) fn is_kept(keep: &Keep, line: &str) -> bool {
    if line.is_ascii() || is_nfc_quick(line.chars()) == IsNormalized::Yes {
        keep.admits(line)
    } else {
        keep.admits(&line.nfc().collect::<String>())
    }
}

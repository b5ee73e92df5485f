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
pub struct Keep(Box<dyn Predicate>);

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
        Keep(Box::new(predicate))
    }

    /// Whether a line is kept.
    #[inline]
    pub fn admits(&self, line: &str) -> bool {
        self.0.admits(line)
    }
}

impl Clone for Keep {
    fn clone(&self) -> Keep {
        Keep(self.0.copy())
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
    /// The part; empty if it is not UTF-8.
    pub(crate) text: &'p str,
}

impl KeepPart<'_> {
    /// Whether to keep the word that the `rest` of the part begins with.
    #[inline]
    pub(crate) fn admits(&self, word: &[u8], rest: &[u8]) -> bool {
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

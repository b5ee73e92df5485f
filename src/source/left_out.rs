//! What stood in word lists and is no word in the end, for a person.
//!
//! A list of a thousand lines may give nine hundred words, and all is well; or
//! a length or a pattern is wrong. Whoever reads the numbers can tell.

use crate::source::list_options::ListStats;

/// How much of some lists did not become a word of its own, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Lines that repeated a word.
    pub repeated: u64,
    /// Words dropped because of their length.
    pub dropped_by_length: u64,
    /// Lines that did not match `keep`.
    pub not_kept: u64,
    /// Words that exclude lists took away.
    pub excluded: u64,
}

impl LeftOut {
    /// Counts what was left out of one list.
    pub fn add(&mut self, stats: &ListStats) {
        let ListStats {
            dropped_by_length,
            not_kept,
            ..
        } = *stats;
        self.dropped_by_length = self.dropped_by_length.saturating_add(dropped_by_length);
        self.not_kept = self.not_kept.saturating_add(not_kept);
    }

    /// A space and the counts in brackets, to stand behind a number of words;
    /// nothing if nothing was left out. `number` writes a count.
    ///
    /// ```
    /// use wordmill::source::LeftOut;
    ///
    /// let some = LeftOut { repeated: 1, dropped_by_length: 20, ..LeftOut::default() };
    /// assert_eq!(some.behind(|n| n.to_string()), " (1 repeated, 20 dropped for their length)");
    /// assert_eq!(LeftOut::default().behind(|n| n.to_string()), "");
    /// ```
    pub fn behind(&self, number: impl Fn(u64) -> String) -> String {
        let counts = [
            (self.repeated, "repeated"),
            (self.dropped_by_length, "dropped for their length"),
            (self.not_kept, "not kept"),
            (self.excluded, "excluded"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let texts: Vec<String> = counts
            .map(|&(count, what)| format!("{} {what}", number(count)))
            .collect();
        match texts.is_empty() {
            true => String::new(),
            false => format!(" ({})", texts.join(", ")),
        }
    }
}

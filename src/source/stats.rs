//! Counts of what word lists contained, and of what did not become a word.
//!
//! A list of a thousand lines that gives nine hundred words may be fine, or its length
//! bounds or pattern may be wrong. The counts show which.

/// The counts for one word list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
pub struct ListStats {
    /// Words read, including repeated ones.
    pub words: u64,
    /// Words that sort before the one above them.
    pub unsorted: u64,
    /// Lines that did not match `keep`.
    pub not_kept: u64,
    /// Words dropped because of their length.
    pub dropped_by_length: u64,
    /// Words that lack the brackets of a digraph, if that is worth a warning.
    #[cfg_attr(feature = "recipe", serde(default, skip_serializing_if = "is_zero"))]
    pub bare_digraphs: u64,
}

#[cfg(feature = "recipe")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl ListStats {
    /// Adds the counts of the next part of the list.
    pub(crate) fn add(&mut self, next: &ListStats) {
        self.words += next.words;
        self.unsorted += next.unsorted;
        self.not_kept += next.not_kept;
        self.dropped_by_length += next.dropped_by_length;
        self.bare_digraphs += next.bare_digraphs;
    }
}

/// The number of lines and words that are not in the lexicon, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Lines that repeated a word.
    pub repeated: u64,
    /// Words dropped because of their length.
    pub dropped_by_length: u64,
    /// Lines that did not match `keep`.
    pub not_kept: u64,
    /// Words removed by exclude lists.
    pub excluded: u64,
}

impl LeftOut {
    /// Adds the counts of one list.
    pub fn add(&mut self, stats: &ListStats) {
        // A manifest may contain any counts.
        let dropped = self.dropped_by_length;
        self.dropped_by_length = dropped.saturating_add(stats.dropped_by_length);
        self.not_kept = self.not_kept.saturating_add(stats.not_kept);
    }

    /// Formats the counts in parentheses, with a space before them, to follow a number
    /// of words. Empty if nothing was left out. `number` formats a count.
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
        let counts = counts.into_iter().filter(|&(count, _)| count > 0);
        let texts = counts.map(|(count, what)| format!("{} {what}", number(count)));
        let texts: Vec<String> = texts.collect();
        match texts.is_empty() {
            true => String::new(),
            false => format!(" ({})", texts.join(", ")),
        }
    }
}

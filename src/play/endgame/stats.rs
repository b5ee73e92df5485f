//! Counters of a search.

/// Buckets of the histogram of plays per node; the last one also counts all larger
/// numbers.
const BUCKETS: usize = 1 << 12;

/// What a search did, on all threads together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "recipe", derive(serde::Serialize))]
#[non_exhaustive]
pub struct EndgameStats {
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes whose moves were listed.
    pub expanded: u64,
    /// Lanes whose plays were generated from the graph. All other lists were kept ones.
    pub generations: u64,
    /// Positions that the table had an entry for.
    pub table_hits: u64,
    /// Nodes cut off by a move.
    pub cut_offs: u64,
    /// Nodes cut off by their first move.
    pub first_cut_offs: u64,
    /// The most turns that the search looked ahead.
    pub depth: u64,
    /// Tiles on the racks that can never be placed.
    pub stuck: u64,
    /// Words that the board and both racks can still make, and possibly a few others.
    pub words: u64,
    /// For each number of plays, the number of nodes with that many.
    #[cfg_attr(feature = "recipe", serde(skip))]
    plays: Vec<u64>,
}

impl EndgameStats {
    /// Records the number of plays of a node.
    pub(crate) fn expand(&mut self, plays: usize) {
        self.plays.resize(BUCKETS, 0);
        self.plays[plays.min(BUCKETS - 1)] += 1;
        self.expanded += 1;
    }

    /// Records a cut-off.
    pub(crate) fn cut(&mut self, by_first: bool) {
        self.cut_offs += 1;
        self.first_cut_offs += u64::from(by_first);
    }

    /// Adds the counters of another search. The depth becomes the larger of both.
    pub fn add(&mut self, other: &EndgameStats) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.generations += other.generations;
        self.table_hits += other.table_hits;
        self.cut_offs += other.cut_offs;
        self.first_cut_offs += other.first_cut_offs;
        self.depth = self.depth.max(other.depth);
        self.stuck += other.stuck;
        self.words += other.words;
        self.plays.resize(BUCKETS, 0);
        for (sum, count) in self.plays.iter_mut().zip(&other.plays) {
            *sum += count;
        }
    }

    /// Returns the smallest number of plays that `percent` percent of the nodes do not
    /// exceed.
    pub fn branching(&self, percent: u64) -> usize {
        let wanted = (self.expanded * percent).div_ceil(100);
        let mut sum = 0;
        let reached = self.plays.iter().position(|count| {
            sum += count;
            sum >= wanted
        });
        reached.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_nodes() {
        let mut stats = EndgameStats::default();
        assert_eq!(stats.branching(50), 0);
        (1..=10).for_each(|plays| stats.expand(plays));
        let percentiles = [0, 10, 50, 90, 100].map(|p| stats.branching(p));
        assert_eq!(percentiles, [0, 1, 5, 9, 10]);
        let mut both = EndgameStats::default();
        both.add(&stats);
        both.add(&stats);
        assert_eq!((both.expanded, both.branching(50)), (20, 5));
    }
}

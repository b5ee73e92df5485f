//! The facts about the leaves of a file.

use crate::leave::Leaves;
use crate::ruleset::Ruleset;
use serde::Serialize;

/// The number of bars in a histogram.
const BARS: usize = 10;

/// The leaves of a file.
#[derive(Clone, Debug, Serialize)]
pub struct LeaveInfo {
    /// How many there are.
    pub count: u64,
    /// How many leaves are possible by the ruleset.
    pub possible: u64,
    /// Whether all possible leaves are there.
    pub complete: bool,
    /// The value format.
    pub values: String,
    /// The first leave of the smallest value.
    pub smallest: Option<LeaveRow>,
    /// The first leave of the largest value.
    pub largest: Option<LeaveRow>,
    /// A histogram of the values, from the smallest to the largest.
    pub histogram: Vec<Bar>,
}

/// A leave and its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeaveRow {
    /// The leave's text.
    pub leave: String,
    /// Its value.
    pub value: f32,
}

/// How many values there are in a range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    /// The least value.
    pub from: f64,
    /// The bound above; it belongs to the next bar, except for the last one.
    pub to: f64,
    /// How many there are.
    pub count: u64,
}

impl LeaveInfo {
    pub(crate) fn of(leaves: &Leaves, ruleset: &Ruleset) -> LeaveInfo {
        let mut possible = 0u64;
        let (mut smallest, mut largest): (Option<LeaveRow>, Option<LeaveRow>) = (None, None);
        let mut rows = leaves.rows();
        while let Some((leave, value)) = rows.next() {
            possible += u64::from(ruleset.check_leave(leave).is_ok());
            let row = || LeaveRow {
                leave: ruleset.alphabet().labels_text(leave),
                value,
            };
            if smallest.as_ref().is_none_or(|least| value < least.value) {
                smallest = Some(row());
            }
            if largest.as_ref().is_none_or(|most| value > most.value) {
                largest = Some(row());
            }
        }
        let all = u64::try_from(ruleset.possible_leaves()).unwrap_or(u64::MAX);
        LeaveInfo {
            count: leaves.len() as u64,
            possible: all,
            complete: possible == all,
            values: leaves.format().to_string(),
            histogram: match (&smallest, &largest) {
                (Some(low), Some(high)) => histogram(leaves.values(), low.value, high.value),
                _ => Vec::new(),
            },
            smallest,
            largest,
        }
    }
}

/// Counts values, all from `low` to `high`, in bars of equal width.
fn histogram(values: &[f32], low: f32, high: f32) -> Vec<Bar> {
    let (low, high) = (f64::from(low), f64::from(high));
    let bars = if low == high { 1 } else { BARS };
    let width = (high - low) / bars as f64;
    let bound = |i: usize| match i == bars {
        true => high,
        false => low + width * i as f64,
    };
    let bar = |i: usize| Bar {
        from: bound(i),
        to: bound(i + 1),
        count: 0,
    };
    let mut histogram: Vec<Bar> = (0..bars).map(bar).collect();
    for &value in values {
        let at = match width > 0.0 {
            true => ((f64::from(value) - low) / width) as usize,
            false => 0,
        };
        histogram[at.min(bars - 1)].count += 1;
    }
    histogram
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_in_a_bar() {
        let values = [-1.0, 0.0, 0.5, 9.0, 9.0];
        let bars = histogram(&values, -1.0, 9.0);
        assert_eq!(bars.len(), BARS);
        let counts: Vec<u64> = bars.iter().map(|bar| bar.count).collect();
        assert_eq!(counts, [1, 2, 0, 0, 0, 0, 0, 0, 0, 2]);
        assert_eq!((bars[0].from, bars[BARS - 1].to), (-1.0, 9.0));
        let same = histogram(&[2.0, 2.0], 2.0, 2.0);
        assert_eq!(same.len(), 1);
        assert_eq!(same[0].count, 2);
        let wide = histogram(&[f32::MIN, f32::MAX], f32::MIN, f32::MAX);
        assert_eq!((wide[0].count, wide[BARS - 1].count), (1, 1));
    }
}

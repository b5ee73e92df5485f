//! From sums to values: each mean is drawn towards what smaller leaves predict.
//!
//! By size, ascending. The prediction of a leave is the mean, over pairs of its
//! tiles, of `λ(S − i) + λ(S − j) − λ(S − i − j)`. The data weighs
//! `τ² / (τ² + σ²/m)`, with the leave's own variance `σ²` over `m` boards and the
//! spread `τ²` of true values about predictions, which the moments of each size
//! give. A leave that was never drawable has its prediction. All sums go in the
//! order of the lattice, so that the result is the same everywhere.

use crate::estimate::lattice::Lattice;
use crate::estimate::moments::Moments;
use crate::estimate::table::{Values, each_leave, rounded};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// The values that a stage's sums give.
pub(crate) fn shrink<'l>(lattice: &'l Lattice, ruleset: &Ruleset, moments: &Moments) -> Values<'l> {
    let mut values = Values::none(lattice);
    let mut leaves: Vec<Vec<(Vec<Tile>, usize)>> = vec![Vec::new(); lattice.size()];
    each_leave(lattice, ruleset, |leave, number| {
        leaves[leave.len()].push((leave.to_vec(), number));
    });
    for of_size in &leaves {
        let pooled = pooled_variance(of_size, moments);
        let noise = |number: usize| {
            moments.variance(number).unwrap_or(pooled) / f64::from(moments.count(number).max(1))
        };
        let predicted: Vec<f64> = of_size
            .iter()
            .map(|(leave, _)| predict(lattice, &values.thousandths, leave))
            .collect();
        let seen = of_size.iter().zip(&predicted);
        let seen = seen.filter(|((_, number), _)| moments.count(*number) > 0);
        let (mut sum, mut count) = (0.0, 0.0);
        for ((_, number), predicted) in seen {
            let off = moments.mean(*number) - predicted;
            sum += off * off - noise(*number);
            count += 1.0;
        }
        let spread = if count > 0.0 {
            (sum / count).max(0.0)
        } else {
            0.0
        };
        for ((_, number), predicted) in of_size.iter().zip(&predicted) {
            let noise = noise(*number);
            let weight = match moments.count(*number) {
                0 => 0.0,
                _ if spread + noise > 0.0 => spread / (spread + noise),
                _ => 1.0,
            };
            let value = predicted + weight * (moments.mean(*number) - predicted);
            values.thousandths[*number] = rounded(value);
        }
    }
    values
}

/// The mean variance of the leaves of a size that several boards know.
fn pooled_variance(leaves: &[(Vec<Tile>, usize)], moments: &Moments) -> f64 {
    let known = leaves.iter().filter_map(|(_, n)| moments.variance(*n));
    let (sum, count) = known.fold((0.0, 0.0), |(sum, count), v| (sum + v, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// What smaller leaves say of a leave, in thousandths.
fn predict(lattice: &Lattice, values: &[i32], leave: &[Tile]) -> f64 {
    let mut without: Vec<Tile> = Vec::with_capacity(leave.len());
    let mut value = |skip: [usize; 2]| {
        without.clear();
        let kept = (0..).zip(leave).filter(|(i, _)| !skip.contains(i));
        without.extend(kept.map(|(_, &tile)| tile));
        lattice
            .find(&without)
            .map_or(0, |number| i64::from(values[number]))
    };
    let (mut sum, mut pairs) = (0, 0);
    for i in 0..leave.len() {
        for j in i + 1..leave.len() {
            sum += value([i, i]) + value([j, j]) - value([i, j]);
            pairs += 1;
        }
    }
    if pairs == 0 {
        0.0
    } else {
        sum as f64 / f64::from(pairs)
    }
}

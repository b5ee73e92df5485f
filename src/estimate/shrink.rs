//! Converts sums to values: shrinks each mean towards what smaller leaves predict.
//!
//! Sizes are processed in ascending order. The prediction for a leave is the mean, over
//! pairs of its tiles, of `λ(S − i) + λ(S − j) − λ(S − i − j)`. The data has the weight
//! `τ² / (τ² + σ²/m)`, with the leave's own variance `σ²` over `m` boards and the
//! spread `τ²` of true values about predictions, estimated from the moments of each
//! size. A leave that was never drawable gets its prediction. All sums follow the order
//! of the lattice, so the result is the same everywhere.

use crate::estimate::lattice::Lattice;
use crate::estimate::sums::Moments;
use crate::estimate::table::{Values, rounded};
use crate::tiles::Tile;

/// Computes the values from a stage's sums.
pub(crate) fn shrink<'l>(lattice: &'l Lattice, moments: &[Moments]) -> Values<'l> {
    let mut values = Values::none(lattice);
    let mut leaves: Vec<Vec<(Vec<Tile>, usize)>> = vec![Vec::new(); lattice.size];
    lattice.each_leave(|leave, number| {
        leaves[leave.len()].push((leave.to_vec(), number));
    });
    for of_size in &leaves {
        let predict = |(leave, number): &(Vec<Tile>, usize)| {
            (*number, predict(lattice, &values.thousandths, leave))
        };
        let predicted: Vec<(usize, f64)> = of_size.iter().map(predict).collect();
        let known = of_size.iter().filter_map(|(_, n)| moments[*n].variance());
        // The mean variance of the leaves that occur on several boards.
        let pooled = mean(known);
        let noise =
            |own: &Moments| own.variance().unwrap_or(pooled) / f64::from(own.count().max(1));
        let seen = predicted.iter().map(|&(n, value)| (&moments[n], value));
        let seen = seen.filter(|(own, _)| own.count() > 0);
        let spread = mean(seen.map(|(own, predicted)| {
            let off = own.mean() - predicted;
            off * off - noise(own)
        }));
        let spread = spread.max(0.0);
        for (number, predicted) in predicted {
            let own = &moments[number];
            let noise = noise(own);
            let weight = match own.count() {
                0 => 0.0,
                _ if spread + noise > 0.0 => spread / (spread + noise),
                _ => 1.0,
            };
            values.thousandths[number] = rounded(predicted + weight * (own.mean() - predicted));
        }
    }
    values
}

/// The mean of some numbers; 0 if there are none.
fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0.0), |(sum, count), n| (sum + n, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Predicts the value of a leave from smaller leaves, in thousandths.
fn predict(lattice: &Lattice, values: &[i32], leave: &[Tile]) -> f64 {
    let mut without: Vec<Tile> = Vec::with_capacity(leave.len());
    let mut value = |skip: [usize; 2]| {
        without.clear();
        let kept = (0..).zip(leave).filter(|(i, _)| !skip.contains(i));
        without.extend(kept.map(|(_, &tile)| tile));
        let number = lattice.find(&without);
        number.map_or(0, |number| i64::from(values[number]))
    };
    let (mut sum, mut pairs) = (0, 0);
    for i in 0..leave.len() {
        for j in i + 1..leave.len() {
            sum += value([i, i]) + value([j, j]) - value([i, j]);
            pairs += 1;
        }
    }
    match pairs {
        0 => 0.0,
        _ => sum as f64 / f64::from(pairs),
    }
}

//! The normal distribution.

/// The probability that a standard normal variable is at most `z`, by the series of
/// Marsaglia, "Evaluating the Normal Distribution" (2004).
pub(crate) fn cumulative(z: f64) -> f64 {
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (z, z, 1.0);
    loop {
        odd += 2.0;
        term *= z * z / odd;
        let more = sum + term;
        if more == sum {
            break;
        }
        sum = more;
    }
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (z, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.959_963_985, 0.025),
            (2.326_347_874, 0.99),
            (5.0, 0.999_999_713),
            (-7.9, 0.0),
            (40.0, 1.0),
        ] {
            assert!((cumulative(z) - expected).abs() < 1e-9, "{z}");
        }
    }
}

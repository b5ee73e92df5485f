//! Leave tables generated for benches.

use std::fmt::Write;
use wordmill::ruleset::Ruleset;

/// Every possible leave in sorted order, with values that look like real ones.
pub(crate) fn complete_table(ruleset: &Ruleset) -> String {
    let mut text = String::new();
    let mut counts = vec![0u8; ruleset.tiles().len()];
    let mut leave = Vec::new();
    let mut state = 1u64;
    extend(
        ruleset,
        0,
        &mut leave,
        &mut counts,
        &mut |leave: &[u8]| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let value = (state >> 40) as f64 / f64::from(1 << 24) * 60.0 - 25.0;
            let word = ruleset.alphabet().word_text(leave);
            writeln!(text, "{word},{value:.6}").unwrap();
        },
    );
    text
}

fn extend(
    ruleset: &Ruleset,
    from: usize,
    leave: &mut Vec<u8>,
    counts: &mut [u8],
    found: &mut impl FnMut(&[u8]),
) {
    if leave.len() == ruleset.longest_leave() {
        return;
    }
    for tile in from..counts.len() {
        if counts[tile] < ruleset.tiles()[tile].count {
            counts[tile] += 1;
            leave.push(tile as u8);
            found(leave);
            extend(ruleset, tile, leave, counts, found);
            leave.pop();
            counts[tile] -= 1;
        }
    }
}

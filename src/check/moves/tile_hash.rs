//! A hash of tiles for the tables in which the referee looks up words and plays.
//!
//! The referee looks up some thousand sequences of tiles for each position. A hash that
//! resists chosen keys would take longer than the lookup.

use std::hash::Hasher;

/// An odd number without a pattern: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes tiles eight at a time, each eight with one multiplication.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TileHasher(u64);

impl Hasher for TileHasher {
    #[inline]
    fn write(&mut self, tiles: &[u8]) {
        let (eights, rest) = tiles.as_chunks();
        for eight in eights {
            self.write_u64(u64::from_le_bytes(*eight));
        }
        let rest = rest.iter().rev();
        self.write_u64(rest.fold(0, |bits, &tile| bits << 8 | u64::from(tile)));
    }

    #[inline]
    fn write_u64(&mut self, bits: u64) {
        let product = u128::from(self.0 ^ bits) * u128::from(FACTOR);
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(FACTOR);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

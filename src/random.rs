//! Random numbers that are the same on every machine and in every version.
//!
//! A seed always gives the same game, so the generator is part of the library's
//! interface. It is xoshiro256** (Blackman and Vigna, 2018); four steps of SplitMix64
//! turn the seed into its state. A number below `n` is a 64-bit number modulo `n`.
//! Numbers below `2^64 mod n` are discarded first, so all remainders are equally
//! likely. Shuffling is Fisher–Yates, from the last place down.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Creates the stream of a seed.
    pub fn new(seed: u64) -> Random {
        let mut seed = seed;
        Random {
            state: [(); 4].map(|()| split_mix(&mut seed)),
        }
    }

    /// Creates the stream of game `number` of a seed, independent of the other games.
    pub fn for_game(seed: u64, number: u64) -> Random {
        let mut mixed = seed;
        Random::new(split_mix(&mut mixed) ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        let uneven = n.wrapping_neg() % n;
        loop {
            let bits = self.next_u64();
            if bits >= uneven {
                return bits % n;
            }
        }
    }

    /// Puts items in random order.
    ///
    /// ```
    /// let mut numbers = [1, 2, 3, 4, 5];
    /// wordmill::random::Random::new(7).shuffle(&mut numbers);
    /// assert_eq!(numbers, [2, 4, 1, 3, 5]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published first numbers of both generators.
    #[test]
    fn the_algorithms_are_the_published_ones() {
        let mut seed = 0;
        let first = [(); 3].map(|()| split_mix(&mut seed));
        let published = [
            0xe220_a839_7b1d_cdaf,
            0x6e78_9e6a_a1b9_65f4,
            0x06c4_5d18_8009_454f,
        ];
        assert_eq!(first, published);
        let mut random = Random {
            state: [1, 2, 3, 4],
        };
        let first = [(); 6].map(|()| random.next_u64());
        let published = [
            11520,
            0,
            1509978240,
            1215971899390074240,
            1216172134540287360,
            607988272756665600,
        ];
        assert_eq!(first, published);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(
            counts.iter().all(|c| (9_600..10_400).contains(c)),
            "{counts:?}"
        );
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        assert!(random.below(u64::MAX) < u64::MAX);
    }

    #[test]
    fn games_of_a_seed_differ() {
        let mut first = Random::for_game(1, 0);
        let mut second = Random::for_game(1, 1);
        assert_ne!(first.next_u64(), second.next_u64());
    }
}

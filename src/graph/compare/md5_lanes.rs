//! MD5 sums of many short messages at once.
//!
//! Each of the 64 steps of MD5 (RFC 1321) depends on the one before, so a single
//! message leaves most of a processor idle. Here every word of the state is an array
//! with an element for each message, and the compiler turns a step for all of them into
//! vector instructions.

/// Messages hashed at a time.
const LANES: usize = 32;

/// The most bytes of a message that fits into one block with its padding.
pub(crate) const MAX_BYTES: usize = 55;

const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

/// The first 32 bits of the sines of 1 to 64.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

type Lanes = [u32; LANES];

/// Messages not yet hashed, and the exclusive or of the sums of all before.
#[derive(Default)]
pub(crate) struct Md5Lanes {
    /// The 16 words of a block, each for all messages.
    block: [Lanes; 16],
    /// How many words, from the first, are used by some message. The length comes after
    /// them.
    filled: usize,
    waiting: usize,
    sum: [u32; 4],
}

/// The word of the block that holds the length of the message in bits.
const LENGTH: usize = 14;

impl Md5Lanes {
    /// Adds a message of at most [`MAX_BYTES`] bytes, each mapped by `code`.
    #[inline]
    pub(crate) fn add(&mut self, message: &[u8], code: impl Fn(u8) -> u8) {
        debug_assert!(message.len() <= MAX_BYTES);
        let (fours, rest) = message.as_chunks::<4>();
        for (i, &[a, b, c, d]) in fours.iter().enumerate() {
            let four = [code(a), code(b), code(c), code(d)];
            self.block[i][self.waiting] = u32::from_le_bytes(four);
        }
        // A one bit ends the message.
        let last = rest
            .iter()
            .rev()
            .fold(0x80, |last, &byte| last << 8 | u32::from(code(byte)));
        self.block[fours.len()][self.waiting] = last;
        self.block[LENGTH][self.waiting] = 8 * message.len() as u32;
        self.filled = self.filled.max(fours.len() + 1);
        self.waiting += 1;
        if self.waiting == LANES {
            self.hash();
        }
    }

    /// Returns the exclusive or of the sums of all messages.
    pub(crate) fn sum(&mut self) -> [u8; 16] {
        self.hash();
        let mut bytes = [0; 16];
        for (four, number) in bytes.as_chunks_mut().0.iter_mut().zip(self.sum) {
            *four = number.to_le_bytes();
        }
        bytes
    }

    fn hash(&mut self) {
        let mut state = START.map(|number| [number; LANES]);
        round::<0>(&mut state, &self.block, |b, c, d| d ^ b & (c ^ d));
        round::<1>(&mut state, &self.block, |b, c, d| c ^ d & (b ^ c));
        round::<2>(&mut state, &self.block, |b, c, d| b ^ c ^ d);
        round::<3>(&mut state, &self.block, |b, c, d| c ^ (b | !d));
        for ((sum, lanes), start) in self.sum.iter_mut().zip(&state).zip(START) {
            for lane in &lanes[..self.waiting] {
                *sum ^= lane.wrapping_add(start);
            }
        }
        self.block[..self.filled].fill([0; LANES]);
        (self.filled, self.waiting) = (0, 0);
    }
}

/// For each round, the word of the block it takes first, and the step to the next.
const ORDER: [(usize, usize); 4] = [(0, 1), (1, 5), (5, 3), (0, 7)];

/// For each round, the rotations of its steps, in turn.
const SHIFTS: [[u32; 4]; 4] = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
];

/// One of the four rounds, 16 steps, for all messages.
#[inline(never)] // a separate function compiles to vector instructions
fn round<const ROUND: usize>(
    [a, b, c, d]: &mut [Lanes; 4],
    block: &[Lanes; 16],
    mix: impl Fn(u32, u32, u32) -> u32,
) {
    for lane in 0..LANES {
        let step = |a: u32, [b, c, d]: [u32; 3], at: usize| {
            let (first, stride) = ORDER[ROUND];
            let number = block[(first + stride * at) % 16][lane];
            let sum = a.wrapping_add(mix(b, c, d)).wrapping_add(number);
            let sum = sum.wrapping_add(SINES[16 * ROUND + at]);
            sum.rotate_left(SHIFTS[ROUND][at % 4]).wrapping_add(b)
        };
        let four = |[a, b, c, d]: [u32; 4], at: usize| {
            let a = step(a, [b, c, d], at);
            let d = step(d, [a, b, c], at + 1);
            let c = step(c, [d, a, b], at + 2);
            let b = step(b, [c, d, a], at + 3);
            [a, b, c, d]
        };
        let state = [a[lane], b[lane], c[lane], d[lane]];
        let state = four(four(four(four(state, 0), 4), 8), 12);
        [a[lane], b[lane], c[lane], d[lane]] = state;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use md5::{Digest, Md5};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_single_messages(
            messages in vec(vec(0..=251u8, 0..=MAX_BYTES), 0..3 * LANES),
        ) {
            let mut lanes = Md5Lanes::default();
            let mut expected = [0; 16];
            for message in &messages {
                lanes.add(message, |byte| byte + 4);
                let codes: Vec<u8> = message.iter().map(|byte| byte + 4).collect();
                for (sum, byte) in expected.iter_mut().zip(Md5::digest(codes)) {
                    *sum ^= byte;
                }
            }
            prop_assert_eq!(lanes.sum(), expected);
        }
    }
}

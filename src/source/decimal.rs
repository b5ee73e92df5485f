//! Reads decimal numbers fast.
//!
//! Most values have a few digits with a point among them. A 64-bit float holds an
//! integer of up to 15 digits exactly, and also a power of ten up to 10^15. So
//! their quotient is the 64-bit float nearest to the number (the fast path of Clinger,
//! "How to read floating point numbers accurately", 1990). Rounding it to 32 bits gives
//! the nearest 32-bit float, unless the quotient lies halfway between two of them,
//! where the number itself may lie on either side. The standard library reads such
//! numbers, and those with more digits.

const POWERS_OF_TEN: [f64; 8] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];

/// Reads the number at the start of a text, without an exponent, and returns its length
/// in bytes. The caller checks what follows.
#[inline]
pub(crate) fn read_decimal(text: &[u8]) -> Option<(f32, usize)> {
    read_short(text).or_else(|| read_any(text))
}

/// Reads up to seven digits before the point and up to seven after it, all digits of a
/// side at once. `None` if there are more, or if the text is too short to read 8 bytes.
#[inline]
fn read_short(text: &[u8]) -> Option<(f32, usize)> {
    let start = usize::from(matches!(text.first()?, b'-' | b'+'));
    let digits = &text[start..];
    let (before, count) = eight(digits)?;
    let (integer, after_point, length) = match digits[count] {
        b'.' => {
            let (after, places) = eight(&digits[count + 1..])?;
            let integer = before * POWERS_OF_TEN[places] as u64 + after;
            (integer, places, count + 1 + places)
        }
        _ => (before, 0, count),
    };
    let number = integer as f64 / POWERS_OF_TEN[after_point];
    // A 64-bit float has 29 more bits of precision.
    let halfway = number.to_bits() & ((1 << 29) - 1) == 1 << 28;
    let number = if text[0] == b'-' { -number } else { number };
    let is_read = count + after_point > 0 && !halfway;
    is_read.then_some((number as f32, start + length))
}

/// The most characters of a number that is read here. A longer one is read with the
/// rest of its row.
const LONG: usize = 64;

/// Reads any number that is not too long.
#[cold]
fn read_any(text: &[u8]) -> Option<(f32, usize)> {
    let is_other = |byte: &u8| !matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+');
    let text = &text[..text.len().min(LONG)];
    let length = text.iter().position(is_other).unwrap_or(text.len());
    if length == LONG {
        return None;
    }
    let number = std::str::from_utf8(&text[..length]).ok()?.parse().ok()?;
    Some((number, length))
}

/// Reads up to seven digits at the start of a text as an integer, and counts them.
/// `None` if there are more digits, or if the text is shorter than 8 bytes.
#[inline]
fn eight(text: &[u8]) -> Option<(u64, usize)> {
    // The first digit is the lowest byte. A byte that is not a digit becomes more than
    // 9, and adding 0x76 sets its highest bit. The lowest such byte ends the number.
    let digits = u64::from_le_bytes(*text.first_chunk()?) ^ 0x3030_3030_3030_3030;
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() as usize / 8;
    if count == 0 || count == 8 {
        return (count == 0).then_some((0, 0));
    }
    // Puts zeros in front, then joins neighbours: into pairs, fours and eight.
    let digits = digits << (64 - 8 * count);
    let pairs = digits.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    let integer = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    Some((integer, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether this module and the standard library read the same bits.
    fn agrees(text: &str) -> bool {
        // With more text after them, the digits are read at once.
        let longer = format!("{text},         ");
        let found = read_decimal(text.as_bytes());
        found == read_decimal(longer.as_bytes())
            && match found {
                None => true,
                Some((number, length)) => text[..length]
                    .parse::<f32>()
                    .is_ok_and(|expected| expected.to_bits() == number.to_bits()),
            }
    }

    #[test]
    fn simple_numbers_are_read_here() {
        for text in [
            "0",
            "-0",
            "+7",
            "1.",
            ".5",
            "-12.25",
            "34.567890",
            "999999999999999",
            "-.000000000000001",
            "0.1",
            "16777217.5",
            "1234567890123456",
            "16777217",
            "-16777219",
        ] {
            assert_eq!(read_decimal(text.as_bytes()).map(|r| r.1), Some(text.len()));
            assert!(agrees(text), "{text}");
        }
        for (text, length) in [("1e5", 1), ("2\r\n", 1), ("3 ", 1), ("1,2", 1)] {
            assert_eq!(read_decimal(text.as_bytes()).unwrap().1, length, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_left_to_others() {
        for text in ["", "-", ".", "+.", "x", "nan", "-inf", "--1", "1.2.3"] {
            assert_eq!(read_decimal(text.as_bytes()), None, "{text}");
        }
        // Halfway between two floats, and next to it.
        assert_eq!(read_short(b"16777217,        "), None);
        assert!(agrees("16777217.0000001") && agrees("16777216.9999999"));
    }

    /// A decimal at or near the midpoint of two adjacent floats.
    fn near_halfway() -> impl Strategy<Value = String> {
        (any::<u32>(), 0..9usize, -2..=2i64).prop_map(|(bits, places, off)| {
            let float = f32::from_bits(0x3500_0000 + bits % 0x1800_0000);
            let next = f32::from_bits(float.to_bits() + 1);
            let middle = (f64::from(float) + f64::from(next)) / 2.0;
            let ten = 10i64.pow(places as u32);
            let scaled = (middle * ten as f64) as i64 + off;
            format!("{}.{:0places$}", scaled / ten, (scaled % ten).abs())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn digits_mean_what_they_mean_to_the_standard_library(
            text in "[-+]?[0-9]{0,9}(\\.[0-9]{0,7})?"
        ) {
            prop_assert!(agrees(&text), "{}", text);
        }

        #[test]
        fn so_do_those_near_the_middle_between_floats(text in near_halfway()) {
            prop_assert!(agrees(&text), "{}", text);
        }

        #[test]
        fn floats_that_were_printed_are_read_back(value in -1000f32..1000.0) {
            for text in [value.to_string(), format!("{value:.6}")] {
                prop_assert!(agrees(&text), "{}", text);
            }
        }
    }
}

//! The two formats of leave values.

use crate::error::{Error, display_and_parse_by_name};

/// How a leave file stores its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "recipe", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "recipe", serde(rename_all = "lowercase"))]
pub enum ValueFormat {
    /// 32-bit floats: `.klv2`.
    #[default]
    F32,
    /// 16-bit integers, 256 times the value: `.klv`.
    I16,
}

/// The factor from a value to its integer.
const SCALE: f32 = 256.0;

impl ValueFormat {
    /// All formats.
    pub const ALL: [ValueFormat; 2] = [ValueFormat::F32, ValueFormat::I16];

    /// The name used in recipes and options.
    pub const fn name(self) -> &'static str {
        match self {
            ValueFormat::F32 => "f32",
            ValueFormat::I16 => "i16",
        }
    }

    /// The number of bytes of one value.
    pub const fn size(self) -> usize {
        match self {
            ValueFormat::F32 => 4,
            ValueFormat::I16 => 2,
        }
    }

    /// The least and the greatest value.
    pub fn range(self) -> (f32, f32) {
        match self {
            ValueFormat::F32 => (f32::MIN, f32::MAX),
            ValueFormat::I16 => (f32::from(i16::MIN) / SCALE, f32::from(i16::MAX) / SCALE),
        }
    }

    /// Whether a value is finite and in range.
    #[inline]
    pub fn holds(self, value: f32) -> bool {
        match self {
            ValueFormat::F32 => value.is_finite(),
            ValueFormat::I16 => {
                let scaled = (value * SCALE).round();
                (f32::from(i16::MIN)..=f32::from(i16::MAX)).contains(&scaled)
            }
        }
    }

    /// Appends a value that is in range.
    #[inline]
    pub(crate) fn write(self, value: f32, bytes: &mut Vec<u8>) {
        match self {
            ValueFormat::F32 => bytes.extend_from_slice(&value.to_le_bytes()),
            // The product is exact, since only the exponent changes. Halves are rounded
            // away from zero.
            ValueFormat::I16 => {
                let scaled = (value * SCALE).round() as i16;
                bytes.extend_from_slice(&scaled.to_le_bytes());
            }
        }
    }

    /// Reads a value.
    #[inline]
    pub(crate) fn read(self, bytes: &[u8]) -> f32 {
        let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
        match self {
            ValueFormat::F32 => f32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]),
            ValueFormat::I16 => f32::from(i16::from_le_bytes([byte(0), byte(1)])) / SCALE,
        }
    }

    /// Reads consecutive values.
    pub(crate) fn read_all(self, bytes: &[u8]) -> Box<[f32]> {
        let values = bytes.chunks_exact(self.size());
        // One loop for each format avoids a test for each value.
        match self {
            ValueFormat::F32 => values.map(|bytes| ValueFormat::F32.read(bytes)).collect(),
            ValueFormat::I16 => values.map(|bytes| ValueFormat::I16.read(bytes)).collect(),
        }
    }
}

display_and_parse_by_name!(ValueFormat);

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(value: f32) -> Option<i16> {
        let mut bytes = Vec::new();
        ValueFormat::I16.write(value, &mut bytes);
        let scaled = i16::from_le_bytes([bytes[0], bytes[1]]);
        ValueFormat::I16.holds(value).then_some(scaled)
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        for (value, expected) in [
            (0.0, 0),
            (-0.0, 0),
            (1.0, 256),
            (0.5 / 256.0, 1),
            (-0.5 / 256.0, -1),
            (1.5 / 256.0, 2),
            (2.5 / 256.0, 3),
            (-2.5 / 256.0, -3),
            (0.49 / 256.0, 0),
            (0.499_999_97 / 256.0, 0),
            (-128.0, -32768),
            (-32_768.49 / 256.0, -32768),
            (32_767.49 / 256.0, 32767),
        ] {
            assert_eq!(scaled(value), Some(expected), "{value}");
        }
        let past_ends = [32_767.5 / 256.0, -32_768.5 / 256.0];
        for value in [128.0, -129.0, f32::MAX, f32::MIN].iter().chain(&past_ends) {
            assert_eq!(scaled(*value), None, "{value}");
        }
    }

    #[test]
    fn every_integer_comes_back() {
        for i in i16::MIN..=i16::MAX {
            let value = ValueFormat::I16.read(&i.to_le_bytes());
            assert_eq!(scaled(value), Some(i));
        }
    }
}

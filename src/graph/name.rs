//! Names of contents, layouts and node formats, as recipes and options write
//! them: one way to print them and one way to read them.

use std::fmt;

/// The fault of a text that names no content, layout or node format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The names that there are.
    pub expected: Vec<&'static str>,
    /// The text.
    pub found: String,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.expected.join(", ");
        write!(f, "expected one of {names}, found `{}`", self.found)
    }
}

impl std::error::Error for UnknownName {}

/// Implements `Display` and `FromStr` for an enum with `ALL` and `name()`.
macro_rules! display_and_parse_by_name {
    ($named:ident) => {
        impl std::fmt::Display for $named {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $named {
            type Err = $crate::graph::name::UnknownName;

            fn from_str(text: &str) -> Result<$named, Self::Err> {
                let found = $named::ALL.into_iter().find(|named| named.name() == text);
                found.ok_or_else(|| $crate::graph::name::UnknownName {
                    expected: $named::ALL.map($named::name).to_vec(),
                    found: text.to_string(),
                })
            }
        }
    };
}

pub(crate) use display_and_parse_by_name;

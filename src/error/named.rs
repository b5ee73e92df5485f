//! Enums whose variants have names, for recipes and options.

/// Implements `Display` and `FromStr` for an enum with `ALL` and `name()`. `Error` must
/// be in scope.
macro_rules! display_and_parse_by_name {
    ($named:ident) => {
        impl std::fmt::Display for $named {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $named {
            type Err = Error;

            fn from_str(text: &str) -> std::result::Result<$named, Error> {
                let found = $named::ALL.into_iter().find(|named| named.name() == text);
                found.ok_or_else(|| {
                    let names = $named::ALL.map($named::name).join(", ");
                    let expected = format!("one of {names}");
                    Error::mismatch("", expected, format!("`{text}`"))
                })
            }
        }
    };
}

pub(crate) use display_and_parse_by_name;

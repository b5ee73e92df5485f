//! Fields of CSV.

use std::borrow::Cow;

/// A text as a field: in quotes if it has a character that means something in CSV.
pub(crate) fn csv_field(text: &str) -> Cow<'_, str> {
    match text.contains(['"', ',', '\n', '\r']) {
        true => Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))),
        false => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::csv_field;

    #[test]
    fn signs_of_csv_are_quoted() {
        assert_eq!(csv_field("CARE"), "CARE");
        assert_eq!(csv_field("a \"b\", c"), "\"a \"\"b\"\", c\"");
    }
}

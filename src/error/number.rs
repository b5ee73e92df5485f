//! Formats numbers for messages.

/// Formats a number with its digits in groups of three: "1,234".
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun, given in the plural: "1 word", "2 words".
pub fn counted(count: u64, nouns: &str) -> String {
    let noun = match (count, nouns.strip_suffix("ies")) {
        (1, Some(stem)) => return format!("1 {stem}y"),
        (1, None) => nouns.strip_suffix('s').unwrap_or(nouns),
        _ => nouns,
    };
    format!("{} {noun}", grouped(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_many() {
        for (count, nouns, expected) in [
            (1, "leaves", "1 leave"),
            (1, "files", "1 file"),
            (1, "entries", "1 entry"),
            (1_000, "words", "1,000 words"),
            (0, "games", "0 games"),
            (1_234_567, "entries", "1,234,567 entries"),
        ] {
            assert_eq!(counted(count, nouns), expected);
        }
    }
}

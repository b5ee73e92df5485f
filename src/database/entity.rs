//! Characters by their HTML names, as in old definitions: `{eacute}`.

use unicode_normalization::UnicodeNormalization;

/// Names of accents, with the combining character for each.
const ACCENTS: [(&str, char); 9] = [
    ("grave", '\u{300}'),
    ("acute", '\u{301}'),
    ("circ", '\u{302}'),
    ("tilde", '\u{303}'),
    ("macr", '\u{304}'),
    ("uml", '\u{308}'),
    ("ring", '\u{30a}'),
    ("caron", '\u{30c}'),
    ("cedil", '\u{327}'),
];

/// Names other than a letter with an accent, each with its character.
const OTHERS: &str = "\
    AElig=Æ ETH=Ð OElig=Œ Oslash=Ø THORN=Þ aelig=æ amp=& apos=' bull=• cent=¢ copy=© deg=° \
    eth=ð euro=€ gt=> hellip=… ldquo=“ lsquo=‘ lt=< mdash=— micro=µ middot=· ndash=– oelig=œ \
    oslash=ø pound=£ quot=\" rdquo=” rsquo=’ szlig=ß thorn=þ times=×";

/// The character of a name; `None` if the name is unknown.
pub(crate) fn entity(name: &str) -> Option<char> {
    let mut others = OTHERS.split(' ').filter_map(|other| other.split_once('='));
    if let Some((_, character)) = others.find(|(other, _)| *other == name) {
        return character.chars().next();
    }
    let mut letters = name.chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    let accent = ACCENTS
        .iter()
        .find(|(accent, _)| *accent == letters.as_str());
    let mut composed = [letter, accent?.1].into_iter().nfc();
    // A pair that does not compose to a single character is not an entity.
    composed.next().filter(|_| composed.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::entity;

    #[test]
    fn letters_with_accents_and_signs() {
        for (name, expected) in [
            ("eacute", Some('é')),
            ("Auml", Some('Ä')),
            ("ntilde", Some('ñ')),
            ("ccedil", Some('ç')),
            ("aring", Some('å')),
            ("ldquo", Some('“')),
            ("Oslash", Some('Ø')),
            ("qacute", None),
            ("acute", None),
            ("word", None),
            ("", None),
        ] {
            assert_eq!(entity(name), expected, "{name}");
        }
    }
}

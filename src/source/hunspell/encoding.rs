//! The encodings of dictionaries: UTF-8, and those that have one byte for a character.
//!
//! The names are those of Hunspell's `SET` line. The tables have what follows ASCII:
//! 128 characters of a code page, or the last 96 of an ISO 8859 part. Arabic, Hebrew,
//! Thai and Devanagari encodings are left out: wordmill has no ruleset for them.

use std::borrow::Cow;

/// How the bytes of words are to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    /// The characters of the bytes from 0x80 on.
    Bytes(Box<[char]>),
}

/// The encoding of files that do not name one.
pub(crate) const DEFAULT: &str = "ISO8859-1";

/// The character of a byte that the encoding does not define: none of any alphabet.
const UNDEFINED: char = '\u{fffd}';

impl Encoding {
    /// The encoding of a name, such as `ISO8859-2`, `KOI8-R` or `microsoft-cp1251`.
    pub(crate) fn named(name: &str) -> Option<Encoding> {
        let lower = name.to_ascii_lowercase().replace('_', "-");
        let plain = lower.strip_prefix("microsoft-").unwrap_or(&lower);
        let plain = plain
            .replace("iso-8859", "iso8859")
            .replace("windows-", "cp");
        if plain == "utf-8" || plain == "utf8" {
            return Some(Encoding::Utf8);
        }
        if plain == "iso8859-1" {
            return Some(Encoding::Bytes(('\u{80}'..='\u{ff}').collect()));
        }
        let (_, table) = TABLES.iter().find(|(name, _)| *name == plain)?;
        let controls = ('\u{80}'..='\u{9f}').take(128 - table.chars().count());
        Some(Encoding::Bytes(controls.chain(table.chars()).collect()))
    }

    /// Decodes a text. Only UTF-8 can be wrong.
    pub(crate) fn decode<'t>(&self, bytes: &'t [u8]) -> Result<Cow<'t, str>, std::str::Utf8Error> {
        match self {
            Encoding::Bytes(table) if !bytes.is_ascii() => {
                let character = |&byte: &u8| match byte.checked_sub(0x80) {
                    None => char::from(byte),
                    Some(at) => table.get(usize::from(at)).copied().unwrap_or(UNDEFINED),
                };
                Ok(bytes.iter().map(character).collect())
            }
            _ => std::str::from_utf8(bytes).map(Cow::Borrowed),
        }
    }
}

const TABLES: [(&str, &str); 18] = [
    (
        "iso8859-2",
        "\u{a0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{ad}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
         ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
         ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        "iso8859-3",
        "\u{a0}Ħ˘£¤\u{fffd}Ĥ§¨İŞĞĴ\u{ad}\u{fffd}Ż°ħ²³´µĥ·¸ışğĵ½\u{fffd}ż\
         ÀÁÂ\u{fffd}ÄĊĈÇÈÉÊËÌÍÎÏ\u{fffd}ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜß\
         àáâ\u{fffd}äċĉçèéêëìíîï\u{fffd}ñòóôġö÷ĝùúûüŭŝ˙",
    ),
    (
        "iso8859-4",
        "\u{a0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{ad}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋ\
         ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪß\
         āáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙",
    ),
    (
        "iso8859-5",
        "\u{a0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{ad}ЎЏАБВГДЕЖЗИЙКЛМНОП\
         РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
         рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ",
    ),
    (
        "iso8859-7",
        "\u{a0}‘’£€₯¦§¨©ͺ«¬\u{ad}\u{fffd}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
         ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{fffd}ΣΤΥΦΧΨΩΪΫάέήί\
         ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{fffd}",
    ),
    (
        "iso8859-9",
        "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
         àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
    ),
    (
        "iso8859-10",
        "\u{a0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{ad}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋ\
         ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß\
         āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ",
    ),
    (
        "iso8859-13",
        "\u{a0}”¢£¤„¦§Ø©Ŗ«¬\u{ad}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æ\
         ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
         ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž’",
    ),
    (
        "iso8859-14",
        "\u{a0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{ad}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡ\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶß\
         àáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ",
    ),
    (
        "iso8859-15",
        "\u{a0}¡¢£€¥Š§š©ª«¬\u{ad}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
         àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    (
        "koi8-r",
        "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷\
         ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
         юабцдефгхийклмнопярстужвьызшэщчъ\
         ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ),
    (
        "koi8-u",
        "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷\
         ═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©\
         юабцдефгхийклмнопярстужвьызшэщчъ\
         ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ),
    (
        "cp1250",
        "€\u{fffd}‚\u{fffd}„…†‡\u{fffd}‰Š‹ŚŤŽŹ\u{fffd}‘’“”•–—\u{fffd}™š›śťžź\
         \u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
         ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
         ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        "cp1251",
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\
         \u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
         АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
         абвгдежзийклмнопрстуфхцчшщъыьэюя",
    ),
    (
        "cp1252",
        "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ\
         \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
         àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    (
        "cp1253",
        "€\u{fffd}‚ƒ„…†‡\u{fffd}‰\u{fffd}‹\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}‘’“”•–—\u{fffd}™\u{fffd}›\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
         \u{a0}΅Ά£¤¥¦§¨©\u{fffd}«¬\u{ad}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
         ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{fffd}ΣΤΥΦΧΨΩΪΫάέήί\
         ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{fffd}",
    ),
    (
        "cp1254",
        "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}\u{fffd}\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}\u{fffd}Ÿ\
         \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
         àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
    ),
    (
        "cp1257",
        "€\u{fffd}‚\u{fffd}„…†‡\u{fffd}‰\u{fffd}‹\u{fffd}¨ˇ¸\u{fffd}‘’“”•–—\u{fffd}™\u{fffd}›\u{fffd}¯˛\u{fffd}\
         \u{a0}\u{fffd}¢£¤\u{fffd}¦§Ø©Ŗ«¬\u{ad}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
         ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
         ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(name: &str, bytes: &[u8]) -> String {
        let encoding = Encoding::named(name).unwrap();
        encoding.decode(bytes).unwrap().into_owned()
    }

    #[test]
    fn words_of_all_encodings_are_decoded() {
        for (name, bytes, expected) in [
            ("UTF-8", "żółw".as_bytes(), "żółw"),
            ("ISO8859-1", b"gar\xe7on\x85", "garçon\u{85}"),
            ("ISO8859-2", b"\xbf\xf3\xb3w", "żółw"),
            ("ISO-8859-15", b"c\xbdur \xa4", "cœur €"),
            ("iso_8859-7", b"\xeb\xfc\xe3\xef\xf2", "λόγος"),
            ("KOI8-R", b"\xd3\xcc\xcf\xd7\xcf", "слово"),
            ("KOI8-U", b"\xa7\xd6\xc1", "їжа"),
            ("microsoft-cp1251", b"\xf1\xeb\xee\xe2\xee", "слово"),
            ("microsoft-cp1250", b"\x9elu\x9d", "žluť"),
            ("windows-1257", b"\xfeod\xfes", "žodžs"),
        ] {
            assert_eq!(decoded(name, bytes), expected, "{name}");
        }
        assert!(Encoding::Utf8.decode(b"a\xff").is_err());
        assert_eq!(Encoding::named("ISCII-DEVANAGARI"), None);
    }

    #[test]
    fn tables_have_a_character_for_each_byte() {
        for (name, _) in TABLES {
            let Some(Encoding::Bytes(table)) = Encoding::named(name) else {
                panic!("{name}");
            };
            assert_eq!(table.len(), 128, "{name}");
            let mut known: Vec<char> = table.to_vec();
            known.retain(|&c| c != UNDEFINED);
            known.sort_unstable();
            known.dedup();
            let undefined = table.iter().filter(|&&c| c == UNDEFINED).count();
            assert_eq!(known.len() + undefined, 128, "{name}");
        }
    }
}

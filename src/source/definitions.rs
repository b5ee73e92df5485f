//! Reads `.defs.tsv` files, which are made from word lists with definitions.

use crate::error::{Error, Problem, Result};
use crate::lexicon::Definitions;
use crate::limits::DEFINITION_BYTES;
use crate::source::definition::clean;
use crate::source::lines::{Place, as_text, shorten, split_line};
use crate::tiles::Alphabet;

/// Reads a `.defs.tsv` file in exactly the form in which it is written: words as the
/// alphabet spells them, sorted, each once; a tab; a definition as
/// [`ListReader`](crate::source::ListReader) makes it. Returns the first fault as the
/// error, which calls the file `path`.
pub fn read_definitions(path: &str, text: &[u8], alphabet: &Alphabet) -> Result<Definitions> {
    let mut definitions = Definitions::default();
    let mut before = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive(|&b| b == b'\n')) {
        let place = Place::new(path, number, split_line(line).0);
        let mismatch = |column: usize, expected: &str, found: &str| {
            let found = format!("`{}`", shorten(found));
            Error::from(place.at(column, 1, Problem::mismatch(expected, found)))
        };
        let Some(line) = line.strip_suffix(b"\n") else {
            let problem = Problem::mismatch("a line that ends in LF", "the end of the file");
            return Err(place.at(0, 1, problem).into());
        };
        let line = as_text(line).map_err(|e| place.at(e.column, 1, e.problem()))?;
        let Some((spelled, definition)) = line.split_once('\t') else {
            return Err(mismatch(0, "a word, a tab and a definition", line));
        };
        let word = alphabet.read_word(spelled).map_err(|unknown| {
            let message = format!("{unknown} in `{}`", shorten(spelled));
            place.at(unknown.column, unknown.width, message)
        })?;
        if word.is_empty() || alphabet.word_text(&word) != spelled {
            let expected = match word.is_empty() {
                true => "a word".to_string(),
                false => format!("`{}`", alphabet.word_text(&word)),
            };
            return Err(mismatch(0, &expected, spelled));
        }
        if word <= before {
            let expected = format!("a word after `{}`", alphabet.word_text(&before));
            return Err(mismatch(0, &expected, spelled));
        }
        let column = spelled.chars().count() + 1;
        if definition.is_empty() || clean(definition) != definition {
            let expected = "a definition without tabs, runs of spaces and what can't be seen";
            return Err(mismatch(column, expected, definition));
        }
        if definition.len() > DEFINITION_BYTES {
            let expected = format!("a definition of at most {DEFINITION_BYTES} bytes");
            return Err(mismatch(column, &expected, definition));
        }
        definitions.append(&word, definition)?;
        before = word;
    }
    Ok(definitions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::source::keep::Keep;
    use crate::source::list::ListReader;
    use crate::source::options::{LengthBounds, ListOptions, Outside};
    use crate::source::stats::ListStats;

    fn ruleset(name: &str) -> Ruleset {
        Ruleset::builtin(name).unwrap()
    }

    fn read(list: &str, options: &ListOptions) -> Result<(String, u64, ListStats)> {
        let english = ruleset("english");
        let mut reader = ListReader::for_definitions(&english);
        let stats = reader.read("l.txt", list.as_bytes(), options)?;
        let (definitions, joined) = reader.finish_definitions()?;
        Ok((definitions.to_tsv(english.alphabet()), joined, stats))
    }

    #[test]
    fn the_rest_of_the_line_is_the_definition() {
        let list = "\u{feff}# a comment\r\ncare  to look\tafter \r\nACE\n\nCAR a cage\ncar\nCar a vehicle\nCAR a cage\n";
        let (tsv, joined, stats) = read(list, &ListOptions::default()).unwrap();
        assert_eq!(tsv, "CAR\ta cage / a vehicle\nCARE\tto look after\n");
        assert_eq!((joined, stats.words), (1, 6));
    }

    #[test]
    fn columns_separators_and_what_is_kept() {
        let options = ListOptions {
            column: 2,
            separator: Some(','),
            ..ListOptions::default()
        };
        let (tsv, ..) = read("1,car,a, b\n2,ace\n3,at ,x\n", &options).unwrap();
        assert_eq!(tsv, "AT\tx\nCAR\ta, b\n");
        let lower = Keep::new(|line| line.bytes().all(|b| b.is_ascii_lowercase()));
        let length = LengthBounds::new(2, 3).with_outside(Outside::Drop);
        let options = ListOptions {
            keep: Some(lower),
            length,
            ..ListOptions::default()
        };
        let (tsv, _, stats) = read("car A Vehicle\nZoe a name\ncare x\n", &options).unwrap();
        assert_eq!(tsv, "CAR\tA Vehicle\n");
        assert_eq!((stats.not_kept, stats.dropped_by_length), (1, 1));
    }

    #[test]
    fn faults_name_their_place() {
        let long = format!("CAR {}\nCAF\u{c9} x\n", "x".repeat(DEFINITION_BYTES + 1));
        let error = read(&long, &ListOptions::default())
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("l.txt:1:5: expected a definition of at most 16384 bytes, found 16385"),
            "{error}"
        );
        assert!(error.contains("l.txt:2:4: unknown tile"), "{error}");
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (name, list) in [
            ("english", "CAR é\u{301} x\nACE <b>&\n"),
            ("spanish", "PE[RR]O dog\n[CH]A tea\nCA[LL]E street\n"),
            ("catalan", "COL·LEGI school\n"),
            ("polish", "ŻÓŁĆ bile\n"),
        ] {
            let ruleset = ruleset(name);
            let alphabet = ruleset.alphabet();
            let mut reader = ListReader::for_definitions(&ruleset);
            let options = ListOptions::default();
            reader.read("l.txt", list.as_bytes(), &options).unwrap();
            let (definitions, _) = reader.finish_definitions().unwrap();
            assert_eq!(definitions.len(), list.lines().count(), "{name}");
            let tsv = definitions.to_tsv(alphabet);
            let back = read_definitions("x", tsv.as_bytes(), alphabet).unwrap();
            assert_eq!(back, definitions, "{name}");
        }
    }

    #[test]
    fn the_file_is_read_strictly() {
        let english = ruleset("english");
        for (text, expected) in [
            (
                "CAR\tx",
                "x:1:1: expected a line that ends in LF, found the end of the file",
            ),
            (
                "CAR x\n",
                "x:1:1: expected a word, a tab and a definition, found `CAR x`",
            ),
            ("car\tx\n", "x:1:1: expected `CAR`, found `car`"),
            ("\tx\n", "x:1:1: expected a word, found ``"),
            ("CA7\tx\n", "x:1:3: unknown tile `7` in `CA7`"),
            (
                "CAR\tx\nACE\ty\n",
                "x:2:1: expected a word after `CAR`, found `ACE`",
            ),
            (
                "CAR\tx\nCAR\ty\n",
                "x:2:1: expected a word after `CAR`, found `CAR`",
            ),
            ("# CAR\tx\n", "x:1:1: unknown tile `#` in `# CAR`"),
            (
                "CAR\tx\r\n",
                "x:1:5: expected a definition without tabs, runs of spaces and what can't be seen, found `x\\r`",
            ),
            (
                "CAR\t\n",
                "x:1:5: expected a definition without tabs, runs of spaces and what can't be seen, found ``",
            ),
        ] {
            let error = read_definitions("x", text.as_bytes(), english.alphabet()).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text:?}");
        }
        let error = read_definitions("x", b"CAR\t\xff\n", english.alphabet()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "x:1:5: expected UTF-8, found the byte 0xff"
        );
        assert!(
            read_definitions("x", b"", english.alphabet())
                .unwrap()
                .is_empty()
        );
    }
}

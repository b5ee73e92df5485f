//! Letter distributions in CSV, as other engines use them.
//!
//! There are two forms: `tile,count,score,vowel` and `UPPER,lower,count,score,vowel`.
//! There is one row for each tile in the order of the tile numbers, with the blank as
//! `?`. A header is skipped. A distribution does not define a board.

use crate::error::{Diagnostic, Error, Problem, Result, shown};
use crate::ruleset::rules::{Ruleset, TileFacts};
use crate::text;
use crate::tiles::{BLANK_SIGN, Letter};

impl Ruleset {
    /// Reads a letter distribution; `name` becomes the ruleset's name. Everything that
    /// a distribution does not define has the default of the
    /// [builder](crate::ruleset::RulesetBuilder).
    pub fn from_distribution(path: &str, name: &str, text: &str) -> Result<Ruleset> {
        text::check(path, text.as_bytes())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let fault = |line: u64, problem: Problem| {
            let fault = Diagnostic::new(path, problem).at_line(line);
            Error::from(fault.with_snippet_from(text, usize::MAX))
        };
        let mut builder = Ruleset::builder(name);
        let mut lines = Vec::new();
        let mut blanks = None;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut record = csv::StringRecord::new();
        loop {
            let read = reader.read_record(&mut record);
            // The position before a row does not include the comments above it.
            let end = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
            let before = text.get(..end).unwrap_or(text);
            let line = before.trim_end().lines().count() as u64;
            match read {
                Ok(true) => {}
                Ok(false) => break,
                Err(e) => {
                    let problem = format!("expected a row of a letter distribution: {e}");
                    return Err(fault(line, problem.into()));
                }
            }
            if record.iter().eq([""]) {
                continue; // a line of white space
            }
            let fields: Vec<&str> = record.iter().collect();
            let (label, blank_label, numbers) = match fields[..] {
                [label, count, score, vowel] => (label, None, [count, score, vowel]),
                [label, blank, count, score, vowel] => (label, Some(blank), [count, score, vowel]),
                _ => {
                    let expected = "`tile,count,score,vowel` or `UPPER,lower,count,score,vowel`";
                    let found = format!("{} fields", fields.len());
                    return Err(fault(line, Problem::mismatch(expected, found)));
                }
            };
            if lines.is_empty() && numbers[0].eq_ignore_ascii_case("count") {
                continue;
            }
            let facts = read_facts(label, numbers).map_err(|problem| fault(line, problem))?;
            if label != BLANK_SIGN {
                let mut letter = Letter::new(label);
                if let Some(label) = blank_label {
                    letter.blank_label = label.to_string();
                }
                builder = builder.letter(letter, facts);
                lines.push(line);
            } else if facts.points != 0 {
                let problem = Problem::mismatch("0", facts.points);
                return Err(fault(line, problem.of("score of the blank")));
            } else if blanks.replace(facts.count).is_some() {
                return Err(fault(line, "a second row for the blank `?`".into()));
            }
        }
        let Some(blanks) = blanks else {
            let problem = "no row for the blank `?`; if the game has none, add `?,0,0,0`";
            return Err(Error::input(path, problem));
        };
        builder.blanks(blanks).build().map_err(|cause| {
            let problem = cause.problem.clone();
            let error = match cause.letter {
                Some(i) => fault(lines[i], problem),
                None => Error::input(path, problem),
            };
            error.caused_by(cause)
        })
    }
}

/// Reads the numbers of a row.
fn read_facts(label: &str, [count, score, vowel]: [&str; 3]) -> Result<TileFacts, Problem> {
    let fault = |what: &str, expected: &str, found: &str| {
        let subject = format!("{what} of `{}`", shown(label));
        Problem::mismatch(expected, format!("`{}`", shown(found))).of(subject)
    };
    let number = |what: &str, text: &str| {
        let number = text.parse::<u8>();
        number.map_err(|_| fault(what, "a number from 0 to 255", text))
    };
    Ok(TileFacts {
        vowel: match vowel {
            "0" => false,
            "1" => true,
            other => return Err(fault("vowel flag", "0 or 1", other)),
        },
        count: number("count", count)?,
        points: number("score", score)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_give_the_same_ruleset() {
        let short = "?,2,0,0\nA,9,1,1\nÑ,3,2,0\n[CH],1,5,0\n";
        let long = "\u{feff}letter,lower,count,score,vowel\r\n?,?,2,0,0\r\nA,a,9,1,1\r\nÑ,ñ,3,2,0\r\n[CH],[ch],1,5,0\r\n";
        let a = Ruleset::from_distribution("a.csv", "x", short).unwrap();
        let b = Ruleset::from_distribution("b.csv", "x", long).unwrap();
        assert_eq!(a.digest().unwrap(), b.digest().unwrap());
        assert_eq!(a.bag_size(), 15);
        assert_eq!(a.board().rows(), 15);
        assert_eq!(a.alphabet().read_word("ña[ch]").unwrap(), [2, 1, 3]);
    }

    #[test]
    fn faults_name_the_line() {
        for (text, fault) in [
            (
                "?,2,0,0\nA,9,1,10\n",
                "l.csv:2: vowel flag of `A`: expected 0 or 1, found `10`",
            ),
            (
                "?,2,0,0\nA,9,1,1\nB,2,2,0\nA,1,1,1\n",
                "l.csv:4: `A` stands for `A` and for `A`",
            ),
            (
                "?,2,0,0\n# c\n\n# c\nA,9,1,1\nA,9,1,1\n",
                "l.csv:6: `A` stands for `A` and for `A`",
            ),
            (
                "?,2,0,0\nA,300,1,1\n",
                "l.csv:2: count of `A`: expected a number from 0 to 255, found `300`",
            ),
            (
                "# c\n \n?,2,0,0\n# c\n\nA,\"x\",1,1",
                "l.csv:6: count of `A`: expected a number from 0 to 255, found `x`",
            ),
            (
                "?,2,0,0\nA,9\n",
                "l.csv:2: expected `tile,count,score,vowel` or `UPPER,lower,count,score,vowel`, found 2 fields",
            ),
            (
                "?,2,1,0\n",
                "l.csv:1: score of the blank: expected 0, found 1",
            ),
            (
                "?,2,0,0\n?,2,0,0\n",
                "l.csv:2: a second row for the blank `?`",
            ),
            (
                "A,9,1,1\n",
                "l.csv: no row for the blank `?`; if the game has none, add `?,0,0,0`",
            ),
            ("?,2,0,0\n", "l.csv: expected 1 to 63 letters, found 0"),
        ] {
            let read = Ruleset::from_distribution("l.csv", "l", text);
            assert_eq!(read.unwrap_err().to_string(), fault);
        }
    }
}

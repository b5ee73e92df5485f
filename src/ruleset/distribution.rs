//! Letter distributions in CSV, as other engines keep them.
//!
//! Two forms: `tile,count,score,vowel` and `UPPER,lower,count,score,vowel`, one
//! row a tile in the order of the tile numbers, the blank as `?`, no header
//! (one is skipped if it is there). They do not say what board is played on.

use crate::error::{Diagnostic, Error, ErrorKind, Result};
use crate::ruleset::{Parts, Ruleset, TileFacts, yaml};
use crate::tiles::{BLANK_SIGN, Letter};
use std::str::FromStr;

const RACK_SIZE: u8 = 7;
const BONUS: u16 = 50;
const EXCHANGE_LIMIT: u16 = 7;

/// One row, whichever the form.
struct Row<'a> {
    label: &'a str,
    blank_label: Option<&'a str>,
    count: &'a str,
    score: &'a str,
    vowel: &'a str,
}

pub(crate) fn read(path: &str, name: &str, text: &str) -> Result<Ruleset> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fault = |line: u64, message: String| {
        let fault = Diagnostic::new(path, message).at_line(line);
        Error::new(ErrorKind::Input, fault.with_snippet_from(text, usize::MAX))
    };
    let mut letters: Vec<(Letter, TileFacts)> = Vec::new();
    let mut lines: Vec<u64> = Vec::new();
    let mut blanks = None;
    let mut first = true;
    // Line by line, so that each row knows its line whatever stands between.
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let record = read_row(text).map_err(|message| fault(line, message))?;
        let row = split(&record).map_err(|message| fault(line, message))?;
        if std::mem::take(&mut first) && row.count.eq_ignore_ascii_case("count") {
            continue;
        }
        let facts = facts(&row).map_err(|message| fault(line, message))?;
        if row.label == BLANK_SIGN {
            if facts.points != 0 {
                let message = format!("score of the blank: expected 0, found {}", facts.points);
                return Err(fault(line, message));
            }
            if blanks.replace(facts.count).is_some() {
                return Err(fault(line, "a second row for the blank `?`".into()));
            }
            continue;
        }
        let mut letter = Letter::new(row.label);
        if let Some(blank_label) = row.blank_label {
            letter.blank_label = blank_label.to_string();
        }
        letters.push((letter, facts));
        lines.push(line);
    }
    let blanks = blanks.ok_or_else(|| {
        Error::input(
            path,
            "no row for the blank `?`; if the game has none, add `?,0,0,0`",
        )
    })?;
    let parts = Parts {
        name: name.to_string(),
        letters,
        blanks,
        board: yaml::standard_board()?,
        rack_size: RACK_SIZE,
        bonus: BONUS,
        exchange_limit: EXCHANGE_LIMIT,
    };
    Ruleset::assemble(parts, |letter, message| match letter {
        Some(i) => fault(lines[i], message),
        None => Error::input(path, message),
    })
}

fn read_row(text: &str) -> Result<csv::StringRecord, String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let read = reader.read_record(&mut record);
    read.map_err(|e| format!("expected a row of a letter distribution: {e}"))?;
    Ok(record)
}

fn split(record: &csv::StringRecord) -> Result<Row<'_>, String> {
    let fields: Vec<&str> = record.iter().collect();
    match fields[..] {
        [label, count, score, vowel] => Ok(Row {
            label,
            blank_label: None,
            count,
            score,
            vowel,
        }),
        [label, blank_label, count, score, vowel] => Ok(Row {
            label,
            blank_label: Some(blank_label),
            count,
            score,
            vowel,
        }),
        _ => Err(format!(
            "expected `tile,count,score,vowel` or `UPPER,lower,count,score,vowel`, found {} fields",
            fields.len()
        )),
    }
}

fn facts(row: &Row<'_>) -> Result<TileFacts, String> {
    let vowel = match row.vowel {
        "0" => false,
        "1" => true,
        other => {
            return Err(format!(
                "vowel flag of `{}`: expected 0 or 1, found `{other}`",
                row.label
            ));
        }
    };
    Ok(TileFacts {
        count: number("count", row.label, row.count)?,
        points: number("score", row.label, row.score)?,
        vowel,
    })
}

fn number<T: FromStr>(what: &str, label: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| {
        format!("{what} of `{label}`: expected a number from 0 to 255, found `{text}`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read("l.csv", "l", text).unwrap_err().to_string()
    }

    #[test]
    fn both_forms_give_the_same_ruleset() {
        let short = "?,2,0,0\nA,9,1,1\nÑ,3,2,0\n[CH],1,5,0\n";
        let long = "\u{feff}letter,lower,count,score,vowel\r\n?,?,2,0,0\r\nA,a,9,1,1\r\nÑ,ñ,3,2,0\r\n[CH],[ch],1,5,0\r\n";
        let a = read("a.csv", "x", short).unwrap();
        let b = read("b.csv", "x", long).unwrap();
        assert_eq!(a.digest().unwrap(), b.digest().unwrap());
        assert_eq!(a.bag_size(), 15);
        assert_eq!(a.board().rows(), 15);
        assert_eq!(a.alphabet().read_word("ña[ch]").unwrap(), [2, 1, 3]);
    }

    #[test]
    fn lint_names_the_line() {
        assert_eq!(
            error("?,2,0,0\nA,9,1,10\n"),
            "l.csv:2: vowel flag of `A`: expected 0 or 1, found `10`"
        );
        assert_eq!(
            error("?,2,0,0\nA,9,1,1\nB,2,2,0\nA,1,1,1\n"),
            "l.csv:4: `A` stands for `A` and for `A`"
        );
        assert_eq!(
            error("?,2,0,0\n# c\n\n# c\nA,9,1,1\nA,9,1,1\n"),
            "l.csv:6: `A` stands for `A` and for `A`"
        );
        assert_eq!(
            error("?,2,0,0\nA,300,1,1\n"),
            "l.csv:2: count of `A`: expected a number from 0 to 255, found `300`"
        );
        assert_eq!(
            error("?,2,0,0\nA,9\n"),
            "l.csv:2: expected `tile,count,score,vowel` or `UPPER,lower,count,score,vowel`, found 2 fields"
        );
        assert_eq!(
            error("?,2,1,0\n"),
            "l.csv:1: score of the blank: expected 0, found 1"
        );
        assert_eq!(
            error("?,2,0,0\n?,2,0,0\n"),
            "l.csv:2: a second row for the blank `?`"
        );
        assert!(error("A,9,1,1\n").contains("no row for the blank"));
        assert!(error("?,2,0,0\n").contains("expected 1 to 63 letters, found 0"));
    }
}

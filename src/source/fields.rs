//! The two fields of a line of CSV.
//!
//! Leaves and numbers have neither quotes nor line breaks within, so that a
//! line is a row, and quotes need no escapes.

use crate::source::lines::shorten;

/// What is wrong with a row, and where.
pub(crate) struct Fault {
    /// The byte of the line where the field at fault begins.
    pub(crate) at: usize,
    /// How many characters of it come before the fault.
    pub(crate) characters: usize,
    /// How many characters are at fault.
    pub(crate) width: usize,
    pub(crate) message: String,
    /// Whether it is a letter that another alphabet may have.
    pub(crate) past_alphabet: bool,
}

impl Fault {
    /// A fault of all that follows in the line.
    pub(crate) fn at(at: usize, message: impl Into<String>) -> Fault {
        Fault {
            at,
            characters: 0,
            width: usize::MAX,
            message: message.into(),
            past_alphabet: false,
        }
    }

    /// A fault of a field.
    pub(crate) fn of(field: Field<'_>, message: impl Into<String>) -> Fault {
        Fault {
            width: field.text.chars().count(),
            ..Fault::at(field.at, message)
        }
    }
}

/// A field of a line, without quotes and white space around it.
#[derive(Clone, Copy)]
pub(crate) struct Field<'l> {
    /// The byte of the line where it begins.
    pub(crate) at: usize,
    pub(crate) text: &'l str,
}

/// Splits a line into its two fields.
pub(crate) fn split(line: &str) -> Result<(Field<'_>, Field<'_>), Fault> {
    let (leave, next) = field(line, 0)?;
    if let Some(next) = next {
        let (value, next) = field(line, next)?;
        if next.is_none() {
            return Ok((leave, value));
        }
    }
    let mut fields = 1;
    let mut next = next;
    while let Some(at) = next {
        fields += 1;
        (_, next) = field(line, at)?;
    }
    let s = if fields == 1 { "" } else { "s" };
    Err(Fault::at(
        0,
        format!(
            "expected `leave,value`, found {fields} field{s}{}",
            wrong_separator(line)
        ),
    ))
}

/// What to do about a text that has another separator than a comma.
pub(crate) fn wrong_separator(text: &str) -> &'static str {
    match text.find([';', '\t']).map(|at| text.as_bytes()[at]) {
        Some(b';') => "; fields are separated by `,`, not `;`",
        Some(_) => "; fields are separated by `,`, not by tabs",
        None => "",
    }
}

/// The field that begins at a byte of a line, and where the next one begins.
fn field(line: &str, from: usize) -> Result<(Field<'_>, Option<usize>), Fault> {
    let rest = line[from..].trim_start();
    let start = line.len() - rest.len();
    if rest.starts_with('"') {
        return quoted_field(line, start);
    }
    let end = rest.find(',').map(|i| start + i);
    let text = line[start..end.unwrap_or(line.len())].trim_end();
    Ok((Field { at: start, text }, end.map(|i| i + 1)))
}

/// A field in quotes. Neither a leave nor a number has a quote within.
fn quoted_field(line: &str, quote: usize) -> Result<(Field<'_>, Option<usize>), Fault> {
    let inner = &line[quote + 1..];
    let Some(end) = inner.find('"') else {
        return Err(Fault::at(
            quote,
            "expected a closing quote in the same line, found none",
        ));
    };
    let text = inner[..end].trim_start();
    let at = quote + 1 + (end - text.len());
    let rest = inner[end + 1..].trim_start();
    let after = line.len() - rest.len();
    let next = match rest.chars().next() {
        None => None,
        Some(',') => Some(after + 1),
        Some(_) => {
            return Err(Fault::at(
                after,
                format!(
                    "expected `,` after a closing quote, found `{}`",
                    shorten(rest)
                ),
            ));
        }
    };
    let text = text.trim_end();
    Ok((Field { at, text }, next))
}

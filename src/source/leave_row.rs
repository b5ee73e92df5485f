//! Reads any row of a leave table: two fields of CSV, a leave and its value.
//!
//! Leaves and numbers have neither quotes nor line breaks in them. So a line is a
//! row, and quotes need no escapes.

use crate::error::{Diagnostic, Problem, Result};
use crate::lexicon::ValueFormat;
use crate::ruleset::{ImpossibleLeave, MAX_LEAVE, Ruleset};
use crate::source::lines::{Place, as_text, shorten};
use crate::source::options::LeaveOptions;
use crate::tiles::Tile;

/// What is wrong with a row.
type Fault = Box<Diagnostic>;

/// A row as it is written. Its tiles are with the reader.
pub(crate) struct Row<'l> {
    pub(crate) leave: &'l str,
    /// The number of characters before the leave.
    pub(crate) column: usize,
    pub(crate) value: f32,
}

/// Reads rows one after the other.
#[derive(Clone)]
pub(crate) struct RowReader<'r> {
    ruleset: &'r Ruleset,
    options: LeaveOptions,
    /// Whether the next row may be a header.
    pub(crate) first: bool,
    /// The leave of the last row read, sorted.
    pub(crate) tiles: Vec<Tile>,
}

impl<'r> RowReader<'r> {
    pub(crate) fn new(ruleset: &'r Ruleset, options: LeaveOptions) -> Self {
        RowReader {
            ruleset,
            options,
            first: true,
            tiles: Vec::new(),
        }
    }

    /// Reads the line at a place. Returns none for a comment, a blank line or the
    /// header. The tiles of the leave go to `self.tiles`.
    pub(crate) fn read<'l>(&mut self, place: &Place<'l>) -> Result<Option<Row<'l>>, Fault> {
        let text = as_text(place.text).map_err(|e| place.at(e.column, 1, e.problem()))?;
        let line = Line { place, text };
        let start = text.trim_start();
        if start.is_empty() || start.starts_with('#') {
            return Ok(None);
        }
        let first = std::mem::replace(&mut self.first, false);
        let (leave, value) = line.fields()?;
        if first && value.text.eq_ignore_ascii_case("value") {
            return Ok(None);
        }
        self.read_leave(&line, leave)?;
        match value.text.parse::<f32>() {
            Ok(number) if self.options.values.holds(number) => Ok(Some(Row {
                leave: leave.text,
                column: line.column(leave.at),
                value: number,
            })),
            parsed => {
                let found = match value.text {
                    "" => "nothing".to_string(),
                    text => format!("`{}`", shorten(text)),
                };
                // A number that is too large for a float is read as infinite.
                let is_number = parsed.is_ok() && value.text.contains(|c: char| c.is_ascii_digit());
                let expected = match is_number {
                    true => range_of(self.options.values),
                    false => "a finite number".to_string(),
                };
                let problem = Problem::mismatch(expected, found);
                let subject = format!("value of `{}`", shorten(leave.text));
                Err(line.fault_of(value, problem.of(subject)))
            }
        }
    }

    fn read_leave(&mut self, line: &Line<'_, '_>, leave: Field<'_>) -> Result<(), Fault> {
        self.tiles.clear();
        let alphabet = self.ruleset.alphabet();
        if let Err(unknown) = alphabet.read_rack_into(leave.text, &mut self.tiles) {
            let message = format!("{unknown} in `{}`", shorten(leave.text));
            let column = line.column(leave.at) + unknown.column;
            let fault = line.place.at(column, unknown.width, message);
            let fault = fault.past_alphabet(unknown.is_letter());
            return Err(with_separator(fault, leave.text));
        }
        self.tiles.sort_unstable();
        self.check_possible()
            .map_err(|why| line.fault_of(leave, self.impossible(why, leave.text)))
    }

    fn check_possible(&self) -> Result<(), ImpossibleLeave> {
        let mut checked = self.ruleset.check_leave(&self.tiles);
        if let (Err(ImpossibleLeave::TooLong { found, .. }), true) =
            (checked, self.options.beyond_rack)
        {
            let most = MAX_LEAVE;
            checked = match found > most {
                true => Err(ImpossibleLeave::TooLong { most, found }),
                false => self.ruleset.check_dealt(&self.tiles),
            };
        }
        match checked {
            Err(ImpossibleLeave::TooMany { .. }) if self.options.beyond_bag => Ok(()),
            checked => checked,
        }
    }

    fn impossible(&self, why: ImpossibleLeave, leave: &str) -> Problem {
        let (expected, found) = match why {
            ImpossibleLeave::Empty => return Problem::mismatch("a leave", "nothing"),
            ImpossibleLeave::TooLong { most, found } => {
                let why = if most == MAX_LEAVE {
                    ""
                } else {
                    ", one fewer than a rack has"
                };
                (format!("at most {most} tiles{why}"), found)
            }
            ImpossibleLeave::TooMany { tile, most, found } => {
                let label = self.ruleset.alphabet().label(tile);
                let expected = format!("at most {most} of `{label}`, as many as the bag has");
                (expected, found)
            }
        };
        Problem::mismatch(expected, format!("{found} in `{}`", shorten(leave)))
    }
}

fn range_of(values: ValueFormat) -> String {
    let (least, greatest) = values.range();
    let range = match values {
        ValueFormat::F32 => format!("{least:e} to {greatest:e}"),
        // A 64-bit float prints all digits; a 32-bit float would round the bound.
        ValueFormat::I16 => format!("{} to {}", f64::from(least), f64::from(greatest)),
    };
    format!("{range}, the range of {values} values")
}

/// Adds the advice for a text that has another separator than a comma.
fn with_separator(mut fault: Diagnostic, text: &str) -> Fault {
    match text.find([';', '\t']).map(|at| text.as_bytes()[at]) {
        Some(b';') => fault.advise("fields are separated by `,`, not `;`"),
        Some(_) => fault.advise("fields are separated by `,`, not by tabs"),
        None => (),
    }
    Box::new(fault)
}

/// A field of a line, without quotes and white space around it.
#[derive(Clone, Copy)]
struct Field<'l> {
    /// The byte of the line where it begins.
    at: usize,
    text: &'l str,
}

/// A line of a table.
struct Line<'p, 'l> {
    place: &'p Place<'l>,
    text: &'l str,
}

impl<'l> Line<'_, 'l> {
    /// The number of characters before a byte.
    fn column(&self, at: usize) -> usize {
        self.text[..at].chars().count()
    }

    /// The fault of all that follows a byte.
    fn fault_at(&self, at: usize, problem: Problem) -> Fault {
        Box::new(self.place.at(self.column(at), usize::MAX, problem))
    }

    /// The fault of a field.
    fn fault_of(&self, field: Field<'_>, problem: Problem) -> Fault {
        let width = field.text.chars().count();
        Box::new(self.place.at(self.column(field.at), width, problem))
    }

    /// Splits the line into its two fields.
    fn fields(&self) -> Result<(Field<'l>, Field<'l>), Fault> {
        let (leave, mut next) = self.field(0)?;
        let mut value = leave;
        let mut fields = 1;
        while let Some(at) = next {
            let (field, after) = self.field(at)?;
            (value, next) = (field, after);
            fields += 1;
        }
        if fields == 2 {
            return Ok((leave, value));
        }
        let s = if fields == 1 { "" } else { "s" };
        let problem = Problem::mismatch("`leave,value`", format!("{fields} field{s}"));
        let fault = self.place.at(0, usize::MAX, problem);
        Err(with_separator(fault, self.text))
    }

    /// Returns the field that begins at a byte, and the beginning of the next one.
    fn field(&self, from: usize) -> Result<(Field<'l>, Option<usize>), Fault> {
        let rest = self.text[from..].trim_start();
        let start = self.text.len() - rest.len();
        if let Some(inner) = rest.strip_prefix('"') {
            return self.quoted_field(start, inner);
        }
        let end = rest.find(',').map(|i| start + i);
        let text = self.text[start..end.unwrap_or(self.text.len())].trim_end();
        Ok((Field { at: start, text }, end.map(|i| i + 1)))
    }

    /// Reads the field after the quote at a byte.
    fn quoted_field(
        &self,
        quote: usize,
        inner: &'l str,
    ) -> Result<(Field<'l>, Option<usize>), Fault> {
        let Some((text, rest)) = inner.split_once('"') else {
            let problem = Problem::mismatch("a closing quote in the same line", "none");
            return Err(self.fault_at(quote, problem));
        };
        let at = quote + 1 + (text.len() - text.trim_start().len());
        let text = text.trim();
        let field = Field { at, text };
        let rest = rest.trim_start();
        let after = self.text.len() - rest.len();
        match rest.chars().next() {
            None => Ok((field, None)),
            Some(',') => Ok((field, Some(after + 1))),
            Some(_) => {
                let found = format!("`{}`", shorten(rest));
                let problem = Problem::mismatch("`,` after a closing quote", found);
                Err(self.fault_at(after, problem))
            }
        }
    }
}

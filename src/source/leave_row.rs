//! Reads any row of a leave table: two CSV fields, a leave and its value.
//!
//! Leaves and numbers contain neither quotes nor line breaks. So a line is a row, and
//! quotes need no escapes.

use crate::error::{Diagnostic, Problem, Result, counted};
use crate::lexicon::ValueFormat;
use crate::ruleset::{ImpossibleLeave, MAX_LEAVE, Ruleset};
use crate::source::lines::{Place, as_text, shorten};
use crate::source::options::LeaveOptions;
use crate::tiles::Tile;

/// The fault of a row.
type Fault = Box<Diagnostic>;

/// A row as written. Its tiles are stored in the reader.
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

    /// Reads the line at a place. Returns `None` for a comment, a blank line or the
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
        if first && value.eq_ignore_ascii_case("value") {
            return Ok(None);
        }
        self.read_leave(&line, leave)?;
        match value.parse::<f32>() {
            Ok(number) if self.options.values.holds(number) => Ok(Some(Row {
                leave,
                column: line.column(leave),
                value: number,
            })),
            parsed => {
                let found = match value {
                    "" => "nothing".to_string(),
                    text => format!("`{}`", shorten(text)),
                };
                // A number too large for a float parses as infinite.
                let is_number = parsed.is_ok() && value.contains(|c: char| c.is_ascii_digit());
                let expected = match is_number {
                    true => range_of(self.options.values),
                    false => "a finite number".to_string(),
                };
                let problem = Problem::mismatch(expected, found);
                let subject = format!("value of `{}`", shorten(leave));
                Err(line.fault_of(value, problem.of(subject)))
            }
        }
    }

    fn read_leave(&mut self, line: &Line<'_, '_>, leave: &str) -> Result<(), Fault> {
        self.tiles.clear();
        let alphabet = self.ruleset.alphabet();
        if let Err(unknown) = alphabet.read_rack_into(leave, &mut self.tiles) {
            let message = format!("{unknown} in `{}`", shorten(leave));
            let column = line.column(leave) + unknown.column;
            let fault = line.place.at(column, unknown.width, message);
            let fault = fault.past_alphabet(unknown.is_letter());
            return Err(with_separator(fault, leave));
        }
        self.tiles.sort_unstable();
        self.check_possible()
            .map_err(|why| line.fault_of(leave, self.impossible(why, leave)))
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

/// Adds advice for a text that separates fields with another sign than a comma.
fn with_separator(mut fault: Diagnostic, text: &str) -> Fault {
    match text.find([';', '\t']).map(|at| text.as_bytes()[at]) {
        Some(b';') => fault.advise("fields are separated by `,`, not `;`"),
        Some(_) => fault.advise("fields are separated by `,`, not by tabs"),
        None => (),
    }
    Box::new(fault)
}

/// A line of a table. Its fields are slices of its text, without quotes and surrounding
/// white space.
struct Line<'p, 'l> {
    place: &'p Place<'l>,
    text: &'l str,
}

impl<'l> Line<'_, 'l> {
    /// The number of characters before a part of the text.
    fn column(&self, part: &str) -> usize {
        let before = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text[..before].chars().count()
    }

    /// Creates a fault for a part of the text and everything after it.
    fn fault_from(&self, part: &str, problem: Problem) -> Fault {
        Box::new(self.place.at(self.column(part), usize::MAX, problem))
    }

    /// Creates a fault for a field.
    fn fault_of(&self, field: &str, problem: Problem) -> Fault {
        let width = field.chars().count();
        Box::new(self.place.at(self.column(field), width, problem))
    }

    /// Splits the line into its two fields.
    fn fields(&self) -> Result<(&'l str, &'l str), Fault> {
        let mut fields = [""; 2];
        let mut count = 0;
        let mut next = Some(self.text);
        while let Some(rest) = next {
            let (field, after) = self.field(rest)?;
            if let Some(place) = fields.get_mut(count) {
                *place = field;
            }
            count += 1;
            next = after;
        }
        if count == 2 {
            return Ok((fields[0], fields[1]));
        }
        let found = counted(count as u64, "fields");
        let problem = Problem::mismatch("`leave,value`", found);
        let fault = self.place.at(0, usize::MAX, problem);
        Err(with_separator(fault, self.text))
    }

    /// Returns the first field of the rest of the line, and the text after its comma.
    fn field(&self, rest: &'l str) -> Result<(&'l str, Option<&'l str>), Fault> {
        let rest = rest.trim_start();
        let Some(inner) = rest.strip_prefix('"') else {
            let (field, after) = match rest.split_once(',') {
                Some((field, after)) => (field, Some(after)),
                None => (rest, None),
            };
            return Ok((field.trim_end(), after));
        };
        let Some((field, after)) = inner.split_once('"') else {
            let problem = Problem::mismatch("a closing quote in the same line", "none");
            return Err(self.fault_from(rest, problem));
        };
        // A field of only white space is reported at its end, as it is without quotes.
        let (field, after) = (field.trim_start().trim_end(), after.trim_start());
        let next = after.strip_prefix(',');
        if next.is_none() && !after.is_empty() {
            let found = format!("`{}`", shorten(after));
            let problem = Problem::mismatch("`,` after a closing quote", found);
            return Err(self.fault_from(after, problem));
        }
        Ok((field, next))
    }
}

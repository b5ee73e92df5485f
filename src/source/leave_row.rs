//! One row of a leave table: a leave, and its value.

use crate::error::Result;
use crate::lexicon::ValueFormat;
use crate::ruleset::{ImpossibleLeave, MAX_LEAVE, Ruleset};
use crate::source::fields::{Fault, Field, split, wrong_separator};
use crate::source::lines::shorten;
use crate::source::options::LeaveOptions;
use crate::tiles::Tile;

/// Reads rows one after the other.
#[derive(Clone)]
pub(crate) struct Reader<'r> {
    ruleset: &'r Ruleset,
    options: LeaveOptions,
    /// Whether the next row may be a header.
    pub(crate) first: bool,
    /// The leave of the last row read, sorted.
    pub(crate) tiles: Vec<Tile>,
}

impl<'r> Reader<'r> {
    pub(crate) fn new(ruleset: &'r Ruleset, options: LeaveOptions, first: bool) -> Self {
        Reader {
            ruleset,
            options,
            first,
            tiles: Vec::new(),
        }
    }

    /// Reads a line: its leave as written, and the value; nothing if it is not
    /// a row. The tiles of the leave are in `self.tiles`.
    pub(crate) fn read<'l>(&mut self, line: &'l str) -> Result<Option<(Field<'l>, f32)>, Fault> {
        if is_skipped(line) {
            return Ok(None);
        }
        let first = std::mem::replace(&mut self.first, false);
        let (leave, value) = split(line)?;
        if first && value.text.eq_ignore_ascii_case("value") {
            return Ok(None);
        }
        self.read_leave(leave)?;
        let expected = match value.text.parse::<f32>() {
            Ok(number) if self.options.values.holds(number) => return Ok(Some((leave, number))),
            // Digits that are too many for a float are read as one without end.
            Ok(_) if value.text.contains(|c: char| c.is_ascii_digit()) => {
                let (least, greatest) = self.options.values.range();
                let (least, greatest) = match self.options.values {
                    ValueFormat::F32 => (format!("{least:e}"), format!("{greatest:e}")),
                    // All digits: as a shorter f32 the bound would not be the bound.
                    ValueFormat::I16 => (
                        f64::from(least).to_string(),
                        f64::from(greatest).to_string(),
                    ),
                };
                let format = self.options.values;
                format!("{least} to {greatest}, the range of {format} values")
            }
            _ => "a finite number".to_string(),
        };
        Err(Fault::of(
            value,
            format!(
                "value of `{}`: expected {expected}, found {}",
                shorten(leave.text),
                found(value.text)
            ),
        ))
    }

    fn read_leave(&mut self, leave: Field<'_>) -> Result<(), Fault> {
        self.tiles.clear();
        let read = self
            .ruleset
            .alphabet()
            .read_rack_into(leave.text, &mut self.tiles);
        if let Err(unknown) = read {
            return Err(Fault {
                at: leave.at,
                characters: unknown.column,
                width: unknown.width,
                message: format!(
                    "{unknown} in `{}`{}",
                    shorten(leave.text),
                    wrong_separator(leave.text)
                ),
                past_alphabet: unknown.is_letter(),
            });
        }
        self.tiles.sort_unstable();
        self.check_possible()
            .map_err(|why| Fault::of(leave, self.impossible(why, leave.text)))
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

    fn impossible(&self, why: ImpossibleLeave, leave: &str) -> String {
        match why {
            ImpossibleLeave::Empty => "expected a leave, found nothing".to_string(),
            ImpossibleLeave::TooLong { most, found } => format!(
                "expected at most {most} tiles{}, found {found} in `{}`",
                if most == MAX_LEAVE {
                    ""
                } else {
                    ", one fewer than a rack has"
                },
                shorten(leave)
            ),
            ImpossibleLeave::TooMany { tile, most, found } => format!(
                "expected at most {most} of `{}`, as many as the bag has, found {found} in `{}`",
                self.ruleset.alphabet().label(tile),
                shorten(leave)
            ),
        }
    }
}

/// Whether a line is blank or a comment.
pub(crate) fn is_skipped(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with('#')
}

/// What was found where something else was expected.
fn found(text: &str) -> String {
    match text {
        "" => "nothing".to_string(),
        text => format!("`{}`", shorten(text)),
    }
}

//! Writes leave values as CSV.
//!
//! A float gets the fewest digits that read back to the same float. A leave gets
//! its labels in the order of tiles, blanks as `?` first. So a file that is
//! written as a table and built again has the same bytes.

use crate::leave::read::Leaves;
use crate::tiles::{Alphabet, Tile};
use std::fmt::Write;

/// Appends a row of a leave table, with its line end.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// let english = Ruleset::builtin("english")?;
/// let mut text = String::new();
/// wordmill::leave::write_csv_row(english.alphabet(), &[0, 5, 19], 33.1, &mut text);
/// assert_eq!(text, "?ES,33.1\n");
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn write_csv_row(alphabet: &Alphabet, leave: &[Tile], value: f32, text: &mut String) {
    alphabet.write_labels(leave, text);
    // Writing to a text can't fail.
    let _ = writeln!(text, ",{value}");
}

impl Leaves {
    /// Writes all rows as a leave table in CSV.
    pub fn to_csv(&self, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        let mut rows = self.rows();
        while let Some((leave, value)) = rows.next() {
            write_csv_row(alphabet, leave, value, &mut text);
        }
        text
    }
}

//! The summary of a list or table in letters that the alphabet lacks.
//!
//! A Polish list that is read as English has a fault in nearly every line, with one
//! cause. The summary comes first: how many entries can't be read, and which built-in
//! ruleset reads them.

use crate::error::{Diagnostic, Faults, either};
use crate::ruleset::{Ruleset, builtins};

/// The number of faults that are shown below a summary.
const EXAMPLES: usize = 3;

/// What a text has entries of: their name, in the singular and the plural.
pub(crate) type Entries = [&'static str; 2];

/// Puts a summary before the faults of the text at `path` if it has several entries in
/// letters that `ruleset` lacks, or some that another one `reads`. `whole` is the number
/// of entries without faults.
pub(crate) fn sum_up(
    faults: &mut Faults,
    path: &str,
    ruleset: &Ruleset,
    (whole, [one, many]): (u64, Entries),
    reads: impl Fn(&Ruleset) -> bool,
) {
    let unread = faults.past_alphabet();
    if unread == 0 {
        return;
    }
    let fitting = builtins().filter(|other| other.name() != ruleset.name() && reads(other));
    let fitting: Vec<String> = fitting.map(|other| other.name().to_string()).collect();
    if unread == 1 && fitting.is_empty() {
        return;
    }
    let all = whole + faults.count();
    let entries = if all == 1 { one } else { many };
    let have = if unread == 1 { "has" } else { "have" };
    let name = ruleset.name();
    let problem = format!("{unread} of {all} {entries} {have} letters that {name} lacks");
    let mut summary = Diagnostic::new(path, problem);
    if let Some(names) = either(&fitting) {
        summary.advise(format!("{names} reads all of them"));
    }
    faults.sum_up_alphabet(summary, EXAMPLES);
}

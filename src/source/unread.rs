//! The summary of a list or table in letters that the alphabet lacks.
//!
//! A Polish list that is read as English has a fault in nearly every line, all with one
//! cause. The summary comes first: how many entries can't be read, and which built-in
//! ruleset reads them.

use crate::error::{Diagnostic, Faults, either};
use crate::ruleset::{Ruleset, builtins};

/// The number of faults shown below a summary.
const EXAMPLES: usize = 3;

/// Another ruleset is suggested only if at least one entry in this many can't be read.
/// A few odd words do not make a list one of another language if the user named the
/// ruleset.
const NAMED_FROM: u64 = 10;

/// Puts a summary before the faults of the text at `path` if several entries have
/// letters that `ruleset` lacks. `whole` is the number of entries without faults.
/// `reads` tells whether another ruleset reads all of the text.
pub(crate) fn sum_up(
    faults: &mut Faults,
    path: &str,
    ruleset: &Ruleset,
    (whole, entries): (u64, &str),
    reads: impl Fn(&Ruleset) -> bool,
) {
    let unread = faults.past_alphabet();
    if unread <= 1 {
        return;
    }
    let all = whole + faults.count();
    let is_other = unread.saturating_mul(NAMED_FROM) >= all;
    let fitting = builtins().filter(|other| other.name() != ruleset.name() && reads(other));
    let fitting: Vec<String> = fitting.map(|other| other.name().to_string()).collect();
    let name = ruleset.name();
    let problem = format!("{unread} of {all} {entries} have letters that {name} lacks");
    let mut summary = Diagnostic::new(path, problem);
    if let Some(names) = either(&fitting) {
        let advice = format!("{names} reads all of them");
        match is_other {
            true => summary.advise(advice),
            false => summary.if_in_doubt = Some(advice),
        }
    }
    faults.sum_up_alphabet(summary, EXAMPLES);
}

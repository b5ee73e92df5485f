//! Checks a lexicon's files and reports findings.
//!
//! [`subjects_of_recipes`] and [`subject_of_files`] read files into a [`Subject`]: the
//! bytes, and what is known of them. [`check()`] opens the files, runs the passes over
//! them and returns a [`Report`]. Each pass checks one property. A fault is reported by
//! one pass only; the others skip the file.

mod causes;
mod claims;
mod consistency;
mod counts;
mod databases;
mod endgames;
mod findings;
mod gaddag;
mod leaves;
mod load;
mod manifest_claims;
mod moves;
mod opened;
mod pass;
mod pass_run;
mod positions;
mod release;
mod report;
mod run;
mod side_by_side;
mod structure;
mod subject;
mod tables;
mod words;

pub use endgames::{EndgameRow, check_endgames, is_endgame_table, read_endgames};
pub use findings::{Finding, FindingCount, NextStep, Reproduction, Severity, Shown};
pub use load::{FileSet, GivenFile, subject_of_files, subject_of_recipe, subjects_of_recipes};
pub use moves::referee::{MoveFault, Referee, Verdict};
pub use pass::{CheckOptions, Event, Pass, Progress};
pub use positions::{PositionReport, check_positions, write_positions};
pub use report::{
    Cause, FileReport, LexiconReport, MovesReport, Outcome, PERCENTS, PassReport, Percentiles,
    Report,
};
pub use run::check;
pub use subject::{Artifact, Claim, LeavesRole, OtherLeaves, Rival, Role, Subject};
pub use tables::{Difference, TableSums};

//! Checks: from a lexicon's files to findings.
//!
//! A [`Subject`] has the files, already read, and what is known of them. Each
//! pass looks at them in one way and names everything that is not as it should
//! be; [`check()`] runs the passes and makes a [`Report`]. What is wrong with a
//! file is named by one pass, and the others keep away from it.

mod claims;
mod consistency;
mod counts;
mod findings;
mod gaddag;
mod moves;
mod opened;
mod pass;
mod positions;
mod report;
mod run;
mod structure;
mod subject;
mod words;

pub use findings::{Finding, Reproduction, Severity, Shown, Tally};
pub use moves::referee::{MoveFault, Referee, Verdict};
pub use pass::{CheckOptions, Effort, Pass};
pub use positions::{Difference, PositionReport, check_positions};
pub use report::{
    FileReport, LexiconReport, MovesReport, Outcome, PERCENTS, PassReport, Percentiles, Report,
};
pub use run::{Event, Progress, check};
pub use subject::{Artifact, Claim, Fact, OtherLeaves, Role, Subject, Trouble};

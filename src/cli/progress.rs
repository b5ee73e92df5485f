//! A progress bar, shown only on a terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::time::Duration;

/// A line that shows progress. Hidden unless standard error is a terminal.
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Creates a line that stays hidden unless `wanted`. If `timed`, it also shows the
    /// remaining time, for steps that all take about the same time.
    pub(crate) fn new(wanted: bool, timed: bool) -> ProgressLine {
        if !wanted || !std::io::stderr().is_terminal() {
            return ProgressLine(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let left = if timed { "{left}" } else { "" };
        let template = "{bar:24} {pos}/{len} {wide_msg} {elapsed}".to_string() + left;
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.with_key("left", write_left));
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        ProgressLine(bar)
    }

    /// Adds steps to do.
    pub(crate) fn expect(&self, steps: u64, message: &str) {
        self.0.inc_length(steps);
        self.say(message);
    }

    /// Shows a message.
    pub(crate) fn say(&self, message: &str) {
        self.0.set_message(message.to_string());
    }

    /// Counts a step as done.
    pub(crate) fn advance(&self) {
        self.0.inc(1);
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// Writes the remaining time; nothing before the first step is done.
fn write_left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() > 0 {
        // A terminal that can't be written to is no reason to stop.
        let _ = write!(out, ", {:#} left", HumanDuration(state.eta()));
    }
}

//! A progress bar, on a terminal only.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// A line that shows how far the work is; nothing unless the standard error is
/// a terminal.
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// A line that is shown only if `wanted`.
    pub(crate) fn new(wanted: bool) -> ProgressLine {
        if !wanted || !std::io::stderr().is_terminal() {
            return ProgressLine(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg} {elapsed}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        ProgressLine(bar)
    }

    /// So many more steps are to be done, for what `message` says.
    pub(crate) fn expect(&self, steps: usize, message: &str) {
        self.0.inc_length(steps as u64);
        self.0.set_message(message.to_string());
    }

    /// One more step is done.
    pub(crate) fn step(&self, message: &str) {
        self.0.set_message(message.to_string());
        self.0.inc(1);
    }

    /// Something else is being done.
    pub(crate) fn say(&self, message: &str) {
        self.0.set_message(message.to_string());
    }

    /// One more step of the same is done.
    pub(crate) fn advance(&self) {
        self.0.inc(1);
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

//! Handles Ctrl-C in a long run that can still print its results so far.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

/// Watches for Ctrl-C and returns the flag that it sets. The first Ctrl-C only sets the
/// flag; a second one ends the program at once. Outside Unix, the first one ends it. A
/// program that was started with Ctrl-C ignored still ignores it.
pub(crate) fn watch_interrupt() -> &'static AtomicBool {
    static CAME: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    #[cfg(unix)]
    if !is_ignored() {
        use crate::cli::exit::INTERRUPTED;
        use signal_hook::consts::SIGINT;
        use signal_hook::flag;
        // The order matters: only a second signal finds the flag set. Without the
        // handlers, Ctrl-C ends the program as usual.
        let code = i32::from(INTERRUPTED);
        let _ = flag::register_conditional_shutdown(SIGINT, code, Arc::clone(&CAME))
            .and_then(|_| flag::register(SIGINT, Arc::clone(&CAME)));
    }
    &CAME
}

/// Whether the program was started with Ctrl-C ignored, as shells start programs in the
/// background. Only Linux can tell.
#[cfg(unix)]
fn is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let interrupt = 1 << (signal_hook::consts::SIGINT - 1);
    mask.is_some_and(|mask| mask & interrupt != 0)
}

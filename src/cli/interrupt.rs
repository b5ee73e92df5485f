//! Ctrl-C during a long run that can still show what it has.

use std::sync::atomic::{AtomicBool, Ordering};

static CAME: AtomicBool = AtomicBool::new(false);

/// A watch for Ctrl-C. The first one is remembered instead of ending the program;
/// a second one ends it at once. Outside Unix, already the first one does.
pub(crate) struct Interrupt;

impl Interrupt {
    /// Starts to watch.
    pub(crate) fn watch() -> Interrupt {
        #[cfg(unix)]
        catch();
        Interrupt
    }

    /// The flag that Ctrl-C sets.
    pub(crate) fn flag(&self) -> &'static AtomicBool {
        &CAME
    }

    /// Whether the user asked to stop.
    pub(crate) fn came(&self) -> bool {
        CAME.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
extern "C" fn remember(_signal: libc::c_int) {
    CAME.store(true, Ordering::Relaxed);
}

#[cfg(unix)]
#[allow(unsafe_code)] // the standard library has no signals
fn catch() {
    // SAFETY: all zero is a valid set of no signals and no flags. The handler
    // only stores to an atomic, which a signal handler may do.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = remember as extern "C" fn(libc::c_int) as usize;
        action.sa_flags = libc::SA_RESETHAND | libc::SA_RESTART;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}

//! Detects whether standard output was closed when the program started (`>&-`).
//!
//! Before `main`, Rust's start-up code opens `/dev/null` for a closed stream, so that
//! no other file gets its number. After that, `>&-` can't be distinguished from a
//! standard output that is `/dev/null` on purpose, since other programs also open it
//! for reading and writing. So Linux calls `look` before the start-up code runs.

use std::io::{self, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
mod at_start {
    use super::*;

    // SAFETY: the section holds functions of this type, which the system calls one by
    // one before `main`.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    /// Must not use anything of the standard library that needs its start-up code.
    extern "C" fn look() {
        // SAFETY: it only reads the flags of a descriptor, which fails if there is
        // none.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}

/// Fails if standard output was closed when the program started.
pub(crate) fn is_open() -> io::Result<()> {
    match WAS_CLOSED.load(Ordering::Relaxed) {
        #[cfg(target_os = "linux")]
        true => Err(io::Error::from_raw_os_error(libc::EBADF)),
        _ => Ok(()),
    }
}

/// Standard output. Writing to it fails if it was closed at the start.
pub(crate) struct Open(pub(crate) Stdout);

impl Write for Open {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        is_open()?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

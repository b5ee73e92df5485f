//! The thread pool that `--threads` asks for.

use crate::error::{Error, Result};

/// Runs something on a number of threads, or on as many as the machine has.
pub(crate) fn on_threads<T: Send>(
    threads: Option<u16>,
    run: impl FnOnce() -> T + Send,
) -> Result<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into());
    let pool = pool.build();
    let pool = pool.map_err(|e| Error::input("", format!("can't start threads: {e}")))?;
    Ok(pool.install(run))
}

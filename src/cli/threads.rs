//! The thread pool for `--threads`.

use crate::error::{Error, Result};

/// The most threads of a pool.
pub(crate) const MOST_THREADS: u16 = 256;

/// The variables from which rayon reads a number of threads.
const VARIABLES: [&str; 2] = ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"];

/// The number of threads set in the environment.
fn asked() -> Option<usize> {
    let values = VARIABLES.iter().filter_map(|name| std::env::var(name).ok());
    values.filter_map(|value| value.parse().ok()).next()
}

/// The given number of threads, or that of the machine.
pub(crate) fn threads_of(count: Option<u16>) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    count.map_or_else(machine, usize::from)
}

/// Runs a function on a number of threads, or on as many as the machine has. If the
/// system can't start any and no number was requested, it runs on this thread.
pub(crate) fn on_threads<T: Send>(count: Option<u16>, run: impl FnOnce() -> T + Send) -> Result<T> {
    let number = match count {
        Some(number) => number.into(),
        None => asked().unwrap_or(0).min(MOST_THREADS.into()),
    };
    match rayon::ThreadPoolBuilder::new().num_threads(number).build() {
        Ok(pool) => Ok(pool.install(run)),
        Err(_) if count.is_none() => Ok(run()),
        Err(error) => Err(failed(error)),
    }
}

/// Also limits the default pool to [`MOST_THREADS`], if the environment sets more.
pub(crate) fn bound_threads() -> Result<()> {
    let most = usize::from(MOST_THREADS);
    if asked().is_none_or(|number| number <= most) {
        return Ok(());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(most);
    pool.build_global().map_err(failed)
}

fn failed(error: rayon::ThreadPoolBuildError) -> Error {
    Error::input("", format!("can't start threads: {error}"))
}

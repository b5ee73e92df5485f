//! Arrays that are used again.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Arrays that were used before. What is in them means nothing. New memory is slow, and
/// so is clearing it.
pub(crate) struct Pool<T>(Mutex<Vec<Vec<T>>>);

impl<T> Pool<T> {
    pub(crate) fn new() -> Pool<T> {
        Pool(Mutex::new(Vec::new()))
    }

    fn arrays(&self) -> MutexGuard<'_, Vec<Vec<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the smallest array that is large enough; the largest one if none is; a new one
    /// if there is none at all.
    pub(crate) fn take(&self, wanted: usize) -> Vec<T> {
        let mut arrays = self.arrays();
        let found = (0..arrays.len()).min_by_key(|&i| match arrays[i].len() {
            len if len < wanted => (1, wanted - len),
            len => (0, len),
        });
        found.map_or_else(Vec::new, |i| arrays.swap_remove(i))
    }

    /// Gives an array back.
    pub(crate) fn give(&self, array: Vec<T>) {
        self.arrays().push(array);
    }
}

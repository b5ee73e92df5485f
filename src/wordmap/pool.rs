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

    /// Takes the largest array; a new one if there is none.
    pub(crate) fn take(&self) -> Vec<T> {
        let mut arrays = self.arrays();
        let largest = (0..arrays.len()).max_by_key(|&i| arrays[i].len());
        largest.map_or_else(Vec::new, |i| arrays.swap_remove(i))
    }

    /// Gives an array back.
    pub(crate) fn give(&self, array: Vec<T>) {
        self.arrays().push(array);
    }
}

//! Arrays that are used again.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Arrays that were used before. What is in them means nothing. New memory is slow, and
/// so is clearing it.
pub(crate) struct Pool<T> {
    arrays: Mutex<Vec<Vec<T>>>,
    /// The length of a new array.
    len: usize,
}

impl<T: Clone + Default> Pool<T> {
    /// A pool of arrays that should be long enough for all that is put into them. Of an
    /// array of numbers, only what is used takes memory.
    pub(crate) fn new(len: usize) -> Pool<T> {
        Pool {
            arrays: Mutex::default(),
            len,
        }
    }

    fn arrays(&self) -> MutexGuard<'_, Vec<Vec<T>>> {
        self.arrays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an array; a new one if there is none.
    pub(crate) fn take(&self) -> Vec<T> {
        let used = self.arrays().pop();
        used.unwrap_or_else(|| vec![T::default(); self.len])
    }

    /// Gives an array back.
    pub(crate) fn give(&self, array: Vec<T>) {
        self.arrays().push(array);
    }
}

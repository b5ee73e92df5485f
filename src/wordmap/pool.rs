//! Arrays that are used again.

use std::ops::{Deref, DerefMut};
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

    /// Takes an array; a new one if there is none.
    pub(crate) fn take(&self) -> Pooled<'_, T> {
        let used = self.arrays().pop();
        Pooled {
            array: used.unwrap_or_else(|| vec![T::default(); self.len]),
            pool: self,
        }
    }
}

impl<T> Pool<T> {
    fn arrays(&self) -> MutexGuard<'_, Vec<Vec<T>>> {
        self.arrays.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An array of a pool, which gets it back.
pub(crate) struct Pooled<'p, T> {
    array: Vec<T>,
    pool: &'p Pool<T>,
}

impl<T> Deref for Pooled<'_, T> {
    type Target = Vec<T>;

    #[inline]
    fn deref(&self) -> &Vec<T> {
        &self.array
    }
}

impl<T> DerefMut for Pooled<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.array
    }
}

impl<T> Drop for Pooled<'_, T> {
    fn drop(&mut self) {
        let array = std::mem::take(&mut self.array);
        self.pool.arrays().push(array);
    }
}

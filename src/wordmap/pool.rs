//! Reuses arrays.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A pool of used arrays, whose content has no meaning. New memory is slow, and so is
/// clearing it.
pub(crate) struct Pool<T> {
    arrays: Mutex<Vec<Vec<T>>>,
    /// The length of a new array.
    len: usize,
}

impl<T: Clone + Default> Pool<T> {
    /// Creates a pool of arrays, which should be long enough for any use. Only the used
    /// part of an array of numbers takes memory.
    pub(crate) fn new(len: usize) -> Pool<T> {
        Pool {
            arrays: Mutex::default(),
            len,
        }
    }

    /// Takes an array from the pool, or a new one if it is empty.
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

/// An array from a pool, to which it returns when dropped.
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

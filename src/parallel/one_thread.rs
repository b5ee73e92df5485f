//! The functions of rayon, on the calling thread.

use std::cmp::Ordering;

pub(crate) fn count() -> usize {
    1
}

pub(crate) fn run_both(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
    a();
    b();
}

pub(crate) fn run_all(count: usize, run: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(run);
}

pub(crate) fn sort<T>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    items.sort_unstable_by(order);
}

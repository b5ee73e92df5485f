//! Work on all processors, or on one.
//!
//! With the feature `parallel` this is rayon. Without it, the names below run the
//! same work in order on the thread that asks for it. Results never depend on
//! which of the two it is, nor on the number of threads.

#[cfg(feature = "parallel")]
pub(crate) use rayon::{current_num_threads, join, prelude};

#[cfg(not(feature = "parallel"))]
pub(crate) use sequential::{current_num_threads, join, prelude};

#[cfg(not(feature = "parallel"))]
mod sequential {
    /// Runs both, the first one first.
    pub(crate) fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
        let a = a();
        (a, b())
    }

    /// The number of threads.
    pub(crate) fn current_num_threads() -> usize {
        1
    }

    /// Rayon's methods for ordinary iterators and slices.
    pub(crate) mod prelude {
        use std::cmp::Ordering;
        use std::slice;

        /// The methods of rayon's iterators that others do not have.
        pub(crate) trait ParallelIterator: Iterator + Sized {
            fn with_min_len(self, _length: usize) -> Self {
                self
            }

            /// Gives each item to `map` together with the one value of `init`.
            fn map_init<T, R>(
                self,
                init: impl FnOnce() -> T,
                mut map: impl FnMut(&mut T, Self::Item) -> R,
            ) -> impl Iterator<Item = R> {
                let mut state = init();
                self.map(move |item| map(&mut state, item))
            }

            fn unzip_into_vecs<A, B>(self, a: &mut Vec<A>, b: &mut Vec<B>)
            where
                Self: Iterator<Item = (A, B)>,
            {
                (*a, *b) = self.unzip();
            }
        }

        impl<I: Iterator> ParallelIterator for I {}

        pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
            fn into_par_iter(self) -> Self::IntoIter {
                self.into_iter()
            }
        }

        impl<I: IntoIterator> IntoParallelIterator for I {}

        pub(crate) trait ParallelSlice<T> {
            fn par_iter(&self) -> slice::Iter<'_, T>;
            fn par_iter_mut(&mut self) -> slice::IterMut<'_, T>;
            fn par_windows(&self, length: usize) -> slice::Windows<'_, T>;
            fn par_sort_unstable_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);
        }

        impl<T> ParallelSlice<T> for [T] {
            fn par_iter(&self) -> slice::Iter<'_, T> {
                self.iter()
            }

            fn par_iter_mut(&mut self) -> slice::IterMut<'_, T> {
                self.iter_mut()
            }

            fn par_windows(&self, length: usize) -> slice::Windows<'_, T> {
                self.windows(length)
            }

            fn par_sort_unstable_by(&mut self, order: impl FnMut(&T, &T) -> Ordering) {
                self.sort_unstable_by(order);
            }
        }

        pub(crate) trait ParallelExtend<T>: Extend<T> {
            fn par_extend(&mut self, items: impl IntoIterator<Item = T>) {
                self.extend(items);
            }
        }

        impl<T, E: Extend<T>> ParallelExtend<T> for E {}
    }
}

//! Compares two sorted sequences: the expected one and the one found.

use std::cmp::Ordering;

/// The items of two sequences at one place.
pub(crate) enum Place<A, B> {
    /// Expected but not found.
    Missing(A),
    /// Found but not expected.
    Extra(B),
    Both(A, B),
}

/// Walks through two sequences that are sorted in the same order.
pub(crate) fn side_by_side<A, B>(
    expected: impl Iterator<Item = A>,
    found: impl Iterator<Item = B>,
    order: impl Fn(&A, &B) -> Ordering,
) -> impl Iterator<Item = Place<A, B>> {
    let (mut expected, mut found) = (expected.peekable(), found.peekable());
    std::iter::from_fn(move || {
        let order = match (expected.peek(), found.peek()) {
            (Some(a), Some(b)) => order(a, b),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        Some(match order {
            Ordering::Less => Place::Missing(expected.next()?),
            Ordering::Greater => Place::Extra(found.next()?),
            Ordering::Equal => Place::Both(expected.next()?, found.next()?),
        })
    })
}

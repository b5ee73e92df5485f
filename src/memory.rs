//! Memory for the large arrays of a build.
//!
//! Such arrays are looked at in no order, and a processor remembers where only a
//! few pages are: with pages of 4 KB most looks ask first where the page is, and
//! each page costs a fault when it is touched for the first time. Linux gives out
//! pages of 2 MB to those who ask for them.

/// An empty vector with room for so many elements, on large pages where the
/// system has them.
pub(crate) fn large<T>(capacity: usize) -> Vec<T> {
    let mut room = Vec::with_capacity(capacity);
    ask_for_large_pages(&mut room);
    room
}

/// What is a large page to all systems that this asks.
#[cfg(all(target_os = "linux", not(miri)))]
const LARGE_PAGE: usize = 2 << 20;

#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
fn ask_for_large_pages<T>(room: &mut Vec<T>) {
    let bytes = room.spare_capacity_mut();
    let start = bytes.as_mut_ptr().addr();
    let end = start + size_of_val(bytes);
    let first = start.next_multiple_of(LARGE_PAGE);
    if let Some(whole) = (end / LARGE_PAGE * LARGE_PAGE).checked_sub(first).filter(|&n| n > 0) {
        let at = bytes.as_mut_ptr().wrapping_byte_add(first - start);
        // SAFETY: the pages from `at` on for `whole` bytes lie within memory that
        // the vector owns, and this advice changes nothing of what they hold. If
        // the system does not take it, nothing is lost but time.
        unsafe { libc::madvise(at.cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_large_pages<T>(_: &mut Vec<T>) {}

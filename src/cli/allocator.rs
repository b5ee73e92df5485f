//! The allocator of the programs: large arrays on large pages.
//!
//! A build accesses its arrays in random order. With pages of 4 KB, most accesses miss
//! the processor's TLB, and each page costs a fault when it is first touched. Linux
//! provides pages of 2 MB to programs that ask for them before they touch the memory.
//! Small allocations, and every allocation outside Linux, go to the system allocator;
//! this module is compiled only on Linux.
//!
//! New pages are slow on shared machines. So freed memory is kept, up to a limit, for
//! the next array, and adjacent pieces become one. It is returned to the system before
//! an allocation fails. An array that grows is remapped, not copied.
//!
//! Other programs should not use this allocator: after `fork` without `exec`, the child
//! of a multithreaded program may wait forever for the lock of the kept memory. The
//! programs of this package don't fork.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Uses whole large pages for arrays of at least a quarter of one.
#[doc(hidden)] // for the programs of this package alone
#[derive(Clone, Copy, Debug)]
pub struct LargePages;

const LARGE_PAGE: usize = 2 << 20;

/// The fewest bytes worth a large page.
const LARGE: usize = LARGE_PAGE / 4;

/// The bytes of the whole large pages that an array takes; `None` if it is not large.
fn whole_pages(bytes: usize, align: usize) -> Option<usize> {
    match bytes >= LARGE && align <= 1 << 12 {
        true => bytes.checked_next_multiple_of(LARGE_PAGE),
        false => None,
    }
}

// SAFETY: memory comes from the system allocator or, for exactly the layouts for which
// `whole_pages` counts pages, it is that many bytes of adjacent mappings, aligned to a
// page, which nothing else uses until they are freed.
#[allow(unsafe_code)] // an allocator needs it
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match whole_pages(layout.size(), layout.align()) {
            Some(bytes) => {
                let found = kept().take(bytes);
                found.unwrap_or_else(|| or_give_back(|| map(bytes)))
            }
            // SAFETY: the caller follows the same rules.
            None => or_give_back(|| unsafe { System.alloc(layout) }),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match whole_pages(layout.size(), layout.align()) {
            Some(bytes) => {
                let found = kept().take(bytes);
                if let Some(start) = found {
                    // SAFETY: it has at least as many bytes, and nothing else uses it.
                    unsafe { start.write_bytes(0, layout.size()) };
                }
                found.unwrap_or_else(|| or_give_back(|| map(bytes)))
            }
            // SAFETY: the caller follows the same rules.
            None => or_give_back(|| unsafe { System.alloc_zeroed(layout) }),
        }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        match whole_pages(layout.size(), layout.align()) {
            Some(bytes) => {
                let stretch = Stretch { start, bytes };
                if !kept().give(stretch) {
                    // SAFETY: it is that many bytes of a mapping, and the caller is
                    // done with it.
                    unsafe { unmap(start, bytes) };
                }
            }
            // SAFETY: the system allocated it, for the same layout.
            None => unsafe { System.dealloc(start, layout) },
        }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let before = whole_pages(layout.size(), layout.align());
        let after = whole_pages(size, layout.align());
        match (before, after) {
            // SAFETY: the system allocated it, and the caller follows the same rules.
            (None, None) => or_give_back(|| unsafe { System.realloc(start, layout, size) }),
            (Some(before), Some(after)) if before == after => start,
            _ => {
                // Miri can't remap a part of a mapping, and the system can't remap parts of
                // two mappings at once.
                if let (Some(before), Some(after), false) = (before, after, cfg!(miri)) {
                    // SAFETY: it is that many bytes of mappings, and the caller's own.
                    let moved = unsafe { remap(start, before, after) };
                    if !moved.is_null() {
                        return moved;
                    }
                }
                // SAFETY: the caller passes a size that is valid for the alignment.
                let moved =
                    unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
                if !moved.is_null() {
                    // SAFETY: both have at least this many bytes and do not overlap;
                    // the old one is freed once, with its layout.
                    unsafe {
                        start.copy_to_nonoverlapping(moved, layout.size().min(size));
                        self.dealloc(start, layout);
                    }
                }
                moved
            }
        }
    }
}

/// Mapped memory that is not in use.
struct Stretch {
    start: *mut u8,
    bytes: usize,
}

impl Stretch {
    const NONE: Stretch = Stretch {
        start: std::ptr::null_mut(),
        bytes: 0,
    };

    /// Whether two stretches are adjacent. Under Miri, memory of two mappings never is.
    fn is_beside(&self, other: &Stretch) -> bool {
        let end = |stretch: &Stretch| stretch.start.wrapping_add(stretch.bytes);
        !cfg!(miri) && (end(self) == other.start || end(other) == self.start)
    }
}

/// Freed memory, kept for later arrays.
struct Kept {
    stretches: [Stretch; 16],
    bytes: usize,
}

// SAFETY: any thread may use memory that is not in use.
#[allow(unsafe_code)]
unsafe impl Send for Kept {}

/// The most bytes that are kept.
const MOST_KEPT: usize = 64 << 20;

fn kept() -> MutexGuard<'static, Kept> {
    static KEPT: Mutex<Kept> = Mutex::new(Kept::new());
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

#[allow(unsafe_code)]
impl Kept {
    const fn new() -> Kept {
        Kept {
            stretches: [Stretch::NONE; 16],
            bytes: 0,
        }
    }

    /// Takes `bytes` from the start of the smallest stretch that is large enough.
    fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        let enough = self.stretches.iter_mut().filter(|kept| kept.bytes >= bytes);
        let found = enough.min_by_key(|kept| kept.bytes)?;
        let start = found.start;
        found.start = start.wrapping_add(bytes);
        found.bytes -= bytes;
        self.bytes -= bytes;
        Some(start)
    }

    /// Returns all stretches to the system; returns whether there were any.
    fn give_back(&mut self) -> bool {
        let had_some = self.bytes > 0;
        for stretch in self.stretches.iter_mut().filter(|kept| kept.bytes > 0) {
            // SAFETY: it is the rest of mappings, in whole pages, and nothing uses it.
            unsafe { unmap(stretch.start, stretch.bytes) };
            stretch.bytes = 0;
        }
        self.bytes = 0;
        had_some
    }

    /// Keeps a stretch if there is room; returns whether there was. Adjacent stretches
    /// become one.
    fn give(&mut self, mut stretch: Stretch) -> bool {
        let bytes = self.bytes + stretch.bytes;
        let has_room = |kept: &Stretch| kept.bytes == 0 || kept.is_beside(&stretch);
        if bytes > MOST_KEPT || !self.stretches.iter().any(has_room) {
            return false;
        }
        for kept in &mut self.stretches {
            if kept.is_beside(&stretch) {
                stretch.start = stretch.start.min(kept.start);
                stretch.bytes += kept.bytes;
                *kept = Stretch::NONE;
            }
        }
        if let Some(room) = self.stretches.iter_mut().find(|kept| kept.bytes == 0) {
            *room = stretch;
        }
        self.bytes = bytes;
        true
    }
}

/// Allocates. If there is no memory, returns the kept memory to the system and tries
/// once more.
fn or_give_back(mut allocate: impl FnMut() -> *mut u8) -> *mut u8 {
    let start = allocate();
    match start.is_null() && kept().give_back() {
        true => allocate(),
        false => start,
    }
}

/// Maps `bytes` of new zeroed memory; null if there is none.
#[allow(unsafe_code)]
fn map(bytes: usize) -> *mut u8 {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let private = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: the system chooses the address, so no other mapping is affected.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, private, -1, 0) };
    if start == libc::MAP_FAILED {
        return std::ptr::null_mut();
    }
    // If the system ignores this advice, only time is lost.
    #[cfg(not(miri))]
    // SAFETY: the advice concerns the new mapping and has no visible effect.
    unsafe {
        libc::madvise(start, bytes, libc::MADV_HUGEPAGE);
    }
    start.cast()
}

/// Returns mapped memory to the system.
///
/// # Safety
/// It must be whole pages from `map` or `remap` that are no longer in use.
#[allow(unsafe_code)]
unsafe fn unmap(start: *mut u8, bytes: usize) {
    // SAFETY: the caller guarantees it.
    unsafe { libc::munmap(start.cast(), bytes) };
}

/// Grows or shrinks mapped memory, moving it if needed. Null if there is no memory;
/// nothing has then changed.
///
/// # Safety
/// It must be whole pages from `map` or `remap` that only the caller uses.
#[allow(unsafe_code)]
unsafe fn remap(start: *mut u8, before: usize, after: usize) -> *mut u8 {
    // SAFETY: the caller guarantees it.
    let moved = unsafe { libc::mremap(start.cast(), before, after, libc::MREMAP_MAYMOVE) };
    match moved == libc::MAP_FAILED {
        true => std::ptr::null_mut(),
        false => moved.cast(),
    }
}

#[cfg(test)]
#[allow(unsafe_code)]
mod tests {
    use super::*;

    const SIZES: [usize; 6] = [
        64,
        LARGE - 1,
        LARGE,
        LARGE_PAGE,
        LARGE_PAGE + 1,
        3 * LARGE_PAGE,
    ];

    #[test]
    fn memory_is_aligned_zero_and_keeps_what_is_written() {
        for align in [1, 8, 4096, 1 << 16] {
            for size in SIZES {
                let layout = Layout::from_size_align(size, align).unwrap();
                // SAFETY: the rules of allocators are followed: each block is freed
                // once, with its layout, and used within its size.
                unsafe {
                    let start = LargePages.alloc_zeroed(layout);
                    assert!(!start.is_null() && start.addr().is_multiple_of(align));
                    for at in [0, size / 2, size - 1] {
                        assert_eq!(start.add(at).read(), 0);
                        start.add(at).write(7);
                        assert_eq!(start.add(at).read(), 7);
                    }
                    LargePages.dealloc(start, layout);
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_given_back_when_memory_is_short() {
        let mut kept = Kept::new();
        assert!(!kept.give_back());
        let (start, bytes) = (map(LARGE_PAGE), LARGE_PAGE);
        assert!(kept.give(Stretch { start, bytes }) && kept.give_back());
        assert!(kept.bytes == 0 && kept.take(1).is_none() && !kept.give_back());
        let mut tries = 0;
        let none = or_give_back(|| {
            tries += 1;
            std::ptr::null_mut()
        });
        assert!(none.is_null() && (1..=2).contains(&tries));
    }

    #[test]
    #[cfg(not(miri))]
    fn what_is_side_by_side_becomes_one() {
        let mut kept = Kept::new();
        let start = map(4 * LARGE_PAGE);
        for page in [1, 3, 0, 2] {
            let start = start.wrapping_add(page * LARGE_PAGE);
            let bytes = LARGE_PAGE;
            assert!(kept.give(Stretch { start, bytes }));
        }
        assert_eq!(kept.take(3 * LARGE_PAGE), Some(start));
        assert_eq!(kept.bytes, LARGE_PAGE);
        let bytes = 3 * LARGE_PAGE;
        assert!(kept.give(Stretch { start, bytes }));
        let is_one = |kept: &Stretch| kept.bytes == 4 * LARGE_PAGE;
        assert!(kept.stretches.iter().any(is_one) && kept.give_back());
    }

    #[test]
    fn what_grows_or_shrinks_keeps_what_both_sizes_hold() {
        for size in SIZES {
            for next in SIZES {
                let layout = Layout::from_size_align(size, 8).unwrap();
                // SAFETY: as above.
                unsafe {
                    let start = LargePages.alloc(layout);
                    let last = size.min(next) - 1;
                    start.write(1);
                    start.add(last).write(2);
                    let moved = LargePages.realloc(start, layout, next);
                    assert_eq!((moved.read(), moved.add(last).read()), (1, 2));
                    moved.add(next - 1).write(3);
                    let layout = Layout::from_size_align(next, 8).unwrap();
                    LargePages.dealloc(moved, layout);
                }
            }
        }
    }
}

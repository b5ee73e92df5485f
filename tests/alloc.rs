//! Finding plays takes no memory: counted by an allocator of the test's own.
//!
//! A program of its own, because there is one allocator for the whole process.
//! It counts for each thread: building the graph starts others, which may still
//! be taking memory of their own while this one looks for plays.
#![allow(unsafe_code)] // an allocator can't be had without
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may fail

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use wordmill::movegen::{GaddagGenerator, Position};
use wordmill::ruleset::Ruleset;
use wordmill::source::{ListOptions, ListReader};

/// Counts what is taken, and leaves the rest to the system.
struct Counting;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more.
    let _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
}

// SAFETY: every call is passed on as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The positions of the golden table, the first play of each new generator
/// included.
#[test]
fn finding_plays_takes_no_memory() {
    let english = Ruleset::builtin("english").unwrap();
    let mut reader = ListReader::new(english.alphabet());
    let list = include_bytes!("data/golden/toy.txt");
    reader
        .read("toy.txt", list, &ListOptions::default())
        .unwrap();
    let words = reader.finish().unwrap().finish().0;
    let bytes = build(&words, GraphSpec::new()).unwrap();
    let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    let positions: Vec<Position<'_>> = include_str!("data/golden/positions-scowl.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let mut columns = line.split('\t');
            let (board, rack) = (columns.next().unwrap(), columns.next().unwrap());
            Position::read(&english, board, rack).unwrap()
        })
        .collect();
    let mut generator = GaddagGenerator::new(&graph, &english).unwrap();
    let mut plays = 0u64;
    let before = TAKEN.get();
    for position in &positions {
        generator.plays(position, |_| plays += 1);
    }
    let taken = TAKEN.get() - before;
    assert!(plays > 100, "{plays} plays");
    assert_eq!(taken, 0);
    // The counter does count.
    drop(vec![0u8; 100]);
    assert!(TAKEN.get() > before);
}

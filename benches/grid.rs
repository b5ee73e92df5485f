//! Letter grids: finding all words, and the effect of the solver's memory.
//!
//! Finding alternates with two references in one run: a trie with a pointer for each of
//! 26 letters, searched cell by cell (the naive way), and the library's search without
//! letter sets. Solving is measured in states, which do not depend on the machine.
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a program for developers

mod scowl;

use scowl::read_words;
use std::hint::black_box;
use std::time::{Duration, Instant};
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use wordmill::grid::{
    Cell, FindOptions, Grid, Keep, MakeOptions, SolveOptions, SolveStatus, Techniques, find, make,
    solve,
};
use wordmill::ruleset::Ruleset;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden/grids.tsv");
const ROUNDS: usize = 9;

/// The number of states after which a solver without memory is given up.
const MOST_STATES: u64 = 2_000_000;

fn main() {
    let english = Ruleset::builtin("english").unwrap();
    let words = read_words(&english);
    let bytes = build(&words, GraphSpec::new()).unwrap();
    let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
    let made = |side: usize, number: u64| -> Vec<Grid> {
        let make = |seed| {
            make(&english, None, &MakeOptions::new(side, side, seed))
                .unwrap()
                .grid
        };
        (0..number).map(make).collect()
    };
    let mut trie = Trie::default();
    words.iter().for_each(|word| trie.insert(word));
    compare_finding("100 grids of 4 × 4", &graph, &mut trie, &made(4, 100));
    compare_finding("20 grids of 10 × 10", &graph, &mut trie, &made(10, 20));
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    let golden = golden.lines().filter(|line| line.starts_with("solve"));
    let golden: Vec<Grid> = golden
        .map(|line| Grid::read(line.split('\t').nth(1).unwrap(), english.alphabet()).unwrap())
        .collect();
    let four = golden
        .iter()
        .filter(|grid| grid.rows() == 4)
        .cloned()
        .collect::<Vec<_>>();
    solve_all(&graph, &golden);
    compare_solving("the golden 4 × 4 grids", &graph, &four);
    compare_solving("6 grids of 5 × 5", &graph, &made(5, 6));
}

/// The number of words and of paths.
type Counts = (u64, u64);

fn compare_finding(title: &str, graph: &Graph, trie: &mut Trie, grids: &[Grid]) {
    let mut options = FindOptions::default();
    options.keep = Keep::Count;
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        let mut counts: [Counts; 3] = [(0, 0); 3];
        let mut turn = |at: usize, count: &mut dyn FnMut(&Grid) -> Counts| {
            let start = Instant::now();
            for grid in grids {
                let (words, paths) = black_box(count(grid));
                counts[at] = (counts[at].0 + words, counts[at].1 + paths);
            }
            best[at] = best[at].min(start.elapsed());
        };
        turn(0, &mut |grid| {
            let found = find(graph, grid, &options).unwrap();
            (found.word_count(), found.path_count())
        });
        turn(1, &mut |grid| trie.count(grid));
        turn(2, &mut |grid| WithoutSets::count(graph, grid));
        assert!(
            counts[0] == counts[1] && counts[1] == counts[2],
            "{counts:?}"
        );
    }
    println!("{title}, all words");
    for (name, time) in [
        "find",
        "a trie with 26 pointers a node",
        "without letter sets",
    ]
    .iter()
    .zip(best)
    {
        let each = time.as_secs_f64() * 1e6 / grids.len() as f64;
        let ratio = time.as_secs_f64() / best[0].as_secs_f64();
        println!("  {name:32} {each:9.1} µs a grid  {ratio:5.2} ×");
    }
    println!();
}

/// The naive way: a node has a pointer for each letter.
#[derive(Default)]
struct Trie {
    next: [Option<Box<Trie>>; 26],
    accepts: bool,
    /// The number of the last grid in which the word was found.
    found: u64,
}

impl Trie {
    fn insert(&mut self, word: &[u8]) {
        let mut node = self;
        for &tile in word {
            node = node.next[usize::from(tile - 1)].get_or_insert_default();
        }
        node.accepts = true;
    }

    fn count(&mut self, grid: &Grid) -> Counts {
        self.found += 1;
        let number = self.found;
        let letters = letters(grid);
        let mut used = vec![false; letters.len()];
        let mut counts = (0, 0);
        for cell in 0..letters.len() {
            self.visit(
                cell,
                grid.columns(),
                &letters,
                &mut used,
                number,
                &mut counts,
            );
        }
        counts
    }

    fn visit(
        &mut self,
        cell: usize,
        columns: usize,
        letters: &[u8],
        used: &mut [bool],
        number: u64,
        counts: &mut Counts,
    ) {
        let Some(next) = &mut self.next[usize::from(letters[cell] - 1)] else {
            return;
        };
        if next.accepts {
            counts.1 += 1;
            if next.found != number {
                next.found = number;
                counts.0 += 1;
            }
        }
        used[cell] = true;
        let (row, column) = (cell / columns, cell % columns);
        let rows = letters.len() / columns;
        for r in row.saturating_sub(1)..(row + 2).min(rows) {
            for c in column.saturating_sub(1)..(column + 2).min(columns) {
                if !used[r * columns + c] {
                    next.visit(r * columns + c, columns, letters, used, number, counts);
                }
            }
        }
        used[cell] = false;
    }
}

fn letters(grid: &Grid) -> Vec<u8> {
    let letter = |cell: &Cell| match cell {
        Cell::Letter(tile) => *tile,
        _ => 0,
    };
    grid.cells().iter().map(letter).collect()
}

/// The library's search, but scanning every node of a list.
struct WithoutSets<'g> {
    graph: &'g Graph,
    near: Vec<u128>,
    with: Vec<u128>,
    stack: Vec<(u128, usize)>,
    counts: Counts,
}

impl WithoutSets<'_> {
    fn count(graph: &Graph, grid: &Grid) -> Counts {
        let letters = letters(grid);
        let near = |cell: usize| {
            let (row, column) = grid.place(cell);
            (0..letters.len()).filter(move |&other| {
                let (r, c) = grid.place(other);
                other != cell && r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
            })
        };
        let mut with = vec![0; 64];
        for (cell, &letter) in letters.iter().enumerate() {
            with[usize::from(letter)] |= 1 << cell;
        }
        let near = |cell| near(cell).fold(0, |set, other| set | 1u128 << other);
        let mut search = WithoutSets {
            graph,
            near: (0..letters.len()).map(near).collect(),
            with,
            stack: Vec::new(),
            counts: (0, 0),
        };
        for node in graph.list(graph.dawg_root()) {
            for cell in bits(search.with[usize::from(node.tile())]) {
                search.stack.push((1 << cell, cell));
            }
            search.enter(node.arc(), node.accepts(), 0, 1);
        }
        search.counts
    }

    fn enter(&mut self, list: u32, accepts: bool, start: usize, length: usize) {
        let end = self.stack.len();
        if accepts && length > 1 && end > start {
            self.counts.0 += 1;
            self.counts.1 += (end - start) as u64;
        }
        for node in self.graph.list(list) {
            for at in start..end {
                let (used, cell) = self.stack[at];
                let next = self.near[cell] & self.with[usize::from(node.tile())] & !used;
                for cell in bits(next) {
                    self.stack.push((used | 1 << cell, cell));
                }
            }
            if self.stack.len() > end {
                self.enter(node.arc(), node.accepts(), end, length + 1);
            }
        }
        self.stack.truncate(start);
    }
}

fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

fn solve_all(graph: &Graph, grids: &[Grid]) {
    let start = Instant::now();
    for grid in grids {
        let solution = solve(graph, grid, &SolveOptions::default()).unwrap();
        assert_eq!(solution.status, SolveStatus::Solved);
    }
    let time = start.elapsed().as_secs_f64();
    println!(
        "all {} golden grids solved: {time:.3} s (at most 0.3)\n",
        grids.len()
    );
}

fn compare_solving(title: &str, graph: &Graph, grids: &[Grid]) {
    let without = |part: &str| {
        let mut techniques = Techniques::default();
        match part {
            "order" => techniques.order = false,
            "cache" => techniques.cache = false,
            "letters in bounds" => techniques.packing = false,
            "bounds" => techniques.bounds = false,
            _ => (),
        }
        techniques
    };
    println!("{title}, solved");
    println!(
        "  {:24} {:>12}  {:>7}  {:>9}  not solved",
        "without", "states", "", "time"
    );
    let mut all = 0;
    for part in ["nothing", "order", "cache", "letters in bounds", "bounds"] {
        let mut options = SolveOptions::default();
        (options.techniques, options.max_states) = (without(part), MOST_STATES);
        let start = Instant::now();
        let solutions: Vec<_> = grids
            .iter()
            .map(|grid| solve(graph, grid, &options).unwrap())
            .collect();
        let time = start.elapsed().as_secs_f64();
        let states: u64 = solutions.iter().map(|solution| solution.states).sum();
        let open = solutions
            .iter()
            .filter(|s| s.status == SolveStatus::Bounded)
            .count();
        all = if all == 0 { states } else { all };
        let ratio = states as f64 / all as f64;
        println!("  {part:24} {states:12}  {ratio:5.1} ×  {time:7.2} s  {open}");
    }
    println!();
}

//! Compares the searches with plain recursion on explicit columns.

use super::*;
use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use crate::lexicon::Words;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn graph_of(words: &BTreeSet<Vec<Tile>>, letters: usize) -> Graph {
    let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
    let bytes = build(&words, GraphSpec::default()).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, letters).unwrap()
}

/// Columns of letters from the bottom up, each with its cell.
type Columns = Vec<Vec<(Cell, u16)>>;

/// All words along a path of places, with the cells of each.
fn trace(
    words: &BTreeSet<Vec<Tile>>,
    near: &dyn Fn(u16, u16) -> bool,
    places: &[(Cell, u16)],
    found: &mut Vec<(Vec<Tile>, Vec<u16>)>,
    (word, path): (&mut Vec<Tile>, &mut Vec<u16>),
) {
    for &(cell, at) in places {
        if path.contains(&at) || path.last().is_some_and(|&last| !near(last, at)) {
            continue;
        }
        let tiles: Vec<Tile> = match cell {
            Cell::Letter(tile) => vec![tile],
            Cell::Blank => (1..64).collect(),
            Cell::Hole => continue,
        };
        for tile in tiles {
            word.push(tile);
            path.push(at);
            let next = words.range(word.clone()..).next();
            if next.is_some_and(|next| next.starts_with(word)) {
                if words.contains(word) {
                    found.push((word.clone(), path.clone()));
                }
                trace(words, near, places, found, (&mut *word, &mut *path));
            }
            word.pop();
            path.pop();
        }
    }
}

fn traced(
    words: &BTreeSet<Vec<Tile>>,
    near: &dyn Fn(u16, u16) -> bool,
    places: &[(Cell, u16)],
) -> Vec<(Vec<Tile>, Vec<u16>)> {
    let mut found = Vec::new();
    trace(
        words,
        near,
        places,
        &mut found,
        (&mut Vec::new(), &mut Vec::new()),
    );
    found
}

/// The best value of all lines from some columns, by trying every line.
fn best_line(
    words: &BTreeSet<Vec<Tile>>,
    columns: &Columns,
    options: &SolveOptions,
    width: u16,
    known: &mut HashMap<Vec<Vec<u16>>, Option<i64>>,
) -> Option<i64> {
    let key: Vec<Vec<u16>> = columns
        .iter()
        .map(|column| column.iter().map(|&(_, at)| at).collect())
        .collect();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let places: Vec<(Cell, u16)> = columns.iter().flatten().copied().collect();
    let mut spots = HashMap::new();
    for (x, column) in columns.iter().enumerate() {
        for (y, &(_, at)) in column.iter().enumerate() {
            let spot = match options.gravity {
                Gravity::Fall => (x as i32, y as i32),
                Gravity::Still => (i32::from(at % width), i32::from(at / width)),
            };
            spots.insert(at, spot);
        }
    }
    let near = |a: u16, b: u16| {
        let ((ax, ay), (bx, by)) = (spots[&a], spots[&b]);
        (ax - bx).abs() <= 1 && (ay - by).abs() <= 1
    };
    let left = places.len() as i64;
    let mut best = match (left, options.goal) {
        (0, _) => Some(i64::from(options.empty)),
        (_, Goal::Clear) => None,
        (left, Goal::Points) => Some(-i64::from(options.left) * left),
    };
    for (word, path) in traced(words, &near, &places) {
        let Some(bonus) = options.bonus.of(word.len()) else {
            continue;
        };
        if word.len() < options.min_length {
            continue;
        }
        let keep = |column: &Vec<(Cell, u16)>| -> Vec<(Cell, u16)> {
            column
                .iter()
                .filter(|(_, at)| !path.contains(at))
                .copied()
                .collect()
        };
        let rest: Columns = columns.iter().map(keep).filter(|c| !c.is_empty()).collect();
        let value = best_line(words, &rest, options, width, known);
        best = best.max(value.map(|value| value + i64::from(bonus)));
    }
    known.insert(key, best);
    best
}

fn columns_of(grid: &Grid) -> Columns {
    let column = |c: usize| {
        let cells = (0..grid.rows()).rev().map(|r| r * grid.columns() + c);
        let cells = cells.map(|at| (grid.cells()[at], at as u16));
        cells
            .filter(|&(cell, _)| cell != Cell::Hole)
            .collect::<Vec<_>>()
    };
    (0..grid.columns())
        .map(column)
        .filter(|c| !c.is_empty())
        .collect()
}

/// Four letters of each of three rulesets, with the highest tile numbers among
/// them; Spanish has digraphs.
const LETTERS: [(&str, [&str; 4]); 3] = [
    ("english", ["A", "E", "Q", "Z"]),
    ("spanish", ["A", "[CH]", "[LL]", "Z"]),
    ("polish", ["A", "Ć", "Ź", "Ż"]),
];

/// A lexicon and a grid of one of these rulesets.
#[derive(Clone, Debug)]
struct Puzzle {
    ruleset: Ruleset,
    words: BTreeSet<Vec<Tile>>,
    grid: Grid,
}

impl Puzzle {
    /// Takes words and cells that number the letters 1 to 4.
    fn of((name, letters): (&str, [&str; 4]), words: &[Vec<u8>], rows: &[Vec<Cell>]) -> Puzzle {
        let ruleset = Ruleset::builtin(name).unwrap();
        let tile = |number: u8| -> Tile {
            let word = ruleset
                .alphabet()
                .read_word(letters[usize::from(number - 1)]);
            word.unwrap()[0]
        };
        let cell = |cell: &Cell| match cell {
            Cell::Letter(number) => Cell::Letter(tile(*number)),
            other => *other,
        };
        let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>();
        let rows: Vec<_> = rows.iter().map(row).collect();
        let word = |word: &Vec<u8>| word.iter().map(|&number| tile(number)).collect();
        let words = words.iter().map(word).collect();
        let grid = Grid::new(&rows).unwrap();
        Puzzle {
            ruleset,
            words,
            grid,
        }
    }

    fn graph(&self) -> Graph {
        graph_of(&self.words, self.ruleset.alphabet().len())
    }
}

fn any_cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        12 => (1..5u8).prop_map(Cell::Letter),
        1 => Just(Cell::Blank),
        1 => Just(Cell::Hole),
    ]
}

fn any_puzzle() -> impl Strategy<Value = Puzzle> {
    let rows = (1..4usize, 1..4usize).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(any_cell(), columns), rows)
    });
    let rows = rows.prop_filter("a grid of holes", |rows| Grid::new(rows).is_ok());
    let words = prop::collection::vec(prop::collection::vec(1..5u8, 1..6), 0..14);
    let letters = prop::sample::select(&LETTERS[..]);
    (letters, words, rows).prop_map(|(letters, words, rows)| Puzzle::of(letters, &words, &rows))
}

fn english() -> Ruleset {
    Ruleset::builtin("english").unwrap()
}

/// Replays a line with columns: every word must be present when it is played.
fn replay(solution: &Solution, grid: &Grid, words: &BTreeSet<Vec<Tile>>, options: &SolveOptions) {
    let mut columns = columns_of(grid);
    let mut points = 0;
    for play in &solution.line {
        assert!(words.contains(&play.tiles));
        let spot = |at: u16| match options.gravity {
            Gravity::Still => grid.place(usize::from(at)),
            Gravity::Fall => {
                let has = |column: &Vec<(Cell, u16)>| column.iter().any(|&(_, c)| c == at);
                let x = columns.iter().position(has).unwrap();
                (x, columns[x].iter().position(|&(_, c)| c == at).unwrap())
            }
        };
        for pair in play.cells.windows(2) {
            let ((a, b), (c, d)) = (spot(pair[0]), spot(pair[1]));
            assert!(a.abs_diff(c) <= 1 && b.abs_diff(d) <= 1 && (a, b) != (c, d));
        }
        for (&tile, &cell) in play.tiles.iter().zip(&play.cells) {
            let there = grid.cells()[usize::from(cell)];
            assert!(there == Cell::Letter(tile) || there == Cell::Blank);
        }
        for column in &mut columns {
            column.retain(|(_, at)| !play.cells.contains(at));
        }
        columns.retain(|column| !column.is_empty());
        points += i64::from(play.points);
    }
    let left: usize = columns.iter().map(Vec::len).sum();
    points += match left {
        0 => i64::from(options.empty),
        left => -i64::from(options.left) * left as i64,
    };
    assert_eq!((solution.points, solution.left), (Some(points), left));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn finding_agrees_with_plain_recursion(puzzle in any_puzzle(), min in 1..4usize) {
        let graph = puzzle.graph();
        let Puzzle { ruleset, words, grid } = puzzle;
        let places: Vec<(Cell, u16)> = grid.cells().iter().copied().zip(0..).collect();
        let near = |a: u16, b: u16| {
            let ((r, c), (s, d)) = (grid.place(usize::from(a)), grid.place(usize::from(b)));
            r.abs_diff(s) <= 1 && c.abs_diff(d) <= 1
        };
        let mut expected: BTreeMap<Vec<Tile>, BTreeSet<Vec<u16>>> = BTreeMap::new();
        for (word, path) in traced(&words, &near, &places) {
            if word.len() >= min {
                expected.entry(word).or_default().insert(path);
            }
        }
        let options = FindOptions { min_length: min, keep: Keep::All, ..FindOptions::default() };
        // A wide frame of holes exercises each variant of the search with the same
        // grid.
        for pad in [0, 9, 29] {
            let mut rows: Vec<Vec<Cell>> = grid.cells().chunks(grid.columns()).map(<[Cell]>::to_vec).collect();
            rows.iter_mut().for_each(|row| row.resize(grid.columns() + pad, Cell::Hole));
            rows.resize(grid.rows() + pad, vec![Cell::Hole; grid.columns() + pad]);
            let wide = Grid::new(&rows).unwrap();
            let found = find(&graph, &wide, &options).unwrap();
            let back = |cell: &u16| {
                let (row, column) = wide.place(usize::from(*cell));
                (row * grid.columns() + column) as u16
            };
            let got: BTreeMap<Vec<Tile>, BTreeSet<Vec<u16>>> = found
                .words()
                .map(|word| {
                    let paths = word.paths().map(|path| path.iter().map(back).collect());
                    (word.tiles.to_vec(), paths.collect())
                })
                .collect();
            prop_assert_eq!(&got, &expected);
            prop_assert_eq!(found.word_count(), expected.len() as u64);
            prop_assert_eq!(found.path_count(), expected.values().map(|p| p.len() as u64).sum::<u64>());
            prop_assert!(found.words().map(|w| w.tiles).is_sorted());
        }
        let alphabet = ruleset.alphabet();
        let text = grid.to_text(alphabet);
        prop_assert_eq!(Grid::read(&text, alphabet).unwrap(), grid.clone());
        prop_assert_eq!(Grid::read(&text.replace('/', "\n"), alphabet).unwrap(), grid.clone());
    }

    #[test]
    fn solving_agrees_with_plain_recursion(
        puzzle in any_puzzle(),
        (still, clear) in any::<(bool, bool)>(),
        (min, left, empty) in (1..4usize, 0..3u32, 0..3u32),
        bonus in prop::sample::select(vec![vec![0, 0, 1, 3, 5], vec![0, 1, 2], vec![1, 0, 4, 4, 4]]),
    ) {
        let graph = puzzle.graph();
        let Puzzle { words, grid, .. } = puzzle;
        let options = SolveOptions {
            gravity: if still { Gravity::Still } else { Gravity::Fall },
            goal: if clear { Goal::Clear } else { Goal::Points },
            bonus: BonusTable::new(bonus).unwrap(),
            left,
            empty,
            min_length: min,
            ..SolveOptions::default()
        };
        let width = grid.columns() as u16;
        let expected = best_line(&words, &columns_of(&grid), &options, width, &mut HashMap::new());
        let first = solve(&graph, &grid, &options).unwrap();
        let with = |order, cache, bounds, packing| Techniques { order, cache, bounds, packing };
        // With little memory, most of what is known is forgotten.
        for (techniques, memory) in [
            (with(true, true, true, true), 512 << 20),
            (with(true, true, true, true), 0),
            (with(false, true, true, true), 512 << 20),
            (with(true, false, true, true), 512 << 20),
            (with(true, true, false, false), 512 << 20),
            (with(true, true, true, false), 512 << 20),
        ] {
            for threads in [1, 2] {
                let options = SolveOptions { techniques, threads, memory, ..options.clone() };
                let solution = solve(&graph, &grid, &options).unwrap();
                prop_assert_eq!(solution.status, SolveStatus::Solved);
                prop_assert_eq!((solution.points, solution.upper_bound), (expected, expected));
                if expected.is_some() {
                    replay(&solution, &grid, &words, &options);
                }
                if techniques == Techniques::default() {
                    prop_assert_eq!(&solution.line, &first.line);
                }
            }
        }
        let hurried = SolveOptions { max_states: 1, ..options };
        let hurried = solve(&graph, &grid, &hurried).unwrap();
        prop_assert!(hurried.points <= expected && expected <= hurried.upper_bound);
        prop_assert!(hurried.status == SolveStatus::Bounded || hurried.points == expected);
    }
}

#[test]
fn bad_grids_are_refused_with_place_and_reason() {
    let english = english();
    let alphabet = english.alphabet();
    let wide = "A".repeat(33);
    let tall = ["A"; 33].join("/");
    for (text, expected) in [
        (
            "",
            "grid: expected a grid such as `ABCD/EFGH`, found nothing",
        ),
        (
            "AB/C",
            "grid:1:4: row 2: expected 2 cells, as the first row has, found 1",
        ),
        (
            "AB//CD",
            "grid:1:4: row 2: expected at least one cell, found none",
        ),
        ("AB/C7", "grid:1:5: unknown tile `7` in `C7`"),
        ("AB\nÉA", "grid:2:1: unknown tile `É` in `ÉA`"),
        (
            "../..",
            "grid:1: expected at least one letter, found only holes",
        ),
        (
            &wide,
            "grid:1:1: row 1: expected at most 32 cells, found 33",
        ),
        (&tall, "grid:1:65: expected at most 32 rows, found row 33"),
    ] {
        let error = Grid::read(text, alphabet).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(
            error.diagnostics()[0].snippet.is_some(),
            !text.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn grids_that_would_take_forever_are_refused() {
    // All words over two letters: a grid of blanks has every path of every word.
    let words = (1..1 << 12).map(|n: u32| {
        let length = n.ilog2();
        (0..length)
            .map(|i| 1 + (n >> i & 1) as u8)
            .collect::<Vec<Tile>>()
    });
    let words: BTreeSet<Vec<Tile>> = words.filter(|word| !word.is_empty()).collect();
    let graph = graph_of(&words, 4);
    let english = english();
    let alphabet = english.alphabet();
    let grid = Grid::read(&["????????"; 8].join("/"), alphabet).unwrap();
    let error = find(&graph, &grid, &FindOptions::default()).unwrap_err();
    assert!(error.to_string().contains("use fewer blanks"), "{error}");
    let mut options = SolveOptions {
        max_states: 40,
        ..SolveOptions::default()
    };
    let solution = solve(&graph, &grid, &options).unwrap();
    assert_eq!(solution.status, SolveStatus::Bounded);
    assert!(solution.points <= solution.upper_bound);
    options.gravity = Gravity::Still;
    let still = solve(&graph, &grid, &options).unwrap();
    assert_eq!(still.status, SolveStatus::Bounded);
    let large = Grid::read(&["AAAAAAAAA"; 9].join("/"), alphabet).unwrap();
    let error = solve(&graph, &large, &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "grid: expected at most 64 letters to solve, found 81"
    );
}

#[test]
fn blanks_cost_points() {
    let words = BTreeSet::from([vec![1, 2]]);
    let graph = graph_of(&words, 4);
    let grid = Grid::new(&[vec![Cell::Blank, Cell::Letter(1), Cell::Letter(2)]]).unwrap();
    let found = find(&graph, &grid, &FindOptions::default()).unwrap();
    let word = found.words().next().unwrap();
    assert_eq!((word.path(), word.path_count), (&[1, 2][..], 2));
}

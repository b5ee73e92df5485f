//! Finds every word that can be traced in a grid.
//!
//! A word is traced along neighbouring cells, in 8 directions, each cell at most once.
//! The search descends the DAWG, not the grid. For each prefix it keeps the list of all
//! partial paths that spell it, and extends them by each tile that both follows in the
//! graph (the letter set) and is next to one of the paths. So every word is found once,
//! in sorted order, with all its paths, and nothing has to be sorted or looked up
//! afterwards.
//!
//! A path is a chain of cells. It has a number with a bit for each cell it uses, modulo
//! 64. The chain is searched for a cell only if the cell's bit is set.

use crate::error::{Error, Result};
use crate::graph::{Graph, NodeWithSet, bits, index_in};
use crate::grid::board::{Cell, Grid};
use crate::limits::{GRID_PATHS, GRID_STEPS};
use crate::tiles::{MAX_LETTERS, Tile};
use std::ops::Range;

/// Which paths of a word to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// None: words and paths are only counted.
    Count,
    /// One path: the first of those that lose the fewest points to blanks.
    #[default]
    Best,
    /// Every path.
    All,
}

/// What to look for, and what to keep.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FindOptions {
    /// The shortest word, in tiles.
    pub min_length: usize,
    /// The longest word, in tiles.
    pub max_length: usize,
    /// Which paths to keep.
    pub keep: Keep,
    /// The points by tile that a blank loses when it stands for that tile.
    pub tile_points: Vec<u8>,
    /// The number of steps after which the search fails.
    pub max_steps: u64,
}

impl Default for FindOptions {
    /// Words of at least 2 tiles, with one path each.
    fn default() -> FindOptions {
        FindOptions {
            min_length: 2,
            max_length: usize::MAX,
            keep: Keep::Best,
            tile_points: vec![1; MAX_LETTERS + 1],
            max_steps: GRID_STEPS,
        }
    }
}

/// The words of a grid, in sorted order.
#[derive(Clone, Debug, Default)]
pub struct Found {
    words: Vec<Record>,
    tiles: Vec<Tile>,
    /// The cells of the kept paths, word by word.
    cells: Vec<u16>,
    word_count: u64,
    path_count: u64,
}

#[derive(Clone, Debug)]
struct Record {
    tiles: Range<usize>,
    cells: Range<usize>,
    paths: u64,
}

/// A word in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundWord<'f> {
    /// Its tiles.
    pub tiles: &'f [Tile],
    /// The number of its paths.
    pub path_count: u64,
    cells: &'f [u16],
}

impl<'f> FoundWord<'f> {
    /// The cells of the first path kept, numbered row by row.
    pub fn path(&self) -> &'f [u16] {
        self.paths().next().unwrap_or_default()
    }

    /// The paths kept.
    pub fn paths(&self) -> impl Iterator<Item = &'f [u16]> {
        self.cells.chunks(self.tiles.len().max(1))
    }
}

impl Found {
    /// The number of distinct words.
    pub fn word_count(&self) -> u64 {
        self.word_count
    }

    /// The number of paths of all words.
    pub fn path_count(&self) -> u64 {
        self.path_count
    }

    /// The words in sorted order; empty if they were only counted.
    pub fn words(&self) -> impl Iterator<Item = FoundWord<'_>> {
        self.words.iter().map(|record| FoundWord {
            tiles: &self.tiles[record.tiles.clone()],
            path_count: record.paths,
            cells: &self.cells[record.cells.clone()],
        })
    }

    /// Keeps only the words that pass a test, which is called in sorted order.
    pub fn retain(&mut self, mut wanted: impl FnMut(&[Tile]) -> bool) {
        let tiles = &self.tiles;
        let is_wanted = |record: &Record| wanted(&tiles[record.tiles.clone()]);
        self.words.retain(is_wanted);
        self.word_count = self.words.len() as u64;
        self.path_count = self.words.iter().map(|record| record.paths).sum();
    }
}

/// Finds every word of a graph's DAWG that can be traced in a grid.
///
/// The search fails if it takes more than `max_steps` steps or more than a few hundred
/// megabytes of memory. That happens only for grids with many blanks, or with lexicons
/// designed for it.
///
/// ```
/// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
/// use wordmill::grid::{FindOptions, Grid, find};
/// use wordmill::lexicon::Words;
/// use wordmill::ruleset::Ruleset;
///
/// let english = Ruleset::builtin("english")?;
/// let alphabet = english.alphabet();
/// let list = ["CARE", "RACE", "ACE", "CAB"].map(|word| alphabet.read_word(word).unwrap());
/// let words = Words::from_unsorted(list.iter().map(Vec::as_slice))?;
/// let bytes = build(&words, GraphSpec::default())?;
/// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
///
/// let grid = Grid::read("CA/ER", alphabet)?;
/// let found = find(&graph, &grid, &FindOptions::default())?;
/// let texts: Vec<String> = found.words().map(|word| alphabet.word_text(word.tiles)).collect();
/// assert_eq!(texts, ["ACE", "CARE", "RACE"]);
/// assert_eq!(found.words().next().unwrap().path(), [1, 0, 2]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn find(graph: &Graph, grid: &Grid, options: &FindOptions) -> Result<Found> {
    Search::new(graph, grid, options).run()
}

/// A path that spells a prefix.
#[derive(Clone, Copy)]
struct Partial {
    /// The cells it uses, by their numbers modulo 64.
    used: u64,
    /// The index in the stack of the path without its last cell.
    parent: u32,
    /// Its last cell.
    cell: u16,
}

/// Marks the end of a chain at its first cell.
const NO_PARENT: u32 = u32::MAX;

/// The cells of a path, from its last to its first.
fn chain(stack: &[Partial], last: usize) -> impl Iterator<Item = u16> {
    let mut next = Some(last);
    std::iter::from_fn(move || {
        let path = stack.get(next?)?;
        next = (path.parent != NO_PARENT).then_some(path.parent as usize);
        Some(path.cell)
    })
}

struct Search<'s> {
    nodes: &'s [NodeWithSet],
    options: &'s FindOptions,
    /// By cell, the tiles that it can be.
    tiles: Vec<u64>,
    /// By cell, its neighbours, in order.
    near: Vec<[u16; 8]>,
    /// By cell, the tiles of its neighbours.
    near_tiles: Vec<u64>,
    /// By tile and cell, the neighbours that can be the tile, as bits.
    near_with: Vec<u8>,
    has_blanks: bool,
    /// The partial paths of every prefix of `word`, the shortest prefix first.
    stack: Vec<Partial>,
    word: Vec<Tile>,
    taken: u64,
    found: Found,
}

impl<'s> Search<'s> {
    fn new(graph: &'s Graph, grid: &Grid, options: &'s FindOptions) -> Search<'s> {
        let cells = grid.cells();
        let tiles: Vec<u64> = cells.iter().map(|cell| cell.tiles()).collect();
        let mut search = Search {
            nodes: graph.letter_sets(),
            options,
            near: vec![[0; 8]; tiles.len()],
            near_tiles: vec![0; tiles.len()],
            near_with: vec![0; (MAX_LETTERS + 1) * tiles.len()],
            has_blanks: cells.contains(&Cell::Blank),
            tiles,
            stack: Vec::new(),
            word: Vec::new(),
            taken: 0,
            found: Found::default(),
        };
        for cell in 0..cells.len() {
            for (place, near) in grid.neighbours(cell).enumerate() {
                search.near[cell][place] = near as u16;
                search.near_tiles[cell] |= search.tiles[near];
                for tile in (0..=MAX_LETTERS).filter(|tile| search.tiles[near] >> tile & 1 != 0) {
                    search.near_with[tile * cells.len() + cell] |= 1 << place;
                }
            }
        }
        search
    }

    fn run(mut self) -> Result<Found> {
        let root = self.nodes[0];
        let mut tiles = root.set() & self.tiles.iter().fold(0, |all, tiles| all | tiles);
        if self.options.max_length == 0 {
            tiles = 0;
        }
        for tile in bits(tiles) {
            for cell in (0..self.tiles.len()).filter(|&cell| self.tiles[cell] >> tile & 1 != 0) {
                self.stack.push(Partial {
                    used: 1 << (cell % 64),
                    parent: NO_PARENT,
                    cell: cell as u16,
                });
            }
            self.enter(root, tile as Tile, 0)?;
        }
        Ok(self.found)
    }

    /// Continues with a tile that follows a node. Its paths are in the stack from
    /// `start` on, and are removed afterwards.
    fn enter(&mut self, before: NodeWithSet, tile: Tile, start: usize) -> Result<()> {
        let end = self.stack.len();
        self.taken += (end - start) as u64;
        if self.taken > self.options.max_steps || end > GRID_PATHS {
            return Err(self.too_many());
        }
        let node = self.nodes[index_in(before.node().arc(), before.set(), 1 << tile)];
        self.word.push(tile);
        if node.node().accepts() && self.word.len() >= self.options.min_length {
            self.keep(start..end)?;
        }
        if self.word.len() < self.options.max_length {
            let paths = self.stack[start..].iter();
            let near = paths.fold(0, |near, path| {
                near | self.near_tiles[usize::from(path.cell)]
            });
            for next in bits(node.set() & near) {
                self.extend(start..end, next as Tile);
                if self.stack.len() > end {
                    self.enter(node, next as Tile, end)?;
                }
            }
        }
        self.stack.truncate(start);
        self.word.pop();
        Ok(())
    }

    /// Appends every extension, by a cell with the tile, of the paths in a range of the
    /// stack.
    #[inline]
    fn extend(&mut self, range: Range<usize>, tile: Tile) {
        let cells = self.tiles.len();
        let with = &self.near_with[usize::from(tile) * cells..][..cells];
        for parent in range {
            let Partial { used, cell, .. } = self.stack[parent];
            for place in bits(u64::from(with[usize::from(cell)])) {
                let near = self.near[usize::from(cell)][place as usize];
                let bit = 1 << (near % 64);
                if used & bit == 0 || !chain(&self.stack, parent).any(|used| used == near) {
                    self.stack.push(Partial {
                        used: used | bit,
                        parent: parent as u32,
                        cell: near,
                    });
                }
            }
        }
    }

    /// Keeps the word and its paths, which are in a range of the stack.
    fn keep(&mut self, range: Range<usize>) -> Result<()> {
        let paths = range.len() as u64;
        self.found.word_count += 1;
        self.found.path_count += paths;
        let first = self.found.cells.len();
        match self.options.keep {
            Keep::Count => return Ok(()),
            Keep::Best => self.keep_path(self.best_of(range)),
            Keep::All => {
                if first + range.len() * self.word.len() > 4 * GRID_PATHS {
                    return Err(self.too_many());
                }
                range.for_each(|path| self.keep_path(path));
            }
        }
        let start = self.found.tiles.len();
        self.found.tiles.extend_from_slice(&self.word);
        self.found.words.push(Record {
            tiles: start..self.found.tiles.len(),
            cells: first..self.found.cells.len(),
            paths,
        });
        Ok(())
    }

    fn keep_path(&mut self, path: usize) {
        let cells = &mut self.found.cells;
        let start = cells.len();
        cells.extend(chain(&self.stack, path));
        cells[start..].reverse();
    }

    /// The first of the paths that lose the fewest points to blanks.
    fn best_of(&self, range: Range<usize>) -> usize {
        let first = range.start;
        if !self.has_blanks {
            return first;
        }
        let loss = |&path: &usize| -> u32 {
            let tiles = self.word.iter().rev().zip(chain(&self.stack, path));
            let is_blank = |cell: u16| self.tiles[usize::from(cell)] == Cell::Blank.tiles();
            let blanks = tiles.filter(|&(_, cell)| is_blank(cell));
            let points = |tile: Tile| self.options.tile_points.get(usize::from(tile));
            let points = blanks.filter_map(|(&tile, _)| points(tile));
            points.map(|&points| u32::from(points)).sum()
        };
        range.min_by_key(loss).unwrap_or(first)
    }

    fn too_many(&self) -> Error {
        let most = self.options.max_steps.min(GRID_STEPS);
        let expected = format!("a grid whose words take at most {most} steps to find");
        let error = Error::mismatch("", expected, "one that takes more").of_part("grid");
        match self.has_blanks {
            true => Error::input("", format!("{error}; use fewer blanks")),
            false => error,
        }
    }
}

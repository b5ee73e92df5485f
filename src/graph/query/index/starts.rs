//! A table of what the words from a number on begin with.

use crate::graph::query::index::lists::CountedLists;
use crate::tiles::Tile;

/// The most tiles of a start.
const START_TILES: usize = 7;

/// What a run of words begins with, and the list that they go on from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) list: u32,
    /// The number of words that sort before the first that goes on from the list.
    pub(crate) before: u32,
    tiles: [Tile; START_TILES],
    length: u8,
}

/// The start of each run of 2^`shift` words: the tiles that all of them begin
/// with and go on after.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    shift: u32,
    starts: Box<[Start]>,
}

impl Starts {
    /// Makes the runs as short as a table about as large as the graph allows. A
    /// start is as large as two nodes.
    pub(crate) fn of(lists: &CountedLists) -> Starts {
        let Some(last) = lists.total().checked_sub(1) else {
            return Starts {
                shift: 0,
                starts: Box::default(),
            };
        };
        let room = lists.len() / 2;
        let fits = |shift: &u32| (last >> shift) as usize <= room;
        let shift = (0..u32::BITS).find(fits).unwrap_or(u32::BITS - 1);
        let start = |run: u32| {
            let first = run << shift;
            Start::of(lists, first, last.min(first | ((1 << shift) - 1)))
        };
        Starts {
            shift,
            starts: (0..=last >> shift).map(start).collect(),
        }
    }

    /// Finds the start for the number of a word, and adds its tiles to `word`,
    /// which has to be empty.
    #[inline]
    pub(crate) fn find(&self, index: u32, word: &mut Vec<Tile>) -> Start {
        let start = self.starts[(index >> self.shift) as usize];
        // Copying a fixed number of bytes is faster.
        word.extend_from_slice(&start.tiles);
        word.truncate(usize::from(start.length));
        start
    }
}

impl Start {
    /// Finds what the words from `first` to `last` have in common.
    fn of(lists: &CountedLists, first: u32, last: u32) -> Start {
        let mut start = Start {
            list: lists.root().node.arc(),
            before: 0,
            tiles: [0; START_TILES],
            length: 0,
        };
        while usize::from(start.length) < START_TILES {
            let holder = |index| lists.holder(start.list, index - start.before);
            let (Some((node, passed)), Some((_, passed_last))) = (holder(first), holder(last))
            else {
                break;
            };
            let before = start.before + passed + u32::from(node.accepts());
            if passed != passed_last || first < before {
                break;
            }
            start.tiles[usize::from(start.length)] = node.tile();
            start.length += 1;
            start.before = before;
            start.list = node.arc();
        }
        start
    }
}

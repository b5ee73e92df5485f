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
        // The starts on the way to the latest one, each a tile longer than the one before.
        let mut path = vec![Start {
            list: lists.root().node.arc(),
            before: 0,
            tiles: [0; START_TILES],
            length: 0,
        }];
        let start = |run: u32| {
            let first = run << shift;
            let last = last.min(first | ((1 << shift) - 1));
            let holds = |start: &Start| last - start.before < lists.words_from(start.list);
            path.truncate(path.iter().take_while(|start| holds(start)).count());
            while let Some(longer) = path.last().and_then(|s| s.longer(lists, first, last)) {
                path.push(longer);
            }
            path.last().copied()
        };
        Starts {
            shift,
            starts: (0..=last >> shift).filter_map(start).collect(),
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
    /// The start one tile longer, if the words from `first` to `last` have it in common.
    fn longer(mut self, lists: &CountedLists, first: u32, last: u32) -> Option<Start> {
        let holder = |index| lists.holder(self.list, index - self.before);
        let ((node, passed), (_, passed_last)) = (holder(first)?, holder(last)?);
        let before = self.before + passed + u32::from(node.accepts());
        if passed != passed_last || first < before {
            return None;
        }
        *self.tiles.get_mut(usize::from(self.length))? = node.tile();
        self.length += 1;
        self.before = before;
        self.list = node.arc();
        Some(self)
    }
}

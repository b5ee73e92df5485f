//! What the words from a number on begin with.

use crate::graph::query::index::Lists;
use crate::tiles::Tile;

/// The most tiles of a beginning.
const MAX_TILES: usize = 7;

/// The list that a run of words go on from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) list: u32,
    /// How many words sort before the first that goes on from the list.
    pub(crate) before: u32,
    tiles: [Tile; MAX_TILES],
    length: u8,
}

/// For each run of 2^`shift` words, the tiles that all of them begin with and
/// have something after.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    shift: u32,
    starts: Box<[Start]>,
}

impl Starts {
    /// Runs as short as can be in a table about as large as the graph: a start
    /// takes the room of two nodes.
    pub(crate) fn of(lists: &Lists) -> Starts {
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

    /// Where to go on for a number, after the tiles that are put into `word`,
    /// which is empty. The number has to be one of a word.
    #[inline]
    pub(crate) fn find(&self, index: u32, word: &mut Vec<Tile>) -> Start {
        let start = self.starts[(index >> self.shift) as usize];
        // A fixed number of bytes is moved at once.
        word.extend_from_slice(&start.tiles);
        word.truncate(usize::from(start.length));
        start
    }
}

impl Start {
    /// What the words from `first` to `last` have in common.
    fn of(lists: &Lists, first: u32, last: u32) -> Start {
        let mut start = Start {
            list: lists.root().node.arc(),
            before: 0,
            tiles: [0; MAX_TILES],
            length: 0,
        };
        while usize::from(start.length) < MAX_TILES {
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

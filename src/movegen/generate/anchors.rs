//! Anchors: where plays are looked for, so that each is found once.
//!
//! The plays of a lane fall into disjoint groups. A play that goes through
//! tiles of its lane belongs to the last run of tiles in it: it may pass
//! through any run before, and must stay clear of the next one. A play that
//! touches no tile of its lane has to make a cross-word (or cover the start
//! square of an empty board); it belongs to the last square where it does, and
//! must stay clear of the next one.

use crate::movegen::board::play::Direction;
use crate::movegen::generate::cross_sets::Lanes;
use crate::movegen::generate::search::List;

/// One group of plays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Anchor {
    /// The GADDAG's list after the tiles from `end` back to `start`.
    pub(crate) list: List,
    /// The sum of these tiles, see [`TileSums`](crate::movegen::best::anagram_filter::TileSums).
    pub(crate) sum: u64,
    /// Their points.
    pub(crate) points: u32,
    pub(crate) direction: Direction,
    pub(crate) lane: u8,
    /// The first tile of the run; as far as `end` if there is no run.
    pub(crate) start: u8,
    /// One past the run's last tile, or past the square to be covered.
    pub(crate) end: u8,
    /// The first square that a play may cover.
    pub(crate) left: u8,
    /// One past the last square that a play may cover.
    pub(crate) right: u8,
}

impl Anchor {
    /// Whether its plays go through a run of tiles.
    #[inline]
    pub(crate) fn has_run(&self) -> bool {
        self.start < self.end
    }
}

/// Appends the anchors of a lane. `start` is the square that the first play
/// has to cover, if it is in this lane. `playable` are the letters that the
/// rack can make.
pub(crate) fn find_anchors(
    lanes: &Lanes,
    (direction, lane): (Direction, usize),
    root: List,
    start: Option<u8>,
    playable: u64,
    anchors: &mut Vec<Anchor>,
) {
    let slots = lanes.slots(direction, lane);
    let runs = lanes.runs(direction, lane);
    let start = start.map_or(0, |at| 1 << at);
    let hooks = lanes.hooks(direction, lane) | start;
    if hooks == 0 && runs.is_empty() {
        return;
    }
    let length = slots.len() as u8;
    // Where the gap before the next run begins: past the square after a run.
    let mut gap = 0;
    for i in 0..=runs.len() {
        let run = runs.get(i);
        // The square before a run is not part of the gap.
        let gap_end = run.map_or(length, |run| run.start.saturating_sub(1));
        if gap + 1 < gap_end {
            let mut right = gap_end;
            // Those of the gap, from the last one on.
            let mut rest = hooks & !(u64::MAX << gap_end) & u64::MAX << gap;
            while rest != 0 {
                let at = 63 - rest.leading_zeros() as u8;
                rest ^= 1 << at;
                let slot = &slots[usize::from(at)];
                if slot.allowed & playable != 0 && right - gap > 1 {
                    anchors.push(Anchor {
                        list: root,
                        sum: 0,
                        points: 0,
                        direction,
                        lane: lane as u8,
                        start: at + 1,
                        end: at + 1,
                        left: gap,
                        right,
                    });
                }
                right = at;
            }
        }
        let Some(run) = run else { break };
        let right = runs.get(i + 1).map_or(length, |next| next.start - 1);
        if run.list.set != 0 {
            anchors.push(Anchor {
                list: run.list,
                sum: run.sum,
                points: run.points,
                direction,
                lane: lane as u8,
                start: run.start,
                end: run.end,
                left: 0,
                right,
            });
        }
        gap = run.end + 1;
    }
}

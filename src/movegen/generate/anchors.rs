//! Anchors: the places where plays are searched, chosen so that each play is found
//! once.
//!
//! The plays of a lane fall into disjoint groups, one for each anchor. A play that goes
//! through tiles of its lane belongs to the last run of tiles in it: it may go through
//! any earlier run, and must stay clear of the next one. A play that touches no tile of
//! its lane must make a cross-word, or cover the start square of an empty board. It
//! belongs to the last square where it does, and must stay clear of the next such
//! square. Anchors come from Appel and Jacobson (1988); Gordon (1994) extends plays
//! from them in both directions.

use crate::movegen::board::{Direction, Play};
use crate::movegen::generate::arcs::Arcs;
use crate::movegen::generate::cross_sets::{CrossSets, GADDAG_NODE, LaneSquare, Run};

/// One group of plays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Anchor {
    /// The run that its plays go through. Without one, it is empty and ends just past
    /// the square that plays must cover.
    pub(crate) run: Run,
    pub(crate) direction: Direction,
    pub(crate) lane: u8,
    /// The first square that a play may cover.
    pub(crate) left: u8,
    /// One past the last square that a play may cover.
    pub(crate) right: u8,
}

impl Anchor {
    /// Whether its plays go through a run of tiles.
    #[inline]
    pub(crate) fn has_run(&self) -> bool {
        self.run.start < self.run.end
    }

    /// Creates a play in its lane, from the square `start` on.
    #[inline]
    pub(crate) fn play<'t>(&self, start: u8, tiles: &'t [u8]) -> Play<'t> {
        let (row, column) = self.direction.lane(self.lane, start);
        Play {
            direction: self.direction,
            row,
            column,
            tiles,
        }
    }

    /// The squares of its lane.
    #[inline]
    pub(crate) fn squares<'c>(&self, cross_sets: &'c CrossSets) -> &'c [LaneSquare] {
        cross_sets.squares(self.direction, usize::from(self.lane))
    }
}

/// Appends the anchors of a lane. `start` is the square that the first play must cover,
/// if it is in this lane. `playable` is the set of letters that the rack can play.
pub(crate) fn find_anchors(
    cross_sets: &CrossSets,
    (direction, lane): (Direction, usize),
    root: Arcs,
    start: Option<u8>,
    playable: u64,
    anchors: &mut Vec<Anchor>,
) {
    let squares = cross_sets.squares(direction, lane);
    let runs = cross_sets.runs(direction, lane);
    let start = start.map_or(0, |at| 1 << at);
    let hooks = cross_sets.hooks(direction, lane) | start;
    if hooks == 0 && runs.is_empty() {
        return;
    }
    let length = squares.len() as u8;
    let here = Anchor {
        direction,
        lane: lane as u8,
        ..Anchor::default()
    };
    // The first square of the gap before the next run: past the square after a run.
    let mut gap = 0;
    for i in 0..=runs.len() {
        let run = runs.get(i);
        // The square before a run is not part of the gap.
        let gap_end = run.map_or(length, |run| run.start.saturating_sub(1));
        if gap + 1 < gap_end {
            let mut right = gap_end;
            // The hooks of the gap, from the last one down.
            let mut rest = hooks & !(u64::MAX << gap_end) & u64::MAX << gap;
            while rest != 0 {
                let at = 63 - rest.leading_zeros() as u8;
                rest ^= 1 << at;
                let square = &squares[usize::from(at)];
                if square.cross_set & playable != 0 && right - gap > 1 {
                    let run = Run {
                        start: at + 1,
                        end: at + 1,
                        node: GADDAG_NODE as u32,
                        arcs: root,
                        ..Run::default()
                    };
                    anchors.push(Anchor {
                        run,
                        left: gap,
                        right,
                        ..here
                    });
                }
                right = at;
            }
        }
        let Some(run) = run else { break };
        let right = runs.get(i + 1).map_or(length, |next| next.start - 1);
        if run.arcs.set != 0 {
            let run = *run;
            anchors.push(Anchor { run, right, ..here });
        }
        gap = run.end + 1;
    }
}

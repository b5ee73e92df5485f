//! The estimate: boards, stages, and the sums between them.

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::estimate::boards::make_board;
use crate::estimate::census::{Census, Draw};
use crate::estimate::lattice::Lattice;
use crate::estimate::sheet::{MOST, Sheet};
use crate::estimate::stage::{Stage, conclude};
use crate::estimate::sums::{Moments, Shard, Sums};
use crate::estimate::table::Values;
use crate::graph::{Graph, le_bytes};
use crate::lexicon::LeaveTable;
use crate::movegen::{GaddagGenerator, LeaveValues, Ranker};
use crate::parallel;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// The number of boards of the first stage, unless fewer are wanted in total.
const FIRST_STAGE: u64 = 16;

/// The most boards of a stage. The sums of that many fit their types.
pub const MOST_BOARDS: u64 = 1 << 24;

/// Estimates leave values for a graph and a ruleset.
pub struct Estimator<'g> {
    pub(crate) graph: &'g Graph,
    pub(crate) ruleset: &'g Ruleset,
    pub(crate) lattice: Lattice,
    seed: u64,
}

/// The working data of one thread.
struct Workspace<'g> {
    ranker: Ranker<'g>,
    generator: GaddagGenerator<'g>,
    sheet: Sheet,
    census: Census,
}

impl<'g> Estimator<'g> {
    /// Prepares an estimate. The graph must have a GADDAG.
    pub fn new(graph: &'g Graph, ruleset: &'g Ruleset, seed: u64) -> Result<Estimator<'g>> {
        GaddagGenerator::new(graph, ruleset)?;
        Ok(Estimator {
            graph,
            ruleset,
            lattice: lattice_of(ruleset)?,
            seed,
        })
    }

    /// The numbers of boards of all stages. They double up to `boards`.
    pub fn stages(boards: u64) -> Vec<u64> {
        let mut stages = vec![boards];
        while let Some(&first) = stages.first()
            && first > FIRST_STAGE
        {
            stages.insert(0, first.div_ceil(2));
        }
        stages
    }

    /// Starts an estimate with `boards` boards in its last stage: returns empty sums of
    /// the first stage, or of a share of the last stage alone. `begun` is the initial
    /// table. For a share it is the table of the previous stage, if there is one.
    pub fn begin(
        &self,
        boards: u64,
        begun: Option<&dyn LeaveValues>,
        shard: Option<Shard>,
    ) -> Result<Sums> {
        check_boards(boards)?;
        let stages = Self::stages(boards);
        let (stage, slots) = match (shard, &stages[..]) {
            (None, _) => (0, 0..stages[0]),
            (Some(_), [.., before, _]) if begun.is_none() => {
                let expected = format!("the table of the stage before, of {before} boards");
                return Err(Error::mismatch("", expected, "none"));
            }
            (Some(shard), _) => (stages.len() - 1, shard.slots(boards)?),
        };
        let before = Values::of(&self.lattice, &begun);
        let inputs = self.digest(&before.thousandths, stage as u32);
        let boards = stages[stage];
        Ok(Sums::new(
            inputs,
            stage as u32,
            boards,
            slots,
            before.thousandths,
        ))
    }

    /// A digest of everything that values depend on, except the ruleset.
    fn digest(&self, begun: &[i32], stage: u32) -> String {
        let nodes = self.graph.nodes().iter().map(|node| node.bits());
        let mut numbers: Vec<u32> = nodes.collect();
        numbers.extend(begun.iter().map(|&value| value as u32));
        let mut bytes = le_bytes(&numbers);
        bytes.extend_from_slice(&self.seed.to_le_bytes());
        bytes.extend_from_slice(&stage.to_le_bytes());
        sha256(&bytes)
    }

    /// Continues an estimate with `boards` boards from `sums` to its end. The sums are
    /// those of [`begin`](Estimator::begin), or stored ones. `done` is called after
    /// each board, by any thread.
    pub fn run(&self, boards: u64, mut sums: Sums, done: &(dyn Fn() + Sync)) -> Result<LeaveTable> {
        loop {
            self.take(&mut sums, u64::MAX, done, &mut |_| Ok(()))?;
            match self.conclude(boards, sums)?.1 {
                ControlFlow::Continue(next) => sums = next,
                ControlFlow::Break(table) => return Ok(table),
            }
        }
    }

    /// Ends a stage of an estimate with `boards` boards. Returns its statistics and the
    /// empty sums of the next stage or, after the last one, the table. The sums must be
    /// complete.
    pub fn conclude(
        &self,
        boards: u64,
        sums: Sums,
    ) -> Result<(Stage, ControlFlow<LeaveTable, Sums>)> {
        let (figures, values) = conclude(&self.lattice, &sums);
        let stage = sums.stage + 1;
        let next = match Self::stages(boards).get(stage as usize) {
            None => ControlFlow::Break(values.to_table()?),
            Some(&boards) => {
                let before = values.thousandths;
                ControlFlow::Continue(Sums::new(sums.inputs, stage, boards, 0..boards, before))
            }
        };
        Ok((figures, next))
    }

    /// Takes the census of all boards missing from the sums. `done` is called after
    /// each board, by any thread. `keep` gets the sums so far after every `every`
    /// boards.
    pub fn take(
        &self,
        sums: &mut Sums,
        every: u64,
        done: &(dyn Fn() + Sync),
        keep: &mut dyn FnMut(&Sums) -> Result<()>,
    ) -> Result<()> {
        let values = Values {
            lattice: &self.lattice,
            thousandths: sums.before.clone(),
        };
        let exchanges = values.best_kept();
        let ranker = Ranker::new(self.graph, self.ruleset);
        let generator = GaddagGenerator::new(self.graph, self.ruleset)?;
        let space = || Workspace {
            ranker: ranker.clone(),
            generator: generator.clone(),
            sheet: Sheet::new(&self.lattice),
            census: Census::new(&self.lattice),
        };
        let stage = u64::from(sums.stage);
        while !sums.is_complete() {
            let end = sums.next.saturating_add(every).min(sums.slots.end);
            let moments = Mutex::new(&mut sums.moments);
            let take = |space: &mut Workspace<'g>, slot| {
                self.take_board(space, (&values, &exchanges), (stage, slot), &moments)?;
                done();
                Ok(())
            };
            parallel::try_map_with(sums.next..end, space, take)?;
            sums.next = end;
            keep(sums)?;
        }
        Ok(())
    }

    fn take_board(
        &self,
        space: &mut Workspace<'g>,
        (values, exchanges): (&Values<'_>, &[i32]),
        (stage, slot): (u64, u64),
        moments: &Mutex<&mut Vec<Moments>>,
    ) -> Result<()> {
        let place = (self.seed, stage, slot);
        let mut position = make_board(&mut space.ranker, self.ruleset, values, place)?;
        position.set_rack(&[])?;
        let tiles = self.lattice.tiles() as Tile;
        let unseen = |tile| u8::try_from(position.unseen(tile)).unwrap_or(u8::MAX);
        let unseen: Vec<u8> = (0..tiles).map(unseen).collect();
        let total = position.unseen_total();
        let bag = total.saturating_sub(2 * u32::from(self.ruleset.rack_size()));
        let may_exchange = bag >= u32::from(self.ruleset.exchange_limit()).max(1);
        let (sheet, generator) = (&mut space.sheet, &mut space.generator);
        sheet.fill(&self.lattice, generator, &mut position, &unseen);
        space.census.take(&Draw {
            lattice: &self.lattice,
            unseen: &unseen,
            sheet: &space.sheet.scores,
            leaves: &values.thousandths,
            exchanges: if may_exchange { exchanges } else { &[] },
        });
        let worth = &space.census.values;
        let mean = i64::from(worth[0]);
        let half = (slot % 2) as usize;
        let mut moments = moments.lock().unwrap_or_else(|e| e.into_inner());
        let most = self.lattice.size - 1;
        self.lattice.each_possible(&unseen, most, |_, number| {
            moments[number].add(half, i64::from(worth[number]) - mean);
        });
        Ok(())
    }
}

fn check_boards(boards: u64) -> Result<()> {
    let expected = match boards {
        0 => "at least 1 board".to_string(),
        1..=MOST_BOARDS => return Ok(()),
        _ => format!("at most {MOST_BOARDS} boards"),
    };
    Err(Error::mismatch("", expected, boards))
}

/// The lattice of a ruleset's racks. Refuses racks that are too small or too large, and
/// a lattice that would take too much memory.
pub(crate) fn lattice_of(ruleset: &Ruleset) -> Result<Lattice> {
    let rack = usize::from(ruleset.rack_size());
    if !(2..=MOST).contains(&rack) {
        let expected = format!("racks of 2 to {MOST} tiles");
        return Err(Error::mismatch("", expected, rack));
    }
    let counts = ruleset.tiles().iter().map(|facts| facts.count);
    Lattice::new(counts.collect(), rack)
}

//! The estimate itself: boards, stages, and the sums between them.

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::estimate::boards::make_board;
use crate::estimate::census::{Census, Draw};
use crate::estimate::lattice::Lattice;
use crate::estimate::sheet::{MOST, Sheet};
use crate::estimate::stage::{Stage, conclude};
use crate::estimate::sums::{Moments, Shard, Sums};
use crate::estimate::table::Values;
use crate::graph::Graph;
use crate::lexicon::LeaveTable;
use crate::movegen::{GaddagGenerator, LeaveValues, Ranker};
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::ops::Range;
use std::sync::Mutex;

/// The boards of the first stage, unless fewer are wanted in all.
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

/// Hears of the progress of an estimate.
pub trait Watch: Sync {
    /// A board is done. Any thread may call this.
    fn board(&self) {}

    /// The number of boards from one [`pause`](Watch::pause) to the next.
    fn pause_every(&self) -> u64 {
        u64::MAX
    }

    /// The sums so far, to be kept. An error ends the estimate.
    fn pause(&self, _sums: &Sums) -> Result<()> {
        Ok(())
    }

    /// A stage is done.
    fn stage(&self, _stage: &Stage) {}
}

/// Watches nothing.
impl Watch for () {}

/// What one thread works with.
struct Workspace<'g> {
    ranker: Ranker<'g>,
    generator: GaddagGenerator<'g>,
    sheet: Sheet,
    census: Census,
}

impl<'g> Estimator<'g> {
    /// Prepares an estimate. The graph has to have a GADDAG.
    pub fn new(graph: &'g Graph, ruleset: &'g Ruleset, seed: u64) -> Result<Estimator<'g>> {
        GaddagGenerator::new(graph, ruleset)?;
        let lattice = lattice_of(ruleset)?;
        Ok(Estimator {
            graph,
            ruleset,
            lattice,
            seed,
        })
    }

    /// The numbers of boards of all stages: they double up to `boards`.
    pub fn stages(boards: u64) -> Vec<u64> {
        let mut stages = vec![boards];
        while let Some(&first) = stages.first()
            && first > FIRST_STAGE
        {
            stages.insert(0, first.div_ceil(2));
        }
        stages
    }

    /// Begins an estimate of `boards` boards in its last stage: empty sums of the
    /// first stage. `begun` is the table to begin with.
    pub fn begin(&self, boards: u64, begun: Option<&impl LeaveValues>) -> Result<Sums> {
        check_boards(boards)?;
        let first = Self::stages(boards)[0];
        Ok(self.empty_sums(0, first, 0..first, begun))
    }

    /// Begins a share of the last stage alone, of `boards` boards. `begun` is the
    /// table of the stage before, if there is one.
    pub fn begin_shard(
        &self,
        boards: u64,
        begun: Option<&impl LeaveValues>,
        shard: Shard,
    ) -> Result<Sums> {
        check_boards(boards)?;
        let stages = Self::stages(boards);
        if let ([.., before, _], None) = (&stages[..], begun) {
            let expected = format!("the table of the stage before, of {before} boards");
            return Err(Error::mismatch("", expected, "none"));
        }
        let stage = stages.len() as u32 - 1;
        Ok(self.empty_sums(stage, boards, shard.slots(boards)?, begun))
    }

    fn empty_sums(
        &self,
        stage: u32,
        boards: u64,
        slots: Range<u64>,
        begun: Option<&impl LeaveValues>,
    ) -> Sums {
        let before = match begun {
            Some(leaves) => Values::of(&self.lattice, leaves),
            None => Values::none(&self.lattice),
        };
        let before = before.thousandths;
        let inputs = self.digest(&before, stage);
        Sums::new(inputs, stage, boards, slots, before)
    }

    /// A digest of everything but the ruleset that values depend on.
    fn digest(&self, begun: &[i32], stage: u32) -> String {
        let nodes = self.graph.nodes().iter().map(|node| node.bits());
        let numbers = nodes.chain(begun.iter().map(|&value| value as u32));
        let mut bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
        bytes.extend_from_slice(&self.seed.to_le_bytes());
        bytes.extend_from_slice(&stage.to_le_bytes());
        sha256(&bytes)
    }

    /// Goes on with an estimate of `boards` boards from where `sums` are, to its
    /// end. The sums are those of [`begin`](Estimator::begin), or stored ones.
    pub fn run(&self, boards: u64, mut sums: Sums, watch: &impl Watch) -> Result<LeaveTable> {
        let stages = Self::stages(boards);
        loop {
            self.take(&mut sums, watch)?;
            let (figures, values) = conclude(&self.lattice, &sums);
            watch.stage(&figures);
            let stage = sums.stage + 1;
            let Some(&boards) = stages.get(stage as usize) else {
                return values.to_table();
            };
            sums = Sums::new(sums.inputs, stage, boards, 0..boards, values.thousandths);
        }
    }

    /// Takes the census of all boards that sums still lack.
    pub fn take(&self, sums: &mut Sums, watch: &impl Watch) -> Result<()> {
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
            let end = sums.next.saturating_add(watch.pause_every().max(1));
            let end = end.min(sums.slots.end);
            let slots = (sums.next..end).into_par_iter();
            let moments = Mutex::new(&mut sums.moments);
            let take = |space: &mut Workspace<'g>, slot| {
                self.take_board(space, (&values, &exchanges), (stage, slot), &moments)?;
                watch.board();
                Ok(())
            };
            slots.map_init(space, take).collect::<Result<()>>()?;
            sums.next = end;
            watch.pause(sums)?;
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
            sheet: space.sheet.scores(),
            leaves: &values.thousandths,
            exchanges: if may_exchange { exchanges } else { &[] },
        });
        let worth = space.census.values();
        let mean = i64::from(worth[0]);
        let half = (slot % 2) as usize;
        let mut moments = moments.lock().unwrap_or_else(|e| e.into_inner());
        let most = self.lattice.size() - 1;
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

/// The lattice of a ruleset's racks. Refuses racks that are too small or large,
/// and a lattice that would take too much memory.
pub(crate) fn lattice_of(ruleset: &Ruleset) -> Result<Lattice> {
    let rack = usize::from(ruleset.rack_size());
    if !(2..=MOST).contains(&rack) {
        let expected = format!("racks of 2 to {MOST} tiles");
        return Err(Error::mismatch("", expected, rack));
    }
    let counts = ruleset.tiles().iter().map(|facts| facts.count);
    Lattice::new(counts.collect(), rack)
}

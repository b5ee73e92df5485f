//! Leave values from nothing: the census.
//!
//! A leave's value is what keeping those tiles is worth, in points, against a
//! rack drawn at random. The classical way plays games and averages what racks
//! were worth: one best play buys one rack. The census instead takes a board and
//! finds what the best move is worth for every rack that could be drawn there, at
//! once. [`Estimator`] does that for many boards, in stages: each stage doubles
//! the number of boards, plays its boards by the values of the stage before, and
//! starts its sums anew.
//!
//! The values depend on the graph, the ruleset, the seed, the number of boards
//! and the table begun with, and on nothing else.

mod boards;
mod census;
mod lattice;
mod moments;
mod sheet;
mod shrink;
mod table;

use crate::error::{Error, Problem, Result};
use crate::estimate::boards::make_board;
use crate::estimate::census::{Census, Draw};
use crate::estimate::lattice::Lattice;
use crate::estimate::moments::Moments;
use crate::estimate::sheet::{MOST, Sheet};
use crate::estimate::shrink::shrink;
use crate::estimate::table::{Values, each_leave};
use crate::graph::Graph;
use crate::lexicon::LeaveTable;
use crate::movegen::{GaddagGenerator, LeaveValues, Ranker};
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::sync::Mutex;

/// The boards of the first stage, unless fewer are wanted in all.
const FIRST_STAGE: u64 = 16;

/// Estimates leave values for a graph and a ruleset.
pub struct Estimator<'g> {
    graph: &'g Graph,
    ruleset: &'g Ruleset,
    lattice: Lattice,
    seed: u64,
}

/// What a stage found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The number of its boards.
    pub boards: u64,
    /// The root mean square of the standard errors of leaves, in points, by
    /// size from one tile on. None where no leave was on two boards.
    pub errors: Vec<Option<f64>>,
    /// The correlation of the means of even and odd slots, by size.
    pub correlations: Vec<Option<f64>>,
    /// The root mean square change of values from the stage before, in points,
    /// by size, each leave weighed by the ways to draw it.
    pub changes: Vec<f64>,
}

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
        let tiles = ruleset.tiles().len();
        let rack = usize::from(ruleset.rack_size());
        if !(2..=MOST).contains(&rack) {
            let problem =
                Problem::mismatch(format!("racks of 2 to {MOST} tiles"), rack.to_string());
            return Err(Error::input("", problem));
        }
        let lattice = Lattice::new(tiles, rack)?;
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

    /// Estimates in stages. `begun` is the table to begin with; `report` hears
    /// of every stage.
    pub fn run(
        &self,
        boards: u64,
        begun: Option<&impl LeaveValues>,
        mut report: impl FnMut(&Stage),
    ) -> Result<LeaveTable> {
        if boards == 0 {
            return Err(Error::input("", Problem::mismatch("at least 1 board", "0")));
        }
        let mut values = match begun {
            Some(leaves) => Values::of(&self.lattice, self.ruleset, leaves),
            None => Values::none(&self.lattice),
        };
        for (number, boards) in (0..).zip(Self::stages(boards)) {
            let moments = self.take_stage(&values, number, 0..boards)?;
            let next = shrink(&self.lattice, self.ruleset, &moments);
            report(&self.describe(boards, &moments, &values, &next));
            values = next;
        }
        values.to_table(self.ruleset)
    }

    /// Takes the census of the boards of some slots of a stage.
    fn take_stage(
        &self,
        values: &Values<'_>,
        stage: u64,
        slots: std::ops::Range<u64>,
    ) -> Result<Moments> {
        let exchanges = values.best_kept();
        let ranker = Ranker::new(self.graph, self.ruleset);
        let generator = GaddagGenerator::new(self.graph, self.ruleset)?;
        let moments = Mutex::new(Moments::new(values.thousandths.len()));
        let done: Result<Vec<()>> = slots
            .into_par_iter()
            .map_init(
                || Workspace {
                    ranker: ranker.clone(),
                    generator: generator.clone(),
                    sheet: Sheet::new(&self.lattice),
                    census: Census::new(&self.lattice),
                },
                |space, slot| self.take_board(space, values, &exchanges, (stage, slot), &moments),
            )
            .collect();
        done?;
        Ok(moments.into_inner().unwrap_or_else(|e| e.into_inner()))
    }

    fn take_board(
        &self,
        space: &mut Workspace<'g>,
        values: &Values<'_>,
        exchanges: &[i32],
        (stage, slot): (u64, u64),
        moments: &Mutex<Moments>,
    ) -> Result<()> {
        let place = (self.seed, stage, slot);
        let mut position = make_board(&mut space.ranker, self.ruleset, values, place)?;
        position.set_rack(&[])?;
        let tiles = self.lattice.tiles() as Tile;
        let unseen: Vec<u8> = (0..tiles)
            .map(|tile| u8::try_from(position.unseen(tile)).unwrap_or(u8::MAX))
            .collect();
        let total = position.unseen_total();
        let bag = total.saturating_sub(2 * u32::from(self.ruleset.rack_size()));
        let may_exchange = bag >= u32::from(self.ruleset.exchange_limit()).max(1);
        space
            .sheet
            .fill(&self.lattice, &mut space.generator, &mut position, &unseen);
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
        self.lattice
            .each_possible(&unseen, most, &mut |leave, number| {
                if !leave.is_empty() {
                    let advantage = i64::from(worth[number as usize]) - mean;
                    moments.add(half, number as usize, advantage);
                }
            });
        Ok(())
    }

    /// The figures of a stage.
    fn describe(
        &self,
        boards: u64,
        moments: &Moments,
        before: &Values<'_>,
        after: &Values<'_>,
    ) -> Stage {
        let sizes = self.lattice.size() - 1;
        let mut errors = vec![(0.0, 0.0); sizes];
        let mut halves = vec![Correlation::default(); sizes];
        let mut changes = vec![(0.0, 0.0); sizes];
        each_leave(&self.lattice, self.ruleset, |leave, number| {
            let size = leave.len() - 1;
            if let Some(variance) = moments.variance(number) {
                let (sum, count) = &mut errors[size];
                *sum += variance / f64::from(moments.count(number));
                *count += 1.0;
            }
            let [even, odd] = [0, 1].map(|half| {
                let boards = moments.boards[half][number];
                (boards > 0).then(|| moments.sums[half][number] as f64 / f64::from(boards))
            });
            if let (Some(even), Some(odd)) = (even, odd) {
                halves[size].add(even, odd);
            }
            let weight = self.ways(leave);
            let change = f64::from(after.thousandths[number] - before.thousandths[number]);
            let (sum, weights) = &mut changes[size];
            *sum += weight * change * change;
            *weights += weight;
        });
        let points = |(sum, count): &(f64, f64)| (sum / count).sqrt() / 1000.0;
        Stage {
            boards,
            errors: errors
                .iter()
                .map(|error| (error.1 > 0.0).then(|| points(error)))
                .collect(),
            correlations: halves.iter().map(Correlation::value).collect(),
            changes: changes.iter().map(points).collect(),
        }
    }

    /// The ways to draw a leave from the full bag.
    fn ways(&self, leave: &[Tile]) -> f64 {
        let mut ways = 1.0;
        for equal in leave.chunk_by(|a, b| a == b) {
            let of = f64::from(self.ruleset.count(equal[0]));
            for i in 0..equal.len() {
                ways *= (of - i as f64) / (i as f64 + 1.0);
            }
        }
        ways
    }
}

/// The correlation of pairs, by their sums.
#[derive(Clone, Copy, Default)]
struct Correlation {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Correlation {
    fn add(&mut self, x: f64, y: f64) {
        self.count += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.yy += y * y;
        self.xy += x * y;
    }

    fn value(&self) -> Option<f64> {
        let n = self.count;
        let spread = (n * self.xx - self.x * self.x) * (n * self.yy - self.y * self.y);
        (spread > 0.0).then(|| (n * self.xy - self.x * self.y) / spread.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphSpec, build};
    use crate::lexicon::Words;
    use crate::movegen::{NoLeaves, RankOptions};
    use crate::random::Random;

    fn ruleset(name: &str, rack: u8) -> Ruleset {
        let yaml = Ruleset::builtin(name).unwrap().to_yaml().unwrap();
        let lines = yaml.lines().map(|line| match line.starts_with("rack:") {
            true => format!("rack: {rack}\n"),
            false => format!("{line}\n"),
        });
        Ruleset::from_yaml("test", &lines.collect::<String>()).unwrap()
    }

    /// Random words of a few common letters, so that there are many plays.
    fn graph(ruleset: &Ruleset, random: &mut Random) -> Graph {
        let letters = ruleset.alphabet().len() as u64;
        let words: Vec<Vec<Tile>> = (0..3000)
            .map(|_| {
                let length = 2 + random.below(5);
                (0..length)
                    .map(|_| 1 + (random.below(letters) * random.below(letters) / letters) as Tile)
                    .collect()
            })
            .collect();
        let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        let letters = ruleset.alphabet().len();
        let (format, kind) = (
            crate::graph::NodeFormat::Kwg,
            crate::graph::GraphKind::Gaddawg,
        );
        Graph::from_bytes(&bytes, format, kind, letters).unwrap()
    }

    /// Every rack on some boards is worth what the move generator's best move is
    /// worth, and the mean of each size is that of no tiles.
    #[test]
    fn racks_are_worth_their_best_moves() {
        let mut random = Random::new(5);
        for (name, rack, boards) in [
            ("english", 4, 6),
            ("polish", 3, 3),
            ("spanish", 3, 3),
            ("super-english", 3, 2),
            ("english", 2, 2),
        ] {
            let ruleset = ruleset(name, rack);
            let graph = graph(&ruleset, &mut random);
            let estimator = Estimator::new(&graph, &ruleset, 3).unwrap();
            let mut values = Values::none(&estimator.lattice);
            for value in &mut values.thousandths[1..] {
                *value = random.below(30_000) as i32 - 15_000;
            }
            for slot in 0..boards {
                check_board(&estimator, &values, slot, &mut random);
            }
        }
    }

    fn check_board(estimator: &Estimator<'_>, values: &Values<'_>, slot: u64, random: &mut Random) {
        let (lattice, ruleset) = (&estimator.lattice, estimator.ruleset);
        let exchanges = values.best_kept();
        let mut ranker = Ranker::new(estimator.graph, ruleset);
        let mut position = make_board(&mut ranker, ruleset, values, (1, 2, slot)).unwrap();
        // The first play of a game is valued by its vowels too, which no census knows.
        let is_opening = position.is_empty();
        position.set_rack(&[]).unwrap();
        let unseen: Vec<u8> = (0..lattice.tiles() as Tile)
            .map(|tile| position.unseen(tile) as u8)
            .collect();
        let total: u64 = unseen.iter().map(|&n| u64::from(n)).sum();
        let bag = total - 2 * lattice.size() as u64;
        let may_exchange = bag >= u64::from(ruleset.exchange_limit()).max(1);
        let mut sheet = Sheet::new(lattice);
        let mut generator = GaddagGenerator::new(estimator.graph, ruleset).unwrap();
        sheet.fill(lattice, &mut generator, &mut position, &unseen);
        let mut census = Census::new(lattice);
        census.take(&Draw {
            lattice,
            unseen: &unseen,
            sheet: sheet.scores(),
            leaves: &values.thousandths,
            exchanges: if may_exchange { &exchanges } else { &[] },
        });
        let options = RankOptions::default().with_pass(false);
        let (mut sums, mut ways) = (vec![0.0; lattice.size() + 1], vec![0.0; lattice.size() + 1]);
        lattice.each_possible(&unseen, lattice.size(), &mut |rack, number| {
            let value = census.values()[number as usize];
            let mut weight = 1.0;
            for equal in rack.chunk_by(|a, b| a == b) {
                let of = f64::from(unseen[usize::from(equal[0])]);
                for i in 0..equal.len() {
                    weight *= (of - i as f64) / (i as f64 + 1.0);
                }
            }
            sums[rack.len()] += weight * f64::from(value);
            ways[rack.len()] += weight;
            if rack.len() < lattice.size() || bag == 0 || is_opening || random.below(20) > 0 {
                return;
            }
            position.set_rack(rack).unwrap();
            let best = ranker.top(&position, values, 1, options).pop();
            let expected = best.as_ref().map_or(0, |best| best.equity);
            let text = ruleset.alphabet().labels_text(rack);
            let board = position.board_text();
            assert_eq!(i64::from(value), expected, "{board} {text} {best:?}");
        });
        let mean = f64::from(census.values()[0]);
        for (size, (sum, ways)) in sums.iter().zip(&ways).enumerate() {
            // Rounding to thousandths at each size is all that may differ.
            assert!(
                (sum / ways - mean).abs() < 4.0,
                "size {size}: {} {mean}",
                sum / ways
            );
        }
    }

    #[test]
    fn threads_make_no_difference_and_tables_are_complete() {
        let ruleset = ruleset("english", 3);
        let graph = graph(&ruleset, &mut Random::new(9));
        let estimator = Estimator::new(&graph, &ruleset, 7).unwrap();
        let tables = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let run = || estimator.run(24, None::<&NoLeaves>, |_| ());
            pool.unwrap().install(run).unwrap()
        });
        assert_eq!(tables[0].len() as u128, ruleset.possible_leaves());
        assert!(tables[0] == tables[1] && tables[1] == tables[2]);
        let none = estimator.run(0, None::<&NoLeaves>, |_| ()).unwrap_err();
        assert_eq!(none.to_string(), "expected at least 1 board, found 0");
        assert_eq!(Estimator::stages(24), [12, 24]);
        assert_eq!(Estimator::stages(128), [16, 32, 64, 128]);
        assert_eq!(Estimator::stages(5), [5]);
    }
}

//! Compares the census with the move generator, and tests sums that are stored, divided
//! and merged.

use crate::estimate::boards::make_board;
use crate::estimate::census::{Census, Draw};
use crate::estimate::sheet::Sheet;
use crate::estimate::table::Values;
use crate::estimate::{Estimator, Shard, StoredSums, Sums, merge};
use crate::graph::{Graph, GraphSpec, build};
use crate::lexicon::LeaveTable;
use crate::lexicon::Words;
use crate::movegen::{GaddagGenerator, RankOptions, Ranker};
use crate::random::Random;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use std::ops::ControlFlow;

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

/// Every rack on some boards is worth as much as the move generator's best move, and
/// the mean of each size equals that of no tiles.
#[test]
fn racks_are_worth_their_best_moves() {
    let mut random = Random::new(5);
    let mut checked = 0;
    for (name, rack, boards) in [
        ("english", 4, 9),
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
            checked += check_board(&estimator, &values, slot, 12, &mut random).0;
        }
    }
    assert!(checked >= 10_000, "{checked}");
}

/// Like the test above, with few racks on each of many boards. `ESTIMATE_BOARDS` sets
/// their number; `make census` uses 10,000.
#[test]
fn racks_on_many_boards_are_worth_their_best_moves() {
    let wanted = std::env::var("ESTIMATE_BOARDS").ok();
    let wanted: u64 = wanted.map_or(300, |number| number.parse().unwrap());
    let mut random = Random::new(6);
    let mut boards = std::collections::BTreeSet::new();
    let (mut checked, mut slot) = (0, 0);
    let games = [("english", 3, 800), ("polish", 2, 100), ("spanish", 3, 800)];
    let games = games.map(|(name, rack, one_in)| (ruleset(name, rack), one_in));
    while (boards.len() as u64) < wanted {
        let (ruleset, one_in) = &games[(slot / 50 % 3) as usize];
        let graph = graph(ruleset, &mut random);
        let estimator = Estimator::new(&graph, ruleset, 3).unwrap();
        let mut values = Values::none(&estimator.lattice);
        for value in &mut values.thousandths[1..] {
            *value = random.below(30_000) as i32 - 15_000;
        }
        // Another lexicon and other values after 50 boards.
        for slot in slot..slot + 50 {
            let (racks, board) = check_board(&estimator, &values, slot, *one_in, &mut random);
            checked += racks;
            if racks > 0 {
                boards.insert(board);
            }
        }
        slot += 50;
    }
    assert!(checked >= wanted, "{checked}");
}

/// Checks one in `one_in` racks of a board. Returns their number, and the board.
fn check_board(
    estimator: &Estimator<'_>,
    values: &Values<'_>,
    slot: u64,
    one_in: u64,
    random: &mut Random,
) -> (u64, String) {
    let (lattice, ruleset) = (&estimator.lattice, estimator.ruleset);
    let exchanges = values.best_kept();
    let mut ranker = Ranker::new(estimator.graph, ruleset);
    let mut position = make_board(&mut ranker, ruleset, values, (1, 2, slot)).unwrap();
    // The value of the first play of a game also depends on its vowels, which a census
    // does not consider.
    let is_opening = position.is_empty();
    position.set_rack(&[]).unwrap();
    let unseen: Vec<u8> = (0..lattice.tiles() as Tile)
        .map(|tile| position.unseen(tile) as u8)
        .collect();
    let total: u64 = unseen.iter().map(|&n| u64::from(n)).sum();
    let bag = total - 2 * lattice.size as u64;
    let may_exchange = bag >= u64::from(ruleset.exchange_limit()).max(1);
    let mut sheet = Sheet::new(lattice);
    let mut generator = GaddagGenerator::new(estimator.graph, ruleset).unwrap();
    sheet.fill(lattice, &mut generator, &mut position, &unseen);
    let mut census = Census::new(lattice);
    census.take(&Draw {
        lattice,
        unseen: &unseen,
        sheet: &sheet.scores,
        leaves: &values.thousandths,
        exchanges: if may_exchange { &exchanges } else { &[] },
    });
    let mut checked = 0;
    let options = RankOptions {
        pass: false,
        ..RankOptions::default()
    };
    let (mut sums, mut ways) = (vec![0.0; lattice.size + 1], vec![0.0; lattice.size + 1]);
    lattice.each_possible(&unseen, lattice.size, |rack, number| {
        let value = census.values[number];
        let mut weight = 1.0;
        for equal in rack.chunk_by(|a, b| a == b) {
            let of = f64::from(unseen[usize::from(equal[0])]);
            for i in 0..equal.len() {
                weight *= (of - i as f64) / (i as f64 + 1.0);
            }
        }
        sums[rack.len()] += weight * f64::from(value);
        ways[rack.len()] += weight;
        if rack.len() < lattice.size || bag == 0 || is_opening || random.below(one_in) > 0 {
            return;
        }
        checked += 1;
        position.set_rack(rack).unwrap();
        let best = ranker.top(&position, values, 1, options).pop();
        let expected = best.as_ref().map_or(0, |best| best.equity);
        let text = ruleset.alphabet().labels_text(rack);
        let board = position.board_text();
        assert_eq!(i64::from(value), expected, "{board} {text} {best:?}");
    });
    let mean = f64::from(census.values[0]);
    for (size, (sum, ways)) in sums.iter().zip(&ways).enumerate().skip(1) {
        // Only rounding to thousandths at each size may differ.
        assert!(
            (sum / ways - mean).abs() < 4.0,
            "size {size}: {} {mean}",
            sum / ways
        );
    }
    (checked, position.board_text())
}

#[test]
fn threads_make_no_difference_and_tables_are_complete() {
    let ruleset = ruleset("english", 3);
    let graph = graph(&ruleset, &mut Random::new(9));
    let estimator = Estimator::new(&graph, &ruleset, 7).unwrap();
    let tables = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let run = || run(&estimator, 24);
        pool.unwrap().install(run)
    });
    assert_eq!(tables[0].len() as u128, ruleset.possible_leaves());
    assert!(tables[0] == tables[1] && tables[1] == tables[2]);
    let none = estimator.begin(0, None, None).unwrap_err();
    assert_eq!(none.to_string(), "expected at least 1 board, found 0");
    assert_eq!(Estimator::stages(24), [12, 24]);
    assert_eq!(Estimator::stages(128), [16, 32, 64, 128]);
    assert_eq!(Estimator::stages(5), [5]);
}

fn run(estimator: &Estimator<'_>, boards: u64) -> LeaveTable {
    let begun = estimator.begin(boards, None, None).unwrap();
    estimator.run(boards, begun, &|| ()).unwrap()
}

/// Runs an estimate, and keeps the sums after every third board, as a journal does.
fn run_and_keep(estimator: &Estimator<'_>, boards: u64) -> (LeaveTable, Vec<Sums>) {
    let mut sums = estimator.begin(boards, None, None).unwrap();
    let mut kept = Vec::new();
    loop {
        let mut keep = |sums: &Sums| {
            kept.push(sums.clone());
            Ok(())
        };
        estimator.take(&mut sums, 3, &|| (), &mut keep).unwrap();
        match estimator.conclude(boards, sums).unwrap().1 {
            ControlFlow::Continue(next) => sums = next,
            ControlFlow::Break(table) => return (table, kept),
        }
    }
}

/// A small estimate, for tests that need one.
fn with_estimator(seed: u64, test: impl FnOnce(&Estimator<'_>)) {
    let ruleset = ruleset("english", 3);
    let graph = graph(&ruleset, &mut Random::new(9));
    test(&Estimator::new(&graph, &ruleset, seed).unwrap());
}

#[test]
fn an_interrupted_estimate_goes_on_with_the_same_result() {
    with_estimator(7, |estimator| {
        let begun = estimator.begin(20, None, None).unwrap();
        let (table, kept) = run_and_keep(estimator, 20);
        assert_eq!(table, run(estimator, 20));
        // Stages of 10 and 20 boards, three at a time.
        assert_eq!(kept.len(), 4 + 7);
        for sums in kept {
            let bytes = estimator.store(&sums).unwrap();
            let stored = StoredSums::from_bytes("j", &bytes).unwrap();
            assert_eq!(stored.sums, sums);
            let resumed = estimator.resume(20, &begun, stored).unwrap();
            assert_eq!(estimator.run(20, resumed, &|| ()).unwrap(), table);
        }
    });
}

/// The stored sums of every shard of a stage.
fn shards(estimator: &Estimator<'_>, of: u64, boards: u64, before: &[Sums]) -> Vec<StoredSums> {
    let values = before.last().map(|sums| {
        let lattice = &estimator.lattice;
        crate::estimate::stage::conclude(lattice, sums).1
    });
    let shard = |number: u64| {
        let shard: Shard = format!("{number}/{of}").parse().unwrap();
        let mut sums = estimator
            .begin(boards, values.as_ref().map(|v| v as _), Some(shard))
            .unwrap();
        let mut keep = |_: &Sums| Ok(());
        estimator.take(&mut sums, 100, &|| (), &mut keep).unwrap();
        let bytes = estimator.store(&sums).unwrap();
        StoredSums::from_bytes(&format!("{number}.sums"), &bytes).unwrap()
    };
    (1..=of).map(shard).collect()
}

#[test]
fn shards_merged_in_any_order_are_one_estimate() {
    with_estimator(7, |estimator| {
        let whole = run(estimator, 20);
        let (_, first) = run_and_keep(estimator, 10);
        let mut random = Random::new(2);
        for of in [1, 3, 7] {
            let mut shards = shards(estimator, of, 20, &first);
            random.shuffle(&mut shards);
            let merged = merge(shards.into_iter().map(Ok)).unwrap();
            assert_eq!(merged.1, whole);
        }
    });
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    with_estimator(7, |estimator| {
        let thirds = shards(estimator, 3, 9, &[]);
        let merge = |shards: &[&StoredSums]| {
            merge(shards.iter().map(|&shard| Ok(shard.clone()))).map(|_| ())
        };
        let error = |shards: &[&StoredSums]| merge(shards).unwrap_err().to_string();
        let [a, b, c] = &thirds[..] else { panic!() };
        merge(&[c, a, b]).unwrap();
        assert_eq!(
            error(&[a, c]),
            "expected all slots of the stage, slots 0 to 8, found none of slots 3 to 5"
        );
        assert_eq!(
            error(&[a, b]),
            "expected all slots of the stage, slots 0 to 8, found none of slots 6 to 8"
        );
        assert_eq!(
            error(&[a, b, b, c]),
            "2.sums: expected slots that no other file has: slots 3 to 5, \
             found slots 3 to 5, and 2.sums has some of them"
        );
        let mut half = b.clone();
        half.sums.next -= 1;
        assert_eq!(
            error(&[a, &half]),
            "2.sums: expected the sums of slots 3 to 5, found only 2 of them: the shard is not done"
        );
        with_estimator(8, |other| {
            let others = shards(other, 3, 9, &[]);
            assert_eq!(
                error(&[a, &others[1]]),
                "2.sums: expected sums made from the same inputs as 1.sums, \
                 found those of another graph, ruleset, seed, table or stage"
            );
            let begun = other.begin(9, None, None).unwrap();
            let refused = other.resume(9, &begun, a.clone()).unwrap_err();
            assert_eq!(
                refused.to_string(),
                "1.sums: expected sums of this estimate, found those of another graph, seed, table or stage"
            );
        });
        let begun = estimator.begin(9, None, None).unwrap();
        let refused = estimator.resume(9, &begun, a.clone()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "1.sums: expected sums of this estimate, \
             found those of another number of boards, or of another shard"
        );
    });
}

/// Any damage is refused, and so are impossible sums.
#[test]
fn damaged_sums_are_refused() {
    use sha2::{Digest, Sha256};
    with_estimator(7, |estimator| {
        let mut sums = estimator.begin(2, None, None).unwrap();
        let mut keep = |_: &Sums| Ok(());
        estimator.take(&mut sums, 100, &|| (), &mut keep).unwrap();
        let bytes = estimator.store(&sums).unwrap();
        let mut random = Random::new(4);
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => damaged.truncate(at),
                1 => damaged[at] ^= 1 << random.below(8),
                _ => damaged.insert(at, b'x'),
            }
            assert!(StoredSums::from_bytes("x", &damaged).is_err());
        }
        // With a correct checksum, every field is still checked.
        let start = bytes.len() - 32 - 36;
        for (at, byte, expected) in [
            (
                72,
                200,
                "x: expected slots of a stage, found slots 0 to 2 (next 2) of 2, stage 200",
            ),
            (
                80,
                0,
                "x: expected slots of a stage, found slots 0 to 2 (next 2) of 0, stage 0",
            ),
            (
                88,
                2,
                "x: expected slots of a stage, found slots 2 to 2 (next 2) of 2, stage 0",
            ),
            (
                104,
                3,
                "x: expected slots of a stage, found slots 0 to 2 (next 3) of 2, stage 0",
            ),
            (
                113,
                255,
                "x: expected a whole file of sums, found one cut short",
            ),
            (
                115,
                255,
                "x: expected a ruleset of at most 262144 bytes, found 42",
            ),
            (
                start + 3,
                127,
                "x: expected sums that boards can have, found impossible ones",
            ),
            (
                start + 4,
                9,
                "x: expected sums that boards can have, found impossible ones",
            ),
            (
                start + 19,
                1,
                "x: expected sums that boards can have, found impossible ones",
            ),
            (
                start + 35,
                255,
                "x: expected sums that boards can have, found impossible ones",
            ),
        ] {
            let mut damaged = bytes.clone();
            damaged[at] = byte;
            let end = damaged.len() - 32;
            let check = Sha256::digest(&damaged[..end]);
            damaged[end..].copy_from_slice(&check);
            let error = StoredSums::from_bytes("x", &damaged)
                .unwrap_err()
                .to_string();
            assert!(error.starts_with(expected), "{at}: {error}");
        }
        for text in ["", "A", "WMSUMS2\n"] {
            let error = StoredSums::from_bytes("x", text.as_bytes()).unwrap_err();
            assert!(error.to_string().contains("found another kind of file"));
        }
    });
}

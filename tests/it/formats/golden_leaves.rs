//! The sums of leave files that other programs made from the same table, and
//! what holds for tables of every alphabet.

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use wordmill::digest::sha256;
use wordmill::file::read_file;
use wordmill::graph::Layout;
use wordmill::leave::{LeaveSpec, Leaves, build, write_csv_row};
use wordmill::lexicon::{LeaveTable, ValueFormat};
use wordmill::ruleset::Ruleset;
use wordmill::source::{LeaveOptions, read_leaves};

const SUMS: &str = include_str!("../../data/golden/SHA256SUMS");
const SMALL: &str = include_str!("../../data/golden/leaves-small.csv");

fn read(ruleset: &Ruleset, text: &str, options: LeaveOptions) -> LeaveTable {
    read_leaves("leaves.csv", text.as_bytes(), ruleset, options).unwrap()
}

#[test]
fn every_leave_sum_is_reproduced() {
    let english = Ruleset::builtin("english").unwrap();
    let table = read(&english, SMALL, LeaveOptions::default());
    assert_eq!(table.len(), 3909);
    assert_eq!(table.possible(&english), 3909);
    let mut checked = 0;
    for line in SUMS.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let parts: Vec<&str> = name.split('.').collect();
        let (list, layout, values) = match parts[..] {
            [list, layout, "klv"] => (list, layout, ValueFormat::I16),
            [list, layout, "klv2"] => (list, layout, ValueFormat::F32),
            _ => continue,
        };
        assert_eq!(list, "leaves-small");
        let layout = *Layout::ALL.iter().find(|l| l.name() == layout).unwrap();
        let spec = LeaveSpec::default().with_values(values).with_layout(layout);
        let bytes = build(&table, english.alphabet(), spec).unwrap();
        assert_eq!(sha256(&bytes), sum, "{name}");
        let leaves = Leaves::from_bytes(&bytes, english.alphabet().len()).unwrap();
        assert_eq!(leaves.format(), values);
        assert!(leaves.to_bytes().unwrap() == bytes, "{name}");
        checked += 1;
    }
    assert_eq!(checked, 5);
}

/// The table that ships is complete, and gives the file that its README names.
#[test]
fn the_shipped_table_is_complete() {
    let english = Ruleset::builtin("english").unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("leaves");
    let shipped = read_file(&folder.join("scowl80.csv.gz")).unwrap();
    let packed = std::fs::metadata(folder.join("scowl80.csv.gz")).unwrap();
    assert!(packed.len() < 5_000_000);
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.contains(&sha256(&shipped)));
    let table = read_leaves("", &shipped, &english, LeaveOptions::default()).unwrap();
    assert_eq!(table.len() as u128, english.possible_leaves());
    let bytes = build(&table, english.alphabet(), LeaveSpec::default()).unwrap();
    assert!(readme.contains(&sha256(&bytes)));
}

/// A table of leaves, each with its tiles in some order; and in what order its
/// rows come. Tiles are taken modulo the size of an alphabet.
#[derive(Clone, Debug)]
struct AnyTable {
    rows: Vec<(Vec<u8>, f32)>,
    shuffled: Vec<(Vec<u8>, f32)>,
}

fn any_table() -> impl Strategy<Value = AnyTable> {
    let value = any::<u32>()
        .prop_map(f32::from_bits)
        .prop_filter("finite", |value| value.is_finite());
    let leave = prop::collection::vec(any::<u8>(), 1..8).prop_map(|mut leave| {
        leave.sort_unstable();
        leave
    });
    prop::collection::btree_map(leave, value, 0..60).prop_flat_map(|rows| {
        let rows: Vec<_> = rows.into_iter().collect();
        (Just(rows.clone()).prop_shuffle(), any::<u64>()).prop_map(move |(mut shuffled, seed)| {
            for (i, (leave, _)) in shuffled.iter_mut().enumerate() {
                let turns = (seed >> (i % 60)) as usize % leave.len();
                leave.rotate_left(turns);
            }
            AnyTable {
                rows: rows.clone(),
                shuffled,
            }
        })
    })
}

/// The rows as CSV; of leaves that become the same, only the first.
fn text(ruleset: &Ruleset, rows: &[(Vec<u8>, f32)], values: &BTreeMap<Vec<u8>, f32>) -> String {
    let mut seen = std::collections::BTreeSet::new();
    let mut text = String::new();
    for (leave, _) in rows {
        let leave = in_alphabet(ruleset, leave);
        let mut sorted = leave.clone();
        sorted.sort_unstable();
        if seen.insert(sorted.clone()) {
            write_csv_row(ruleset.alphabet(), &leave, values[&sorted], &mut text);
        }
    }
    text
}

fn in_alphabet(ruleset: &Ruleset, leave: &[u8]) -> Vec<u8> {
    let tiles = ruleset.alphabet().len() as u8 + 1;
    leave.iter().map(|tile| tile % tiles).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_rows_and_tiles_does_not_matter(table in any_table()) {
        for name in ["english", "catalan", "spanish", "polish", "greek"] {
            let ruleset = Ruleset::builtin(name).unwrap();
            let mut values = BTreeMap::new();
            for (leave, value) in &table.rows {
                let mut leave = in_alphabet(&ruleset, leave);
                leave.sort_unstable();
                values.entry(leave).or_insert(*value);
            }
            let sorted = read(&ruleset, &text(&ruleset, &table.rows, &values), LeaveOptions::ANY);
            let shuffled = read(&ruleset, &text(&ruleset, &table.shuffled, &values), LeaveOptions::ANY);
            let mut rows = shuffled.rows();
            for (leave, value) in &values {
                let row = rows.next().map(|(leave, value)| (leave, value.to_bits()));
                prop_assert_eq!(row, Some((leave.as_slice(), value.to_bits())));
            }
            prop_assert_eq!(rows.next(), None);
            let spec = LeaveSpec::default();
            let bytes = build(&sorted, ruleset.alphabet(), spec).unwrap();
            prop_assert_eq!(&bytes, &build(&shuffled, ruleset.alphabet(), spec).unwrap());

            // A file that is written as CSV and built again is the same.
            let leaves = Leaves::from_bytes(&bytes, ruleset.alphabet().len()).unwrap();
            let again = read(&ruleset, &leaves.to_csv(ruleset.alphabet()), LeaveOptions::ANY);
            prop_assert_eq!(&bytes, &build(&again, ruleset.alphabet(), spec).unwrap());
        }
    }
}

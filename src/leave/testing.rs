//! Leaves for tests.

use crate::leave::build::{LeaveSpec, build};
use crate::leave::read::Leaves;
use crate::lexicon::LeaveTable;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Rows by leave.
pub(crate) type Rows = BTreeMap<Vec<Tile>, f32>;

/// Up to 80 rows of leaves of tiles 0 to 6, with values from a strategy.
pub(crate) fn any_rows(values: impl Strategy<Value = f32>) -> impl Strategy<Value = Rows> {
    let leave = prop::collection::vec(0..7u8, 1..8).prop_map(|mut leave| {
        leave.sort_unstable();
        leave
    });
    prop::collection::btree_map(leave, values, 0..80)
}

pub(crate) fn table_of(rows: &Rows) -> LeaveTable {
    LeaveTable::from_unsorted(rows.iter().map(|(l, &v)| (l.as_slice(), v))).unwrap()
}

/// The bytes of a file with the leaves of a table, in English.
pub(crate) fn file_of(table: &LeaveTable, spec: LeaveSpec) -> Vec<u8> {
    let english = Ruleset::builtin("english").unwrap();
    build(table, english.alphabet(), spec).unwrap()
}

pub(crate) fn leaves_of(table: &LeaveTable) -> Leaves {
    Leaves::from_bytes(&file_of(table, LeaveSpec::default()), 26).unwrap()
}

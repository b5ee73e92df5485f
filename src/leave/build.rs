//! Builds leave files from tables.

use crate::error::{Diagnostic, Error, Faults, Problem, Result};
use crate::graph::{Automaton, Layout, Node, NodeFormat, lay_out, to_bytes};
use crate::lexicon::{LeaveTable, TableLeaves, ValueFormat};
use crate::tiles::Alphabet;

/// The approximate number of states in a complete table's graph.
const STATES: usize = 1 << 11;

/// The specification of a leave file to build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeaveSpec {
    /// The format of the values.
    pub values: ValueFormat,
    /// The layout of the graph.
    pub layout: Layout,
}

impl LeaveSpec {
    /// Sets the format of the values.
    pub const fn with_values(self, values: ValueFormat) -> LeaveSpec {
        LeaveSpec { values, ..self }
    }

    /// Sets the layout of the graph.
    pub const fn with_layout(self, layout: Layout) -> LeaveSpec {
        LeaveSpec { layout, ..self }
    }
}

/// Builds the bytes of a leave file. The alphabet names leaves in errors.
///
/// The same table and the same `spec` always give the same bytes.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// use wordmill::leave::{LeaveSpec, Leaves, build};
/// use wordmill::lexicon::LeaveTable;
///
/// let english = Ruleset::builtin("english")?;
/// let table = LeaveTable::from_unsorted([(&[0][..], 25.0), (&[0, 19], 33.5)])?;
/// let bytes = build(&table, english.alphabet(), LeaveSpec::default())?;
/// let leaves = Leaves::from_bytes(&bytes, 26).unwrap();
/// assert_eq!(leaves.value(&[0, 19]), 33.5);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn build(table: &LeaveTable, alphabet: &Alphabet, spec: LeaveSpec) -> Result<Vec<u8>> {
    check_range(table, alphabet, spec.values)?;
    let nodes = nodes(table, spec.layout)?;
    write(&nodes, table.values(), spec.values)
}

fn check_range(table: &LeaveTable, alphabet: &Alphabet, values: ValueFormat) -> Result<()> {
    if values == ValueFormat::F32 {
        return Ok(());
    }
    let mut faults = Faults::default();
    let mut rows = table.rows();
    while let Some((leave, value)) = rows.next() {
        if !values.holds(value) {
            faults.add(|| {
                let (least, greatest) = values.range();
                let (least, greatest) = (f64::from(least), f64::from(greatest));
                let expected = format!("{least} to {greatest}, the range of {values} values");
                let problem = Problem::mismatch(expected, value);
                let subject = format!("value of `{}`", alphabet.labels_text(leave));
                Diagnostic::new("", problem.of(subject))
            });
        }
    }
    faults.into_result()
}

/// Builds and lays out the graph of the leaves.
fn nodes(table: &LeaveTable, layout: Layout) -> Result<Vec<Node>> {
    let automaton = match table.leaves() {
        TableLeaves::Packed(leaves) => {
            let next = |i: usize| leaves.get(i + 1);
            let ahead = |i: usize| next(i).map_or(0, |next| leaves[i].common_prefix(*next));
            Automaton::of_sorted(leaves.iter().map(|leave| leave.tiles()), STATES, ahead)?
        }
        TableLeaves::Words(leaves) => Automaton::dawg(leaves)?,
    };
    // Leave files have a single node format. Its limit is checked below, where the
    // message need not mention the other format.
    let nodes = lay_out(&automaton, layout, NodeFormat::Kbwg)?;
    let limit = NodeFormat::Kwg.max_nodes();
    if nodes.len() as u64 > limit {
        let expected = format!("a graph of at most {limit} nodes for the leaves");
        return Err(Error::mismatch("", expected, nodes.len()));
    }
    Ok(nodes)
}

/// Encodes a file of nodes and values. The values must be in range.
pub(crate) fn write(nodes: &[Node], values: &[f32], format: ValueFormat) -> Result<Vec<u8>> {
    let length = |what: &str, n: usize| {
        u32::try_from(n).map_err(|_| {
            let expected = format!("at most {} {what}", u32::MAX);
            Error::mismatch("", expected, n)
        })
    };
    let mut bytes = Vec::with_capacity(8 + 4 * nodes.len() + format.size() * values.len());
    bytes.extend_from_slice(&length("nodes", nodes.len())?.to_le_bytes());
    bytes.extend_from_slice(&to_bytes(nodes, NodeFormat::Kwg));
    bytes.extend_from_slice(&length("values", values.len())?.to_le_bytes());
    for &value in values {
        format.write(value, &mut bytes);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;
    use crate::tiles::Tile;

    #[test]
    fn an_empty_table_is_a_file_without_values() {
        let english = Ruleset::builtin("english").unwrap();
        for values in ValueFormat::ALL {
            let spec = LeaveSpec::default().with_values(values);
            let bytes = build(&LeaveTable::default(), english.alphabet(), spec).unwrap();
            assert_eq!(bytes, [1, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0]);
        }
    }

    #[test]
    fn all_values_out_of_range_are_named() {
        let english = Ruleset::builtin("english").unwrap();
        let rows: [(&[Tile], f32); 3] = [(&[0, 1], 128.0), (&[2], 1.0), (&[3], -200.5)];
        let table = LeaveTable::from_unsorted(rows).unwrap();
        let spec = LeaveSpec::default().with_values(ValueFormat::I16);
        let error = build(&table, english.alphabet(), spec).unwrap_err();
        assert_eq!(
            error.to_string(),
            "value of `?A`: expected -128 to 127.99609375, the range of i16 values, found 128\n\
             value of `C`: expected -128 to 127.99609375, the range of i16 values, found -200.5"
        );
    }
}

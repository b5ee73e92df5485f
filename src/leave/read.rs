//! Reads and checks leave files, and looks up leaves.

use crate::error::Result;
use crate::graph::{Counts, Graph, GraphFault, GraphKind, NodeFormat, Paths, Region};
use crate::leave::header::Parts;
use crate::lexicon::{LeaveCollector, LeaveTable, ValueFormat};
use crate::ruleset::MAX_LEAVE;
use crate::tiles::{Alphabet, Tile};
use std::fmt::Write;

/// Leaves and their values, validated and ready for lookup.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// use wordmill::leave::{LeaveSpec, Leaves, build};
/// use wordmill::lexicon::LeaveTable;
///
/// let english = Ruleset::builtin("english")?;
/// let table = LeaveTable::from_unsorted([(&[1][..], 0.25), (&[1, 2, 2], -6.0)])?;
/// let bytes = build(&table, english.alphabet(), LeaveSpec::default())?;
/// let leaves = Leaves::from_bytes(&bytes, 26).unwrap();
/// assert_eq!(leaves.value(&[1, 2, 2]), -6.0);
/// assert_eq!(leaves.value(&[1, 2]), 0.0); // not in the table
/// assert_eq!(leaves.to_bytes()?, bytes);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Leaves {
    /// All paths of the graph are leaves: their tiles are sorted and belong to the
    /// alphabet.
    graph: Graph,
    counts: Counts,
    /// One value for each leave of the graph, all of them finite.
    values: Box<[f32]>,
    format: ValueFormat,
}

impl Leaves {
    /// Reads and checks a KLV2 or KLV file. `letters` is the size of the alphabet. A
    /// file without values fits both formats and counts as KLV2.
    pub fn from_bytes(bytes: &[u8], letters: usize) -> Result<Leaves, GraphFault> {
        let parts = Parts::split(bytes)?;
        let graph = Graph::from_bytes(parts.nodes, NodeFormat::Kwg, GraphKind::Leaves, letters)?;
        let counts = Counts::of(&graph)?;
        let count = parts.value_count();
        if counts.total() as usize != count {
            let expected = format!("as many values as the graph has leaves, {}", counts.total());
            let byte = 4 + parts.nodes.len();
            return Err(GraphFault::mismatch(expected, count).of(format!("byte {byte}")));
        }
        check_shape(&graph)?;
        let (format, values) = (parts.format, parts.format.read_all(parts.values));
        if let Some(i) = values.iter().position(|value| !value.is_finite()) {
            let byte = 8 + parts.nodes.len() + format.size() * i;
            let place = format!("value {i}, at byte {byte}");
            return Err(GraphFault::mismatch("a finite number", values[i]).of(place));
        }
        Ok(Leaves {
            graph,
            counts,
            values,
            format,
        })
    }

    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no leaves.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The format of the values.
    pub fn format(&self) -> ValueFormat {
        self.format
    }

    /// The graph of the leaves.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The values in the order of the leaves.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The value of a leave, given by its sorted tiles; 0 if the file lacks it.
    #[inline]
    pub fn value(&self, leave: &[Tile]) -> f32 {
        self.get(leave).unwrap_or(0.0)
    }

    /// The value of a leave, given by its sorted tiles, if the file has it.
    #[inline]
    pub fn get(&self, leave: &[Tile]) -> Option<f32> {
        let number = self.counts.number(self.graph.nodes(), leave)?;
        Some(self.values[number as usize])
    }

    /// The number of leaves from each node on.
    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The leaves and values in sorted order.
    pub fn rows(&self) -> LeaveRows<'_> {
        LeaveRows {
            leaves: self.graph.words(),
            values: self.values.iter(),
        }
    }

    /// Converts the rows to a table.
    pub fn to_table(&self) -> Result<LeaveTable> {
        let mut collector = LeaveCollector::default();
        let mut rows = self.rows();
        while let Some((leave, value)) = rows.next() {
            collector.push(leave, value);
        }
        Ok(collector.finish()?.0)
    }

    /// Writes all rows as a leave table in CSV.
    pub fn to_csv(&self, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        let mut rows = self.rows();
        while let Some((leave, value)) = rows.next() {
            write_csv_row(alphabet, leave, value, &mut text);
        }
        text
    }

    /// Encodes the file that the leaves were read from.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        crate::leave::build::write(self.graph.nodes(), &self.values, self.format)
    }
}

/// Checks the rules that a graph of leaves follows beyond those of any graph: the tiles
/// of a leave are sorted, every path is part of a leave, and no leave has more tiles
/// than the largest rack. So every leave can be looked up, and for any bytes the memory
/// for all leaves is bounded by the number of values.
fn check_shape(graph: &Graph) -> Result<(), GraphFault> {
    for index in graph.reached(Region::Dawg) {
        let node = graph.nodes()[index as usize];
        // A path ends where there is no further arc. If a leave ends at every such
        // node, every node is part of a leave.
        match graph.list(node.arc()).first() {
            None if !node.accepts() => {
                let expected = "the end of a leave, as nothing follows";
                return Err(GraphFault::mismatch(expected, "none").at(index));
            }
            Some(next) if next.tile() < node.tile() => {
                let least = node.tile();
                let expected = format!("{least} or more, as the tiles of a leave are sorted");
                let fault = GraphFault::mismatch(expected, next.tile()).of("tile");
                return Err(fault.at(node.arc()));
            }
            _ => (),
        }
    }
    let longest = graph.totals().longest;
    if longest as usize <= MAX_LEAVE {
        return Ok(());
    }
    let expected = format!("leaves of up to {MAX_LEAVE} tiles");
    Err(GraphFault::mismatch(expected, format!("one of {longest}")))
}

/// The leaves and values of a file in sorted order.
///
/// Each leave is borrowed until the next call.
pub struct LeaveRows<'l> {
    leaves: Paths<'l>,
    values: std::slice::Iter<'l, f32>,
}

impl LeaveRows<'_> {
    /// Returns the next leave and its value; `None` after the last.
    #[allow(clippy::should_implement_trait)] // the leave is borrowed from self
    pub fn next(&mut self) -> Option<(&[Tile], f32)> {
        let leave = self.leaves.next()?;
        Some((leave, *self.values.next()?))
    }
}

/// Appends a row of a leave table in CSV, with its line end.
///
/// The value gets the fewest digits that read back as the same float. The leave is
/// written as its labels in tile order, with blanks first as `?`. So a file that is
/// written as a table and built again has the same bytes.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// let english = Ruleset::builtin("english")?;
/// let mut text = String::new();
/// wordmill::leave::write_csv_row(english.alphabet(), &[0, 5, 19], 33.1, &mut text);
/// assert_eq!(text, "?ES,33.1\n");
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn write_csv_row(alphabet: &Alphabet, leave: &[Tile], value: f32, text: &mut String) {
    alphabet.write_labels(leave, text);
    // Writing to a string can't fail.
    let _ = writeln!(text, ",{value}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Layout, Node};
    use crate::leave::build::{LeaveSpec, write};
    use crate::leave::testing::{Rows, any_rows, file_of, leaves_of, table_of};
    use proptest::prelude::*;

    /// A file from nodes (tile, accepts, is_end, arc) and values.
    fn file(nodes: &[(Tile, bool, bool, u32)], values: &[f32]) -> Vec<u8> {
        let nodes: Vec<Node> = nodes
            .iter()
            .map(|&(tile, accepts, is_end, arc)| Node::new(tile, accepts, is_end, arc))
            .collect();
        write(&nodes, values, ValueFormat::F32).unwrap()
    }

    fn fault(bytes: &[u8]) -> String {
        Leaves::from_bytes(bytes, 26).unwrap_err().to_string()
    }

    const HEAD: (Tile, bool, bool, u32) = (0, false, true, 1);

    #[test]
    fn lengths_have_to_agree() {
        let good = file(
            &[HEAD, (1, true, false, 0), (2, true, true, 0)],
            &[1.0, 2.0],
        );
        assert_eq!(Leaves::from_bytes(&good, 26).unwrap().len(), 2);
        assert_eq!(
            fault(&good[..3]),
            "byte 0: expected 4 bytes with the number of nodes, found 3; is the file cut short?"
        );
        assert_eq!(
            fault(&good[..9]),
            "byte 4: expected 12 bytes of 3 nodes, found 5; is the file cut short?"
        );
        assert_eq!(
            fault(&good[..16]),
            "byte 16: expected 4 bytes with the number of values, found 0; is the file cut short?"
        );
        assert_eq!(
            fault(&good[..25]),
            "byte 20: expected 8 (KLV2) or 4 (KLV) bytes of 2 values, found 5; is the file cut short?"
        );
        assert_eq!(
            fault(&[&good[..], &[0]].concat()),
            "byte 20: expected 8 (KLV2) or 4 (KLV) bytes of 2 values, found 9"
        );
        // The same bytes with half of the values are a KLV.
        let halved = Leaves::from_bytes(&good[..24], 26).unwrap();
        assert_eq!(halved.format(), ValueFormat::I16);
        assert_eq!(
            fault(&[0xff; 12]),
            "byte 4: expected 17179869180 bytes of 4294967295 nodes, found 8; is the file cut short?"
        );
        let many = [&good[..16], &[0xff; 4], &[0; 8]].concat();
        assert_eq!(
            fault(&many),
            "byte 20: expected 17179869180 (KLV2) or 8589934590 (KLV) bytes of 4294967295 values, found 8; is the file cut short?"
        );
        assert_eq!(fault(&[0; 8]), "expected at least 1 nodes, found 0");
    }

    #[test]
    fn graphs_that_are_not_of_leaves_are_refused() {
        let leaf = (1, true, true, 0);
        for (nodes, values, expected) in [
            (
                vec![HEAD, leaf],
                vec![1.0, 2.0],
                "byte 12: expected as many values as the graph has leaves, 1, found 2",
            ),
            (
                vec![HEAD, leaf],
                vec![f32::INFINITY],
                "value 0, at byte 16: expected a finite number, found inf",
            ),
            (
                vec![HEAD, (1, true, false, 0), (2, false, true, 0)],
                vec![1.0],
                "node 2: expected the end of a word, or more tiles, found neither",
            ),
            (
                vec![HEAD, (2, true, true, 2), leaf],
                vec![1.0, 2.0],
                "node 2: tile: expected 2 or more, as the tiles of a leave are sorted, found 1",
            ),
            (
                vec![HEAD, (27, true, true, 0)],
                vec![1.0],
                "node 1: tile: expected up to 26, the size of the alphabet, found 27",
            ),
        ] {
            assert_eq!(fault(&file(&nodes, &values)), expected);
        }
    }

    /// A file with one leave of equal tiles.
    fn one_leave(tiles: u32) -> Vec<u8> {
        let mut nodes = vec![HEAD];
        for i in 1..=tiles {
            let last = i == tiles;
            nodes.push((1, last, true, if last { 0 } else { i + 1 }));
        }
        file(&nodes, &[1.0])
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
    fn leaves_longer_than_any_rack_are_refused() {
        let longest = Leaves::from_bytes(&one_leave(63), 26).unwrap();
        assert_eq!(longest.value(&[1; 63]), 1.0);
        assert_eq!(longest.value(&[1; 64]), 0.0);
        for tiles in [64, 255, 256, 257, 100_000] {
            assert_eq!(
                fault(&one_leave(tiles)),
                format!("expected leaves of up to 63 tiles, found one of {tiles}")
            );
        }
    }

    fn any_table() -> impl Strategy<Value = Rows> {
        let value = any::<u32>().prop_map(f32::from_bits);
        any_rows(value.prop_filter("finite", |value| value.is_finite()))
    }

    fn small_file(values: ValueFormat) -> Vec<u8> {
        let rows: [(&[Tile], f32); 7] = [
            (&[0], 25.0),
            (&[0, 0], -0.5),
            (&[0, 1, 1], 1.25),
            (&[1], 2.0),
            (&[1, 2], -3.0),
            (&[2, 2, 5], 0.125),
            (&[5], -1.0),
        ];
        let table = LeaveTable::from_unsorted(rows).unwrap();
        file_of(&table, LeaveSpec::default().with_values(values))
    }

    /// Any bytes are refused or make leaves that work.
    fn try_bytes(bytes: &[u8]) {
        let Ok(leaves) = Leaves::from_bytes(bytes, 26) else {
            return;
        };
        assert_eq!(leaves.to_bytes().unwrap(), bytes);
        let table = leaves.to_table().unwrap();
        assert_eq!(table.len(), leaves.len());
        let mut rows = table.rows();
        while let Some((leave, value)) = rows.next() {
            assert_eq!(leaves.get(leave), Some(value));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
    fn damaged_files_are_refused_or_read() {
        for format in ValueFormat::ALL {
            let good = small_file(format);
            try_bytes(&good);
            for bit in 0..8 * good.len() {
                let mut bytes = good.clone();
                bytes[bit / 8] ^= 1 << (bit % 8);
                try_bytes(&bytes);
            }
            for length in 0..good.len() {
                try_bytes(&good[..length]);
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            try_bytes(&bytes);
        }

        #[test]
        fn several_damages_are_refused_or_read(
            damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        ) {
            let mut bytes = small_file(ValueFormat::F32);
            for (at, byte) in damages {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            try_bytes(&bytes);
        }

        #[test]
        #[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
        fn what_is_written_is_read(rows in any_table()) {
            let table = table_of(&rows);
            for layout in Layout::ALL {
                let bytes = file_of(&table, LeaveSpec::default().with_layout(layout));
                let leaves = Leaves::from_bytes(&bytes, 26).unwrap();
                prop_assert!(leaves.to_table().unwrap() == table);
                prop_assert_eq!(leaves.to_bytes().unwrap(), bytes);
                for (i, (leave, value)) in rows.iter().enumerate() {
                    let found = leaves.get(leave).unwrap();
                    prop_assert_eq!(found.to_bits(), value.to_bits());
                    prop_assert_eq!(leaves.values()[i].to_bits(), value.to_bits());
                    prop_assert_eq!(leaves.value(leave).to_bits(), value.to_bits());
                }
            }
        }

        #[test]
        #[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
        fn what_is_absent_is_worth_nothing(
            rows in any_table(),
            mut leave in prop::collection::vec(0..9u8, 0..9),
        ) {
            let leaves = leaves_of(&table_of(&rows));
            leave.sort_unstable();
            prop_assert_eq!(leaves.get(&leave), rows.get(&leave).copied());
        }
    }
}

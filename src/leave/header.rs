//! The two counts of a leave file, and the parts whose lengths they give.
//!
//! This is the only reader of the header. The sniffer uses it to recognise leave files,
//! [`Leaves`](crate::leave::Leaves) takes the parts from it, and messages about a
//! damaged file come from its faults.

use crate::graph::GraphFault;
use crate::lexicon::ValueFormat;

/// The parts of a leave file. Their lengths agree with the header.
pub(crate) struct Parts<'b> {
    /// The nodes, in KWG format.
    pub(crate) nodes: &'b [u8],
    pub(crate) values: &'b [u8],
    /// The format of the values. A file without values counts as KLV2.
    pub(crate) format: ValueFormat,
}

impl<'b> Parts<'b> {
    pub(crate) fn split(bytes: &'b [u8]) -> Result<Parts<'b>, GraphFault> {
        let (count, after) = take_count(bytes, 0, "nodes")?;
        let length = 4 * count;
        let split = usize::try_from(length).ok();
        let split = split.and_then(|length| after.split_at_checked(length));
        let Some((nodes, after)) = split else {
            let expected = format!("{length} bytes of {count} nodes");
            return Err(GraphFault::mismatch(expected, after.len())
                .of("byte 4")
                .cut_short(true));
        };
        let at = 4 + nodes.len();
        let (count, values) = take_count(after, at, "values")?;
        let found = values.len() as u64;
        let mut formats = ValueFormat::ALL.into_iter();
        match formats.find(|format| count * format.size() as u64 == found) {
            Some(format) => Ok(Parts {
                nodes,
                values,
                format,
            }),
            None => {
                let (long, short) = (4 * count, 2 * count);
                let expected = format!("{long} (KLV2) or {short} (KLV) bytes of {count} values");
                let fault = GraphFault::mismatch(expected, found).of(format!("byte {}", at + 4));
                Err(fault.cut_short(found < long))
            }
        }
    }

    /// The number of nodes.
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len() / 4
    }

    /// The number of values.
    pub(crate) fn value_count(&self) -> usize {
        self.values.len() / self.format.size()
    }
}

/// Splits off a count. `at` is the offset of `bytes` in the file.
fn take_count<'b>(bytes: &'b [u8], at: usize, of: &str) -> Result<(u64, &'b [u8]), GraphFault> {
    match bytes.split_first_chunk() {
        Some((count, after)) => Ok((u32::from_le_bytes(*count).into(), after)),
        None => {
            let expected = format!("4 bytes with the number of {of}");
            Err(GraphFault::mismatch(expected, bytes.len())
                .of(format!("byte {at}"))
                .cut_short(true))
        }
    }
}

//! JSON documents.

use serde::Serialize;
use std::io::{self, Write};

/// Writes a value as indented JSON with a line feed.
pub(crate) fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

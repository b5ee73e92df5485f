//! Queries to a program: its arguments or, without any, the lines of standard input.
//!
//! Answers are buffered while there are lines to answer, and flushed before the program
//! waits for more. So another program can send one query after the other, and a long
//! list is still answered quickly.

use crate::cli::exit::{Out, Stop};
use crate::cli::voice::STANDARD_INPUT;
use crate::error::{Error, Result};
use crate::limits::LINE_BYTES;
use crate::text::{at_byte, break_problem, check_line_ends, is_space, other_break};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// One query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'t> {
    /// Its text, trimmed.
    pub(crate) text: &'t str,
    /// Its line, if it came from standard input.
    line: Option<u64>,
}

impl Asked<'_> {
    /// Adds the line of this query to an error.
    pub(crate) fn place(&self, error: Error) -> Error {
        match self.line {
            Some(line) => error.at_line_of(STANDARD_INPUT, line),
            None => error,
        }
    }
}

/// Counts the paths that mean standard input.
pub(crate) fn dashes<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> usize {
    let is_dash = |path: &&PathBuf| path.as_path() == Path::new("-");
    paths.into_iter().filter(is_dash).count()
}

/// Refuses to read more than one thing from standard input.
pub(crate) fn one_from_input(found: usize) -> Result<()> {
    match found {
        0 | 1 => Ok(()),
        _ => Err(Error::mismatch(
            "",
            "one thing from the standard input",
            found,
        )),
    }
}

/// Answers each argument or, without any, each line of standard input.
pub(crate) fn each_asked(
    arguments: &[String],
    out: &mut Out,
    mut answer: impl FnMut(Asked<'_>, &mut Out) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if arguments.is_empty() {
        return each_line(out, answer);
    }
    for text in arguments {
        let text = text.trim_matches(is_space);
        answer(Asked { text, line: None }, out)?;
    }
    Ok(())
}

fn each_line(
    out: &mut Out,
    mut answer: impl FnMut(Asked<'_>, &mut Out) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut line = Vec::new();
    for number in 1.. {
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        line.clear();
        let most = LINE_BYTES as u64 + 2; // with its end
        let read = input.by_ref().take(most).read_until(b'\n', &mut line);
        let read = read.map_err(|e| Error::io(STANDARD_INPUT.as_ref(), "can't read", e))?;
        if read == 0 {
            break;
        }
        let text = text_of(&line, number == 1);
        let text = text.map_err(|error| error.at_line_of(STANDARD_INPUT, number))?;
        let line = Some(number);
        answer(Asked { text, line }, out)?;
    }
    Ok(())
}

/// The trimmed text of a line. Refuses a line that is too long or not UTF-8 and, unless
/// it is blank, one that other programs would split in two.
fn text_of(line: &[u8], is_first: bool) -> Result<&str> {
    if line.strip_suffix(b"\n").unwrap_or(line).len() > LINE_BYTES {
        let expected = format!("a line of at most {LINE_BYTES} bytes");
        return Err(Error::mismatch("", expected, "a longer one"));
    }
    check_line_ends(STANDARD_INPUT, line)?;
    let text = std::str::from_utf8(line).map_err(|e| {
        let byte = line.get(e.valid_up_to()).copied().unwrap_or_default();
        Error::mismatch("", "UTF-8", format!("the byte 0x{byte:02x}"))
    })?;
    let text = if is_first {
        text.trim_start_matches('\u{feff}')
    } else {
        text
    };
    match other_break(text).filter(|_| !text.trim().is_empty()) {
        None => Ok(text.trim()),
        Some((at, found)) => {
            Err(at_byte(STANDARD_INPUT, text.as_bytes(), at, break_problem(found)).into())
        }
    }
}

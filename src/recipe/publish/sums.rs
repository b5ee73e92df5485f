//! Reads and writes files of SHA-256 checksums, in the form that `sha256sum -c`
//! accepts.

use crate::error::{Diagnostic, Problem, Result, shown};
use crate::file::read_if_there_within;
use crate::limits::PAPER_BYTES;
use crate::recipe::names::{check_name, is_sum};
use std::collections::BTreeMap;
use std::path::Path;

/// SHA-256 checksums by file name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums(BTreeMap<String, String>);

impl Sums {
    /// Reads a checksum file; `None` if there is no such file.
    pub fn read(path: &Path) -> Result<Option<Sums>> {
        let bytes = read_if_there_within(path, PAPER_BYTES)?;
        let shown = path.display().to_string();
        bytes.map(|bytes| Sums::parse(&shown, &bytes)).transpose()
    }

    /// Parses a checksum file. Each line has 64 lower-case hexadecimal digits, two
    /// spaces and a plain name. Empty lines and lines that begin with `#` are skipped.
    /// Errors call it `path`.
    pub fn parse(path: &str, bytes: &[u8]) -> Result<Sums> {
        let mut sums = BTreeMap::new();
        parse_lines(path, bytes, ADVICE, |name, sum| {
            match sums.insert(name.to_string(), sum.to_string()) {
                Some(_) => Err(format!("a second sum for `{name}`").into()),
                None => Ok(()),
            }
        })?;
        Ok(Sums(sums))
    }

    /// All files with their checksums, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, sum)| (&name[..], &sum[..]))
    }

    /// The checksum of a file.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets the checksum of a file.
    pub fn set(&mut self, name: &str, sum: &str) {
        self.0.insert(name.to_string(), sum.to_string());
    }

    /// Keeps only the files that `keep` accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.0.retain(|name, _| keep(name));
    }
}

/// The advice for a checksum file with a bad line.
const ADVICE: &str = "mend the file, or remove it to have it made anew";

/// Calls back with the name and the checksum of each line of a checksum file, which may
/// have several lines for one name. `advice` is added to the error for a bad line.
pub(crate) fn parse_lines(
    path: &str,
    bytes: &[u8],
    advice: &str,
    mut take: impl FnMut(&str, &str) -> Result<(), Problem>,
) -> Result<()> {
    for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let text = String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text));
        if text.starts_with('#') || text.trim().is_empty() {
            continue;
        }
        let taken = parse_line(&text).and_then(|(name, sum)| take(name, sum));
        taken.map_err(|problem| {
            let fault = Diagnostic::new(path, problem).at_line(line);
            let mut fault = fault.with_snippet(&text, usize::MAX);
            fault.advise(advice);
            fault
        })?;
    }
    Ok(())
}

/// The name and the checksum of a line.
fn parse_line(line: &str) -> Result<(&str, &str), Problem> {
    let Some((sum, name)) = line.split_once("  ").filter(|(sum, _)| is_sum(sum)) else {
        let expected = "a SHA-256 sum, two spaces and a file name";
        return Err(Problem::mismatch(expected, format!("`{}`", shown(line))));
    };
    check_name("", name)?;
    Ok((name, sum))
}

impl std::fmt::Display for Sums {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, sum) in &self.0 {
            writeln!(f, "{sum}  {name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_sorted_and_come_back() {
        let (a, b) = ("a".repeat(64), "0".repeat(64));
        let text = format!("# made by hand\n{a}  z.kwg\r\n\n{b}  a.kwg\n");
        let sums = Sums::parse("SUMS", text.as_bytes()).unwrap();
        assert_eq!(sums.get("z.kwg"), Some(a.as_str()));
        let written = sums.to_string();
        assert_eq!(written, format!("{b}  a.kwg\n{a}  z.kwg\n"));
        assert_eq!(Sums::parse("SUMS", written.as_bytes()).unwrap(), sums);
    }

    #[test]
    fn faults_name_the_line() {
        let a = "a".repeat(64);
        for (text, expected) in [
            (
                "abc  x\n".to_string(),
                "SUMS:1: expected a SHA-256 sum, two spaces and a file name, found `abc  x`; \
                 mend the file, or remove it to have it made anew",
            ),
            (
                format!("{a}  x\n{a}  x\n"),
                "SUMS:2: a second sum for `x`; mend the file, or remove it to have it made anew",
            ),
        ] {
            let error = Sums::parse("SUMS", text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}

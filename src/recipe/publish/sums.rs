//! Reads and writes files of SHA-256 sums, in the form that `sha256sum -c` takes.

use crate::error::{Diagnostic, Error, ErrorKind, Problem, Result, shown};
use crate::file::read_if_there;
use std::collections::BTreeMap;
use std::path::Path;

/// SHA-256 sums by file name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums(BTreeMap<String, String>);

impl Sums {
    /// Reads a file of sums; none if there is no such file.
    pub fn read(path: &Path) -> Result<Option<Sums>> {
        let shown = path.display().to_string();
        read_if_there(path)?
            .map(|bytes| Sums::parse(&shown, &String::from_utf8_lossy(&bytes)))
            .transpose()
    }

    fn parse(path: &str, text: &str) -> Result<Sums> {
        let mut sums = BTreeMap::new();
        for (i, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let fault = |problem: Problem| {
                Diagnostic::new(path, problem)
                    .at_line(i as u64 + 1)
                    .with_snippet(line, usize::MAX)
            };
            let is_sum = |sum: &str| sum.len() == 64 && sum.bytes().all(|b| b.is_ascii_hexdigit());
            let Some((sum, name)) = line.split_once("  ").filter(|(sum, _)| is_sum(sum)) else {
                let expected = "a SHA-256 sum, two spaces and a file name";
                let found = format!("`{}`", shown(line));
                let mut fault = fault(Problem::mismatch(expected, found));
                fault.advise("mend the file, or remove it to have it made anew");
                return Err(Error::new(ErrorKind::Input, fault));
            };
            let sum = sum.to_ascii_lowercase();
            if sums.insert(name.to_string(), sum).is_some() {
                let fault = fault(format!("a second sum for `{name}`").into());
                return Err(Error::new(ErrorKind::Input, fault));
            }
        }
        Ok(Sums(sums))
    }

    /// The sum of a file.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Sets the sum of a file.
    pub fn set(&mut self, name: &str, sum: &str) {
        self.0.insert(name.to_string(), sum.to_string());
    }

    /// Keeps only the files that `keep` accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&str) -> bool) {
        self.0.retain(|name, _| keep(name));
    }
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
        let (a, b) = ("a".repeat(64), "B".repeat(64));
        let text = format!("# made by hand\n{a}  z.kwg\n\n{b}  a b.kwg\n");
        let sums = Sums::parse("SUMS", &text).unwrap();
        assert_eq!(sums.get("z.kwg"), Some(a.as_str()));
        let written = sums.to_string();
        assert_eq!(
            written,
            format!("{}  a b.kwg\n{a}  z.kwg\n", "b".repeat(64))
        );
        assert_eq!(Sums::parse("SUMS", &written).unwrap(), sums);
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
            (format!("{a}  x\n{a}  x\n"), "SUMS:2: a second sum for `x`"),
        ] {
            let error = Sums::parse("SUMS", &text).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}

//! The standard output of a program, its notes, and its exit code.
//!
//! A program writes to [`Out`]. Before it writes, it records there whether a check
//! failed or something differs. [`run`] derives the exit code from that alone, so the
//! code is the same if the reader of the output closes the pipe early.

use crate::cli::closed::Open;
use crate::cli::render::advice::advice_of;
use crate::cli::threads::bound_threads;
use crate::cli::voice::{named, say, say_error};
use crate::error::{Error, ErrorKind, grouped, is_of_label, plain_where};
use crate::recipe::{check_not_source, check_writable, write_file_with};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit code of a program ended by Ctrl-C, by shell convention.
pub(crate) const INTERRUPTED: u8 = 130;

/// The number of bytes of output tested at a time for invisible characters.
const PLAIN_BLOCK: usize = 256;

/// The reason why a program stopped early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An error to be printed.
    Error(Error),
    /// The reader of the output is gone, which is not an error.
    Closed,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Error(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::Error(Error::io("standard output".as_ref(), "can't write", error)),
        }
    }
}

/// Buffered standard output for text, notes on standard error, and the outcome of the
/// program so far.
///
/// `writeln!` writes exactly one line, whatever its values contain: it escapes line
/// ends and other invisible characters, except for the final line end. So no name from
/// a file can forge a line or control the terminal, and callers need not escape
/// anything. A text of several lines goes through [`write_all`](Write::write_all),
/// which keeps its line ends.
pub(crate) struct Out {
    program: &'static str,
    /// Whether notes are suppressed.
    pub(crate) quiet: bool,
    stdout: BufWriter<Open>,
    /// The current line.
    line: String,
    /// The exit code, unless an error ends the program.
    code: u8,
}

/// Writes a result to a file or to standard output.
pub(crate) type WriteTo<'w> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'w;

impl Out {
    /// Prints a note, which is neither a result nor an error, unless notes are
    /// suppressed.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet {
            self.insist(line);
        }
    }

    /// Prints a note even if notes are suppressed.
    pub(crate) fn insist(&self, line: &str) {
        say(self.program, line);
    }

    /// Sets the exit code to 130: the user stopped the program, which writes its
    /// results so far.
    pub(crate) fn interrupted(&mut self) {
        self.code = INTERRUPTED;
    }

    /// Sets the exit code to 1 if `differs`: a check failed, or there are differences.
    /// Must be called before the differences are written.
    pub(crate) fn differs_if(&mut self, differs: bool) {
        self.code = self.code.max(u8::from(differs));
    }

    /// Refuses a target that can't be written or that the result is made from, before
    /// the work is done.
    pub(crate) fn check_result(target: &Path, sources: &[PathBuf]) -> Result<(), Error> {
        if target == Path::new("-") {
            return Ok(());
        }
        check_not_source(target, sources)?;
        check_writable(target)
    }

    /// Like [`write_result`](Self::write_result), for bytes that are not text. Refuses
    /// to write them to a terminal.
    pub(crate) fn write_binary(&mut self, target: &Path, write: &WriteTo<'_>) -> Result<(), Stop> {
        if target == Path::new("-") && io::stdout().is_terminal() {
            let expected = "a file or a pipe for binary data";
            return Err(Error::mismatch("standard output", expected, "a terminal").into());
        }
        self.write_result(target, write)
    }

    /// Writes a result to a file, completely or not at all, or to standard output if
    /// the name is `-`.
    pub(crate) fn write_result(&mut self, target: &Path, write: &WriteTo<'_>) -> Result<(), Stop> {
        match target == Path::new("-") {
            true => Ok(write(&mut self.stdout)?),
            false => Ok(write_file_with(target, write)?),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    /// Writes text of any number of lines. Escapes invisible characters except line
    /// ends and tabs.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let is_plain = |b: u8| (0x20..0x7f).contains(&b) | (b == b'\n') | (b == b'\t');
        // The loop has no branch, so the compiler tests many bytes at once.
        let are_plain = |block: &[u8]| block.iter().fold(true, |plain, &b| plain & is_plain(b));
        if bytes.chunks(PLAIN_BLOCK).all(are_plain) {
            return self.stdout.write_all(bytes);
        }
        let is_bad = |c: char| !is_of_label(c) && !"\n\t".contains(c);
        let text = String::from_utf8_lossy(bytes);
        match plain_where(&text, is_bad) {
            Cow::Borrowed(_) => self.stdout.write_all(bytes),
            Cow::Owned(plain) => self.stdout.write_all(plain.as_bytes()),
        }
    }

    /// Writes one line or a part of it. `write!` and `writeln!` call this.
    fn write_fmt(&mut self, values: fmt::Arguments<'_>) -> io::Result<()> {
        self.line.clear();
        fmt::Write::write_fmt(&mut self.line, values)
            .map_err(|_| io::Error::other("a value has no text"))?;
        let (line, end) = match self.line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (&self.line[..], ""),
        };
        let plain = plain_where(line, |c| !is_of_label(c) && c != '\t');
        self.stdout.write_all(plain.as_bytes())?;
        self.stdout.write_all(end.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Runs a program, flushes its output and prints its error. The exit code is 0 on
/// success, 1 if a check failed or something differs, and 2 for a usage, input or I/O
/// error.
pub(crate) fn run(
    program: &'static str,
    quiet: bool,
    main: impl FnOnce(&mut Out) -> Result<(), Stop>,
) -> ExitCode {
    let mut out = Out {
        program,
        quiet,
        stdout: BufWriter::with_capacity(1 << 16, Open(io::stdout())),
        line: String::new(),
        code: 0,
    };
    let bounded = bound_threads().map_err(Stop::from);
    let ended = bounded
        .and_then(|()| main(&mut out))
        .and_then(|()| Ok(out.flush()?));
    let code = ExitCode::from(out.code);
    match ended {
        Ok(()) => code,
        Err(Stop::Closed) => {
            // The rest of the buffer can't be written.
            let _ = out.stdout.into_parts();
            code
        }
        Err(Stop::Error(error)) => {
            let _ = out.flush();
            print_error(program, &error);
            match error.kind() {
                ErrorKind::Check => ExitCode::from(1),
                ErrorKind::Input | ErrorKind::Io => ExitCode::from(2),
            }
        }
    }
}

/// Prints an error's diagnostics, each with the line it is about.
fn print_error(program: &str, error: &Error) {
    for diagnostic in error.diagnostics() {
        let mut diagnostic = diagnostic.clone();
        diagnostic.path = named(&diagnostic.path).to_string();
        let mut text = diagnostic.to_string();
        if let Some(advice) = diagnostic.remedy.as_ref().and_then(advice_of) {
            text += &format!("; {advice}");
        }
        say_error(program, &text);
        if let Some(snippet) = &diagnostic.snippet {
            let (line, marker) = (snippet.line(), snippet.marker());
            let _ = writeln!(io::stderr(), "    {line}\n    {marker}");
        }
    }
    if error.unshown() > 0 {
        say_error(program, &format!("… and {} more", grouped(error.unshown())));
    }
}

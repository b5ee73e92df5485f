//! Prints all forms of a Hunspell dictionary, one per line: `hunspell DICTIONARY`,
//! where DICTIONARY is the path without `.aff` and `.dic`.

use std::error::Error;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use wordmill::file::read_file;
use wordmill::source::Hunspell;

fn main() -> ExitCode {
    match print_forms() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hunspell: {error}");
            ExitCode::from(2)
        }
    }
}

fn print_forms() -> Result<(), Box<dyn Error>> {
    let stem = std::env::args().nth(1).ok_or("expected a dictionary")?;
    let (aff, dic) = (format!("{stem}.aff"), format!("{stem}.dic"));
    let (affixes, words) = (read_file(aff.as_ref())?, read_file(dic.as_ref())?);
    let dictionary = Hunspell::read((&aff, &affixes), (&dic, &words))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut written = Ok(());
    dictionary.each_form(|form| {
        if written.is_ok() {
            written = writeln!(out, "{form}");
        }
    })?;
    written?;
    Ok(out.flush()?)
}

//! Checking lexica, as `movegen-check` does it.

use crate::check::{CheckOptions, Effort, Event, Pass, Report, Subject, check};
use crate::cli::progress::ProgressLine;
use crate::cli::render::command::fill_commands;
use crate::cli::{Format, Out, Outcome, Stop, on_threads, one_of, write_json};
use crate::error::Result;
use std::path::PathBuf;

/// The arguments that say what to check, and how hard.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct CheckArgs {
    /// The passes to run, separated by commas or each with its own --pass [default: all]
    #[arg(long = "pass", value_name = "PASS", value_delimiter = ',', value_parser = one_of(Pass::ALL, Pass::name))]
    pub passes: Vec<Pass>,
    /// Play few games (10): for every change
    #[arg(long, conflicts_with = "thorough")]
    pub quick: bool,
    /// Play many games (1000): before a release
    #[arg(long)]
    pub thorough: bool,
    /// Play so many games [default: 100]
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "thorough"])]
    pub games: Option<u64>,
    /// Where the games begin
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
    /// How many findings of a kind to show for each file, and of all kinds for one that can't be read; the rest are counted
    #[arg(long, value_name = "N", default_value_t = crate::error::SHOWN)]
    pub findings: usize,
    /// Have times in JSON too, which differ from run to run
    #[arg(long)]
    pub times: bool,
    /// Write a page (HTML, one file) with all that was found
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub report: Option<PathBuf>,
    /// How the rest is done.
    #[command(flatten)]
    pub output: ReportArgs,
}

/// How a check runs, and how it is printed.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct ReportArgs {
    /// Number of threads; the report does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print nothing but errors, warnings and what was not checked
    #[arg(short, long)]
    pub quiet: bool,
}

/// Reads the name of a page, which must not be that of an artifact.
fn read_page_name(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Ok(path),
        _ => Err(format!(
            "expected a name that ends in .html, found `{name}`"
        )),
    }
}

impl CheckArgs {
    fn options(&self) -> CheckOptions {
        let effort = match (self.quick, self.thorough) {
            (true, _) => Effort::Quick,
            (_, true) => Effort::Thorough,
            _ => Effort::Normal,
        };
        CheckOptions {
            passes: match self.passes.is_empty() {
                true => Pass::ALL.to_vec(),
                false => self.passes.clone(),
            },
            games: self.games.unwrap_or(effort.games()),
            seed: self.seed,
            findings: self.findings,
        }
    }

    /// Reads subjects and checks them. A line shows how far it is.
    pub fn check(&self, read: impl FnOnce() -> Result<Vec<Subject>> + Send) -> Result<Report> {
        let options = self.options();
        let line = ProgressLine::new(!self.output.quiet);
        let report = on_threads(self.output.threads, || {
            let subjects = read()?;
            let games = match options.passes.contains(&Pass::Moves) {
                true => usize::try_from(options.games).unwrap_or(usize::MAX),
                false => 0,
            };
            let steps = options.passes.len().saturating_add(games);
            line.expect(steps.saturating_mul(subjects.len()), "reading");
            check(&subjects, &options, &|event| match event {
                Event::Pass(lexicon, pass) => line.say(&format!("{lexicon}: {pass}")),
                Event::Game(_) | Event::Done => line.advance(),
            })
        });
        line.clear();
        let mut report = report??;
        fill_commands(&mut report);
        Ok(report)
    }

    /// Writes a report: JSON as it is, text by way of `text`.
    pub fn show(
        &self,
        report: Report,
        out: &mut Out,
        text: impl FnOnce(&Report, &mut Out) -> Result<(), Stop>,
    ) -> Result<Outcome, Stop> {
        let is_fine = report.is_fine();
        if !is_fine {
            out.differs();
        }
        match self.output.format {
            Format::Json if self.times => write_json(out, &report.with_times())?,
            Format::Json => write_json(out, &report)?,
            Format::Text => text(&report, out)?,
        }
        Ok(match is_fine {
            true => Outcome::Fine,
            false => Outcome::Differs,
        })
    }
}

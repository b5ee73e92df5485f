//! Runs the passes over one lexicon after the other.

use crate::check::findings::Trial;
use crate::check::opened::Shelf;
use crate::check::pass::{CheckOptions, Pass};
use crate::check::report::{FileReport, LexiconReport, PassReport, Report};
use crate::check::subject::Subject;
use crate::check::{consistency, counts, gaddag, moves, structure, words};
use crate::error::Result;
use crate::parallel::prelude::*;
use std::time::Instant;

/// What is going on, for whoever shows it.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A pass over a lexicon begins.
    Pass(&'a str, Pass),
    /// A game was played; games have numbers from 0.
    Game(u64),
    /// A pass has ended.
    Done,
}

/// Is told what is going on, from any thread.
pub type Progress<'a> = &'a (dyn Fn(Event<'_>) + Sync);

/// Checks lexica.
///
/// The report depends on nothing but the subjects and the options. An error is
/// of what was given to check with: a table of positions that can't be read.
///
/// ```
/// use wordmill::ruleset::Ruleset;
/// use wordmill::check::{Artifact, CheckOptions, Pass, Role, Subject, check};
/// use wordmill::graph::{GraphSpec, build};
/// use wordmill::lexicon::Words;
///
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[1, 20]])?;
/// let mut subject = Subject::new("MINE", Ruleset::builtin("english")?);
/// subject.artifacts.push(Artifact {
///     name: "MINE.kwg".to_string(),
///     path: "MINE.kwg".to_string(),
///     bytes: Some(build(&words, GraphSpec::default())?),
///     role: Role::Graph { content: None, format: None, layout: None },
/// });
/// subject.words = Some(Words::from_unsorted([&[3, 1, 20][..], &[1, 20], &[9, 20]])?);
/// let options = CheckOptions { passes: vec![Pass::Words], ..CheckOptions::default() };
/// let report = check(&[subject], &options, &|_| ())?;
/// let finding = &report.lexica[0].passes[0].findings[0];
/// assert_eq!((finding.what, &finding.place[..]), ("a word is missing", "word IT"));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn check(
    subjects: &[Subject],
    options: &CheckOptions,
    progress: Progress<'_>,
) -> Result<Report> {
    let shelves: Vec<Shelf<'_>> = subjects.iter().map(Shelf::open).collect();
    let mut lexica = Vec::new();
    for shelf in &shelves {
        let mut files: Vec<FileReport> = shelf.items.par_iter().map(|i| i.report()).collect();
        let mut passes = Vec::new();
        for pass in Pass::ALL.into_iter().filter(|p| options.passes.contains(p)) {
            progress(Event::Pass(&shelf.subject.lexicon, pass));
            passes.push(run_pass(
                pass, shelf, &shelves, options, &mut files, progress,
            )?);
            progress(Event::Done);
        }
        let recipe = shelf.subject.recipe.as_ref();
        lexica.push(LexiconReport {
            lexicon: shelf.subject.lexicon.clone(),
            recipe: recipe.map(|recipe| recipe.path.display().to_string()),
            ruleset: shelf.subject.ruleset.name().to_string(),
            ruleset_assumed: shelf.subject.ruleset_assumed,
            files,
            passes,
        });
    }
    Ok(Report::new(lexica))
}

fn run_pass(
    pass: Pass,
    shelf: &Shelf<'_>,
    shelves: &[Shelf<'_>],
    options: &CheckOptions,
    files: &mut [FileReport],
    progress: Progress<'_>,
) -> Result<PassReport> {
    let started = Instant::now();
    let mut trial = Trial::new(pass, &options.passes, options.findings);
    match pass {
        Pass::Structure => structure::run(shelf, &mut trial, files),
        Pass::Words => words::run(shelf, &mut trial),
        Pass::Gaddag => gaddag::run(shelf, &mut trial),
        Pass::Counts => counts::run(shelf, &mut trial),
        Pass::Bundle => consistency::run(shelf, shelves, &mut trial),
        Pass::Moves => moves::run(shelf, options, &mut trial, progress)?,
    }
    Ok(trial.finish(started.elapsed()))
}

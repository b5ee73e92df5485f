//! Runs the passes over one lexicon after the other.
//!
//! No pass uses the result of another, so they run at the same time.

use crate::check::causes::explain;
use crate::check::opened::{OpenedFile, OpenedLexicon};
use crate::check::pass::{CheckOptions, Event, Pass, Progress};
use crate::check::pass_run::PassRun;
use crate::check::report::{LexiconReport, PassReport, Report};
use crate::check::subject::Subject;
use crate::check::{consistency, counts, gaddag, moves, structure, words};
use crate::error::Result;
use crate::parallel;
use std::time::Instant;

/// Checks lexicons.
///
/// The report depends only on the subjects and the options. Faults of the files are
/// findings. It is an error if a table of positions can't be read.
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
///     bytes: Some(build(&words, GraphSpec::new())?),
///     role: Role::Graph { content: None, format: None, layout: None },
/// });
/// subject.words = Some(Words::from_unsorted([&[3, 1, 20][..], &[1, 20], &[9, 20]])?);
/// let options = CheckOptions { passes: vec![Pass::Words], ..CheckOptions::default() };
/// let report = check(&[subject], &options, &|_| ())?;
/// let finding = &report.lexicons[0].passes[0].findings[0];
/// assert_eq!((finding.what, &finding.place[..]), ("a word is missing", "word IT"));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn check(
    subjects: &[Subject],
    options: &CheckOptions,
    progress: Progress<'_>,
) -> Result<Report> {
    let mut opened: Vec<OpenedLexicon<'_>> = subjects.iter().map(OpenedLexicon::open).collect();
    let mut reports = Vec::new();
    for at in 0..opened.len() {
        let lexicon = &opened[at];
        let run_pass = |pass: Pass| -> Result<PassReport> {
            progress(Event::Pass(&lexicon.subject.lexicon, pass));
            let started = Instant::now();
            let mut run = PassRun::new(pass, &options.passes, options.findings);
            match pass {
                Pass::Structure => structure::run(lexicon, &mut run),
                Pass::Words => words::run(lexicon, &mut run),
                Pass::Gaddag => gaddag::run(lexicon, &mut run),
                Pass::Counts => counts::run(lexicon, &mut run),
                Pass::Bundle => consistency::run(lexicon, &opened, &mut run),
                Pass::Moves => moves::run(lexicon, options, &mut run, progress)?,
            }
            progress(Event::Done);
            Ok(run.finish(started.elapsed()))
        };
        let selected = Pass::ALL.into_iter().filter(|p| options.passes.contains(p));
        let (games, others): (Vec<Pass>, Vec<Pass>) = selected.partition(|p| *p == Pass::Moves);
        let mut passes = parallel::try_map(others, run_pass)?;
        // Games use all processors by themselves.
        for pass in games {
            passes.push(run_pass(pass)?);
        }
        let files = parallel::map(&lexicon.files, OpenedFile::report);
        let causes = explain(lexicon, &mut passes);
        let subject = lexicon.subject;
        let recipe = subject.recipe.as_ref();
        reports.push(LexiconReport {
            lexicon: subject.lexicon.clone(),
            recipe: recipe.map(|recipe| recipe.path.display().to_string()),
            ruleset: subject.ruleset.name().to_string(),
            ruleset_assumed: subject.ruleset_assumed,
            files,
            causes,
            passes,
        });
        // The files stay open, since other lexicons are compared with them.
        opened[at].files.iter_mut().for_each(OpenedFile::forget);
    }
    Ok(Report::new(reports))
}

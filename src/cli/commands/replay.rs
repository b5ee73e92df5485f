//! `movegen-check replay`: a recorded game, played again.

use crate::cli::args::movegen_check::ReplayArgs;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::{Origin, dashes, one_from_input, open_leaves, title_of};
use crate::cli::page::replay::replay_page;
use crate::cli::page::{check_report, write_report};
use crate::cli::render::replay::ReplayReport;
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, counted};
use crate::file::read_file;
use crate::play::{AnalysisOptions, Gcg, analyse, replay};
use std::io::Write;
use std::path::Path;

/// Plays a game again and writes what was found in all forms that the user asks for.
pub(crate) fn replay_game(args: &ReplayArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.quiet;
    one_from_input(dashes(args.klv.iter().chain([&args.game, &args.kwg])))?;
    let path = args.game.display().to_string();
    let bytes = read_file(&args.game)?;
    let game = Gcg::read(&path, &bytes)?;
    let origin = Origin::of_gcg(&game);
    let file = origin.open(args.ruleset.as_deref(), &args.kwg, out)?;
    let leaves = open_leaves(args.klv.as_deref(), &file.rules)?;
    let (ruleset, graph) = (file.ruleset(), file.graph()?);
    let replay = replay(&path, &game, ruleset, graph);
    let replay = replay.map_err(|error| with_encoding(file.rules.hint(error), &bytes))?;
    let sources = [Some(&*args.game), Some(&*args.kwg), args.klv.as_deref()];
    let ruleset = args.ruleset.as_ref().map(Path::new);
    check_report(
        args.report.as_deref(),
        sources.into_iter().flatten().chain(ruleset),
    )?;
    let analysis = match args.analyse {
        true => {
            let options = AnalysisOptions::default().with_top(args.top.into());
            on_threads(args.threads, || analyse(&replay, graph, &leaves, options))??
        }
        false => Vec::new(),
    };
    let report = ReplayReport {
        path,
        lexicon: title_of(&args.kwg)?,
        game,
        replay,
        analysis,
        analysed: args.analyse,
    };
    file.say_if_assumed(out);
    write_report(args.report.as_deref(), || replay_page(&report))?;
    out.differs_if(!report.replay.findings.is_empty());
    match args.cgp {
        true => report.write_cgps(out)?,
        false => report.write(args.format, out)?,
    }
    out.flush()?;
    let (turns, findings) = (report.replay.turns.len(), report.replay.findings.len());
    let counts = [(turns, "turns"), (findings, "findings")];
    let counts = counts.map(|(n, what)| counted(n as u64, what));
    out.say(&counts.join(", "));
    Ok(())
}

/// Adds a hint to an error about tiles if the game is in UTF-8 and does not say so.
fn with_encoding(error: Error, bytes: &[u8]) -> Error {
    let lower = bytes.to_ascii_lowercase();
    let says_so = lower.starts_with(b"#character-encoding");
    let is_utf_8 = !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    match is_utf_8 && !says_so {
        true => error.advise(
            "read as ISO-8859-1; if it is UTF-8, its first line has to be \
             `#character-encoding UTF-8`",
        ),
        false => error,
    }
}

//! `movegen-check replay`: replays recorded games.

use crate::cli::args::movegen_check::ReplayArgs;
use crate::cli::args::shared::Format;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::{Origin, dashes, leaves_of, one_from_input, title_of, word_graph_of};
use crate::cli::page::replay::replay_page;
use crate::cli::page::{check_report, write_report};
use crate::cli::render::json::{Object, write_json};
use crate::cli::render::replay::{ReplayReport, json_of};
use crate::cli::render::table::{joined, write_lines};
use crate::cli::threads::on_threads;
use crate::cli::voice::named;
use crate::error::{Error, Faults, Result, counted};
use crate::file::read_file;
use crate::play::{AnalysisOptions, Gcg, analyse, replay};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A game that was read: its path as typed, its bytes, and the game.
type Recorded = (String, Vec<u8>, Gcg);

fn read_game(path: &Path) -> Result<Recorded> {
    let bytes = read_file(path)?;
    let path = path.display().to_string();
    let game = Gcg::read(&path, &bytes)?;
    Ok((path, bytes, game))
}

/// Replays games and writes the results in all requested forms. A game that can't be
/// read, or whose ruleset does not fit the graph, does not keep the others from being
/// replayed.
pub(crate) fn replay_games(args: &ReplayArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.quiet;
    let files = args.games.iter().chain(&args.klv).chain([&args.kwg]);
    one_from_input(dashes(files.clone()))?;
    let number = args.games.len();
    if args.report.is_some() && number > 1 {
        return Err(Error::mismatch("--report", "one game", number).into());
    }
    let ruleset = args.ruleset.as_ref().map(Path::new);
    let sources = files.map(PathBuf::as_path).chain(ruleset);
    check_report(args.report.as_deref(), sources)?;
    // Games may name different rulesets to read these with, and standard input can be
    // read only once.
    let kwg = read_file(&args.kwg)?;
    let klv = args.klv.as_deref().map(read_file).transpose()?;
    let open = |origin: &Origin, out: &Out| -> Result<_> {
        let rules = origin.rules(args.ruleset.as_deref(), &args.kwg, out)?;
        let file = word_graph_of(&args.kwg, kwg.clone(), rules, out)?;
        let leaves = args.klv.as_deref().zip(klv.as_deref());
        let leaves = leaves.map(|(path, bytes)| leaves_of(path, bytes, &file.rules));
        Ok((leaves.transpose()?, file))
    };
    let mut faults = Faults::default();
    let mut games = Vec::new();
    for path in &args.games {
        match read_game(path) {
            Ok(game) => games.push(game),
            Err(error) => faults.take(error),
        }
    }
    let lexicon = title_of(&args.kwg)?;
    let mut done = Done::default();
    // Assumptions are reported once for each ruleset; these have been reported.
    let mut said = BTreeSet::new();
    let origin = |(.., game): &Recorded| Origin::of_gcg(game);
    for games in games.chunk_by(|a, b| origin(a) == origin(b)) {
        let (leaves, file) = match open(&origin(&games[0]), out) {
            Ok(opened) => opened,
            Err(error) if number == 1 => return Err(error.into()),
            Err(error) => {
                let paths = joined(games.iter().map(|(path, ..)| named(path)), ", ");
                faults.take(error.advise(format!("not replayed: {paths}")));
                continue;
            }
        };
        for (path, bytes, game) in games {
            let replay = match replay(path, game, file.ruleset(), file.graph()?) {
                Ok(replay) => replay,
                Err(error) => {
                    faults.take(with_encoding(file.rules.hint(error), bytes));
                    continue;
                }
            };
            let mut analysis = Vec::new();
            if args.analyse {
                let options = AnalysisOptions {
                    top: args.top.into(),
                    ..AnalysisOptions::default()
                };
                let analyse = || analyse(&replay, file.graph()?, &leaves.as_ref(), options);
                analysis = on_threads(args.threads, analyse)??;
            }
            if said.insert(file.ruleset().name().to_string()) {
                file.say_if_assumed(out);
            }
            let report = ReplayReport {
                path,
                lexicon: &lexicon,
                game,
                replay,
                analysis,
                analysed: args.analyse,
            };
            done.add(&report, args, out)?;
        }
    }
    done.finish(args, out)?;
    Ok(faults.into_result()?)
}

/// The games replayed so far.
#[derive(Default)]
struct Done {
    games: u64,
    turns: u64,
    findings: u64,
    /// The games for JSON, which are written together.
    objects: Vec<Object>,
}

impl Done {
    /// Writes a game. If there are several, its path comes first.
    fn add(
        &mut self,
        report: &ReplayReport<'_>,
        args: &ReplayArgs,
        out: &mut Out,
    ) -> Result<(), Stop> {
        write_report(args.report.as_deref(), || replay_page(report))?;
        out.differs_if(!report.replay.findings.is_empty());
        match args.format {
            _ if args.cgp => write_lines(report.turns().map(|(turn, _)| report.cgp(turn)), out)?,
            Format::Json => self.objects.push(json_of(report)),
            Format::Text => {
                if args.games.len() > 1 {
                    if self.games > 0 {
                        writeln!(out)?;
                    }
                    writeln!(out, "{}", named(report.path))?;
                }
                report.write(out)?;
            }
        }
        self.games += 1;
        self.turns += report.replay.turns.len() as u64;
        self.findings += report.replay.findings.len() as u64;
        Ok(())
    }

    /// Writes the remaining output, and reports the totals.
    fn finish(self, args: &ReplayArgs, out: &mut Out) -> Result<(), Stop> {
        let is_one = args.games.len() == 1;
        match (args.format, &self.objects[..]) {
            (Format::Json, [object]) if is_one => write_json(out, object)?,
            (Format::Json, objects) if !is_one => write_json(out, &objects)?,
            _ => (),
        }
        out.flush()?;
        if self.games > 0 {
            let counts = [
                counted(self.games, "games"),
                counted(self.turns, "turns"),
                counted(self.findings, "findings"),
            ];
            out.say(&counts[usize::from(is_one)..].join(", "));
        }
        Ok(())
    }
}

/// Adds a hint to an error about tiles if the game is in UTF-8 but does not declare it.
fn with_encoding(error: Error, bytes: &[u8]) -> Error {
    let says_so = bytes
        .to_ascii_lowercase()
        .starts_with(b"#character-encoding");
    let is_utf_8 = !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    if says_so || !is_utf_8 {
        return error;
    }
    error.advise(
        "read as ISO-8859-1; if it is UTF-8, its first line has to be \
         `#character-encoding UTF-8`",
    )
}

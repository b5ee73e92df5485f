//! `movegen-check match`: plays mirrored games between two leave tables or lexicons.

use crate::cli::args::movegen_check::MatchArgs;
use crate::cli::exit::{Out, Stop};
use crate::cli::input::{
    check_listed, dashes, one_from_input, open_leaves, open_word_graph, rules_for, title_of,
};
use crate::cli::interrupt::watch_interrupt;
use crate::cli::page::chart::Band;
use crate::cli::page::matches::match_page;
use crate::cli::page::{check_report, write_report};
use crate::cli::progress::ProgressLine;
use crate::cli::render::matches::{MatchReport, SideFiles};
use crate::cli::threads::on_threads;
use crate::error::{Error, Result, shown};
use crate::limits::CHECKED_RACK;
use crate::play::{Figures, Gcg, GcgHeader, MatchPair, PlayedMatch, Side, Tally, play_match};
use crate::recipe::{sweep_unless_held, write_new_file};
use crate::ruleset::Ruleset;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The number of first pairs that have a point each in the chart. After them, each
/// block of pairs has one.
const SINGLE_POINTS: u64 = 200;

/// Plays the match and writes its statistics in all requested forms.
pub(crate) fn play(args: &MatchArgs, out: &mut Out) -> Result<(), Stop> {
    out.quiet = args.quiet;
    let files = [&args.klv, &args.against, &args.against_kwg];
    if files.iter().all(|file| file.is_none()) && !args.has_side_options() {
        let expected = "a difference between the sides: --klv, --against, --against-kwg, \
                        --endgame, --exchange or --against-exchange";
        return Err(Error::mismatch("", expected, "none").into());
    }
    one_from_input(dashes(files.into_iter().flatten().chain([&args.kwg])))?;
    let rules = rules_for(args.ruleset.as_deref(), &args.kwg)?;
    let graph = open_word_graph(&args.kwg, rules.clone(), out)?;
    let (ruleset, rack) = (graph.ruleset(), graph.ruleset().rack_size());
    if rack > CHECKED_RACK {
        let expected = format!("racks of at most {CHECKED_RACK} tiles");
        return Err(Error::mismatch(ruleset.name(), expected, rack).into());
    }
    let other_graph = match &args.against_kwg {
        Some(path) => {
            // It is read with the ruleset of A, which a manifest beside it must not
            // contradict.
            if args.ruleset.is_none() {
                check_listed(path, &rules, |a, b| {
                    a.digest().is_ok() && a.digest() == b.digest()
                })?;
            }
            Some(open_word_graph(path, rules.clone(), out)?)
        }
        None => None,
    };
    let klvs = leave_files(args);
    let leaves = [open_leaves(klvs[0], &rules)?, open_leaves(klvs[1], &rules)?];
    let kwgs = [&args.kwg, args.against_kwg.as_ref().unwrap_or(&args.kwg)].map(PathBuf::as_path);
    let sources = klvs.into_iter().flatten().chain(kwgs);
    let sources = sources.chain(args.ruleset.as_ref().map(Path::new));
    check_report(args.report.as_deref(), sources)?;
    graph.say_if_assumed(out);
    if let Some(other) = &other_graph {
        other.say_if_damaged(out);
    }
    let options = args.side_options();
    let shown = |path: &Path| path.display().to_string();
    let mut report = MatchReport {
        sides: [0, 1].map(|side| SideFiles {
            kwg: shown(kwgs[side]),
            klv: klvs[side].map(shown),
            options: options[side],
        }),
        ruleset: ruleset.name(),
        options: args.options(),
        played: PlayedMatch::default(),
        settling: Vec::new(),
    };
    let folder = args.gcg.as_deref();
    let games = folder
        .map(|folder| GameFolder::new(folder, &report, &args.kwg))
        .transpose()?;
    let graphs = [
        graph.graph()?,
        other_graph.as_ref().unwrap_or(&graph).graph()?,
    ];
    let leaves = leaves.each_ref().map(Option::as_ref);
    let sides = [0, 1].map(|side| Side {
        graph: graphs[side],
        leaves: &leaves[side],
        options: options[side],
    });
    let interrupt = watch_interrupt();
    let line = ProgressLine::new(!args.quiet, false);
    line.expect(report.options.pairs, "playing");
    let played = on_threads(args.threads, || {
        let settling = &mut report.settling;
        let mut so_far = Tally::default();
        play_match(sides, ruleset, &report.options, |pairs, tally| {
            for pair in pairs {
                line.advance();
                so_far.add(pair);
                if let Some(games) = &games {
                    games.write(pair, ruleset)?;
                }
                if so_far.pairs <= SINGLE_POINTS || so_far.pairs == tally.pairs {
                    settling.extend(Figures::of(&so_far).map(|figures| Band {
                        x: so_far.pairs as f64,
                        middle: figures.share,
                        low: figures.share_range.0,
                        high: figures.share_range.1,
                    }));
                }
            }
            Ok(match interrupt.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        })
    });
    line.clear();
    report.played = played??;
    if report.played.interrupted {
        out.interrupted();
    }
    write_report(args.report.as_deref(), || match_page(&report))?;
    Ok(report.write(args.format, out)?)
}

/// The leave files of A and B; `None` where every leave is worth 0.
fn leave_files(args: &MatchArgs) -> [Option<&Path>; 2] {
    let klv = args.klv.as_deref();
    let other = match args.against.as_deref() {
        Some(path) => (path != Path::new("none")).then_some(path),
        None => klv.filter(|_| args.against_kwg.is_some() || args.has_side_options()),
    };
    [klv, other]
}

/// The folder that receives the games as GCG files.
struct GameFolder<'r> {
    folder: &'r Path,
    sides: [String; 2],
    lexicon: String,
    seed: u64,
}

impl<'r> GameFolder<'r> {
    fn new(folder: &'r Path, report: &MatchReport<'_>, kwg: &Path) -> Result<GameFolder<'r>> {
        std::fs::create_dir_all(folder).map_err(|e| match folder.is_file() {
            true => Error::mismatch(folder, "a directory", "a file"),
            false => Error::io(folder, "can't make", e),
        })?;
        let files = std::fs::read_dir(folder).map_err(|e| Error::io(folder, "can't read", e))?;
        let is_game = |path: &Path| path.extension().is_some_and(|e| e == "gcg");
        if let Some(file) = files.flatten().find(|file| is_game(&file.path())) {
            let found = format!("`{}`", shown(&file.file_name().to_string_lossy()));
            let expected = "a folder without games of another match";
            return Err(Error::mismatch(folder, expected, found));
        }
        sweep_unless_held(folder);
        Ok(GameFolder {
            folder,
            sides: [0, 1].map(|side| report.name_of(side)),
            lexicon: title_of(kwg)?,
            seed: report.options.seed,
        })
    }

    /// Writes both games of a pair. Pairs and games count from 1.
    fn write(&self, pair: &MatchPair, ruleset: &Ruleset) -> Result<()> {
        let number = pair.number + 1;
        for (first, played) in pair.games.iter().enumerate() {
            let Some(game) = &played.game else { continue };
            let place = first + 1;
            let header = GcgHeader {
                sides: [&self.sides[0], &self.sides[1]],
                first,
                lexicon: &self.lexicon,
                description: &format!("seed {}, pair {number}, game {place}", self.seed),
            };
            let text = Gcg::of(game, ruleset, &header).to_string();
            let path = self.folder.join(format!("{number:06}-{place}.gcg"));
            write_new_file(&path, text.as_bytes())?;
        }
        Ok(())
    }
}

//! The figures of a match.

use crate::cli::args::format::Format;
use crate::cli::input::rules::file_name;
use crate::cli::render::json::write_json;
use crate::cli::render::table::Table;
use crate::error::{counted, grouped};
use crate::play::{Figures, MatchOptions, PlayedMatch, SideMeans, SideOptions, Tally, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

/// The confidence from which on a side is called better.
pub(crate) const SURE: f64 = 0.95;

/// The files that a side plays with, as the user typed them.
pub(crate) struct SideFiles {
    pub(crate) kwg: String,
    pub(crate) klv: Option<String>,
    pub(crate) options: SideOptions,
}

impl SideFiles {
    pub(crate) fn new(kwg: &Path, klv: Option<&Path>, options: SideOptions) -> SideFiles {
        SideFiles {
            kwg: kwg.display().to_string(),
            klv: klv.map(|klv| klv.display().to_string()),
            options,
        }
    }

    /// How the side plays, apart from its files; empty if in no way of its own.
    fn manner(&self) -> String {
        let SideOptions {
            endgame_nodes,
            exchange_limit,
            ..
        } = self.options;
        let exact = endgame_nodes.map(|_| ", exact endgames".to_string());
        let exchange = exchange_limit.map(|least| match least {
            u32::MAX => ", no exchanges".to_string(),
            least => format!(
                ", exchanges from {} in the bag",
                counted(least.into(), "tiles")
            ),
        });
        [exact, exchange].into_iter().flatten().collect()
    }
}

/// The share of wins after some of the pairs, and its likely range.
pub(crate) struct Settling {
    pub(crate) pairs: u64,
    pub(crate) share: f64,
    pub(crate) range: (f64, f64),
}

impl Settling {
    pub(crate) fn of(tally: &Tally, figures: &Figures) -> Settling {
        Settling {
            pairs: tally.pairs,
            share: figures.share,
            range: figures.share_range,
        }
    }
}

/// A match, and what it was played with.
pub(crate) struct MatchReport {
    pub(crate) sides: [SideFiles; 2],
    pub(crate) ruleset: String,
    pub(crate) options: MatchOptions,
    pub(crate) played: PlayedMatch,
    /// After each block of pairs.
    pub(crate) settling: Vec<Settling>,
}

impl MatchReport {
    pub(crate) fn new(sides: [SideFiles; 2], ruleset: &str, options: MatchOptions) -> MatchReport {
        MatchReport {
            sides,
            ruleset: ruleset.to_string(),
            options,
            played: PlayedMatch::default(),
            settling: Vec::new(),
        }
    }

    /// What a side is called: its leave file, and its graph if the sides have
    /// different ones. Files of the same name are called by their paths.
    pub(crate) fn name_of(&self, side: usize) -> String {
        let [a, b] = &self.sides;
        let name = |path: &str, other: &str| match path == other || file(path) != file(other) {
            true => file(path),
            false => path.to_string(),
        };
        let kwgs = [name(&a.kwg, &b.kwg), name(&b.kwg, &a.kwg)];
        let klv = match (&a.klv, &b.klv) {
            (Some(a), Some(b)) => Some([name(a, b), name(b, a)][side].clone()),
            _ => self.sides[side].klv.as_deref().map(file),
        };
        let files = match (a.kwg != b.kwg, klv) {
            (true, Some(klv)) => format!("{} with {klv}", kwgs[side]),
            (true, None) => format!("{} without leave values", kwgs[side]),
            (false, Some(klv)) => klv,
            (false, None) => "no leave values".to_string(),
        };
        files + &self.sides[side].manner()
    }

    /// How many games were played, of how many, and from which seed.
    pub(crate) fn length(&self) -> String {
        let tally = &self.played.tally;
        let (pairs, games) = (
            counted(tally.pairs, "pairs"),
            counted(tally.games(), "games"),
        );
        format!(
            "{pairs}, {games}, {}, seed {}",
            self.ruleset, self.options.seed
        )
    }

    /// The answer in one sentence.
    pub(crate) fn answer(&self, figures: &Figures) -> String {
        let (side, confidence) = match figures.confidence >= 0.5 {
            true => ("A", figures.confidence),
            false => ("B", 1.0 - figures.confidence),
        };
        let shown = certainty(confidence);
        match confidence {
            _ if figures.share == 0.5 => "A and B win equally often".to_string(),
            SURE.. => format!("{side} is better, with a confidence of {shown}"),
            _ => format!("not sure: {side} is better with a confidence of {shown}"),
        }
    }

    /// Why the match ended before its last pair, if it did.
    pub(crate) fn ending(&self) -> Option<String> {
        let PlayedMatch {
            verdict,
            interrupted,
            ..
        } = &self.played;
        let rule = self.options.stop;
        let confidence = rule.map_or(String::new(), |rule| percent(rule.confidence, 1));
        match verdict {
            _ if *interrupted => {
                Some("stopped by Ctrl-C; these are the figures so far".to_string())
            }
            Some(Verdict::Better) => Some(format!("stopped: A scores more, with {confidence}")),
            Some(Verdict::Worse) => Some(format!("stopped: B scores more, with {confidence}")),
            Some(Verdict::Within) => {
                let within = rule.and_then(|rule| rule.within).unwrap_or_default();
                let less = format!("they differ by less than {within} points a game");
                Some(format!("stopped: {less}, with {confidence}"))
            }
            None => rule.map(|_| {
                let pairs = counted(self.played.tally.pairs, "pairs");
                format!("not decided with {confidence} after {pairs}")
            }),
        }
    }

    /// The figures of both sides, row by row.
    pub(crate) fn by_side(&self, figures: &Figures) -> Vec<[String; 3]> {
        let tally = &self.played.tally;
        let mean = |name: &str, of: fn(&SideMeans) -> f64| {
            let [a, b] = figures
                .sides
                .each_ref()
                .map(|side| format!("{:.2}", of(side)));
            [name.to_string(), a, b]
        };
        vec![
            [
                "wins".to_string(),
                grouped(tally.wins),
                grouped(tally.losses),
            ],
            mean("score", |side| side.score),
            mean("turns", |side| side.turns),
            mean("bingos", |side| side.bingos),
            mean("exchanges", |side| side.exchanges),
        ]
    }

    /// The figures of the difference, name by name.
    pub(crate) fn difference(&self, figures: &Figures) -> Vec<(&'static str, String)> {
        let error = |error: Option<f64>| error.map_or("unknown".to_string(), |e| format!("{e:.3}"));
        let (low, high) = figures.share_range;
        let share_error = figures
            .share_error
            .map_or("unknown".to_string(), |e| percent(e, 2));
        let range = |(low, high): (f64, f64)| format!("{low:+.2} to {high:+.2}");
        let mut rows = vec![
            ("ties", grouped(self.played.tally.ties)),
            ("share of wins of A", percent(figures.share, 2)),
            ("its standard error", share_error),
            (
                "its likely range (95 %)",
                format!("{} to {}", percent(low, 2), percent(high, 2)),
            ),
            (
                "points of A over B, a game",
                format!("{:+.3}", figures.spread + 0.0),
            ),
            ("their standard error", error(figures.spread_error)),
        ];
        rows.extend(
            figures
                .spread_range
                .map(|r| ("their likely range (95 %)", range(r))),
        );
        let single = (
            "standard error of single games",
            error(figures.single_error),
        );
        rows.push(single);
        if let Some(rule) = self.options.stop
            && let Some(found) = rule.sequence(&self.played.tally)
        {
            rows.push((
                "range at all looks together",
                range((found.low, found.high)),
            ));
        }
        rows
    }
}

fn file(path: &str) -> String {
    file_name(Path::new(path))
}

/// A share in per cent.
fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", share * 100.0)
}

/// A confidence in words; nothing is ever sure to the last digit.
fn certainty(confidence: f64) -> String {
    match confidence > 0.9999 {
        true => "more than 99.99 %".to_string(),
        false => percent(confidence, 2),
    }
}

/// Writes the figures of a match.
pub(crate) fn write_match(
    out: &mut impl Write,
    format: Format,
    report: &MatchReport,
) -> io::Result<()> {
    let Some(figures) = Figures::of(&report.played.tally) else {
        return Ok(());
    };
    if format == Format::Json {
        return write_json(out, &json_of(report, &figures));
    }
    for (side, letter) in ["A", "B"].into_iter().enumerate() {
        writeln!(out, "{letter}: {}", report.name_of(side))?;
    }
    writeln!(out, "{}", report.length())?;
    writeln!(out)?;
    let mut table = Table::new(&["", "A", "B"]);
    for row in report.by_side(&figures) {
        table.row(row.to_vec());
    }
    table.write(out)?;
    writeln!(out)?;
    let rows = report.difference(&figures);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in rows {
        writeln!(out, "{name:width$}  {value}")?;
    }
    let spreads = figures.percentiles.iter();
    let spreads: Vec<String> = spreads.map(|(p, s)| format!("{p} % {s:+}")).collect();
    writeln!(
        out,
        "{:width$}  {}",
        "percentiles of spread",
        spreads.join(", ")
    )?;
    writeln!(out)?;
    writeln!(out, "{}", report.answer(&figures))?;
    match report.ending() {
        Some(ending) => writeln!(out, "{ending}"),
        None => Ok(()),
    }
}

/// A figure as JSON has it: six decimals are more than any match settles.
fn rounded(figure: f64) -> f64 {
    (figure * 1e6).round() / 1e6 + 0.0
}

/// A match as JSON has it.
#[derive(Serialize)]
struct MatchJson<'r> {
    pairs: u64,
    games: u64,
    wins: u64,
    ties: u64,
    losses: u64,
    share: f64,
    share_error: Option<f64>,
    share_low: f64,
    share_high: f64,
    spread: f64,
    spread_error: Option<f64>,
    spread_low: Option<f64>,
    spread_high: Option<f64>,
    single_error: Option<f64>,
    confidence: f64,
    percentiles: BTreeMap<u8, f64>,
    a: SideJson<'r>,
    b: SideJson<'r>,
    ruleset: &'r str,
    seed: u64,
    stopped: Option<&'static str>,
    sequence: Option<SequenceJson>,
}

#[derive(Serialize)]
struct SideJson<'r> {
    kwg: &'r str,
    klv: Option<&'r str>,
    endgame_nodes: Option<u64>,
    exchange_limit: Option<u32>,
    score: f64,
    turns: f64,
    bingos: f64,
    exchanges: f64,
}

#[derive(Serialize)]
struct SequenceJson {
    until: f64,
    within: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

fn json_of<'r>(report: &'r MatchReport, figures: &Figures) -> MatchJson<'r> {
    let tally = &report.played.tally;
    let side = |number: usize| {
        let (files, means) = (&report.sides[number], &figures.sides[number]);
        SideJson {
            kwg: &files.kwg,
            klv: files.klv.as_deref(),
            endgame_nodes: files.options.endgame_nodes,
            exchange_limit: files.options.exchange_limit,
            score: rounded(means.score),
            turns: rounded(means.turns),
            bingos: rounded(means.bingos),
            exchanges: rounded(means.exchanges),
        }
    };
    let stopped = match report.played.verdict {
        _ if report.played.interrupted => Some("interrupted"),
        Some(Verdict::Better) => Some("better"),
        Some(Verdict::Worse) => Some("worse"),
        Some(Verdict::Within) => Some("within"),
        None => None,
    };
    let sequence = report.options.stop.map(|rule| {
        let range = rule.sequence(tally);
        SequenceJson {
            until: rule.confidence,
            within: rule.within,
            low: range.map(|range| rounded(range.low)),
            high: range.map(|range| rounded(range.high)),
        }
    });
    MatchJson {
        pairs: tally.pairs,
        games: tally.games(),
        wins: tally.wins,
        ties: tally.ties,
        losses: tally.losses,
        share: rounded(figures.share),
        share_error: figures.share_error.map(rounded),
        share_low: rounded(figures.share_range.0),
        share_high: rounded(figures.share_range.1),
        spread: rounded(figures.spread),
        spread_error: figures.spread_error.map(rounded),
        spread_low: figures.spread_range.map(|range| rounded(range.0)),
        spread_high: figures.spread_range.map(|range| rounded(range.1)),
        single_error: figures.single_error.map(rounded),
        confidence: rounded(figures.confidence),
        percentiles: figures.percentiles.iter().copied().collect(),
        a: side(0),
        b: side(1),
        ruleset: &report.ruleset,
        seed: report.options.seed,
        stopped,
        sequence,
    }
}

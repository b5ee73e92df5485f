//! The statistics of a match.

use crate::cli::args::shared::Format;
use crate::cli::input::file_name;
use crate::cli::page::chart::Band;
use crate::cli::render::json::{Object, object, write_json};
use crate::cli::render::table::{Table, cells, joined, write_lines};
use crate::error::{counted, grouped};
use crate::play::{Figures, MatchOptions, PlayedMatch, SideMeans, SideOptions, Verdict};
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// The least confidence at which a side is called better.
pub(crate) const SURE: f64 = 0.95;

/// The files that a side plays with, as typed.
pub(crate) struct SideFiles {
    pub(crate) kwg: String,
    pub(crate) klv: Option<String>,
    pub(crate) options: SideOptions,
}

impl SideFiles {
    /// How the side plays, apart from its files; empty for the default options.
    fn manner(&self) -> String {
        let options = &self.options;
        let exact = options.endgame_nodes.map_or("", |_| ", exact endgames");
        let exchange = match options.exchange_limit {
            None => String::new(),
            Some(u32::MAX) => ", no exchanges".to_string(),
            Some(least) => {
                let tiles = counted(least.into(), "tiles");
                format!(", exchanges from {tiles} in the bag")
            }
        };
        exact.to_string() + &exchange
    }
}

/// A match, and its settings.
pub(crate) struct MatchReport<'r> {
    pub(crate) sides: [SideFiles; 2],
    pub(crate) ruleset: &'r str,
    pub(crate) options: MatchOptions,
    pub(crate) played: PlayedMatch,
    /// The share of wins after some of the pairs, and its likely range.
    pub(crate) settling: Vec<Band>,
}

impl MatchReport<'_> {
    /// The name of a side: its leave file, and its graph if the sides have different
    /// ones. Files of the same name are distinguished by their paths.
    pub(crate) fn name_of(&self, side: usize) -> String {
        let [own, other] = [&self.sides[side], &self.sides[1 - side]];
        let file = |path: &str| file_name(Path::new(path));
        let name = |path: &str, other: &str| match path == other || file(path) != file(other) {
            true => file(path),
            false => path.to_string(),
        };
        let klv = own.klv.as_ref();
        let klv = klv.map(|klv| name(klv, other.klv.as_ref().unwrap_or(klv)));
        let kwg = name(&own.kwg, &other.kwg);
        let files = match (own.kwg != other.kwg, klv) {
            (true, Some(klv)) => format!("{kwg} with {klv}"),
            (true, None) => format!("{kwg} without leave values"),
            (false, Some(klv)) => klv,
            (false, None) => "no leave values".to_string(),
        };
        files + &own.manner()
    }

    /// The number of games played and planned, and the seed.
    pub(crate) fn length(&self) -> String {
        let (tally, seed) = (&self.played.tally, self.options.seed);
        let pairs = counted(tally.pairs, "pairs");
        let games = counted(tally.games(), "games");
        format!("{pairs}, {games}, {}, seed {seed}", self.ruleset)
    }

    /// The answer in one sentence.
    pub(crate) fn answer(&self, figures: &Figures) -> String {
        let (side, confidence) = match figures.confidence >= 0.5 {
            true => ("A", figures.confidence),
            false => ("B", 1.0 - figures.confidence),
        };
        // A confidence is never 100 %.
        let shown = match confidence > 0.9999 {
            true => "more than 99.99 %".to_string(),
            false => percent(confidence, 2),
        };
        match confidence {
            _ if figures.share == 0.5 => "A and B win equally often".to_string(),
            SURE.. => format!("{side} is better, with a confidence of {shown}"),
            _ => format!("not sure: {side} is better with a confidence of {shown}"),
        }
    }

    /// The reason why the match ended before its last pair, if it did.
    pub(crate) fn ending(&self) -> Option<String> {
        if self.played.interrupted {
            return Some("stopped by Ctrl-C; these are the figures so far".to_string());
        }
        let rule = self.options.stop?;
        let confidence = percent(rule.confidence, 1);
        let within = rule.within.unwrap_or_default();
        let found = match self.played.verdict {
            Some(Verdict::Better) => "A scores more".to_string(),
            Some(Verdict::Worse) => "B scores more".to_string(),
            Some(Verdict::Within) => format!("they differ by less than {within} points a game"),
            None => {
                let pairs = counted(self.played.tally.pairs, "pairs");
                return Some(format!("not decided with {confidence} after {pairs}"));
            }
        };
        Some(format!("stopped: {found}, with {confidence}"))
    }

    /// The statistics of both sides, row by row.
    pub(crate) fn by_side(&self, figures: &Figures) -> Vec<Vec<String>> {
        let tally = &self.played.tally;
        let mean = |name: &str, of: fn(&SideMeans) -> f64| {
            let [a, b] = [0, 1].map(|side| format!("{:.2}", of(&figures.sides[side])));
            cells![name, a, b]
        };
        vec![
            cells!["wins", grouped(tally.wins), grouped(tally.losses)],
            mean("score", |side| side.score),
            mean("turns", |side| side.turns),
            mean("bingos", |side| side.bingos),
            mean("exchanges", |side| side.exchanges),
        ]
    }

    /// The statistics of the difference, with their names.
    pub(crate) fn difference(&self, figures: &Figures) -> Vec<(&'static str, String)> {
        let or_unknown = |error: Option<String>| error.unwrap_or("unknown".to_string());
        let error = |error: Option<f64>| or_unknown(error.map(|e| format!("{e:.3}")));
        let share_error = or_unknown(figures.share_error.map(|e| percent(e, 2)));
        let [low, high] = [figures.share_range.0, figures.share_range.1].map(|s| percent(s, 2));
        let range = |(low, high): (f64, f64)| format!("{low:+.2} to {high:+.2}");
        let spread = format!("{:+.3}", figures.spread + 0.0);
        let spread_range = figures.spread_range.map(range);
        let single_error = error(figures.single_error);
        let rule = self.options.stop;
        let sequence = rule.and_then(|rule| rule.sequence(&self.played.tally));
        let sequence = sequence.map(range);
        let rows = [
            ("ties", Some(grouped(self.played.tally.ties))),
            ("share of wins of A", Some(percent(figures.share, 2))),
            ("its standard error", Some(share_error)),
            ("its likely range (95 %)", Some(format!("{low} to {high}"))),
            ("points of A over B, a game", Some(spread)),
            ("their standard error", Some(error(figures.spread_error))),
            ("their likely range (95 %)", spread_range),
            ("standard error of single games", Some(single_error)),
            ("range at all looks together", sequence),
        ];
        let rows = rows
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        rows.collect()
    }

    /// Writes the statistics of the match.
    pub(crate) fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Some(figures) = Figures::of(&self.played.tally) else {
            return Ok(());
        };
        if format == Format::Json {
            return write_json(out, &json_of(self, &figures));
        }
        writeln!(out, "A: {}", self.name_of(0))?;
        writeln!(out, "B: {}", self.name_of(1))?;
        writeln!(out, "{}", self.length())?;
        writeln!(out)?;
        Table::of(&["", "A", "B"], self.by_side(&figures)).write(out)?;
        writeln!(out)?;
        let mut rows = self.difference(&figures);
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let spreads = figures.percentiles.iter();
        let spreads = joined(spreads.map(|(p, s)| format!("{p} % {s:+}")), ", ");
        rows.push(("percentiles of spread", spreads));
        for (name, value) in rows {
            writeln!(out, "{name:width$}  {value}")?;
        }
        writeln!(out)?;
        writeln!(out, "{}", self.answer(&figures))?;
        write_lines(self.ending(), out)
    }
}

/// A share in per cent.
fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$} %", share * 100.0)
}

/// Rounds a number for JSON. Six decimals are more than any match can resolve.
fn rounded(figure: f64) -> f64 {
    (figure * 1e6).round() / 1e6 + 0.0
}

fn json_of(report: &MatchReport<'_>, figures: &Figures) -> Object {
    let tally = &report.played.tally;
    let side = |number: usize| {
        let (files, means) = (&report.sides[number], &figures.sides[number]);
        object! {
            "kwg": files.kwg.as_str(),
            "klv": files.klv.as_deref(),
            "endgame_nodes": files.options.endgame_nodes,
            "exchange_limit": files.options.exchange_limit,
            "score": rounded(means.score),
            "turns": rounded(means.turns),
            "bingos": rounded(means.bingos),
            "exchanges": rounded(means.exchanges),
        }
    };
    let stopped = match report.played.interrupted {
        true => json!("interrupted"),
        false => json!(report.played.verdict),
    };
    let sequence = report.options.stop.map(|rule| {
        let range = rule.sequence(tally);
        object! {
            "until": rule.confidence,
            "within": rule.within,
            "low": range.map(|(low, _)| rounded(low)),
            "high": range.map(|(_, high)| rounded(high)),
        }
    });
    let percentiles = figures.percentiles.iter();
    let percentiles = percentiles.map(|(percent, spread)| (percent.to_string(), (*spread).into()));
    object! {
        "pairs": tally.pairs,
        "games": tally.games(),
        "wins": tally.wins,
        "ties": tally.ties,
        "losses": tally.losses,
        "share": rounded(figures.share),
        "share_error": figures.share_error.map(rounded),
        "share_low": rounded(figures.share_range.0),
        "share_high": rounded(figures.share_range.1),
        "spread": rounded(figures.spread),
        "spread_error": figures.spread_error.map(rounded),
        "spread_low": figures.spread_range.map(|range| rounded(range.0)),
        "spread_high": figures.spread_range.map(|range| rounded(range.1)),
        "single_error": figures.single_error.map(rounded),
        "confidence": rounded(figures.confidence),
        "percentiles": Object(percentiles.collect()),
        "a": side(0),
        "b": side(1),
        "ruleset": report.ruleset,
        "seed": report.options.seed,
        "stopped": stopped,
        "sequence": sequence,
    }
}

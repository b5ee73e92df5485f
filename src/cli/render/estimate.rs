//! The statistics of an estimate of leave values.

use crate::cli::render::table::{Table, cells, or_empty};
use crate::estimate::Stage;
use crate::lexicon::LeaveTable;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// The number of best and of worst leaves shown.
const SHOWN: usize = 12;

/// The statistics of an estimate.
#[derive(Serialize)]
pub(crate) struct EstimateReport {
    output: String,
    ruleset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    leaves: usize,
    pub(crate) stages: Vec<StageReport>,
    best: Vec<LeaveRow>,
    worst: Vec<LeaveRow>,
}

/// The statistics of a stage. Lists are by the number of tiles, from one.
#[derive(Serialize)]
pub(crate) struct StageReport {
    boards: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    errors: Vec<Option<f64>>,
    halves: Vec<Option<f64>>,
    changes: Vec<Option<f64>>,
}

/// A leave and its value.
#[derive(Serialize)]
struct LeaveRow {
    leave: String,
    value: f32,
}

impl StageReport {
    pub(crate) fn new(stage: &Stage, seconds: Option<f64>) -> StageReport {
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
        let all = |values: &[Option<f64>]| values.iter().map(|v| v.map(rounded)).collect();
        StageReport {
            boards: stage.boards,
            seconds: seconds.map(rounded),
            errors: all(&stage.errors),
            halves: all(&stage.correlations),
            changes: stage.changes.iter().map(|&v| Some(rounded(v))).collect(),
        }
    }
}

impl EstimateReport {
    pub(crate) fn new(table: &LeaveTable, ruleset: &Ruleset, output: &Path) -> EstimateReport {
        let mut rows = table.rows();
        let mut order: Vec<(Vec<Tile>, f32)> = Vec::new();
        while let Some((leave, value)) = rows.next() {
            order.push((leave.to_vec(), value));
        }
        // Ties stay in leave order.
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let row = |(leave, value): &(Vec<Tile>, f32)| LeaveRow {
            leave: ruleset.alphabet().labels_text(leave),
            value: *value,
        };
        EstimateReport {
            output: output.display().to_string(),
            ruleset: ruleset.name().to_string(),
            seed: None,
            leaves: table.len(),
            stages: Vec::new(),
            best: order.iter().take(SHOWN).map(row).collect(),
            worst: order.iter().rev().take(SHOWN).map(row).collect(),
        }
    }
}

/// Writes the statistics as tables.
pub(crate) fn write_report(report: &EstimateReport, out: &mut dyn Write) -> io::Result<()> {
    let sizes = report.stages.iter().map(|stage| stage.changes.len()).max();
    let sizes = 1..=sizes.unwrap_or(0);
    let mut table = Table::of(&["boards", "seconds", "tiles:"], []);
    table.header.extend(sizes.map(|size| size.to_string()));
    for stage in &report.stages {
        let shown = |value: &Option<f64>| value.map_or("-".to_string(), |v| format!("{v:.2}"));
        let seconds = or_empty(stage.seconds.map(|s| format!("{s:.1}")));
        let mut begin = [stage.boards.to_string(), seconds];
        let rows = [
            ("error", &stage.errors),
            ("halves", &stage.halves),
            ("change", &stage.changes),
        ];
        for (title, values) in rows {
            let values: Vec<String> = values.iter().map(shown).collect();
            let row = [&std::mem::take(&mut begin)[..], &[title.into()], &values];
            table.rows.push(row.concat());
        }
    }
    table.write(out)?;
    writeln!(out)?;
    let rows = report.best.iter().zip(&report.worst);
    let rows = rows.map(|(best, worst)| cells![best.leave, best.value, worst.leave, worst.value]);
    Table::of(&["best", "value", "worst", "value"], rows).write(out)
}

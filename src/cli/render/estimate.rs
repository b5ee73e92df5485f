//! The figures of an estimate of leave values.

use crate::cli::render::table::{Table, cells};
use crate::estimate::Stage;
use crate::lexicon::LeaveTable;
use crate::ruleset::Ruleset;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// How many of the best and of the worst leaves are shown.
const SHOWN: usize = 12;

/// The figures of an estimate.
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

/// The figures of a stage; lists are by the number of tiles, from one on.
#[derive(Serialize)]
pub(crate) struct StageReport {
    boards: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    errors: Vec<Option<f64>>,
    halves: Vec<Option<f64>>,
    changes: Vec<f64>,
}

/// A leave and its value.
#[derive(Clone, Serialize)]
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
            changes: stage.changes.iter().copied().map(rounded).collect(),
        }
    }
}

impl EstimateReport {
    pub(crate) fn new(table: &LeaveTable, ruleset: &Ruleset, output: &Path) -> EstimateReport {
        // By value; equal ones stay in the order of leaves.
        let mut order: Vec<(usize, f32)> = table.values().iter().copied().enumerate().collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best: Vec<usize> = order.iter().take(SHOWN).map(|row| row.0).collect();
        let worst: Vec<usize> = order.iter().rev().take(SHOWN).map(|row| row.0).collect();
        EstimateReport {
            output: output.display().to_string(),
            ruleset: ruleset.name().to_string(),
            seed: None,
            leaves: table.len(),
            stages: Vec::new(),
            best: leaves_at(table, ruleset, &best),
            worst: leaves_at(table, ruleset, &worst),
        }
    }
}

/// Some leaves of a table, in the order of `places`.
fn leaves_at(table: &LeaveTable, ruleset: &Ruleset, places: &[usize]) -> Vec<LeaveRow> {
    let mut found = vec![None; places.len()];
    let mut rows = table.rows();
    let mut at = 0;
    while let Some((leave, value)) = rows.next() {
        if let Some(place) = places.iter().position(|&place| place == at) {
            let leave = ruleset.alphabet().labels_text(leave);
            found[place] = Some(LeaveRow { leave, value });
        }
        at += 1;
    }
    found.into_iter().flatten().collect()
}

/// Writes the figures as tables.
pub(crate) fn write_report(report: &EstimateReport, out: &mut dyn Write) -> io::Result<()> {
    let sizes = report.stages.iter().map(|stage| stage.changes.len()).max();
    let sizes = 1..=sizes.unwrap_or(0);
    let sizes: Vec<String> = sizes.map(|size| size.to_string()).collect();
    let mut header = vec!["boards", "seconds", "tiles:"];
    header.extend(sizes.iter().map(String::as_str));
    let mut table = Table::of(&header, []);
    for stage in &report.stages {
        let shown = |value: &Option<f64>| value.map_or("-".to_string(), |v| format!("{v:.2}"));
        let changes: Vec<Option<f64>> = stage.changes.iter().copied().map(Some).collect();
        let seconds = stage.seconds.map_or(String::new(), |s| format!("{s:.1}"));
        let mut begin = [stage.boards.to_string(), seconds];
        let rows = [
            ("error", &stage.errors),
            ("halves", &stage.halves),
            ("change", &changes),
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

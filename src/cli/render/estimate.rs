//! The statistics of an estimate of leave values.

use crate::cli::render::json::{Json, Object, object};
use crate::cli::render::table::{Table, cells, or_empty};
use crate::estimate::Stage;
use crate::lexicon::LeaveTable;
use crate::ruleset::Ruleset;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

/// The number of best and of worst leaves shown.
const SHOWN: usize = 12;

/// An estimate, and where it is written.
pub(crate) struct EstimateReport<'r> {
    pub(crate) table: &'r LeaveTable,
    pub(crate) ruleset: &'r Ruleset,
    pub(crate) output: &'r Path,
    pub(crate) seed: Option<u64>,
    /// The stages, and the seconds that each took, if known.
    pub(crate) stages: Vec<(Stage, Option<f64>)>,
}

/// Rounds to three decimals.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// The rows of a stage with their titles: values by the number of tiles, from one.
fn stage_rows(stage: &Stage) -> [(&'static str, Vec<Option<f64>>); 3] {
    let all = |values: &[Option<f64>]| values.iter().map(|v| v.map(rounded)).collect();
    let changes = stage.changes.iter().map(|&v| Some(rounded(v)));
    [
        ("error", all(&stage.errors)),
        ("halves", all(&stage.correlations)),
        ("change", changes.collect()),
    ]
}

impl EstimateReport<'_> {
    /// The best leaves and the worst ones, with their values.
    fn extremes(&self) -> [Vec<(String, f32)>; 2] {
        let mut rows = self.table.rows();
        let mut order = Vec::new();
        while let Some((leave, value)) = rows.next() {
            order.push((leave.to_vec(), value));
        }
        // Ties stay in leave order.
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let row = |(leave, value): &(Vec<_>, f32)| {
            let leave = self.ruleset.alphabet().labels_text(leave);
            (leave, *value)
        };
        [
            order.iter().take(SHOWN).map(row).collect(),
            order.iter().rev().take(SHOWN).map(row).collect(),
        ]
    }

    pub(crate) fn json(&self) -> Object {
        let stages = self.stages.iter().map(|(stage, seconds)| {
            let [errors, halves, changes] = stage_rows(stage).map(|(_, values)| json!(values));
            let facts = object! {"boards": stage.boards};
            facts
                .with("seconds", seconds.map(rounded))
                .and(object! {"errors": errors, "halves": halves, "changes": changes})
        });
        let [best, worst] = self.extremes().map(|rows| {
            let rows = rows.into_iter();
            Json::from_iter(rows.map(|(leave, value)| object! {"leave": leave, "value": value}))
        });
        let (output, ruleset) = (self.output.display().to_string(), self.ruleset.name());
        let facts = object! {"output": output, "ruleset": ruleset};
        facts.with("seed", self.seed).and(object! {
            "leaves": self.table.len(),
            "stages": Json::from_iter(stages),
            "best": best,
            "worst": worst,
        })
    }

    /// Writes the statistics as tables.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let sizes = self.stages.iter().map(|(stage, _)| stage.changes.len());
        let sizes = 1..=sizes.max().unwrap_or(0);
        let mut table = Table::of(&["boards", "seconds", "tiles:"], []);
        table.header.extend(sizes.map(|size| size.to_string()));
        for (stage, seconds) in &self.stages {
            let shown = |value: &Option<f64>| value.map_or("-".to_string(), |v| format!("{v:.2}"));
            let seconds = or_empty(seconds.map(|s| format!("{:.1}", rounded(s))));
            let mut begin = [stage.boards.to_string(), seconds];
            for (title, values) in stage_rows(stage) {
                let values: Vec<String> = values.iter().map(shown).collect();
                let row = [&std::mem::take(&mut begin)[..], &[title.into()], &values];
                table.rows.push(row.concat());
            }
        }
        table.write(out)?;
        writeln!(out)?;
        let [best, worst] = self.extremes();
        let rows = best.iter().zip(&worst);
        let rows = rows.map(|(best, worst)| cells![best.0, best.1, worst.0, worst.1]);
        Table::of(&["best", "value", "worst", "value"], rows).write(out)
    }
}

//! `docs/output.md`: every run on it is what the run prints, and every field
//! that is printed has its row.

use crate::cli::kwg_dump;
use crate::support::harness::{Folder, repo};
use serde_json::Value;
use std::collections::BTreeSet;

fn page() -> String {
    std::fs::read_to_string(repo().join("docs/output.md")).unwrap()
}

/// The files of the page's runs.
fn folder() -> Folder {
    let (folder, _) = kwg_dump::folder();
    folder.write(
        "club.yaml",
        "lexicon: CLUB\nruleset: english\nwords: {include: [toy.txt]}\n\
         graphs: [{file: CLUB.kwg}]\ncounts: [{file: CLUB.kwc, of: CLUB.kwg}]\n\
         members: [{file: NEW.kwi, of: CLUB.kwg, words: [new.txt]}]\n\
         leaves: [{file: CLUB.klv2, source: toy.csv}]\n",
    );
    folder.write("meanings.txt", "QI the vital force\nQIS more of them\n");
    let board = ["15"; 15].join("/");
    folder.write(
        "positions.tsv",
        format!(
            "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play\n\
             {board}\tAAB\t90\t9\t71\t10\t10.000\t8F ABA\n"
        ),
    );
    let golden = repo().join("tests/data/golden/endgames-scowl.tsv");
    let golden = std::fs::read_to_string(golden).unwrap();
    let rows: Vec<&str> = golden.lines().take(2).collect();
    folder.write("endgames.tsv", rows.join("\n"));
    folder.write(
        "game.gcg",
        "#player1 ann Ann\n#player2 bob Bob\n>ann: AAQIBBE 8G QI +21 21\n",
    );
    folder
}

/// The runs that a part of the page shows: commands, and what they print.
fn runs(part: &str) -> impl Iterator<Item = (&str, &str)> {
    part.split("```console\n$ ").skip(1).map(|block| {
        let (shown, _) = block.split_once("```").unwrap();
        shown.split_once('\n').unwrap()
    })
}

#[test]
fn documented_output_is_what_is_printed() {
    let folder = folder();
    let page = page();
    let mut count = 0;
    for (command, expected) in runs(&page) {
        assert_eq!(folder.run(command).out, expected, "{command}");
        count += 1;
    }
    assert!(count >= 25, "{count} runs");
}

/// The names of all fields in a value. Names that are data (lengths, percents,
/// what a pass counts, defined words) are none.
fn fields_of(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| fields_of(value, fields)),
        Value::Object(object) => {
            for (name, value) in object {
                if name.parse::<u64>().is_ok() {
                    continue;
                }
                fields.insert(name.clone());
                if !["checked", "definitions"].contains(&&name[..]) {
                    fields_of(value, fields);
                }
            }
        }
        _ => (),
    }
}

/// The names in the column `field` of a part's tables.
fn rows_of(part: &str) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    let mut column = None;
    for line in part.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells.iter().position(|cell| *cell == "field") {
            Some(at) => column = Some(at),
            None if cells.len() < 2 => column = None,
            None => {
                let names = column.and_then(|at| cells.get(at)).unwrap_or(&"");
                let names = names.split('`').skip(1).step_by(2);
                fields.extend(names.map(|name| name.rsplit('.').next().unwrap().to_string()));
            }
        }
    }
    fields
}

/// Fields that only a faulty file brings about; its tests are elsewhere.
const OF_FAULTS: [&str; 9] = [
    "position",
    "what",
    "expected",
    "found",
    "missing",
    "extra",
    "causes",
    "because",
    "listed_sha256",
];

#[test]
fn every_field_has_its_row() {
    let folder = folder();
    for build in ["kwg-build", "klv-build"] {
        folder.fine(&format!("{build} -q club.yaml"));
    }
    let recipe = "lexicon: OWN\nruleset: r.yaml\nwords: {include: [own.txt]}\n\
                  graphs: [{file: OWN.kwg}]\n\
                  definitions: [{file: OWN.defs.tsv, lists: [own.txt]}]\n\
                  databases: [{file: OWN.db}]\n";
    let own = std::fs::read_to_string(repo().join("examples/velu/ruleset.yaml")).unwrap();
    folder
        .write("r.yaml", own)
        .write("own.txt", "A[LL]EN\n")
        .write("own.yaml", recipe);
    let english = std::fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    folder
        .write("small.yaml", english.replace("rack: 7", "rack: 3"))
        .write("at.txt", "at\ntea\neat\n")
        .write(
            "estimate.yaml",
            "lexicon: AT\nruleset: small.yaml\nwords: {include: [at.txt]}\n\
             graphs: [{file: AT.kwg}]\n\
             leaves: [{file: AT.klv2, estimate: {of: AT.kwg, boards: 2}}]\n",
        );
    let page = page();
    let mut documented = 0;
    for part in page.split("\n## ").skip(1) {
        let heading = part.lines().next().unwrap();
        let more: &[&str] = match heading {
            h if h.starts_with("`kwg-dump info") => &[
                "kwg-dump info toy.csv --format json",
                "kwg-dump info toy.dawg --format json",
            ],
            h if h.starts_with("Listings") => &["kwg-dump gaddag gaddawg-wolges.kwg --format json"],
            h if h.starts_with("`kwg-dump words`") => &[
                "kwg-dump words dist/CLUB.kwg --members dist/NEW.kwi --columns word,members --format json",
                "kwg-dump words gaddawg-wolges.kwg --definitions meanings.txt --format json",
            ],
            h if h.starts_with("`kwg-dump diff OLD NEW --format json`, of words") => &[
                "kwg-dump diff gaddawg-wolges.kwg new.txt --definitions meanings.txt --format json",
            ],
            h if h.starts_with("`kwg-build`") => &[
                "kwg-build own.yaml --format json",
                "klv-build estimate.yaml --format json",
            ],
            h if h.starts_with("`klv-build estimate`") => &[
                "klv-build estimate --kwg gaddawg-wolges.kwg --ruleset small.yaml --boards 2 \
                 -o x.klv2 --format json",
            ],
            h if h.starts_with("`movegen-check --format json`") => &[
                "movegen-check club.yaml --games 1 --times --format json",
                "movegen-check own.yaml --out-dir nowhere --format json",
            ],
            h if h.starts_with("`movegen-check replay") => {
                &["movegen-check replay game.gcg --kwg gaddawg-wolges.kwg --analyse --format json"]
            }
            _ => &[],
        };
        let commands = runs(part).map(|(command, _)| command);
        let commands = commands.filter(|command| command.contains("--format json"));
        let mut printed = BTreeSet::new();
        for command in commands.chain(more.iter().copied()) {
            let out = folder.run(command).out;
            let values = serde_json::Deserializer::from_str(&out).into_iter::<Value>();
            values.for_each(|value| fields_of(&value.unwrap(), &mut printed));
        }
        let rows = rows_of(part);
        for field in &printed {
            let is_named = part.contains(&format!("`{field}`"));
            assert!(rows.contains(field) || is_named, "{heading}: {field}");
        }
        for field in &rows {
            let is_of_faults = OF_FAULTS.contains(&field.as_str());
            assert!(
                printed.contains(field) || is_of_faults,
                "{heading}: {field}"
            );
        }
        documented += rows.len();
    }
    assert!(documented >= 100, "{documented} fields");
}

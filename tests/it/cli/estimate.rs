//! `klv-build estimate` and `merge`: tables, journals, shards, refusals.

use crate::support::everything::{after, program, some_words};
use crate::support::harness::{Folder, Text, repo};
use std::fs;
use std::process::{Command, Stdio};

/// A folder with a lexicon and a ruleset with racks of 3 tiles.
fn folder() -> Folder {
    let folder = Folder::new();
    let english = fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    let small = english.replace("rack: 7", "rack: 3");
    assert!(small != english);
    folder
        .write("small.yaml", small)
        .write("words.txt", some_words(0, 10));
    folder.fine("kwg-build --ruleset small.yaml --words words.txt -o x.kwg -q");
    folder
}

const ESTIMATE: &str = "klv-build estimate --kwg x.kwg --ruleset small.yaml";

#[test]
fn a_table_is_complete_in_every_format_and_on_any_number_of_threads() {
    let folder = folder();
    let ran = folder.fine(&format!("{ESTIMATE} --boards 20 -o x.csv"));
    let lines: Vec<&str> = ran.out.lines().collect();
    let head = "boards  seconds  tiles:";
    assert!(lines[0].starts_with(head), "{}", ran.out);
    for row in ["error", "halves", "change"] {
        assert_eq!(lines.iter().filter(|line| line.contains(row)).count(), 2);
    }
    assert_eq!(lines.len(), 1 + 6 + 1 + 1 + 12, "{}", ran.out);
    // 27 leaves of one tile, and 27 · 28 / 2 of two, less those of one tile twice.
    let once = ["J", "K", "Q", "X", "Z"];
    let leaves = 27 + 27 * 28 / 2 - once.len();
    let table = folder.text("x.csv");
    assert_eq!(table.lines().count(), leaves);
    let bytes = table.len();
    assert_eq!(
        ran.err,
        format!(
            "klv-build: x.csv: {leaves} leaves, {} bytes\n",
            grouped(bytes)
        )
    );
    for threads in 1..=3 {
        folder.fine(&format!(
            "{ESTIMATE} --boards 20 -o y.csv -q --threads {threads}"
        ));
        assert_eq!(folder.text("y.csv"), table);
    }
    let ran = folder.fine(&format!(
        "{ESTIMATE} --boards 20 -o x.klv2 --format json -q"
    ));
    let report = ran.json();
    assert_eq!(report["leaves"], leaves);
    assert_eq!(report["stages"][1]["boards"], 20);
    assert_eq!(report["stages"][1]["errors"].as_array().unwrap().len(), 2);
    assert_eq!(report["best"].as_array().unwrap().len(), 12);
    assert_eq!(report["best"][0]["leave"], "??");
    folder.fine(&format!("{ESTIMATE} --boards 20 -o x.klv -q"));
    for file in ["x.klv2", "x.klv"] {
        let ran = folder.fine(&format!("kwg-dump leaves {file} --ruleset small.yaml"));
        assert_eq!(ran.out.lines().count(), leaves);
        if file == "x.klv2" {
            assert_eq!(ran.out, table);
        }
    }
    let ran = folder.fine(&format!("{ESTIMATE} --boards 20 -o -"));
    assert_eq!(ran.out, table);
    folder.fine(&format!("{ESTIMATE} --boards 20 --seed 2 -o z.csv -q"));
    assert_ne!(folder.text("z.csv"), table);
}

fn grouped(number: usize) -> String {
    match number < 1000 {
        true => number.to_string(),
        false => format!("{},{:03}", number / 1000, number % 1000),
    }
}

/// Begun with the table of a stage, its shards are those of the stage after.
#[test]
fn shards_and_merge_are_one_process() {
    let folder = folder();
    folder.fine(&format!("{ESTIMATE} --boards 40 -o whole.klv2 -q"));
    for table in ["first.csv", "first.klv2"] {
        folder.fine(&format!("{ESTIMATE} --boards 20 -o {table} -q"));
        for shard in 1..=3 {
            folder.fine(&format!(
                "{ESTIMATE} --boards 40 --from {table} --shard {shard}/3 --sums {shard}.sums -q"
            ));
        }
        let ran = folder.fine("klv-build merge 3.sums 1.sums 2.sums -o merged.klv2");
        assert!(folder.read("merged.klv2") == folder.read("whole.klv2"));
        assert!(ran.out.contains("halves"), "{}", ran.out);
    }
    folder.refuses(
        "klv-build merge 3.sums 1.sums -o new.klv2",
        "expected all slots of the stage, slots 0 to 39, found none of slots 13 to 25",
    );
    folder.refuses(
        "klv-build merge 1.sums 2.sums 1.sums 3.sums -o new.klv2",
        "1.sums: expected slots that no other file has: slots 0 to 12, \
         found slots 0 to 12, and 1.sums has some of them",
    );
    folder.fine(&format!(
        "{ESTIMATE} --boards 40 --from first.csv --seed 9 --shard 2/3 --sums other.sums -q"
    ));
    folder.refuses(
        "klv-build merge 1.sums other.sums 3.sums -o new.klv2",
        "other.sums: expected sums made from the same inputs as 1.sums, \
         found those of another graph, ruleset, seed, table or stage",
    );
    let mut cut = folder.read("2.sums");
    cut.truncate(cut.len() - 100);
    folder.write("cut.sums", cut);
    folder.refuses(
        "klv-build merge 1.sums cut.sums 3.sums -o new.klv2",
        "cut.sums: expected the SHA-256 at its end, found another: it is damaged or cut short",
    );
    folder.refuses(
        "klv-build merge words.txt -o new.klv2",
        "words.txt: expected a file of leave sums, found another kind of file",
    );
}

/// Killed again and again, the same command ends with the same bytes.
#[test]
fn a_killed_estimate_goes_on() {
    let folder = folder();
    folder.fine(&format!("{ESTIMATE} --boards 200 -o whole.csv -q"));
    let arguments: Vec<&str> = ESTIMATE.split(' ').skip(1).collect();
    let journal = folder.path("run.journal");
    let mut kills = 0;
    while kills < 4 {
        let seen = fs::read(&journal).unwrap_or_default();
        let mut child = Command::new(program("klv-build"))
            .current_dir(folder.path(""))
            .args(&arguments)
            .args([
                "--boards",
                "200",
                "--journal",
                "run.journal",
                "-o",
                "out.csv",
            ])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // As soon as there is something new to go on from.
        while child.try_wait().unwrap().is_none() && fs::read(&journal).unwrap_or_default() == seen
        {
            std::thread::yield_now();
        }
        let is_killed = child.kill().is_ok();
        child.wait().unwrap();
        assert!(is_killed);
        kills += 1;
        if folder.path("out.csv").exists() {
            break;
        }
    }
    folder.fine(&format!(
        "{ESTIMATE} --boards 200 --journal run.journal -o out.csv -q"
    ));
    assert_eq!(folder.text("out.csv"), folder.text("whole.csv"));
    let kept: Vec<String> = fs::read_dir(folder.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(kept, [""; 0], "temporary files are left");
    // A journal of fewer boards is one of a part of the work.
    folder.fine(&format!(
        "{ESTIMATE} --boards 400 --journal run.journal -o more.csv -q"
    ));
    folder.fine(&format!("{ESTIMATE} --boards 400 -o again.csv -q"));
    assert_eq!(folder.text("more.csv"), folder.text("again.csv"));
}

#[test]
fn journals_of_other_inputs_and_damaged_ones_are_refused() {
    let folder = folder();
    folder.fine(&format!("{ESTIMATE} --boards 8 --journal j -o x.csv -q"));
    let advice = "to begin anew, remove j";
    for (options, found) in [
        (
            "--boards 8 --seed 3",
            "those of another graph, seed, table or stage",
        ),
        (
            "--boards 8 --from x.csv",
            "those of another graph, seed, table or stage",
        ),
        (
            "--boards 9",
            "those of another number of boards, or of another shard",
        ),
    ] {
        folder.refuses(
            &format!("{ESTIMATE} {options} --journal j -o y.csv"),
            &format!("j: expected sums of this estimate, found {found}; {advice}"),
        );
    }
    folder.refuses(
        "klv-build estimate --kwg x.kwg --ruleset english --boards 8 --journal j -o y.csv",
        &format!("j: expected sums of the ruleset `english`, found another ruleset of that name; {advice}"),
    );
    // Damage that is no cut is refused with its place, and nothing changes.
    let journal = folder.read("j");
    let second =
        8 + 16 + usize::try_from(u64::from_le_bytes(journal[8..16].try_into().unwrap())).unwrap();
    for (at, part) in [
        (
            0,
            "j: expected a journal of leave sums, found another kind of file".to_string(),
        ),
        (
            9,
            "j: record 1 at byte 8: expected a length and its complement, found other bytes".into(),
        ),
        (
            200,
            "j: record 1 at byte 8: expected the SHA-256 at its end, found another".into(),
        ),
        (
            second + 3,
            format!("j: record 2 at byte {second}: expected a length and its complement"),
        ),
        (
            journal.len() - 1,
            format!("j: record 2 at byte {second}: expected the SHA-256 at its end"),
        ),
    ] {
        let mut damaged = journal.clone();
        damaged[at] ^= 4;
        folder.write("j", &damaged);
        let ran = folder.run(&format!("{ESTIMATE} --boards 8 --journal j -o y.csv"));
        ran.assert_code(2);
        ran.err.must_have(&part);
        ran.err.must_end(&format!("{advice}\n"));
        assert!(!folder.path("y.csv").exists());
        assert_eq!(folder.read("j"), damaged);
    }
}

#[test]
fn a_journal_is_no_result() {
    let folder = folder();
    let shard = "--boards 4 --shard 1/1 --sums ./j --journal j";
    for options in [
        "--boards 4 --journal j.csv -o j.csv",
        "--boards 4 --journal ./j.csv -o j.csv",
        shard,
    ] {
        let ran = folder.run(&format!("{ESTIMATE} {options}"));
        ran.assert_code(2);
        ran.err
            .must_end(": can't be the journal and the result at once\n");
        assert!(!folder.path("j.csv").exists() && !folder.path("j").exists());
    }
}

/// Wherever a journal is cut, the same command goes on from the last whole record and
/// ends with the same bytes.
#[test]
fn a_cut_journal_loses_its_last_record_alone() {
    let folder = folder();
    let estimate = format!("{ESTIMATE} --boards 40 --journal j -o out.csv");
    folder.fine(&format!("{estimate} -q"));
    let (journal, expected) = (folder.read("j"), folder.text("out.csv"));
    let first = usize::try_from(u64::from_le_bytes(journal[8..16].try_into().unwrap())).unwrap();
    let second = 8 + 16 + first;
    assert!(journal.len() > second + 16);
    let boundaries = [0, 8, 24, second, second + 16, journal.len()];
    let inside = [
        1,
        5,
        12,
        23,
        60,
        100,
        8 + first / 2,
        second - 1,
        second + 1,
        second + 15,
    ];
    let late = [
        second + 17,
        second + 16 + first / 2,
        journal.len() - 33,
        journal.len() - 1,
    ];
    for length in boundaries.into_iter().chain(inside).chain(late) {
        folder.write("j", &journal[..length]);
        fs::remove_file(folder.path("out.csv")).unwrap();
        let ran = folder.fine(&estimate);
        assert_eq!(folder.text("out.csv"), expected, "cut to {length} bytes");
        let is_cut = ![second, journal.len()].contains(&length);
        assert_eq!(
            ran.err.contains("j: was cut short; going on after "),
            is_cut,
            "{length}"
        );
        let is_anew = length < second;
        assert_eq!(
            ran.err.contains("going on after 0 boards of stage 1"),
            is_anew,
            "{length}"
        );
    }
}

#[test]
fn what_can_not_be_estimated_is_refused() {
    let folder = folder();
    folder.fine("kwg-build --words words.txt --content dawg -o dawg.kwg -q");
    folder.refuses(
        "klv-build estimate --kwg dawg.kwg --ruleset english -o x.klv2",
        "dawg.kwg: expected a graph with a GADDAG, found only a DAWG",
    );
    folder.fine("kwg-build --words words.txt --content alphagrams -o x.kad -q");
    folder.refuses(
        "klv-build estimate --kwg x.kad --ruleset english -o x.klv2",
        "x.kad: expected a word graph, found a graph of alphagrams; `kwg-dump info x.kad` shows it, `movegen-check files --kad x.kad` checks it",
    );
    folder.refuses(
        &format!("{ESTIMATE} -o x.kwg"),
        "--output: expected a name that ends in .klv2, .klv or .csv, found `x.kwg`",
    );
    folder.refuses(
        &format!("{ESTIMATE} -o - --format json"),
        "--format json and --output - both write to the standard output; choose one of them",
    );
    folder.refuses(
        &format!("{ESTIMATE} --boards 3 --shard 1/4 --sums s"),
        "--shard: expected at most 3 shards of 3 boards, found 4",
    );
    folder.refuses(
        &format!("{ESTIMATE} --boards 40 --shard 1/4 --sums s"),
        "--from: expected the table of the stage before, of 20 boards, found none",
    );
    for (options, expected) in [
        (
            "--boards 0 -o x.csv",
            "invalid value '0' for '--boards <B>'",
        ),
        (
            "--shard 4/3 --sums s",
            "expected I/N with I from 1 to N, such as 3/16, found `4/3`",
        ),
        ("", "required arguments were not provided"),
        ("--shard 1/2", "--sums <FILE>"),
        ("--sums s -o x.csv", "cannot be used with"),
        ("--sums s", "--shard <I/N>"),
    ] {
        let ran = folder.run(&format!("{ESTIMATE} {options}"));
        ran.assert_code(2);
        ran.err.must_have(expected);
    }
    // An alphabet with racks that would take too much memory.
    let english = fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    folder.write("large.yaml", english.replace("rack: 7", "rack: 12"));
    folder.refuses(
        "klv-build estimate --kwg x.kwg --ruleset large.yaml -o x.klv2",
        "x.kwg: 27 tiles and racks of 12: expected at most 67108864 multisets of tiles, \
         found 3910797436, which would take about 156644 MB",
    );
    // The manifest beside a graph says which alphabet it has.
    folder.write(
        "p.yaml",
        "lexicon: P\nruleset: polish\nwords: {include: [p.txt]}\ngraphs: [{file: P.kwg}]\n",
    );
    folder.write("p.txt", "JA\nALA\nKA\n");
    folder.fine("kwg-build p.yaml -q");
    folder.refuses(
        "klv-build estimate --kwg dist/P.kwg --ruleset english -o x.klv2",
        "dist/P.kwg: expected a file for the ruleset english, \
         found one for polish, as dist/P.manifest.json says",
    );
}

/// A full disk costs the output, and nothing else.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder();
    folder.write("out.csv", "old\n");
    let arguments: Vec<&str> = ESTIMATE.split(' ').skip(1).collect();
    let arguments = [&arguments[..], &["--boards", "4", "-o", "out.csv"]].concat();
    let mut command = after("trap '' XFSZ; ulimit -f 1", "klv-build", &arguments);
    let output = command.current_dir(folder.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains("klv-build: out.csv: can't write: "),
        "{error}"
    );
    assert_eq!(folder.text("out.csv"), "old\n");
}

/// Digraphs, letters beyond A to Z, and four blanks with a board of 21 by 21.
#[test]
fn other_rulesets_run_from_end_to_end() {
    for (name, words) in [
        ("polish", "JA\nALA\nKA\nŻABA\nOKO\n"),
        ("spanish", "LA\nEL\n[CH]A[RR]O\nOSO\nSOL\n"),
        ("super-english", "AT\nTEA\nEAT\nATE\nEEL\n"),
    ] {
        let folder = Folder::new();
        let text = fs::read_to_string(repo().join(format!("rulesets/{name}.yaml"))).unwrap();
        let small = text.replace("rack: 7", "rack: 3");
        folder.write("small.yaml", small).write("words.txt", words);
        folder.fine("kwg-build --ruleset small.yaml --words words.txt -o x.kwg -q");
        folder.fine(&format!("{ESTIMATE} --boards 4 -o x.klv2 -q"));
        let info = folder.fine("kwg-dump info x.klv2 --ruleset small.yaml --format json");
        let info = info.json();
        assert_eq!(info["leaves"]["complete"], true, "{info}");
    }
}

const RECIPE: &str = "\
lexicon: X
ruleset: small.yaml
words: {include: [words.txt]}
graphs: [{file: X.kwg}]
leaves: [{file: X.klv2, estimate: {of: X.kwg, boards: 20, seed: 5}}]
expect: {leaves: complete}
";

#[test]
fn a_recipe_estimates() {
    let folder = folder();
    folder.write("x.yaml", RECIPE);
    folder.fine("klv-build x.yaml --update-lock -q");
    folder.fine(&format!("{ESTIMATE} --boards 20 --seed 5 -o same.klv2 -q"));
    assert!(folder.read("dist/X.klv2") == folder.read("same.klv2"));
    let manifest = folder.json("dist/X.manifest.json");
    let part = &manifest["leaves"];
    assert_eq!(part["inputs"][0]["file"], "words.txt");
    let estimate = &part["outputs"][0]["estimate"];
    assert_eq!(estimate["of"], "X.kwg");
    assert_eq!(
        (&estimate["boards"], &estimate["seed"]),
        (&20.into(), &5.into())
    );
    let again = folder.fine("klv-build x.yaml --locked");
    again
        .err
        .must_end("0 built, 1 up to date in dist, as locked\n");
    folder.fine("kwg-build x.yaml --update-lock -q");
    folder.fine("movegen-check x.yaml --games 1");
    let manifest = folder.text("dist/X.manifest.json");
    folder.write(
        "dist/X.manifest.json",
        manifest.replace("\"seed\": 5", "\"seed\": 6"),
    );
    folder.run("movegen-check x.yaml -q --pass words").out.must_have(
        "X.klv2: estimate: does not agree: expected boards: 20, of: X.kwg, seed: 6, as it says, \
         found boards: 20, of: X.kwg, seed: 5\n",
    );
    folder.write("dist/X.manifest.json", manifest);
    // Other words make another table.
    folder.write("words.txt", some_words(0, 10) + "et\nte\nea\n");
    let ran = folder.run("klv-build x.yaml --locked -q");
    ran.assert_code(1);
    ran.err.must_have("X.klv2");
}

#[test]
fn faults_of_estimates_in_recipes_are_named() {
    let folder = folder();
    let with = |leaves: &str| {
        let line = RECIPE
            .lines()
            .find(|line| line.starts_with("leaves:"))
            .unwrap();
        folder.write(
            "x.yaml",
            RECIPE.replace(line, &format!("leaves: [{leaves}]")),
        );
        folder.run("klv-build x.yaml").err
    };
    for (leaves, expected) in [
        (
            "{file: X.klv2}",
            "leaves[0]: expected `source:` or `estimate:`, found neither",
        ),
        (
            "{file: X.klv2, source: a.csv, estimate: {of: X.kwg}}",
            "leaves[0]: expected `source:` or `estimate:`, found both",
        ),
        (
            "{file: X.klv2, estimate: {of: Y.kwg}}",
            "leaves[0].estimate.of: expected a file of `graphs:`, found `Y.kwg`",
        ),
        (
            "{file: X.klv2, estimate: {of: X.kwg, boards: 0}}",
            "leaves[0].estimate.boards: expected 1 to 16777216, found 0",
        ),
        (
            "{file: X.klv2, beyond_bag: true, estimate: {of: X.kwg}}",
            "leaves[0]: expected `sha256:`, `beyond_bag:` and `beyond_rack:` only with `source:`, \
             found `estimate:`",
        ),
        (
            "{file: X.klv2, estimate: {of: X.kwg, bords: 4}}",
            "unknown field `bords`",
        ),
    ] {
        let err = with(leaves);
        assert!(err.contains(expected), "{err}");
    }
    folder.write(
        "x.yaml",
        RECIPE.replace("{file: X.kwg}", "{file: X.kwg, content: dawg}"),
    );
    let err = folder.run("klv-build x.yaml").err;
    err.must_have("leaves[0].estimate.of: expected a graph with a GADDAG, found `X.kwg` with dawg");
}

//! Files whose ruleset nothing names: what was assumed is said.

use crate::harness::Folder;

const BOARD: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("w.txt", "CAR\nCARE\nRACE\n")
        .write("l.csv", "?,20\nA,1\n")
        .write(
            "t.tsv",
            "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play\n",
        )
        .write(
            "r.yaml",
            "lexicon: R\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: R.kwg}]\n\
             leaves: [{file: R.klv2, source: l.csv}]\n",
        );
    folder.run("kwg-build r.yaml -q").fine();
    folder.run("klv-build r.yaml -q").fine();
    for name in ["R.kwg", "R.klv2"] {
        folder.write(name, folder.read(&format!("dist/{name}")));
    }
    folder
}

fn note(program: &str, file: &str) -> String {
    format!(
        "{program}: {file}: read as english, since no manifest names the ruleset; \
         --ruleset settles it\n"
    )
}

/// Each command, the file it is noted of, and whether it can be quiet.
fn commands() -> Vec<(String, &'static str, bool)> {
    let mut commands: Vec<(String, &'static str, bool)> = [
        ("kwg-dump words R.kwg", "R.kwg"),
        ("kwg-dump gaddag R.kwg", "R.kwg"),
        ("kwg-dump nodes R.kwg --format json", "R.kwg"),
        ("kwg-dump leaves R.klv2", "R.klv2"),
        ("kwg-dump dot R.kwg", "R.kwg"),
        ("kwg-dump diff R.kwg w.txt", "R.kwg"),
        ("kwg-count R.kwg", "R.kwg"),
        ("kwg-count R.klv2 --format json", "R.klv2"),
        ("kwg-count index R.kwg CAR", "R.kwg"),
        ("kwg-count word R.kwg 0", "R.kwg"),
        ("kwg-count map R.kwg", "R.kwg"),
        ("kwg-count map R.kwg --to kwp", "R.kwg"),
        ("movegen-check files --quick --kwg R.kwg", "R.kwg"),
        ("movegen-check files --quick --klv R.klv2", "R.klv2"),
    ]
    .map(|(command, file)| (command.to_string(), file, true))
    .to_vec();
    let play = format!("--kwg R.kwg --board {BOARD} --play");
    commands.push((
        format!("movegen-check moves --kwg R.kwg --board {BOARD} --rack CAR"),
        "R.kwg",
        false,
    ));
    commands.push((
        format!("movegen-check score {play} 8G\u{a0}CAR"),
        "R.kwg",
        false,
    ));
    commands
}

/// Runs a command; a space that does not separate arguments is a wide one.
fn run(folder: &Folder, command: &str) -> (i32, Vec<u8>, String) {
    let mut words = command.split(' ').map(|word| word.replace('\u{a0}', " "));
    let program = words.next().unwrap();
    let output = folder.command(&program).args(words).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), output.stdout, err)
}

#[test]
fn an_assumed_ruleset_is_noted_once_and_not_if_quiet() {
    let folder = folder();
    for (command, file, can_be_quiet) in commands() {
        let program = command.split(' ').next().unwrap();
        let (code, out, err) = run(&folder, &command);
        assert_eq!(code, 0, "{command}: {err}");
        let note = note(program, file);
        assert_eq!(err.matches(&note).count(), 1, "{command}: {err}");
        // What is printed is the same for who says which it is.
        let (_, named, err) = run(&folder, &format!("{command} --ruleset english"));
        assert!(!err.contains("no manifest"), "{command}: {err}");
        if !command.contains("files") {
            assert_eq!(named, out, "{command}");
        }
        if can_be_quiet {
            let (code, _, err) = run(&folder, &format!("{command} -q"));
            assert_eq!((code, err.as_str()), (0, ""), "{command}");
        }
    }
}

#[test]
fn what_is_known_or_has_letters_of_its_own_is_not_noted() {
    let folder = folder();
    for command in [
        "kwg-dump words dist/R.kwg",
        "kwg-dump diff w.txt dist/R.kwg",
        "kwg-dump diff R.kwg dist/R.kwg --ruleset english",
        "kwg-dump leaves dist/R.klv2",
        "kwg-count dist/R.kwg",
        // Words and counts have no tiles to be read; `info` says it itself.
        "kwg-dump words w.txt",
        "kwg-dump leaves l.csv",
        "kwg-count map R.kwg --to kwc",
        "kwg-dump info R.kwg",
    ] {
        let (code, _, err) = run(&folder, command);
        assert_eq!((code, err.as_str()), (0, ""), "{command}");
    }
    let ran = folder.run("kwg-dump info R.kwg").fine();
    assert!(
        ran.out.contains("ruleset: english (assumed: "),
        "{}",
        ran.out
    );
}

#[test]
fn both_sides_of_a_difference_are_noted() {
    let folder = folder();
    folder.write("S.kwg", folder.read("R.kwg"));
    let ran = folder.run("kwg-dump diff R.kwg S.kwg").fine();
    assert_eq!(ran.err, note("kwg-dump", "R.kwg and S.kwg"));
}

/// A Polish lexicon that was built, with a copy that has no manifest and an
/// English graph.
fn polish() -> Folder {
    let folder = Folder::new();
    folder
        .write("pl.txt", "AĄ\nŻYĆ\n")
        .write("en.txt", "CAR\nCARE\n")
        .write("l.csv", "?,20\nŻ,1\n")
        .write(
            "p.yaml",
            "lexicon: P\nruleset: polish\nwords: {include: [pl.txt]}\n\
             graphs: [{file: P.kwg}]\nleaves: [{file: P.klv2, source: l.csv}]\n",
        );
    folder.run("kwg-build p.yaml -q").fine();
    folder.run("klv-build p.yaml -q").fine();
    folder
        .run("kwg-build --ruleset english -q -o en.kwg --words en.txt")
        .fine();
    for name in ["P.kwg", "P.klv2"] {
        folder.write(name, folder.read(&format!("dist/{name}")));
    }
    folder
}

#[test]
fn the_side_of_a_difference_that_nothing_names_is_noted() {
    let folder = polish();
    let note = |file: &str| note("kwg-dump", file).replace("english", "polish");
    for (sides, file) in [
        ("dist/P.kwg en.kwg", "en.kwg"),
        ("en.kwg dist/P.kwg", "en.kwg"),
        ("dist/P.kwg P.kwg", "P.kwg"),
        ("dist/P.klv2 P.klv2", "P.klv2"),
        ("P.klv2 dist/P.klv2", "P.klv2"),
        ("p.yaml en.kwg", "en.kwg"),
        ("en.kwg p.yaml", "en.kwg"),
    ] {
        for form in ["", " --stat", " --format json", " --format markdown"] {
            let command = format!("kwg-dump diff {sides}{form}");
            let ran = folder.run(&command);
            assert!(ran.code < 2, "{command}: {}", ran.err);
            assert_eq!(ran.err, note(file), "{command}");
            let quiet = folder.run(&format!("{command} -q"));
            assert_eq!((quiet.err.as_str(), quiet.out), ("", ran.out), "{command}");
            let named = folder.run(&format!("{command} --ruleset polish"));
            assert_eq!(named.err, "", "{command}");
        }
    }
    // Words have letters of their own, and a recipe names its ruleset.
    for sides in ["dist/P.kwg pl.txt", "p.yaml dist/P.kwg", "pl.txt p.yaml"] {
        let ran = folder.run(&format!("kwg-dump diff {sides}")).fine();
        assert_eq!(ran.err, "", "{sides}");
    }
}

#[test]
fn json_of_a_difference_tells_which_side_is_assumed() {
    let folder = polish();
    for (sides, ruleset, assumed) in [
        ("dist/P.kwg en.kwg", "polish", [false, true]),
        ("en.kwg dist/P.kwg", "polish", [true, false]),
        ("P.klv2 dist/P.klv2", "polish", [true, false]),
        ("p.yaml dist/P.kwg", "polish", [false, false]),
        ("en.kwg en.kwg", "english", [true, true]),
        ("en.kwg P.kwg --ruleset polish", "polish", [false, false]),
    ] {
        let ran = folder.run(&format!("kwg-dump diff {sides} --format json"));
        let value: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(value["ruleset"], ruleset, "{sides}");
        let found = ["old", "new"].map(|side| value[side]["ruleset_assumed"].as_bool());
        assert_eq!(found, assumed.map(Some), "{sides}");
    }
}

#[test]
fn tiles_past_an_assumed_alphabet_hint_at_the_ruleset() {
    let folder = Folder::new();
    folder.write("pl.txt", "AĄ\nŻYĆ\n").write("l.csv", "Ż,1\n");
    folder
        .run("kwg-build --ruleset polish -o pl.kwg --words pl.txt")
        .fine();
    folder
        .run("klv-build --ruleset polish -o pl.klv2 --leaves l.csv")
        .fine();
    let hint = "; it was read as english, as nothing beside it names its ruleset: --ruleset does\n";
    for command in [
        "kwg-dump words pl.kwg".to_string(),
        "kwg-dump words pl.kwg --as gaddawg".to_string(),
        "kwg-dump leaves pl.klv2".to_string(),
        "kwg-count pl.kwg".to_string(),
        format!("movegen-check moves --kwg pl.kwg --rack A --board {BOARD}"),
    ] {
        let (code, _, err) = run(&folder, &command);
        assert!(code == 2 && err.ends_with(hint), "{command}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        // Who names another ruleset is not told of it.
        let (code, _, err) = run(&folder, &format!("{command} --ruleset german"));
        assert!(code == 2 && !err.contains("--ruleset"), "{command}: {err}");
    }
    // Damage is no matter of letters.
    let bytes = folder.read("pl.kwg");
    folder.write("cut.kwg", &bytes[..bytes.len() / 2]);
    let ran = folder.run("kwg-dump words cut.kwg");
    assert!(
        ran.code == 2 && !ran.err.contains("--ruleset"),
        "{}",
        ran.err
    );
}

//! Files whose ruleset nothing names: what was assumed is said.

use crate::support::harness::{Folder, Text};
use wordmill::ruleset::Ruleset;

const BOARD: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

/// How an error ends that another ruleset may put right.
const HINT: &str = "; it was read as english, since nothing names another ruleset: \
                    --ruleset settles it\n";

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
    folder.fine("kwg-build r.yaml -q");
    folder.fine("klv-build r.yaml -q");
    for name in ["R.kwg", "R.klv2"] {
        folder.write(name, folder.read(&format!("dist/{name}")));
    }
    folder.fine("kwg-build --words w.txt --content wordmap -o R.wmp -q");
    folder.fine("kwg-build --words w.txt --content quackle-gaddag -o R.gaddag -q");
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
        ("kwg-dump words R.wmp", "R.wmp"),
        ("kwg-dump words R.gaddag", "R.gaddag"),
        ("kwg-dump diff R.wmp w.txt", "R.wmp"),
        ("kwg-count R.gaddag", "R.gaddag"),
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
        format!("movegen-check score {play} '8G CAR'"),
        "R.kwg",
        false,
    ));
    commands
}

#[test]
fn an_assumed_ruleset_is_noted_once_and_not_if_quiet() {
    let folder = folder();
    for (command, file, can_be_quiet) in commands() {
        let program = command.split(' ').next().unwrap();
        let ran = folder.fine(&command);
        let note = note(program, file);
        assert_eq!(ran.err.matches(&note).count(), 1, "{command}: {}", ran.err);
        // What is printed is the same for who says which it is.
        let named = folder.run(&format!("{command} --ruleset english"));
        named.err.must_lack("no manifest");
        if !command.contains("files") {
            assert_eq!(named.out, ran.out, "{command}");
        }
        if can_be_quiet {
            folder.run(&format!("{command} -q")).assert_err(0, "");
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
        folder.run(command).assert_err(0, "");
    }
    let ran = folder.fine("kwg-dump info R.kwg");
    ran.out.must_have("ruleset: english (assumed: ");
}

#[test]
fn both_sides_of_a_difference_are_noted() {
    let folder = folder();
    folder.write("S.kwg", folder.read("R.kwg"));
    let ran = folder.fine("kwg-dump diff R.kwg S.kwg");
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
    folder.fine("kwg-build p.yaml -q");
    folder.fine("klv-build p.yaml -q");
    folder.fine("kwg-build --ruleset english -q -o en.kwg --words en.txt");
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
        let ran = folder.fine(&format!("kwg-dump diff {sides}"));
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
        let value = ran.json();
        assert_eq!(value["ruleset"], ruleset, "{sides}");
        let found = ["old", "new"].map(|side| value[side]["ruleset_assumed"].as_bool());
        assert_eq!(found, assumed.map(Some), "{sides}");
    }
}

#[test]
fn tiles_past_an_assumed_alphabet_hint_at_the_ruleset() {
    let folder = Folder::new();
    folder.write("pl.txt", "AĄ\nŻYĆ\n").write("l.csv", "Ż,1\n");
    folder.fine("kwg-build --ruleset polish -o pl.kwg --words pl.txt");
    folder.fine("klv-build --ruleset polish -o pl.klv2 --leaves l.csv");
    for command in [
        "kwg-dump words pl.kwg".to_string(),
        "kwg-dump words pl.kwg --as gaddawg".to_string(),
        "kwg-dump leaves pl.klv2".to_string(),
        "kwg-count pl.kwg".to_string(),
        format!("movegen-check moves --kwg pl.kwg --rack A --board {BOARD}"),
    ] {
        let ran = folder.run(&command);
        ran.assert_code(2);
        ran.err.must_end(HINT);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        // A user who names another ruleset is not told of it.
        let ran = folder.run(&format!("{command} --ruleset german"));
        ran.assert_code(2);
        ran.err.must_lack("--ruleset");
    }
    // Damage is no matter of letters.
    let bytes = folder.read("pl.kwg");
    folder.write("cut.kwg", &bytes[..bytes.len() / 2]);
    let ran = folder.run("kwg-dump words cut.kwg");
    ran.assert_code(2);
    ran.err.must_lack("--ruleset");
}

#[test]
fn letters_past_an_assumed_alphabet_hint_at_the_ruleset() {
    let folder = polish();
    folder.write("pl.csv", "Ż,1\n").write(
        "ż.tsv",
        format!(
            "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play\n\
             {BOARD}\tŻ\t90\t0\t0\t0\t0.000\t-\n"
        ),
    );
    let row = BOARD.replacen("15", "Ż14", 1);
    for command in [
        "kwg-build -o x.kwg --words pl.txt".to_string(),
        "klv-build -o x.klv2 --leaves pl.csv".to_string(),
        "kwg-dump info pl.txt".to_string(),
        "kwg-dump info pl.csv".to_string(),
        "kwg-dump words pl.txt".to_string(),
        "kwg-dump diff en.kwg pl.txt".to_string(),
        "kwg-dump words en.kwg --prefix Ż".to_string(),
        "kwg-dump words en.kwg --suffix ż".to_string(),
        "kwg-dump words en.txt --contains Ż".to_string(),
        "kwg-dump words en.kwg --pattern ?Ż*".to_string(),
        "kwg-dump words en.kwg --anagram Ż?".to_string(),
        "kwg-dump words en.kwg --hooks AŻ".to_string(),
        "kwg-dump dot en.kwg --prefix Ż".to_string(),
        "kwg-count pl.txt".to_string(),
        "kwg-count index pl.txt AĄ".to_string(),
        "movegen-check files --kwg en.kwg --words pl.txt".to_string(),
        format!("movegen-check moves --kwg en.kwg --board {BOARD} --rack AŻ"),
        format!("movegen-check moves --kwg en.kwg --board {row} --rack A"),
        format!("movegen-check score --kwg en.kwg --board {BOARD} --play '8G ŻYĆ'"),
        format!("movegen-check score --kwg en.kwg --board {BOARD} --play=-Ż"),
        format!("movegen-check moves --kwg en.kwg --board {BOARD} --rack A --klv P.klv2"),
        "movegen-check positions ż.tsv --kwg en.kwg".to_string(),
    ] {
        let ran = folder.run(&command);
        ran.assert_code(2);
        assert_eq!(ran.err.matches(HINT).count(), 1, "{command}: {}", ran.err);
        // A user who names a ruleset is not told of it.
        let ran = folder.run(&format!("{command} --ruleset english"));
        ran.err.must_lack("--ruleset");
    }
    // Of many faults the summary has it.
    folder.write("many.txt", "ŻA\nĆA\nA1\n");
    let ran = folder.run("kwg-build -o x.kwg --words many.txt");
    let first = ran.err.lines().next().unwrap();
    assert!(first.ends_with(HINT.trim_end()), "{}", ran.err);
    assert_eq!(ran.err.matches("--ruleset").count(), 1, "{}", ran.err);
    // Digits and signs are letters nowhere, and a recipe has a ruleset.
    folder.write("signs.txt", "A1\nA'B\n");
    let recipe = folder.text("p.yaml").replace("polish", "english");
    folder.write("e.yaml", recipe);
    for command in [
        "kwg-build -o x.kwg --words signs.txt",
        "kwg-dump words en.kwg --prefix A1",
        "kwg-build e.yaml",
    ] {
        let ran = folder.run(command);
        ran.assert_code(2);
        ran.err.must_lack("--ruleset");
    }
}

#[test]
fn a_word_that_is_asked_for_in_other_letters_hints_at_the_ruleset() {
    let folder = polish();
    for file in ["en.txt", "en.kwg"] {
        let command = format!("kwg-count index {file} CAR ŻYĆ Ż");
        let ran = folder.run(&command);
        ran.assert_code(1);
        let hint = format!("kwg-count: unknown tile `Ż` in `ŻYĆ`{HINT}");
        ran.err.must_end(&hint);
        assert_eq!(ran.err.matches(&hint).count(), 1, "{}", ran.err);
        for option in ["-q", "--ruleset english"] {
            let quiet = folder.run(&format!("{command} {option}"));
            quiet.assert_err(1, "");
            assert_eq!(quiet.out, ran.out);
        }
    }
}

#[test]
fn a_file_that_is_not_the_one_its_manifest_lists_is_noted() {
    let folder = polish();
    folder.fine("kwg-dump words dist/P.kwg");
    let listed = wordmill::digest::sha256(&folder.read("dist/P.kwg"));
    let info = folder.fine("kwg-dump info dist/P.kwg --format json").json();
    assert_eq!(info["listed_sha256"], serde_json::Value::Null);
    folder.write("dist/P.kwg", folder.read("en.kwg"));
    let doubt = "dist/P.kwg: not the file that dist/P.manifest.json lists (another sha256); \
                 read as polish all the same, --ruleset settles it\n";
    for (command, can_be_quiet) in [
        ("kwg-dump info dist/P.kwg".to_string(), true),
        ("kwg-dump words dist/P.kwg".to_string(), true),
        ("kwg-dump nodes dist/P.kwg".to_string(), true),
        ("kwg-dump diff dist/P.kwg pl.txt".to_string(), true),
        ("kwg-dump diff p.yaml dist/P.kwg --stat".to_string(), true),
        ("kwg-count dist/P.kwg".to_string(), true),
        ("kwg-count word dist/P.kwg 0".to_string(), true),
        (
            format!("movegen-check moves --kwg dist/P.kwg --board {BOARD} --rack A"),
            false,
        ),
    ] {
        let program = command.split(' ').next().unwrap();
        let ran = folder.run(&command);
        assert!(ran.code < 2, "{command}: {}", ran.err);
        assert_eq!(ran.err, format!("{program}: {doubt}"), "{command}");
        let named = folder.run(&format!("{command} --ruleset english"));
        named.err.must_lack("manifest");
        if can_be_quiet {
            assert_eq!(folder.run(&format!("{command} -q")).err, "", "{command}");
        }
    }
    let info = folder.fine("kwg-dump info dist/P.kwg -q");
    info.out.must_have(&format!("\nlisted: {listed} ("));
    let info = folder.fine("kwg-dump info dist/P.kwg -q --format json");
    assert_eq!(info.json()["listed_sha256"], listed);
    // A check has it among its findings.
    let check = "movegen-check files --quick --kwg dist/P.kwg";
    let ran = folder.fine(&format!("{check} -q"));
    let first = ran.out.lines().next().unwrap();
    assert!(
        first.starts_with("words: warning: dist/P.kwg: not the file that its manifest lists: ")
            && first.contains(", as dist/P.manifest.json says, found ")
            && first.ends_with("; read as polish all the same, --ruleset settles it"),
        "{first}"
    );
    let ran = folder.fine(&format!("{check} --ruleset english -q"));
    ran.out.must_lack("warning");
    // The file that is listed is not in doubt.
    let ran = folder.fine("movegen-check files --klv dist/P.klv2 -q");
    ran.out.must_lack("not the file");
}

#[test]
fn a_file_past_the_alphabet_of_a_manifest_that_lists_another_is_told_of_it() {
    let folder = folder();
    folder.write("dist/R.kwg", polish().read("P.kwg"));
    let ran = folder.run("kwg-dump words dist/R.kwg");
    ran.assert_code(2);
    ran.err.must_end(
        "; not the file that dist/R.manifest.json lists (another sha256); \
             read as english all the same, --ruleset settles it\n",
    );
}

#[test]
fn a_check_with_the_wrong_alphabet_finds_it_once() {
    let folder = polish();
    let check = "movegen-check files --quick --kwg P.kwg -q";
    let ran = folder.run(check);
    ran.assert_code(1);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        lines[0],
        "bundle: P.kwg: node 4: a tile of another alphabet: expected up to 26, the letters of \
         english, found 29, the first of 7 nodes with such tiles; read as english, since nothing \
         names the ruleset: --ruleset settles it"
    );
    assert!(lines[1].starts_with("files: not checked: "), "{}", ran.out);
    assert_eq!(lines.len(), 2, "{}", ran.out);
    let named = folder.run(&format!("{check} --ruleset english"));
    named.out.must_lack("--ruleset");
}

#[test]
fn a_quiet_check_says_what_was_not_checked() {
    let folder = folder();
    let ran = folder.fine("movegen-check files --kwg R.kwg --quick -q");
    assert_eq!(
        ran.out,
        "files: not checked: words in part, moves in part: no source list to compare the words \
         with; no source list to look up the words of plays in\n"
    );
    let ran = folder.run("movegen-check files --kwg R.kwg --words w.txt --quick -q");
    assert_eq!(ran.fine().out, "");
}

/// One line comes first: how many entries can't be read, what reads them, and what was
/// assumed. Three examples follow.
#[test]
fn a_list_of_another_alphabet_is_summed_up() {
    let folder = Folder::new();
    let words = "AĄ\nŻYĆ\nAA\nBĄK\nBĘC\nCAR\nŁAN\n";
    folder
        .write("pl.txt", words)
        .write("pl.csv", "Ą,1\nŻ,2\nA,3\nĆ,3\nĘ,3\n")
        .write(
            "p.yaml",
            "lexicon: P\nruleset: french\nwords: {include: [pl.txt]}\ngraphs: [{file: P.kwg}]\n",
        );
    let examples = "pl.txt:1:2: unknown tile `Ą` in `AĄ`\n\
                    pl.txt:2:1: unknown tile `Ż` in `ŻYĆ`\n\
                    pl.txt:4:2: unknown tile `Ą` in `BĄK`\n… and 2 more";
    let summary = |name: &str| {
        format!("pl.txt: 5 of 7 words have letters that {name} lacks; polish reads all of them")
    };
    let hint = HINT.trim_end();
    for command in [
        "kwg-build --words pl.txt -o x.kwg",
        "kwg-dump words pl.txt",
        "kwg-count pl.txt",
    ] {
        let expected = format!("{}{hint}\n{examples}", summary("english"));
        folder.refuses(command, &expected);
    }
    let said = format!("{}\n{examples}", summary("german"));
    folder.refuses("kwg-build --ruleset german --words pl.txt -o x.kwg", &said);
    let by_recipe = format!("{}\n{examples}", summary("french"));
    folder.refuses("kwg-build p.yaml", &by_recipe);
    let leaves = "pl.csv: 4 of 5 leaves have letters that english lacks; polish reads all of them";
    let ran = folder.run("klv-build --leaves pl.csv -o x.klv2");
    ran.assert_code(2);
    ran.err.must_start(&format!("klv-build: {leaves}{hint}\n"));
    assert_eq!(ran.messages().len(), 5, "{}", ran.err);
    // No built-in ruleset has all of these.
    folder.write("mixed.txt", "ŻA\nЖА\n");
    let ran = folder.run("kwg-build --words mixed.txt -o x.kwg --ruleset english");
    ran.err
        .must_start("kwg-build: mixed.txt: 2 of 2 words have letters that english lacks\n");
}

/// A few odd words do not make a list one of another language, even if that one reads them.
#[test]
fn a_few_odd_words_name_no_other_ruleset() {
    let folder = Folder::new();
    let rest = "casa\n".repeat(30);
    folder.write("one.txt", "cami\u{f3}\n");
    folder.write("few.txt", format!("cami\u{f3}\ncan\u{e7}\u{f3}\n{rest}"));
    folder.write("two.txt", format!("cami\u{f3}\nav\u{f3}\n{rest}"));
    for (list, summary) in [
        ("one.txt", ""),
        (
            "few.txt",
            "kwg-build: few.txt: 2 of 32 words have letters that catalan lacks\n",
        ),
        (
            "two.txt",
            "kwg-build: two.txt: 2 of 32 words have letters that catalan lacks\n",
        ),
    ] {
        let ran = folder.run(&format!(
            "kwg-build --ruleset catalan --words {list} -o x.kwg"
        ));
        ran.assert_code(2);
        ran.err.must_start(summary);
        ran.err.must_have("unknown tile `\u{f3}` in `cami\u{f3}`");
        ran.err.must_lack("polish");
    }
    // A user who named no ruleset is told.
    folder.write("two.txt", format!("BĄK\nŁAN\n{rest}"));
    let ran = folder.run("kwg-build --words two.txt -o x.kwg");
    let summary =
        "two.txt: 2 of 32 words have letters that english lacks; polish reads all of them";
    ran.err
        .must_start(&format!("kwg-build: {summary}{}", HINT.trim_end()));
}

/// Tile numbers and numbers of leaves that fit another ruleset name it.
#[test]
fn files_that_fit_another_ruleset_name_it() {
    let folder = polish();
    for file in ["P.kwg", "P.klv2"] {
        let ran = folder.run(&format!("kwg-dump info {file}"));
        ran.assert_code(2);
        ran.err
            .must_have("its tiles fit norwegian or polish (32 letters)");
        ran.err.must_end(HINT);
    }
    // All leaves of the French bag.
    let french = Ruleset::builtin("french").unwrap();
    let mut table = String::new();
    write_leaves(&french, 0, &mut Vec::new(), &mut table);
    folder.write("fr.csv", table);
    folder.fine("klv-build -q --ruleset french --leaves fr.csv -o fr.klv2");
    let note = "fr.klv2: has 864,120 leaves, all that french has; english has 914,624\n";
    for command in ["kwg-dump info fr.klv2", "kwg-count fr.klv2"] {
        folder.fine(command).err.must_have(note);
        let named = folder.fine(&format!("{command} --ruleset french"));
        named.err.must_lack("all that");
    }
}

/// Writes every leave that begins with some tiles and goes on with tiles `from` one on.
fn write_leaves(ruleset: &Ruleset, from: u8, leave: &mut Vec<u8>, table: &mut String) {
    for tile in from..=ruleset.alphabet().len() as u8 {
        let held = leave.iter().filter(|&&other| other == tile).count();
        if held < usize::from(ruleset.count(tile)) && leave.len() < 6 {
            leave.push(tile);
            *table += &format!("{},1\n", ruleset.alphabet().labels_text(leave));
            write_leaves(ruleset, tile, leave, table);
            leave.pop();
        }
    }
}

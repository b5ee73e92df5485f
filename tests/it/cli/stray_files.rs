//! One kind of file in the place of another: every program says so in the same
//! way, and what is there takes it.

use crate::support::harness::{Folder, Text};
use crate::support::table::table;

const BOARD: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

/// A folder with a file of each kind.
fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("w.txt", "CAR\nCARE\nRACE\n")
        .write("l.csv", "?,20\nA,1\n")
        .write("t.tsv", "board\track\tbag\tplays\n")
        .write(
            "r.yaml",
            "# A recipe.\nlexicon: R\nruleset: english\nwords: {include: [w.txt]}\n\
             graphs: [{file: R.kwg}, {file: R.kad, content: alphagrams}]\n\
             counts: [{file: R.kwc, of: R.kwg}]\n\
             members: [{file: R.kwi, of: R.kwg, words: [w.txt]}]\n\
             leaves: [{file: R.klv2, source: l.csv}]\n",
        )
        .write(
            "rules.yaml",
            "name: x\nrack: 2\nbonus: 5\nexchange: 1\nblanks: 1\nletters: []\nboard: standard\n",
        );
    folder.fine("kwg-build r.yaml -q");
    folder.fine("klv-build r.yaml -q");
    folder
}

/// Whether words are expected, and a graph has some.
fn takes_words(expected: &str, file: &str) -> bool {
    expected == "a word list" && (file.ends_with(".kwg") || file.ends_with(".kad"))
}

/// Each file, what it is called, and what is said to take it.
fn kinds() -> Vec<(&'static str, &'static str, String)> {
    let shown = "`kwg-dump info FILE` shows it, `movegen-check files --OPTION FILE` checks it";
    let rows = table(
        r"
        dist/R.kwg | a word graph (gaddawg) | kwg
        dist/R.kad | a graph of alphagrams | kad
        dist/R.klv2 | leave values (klv2) | klv
        dist/R.kwc | a count file of a graph, going by its name
            | kwg-count reads it together with the graph
        dist/R.kwi | a member file of a graph, going by its name
            | kwg-count reads it together with the graph
        dist/R.manifest.json | a manifest | the programs find it automatically beside the files that it lists
        w.txt | a word list (text) | `kwg-build --words FILE -o OUT.kwg` makes a graph of it
        l.csv | a leave table (csv) | `klv-build --leaves FILE -o OUT.klv2` makes a leave file of it
        r.yaml | a recipe | `kwg-build FILE` builds it
        rules.yaml | a ruleset | `--ruleset FILE` takes it
        t.tsv | a table of positions | `movegen-check positions` takes it
        ",
    );
    let kind = |[file, what, advice]: [&'static str; 3]| {
        let advice = match advice {
            "kwg" | "kad" | "klv" => shown.replace("OPTION", advice),
            _ => advice.to_string(),
        };
        (file, what, format!("; {}", advice.replace("FILE", file)))
    };
    rows.into_iter().map(kind).collect()
}

#[test]
fn every_place_for_a_file_names_what_was_expected_and_found() {
    let folder = folder();
    // A place, what belongs there, and the file that may be given.
    for [command, expected, fitting] in table(
        r"
        kwg-build | a recipe | r.yaml
        klv-build | a recipe | r.yaml
        movegen-check | a recipe | r.yaml
        kwg-build -o x.kwg --words | a word list | w.txt
        klv-build -o x.klv2 --leaves | a leave table | l.csv
        kwg-build --words w.txt -o x.kwg --ruleset
            | a ruleset (.yaml) or a letter distribution (.csv) | rules.yaml
        movegen-check files --kwg | a word graph | dist/R.kwg
        movegen-check files --kad | a graph of alphagrams | dist/R.kad
        movegen-check files --klv | leave values | dist/R.klv2
        movegen-check files --kwg dist/R.kwg --kwc | a count file | dist/R.kwc
        movegen-check files --kwg dist/R.kwg --kwi | a member file | dist/R.kwi
        movegen-check files --kwg dist/R.kwg --kwp | a rank file | ''
        movegen-check files --kwg dist/R.kwg --words | a word list | w.txt
        movegen-check files --kwg dist/R.kwg --positions | a table of positions | t.tsv
        movegen-check positions --kwg dist/R.kwg | a table of positions | t.tsv
        movegen-check moves --board BOARD --rack CAR --kwg dist/R.kwg --klv
            | leave values | dist/R.klv2
        kwg-count index dist/R.kwg CAR --counts | a count file | dist/R.kwc
        kwg-count index dist/R.kwg CAR --members | a member file | dist/R.kwi
        ",
    ) {
        let command = command.replace("BOARD", BOARD);
        for (file, found, advice) in kinds() {
            let program = command.split(' ').next().unwrap();
            let refusal =
                format!("{program}: {file}: expected {expected}, found {found}{advice}\n");
            let ran = folder.run(&format!("{command} {file}"));
            let is_refused = ran.err == refusal;
            let fits = file == fitting || takes_words(expected, file);
            assert_eq!(is_refused, !fits, "{command} {file}: {}", ran.err);
            if is_refused {
                ran.assert_out(2, "");
            }
        }
    }
}

/// The inputs of a recipe are refused in the same words, at its line.
#[test]
fn every_input_of_a_recipe_names_what_was_expected_and_found() {
    let folder = folder();
    folder
        .write(
            "words.txt",
            "lexicon: S\nruleset: english\nwords:\n  include:\n    - w.txt\n    - FILE\n\
             graphs: [{file: S.kwg}]\n",
        )
        .write(
            "exclude.txt",
            "lexicon: S\nruleset: english\nwords:\n  include: [w.txt]\n  exclude:\n    - FILE\n\
             graphs: [{file: S.kwg}]\n",
        )
        .write(
            "members.txt",
            "lexicon: S\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: S.kwg}]\n\
             members:\n  - {of: S.kwg, file: S.kwi, words: [FILE]}\n",
        )
        .write(
            "leaves.txt",
            "lexicon: S\nruleset: english\n#\n#\n#\nleaves: [{file: S.klv2, source: FILE}]\n",
        );
    for [recipe, program, field, column, expected, fitting] in table(
        r"
        words | kwg-build | words.include[1] | 7 | a word list | w.txt
        words | movegen-check | words.include[1] | 7 | a word list | w.txt
        exclude | kwg-build | words.exclude[0] | 7 | a word list | w.txt
        members | kwg-build | members[0].words[0] | 38 | a word list | w.txt
        leaves | klv-build | leaves[0].source | 33 | a leave table | l.csv
        leaves | movegen-check | leaves[0].source | 33 | a leave table | l.csv
        ",
    ) {
        for (file, found, advice) in kinds() {
            let text = folder.text(&format!("{recipe}.txt"));
            folder.write("s.yaml", text.replace("FILE", file));
            let ran = folder.run(&format!("{program} s.yaml --out-dir out"));
            let refusal = format!(
                "{program}: s.yaml:6:{column}: {field}: {file}: expected {expected}, \
                 found {found}{advice}"
            );
            let first = ran.err.lines().next().unwrap_or_default();
            let fits = file == fitting || takes_words(expected, file);
            assert_eq!(first == refusal, !fits, "{}\n{refusal}", ran.err);
            // The message, the line and its marker.
            let is_short = ran.err.lines().count() == 3 && ran.code == 2;
            assert!(is_short || fits, "{}", ran.err);
        }
    }
}

/// What is a leave table elsewhere may be words and numbers.
#[test]
fn words_with_numbers_are_a_word_list_if_columns_are_spoken_of() {
    let folder = Folder::new();
    folder.write("n.csv", "CAR,12\nRACE,3\n").write(
        "n.yaml",
        "lexicon: N\nruleset: english\nwords: {include: [{file: n.csv, separator: ','}]}\n\
         graphs: [{file: N.kwg}]\nexpect: {words: 2}\n",
    );
    folder.fine("kwg-build n.yaml -q");
}

#[test]
fn what_is_no_file_and_a_wrong_sum_have_the_line_of_the_recipe() {
    let folder = folder();
    let sum = "0".repeat(64);
    folder.write(
        "s.yaml",
        format!(
            "lexicon: S\nruleset: english\nwords:\n  include: [dist, {{file: w.txt, sha256: '{sum}'}}]\n\
             graphs: [{{file: S.kwg}}]\nleaves:\n  - file: S.klv2\n    source: l.csv\n    sha256: '{sum}'\n"
        ),
    );
    let said = |command: &str| {
        let ran = folder.run(command);
        ran.assert_code(2);
        let lines = ran.err.lines().filter(|line| !line.starts_with(' '));
        lines.map(str::to_string).collect::<Vec<_>>()
    };
    let found = said("kwg-build s.yaml");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0],
        "kwg-build: s.yaml:4:13: words.include[0]: dist: expected a file, found a directory"
    );
    let start = "kwg-build: s.yaml:4:41: words.include[1].sha256 of `w.txt`: expected 0000";
    assert!(found[1].starts_with(start), "{found:?}");
    let found = said("klv-build s.yaml");
    let start = "klv-build: s.yaml:9:13: leaves[0].sha256 of `l.csv`: expected 0000";
    assert!(found.len() == 1 && found[0].starts_with(start), "{found:?}");
}

#[test]
fn a_word_graph_or_anything_with_words() {
    let folder = folder();
    for (file, found, _) in kinds() {
        let ran = folder.run(&format!(
            "movegen-check moves --board {BOARD} --rack CAR --kwg {file}"
        ));
        let fits = file == "dist/R.kwg";
        assert_eq!(ran.code, if fits { 0 } else { 2 }, "{file}: {}", ran.err);
        let start = format!("movegen-check: {file}: expected a ");
        assert!(fits || ran.err.starts_with(&start), "{}", ran.err);
        let what = found.split(" of a graph,").next().unwrap();
        assert!(
            fits || ran.err.contains(&format!("found {what}")),
            "{}",
            ran.err
        );
        let ran = folder.run(&format!("kwg-dump leaves {file}"));
        let fits = ["dist/R.klv2", "l.csv"].contains(&file);
        assert_eq!(ran.code, if fits { 0 } else { 2 }, "{file}: {}", ran.err);
        assert!(fits || ran.err.contains("expected "), "{}", ran.err);
        assert!(
            fits || ran.err.contains(&format!("found {what}")),
            "{}",
            ran.err
        );
    }
}

/// A DAWG of few words may have their tiles in order by chance: only its name
/// tells.
#[test]
fn a_graph_of_sorted_words_is_no_kad() {
    let folder = Folder::new();
    folder.write("w.txt", "AB\nBE\n");
    for name in ["w.kwg", "w.bin"] {
        folder.fine(&format!(
            "kwg-build --words w.txt --content dawg -o {name} -q"
        ));
        folder.fine(&format!("movegen-check files --kwg {name} --quick -q"));
    }
}

/// Side files have any bytes, so only names are gone by.
#[test]
fn a_side_file_may_look_like_anything() {
    let folder = Folder::new();
    let words: String = ('A'..='H').map(|c| format!("{c}{c}\n")).collect();
    folder.write("w.txt", &words);
    folder.fine("kwg-build --words w.txt -o w.kwg -q");
    // The bits of AA and GG, which are the letter A.
    folder.write("members", "A");
    let ran = folder.fine("kwg-count index w.kwg -q --members members AA BB GG");
    assert_eq!(ran.out, "0\tmembers\n1\t-\n6\tmembers\n");
}

#[test]
fn what_is_no_recipe_is_said_in_one_line() {
    let folder = Folder::new();
    let long = "AARDVARK\nZEBRA\n".repeat(50_000);
    let noise: Vec<u8> = (0..4000u32).map(|i| (i * i % 251) as u8).collect();
    folder
        .write("long.txt", &long)
        .write("defined.txt", "AA\ta lava: rough\nAB\tan abdominal\n")
        .write("noise", &noise)
        .write("text.yaml", format!("- {}\n", "AARDVARK ".repeat(1000)));
    for (file, expected) in [
        ("long.txt", "expected a recipe, found a word list (text); "),
        (
            "defined.txt",
            "expected a recipe, found a word list (text); ",
        ),
        (
            "noise",
            "expected a recipe, found bytes that are no text in UTF-8\n",
        ),
    ] {
        for program in ["kwg-build", "klv-build", "movegen-check"] {
            let ran = folder.run(&format!("{program} {file}"));
            let start = format!("{program}: {file}: {expected}");
            ran.err.must_start(&start);
            assert_eq!((ran.code, ran.err.lines().count()), (2, 1));
        }
    }
    let ran = folder.run("kwg-build text.yaml");
    ran.assert_code(2);
    assert!(ran.err.len() < 300, "{}", ran.err);
}

/// In YAML there may be space before a colon.
#[test]
fn a_recipe_is_no_word_list_for_its_spaces() {
    let folder = Folder::new();
    let ruleset = include_str!("../../../rulesets/english.yaml");
    let ruleset = ruleset.lines().filter(|line| !line.starts_with('#'));
    let ruleset: Vec<String> = ruleset.map(|line| line.replacen(": ", " : ", 1)).collect();
    folder
        .write("w.txt", "AA\nAB\n")
        .write("own.yaml", ruleset.join("\n"))
        .write(
            "r.yaml",
            "lexicon : R\nruleset : own.yaml\nwords : {include: [w.txt]}\ngraphs : [{file: R.kwg}]\n",
        );
    folder.fine("kwg-build r.yaml");
}

#[test]
fn a_file_that_is_no_graph_has_few_faults() {
    let folder = Folder::new();
    let mut noise: Vec<u8> = (0..4000u32).map(|i| (i * i % 251) as u8).collect();
    folder.write("noise.kwg", &noise);
    let check = "movegen-check files --pass structure -q --kwg noise.kwg";
    let ran = folder.run(check);
    let expected = "structure: noise.kwg: node 0: the node of a root: \
                    expected tile 0, last of its list, not accepting, found another node\n";
    ran.assert_out(1, expected);
    // Noise that begins as a graph does: a bound of all kinds together.
    noise[..4].copy_from_slice(&[9, 0, 0x40, 0]);
    folder.write("noise.kwg", &noise);
    for (option, most) in [("", 20), (" --findings 3", 3)] {
        let ran = folder.run(&format!("{check}{option}"));
        let (more, shown): (Vec<&str>, Vec<&str>) =
            ran.out.lines().partition(|line| line.ends_with(" more"));
        assert_eq!((ran.code, shown.len()), (1, most), "{}", ran.out);
        assert!(!more.is_empty() && more.len() < 9, "{}", ran.out);
    }
}

//! `kwg-build` when all is well.

use crate::support::harness::{Folder, Text, repo};
use wordmill::digest::sha256;

const RECIPE: &str = "\
lexicon: TOY
ruleset: english
words: {include: [toy.txt]}
graphs:
  - {file: TOY.kwg}
  - {file: TOY.kad, content: alphagrams}
  - {file: TOY.kbwg, node: kbwg}
  - {file: TOY-dawg.kwg, content: dawg, layout: legacy}
  - {file: TOY-magpie.kwg, layout: magpie}
  - {file: TOY-preorder.kwg, layout: preorder}
";

fn toy() -> Folder {
    let folder = Folder::new();
    let list = std::fs::read(repo().join("tests/data/golden/toy.txt")).unwrap();
    folder.write("toy.txt", list).write("toy.yaml", RECIPE);
    folder
}

fn golden(name: &str) -> &'static str {
    let sums = include_str!("../../data/golden/SHA256SUMS");
    let line = sums
        .lines()
        .find(|line| line.ends_with(&format!("  {name}")));
    line.unwrap().split_once("  ").unwrap().0
}

#[test]
fn a_recipe_makes_the_published_bytes_with_manifest_and_sums() {
    let folder = toy();
    let ran = folder.fine("kwg-build toy.yaml");
    for (file, name) in [
        ("TOY.kwg", "toy.wolges.kwg"),
        ("TOY.kad", "toy.wolges.kad"),
        ("TOY.kbwg", "toy.wolges.kbwg"),
        ("TOY-magpie.kwg", "toy.magpie.kwg"),
        ("TOY-preorder.kwg", "toy.preorder.kwg"),
    ] {
        let sum = sha256(&folder.read(&format!("dist/{file}")));
        assert_eq!(sum, golden(name), "{file}");
        ran.out.must_have(&sum[..12]);
    }
    assert_eq!(ran.err, "kwg-build: 1 built, 0 up to date in dist\n");
    let manifest = folder.json("dist/TOY.manifest.json");
    let words = &manifest["words"];
    assert_eq!(words["lexicon"]["words"], 11);
    assert_eq!(words["lexicon"]["per_length"]["2"], 6);
    assert_eq!(words["inputs"][0]["file"], "toy.txt");
    assert_eq!(words["outputs"][0]["content"], "gaddawg");
    assert_eq!(
        words["outputs"][0]["identity"],
        "4122c2e1a61068f29f36b5ede2210bbf9e24d962f1a6dace016ba54bb16c72c3"
    );
    assert_eq!(words["outputs"][0]["sha256"], golden("toy.wolges.kwg"));
    // Every file but the sums themselves has its line.
    let sums = folder.text("dist/SHA256SUMS");
    let mut names: Vec<_> = sums.lines().map(|l| l[66..].to_string()).collect();
    names.push("SHA256SUMS".into());
    names.sort();
    let mut files: Vec<_> = std::fs::read_dir(folder.path("dist"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(names, files);
    for line in sums.lines() {
        let bytes = folder.read(&format!("dist/{}", &line[66..]));
        assert_eq!(sha256(&bytes), line[..64], "{line}");
    }
}

#[test]
fn a_second_run_builds_only_what_changed() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    let before = folder.snapshot();
    let ran = folder.fine("kwg-build toy.yaml");
    assert_eq!(ran.err, "kwg-build: 0 built, 1 up to date in dist\n");
    ran.out.must_have(&golden("toy.wolges.kwg")[..12]);
    assert_eq!(folder.snapshot(), before);
    let forced = folder.fine("kwg-build toy.yaml --force");
    assert_eq!(forced.err, "kwg-build: 1 built, 0 up to date in dist\n");
    assert_eq!(folder.snapshot(), before);

    let built = "kwg-build: 1 built, 0 up to date in dist\n";
    // A changed input, a damaged artifact, a missing one, missing sums.
    folder.write("toy.txt", "AA\nAB\n");
    assert_eq!(folder.fine("kwg-build toy.yaml").err, built);
    let small = folder.snapshot();
    folder.write("dist/TOY.kad", "damaged");
    assert_eq!(folder.fine("kwg-build toy.yaml").err, built);
    std::fs::remove_file(folder.path("dist/TOY.kwg")).unwrap();
    assert_eq!(folder.fine("kwg-build toy.yaml").err, built);
    std::fs::remove_file(folder.path("dist/SHA256SUMS")).unwrap();
    assert_eq!(folder.fine("kwg-build toy.yaml").err, built);
    assert_eq!(folder.snapshot(), small);
    // A changed recipe; what it no longer makes loses its line.
    let shorter: String = RECIPE.lines().take(5).map(|l| format!("{l}\n")).collect();
    folder.write("toy.yaml", shorter);
    assert_eq!(folder.fine("kwg-build toy.yaml").err, built);
    // … and goes, as it would not be there after a first build.
    let after = folder.snapshot();
    std::fs::remove_dir_all(folder.path("dist")).unwrap();
    folder.fine("kwg-build toy.yaml");
    assert_eq!(folder.snapshot(), after);
    // A manifest that is not as summed.
    let manifest = folder.text("dist/TOY.manifest.json");
    folder.write("dist/TOY.manifest.json", format!("{manifest}\n"));
    assert_eq!(folder.fine("kwg-build toy.yaml").err, built);
    assert_eq!(folder.snapshot(), after);
}

#[test]
fn a_part_that_a_recipe_no_longer_has_goes() {
    let folder = toy();
    let small =
        "lexicon: X\nruleset: english\nwords: {include: [toy.txt]}\ngraphs: [{file: X.kwg}]\n";
    folder.write("x.csv", "A,1\n").write("toy.yaml", small);
    folder.fine("kwg-build toy.yaml");
    let without = folder.snapshot();
    folder.write(
        "toy.yaml",
        format!("{small}leaves: [{{file: X.klv2, source: x.csv}}]\n"),
    );
    folder.fine("kwg-build toy.yaml");
    folder.fine("klv-build toy.yaml");
    folder.write("toy.yaml", small);
    folder.fine("kwg-build toy.yaml");
    assert_eq!(folder.snapshot(), without);
    // A file that someone changed is not ours to remove.
    folder.write("toy.yaml", small.replace("X.kwg", "Y.kwg"));
    folder.write("dist/X.kwg", "mine now");
    folder.fine("kwg-build toy.yaml");
    assert_eq!(folder.text("dist/X.kwg"), "mine now");
    // A manifest of some other program is nothing to us.
    folder.write("dist/app.manifest.json", "{\"name\":\"app\"}");
    folder.fine("kwg-build toy.yaml --force");
    folder.fine("kwg-dump info dist/Y.kwg");
}

#[test]
fn the_lock_is_written_checked_and_kept_up() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml --update-lock");
    let lock = folder.text("TOY.sha256");
    lock.must_have(golden("toy.wolges.kwg"));
    assert_eq!(lock.lines().count(), 6);
    let ran = folder.fine("kwg-build toy.yaml --locked");
    assert_eq!(
        ran.err,
        "kwg-build: 0 built, 1 up to date in dist, as locked\n"
    );
    folder.fine("kwg-build toy.yaml --locked --force --out-dir other");
    let shorter: String = RECIPE.lines().take(5).map(|l| format!("{l}\n")).collect();
    folder.write("toy.yaml", shorter);
    folder.fine("kwg-build toy.yaml --update-lock");
    assert_eq!(folder.text("TOY.sha256").lines().count(), 1);
}

#[test]
fn several_recipes_share_a_directory() {
    let folder = toy();
    folder.write(
        "b.yaml",
        "lexicon: B\nruleset: english\nwords: {include: [toy.txt]}\ngraphs: [{file: B.kwg}]\n",
    );
    folder.fine("kwg-build toy.yaml");
    folder.fine("kwg-build b.yaml");
    let apart = folder.snapshot();
    std::fs::remove_dir_all(folder.path("dist")).unwrap();
    let ran = folder.fine("kwg-build b.yaml toy.yaml");
    assert_eq!(ran.err, "kwg-build: 2 built, 0 up to date in dist\n");
    assert_eq!(folder.snapshot(), apart);
}

#[test]
fn sources_are_united_filtered_and_counted() {
    let folder = Folder::new();
    folder
        .write("a.txt", "cat\ndog\ncat\nCAT\na\nx-ray\n")
        .write("b.tsv", "1\tEEL\n2\tdog\n")
        .write("not.txt", "dog\nunicorn\n")
        .write(
            "r.yaml",
            "lexicon: R\nruleset: english\nwords:\n  include: [a.txt, {file: b.tsv, column: 2}]\n  \
             exclude: [not.txt]\n  keep: '^[a-z]+$|EEL|dog$|CAT'\n  length: {outside: drop}\n\
             graphs: [{file: R.kwg}]\nexpect: {words: 2, contains: [cat, EEL], lacks: [DOG]}\n",
        );
    folder.fine("kwg-build r.yaml");
    let manifest = folder.json("dist/R.manifest.json");
    let lexicon = &manifest["words"]["lexicon"];
    assert_eq!(
        (&lexicon["duplicates"], &lexicon["excluded"]),
        (&3.into(), &1.into())
    );
    let inputs = &manifest["words"]["inputs"];
    assert_eq!(inputs[0]["not_kept"], 1);
    assert_eq!(inputs[0]["dropped_by_length"], 1);
    assert_eq!(inputs[1]["words"], 2);
    assert_eq!(inputs[2]["role"], "exclude");
}

#[test]
fn an_own_ruleset_or_distribution_works_wherever_a_name_does() {
    let folder = Folder::new();
    let yaml = "name: tiny\nrack: 3\nbonus: 5\nexchange: 1\nblanks: 1\nletters:\n  \
                - {tile: A, count: 2, points: 1, vowel: 1}\n  - {tile: NY, count: 2, points: 3, also: [Y]}\n\
                board: {start: B2, squares: \"...\\n.-.\\n...\\n\"}\n";
    folder
        .write("rules/tiny.yaml", yaml)
        .write("rules/tiny.csv", "?,1,0,0\nA,4,1,1\nNY,4,3,0\n")
        .write("list.txt", "ANYA\nNYA\n")
        .write("recipes/r.yaml", "lexicon: R\nruleset: ../rules/tiny.csv\nwords: {include: [../list.txt]}\ngraphs: [{file: R.kwg}]\n");
    folder.fine("kwg-build recipes/r.yaml");
    folder.fine("kwg-build --ruleset rules/tiny.yaml --words list.txt -o yaml.kwg");
    let ran = folder.fine("kwg-build --ruleset rules/tiny.csv --words list.txt -o csv.kwg");
    assert_eq!(ran.err, "kwg-build: csv.kwg: 2 words, 12 nodes, 48 bytes\n");
    assert_eq!(folder.read("yaml.kwg"), folder.read("csv.kwg"));
    assert_eq!(folder.read("yaml.kwg"), folder.read("dist/R.kwg"));
    let manifest = folder.text("dist/R.manifest.json");
    manifest.must_have("\"definition\": \"name: tiny");
}

#[test]
fn a_graph_without_a_recipe() {
    let folder = toy();
    for (options, name) in [
        ("", "toy.wolges.kwg"),
        ("--layout legacy", "toy.legacy.kwg"),
        ("--layout magpie --content dawg", "toy.magpie.dawg.kwg"),
        ("--layout preorder", "toy.preorder.kwg"),
        ("--content dawg", "toy.wolges.dawg.kwg"),
        ("--content alphagrams", "toy.wolges.kad"),
        ("--node kbwg", "toy.wolges.kbwg"),
    ] {
        folder.fine(&format!(
            "kwg-build --words toy.txt -o out.bin -q {options}"
        ));
        assert_eq!(sha256(&folder.read("out.bin")), golden(name), "{options}");
    }
    let piped = folder
        .command("kwg-build")
        .args(["--words", "-", "-o", "-", "-q"])
        .write_stdin(folder.text("toy.txt").to_lowercase())
        .output()
        .unwrap();
    assert_eq!(sha256(&piped.stdout), golden("toy.wolges.kwg"));
    assert!(piped.stderr.is_empty());
    folder.write("short.txt", "A\nAB\nABABABABABABABABAB\n");
    let ran = folder.fine("kwg-build --words short.txt -o short.kwg --outside drop");
    ran.err.must_have(" 1 word (2 dropped for their length), ");
    let ran = folder.fine("kwg-build --words short.txt -o short.kwg --length any");
    ran.err.must_have(" 3 words, ");
    let ran = folder
        .run("kwg-build --words short.txt -o short.kwg --length 2.. ")
        .code;
    assert_eq!(ran, 2);
}

#[test]
fn json_says_what_was_made() {
    let folder = toy();
    let ran = folder.fine("kwg-build toy.yaml --format json");
    let reports = ran.json();
    assert_eq!(reports[0]["lexicon"], "TOY");
    assert_eq!(reports[0]["built"], true);
    assert_eq!(
        reports[0]["part"]["outputs"][0]["sha256"],
        golden("toy.wolges.kwg")
    );
    let quiet = folder.fine("kwg-build toy.yaml -q");
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
}

#[test]
fn the_shipped_recipes_match_their_locks() {
    let folder = Folder::new();
    let mut recipes: Vec<String> = std::fs::read_dir(repo().join("recipes"))
        .unwrap()
        .map(|e| e.unwrap().path().display().to_string())
        .filter(|path| path.ends_with(".yaml"))
        .collect();
    recipes.sort();
    assert!(recipes.len() >= 7);
    folder.fine(&format!("kwg-build --locked {}", recipes.join(" ")));
    for (file, name) in [
        ("SCOWL80.kwg", "scowl-2-15.wolges.kwg"),
        ("SCOWL80.kad", "scowl-2-15.wolges.kad"),
        ("TOY-CATALAN.kwg", "toy-catalan.wolges.kwg"),
        ("TOY-SPANISH.kwg", "toy-spanish.wolges.kwg"),
    ] {
        let bytes = folder.read(&format!("dist/{file}"));
        assert_eq!(sha256(&bytes), golden(name), "{file}");
    }
}

#[test]
fn words_of_member_files_that_the_graph_lacks_are_told() {
    let folder = Folder::new();
    let recipe = "lexicon: R\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: R.kwg}]\n\
                  members: [{file: N.kwi, of: R.kwg, words: [n.txt]}, {file: M.kwi, of: R.kwg, words: [w.txt]}]\n";
    folder
        .write("w.txt", "CAR\nCARE\nRACE\n")
        .write("n.txt", "CAR\nACE\nRACE\n")
        .write("r.yaml", recipe);
    for built in ["1 built, 0 up to date", "0 built, 1 up to date"] {
        let ran = folder.fine("kwg-build r.yaml");
        let expected = format!(
            "kwg-build: N.kwi: 2 words (1 absent from R.kwg)\nkwg-build: {built} in dist\n"
        );
        assert_eq!(ran.err, expected);
    }
    assert_eq!(folder.fine("kwg-build r.yaml -q").err, "");
}

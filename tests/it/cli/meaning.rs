//! What a recipe says decides what is up to date, not how it is written.

use crate::support::harness::{Folder, Text};

const RECIPE: &str = "\
lexicon: M
ruleset: english
words:
  include: [w.txt]
graphs:
  - {file: M.kwg}
leaves:
  - {file: M.klv2, source: l.csv}
expect: {contains: [CAR]}
";

/// The same recipe in other words.
const REWRITTEN: &str = "\
# A comment, another order, defaults and pins.
ruleset: \"english\"
lexicon: M

leaves: [{source: l.csv, file: M.klv2, values: f32, layout: wolges, beyond_bag: false}]
graphs: [{layout: wolges, content: gaddawg, node: kwg, file: M.kwg}]
words:
  length: {min: 2, max: 15, outside: reject}
  exclude: []
  digraphs: bracketed
  include:
    - {file: w.txt, column: 1, sha256: SUM}
expect:
  contains:
    - CAR
";

fn built() -> Folder {
    let folder = Folder::new();
    folder
        .write("w.txt", "CAR\nCARE\nRACE\n")
        .write("l.csv", "?,20\nA,1\n")
        .write("m.yaml", RECIPE);
    folder.fine("kwg-build m.yaml -q");
    folder.fine("klv-build m.yaml -q");
    folder
}

fn says(folder: &Folder, program: &str, expected: &str) {
    let ran = folder.fine(&format!("{program} m.yaml"));
    ran.err
        .must_end(&format!("{program}: {expected} in dist\n"));
}

#[test]
fn a_recipe_in_other_words_makes_nothing_fail_and_rebuilds_nothing() {
    let folder = built();
    let sum = wordmill::digest::sha256(&folder.read("w.txt"));
    folder.write("m.yaml", REWRITTEN.replace("SUM", &sum));
    let before = folder.snapshot();
    folder.fine("movegen-check m.yaml --quick");
    says(&folder, "kwg-build", "0 built, 1 up to date");
    says(&folder, "klv-build", "0 built, 1 up to date");
    assert!(folder.snapshot() == before);
}

#[test]
fn a_recipe_that_says_something_else_is_built_again() {
    for (from, to, words, leaves) in [
        (
            "{file: M.kwg}",
            "{file: M.kwg, layout: legacy}",
            true,
            false,
        ),
        ("[w.txt]", "[{file: w.txt, separator: ';'}]", true, false),
        ("[w.txt]", "[w.txt]\n  keep: C", true, false),
        ("contains: [CAR]", "contains: [CARE]", true, false),
        ("l.csv}", "l.csv, beyond_rack: true}", false, true),
        ("lexicon: M", "# A comment.\nlexicon: M", false, false),
    ] {
        let folder = built();
        folder.write("m.yaml", RECIPE.replace(from, to));
        let check = folder.run("movegen-check m.yaml --quick");
        assert_eq!(
            check.code,
            i32::from(words || leaves),
            "{to}: {}",
            check.out
        );
        for (program, changed) in [("kwg-build", words), ("klv-build", leaves)] {
            let advises = check.out.contains(&format!("run {program}"));
            assert_eq!(advises, changed, "{to}: {}", check.out);
            let built = if changed { "1 built, 0" } else { "0 built, 1" };
            says(&folder, program, &format!("{built} up to date"));
        }
        folder.fine("movegen-check m.yaml --quick");
    }
}

/// Manifests had the sum of the recipe's text once. They are read, and written anew by
/// the next build.
#[test]
fn a_manifest_with_the_sum_of_the_text_is_accepted_and_renewed() {
    let folder = built();
    let new = folder.text("dist/M.manifest.json");
    let text_sum = wordmill::digest::sha256(RECIPE.as_bytes());
    let mut old = folder.json("dist/M.manifest.json");
    for part in ["words", "leaves"] {
        old[part]["recipe"]["sha256"] = text_sum.clone().into();
    }
    let old = serde_json::to_string_pretty(&old).unwrap() + "\n";
    let sums = folder.text("dist/SHA256SUMS");
    let sum_of = |text: &str| wordmill::digest::sha256(text.as_bytes());
    folder
        .write(
            "dist/SHA256SUMS",
            sums.replace(&sum_of(&new), &sum_of(&old)),
        )
        .write("dist/M.manifest.json", old);
    folder.fine("movegen-check m.yaml --quick");
    let graph = folder.read("dist/M.kwg");
    says(&folder, "kwg-build", "1 built, 0 up to date");
    says(&folder, "klv-build", "1 built, 0 up to date");
    assert_eq!(folder.read("dist/M.kwg"), graph);
    assert_eq!(folder.text("dist/M.manifest.json"), new);
}

//! What a recipe says of a release: the programs that load its files, where its leave
//! values come from, and the edition of its words.

use crate::support::harness::{Folder, Text};

const RECIPE: &str = "\
lexicon: CLUB
ruleset: english
words: {include: [club.txt]}
graphs: [{file: CLUB.kwg}, {file: CLUB.kad, content: alphagrams}]
wordmaps: [{file: CLUB.wmp}]
foreign: [{file: CLUB.dawg, content: quackle-dawg}, {file: CLUB.gaddag, content: quackle-gaddag}]
leaves: [{file: CLUB.klv2, source: club.csv}]
bundle: [woogles, macondo, magpie, quackle]
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("club.txt", "at\nta\ncat\nact\n")
        .write("club.csv", "A,1\nB,-2.5\n")
        .write("club.yaml", RECIPE);
    build(&folder);
    folder
}

fn build(folder: &Folder) {
    folder.fine("kwg-build -q club.yaml");
    folder.fine("klv-build -q club.yaml");
}

/// The errors of a pass, without warnings.
fn errors(folder: &Folder, pass: &str) -> Vec<String> {
    let report = folder.run(&format!(
        "movegen-check club.yaml --pass {pass} --format json"
    ));
    let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    let findings = report["lexica"][0]["passes"][0]["findings"].as_array();
    let is_error = |finding: &&serde_json::Value| finding["severity"] == "error";
    let text = |finding: &serde_json::Value| {
        let part = |name: &str| finding[name].as_str().unwrap_or_default().to_string();
        format!(
            "{}: {}: expected {}, found {}",
            part("what"),
            part("place"),
            part("expected"),
            part("found")
        )
    };
    findings
        .unwrap()
        .iter()
        .filter(is_error)
        .map(text)
        .collect()
}

#[test]
fn a_bundle_has_all_files_under_their_names() {
    let folder = folder();
    assert_eq!(errors(&folder, "bundle"), [""; 0]);
    let recipe = RECIPE
        .replace("wordmaps: [{file: CLUB.wmp}]\n", "")
        .replace("CLUB.kad", "OTHER.kad")
        .replace("[{file: CLUB.kwg}", "[{file: CLUB.kwg, content: dawg}");
    folder.write("club.yaml", recipe);
    build(&folder);
    assert_eq!(
        errors(&folder, "bundle"),
        [
            "a file of the bundle is missing: bundle woogles: expected `CLUB.kad`, \
             found `OTHER.kad`, which is another name",
            "no GADDAG for the bundle: bundle woogles: expected a gaddawg in `CLUB.kwg`, \
             found a DAWG alone",
            "a file of the bundle is missing: bundle macondo: expected `CLUB.wmp`, \
             found no such file in the recipe",
            "no GADDAG for the bundle: bundle macondo: expected a gaddawg in `CLUB.kwg`, \
             found a DAWG alone",
            "a file of the bundle is missing: bundle magpie: expected `CLUB.wmp`, \
             found no such file in the recipe",
            "no GADDAG for the bundle: bundle magpie: expected a gaddawg in `CLUB.kwg`, \
             found a DAWG alone",
        ]
    );
    folder.write("club.yaml", RECIPE.replace("quackle]", "scrabble]"));
    let ran = folder.run("kwg-build club.yaml");
    assert_eq!(ran.code, 2);
    ran.err.must_have("unknown value `scrabble`");
    folder.write(
        "club.yaml",
        RECIPE.replace("[woogles, macondo, magpie, quackle]", "quackle"),
    );
    folder.fine("kwg-build club.yaml");
}

#[test]
fn borrowed_leaves_have_to_be_named() {
    let folder = folder();
    let other = RECIPE
        .replace("CLUB", "OTHER")
        .replace("club.txt", "other.txt");
    folder
        .write("other.txt", "be\nby\n")
        .write("other.yaml", other);
    folder.fine("kwg-build -q other.yaml");
    folder.fine("klv-build -q other.yaml");
    assert_eq!(
        errors(&folder, "bundle"),
        [
            "another lexicon's leave table: : expected values of its own, or `borrowed_from:`, \
          found the same leaves and values as dist/OTHER.klv2 of OTHER"
        ]
    );
    let source = "source: club.csv";
    folder.write(
        "club.yaml",
        RECIPE.replace(source, "source: club.csv, borrowed_from: OTHER"),
    );
    assert_eq!(errors(&folder, "bundle"), [""; 0]);
    folder.write("club.csv", "A,1\nB,-2\n");
    folder.fine("klv-build -q club.yaml");
    assert_eq!(
        errors(&folder, "bundle"),
        ["not the leave table that is named: : expected the values of OTHER, found others"]
    );
}

#[test]
fn an_edition_is_proved() {
    let folder = folder();
    folder.write("old.txt", "at\nta\ncat\nqi\n");
    folder.fine("kwg-build -q --words old.txt -o old.kwg");
    let edition = |text: &str| {
        folder.write("club.yaml", format!("{RECIPE}editions:\n  - {text}\n"));
    };
    edition("{since: old.kwg, added: 1, removed: 1, has: [ACT, cat], lacks: [QI]}");
    assert_eq!(errors(&folder, "words"), [""; 0]);
    edition("{since: old.txt, added: 2, removed: 0, has: [QI, '5'], lacks: [AT]}");
    assert_eq!(
        errors(&folder, "words"),
        [
            "another edition: word QI: expected it, found nothing",
            "another edition: word 5: expected a word of the alphabet, found unknown tile `5`",
            "another edition: word AT: expected nothing, found it",
            "another edition: words added since old.txt: expected 2, found 1 (ACT)",
            "another edition: words removed since old.txt: expected 0, found 1 (QI)",
        ]
    );
    edition("{since: none.kwg, added: 2}");
    folder.refuses(
        "movegen-check club.yaml",
        "none.kwg: can't read: No such file or directory (os error 2)",
    );
    edition("{added: 2}");
    let ran = folder.run("kwg-build club.yaml");
    ran.err
        .must_have("editions[0]: expected `since:` with `added:` or `removed:`");
    edition("{has: []}");
    folder.run("kwg-build club.yaml").err.must_have(
        "editions[0]: expected `since:`, `has:` or `lacks:`, found none of them, which proves \
         nothing",
    );
    edition("{since: old.txt, added: 99999999999999999999}");
    folder.run("kwg-build club.yaml").err.must_have(
        "editions[0].added: invalid type: integer `99999999999999999999`, expected a whole number \
         from 0 to 18446744073709551615\n",
    );
}

/// Any file that has words is a source of words.
#[test]
fn graphs_are_word_lists() {
    let folder = folder();
    folder.fine("kwg-build -q --words club.txt --content zyzzyva -o dist/CLUB.dwg");
    let whole = folder.fine("kwg-dump words dist/CLUB.kwg").out;
    for file in ["kwg", "wmp", "dawg", "gaddag", "dwg"] {
        let again = format!("kwg-build -q --words dist/CLUB.{file} -o again.kwg");
        folder.fine(&again);
        assert_eq!(folder.fine("kwg-dump words again.kwg").out, whole, "{file}");
    }
    folder.fine("kwg-build -q --words dist/CLUB.kad -o again.kwg");
    assert_eq!(folder.fine("kwg-dump words again.kwg").out, "ACT\nAT\n");
    let recipe = "lexicon: NEW\nruleset: english\n\
                  words: {include: [dist/CLUB.wmp, more.txt], exclude: [dist/CLUB.kad]}\n\
                  graphs: [{file: NEW.kwg}]\n";
    folder.write("new.yaml", recipe).write("more.txt", "qi\n");
    folder.fine("kwg-build -q new.yaml --out-dir new");
    assert_eq!(
        folder.fine("kwg-dump words new/NEW.kwg").out,
        "CAT\nQI\nTA\n"
    );
    folder.refuses(
        "kwg-build --words dist/CLUB.gaddag --length 2..2 -o x.kwg",
        "dist/CLUB.gaddag: expected 2 tiles, found 3 in `ACT`; \
         `--outside drop` leaves such words out\n\
         dist/CLUB.gaddag: expected 2 tiles, found 3 in `CAT`",
    );
}

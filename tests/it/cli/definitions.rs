//! Definitions: from lists with text to `.defs.tsv`, to its check, and to the commands
//! that show them.

use crate::support::harness::Folder;
use serde_json::{Value, json};

const RECIPE: &str = "\
lexicon: CLUB
ruleset: english
words: {include: [club.txt], keep: '^[a-z]+$'}
graphs: [{file: CLUB.kwg}]
definitions: [{file: CLUB.defs.tsv, lists: [defs.txt, more.txt]}]
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("club.txt", "at\nta\nqi\ncat\nact\ncats\n")
        .write(
            "defs.txt",
            "# of the club\nqi  the vital\tforce \r\nZoe a name\nat in the place\ncat a pet\ndog a pet\nta\n",
        )
        .write("more.txt", "CAT an animal\ncat a whip\ncat a pet\nabcdefghijklmnopqrst long\n")
        .write("club.yaml", RECIPE);
    folder
}

const TSV: &str = "AT\tin the place\nCAT\ta pet / a whip\nQI\tthe vital force\n";

#[test]
fn a_recipe_makes_definitions() {
    let folder = folder();
    let ran = folder.run("kwg-build club.yaml --update-lock");
    ran.assert_code(0);
    assert!(
        ran.err.contains(
            "kwg-build: CLUB.defs.tsv: 3 definitions (1 of other words, left out; \
             1 joined to another of the same word)\n"
        ),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("CLUB.defs.tsv  definitions"),
        "{}",
        ran.out
    );
    assert_eq!(folder.text("dist/CLUB.defs.tsv"), TSV);
    for name in ["dist/SHA256SUMS", "CLUB.sha256"] {
        assert!(folder.text(name).contains("CLUB.defs.tsv"), "{name}");
    }
    let manifest: Value = serde_json::from_str(&folder.text("dist/CLUB.manifest.json")).unwrap();
    let outputs = manifest["words"]["outputs"].as_array().unwrap();
    assert_eq!(outputs[1]["kind"], "definitions");
    let counts = ["words", "absent", "joined"].map(|name| &outputs[1][name]);
    assert_eq!(counts, [&json!(3), &json!(1), &json!(1)]);
    let inputs = manifest["words"]["inputs"].as_array().unwrap();
    let roles: Vec<&str> = inputs.iter().map(|i| i["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["include", "definitions", "definitions"]);
    // `keep` is about the word alone: names are left out, definitions may be any text.
    assert_eq!(
        (&inputs[1]["words"], &inputs[1]["not_kept"]),
        (&json!(5), &json!(1))
    );

    let again = folder.run("kwg-build club.yaml --locked");
    assert!(again.err.contains("0 built, 1 up to date"), "{}", again.err);
    folder.write("more.txt", "at now\n");
    let changed = folder.run("kwg-build club.yaml --locked");
    changed.assert_code(1);
    assert!(changed.err.contains("CLUB.defs.tsv"), "{}", changed.err);
    assert_eq!(folder.text("dist/CLUB.defs.tsv"), TSV);
    folder.fine("kwg-build club.yaml -q");
    assert_eq!(
        folder.text("dist/CLUB.defs.tsv"),
        "AT\tin the place / now\nCAT\ta pet\nQI\tthe vital force\n"
    );
}

#[test]
fn faulty_definitions_change_nothing() {
    let folder = folder();
    let recipe = RECIPE.replace(", keep: '^[a-z]+$'", "");
    folder.write("club.yaml", recipe);
    folder.write("defs.txt", "at fine\ncaf\u{e9} a place\n");
    folder.write("more.txt", format!("cat {}\n", "x".repeat(20_000)));
    let ran = folder.run("kwg-build club.yaml");
    ran.assert_code(2);
    for part in [
        "defs.txt:2:4: unknown tile `é` in `café`",
        "more.txt:1:5: expected a definition of at most 16384 bytes, found 20000",
    ] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    let many: String = (0..3000).map(|n| format!("cat sense {n}\n")).collect();
    folder.write("defs.txt", "").write("more.txt", many);
    let ran = folder.run("kwg-build club.yaml");
    ran.assert_code(2);
    assert!(
        ran.err
            .contains("CLUB.defs.tsv: expected definitions of at most 16384 bytes, found"),
        "{}",
        ran.err
    );
    folder.fine("kwg-build --ruleset english --words club.txt -o x.kwg -q");
    folder.write("club.yaml", RECIPE.replace("more.txt", "x.kwg"));
    let ran = folder.run("kwg-build club.yaml");
    ran.assert_code(2);
    let part = "definitions[0].lists[1]: x.kwg: expected a list of words with definitions, found a word graph";
    assert!(ran.err.contains(part), "{}", ran.err);
    folder.write("club.yaml", RECIPE.replace("CLUB.defs.tsv", "CLUB.kwg"));
    let ran = folder.run("kwg-build club.yaml");
    ran.assert_code(2);
    assert!(ran.err.contains("expected .tsv"), "{}", ran.err);
    assert!(!folder.path("dist").exists());
}

/// What `movegen-check` finds in a damaged file: pass, fault and place.
fn found(folder: &Folder, tsv: &str) -> Vec<String> {
    folder.write("dist/CLUB.defs.tsv", tsv);
    let report = folder.run("movegen-check club.yaml --format json").json();
    let mut all = Vec::new();
    for pass in report["lexica"][0]["passes"].as_array().unwrap() {
        for finding in pass["findings"].as_array().unwrap() {
            let part = |name: &str| finding[name].as_str().unwrap_or_default();
            if finding["severity"] == "error" && part("what") != "its sum differs" {
                all.push(format!(
                    "{}: {}: {}: {}, {}",
                    pass["pass"].as_str().unwrap(),
                    part("what"),
                    part("place"),
                    part("expected"),
                    part("found")
                ));
            }
        }
    }
    all
}

#[test]
fn definitions_are_checked() {
    let folder = folder();
    folder.fine("kwg-build club.yaml -q");
    let fine = folder.run("movegen-check club.yaml --format json");
    fine.assert_code(0);
    let passes = &fine.json()["lexica"][0]["passes"];
    for pass in [0, 1] {
        assert_eq!(passes[pass]["checked"]["definitions"], 3, "{passes}");
    }
    assert_eq!(found(&folder, TSV), [""; 0]);
    for (tsv, expected) in [
        (
            TSV.replace("CAT\t", "CAB\t"),
            &[
                "words: a definition of no word: word CAB: a word of the lexicon, none",
                "words: a definition too many: word CAB: nothing, as in the sources, `a pet / a whip`",
                "words: a definition is missing: word CAT: `a pet / a whip`, as in the sources, nothing",
            ][..],
        ),
        (
            TSV.replace("a whip", "a hat"),
            &[
                "words: another definition: word CAT: `a pet / a whip`, as in the sources, `a pet / a hat`",
            ],
        ),
        (
            TSV.replace("CAT\t", "AT\t"),
            &[
                "structure: not sound: : a sound file, line 2: expected a word after `AT`, found `AT`",
            ],
        ),
        (
            TSV.replace("QI\t", "AA\t"),
            &[
                "structure: not sound: : a sound file, line 3: expected a word after `CAT`, found `AA`",
            ],
        ),
        (
            TSV.replace("the vital", "the  vital"),
            &[
                "structure: not sound: : a sound file, line 3: expected a definition without tabs, runs of spaces and what can't be seen, found `the  vital force`",
            ],
        ),
    ] {
        let found = found(&folder, &tsv);
        let claims = |finding: &&String| !finding.starts_with("words: does not agree");
        let found: Vec<&String> = found.iter().filter(claims).collect();
        assert_eq!(found, expected, "{tsv}");
    }
    let ran = folder.run("movegen-check club.yaml");
    ran.assert_code(1);
    assert!(
        ran.out.contains("CLUB.defs.tsv: its sum differs"),
        "{}",
        ran.out
    );
}

#[test]
fn words_have_a_column_of_definitions() {
    let folder = folder();
    folder.fine("kwg-build club.yaml -q");
    let defs = "--definitions dist/CLUB.defs.tsv";
    let words = |rest: &str| {
        folder
            .fine(&format!("kwg-dump words dist/CLUB.kwg {rest}"))
            .out
    };
    assert_eq!(
        words(&format!("--length 2..3 {defs}")),
        "word  definition\nACT\nAT    in the place\nCAT   a pet / a whip\nQI    the vital force\nTA\n"
    );
    assert_eq!(
        words(&format!("--prefix Q {defs} --format json")),
        "{\"word\":\"QI\",\"length\":2,\"definition\":\"the vital force\"}\n"
    );
    assert_eq!(
        words(&format!(
            "--prefix Q {defs} --format csv --columns definition,word"
        )),
        "definition,word\nthe vital force,QI\n"
    );
    // Any list with text, several of them, and several questions.
    folder
        .write("q.txt", "QI, \"chi\"\n")
        .write("r.txt", "qi x\n");
    folder.write("s.txt", "qi \"chi\", y\n");
    assert_eq!(
        words("--prefix Q --definitions s.txt --definitions r.txt --format csv"),
        "word,definition\nQI,\"\"\"chi\"\", y / x\"\n"
    );
    let ran = folder.run("kwg-dump words dist/CLUB.kwg --definitions q.txt");
    ran.assert_code(2);
    assert!(
        ran.err.contains("q.txt:1:3: unknown tile `,` in `QI,`"),
        "{}",
        ran.err
    );
    for bad in [
        format!("{defs} --columns word"),
        "--columns definition".to_string(),
        "- --definitions -".to_string(),
        "--definitions dist/CLUB.kwg".to_string(),
        "--definitions none.txt".to_string(),
    ] {
        let file = if bad.starts_with('-') && !bad.starts_with("- ") {
            "dist/CLUB.kwg "
        } else {
            ""
        };
        folder
            .run(&format!("kwg-dump words {file}{bad}"))
            .assert_code(2);
    }
}

#[test]
fn judges_say_what_words_mean_if_that_tells_nothing_else() {
    let folder = folder();
    folder.fine("kwg-build club.yaml -q");
    let judge = |rest: &str| {
        let ran = folder.run(&format!(
            "kwg-dump judge dist/CLUB.kwg --definitions dist/CLUB.defs.tsv {rest}"
        ));
        (ran.code, ran.out)
    };
    assert_eq!(
        judge("qi TA"),
        (0, "valid\n  qi: the vital force\n".to_string())
    );
    assert_eq!(judge("QI QQ"), (1, "invalid\n".to_string()));
    assert_eq!(judge("DOG"), (1, "invalid\n".to_string()));
    assert_eq!(
        judge("QI QQ --which"),
        (1, "invalid: QQ\n  QI: the vital force\n".to_string())
    );
    assert_eq!(
        judge("QI AT --format json").1,
        "{\"words\":[\"QI\",\"AT\"],\"valid\":true,\
         \"definitions\":{\"QI\":\"the vital force\",\"AT\":\"in the place\"}}\n"
    );
    assert_eq!(
        judge("QI QQ --format json").1,
        "{\"words\":[\"QI\",\"QQ\"],\"valid\":false}\n"
    );
}

/// Markup of every language, a forged line, and text that turns around.
const HOSTILE: &str = "<script>alert(1)</script> </td>|x| [a](http://b) `c` *d* _e_ \
                       &lt; \"'\u{1b}[2J\rkwg-build: fine\u{202e}\u{0}";

#[test]
fn differences_show_definitions_as_text() {
    let folder = Folder::new();
    folder
        .write("old.txt", "AT\nCATS\n")
        .write("new.txt", "AT\nQI\nTABLE\nCHAIR\n");
    folder.write(
        "defs.txt",
        "QI a force\nCATS pets, \"many\"\nTABLE furniture\nAT x\n",
    );
    let diff = |rest: &str| {
        let ran = folder.run(&format!("kwg-dump diff old.txt new.txt -q {rest}"));
        ran.assert_code(1);
        ran.out
    };
    let defs = "--definitions defs.txt";
    assert_eq!(
        diff(defs),
        "-CATS\tpets, \"many\"\n+CHAIR\n+QI\ta force\n+TABLE\tfurniture\n"
    );
    assert_eq!(
        diff(&format!("{defs} --format csv")),
        "change,word,definition\nremoved,CATS,\"pets, \"\"many\"\"\"\nadded,CHAIR,\nadded,QI,a force\nadded,TABLE,furniture\n"
    );
    let json: Value = serde_json::from_str(&diff(&format!("{defs} --format json"))).unwrap();
    let expected = json!({"CATS": "pets, \"many\"", "QI": "a force", "TABLE": "furniture"});
    assert_eq!(json["definitions"], expected);
    assert_eq!(json["words_added"], json!(["CHAIR", "QI", "TABLE"]));
    let note = diff(&format!("{defs} --format markdown"));
    assert!(
        note.contains("### 5 letters\n\n- **CHAIR**\n- **TABLE** furniture\n"),
        "{note}"
    );
    let page = diff(&format!("{defs} --format html"));
    for part in [
        "<i></i><b>QI</b><i></i><span>a force</span>",
        "<dt>TABLE</dt><dd>furniture</dd>",
        "<dt>CHAIR</dt><dd></dd>",
        "<dd>pets, &quot;many&quot;</dd>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Without definitions nothing of them is there.
    assert!(!diff("--format html").contains("<dd>"));
    assert!(!diff("--format json").contains("definitions"));

    folder.write(
        "defs.txt",
        format!("QI {HOSTILE}\nTABLE {HOSTILE}\n").replace('\r', " "),
    );
    let clean =
        "<script>alert(1)</script> </td>|x| [a](http://b) `c` *d* _e_ &lt; \"' [2J kwg-build: fine";
    assert!(diff(defs).contains(&format!("+QI\t{clean}\n")));
    let page = diff(&format!("{defs} --format html"));
    assert!(
        !page.contains("<script>alert") && !page.contains("</td>|"),
        "{page}"
    );
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let note = diff(&format!("{defs} --format markdown"));
    let line = "- **QI** &lt;script&gt;alert(1)&lt;/script&gt; &lt;/td&gt;\\|x\\| [a]\\(http://b) \\`c\\` \\*d\\* \\_e_ &amp;lt; \"' [2J kwg-build: fine\n";
    assert!(note.contains(line), "{note}");
    for text in [&page, &note, &diff(defs)] {
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{0}']), "{text}");
    }
    for bad in ["--definitions none.txt", "--definitions - --definitions -"] {
        folder
            .run(&format!("kwg-dump diff old.txt new.txt {bad}"))
            .assert_code(2);
    }
}

#[test]
fn definitions_are_of_tiles_in_every_language() {
    let folder = Folder::new();
    for (ruleset, list, word, text) in [
        (
            "spanish",
            "PE[RR]O un animal\nCA[LL]E\n",
            "PE[RR]O",
            "un animal",
        ),
        (
            "polish",
            "\u{17c}\u{f3}\u{142}\u{107} gorzka ciecz\n",
            "ŻÓŁĆ",
            "gorzka ciecz",
        ),
        ("catalan", "COL·LEGI una escola\n", "COL·LEGI", "una escola"),
    ] {
        folder.write("w.txt", list);
        folder.write(
            "r.yaml",
            format!(
                "lexicon: R\nruleset: {ruleset}\nwords: {{include: [w.txt]}}\n\
                 graphs: [{{file: R.kwg}}]\ndefinitions: [{{file: R.defs.tsv, lists: [w.txt]}}]\n"
            ),
        );
        folder.fine("kwg-build r.yaml -q");
        assert_eq!(folder.text("dist/R.defs.tsv"), format!("{word}\t{text}\n"));
        folder.fine("movegen-check r.yaml --quick -q");
        let found = folder
            .fine("kwg-dump words dist/R.kwg --definitions dist/R.defs.tsv --format csv --limit 9")
            .out;
        assert!(found.contains(&format!("{word},{text}\n")), "{found}");
    }
}

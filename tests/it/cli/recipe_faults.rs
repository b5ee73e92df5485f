//! All that is wrong with a recipe, at once, each with its line.

use crate::support::harness::{Folder, Text};

/// The messages of a run that fails, without the lines they quote.
#[track_caller]
fn said(folder: &Folder, command: &str) -> Vec<String> {
    let ran = folder.run(command);
    ran.assert_out(2, "");
    let program = command.split(' ').next().unwrap();
    let start = format!("{program}: ");
    let lines = ran.err.lines();
    let messages = lines.filter_map(|line| line.strip_prefix(&start));
    messages.map(str::to_string).collect()
}

const KNOWN: &str = "unknown ruleset `klingon`; expected one of ";

#[test]
fn what_is_said_wrongly_is_named_at_once() {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\n").write(
        "bad.yaml",
        "\
lexicon: a b
ruleset: klingon
words:
  include: [none.txt, w.txt, {file: gone.txt, column: 0}]
  keep: '['
  length: {min: 5, max: 3}
graphs:
  - {file: R.kwg}
  - {file: R.kad, content: gaddawg}
  - {file: R.kwg, content: dawg}
counts: [{file: R.kwc, of: Z.kwg}]
leaves:
  - file: R.kwg
    source: none.csv
expect: {leaves: complete}
",
    );
    let expected = [
        "bad.yaml:1:10: lexicon: expected a plain name without path, white space or leading dot, found `a b`",
        "bad.yaml:2:10: ruleset: unknown ruleset `klingon`; expected one of ",
        "bad.yaml:4:13: words.include[0]: can't read none.txt: No such file",
        "bad.yaml:4:30: words.include[2]: can't read gone.txt: No such file",
        "bad.yaml:4:55: words.include[2].column of `gone.txt`: expected 1 or more, found 0",
        "bad.yaml:5:9: words.keep: expected a regular expression: ",
        "bad.yaml:6:3: words.length: expected min from 1 to max, found min 5 and max 3",
        "bad.yaml:9:12: graphs[1]: `R.kad` is not a name for content gaddawg",
        "bad.yaml:10:12: graphs[2].file: `R.kwg` is made twice",
        "bad.yaml:11:28: counts[0].of: expected a file of `graphs:`, found `Z.kwg`",
        "bad.yaml:13:11: leaves[0].file: `R.kwg` is made twice",
        "bad.yaml:13:11: leaves[0]: `R.kwg` is not a name for it; expected .klv or .klv2",
        "bad.yaml:14:13: leaves[0].source: can't read none.csv: No such file",
    ];
    for program in ["kwg-build", "klv-build", "movegen-check"] {
        let mut found = said(&folder, &format!("{program} bad.yaml"));
        // The fault of a pattern has several lines.
        found.retain(|line| line.starts_with("bad.yaml:"));
        found.sort_by_key(|line| line.contains(".column of"));
        let mut wanted = expected;
        wanted.sort_by_key(|line| line.contains(".column of"));
        assert_eq!(found.len(), wanted.len(), "{found:#?}");
        for (line, start) in found.iter().zip(wanted) {
            assert!(line.starts_with(start), "{line}\n{start}");
        }
    }
    // Of a ruleset that there is, the longest word is known too.
    let text = folder.text("bad.yaml").replace("klingon", "english");
    folder.write("bad.yaml", text.replace("min: 5, max: 3", "min: 16"));
    let found = said(&folder, "kwg-build bad.yaml").join("\n");
    for start in [
        "bad.yaml:5:9: words.keep: expected a regular expression: ",
        "bad.yaml:6:3: words.length: expected min from 1 to max, found min 16 and max 15",
    ] {
        assert_eq!(found.matches(start).count(), 1, "{found}");
    }
}

#[test]
fn what_can_not_be_read_does_not_hide_the_rest() {
    let folder = Folder::new();
    folder.write(
        "bad.yaml",
        "\
lexcon: X
lexicon: a/b
ruleset: klingon
words:
  include: [none.txt, {file: w.txt, colum: 2}]
  length: {min: two}
graphs:
  - {file: A.kwg, layout: wolgse}
  - {file: B.kwg, content: dagw}
  - {layout: legacy}
extra: 1
expect: {words: many}
",
    );
    let found = said(&folder, "kwg-build bad.yaml");
    let expected = [
        "bad.yaml:1:1: unknown field `lexcon`, expected one of `lexicon`, ",
        "bad.yaml:2:10: lexicon: expected a plain name",
        KNOWN,
        "bad.yaml:5:13: words.include[0]: can't read none.txt: ",
        "bad.yaml:5:23: words.include[1]: can't read w.txt: ",
        "bad.yaml:5:37: words.include[1]: unknown field `colum`, expected one of ",
        "bad.yaml:6:17: words.length.min: invalid type: string \"two\", expected a whole number",
        "bad.yaml:8:27: graphs[0].layout: unknown value `wolgse`, expected one of ",
        "bad.yaml:9:28: graphs[1].content: unknown value `dagw`, expected one of ",
        "bad.yaml:10:5: graphs[2]: missing field `file`",
        "bad.yaml:11:1: unknown field `extra`, expected one of ",
        "bad.yaml:12:17: expect.words: invalid type: string \"many\", expected a whole number",
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for start in expected {
        let is_there = found.iter().any(|line| line.contains(start));
        assert!(is_there, "{start}\n{found:#?}");
    }
    let lines = found.iter().map(|line| line.split(':').nth(1).unwrap());
    let lines: Vec<u32> = lines.map(|line| line.parse().unwrap()).collect();
    assert!(lines.is_sorted(), "{found:#?}");
}

#[test]
fn faults_quote_their_line() {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\n").write(
        "r.yaml",
        "lexicon: R\nruleset: english\nwords: {include: [w.txt, non.txt, gone.txt]}\n\
         graphs: [{file: R.kwg}]\n",
    );
    let ran = folder.run("kwg-build r.yaml");
    let expected = "\
kwg-build: r.yaml:3:26: words.include[1]: can't read non.txt: No such file or directory (os error 2)
    words: {include: [w.txt, non.txt, gone.txt]}
                             ^^^^^^^
kwg-build: r.yaml:3:35: words.include[2]: can't read gone.txt: No such file or directory (os error 2)
    words: {include: [w.txt, non.txt, gone.txt]}
                                      ^^^^^^^^
";
    ran.assert_err(2, expected);
}

/// Who builds words needs no leave tables.
#[test]
fn only_what_is_needed_has_to_be_there() {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\n").write(
        "r.yaml",
        "lexicon: R\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: R.kwg}]\n\
         leaves: [{file: R.klv2, source: none.csv}, {file: S.klv2, source: no.csv}]\n",
    );
    folder.fine("kwg-build r.yaml");
    let found = said(&folder, "klv-build r.yaml");
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("r.yaml:5:33: leaves[0].source: can't read none.csv: "));
    assert!(found[1].starts_with("r.yaml:5:67: leaves[1].source: can't read no.csv: "));
}

#[test]
fn all_recipes_of_a_run_are_looked_at() {
    let folder = Folder::new();
    let recipe = "lexicon: R\nruleset: klingon\n";
    folder.write("a.yaml", recipe).write("b.yaml", recipe);
    let found = said(&folder, "kwg-build a.yaml b.yaml");
    assert_eq!(found.len(), 2, "{found:?}");
    for (name, line) in ["a", "b"].iter().zip(found) {
        line.must_start(&format!("{name}.yaml:2:10: ruleset: {KNOWN}"));
    }
}

#[test]
fn very_many_faults_are_counted() {
    let folder = Folder::new();
    let graphs: String = (0..3000).map(|_| "  - file: X\n    layout: no\n").collect();
    folder.write(
        "r.yaml",
        format!("lexicon: R\nruleset: english\ngraphs:\n{graphs}"),
    );
    let found = said(&folder, "kwg-build r.yaml");
    assert_eq!(found.len(), 21, "{found:?}");
    assert!(found[0].starts_with("r.yaml:5:13: graphs[0].layout: unknown value `no`"));
    assert_eq!(found[20], "… and 2,980 more");
    // Names that are known are none of them.
    let unknown: String = (0..40).map(|i| format!("a{i}: 1\n")).collect();
    folder.write("r.yaml", format!("{unknown}lexicon: R\nruleset: english\n"));
    let found = said(&folder, "kwg-build r.yaml");
    assert_eq!(found[20], "… and 20 more", "{found:?}");
}

#[test]
fn a_name_that_comes_twice_has_its_second_place() {
    let folder = Folder::new();
    for (text, expected) in [
        (
            "lexicon: R\nruleset: english\n# Again.\nruleset: polish\n",
            "4:1: duplicate field `ruleset`\n    ruleset: polish\n    ^^^^^^^\n",
        ),
        (
            "lexicon: R\nruleset: english\nwords:\n  include: [w.txt]\n  keep: a\n  keep: b\n",
            "6:3: words: duplicate field `keep`\n      keep: b\n      ^^^^\n",
        ),
        (
            "lexicon: R\nruleset: english\ngraphs:\n  - file: R.kwg\n  - {file: S.kwg, file: T.kwg}\n",
            "5:19: graphs[1]: duplicate field `file`\n      - {file: S.kwg, file: T.kwg}\n\
             \u{20}                     ^^^^\n",
        ),
        (
            "lexicon: R\nruleset: english\nexpect:\n  per_length:\n    2: 3\n    3: 4\n    2: 5\n",
            "7:5: expect.per_length: the key 2 comes twice\n        2: 5\n        ^\n",
        ),
    ] {
        folder.write("r.yaml", text);
        let ran = folder.run("kwg-build r.yaml");
        let expected = format!("kwg-build: r.yaml:{expected}");
        ran.assert_err(2, expected.as_str());
    }
}

#[test]
fn tabs_are_not_spaces() {
    let folder = Folder::new();
    for (text, place) in [
        ("lexicon: R\nwords:\n\tinclude: [w.txt]\n", "3:1"),
        (
            "lexicon: R\nwords:\n  include:\n  - w.txt\n \t- x.txt\n",
            "5:2",
        ),
    ] {
        folder.write("r.yaml", text);
        let found = said(&folder, "kwg-build r.yaml");
        assert_eq!(
            found,
            [format!("r.yaml:{place}: expected spaces, found a tab")]
        );
    }
    // Within brackets they are.
    folder.write(
        "r.yaml",
        "lexicon: R\nruleset: klingon\nwords: {\n\tinclude: 3}\n",
    );
    let found = said(&folder, "kwg-build r.yaml").join("\n");
    found.must_lack("a tab");
}

/// One run shows every wrong field, also of one entry and of a ruleset.
#[test]
fn wrong_fields_do_not_hide_each_other() {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\n").write(
        "r.yaml",
        "lexicon: [R]\nruleset: english\nwords: {include: [w.txt], keep: {a: b}}\ngraphs:\n\
         \x20 - {file: R.kwg, content: dagw, layout: wolgse, nod: kwg}\n\
         \x20 - {layout: 7}\nexpect: {words: many, all_tiles_used: 3}\n",
    );
    let found = said(&folder, "kwg-build r.yaml").join("\n");
    for part in [
        "lexicon: invalid type: a list, expected a text",
        "graphs[0].content: unknown value `dagw`",
        "graphs[0].layout: unknown value `wolgse`",
        "graphs[0]: unknown field `nod`",
        "graphs[1].layout: ",
        "graphs[1]: missing field `file`",
        "expect.words: invalid type: string \"many\"",
        "expect.all_tiles_used: invalid type: integer `3`, expected true or false",
    ] {
        assert_eq!(found.matches(part).count(), 1, "{part}\n{found}");
    }
    folder.write(
        "rules.yaml",
        "name: r\nrack: many\nbonus: [5]\nexchange: 1\nblank: 1\nletters:\n\
         \x20 - {tile: A, count: x, points: y}\n  - {tile: B, cnt: 2, points: 300}\nboard: standard\n",
    );
    let build = "kwg-build --ruleset rules.yaml --words w.txt -o x.kwg";
    let found = said(&folder, build).join("\n");
    for part in [
        "rack: invalid type: string \"many\"",
        "unknown field `blank`",
        "letters[0].count: invalid type: string \"x\"",
        "letters[0].points: invalid type: string \"y\"",
        "letters[1]: unknown field `cnt`",
        "letters[1].points: invalid value: integer `300`",
        "letters[1]: missing field `count`",
    ] {
        assert_eq!(found.matches(part).count(), 1, "{part}\n{found}");
    }
    let sound = "name: r\nrack: 1\nbonus: 5\nexchange: 1\nblanks: 1\nletters:\n\
                 \x20 - {tile: A, count: 1, points: 1, vowel: 3}\n  - {tile: '1', count: 2, points: 3}\n\
                 board: round\n";
    folder.write("rules.yaml", sound);
    let found = said(&folder, build);
    assert_eq!(found.len(), 3, "{found:#?}");
}

/// Faults of `bundle:` are named beside those of other fields.
#[test]
fn faults_of_a_bundle_do_not_hide_the_rest() {
    let folder = Folder::new();
    let recipe = |bundle: &str| {
        folder.write(
            "bad.yaml",
            format!(
                "lexicon: X\nruleset: english\nwords: {{include: [w.txt]}}\n\
                 graphs: [{{file: X.kwg, layout: wolgse}}]\nbundle: {bundle}\n"
            ),
        );
        said(&folder, "kwg-build bad.yaml")
    };
    folder.write("w.txt", "CAR\n");
    let layout = "bad.yaml:4:32: graphs[0].layout: unknown value `wolgse`, ";
    for (bundle, expected) in [
        (
            "[scrabble, woogles, magpei]",
            &[
                "bad.yaml:5:10: bundle[0]: unknown value `scrabble`, ",
                "bad.yaml:5:29: bundle[2]: unknown value `magpei`, ",
            ][..],
        ),
        (
            "quakle",
            &["bad.yaml:5:9: bundle: unknown value `quakle`, "],
        ),
        (
            "5",
            &["bad.yaml:5:9: bundle: invalid type: integer `5`, expected woogles, macondo, "],
        ),
    ] {
        let found = recipe(bundle);
        assert_eq!(found.len(), 1 + expected.len(), "{found:#?}");
        for start in [&[layout], expected].concat() {
            let is_there = found.iter().any(|line| line.starts_with(start));
            assert!(is_there, "{start}\n{found:#?}");
        }
    }
}

//! `kwg-build` given bad input: the message, the exit code, and a disk that is
//! as it was before.

use crate::support::harness::{Folder, Text};
use crate::support::table::table;

const LIST: &str = "AA\nAB\n";
const RECIPE: &str =
    "lexicon: X\nruleset: english\nwords: {include: [x.txt]}\ngraphs: [{file: X.kwg}]\n";

/// A folder with a good list, a good recipe, and what it made.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("x.txt", LIST).write("x.yaml", RECIPE);
    folder.fine("kwg-build x.yaml --update-lock -q");
    folder
}

/// Builds the good recipe with one change and expects an error of that recipe.
#[track_caller]
fn recipe_fails(from: &str, to: &str, code: i32, expected: &str) {
    let folder = folder();
    assert!(RECIPE.contains(from), "{from}");
    folder.write("x.yaml", RECIPE.replace(from, to));
    folder.fails("kwg-build x.yaml", code, expected);
}

#[test]
fn recipes_that_say_nonsense() {
    for [from, to, expected] in table(
        r"
        graphs: | graph:
            | x.yaml:4:1: unknown field `graph`, expected one of `lexicon`, `ruleset`, `words`, `graphs`, `counts`, `members`, `definitions`, `wordmaps`, `foreign`, `databases`, `leaves`, `positions`, `endgames`, `match`, `bundle`, `editions`, `expect`; did you mean `graphs`?
        {include: [x.txt]} | {includes: [x.txt]}
            | x.yaml:3:9: words: unknown field `includes`, expected one of `include`, `exclude`, `keep`, `length`, `digraphs`, `bare_digraphs`; did you mean `include`?
        [x.txt] | [{file: x.txt, sum: 1}]
            | x.yaml:3:33: words.include[0]: unknown field `sum`, expected one of `file`, `sha256`, `column`, `separator`, `hunspell`
        [x.txt] | [7: 8]
            | x.yaml:3:19: words.include[0]: unknown field `7`, expected one of `file`, `sha256`, `column`, `separator`, `hunspell`
        {file: X.kwg} | {file: X.kwg, kind: dawg}
            | x.yaml:4:24: graphs[0]: unknown field `kind`, expected one of `file`, `content`, `layout`, `node`
        {file: X.kwg} | {file: X.kwg, layout: random}
            | x.yaml:4:32: graphs[0].layout: unknown value `random`, expected one of `wolges`, `legacy`, `preorder`, `magpie`
        {file: X.kwg} | {} | x.yaml:4:10: graphs[0]: missing field `file`
        lexicon: X | lexicon: 'X
            | x.yaml:5:1: found unexpected end of stream, while scanning a quoted scalar at line 1 column 10
        lexicon: X | lexicon: a/b
            | x.yaml:1:10: lexicon: expected a plain name without path, white space or leading dot, found `a/b`
        X.kwg | ../X.kwg
            | x.yaml:4:17: graphs[0].file: expected a plain name without path, white space or leading dot, found `../X.kwg`
        X.kwg | .kwg
            | x.yaml:4:17: graphs[0].file: expected a plain name without path, white space or leading dot, found `.kwg`
        [{file: X.kwg}] | [{file: X.kwg}, {file: x.KWG}]
            | x.yaml:4:32: graphs[1].file: `x.KWG` is made twice
        X.kwg | sha256sums | x.yaml:4:17: graphs[0].file: `sha256sums` is the file of sums
        [x.txt] | ['-']
            | x.yaml:3:19: words.include[0]: can't read -: No such file or directory (os error 2)
        X.kwg | X.kad
            | x.yaml:4:17: graphs[0]: `X.kad` is not a name for content gaddawg and node kwg; expected .kwg (gaddawg or dawg), .kad (alphagrams), .kbwg (gaddawg or dawg, node kbwg), or an extension of your own
        words: {include: [x.txt]}\n | '' | x.yaml:3:1: graphs: expected `words:` to make them from
        words: {include: [x.txt]}\ngraphs: [{file: X.kwg}]\n | ''
            | x.yaml: expected `graphs:` to make, found none
        graphs: [{file: X.kwg}]\n | '' | x.yaml: expected `graphs:` to make, found none
        [x.txt] | [] | x.yaml:3:9: words.include: expected at least one word list
        english | englisch
            | x.yaml:2:10: ruleset: unknown ruleset `englisch`; expected one of catalan, dutch, english, erudit, french, german, greek, norwegian, polish, russian, slovene, spanish, super-english, swedish, or a path to a ruleset (.yaml) or a letter distribution (.csv); did you mean `english`?
        english | no.yaml
            | x.yaml:2:10: ruleset: can't read no.yaml: No such file or directory (os error 2)
        [x.txt] | [y.txt]
            | x.yaml:3:19: words.include[0]: can't read y.txt: No such file or directory (os error 2)
        [x.txt] | [{file: x.txt, sha256: 00000000000000000000000000000000000000000000000000000000000000ff}]
            | x.yaml:3:41: words.include[0].sha256 of `x.txt`: expected 00000000000000000000000000000000000000000000000000000000000000ff, found f4edfe8a8d27aabf6a76ab3cffa2a31ea20f15bdeb74edbf07b00da14e3e0680
        [x.txt] | [{file: x.txt, column: 0}]
            | x.yaml:3:41: words.include[0].column of `x.txt`: expected 1 or more, found 0
        [x.txt]} | [x.txt], length: {min: 5, max: 3}}
            | x.yaml:3:27: words.length: expected min from 1 to max, found min 5 and max 3
        [x.txt]} | [x.txt], keep: '(a'}
            | x.yaml:3:33: words.keep: expected a regular expression: unclosed group
        ",
    ) {
        recipe_fails(from, to, 2, expected);
    }
    let folder = folder();
    folder.refuses(
        "kwg-build no.yaml",
        "no.yaml: can't read: No such file or directory (os error 2)",
    );
    folder.write("bad.yaml", b"lexicon: X\nruleset: \xff\n");
    folder.refuses(
        "kwg-build bad.yaml",
        "bad.yaml:2:10: expected UTF-8, found the byte 0xff",
    );
}

#[test]
fn word_lists_with_faults() {
    let folder = folder();
    for (list, expected) in [
        ("AA\nCAFÉ\n", "x.txt:2:4: unknown tile `É` in `CAFÉ`"),
        (
            "AA\n AB\n",
            "x.txt:2:1: expected a word, found white space first in ` AB`",
        ),
        (
            "AA\nB\n",
            "x.txt:2:1: expected 2 to 15 tiles, found 1 in `B`",
        ),
        (
            "AA\nABCDEFGHIJKLMNOP\n",
            "x.txt:2:1: expected 2 to 15 tiles, found 16 in `ABCDEFGHIJKLMNOP`",
        ),
    ] {
        folder.write("x.txt", list);
        for (command, way_out) in [
            ("kwg-build x.yaml", "`length: {outside: drop}`"),
            (
                "kwg-build --ruleset english --words x.txt -o new.kwg",
                "`--outside drop`",
            ),
        ] {
            let way_out = match expected.contains(" tiles, ") {
                true => format!("; {way_out} leaves such words out"),
                false => String::new(),
            };
            let expected = format!("{expected}{way_out}");
            folder.refuses(command, &expected);
        }
    }
    folder.write("x.txt", b"AA\n\xc3\x28\n");
    folder.refuses(
        "kwg-build x.yaml",
        "x.txt:2:1: expected UTF-8, found the byte 0xc3",
    );
    folder.write(
        "x.yaml",
        RECIPE.replace("[x.txt]", "[{file: x.txt, column: 2}]"),
    );
    folder.write("x.txt", "1 AA\n2\n");
    folder.refuses(
        "kwg-build x.yaml",
        "x.txt:2:1: expected a word in column 2, found `2`",
    );
}

#[test]
fn many_faults_are_shown_up_to_twenty_over_all_lists() {
    let folder = folder();
    folder.write("x.yaml", RECIPE.replace("[x.txt]", "[x.txt, y.txt]"));
    folder
        .write("x.txt", "A1\n".repeat(12))
        .write("y.txt", "B2\n".repeat(13));
    let mut expected: Vec<String> = (1..=12)
        .map(|line| format!("x.txt:{line}:2: unknown tile `1` in `A1`"))
        .collect();
    expected.extend((1..=8).map(|line| format!("y.txt:{line}:2: unknown tile `2` in `B2`")));
    expected.push("… and 5 more".into());
    folder.refuses("kwg-build x.yaml", &expected.join("\n"));
}

#[test]
fn all_failed_expectations_are_listed() {
    let folder = folder();
    let expect = "expect: {words: 3, per_length: {2: 9, 4: 1}, contains: [aa, ZZ], lacks: [AB], all_tiles_used: true}\n";
    folder.write("x.yaml", format!("{RECIPE}{expect}"));
    folder.fails(
        "kwg-build x.yaml",
        1,
        "x.yaml:5:17: expect.words: expected 3, found 2\n\
         x.yaml:5:20: expect.per_length: expected 9 words of length 2, found 2\n\
         x.yaml:5:20: expect.per_length: expected 1 words of length 4, found 0\n\
         x.yaml:5:61: expect.contains: expected `ZZ`, found nothing\n\
         x.yaml:5:74: expect.lacks: expected no `AB`, found it\n\
         x.yaml:5:95: expect.all_tiles_used: expected every tile in some word, found none with \
         C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z",
    );
    folder.write("x.yaml", format!("{RECIPE}expect: {{contains: ['Ä1']}}\n"));
    folder.refuses(
        "kwg-build x.yaml",
        "x.yaml:5:21: expect.contains: unknown tile `Ä` in `Ä1`",
    );
    folder.write(
        "x.yaml",
        format!("{RECIPE}expect: {{contains: ['A1', AA], lacks: ['2', '3']}}\n"),
    );
    folder.refuses(
        "kwg-build x.yaml",
        "x.yaml:5:21: expect.contains: unknown tile `1` in `A1`\n\
         x.yaml:5:40: expect.lacks: unknown tile `2` in `2`\n\
         x.yaml:5:45: expect.lacks: unknown tile `3` in `3`",
    );
    folder.write("x.yaml", RECIPE).write("x.txt", "# nothing\n");
    folder.fails(
        "kwg-build x.yaml",
        1,
        "x.yaml:3:1: found no words at all; if that is meant, say `expect: {words: 0}`",
    );
    folder.refuses(
        "kwg-build --words x.txt -o y.kwg",
        "found no words; an empty graph needs a recipe with `expect: {words: 0}`",
    );
    folder.write("x.yaml", format!("{RECIPE}expect: {{words: 0}}\n"));
    folder.fine("kwg-build x.yaml");
    assert_eq!(folder.read("dist/X.kwg"), [0, 0, 0x40, 0, 0, 0, 0x40, 0]);
}

#[test]
fn a_lock_that_does_not_fit() {
    let folder = folder();
    let lock = folder.text("X.sha256");
    let built = &lock[..64].to_string();
    let other = "0".repeat(64);
    folder.write("X.sha256", format!("{other}  X.kwg\n"));
    let differs = format!(
        "X.sha256: X.kwg: expected {other}, found {built}; to accept what was built, use --update-lock"
    );
    folder.fails("kwg-build --locked x.yaml", 1, &differs);
    folder.fails("kwg-build --locked --force x.yaml", 1, &differs);
    folder.write("X.sha256", "");
    folder.fails("kwg-build --locked x.yaml", 1, &format!(
            "X.sha256: X.kwg: expected a line with {built}, found none; to accept what was built, use --update-lock"
        ));
    folder.write("X.sha256", "nonsense\n");
    folder.refuses("kwg-build --locked x.yaml", "X.sha256:1: expected a SHA-256 sum, two spaces and a file name, found `nonsense`; mend the file, or remove it to have it made anew");
    folder.write("X.sha256", format!("{lock}{lock}"));
    folder.refuses(
        "kwg-build --locked x.yaml",
        "X.sha256:2: a second sum for `X.kwg`; mend the file, or remove it to have it made anew",
    );
    std::fs::remove_file(folder.path("X.sha256")).unwrap();
    folder.fails(
        "kwg-build --locked x.yaml",
        1,
        "X.sha256: expected a lock, found no such file; to accept what was built, use --update-lock",
    );
}

#[test]
fn an_output_directory_that_is_in_the_way() {
    let folder = folder();
    folder.write("x.txt", "AA\nAB\nBA\n");
    let manifest = folder.text("dist/X.manifest.json");
    folder.write("dist/X.manifest.json", "{}");
    folder.refuses("kwg-build x.yaml", "dist/X.manifest.json:1: expected a manifest of wordmill: missing field `lexicon` at line 1 column 2; remove it to build anew");
    folder.write("dist/X.manifest.json", manifest);
    let sums = folder.text("dist/SHA256SUMS");
    folder.write("dist/SHA256SUMS", "x\n");
    folder.refuses("kwg-build x.yaml", "dist/SHA256SUMS:1: expected a SHA-256 sum, two spaces and a file name, found `x`; mend the file, or remove it to have it made anew");
    folder.write("dist/SHA256SUMS", sums);
    folder.write("y.yaml", RECIPE.replace("lexicon: X", "lexicon: Y"));
    folder.refuses(
        "kwg-build y.yaml",
        "dist/X.kwg: belongs to lexicon X, as its manifest says; not replaced by Y's",
    );
    folder.refuses(
        "kwg-build x.yaml y.yaml",
        "y.yaml: x.yaml makes `X.kwg` too",
    );
    folder.write("z.yaml", RECIPE.replace("X.kwg", "Z.kwg"));
    folder.refuses(
        "kwg-build x.yaml z.yaml",
        "z.yaml: x.yaml makes `X.manifest.json` too",
    );
    std::fs::remove_file(folder.path("dist/X.kwg")).unwrap();
    std::fs::create_dir(folder.path("dist/X.kwg")).unwrap();
    folder.refuses(
        "kwg-build x.yaml",
        "dist/X.kwg: expected a file to replace, found a directory or device",
    );
    folder.write("file", "");
    folder.refuses(
        "kwg-build x.yaml --out-dir file",
        "file: expected a directory, found a file",
    );
    for (name, what) in [
        ("x.kad", "kwg-build --words x.txt -o x.kad"),
        ("x.klv2", "kwg-build --words x.txt -o x.klv2"),
        ("new.txt", "kwg-build --words x.txt -o new.txt"),
        ("new.CSV", "kwg-build --words x.txt -o new.CSV"),
        ("new.tsv", "kwg-build --words x.txt -o new.tsv"),
    ] {
        folder.refuses(what, &format!(
                "`{name}` is not a name for content gaddawg and node kwg; expected .kwg (gaddawg or dawg), .kad (alphagrams), .kbwg (gaddawg or dawg, node kbwg), or an extension of your own"
            ));
    }
    folder.refuses(
        "kwg-build --words x.txt -o no/such/x.kwg",
        "no/such/x.kwg: expected a directory `no/such` to write it into",
    );
}

/// A name of another program's file says what makes such a file.
#[test]
fn names_of_other_formats_say_what_makes_them() {
    let folder = folder();
    for (extension, option, field) in [
        ("wmp", "wordmap", "wordmaps:"),
        (
            "dawg",
            "quackle-dawg",
            "foreign: [{content: quackle-dawg, …}]",
        ),
        (
            "gaddag",
            "quackle-gaddag",
            "foreign: [{content: quackle-gaddag, …}]",
        ),
        ("DWG", "zyzzyva", "foreign: [{content: zyzzyva, …}]"),
        ("db", "database", "databases:"),
    ] {
        let name = format!("E.{extension}");
        let fault = format!("`{name}` is not a name for content gaddawg");
        folder.refuses(
            &format!("kwg-build --words x.txt -o {name}"),
            &format!("{fault}; `--content {option}` makes such a file"),
        );
        folder.write("e.yaml", RECIPE.replace("X.kwg", &name));
        folder.refuses(
            "kwg-build e.yaml",
            &format!("e.yaml:4:17: graphs[0]: {fault}; `{field}` makes such a file"),
        );
    }
}

#[test]
fn one_bad_recipe_keeps_all_from_being_written() {
    let folder = folder();
    folder.write("y.yaml", RECIPE.replace('X', "Y"));
    folder.write("z.yaml", RECIPE.replace('X', "Z").replace("x.txt", "z.txt"));
    folder.write("z.txt", "A1\n");
    let error = "z.txt:1:2: unknown tile `1` in `A1`";
    folder.refuses("kwg-build y.yaml z.yaml", error);
    folder.refuses("kwg-build y.yaml z.yaml --out-dir fresh", error);
}

#[test]
fn rulesets_with_faults() {
    let yaml = "name: tiny\nrack: 2\nbonus: 5\nexchange: 1\nblanks: 1\nletters:\n\
                - {tile: A, count: 2, points: 1, vowel: 1}\n- {tile: B, count: 2, points: 3}\n\
                board:\n  start: B2\n  squares: |\n    ...\n    .-.\n    ...\n";
    let many: String = (0..64u8)
        .map(|i| {
            format!(
                "- {{tile: '[{}{}]', count: 1, points: 1}}\n",
                char::from(b'A' + i / 26),
                char::from(b'A' + i % 26)
            )
        })
        .collect();
    let folder = folder();
    for [from, to, expected] in table(
        r#"
        vowel: 1 | vowel: 10 | tiny.yaml: letters[0] `A`: vowel: expected 0 or 1, found 10
        tile: B | tile: A | tiny.yaml: letters[1] `A`: `A` stands for `A` and for `A`
        tile: B | tile: AA
            | tiny.yaml: letters[1] `AA`: ambiguous label: `AA` can also be read as `A` and more; write the label in brackets, as in `[AA]`
        tile: B | tile: '1'
            | tiny.yaml: letters[1] `1`: label `1` begins with a digit, which means empty squares on a board
        tile: B | tile: א
            | tiny.yaml: letters[1] `א`: label `א` has no other case for a blank: give it a blank label of its own
        tile: B | tile: 'B C'
            | tiny.yaml: letters[1] `B C`: label `B C` has the character ` `, which can't be part of one
        tile: B | tile: '' | tiny.yaml: letters[1] ``: the label is empty
        tile: B | tile: '[B'
            | tiny.yaml: letters[1] `[B`: label `[B` has brackets that do not enclose it
        tile: B | tile: ABCDEFG
            | tiny.yaml: letters[1] `ABCDEFG`: label `ABCDEFG`: expected at most 6 characters, found 7
        tile: B | tile: B, read_as: C
            | tiny.yaml: letters[1] `B`: `B` is to be read as `C`, which is not a letter with a reading of its own
        - {tile: B, count: 2, points: 3}\n | MANY | tiny.yaml: expected 1 to 63 letters, found 65
        .-.\n | .-\n | tiny.yaml: board row 2: expected 3 squares as in row 1, found 2
        .-. | .+. | tiny.yaml: board square B2: expected one of . ' " ^ - = ~ #, found `+`
        .-. | .#. | tiny.yaml: the start square B2 takes no tile
        start: B2 | start: B4
            | tiny.yaml: start square B4 is off the board of 3 rows and 3 columns
        start: B2 | start: middle | tiny.yaml: start: expected a square such as H8, found `middle`
        squares: |\n    ...\n    .-.\n    ...\n | squares: |\n\n
            | tiny.yaml: expected a board of 1 to 63 rows and columns, found 0 rows and 0 columns
        board:\n  start: B2\n  squares: |\n    ...\n    .-.\n    ...\n | board: round\n
            | tiny.yaml: board: expected `standard`, `super`, or start and squares, found `round`
        rack: 2 | rack: 9
            | tiny.yaml: rack: expected 1 to 5 tiles (at most 63, and no more than the bag's 5), found 9
        name: tiny | name: '' | tiny.yaml: name: expected a name, found nothing
        exchange: 1 | exchange: one
            | tiny.yaml:4:11: exchange: invalid type: string "one", expected a whole number from 0 to 65535
        "#,
    ) {
        assert!(yaml.contains(from), "{from}");
        folder.write("tiny.yaml", yaml.replace(from, to).replace("MANY", &many));
        folder.write("x.yaml", RECIPE.replace("english", "tiny.yaml"));
        folder.refuses("kwg-build x.yaml", expected);
    }
    for [csv, expected] in table(
        r"
        ?,2,0,0\nA,9,1,10\n | d.csv:2: vowel flag of `A`: expected 0 or 1, found `10`
        ?,2,0,0\nA,9,1,1\nA,9,1,1\n | d.csv:3: `A` stands for `A` and for `A`
        ?,2,0,0\nA,x,1,1\n | d.csv:2: count of `A`: expected a number from 0 to 255, found `x`
        ?,2,0,0\nA,9,x,1\n | d.csv:2: score of `A`: expected a number from 0 to 255, found `x`
        ?,2,0,0\nA,9\n
            | d.csv:2: expected `tile,count,score,vowel` or `UPPER,lower,count,score,vowel`, found 2 fields
        ?,2,5,0\n | d.csv:1: score of the blank: expected 0, found 5
        ?,2,0,0\n?,2,0,0\n | d.csv:2: a second row for the blank `?`
        A,9,1,1\n | d.csv: no row for the blank `?`; if the game has none, add `?,0,0,0`
        ?,2,0,0\n | d.csv: expected 1 to 63 letters, found 0
        ",
    ) {
        folder.write("d.csv", csv);
        folder.refuses("kwg-build --ruleset d.csv --words x.txt -o y.kwg", expected);
    }
    folder.refuses("kwg-build --ruleset klingon --words x.txt -o y.kwg", "unknown ruleset `klingon`; expected one of catalan, dutch, english, erudit, french, german, greek, norwegian, polish, russian, slovene, spanish, super-english, swedish, or a path to a ruleset (.yaml) or a letter distribution (.csv)");
}

#[test]
fn too_many_nodes_are_refused_before_anything_is_written() {
    let folder = folder();
    // Words without a pattern share little: some 60 nodes a word.
    let mut state = 1u64;
    let mut list = String::new();
    for _ in 0..80_000 {
        for _ in 0..15 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            list.push(char::from(b'a' + (state >> 33) as u8 % 26));
        }
        list.push('\n');
    }
    folder.write("x.txt", list);
    let before = folder.snapshot();
    let ran = folder.run("kwg-build x.yaml");
    ran.assert_code(2);
    let start = "kwg-build: x.yaml: X.kwg: the graph has ";
    let end = " nodes, node format kwg holds at most 4194304; `node: kbwg` (--node kbwg) holds up to 16777216\n";
    assert!(
        ran.err.starts_with(start) && ran.err.ends_with(end),
        "{}",
        ran.err
    );
    assert!(folder.snapshot() == before);
    folder.write("x.yaml", RECIPE.replace("X.kwg", "X.kbwg, node: kbwg"));
    folder.fine("kwg-build x.yaml");
}

#[test]
fn usage_errors() {
    let folder = folder();
    for [command, part] in table(
        r"
        kwg-build | required arguments were not provided
        kwg-build x.yaml --locked --update-lock | cannot be used with
        kwg-build x.yaml --words x.txt -o y | cannot be used with
        kwg-build --words x.txt | required arguments were not provided
        kwg-build --words x.txt -o y --layout random | invalid value 'random'
        kwg-build --words x.txt -o y --length x
            | expected N, MIN..MAX, MIN.., ..MAX or any, found `x`
        kwg-build --words x.txt -o y --length 5..3 | expected 1 <= MIN <= MAX, found `5..3`
        kwg-build x.yaml --threads 0 | 0 is not in 1..=256
        kwg-build x.yaml --unknown | unexpected argument
        ",
    ) {
        let before = folder.snapshot();
        let ran = folder.run(command);
        assert_eq!(ran.code, 2, "{command}");
        assert!(ran.err.contains(part), "{command}: {}", ran.err);
        assert!(folder.snapshot() == before, "{command}");
    }
}

#[test]
fn sources_are_not_written_over() {
    let folder = folder();
    let source = "can't be written: it is the source";
    folder.write("x.list", LIST).write("x.table", "A,1\n");
    folder.refuses(
        "kwg-build --words x.list -o x.list",
        &format!("x.list: {source} x.list"),
    );
    let recipe = RECIPE.replace("x.txt", "x.list");
    folder.write("y.yaml", recipe.replace("X.kwg", "x.list"));
    folder.refuses(
        "kwg-build y.yaml --out-dir .",
        &format!("./x.list: {source} x.list"),
    );
    folder.refuses(
        "klv-build --leaves x.table -o ./x.table",
        &format!("./x.table: {source} x.table"),
    );
}

/// A word list that is there is not taken for the name of a graph.
#[test]
fn tables_and_lists_are_no_names_of_artifacts() {
    let folder = folder();
    folder
        .write("mine.txt", "CAR\n")
        .write("leaves.csv", "A,1\n");
    for command in [
        "kwg-build --words x.txt -o mine.txt",
        "kwg-build --words x.txt -o leaves.csv",
        "klv-build --leaves leaves.csv -o mine.txt",
        "klv-build --leaves leaves.csv -o mine.tsv",
    ] {
        let before = folder.snapshot();
        let ran = folder.run(command);
        assert_eq!(ran.code, 2, "{command}");
        ran.err.must_have("` is not a name for ");
        assert!(folder.snapshot() == before, "{command}");
    }
    let name = |file: &str| format!("graphs[0]: `{file}` is not a name for content gaddawg");
    for file in ["X.txt", "X.csv", "X.tsv"] {
        folder.write("x.yaml", RECIPE.replace("X.kwg", file));
        let ran = folder.run("kwg-build x.yaml");
        assert!(
            ran.code == 2 && ran.err.contains(&name(file)),
            "{}",
            ran.err
        );
    }
}

#[test]
fn the_way_out_for_words_of_other_lengths_is_said_once() {
    let folder = folder();
    folder.write("x.txt", "A1\nABC\nA\nABCD\n");
    folder.refuses(
        "kwg-build --words x.txt --length 2 -o new.kwg",
        "x.txt:1:2: unknown tile `1` in `A1`\n\
         x.txt:2:1: expected 2 tiles, found 3 in `ABC`; `--outside drop` leaves such words out\n\
         x.txt:3:1: expected 2 tiles, found 1 in `A`\n\
         x.txt:4:1: expected 2 tiles, found 4 in `ABCD`",
    );
}

/// Without a minimum words have two tiles or more, in recipes and elsewhere.
#[test]
fn an_omitted_minimum_is_the_same_everywhere() {
    let folder = folder();
    folder.write("x.txt", "A\nAA\nABC\nABCD\n").write(
        "x.yaml",
        RECIPE.replace("[x.txt]", "[x.txt], length: {max: 3, outside: drop}"),
    );
    folder.fine("kwg-build x.yaml -q");
    folder.fine("kwg-build --words x.txt --length ..3 --outside drop -o new.kwg -q");
    assert_eq!(folder.read("new.kwg"), folder.read("dist/X.kwg"));
    let ran = folder.fine("kwg-dump words dist/X.kwg -q");
    assert_eq!(ran.out, "AA\nABC\n");
    let ran = folder.run("kwg-build --words x.txt --length ..1 -o new.kwg");
    ran.err
        .must_have("expected 1 <= MIN <= MAX, found `..1` with MIN 2");
    // Which words are wanted is another question.
    folder.fine("kwg-build --words x.txt --length any -o any.kwg -q");
    let ran = folder.fine("kwg-dump words any.kwg --length ..2 -q");
    assert_eq!(ran.out, "A\nAA\n");
}

#[test]
fn expectations_that_nothing_would_check() {
    let folder = folder();
    folder.write("x.csv", "A,1\n");
    let leaves = "lexicon: X\nruleset: english\nleaves: [{file: X.klv2, source: x.csv}]\n";
    folder.write("x.yaml", format!("{leaves}expect: {{words: 7}}\n"));
    folder.refuses(
        "klv-build x.yaml",
        "x.yaml:4:1: expect: expected `graphs:` to check words of, found none",
    );
    folder.write("x.yaml", format!("{RECIPE}expect: {{leaves: complete}}\n"));
    folder.refuses(
        "kwg-build x.yaml",
        "x.yaml:5:18: expect.leaves: expected `leaves:` to check, found none",
    );
    folder.write(
        "x.yaml",
        format!("{RECIPE}expect: {{per_length: {{2: 9, 2: 2}}}}\n"),
    );
    let ran = folder.run("kwg-build x.yaml");
    ran.assert_code(2);
    ran.err
        .must_have("expect.per_length: the key 2 comes twice");
    let members = "members: [{file: M.kwi, of: X.kad, words: [x.txt]}]\n";
    let kad = RECIPE.replace("X.kwg", "X.kad, content: alphagrams");
    folder.write("x.yaml", format!("{kad}{members}"));
    folder.refuses(
        "kwg-build x.yaml",
        "x.yaml:5:29: members[0].of: expected a graph of words, found alphagrams in `X.kad`",
    );
}

#[test]
fn a_bad_lock_stops_an_update_before_anything_is_written() {
    let folder = folder();
    folder
        .write("X.sha256", "<<<<<<< HEAD\n")
        .write("x.txt", "AA\n");
    folder.refuses("kwg-build x.yaml --update-lock", "X.sha256:1: expected a SHA-256 sum, two spaces and a file name, found `<<<<<<< HEAD`; mend the file, or remove it to have it made anew");
}

#[test]
fn long_lines_are_shortened_in_messages() {
    let folder = folder();
    folder.write("x.txt", format!(" {}\n", "A".repeat(100_000)));
    let ran = folder.run("kwg-build x.yaml");
    ran.assert_code(2);
    assert!(ran.err.len() < 200, "{} bytes", ran.err.len());
}

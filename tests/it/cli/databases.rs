//! Study databases, from the list to the check.

use crate::support::harness::{Folder, Text, repo};
use crate::support::tools::missing;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use wordmill::digest::sha256;

const RECIPE: &str = "\
lexicon: TOY
ruleset: english
words: {include: [words.txt]}
graphs: [{file: TOY.kwg}]
databases:
  - file: TOY.db
    definitions: [words.txt]
    previous: [old.txt]
    newest: {symbol: \"#\", words: [other.txt]}
    difficulty: [3.csv]
";

const WORDS: &str = "\
ACT to do [v] / a {cat=n} [n]
AT
CAT a pet [n CATS]
CATS <cat=n> [n]
SCAT to go {fast=adv} [v]
TA
";

fn toy() -> Folder {
    let folder = Folder::new();
    folder
        .write("toy.yaml", RECIPE)
        .write("words.txt", WORDS)
        .write("old.txt", "ACT\nAT\nCAT\nQIS\nZA\n")
        .write("other.txt", "AT\nCAT\nCATS\nTA\n")
        .write("3.csv", "Alphagram,seen,quantile\nACT,12,q6\n");
    folder
}

/// Everything in a database: its schema, then a line for each row, with tabs between
/// values.
fn dump(path: &Path) -> String {
    let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut text = String::new();
    let mut add = |query: &str| {
        let mut statement = db.prepare(query).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                let between = if column == 0 { "" } else { "\t" };
                match row.get_ref(column).unwrap() {
                    ValueRef::Integer(number) => write!(text, "{between}{number}").unwrap(),
                    ValueRef::Text(bytes) => {
                        let value = std::str::from_utf8(bytes).unwrap();
                        write!(text, "{between}'{}'", value.replace('\n', "\\n")).unwrap();
                    }
                    other => panic!("{query}: {other:?}"),
                }
            }
            text.push('\n');
        }
    };
    add("SELECT sql FROM sqlite_schema");
    for table in ["alphagrams", "words", "deletedwords", "db_version"] {
        add(&format!("SELECT * FROM {table}"));
    }
    text
}

/// Compares a database with a golden dump, whose values were worked out by hand.
#[track_caller]
fn is_golden(path: &Path, golden: &str) {
    let expected = std::fs::read_to_string(repo().join("tests/data/golden").join(golden)).unwrap();
    assert_eq!(dump(path), expected);
}

#[test]
fn a_recipe_makes_the_golden_rows() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml --update-lock");
    is_golden(&folder.path("dist/TOY.db"), "toy-database.txt");
    let manifest = folder.json("dist/TOY.manifest.json");
    let output = &manifest["words"]["outputs"][1];
    let about = serde_json::json!({
        "file": "TOY.db", "kind": "database", "words": 6, "alphagrams": 3, "defined": 4,
        "new": 3, "deleted": 2, "identity": manifest["words"]["outputs"][0]["identity"],
        "bytes": 65536, "sha256": sha256(&folder.read("dist/TOY.db")),
    });
    assert_eq!(*output, about);
    let inputs = manifest["words"]["inputs"].as_array().unwrap();
    let roles: Vec<&str> = inputs.iter().map(|i| i["role"].as_str().unwrap()).collect();
    let expected = ["include", "definitions", "previous", "newest", "difficulty"];
    assert_eq!(roles, expected);
    let ran = folder.fine("kwg-build toy.yaml --locked");
    ran.err.must_have("0 built, 1 up to date");
    let ran = folder.fine("movegen-check toy.yaml --games 1");
    ran.out.must_have("11 rows");
    // Each of its inputs makes another database.
    for (file, text) in [
        ("old.txt", "ACT\nAT\nCAT\nQIS\n"),
        ("other.txt", "AT\n"),
        ("3.csv", "Alphagram,seen,quantile\nACT,12,q7\n"),
    ] {
        let before = folder.read(file);
        folder.write(file, text);
        let ran = folder.run("kwg-build toy.yaml --locked");
        assert_eq!(ran.code, 1, "{file}: {}", ran.err);
        ran.err.must_have("TOY.db");
        folder.write(file, before);
    }
    folder.write("toy.yaml", RECIPE.replace("\"#\"", "$"));
    assert_eq!(folder.run("kwg-build toy.yaml --locked").code, 1);
}

#[test]
fn spanish_digraphs_and_polish_order() {
    for (ruleset, words, old) in [
        (
            "spanish",
            "[CH]A\nA[CH]A\nAÑO\nANO\nPE[RR]O\n",
            "CA[LL]E\nANO\n",
        ),
        ("polish", "ŻAK\nKAŻ\nŹLE\nLEŹ\nĆMA\nMAĆ\nOKA\n", "ŻAK\nÓW\n"),
    ] {
        let folder = Folder::new();
        let recipe = format!(
            "lexicon: X\nruleset: {ruleset}\nwords: {{include: [words.txt]}}\n\
             databases: [{{file: X.db, previous: [old.txt]}}]\n"
        );
        folder.write("x.yaml", recipe).write("words.txt", words);
        folder.write("old.txt", old);
        folder.fine("kwg-build x.yaml");
        is_golden(
            &folder.path("dist/X.db"),
            &format!("{ruleset}-database.txt"),
        );
        folder.fine("movegen-check x.yaml");
        let read = folder.fine("kwg-dump words dist/X.db");
        let mut expected: Vec<&str> = words.lines().collect();
        let mut found: Vec<&str> = read.out.lines().collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }
}

/// The numbers of draws that word_db_server's own tests expect of English alphagrams, and
/// what these tests expect of links, with other texts.
#[test]
fn values_that_word_db_server_expects() {
    let folder = Folder::new();
    let draws = [
        ("AADEEEILMNORSTU", 640_342_278_144_i64),
        ("AAJQQ", 153),
        ("ACEIORT", 2_323_512),
        ("MMSUUUU", 120),
        ("AIJNORT", 817_236),
        ("AEFFGINR", 1_077_300),
        ("ADEINOPRTTVZ", 860_575_104),
        ("ABEIPRSTZ", 5_669_136),
    ];
    let definitions = [
        // A link goes to the sense with its part of speech, and on from there.
        ("RUM", "{odd=adj} [adj]", "odd (strange (not known)) [adj]"),
        (
            "ODD",
            "not even [n] / {strange=adj} [adj]",
            "not even [n]\nstrange (not known) [adj]",
        ),
        ("STRANGE", "not known [adj]", "not known [adj]"),
        // A form names its root, and the sense that lists the form.
        (
            "OS",
            "a bone [n OSSA] / a hill [n OSAR]",
            "a bone [n OSSA]\na hill [n OSAR]",
        ),
        ("OSAR", "<os=n> [n]", "OS, a hill [n]"),
        // A link to a form gives the sense of its root.
        (
            "PAVER",
            "one that {paves=v} [n]",
            "one that paves (to make a road) [n]",
        ),
        ("PAVES", "<pave=v> [v]", "PAVE, to make a road [v]"),
        (
            "PAVE",
            "to make a road [v PAVES]",
            "to make a road [v PAVES]",
        ),
        // Links in a circle end, and so do links to senses without a text.
        (
            "BICEPS",
            "<bicep=n> [n] / a muscle [n]",
            "BICEP, biceps [n]\na muscle [n]",
        ),
        (
            "BICEP",
            "{biceps=n} [n BICEPS]",
            "biceps (a muscle) [n BICEPS]",
        ),
        (
            "SPREADS",
            "{spread=v} / <spread=v> [v]",
            "spread\nSPREAD [v]",
        ),
        ("SPREAD", "[v SPREADS]", "[v SPREADS]"),
        ("MOI", "{ldquo}me{rdquo} [interj]", "“me” [interj]"),
    ];
    let mut list = String::new();
    for (word, _) in draws {
        writeln!(list, "{word}").unwrap();
    }
    for (word, text, _) in definitions {
        writeln!(list, "{word} {text}").unwrap();
    }
    folder.write("words.txt", list).write(
        "x.yaml",
        "lexicon: X\nruleset: english\nwords: {include: [words.txt]}\n\
         databases: [{file: X.db, definitions: [words.txt]}]\n",
    );
    folder.fine("kwg-build x.yaml");
    let db = Connection::open(folder.path("dist/X.db")).unwrap();
    for (alphagram, expected) in draws {
        let query = "SELECT combinations FROM alphagrams WHERE alphagram = ?";
        let found: i64 = db.query_row(query, [alphagram], |row| row.get(0)).unwrap();
        assert_eq!(found, expected, "{alphagram}");
    }
    for (word, _, expected) in definitions {
        let query = "SELECT definition FROM words WHERE word = ?";
        let found: String = db.query_row(query, [word], |row| row.get(0)).unwrap();
        assert_eq!(found, expected, "{word}");
    }
}

#[test]
fn all_programs_read_them() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    let words = folder.fine("kwg-dump words dist/TOY.kwg").out;
    assert_eq!(folder.fine("kwg-dump words dist/TOY.db").out, words);
    let info = folder.fine("kwg-dump info dist/TOY.db");
    info.out
        .must_have("\nkind: database (it opens with the name of SQLite's format)\nwords: 6\n");
    folder.fine("kwg-dump diff dist/TOY.db dist/TOY.kwg");
    folder.fine("movegen-check files --kwg dist/TOY.kwg --db dist/TOY.db --games 1");
    let ran = folder.fine("kwg-build --words dist/TOY.db --content database -o plain.db");
    ran.err
        .must_have("kwg-build: plain.db: 6 words, 65,536 bytes");
    // Without definitions and other editions, other columns are empty.
    let plain = dump(&folder.path("plain.db"));
    plain.must_have("\n'TA'\t'AT'\t''\t''\t''\t''\t0\t0\n");
    // A database is a list of words as well.
    folder.write("toy.yaml", RECIPE.replace("old.txt", "plain.db"));
    folder.fine("kwg-build toy.yaml");
    folder.json("dist/TOY.manifest.json")["words"]["outputs"][1]["new"]
        .as_u64()
        .filter(|new| *new == 0)
        .unwrap();
}

#[test]
fn the_system_s_sqlite_reads_them() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    let query = "PRAGMA integrity_check; SELECT w.word, w.front_hooks, w.back_hooks, a.combinations \
                 FROM words w JOIN alphagrams a ON a.alphagram = w.alphagram \
                 WHERE a.length = 3 ORDER BY w.word; SELECT version FROM db_version";
    let ran = Command::new("sqlite3")
        .arg(folder.path("dist/TOY.db"))
        .arg(query)
        .output();
    let Ok(ran) = ran else {
        return missing("sqlite3");
    };
    let found = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(found, "ok\nACT|||293\nCAT|S|S|293\n6\n");
}

#[test]
fn the_same_bytes_twice_and_on_any_number_of_threads() {
    let folder = toy();
    let core = std::fs::read_to_string(repo().join("lexicons/core.txt")).unwrap();
    let fits = |word: &&str| (2..=15).contains(&word.len());
    let words: String = core
        .lines()
        .filter(fits)
        .step_by(9)
        .map(|w| format!("{w}\n"))
        .collect();
    folder.write("words.txt", words);
    let mut sums = Vec::new();
    for threads in [1, 2, 1] {
        folder.fine(&format!("kwg-build toy.yaml --force --threads {threads}"));
        sums.push(sha256(&folder.read("dist/TOY.db")));
    }
    assert!(sums.iter().all(|sum| *sum == sums[0]), "{sums:?}");
}

/// Every wrong value is found.
#[test]
fn wrong_values_are_found() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    let whole = folder.read("dist/TOY.db");
    for (sql, expected) in [
        (
            "UPDATE alphagrams SET combinations = 294 WHERE length = 3",
            "alphagram ACT: combinations: expected `293`, found `294`",
        ),
        (
            "UPDATE alphagrams SET probability = 2 WHERE length = 3",
            "alphagram ACT: probability: expected `1`, found `2`",
        ),
        (
            "UPDATE alphagrams SET length = 5 WHERE length = 3",
            "alphagram ACT: length: expected `3`, found `5`",
        ),
        (
            "UPDATE alphagrams SET point_value = 9 WHERE length = 3",
            "alphagram ACT: point_value: expected `5`, found `9`",
        ),
        (
            "UPDATE alphagrams SET num_vowels = 2 WHERE length = 3",
            "alphagram ACT: num_vowels: expected `1`, found `2`",
        ),
        (
            "UPDATE alphagrams SET difficulty = 0",
            "alphagram ACT: difficulty: expected `7`, found `0`",
        ),
        (
            "UPDATE alphagrams SET contains_update_to_lex = 1",
            "alphagram ACT: contains_update_to_lex: expected `0`, found `1`",
        ),
        (
            "UPDATE alphagrams SET contains_word_uniq_to_lex_split = 0 WHERE length = 3",
            "alphagram ACT: contains_word_uniq_to_lex_split: expected `1`, found `0`",
        ),
        (
            "UPDATE alphagrams SET num_anagrams = 3 WHERE length = 4",
            "word ACT: the order of the study database",
        ),
        (
            "UPDATE alphagrams SET alphagram = 'CAT' WHERE length = 3",
            "alphagram CAT: alphagram: expected `ACT`, found `CAT`",
        ),
        (
            "UPDATE words SET alphagram = 'X' WHERE word = 'TA'",
            "word TA: alphagram: expected `AT`, found `X`",
        ),
        (
            "UPDATE words SET lexicon_symbols = '' WHERE word = 'TA'",
            "word TA: lexicon_symbols: expected `+`, found ``",
        ),
        (
            "UPDATE words SET definition = 'x' WHERE word = 'TA'",
            "word TA: definition: expected ``, found `x`",
        ),
        (
            "UPDATE words SET front_hooks = 'C' WHERE word = 'TA'",
            "word TA: front_hooks: a hook of the study database",
        ),
        (
            "UPDATE words SET back_hooks = '' WHERE word = 'CAT'",
            "word CAT: back_hooks: a hook of the study database: expected `S`, found ``",
        ),
        (
            "UPDATE words SET inner_front_hook = 0 WHERE word = 'SCAT'",
            "word SCAT: inner_front_hook: expected `1`, found `0`",
        ),
        (
            "UPDATE words SET inner_back_hook = 1 WHERE word = 'SCAT'",
            "word SCAT: inner_back_hook: expected `0`, found `1`",
        ),
        (
            "UPDATE words SET word = 'ta' WHERE word = 'TA'",
            "word ta: word: expected `TA`, found `ta`",
        ),
        (
            "DELETE FROM words WHERE word = 'TA'",
            "word TA: a word of the graph is missing",
        ),
        (
            "DELETE FROM deletedwords WHERE word = 'ZA'",
            "deletedwords: rows: expected `2`, found `1`",
        ),
        (
            "UPDATE deletedwords SET length = 3",
            "deleted word ZA: length: expected `2`, found `3`",
        ),
        (
            "UPDATE deletedwords SET word = 'AT' WHERE word = 'ZA'",
            "deleted word AT",
        ),
    ] {
        change(&folder, "dist/TOY.db", &whole, sql);
        let ran = folder.run("movegen-check toy.yaml --pass words,bundle");
        assert_eq!(ran.code, 1, "{sql}: {}", ran.out);
        let plain = ran.out.replace(": a value of the study database", "");
        assert!(plain.contains(expected), "{sql}: {expected} not in {plain}");
    }
}

/// Writes a database, and changes it.
fn change(folder: &Folder, name: &str, whole: &[u8], sql: &str) {
    folder.write(name, whole);
    let db = Connection::open(folder.path(name)).unwrap();
    db.execute_batch(sql).unwrap();
}

/// Deleted words are checked without a recipe too, as far as the file tells.
#[test]
fn deleted_words_of_a_file_alone() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    folder.write("TOY.db", folder.read("dist/TOY.db"));
    let check = "movegen-check files --db TOY.db --quick -q";
    folder.fine(check);
    let whole = folder.read("TOY.db");
    for (sql, expected) in [
        (
            "UPDATE deletedwords SET length = 3 WHERE word = 'ZA'",
            "deleted word ZA: length: a value of the study database: expected `2`, found `3`",
        ),
        (
            "UPDATE deletedwords SET word = 'AT', length = 2 WHERE word = 'QIS'",
            "deleted word AT: a value of the study database: expected a later word that only",
        ),
    ] {
        change(&folder, "TOY.db", &whole, sql);
        let ran = folder.run(check);
        ran.assert_code(1);
        ran.out.must_have(expected);
    }
}

#[test]
fn what_can_t_be_held_is_refused() {
    let folder = toy();
    folder.write("long.txt", "ABCDEFGHIJKLMNOP\n");
    folder.refuses(
        "kwg-build --words long.txt --length any --content database -o long.db",
        "a study database: expected words of 2 to 15 tiles, found 16 of `ABCDEFGHIJKLMNOP`",
    );
    folder.write("toy.yaml", RECIPE.replace("\"#\"", "'!'"));
    folder.refuses(
        "kwg-build toy.yaml",
        "toy.yaml:9:22: databases[0].newest.symbol: unknown value `!`, expected `#` or `$`; did you mean `#`?",
    );
    folder.write("toy.yaml", RECIPE.replace("TOY.db", "TOY.wmp"));
    folder.refuses(
        "kwg-build toy.yaml",
        "toy.yaml:6:11: databases[0]: `TOY.wmp` is not a name for it; expected .db, or an extension of your own",
    );
    let foreign = RECIPE.replace(
        "databases:\n",
        "foreign: [{file: X.db, content: database}]\ndatabases:\n",
    );
    folder.write("toy.yaml", foreign);
    folder.refuses(
        "kwg-build toy.yaml",
        "toy.yaml:5:33: foreign[0].content: expected one of quackle-dawg, quackle-gaddag, zyzzyva, found database, which `databases:` makes",
    );
    folder
        .write("toy.yaml", RECIPE)
        .write("3.csv", "Alphagram,quantile\nACT,six\n");
    folder.refuses(
        "kwg-build toy.yaml",
        "3.csv:2:1: expected a quantile such as `q7`, found `six`",
    );
}

//! Where files may go: into the output directory, and nowhere else.

use crate::support::harness::{Folder, Text};

const RECIPE: &str = "\
lexicon: X
ruleset: english
words: {include: [x.txt]}
graphs: [{file: X.kwg}]
counts: [{file: X.kwc, of: X.kwg}]
leaves: [{file: X.klv2, source: x.csv}]
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("in/x.txt", "AA\nAB\n")
        .write("in/x.csv", "A,1\n?,25\n")
        .write("in/x.yaml", RECIPE);
    folder
}

/// What takes long looks first whether its result can be written. Most of these would
/// take days.
#[test]
fn work_does_not_begin_if_its_result_has_no_place() {
    let folder = folder();
    folder.write(
        "game.gcg",
        "#player1 a A\n#player2 b B\n>a: AAAAAAA 8H AA +4 4\n",
    );
    folder.fine("kwg-build --words in/x.txt -o x.kwg -q");
    folder.fine("klv-build --leaves in/x.csv -o in/x.klv2 -q");
    let board = ["15"; 15].join("/");
    for (command, name) in [
        (
            "klv-build estimate --kwg x.kwg --boards 1000000 --journal j -o",
            "x.klv2",
        ),
        (
            "klv-build estimate --kwg x.kwg --boards 1000000 --shard 1/2 --from in/x.csv --sums",
            "x.sums",
        ),
        ("klv-build merge none.sums -o", "x.klv2"),
        ("kwg-dump grid x.kwg AB/AA --solve --report", "x.html"),
        ("kwg-dump grid --make 6x6 --report", "x.html"),
        (
            "movegen-check match --kwg x.kwg --klv in/x.klv2 --pairs 1000000000 --report",
            "x.html",
        ),
        (
            "movegen-check replay game.gcg --kwg x.kwg --analyse --report",
            "x.html",
        ),
        (
            &format!("movegen-check endgame --kwg x.kwg --board {board} --rack A --report"),
            "x.html",
        ),
        (
            "movegen-check files x.kwg --games 1000000000 --report",
            "x.html",
        ),
        (
            "movegen-check positions --kwg x.kwg --write --games 100000",
            "x.tsv",
        ),
        // These would say that they can't read their input.
        ("kwg-build --words none.txt -o", "x.kwg"),
        ("kwg-build --words none.txt --content wordmap -o", "x.wmp"),
        ("kwg-build --words none.txt --content database -o", "x.db"),
        ("klv-build --leaves none.csv -o", "x.klv2"),
        ("kwg-count map none.kwg -o", "x.csv"),
        ("kwg-count map none.kwg --to kwc -o", "x.kwc"),
        ("kwg-count map none.kwg --to kwp -o", "x.kwp"),
    ] {
        let quiet = match command.contains("merge") || command.contains("--make") {
            true => "-q",
            false => "-q --ruleset english",
        };
        folder.refuses(
            &format!("{command} no/such/{name} {quiet}"),
            &format!("no/such/{name}: expected a directory `no/such` to write it into"),
        );
        let inside = format!("dir/{name}");
        std::fs::create_dir_all(folder.path(&inside)).unwrap();
        folder.refuses(
            &format!("{command} {inside} {quiet}"),
            &format!("{inside}: expected a file to replace, found a directory or device"),
        );
    }
}

#[test]
fn names_that_lead_out_of_the_directory() {
    let names = [
        "../X",
        "a/../../X",
        "/tmp/X",
        "a/X",
        "..",
        ".",
        "a\\\\X",
        "C:X",
        "-X",
        "X\\nY",
        "X\\0",
    ];
    for (field, place) in [
        ("file: X.kwg", "4:17: graphs[0].file"),
        ("file: X.kwc", "5:17: counts[0].file"),
        ("file: X.klv2", "6:17: leaves[0].file"),
        ("lexicon: X", "1:10: lexicon"),
    ] {
        for name in names {
            let folder = folder();
            let key = field.split(' ').next().unwrap();
            let recipe = RECIPE.replace(field, &format!("{key} \"{name}\""));
            // Counts of a graph that is not made would be a second fault.
            let recipe = match place.contains("graphs") {
                true => recipe.replace("counts: [{file: X.kwc, of: X.kwg}]\n", ""),
                false => recipe,
            };
            folder.write("in/x.yaml", recipe);
            for program in ["kwg-build", "klv-build"] {
                let expected = format!(
                    "in/x.yaml:{place}: expected a plain name without path, white space or leading dot, found `{}`",
                    name
                );
                folder.refuses(&format!("{program} in/x.yaml --update-lock"), &expected);
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn links_are_replaced_and_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    folder.fine("kwg-build in/x.yaml -q");
    let expected = folder.read("dist/X.kwg");
    let (manifest, sums) = (
        folder.read("dist/X.manifest.json"),
        folder.read("dist/SHA256SUMS"),
    );
    folder
        .write("victim", "somebody's")
        .write("copy/manifest", &manifest)
        .write("copy/sums", &sums);
    for (name, target) in [
        ("X.kwg", "../victim"),
        ("X.kwc", "../not-there-yet"),
        ("X.manifest.json", "../copy/manifest"),
        ("SHA256SUMS", "../copy/sums"),
    ] {
        let link = folder.path(&format!("dist/{name}"));
        std::fs::remove_file(&link).unwrap();
        symlink(target, link).unwrap();
    }
    // One with the name of a temporary file is not ours to remove.
    symlink("../victim", folder.path("dist/.wordmill-x.tmp")).unwrap();
    folder.write("in/x.txt", "AA\nAB\nBA\n");
    folder.fine("kwg-build in/x.yaml -q");
    assert_eq!(folder.text("victim"), "somebody's");
    assert!(!folder.path("not-there-yet").exists());
    assert!(folder.read("copy/manifest") == manifest && folder.read("copy/sums") == sums);
    for name in ["X.kwg", "X.kwc", "X.manifest.json", "SHA256SUMS"] {
        let kind = std::fs::symlink_metadata(folder.path(&format!("dist/{name}")));
        assert!(kind.unwrap().is_file(), "{name}");
    }
    assert!(folder.read("dist/X.kwg") != expected);
    // The same for a file that is named by itself.
    symlink("victim", folder.path("y.kwg")).unwrap();
    folder.fine("kwg-build --words in/x.txt -o y.kwg -q");
    assert_eq!(folder.text("victim"), "somebody's");
    assert!(folder.read("y.kwg") == folder.read("dist/X.kwg"));
}

/// A link given as the output directory is followed.
#[cfg(unix)]
#[test]
fn an_output_directory_may_be_a_link() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    std::fs::create_dir(folder.path("there")).unwrap();
    symlink("there", folder.path("dist")).unwrap();
    folder.fine("kwg-build in/x.yaml -q");
    assert!(folder.path("there/X.kwg").is_file() && folder.path("dist").is_symlink());
    symlink("nowhere", folder.path("lost")).unwrap();
    let ran = folder.run("kwg-build in/x.yaml -q --out-dir lost");
    assert_eq!(
        ran.err,
        "kwg-build: lost: can't make: File exists (os error 17)\n"
    );
    assert!(!folder.path("nowhere").exists());
}

/// The manifest of the first build, with one text put in for another.
fn forge(folder: &Folder, from: &str, to: &str) {
    let manifest = folder.text("dist/X.manifest.json");
    assert!(manifest.contains(from), "{from} in {manifest}");
    folder.write("dist/X.manifest.json", manifest.replacen(from, to, 1));
}

/// A folder in which both parts are built, and a file outside of `dist`.
fn built() -> Folder {
    let folder = folder();
    folder.write("home/known.txt", "somebody's");
    folder.fine("kwg-build in/x.yaml -q");
    folder.fine("klv-build in/x.yaml -q");
    folder
}

/// A manifest that names a file outside the directory, with its sum, does not
/// make a build touch that file, and neither does any other name that a recipe
/// could not have.
#[test]
fn a_manifest_does_not_reach_out_of_its_directory() {
    let sum = wordmill::digest::sha256(b"somebody's");
    let plain = "expected a plain name without path, white space or leading dot";
    let outside = built().path("home/known.txt").display().to_string();
    for (name, expected) in [
        ("../home/known.txt", plain),
        (&outside[..], plain),
        ("..", plain),
        ("a\\u001b[2J.kwg", plain),
        ("x.kwg\\n0000  forged", plain),
        ("SHA256SUMS", "`SHA256SUMS` is the file of sums"),
        (
            "Y.manifest.json",
            "`Y.manifest.json` is the name of a manifest",
        ),
        ("known.txt", "`known.txt` is not a name for content gaddawg"),
        ("X.kwc", "`X.kwc` is not a name for content gaddawg"),
    ] {
        let folder = built();
        let manifest = folder.json("dist/X.manifest.json");
        let output = &manifest["words"]["outputs"][0];
        forge(
            &folder,
            "\"file\": \"X.kwg\"",
            &format!("\"file\": \"{name}\""),
        );
        forge(&folder, output["sha256"].as_str().unwrap(), &sum);
        folder.write("in/x.txt", "AA\nAB\nBA\n");
        let before = folder.snapshot();
        for program in ["kwg-build", "klv-build"] {
            let ran = folder.run(&format!("{program} in/x.yaml"));
            ran.assert_code(2);
            ran.err
                .must_have("dist/X.manifest.json: words.outputs[0].file: ");
            ran.err.must_have(expected);
            ran.err.must_have("remove it to build anew");
            assert!(folder.snapshot() == before, "{program} {name}");
        }
    }
}

/// A manifest of one lexicon has no say over the files of another.
#[test]
fn a_manifest_does_not_remove_the_files_of_another() {
    let folder = built();
    let recipe = RECIPE.replace('X', "Y").replace("x.txt", "y.txt");
    folder.write("in/y.yaml", recipe).write("in/y.txt", "BE\n");
    folder.fine("kwg-build in/y.yaml -q");
    folder.fine("klv-build in/y.yaml -q");
    let sum = wordmill::digest::sha256(&folder.read("dist/Y.kwg"));
    let manifest = folder.json("dist/X.manifest.json");
    let output = &manifest["words"]["outputs"][0];
    forge(&folder, "\"file\": \"X.kwg\"", "\"file\": \"Y.kwg\"");
    forge(&folder, "\"of\": \"X.kwg\"", "\"of\": \"Y.kwg\"");
    forge(&folder, output["sha256"].as_str().unwrap(), &sum);
    folder.write("in/x.txt", "AA\nAB\nBA\n");
    folder.fine("kwg-build in/x.yaml -q");
    assert!(folder.path("dist/Y.kwg").exists());
    folder.fine("movegen-check in/y.yaml --quick -q --pass words");
}

/// What is not as this program writes it is refused, with the place.
#[test]
fn manifests_that_say_nonsense() {
    let sum = "\"sha256\": \"";
    for (from, to, expected) in [
        (
            sum,
            "\"sha256\": \"g",
            "expected 64 hexadecimal digits in lower case",
        ),
        (
            sum,
            "\"sha256\": \"../",
            "expected 64 hexadecimal digits in lower case",
        ),
        (
            "\"bytes\": ",
            "\"bytes\": 9999999999",
            "expected at most 1073741824, found",
        ),
        (
            "\"lexicon\": \"X\"",
            "\"lexicon\": \"Y\"",
            "lexicon: expected `X`, found `Y`",
        ),
        (
            "\"lexicon\": \"X\"",
            "\"lexicon\": \"../X\"",
            "expected a plain name",
        ),
        (
            "\"lexicon\": \"X\"",
            "\"hidden\": 7, \"lexicon\": \"X\"",
            "unknown field `hidden`",
        ),
        (
            sum,
            "\"hidden\": 7, \"sha256\": \"",
            "unknown field `words.recipe.hidden`",
        ),
        (
            "\"kind\": ",
            "\"hidden\": 7, \"kind\": ",
            "unknown field `words.outputs[0].hidden`",
        ),
        (
            "\"role\": \"include\"",
            "\"role\": \"x\"",
            "words.inputs[0].role: expected one of",
        ),
        (
            "\"words\": 2",
            "\"words\": 99999999999999999",
            "expected at most 1073741824, found",
        ),
        (
            "\"file\": \"X.kwc\"",
            "\"file\": \"X.kwg\"",
            "words.outputs[1].file: ",
        ),
    ] {
        let folder = built();
        forge(&folder, from, to);
        let before = folder.snapshot();
        let ran = folder.run("kwg-build in/x.yaml");
        ran.assert_code(2);
        ran.err.must_have("dist/X.manifest.json: ");
        ran.err.must_have(expected);
        assert!(folder.snapshot() == before, "{to}");
        let checked = folder.run("movegen-check in/x.yaml --quick -q --pass words");
        checked.assert_code(1);
        checked.out.must_have("can't be read");
    }
}

/// The file of sums and the lock are read as strictly as a recipe.
#[test]
fn sums_that_say_nonsense() {
    let sum = "0".repeat(64);
    for (line, expected) in [
        (format!("{sum}  ../known.txt"), "expected a plain name"),
        (format!("{sum}  /known.txt"), "expected a plain name"),
        (format!("{sum}  a\x1b[2J"), "found `a\\u{1b}[2J`"),
        (
            format!("{sum}  {}", "a".repeat(201)),
            "expected a name of at most 200 bytes, found 201",
        ),
        (format!("{}  a", "A".repeat(64)), "expected a SHA-256 sum"),
        (format!("{}  a", "0".repeat(63)), "expected a SHA-256 sum"),
        (format!("{sum} *a"), "expected a SHA-256 sum"),
    ] {
        for (file, build) in [
            ("dist/SHA256SUMS", "kwg-build in/x.yaml --force"),
            ("in/X.sha256", "kwg-build in/x.yaml --locked"),
            ("in/X.sha256", "kwg-build in/x.yaml --update-lock"),
        ] {
            let folder = built();
            folder.fine("kwg-build in/x.yaml -q --update-lock");
            let lines = folder.text(file);
            folder.write(file, format!("{lines}{line}\n"));
            let before = folder.snapshot();
            let ran = folder.run(build);
            ran.assert_code(2);
            ran.err
                .must_have(&format!("{file}:{}: ", lines.lines().count() + 1));
            ran.err.must_have(expected);
            assert!(folder.snapshot() == before, "{build} {line}");
        }
    }
}

/// A file that the recipe no longer makes is removed; a link of its name is not
/// followed and not removed.
#[cfg(unix)]
#[test]
fn a_link_in_place_of_an_old_output_stays() {
    let folder = built();
    let old = folder.read("dist/X.kwc");
    folder.write("home/old.kwc", old);
    std::fs::remove_file(folder.path("dist/X.kwc")).unwrap();
    std::os::unix::fs::symlink("../home/old.kwc", folder.path("dist/X.kwc")).unwrap();
    folder.write(
        "in/x.yaml",
        RECIPE.replace("counts: [{file: X.kwc, of: X.kwg}]\n", ""),
    );
    folder.fine("kwg-build in/x.yaml -q");
    assert!(folder.path("dist/X.kwc").is_symlink() && folder.path("home/old.kwc").is_file());
    assert!(!folder.text("dist/SHA256SUMS").contains("X.kwc"));
}

/// Names that the file system would refuse only when a file gets them.
#[test]
fn names_that_are_too_long() {
    let folder = folder();
    for (length, fits) in [(200, true), (201, false), (256, false)] {
        let name = format!("{}.kwg", "A".repeat(length - 4));
        folder.write("in/x.yaml", RECIPE.replace("X.kwg", &name));
        if fits {
            folder.fine("kwg-build in/x.yaml -q");
            continue;
        }
        let before = folder.snapshot();
        let ran = folder.run("kwg-build in/x.yaml");
        ran.assert_code(2);
        ran.err.must_have(&format!(
            "in/x.yaml:4:17: graphs[0].file: expected a name of at most 200 bytes, found {length}"
        ));
        assert!(folder.snapshot() == before);
    }
}

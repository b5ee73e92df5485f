//! Files of other programs that hold words, from the list to the check.

use crate::support::harness::{Folder, Text, repo};
use wordmill::digest::sha256;

const RECIPE: &str = "\
lexicon: TOY
ruleset: english
words: {include: [toy.txt]}
graphs: [{file: TOY.kwg}]
wordmaps: [{file: TOY.wmp}]
foreign:
  - {file: TOY.dawg, content: quackle-dawg}
  - {file: TOY.gaddag, content: quackle-gaddag}
  - {file: TOY.dwg, content: zyzzyva}
";

const FILES: [(&str, &str, &str); 4] = [
    ("wordmap", "TOY.wmp", "toy.wmp"),
    ("quackle-dawg", "TOY.dawg", "toy.dawg"),
    ("quackle-gaddag", "TOY.gaddag", "toy.gaddag"),
    ("zyzzyva", "TOY.dwg", "toy.dwg"),
];

fn toy() -> Folder {
    let folder = Folder::new();
    let list = std::fs::read(repo().join("tests/data/golden/toy.txt")).unwrap();
    folder.write("toy.txt", list).write("toy.yaml", RECIPE);
    folder
}

fn golden(name: &str) -> String {
    if name == "toy.dawg" {
        return sha256(include_bytes!("../../data/golden/toy.dawg"));
    }
    let sums = include_str!("../../data/golden/foreign.sha256");
    let mut lines = sums.lines().filter_map(|line| line.split_once("  "));
    lines.find(|(_, found)| *found == name).unwrap().0.into()
}

#[test]
fn lists_become_the_published_bytes() {
    let folder = toy();
    for (content, file, name) in FILES {
        let ran = folder.fine(&format!(
            "kwg-build --words toy.txt --content {content} -o {file}"
        ));
        let bytes = folder.read(file);
        assert_eq!(sha256(&bytes), golden(name));
        ran.err.must_have(&format!("kwg-build: {file}: 11 words, "));
        let piped = format!("kwg-build --words - --content {content} -o - -q");
        let mut program = folder.command("kwg-build");
        program
            .args(piped.split(' ').skip(1))
            .write_stdin(folder.read("toy.txt"));
        assert_eq!(program.output().unwrap().stdout, bytes);
    }
}

/// What a format can't hold is named with its line, whatever lengths are asked for, and
/// is never dropped if it is of these lengths.
#[test]
fn words_that_a_format_cannot_hold_have_lines() {
    let folder = Folder::new();
    let long = "A".repeat(1025);
    folder.write("x.txt", format!("AB\nA\n{long}\n"));
    let brief = format!("`{}…`", "A".repeat(40));
    for (content, file, held, lines, refused) in [
        (
            "wordmap",
            "x.wmp",
            "2..15",
            vec![
                "x.txt:2:1: expected 2 to 15 tiles, found 1 in `A`; a word map has words of \
                 2 to 15 tiles; `--length 2..15 --outside drop` leaves others out"
                    .to_string(),
                format!("x.txt:3:1: expected 2 to 15 tiles, found 1025 in {brief}"),
            ],
            "a word map: expected words of 2 to 15 tiles, found `A` of 1",
        ),
        (
            "quackle-gaddag",
            "x.gaddag",
            "1..1024",
            vec![format!(
                "x.txt:3:1: expected 1 to 1024 tiles, found 1025 in {brief}; a GADDAG of Quackle's has \
                 words of 1 to 1024 tiles; `--length 1..1024 --outside drop` leaves others out"
            )],
            "a GADDAG of Quackle's: expected words of 1 to 1024 tiles, found `AAAAA",
        ),
    ] {
        let build = format!("kwg-build --words x.txt --content {content} -o {file} --length");
        let ran = folder.run(&format!("{build} any"));
        ran.assert_code(2);
        for line in lines {
            ran.err.must_have(&line);
        }
        let ran = folder.run(&format!("{build} any --outside drop"));
        ran.assert_code(2);
        ran.err.must_have(refused);
        assert!(!folder.path(file).exists(), "{file}");
        let ran = folder.fine(&format!("{build} {held} --outside drop"));
        ran.err.must_have(" dropped for their length)");
    }
}

/// A word that is longer than the board is of the lengths asked for, and no word map has it.
#[test]
fn a_word_map_does_not_drop_what_was_asked_for() {
    let folder = Folder::new();
    folder.write("x.txt", "AB\nA\nABCDEFGHIJKLMNOP\n");
    let build = "kwg-build --words x.txt --content wordmap --length 2..20";
    for target in ["x.wmp", "-"] {
        folder.refuses(
            &format!("{build} --outside drop -o {target}"),
            "a word map: expected words of 2 to 15 tiles, found `ABCDEFGHIJKLMNOP` of 16",
        );
    }
    folder.refuses(
        &format!("{build} -o x.wmp"),
        "x.txt:2:1: expected 2 to 15 tiles, found 1 in `A`; a word map has words of 2 to 15 tiles; \
         `--length 2..15 --outside drop` leaves others out\n\
         x.txt:3:1: expected 2 to 15 tiles, found 16 in `ABCDEFGHIJKLMNOP`",
    );
}

#[test]
fn a_recipe_makes_them_with_manifest_and_sums() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml --update-lock");
    let manifest = folder.json("dist/TOY.manifest.json");
    let outputs = manifest["words"]["outputs"].as_array().unwrap();
    for (content, file, name) in FILES {
        assert_eq!(sha256(&folder.read(&format!("dist/{file}"))), golden(name));
        let output = outputs.iter().find(|output| output["file"] == file);
        let output = output.unwrap();
        assert_eq!(output["sha256"], golden(name));
        assert_eq!(output["words"], 11);
        assert_eq!(output["identity"], outputs[0]["identity"]);
        assert!(output["kind"] == content || output["content"] == content);
        folder
            .text("dist/SHA256SUMS")
            .must_have(&format!("{}  {file}", golden(name)));
        folder
            .text("TOY.sha256")
            .must_have(&format!("{}  {file}", golden(name)));
    }
    let ran = folder.fine("kwg-build toy.yaml --locked");
    ran.err.must_have("0 built, 1 up to date");
    folder.fine("movegen-check toy.yaml --games 1");
}

#[test]
fn all_programs_read_them() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    let words = folder.fine("kwg-dump words dist/TOY.kwg").out;
    for (content, file, _) in FILES {
        let file = format!("dist/{file}");
        let info = folder.fine(&format!("kwg-dump info {file} --format json"));
        info.out.must_have("\"count\": 11");
        let info = folder.fine(&format!("kwg-dump info {file}"));
        let kind = content.trim_end_matches("-dawg");
        info.out.must_have(&format!("\nkind: {kind} ("));
        assert_eq!(folder.fine(&format!("kwg-dump words {file}")).out, words);
        folder.fine(&format!("kwg-dump diff dist/TOY.kwg {file}"));
        folder.fine(&format!("kwg-count {file}"));
    }
    folder.fine("movegen-check files dist --games 1");
}

/// A file of other words than those of the graph beside it.
#[test]
fn files_of_another_lexicon_are_found() {
    let folder = toy();
    folder.fine("kwg-build toy.yaml");
    let list = folder.text("toy.txt");
    let (first, rest) = list.split_once('\n').unwrap();
    folder.write("other.txt", format!("{rest}ZEBRA\n"));
    for (content, file, _) in FILES {
        let other = format!("kwg-build --words other.txt --content {content} -q -o dist/{file}");
        let whole = folder.read(&format!("dist/{file}"));
        folder.fine(&other);
        let ran = folder.run("movegen-check toy.yaml --pass bundle -q");
        assert_eq!(ran.code, 1, "{}", ran.out);
        ran.out.must_have(&format!(
            "bundle: dist/{file}: word {first}: a word of the graph is missing: \
             expected it, as in TOY.kwg, found nothing\n"
        ));
        ran.out.must_have(&format!(
            "bundle: dist/{file}: word ZEBRA: a word that the graph lacks: \
             expected nothing, as in TOY.kwg, found it\n"
        ));
        folder.write(&format!("dist/{file}"), &whole[..whole.len() - 1]);
        let ran = folder.run("movegen-check toy.yaml --pass structure -q");
        assert_eq!(ran.code, 1, "{}", ran.out);
        ran.out.must_start(&format!("structure: dist/{file}: "));
        ran.out.must_have("not sound: expected ");
        folder.write(&format!("dist/{file}"), whole);
    }
}

#[test]
fn what_is_refused() {
    let folder = toy();
    folder.write("ab.txt", "aa\nbe\n");
    folder.refuses(
        "kwg-build --words toy.txt --content wordmap --layout legacy -o x.wmp",
        "expected --layout and --node with a word graph, found --content wordmap",
    );
    folder.refuses(
        "kwg-build --words toy.txt --content wordmap -o x.kwg",
        "a word map: `x.kwg` is not a name for it; expected .wmp, or an extension of your own",
    );
    folder.refuses(
        "kwg-build --words toy.txt -o x.wmp",
        "`x.wmp` is not a name for content gaddawg; `--content wordmap` makes such a file",
    );
    folder.refuses(
        "kwg-build --words ab.txt --content wordmap --ruleset polish -o x.wmp",
        "a word map: expected at most 31 letters, found 32 in ruleset `polish`",
    );
    let recipe = RECIPE
        .replace("english", "norwegian")
        .replace("toy.txt", "ab.txt");
    folder.write("toy.yaml", recipe);
    folder.refuses(
        "kwg-build toy.yaml",
        "toy.yaml: TOY.wmp: a word map: expected at most 31 letters, \
         found 32 in ruleset `norwegian`",
    );
}

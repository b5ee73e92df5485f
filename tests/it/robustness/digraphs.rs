//! Digraphs with and without brackets: which reading is used is said, and a list that
//! fits the other one is noticed.

use crate::support::harness::{Folder, Text, repo};

/// Some Hungarian letters. Lists of that language have no brackets.
const HUNGARIAN: &str = "\
name: magyar
rack: 7
bonus: 50
exchange: 7
blanks: 2
digraphs: longest
letters:
  - {tile: A, count: 6, points: 1, vowel: 1}
  - {tile: Á, count: 4, points: 1, vowel: 1}
  - {tile: C, count: 1, points: 5}
  - {tile: '[CS]', count: 1, points: 7}
  - {tile: É, count: 3, points: 3, vowel: 1}
  - {tile: G, count: 3, points: 2}
  - {tile: L, count: 4, points: 1}
  - {tile: M, count: 3, points: 1}
  - {tile: P, count: 2, points: 4}
  - {tile: S, count: 3, points: 1}
  - {tile: '[SZ]', count: 2, points: 3}
  - {tile: Z, count: 2, points: 4}
board: standard
";

const SPANISH_LIST: &str = "perro\ncaña\ncalle\n# the end of the list\nchal\ncarro\n";

fn words(folder: &Folder, file: &str, ruleset: &str) -> String {
    let listed = folder.fine(&format!("kwg-dump words {file} --ruleset {ruleset}"));
    listed.out
}

#[test]
fn a_ruleset_says_how_its_lists_spell_digraphs() {
    let folder = Folder::new();
    folder.write("hu.yaml", HUNGARIAN);
    folder.write("hu.txt", "SZÉP\nszász\nMALAC|SÁG\n[CS]AP\nCSAPÁS\n");
    let built = folder.fine("kwg-build --ruleset hu.yaml --words hu.txt -o hu.kwg");
    built.err.must_lack("warning");
    let listed = words(&folder, "hu.kwg", "hu.yaml");
    assert_eq!(listed, "[CS]AP\n[CS]APÁS\nMALAC|SÁG\n[SZ]Á[SZ]\n[SZ]ÉP\n");
    // What is printed is read as the same words, and so are questions.
    folder.write("again.txt", listed);
    folder.fine("kwg-build --ruleset hu.yaml --words again.txt -o again.kwg");
    assert_eq!(folder.read("again.kwg"), folder.read("hu.kwg"));
    let asked = folder.fine("kwg-count index hu.kwg SZÉP [SZ]ÉP --ruleset hu.yaml");
    assert_eq!(asked.out, "4\n4\n");
    // The other reading is there if it is asked for.
    let other = "kwg-build --ruleset hu.yaml --words hu.txt -o b.kwg --digraphs bracketed";
    folder.fine(other).err.must_have("3 words have a digraph");
    words(&folder, "b.kwg", "hu.yaml").must_have("S|Z\u{c9}P\n");
    // A separator where nothing has to be kept apart is no separator.
    folder.write("piped.txt", "PAP|ZÁS\n");
    folder.refuses(
        "kwg-build --ruleset hu.yaml --words piped.txt -o x.kwg",
        "piped.txt:1:4: unknown tile `|` in `PAP|ZÁS`",
    );
}

#[test]
fn a_list_without_brackets_is_noticed() {
    let folder = Folder::new();
    folder.write("es.txt", SPANISH_LIST);
    let build = "kwg-build --ruleset spanish --words es.txt -o es.kwg";
    let built = folder.fine(build);
    built.err.must_start(
        "kwg-build: warning: 4 words have a digraph without its brackets, read letter by letter: \
         es.txt:1 `perro` ([RR]), es.txt:3 `calle` ([LL]), es.txt:5 `chal` ([CH]), …; \
         `--digraphs longest` reads them as one tile\n",
    );
    words(&folder, "es.kwg", "spanish").must_have("PERRO");
    let longest = folder.fine(&format!("{build} --digraphs longest"));
    longest.err.must_lack("warning");
    let listed = words(&folder, "es.kwg", "spanish");
    assert_eq!(listed, "CA[LL]E\nCAÑA\nCA[RR]O\n[CH]AL\nPE[RR]O\n");
    let check = "movegen-check files --ruleset spanish --kwg es.kwg --words es.txt --pass words";
    assert_eq!(folder.run(check).code, 1);
    folder.fine(&format!("{check} --digraphs longest"));
    // Lists that have brackets, digits or separators are as they are meant to be.
    folder.write("brackets.txt", "pe[rr]o\nca2e\n1al\nc|hal\n");
    let bracketed = "kwg-build --ruleset spanish --words brackets.txt -o b.kwg";
    folder.fine(bracketed).err.must_lack("warning");
}

#[test]
fn a_recipe_chooses_what_happens_to_bare_digraphs() {
    let folder = Folder::new();
    folder.write("es.txt", SPANISH_LIST);
    let recipe = |fields: &str, word: &str| {
        let text = format!(
            "lexicon: ES\nruleset: spanish\nwords:\n  include: [es.txt]\n{fields}\
             graphs: [{{file: ES.kwg}}]\nexpect: {{words: 5, contains: ['{word}']}}\n"
        );
        folder.write("es.yaml", text);
    };
    let warning = "kwg-build: warning: 4 words have a digraph without its brackets";
    recipe("", "perro");
    folder.fine("kwg-build es.yaml").err.must_start(warning);
    // It is said again while nothing changes.
    let again = folder.fine("kwg-build es.yaml");
    again.err.must_start(warning);
    again.err.must_have("0 built, 1 up to date");
    assert_eq!(
        folder.json("dist/ES.manifest.json")["words"]["inputs"][0]["bare_digraphs"],
        4
    );
    let bracketed = folder.read("dist/ES.kwg");

    recipe("  bare_digraphs: allow\n", "perro");
    folder.fine("kwg-build es.yaml").err.must_lack("warning");
    assert_eq!(folder.read("dist/ES.kwg"), bracketed);

    recipe("  bare_digraphs: reject\n", "perro");
    folder.refuses(
        "kwg-build es.yaml",
        "es.txt:1:1: expected `[RR]` in brackets, found `perro`\n\
         es.txt:3:1: expected `[LL]` in brackets, found `calle`\n\
         es.txt:5:1: expected `[CH]` in brackets, found `chal`\n\
         es.txt:6:1: expected `[RR]` in brackets, found `carro`",
    );

    // The words of `expect` are read as those of the lists.
    recipe("  digraphs: longest\n", "perro");
    folder.fine("kwg-build es.yaml").err.must_lack("warning");
    assert_ne!(folder.read("dist/ES.kwg"), bracketed);
    folder.fine("movegen-check es.yaml");
    recipe("  digraphs: longest\n", "per|ro");
    let missing = folder.run("kwg-build es.yaml");
    assert_eq!(missing.code, 1, "{}", missing.err);
    missing.err.must_have("expect.contains: expected `per|ro`");

    recipe("  digraphs: shortest\n", "perro");
    folder
        .run("kwg-build es.yaml")
        .err
        .must_have("words.digraphs: unknown value `shortest`, expected `bracketed` or `longest`");
}

#[test]
fn rulesets_name_a_separator_that_no_letter_has() {
    let folder = Folder::new();
    folder.write("hu.txt", "MALAC.SÁG\nSZÉP\n");
    folder.write(
        "dot.yaml",
        HUNGARIAN.replace("board:", "separator: '.'\nboard:"),
    );
    folder.fine("kwg-build --ruleset dot.yaml --words hu.txt -o hu.kwg");
    assert_eq!(words(&folder, "hu.kwg", "dot.yaml"), "MALAC.SÁG\n[SZ]ÉP\n");
    let refused = "separator: expected a sign such as `|` or `.`, \
                   not one of `[]?*#@/()-,;\"'`+=^`, found";
    for (sign, found) in [
        ("Z", "Z"),
        ("'['", "["),
        ("','", ","),
        ("\"\\u0301\"", "\\u{301}"),
    ] {
        folder.write(
            "bad.yaml",
            HUNGARIAN.replace("board:", &format!("separator: {sign}\nboard:")),
        );
        let build = "kwg-build --ruleset bad.yaml --words hu.txt -o x.kwg";
        folder.refuses(build, &format!("bad.yaml: {refused} `{found}`"));
    }
    // A letter may have the sign without brackets, too.
    let catalan = std::fs::read_to_string(repo().join("rulesets/catalan.yaml")).unwrap();
    folder.write(
        "catalan.yaml",
        catalan.replace("digraphs: longest", "separator: '·'"),
    );
    let refused = folder.run("kwg-build --ruleset catalan.yaml --words hu.txt -o x.kwg");
    assert_eq!(refused.code, 2);
    refused.err.must_have("has the separator `·` in it");
}

/// Racks, leaves and boards have brackets in every ruleset: tiles stand side by side
/// there by chance.
#[test]
fn racks_and_leaves_keep_their_brackets() {
    let folder = Folder::new();
    folder.write("hu.yaml", HUNGARIAN);
    folder.write("hu.csv", "SZ,1\n[SZ],2\nS,3\nZ,4\n");
    folder.fine("klv-build --ruleset hu.yaml --leaves hu.csv -o hu.klv2");
    let leaves = folder.fine("kwg-dump leaves hu.klv2 --ruleset hu.yaml");
    assert_eq!(leaves.out, "S,3\nSZ,1\n[SZ],2\nZ,4\n");
    let numbered = folder.fine("kwg-count word hu.klv2 1 --ruleset hu.yaml");
    assert_eq!(numbered.out, "SZ\n");
    let map = folder.fine("kwg-count map hu.klv2 --ruleset hu.yaml");
    assert_eq!(map.out, "index,word\n0,S\n1,SZ\n2,[SZ]\n3,Z\n");
    // Games have racks with S and Z side by side.
    folder.write("hu.txt", "SZÉP\nszász\nSAS\nLAPS\nALMA\nPAP\nZAGA\nS|Z\n");
    folder.fine("kwg-build --ruleset hu.yaml --words hu.txt -o hu.kwg");
    let check = "movegen-check files --ruleset hu.yaml --kwg hu.kwg --klv hu.klv2 --pass moves";
    let checked = folder.run(&format!("{check} --games 20 --format json"));
    checked.err.must_lack("unknown tile");
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
}

//! Hunspell dictionaries as word lists of recipes.

use crate::support::harness::{Folder, Text};

const AFF: &str = "SET ISO8859-1\nTRY abc\nCOMPOUNDFLAG Z\nREP 1\nREP f ph\n\
                   SFX S Y 2\nSFX S 0 s [^y]\nSFX S y ies y\nPFX U Y 1\nPFX U 0 un .\n";
const DIC: &[u8] = b"6\ncat/S\npony/S po:noun\nlock/SU\nLondon\nit's\ncaf\xe9/Z\n";

const RECIPE: &str = "lexicon: H\nruleset: english\nwords:\n  include: [{hunspell: dict/xx}]\n  \
                      keep: '^[a-z]+$'\ngraphs: [{file: H.kwg}]\n";

const WORDS: &str = "CAT\nCATS\nLOCK\nLOCKS\nPONIES\nPONY\nUNLOCK\nUNLOCKS\n";

const NOTE: &str =
    "kwg-build: warning: dict/xx.aff: compounds are not expanded; the words lack them\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("dict/xx.aff", AFF)
        .write("dict/xx.dic", DIC)
        .write("h.yaml", RECIPE);
    folder
}

/// Both files are inputs with sums. Names, apostrophes and accents go by `keep`, which
/// sees each form as it is.
#[test]
fn a_dictionary_is_a_word_list() {
    let folder = folder();
    let built = folder.fine("kwg-build h.yaml");
    built.err.must_have(NOTE);
    built.err.must_have("H: 8 words (3 not kept)");
    folder
        .fine("kwg-dump words dist/H.kwg")
        .assert_out(0, WORDS);
    let manifest = folder.json("dist/H.manifest.json");
    let inputs = manifest["words"]["inputs"].as_array().unwrap();
    let sum = |file: &str| wordmill::digest::sha256(&folder.read(file));
    for (input, file) in inputs.iter().zip(["dict/xx.aff", "dict/xx.dic"]) {
        assert_eq!(input["file"], file);
        assert_eq!(input["role"], "include");
        assert_eq!(input["sha256"], sum(file));
    }
    assert_eq!(inputs[0]["compounds"], "not-expanded");
    assert!(inputs[0]["words"].is_null());
    assert_eq!(inputs[1]["words"], 8);
    assert_eq!(inputs[1]["not_kept"], 3);
    assert_eq!(inputs[1]["unsorted"], 0);
    folder.fine("movegen-check h.yaml --games 1");
    folder.write("list.txt", WORDS);
    folder.fine("kwg-dump diff h.yaml list.txt");
}

/// A change of either file is a reason to build.
#[test]
fn both_files_decide_what_is_up_to_date() {
    let folder = folder();
    folder.fine("kwg-build h.yaml --update-lock");
    let again = folder.fine("kwg-build h.yaml --locked");
    again.err.must_have("0 built, 1 up to date");
    again.err.must_have(NOTE);
    folder.write("dict/xx.aff", AFF.replace("TRY abc", "TRY abcd"));
    let again = folder.fine("kwg-build h.yaml --locked");
    again.err.must_have("1 built, 0 up to date");
    folder.write("dict/xx.aff", AFF.replace("0 un", "0 re"));
    assert_eq!(folder.run("kwg-build h.yaml --locked").code, 1);
    // A comment in the recipe and a pinned sum are none.
    folder.write("dict/xx.aff", AFF);
    folder.fine("kwg-build h.yaml");
    let pinned = format!(
        "hunspell: {{aff: dict/xx.aff, dic: dict/xx.dic, dic_sha256: {}}}",
        wordmill::digest::sha256(DIC)
    );
    folder.write("h.yaml", RECIPE.replace("hunspell: dict/xx", &pinned));
    let again = folder.fine("kwg-build h.yaml");
    again.err.must_have("0 built, 1 up to date");
}

/// The files may be packed, each in its way.
#[test]
fn dictionaries_may_be_packed() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    let folder = folder();
    let files = "hunspell: {aff: xx.aff.zst, dic: dict/xx.dic}";
    folder
        .write(
            "xx.aff.zst",
            compress_to_vec(AFF.as_bytes(), CompressionLevel::Fastest),
        )
        .write("h.yaml", RECIPE.replace("hunspell: dict/xx", files));
    folder.fine("kwg-build h.yaml -q").assert_out(0, "");
    folder
        .fine("kwg-dump words dist/H.kwg")
        .assert_out(0, WORDS);
}

/// What is wrong with a dictionary has its file and line; what is wrong with the recipe
/// has the field.
#[test]
fn faults_are_shown_where_they_are() {
    let folder = folder();
    let refused = |expected: &str| {
        let ran = folder.run("kwg-build h.yaml");
        assert_eq!(ran.code, 2, "{}", ran.err);
        ran.err.must_have(expected);
    };
    folder.write("h.yaml", RECIPE.replace("  keep: '^[a-z]+$'\n", ""));
    refused("dict/xx.dic:6:3: unknown tile `'` in `it's`");
    refused("dict/xx.dic:7:4: unknown tile `é` in `café`");
    folder.write("h.yaml", RECIPE);
    folder.write("dict/xx.dic", "cat\n");
    refused("dict/xx.dic:1:1: expected the number of words, with which a Hunspell dictionary");
    folder.write("dict/xx.dic", DIC);
    folder.write("dict/xx.aff", AFF.replace("S Y 2", "S Y 3"));
    refused("dict/xx.aff:9:1: expected a rule of the affix above (1 more), found `PFX U Y 1`");
    std::fs::remove_file(folder.path("dict/xx.aff")).unwrap();
    refused("words.include[0].hunspell: can't read dict/xx.aff");
    folder.write("dict/xx.aff", AFF);
    let with = |text: &str| RECIPE.replace("{hunspell: dict/xx}", text);
    for (list, expected) in [
        (
            "{hunspell: dict/xx, file: x.txt}",
            "words.include[0]: expected `file:` or `hunspell:`, found both",
        ),
        (
            "{column: 2}",
            "words.include[0]: expected `file:` or `hunspell:`, found neither",
        ),
        (
            "{hunspell: dict/xx, column: 2}",
            "words.include[0]: expected `sha256:`, `column:` and `separator:` only with `file:`, found `hunspell:`",
        ),
        ("{hunspell: {aff: dict/xx.aff}}", "missing field `dic`"),
        (
            "{hunspell: {aff: dict/xx.aff, dic: dict/xx.dic, dic_sha256: ab}}",
            "words.include[0].hunspell.dic_sha256: expected 64 hexadecimal digits, found 2",
        ),
    ] {
        folder.write("h.yaml", with(list));
        refused(expected);
    }
    let wrong = format!(
        "{{hunspell: {{aff: dict/xx.aff, dic: dict/xx.dic, aff_sha256: {}}}}}",
        "0".repeat(64)
    );
    folder.write("h.yaml", with(&wrong));
    refused("words.include[0].hunspell.aff_sha256 of `dict/xx.aff`: expected 0000");
    assert!(!folder.path("dist").exists());
}

/// Every file that has words may be a word list.
#[test]
fn any_file_with_words_is_a_word_list() {
    let folder = Folder::new();
    folder.write("list.txt", "CAT\nACT\nTACO\n");
    for (file, content) in [
        ("x.kwg", "gaddawg"),
        ("d.kwg", "dawg"),
        ("x.dawg", "quackle-dawg"),
        ("x.gaddag", "quackle-gaddag"),
        ("x.dwg", "zyzzyva"),
        ("x.wmp", "wordmap"),
        ("x.kad", "alphagrams"),
    ] {
        folder.fine(&format!(
            "kwg-build --words list.txt -o {file} --content {content} -q"
        ));
        let recipe = format!(
            "lexicon: R\nruleset: english\nwords: {{include: [{file}]}}\ngraphs: [{{file: R.kwg}}]\n"
        );
        folder.write("r.yaml", recipe);
        folder.fine("kwg-build r.yaml -q");
        let expected = match file {
            "x.kad" => "ACOT\nACT\n",
            _ => "ACT\nCAT\nTACO\n",
        };
        folder
            .fine("kwg-dump words dist/R.kwg")
            .assert_out(0, expected);
    }
}

//! Inputs that could be read as something else than they are: nothing is misread
//! in silence.

use crate::support::harness::{Folder, Text};

const RULESET: &str = include_str!("../../../rulesets/english.yaml");

/// Lines that end in CR alone are refused in every text input, in the same words.
#[test]
fn a_lone_carriage_return_is_refused_everywhere() {
    let folder = Folder::new();
    let mac = |text: &str| text.replace('\n', "\r");
    let recipe =
        "lexicon: X\nruleset: english\nwords: {include: [x.txt]}\ngraphs: [{file: X.kwg}]\n";
    let positions =
        "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play\n15\tA\n";
    let endgames = "board\track_on_turn\track_opponent\n15\tA\tB\n";
    folder
        .write("x.txt", "CAR\nCARE\nACE\n")
        .write("x.yaml", recipe)
        .write("mac.txt", mac("CAR\nCARE\nACE\n"))
        .write("mac.csv", mac("A,1\nB,2\n"))
        .write("mac.yaml", mac(recipe))
        .write("rules.yaml", mac(RULESET))
        .write("letters.csv", mac("?,2,0,0\nA,9,1,1\n"))
        .write("mac.tsv", mac(positions))
        .write("mac-endgames", mac(endgames))
        .write("mac-grid.txt", mac("ABE\nDEF\n"));
    folder.fine("kwg-build --words x.txt -o x.kwg");
    for command in [
        "kwg-build --ruleset english --words mac.txt -o m.kwg",
        "kwg-build mac.yaml",
        "kwg-build --ruleset rules.yaml --words x.txt -o m.kwg",
        "kwg-build --ruleset letters.csv --words x.txt -o m.kwg",
        "klv-build --leaves mac.csv -o m.klv2",
        "kwg-dump words mac.txt",
        "movegen-check files --kwg x.kwg --words mac.txt",
        "movegen-check positions mac.tsv --kwg x.kwg",
        "movegen-check endgame mac-endgames --kwg x.kwg",
        "kwg-dump grid x.kwg mac-grid.txt",
        "kwg-dump grid x.kwg 'ABE\rDEF'",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        let expected = "expected lines that end in LF or CRLF, found a carriage return alone";
        assert!(ran.err.contains(expected), "{command}: {}", ran.err);
    }
    assert!(!folder.path("m.kwg").exists() && !folder.path("m.klv2").exists());
}

/// So it is in what comes from the standard input.
#[test]
fn a_lone_carriage_return_is_refused_in_questions() {
    let folder = Folder::new();
    folder.write("x.txt", "CAR\nCARE\nACE\n");
    folder.fine("kwg-build --words x.txt -o x.kwg");
    let alone = "expected lines that end in LF or CRLF, found a carriage return alone, as on old \
                 Macintoshes; replace each CR by LF";
    for (command, input, place) in [
        ("kwg-dump grid x.kwg", "ABE\rDEF\r", "1:4"),
        ("kwg-dump grid x.kwg -", "ABE\r\nDEF\r", "2:4"),
        ("kwg-dump judge x.kwg", "CAR\rCARE\r", "1:4"),
        ("kwg-dump judge x.kwg", "CAR\nCARE\r", "2:5"),
        ("kwg-count index x.kwg", "ACE\nCAR\rCARE\n", "2:4"),
    ] {
        let ran = folder.run_with(command, input);
        let program = command.split(' ').next().unwrap();
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        let line = format!("{program}: standard input:{place}: {alone}");
        assert!(ran.err.contains(&line), "{command}: {}", ran.err);
    }
    let ran = folder
        .run_with("kwg-dump judge x.kwg", "CAR\r\nCARE\r\n")
        .fine();
    assert_eq!(ran.out.lines().count(), 2);
}

/// Characters that end a line to other programs don't hide what follows them.
#[test]
fn other_line_breaks_are_refused_in_files() {
    let folder = Folder::new();
    let recipe = "lexicon: X\nruleset: english # comment \u{2028}words: {include: [x.txt]}\n\
                  graphs: [{file: X.kwg}]\n";
    folder
        .write("x.txt", "CAR\nCAR\u{85}CARE\n")
        .write("y.txt", "CAR\n")
        .write("x.yaml", recipe)
        .write(
            "rules.yaml",
            RULESET.replacen('\n', "\n# \u{85}name: other\n", 1),
        );
    folder.refuses(
        "kwg-build --words x.txt -o m.kwg",
        "x.txt:2:4: expected lines that end in LF or CRLF, found the character U+0085 in one",
    );
    folder.refuses(
        "kwg-build x.yaml",
        "x.yaml:2:28: expected lines that end in LF or CRLF, found the character U+2028 in one",
    );
    folder.refuses(
        "kwg-build --ruleset rules.yaml --words y.txt -o m.kwg",
        "rules.yaml:2:3: expected lines that end in LF or CRLF, found the character U+0085 in \
         one",
    );
}

/// Two questions are not taken for one, nor two words of a play for those of another.
#[test]
fn other_line_breaks_are_refused_in_questions() {
    let folder = Folder::new();
    folder.write("x.txt", "CAR\nCARE\nACE\n");
    folder.fine("kwg-build --words x.txt -o x.kwg");
    for bad in ['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'] {
        for command in [
            "kwg-dump judge x.kwg -q",
            "kwg-dump words x.kwg --anagram - -q",
            "kwg-count index x.kwg -q",
        ] {
            for (input, place) in [("ACE\nCAR!CARE\n", "2:4"), ("\u{feff}CAR!", "1:4")] {
                let ran = folder.run_with(command, input.replace('!', &bad.to_string()));
                let program = command.split(' ').next().unwrap();
                let code = u32::from(bad);
                assert_eq!(
                    (ran.code, ran.err),
                    (
                        2,
                        format!(
                            "{program}: standard input:{place}: expected lines that end in LF or CRLF, \
                     found the character U+{code:04X} in one\n"
                        )
                    )
                );
            }
        }
        // In a line without words they hide nothing.
        let ran = folder.run_with("kwg-dump judge x.kwg -q", format!("{bad}\nCAR\n"));
        ran.assert_out(1, "invalid\nvalid\n");
        // In an argument they are no space between words.
        for argument in [format!("'CAR{bad}CARE'"), format!("'CAR{bad}'")] {
            let ran = folder.run(&format!("kwg-dump judge x.kwg -q {argument}"));
            ran.assert_out(1, "invalid\n");
            let ran = folder.run(&format!("kwg-count index x.kwg -q {argument}"));
            ran.assert_out(1, "-\n");
        }
    }
}

/// What YAML takes for a text or for another document is not taken for a name or passed
/// over.
#[test]
fn names_without_a_value_and_second_documents() {
    let folder = Folder::new();
    let rest = "ruleset: english\nwords: {include: [x.txt]}\ngraphs: [{file: X.kwg}]\n";
    folder.write("x.txt", "CAR\n");
    for none in ["~", "null", "NULL"] {
        folder.write("x.yaml", format!("{rest}lexicon: {none}\n"));
        folder.refuses(
            "kwg-build x.yaml",
            "x.yaml:4:10: lexicon: expected a name, found nothing",
        );
    }
    folder.write("x.yaml", format!("{rest}lexicon: 'null'\n"));
    folder.fine("kwg-build x.yaml");
    for (text, line) in [
        (format!("lexicon: X\n{rest}---\nlexicon: Y\n"), 5),
        (format!("# x\n---\nlexicon: X\n{rest}\n--- {{}}\n"), 8),
        (format!("lexicon: X\n{rest}...\n\nlexicon: Y\n"), 7),
    ] {
        folder.write("x.yaml", text);
        let expected = format!("x.yaml:{line}:1: expected one document, found two");
        folder.refuses("kwg-build x.yaml", &expected);
    }
    let build = "kwg-build --ruleset rules.yaml --words x.txt -o m.kwg";
    let rules = "name: ~\nrack: 3\nbonus: 20\nexchange: 1\nblanks: 0\nletters:\n  \
                 - {tile: A, count: 0, points: 1}\nboard:\n  start: A1\n  squares: |\n    ...\n";
    folder.write("rules.yaml", rules);
    folder.refuses(build, "rules.yaml: name: expected a name, found nothing");
    folder.write("rules.yaml", rules.replace('~', "'~'"));
    folder.refuses(build, "rules.yaml: bag: expected tiles, found none");
}

/// So is one that is the very last byte.
#[test]
fn a_carriage_return_at_the_end_is_refused_everywhere() {
    let folder = Folder::new();
    let recipe = "lexicon: X\nruleset: english\nwords: {include: [x.txt]}\ngraphs: [{file: X.kwg}]";
    let with_leaves = "lexicon: X\nruleset: english\nleaves: [{file: X.klv2, source: end.csv}]\n";
    folder
        .write("x.txt", "CAR\nCARE\nACE\n")
        .write("x.yaml", recipe)
        .write("leaves.yaml", with_leaves)
        .write("end.txt", "CAR\r\nCARE\r\nACE\r")
        .write("end.csv", "A,1\nB,2\r")
        .write("end.yaml", format!("{recipe}\r"))
        .write("rules.yaml", format!("{}\r", RULESET.trim_end()))
        .write("letters.csv", "?,2,0,0\nA,9,1,1\r");
    folder.fine("kwg-build --words x.txt -o x.kwg");
    for command in [
        "kwg-build --ruleset english --words end.txt -o m.kwg",
        "kwg-build end.yaml",
        "kwg-build --ruleset rules.yaml --words x.txt -o m.kwg",
        "kwg-build --ruleset letters.csv --words x.txt -o m.kwg",
        "klv-build --leaves end.csv -o m.klv2",
        "klv-build leaves.yaml",
        "kwg-dump words end.txt",
        "movegen-check files --kwg x.kwg --words end.txt",
    ] {
        let ran = folder.run(command);
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        let expected = "expected lines that end in LF or CRLF, found a carriage return alone";
        assert!(ran.err.contains(expected), "{command}: {}", ran.err);
    }
    assert!(!folder.path("m.kwg").exists() && !folder.path("m.klv2").exists());
}

/// UTF-16 and compressed files are named for what they are.
#[test]
fn other_encodings_are_named() {
    let folder = Folder::new();
    let utf_16: Vec<u8> = "\u{feff}CAR\nCARE\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    folder
        .write("utf16.txt", utf_16)
        .write("list.txt.xz", b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46");
    for (file, found) in [
        ("utf16.txt", "UTF-16 (little-endian)"),
        ("list.txt.xz", "an xz file"),
    ] {
        for command in ["kwg-build -o m.kwg --words", "kwg-dump info", "kwg-count"] {
            let ran = folder.run(&format!("{command} {file}"));
            assert_eq!(ran.code, 2, "{command}: {}", ran.err);
            let expected = format!("expected text in UTF-8, found {found}");
            assert!(ran.err.contains(&expected), "{command}: {}", ran.err);
        }
    }
}

/// A letter that looks like one of the alphabet is named by its code point.
#[test]
fn look_alike_letters_are_named_by_code_point() {
    let folder = Folder::new();
    folder
        .write("x.txt", "C\u{391}R\n")
        .write("x.csv", "B\u{430},1\n");
    folder.refuses(
        "kwg-build --ruleset english --words x.txt -o x.kwg",
        "x.txt:1:2: unknown tile `\u{391}` (U+0391, not `A` U+0041) in `C\u{391}R`",
    );
    folder.refuses(
        "klv-build --ruleset english --leaves x.csv -o x.klv2",
        "x.csv:1:2: unknown tile `\u{430}` (U+0430, not `a` U+0061) in `B\u{430}`",
    );
}

/// A ruleset that reads only the letters does not read the list.
#[test]
fn a_ruleset_is_named_only_if_it_reads_everything() {
    let folder = Folder::new();
    folder.write("pl.txt", "ŻÓŁW\nŁAD\n");
    let build = "kwg-build --words pl.txt -o pl.kwg";
    folder.run(build).err.must_have("polish reads all of them");
    folder.write("pl.txt", "ŻÓŁW2\nŁAD3\n");
    let refused = folder.run(build);
    assert_eq!(refused.code, 2);
    refused.err.must_lack("reads all of them");
    // Repeated leaves change nothing.
    folder.write("pl.csv", "A,1\nA,1\nŻ,2\nŁ,3\n");
    let table = folder.run("klv-build --leaves pl.csv --ruleset english -o pl.klv2");
    table
        .err
        .must_have("2 of 4 leaves have letters that english lacks");
}

/// Lists and tables in gzip and zstd are read by every program and by recipes. The
/// manifest has the digest of the file as it is.
#[test]
fn packed_files_are_read_like_the_text_in_them() {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    let (words, leaves) = ("CAR\nCARE\n", "?,25\nA,0.5\n");
    for (end, name, list, table) in [
        ("gz", "gzip", gzip(words), gzip(leaves)),
        ("zst", "zstd", zstd(words), zstd(leaves)),
    ] {
        let folder = Folder::new();
        folder
            .write("list.txt", words)
            .write(&format!("list.txt.{end}"), &list[..])
            .write("table.csv", leaves)
            .write(&format!("table.csv.{end}"), table)
            .write(
                "r.yaml",
                format!(
                    "lexicon: R\nruleset: english\nwords: {{include: [list.txt.{end}]}}\n\
                     graphs: [{{file: R.kwg}}]\n\
                     leaves: [{{file: R.klv2, source: table.csv.{end}}}]\n"
                ),
            );
        for end in ["", &format!(".{end}")] {
            folder.fine(&format!("kwg-build --words list.txt{end} -o x{end}.kwg -q"));
            folder.fine(&format!(
                "klv-build --leaves table.csv{end} -o x{end}.klv2 -q"
            ));
        }
        assert!(folder.read("x.kwg") == folder.read(&format!("x.{end}.kwg")));
        assert!(folder.read("x.klv2") == folder.read(&format!("x.{end}.klv2")));
        folder.fine("kwg-build r.yaml -q");
        folder.fine("klv-build r.yaml -q");
        assert!(folder.read("x.kwg") == folder.read("dist/R.kwg"));
        assert!(folder.read("x.klv2") == folder.read("dist/R.klv2"));
        let manifest = folder.json("dist/R.manifest.json");
        let input = &manifest["words"]["inputs"][0];
        assert_eq!(input["sha256"], wordmill::digest::sha256(&list));
        assert_eq!(input["bytes"], list.len());
        folder.fine("movegen-check r.yaml --games 1");
        folder
            .fine(&format!("kwg-dump words list.txt.{end}"))
            .assert_out(0, words);
        folder.write(&format!("list.txt.{end}"), &list[..list.len() - 3]);
        folder.refuses(
            &format!("kwg-build --words list.txt.{end} -o y.kwg"),
            &format!("list.txt.{end}: expected a whole {name} file, found one cut short"),
        );
    }
}

/// Wrong types are named as an author knows them.
#[test]
fn wrong_types_have_plain_names() {
    let folder = Folder::new();
    let recipe = "lexicon: X\nruleset: english\nwords: {include: x.txt}\ngraphs: [{file: X.kwg}]\n";
    for (from, to, expected) in [
        (
            "",
            "",
            "words.include: invalid type: string \"x.txt\", expected a list",
        ),
        (
            "lexicon: X",
            "lexicon: [X]",
            "lexicon: invalid type: a list, expected a text",
        ),
        (
            "lexicon: X",
            "lexicon: {X: 1}",
            "lexicon: invalid type: a map, expected a text",
        ),
    ] {
        folder.write("x.yaml", recipe.replacen(from, to, 1));
        let ran = folder.run("kwg-build x.yaml");
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(expected), "{}", ran.err);
        assert!(!ran.err.contains("sequence"), "{}", ran.err);
    }
}

//! Messages for mistakes that are easily made.

use crate::support::harness::{Folder, Text};
use crate::support::table::table;
#[cfg(target_os = "linux")]
use crate::support::tools::missing;

/// A folder with a word list, a graph, leave values and a recipe.
fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("w.txt", "CAR\nCARE\nRACE\n")
        .write("l.csv", "?,20\nA,1\n")
        .write(
            "r.yaml",
            "lexicon: R\nruleset: english\nwords: {include: [w.txt]}\ngraphs: [{file: R.kwg}]\n\
             leaves: [{file: R.klv2, source: l.csv}]\n",
        );
    folder
}

/// Runs a command that has to fail; gives what it says.
#[track_caller]
fn refused(folder: &Folder, command: &str) -> String {
    let ran = folder.run(command);
    ran.assert_code(2);
    ran.err
}

/// Usage errors and all others begin with the name of the program.
#[test]
fn usage_errors_begin_like_all_others() {
    let folder = folder();
    for [command, message] in table(
        r"
        kwg-build --wrods w.txt | unexpected argument '--wrods' found
        klv-build | the following required arguments were not provided:
        kwg-count | the following required arguments were not provided:
        kwg-dump inof w.txt | unrecognized subcommand 'inof'
        movegen-check fils | no file and no command `fils`; did you mean `files`?
        movegen-check moves --kwg w.kwg --top x | invalid value 'x' for '--top <N>'
        ",
    ) {
        let program = command.split(' ').next().unwrap();
        let said = refused(&folder, command);
        said.must_start(&format!("{program}: {message}"));
    }
}

/// Errors are in colour on a terminal, unless `NO_COLOR` is set.
#[cfg(target_os = "linux")]
#[test]
fn errors_are_in_colour_on_a_terminal() {
    let folder = folder();
    let shown = |arguments: &str, no_color: &str| {
        let program = folder.command("kwg-build");
        let line = format!("{} {arguments}", program.get_program().display());
        let mut script = std::process::Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .current_dir(folder.path(""));
        let ran = script
            .env("TERM", "xterm")
            .env("NO_COLOR", no_color)
            .output()
            .ok()?;
        Some(String::from_utf8_lossy(&ran.stdout).into_owned())
    };
    for arguments in ["--words none.txt -o x.kwg", "--wrods w.txt"] {
        let Some(coloured) = shown(arguments, "") else {
            return missing("script");
        };
        assert!(coloured.contains("31mkwg-build:\x1b[0m "), "{coloured:?}");
        let plain = shown(arguments, "1").unwrap();
        assert!(
            plain.starts_with("kwg-build: ") && !plain.contains('\x1b'),
            "{plain:?}"
        );
    }
    let piped = refused(&folder, "kwg-build none.yaml");
    piped.must_start("kwg-build: none.yaml: ");
}

#[test]
fn an_artifact_where_a_recipe_belongs() {
    let folder = folder();
    folder.fine("kwg-build r.yaml");
    folder.fine("klv-build r.yaml");
    folder.fine("kwg-build --words w.txt --content alphagrams -o w.kad");
    folder.write("none.kwg", [0, 0, 0x40, 0, 0, 0, 0x40, 0]);
    for (file, what, option) in [
        ("dist/R.kwg", "a word graph (gaddawg)", "--kwg"),
        ("none.kwg", "a word graph (gaddawg)", "--kwg"),
        ("w.kad", "a graph of alphagrams", "--kad"),
        ("dist/R.klv2", "leave values (klv2)", "--klv"),
    ] {
        let expected = format!(
            "{file}: expected a recipe, found {what}; `kwg-dump info {file}` shows it, \
             `movegen-check files {option} {file}` checks it\n"
        );
        for program in ["kwg-build", "klv-build", "movegen-check"] {
            let said = refused(&folder, &format!("{program} {file}"));
            assert_eq!(said, format!("{program}: {expected}"));
        }
        // And so it is.
        folder.fine(&format!("kwg-dump info {file}"));
        folder.fine(&format!(
            "movegen-check files {option} {file} --pass structure"
        ));
    }
}

#[test]
fn the_marker_stands_under_wide_characters() {
    let folder = folder();
    folder.write("wide.txt", "語CAR\n🎲\nCARE\u{301}\nCA🎲7\n");
    let said = refused(&folder, "kwg-build --words wide.txt -o x.kwg");
    let quoted: Vec<&str> = said.lines().filter(|l| l.starts_with("    ")).collect();
    let expected = [
        "    語CAR",
        "    ^^",
        "    🎲",
        "    ^^",
        "    CARE\u{301}",
        "       ^",
        "    CA🎲7",
        "      ^^",
    ];
    assert_eq!(quoted, expected);
}

#[test]
fn writing_over_a_released_file_is_announced() {
    let folder = folder();
    folder.fine("kwg-build r.yaml");
    folder.fine("klv-build r.yaml");
    let warning = |file: &str| {
        format!(
            "warning: dist/{file} is no longer what dist/R.manifest.json and SHA256SUMS say; \
             build the recipe to have it back\n"
        )
    };
    folder.write("more.txt", "CAR\nCARED\n");
    let same = folder.fine("kwg-build --words w.txt -o dist/R.kwg");
    same.err.must_lack("warning");
    let ran = folder.fine("kwg-build --words more.txt -o dist/R.kwg");
    ran.err
        .must_start(&format!("kwg-build: {}", warning("R.kwg")));
    folder.write("other.csv", "A,2\n");
    let ran = folder.fine("klv-build --leaves other.csv -o dist/R.klv2");
    ran.err.must_have(&warning("R.klv2"));
    let other = folder.fine("kwg-build --words more.txt -o dist/other.kwg");
    other.err.must_lack("warning");
    // The recipe's build puts it right.
    folder.fine("kwg-build r.yaml");
    folder.fine("klv-build r.yaml");
    folder.fine("movegen-check --quick r.yaml");
}

#[test]
fn a_format_is_never_without_effect() {
    let folder = folder();
    for command in [
        "kwg-build --words w.txt -o x.kwg --format json",
        "klv-build --leaves l.csv -o x.klv2 --format json",
    ] {
        let said = refused(&folder, command);
        let is_said = said.contains("cannot be used with") && said.contains("--format");
        assert!(is_said, "{said}");
    }
    assert!(!folder.path("x.kwg").exists() && !folder.path("x.klv2").exists());
    let ran = folder.fine("kwg-build -q --format json r.yaml");
    assert!(ran.out.contains("\"R.kwg\"") && ran.err.is_empty());
    assert!(folder.fine("kwg-build -q r.yaml").out.is_empty());
}

#[test]
fn a_pinned_sum_that_can_be_none() {
    let folder = folder();
    for (sum, found) in [
        ("abc", "3"),
        (&"0".repeat(63), "63"),
        (&"g".repeat(64), &format!("`{}`", "g".repeat(64))),
        ("''", "0"),
    ] {
        let words = format!(
            "lexicon: R\nruleset: english\nwords:\n  include:\n    - file: w.txt\n      \
             sha256: {sum}\ngraphs: [{{file: R.kwg}}]\n"
        );
        let leaves = format!(
            "lexicon: R\nruleset: english\n\n\n\nleaves: [{{file: R.klv2, source: l.csv, sha256: {sum}}}]\n"
        );
        for (program, yaml) in [("kwg-build", words), ("klv-build", leaves)] {
            folder.write("p.yaml", yaml);
            let said = refused(&folder, &format!("{program} p.yaml"));
            said.must_start(&format!("{program}: p.yaml:6:"));
            let expected = format!("sha256: expected 64 hexadecimal digits, found {found}\n");
            said.must_have(&expected);
            said.must_end("^\n");
        }
    }
    // Capital letters mean the same.
    let sum = format!("{:064X}", 0xabcdef_u32);
    folder.write(
        "p.yaml",
        format!(
            "lexicon: R\nruleset: english\nwords: {{include: [{{file: w.txt, sha256: '{sum}'}}]}}\n\
             graphs: [{{file: R.kwg}}]\n"
        ),
    );
    let said = refused(&folder, "kwg-build p.yaml");
    said.must_have(&format!("sha256 of `w.txt`: expected {sum}, found 32c1"));
}

#[test]
fn faults_of_all_lists_are_shown_at_once() {
    let folder = folder();
    folder
        .write("in.txt", "CAR\nC1\n")
        .write("out.txt", "C2\n")
        .write("core.txt", "CARE\nC3\n")
        .write(
            "r.yaml",
            "lexicon: R\nruleset: english\nwords: {include: [in.txt], exclude: [out.txt]}\n\
             graphs: [{file: R.kwg}]\nmembers: [{file: R.kwi, of: R.kwg, words: [core.txt]}]\n",
        );
    let said = refused(&folder, "kwg-build r.yaml");
    let places: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("kwg-build: ")?.split(" unknown").next())
        .collect();
    assert_eq!(places, ["in.txt:2:2:", "out.txt:1:2:", "core.txt:2:2:"]);
}

#[test]
fn a_page_is_not_fine_if_a_pass_was_not_checked() {
    let folder = folder();
    folder.fine("kwg-build r.yaml");
    let check = "movegen-check files --quick --report p.html --kwg dist/R.kwg";
    for (more, class, end) in [
        (" --words w.txt", "good", ""),
        ("", "warn", "; not all was checked"),
        (" --pass structure", "good", ""),
    ] {
        let ran = folder.fine(&format!("{check}{more}"));
        let said = format!("1 lexicon, 1 file: no errors, no warnings{end}");
        assert_eq!(ran.err, format!("movegen-check: {said}\n"));
        let page = folder.text("p.html");
        assert!(page.contains(&format!("<p class=\"verdict {class}\">{said}</p>")));
        let in_part = "<li class=\"warn\">words: fine, in part</li>";
        assert_eq!(page.contains(in_part), !end.is_empty());
        let lines = ran.out.lines().map(|line| line.replace(' ', ""));
        let in_table = lines.filter(|line| line.starts_with("wordsfine,inpart"));
        assert_eq!(
            in_table.count(),
            usize::from(!end.is_empty()),
            "{}",
            ran.out
        );
    }
}

#[test]
fn a_graph_cut_short_is_told_of_its_size_first() {
    let folder = folder();
    folder.fine("kwg-build --words w.txt -o w.kwg");
    let bytes = folder.read("w.kwg");
    folder.write("cut.kwg", &bytes[..100]);
    let said = refused(&folder, "kwg-dump info cut.kwg");
    said.must_end("found 25; is the file cut short?\n");
    for (length, expected) in [
        (
            100,
            "expected more nodes, as 2 arcs lead past the end, found 25; is the file cut short?",
        ),
        (
            101,
            "expected nodes of 4 bytes, found 101 bytes; is the file cut short?",
        ),
    ] {
        folder.write("cut.kwg", &bytes[..length]);
        let ran = folder.run("movegen-check files --kwg cut.kwg --pass structure -q");
        ran.assert_code(1);
        let first = ran.out.lines().next().unwrap();
        let start = "structure: cut.kwg: the length of the file: ";
        assert_eq!(first, format!("{start}{expected}"));
    }
}

#[test]
fn leave_values_cut_short_are_told_so() {
    let folder = Folder::new();
    folder.write("l.csv", "?,20\nA,1\nAB,-3\n");
    folder.fine("klv-build --leaves l.csv -o l.klv2 -q");
    let bytes = folder.read("l.klv2");
    for length in 1..bytes.len() {
        folder.write("cut.klv2", &bytes[..length]);
        let ran = folder.run("movegen-check files --klv cut.klv2 --pass structure -q");
        // A KLV2 of which half the values are gone is a KLV by its size.
        let asks = ran.out.contains("; is the file cut short?\n");
        let is_klv = length + 6 == bytes.len();
        assert!(asks || is_klv, "{length}: {}{}", ran.out, ran.err);
    }
    folder.write("long.klv2", [&bytes[..], &[0; 3]].concat());
    let ran = folder.run("movegen-check files --klv long.klv2 --pass structure -q");
    assert!(
        ran.code == 1 && !ran.out.contains("cut short"),
        "{}",
        ran.out
    );
}

#[test]
fn a_word_of_any_length_is_answered_at_once() {
    let folder = Folder::new();
    folder
        .write("long.txt", format!("AB\n{}\n", "A".repeat(200_000)))
        .write("most.txt", format!("{}\n", "A".repeat(1024)))
        .write("more.txt", format!("{}\n", "A".repeat(1025)));
    let build = "kwg-build --length any -o x.kwg --words";
    for (list, found) in [("long.txt", 200_000), ("more.txt", 1025)] {
        let said = refused(&folder, &format!("{build} {list}"));
        let expected = format!(
            "kwg-build: expected words of at most 1024 tiles in a GADDAG, found one of {found}; \
             a graph of content dawg takes any\n"
        );
        assert_eq!(said, expected);
        let dawg = format!("{build} {list} --content dawg");
        folder.fine(&dawg);
    }
    folder.fine(&format!("{build} most.txt"));
}

#[test]
fn a_sound_file_of_another_alphabet_is_not_called_damaged() {
    let folder = Folder::new();
    folder.write("pl.txt", "AĄ\nŻYĆ\n");
    folder.fine("kwg-build --ruleset polish -o pl.kwg --words pl.txt");
    let said = refused(&folder, "kwg-dump info pl.kwg");
    said.must_end(
        "it was read as english, since nothing names another ruleset: --ruleset settles it\n",
    );
    folder.fine("kwg-dump info pl.kwg --ruleset polish");
}

#[test]
fn what_a_length_drops_is_counted() {
    let folder = Folder::new();
    folder.write("d.txt", "A\nAB\nAB\nCAB\nABACABACABACABAC\n");
    let ran = folder.run("kwg-build --outside drop -o d.kwg --words d.txt");
    ran.assert_code(0);
    ran.err
        .must_start("kwg-build: d.kwg: 2 words (1 repeated, 2 dropped for their length), ");
}

#[test]
fn apostrophes_are_shown_as_they_are() {
    let folder = folder();
    folder.write("a.txt", "CAR'S\n\"CAR\"\n");
    let said = refused(&folder, "kwg-build --words a.txt -o x.kwg");
    said.must_have("unknown tile `'` in `CAR'S`\n");
    said.must_have("unknown tile `\"` in `\"CAR\"`\n");
    let said = refused(&folder, "kwg-dump words w.txt --prefix A'B");
    assert_eq!(
        said,
        "kwg-dump: --prefix: unknown tile `'` in `A'B`\n    A'B\n     ^\n"
    );
}

#[test]
fn an_option_for_a_file_that_goes_without() {
    let folder = folder();
    for [command, option] in table(
        r"
        kwg-count --kwg w.txt | --kwg
        kwg-count index --kwg w.txt CAR | --kwg
        kwg-dump words --kad w.txt | --kad
        kwg-dump leaves --klv l.csv | --klv
        ",
    ) {
        let said = refused(&folder, command);
        let tip = format!("tip: the file goes without an option: leave out `{option}`\n");
        said.must_have(&tip);
        folder.fine(&command.replace(&format!("{option} "), ""));
    }
    // These do take one, or no such file at all.
    for command in [
        "movegen-check files --kwh w.txt",
        "movegen-check files --kbwg w.txt",
        "movegen-check moves --klv2 w.txt",
        "kwg-build --kwg w.txt",
        "klv-build --klv w.txt",
    ] {
        let said = refused(&folder, command);
        said.must_lack("goes without");
    }
}

#[test]
fn lengths_are_written_in_the_same_way_everywhere() {
    let folder = folder();
    folder.write("v.txt", "A\nAB\nCAR\nCARE\n");
    for (length, expected) in [
        ("3", "CAR\n"),
        ("2..3", "AB\nCAR\n"),
        ("3..", "CAR\nCARE\n"),
        ("..3", "AB\nCAR\n"),
        ("any", "A\nAB\nCAR\nCARE\n"),
    ] {
        let ran = folder.run(&format!("kwg-dump words v.txt --length {length}"));
        // A lexicon has no words of one tile unless that is said.
        let short = if length == "..3" { "A\n" } else { "" };
        assert_eq!(ran.fine().out, format!("{short}{expected}"), "{length}");
        let build = "kwg-build --words v.txt --content dawg --outside drop -q -o v.kwg --length";
        folder.fine(&format!("{build} {length}"));
        assert_eq!(folder.fine("kwg-dump words v.kwg").out, expected);
        let check = "movegen-check files --kwg v.kwg --words v.txt --pass words -q --length";
        folder.fine(&format!("{check} {length}"));
    }
    for length in ["..", "0", "0..3", "3..2", "two"] {
        for command in ["kwg-dump words v.txt", "kwg-build --words v.txt -o v.kwg"] {
            let said = refused(&folder, &format!("{command} --length {length}"));
            said.must_have(": expected ");
        }
    }
}

#[test]
fn recipes_and_direct_builds_are_told_apart() {
    let folder = folder();
    for (program, option, source, output) in [
        ("kwg-build", "--words", "w.txt", "x.kwg"),
        ("klv-build", "--leaves", "l.csv", "x.klv2"),
    ] {
        let dots = if option == "--words" { "..." } else { "" };
        let usage = format!(
            "Usage: {program} [OPTIONS] <RECIPE>...\n       \
             {program} [OPTIONS] {option} <FILE>{dots} --output <OUT>\n"
        );
        let help = folder.fine(&format!("{program} --help")).out;
        help.must_have(&usage);
        for (arguments, expected) in [
            ("".to_string(), "  <RECIPE>...\n".to_string()),
            (format!("{option} {source}"), "  --output <OUT>\n".into()),
            (format!("-o {output}"), format!("  {option} <FILE>{dots}\n")),
            (
                format!("r.yaml -o {output}"),
                "'[RECIPE]...' cannot be used with '--output <OUT>'\n".into(),
            ),
            (
                "r.yaml --ruleset polish".to_string(),
                "'[RECIPE]...' cannot be used with '--ruleset <RULESET>'\n".into(),
            ),
        ] {
            let said = refused(&folder, &format!("{program} {arguments}"));
            let (fault, after) = said.split_once("\n\n").unwrap();
            let fault = format!("{fault}\n");
            assert!(fault.ends_with(&expected), "{arguments}: {said}");
            assert!(fault.lines().count() <= 2, "{arguments}: {said}");
            assert!(after.contains(&usage), "{arguments}: {said}");
        }
    }
}

/// Whatever is read from the standard input, messages call it the same.
#[test]
fn the_standard_input_has_one_name() {
    let folder = Folder::new();
    folder.write("w.txt", "CAR\nCARE\n");
    folder.fine("kwg-build --words w.txt -o w.kwg -q");
    let graph = folder.read("w.kwg");
    for (command, input, expected) in [
        (
            "kwg-build --words - -o x.kwg --ruleset english",
            &b"CAR\nC7R\n"[..],
            "kwg-build: standard input:2:2: unknown tile `7` in `C7R`\n",
        ),
        (
            "klv-build --leaves - -o x.klv2 --ruleset english",
            b"A,1\n7,1\n",
            "klv-build: standard input:2:1: unknown tile `7`",
        ),
        (
            "kwg-dump words -",
            &graph,
            "kwg-dump: standard input: read as english, since no manifest names the ruleset",
        ),
        (
            "kwg-dump leaves -",
            &graph,
            "kwg-dump: standard input: expected leave values, found ",
        ),
        (
            "kwg-dump grid w.kwg -q",
            b"AB/C\n",
            "kwg-dump: standard input:1:4: row 2: ",
        ),
        (
            "kwg-dump words w.kwg -q --anagram -",
            b"C!R\n",
            "kwg-dump: standard input:1:2: --anagram: ",
        ),
    ] {
        let ran = folder.run_with(command, input);
        ran.err.must_start(expected);
    }
    let game = "#player1 a A\n#player2 b B\n>a: CAR 8H C%R +4 4\n";
    let ran = folder.run_with("movegen-check replay - --kwg w.kwg -q", game);
    ran.out.must_have("\nstandard input:3: play: unknown tile ");
}

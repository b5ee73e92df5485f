//! Bounds on work, and inputs that look right but are not.

use crate::support::everything::{after, everything, files_in, some_words};
use crate::support::harness::{Folder, Ran, Text, repo};

const RECIPE: &str = "\
lexicon: X
ruleset: english
words: {include: [x.txt]}
graphs: [{file: X.kwg}]
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("in/x.txt", "AA\nAB\n")
        .write("in/x.yaml", RECIPE);
    folder
}

/// Each missing input is counted, but only those that are shown are looked for in
/// the text of the recipe. Looking for all of them takes longer than any test may.
#[test]
fn fourteen_thousand_missing_inputs() {
    let folder = folder();
    let lists: String = (0..14_000).map(|i| format!("  - no{i}.txt\n")).collect();
    let recipe = RECIPE.replace(" {include: [x.txt]}", &format!("\n  include:\n{lists}"));
    folder.write("in/x.yaml", recipe);
    let ran = folder.run("kwg-build in/x.yaml");
    ran.assert_code(2);
    assert_eq!(
        ran.err.matches("can't read in/no").count(),
        20,
        "{}",
        ran.err
    );
    ran.err.must_end("kwg-build: … and 13,980 more\n");
}

/// The work of finding moves doubles with each tile of a rack.
#[test]
fn racks_of_sixty_tiles_are_not_checked() {
    let folder = folder();
    let english = std::fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    for rack in [20, 60] {
        let ruleset = english.replace("\nrack: 7\n", &format!("\nrack: {rack}\n"));
        assert!(ruleset != english);
        folder.write(
            "in/wide.yaml",
            ruleset.replace("name: english", "name: wide"),
        );
        folder.write("in/x.yaml", RECIPE.replace("english", "wide.yaml"));
        folder.fine("kwg-build in/x.yaml -q");
        let ran = folder.fine("movegen-check in/x.yaml --quick -q");
        ran.out.must_have(&format!(
            "moves are found with racks of at most 12 tiles, and the \
             ruleset has racks of {rack}"
        ));
        folder.write(
            "p.tsv",
            "board\track\tbag\tplays\tsum_of_scores\tbest_score\tbest_value\tbest_play\n",
        );
        let ran = folder.run("movegen-check positions p.tsv --kwg dist/X.kwg");
        ran.assert_code(2);
        ran.err
            .must_have("p.tsv: expected a ruleset with racks of at most 12 tiles, found");
        let board = ["15"; 15].join("/");
        let moves = format!("movegen-check moves --kwg dist/X.kwg --board {board} --rack");
        let tiles = "ABCDEFGHIJKLMNOPQRSTAAAAAAAAEEEEEEEEEEEIIIIIIIIOOOOOOONNNNNR";
        folder.fine(&format!("{moves} {}", &tiles[..12]));
        folder.refuses(
            &format!("{moves} {} --all", &tiles[..rack]),
            &format!("rack: expected at most 12 tiles to find moves with, found {rack}"),
        );
        // One play takes no search.
        let play = format!("movegen-check score --kwg dist/X.kwg --board {board} --play");
        folder.fine(&format!("{play} '8G AA' --rack {}", "AAEEIIOO"));
    }
}

/// The threads that the environment asks for would need 200 GB of address space.
#[cfg(target_os = "linux")]
#[test]
fn the_environment_asks_for_too_many_threads() {
    let folder = folder();
    for (name, arguments) in [
        ("kwg-build", &["in/x.yaml", "-q"][..]),
        ("kwg-dump", &["diff", "dist/X.kwg", "dist/X.kwg"]),
        ("movegen-check", &["in/x.yaml", "--quick", "-q"]),
    ] {
        let mut command = after("ulimit -v 8000000", name, arguments);
        command.env("RAYON_NUM_THREADS", "100000");
        let output = command.current_dir(folder.path("")).output().unwrap();
        Ran::of(name, output).fine();
    }
}

/// A sparse file of 1 GB in place of a manifest, sums or lock.
#[test]
fn papers_of_a_gigabyte() {
    for (file, build) in [
        ("dist/X.manifest.json", "kwg-build in/x.yaml"),
        ("dist/SHA256SUMS", "kwg-build in/x.yaml"),
        ("in/X.sha256", "kwg-build in/x.yaml --locked"),
    ] {
        let folder = folder();
        folder.write(file, "");
        let path = std::fs::File::create(folder.path(file)).unwrap();
        path.set_len(1 << 30).unwrap();
        let ran = folder.run(build);
        let expected = format!("{file}: expected at most 16777216 bytes, found 1073741824");
        ran.assert_err(2, &format!("kwg-build: {expected}\n"));
        std::fs::remove_file(folder.path(file)).unwrap();
        folder.write(file, "");
    }
}

/// Thirty-two aliases of a text of 200 KB.
#[test]
fn expected_words_without_end() {
    let folder = folder();
    let long = "A".repeat(200_000);
    let recipe = format!("{RECIPE}expect:\n  lacks: [&a {long}]\n  contains:\n");
    folder.write("in/x.yaml", recipe + &"    - *a\n".repeat(32));
    let ran = folder.run("kwg-build in/x.yaml");
    ran.assert_code(1);
    ran.err.must_have("expected `AAAAAAAA");
    assert!(ran.err.len() < 20_000, "{}", ran.err.len());
}

#[test]
fn a_recipe_with_a_byte_order_mark() {
    let folder = folder();
    folder.fine("kwg-build in/x.yaml -q");
    let graph = folder.read("dist/X.kwg");
    folder.write("in/x.yaml", format!("\u{feff}{RECIPE}"));
    folder.fine("kwg-build in/x.yaml -q --force");
    assert!(folder.read("dist/X.kwg") == graph);
    folder.fine("movegen-check in/x.yaml --quick -q --pass words");
    let english = std::fs::read_to_string(repo().join("rulesets/english.yaml")).unwrap();
    folder.write("in/e.yaml", format!("\u{feff}{english}"));
    folder.write("in/x.yaml", RECIPE.replace("english", "e.yaml"));
    folder.fine("kwg-build in/x.yaml -q");
    folder.write("in/x.yaml", "\u{feff}lexicon: ../X\nruleset: english\n");
    folder
        .run("kwg-build in/x.yaml")
        .err
        .must_have("in/x.yaml:1:10: lexicon: expected a plain");
}

/// A system that starts no threads: each would have a larger stack than any memory. All
/// programs do their work on the thread that they have.
#[test]
fn no_thread_can_be_started() {
    let folder = everything();
    folder.write("in/words.txt", some_words(0, 100));
    for command in [
        "kwg-build in/all.yaml",
        "klv-build in/all.yaml",
        "kwg-build in/all.yaml --force -q --out-dir again",
        "kwg-build --words in/words.txt -o in/x.kwg",
        "klv-build estimate --kwg dist/ALL.kwg --boards 2 --seed 1 -o x.csv",
        "movegen-check in/all.yaml --games 2 -q",
        "movegen-check match --kwg dist/ALL.kwg --klv dist/ALL.klv2 --pairs 2 --seed 1",
        "kwg-dump info dist/ALL.kwg",
        "kwg-dump diff dist/ALL.kwg dist/ALL-magpie.kbwg",
        "kwg-count dist/ALL.kad",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let mut alone = folder.command(words[0]);
        alone
            .args(&words[1..])
            .env("RUST_MIN_STACK", "4611686018427387904");
        let alone = Ran::of(command, alone.output().unwrap()).fine();
        // What was built is up to date now.
        if !words[0].ends_with("-build") {
            assert_eq!(folder.fine(command).out, alone.out);
        }
    }
    let files = files_in(&folder.path("dist"));
    folder.fine("kwg-build in/all.yaml --force -q");
    folder.fine("klv-build in/all.yaml --force -q");
    assert_eq!(files_in(&folder.path("dist")), files);
}

/// Any number of files that a program may open, until it may open enough.
#[cfg(unix)]
#[test]
fn too_few_files_may_be_opened() {
    let folder = everything();
    folder.write("in/words.txt", some_words(0, 1000));
    let mut seen = 0;
    for files in 4..40 {
        let before = folder.snapshot();
        let mut command = after(
            &format!("ulimit -n {files}"),
            "kwg-build",
            &["in/all.yaml", "-q", "--threads", "2"],
        );
        let output = command.current_dir(folder.path("")).output().unwrap();
        if output.status.success() {
            break;
        }
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        // With fewer still, the system can't start the program or its threads.
        if error.contains("can't write") {
            error.must_have("can't write: Too many open files (os error 24); raise the limit");
            assert_eq!(output.status.code(), Some(2));
            seen += 1;
        }
        assert!(folder.snapshot() == before, "{error}");
    }
    assert!(seen > 0);
}

/// A recipe may have more files than a program may open.
#[cfg(unix)]
#[test]
fn more_files_than_may_be_opened() {
    const FILES: usize = 150;
    let folder = Folder::new();
    let mut recipe = "lexicon: MANY\nruleset: english\nwords:\n  include:\n".to_string();
    for i in 0..FILES {
        let tile = char::from(b'A' + (i % 26) as u8);
        folder.write(&format!("l{i}.txt"), format!("CA{tile}\n"));
        recipe += &format!("    - l{i}.txt\n");
    }
    recipe += "graphs:\n";
    for i in 0..FILES {
        recipe += &format!("  - file: M{i}.kwg\n    content: dawg\n");
    }
    folder.write("many.yaml", recipe);
    let build = |limit: &str, directory: &str| {
        let arguments = ["many.yaml", "-q", "--threads", "2", "--out-dir", directory];
        let mut command = after(limit, "kwg-build", &arguments);
        let output = command.current_dir(folder.path("")).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{limit}: {error}");
    };
    build("ulimit -n 32", "few");
    build("true", "dist");
    assert_eq!(
        files_in(&folder.path("few")),
        files_in(&folder.path("dist"))
    );
    let mut check = after(
        "ulimit -n 32",
        "movegen-check",
        &["many.yaml", "--quick", "-q"],
    );
    let checked = check.current_dir(folder.path("")).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(!said.contains("open files"), "{said}");
}

/// Files are larger than the memory that a program may have: one that its recipe no longer
/// makes, which goes, and one of the user, which keeps its line in the sums.
#[cfg(target_os = "linux")]
#[test]
fn files_larger_than_the_memory() {
    const BYTES: u64 = 100 << 20;
    let folder = folder();
    let second = "graphs: [{file: X.kwg}, {file: X.kad, content: alphagrams}]";
    let recipe = RECIPE.replace("graphs: [{file: X.kwg}]", second);
    folder.write("in/x.yaml", recipe);
    folder.fine("kwg-build in/x.yaml -q");
    for name in ["dist/X.kad", "dist/notes"] {
        let file = std::fs::File::create(folder.path(name)).unwrap();
        file.set_len(BYTES).unwrap();
    }
    let zeros = wordmill::digest::sha256(&vec![0; BYTES as usize]);
    let manifest = folder.json("dist/X.manifest.json");
    let before = manifest["words"]["outputs"][1]["sha256"].as_str().unwrap();
    for name in ["dist/X.manifest.json", "dist/SHA256SUMS"] {
        folder.write(name, folder.text(name).replace(before, &zeros));
    }
    let notes = format!("{zeros}  notes\n");
    folder.write("dist/SHA256SUMS", folder.text("dist/SHA256SUMS") + &notes);
    folder.write("in/x.yaml", RECIPE);
    let arguments = ["in/x.yaml", "-q", "--threads", "2"];
    let mut command = after("ulimit -v 80000", "kwg-build", &arguments);
    let output = command.current_dir(folder.path("")).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    assert!(!folder.path("dist/X.kad").exists());
    folder.text("dist/SHA256SUMS").must_have(&notes);
}

#[cfg(target_os = "linux")]
#[test]
fn help_for_a_full_standard_output() {
    let folder = folder();
    for program in [
        "kwg-build",
        "klv-build",
        "kwg-dump",
        "kwg-count",
        "movegen-check",
    ] {
        for option in ["--help", "-h", "--version"] {
            let full = std::fs::File::create("/dev/full").unwrap();
            let mut command =
                std::process::Command::new(crate::support::everything::program(program));
            let output = command
                .arg(option)
                .stdout(full)
                .current_dir(folder.path(""))
                .output();
            Ran::of(option, output.unwrap()).assert_err(
                2,
                &format!("{program}: standard output: can't write: No space left on device (os error 28)\n"),
            );
        }
    }
}

/// `>&-` loses all that is printed, so it is an error if anything is. A standard output
/// that is `/dev/null`, however it was opened, and messages that nobody hears are none.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output() {
    let folder = folder();
    folder.fine("kwg-build in/x.yaml -q");
    folder.fine("kwg-build --words in/x.txt -o x.kwg -q");
    let run = |streams: &str, line: &str| {
        let (name, arguments) = line.split_once(' ').unwrap();
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut command = after(&format!("exec {streams}"), name, &arguments);
        let output = command.current_dir(folder.path("")).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), said)
    };
    let fine = |streams: &str, line: &str| {
        let (code, said) = run(streams, line);
        assert_eq!(code, Some(0), "{line} {streams}: {said}");
    };
    let mut prints = vec![
        "kwg-build --words in/x.txt -o -".to_string(),
        "kwg-build in/x.yaml --force".to_string(),
        "kwg-dump words x.kwg".to_string(),
        "kwg-dump words x.kwg --format json".to_string(),
        "kwg-dump info x.kwg".to_string(),
        "kwg-count x.kwg".to_string(),
        "movegen-check files --kwg x.kwg --quick".to_string(),
    ];
    for command in wordmill::cli::args::commands() {
        for option in ["--help", "-h", "--version"] {
            prints.push(format!("{} {option}", command.get_name()));
        }
    }
    for line in &prints {
        let program = line.split(' ').next().unwrap();
        let (code, said) = run(">&-", line);
        assert_eq!(code, Some(2), "{line}: {said}");
        let expected =
            format!("{program}: standard output: can't write: Bad file descriptor (os error 9)\n");
        said.must_end(&expected);
        for streams in [
            ">/dev/null",
            "1<>/dev/null",
            "2>&-",
            "<&-",
            "1<>/dev/null 2>&-",
        ] {
            fine(streams, line);
        }
    }
    for line in [
        "kwg-build in/x.yaml -q --force",
        "kwg-build --words in/x.txt -o y.kwg",
    ] {
        fine(">&-", line);
        fine(">&- 2>&- <&-", line);
    }
}

/// A message has at most 4,096 characters of whatever it is about.
#[test]
fn names_of_megabytes_in_messages() {
    let folder = folder();
    folder.fine("kwg-build --words in/x.txt -o x.kwg -q");
    let long = "L".repeat(900_000);
    let players = "#player1 A A\n#player2 B B\n";
    folder.write("x.gcg", format!("{players}#lexicon {long}\n"));
    let ran = folder.fine("movegen-check replay x.gcg --kwg x.kwg");
    ran.err.must_have("the game names the lexicon `LLL");
    assert!(ran.err.len() < 10_000, "{}", ran.err.len());
    folder.write("x.gcg", format!("{players}>A: AA 8H AA +{long} 4\n"));
    let ran = folder.run("movegen-check replay x.gcg --kwg x.kwg");
    ran.assert_code(2);
    ran.err
        .must_have("x.gcg:3: expected points such as +12, found `+LLL");
    ran.err.must_end("LLL…\n");
    assert!(ran.err.chars().count() < 4_200, "{}", ran.err.len());
}

/// Names that are two on one system and one on another, or none at all.
#[test]
fn names_that_some_systems_do_not_take() {
    let folder = folder();
    for name in ["CON.kwg", "nul", "Aux.kwg", "COM1.kwg", "lpt9", "X."] {
        folder.write("in/x.yaml", RECIPE.replace("X.kwg", name));
        let expected = format!(
            "in/x.yaml:4:17: graphs[0].file: expected a name that every system takes, found \
             `{name}`, which Windows does not"
        );
        folder.refuses("kwg-build in/x.yaml", &expected);
    }
    for name in ["CONE.kwg", "COM.kwg", "COM12.kwg", "NULL"] {
        folder.write("in/x.yaml", RECIPE.replace("X.kwg", name));
        folder.fine("kwg-build in/x.yaml -q");
    }
    let two = "[{file: \u{c4}.kwg}, {file: A\u{308}.kwg, layout: magpie}]";
    folder.write("in/x.yaml", RECIPE.replace("[{file: X.kwg}]", two));
    folder
        .run("kwg-build in/x.yaml")
        .err
        .must_have("A\u{308}.kwg` is made twice");
}

/// A file that one recipe of a run makes is an input of another.
#[test]
fn a_recipe_does_not_overwrite_the_input_of_another() {
    let folder = folder();
    folder.write("dist/X.words", "AA\n");
    folder.write("in/x.yaml", RECIPE.replace("X.kwg", "X.words"));
    let other = RECIPE
        .replace("lexicon: X", "lexicon: Y")
        .replace("X.kwg", "Y.kwg");
    folder.write("in/y.yaml", other.replace("x.txt", "../dist/X.words"));
    folder.refuses(
        "kwg-build in/x.yaml in/y.yaml",
        "dist/X.words: can't be written: it is the source in/../dist/X.words",
    );
    assert_eq!(folder.text("dist/X.words"), "AA\n");
}

/// Any of the bits of node 1 that lead to the GADDAG flipped: what is left may be a
/// DAWG, but most of the nodes are then unreachable.
#[test]
fn a_gaddawg_whose_second_node_is_damaged() {
    let folder = folder();
    folder.write("in/x.txt", some_words(0, 50));
    folder.fine("kwg-build --words in/x.txt -o x.kwg -q");
    let graph = folder.read("x.kwg");
    let mut seen = false;
    for bit in 22..30 {
        let mut damaged = graph.clone();
        damaged[4 + bit / 8] ^= 1 << (bit % 8);
        folder.write("y.kwg", damaged);
        let ran = folder.run("movegen-check files --kwg y.kwg --words in/x.txt --quick -q");
        ran.assert_code(1);
        let lines = ran
            .out
            .lines()
            .filter(|line| line.contains("nreachable node"));
        assert!(lines.count() <= 1, "{}", ran.out);
        let ran = folder.run("movegen-check files --kwg y.kwg --content gaddawg -q --quick");
        ran.assert_code(1);
        let ran = folder.run("kwg-dump diff x.kwg y.kwg");
        ran.assert_code(2);
        assert!(
            ran.err.contains("kwg-dump: y.kwg: ") && ran.out.is_empty(),
            "{bit} {}",
            ran.err
        );
        seen |= ran.err.contains("nodes that nothing leads to");
    }
    assert!(seen);
    // A DAWG alone is sound, unless a gaddawg is asked for or listed.
    folder.fine("kwg-build --words in/x.txt --content dawg -o d.kwg -q");
    folder.fine("movegen-check files --kwg d.kwg --words in/x.txt --quick -q");
    folder.fine("movegen-check files --kwg d.kwg --content dawg --quick -q");
    folder
        .run("movegen-check files --kwg d.kwg --content gaddawg --quick -q")
        .assert_code(1);
    folder.fine("kwg-build in/x.yaml -q");
    folder.write("dist/X.kwg", folder.read("d.kwg"));
    folder
        .run("movegen-check files --kwg dist/X.kwg --quick -q --pass structure")
        .assert_code(1);
}

/// A graph of 1,568 bytes that has every word of 2 to 15 letters.
#[test]
fn moves_and_grids_of_words_without_end() {
    let mut nodes = vec![2 | 1 << 22, 1 << 22];
    for depth in 0..15u32 {
        let arc = if depth < 14 { 2 + (depth + 1) * 26 } else { 0 };
        for tile in 1..=26u32 {
            let (accepts, end) = (u32::from(depth > 0), u32::from(tile == 26));
            nodes.push(tile << 24 | accepts << 23 | end << 22 | arc);
        }
    }
    let bytes: Vec<u8> = nodes.into_iter().flat_map(u32::to_le_bytes).collect();
    let folder = Folder::new();
    folder.write("all.kwg", bytes).write("w.txt", "CAR\n");
    for run in [
        "kwg-dump diff w.txt all.kwg",
        "kwg-dump diff all.kwg w.txt --format csv",
        "movegen-check moves --kwg all.kwg --rack ABCDE?? --all",
        "movegen-check score --kwg all.kwg --play '8G CAR'",
        "movegen-check match --kwg all.kwg --against none",
        "kwg-dump grid all.kwg AYEEA/HHTGB/HNAEC/ATETD/ABCDE",
    ] {
        let ran = folder.run(run);
        ran.assert_out(2, "");
        let expected = "all.kwg: expected words of at most 268435456 tiles in all, found";
        ran.err.must_have(expected);
    }
    folder.fine("kwg-dump diff all.kwg all.kwg");
}

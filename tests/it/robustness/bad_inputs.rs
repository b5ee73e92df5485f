//! Inputs that are no files, or that are made to hurt: refused with a message,
//! soon, and in little memory.

use crate::support::everything::{after, program};
use crate::support::harness::{Folder, Ran, Text, repo};
use crate::support::table::table;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const RECIPE: &str = "\
lexicon: X
ruleset: english
words: {include: [x.txt]}
graphs: [{file: X.kwg}]
leaves: [{file: X.klv2, source: x.csv}]
";

/// A folder with a small lexicon, built.
fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("x.txt", "AA\nAB\n")
        .write("x.csv", "A,1\n?,25\n")
        .write("x.yaml", RECIPE);
    folder.fine("kwg-build x.yaml -q --update-lock");
    folder.fine("klv-build x.yaml -q --update-lock");
    folder
}

/// Runs a program that must not wait for what never comes.
fn run_soon(folder: &Folder, command: &str) -> Ran {
    let mut words = command.split(' ');
    let mut program = folder.command(words.next().unwrap());
    let soon = program.args(words).timeout(Duration::from_secs(600));
    Ran::of(command, soon.output().unwrap())
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Every place where a program opens a file by its name.
const COMMANDS: &str = "
    it | kwg-build --words it -o y.kwg
    it.csv | kwg-build --ruleset it.csv --words x.txt -o y.kwg
    it.yaml | kwg-build it.yaml
    it.csv | klv-build --leaves it.csv -o y.klv2
    it | kwg-dump info it
    it | kwg-dump diff dist/X.kwg it
    it | kwg-dump words it
    it | kwg-count it
    it | movegen-check files --kwg it
    it | movegen-check files --kwg dist/X.kwg --words it
    it | movegen-check files --kwg dist/X.kwg --positions it
    it.yaml | movegen-check it.yaml
";

/// Puts something in the place of each input, and reads what is said of it.
#[cfg(unix)]
fn refused_everywhere(make: impl Fn(&Path), expected: &str) {
    let folder = folder();
    let refused = |name: &str, command: &str| {
        let ran = run_soon(&folder, command);
        let program = command.split(' ').next().unwrap();
        let first = ran.err.lines().next().unwrap_or_default();
        assert_eq!(first, format!("{program}: {name}: {expected}"), "{command}");
        // An input of a recipe has the line of the recipe below.
        let lines = if name.starts_with("x.yaml:") { 3 } else { 1 };
        assert_eq!(ran.err.lines().count(), lines, "{}", ran.err);
        ran
    };
    for [name, command] in table(COMMANDS) {
        make(&folder.path(name));
        let ran = refused(name, command);
        ran.assert_out(2, "");
        let it = folder.path(name);
        if it.is_dir() {
            std::fs::remove_dir(it).unwrap();
        } else {
            std::fs::remove_file(it).unwrap();
        }
    }
    // What a recipe names, and what stands in its output directory.
    for [place, name, command] in table(
        r"
        x.yaml:3:19: words.include[0]: | x.txt | kwg-build x.yaml
        x.yaml:5:33: leaves[0].source: | x.csv | klv-build x.yaml
        '' | X.sha256 | kwg-build --locked x.yaml
        '' | dist/X.manifest.json | kwg-build x.yaml
        '' | dist/SHA256SUMS | kwg-build x.yaml
        ",
    ) {
        std::fs::rename(folder.path(name), folder.path("kept")).unwrap();
        make(&folder.path(name));
        let ran = refused(format!("{place} {name}").trim_start(), command);
        ran.assert_code(2);
        if folder.path(name).is_dir() {
            std::fs::remove_dir(folder.path(name)).unwrap();
        }
        std::fs::rename(folder.path("kept"), folder.path(name)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_to() {
    refused_everywhere(
        make_pipe,
        "expected a file, found a pipe; the standard input is read with `-`",
    );
}

#[cfg(unix)]
#[test]
fn a_directory_as_input() {
    refused_everywhere(
        |path| std::fs::create_dir(path).unwrap(),
        "expected a file, found a directory",
    );
}

#[cfg(unix)]
#[test]
fn a_device_that_never_ends() {
    refused_everywhere(
        |path| std::os::unix::fs::symlink("/dev/zero", path).unwrap(),
        "expected a file, found a device",
    );
}

#[cfg(unix)]
#[test]
fn a_socket_as_input() {
    let folder = folder();
    let _listener = std::os::unix::net::UnixListener::bind(folder.path("it")).unwrap();
    let ran = run_soon(&folder, "kwg-dump info it");
    assert_eq!(ran.err, "kwg-dump: it: expected a file, found a socket\n");
    ran.assert_code(2);
}

/// A pipe where an artifact should be is not replaced, and not waited for.
#[cfg(unix)]
#[test]
fn a_pipe_as_target() {
    let folder = folder();
    std::fs::remove_file(folder.path("dist/X.kwg")).unwrap();
    make_pipe(&folder.path("dist/X.kwg"));
    let ran = run_soon(&folder, "kwg-build x.yaml");
    assert_eq!(
        ran.err,
        "kwg-build: dist/X.kwg: expected a file to replace, found a directory or device\n"
    );
    ran.assert_code(2);
}

#[test]
fn a_file_that_is_too_large() {
    let folder = folder();
    // A hole: it takes no room on the disk.
    let file = File::create(folder.path("it")).unwrap();
    file.set_len((1 << 30) + 1).unwrap();
    for command in [
        "kwg-build --words it -o y.kwg",
        "klv-build --leaves it -o y.klv2",
        "kwg-dump info it",
        "movegen-check files --kwg it",
    ] {
        let ran = run_soon(&folder, command);
        let program = command.split(' ').next().unwrap();
        assert_eq!(
            ran.err,
            format!("{program}: it: expected at most 1073741824 bytes, found 1073741825\n")
        );
        ran.assert_code(2);
    }
}

/// A line of 100 MB, letters or other bytes, in every kind of text.
#[cfg(unix)]
#[test]
fn a_line_of_100_megabytes() {
    let folder = folder();
    let long = |name: &str, byte: u8| {
        let mut file = File::create(folder.path(name)).unwrap();
        file.write_all(b"AB\n").unwrap();
        io::copy(&mut io::repeat(byte).take(100_000_000), &mut file).unwrap();
        file.write_all(b"\nBA\n").unwrap();
    };
    let drop = RECIPE.replace("[x.txt]", "[it], length: {outside: drop}");
    folder.write("drop.yaml", drop);
    for byte in [b'A', 0xff] {
        long("it", byte);
        for [command, at] in table(
            r"
        kwg-build --words it -o y.kwg | it:2:1
        kwg-build drop.yaml | it:2:1
        kwg-dump words it --as text | it:2:1
        ",
        ) {
            let ran = run_soon(&folder, command);
            let program = command.split(' ').next().unwrap();
            // The line itself is shown below, cut short.
            assert_eq!(
                ran.err.lines().next().unwrap(),
                format!(
                    "{program}: {at}: expected a line of at most 1048576 bytes, found a longer one"
                ),
                "{command}"
            );
            assert!(ran.err.len() < 1000, "{}", ran.err.len());
            ran.assert_code(2);
        }
    }
    // A table is read bit by bit: 64 MB of address space are enough for it.
    let mut command = after(
        "ulimit -v 65536",
        "klv-build",
        &["--leaves", "it", "-o", "y.klv2", "--threads", "1"],
    );
    let output = command.current_dir(folder.path("")).output().unwrap();
    let shown = String::from_utf8(output.stderr).unwrap();
    let faults: Vec<&str> = shown
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        faults,
        [
            "klv-build: it:1:1: expected `leave,value`, found 1 field",
            "klv-build: it:2:1: expected a line of at most 1048576 bytes, found a longer one",
            "klv-build: it:3:1: expected `leave,value`, found 1 field"
        ]
    );
    assert_eq!(output.status.code(), Some(2));
    // So is the standard input of a program that answers questions.
    let mut command = Command::new(program("kwg-count"));
    command
        .args(["index", "dist/X.kwg"])
        .current_dir(folder.path(""));
    command.stdin(File::open(folder.path("it")).unwrap());
    let output = command.stdout(Stdio::null()).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "kwg-count: standard input:2: expected a line of at most 1048576 bytes, found a longer one\n"
    );
}

#[test]
fn yaml_that_blows_up() {
    let folder = folder();
    let laughs: String = ('b'..='j')
        .zip('a'..)
        .map(|(name, of)| {
            format!(
                "{name}: &{name} [{}]\n",
                vec![format!("*{of}"); 9].join(",")
            )
        })
        .collect();
    let laughs = format!("a: &a [lol, lol]\n{laughs}");
    let copies = format!(
        "{RECIPE}expect:\n  lacks: [&a {}{}]\n",
        "A".repeat(200_000),
        ",*a".repeat(10_000)
    );
    for (text, expected) in [
        (
            laughs,
            "expected at most 32 aliases such as `*name`, found 81",
        ),
        (
            copies,
            "expected at most 32 aliases such as `*name`, found 10000",
        ),
        (
            "[".repeat(200_000),
            "expected at most 1024 brackets `[` and `{`, found 200000",
        ),
        (
            format!("lexicon: {}", "{a: ".repeat(2000)),
            "expected at most 1024 brackets `[` and `{`, found 2000",
        ),
        (
            "# ".repeat(131_073),
            "expected at most 262144 bytes, found 262146",
        ),
    ] {
        folder.write("it.yaml", &text);
        for command in [
            "kwg-build it.yaml",
            "klv-build it.yaml",
            "movegen-check it.yaml",
            "kwg-build --ruleset it.yaml --words x.txt -o y.kwg",
        ] {
            let program = command.split(' ').next().unwrap();
            let ran = run_soon(&folder, command);
            let is_recipe = text.starts_with("lexicon:") && command.contains("--ruleset");
            let expected = match is_recipe {
                true => {
                    "expected a ruleset (.yaml) or a letter distribution (.csv), \
                         found a recipe; `kwg-build it.yaml` builds it"
                }
                false => expected,
            };
            assert_eq!(ran.err, format!("{program}: it.yaml: {expected}\n"));
            ran.assert_code(2);
        }
    }
    // Deep, but not by brackets.
    folder.write("it.yaml", "- ".repeat(100_000));
    let ran = run_soon(&folder, "kwg-build it.yaml");
    ran.err.must_start("kwg-build: it.yaml:1:1: ");
    // A few aliases are fine.
    let aliased = RECIPE
        .replace("lexicon: X", "lexicon: &x X")
        .replace("file: X.kwg", "file: *x");
    folder.write("it.yaml", aliased);
    assert_eq!(
        run_soon(&folder, "kwg-build it.yaml --out-dir other -q")
            .fine()
            .err,
        ""
    );
    assert!(folder.path("other/X").is_file());
}

/// Files of a few bytes that claim to have four billion things, read in 1 GB
/// of address space.
#[cfg(unix)]
#[test]
fn lengths_that_claim_four_gigabytes() {
    let folder = folder();
    let many = u32::MAX.to_le_bytes();
    let mut words = std::fs::read(repo().join("tests/data/golden/toy.dawg")).unwrap();
    words[17..20].fill(0xff);
    for (bytes, kind, expected) in [
        (
            [many, many].concat(),
            "klv2",
            "byte 4: expected 17179869180 bytes of 4294967295 nodes, found 4",
        ),
        (
            [&1u32.to_le_bytes()[..], &[0, 0, 0x40, 0], &many, &[0; 8]].concat(),
            "klv2",
            "byte 12: expected 17179869180 (KLV2) or 8589934590 (KLV) bytes of 4294967295 values, found 8",
        ),
        (
            words,
            "quackle",
            "expected 16777215 words, as its header says, found ",
        ),
    ] {
        folder.write("it", bytes);
        let arguments = ["info", "it", "--as", kind];
        let mut command = after("ulimit -v 1000000", "kwg-dump", &arguments);
        let output = command.current_dir(folder.path("")).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            error.starts_with("kwg-dump: it: ") && error.contains(expected),
            "{error}"
        );
        assert_eq!(output.status.code(), Some(2), "{error}");
    }
}

/// A file that others cut and fill while programs read it: an answer or an
/// error, never a crash.
#[test]
fn a_file_that_shrinks_while_it_is_read() {
    let folder = folder();
    let list = crate::support::everything::some_words(0, 4);
    folder.write("it.txt", &list);
    let build = "kwg-build --words it.txt -o y.kwg -q";
    folder.fine(build);
    let whole = folder.read("y.kwg");
    let mut hits = 0;
    for round in 0..12 {
        let mut command = Command::new(program("kwg-build"));
        command.args(build.split(' ').skip(1));
        command.current_dir(folder.path("")).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let file = File::options().write(true).open(folder.path("it.txt"));
        let file = file.unwrap();
        for step in round.. {
            file.set_len((list.len() as u64 / 200) * (step * 7 % 200))
                .unwrap();
            if child.try_wait().unwrap().is_some() {
                break;
            }
        }
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        match output.status.code() {
            Some(0) => {
                folder.fine("kwg-dump info y.kwg");
                hits += u32::from(folder.read("y.kwg") != whole);
            }
            code => {
                assert_eq!(code, Some(2), "{error}");
                error.must_start("kwg-build: ");
                error.must_lack("panicked");
                hits += 1;
            }
        }
        folder.write("it.txt", &list);
    }
    assert!(hits > 0, "every build read the whole file");
}

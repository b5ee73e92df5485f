//! Output directories that change under a build, and what killed builds leave there.

use crate::support::everything::{everything, files_in, program};
use crate::support::harness::{Folder, Text};
use crate::support::tools::missing;
use std::fs;
use std::process::{Command, Stdio};

/// The directory is moved away while a build waits for its lock, and another one is
/// put in its place. The build goes into the new one, and waits for its lock.
#[cfg(target_os = "linux")]
#[test]
fn an_output_directory_that_is_replaced() {
    let folder = everything();
    folder.fine("kwg-build in/all.yaml -q");
    let expected = files_in(&folder.path("dist"));
    folder.write("dist/notes", "old");
    let hold = |name: &str| {
        let held = fs::File::open(folder.path(name)).unwrap();
        held.lock().unwrap();
        held
    };
    let old = hold("dist");
    let mut command = Command::new(program("kwg-build"));
    command
        .args(["in/all.yaml", "-q", "--force"])
        .stderr(Stdio::piped());
    let child = command.current_dir(folder.path("")).spawn().unwrap();
    // The build has opened a directory.
    let has_open = |name: &str| {
        let opened = fs::read_dir(format!("/proc/{}/fd", child.id())).unwrap();
        let mut targets = opened
            .flatten()
            .flat_map(|entry| fs::read_link(entry.path()));
        let path = folder.path(name).canonicalize().unwrap();
        targets.any(|target| target == path)
    };
    while !has_open("dist") {}
    fs::rename(folder.path("dist"), folder.path("away")).unwrap();
    fs::create_dir(folder.path("dist")).unwrap();
    let new = hold("dist");
    drop(old);
    while !has_open("dist") {}
    assert!(files_in(&folder.path("dist")).is_empty());
    drop(new);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    assert!(files_in(&folder.path("dist")) == expected);
    let mut away = files_in(&folder.path("away"));
    assert_eq!(away.remove("notes").unwrap(), b"old");
    assert!(away == expected);
}

/// The directory is moved away at each rename and removal in turn, and another one is put
/// in its place. The build goes on in the directory that it opened.
#[test]
fn an_output_directory_that_is_replaced_between_two_renames() {
    if !cfg!(debug_assertions) {
        return missing("faults on purpose in a release build");
    }
    let recipe = |outputs: &str| {
        let start = "lexicon: A\nruleset: english\nwords: {include: [words.txt]}\n";
        format!("{start}graphs: [{outputs}]\n")
    };
    let (old, new) = ("{file: A.kwg}, {file: OLD.kwg}", "{file: A.kwg}");
    let built = |words: &str, outputs: &str| {
        let folder = Folder::new();
        folder.write("words.txt", words);
        folder.write("a.yaml", recipe(outputs));
        folder.fine("kwg-build a.yaml -q");
        folder
    };
    let expected = files_in(&built("AA\nAB\nBA\n", new).path("dist"));
    for step in 1.. {
        let folder = built("AA\nAB\n", old);
        folder.write("words.txt", "AA\nAB\nBA\n");
        folder.write("a.yaml", recipe(new));
        let swap = "mv dist away && mkdir dist && echo mine > dist/A.kwg";
        let mut command = Command::new(program("kwg-build"));
        command.args(["a.yaml", "-q"]).current_dir(folder.path(""));
        command.env("WORDMILL_FAULT", format!("run:{step}:{swap}"));
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "step {step}: {error}");
        if !folder.path("away").exists() {
            assert!(step > 5, "{step} steps");
            break;
        }
        assert!(files_in(&folder.path("away")) == expected, "step {step}");
        assert_eq!(files_in(&folder.path("dist")).len(), 1, "step {step}");
        assert_eq!(folder.text("dist/A.kwg"), "mine\n");
    }
}

/// To a file system that ignores case, the old name of an output leads to the new file. Here
/// a hard link does, made just before the new file gets its name.
#[cfg(target_os = "linux")]
#[test]
fn an_output_whose_name_changes_only_in_case_stays() {
    if !cfg!(debug_assertions) {
        return missing("faults on purpose in a release build");
    }
    let folder = Folder::new();
    folder.write("words.txt", "AA\nAB\n");
    let recipe = |file: &str| {
        let start = "lexicon: A\nruleset: english\nwords: {include: [words.txt]}\n";
        folder.write("a.yaml", format!("{start}graphs: [{{file: {file}}}]\n"));
    };
    recipe("Club.kwg");
    folder.fine("kwg-build a.yaml -q");
    let graph = folder.read("dist/Club.kwg");
    recipe("CLUB.kwg");
    let link = "for f in dist/.wordmill-*.tmp; do \
                cmp -s $f dist/Club.kwg && ln -f $f dist/Club.kwg && touch linked; done; true";
    let mut command = Command::new(program("kwg-build"));
    command.args(["a.yaml", "-q"]).current_dir(folder.path(""));
    command.env("WORDMILL_FAULT", format!("run:2:{link}"));
    assert!(command.status().unwrap().success());
    assert!(folder.path("linked").exists());
    for name in ["dist/Club.kwg", "dist/CLUB.kwg"] {
        assert!(folder.path(name).exists(), "{name}");
        assert_eq!(folder.read(name), graph);
    }
    folder.text("dist/SHA256SUMS").must_lack("Club.kwg");
    // Where they are two files, the old one goes.
    recipe("Club.kwg");
    folder.fine("kwg-build a.yaml -q");
    assert!(folder.path("dist/Club.kwg").exists() && !folder.path("dist/CLUB.kwg").exists());
}

/// A build is killed after it put files in their places. Its recipe is changed back,
/// and the build of that one removes them.
#[test]
fn files_of_a_killed_build_go() {
    if !cfg!(debug_assertions) {
        return missing("faults on purpose in a release build");
    }
    let folder = Folder::new();
    folder.write("words.txt", "AA\nAB\n");
    let build = |graphs: &str, fault: &str| {
        let start = "lexicon: A\nruleset: english\nwords: {include: [words.txt]}\n";
        folder.write(
            "a.yaml",
            format!("{start}graphs: [{{file: A.kwg}}{graphs}]\n"),
        );
        let mut command = Command::new(program("kwg-build"));
        command.args(["a.yaml", "-q"]).env("WORDMILL_FAULT", fault);
        command
            .current_dir(folder.path(""))
            .output()
            .unwrap()
            .status
    };
    let more = ", {file: A.kad, content: alphagrams}, {file: A.kbwg, node: kbwg}";
    let most = ", {file: A.kad, content: alphagrams}, {file: B.kbwg, node: kbwg}";
    assert!(build("", "").success());
    let expected = files_in(&folder.path("dist"));
    let mut steps = 0;
    for fault in ["abort", "fail"] {
        for step in 1.. {
            // Two builds in a row are interrupted.
            let first = build(more, &format!("{fault}:{step}"));
            let second = build(most, &format!("{fault}:{step}"));
            if first.success() && second.success() {
                break;
            }
            steps += 1;
            assert!(build("", "").success(), "{fault}:{step}");
            let mut found = files_in(&folder.path("dist"));
            // A build that has nothing to write leaves these.
            found.retain(|name, _| !name.ends_with(".tmp"));
            assert!(found == expected, "{fault}:{step}: {:?}", found.keys());
        }
    }
    assert!(steps >= 12, "{steps}");
}

/// Leaves that another version of a recipe made go when a version without leaves is
/// built, even if its words are there already.
#[test]
fn leaves_of_another_version_go() {
    let folder = Folder::new();
    folder
        .write("words.txt", "AA\nAB\n")
        .write("leaves.csv", "A,1\n");
    let recipe = "lexicon: A\nruleset: english\nwords: {include: [words.txt]}\n\
                  graphs: [{file: A.kwg}]\n";
    let leaves = "leaves: [{file: A.klv2, source: leaves.csv}]\n";
    let build = |program: &str, recipe: &str| {
        folder.write("a.yaml", recipe);
        folder.fine(&format!("{program} a.yaml -q"));
        files_in(&folder.path("dist"))
    };
    let expected = build("kwg-build", recipe);
    let both = build("klv-build", &format!("{recipe}{leaves}"));
    assert!(both.contains_key("A.klv2"));
    assert!(build("kwg-build", recipe) == expected);
}

/// Two lexicons in one directory, and a journal.
fn two_with_journal(journal: impl Fn(&Folder) -> String) -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", "CAR\nCARE\n");
    for name in ["A", "B"] {
        let recipe = format!(
            "lexicon: {name}\nruleset: english\nwords: {{include: [words.txt]}}\n\
             graphs: [{{file: {name}.kwg}}]\n"
        );
        folder.write(&format!("{name}.yaml"), recipe);
    }
    folder.fine("kwg-build A.yaml B.yaml -q");
    let text = journal(&folder);
    folder.write("dist/.wordmill-journal", text);
    folder
}

fn journal_line(folder: &Folder, name: &str) -> String {
    let sum = wordmill::digest::sha256(&folder.read(&format!("dist/{name}")));
    format!("{sum}  {name}\n")
}

/// A build was killed when only its journal was left to be removed.
#[test]
fn a_journal_of_files_that_are_in_place_goes() {
    let folder = two_with_journal(|folder| journal_line(folder, "B.kwg"));
    folder.fine("kwg-build A.yaml");
    assert!(!folder.path("dist/.wordmill-journal").exists());
    let again = folder.fine("kwg-build A.yaml");
    again.err.must_have("0 built, 1 up to date");
}

#[test]
fn a_journal_removes_no_manifest_and_no_sums() {
    for name in ["B.manifest.json", "SHA256SUMS"] {
        let folder = two_with_journal(|folder| journal_line(folder, name));
        let refused = folder.run("kwg-build A.yaml");
        assert_eq!(refused.code, 2, "{}", refused.err);
        refused.err.must_have(".wordmill-journal");
        assert!(folder.path(&format!("dist/{name}")).exists());
    }
}

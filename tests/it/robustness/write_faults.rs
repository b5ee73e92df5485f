//! Faults while files are written: what is there afterwards is whole, old or
//! new, and a check tells which.

use crate::support::everything::{after, everything, files_in, program, some_words};
use crate::support::harness::{Folder, Text};
use crate::support::tools::missing;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};
use wordmill::digest::sha256;

type Files = BTreeMap<String, Vec<u8>>;

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Fails unless each line of the file of sums is right, and each file has one.
#[track_caller]
fn assert_sums(files: &Files) {
    let sums = String::from_utf8(files["SHA256SUMS"].clone()).unwrap();
    let summed: Files = sums
        .lines()
        .map(|line| (line[66..].to_string(), line.as_bytes()[..64].to_vec()))
        .collect();
    let mut found: Files = files
        .iter()
        .map(|(name, bytes)| (name.clone(), sha256(bytes).into_bytes()))
        .collect();
    found.remove("SHA256SUMS");
    assert!(found == summed, "{:?}\n{sums}", files.keys());
}

/// The folder with everything, built from one list and, elsewhere, from
/// another; `words.txt` is the first one.
struct TwoVersions {
    folder: Folder,
    lists: [String; 2],
    built: [Files; 2],
}

impl TwoVersions {
    fn new() -> TwoVersions {
        let folder = everything();
        let lists = [some_words(0, 10), some_words(5, 9)];
        folder.fine("klv-build in/all.yaml -q");
        let built = lists.each_ref().map(|list| {
            folder.write("in/words.txt", list);
            folder.fine("kwg-build in/all.yaml -q");
            files_in(&folder.path("dist"))
        });
        assert!(built[0] != built[1] && built[0].keys().eq(built[1].keys()));
        folder.write("in/words.txt", &lists[0]);
        folder.fine("kwg-build in/all.yaml -q");
        TwoVersions {
            folder,
            lists,
            built,
        }
    }

    /// Fails unless each artifact is one of the two, whole.
    #[track_caller]
    fn assert_whole(&self) -> Files {
        let mut found = files_in(&self.folder.path("dist"));
        found.retain(|name, _| !name.starts_with(".wordmill-"));
        let [one, other] = &self.built;
        assert!(found.keys().eq(one.keys()), "{:?}", found.keys());
        for (name, bytes) in &found {
            assert!(one[name] == *bytes || other[name] == *bytes, "{name}");
        }
        found
    }
}

/// The step of publishing at which a build is killed.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// This many temporary files are there.
    Written(usize),
    /// This many artifacts are replaced.
    Renamed(usize),
}

/// Kills a build as soon as a step is seen. Gives whether it was in time: the
/// program was still running, and between two renames if that was wanted.
fn kill_at(versions: &TwoVersions, mut child: Child, step: Step) -> bool {
    let dist = versions.folder.path("dist");
    let files = || -> BTreeSet<(String, SystemTime)> {
        let entries = std::fs::read_dir(&dist).unwrap().flatten();
        let file = |entry: std::fs::DirEntry| {
            // One that was renamed meanwhile is seen the next time.
            let time = entry.metadata().ok()?.modified().unwrap();
            Some((entry.file_name().into_string().unwrap(), time))
        };
        entries.filter_map(file).collect()
    };
    let is_temporary = |(name, _): &&(String, SystemTime)| name.starts_with(".wordmill-");
    let before = files();
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        let now = files();
        let new = now.difference(&before);
        let is_reached = match step {
            Step::Written(files) => new.filter(is_temporary).count() >= files,
            Step::Renamed(files) => new.filter(|entry| !is_temporary(entry)).count() >= files,
        };
        if is_reached || child.try_wait().unwrap().is_some() {
            break;
        }
        assert!(Instant::now() < deadline, "{step:?} was never reached");
    }
    let _ = child.kill();
    let was_running = !child.wait().unwrap().success();
    let is_mixed = || !versions.built.contains(&versions.assert_whole());
    was_running && (matches!(step, Step::Written(_)) || is_mixed())
}

#[test]
fn killed_at_any_moment() {
    let versions = TwoVersions::new();
    let folder = &versions.folder;
    // The first version is there, and the second is built over it.
    folder.write("in/words.txt", &versions.lists[1]);
    let written = (0..=7).map(Step::Written);
    for step in written.chain((1..=3).map(Step::Renamed)) {
        // A kill may come too late, since nothing holds the build up: try again.
        let is_hit = (0..100).any(|_| {
            for (name, bytes) in &versions.built[0] {
                folder.write(&format!("dist/{name}"), bytes);
            }
            let mut command = Command::new(program("kwg-build"));
            command.args(["in/all.yaml", "-q", "--force", "--threads", "2"]);
            command.current_dir(folder.path("")).stderr(Stdio::null());
            let is_hit = kill_at(&versions, command.spawn().unwrap(), step);
            let found = versions.assert_whole();
            if !versions.built.contains(&found) {
                assert_eq!(folder.run("movegen-check in/all.yaml --quick -q").code, 1);
            }
            let left = files_in(&folder.path("dist")).len() - found.len();
            let leaves_some = is_hit && matches!(step, Step::Written(1..));
            assert!(!leaves_some || left > 0 || found != versions.built[0]);
            // The next run puts it right, and nothing is left over.
            folder.fine("kwg-build in/all.yaml -q");
            let found = files_in(&folder.path("dist"));
            assert!(found == versions.built[1], "{:?}", found.keys());
            is_hit
        });
        assert!(is_hit, "no kill at {step:?} in 100 tries");
    }
}

/// What a program that was killed between two renames leaves, made by hand:
/// every number of files that may be new.
#[test]
fn stopped_between_any_two_renames() {
    let versions = TwoVersions::new();
    let folder = &versions.folder;
    let [old, new] = &versions.built;
    folder.write("in/words.txt", &versions.lists[1]);
    let mut order: Vec<&String> = old.keys().collect();
    order.sort_by_key(|name| (name.ends_with("SUMS"), name.ends_with(".json")));
    for renamed in 1..order.len() {
        for (i, &name) in order.iter().enumerate() {
            let files = if i < renamed { new } else { old };
            folder.write(&format!("dist/{name}"), &files[name]);
        }
        let checked = folder.run("movegen-check in/all.yaml --quick -q --pass words");
        checked.assert_code(1);
        checked.out.must_have("its sum differs");
        folder.fine("kwg-build in/all.yaml -q");
        assert!(files_in(&folder.path("dist")) == *new, "{renamed}");
    }
}

#[test]
fn two_builds_into_one_directory_leave_one_of_the_two() {
    let versions = TwoVersions::new();
    let folder = &versions.folder;
    for (i, list) in versions.lists.iter().enumerate() {
        for name in ["all.yaml", "some.txt", "leaves.csv"] {
            folder.write(&format!("in{i}/{name}"), folder.read(&format!("in/{name}")));
        }
        folder.write(&format!("in{i}/words.txt"), list);
    }
    for _ in 0..6 {
        let children = [0, 1].map(|i| {
            let recipe = format!("in{i}/all.yaml");
            let mut command = Command::new(program("kwg-build"));
            command.args([&recipe, "-q", "--force"]);
            command.current_dir(folder.path("")).spawn().unwrap()
        });
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        let found = files_in(&folder.path("dist"));
        assert!(versions.built.contains(&found), "{:?}", found.keys());
        assert_sums(&found);
    }
}

/// A limit on the size of files, in blocks of 512 bytes.
#[cfg(unix)]
#[test]
fn a_limit_on_file_sizes() {
    let versions = TwoVersions::new();
    let folder = &versions.folder;
    folder.write("in/words.txt", &versions.lists[1]);
    let arguments = ["in/all.yaml", "-q"];
    let run = |commands: &str| {
        let mut command = after(commands, "kwg-build", &arguments);
        command.current_dir(folder.path("")).output().unwrap()
    };
    for blocks in [0, 1, 8, 60] {
        let before = folder.snapshot();
        let output = run(&format!("trap '' XFSZ; ulimit -f {blocks}"));
        assert_eq!(output.status.code(), Some(2));
        let error = error(&output);
        assert!(
            error.starts_with("kwg-build: dist/ALL")
                && error.contains(": can't write: File too large"),
            "{error}"
        );
        assert!(folder.snapshot() == before);
    }
    // Without the trap the system ends the program on the spot.
    let output = run("ulimit -c 0; ulimit -f 8");
    assert_eq!(output.status.code(), None, "{}", error(&output));
    assert_eq!(versions.assert_whole(), versions.built[0]);
    assert!(files_in(&folder.path("dist")).len() > versions.built[0].len());
    folder.fine("kwg-build in/all.yaml -q");
    assert!(files_in(&folder.path("dist")) == versions.built[1]);
}

/// A disk of 512 KB, which lives as long as the shell that made it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let folder = everything();
    let small = some_words(0, 400);
    let script = format!(
        "mkdir disk; mount -t tmpfs -o size=512k none disk || exit 77
         '{build}' small/all.yaml -q --out-dir disk/dist || exit 78
         (cd disk/dist && sha256sum * > ../../before)
         '{build}' in/all.yaml -q --out-dir disk/dist; code=$?
         (cd disk/dist && sha256sum * && ls -A && sha256sum --quiet -c SHA256SUMS || exit 79) > after
         exit $code",
        build = program("kwg-build").display()
    );
    folder.write("in/words.txt", some_words(0, 2));
    for name in ["all.yaml", "leaves.csv"] {
        folder.write(&format!("small/{name}"), folder.read(&format!("in/{name}")));
    }
    folder
        .write("small/words.txt", &small)
        .write("small/some.txt", &small);
    let mut command = Command::new("unshare");
    command
        .args(["-rm", "sh", "-c", &script])
        .current_dir(folder.path(""));
    let output = match command.output() {
        Ok(output) if output.status.code() != Some(77) => output,
        _ => return missing("right to mount a disk (`unshare -rm`)"),
    };
    let error = error(&output);
    if error.contains("unshare") {
        return missing(&error);
    }
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.starts_with("kwg-build: disk/dist/ALL")
            && error.contains(": can't write: No space left on device"),
        "{error}"
    );
    let (before, after) = (folder.text("before"), folder.text("after"));
    let names: Vec<&str> = before.lines().map(|line| &line[66..]).collect();
    assert_eq!(names.len(), 7);
    // The same sums, and no other file than these.
    assert_eq!(after, format!("{before}{}\n", names.join("\n")));
}

/// The standard output is full, or nobody reads it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output() {
    let folder = everything();
    folder.fine("kwg-build in/all.yaml -q");
    for arguments in [
        "words dist/ALL.kwg",
        "info dist/ALL.kwg",
        "nodes dist/ALL.kwg",
    ] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = Command::new(program("kwg-dump"));
        command.args(arguments.split(' ')).stdout(full);
        let output = command.current_dir(folder.path("")).output().unwrap();
        assert_eq!(
            error(&output),
            "kwg-dump: standard output: can't write: No space left on device (os error 28)\n"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The program is run by somebody who may not write: by another user, if this
/// one may do everything.
#[cfg(unix)]
#[test]
fn no_permission_to_write() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;
    let folder = everything();
    folder.fine("kwg-build in/all.yaml -q");
    folder.write("in/words.txt", some_words(3, 50));
    let allow = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    // Where anybody can run it.
    let binary = folder.path("kwg-build");
    std::fs::copy(program("kwg-build"), &binary).unwrap();
    allow(&folder.path(""), 0o755);
    allow(&folder.path("dist"), 0o555);
    let is_root = std::fs::metadata(folder.path("")).unwrap().uid() == 0;
    let before = folder.snapshot();
    for (arguments, expected) in [
        (
            "in/all.yaml -q",
            "dist/ALL.kwg: can't write: Permission denied (os error 13)",
        ),
        (
            "in/all.yaml -q --out-dir dist/new",
            "dist/new: can't make: Permission denied (os error 13)",
        ),
        (
            "--words in/words.txt -o dist/x.kwg",
            "dist/x.kwg: can't write: Permission denied (os error 13)",
        ),
        (
            "--words none.txt --content wordmap -o dist/x.wmp",
            "dist/x.wmp: can't write: Permission denied (os error 13)",
        ),
    ] {
        let mut command = Command::new(&binary);
        command
            .args(arguments.split(' '))
            .current_dir(folder.path(""));
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = match command.output() {
            Ok(output) => output,
            Err(e) => return missing(&format!("right to run as another user: {e}")),
        };
        assert_eq!(error(&output), format!("kwg-build: {expected}\n"));
        assert_eq!(output.status.code(), Some(2));
        assert!(folder.snapshot() == before, "{arguments}");
    }
    // A file that may not be read.
    allow(&folder.path("in/words.txt"), 0o000);
    let mut command = Command::new(&binary);
    command.args(["in/all.yaml"]).current_dir(folder.path(""));
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = command.output().unwrap();
    assert_eq!(
        error(&output),
        "kwg-build: in/all.yaml:3:19: words.include[0]: in/words.txt: can't read: \
         Permission denied (os error 13)\n    words: {include: [words.txt]}\n                      ^^^^^^^^^\n"
    );
    allow(&folder.path("in/words.txt"), 0o644);
    allow(&folder.path("dist"), 0o755);
}

#[test]
fn a_directory_where_a_file_should_be() {
    let folder = everything();
    for name in ["ALL.kwg", "SOME.kwi", "ALL.manifest.json", "SHA256SUMS"] {
        std::fs::create_dir_all(folder.path(&format!("dist/{name}"))).unwrap();
        let expected = match name {
            "ALL.kwg" | "SOME.kwi" => "expected a file to replace, found a directory or device",
            _ => "expected a file, found a directory",
        };
        let expected = format!("dist/{name}: {expected}");
        folder.refuses("kwg-build in/all.yaml", &expected);
        std::fs::remove_dir_all(folder.path("dist")).unwrap();
    }
    folder.write("file", "");
    folder.refuses(
        "kwg-build in/all.yaml --out-dir file/dist",
        "file/dist/ALL.manifest.json: can't read: Not a directory (os error 20)",
    );
}

#[test]
fn temporary_files_do_not_pile_up() {
    let folder = everything();
    folder.write("dist/.wordmill-a1.tmp", "half a file");
    folder.write("dist/.wordmill-b2.tmp", "");
    folder.write("dist/.wordmill-notes.txt", "somebody's");
    // One that is still being written, by this program.
    folder.write("dist/.wordmill-c3.tmp", "in use");
    let in_use = std::fs::File::open(folder.path("dist/.wordmill-c3.tmp")).unwrap();
    in_use.lock().unwrap();
    folder.fine("kwg-build in/all.yaml -q");
    let hidden = || -> Vec<String> {
        let names = files_in(&folder.path("dist")).into_keys();
        names.filter(|name| name.starts_with('.')).collect()
    };
    assert_eq!(hidden(), [".wordmill-c3.tmp", ".wordmill-notes.txt"]);
    drop(in_use);
    let build = "kwg-build --words in/words.txt -o dist/x.kwg -q";
    folder.fine(build);
    assert_eq!(hidden(), [".wordmill-notes.txt"]);
    // If nothing has to be built, too.
    folder.write("dist/.wordmill-d4.tmp", "half a file");
    let ran = folder.fine("kwg-build in/all.yaml");
    ran.err.must_have("up to date");
    assert_eq!(hidden(), [".wordmill-notes.txt"]);
}

/// Two versions of two recipes of one run. Between them the words change, and each
/// makes files that the other does not.
const CHANGING: [&str; 2] = [
    "graphs:
  - {file: A.kwg}
  - {file: A.kad, content: alphagrams}
  - {file: A-old.kwg, layout: magpie}
counts: [{file: A.kwc, of: A.kwg}]
",
    "graphs:
  - {file: A.kwg}
  - {file: A-new.kbwg, node: kbwg}
members: [{file: A.kwi, of: A.kwg, words: [words.txt]}]
",
];

/// A build of version `i` of both recipes, with a fault.
fn build_changing(folder: &Folder, i: usize, fault: &str) -> Output {
    folder.write("in/words.txt", ["AA\nAB\nBA\n", "AA\nBE\n"][i]);
    for name in ["A", "B"] {
        let start = format!("lexicon: {name}\nruleset: english\nwords: {{include: [words.txt]}}\n");
        let leaves = format!("leaves: [{{file: {name}.klv2, source: leaves.csv}}]\n");
        let recipe = start + &CHANGING[i].replace("A-", &format!("{name}-"));
        let recipe = recipe.replace("A.k", &format!("{name}.k"));
        folder.write(&format!("in/{name}.yaml"), recipe + &leaves);
    }
    let mut command = Command::new(program("kwg-build"));
    command.args(["in/A.yaml", "in/B.yaml", "-q", "--update-lock"]);
    command.env("WORDMILL_FAULT", fault);
    command.current_dir(folder.path("")).output().unwrap()
}

/// At every rename and every removal in turn the build fails, or ends as if it was
/// killed. The next build without a fault makes everything as it should be: the
/// right files, the right sums of them all, the right locks.
#[test]
fn a_fault_at_every_rename() {
    if !cfg!(debug_assertions) {
        return missing("faults on purpose in a release build");
    }
    let folder = Folder::new();
    folder.write("in/leaves.csv", "A,1\n?,25\n");
    let states = [0, 1].map(|i| {
        let _ = std::fs::remove_dir_all(folder.path("dist"));
        assert!(build_changing(&folder, i, "").status.success());
        let files = files_in(&folder.path("dist"));
        assert_sums(&files);
        (
            files,
            folder.text("in/A.sha256"),
            folder.text("in/B.sha256"),
        )
    });
    let check = "movegen-check in/A.yaml in/B.yaml --quick -q --pass words";
    for (from, to) in [(0, 1), (1, 0)] {
        for kind in ["abort", "fail"] {
            let mut steps = 0;
            loop {
                let _ = std::fs::remove_dir_all(folder.path("dist"));
                assert!(build_changing(&folder, from, "").status.success());
                let output = build_changing(&folder, to, &format!("{kind}:{}", steps + 1));
                if output.status.success() {
                    break;
                }
                steps += 1;
                let at = format!("{kind} at step {steps}: {}", error(&output));
                assert_eq!(
                    output.status.code(),
                    [None, Some(2)][usize::from(kind == "fail")],
                    "{at}"
                );
                if kind == "fail" {
                    assert!(at.contains("a fault on purpose"), "{at}");
                }
                // Every file is whole, and a check sees that they don't belong together.
                let mut found = files_in(&folder.path("dist"));
                found.retain(|name, _| !name.starts_with(".wordmill-"));
                for (name, bytes) in &found {
                    let [(one, ..), (other, ..)] = &states;
                    let known = [one.get(name), other.get(name)];
                    assert!(known.contains(&Some(bytes)), "{at}: {name}");
                }
                if found != states[to].0 {
                    let checked = folder.run(check);
                    assert!(checked.code == 1, "{at}{}", checked.out);
                }
                let output = build_changing(&folder, to, "");
                assert!(output.status.success(), "{at}{}", error(&output));
                let (files, a, b) = &states[to];
                let found = files_in(&folder.path("dist"));
                assert!(found == *files, "{at}: {:?}", found.keys());
                assert_eq!(
                    [&folder.text("in/A.sha256"), &folder.text("in/B.sha256")],
                    [a, b],
                    "{at}"
                );
            }
            // Five files of each recipe but one, two that go, two manifests, the sums, two locks.
            assert!(steps >= 15, "{steps}");
        }
    }
}

/// A line that an earlier version left in the file of sums: the check names it, and
/// the next build removes it. A line for somebody's own file stays.
#[test]
fn sums_of_no_file() {
    let folder = everything();
    folder.fine("kwg-build in/all.yaml -q");
    folder.fine("klv-build in/all.yaml -q");
    let sums = folder.text("dist/SHA256SUMS");
    folder.write("dist/notes", "somebody's");
    let own = format!("{}  notes\n", sha256(b"somebody's"));
    folder.write("dist/SHA256SUMS", format!("{sums}{own}"));
    folder.fine("movegen-check in/all.yaml --quick -q --pass words");
    folder.write(
        "dist/SHA256SUMS",
        format!("{sums}{own}{}  GONE.kwg\n", "0".repeat(64)),
    );
    let checked = folder.run("movegen-check in/all.yaml --quick -q --pass words");
    checked.assert_code(1);
    checked.out.must_have("dist/SHA256SUMS: a sum of no file");
    checked.out.must_have("found GONE.kwg");
    folder.fine("klv-build in/all.yaml -q");
    let mended = folder.text("dist/SHA256SUMS");
    assert!(
        mended.contains(&own) && !mended.contains("GONE"),
        "{mended}"
    );
    folder.fine("movegen-check in/all.yaml --quick -q --pass words");
}

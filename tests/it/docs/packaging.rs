//! `make install`, `make dist` and what a package holds.
//!
//! The Makefile's own commands run, in a folder like the repository's whose
//! `target/` has the programs of this test. Only Cargo is left out.

use crate::cli::help::pages;
use crate::support::harness::{Folder, repo};
use crate::support::tools;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAMS: [&str; 5] = [
    "klv-build",
    "kwg-build",
    "kwg-count",
    "kwg-dump",
    "movegen-check",
];

/// A repository with one small lexicon, in which everything is built.
fn built() -> Folder {
    let folder = Folder::new();
    for name in [
        "Cargo.toml",
        "CHANGELOG.md",
        "LICENSE",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "Makefile",
        "README.md",
        "lexicons/COPYRIGHT.scowl",
        "lexicons/toy/norwegian.txt",
        "leaves/toy.csv",
        "recipes/toy-norwegian.yaml",
    ] {
        let from = repo().join(name);
        let bytes = match name {
            "leaves/toy.csv" => b"?,20\nA,1\nB,-1\n".to_vec(),
            _ => fs::read(&from).unwrap(),
        };
        folder.write(name, bytes);
    }
    let recipe = folder.text("recipes/toy-norwegian.yaml");
    let leaves = "leaves:\n  - {file: TOY-NORWEGIAN.klv2, source: ../leaves/toy.csv}\n";
    folder.write("recipes/toy-norwegian.yaml", recipe + leaves);
    fs::create_dir_all(folder.path("target/release")).unwrap();
    for program in PROGRAMS {
        let from = assert_cmd::cargo::cargo_bin(program);
        let to = folder.path("target/release").join(program);
        // Without debug information it goes faster.
        let strip = Command::new("strip").arg("-o").args([&to, &from]).status();
        if !strip.is_ok_and(|status| status.success()) {
            fs::copy(&from, &to).unwrap();
        }
    }
    for builder in ["kwg-build", "klv-build"] {
        folder.fine(&format!(
            "{builder} --update-lock recipes/toy-norwegian.yaml"
        ));
    }
    pages::write_all(&folder.path("target/pages")).unwrap();
    folder
}

#[track_caller]
fn make(folder: &Folder, arguments: &[&str]) {
    let mut make = tools::make(&folder.path(""));
    let ran = make.args(arguments).arg("CARGO=:").output().unwrap();
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "make {arguments:?}: {error}");
}

/// All files below a directory, as paths from it, with their modes.
fn files(directory: &Path) -> BTreeSet<(String, u32)> {
    let mut found = BTreeSet::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(directory).unwrap();
            found.insert((name.display().to_string(), mode(&path)));
        }
    }
    found
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[cfg(not(unix))]
fn mode(path: &Path) -> u32 {
    let is_program = path.parent().is_some_and(|dir| dir.ends_with("bin"));
    if is_program { 0o755 } else { 0o644 }
}

/// What `make install` puts below its prefix.
fn installed() -> BTreeSet<(String, u32)> {
    let mut expected = BTreeSet::new();
    for program in PROGRAMS {
        expected.insert((format!("bin/{program}"), 0o755));
        for file in [
            format!("man/man1/{program}.1"),
            format!("bash-completion/completions/{program}"),
            format!("zsh/site-functions/_{program}"),
            format!("fish/vendor_completions.d/{program}.fish"),
        ] {
            expected.insert((format!("share/{file}"), 0o644));
        }
    }
    for page in [
        "kwg-count-index",
        "kwg-count-map",
        "kwg-count-word",
        "kwg-dump-diff",
        "kwg-dump-dot",
        "klv-build-estimate",
        "klv-build-merge",
        "kwg-dump-gaddag",
        "kwg-dump-grid",
        "kwg-dump-info",
        "kwg-dump-judge",
        "kwg-dump-leaves",
        "kwg-dump-nodes",
        "kwg-dump-words",
        "movegen-check-files",
        "movegen-check-endgame",
        "movegen-check-match",
        "movegen-check-moves",
        "movegen-check-positions",
        "movegen-check-replay",
        "movegen-check-score",
    ] {
        expected.insert((format!("share/man/man1/{page}.1"), 0o644));
    }
    expected
}

#[test]
fn install_puts_programs_pages_and_completions_below_the_prefix() {
    let folder = built();
    let root = folder.path("root");
    let destdir = format!("DESTDIR={}", root.display());
    make(&folder, &["install", &destdir, "PREFIX=/opt/x"]);
    assert_eq!(files(&root.join("opt/x")), installed());
    let ran = Command::new(root.join("opt/x/bin/kwg-dump"))
        .arg("--version")
        .output()
        .unwrap();
    assert!(ran.stdout.starts_with(b"kwg-dump "));
    // Again, over what is there.
    make(&folder, &["install", &destdir, "PREFIX=/opt/x"]);
    assert_eq!(files(&root), {
        let below = |(name, mode)| (format!("opt/x/{name}"), mode);
        installed().into_iter().map(below).collect()
    });
}

#[test]
fn dist_makes_the_same_tarball_every_time() {
    let folder = built();
    make(&folder, &["dist"]);
    let name = concat!("wordmill-", env!("CARGO_PKG_VERSION"));
    let tarball = format!("target/{name}.tar.gz");
    let first = folder.read(&tarball);
    // Other times and rights of the same files are no difference.
    let readme = fs::File::options()
        .append(true)
        .open(folder.path("README.md"));
    let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    readme.unwrap().set_modified(long_ago).unwrap();
    make(&folder, &["dist"]);
    assert!(folder.read(&tarball) == first, "the tarball differs");

    let tar = Command::new("tar")
        .args(["-xzf", &tarball, "--one-top-level=unpacked"])
        .current_dir(folder.path(""))
        .status();
    assert!(tar.unwrap().success());
    let root: PathBuf = folder.path("unpacked").join(name);
    let mut expected = installed();
    for file in [
        "CHANGELOG.md",
        "COPYRIGHT.scowl",
        "LICENSE",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "SHA256SUMS",
        "lexicons/SHA256SUMS",
        "lexicons/TOY-NORWEGIAN.kad",
        "lexicons/TOY-NORWEGIAN.klv2",
        "lexicons/TOY-NORWEGIAN.kwg",
        "lexicons/TOY-NORWEGIAN.manifest.json",
    ] {
        expected.insert((file.to_string(), 0o644));
    }
    assert_eq!(files(&root), expected);
    for place in ["", "lexicons"] {
        let sums = Command::new("sha256sum")
            .args(["-c", "--quiet", "SHA256SUMS"])
            .current_dir(root.join(place))
            .status();
        assert!(sums.unwrap().success(), "{place}");
    }
    let sums = fs::read_to_string(root.join("SHA256SUMS")).unwrap();
    assert_eq!(sums.lines().count(), expected.len() - 1, "all but itself");
    let ran = Command::new(root.join("bin/kwg-count"))
        .args(["index", "lexicons/TOY-NORWEGIAN.kwg", "ZÜRICH"])
        .current_dir(&root)
        .output();
    assert_eq!(ran.unwrap().stdout, b"2\n");
}

#[test]
fn a_package_has_the_code_and_no_more() {
    let ran = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline"])
        .current_dir(repo())
        .output()
        .unwrap();
    let list = String::from_utf8(ran.stdout).unwrap();
    let is_code = |name: &str| name.starts_with("src/") || name.starts_with("rulesets/");
    let rest: Vec<&str> = list.lines().filter(|name| !is_code(name)).collect();
    let added_by_cargo = [
        ".cargo_vcs_info.json",
        "Cargo.lock",
        "Cargo.toml",
        "Cargo.toml.orig",
    ];
    let rest: Vec<&str> = rest
        .into_iter()
        .filter(|name| !added_by_cargo.contains(name))
        .collect();
    let expected = [
        "CHANGELOG.md",
        "LICENSE",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
    ];
    assert_eq!(rest, expected);
    // What is compiled in is there.
    for name in [
        "src/lib.rs",
        "src/cli/page/page.css",
        "src/cli/page/words.js",
        "rulesets/english.yaml",
    ] {
        assert!(list.lines().any(|line| line == name), "{name}");
    }
}

/// A tag of an action can be moved to other code; a commit can't.
#[test]
fn actions_are_pinned_by_commit() {
    let workflow = repo().join(".github/workflows/release.yml");
    let text = fs::read_to_string(workflow).unwrap();
    let uses = |line: &str| {
        line.split_once("uses: ")
            .map(|(_, action)| action.to_string())
    };
    let actions: Vec<String> = text.lines().filter_map(uses).collect();
    assert!(!actions.is_empty());
    for action in actions {
        let (_, pin) = action.split_once('@').unwrap();
        let (commit, version) = pin.split_once(" # v").unwrap_or((pin, ""));
        let is_commit = commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
        assert!(is_commit && !version.is_empty(), "{action}");
    }
}

//! Completions, tried in each shell; man pages, shown by `man`.

use crate::cli::help::pages;
use crate::support::harness::{Folder, Text};
use crate::support::tools::missing;
use std::process::{Command, Stdio};

/// Calls what a program's completions register with bash, as bash would.
const BASH: &str = r#"
source "$1"
read -ra COMP_WORDS <<< "$2"
[[ $2 == *' ' ]] && COMP_WORDS+=("")
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
program=${COMP_WORDS[0]}
function=$(complete -p "$program" | sed 's/.*-F \([^ ]*\).*/\1/')
"$function" "$program" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// Types a line and two tabs into a zsh that thinks it has a terminal.
const ZSH: &str = r#"
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; PS1='rea''dy> '"
zpty -r shell shown '*ready> *'
zpty -wn shell "$2"$'\t\t'" #DONE"$'\n'
zpty -r shell shown '*DONE*'
print -r -- "$shown"
"#;

const FISH: &str = "source $argv[1]; complete -C $argv[2]";

/// What a program prints; none if it is not installed.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    command
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "xterm")
        .env("MANWIDTH", "80");
    match command.output() {
        Ok(ran) => {
            let error = String::from_utf8_lossy(&ran.stderr);
            assert!(error.is_empty(), "{program} {arguments:?}: {error}");
            Some(String::from_utf8_lossy(&ran.stdout).into_owned())
        }
        Err(_) => {
            missing(program);
            None
        }
    }
}

/// Lines as typed, and what has to be among what is offered.
const TYPED: [(&str, &[&str]); 11] = [
    ("kwg-build --upd", &["--update-lock"]),
    ("kwg-build --layout m", &["magpie"]),
    ("klv-build estimate --format ", &["json", "text"]),
    ("kwg-build --ruleset po", &["polish"]),
    ("kwg-dump words --ruleset s", &["spanish", "swedish"]),
    ("kwg-dump di", &["diff"]),
    ("kwg-dump diff --format m", &["markdown"]),
    ("kwg-count in", &["index"]),
    ("kwg-count map --order ", &["index", "probability"]),
    ("movegen-check mov", &["moves"]),
    ("movegen-check moves --ra", &["--rack"]),
];

#[track_caller]
fn try_in(shell: &str, complete: impl Fn(&Folder, &str, &str) -> Option<String>) {
    let folder = Folder::new();
    pages::write_all(&folder.path("")).unwrap();
    for (typed, expected) in TYPED {
        let program = typed.split(' ').next().unwrap();
        let Some(offered) = complete(&folder, program, typed) else {
            return;
        };
        for text in expected {
            assert!(offered.contains(text), "{shell}: {typed}: {offered:?}");
        }
    }
}

#[test]
fn completions_work_in_bash() {
    try_in("bash", |folder, program, typed| {
        let file = folder.path(&format!("completions/bash/{program}.bash"));
        run(
            "bash",
            &["--norc", "-c", BASH, "bash", file.to_str()?, typed],
        )
    });
}

#[test]
fn completions_work_in_fish() {
    try_in("fish", |folder, program, typed| {
        let file = folder.path(&format!("completions/fish/{program}.fish"));
        run("fish", &["--no-config", "-c", FISH, file.to_str()?, typed])
    });
}

#[test]
fn completions_work_in_zsh() {
    try_in("zsh", |folder, _, typed| {
        let files = folder.path("completions/zsh");
        run("zsh", &["-f", "-c", ZSH, "zsh", files.to_str()?, typed])
    });
}

#[test]
fn man_shows_each_page_without_warnings() {
    let folder = Folder::new();
    pages::write_all(&folder.path("")).unwrap();
    for entry in std::fs::read_dir(folder.path("man/man1")).unwrap() {
        let path = entry.unwrap().path();
        let Some(shown) = run("man", &["--warnings", "-l", path.to_str().unwrap()]) else {
            return;
        };
        let name = path.file_stem().unwrap().to_str().unwrap().to_uppercase();
        let first = shown.trim_start().lines().next().unwrap();
        first.must_start(&format!("{name}(1)"));
        let last = shown.trim_end().lines().last().unwrap();
        let version = concat!("wordmill ", env!("CARGO_PKG_VERSION"));
        last.must_start(version);
    }
}

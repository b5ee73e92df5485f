//! Equal directories, whatever the machine, the user and the moment are like.

use crate::support::everything::{after, everything, files_in, program};
use std::path::Path;
use std::process::Command;

/// Runs both builders, each command made by `make` from a program's name and
/// its arguments.
#[track_caller]
fn build(recipe: &Path, out_dir: &Path, more: &[&str], make: impl Fn(&str, &[&str]) -> Command) {
    let (recipe, out_dir) = (recipe.to_str().unwrap(), out_dir.to_str().unwrap());
    for name in ["kwg-build", "klv-build"] {
        let mut arguments = vec![recipe, "-q", "--out-dir", out_dir];
        arguments.extend(more);
        let output = make(name, &arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name} {arguments:?}: {error}");
    }
}

fn plainly(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program(name));
    command.args(arguments);
    command
}

#[test]
fn threads_locale_zone_directory_and_umask_do_not_matter() {
    let folder = everything();
    let recipe = folder.path("in/all.yaml");
    let first = folder.path("first");
    build(&recipe, &first, &["--threads", "1"], plainly);
    let expected = files_in(&first);
    assert_eq!(expected.len(), 9, "{:?}", expected.keys());
    let equal = |name: &str| {
        let found = files_in(&folder.path(name));
        assert!(
            found.keys().eq(expected.keys()),
            "{name}: {:?}",
            found.keys()
        );
        for (file, bytes) in &found {
            assert!(expected[file] == *bytes, "{name}: {file} differs");
        }
    };
    for threads in ["1", "2", "8"] {
        let name = format!("threads-{threads}");
        build(
            &recipe,
            &folder.path(&name),
            &["--threads", threads],
            plainly,
        );
        equal(&name);
    }
    let environments: [(&str, &[(&str, &str)]); 4] = [
        (
            "turkish",
            &[("LC_ALL", "tr_TR.UTF-8"), ("LANG", "tr_TR.UTF-8")],
        ),
        ("plain-c", &[("LC_ALL", "C"), ("RAYON_NUM_THREADS", "3")]),
        ("far-east", &[("TZ", "Pacific/Kiritimati")]),
        ("long-ago", &[("TZ", "UTC+12"), ("SOURCE_DATE_EPOCH", "1")]),
    ];
    for (name, variables) in environments {
        build(&recipe, &folder.path(name), &[], |program, arguments| {
            let mut command = plainly(program, arguments);
            command.envs(variables.iter().copied());
            command
        });
        equal(name);
    }
    build(&recipe, &folder.path("bare"), &[], |program, arguments| {
        let mut command = plainly(program, arguments);
        command.env_clear();
        command
    });
    equal("bare");
    for (name, umask) in [("private", "umask 077"), ("open", "umask 000")] {
        build(&recipe, &folder.path(name), &[], |program, arguments| {
            after(umask, program, arguments)
        });
        equal(name);
    }
    let places = [
        (
            "from-root",
            Path::new("/"),
            recipe.clone(),
            folder.path("from-root"),
        ),
        (
            "beside",
            &folder.path("in"),
            "all.yaml".into(),
            "../beside".into(),
        ),
        (
            "above",
            &folder.path(""),
            "in/all.yaml".into(),
            "above".into(),
        ),
    ];
    for (name, directory, recipe, out_dir) in places {
        build(&recipe, &out_dir, &[], |program, arguments| {
            let mut command = plainly(program, arguments);
            command.current_dir(directory);
            command
        });
        equal(name);
    }
    // Another copy of the same inputs, at another path.
    let elsewhere = everything();
    build(
        &elsewhere.path("in/all.yaml"),
        &folder.path("copy"),
        &[],
        plainly,
    );
    equal("copy");
}

#[cfg(unix)]
#[test]
fn the_umask_says_who_may_read_what_was_made() {
    use std::os::unix::fs::PermissionsExt;
    let folder = everything();
    let recipe = folder.path("in/all.yaml");
    for (umask, expected) in [("umask 077", 0o600), ("umask 022", 0o644)] {
        let out_dir = folder.path("dist");
        let make = |name: &str, arguments: &[&str]| after(umask, name, arguments);
        build(&recipe, &out_dir, &["--force"], make);
        for entry in std::fs::read_dir(&out_dir).unwrap() {
            let mode = entry.unwrap().metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, expected);
        }
    }
}

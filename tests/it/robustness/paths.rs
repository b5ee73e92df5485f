//! Where files may go: into the output directory, and nowhere else.

use crate::support::harness::Folder;

const RECIPE: &str = "\
lexicon: X
ruleset: english
words: {include: [x.txt]}
graphs: [{file: X.kwg}]
counts: [{file: X.kwc, of: X.kwg}]
leaves: [{file: X.klv2, source: x.csv}]
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder
        .write("in/x.txt", "AA\nAB\n")
        .write("in/x.csv", "A,1\n?,25\n")
        .write("in/x.yaml", RECIPE);
    folder
}

#[test]
fn names_that_lead_out_of_the_directory() {
    let names = [
        "../X",
        "a/../../X",
        "/tmp/X",
        "a/X",
        "..",
        ".",
        "a\\\\X",
        "C:X",
        "-X",
        "X\\nY",
        "X\\0",
    ];
    for (field, place) in [
        ("file: X.kwg", "4:17: graphs[0].file"),
        ("file: X.kwc", "5:17: counts[0].file"),
        ("file: X.klv2", "6:17: leaves[0].file"),
        ("lexicon: X", "1:10: lexicon"),
    ] {
        for name in names {
            let folder = folder();
            let key = field.split(' ').next().unwrap();
            let recipe = RECIPE.replace(field, &format!("{key} \"{name}\""));
            // Counts of a graph that is not made would be a second fault.
            let recipe = match place.contains("graphs") {
                true => recipe.replace("counts: [{file: X.kwc, of: X.kwg}]\n", ""),
                false => recipe,
            };
            folder.write("in/x.yaml", recipe);
            for program in ["kwg-build", "klv-build"] {
                let expected = format!(
                    "in/x.yaml:{place}: expected a plain name without path, white space or leading dot, found `{}`",
                    name
                );
                folder.refuses(&format!("{program} in/x.yaml --update-lock"), &expected);
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn links_are_replaced_and_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    folder.fine("kwg-build in/x.yaml -q");
    let expected = folder.read("dist/X.kwg");
    let (manifest, sums) = (
        folder.read("dist/X.manifest.json"),
        folder.read("dist/SHA256SUMS"),
    );
    folder
        .write("victim", "somebody's")
        .write("copy/manifest", &manifest)
        .write("copy/sums", &sums);
    for (name, target) in [
        ("X.kwg", "../victim"),
        ("X.kwc", "../not-there-yet"),
        ("X.manifest.json", "../copy/manifest"),
        ("SHA256SUMS", "../copy/sums"),
    ] {
        let link = folder.path(&format!("dist/{name}"));
        std::fs::remove_file(&link).unwrap();
        symlink(target, link).unwrap();
    }
    // One with the name of a temporary file is not ours to remove.
    symlink("../victim", folder.path("dist/.wordmill-x.tmp")).unwrap();
    folder.write("in/x.txt", "AA\nAB\nBA\n");
    folder.fine("kwg-build in/x.yaml -q");
    assert_eq!(folder.text("victim"), "somebody's");
    assert!(!folder.path("not-there-yet").exists());
    assert!(folder.read("copy/manifest") == manifest && folder.read("copy/sums") == sums);
    for name in ["X.kwg", "X.kwc", "X.manifest.json", "SHA256SUMS"] {
        let kind = std::fs::symlink_metadata(folder.path(&format!("dist/{name}")));
        assert!(kind.unwrap().is_file(), "{name}");
    }
    assert!(folder.read("dist/X.kwg") != expected);
    // The same for a file that is named by itself.
    symlink("victim", folder.path("y.kwg")).unwrap();
    folder.fine("kwg-build --words in/x.txt -o y.kwg -q");
    assert_eq!(folder.text("victim"), "somebody's");
    assert!(folder.read("y.kwg") == folder.read("dist/X.kwg"));
}

/// A link given as the output directory is followed.
#[cfg(unix)]
#[test]
fn an_output_directory_may_be_a_link() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    std::fs::create_dir(folder.path("there")).unwrap();
    symlink("there", folder.path("dist")).unwrap();
    folder.fine("kwg-build in/x.yaml -q");
    assert!(folder.path("there/X.kwg").is_file() && folder.path("dist").is_symlink());
    symlink("nowhere", folder.path("lost")).unwrap();
    let ran = folder.run("kwg-build in/x.yaml -q --out-dir lost");
    assert_eq!(
        ran.err,
        "kwg-build: lost: can't make: File exists (os error 17)\n"
    );
    assert!(!folder.path("nowhere").exists());
}

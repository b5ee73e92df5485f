//! The lexicons that are built, each in several versions, and the files that a
//! build of each version makes where nothing goes wrong.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wordmill::digest::sha256;

/// The files of a directory, by name.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

pub(crate) const LEXICONS: [&str; 3] = ["A", "B", "C"];

/// A lexicon that is built once, before the first round.
const STILL: &str = "STILL";

/// A user's own file in the output directory, with its line in `SHA256SUMS`.
const NOTES: (&str, &[u8]) = ("notes", b"a user's own");

const SUMS: &str = "SHA256SUMS";

/// What follows the lexicon in a recipe of `A`. Versions make different files, by
/// different rules: together every kind of file that recipes make.
const RECIPES: [&str; 3] = [
    "ruleset: english
words: {include: [words.txt]}
graphs: [{file: A.kwg}, {file: A.kad, content: alphagrams}, {file: A-old.kwg, layout: magpie}]
counts: [{file: A.kwc, of: A.kwg}]
wordmaps: [{file: A.wmp}]
foreign: [{file: A.dawg, content: quackle-dawg}, {file: A.dwg, content: zyzzyva}]
leaves: [{file: A.klv2, source: leaves.csv}]
bundle: [macondo, woogles]
editions: [{since: words.txt, added: 0, removed: 0}]
",
    "ruleset: small.yaml
words: {include: [words.txt]}
graphs: [{file: A.kwg}, {file: A-new.kbwg, node: kbwg}]
members: [{file: A.kwi, of: A.kwg, words: [words.txt]}]
foreign: [{file: A.dawg, content: quackle-dawg}, {file: A.gaddag, content: quackle-gaddag}]
leaves: [{file: A.klv2, estimate: {of: A.kwg, boards: 4}}, {file: A.klv, source: leaves.csv, values: i16}]
bundle: quackle
",
    "ruleset: english
words: {include: [words.txt]}
graphs: [{file: A.kwg}, {file: A.kad, content: alphagrams}]
wordmaps: [{file: A.wmp}]
",
];

/// English with racks of three tiles, whose leaves are estimated in a moment.
const SMALL: &str = include_str!("../../rulesets/english.yaml");

pub(crate) const VERSIONS: u64 = RECIPES.len() as u64;

/// The path of a program under test.
pub(crate) fn program(name: &str) -> PathBuf {
    assert_cmd::cargo::cargo_bin(name)
}

/// The files of a directory. Temporary files of killed programs are left out: the
/// next program that writes there removes them.
pub(crate) fn files_in(directory: &Path) -> Files {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    let files = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().unwrap();
        let is_temporary = name.starts_with(".wordmill-") && name.ends_with(".tmp");
        (!is_temporary).then(|| (name, fs::read(entry.path()).unwrap()))
    });
    files.collect()
}

/// The lexicons' versions: where their recipes are, and what they make.
pub(crate) struct Versions {
    folder: PathBuf,
    /// The files of each version of a lexicon.
    made: BTreeMap<(&'static str, u64), Files>,
    /// What is in the output directory whatever is built.
    still: Files,
}

impl Versions {
    /// Writes all recipes below a folder and builds each of them in a directory of
    /// its own.
    pub(crate) fn new(folder: &Path) -> Versions {
        let core = concat!(env!("CARGO_MANIFEST_DIR"), "/lexicons/core.txt");
        let core = fs::read_to_string(core).unwrap();
        let mut versions = Versions {
            folder: folder.to_path_buf(),
            made: BTreeMap::new(),
            still: Files::new(),
        };
        for (i, lexicon) in LEXICONS.into_iter().chain([STILL]).enumerate() {
            for version in 0..VERSIONS {
                let step = 150 + 50 * version as usize;
                versions.write(lexicon, version, &some_words(&core, i, step));
                let files = versions.build(lexicon, version);
                match lexicon {
                    STILL => versions.still = files,
                    _ => drop(versions.made.insert((lexicon, version), files)),
                }
            }
        }
        let (name, bytes) = NOTES;
        versions.still.insert(name.to_string(), bytes.to_vec());
        versions
    }

    /// The recipe of a version.
    pub(crate) fn recipe(&self, lexicon: &str, version: u64) -> PathBuf {
        let name = format!("in{version}/{lexicon}/{lexicon}.yaml");
        self.folder.join(name)
    }

    fn write(&self, lexicon: &str, version: u64, words: &str) {
        let recipe = self.recipe(lexicon, version);
        let folder = recipe.parent().unwrap();
        fs::create_dir_all(folder).unwrap();
        let artifacts = RECIPES[version as usize]
            .replace("A.", &format!("{lexicon}."))
            .replace("A-", &format!("{lexicon}-"));
        let small = SMALL
            .replace("\nname: english\n", "\nname: small\n")
            .replace("\nrack: 7\n", "\nrack: 3\n");
        assert!(!small.contains("english\n") && !small.contains("rack: 7"));
        // Two lexicons may not have the same values.
        let leaves = format!("A,{version}\n?,{}\nAB,1.5\n", lexicon.as_bytes()[0]);
        fs::write(&recipe, format!("lexicon: {lexicon}\n{artifacts}")).unwrap();
        fs::write(folder.join("words.txt"), words).unwrap();
        fs::write(folder.join("leaves.csv"), leaves).unwrap();
        fs::write(folder.join("small.yaml"), small).unwrap();
    }

    /// Builds a version where nothing goes wrong.
    fn build(&self, lexicon: &str, version: u64) -> Files {
        let out_dir = self.folder.join("alone");
        for program in programs(version) {
            build_well(program, &[self.recipe(lexicon, version)], &out_dir);
        }
        let mut files = files_in(&out_dir);
        fs::remove_dir_all(&out_dir).unwrap();
        files.remove(SUMS);
        files
    }

    /// What the output directory must have if each lexicon is built in the version
    /// given.
    pub(crate) fn expected(&self, versions: [u64; 3]) -> Files {
        let mut files = self.still.clone();
        for chosen in LEXICONS.into_iter().zip(versions) {
            files.extend(self.made[&chosen].clone());
        }
        let sums = files.iter();
        let sums = sums.map(|(name, bytes)| format!("{}  {name}\n", sha256(bytes)));
        let sums: String = sums.collect();
        files.insert(SUMS.to_string(), sums.into_bytes());
        files
    }

    /// What is wrong with a directory after faults, if each lexicon may be in any of
    /// the versions given, or between two of them.
    pub(crate) fn faults_between(
        &self,
        found: &Files,
        possible: &[BTreeSet<u64>; 3],
    ) -> Vec<Finding> {
        let mut allowed: BTreeMap<&str, Vec<Option<&[u8]>>> = BTreeMap::new();
        for (name, bytes) in &self.still {
            allowed.insert(name, vec![Some(bytes)]);
        }
        for (lexicon, versions) in LEXICONS.into_iter().zip(possible) {
            let made = || {
                versions
                    .iter()
                    .map(|&version| &self.made[&(lexicon, version)])
            };
            for name in made().flat_map(|files| files.keys()) {
                let in_each = made().map(|files| files.get(name).map(|bytes| &bytes[..]));
                allowed.insert(name, in_each.collect());
            }
        }
        let names = found
            .keys()
            .map(|name| &name[..])
            .chain(allowed.keys().copied());
        let names: BTreeSet<&str> = names.collect();
        let findings = names.into_iter().filter_map(|name| {
            let bytes = found.get(name).map(|bytes| &bytes[..]);
            let is_fine = match (allowed.get(name), bytes) {
                (None, _) => name == SUMS || name.starts_with('.'),
                (Some(allowed), Some(bytes)) if name.ends_with(".json") => {
                    has_known_parts(bytes, allowed.iter().flatten().copied())
                }
                (Some(allowed), bytes) => allowed.contains(&bytes),
            };
            (!is_fine).then(|| Finding::of(name, bytes.is_some()))
        });
        findings.collect()
    }

    /// Whether a file that was read while builders run is whole: an artifact of some
    /// version, or something else.
    pub(crate) fn is_whole(&self, name: &str, bytes: &[u8]) -> bool {
        let made = self.made.values().filter_map(|files| files.get(name));
        let mut made = made.filter(|_| !name.ends_with(".json")).peekable();
        made.peek().is_none() || made.any(|known| known == bytes)
    }
}

/// Whether a manifest is one, and each of its parts is that of a known manifest.
fn has_known_parts<'a>(bytes: &[u8], known: impl Iterator<Item = &'a [u8]>) -> bool {
    let Ok(manifest) = serde_json::from_slice::<Value>(bytes) else {
        return false;
    };
    let known: Vec<Value> = known
        .map(|known| serde_json::from_slice(known).unwrap())
        .collect();
    ["words", "leaves"].into_iter().all(|part| {
        manifest[part].is_null() || known.iter().any(|known| known[part] == manifest[part])
    })
}

/// Something that no fault may do.
pub(crate) enum Finding {
    /// This file is gone.
    Lost(String),
    /// This file is neither the one from before nor the new one.
    Mixed(String),
}

impl Finding {
    fn of(name: &str, is_there: bool) -> Finding {
        match is_there {
            true => Finding::Mixed(name.to_string()),
            false => Finding::Lost(name.to_string()),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Lost(name) => write!(f, "lost: {name}"),
            Finding::Mixed(name) => write!(f, "mixed: {name}"),
        }
    }
}

/// How a directory differs from the one that is expected.
pub(crate) fn differences(found: &Files, expected: &Files) -> Vec<Finding> {
    let names: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let differs = names
        .into_iter()
        .filter(|&name| found.get(name) != expected.get(name));
    differs
        .map(|name| Finding::of(name, found.contains_key(name)))
        .collect()
}

/// The programs that build a version.
pub(crate) fn programs(version: u64) -> &'static [&'static str] {
    match RECIPES[version as usize].contains("leaves:") {
        true => &["kwg-build", "klv-build"],
        false => &["kwg-build"],
    }
}

/// Runs a builder that has to end well.
pub(crate) fn build_well(name: &str, recipes: &[PathBuf], out_dir: &Path) {
    let mut command = Command::new(program(name));
    command
        .arg("-q")
        .args(recipes)
        .arg("--out-dir")
        .arg(out_dir);
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{error}");
}

/// Every `step`th word of a list, from the word `first` on.
fn some_words(list: &str, first: usize, step: usize) -> String {
    let fits = |word: &&str| (2..=15).contains(&word.len());
    let words = list.lines().filter(fits).skip(first).step_by(step);
    words.map(|word| format!("{word}\n")).collect()
}

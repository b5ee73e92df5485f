//! From recipes and paths to what is checked.

use crate::check::{Artifact, Claim, Fact, OtherLeaves, Role, Subject, Trouble};
use crate::cli::rules::Rules;
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::{Expected, read_file, read_if_there, refuse_stray};
use crate::graph::Content;
use crate::recipe::{
    About, Lexicon, Manifest, Part, PartKind, ResolvedRecipe, SUMS_FILE, Sums, WordInputs,
    check_distinct, parse_leaves, read_text,
};
use crate::source::{LengthBounds, ListOptions, ListReader, Outside};
use std::path::{Path, PathBuf};

/// Files without a recipe.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct FilesToCheck {
    /// The word graph (.kwg, .kbwg)
    #[arg(long, value_name = "FILE")]
    pub kwg: Option<PathBuf>,
    /// The graph of the alphagrams (.kad)
    #[arg(long, value_name = "FILE")]
    pub kad: Option<PathBuf>,
    /// Leave values (.klv2, .klv)
    #[arg(long, value_name = "FILE")]
    pub klv: Option<PathBuf>,
    /// The counts of the word graph's nodes (.kwc)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub kwc: Option<PathBuf>,
    /// A member file of the word graph (.kwi)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub kwi: Option<PathBuf>,
    /// The ranks of the word graph's words (.kwp)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub kwp: Option<PathBuf>,
    /// Word lists that the files should hold, united
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub words: Vec<PathBuf>,
    /// How many tiles words may have: N, MIN..MAX, MIN.., ..MAX or any [default: 2 to the board's longer side]
    #[arg(long, value_name = "MIN..MAX", value_parser = crate::cli::args::length::read_length)]
    pub length: Option<(usize, usize)>,
    /// A table of positions
    #[arg(long, value_name = "FILE.tsv", requires = "kwg")]
    pub positions: Option<PathBuf>,
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The subject that some files are. The rules are those of the first of them;
/// `ruleset_name` is what the user calls the ruleset.
pub fn subject_of_files(
    files: &FilesToCheck,
    rules: &Rules,
    ruleset_name: &str,
) -> Result<Subject> {
    let mut subject = Subject::new("files", rules.ruleset.clone());
    subject.ruleset_assumed = rules.assumed;
    subject.ruleset_name = ruleset_name.to_string();
    if let Some(length) = files.length {
        subject.length = length;
    }
    let of = files.kwg.as_deref().map(name_of).unwrap_or_default();
    let graph = |content| Role::Graph {
        content,
        format: None,
        layout: None,
    };
    let leaves = Role::Leaves {
        values: None,
        layout: None,
        table: None,
        beyond_bag: false,
        beyond_rack: false,
    };
    let members = Role::Members {
        of: of.clone(),
        words: None,
    };
    let (alphagrams, counts) = (Some(Content::Alphagrams), Role::Counts { of: of.clone() });
    for (path, expected, role) in [
        (&files.kwg, Expected::WordGraph, graph(None)),
        (&files.kad, Expected::Alphagrams, graph(alphagrams)),
        (&files.klv, Expected::LeaveValues, leaves),
        (&files.kwc, Expected::Counts, counts),
        (&files.kwi, Expected::Members, members),
        (&files.kwp, Expected::Ranks, Role::Order { of }),
    ] {
        let Some(path) = path else { continue };
        let bytes = read_file(path)?;
        refuse_stray(path, &bytes, expected)?;
        subject.artifacts.push(Artifact {
            name: name_of(path),
            path: path.display().to_string(),
            bytes: Some(bytes),
            role,
        });
    }
    if subject.artifacts.is_empty() {
        return Err(Error::input(
            "",
            "expected a file to check, found none; name one with --kwg, --kad or --klv",
        ));
    }
    subject.doubts.extend(doubt(rules, &subject.artifacts));
    if !files.words.is_empty() {
        // A list may have words that no graph should have.
        let (min, max) = subject.length;
        let length = LengthBounds::new(min, max).with_outside(Outside::Drop);
        let options = ListOptions::default().with_length(length);
        let mut reader = ListReader::new(subject.ruleset.alphabet());
        for path in &files.words {
            let bytes = read_file(path)?;
            refuse_stray(path, &bytes, Expected::WordList)?;
            reader.read(&path.display().to_string(), &bytes, &options)?;
        }
        subject.words = Some(reader.finish()?.finish().0);
    }
    if let Some(path) = &files.positions {
        let text = read_text(path, Expected::Positions)?;
        subject.positions.push((path.display().to_string(), text));
    }
    Ok(subject)
}

/// What is to be said if the first file, whose manifest named the ruleset, is
/// not the one that it lists.
fn doubt(rules: &Rules, files: &[Artifact]) -> Option<Trouble> {
    let (listed, file) = (rules.listed.as_ref()?, files.first()?);
    let found = sha256(file.bytes.as_ref()?);
    let (manifest, name) = (listed.manifest.display(), rules.ruleset.name());
    (found != listed.sha256).then(|| Trouble {
        file: file.path.clone(),
        what: "not the file that its manifest lists",
        expected: format!("{}, as {manifest} says", listed.sha256),
        found,
        advice: format!("read as {name} all the same, --ruleset settles it"),
    })
}

/// The subjects that recipes make, each of which has files of its own.
pub fn subjects_of_recipes(paths: &[PathBuf], out_dir: &Path) -> Result<Vec<Subject>> {
    let subjects = paths.iter().map(|path| subject_of_recipe(path, out_dir));
    let subjects = subjects.collect::<Result<Vec<Subject>>>()?;
    check_distinct(subjects.iter().filter_map(|s| s.recipe.as_ref()))?;
    Ok(subjects)
}

/// The subject that a recipe makes, with its files in the output directory.
pub fn subject_of_recipe(path: &Path, out_dir: &Path) -> Result<Subject> {
    let resolved = ResolvedRecipe::read(path)?;
    let recipe = &resolved.recipe;
    let mut subject = Subject::new(&recipe.lexicon, resolved.ruleset.clone());
    subject.ruleset_name = ruleset_name(&resolved);
    let mut inputs: Vec<(String, String)> = Vec::new();
    let mut lexicon = None;
    if let Some(sources) = recipe.words.as_ref().filter(|_| !recipe.graphs.is_empty()) {
        let bounds = resolved.list_options(sources)?.length;
        subject.length = (bounds.min, bounds.max);
        let read = WordInputs::read(&resolved, sources)?;
        let digests = read.digests();
        inputs.extend(digests.map(|(name, sum)| (name.to_string(), sum.to_string())));
        lexicon = Some(read.parse(&resolved, sources)?);
    }
    for (name, role) in roles(&resolved, lexicon.as_ref(), &mut inputs)? {
        let path = out_dir.join(&name);
        subject.artifacts.push(Artifact {
            bytes: read_if_there(&path)?,
            path: path.display().to_string(),
            name,
            role,
        });
    }
    if let Some(name) = &recipe.positions {
        let path = resolved.base().join(name);
        let text = read_text(&path, Expected::Positions)?;
        subject.positions.push((path.display().to_string(), text));
    }
    let counts = lexicon.as_ref().map(Counted::of);
    subject.words = lexicon.map(|lexicon| lexicon.words);
    if out_dir.is_dir() {
        claims(&resolved, out_dir, &inputs, counts, &mut subject)?;
    } else {
        subject.no_directory = Some(out_dir.display().to_string());
    }
    subject.recipe = Some(resolved);
    Ok(subject)
}

/// What the user would call a recipe's ruleset.
fn ruleset_name(resolved: &ResolvedRecipe) -> String {
    let choice = &resolved.recipe.ruleset;
    let path = resolved.base().join(choice);
    match path.is_file() {
        true => path.display().to_string(),
        false => choice.clone(),
    }
}

/// What each of a recipe's files should be. The inputs that are read for that
/// are added, with their digests.
fn roles(
    resolved: &ResolvedRecipe,
    lexicon: Option<&Lexicon>,
    inputs: &mut Vec<(String, String)>,
) -> Result<Vec<(String, Role)>> {
    let recipe = &resolved.recipe;
    let mut roles = Vec::new();
    for graph in &recipe.graphs {
        let role = Role::Graph {
            content: Some(graph.content),
            format: Some(graph.node),
            layout: Some(graph.layout),
        };
        roles.push((graph.file.clone(), role));
    }
    for counts in &recipe.counts {
        let of = counts.of.clone();
        roles.push((counts.file.clone(), Role::Counts { of }));
    }
    for (i, members) in recipe.members.iter().enumerate() {
        let of = members.of.clone();
        let words = lexicon.and_then(|lexicon| lexicon.members.get(i)).cloned();
        roles.push((members.file.clone(), Role::Members { of, words }));
    }
    for (i, leaves) in recipe.leaves.iter().enumerate() {
        let field = format!("leaves[{i}].source");
        let input = resolved.read_input(&field, &leaves.source, leaves.sha256.as_deref())?;
        let path = input.path.display().to_string();
        let table = parse_leaves(&path, &input.bytes, &resolved.ruleset, leaves.options())?;
        let role = Role::Leaves {
            values: Some(leaves.values),
            layout: Some(leaves.layout),
            table: Some(table),
            beyond_bag: leaves.beyond_bag,
            beyond_rack: leaves.beyond_rack,
        };
        roles.push((leaves.file.clone(), role));
        inputs.push((input.name, input.sha256));
    }
    Ok(roles)
}

/// The numbers of a lexicon that a manifest has too.
struct Counted {
    words: u64,
    duplicates: u64,
    excluded: u64,
}

impl Counted {
    fn of(lexicon: &Lexicon) -> Counted {
        Counted {
            words: lexicon.words.len() as u64,
            duplicates: lexicon.duplicates,
            excluded: lexicon.excluded,
        }
    }
}

/// What manifest, sums and lock say.
fn claims(
    resolved: &ResolvedRecipe,
    out_dir: &Path,
    inputs: &[(String, String)],
    counted: Option<Counted>,
    subject: &mut Subject,
) -> Result<()> {
    let manifest_name = Manifest::file_name(&resolved.recipe.lexicon);
    let path = out_dir.join(&manifest_name);
    let mut claims = ClaimsOf {
        by: path.display().to_string(),
        claims: Vec::new(),
    };
    let bytes = read_if_there(&path)?;
    match Manifest::read(&path) {
        Ok(None) => subject.troubles.push(absent(resolved, &path)),
        Ok(Some(manifest)) => {
            let mut is_fresh = true;
            for (kind, part) in [
                (PartKind::Words, &manifest.words),
                (PartKind::Leaves, &manifest.leaves),
            ] {
                if let Some(part) = part {
                    is_fresh &= claims.origin(resolved, kind, part, inputs)?;
                }
            }
            // Other sources have other numbers, which is no fault of the manifest.
            let said = manifest.words.as_ref().filter(|_| is_fresh);
            if let (Some(counted), Some(said)) =
                (&counted, said.and_then(|part| part.lexicon.as_ref()))
            {
                let about = &resolved.recipe.lexicon;
                claims.known(about, "words", said.words, counted.words);
                claims.known(about, "duplicates", said.duplicates, counted.duplicates);
                claims.known(about, "excluded", said.excluded, counted.excluded);
            }
            for artifact in &subject.artifacts {
                claims.artifact(&manifest, &artifact.name);
            }
        }
        Err(error) => subject
            .troubles
            .push(unreadable(&path, "a manifest", &error)),
    }
    let sums_path = out_dir.join(SUMS_FILE);
    let lock_path = resolved.lock_path();
    let manifest_sum = bytes.map(|bytes| sha256(&bytes));
    for (path, is_lock) in [(&sums_path, false), (&lock_path, true)] {
        claims.by = path.display().to_string();
        let sums = match Sums::read(path) {
            Ok(Some(sums)) => sums,
            Ok(None) if is_lock => {
                subject.notes.push(format!("{}: no lock", claims.by));
                continue;
            }
            Ok(None) => {
                subject.troubles.push(absent(resolved, path));
                continue;
            }
            Err(error) => {
                subject.troubles.push(unreadable(path, "sums", &error));
                continue;
            }
        };
        for artifact in &subject.artifacts {
            let sum = sums.get(&artifact.name).map(str::to_string);
            claims.add(&artifact.name, Fact::Sha256, sum);
        }
        if let (Some(found), false) = (&manifest_sum, is_lock) {
            let expected = sums.get(&manifest_name).map(str::to_string);
            claims.add(
                &manifest_name,
                Fact::Known("sha256", found.clone()),
                expected,
            );
        }
    }
    subject.claims = claims.claims;
    subject.other_leaves = other_leaves(out_dir, &resolved.recipe.lexicon)?;
    Ok(())
}

/// A file that the programs make is not there.
fn absent(resolved: &ResolvedRecipe, path: &Path) -> Trouble {
    let kinds = [PartKind::Words, PartKind::Leaves].into_iter();
    let kinds = kinds.filter(|&kind| !resolved.recipe.files_of(kind).is_empty());
    let programs: Vec<&str> = kinds.map(program).collect();
    Trouble {
        file: path.display().to_string(),
        what: "no such file",
        expected: String::new(),
        found: String::new(),
        advice: format!("run {}", programs.join(" and ")),
    }
}

/// A file is not what its name says.
fn unreadable(path: &Path, expected: &str, error: &Error) -> Trouble {
    let file = path.display().to_string();
    // The error begins with the file too.
    let message = error.to_string();
    let found = message.strip_prefix(&file).unwrap_or(&message);
    Trouble {
        what: "can't be read",
        expected: expected.to_string(),
        found: found.trim_start_matches([':', ' ']).to_string(),
        advice: String::new(),
        file,
    }
}

/// The program that makes a part.
fn program(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Words => "kwg-build",
        PartKind::Leaves => "klv-build",
    }
}

/// The claims of one file after the other.
struct ClaimsOf {
    by: String,
    claims: Vec<Claim>,
}

impl ClaimsOf {
    fn add(&mut self, about: &str, fact: Fact, expected: Option<String>) {
        let claim = Claim {
            by: self.by.clone(),
            about: about.to_string(),
            fact,
            expected,
        };
        self.claims.push(claim);
    }

    fn known(
        &mut self,
        about: &str,
        what: &'static str,
        expected: impl ToString,
        found: impl ToString,
    ) {
        let fact = Fact::Known(what, found.to_string());
        self.add(about, fact, Some(expected.to_string()));
    }

    /// What a manifest says of recipe, rules and inputs; whether all of them are
    /// as they were.
    fn origin(
        &mut self,
        resolved: &ResolvedRecipe,
        kind: PartKind,
        part: &Part,
        inputs: &[(String, String)],
    ) -> Result<bool> {
        let said = &part.origin;
        let recipe = resolved.path.display().to_string();
        let mut is_fresh = self.source(&recipe, kind, &said.recipe.sha256, &resolved.sha256);
        let digest = resolved.ruleset.digest()?;
        is_fresh &= self.source(&said.ruleset.name, kind, &said.ruleset.sha256, &digest);
        for input in &said.inputs {
            // Another recipe may have other inputs.
            if let Some((name, now)) = inputs.iter().find(|(name, _)| *name == input.file) {
                let path = resolved.base().join(name).display().to_string();
                is_fresh &= self.source(&path, kind, &input.sha256, now);
            }
        }
        Ok(is_fresh)
    }

    /// What a manifest says of something that a part was made from; whether it
    /// is as it was.
    fn source(&mut self, about: &str, kind: PartKind, said: &str, now: &str) -> bool {
        let said = Some(said.to_string());
        let same = |c: &&mut Claim| c.about == about && c.expected == said;
        let program = program(kind);
        // Both parts of a manifest have the recipe and the rules.
        match self.claims.iter_mut().find(same).map(|c| &mut c.fact) {
            Some(Fact::Source { programs, .. }) => {
                if !programs.contains(program) {
                    *programs = format!("{programs} and {program}");
                }
            }
            _ => {
                let fact = Fact::Source {
                    now: now.to_string(),
                    programs: program.to_string(),
                };
                self.add(about, fact, said.clone());
            }
        }
        said.as_deref() == Some(now)
    }

    /// What a manifest says of an artifact.
    fn artifact(&mut self, manifest: &Manifest, name: &str) {
        let Some(record) = manifest.outputs().find(|output| output.file == name) else {
            self.add(name, Fact::Sha256, None);
            return;
        };
        self.add(name, Fact::Sha256, Some(record.sha256.clone()));
        self.add(name, Fact::Bytes, Some(record.bytes.to_string()));
        let mut number = |fact, number: u64| self.add(name, fact, Some(number.to_string()));
        match &record.about {
            About::Graph {
                words,
                nodes,
                dawg_nodes,
                identity,
                ..
            } => {
                number(Fact::Entries, *words);
                number(Fact::Nodes, *nodes);
                number(Fact::DawgNodes, *dawg_nodes);
                self.add(name, Fact::Identity, Some(identity.clone()));
            }
            About::Counts { words, .. } | About::Members { words, .. } => {
                number(Fact::Entries, *words);
            }
            About::Leaves { leaves, nodes, .. } => {
                number(Fact::Entries, *leaves);
                number(Fact::Nodes, *nodes);
            }
        }
    }
}

/// The leave files of other lexica in a directory, as their manifests have
/// them.
fn other_leaves(directory: &Path, lexicon: &str) -> Result<Vec<OtherLeaves>> {
    if !directory.is_dir() {
        return Ok(Vec::new());
    }
    let mut others = Vec::new();
    for (_, manifest) in Manifest::all_in(directory)? {
        if manifest.lexicon == lexicon {
            continue;
        }
        for output in manifest.outputs() {
            if let About::Leaves { .. } = output.about {
                others.push(OtherLeaves {
                    lexicon: manifest.lexicon.clone(),
                    file: directory.join(&output.file).display().to_string(),
                    sha256: output.sha256.clone(),
                });
            }
        }
    }
    Ok(others)
}

//! Reads what the manifest, the sums and the lock of a recipe claim.

use crate::check::findings::NextStep;
use crate::check::subject::{Claim, Fact, OtherLeaves, Subject, Trouble};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::read_if_there;
use crate::recipe::{
    About, Manifest, PartKind, PartRecord, RecipeWords, ResolvedRecipe, SUMS_FILE, Sums,
    stray_lines,
};
use std::path::Path;

/// The numbers of a lexicon that its manifest has too.
pub(crate) struct Counted {
    words: u64,
    duplicates: u64,
    excluded: u64,
}

impl Counted {
    pub(crate) fn of(lexicon: &RecipeWords) -> Counted {
        Counted {
            words: lexicon.words.len() as u64,
            duplicates: lexicon.duplicates,
            excluded: lexicon.excluded,
        }
    }
}

/// Adds to a subject what manifest, sums and lock claim of its files. `inputs`
/// are the names and digests of the sources as they are now.
pub(crate) fn read_claims(
    resolved: &ResolvedRecipe,
    out_dir: &Path,
    inputs: &[(String, String)],
    counted: Option<Counted>,
    subject: &mut Subject,
) -> Result<()> {
    let manifest_name = Manifest::file_name(&resolved.recipe.lexicon);
    let path = out_dir.join(&manifest_name);
    let mut claims = Claims {
        by: path.display().to_string(),
        claims: Vec::new(),
    };
    match Manifest::read(&path) {
        Ok(None) => subject.troubles.push(absent(resolved, &path)),
        Err(error) => subject
            .troubles
            .push(unreadable(&path, "a manifest", &error)),
        Ok(Some(manifest)) => claims.of_manifest(resolved, &manifest, inputs, counted, subject)?,
    }
    let manifest_sum = read_if_there(&path)?.map(|bytes| sha256(&bytes));
    for (path, is_lock) in [
        (out_dir.join(SUMS_FILE), false),
        (resolved.lock_path(), true),
    ] {
        claims.by = path.display().to_string();
        let sums = match Sums::read(&path) {
            Ok(Some(sums)) => sums,
            Ok(None) if is_lock => {
                subject.notes.push(format!("{}: no lock", claims.by));
                continue;
            }
            Ok(None) => {
                subject.troubles.push(absent(resolved, &path));
                continue;
            }
            Err(error) => {
                subject.troubles.push(unreadable(&path, "sums", &error));
                continue;
            }
        };
        for artifact in &subject.artifacts {
            let sum = sums.get(&artifact.name).map(str::to_string);
            claims.add(&artifact.name, Fact::Sha256, sum);
        }
        if !is_lock {
            // A manifest that is missing has been reported.
            let mut strays = stray_lines(out_dir, &sums)?;
            strays.retain(|name| *name != manifest_name || manifest_sum.is_some());
            let strays = strays.iter().map(|name| stray(resolved, &path, name));
            subject.troubles.extend(strays);
        }
        if let (Some(found), false) = (&manifest_sum, is_lock) {
            let expected = sums.get(&manifest_name).map(str::to_string);
            let fact = Fact::Known("sha256", found.clone());
            claims.add(&manifest_name, fact, expected);
        }
    }
    subject.claims = claims.claims;
    subject.other_leaves = other_leaves(out_dir, &resolved.recipe.lexicon)?;
    Ok(())
}

/// A file that a build writes is not there.
fn absent(resolved: &ResolvedRecipe, path: &Path) -> Trouble {
    let mut parts = vec![PartKind::Words, PartKind::Leaves];
    parts.retain(|&kind| !resolved.recipe.files_of(kind).is_empty());
    Trouble {
        file: path.display().to_string(),
        what: "no such file",
        expected: String::new(),
        found: String::new(),
        next_step: Some(NextStep::Build(parts)),
    }
}

/// A line of the file of sums is wrong, and its file is of no lexicon.
fn stray(resolved: &ResolvedRecipe, path: &Path, name: &str) -> Trouble {
    Trouble {
        what: "a sum of no file",
        expected: "a file that a manifest lists, or one with this sum".to_string(),
        found: name.to_string(),
        ..absent(resolved, path)
    }
}

/// A file is not what its name says.
fn unreadable(path: &Path, expected: &str, error: &Error) -> Trouble {
    let faults = error.diagnostics().iter().map(|fault| {
        let line = fault.line.map(|line| format!("line {line}: "));
        let advice = fault.advice.as_ref().map(|advice| format!("; {advice}"));
        let (line, advice) = (line.unwrap_or_default(), advice.unwrap_or_default());
        format!("{line}{}{advice}", fault.problem)
    });
    Trouble {
        file: path.display().to_string(),
        what: "can't be read",
        expected: expected.to_string(),
        found: faults.collect::<Vec<_>>().join("; "),
        next_step: None,
    }
}

/// The claims of one file after the other.
struct Claims {
    /// The file that claims them.
    by: String,
    claims: Vec<Claim>,
}

impl Claims {
    fn add(&mut self, about: &str, fact: Fact, expected: Option<String>) {
        self.claims.push(Claim {
            by: self.by.clone(),
            about: about.to_string(),
            fact,
            expected,
        });
    }

    /// Adds what a manifest says of the sources, the words and the files.
    fn of_manifest(
        &mut self,
        resolved: &ResolvedRecipe,
        manifest: &Manifest,
        inputs: &[(String, String)],
        counted: Option<Counted>,
        subject: &Subject,
    ) -> Result<()> {
        let mut is_fresh = true;
        for (kind, part) in [
            (PartKind::Words, &manifest.words),
            (PartKind::Leaves, &manifest.leaves),
        ] {
            if let Some(part) = part {
                is_fresh &= self.of_origin(resolved, kind, part, inputs)?;
            }
        }
        // Changed sources have other numbers, which is no fault of the manifest.
        let said = manifest.words.as_ref().filter(|_| is_fresh);
        let said = said.and_then(|part| part.lexicon.as_ref());
        if let (Some(now), Some(said)) = (counted, said) {
            for (what, said, now) in [
                ("words", said.words, now.words),
                ("duplicates", said.duplicates, now.duplicates),
                ("excluded", said.excluded, now.excluded),
            ] {
                let fact = Fact::Known(what, now.to_string());
                self.add(&resolved.recipe.lexicon, fact, Some(said.to_string()));
            }
        }
        for artifact in &subject.artifacts {
            self.of_artifact(manifest, &artifact.name);
        }
        Ok(())
    }

    /// Adds what a manifest says of recipe, ruleset and inputs; whether all of
    /// them are as they were.
    fn of_origin(
        &mut self,
        resolved: &ResolvedRecipe,
        kind: PartKind,
        part: &PartRecord,
        inputs: &[(String, String)],
    ) -> Result<bool> {
        let said = &part.origin;
        let recipe = resolved.path.display().to_string();
        // Early manifests have the sum of the recipe's text.
        let now = match said.recipe.sha256 == resolved.sha256 {
            true => resolved.sha256.clone(),
            false => resolved.digest(kind),
        };
        let mut is_fresh = self.of_source(&recipe, kind, &said.recipe.sha256, &now);
        let digest = resolved.ruleset.digest()?;
        is_fresh &= self.of_source(&said.ruleset.name, kind, &said.ruleset.sha256, &digest);
        for input in &said.inputs {
            // Another recipe may have other inputs.
            if let Some((name, now)) = inputs.iter().find(|(name, _)| *name == input.file) {
                let path = resolved.base().join(name).display().to_string();
                is_fresh &= self.of_source(&path, kind, &input.sha256, now);
            }
        }
        Ok(is_fresh)
    }

    /// Adds what a manifest says of one source of a part; whether the source is
    /// as it was.
    fn of_source(&mut self, about: &str, kind: PartKind, said: &str, now: &str) -> bool {
        let same = |c: &&mut Claim| c.about == about && c.expected.as_deref() == Some(said);
        // Both parts of a manifest have the recipe and the ruleset.
        match self.claims.iter_mut().find(same).map(|c| &mut c.fact) {
            Some(Fact::Source { parts, .. }) => {
                if !parts.contains(&kind) {
                    parts.push(kind);
                }
            }
            _ => {
                let fact = Fact::Source {
                    now: now.to_string(),
                    parts: vec![kind],
                };
                self.add(about, fact, Some(said.to_string()));
            }
        }
        said == now
    }

    /// Adds what a manifest says of an artifact.
    fn of_artifact(&mut self, manifest: &Manifest, name: &str) {
        let Some(record) = manifest.outputs().find(|output| output.file == name) else {
            self.add(name, Fact::Sha256, None);
            return;
        };
        self.add(name, Fact::Sha256, Some(record.sha256.clone()));
        let mut number = |fact, number: u64| self.add(name, fact, Some(number.to_string()));
        number(Fact::Bytes, record.bytes);
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
            About::Counts { words, .. }
            | About::Members { words, .. }
            | About::Definitions { words, .. } => {
                number(Fact::Entries, *words);
            }
            About::WordMap { words, identity }
            | About::Foreign {
                words, identity, ..
            }
            | About::Database {
                words, identity, ..
            } => {
                number(Fact::Entries, *words);
                self.add(name, Fact::Identity, Some(identity.clone()));
            }
            About::Leaves { leaves, nodes, .. } => {
                number(Fact::Entries, *leaves);
                number(Fact::Nodes, *nodes);
            }
        }
    }
}

/// The leave files of other lexicons in a directory, as their manifests list
/// them.
fn other_leaves(directory: &Path, lexicon: &str) -> Result<Vec<OtherLeaves>> {
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

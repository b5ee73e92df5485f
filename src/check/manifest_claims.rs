//! Reads the claims of a recipe's manifest, checksum file and lock.

use crate::check::findings::{Finding, NextStep};
use crate::check::subject::{Claim, OtherLeaves, SHA256, Subject, parts_of};
use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::read_if_there;
use crate::graph::Content;
use crate::recipe::{
    About, InputFile, InputRecord, Manifest, OutputRecord, PARTS, PartKind, PartRecord,
    RecipeWords, ResolvedRecipe, RulesetRecord, SUMS_FILE, Sums, stray_lines, value_of,
};
use crate::ruleset::Ruleset;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

/// Adds the claims of manifest, checksum file and lock about a subject's files.
pub(crate) fn read_claims(
    sources: &Sources<'_>,
    out_dir: &Path,
    subject: &mut Subject,
) -> Result<()> {
    let resolved = sources.resolved;
    let manifest_name = Manifest::file_name(&resolved.recipe.lexicon);
    let path = out_dir.join(&manifest_name);
    let mut claims = Claims {
        by: path.display().to_string(),
        claims: Vec::new(),
    };
    // A file that a build writes and that is missing.
    let absent = |path: &Path| Finding {
        what: "no such file",
        file: path.display().to_string(),
        ..Finding::from(("", "", "")).next(NextStep::Build(parts_of(&subject.artifacts)))
    };
    let mut findings = Vec::new();
    match Manifest::read(&path) {
        Ok(None) => findings.push(absent(&path)),
        Err(error) => findings.push(unreadable(&path, "a manifest", &error)),
        Ok(Some(manifest)) => {
            claims.of_manifest(sources, &manifest)?;
            for artifact in &subject.artifacts {
                claims.of_artifact(&manifest, &artifact.name);
            }
        }
    }
    let manifest_sum = read_if_there(&path)?.map(|bytes| sha256(&bytes));
    for (path, is_lock) in [
        (out_dir.join(SUMS_FILE), false),
        (resolved.lock_path(), true),
    ] {
        claims.by = path.display().to_string();
        let read = Sums::read(&path);
        match &read {
            Ok(None) if is_lock => subject.notes.push(format!("{}: no lock", claims.by)),
            Ok(None) => findings.push(absent(&path)),
            Err(error) => findings.push(unreadable(&path, "sums", error)),
            Ok(Some(_)) => (),
        }
        let Ok(Some(sums)) = read else { continue };
        for artifact in &subject.artifacts {
            let sum = sums.get(&artifact.name).map(str::to_string);
            claims.add(&artifact.name, SHA256, sum, None);
        }
        if is_lock {
            continue;
        }
        // A missing manifest has already been reported.
        let mut strays = stray_lines(out_dir, &sums)?;
        strays.retain(|name| *name != manifest_name || manifest_sum.is_some());
        // A wrong line of the checksum file whose file belongs to no lexicon.
        findings.extend(strays.into_iter().map(|name| Finding {
            what: "a sum of no file",
            expected: "a file that a manifest lists, or one with this sum".to_string(),
            found: name,
            ..absent(&path)
        }));
        if let Some(found) = &manifest_sum {
            let expected = sums.get(&manifest_name).map(str::to_string);
            claims.add(&manifest_name, SHA256, expected, Some(found.clone()));
        }
    }
    subject.findings.append(&mut findings);
    subject.claims = claims.claims;
    subject.other_leaves = other_leaves(out_dir, &resolved.recipe.lexicon)?;
    Ok(())
}

/// Creates a finding for a file that is not what its name says.
fn unreadable(path: &Path, expected: &str, error: &Error) -> Finding {
    let faults = error.diagnostics().iter().map(|fault| {
        let line = fault.line.map(|line| format!("line {line}: "));
        let advice = fault.advice.as_ref().map(|advice| format!("; {advice}"));
        let (line, advice) = (line.unwrap_or_default(), advice.unwrap_or_default());
        format!("{line}{}{advice}", fault.problem)
    });
    let found = faults.collect::<Vec<_>>().join("; ");
    Finding {
        what: "can't be read",
        file: path.display().to_string(),
        ..Finding::from(("", expected, found))
    }
}

/// The current sources of a recipe's files.
pub(crate) struct Sources<'s> {
    pub(crate) resolved: &'s ResolvedRecipe,
    pub(crate) lexicon: Option<&'s RecipeWords>,
    /// The inputs of its leaves.
    pub(crate) tables: &'s [InputFile],
}

impl Sources<'_> {
    /// The inputs of a part, in the order of the recipe.
    fn inputs(&self, kind: PartKind) -> Vec<&InputRecord> {
        match kind {
            PartKind::Words => self.lexicon.iter().flat_map(|l| &l.inputs).collect(),
            PartKind::Leaves => self.tables.iter().map(|input| &input.record).collect(),
        }
    }
}

/// Collects the claims of one file.
struct Claims {
    /// The file that makes the claims.
    by: String,
    claims: Vec<Claim>,
}

impl Claims {
    /// Adds a claim; see [`Claim`].
    fn add(&mut self, about: &str, fact: &str, expected: Option<String>, now: Option<String>) {
        self.claims.push(Claim {
            by: self.by.clone(),
            about: about.to_string(),
            fact: fact.to_string(),
            expected,
            now,
            parts: Vec::new(),
        });
    }

    /// Adds a claim for each property that a manifest records, with its current value.
    /// A missing property is no claim, since older manifests have fewer.
    fn of_figures<T: Serialize>(&mut self, about: &str, said: &T, now: &T) {
        let now = figures(now);
        for (name, said) in figures(said) {
            let now = now.iter().find(|(now, _)| *now == name);
            let now = now.map_or(NOTHING, |(_, now)| now).to_string();
            self.add(about, &name, Some(said), Some(now));
        }
    }

    /// Adds a manifest's claims about the sources and the words.
    fn of_manifest(&mut self, sources: &Sources<'_>, manifest: &Manifest) -> Result<()> {
        let recipe = &sources.resolved.recipe;
        let mut is_fresh = true;
        for (kind, part) in PARTS.into_iter().zip([&manifest.words, &manifest.leaves]) {
            if let Some(part) = part {
                is_fresh &= self.of_origin(sources, kind, part)?;
            }
        }
        let words = manifest.words.as_ref();
        // Changed sources have other numbers, which is not the manifest's fault.
        let (Some(now), Some(said), true) = (sources.lexicon, words, is_fresh) else {
            return Ok(());
        };
        if let Some(said) = &said.lexicon {
            self.of_figures(&recipe.lexicon, said, &now.figures());
        }
        let mut known: Vec<(&String, &str, u64)> = Vec::new();
        for (output, now) in recipe.definitions.iter().zip(&now.definitions) {
            known.push((&output.file, "absent", now.absent));
            known.push((&output.file, "joined", now.joined));
        }
        for (output, words) in recipe.members.iter().zip(&now.members) {
            let absent = words.without(&now.words).0.len();
            known.push((&output.file, "absent", absent as u64));
        }
        for (file, name, now) in known {
            let record = said.outputs.iter().find(|record| record.file == *file);
            let figures = record.map(figures).unwrap_or_default();
            for (_, said) in figures.into_iter().filter(|(figure, _)| figure == name) {
                self.add(file, name, Some(said), Some(now.to_string()));
            }
        }
        Ok(())
    }

    /// Adds a manifest's claims about recipe, ruleset and inputs. Returns whether all
    /// of them are unchanged.
    fn of_origin(
        &mut self,
        sources: &Sources<'_>,
        kind: PartKind,
        part: &PartRecord,
    ) -> Result<bool> {
        let (resolved, said) = (sources.resolved, &part.origin);
        let recipe = resolved.path.display().to_string();
        // Early manifests have the checksum of the recipe's text.
        let now = match said.recipe.sha256 == resolved.sha256 {
            true => resolved.sha256.clone(),
            false => resolved.digest(kind),
        };
        let mut is_fresh = self.of_source(&recipe, kind, &said.recipe.sha256, &now);
        let ruleset = RulesetRecord::new(&resolved.ruleset)?;
        let about = &said.ruleset.name;
        is_fresh &= self.of_source(about, kind, &said.ruleset.sha256, &ruleset.sha256);
        let inputs = sources.inputs(kind);
        let path = |name: &str| resolved.base().join(name).display().to_string();
        for input in &said.inputs {
            // Another recipe may have other inputs.
            if let Some(now) = inputs.iter().find(|now| now.file == input.file) {
                is_fresh &= self.of_source(&path(&now.file), kind, &input.sha256, &now.sha256);
            }
        }
        if is_fresh {
            self.of_ruleset(&said.ruleset, &ruleset);
            let [counted, now] = [said.inputs.len(), inputs.len()].map(|n| Some(n.to_string()));
            self.add(&recipe, "inputs", counted, now);
            for output in &resolved.recipe.leaves {
                let mut records = part.outputs.iter();
                let record = records.find(|record| record.file == output.file);
                if let Some(About::Leaves { estimate, .. }) = record.map(|record| &record.about) {
                    let estimates = [estimate, &output.estimate].map(value_of);
                    let [said, now] = estimates.map(|e| e.ok().map(figure_text));
                    self.add(&output.file, "estimate", said, now);
                }
            }
            for (said, &now) in said.inputs.iter().zip(&inputs) {
                // The lists of estimates are not read again.
                let said = InputRecord {
                    lines: said.lines.clone().filter(|_| now.lines.is_some()),
                    compounds: said.compounds.filter(|_| kind == PartKind::Words),
                    ..said.clone()
                };
                self.of_figures(&path(&now.file), &said, now);
            }
        }
        Ok(is_fresh)
    }

    /// Adds a manifest's claims about a ruleset with the same digest. Its definition
    /// may be written differently, or omitted because the ruleset is built in.
    fn of_ruleset(&mut self, said: &RulesetRecord, now: &RulesetRecord) {
        let brief = |record: &RulesetRecord| RulesetRecord {
            definition: None,
            ..record.clone()
        };
        self.of_figures(&now.name, &brief(said), &brief(now));
        if let Some(definition) = &said.definition {
            let defined = Ruleset::from_yaml(&self.by, definition);
            let digest = defined.and_then(|ruleset| ruleset.digest());
            let found = digest.unwrap_or_else(|_| "no ruleset".to_string());
            let said = said.sha256.clone();
            self.add(&now.name, "definition", Some(said), Some(found));
        }
    }

    /// Adds a manifest's claim about one source of a part. Returns whether the source
    /// is unchanged.
    fn of_source(&mut self, about: &str, kind: PartKind, said: &str, now: &str) -> bool {
        let is_same = |c: &Claim| {
            (&c.about[..], &c.fact[..], c.expected.as_deref()) == (about, SHA256, Some(said))
        };
        // Both parts of a manifest contain the recipe and the ruleset.
        if !self.claims.iter().any(is_same) {
            self.add(about, SHA256, Some(said.to_string()), Some(now.to_string()));
        }
        let mut same = self.claims.iter_mut().filter(|c| is_same(c));
        if let Some(claim) = same.next().filter(|c| !c.parts.contains(&kind)) {
            claim.parts.push(kind);
        }
        said == now
    }

    /// Adds a manifest's claims about an artifact.
    fn of_artifact(&mut self, manifest: &Manifest, name: &str) {
        let mut outputs = manifest.outputs();
        let Some(record) = outputs.find(|output| output.file == name) else {
            return self.add(name, SHA256, None, None);
        };
        for (figure, said) in figures(record) {
            let figure = match &figure[..] {
                "file" => continue,
                "words" | "leaves" => "entries",
                figure => figure,
            };
            self.add(name, figure, Some(said), None);
        }
    }
}

/// Adds the claims of the manifest at `path` about a file that it lists, and about the
/// words if this is the first file that holds them. All of them are added only if the
/// ruleset is the one it lists. Words may then have the lengths that the manifest
/// counts, unless other lengths are given, and so these counts are always compared.
pub(crate) fn add_listed(
    path: &Path,
    manifest: &Manifest,
    record: &OutputRecord,
    ruleset_listed: bool,
    subject: &mut Subject,
) {
    let mut claims = Claims {
        by: path.display().to_string(),
        claims: std::mem::take(&mut subject.claims),
    };
    if ruleset_listed {
        claims.of_artifact(manifest, &record.file);
    }
    use About::{Database, Foreign, Graph, WordMap};
    let is_of_words = match &record.about {
        Graph { content, .. } => *content != Content::Alphagrams,
        about => matches!(about, WordMap { .. } | Foreign { .. } | Database { .. }),
    };
    let is_first = !claims.claims.iter().any(|claim| claim.fact == PER_LENGTH);
    let words = manifest.words.as_ref().filter(|_| is_of_words && is_first);
    if let Some(lexicon) = words.and_then(|words| words.lexicon.as_ref()) {
        let is_used = subject.length_assumed;
        for &length in lexicon.per_length.keys().filter(|_| is_used) {
            let (min, max) = subject.length;
            subject.length = (min.min(length), max.max(length));
        }
        for (figure, said) in figures(lexicon) {
            if ruleset_listed || (is_used && figure == PER_LENGTH) {
                claims.add(&record.file, &figure, Some(said), None);
            }
        }
    }
    subject.claims = claims.claims;
}

/// The property with the number of words of each length.
pub(crate) const PER_LENGTH: &str = "per_length";

/// The text for a property of an input or an artifact that a manifest lacks.
const NOTHING: &str = "nothing";

/// The properties of a part of a manifest, with their names, as text.
type Figures = Vec<(String, String)>;

fn figures(part: &impl Serialize) -> Figures {
    let Ok(Value::Object(fields)) = value_of(part) else {
        return Vec::new();
    };
    let figure = |(name, value)| (name, figure_text(value));
    fields.into_iter().map(figure).collect()
}

/// Formats a property.
pub(crate) fn figure_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => NOTHING.to_string(),
        Value::Object(fields) if fields.is_empty() => NOTHING.to_string(),
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            fields.sort_by_key(|(name, _)| name.parse::<u64>().ok());
            let fields = fields.into_iter();
            let texts = fields.map(|(name, value)| format!("{name}: {}", figure_text(value)));
            texts.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// The leave files of other lexicons in a directory, as listed in their manifests.
fn other_leaves(directory: &Path, lexicon: &str) -> Result<Vec<OtherLeaves>> {
    let mut others = Vec::new();
    for (_, manifest) in Manifest::all_in(directory)? {
        for output in manifest.outputs() {
            if manifest.lexicon != lexicon && matches!(output.about, About::Leaves { .. }) {
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

//! The output directory: what stands there, and how it is replaced.

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::file::read_named;
use crate::parallel;
use crate::parallel::prelude::*;
use crate::recipe::manifest::{Manifest, Origin, OutputRecord, Part};
use crate::recipe::publish::{Pending, lock_directory, sweep};
use crate::recipe::schema::PartKind;
use crate::recipe::sums::Sums;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the file that has the sums of all artifacts.
pub const SUMS_FILE: &str = "SHA256SUMS";

/// A directory that artifacts are published into.
pub(crate) struct OutDir {
    path: PathBuf,
}

/// A lexicon's new artifacts, not yet written.
pub(crate) struct Staged {
    /// The lexicon's name.
    pub lexicon: String,
    /// Which part of the lexicon it is.
    pub(crate) kind: PartKind,
    /// What the manifest will say.
    pub part: Part,
    /// The bytes of `part.outputs`, in the same order.
    pub files: Vec<Vec<u8>>,
    /// Whether the recipe has the other part too.
    pub has_other_part: bool,
}

impl OutDir {
    /// The directory at a path; it does not have to exist yet.
    pub(crate) fn new(path: &Path) -> Result<OutDir> {
        if path.exists() && !path.is_dir() {
            let shown = path.display().to_string();
            return Err(Error::input(shown, "expected a directory, found a file"));
        }
        Ok(OutDir {
            path: path.to_path_buf(),
        })
    }

    fn manifest(&self, lexicon: &str) -> Result<Option<Manifest>> {
        Manifest::read(&self.path.join(Manifest::file_name(lexicon)))
    }

    fn sums(&self) -> Result<Option<Sums>> {
        Sums::read(&self.path.join(SUMS_FILE))
    }

    /// What stands in the directory, if it is what a new build would make: the
    /// same tool, recipe, rules and inputs, and files with the right sums, the
    /// manifest among them.
    pub(crate) fn up_to_date<'i>(
        &self,
        lexicon: &str,
        kind: PartKind,
        origin: &Origin,
        mut inputs: impl Iterator<Item = (&'i str, &'i str)>,
        files: &[(String, &str)],
    ) -> Result<Option<Part>> {
        let Some(part) = self
            .manifest(lexicon)?
            .and_then(|mut m| m.part(kind).take())
        else {
            return Ok(None);
        };
        let made_from = &part.origin;
        let same_inputs = made_from.inputs.iter().all(|known| {
            let now = inputs.next();
            now.is_some_and(|(file, sum)| file == known.file && sum == known.sha256)
        }) && inputs.next().is_none();
        let same = made_from.made_by == origin.made_by
            && made_from.recipe == origin.recipe
            && made_from.ruleset == origin.ruleset
            && same_inputs
            && part
                .outputs
                .iter()
                .map(|o| &o.file)
                .eq(files.iter().map(|(_, file)| file));
        let Some(sums) = self.sums()?.filter(|_| same) else {
            return Ok(None);
        };
        let as_summed = |name: &str| {
            let bytes = read_named(&self.path.join(name));
            bytes.is_ok_and(|bytes| sums.get(name) == Some(&sha256(&bytes)))
        };
        let intact = |output: &OutputRecord| {
            sums.get(&output.file) == Some(&output.sha256) && as_summed(&output.file)
        };
        let all = part.outputs.iter().all(intact) && as_summed(&Manifest::file_name(lexicon));
        Ok(all.then_some(part))
    }

    /// Writes new artifacts with their manifests and sums. Other programs wait
    /// until all is done; if anything fails before the first file is put in
    /// its place, everything stays as it was.
    pub(crate) fn publish(&self, staged: &[Staged]) -> Result<()> {
        if staged.is_empty() {
            return Ok(());
        }
        let existed = self.path.exists();
        let result = self.publish_locked(staged);
        if result.is_err() && !existed {
            // Goes only if it is empty.
            let _ = fs::remove_dir(&self.path);
        }
        result
    }

    fn publish_locked(&self, staged: &[Staged]) -> Result<()> {
        let _held = lock_directory(&self.path)?;
        sweep(&self.path);
        self.check_owners(staged)?;
        let mut sums = self.sums()?.unwrap_or_default();
        let (mut artifacts, mut papers) = (Vec::new(), Vec::new());
        let mut gone = Vec::new();
        for Staged {
            lexicon,
            kind,
            part,
            files,
            has_other_part,
        } in staged
        {
            let mut manifest = self.manifest(lexicon)?.unwrap_or_default();
            manifest.lexicon = lexicon.clone();
            let mut before: Vec<OutputRecord> = manifest.outputs().cloned().collect();
            if !has_other_part {
                manifest = Manifest {
                    lexicon: manifest.lexicon,
                    ..Manifest::default()
                };
            }
            *manifest.part(*kind) = Some(part.clone());
            before.retain(|old| manifest.outputs().all(|output| output.file != old.file));
            sums.retain(|name| before.iter().all(|old| old.file != name));
            gone.extend(before);
            // The other part's too: the file of sums may have been lost.
            for output in manifest.outputs() {
                sums.set(&output.file, &output.sha256);
            }
            for (output, bytes) in part.outputs.iter().zip(files) {
                artifacts.push((&output.file[..], &bytes[..]));
            }
            let name = Manifest::file_name(lexicon);
            let text = manifest.to_json()?;
            sums.set(&name, &sha256(text.as_bytes()));
            papers.push((name, text));
        }
        papers.push((SUMS_FILE.to_string(), sums.to_string()));
        let papers = papers
            .iter()
            .map(|(name, text)| (&name[..], text.as_bytes()));
        let (artifacts, papers) =
            parallel::join(|| self.write(artifacts), || self.write(papers.collect()));
        let (artifacts, papers) = (artifacts?, papers?);
        artifacts.into_iter().try_for_each(Pending::place)?;
        // While the old manifest still names them: if all ends here, the next
        // run knows of them.
        gone.iter().try_for_each(|old| self.remove_unchanged(old))?;
        papers.into_iter().try_for_each(Pending::place)
    }

    /// Writes files that are not put in their places yet. A disk takes long to
    /// sync one of them, but not much longer for several.
    fn write(&self, files: Vec<(&str, &[u8])>) -> Result<Vec<Pending>> {
        let written: Vec<Result<Pending>> = files
            .into_par_iter()
            .map(|(name, bytes)| Pending::write(&self.path.join(name), bytes))
            .collect();
        written.into_iter().collect()
    }

    /// Removes a file that its recipe no longer makes, unless it is not as it
    /// was made: then it is somebody's.
    fn remove_unchanged(&self, old: &OutputRecord) -> Result<()> {
        let path = self.path.join(&old.file);
        match read_named(&path) {
            Ok(bytes) if sha256(&bytes) == old.sha256 => {
                fs::remove_file(&path).map_err(|e| Error::io(&path, "can't remove", e))
            }
            _ => Ok(()),
        }
    }

    /// A file that another lexicon's manifest claims is not overwritten.
    fn check_owners(&self, staged: &[Staged]) -> Result<()> {
        let mut owners: BTreeMap<String, String> = BTreeMap::new();
        for (_, manifest) in Manifest::all_in(&self.path)? {
            for output in manifest.outputs() {
                owners.insert(output.file.clone(), manifest.lexicon.clone());
            }
        }
        for Staged { lexicon, part, .. } in staged {
            for output in &part.outputs {
                match owners.get(&output.file) {
                    Some(owner) if owner != lexicon => {
                        return Err(Error::input(
                            self.path.join(&output.file).display().to_string(),
                            format!(
                                "belongs to lexicon {owner}, as its manifest says; not replaced by {lexicon}'s"
                            ),
                        ));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

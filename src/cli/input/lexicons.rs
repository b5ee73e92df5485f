//! Groups files given by path alone into lexicons.
//!
//! The bytes of a file determine its kind. A manifest beside it determines its lexicon,
//! or otherwise its name does: `X.kwg`, `X.kad`, `X.wmp`, `X.klv2` and the word list
//! `X.txt` are files of X. A directory stands for all files in it; those that can't be
//! checked are left out with a note.

use crate::cli::args::check::FilesToCheck;
use crate::cli::exit::Out;
use crate::cli::input::rules::{file_name, title_of};
use crate::error::{Error, Result};
use crate::file::{Expected, FileKind, read_file, sniff};
use crate::foreign::WordFormat;
use crate::graph::{Content, Node};
use crate::recipe::SUMS_FILE;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The files of one lexicon.
#[derive(Default)]
pub(crate) struct GivenLexicon {
    pub(crate) name: String,
    /// The files to check, and their expected kinds.
    pub(crate) files: Vec<(PathBuf, Expected)>,
    /// The lists of its words.
    pub(crate) lists: Vec<PathBuf>,
}

impl GivenLexicon {
    /// The files named by options, which belong to one lexicon.
    pub(crate) fn of_options(args: &FilesToCheck) -> GivenLexicon {
        let files = [
            (&args.kwg, Expected::WordGraph),
            (&args.kad, Expected::Alphagrams),
            (&args.klv, Expected::LeaveValues),
            (&args.wmp, Expected::Words(WordFormat::WordMap)),
            (&args.dawg, Expected::Words(WordFormat::QuackleDawg)),
            (&args.gaddag, Expected::Words(WordFormat::QuackleGaddag)),
            (&args.dwg, Expected::Words(WordFormat::Zyzzyva)),
            (&args.db, Expected::Words(WordFormat::Database)),
            (&args.kwc, Expected::Counts),
            (&args.kwi, Expected::Members),
            (&args.kwp, Expected::Ranks),
        ];
        let files = files.into_iter();
        let files = files.filter_map(|(path, kind)| Some((path.clone()?, kind)));
        GivenLexicon {
            name: "files".to_string(),
            files: files.collect(),
            ..GivenLexicon::default()
        }
    }
}

/// A file that can be checked.
struct Found {
    path: PathBuf,
    kind: Expected,
    /// The name of its lexicon.
    lexicon: String,
    /// Whether the user named it, rather than its directory.
    is_named: bool,
}

/// Groups files and the files of directories by lexicon, sorted by name.
pub(crate) fn lexicons_of(given: &[PathBuf], out: &Out) -> Result<Vec<GivenLexicon>> {
    let mut files = Vec::new();
    for (path, is_named) in all_files(given)? {
        match kind_of(&path)? {
            Ok(kind) => files.push(Found {
                lexicon: title_of(&path)?,
                path,
                kind,
                is_named,
            }),
            // Manifests and checksum files describe the files beside them and need no
            // note.
            Err((found, _)) if found == FileKind::Manifest.title() => (),
            Err(_) if file_name(&path) == SUMS_FILE => (),
            Err(unfit) => leave_out(&path, unfit, is_named, out)?,
        }
    }
    tell_editions_apart(&mut files);
    let mut groups: BTreeMap<String, GivenLexicon> = BTreeMap::new();
    // Side files can be checked only together with a word graph.
    let (side_files, files): (Vec<Found>, Vec<Found>) = files.into_iter().partition(|file| {
        use Expected::{Counts, Members, Ranks, WordList};
        matches!(file.kind, Counts | Members | Ranks | WordList)
    });
    for file in files {
        let group = groups.entry(file.lexicon.clone()).or_default();
        group.name = file.lexicon;
        group.files.push((file.path, file.kind));
    }
    let of_words = |group: &&mut GivenLexicon| {
        let mut kinds = group.files.iter().map(|(_, kind)| kind);
        kinds.any(|kind| *kind == Expected::WordGraph)
    };
    let mut of_words: Vec<_> = groups.values_mut().filter(of_words).collect();
    let is_only_one = of_words.len() == 1;
    for file in side_files {
        let is_list = file.kind == Expected::WordList;
        // A side file of the only graph may have another name.
        let is_its =
            |g: &&mut &mut GivenLexicon| g.name == file.lexicon || (is_only_one && !is_list);
        match of_words.iter_mut().find(is_its) {
            Some(group) if is_list => group.lists.push(file.path),
            Some(group) => group.files.push((file.path, file.kind)),
            None => {
                let found = format!("{} without a word graph of its name", file.kind.name());
                leave_out(&file.path, other(&file.path, found), file.is_named, out)?;
            }
        }
    }
    Ok(groups.into_values().collect())
}

/// Adds the folders to the names of lexicons, if two folders have files of one name.
fn tell_editions_apart(files: &mut [Found]) {
    let name = |file: &Found| (file.lexicon.clone(), file_name(&file.path));
    let mut names: Vec<(String, String)> = files.iter().map(name).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    let has_editions = |file: &&mut Found| twice.iter().any(|pair| pair[0].0 == file.lexicon);
    for file in files.iter_mut().filter(has_editions) {
        let path = file.path.with_file_name(&file.lexicon);
        file.lexicon = path.display().to_string();
    }
}

/// The reason why a file can't be checked: what it is, and the error if the user named
/// it.
type Unfit = (String, Error);

/// Fails for a file that the user named; for any other, notes that it is not checked.
fn leave_out(path: &Path, (found, error): Unfit, is_named: bool, out: &Out) -> Result<()> {
    if is_named {
        return Err(error);
    }
    // Files that were not checked are reported even if notes are suppressed.
    out.insist(&format!("{}: not checked: {found}", path.display()));
    Ok(())
}

/// A file of a kind that can't be checked.
fn other(path: &Path, found: String) -> Unfit {
    let error = Error::mismatch(path, "a file to check", &found);
    (found, error)
}

/// The files given, and the files in directories, sorted and without duplicates. Each
/// comes with whether the user named it.
fn all_files(given: &[PathBuf]) -> Result<Vec<(PathBuf, bool)>> {
    let mut files: Vec<(PathBuf, bool)> = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push((path.clone(), true));
            continue;
        }
        let unreadable = |e| Error::io(path, "can't read", e);
        let before = files.len();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            if file.is_file() {
                files.push((file, false));
            }
        }
        if files.len() == before {
            return Err(other(path, "a directory without files".to_string()).1);
        }
    }
    files.sort();
    files.dedup_by(|(a, a_named), (b, b_named)| {
        *b_named |= *a_named && a == b;
        a == b
    });
    Ok(files)
}

/// The kind as which a file is checked, or why it can't be. Its bytes decide; for side
/// files and damaged files, its name does.
fn kind_of(path: &Path) -> Result<std::result::Result<Expected, Unfit>> {
    let bytes = read_file(path)?;
    let extension = path.extension().and_then(|extension| extension.to_str());
    let sniffed = sniff(path, &bytes, usize::from(Node::MAX_TILE)).map(|sniffed| sniffed.kind);
    let kind = match sniffed.or_else(|fault| kind_by_name(extension).ok_or(fault)) {
        Ok(kind) => kind,
        Err(fault) => {
            let found = fault.to_string();
            return Ok(Err((found, fault.into_error(&path.display().to_string()))));
        }
    };
    Ok(match kind {
        FileKind::Graph(content, _) => Ok(match extension {
            Some("kwg") => Expected::WordGraph,
            Some("kad") => Expected::Alphagrams,
            _ if content == Content::Alphagrams => Expected::Alphagrams,
            _ => Expected::WordGraph,
        }),
        FileKind::Leaves(_) => Ok(Expected::LeaveValues),
        FileKind::Counts => Ok(Expected::Counts),
        FileKind::Members => Ok(Expected::Members),
        FileKind::Ranks => Ok(Expected::Ranks),
        FileKind::Text if extension == Some("txt") => Ok(Expected::WordList),
        FileKind::Text => Err(other(path, "text".to_string())),
        FileKind::Words(format) => Ok(Expected::Words(format)),
        kind => Err(other(path, kind.title())),
    })
}

/// The kind of a damaged file by its extension; `None` for text, which is not checked
/// for damage.
fn kind_by_name(extension: Option<&str>) -> Option<FileKind> {
    let is_text = |kind: &FileKind| matches!(kind, FileKind::Text | FileKind::LeaveTable);
    let mut kinds = FileKind::OPENED.into_iter().filter(|kind| !is_text(kind));
    kinds.find(|kind| extension.is_some() && kind.extension() == extension)
}

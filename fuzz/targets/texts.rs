//! Texts that people write: word lists, leave tables, rulesets, recipes.

use std::path::Path;
use std::sync::LazyLock;
use wordmill::leave::{LeaveSpec, Leaves, build};
use wordmill::lexicon::Words;
use wordmill::recipe::ResolvedRecipe;
use wordmill::ruleset::Ruleset;
use wordmill::source::{
    Hunspell, Keep, LeaveOptions, LengthBounds, ListOptions, ListReader, Outside, read_definitions,
    read_leaves,
};

/// Rulesets with letters of one and of several characters.
static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let names = ["english", "catalan", "spanish", "polish"];
    names.map(|name| Ruleset::builtin(name).unwrap()).to_vec()
});

fn read_list(ruleset: &Ruleset, text: &[u8], options: &ListOptions) -> Option<Words> {
    let mut reader = ListReader::new(ruleset.alphabet());
    reader.read("x.txt", text, options).ok()?;
    Some(reader.finish().ok()?.finish().0)
}

/// A word list; the first byte says how it is read.
pub(crate) fn word_list(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let ruleset = &RULESETS[usize::from(choice & 3)];
    let length = match choice >> 4 & 1 {
        0 => LengthBounds::ANY,
        _ => LengthBounds::new(2, 15).with_outside(Outside::Drop),
    };
    let mut options = ListOptions::default();
    options.length = length;
    options.column = 1 + usize::from(choice >> 2 & 1);
    options.separator = [None, Some(';')][usize::from(choice >> 3 & 1)];
    let Some(words) = read_list(ruleset, text, &options) else {
        return;
    };
    let mut written = String::new();
    for word in words.iter() {
        ruleset.alphabet().write_word(word, &mut written);
        written.push('\n');
    }
    let again = read_list(ruleset, written.as_bytes(), &ListOptions::default());
    assert_eq!(again.as_ref(), Some(&words));
}

/// A `.defs.tsv`; the first byte says of which ruleset. What is read is written as it was.
/// The same bytes are a list with a text after each word, whose definitions make a file
/// that is read.
pub(crate) fn definitions(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let ruleset = &RULESETS[usize::from(choice & 3)];
    let alphabet = ruleset.alphabet();
    let read = |text: &[u8]| read_definitions("x.defs.tsv", text, alphabet).ok();
    if let Some(definitions) = read(text) {
        assert_eq!(definitions.to_tsv(alphabet).as_bytes(), text);
        assert!(
            definitions
                .iter()
                .all(|(word, text)| definitions.get(word) == Some(text))
        );
    }
    let mut reader = ListReader::for_definitions(ruleset);
    let listed = reader.read("x.txt", text, &ListOptions::default());
    if listed.is_ok()
        && let Ok((definitions, _)) = reader.finish_definitions()
    {
        let written = definitions.to_tsv(alphabet);
        assert_eq!(read(written.as_bytes()).as_ref(), Some(&definitions));
    }
}

/// A Hunspell dictionary: the affix file, a line of `---`, the word file. Its forms are
/// the words of the list that has one on each line.
pub(crate) fn hunspell(bytes: &[u8]) {
    const LINE: &[u8] = b"---\n";
    let Some(at) = bytes.windows(LINE.len()).position(|part| part == LINE) else {
        return;
    };
    let (aff, dic) = (&bytes[..at], &bytes[at + LINE.len()..]);
    let Ok(dictionary) = Hunspell::read(("x.aff", aff), ("x.dic", dic)) else {
        return;
    };
    // A few lines more can stand for millions of forms.
    if bytes.len() > 1024 {
        return;
    }
    let keep = Keep::new(|form| form.bytes().all(|byte| byte.is_ascii_lowercase()));
    let mut list = String::new();
    let made = dictionary.each_form(|form| {
        if keep.admits(form) {
            list.push_str(form);
            list.push('\n');
        }
    });
    made.unwrap();
    let mut options = ListOptions::default();
    options.keep = Some(keep);
    let ruleset = &RULESETS[0];
    let mut reader = ListReader::for_ruleset(ruleset);
    reader.read_hunspell(&dictionary, &options).unwrap();
    let words = reader.finish().unwrap().finish().0;
    let listed = read_list(ruleset, list.as_bytes(), &options);
    assert_eq!(listed.as_ref(), Some(&words));
}

/// A leave table; the first byte says how it is read.
pub(crate) fn leave_csv(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let ruleset = &RULESETS[usize::from(choice & 3)];
    let mut options = LeaveOptions::default();
    options.beyond_bag = choice & 4 != 0;
    options.beyond_rack = choice & 8 != 0;
    let Ok(table) = read_leaves("x.csv", text, ruleset, options) else {
        return;
    };
    let alphabet = ruleset.alphabet();
    let bytes = build(&table, alphabet, LeaveSpec::default()).unwrap();
    let leaves = Leaves::from_bytes(&bytes, alphabet.len()).unwrap();
    assert_eq!(leaves.len(), table.len());
    let csv = leaves.to_csv(alphabet);
    let again = read_leaves("y.csv", csv.as_bytes(), ruleset, options).unwrap();
    let again = build(&again, alphabet, LeaveSpec::default()).unwrap();
    assert_eq!(again, bytes);
}

/// A ruleset.
pub(crate) fn ruleset_yaml(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(ruleset) = Ruleset::from_yaml("x.yaml", text)
    {
        comes_back(&ruleset);
    }
}

/// A letter distribution.
pub(crate) fn distribution_csv(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(ruleset) = Ruleset::from_distribution("x.csv", "x", text)
    {
        comes_back(&ruleset);
    }
}

/// Written and read again it is the same ruleset.
fn comes_back(ruleset: &Ruleset) {
    let written = ruleset.to_yaml().unwrap();
    let again = Ruleset::from_yaml("y.yaml", &written).unwrap();
    assert_eq!(again.digest().unwrap(), ruleset.digest().unwrap());
    // From a rack of one tile nothing is left.
    assert_eq!(ruleset.possible_leaves() > 0, ruleset.rack_size() > 1);
}

/// A recipe.
pub(crate) fn recipe_yaml(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(resolved) = ResolvedRecipe::parse(Path::new("x.yaml"), text) else {
        return;
    };
    for (_, file) in resolved.recipe.files() {
        let is_plain = !file.contains(['/', '\\']) && !file.starts_with('.');
        assert!(is_plain && Path::new(file).components().count() == 1);
    }
    assert_eq!(resolved.lock_path().parent(), Some(Path::new("")));
    let bounds = resolved.list_options.length;
    assert!(resolved.recipe.words.is_none() || bounds.min <= bounds.max);
}

//! The built-in rulesets: the files in `rulesets/`, compiled in.

use crate::error::{Diagnostic, Error, Result, did_you_mean};
use crate::ruleset::rules::Ruleset;
use std::sync::OnceLock;

/// The name and the text of each file. The names must be in order.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../rulesets/", $name, ".yaml")))),*]
    };
}

const RULESETS: &[(&str, &str)] = files!(
    "catalan" "dutch" "english" "erudit" "french" "german" "greek" "norwegian"
    "polish" "russian" "slovene" "spanish" "super-english" "swedish"
);

/// Those that were read, by their place in `RULESETS`: detecting an alphabet asks for all
/// of them, again and again.
static READ: [OnceLock<Result<Ruleset>>; RULESETS.len()] =
    [const { OnceLock::new() }; RULESETS.len()];

impl Ruleset {
    /// Reads the built-in ruleset of the given name.
    ///
    /// ```
    /// let english = wordmill::ruleset::Ruleset::builtin("english")?;
    /// assert_eq!(english.alphabet().len(), 26);
    /// assert_eq!(english.bag_size(), 100);
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn builtin(name: &str) -> Result<Ruleset> {
        if let Some(place) = RULESETS.iter().position(|(known, _)| *known == name) {
            let text = RULESETS[place].1;
            let read = || Ruleset::from_yaml(&format!("rulesets/{name}.yaml"), text);
            return READ[place].get_or_init(read).clone();
        }
        let known: Vec<_> = Ruleset::builtin_names().collect();
        let problem = format!(
            "unknown ruleset `{name}`; expected one of {}, or a path to a ruleset (.yaml) \
             or a letter distribution (.csv)",
            known.join(", ")
        );
        let mut diagnostic = Diagnostic::new("", problem);
        diagnostic.advice = did_you_mean(name, known);
        Err(Error::from(diagnostic))
    }

    /// The names of the built-in rulesets, sorted.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        RULESETS.iter().map(|(name, _)| *name)
    }
}

/// All built-in rulesets, sorted by name.
pub(crate) fn builtins() -> impl Iterator<Item = Ruleset> {
    Ruleset::builtin_names().filter_map(|name| Ruleset::builtin(name).ok())
}

/// The built-in ruleset that has exactly this number of possible leaves.
pub(crate) fn builtin_with_leaves(leaves: u128) -> Option<Ruleset> {
    builtins().find(|ruleset| ruleset.possible_leaves() == leaves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Digraphs;

    /// The letters, tiles in the bag, bonus, exchange limit and board side of each
    /// ruleset.
    const FACTS: [(&str, usize, u32, u16, u16, u8); 14] = [
        ("english", 26, 100, 50, 7, 15),
        ("french", 26, 102, 50, 7, 15),
        ("german", 29, 102, 50, 7, 15),
        ("spanish", 28, 100, 50, 1, 15),
        ("catalan", 26, 100, 50, 7, 15),
        ("polish", 32, 100, 50, 7, 15),
        ("norwegian", 32, 100, 50, 7, 15),
        ("swedish", 31, 100, 50, 7, 15),
        ("dutch", 26, 102, 50, 7, 15),
        ("slovene", 29, 100, 50, 7, 15),
        ("super-english", 26, 200, 50, 7, 21),
        ("russian", 33, 104, 50, 7, 15),
        ("erudit", 33, 131, 15, 7, 15),
        ("greek", 24, 104, 50, 7, 15),
    ];

    #[test]
    fn the_builtin_rulesets_are_what_they_claim() {
        let names: Vec<_> = Ruleset::builtin_names().collect();
        assert_eq!(names.len(), FACTS.len());
        for (name, letters, tiles, bonus, exchange, side) in FACTS {
            let r = Ruleset::builtin(name).unwrap();
            assert_eq!(r.name(), name);
            assert_eq!(r.alphabet().len(), letters, "{name}");
            assert_eq!(r.bag_size(), tiles, "{name}");
            let numbers = (r.rack_size(), r.bonus(), r.exchange_limit());
            assert_eq!(numbers, (7, bonus, exchange), "{name}");
            assert_eq!((r.board().rows(), r.board().columns()), (side, side));
            assert_eq!(r.board().start(), (side / 2, side / 2));
            let doubles = if name == "erudit" { 1 } else { 2 };
            assert_eq!(r.board().square(side / 2, side / 2).word, doubles, "{name}");
        }
    }

    #[test]
    fn yaml_round_trip_keeps_the_digest() {
        for name in Ruleset::builtin_names() {
            let ruleset = Ruleset::builtin(name).unwrap();
            let text = ruleset.to_yaml().unwrap();
            let again = Ruleset::from_yaml("again.yaml", &text).unwrap();
            assert_eq!(ruleset.digest().unwrap(), again.digest().unwrap(), "{name}");
            assert_eq!(ruleset.tiles(), again.tiles());
            assert_eq!(ruleset.board(), again.board());
        }
    }

    /// The manifests of released files contain these digests.
    #[test]
    fn how_digraphs_are_spelled_is_no_part_of_old_digests() {
        for (name, digest) in [
            (
                "catalan",
                "c84d70515708c851f2c79d19565aac989dee06cd5fc5eaf1bc78d82a701f6e2c",
            ),
            (
                "spanish",
                "c73d70f89b6569146c4125284a121772e1eea4b36fe91275339e7bd2c5826a96",
            ),
        ] {
            let ruleset = Ruleset::builtin(name).unwrap();
            assert_eq!(ruleset.digest().unwrap(), digest, "{name}");
        }
        let longest = |name| Ruleset::builtin(name).unwrap().alphabet().digraphs();
        assert_eq!(longest("catalan"), Digraphs::Longest);
        assert_eq!(longest("spanish"), Digraphs::Bracketed);
    }

    #[test]
    fn aliases_read_as_the_letters_they_stand_for() {
        for (name, text, same) in [
            ("erudit", "ЁЛКА", "ЕЛКА"),
            ("greek", "Λόγος", "ΛΟΓΟΣ"),
            ("greek", "ΐΰϊ", "ΙΥΙ"),
            ("spanish", "1a2a3a", "[CH]A[LL]A[RR]A"),
            ("catalan", "WAYAQAKA", "L·LANYAQUAÇA"),
        ] {
            let r = Ruleset::builtin(name).unwrap();
            let read = |text| r.alphabet().read_word(text).unwrap();
            assert_eq!(read(text), read(same), "{name} {text}");
        }
        let spanish = Ruleset::builtin("spanish").unwrap();
        assert_eq!(spanish.alphabet().read_word("CHA").unwrap().len(), 3);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = Ruleset::builtin("klingon").unwrap_err().to_string();
        assert!(error.contains("unknown ruleset `klingon`"), "{error}");
        assert!(error.contains("english"), "{error}");
    }
}

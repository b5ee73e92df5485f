//! The names in a recipe that can't be read as a whole: its lexicon, its ruleset and
//! its inputs. Their faults are reported together with those of the recipe's syntax.

use crate::yaml::YamlValue;

/// The names in a recipe, as far as they can be read.
#[derive(Default)]
pub(crate) struct Named {
    pub(crate) lexicon: Option<String>,
    pub(crate) ruleset: Option<String>,
    /// The inputs other than the ruleset, each with its field.
    pub(crate) inputs: Vec<(String, String)>,
}

impl Named {
    /// Finds the names in a recipe that can't be read as a whole.
    pub(crate) fn in_fields(recipe: &YamlValue) -> Named {
        let text = |name: &str| Some(recipe.get(name)?.as_str()?.to_string());
        let mut named = Named {
            lexicon: text("lexicon"),
            ruleset: text("ruleset"),
            inputs: Vec::new(),
        };
        named.add_lists("", recipe, &["words.include", "words.exclude"]);
        let of_database = &["definitions", "previous", "difficulty", "newest.words"][..];
        for (outputs, lists) in [
            ("members", &["words"][..]),
            ("definitions", &["lists"]),
            ("databases", of_database),
        ] {
            for (i, output) in items(recipe.get(outputs)).enumerate() {
                named.add_lists(&format!("{outputs}[{i}]."), output, lists);
            }
        }
        for (i, leaves) in items(recipe.get("leaves")).enumerate() {
            named.add(format!("leaves[{i}].source"), leaves.get("source"));
        }
        for field in ["positions", "endgames", "match.against"] {
            named.add(field.to_string(), value_at(recipe, field));
        }
        for (i, edition) in items(recipe.get("editions")).enumerate() {
            named.add(format!("editions[{i}].since"), edition.get("since"));
        }
        named
    }

    /// Adds an input, if its field is a string.
    fn add(&mut self, field: String, value: Option<&YamlValue>) {
        let name = value.and_then(YamlValue::as_str);
        self.inputs.extend(name.map(|name| (field, name.into())));
    }

    /// Adds the word lists in some fields of a map. `place` is put before their names.
    fn add_lists(&mut self, place: &str, map: &YamlValue, names: &[&str]) {
        for name in names {
            for (i, list) in items(value_at(map, name)).enumerate() {
                let field = format!("{place}{name}[{i}]");
                let Some(dictionary) = list.get("hunspell") else {
                    self.add(field, list.get("file").or(Some(list)));
                    continue;
                };
                for name in ["aff", "dic"] {
                    let path = dictionary.as_str().map(|path| format!("{path}.{name}"));
                    let path = path.map(YamlValue::from);
                    let path = path.as_ref().or(dictionary.get(name));
                    self.add(format!("{field}.hunspell"), path);
                }
            }
        }
    }
}

/// The value of a field such as `match.against`.
pub(crate) fn value_at<'v>(value: &'v YamlValue, field: &str) -> Option<&'v YamlValue> {
    let mut names = field.split('.');
    names.try_fold(value, |value, name| value.get(name))
}

/// The entries of a list; empty if the value is not a list.
pub(crate) fn items(list: Option<&YamlValue>) -> impl Iterator<Item = &YamlValue> {
    list.and_then(YamlValue::as_sequence).into_iter().flatten()
}

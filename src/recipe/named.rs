//! The names in a recipe that can't be read as a whole: its lexicon, its ruleset and
//! its inputs, so that faults of these are shown beside those of its form.

use crate::yaml::YamlValue;

/// The names that a recipe has, as far as they can be read.
#[derive(Default)]
pub(crate) struct Named {
    pub(crate) lexicon: Option<String>,
    pub(crate) ruleset: Option<String>,
    /// The inputs other than the ruleset, each with its field.
    pub(crate) inputs: Vec<(String, String)>,
}

impl Named {
    /// The names in a recipe that can't be read as a whole.
    pub(crate) fn in_fields(recipe: &YamlValue) -> Named {
        let text = |value: Option<&YamlValue>| Some(value?.as_str()?.to_string());
        let mut inputs = Vec::new();
        let mut add = |field: String, value: Option<&YamlValue>| {
            inputs.extend(text(value).map(|name| (field, name)));
        };
        let mut lists = |field: String, files: Option<&YamlValue>| {
            for (i, list) in items(files).enumerate() {
                let field = format!("{field}[{i}]");
                let Some(dictionary) = list.get("hunspell") else {
                    add(field, list.get("file").or(Some(list)));
                    continue;
                };
                for name in ["aff", "dic"] {
                    let path = dictionary.as_str().map(|path| format!("{path}.{name}"));
                    let path = path.map(YamlValue::from);
                    let path = path.as_ref().or(dictionary.get(name));
                    add(format!("{field}.hunspell"), path);
                }
            }
        };
        for field in ["include", "exclude"] {
            let files = recipe.get("words").and_then(|words| words.get(field));
            lists(format!("words.{field}"), files);
        }
        for (i, members) in items(recipe.get("members")).enumerate() {
            lists(format!("members[{i}].words"), members.get("words"));
        }
        for (i, output) in items(recipe.get("definitions")).enumerate() {
            lists(format!("definitions[{i}].lists"), output.get("lists"));
        }
        for (i, output) in items(recipe.get("databases")).enumerate() {
            for field in ["definitions", "previous", "difficulty"] {
                lists(format!("databases[{i}].{field}"), output.get(field));
            }
            let newest = output.get("newest").and_then(|newest| newest.get("words"));
            lists(format!("databases[{i}].newest.words"), newest);
        }
        for (i, leaves) in items(recipe.get("leaves")).enumerate() {
            add(format!("leaves[{i}].source"), leaves.get("source"));
        }
        add("positions".to_string(), recipe.get("positions"));
        add("endgames".to_string(), recipe.get("endgames"));
        let gate = recipe.get("match");
        let against = gate.and_then(|gate| gate.get("against"));
        add("match.against".to_string(), against);
        for (i, edition) in items(recipe.get("editions")).enumerate() {
            add(format!("editions[{i}].since"), edition.get("since"));
        }
        Named {
            lexicon: text(recipe.get("lexicon")),
            ruleset: text(recipe.get("ruleset")),
            inputs,
        }
    }
}

/// The entries of a list; none if the value is not a list.
pub(crate) fn items(list: Option<&YamlValue>) -> impl Iterator<Item = &YamlValue> {
    list.and_then(YamlValue::as_sequence).into_iter().flatten()
}

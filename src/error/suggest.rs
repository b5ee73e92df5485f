//! "Did you mean": finds the known name nearest to a mistyped one.

/// The most letters of a name. A longer one is not a typing error.
const MOST: usize = 40;

/// Finds the candidate that a name was most likely meant to be: one that begins with
/// it, or differs in at most a third of its letters. A letter may be wrong, missing,
/// extra or swapped with its neighbour.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let name = name.to_lowercase();
    let letters = name.chars().take(MOST + 1).count();
    if !(1..=MOST).contains(&letters) {
        return None;
    }
    let rated = candidates.into_iter().filter_map(|candidate| {
        let known = candidate.to_lowercase();
        let edits = match letters >= 3 && known.starts_with(&name) {
            true => 1,
            false => strsim::osa_distance(&name, &known),
        };
        (edits <= (letters / 3).max(1)).then_some((edits, candidate))
    });
    // Takes the first of several, so that the result is deterministic.
    let best = rated.min_by_key(|(edits, _)| *edits);
    best.map(|(_, candidate)| candidate)
}

/// Formats advice for a mistyped name, `did you mean …?`, if a candidate is near.
pub(crate) fn did_you_mean<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    let candidate = nearest(name, candidates)?;
    Some(format!("did you mean `{candidate}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_near_and_other_names_are_not() {
        let names = ["english", "french", "german", "greek", "super-english"];
        for (typed, meant) in [
            ("englsh", Some("english")),
            ("egnlish", Some("english")),
            ("English", Some("english")),
            ("eng", Some("english")),
            ("germna", Some("german")),
            ("grek", Some("greek")),
            ("gerek", Some("greek")),
            ("klingon", None),
            ("", None),
            ("e", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), names), None);
    }
}

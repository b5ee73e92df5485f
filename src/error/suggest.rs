//! "Did you mean": the known name that a mistyped one is nearest to.

/// Longer names are not mistyped ones, and comparing them would take time.
const MOST: usize = 40;

/// The candidate that a name was most likely meant to be, if any is near: some
/// letters wrong, missing, too many or swapped, or the first letters of it.
pub(crate) fn nearest<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    let name: Vec<char> = name.to_lowercase().chars().take(MOST + 1).collect();
    if name.is_empty() || name.len() > MOST {
        return None;
    }
    let near = (name.len() / 3).max(1);
    let rated = candidates.into_iter().filter_map(|candidate| {
        let known: Vec<char> = candidate.to_lowercase().chars().take(MOST).collect();
        let is_start = name.len() >= 3 && known.starts_with(&name);
        let edits = distance(&name, &known);
        (is_start || edits <= near).then_some((if is_start { 1 } else { edits }, candidate))
    });
    // Of several the first, so that the answer is always the same one.
    rated
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

/// Advice for a mistyped name: `did you mean …?`, if any candidate is near.
pub(crate) fn did_you_mean<'c>(
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    let candidate = nearest(name, candidates)?;
    Some(format!("did you mean `{candidate}`?"))
}

/// How many letters have to be changed, added, taken away or swapped with
/// their neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut two_above = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, &y) in b.iter().enumerate() {
            let changed = above[j] + usize::from(x != y);
            row[j + 1] = changed.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                row[j + 1] = row[j + 1].min(two_above[j - 1] + 1);
            }
        }
        two_above = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(a.len())
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
            ("klingon", None),
            ("", None),
            ("e", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
        assert_eq!(nearest(&"x".repeat(1 << 20), names), None);
    }

    #[test]
    fn a_swap_is_one_edit() {
        let edits = |a: &str, b: &str| {
            let letters = |text: &str| text.chars().collect::<Vec<_>>();
            distance(&letters(a), &letters(b))
        };
        assert_eq!(edits("layuot", "layout"), 1);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}

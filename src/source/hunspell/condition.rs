//! Conditions of affix rules: what a word must end or begin with.

/// A parsed condition: one unit for each character, from the edge of the word inwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Condition(Box<[Unit]>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Unit {
    Any,
    One(char),
    /// A class; its characters are sorted.
    In(Box<[char]>),
    NotIn(Box<[char]>),
}

impl Unit {
    fn admits(&self, c: char) -> bool {
        match self {
            Unit::Any => true,
            Unit::One(one) => *one == c,
            Unit::In(set) => set.binary_search(&c).is_ok(),
            Unit::NotIn(set) => set.binary_search(&c).is_err(),
        }
    }
}

/// The side of a word to which an affix is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Prefix,
    Suffix,
}

impl Condition {
    /// Parses characters, classes `[abc]` and `[^abc]`, and dots. `None` if a class
    /// does not end or is empty. A lone dot means no condition, and so does an empty
    /// text: Hunspell then also accepts words without a character.
    pub(crate) fn parse(text: &str, side: Side) -> Option<Condition> {
        if text == "." {
            return Some(Condition::default());
        }
        let mut units = Vec::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            units.push(match c {
                '.' => Unit::Any,
                '[' => {
                    let (class, after) = rest.as_str().split_once(']')?;
                    rest = after.chars();
                    let others = class.strip_prefix('^');
                    let mut set: Box<[char]> = others.unwrap_or(class).chars().collect();
                    set.sort_unstable();
                    match others {
                        _ if set.is_empty() => return None,
                        Some(_) => Unit::NotIn(set),
                        None => Unit::In(set),
                    }
                }
                c => Unit::One(c),
            });
        }
        if side == Side::Suffix {
            units.reverse();
        }
        Some(Condition(units.into()))
    }

    /// Whether a word meets the condition, and how many units were compared.
    pub(crate) fn admits(&self, word: &str, side: Side) -> (bool, usize) {
        let (mut start, mut end) = (word.chars(), word.chars().rev());
        let mut edge = std::iter::from_fn(|| match side {
            Side::Prefix => start.next(),
            Side::Suffix => end.next(),
        });
        let mut fits = |unit: &Unit| edge.next().is_some_and(|c| unit.admits(c));
        match self.0.iter().position(|unit| !fits(unit)) {
            Some(failed) => (false, failed + 1),
            None => (true, self.0.len()),
        }
    }

    /// The characters allowed at the edge of a word; `None` if any character is
    /// allowed, or all but some.
    pub(crate) fn edge(&self) -> Option<&[char]> {
        match self.0.first()? {
            Unit::One(one) => Some(std::slice::from_ref(one)),
            Unit::In(set) => Some(set),
            Unit::Any | Unit::NotIn(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(condition: &str, side: Side, word: &str) -> bool {
        let condition = Condition::parse(condition, side).unwrap();
        condition.admits(word, side).0
    }

    #[test]
    fn conditions_are_anchored_at_the_side_of_the_affix() {
        use Side::{Prefix, Suffix};
        for (condition, side, yes, no) in [
            (".", Suffix, "a", ""),
            ("y", Suffix, "day", "days"),
            ("[^aeiou]y", Suffix, "city", "day"),
            ("[sxzh]", Suffix, "box", "boy"),
            ("..e", Suffix, "toe", "oe"),
            ("[^a-b]", Suffix, "c", "-"),
            ("ó[łż]", Prefix, "ółw", "aół"),
            ("[^b]", Prefix, "ab", "ba"),
        ] {
            assert!(admits(condition, side, yes), "{condition} {yes}");
            let empty = condition == ".";
            assert_eq!(admits(condition, side, no), empty, "{condition} {no}");
        }
        for bad in ["[ab", "a[]", "[^]"] {
            assert_eq!(Condition::parse(bad, Suffix), None, "{bad}");
        }
    }
}

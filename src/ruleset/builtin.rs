//! The rulesets and boards that are compiled in.

/// Name and text of each file.
type Files = [(&'static str, &'static str)];

const RULESETS: &Files = &[
    ("catalan", include_str!("../../rulesets/catalan.yaml")),
    ("dutch", include_str!("../../rulesets/dutch.yaml")),
    ("english", include_str!("../../rulesets/english.yaml")),
    ("erudit", include_str!("../../rulesets/erudit.yaml")),
    ("french", include_str!("../../rulesets/french.yaml")),
    ("german", include_str!("../../rulesets/german.yaml")),
    ("greek", include_str!("../../rulesets/greek.yaml")),
    ("norwegian", include_str!("../../rulesets/norwegian.yaml")),
    ("polish", include_str!("../../rulesets/polish.yaml")),
    ("russian", include_str!("../../rulesets/russian.yaml")),
    ("slovene", include_str!("../../rulesets/slovene.yaml")),
    ("spanish", include_str!("../../rulesets/spanish.yaml")),
    (
        "super-english",
        include_str!("../../rulesets/super-english.yaml"),
    ),
    ("swedish", include_str!("../../rulesets/swedish.yaml")),
];

const BOARDS: &Files = &[
    (
        "standard",
        include_str!("../../rulesets/boards/standard.yaml"),
    ),
    ("super", include_str!("../../rulesets/boards/super.yaml")),
];

fn find(files: &'static Files, name: &str) -> Option<&'static str> {
    let (_, text) = files.iter().find(|(n, _)| *n == name)?;
    Some(text)
}

/// The YAML of a built-in ruleset.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    find(RULESETS, name)
}

/// The YAML of a built-in board.
pub(crate) fn board_text(name: &str) -> Option<&'static str> {
    find(BOARDS, name)
}

/// The names of the built-in boards, sorted.
pub(crate) fn board_names() -> impl Iterator<Item = &'static str> {
    BOARDS.iter().map(|(name, _)| *name)
}

/// The names of the built-in rulesets, sorted.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    RULESETS.iter().map(|(name, _)| *name)
}

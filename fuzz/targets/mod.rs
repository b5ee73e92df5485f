//! What is fuzzed: one function for each kind of input, which takes any bytes
//! and fails only by a panic.
//!
//! The programs in `fuzz_targets` give these functions to a fuzzer; the tests of
//! the library run them with inputs of their own. What is taken for good has to
//! hold together: read again it is the same, and all that can be asked of it
//! agrees.

mod built;
mod files;
mod game;
mod grids;
mod papers;
mod texts;

/// A target and its name.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets.
pub(crate) const TARGETS: [Target; 24] = [
    ("any_file", files::any_file),
    ("graph_bytes", files::graph_bytes),
    ("leave_bytes", files::leave_bytes),
    ("quackle_bytes", files::quackle_bytes),
    ("gaddag_bytes", files::gaddag_bytes),
    ("dwg_bytes", files::dwg_bytes),
    ("wordmap_bytes", files::wordmap_bytes),
    ("database_bytes", files::database_bytes),
    ("side_files", files::side_files),
    ("word_list", texts::word_list),
    ("definitions", texts::definitions),
    ("hunspell", texts::hunspell),
    ("leave_csv", texts::leave_csv),
    ("ruleset_yaml", texts::ruleset_yaml),
    ("distribution_csv", texts::distribution_csv),
    ("recipe_yaml", texts::recipe_yaml),
    ("manifest_json", papers::manifest_json),
    ("sums_and_lock", papers::sums_and_lock),
    ("board_and_play", game::board_and_play),
    ("cgp", game::cgp),
    ("gcg", game::gcg),
    ("endgames", game::endgames),
    ("grids", grids::grids),
    ("build_and_check", built::build_and_check),
];

/// Runs the target of a name.
#[allow(dead_code)] // the tests go through the list
pub(crate) fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, target) = target.expect("a name in the list");
    target(bytes);
}

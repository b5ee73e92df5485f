//! Letter grids as people write them.

use std::sync::LazyLock;
use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use wordmill::grid::{FindOptions, Grid, SolveOptions, SolveStatus, find, solve};
use wordmill::lexicon::Words;
use wordmill::ruleset::Ruleset;

static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let names = ["english", "catalan", "spanish", "russian"];
    names.map(|name| Ruleset::builtin(name).unwrap()).to_vec()
});

/// A few words of the first letters of any alphabet.
static GRAPH: LazyLock<Graph> = LazyLock::new(|| {
    let words = [
        &[1, 2][..],
        &[2, 1],
        &[1, 2, 1],
        &[3, 1, 18, 5],
        &[1, 1, 1, 1],
    ];
    let bytes = build(&Words::from_unsorted(words).unwrap(), GraphSpec::new()).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 63).unwrap()
});

/// Grids, whose words are found and which are solved; the first byte chooses the
/// ruleset.
pub(crate) fn grids(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let alphabet = RULESETS[usize::from(choice & 3)].alphabet();
    let _ = Grid::read(text, alphabet);
    let Ok(grids) = Grid::read_all("grids.txt", text, alphabet) else {
        return;
    };
    for grid in grids.iter().take(4) {
        assert_eq!(
            &Grid::read(&grid.to_text(alphabet), alphabet).unwrap(),
            grid
        );
        let mut options = FindOptions::default();
        options.max_steps = 20_000;
        if let Ok(found) = find(&GRAPH, grid, &options) {
            assert_eq!(found.words().count() as u64, found.word_count());
            for word in found.words() {
                assert!(GRAPH.has_word(word.tiles) && word.path().len() == word.tiles.len());
            }
        }
        if grid.letters() <= 12 {
            let mut options = SolveOptions::default();
            options.max_states = 2000;
            let solution = solve(&GRAPH, grid, &options).unwrap();
            assert!(solution.points <= solution.upper_bound);
            let is_solved = solution.status == SolveStatus::Solved;
            assert!(!is_solved || solution.points == solution.upper_bound);
        }
    }
}

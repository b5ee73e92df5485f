//! Boards, racks and moves as people write them.

use std::sync::LazyLock;
use wordmill::check::{is_endgame_table, read_endgames};
use wordmill::graph::{Graph, GraphSpec, build};
use wordmill::lexicon::Words;
use wordmill::movegen::{Move, Position, picture, score, validate};
use wordmill::play::{Cgp, EndgameOptions, Gcg, replay, solve_endgame};
use wordmill::ruleset::Ruleset;

static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    let names = ["english", "catalan", "spanish", "super-english"];
    names.map(|name| Ruleset::builtin(name).unwrap()).to_vec()
});

/// A game of seven tiles.
static SMALL: LazyLock<Ruleset> = LazyLock::new(|| {
    let rules = "name: small\nrack: 3\nbonus: 20\nexchange: 1\nblanks: 1\nletters:\n  \
        - {tile: A, count: 3, points: 1, vowel: 1}\n  - {tile: B, count: 2, points: 3}\n  \
        - {tile: C, count: 1, points: 9}\nboard:\n  start: D1\n  squares: |\n    \
        ..=..-.\n    .'...\".\n    .......\n";
    Ruleset::from_yaml("small.yaml", rules).unwrap()
});

/// A few words of the first letters.
static GRAPH: LazyLock<Graph> = LazyLock::new(|| {
    let words: [&[u8]; 4] = [&[1, 2], &[2, 1], &[1, 2, 1], &[3, 1, 2]];
    let words = Words::from_unsorted(words).unwrap();
    let spec = GraphSpec::new();
    let bytes = build(&words, spec).unwrap();
    Graph::from_bytes(&bytes, spec.format, spec.content.kind(), 26).unwrap()
});

/// A board, a rack and a move, each on its line; the first byte chooses the
/// ruleset.
pub(crate) fn board_and_play(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let ruleset = &RULESETS[usize::from(choice & 3)];
    let mut lines = text.split('\n');
    let [board, rack, mv] = [(); 3].map(|()| lines.next().unwrap_or_default());
    // A bad board must not keep the rest from being read.
    let position = match Position::read(ruleset, board, rack) {
        Ok(position) => position,
        Err(_) => Position::new(ruleset),
    };
    let again = Position::read(ruleset, &position.board_text(), &position.rack_text()).unwrap();
    assert_eq!(again.board_text(), position.board_text());
    assert_eq!(again.rack(), position.rack());
    picture(&position, None);
    let Ok(mv) = Move::read(&position, mv) else {
        return;
    };
    assert_eq!(Move::read(&position, &position.move_text(&mv)).unwrap(), mv);
    let Some(play) = mv.as_play() else {
        return;
    };
    picture(&position, Some(&play));
    if let Ok(parts) = validate(&position, &play, |_| true) {
        assert_eq!(parts.total, score(&position, &play));
        let mut after = position.clone();
        after.apply(&play);
        assert!(!after.is_empty());
    }
}

/// A position in one line; the first byte chooses the ruleset.
pub(crate) fn cgp(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let ruleset = &RULESETS[usize::from(choice & 3)];
    let Ok(cgp) = Cgp::read(text) else {
        return;
    };
    assert_eq!(Cgp::read(&cgp.to_string()).unwrap(), cgp);
    cgp.ruleset_name();
    let Ok(position) = cgp.position(ruleset) else {
        return;
    };
    let written = cgp.placed_in(&position);
    let again = Cgp::read(&written.to_string()).unwrap();
    assert_eq!(again, written);
    let again = again.position(ruleset).unwrap();
    assert_eq!(again.board_text(), position.board_text());
    assert_eq!(again.rack(), position.rack());
    let next = written.after(&position, 7);
    assert_eq!(next.racks[1], written.racks[0]);
}

/// A recorded game; the first byte chooses the ruleset.
pub(crate) fn gcg(bytes: &[u8]) {
    let Some((&choice, text)) = bytes.split_first() else {
        return;
    };
    let ruleset = &RULESETS[usize::from(choice & 3)];
    let Ok(game) = Gcg::read("x.gcg", text) else {
        return;
    };
    let written = game.to_string();
    let again = Gcg::read("x.gcg", written.as_bytes()).unwrap();
    assert_eq!(again.to_string(), written);
    assert_eq!(again.events.len(), game.events.len());
    game.ruleset_name();
    let (Ok(first), second) = (
        replay("x.gcg", &game, ruleset, &GRAPH),
        replay("x.gcg", &again, ruleset, &GRAPH),
    ) else {
        return;
    };
    let second = second.unwrap();
    assert_eq!(first.findings.len(), second.findings.len());
    assert_eq!(
        (first.totals, first.expected),
        (second.totals, second.expected)
    );
    for turn in &first.turns {
        let cgp = turn.cgp();
        assert_eq!(Cgp::read(&cgp.to_string()).unwrap(), cgp);
    }
}

/// A table of endgames.
pub(crate) fn endgames(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    is_endgame_table(text);
    let Ok(rows) = read_endgames("x.tsv", text, &SMALL) else {
        return;
    };
    let mut options = EndgameOptions::default();
    (options.max_nodes, options.top) = (2000, 2);
    for row in rows.iter().take(4) {
        let solution = solve_endgame(&GRAPH, &row.endgame, &options).unwrap();
        assert!(solution.lower <= solution.upper);
        let turns = solution.line.iter();
        let points = turns.map(|turn| match turn.by_opponent {
            true => -turn.score - turn.ending,
            false => turn.score + turn.ending,
        });
        if !solution.line.is_empty() {
            assert_eq!(solution.value(), Some(points.sum()));
        }
    }
}

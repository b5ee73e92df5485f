use super::*;
use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
use crate::lexicon::Words;
use crate::movegen::{LeaveValues, NoLeaves};
use crate::random::Random;
use crate::tiles::Tile;

/// Leave values that count each copy of one tile.
#[derive(Debug)]
struct PerTile(Tile, f32);

impl LeaveValues for PerTile {
    fn value(&self, leave: &[Tile]) -> f32 {
        self.1 * leave.iter().filter(|&&tile| tile == self.0).count() as f32
    }
}

/// All words of a consonant and a vowel, in either order, and of a vowel between two
/// consonants.
fn lexicon() -> Graph {
    let is_vowel = |tile: &Tile| [1, 5, 9, 15, 21].contains(tile);
    let (vowels, consonants): (Vec<Tile>, Vec<Tile>) = (1..=26).partition(is_vowel);
    let mut words = Vec::new();
    for &vowel in &vowels {
        for &first in &consonants {
            words.push(vec![first, vowel]);
            words.push(vec![vowel, first]);
            words.extend(consonants.iter().map(|&last| vec![first, vowel, last]));
        }
    }
    let words = Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap();
    let bytes = build(&words, GraphSpec::new()).unwrap();
    Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap()
}

fn english() -> Ruleset {
    Ruleset::builtin("english").unwrap()
}

/// Plays a match of A and B, and also returns the pairs.
fn played(
    graph: &Graph,
    sides: [&dyn LeaveValues; 2],
    options: &MatchOptions,
) -> (PlayedMatch, Vec<MatchPair>) {
    let english = english();
    let sides = sides.map(|leaves| Side::new(graph, leaves));
    let mut all = Vec::new();
    let played = play_match(sides, &english, options, |pairs, _| {
        all.extend_from_slice(pairs);
        Ok(ControlFlow::Continue(()))
    });
    (played.unwrap(), all)
}

#[test]
fn equal_sides_end_every_pair_even() {
    let graph = lexicon();
    let keep_q = &PerTile(17, 30.0);
    let (played, pairs) = played(&graph, [keep_q; 2], &MatchOptions::new(30, 3));
    let figures = Figures::of(&played.tally).unwrap();
    assert_eq!((figures.share, figures.share_error), (0.5, Some(0.0)));
    assert_eq!((figures.spread, figures.spread_error), (0.0, Some(0.0)));
    assert_eq!(figures.confidence, 0.5);
    assert!(figures.share_range.0 < 0.5 && figures.share_range.1 > 0.5);
    assert!(pairs.iter().any(|pair| pair.games[0].spread() != 0));
    for MatchPair { games, number } in &pairs {
        let [first, second] = [&games[0].sides, &games[1].sides];
        assert_eq!(
            [first[0], first[1]],
            [second[1], second[0]],
            "pair {number}"
        );
    }
    // Exchanges return tiles to the bag, and the games still mirror each other.
    assert!(played.tally.sides[0].exchanges > 0);
}

#[test]
fn swapped_sides_are_a_mirror_image() {
    let graph = lexicon();
    let (plain, odd) = (&PerTile(17, 0.0), &PerTile(17, 30.0));
    let options = MatchOptions::new(20, 5);
    let (one, pairs) = played(&graph, [plain, odd], &options);
    let (other, mirrored) = played(&graph, [odd, plain], &options);
    assert_ne!(one.tally.wins, one.tally.losses);
    assert_eq!(one.tally.wins, other.tally.losses);
    assert_eq!(one.tally.sides[0], other.tally.sides[1]);
    for (pair, mirrored) in pairs.iter().zip(&mirrored) {
        let spreads = mirrored.games.each_ref().map(|game| -game.spread());
        assert_eq!(
            pair.games.each_ref().map(PairGame::spread),
            [spreads[1], spreads[0]]
        );
    }
    let [one, other] = [one, other].map(|played| Figures::of(&played.tally).unwrap());
    assert_eq!(one.spread, -other.spread);
    assert_eq!(one.spread_error, other.spread_error);
    assert!((one.confidence + other.confidence - 1.0).abs() < 1e-12);
    for ((percent, spread), (rest, mirrored)) in
        one.percentiles.iter().zip(other.percentiles.iter().rev())
    {
        assert_eq!((*percent, *spread), (100 - rest, -mirrored));
    }
}

#[test]
fn a_match_does_not_depend_on_threads_or_its_length() {
    let graph = lexicon();
    let sides: [&dyn LeaveValues; 2] = [&PerTile(5, 0.0), &PerTile(5, 9.0)];
    let keeping_games = |pairs| MatchOptions {
        keep_games: true,
        ..MatchOptions::new(pairs, 9)
    };
    let options = keeping_games(60);
    let (here, pairs) = played(&graph, sides, &options);
    assert_eq!((here.tally.pairs, pairs.len()), (60, 60));
    #[cfg(feature = "parallel")]
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build().unwrap();
        let (there, _) = pool.install(|| played(&graph, sides, &options));
        assert_eq!(there.tally, here.tally);
    }
    let (_, first) = played(&graph, sides, &keeping_games(7));
    assert_eq!(first, pairs[..7]);
    let turns = pairs[0].games[0].game.as_ref().unwrap().turns.len() as u64;
    let sides = pairs[0].games[0].sides;
    assert_eq!(turns, sides[0].turns + sides[1].turns);
}

#[test]
fn a_match_can_be_interrupted_after_a_block() {
    let graph = lexicon();
    let english = english();
    let side = Side::new(&graph, &NoLeaves);
    let options = MatchOptions::new(10_000_000, 1);
    let played = play_match([side, side], &english, &options, |_, tally| {
        Ok(match tally.pairs >= 2 * BLOCK {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    });
    let played = played.unwrap();
    assert!(played.interrupted && played.verdict.is_none());
    assert_eq!(played.tally.pairs, 2 * BLOCK);
}

/// A pair whose two games end with these spreads.
fn pair(spreads: [i64; 2]) -> MatchPair {
    let game = |score| PairGame {
        sides: [
            GameSide {
                score,
                ..GameSide::default()
            },
            GameSide::default(),
        ],
        game: None,
    };
    MatchPair {
        number: 0,
        games: spreads.map(game),
    }
}

fn tally(pairs: impl IntoIterator<Item = [i64; 2]>) -> Tally {
    let mut tally = Tally::default();
    pairs
        .into_iter()
        .for_each(|spreads| tally.add(&pair(spreads)));
    tally
}

#[test]
fn figures_are_those_of_pairs() {
    let tally = tally([[10, -30], [20, 0], [5, -5], [40, 8]]);
    assert_eq!((tally.wins, tally.ties, tally.losses), (5, 1, 2));
    let figures = Figures::of(&tally).unwrap();
    // Shares of pairs: 0.5, 0.75, 0.5, 1. Spreads: -10, 10, 0, 24.
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}");
    close(figures.share, 0.6875);
    close(
        figures.share_error.unwrap(),
        (0.171875f64 / 3.0 / 4.0).sqrt(),
    );
    close(figures.spread, 6.0);
    close(figures.spread_error.unwrap(), (632.0f64 / 3.0 / 4.0).sqrt());
    // First games: 10, 20, 5, 40. Second games: -30, 0, -5, 8.
    let single = (718.75f64 / 3.0 + 806.75 / 3.0) / 2.0;
    close(figures.single_error.unwrap(), (single / 8.0).sqrt());
    assert_eq!(figures.percentiles[0], (1, -30.0));
    assert_eq!(figures.percentiles[4], (50, 6.5));
    assert_eq!(figures.percentiles[8], (99, 40.0));
    assert!(figures.confidence > 0.5 && figures.confidence < 0.99);
}

#[test]
fn few_pairs_are_never_certain() {
    let one = Figures::of(&tally([[500, 500]])).unwrap();
    assert_eq!(
        (one.share, one.share_error, one.spread_error),
        (1.0, None, None)
    );
    assert!(one.confidence < 0.98, "{}", one.confidence);
    assert!(one.share_range.0 < 0.6);
    let many = Figures::of(&tally([[500, 500]; 400])).unwrap();
    assert!(many.confidence > 0.9999);
    assert!(Figures::of(&Tally::default()).is_none());
}

/// Pairs of equal sides, from a stream of random numbers.
fn even_pairs(seed: u64) -> impl Iterator<Item = [i64; 2]> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || {
        [
            random.below(201) as i64 - 100,
            random.below(201) as i64 - 100,
        ]
    })
}

/// The rule is applied after every pair. At 90 %, it may wrongly decide at most one in
/// ten of 200 matches between equal sides; a fixed test at the same confidence would be
/// wrong far more often.
#[test]
fn looking_again_and_again_stays_honest() {
    let rule = StopRule::new(0.9);
    let (mut wrong, mut naive) = (0, 0);
    for seed in 0..200 {
        let mut tally = Tally::default();
        let (mut called, mut tempted) = (false, false);
        for spreads in even_pairs(seed).take(1500) {
            tally.add(&pair(spreads));
            if tally.pairs >= 100 && tally.pairs.is_multiple_of(50) {
                called |= rule.verdict(&tally).is_some();
                let figures = Figures::of(&tally).unwrap();
                tempted |= figures.spread.abs() > 1.645 * figures.spread_error.unwrap();
            }
        }
        wrong += u32::from(called);
        naive += u32::from(tempted);
    }
    assert!(wrong <= 20, "{wrong} of 200");
    assert!(naive > 60, "{naive} of 200");
}

#[test]
fn a_difference_or_its_absence_ends_a_match() {
    let mut rule = StopRule::new(0.99);
    rule.within = Some(2.0);
    let shifted = |by: i64| even_pairs(1).map(move |pair| pair.map(|spread| spread + by));
    let verdict = |by, pairs| rule.verdict(&tally(shifted(by).take(pairs)));
    assert_eq!(verdict(30, 99), None);
    assert_eq!(verdict(30, 300), Some(Verdict::Better));
    assert_eq!(verdict(-30, 300), Some(Verdict::Worse));
    assert_eq!(verdict(0, 300), None);
    // Equal sides need many pairs to show it, since a rare difference could still
    // appear.
    let equal = |pairs| rule.verdict(&tally(shifted(0).map(|[a, _]| [a, -a]).take(pairs)));
    assert_eq!(equal(100), None);
    assert_eq!(equal(1000), Some(Verdict::Within));
}

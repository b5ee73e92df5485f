//! The generators against figures that another program made, and against each
//! other over games.

use crate::support::graphs::{graph_of, read_list, spec};
use std::sync::OnceLock;
use wordmill::graph::{Content, Graph, Layout};
use wordmill::leave;
use wordmill::leave::{LeaveSpec, Leaves};
use wordmill::lexicon::Words;
use wordmill::movegen::{
    DawgGenerator, Found, GaddagGenerator, NoLeaves, Position, RankOptions, Ranker, brute,
};
use wordmill::play::play_games;
use wordmill::random::Random;
use wordmill::ruleset::Ruleset;
use wordmill::source::{LeaveOptions, ListOptions, ListReader, read_leaves};

const POSITIONS: &str = include_str!("../../data/golden/positions-scowl.tsv");
const LEAVES: &str = include_str!("../../data/golden/leaves-small.csv");

fn english() -> &'static Ruleset {
    static ENGLISH: OnceLock<Ruleset> = OnceLock::new();
    ENGLISH.get_or_init(|| Ruleset::builtin("english").unwrap())
}

fn leaves() -> &'static Leaves {
    static SMALL: OnceLock<Leaves> = OnceLock::new();
    SMALL.get_or_init(|| {
        let options = LeaveOptions::default();
        let table = read_leaves("leaves-small.csv", LEAVES.as_bytes(), english(), options).unwrap();
        let bytes = leave::build(&table, english().alphabet(), LeaveSpec::default()).unwrap();
        Leaves::from_bytes(&bytes, 26).unwrap()
    })
}

fn scowl() -> &'static Words {
    static SCOWL: OnceLock<Words> = OnceLock::new();
    SCOWL.get_or_init(|| read_list("scowl-2-15"))
}

fn graph(words: &Words, content: Content, layout: Layout, letters: usize) -> Graph {
    graph_of(words, spec(content, layout), letters)
}

fn scowl_gaddawg() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| graph(scowl(), Content::Gaddawg, Layout::Wolges, 26))
}

/// A value in thousandths of a point, from text with three decimals.
fn thousandths(text: &str) -> i64 {
    text.replacen('.', "", 1).parse().unwrap()
}

/// The golden rows: all columns, recomputed by both fast generators.
fn check_golden(gaddawg: &Graph, dawg: &Graph) {
    let leaves = leaves();
    let mut gaddag = GaddagGenerator::new(gaddawg, english()).unwrap();
    let mut ranker = Ranker::new(gaddawg, english());
    let mut dawg = DawgGenerator::new(dawg);
    let mut rows = 0;
    for line in POSITIONS.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let position = Position::read(english(), columns[0], columns[1]).unwrap();
        assert_eq!(position.board_text(), columns[0]);
        assert_eq!(position.bag().to_string(), columns[2], "{line}");
        let expected: Vec<u64> = columns[3..6].iter().map(|c| c.parse().unwrap()).collect();
        let mut found = [[0u64; 3]; 2];
        let count = |totals: &mut [u64; 3], found: &Found<'_>| {
            totals[0] += 1;
            totals[1] += u64::from(found.score);
            totals[2] = totals[2].max(u64::from(found.score));
        };
        gaddag.plays(&position, |f| count(&mut found[0], f));
        dawg.plays(&position, |f| count(&mut found[1], f));
        assert_eq!(found[0][..], expected, "{line}");
        assert_eq!(found[1][..], expected, "{line}");

        let mut options = RankOptions::default();
        options.pass = false;
        let best = ranker.top(&position, leaves, 40, options);
        assert_eq!(best[0].equity, thousandths(columns[6]), "{line}");
        // The move in the table is one of those that tie for the best.
        let ties = || best.iter().filter(|m| m.equity == best[0].equity);
        assert!(ties().any(|m| m.notation == columns[7]), "{line}: {best:?}");
        rows += 1;
    }
    assert_eq!(rows, 400);
}

#[test]
fn golden_positions_wolges() {
    let dawg = graph(scowl(), Content::Dawg, Layout::Wolges, 26);
    check_golden(scowl_gaddawg(), &dawg);
}

fn check_golden_in(layout: Layout) {
    let gaddawg = graph(scowl(), Content::Gaddawg, layout, 26);
    check_golden(&gaddawg, &graph(scowl(), Content::Dawg, layout, 26));
}

#[test]
fn golden_positions_legacy() {
    check_golden_in(Layout::Legacy);
}

#[test]
fn golden_positions_preorder() {
    check_golden_in(Layout::Preorder);
}

#[test]
fn golden_positions_magpie() {
    check_golden_in(Layout::Magpie);
}

/// Everything that the two fast generators say of a play, as one number, so
/// that the order in which they find plays does not matter.
fn fingerprint(found: &Found<'_>) -> u64 {
    let play = found.play;
    let place = [play.direction as u8, play.row, play.column];
    let all = place.iter().chain(play.tiles);
    let hash = all.fold(u64::from(found.score) + 1, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash ^ hash >> 29
}

#[test]
fn the_fast_generators_agree_over_games() {
    let gaddawg = scowl_gaddawg();
    let games = play_games(gaddawg, english(), leaves(), 2_000, 95).unwrap();
    let mut gaddag = GaddagGenerator::new(gaddawg, english()).unwrap();
    let mut dawg = DawgGenerator::new(gaddawg);
    let turns: Vec<_> = games.iter().flat_map(|game| &game.turns).collect();
    assert!(turns.len() >= 2_000, "{} positions", turns.len());
    for turn in turns.iter().take(2_000) {
        let position = Position::read(english(), &turn.board, &turn.rack).unwrap();
        let mut sums = [(0u64, 0u64); 2];
        let add = |sum: &mut (u64, u64), found: &Found<'_>| {
            sum.0 += 1;
            sum.1 = sum.1.wrapping_add(fingerprint(found));
        };
        gaddag.plays(&position, |f| add(&mut sums[0], f));
        dawg.plays(&position, |f| add(&mut sums[1], f));
        assert_eq!(sums[0], sums[1], "{} {}", turn.board, turn.rack);
    }
}

/// Boards of games with other racks, one in three of which has blanks: the best
/// plays are those that generating every play finds.
#[test]
fn shadow_play_changes_nothing() {
    let gaddawg = scowl_gaddawg();
    let games = play_games(gaddawg, english(), leaves(), 4_000, 42).unwrap();
    let mut ranker = Ranker::new(gaddawg, english());
    let mut random = Random::new(11);
    let mut positions = 0;
    for turn in games.iter().flat_map(|game| &game.turns) {
        let mut position = Position::read(english(), &turn.board, "").unwrap();
        let mut unseen: Vec<u8> = (0..27)
            .flat_map(|tile| std::iter::repeat_n(tile, position.unseen(tile) as usize))
            .collect();
        let blanks = unseen.iter().filter(|&&tile| tile == 0).count();
        random.shuffle(&mut unseen);
        let wanted = random.below(6).saturating_sub(3) as usize;
        let letters = unseen.iter().filter(|&&tile| tile != 0);
        let blanks = std::iter::repeat_n(&0, wanted.min(blanks));
        // Some have more tiles than a play may place.
        let count = 7 + random.below(6).saturating_sub(3) as usize;
        let tiles: Vec<u8> = blanks.chain(letters).take(count).copied().collect();
        position.set_pool(&tiles).unwrap();
        for n in [1, 6] {
            let all = ranker.top(&position, leaves(), n, without_shadow());
            let best = ranker.top(&position, leaves(), n, RankOptions::default());
            assert_eq!(all, best, "{} {}", turn.board, position.rack_text());
        }
        positions += 1;
    }
    assert!(positions > 900, "{positions} positions");
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let play = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let games = || play_games(scowl_gaddawg(), english(), leaves(), 7, 6).unwrap();
        pool.unwrap().install(games)
    };
    let one = play(1);
    assert_eq!(one, play(3));
    for game in &one {
        let plain = game.turns.iter().map(|turn| turn.score).sum::<u32>();
        assert!(plain > 300, "a whole game has points, found {plain}");
    }
}

/// A seed means the same game forever: these moves must not change.
#[test]
fn the_game_of_a_seed_is_frozen() {
    let games = play_games(scowl_gaddawg(), english(), leaves(), 1, 1).unwrap();
    let turns: Vec<String> = games[0]
        .turns
        .iter()
        .map(|turn| format!("{} {} {}", turn.rack, turn.notation, turn.score))
        .collect();
    let first = [
        "EEGINTW 8D WEETING 80",
        "BEILQVZ J6 ZI(G) 33",
        "GJKNSTY 9I YS 32",
        "BELMQUV F6 QU(E)ME 38",
    ];
    assert_eq!(turns[..4], first);
    assert_eq!((games[0].turns.len(), games[0].scores), (25, [406, 395]));
}

fn without_shadow() -> RankOptions {
    let mut options = RankOptions::default();
    options.shadow = false;
    options
}

/// Every fast path, over games of a ruleset: the generators, shadow play.
/// A small lexicon is tried in full by the oracle as well.
fn check_ruleset(name: &str, words: &Words, games: u64, min_plays: u64) {
    let ruleset = Ruleset::builtin(name).unwrap();
    let letters = ruleset.alphabet().len();
    let gaddawg = graph(words, Content::Gaddawg, Layout::Wolges, letters);
    let dawg = graph(words, Content::Dawg, Layout::Magpie, letters);
    let games = play_games(&gaddawg, &ruleset, &NoLeaves, 3, games).unwrap();
    let mut gaddag = GaddagGenerator::new(&gaddawg, &ruleset).unwrap();
    let mut dawg = DawgGenerator::new(&dawg);
    let mut ranker = Ranker::new(&gaddawg, &ruleset);
    let mut plays = 0;
    for turn in games.iter().flat_map(|game| &game.turns) {
        let position = Position::read(&ruleset, &turn.board, &turn.rack).unwrap();
        assert_eq!(position.board_text(), turn.board);
        let mut sums = [(0u64, 0u64); 3];
        let add = |sum: &mut (u64, u64), found: &Found<'_>| {
            sum.0 += 1;
            sum.1 = sum.1.wrapping_add(fingerprint(found));
        };
        gaddag.plays(&position, |f| add(&mut sums[0], f));
        dawg.plays(&position, |f| add(&mut sums[1], f));
        if words.len() < 100 {
            brute::plays(&position, words, |f| add(&mut sums[2], f));
        } else {
            sums[2] = sums[1];
        }
        assert_eq!(sums[0], sums[1], "{} {}", turn.board, turn.rack);
        assert_eq!(sums[0], sums[2], "{} {}", turn.board, turn.rack);
        plays += sums[0].0;
        let plain = ranker.top(&position, &NoLeaves, 10, without_shadow());
        let shadow = ranker.top(&position, &NoLeaves, 10, RankOptions::default());
        assert_eq!(plain, shadow);
    }
    assert!(plays > min_plays, "{name}: {plays} plays");
}

const RUSSIAN: &str = "ДОМ\nДОМА\nМОДА\nОН\nНО\nНА\nАД\nДА\nОНА\nОНО\nТОН\nНОТА\nТОТ\nКОТ\nКИТ\nКИТЫ\nКОТЫ\nТОК\nРОТ\n\
    ТОР\nТАРА\nРАНА\nНОРА\nНОС\nСОН\nСОНЕТ\nНЕТ\nЁЛКА\nЕЛКА\nЛЕС\nЁЖ\nЕЖИ\nЩИ\nЩУКА\nЯМА\nЯ\nПОЛ\nПОЛЕ\nСЛОВО\nВОЛ\n\
    ВОРОНА\nЛОВ\nВОР\nОВЁС\nИВА\nЕЛЕ\nЕЛИ\nИЛИ\nЛИСА\nСИЛА\nСАНИ\nСОР\nРОСА\nПАР\nПОРА\nРОПОТ\nКОРОВА\n";

fn small_list(ruleset: &str, list: &str) -> Words {
    let ruleset = Ruleset::builtin(ruleset).unwrap();
    let mut reader = ListReader::new(ruleset.alphabet());
    let options = ListOptions::default();
    reader.read("list", list.as_bytes(), &options).unwrap();
    reader.finish().unwrap().finish().0
}

#[test]
fn russian_runs() {
    check_ruleset("russian", &small_list("russian", RUSSIAN), 16, 100);
}

#[test]
fn erudit_runs() {
    check_ruleset("erudit", &small_list("erudit", RUSSIAN), 16, 200);
}

#[test]
fn catalan_runs() {
    let list = include_str!("../../data/golden/toy-catalan.txt");
    check_ruleset("catalan", &small_list("catalan", list), 16, 30);
}

/// The board of 21 rows and columns.
#[test]
fn super_english_runs() {
    check_ruleset("super-english", scowl(), 2, 20_000);
}

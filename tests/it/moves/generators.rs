//! Three generators, one truth: on random rules, boards and lexicons.

use crate::support::graphs::{graph_of, spec};
use proptest::prelude::*;
use std::fmt::Write;
use wordmill::graph::{Content, Graph, Layout};
use wordmill::lexicon::Words;
use wordmill::movegen::{
    DawgGenerator, Direction, Equity, Found, GaddagGenerator, LeaveValues, Move, Play, Position,
    RankOptions, RankedMove, Ranker, brute, exchanges, validate,
};
use wordmill::random::Random;
use wordmill::ruleset::Ruleset;

/// 63 letters that have two cases each.
const LABELS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΓΔΘΛΞ";

/// A made-up game: everything about it is random.
struct World {
    ruleset: Ruleset,
    words: Words,
    gaddawg: Graph,
    dawg: Graph,
    random: Random,
}

impl World {
    fn new(letters: usize, rows: u64, columns: u64, seed: u64) -> World {
        let mut random = Random::new(seed);
        // Words have few letters, so that many fit together.
        let used: Vec<u8> = (0..random.below(5) + 2)
            .map(|_| 1 + random.below(letters as u64) as u8)
            .collect();
        let rules = rules(letters, &used, (rows, columns), &mut random);
        let ruleset = Ruleset::from_yaml("random.yaml", &rules).unwrap();
        let words = lexicon(&used, &mut random);
        let layout = Layout::ALL[random.below(4) as usize];
        let graph = |content| graph_of(&words, spec(content, layout), letters);
        World {
            gaddawg: graph(Content::Gaddawg),
            dawg: graph(Content::Dawg),
            ruleset,
            words,
            random,
        }
    }

    /// A position of a few random plays, or of tiles strewn about.
    fn position(&mut self) -> Position<'_> {
        let World {
            ruleset,
            words,
            random,
            ..
        } = self;
        let mut position = Position::new(ruleset);
        if random.below(3) == 0 {
            strew(&mut position, random);
        } else {
            for _ in 0..random.below(5) {
                fill_rack(&mut position, random);
                let mut plays = Vec::new();
                brute::plays(&position, words, |found| {
                    plays.push(found.play.to_move());
                });
                if plays.is_empty() {
                    break;
                }
                let mv = &plays[random.below(plays.len() as u64) as usize];
                position.apply(&mv.as_play().unwrap());
            }
        }
        fill_rack(&mut position, random);
        position
    }
}

fn rules(letters: usize, used: &[u8], (rows, columns): (u64, u64), random: &mut Random) -> String {
    let rack = 1 + random.below(6);
    let mut text = format!(
        "name: random\nrack: {rack}\nbonus: {}\nexchange: {}\nblanks: {}\nletters:\n",
        random.below(60),
        random.below(8),
        random.below(4) + 1,
    );
    for (tile, label) in (1..).zip(LABELS.chars().take(letters)) {
        let (points, vowel) = (random.below(11), random.below(2));
        let count = match used.contains(&tile) {
            true => 5 + random.below(6),
            false => random.below(30) / 29,
        };
        writeln!(
            text,
            "  - {{tile: \"{label}\", count: {count}, points: {points}, vowel: {vowel}}}"
        )
        .unwrap();
    }
    let (start_row, start_column) = (random.below(rows), random.below(columns));
    let column = char::from(b'A' + start_column as u8);
    write!(
        text,
        "board:\n  start: {column}{}\n  squares: |\n",
        start_row + 1
    )
    .unwrap();
    // A third of the boards are symmetric, if their sides are equal.
    let symmetric = rows == columns && random.below(3) == 0;
    let salt = random.next_u64();
    for r in 0..rows {
        text.push_str("    ");
        for c in 0..columns {
            let (a, b) = if symmetric {
                (r.min(c), r.max(c))
            } else {
                (r, c)
            };
            let mut square = Random::new(salt ^ (a * 64 + b));
            let mut sign = char::from(b".....'\"^-=~##"[square.below(13) as usize]);
            if (r, c) == (start_row, start_column) && sign == '#' {
                sign = '.';
            }
            text.push(sign);
        }
        text.push('\n');
    }
    text
}

/// Words of one to six tiles.
fn lexicon(used: &[u8], random: &mut Random) -> Words {
    let words: Vec<Vec<u8>> = (0..random.below(80))
        .map(|_| {
            let length = [1, 2, 2, 2, 3, 3, 4, 5, 6][random.below(9) as usize];
            let letter = |_| used[random.below(used.len() as u64) as usize];
            (0..length).map(letter).collect()
        })
        .collect();
    Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap()
}

fn unseen(position: &Position<'_>) -> Vec<u8> {
    (0..64)
        .flat_map(|t| std::iter::repeat_n(t, position.unseen(t) as usize))
        .collect()
}

fn fill_rack(position: &mut Position<'_>, random: &mut Random) {
    position.set_rack(&[]).unwrap();
    let mut tiles = unseen(position);
    random.shuffle(&mut tiles);
    tiles.truncate(usize::from(position.ruleset().rack_size()));
    position.set_rack(&tiles).unwrap();
}

/// Puts tiles down without any regard to words.
fn strew(position: &mut Position<'_>, random: &mut Random) {
    let board = position.ruleset().board();
    let mut tiles = unseen(position);
    random.shuffle(&mut tiles);
    let letters = position.ruleset().alphabet().len() as u64;
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            if random.below(4) != 0 {
                continue;
            }
            let Some(tile) = tiles.pop() else { return };
            let played = match tile {
                0 => 0x80 | (1 + random.below(letters) as u8),
                tile => tile,
            };
            position.apply(&Play {
                direction: Direction::Across,
                row,
                column,
                tiles: &[played],
            });
        }
    }
}

/// Everything about a play, in a form that sorts.
type Row = (Move, u32, Vec<u8>);

fn row(found: &Found<'_>) -> Row {
    (found.play.to_move(), found.score, found.leave.tiles())
}

fn sorted(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort();
    rows
}

/// Values that depend on every tile.
#[derive(Debug)]
struct MadeUp;

impl LeaveValues for MadeUp {
    fn value(&self, leave: &[u8]) -> f32 {
        let mut random = Random::new(leave.iter().fold(1, |h, &t| h * 67 + u64::from(t)));
        random.below(4_000) as f32 / 100.0 - 20.0
    }
}

/// All moves of a position with their values, in order.
fn all_moves(position: &Position<'_>, generator: &mut DawgGenerator<'_>) -> Vec<RankedMove> {
    let equity = Equity::new(position, &MadeUp);
    let mut moves = Vec::new();
    let mut add = |equity, score, mv: Move| {
        moves.push(RankedMove {
            equity,
            score,
            notation: position.move_text(&mv),
            mv,
        });
    };
    generator.plays(position, |found| {
        add(equity.play(found), found.score, found.play.to_move());
    });
    for (given, leave) in exchanges(position) {
        add(equity.leave(&leave), 0, Move::Exchange(given));
    }
    add(equity.leave(&position.rack().tiles()), 0, Move::Pass);
    moves.sort_by(|a, b| {
        let order = b.equity.cmp(&a.equity).then(b.score.cmp(&a.score));
        order.then_with(|| a.notation.cmp(&b.notation))
    });
    moves
}

/// The worlds are worth looking at: most have plays, many of them, and blanks,
/// whole racks and boards with tiles occur.
#[test]
fn worlds_have_plays() {
    let (mut with_plays, mut plays, mut blanks, mut whole_racks, mut on_tiles) = (0, 0, 0, 0, 0);
    for seed in 0..200 {
        let mut world = World::new(3 + seed as usize % 10, 1 + seed % 7, 1 + seed / 7 % 7, seed);
        let gaddawg = world.gaddawg.clone();
        let position = world.position();
        let before = plays;
        let mut gaddag = GaddagGenerator::new(&gaddawg, position.ruleset()).unwrap();
        gaddag.plays(&position, |found| {
            plays += 1;
            blanks += usize::from(found.play.tiles.iter().any(|t| t & 0x80 != 0));
            let rack_size = usize::from(position.ruleset().rack_size());
            whole_racks += usize::from(found.play.placed() == rack_size);
            on_tiles += usize::from(found.play.tiles.contains(&0));
        });
        with_plays += usize::from(plays > before);
    }
    assert!(with_plays > 60 && plays > 2_000);
    assert!(blanks > 500 && whole_racks > 100 && on_tiles > 500);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_three_generators_agree(
        letters in prop_oneof![3usize..8, 3usize..=63],
        rows in 1u64..8,
        columns in 1u64..8,
        seed: u64,
    ) {
        let mut world = World::new(letters, rows, columns, seed);
        let (words, gaddawg, dawg) = (world.words.clone(), world.gaddawg.clone(), world.dawg.clone());
        let position = world.position();
        let mut gaddag = GaddagGenerator::new(&gaddawg, position.ruleset()).unwrap();
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        brute::plays(&position, &words, |f| found[0].push(row(f)));
        gaddag.plays(&position, |f| found[1].push(row(f)));
        DawgGenerator::new(&dawg).plays(&position, |f| found[2].push(row(f)));
        let [brute, gaddag, dawg] = found.map(sorted);
        let place = (position.board_text(), position.rack_text());
        prop_assert_eq!(&brute, &gaddag, "gaddag at {:?}", &place);
        prop_assert_eq!(&brute, &dawg, "dawg at {:?}", &place);
    }

    #[test]
    fn top_n_is_the_first_n_of_all(
        letters in 3usize..12,
        rows in 1u64..8,
        columns in 1u64..8,
        seed: u64,
    ) {
        let mut world = World::new(letters, rows, columns, seed);
        let (gaddawg, dawg) = (world.gaddawg.clone(), world.dawg.clone());
        let position = world.position();
        let all = all_moves(&position, &mut DawgGenerator::new(&dawg));
        let mut ranker = Ranker::new(&gaddawg, position.ruleset());
        // Every number where there are few moves; where there are many, the
        // first ones, some in between, and the last.
        let every = if all.len() <= 60 { all.len() + 2 } else { 12 };
        for n in (0..every).chain([all.len() / 2, all.len(), all.len() + 1]) {
            for shadow in [false, true] {
                let mut options = RankOptions::default();
                options.shadow = shadow;
                let top = ranker.top(&position, &MadeUp, n, options);
                prop_assert_eq!(&top[..], &all[..n.min(all.len())], "n {} shadow {}", n, shadow);
            }
        }
    }

    /// A whole pool as the rack: still at most a rack's worth of tiles a play.
    #[test]
    fn pools_agree(letters in 3usize..5, rows in 1u64..5, columns in 1u64..5, seed: u64) {
        let mut world = World::new(letters, rows, columns, seed);
        let (words, gaddawg) = (world.words.clone(), world.gaddawg.clone());
        let mut position = world.position();
        position.set_rack(&[]).unwrap();
        let pool = unseen(&position);
        position.set_pool(&pool).unwrap();
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        brute::plays(&position, &words, |f| found[0].push(row(f)));
        GaddagGenerator::new(&gaddawg, position.ruleset()).unwrap()
            .plays(&position, |f| found[1].push(row(f)));
        DawgGenerator::new(&gaddawg).plays(&position, |f| found[2].push(row(f)));
        let [brute, gaddag, dawg] = found.map(sorted);
        prop_assert_eq!(&brute, &gaddag);
        prop_assert_eq!(&brute, &dawg);
    }

    /// Positions and plays come back from their notation, and each play that
    /// was found is judged legal.
    #[test]
    fn notation_comes_back(letters in 3usize..=63, rows in 1u64..8, columns in 1u64..8, seed: u64) {
        let mut world = World::new(letters, rows, columns, seed);
        let (words, dawg) = (world.words.clone(), world.dawg.clone());
        let position = world.position();
        let (board, rack) = (position.board_text(), position.rack_text());
        let again = Position::read(position.ruleset(), &board, &rack).unwrap();
        prop_assert_eq!(again.board_text(), board);
        prop_assert_eq!(again.rack_text(), rack);
        let mut rows = Vec::new();
        DawgGenerator::new(&dawg).plays(&position, |f| rows.push(row(f)));
        for (mv, score, _) in rows {
            let text = position.move_text(&mv);
            prop_assert_eq!(&Move::read(&again, &text).unwrap(), &mv);
            let parts = validate(&again, &mv.as_play().unwrap(), |w| words.contains(w));
            prop_assert_eq!(parts.unwrap().total, score);
        }
    }

    #[test]
    fn any_text_is_refused_or_read(board in ".{0,60}", rack in ".{0,12}", play in ".{0,20}") {
        let english = Ruleset::builtin("english").unwrap();
        let empty = Position::new(&english);
        let _ = Position::read(&english, &board, &rack);
        let _ = Position::read(&english, &empty.board_text(), &rack);
        let _ = Move::read(&empty, &play);
        let _ = Move::read(&empty, &format!("8D {play}"));
    }
}

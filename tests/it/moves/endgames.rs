//! Endgames: against values on which other solvers agree, against a plain minimax,
//! and against themselves.

use crate::support::graphs::{graph_of, read_list, spec};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use wordmill::graph::{Content, Graph, Layout};
use wordmill::lexicon::Words;
use wordmill::movegen::{DawgGenerator, Direction, Found, Move, Play, Position, validate};
use wordmill::play::{
    Endgame, EndgameOptions, EndgameSolution, EndgameStatus, EndgameWords, Outcome, solve_endgame,
};
use wordmill::random::Random;
use wordmill::ruleset::{Board, Ruleset, TileFacts};

const ENDGAMES: &str = include_str!("../../data/golden/endgames-scowl.tsv");

fn english() -> &'static Ruleset {
    static ENGLISH: OnceLock<Ruleset> = OnceLock::new();
    ENGLISH.get_or_init(|| Ruleset::builtin("english").unwrap())
}

fn scowl() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| {
        let spec = spec(Content::Gaddawg, Layout::Wolges);
        graph_of(&read_list("scowl-2-15"), spec, 26)
    })
}

/// A row of the golden table.
struct Row {
    endgame: Endgame<'static>,
    tiles: usize,
    value: i32,
    after_pass: Option<i32>,
    moves: &'static str,
}

fn golden(most_tiles: usize) -> Vec<Row> {
    let rows = ENDGAMES.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        Row {
            endgame: Endgame::read(english(), cells[0], cells[1], cells[2]).unwrap(),
            tiles: cells[3].parse().unwrap(),
            value: cells[4].parse().unwrap(),
            after_pass: cells[5].parse().ok(),
            moves: cells[6],
        }
    });
    rows.filter(|row| row.tiles <= most_tiles).collect()
}

fn solve(graph: &Graph, endgame: &Endgame<'_>) -> EndgameSolution {
    solve_endgame(graph, endgame, &EndgameOptions::default()).unwrap()
}

fn options(change: impl FnOnce(&mut EndgameOptions)) -> EndgameOptions {
    let mut options = EndgameOptions::default();
    change(&mut options);
    options
}

/// All values and all best first moves. `make endgames` checks the larger ones.
#[test]
fn golden_values_and_first_moves() {
    let rows = golden(8);
    assert_eq!(rows.len(), 85);
    for row in rows {
        assert_eq!(row.endgame.tiles(), row.tiles);
        let best: Vec<&str> = row.moves.split('|').collect();
        let options = options(|o| o.top = best.len() + 1);
        let solution = solve_endgame(scowl(), &row.endgame, &options).unwrap();
        assert_eq!(solution.status, EndgameStatus::Solved);
        assert_eq!(solution.value(), Some(row.value), "{}", row.moves);
        let ties = solution.top.iter().filter(|turn| turn.value == row.value);
        let mut found: Vec<&str> = ties.map(|turn| turn.notation.as_str()).collect();
        assert_eq!(solution.line[0].notation, found[0]);
        found.sort();
        assert_eq!(found, best);
        let after_pass = solve(scowl(), &row.endgame.after_pass(true));
        assert_eq!(after_pass.value(), row.after_pass, "{}", row.moves);
    }
}

/// The points of a line, as the side on turn counts them.
fn points(solution: &EndgameSolution) -> i32 {
    let turns = solution.line.iter();
    let turns =
        turns.map(|turn| (turn.score + turn.ending) * if turn.by_opponent { -1 } else { 1 });
    turns.sum()
}

/// Plays a line by the rules: each move is legal and scores what the line says, tiles leave
/// the racks, and what is left is settled when the game is over.
fn play_line(graph: &Graph, endgame: &Endgame<'_>, solution: &EndgameSolution) {
    let mut position = endgame.position().clone();
    let ruleset = position.ruleset();
    let mut racks = endgame.racks().clone();
    let face = |rack: &[u8]| -> i32 {
        let points = rack.iter().map(|&tile| i32::from(ruleset.points(tile)));
        points.sum()
    };
    let mut passed = endgame.is_after_pass();
    let mut over = false;
    for (turn, side) in solution.line.iter().zip([0, 1].into_iter().cycle()) {
        assert!(!over);
        assert_eq!(usize::from(turn.by_opponent), side);
        let ending = match &turn.mv {
            Move::Pass => {
                assert_eq!(turn.score, 0);
                over = passed;
                passed = true;
                face(&racks[1 - side]) - face(&racks[side])
            }
            mv => {
                let play = mv.as_play().unwrap();
                position.set_pool(&racks[side]).unwrap();
                let parts = validate(&position, &play, |word| graph.has_word(word)).unwrap();
                assert_eq!(turn.score, parts.total as i32);
                for tile in play.tiles.iter().filter(|&&tile| tile != 0) {
                    // A blank has the highest bit.
                    let tile = if tile & 0x80 != 0 { 0 } else { *tile };
                    let at = racks[side].iter().position(|&t| t == tile).unwrap();
                    racks[side].remove(at);
                }
                position.apply(&play);
                over = racks[side].is_empty();
                passed = false;
                2 * face(&racks[1 - side])
            }
        };
        assert_eq!(turn.ending, if over { ending } else { 0 });
        assert_eq!(turn.left, racks[side]);
    }
    assert!(over);
    assert_eq!(Some(points(solution)), solution.value());
}

#[test]
fn a_line_adds_up_to_the_value() {
    for row in golden(7) {
        for after_pass in [false, true] {
            let endgame = row.endgame.clone().after_pass(after_pass);
            play_line(scowl(), &endgame, &solve(scowl(), &endgame));
        }
    }
}

/// A game as the plain minimax sees it.
#[derive(Clone)]
struct Game<'r> {
    position: Position<'r>,
    racks: [Vec<u8>; 2],
    passed: bool,
}

impl<'r> Game<'r> {
    fn new(endgame: &Endgame<'r>) -> Game<'r> {
        Game {
            position: endgame.position().clone(),
            racks: endgame.racks().clone(),
            passed: endgame.is_after_pass(),
        }
    }

    fn points(&self, side: usize) -> i32 {
        let points = |&tile: &u8| i32::from(self.position.ruleset().points(tile));
        self.racks[side].iter().map(points).sum()
    }

    /// All plays with their scores and what they lead to, seen by the opponent.
    fn next(&mut self, generator: &mut DawgGenerator<'_>) -> Vec<(i32, Game<'r>)> {
        self.position.set_pool(&self.racks[0]).unwrap();
        let mut next = Vec::new();
        let position = &self.position;
        generator.plays(position, |found: &Found<'_>| {
            let mut after = position.clone();
            after.apply(&found.play);
            let racks = [self.racks[1].clone(), found.leave.tiles()];
            let game = Game {
                position: after,
                racks,
                passed: false,
            };
            next.push((found.score as i32, game));
        });
        next
    }

    /// The value of the game, by looking at all of it.
    fn minimax(&mut self, generator: &mut DawgGenerator<'_>) -> i32 {
        if self.racks[1].is_empty() {
            // The opponent went out.
            return -2 * self.points(0);
        }
        let pass = match self.passed {
            true => self.points(1) - self.points(0),
            false => {
                let mut next = self.clone();
                next.racks.swap(0, 1);
                next.passed = true;
                -next.minimax(generator)
            }
        };
        let plays = self.next(generator).into_iter();
        let plays = plays.map(|(score, mut next)| score - next.minimax(generator));
        plays.fold(pass, i32::max)
    }
}

/// Every golden position of up to four tiles, by looking at all of it.
#[test]
fn minimax_agrees_on_golden_positions() {
    let dawg = graph_of(
        &read_list("scowl-2-15"),
        spec(Content::Dawg, Layout::Wolges),
        26,
    );
    let mut generator = DawgGenerator::new(&dawg);
    let rows = golden(4);
    assert_eq!(rows.len(), 28);
    for row in rows {
        for (after_pass, golden) in [(false, Some(row.value)), (true, row.after_pass)] {
            let endgame = row.endgame.clone().after_pass(after_pass);
            let expected = Game::new(&endgame).minimax(&mut generator);
            assert!(golden.is_none_or(|golden| golden == expected));
            // Without a GADDAG the words that can be made get one.
            for graph in [scowl(), &dawg] {
                assert_eq!(solve(graph, &endgame).value(), Some(expected));
            }
        }
    }
}

/// A small game with the words of a toy list and their beginnings.
struct Toy {
    ruleset: Ruleset,
    gaddawg: Graph,
    dawg: Graph,
    random: Random,
}

/// The open squares beside a tile, or the start square of an empty board.
fn joined_squares(position: &Position<'_>) -> Vec<(u8, u8)> {
    if position.is_empty() {
        return vec![position.ruleset().board().start()];
    }
    let squares = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
    let beside = |&(row, column): &(u8, u8)| {
        let sides = [(0, 1), (1, 0), (1, 2), (2, 1)];
        let mut sides = sides.iter().map(|(down, right)| {
            position.tile(
                (row + down).wrapping_sub(1),
                (column + right).wrapping_sub(1),
            )
        });
        position.is_open(row, column) && sides.any(|tile| tile != 0)
    };
    squares.filter(beside).collect()
}

impl Toy {
    fn new(language: &str) -> Toy {
        let list = read_list(&format!("toy-{language}"));
        let beginnings = list
            .iter()
            .flat_map(|word| (2..=word.len()).map(|n| &word[..n]));
        let words = Words::from_unsorted(beginnings).unwrap();
        let base = Ruleset::builtin(language).unwrap();
        let board =
            "=..'.~..\n.-..-...\n..-.....\n'..-.\"..\n.-..-...\n~..'.#..\n...-....\n=...'..~\n";
        let mut builder = Ruleset::builder("toy")
            .board(Board::new("C3", board).unwrap())
            .rack_size(4)
            .bonus(11)
            .blanks(2);
        for (tile, letter) in (1..).zip(base.alphabet().letters()) {
            let count = 2 * u8::from(words.tiles().contains(&tile));
            let facts = TileFacts::new(count, base.points(tile));
            builder = builder.letter(letter.clone(), facts);
        }
        let ruleset = builder.build().unwrap();
        let letters = ruleset.alphabet().len();
        let graph = |content| graph_of(&words, spec(content, Layout::Magpie), letters);
        Toy {
            gaddawg: graph(Content::Gaddawg),
            dawg: graph(Content::Dawg),
            ruleset,
            random: Random::new(7),
        }
    }

    /// An endgame with this many tiles on the racks: some random plays, then most of the tiles
    /// that are left are put anywhere beside others.
    fn endgame(&mut self, tiles: usize) -> Endgame<'_> {
        let Toy {
            ruleset,
            dawg,
            random,
            ..
        } = self;
        let mut position = Position::new(ruleset);
        let mut generator = DawgGenerator::new(dawg);
        let mut left: Vec<u8> = (0..64)
            .flat_map(|tile| std::iter::repeat_n(tile, usize::from(ruleset.count(tile))))
            .collect();
        random.shuffle(&mut left);
        for _ in 0..4 {
            position.set_rack(&left[..4]).unwrap();
            let mut plays = Vec::new();
            generator.plays(&position, |found| {
                plays.push((found.play.to_move(), found.leave.tiles()));
            });
            if plays.is_empty() {
                break;
            }
            let (mv, leave) = plays.swap_remove(random.below(plays.len() as u64) as usize);
            position.apply(&mv.as_play().unwrap());
            left.splice(..4, leave);
            random.shuffle(&mut left);
        }
        let own = 1 + random.below(tiles as u64 - 1) as usize;
        let racks = [
            left.split_off(left.len() - own),
            left.split_off(left.len() + own - tiles),
        ];
        let letters = ruleset.alphabet().len() as u64;
        for tile in left {
            let tile = match tile {
                0 => 0x80 | (1 + random.below(letters) as u8),
                tile => tile,
            };
            let squares = joined_squares(&position);
            let (row, column) = squares[random.below(squares.len() as u64) as usize];
            position.apply(&Play {
                direction: Direction::Across,
                row,
                column,
                tiles: &[tile],
            });
        }
        let text = |rack: &Vec<u8>| ruleset.alphabet().word_text(rack);
        let board = position.board_text();
        Endgame::read(ruleset, &board, &text(&racks[0]), &text(&racks[1])).unwrap()
    }
}

#[test]
fn minimax_agrees_on_toy_games() {
    for language in ["polish", "spanish"] {
        let mut toy = Toy::new(language);
        let (gaddawg, dawg) = (toy.gaddawg.clone(), toy.dawg.clone());
        let mut long_lines = 0;
        for game in 0..120 {
            let endgame = toy.endgame(2 + game % 3).after_pass(game % 2 == 1);
            let mut generator = DawgGenerator::new(&dawg);
            let expected = Game::new(&endgame).minimax(&mut generator);
            let solution = solve(&gaddawg, &endgame);
            assert_eq!(solution.value(), Some(expected), "{endgame:?}");
            play_line(&dawg, &endgame, &solution);
            assert_eq!(solve(&dawg, &endgame).line, solution.line);
            // Bounds without any search hold as well.
            let nothing = options(|o| o.max_nodes = 0);
            let bounds = solve_endgame(&gaddawg, &endgame, &nothing).unwrap();
            let is_solved = bounds.status == EndgameStatus::Solved;
            assert_eq!(is_solved, bounds.value().is_some());
            assert!((bounds.lower..=bounds.upper).contains(&expected));
            long_lines += usize::from(solution.line.len() > 2);
        }
        assert!(long_lines > 4, "{language}: {long_lines}");
    }
}

impl Game<'_> {
    /// Notes by player which tiles any play of the rest of the game places. Each player may
    /// pass at any time, so either of them can make the next play.
    fn place_all(
        &mut self,
        player: usize,
        generator: &mut DawgGenerator<'_>,
        placed: &mut [[bool; 64]; 2],
    ) {
        for turn in [player, 1 - player] {
            for (_, mut next) in self.next(generator) {
                let left = &next.racks[1];
                let count = |rack: &[u8], tile: u8| rack.iter().filter(|&&t| t == tile).count();
                for &tile in &self.racks[0] {
                    placed[turn][usize::from(tile)] |=
                        count(left, tile) < count(&self.racks[0], tile);
                }
                if !left.is_empty() {
                    next.place_all(1 - turn, generator, placed);
                }
            }
            self.racks.swap(0, 1);
        }
    }
}

/// No play of any game places a tile that is said to be stuck, and few tiles that no play
/// places are missed.
#[test]
fn stuck_tiles_are_never_placed() {
    let (mut stuck, mut never) = (0, 0);
    for language in ["polish", "spanish"] {
        let mut toy = Toy::new(language);
        let (gaddawg, dawg) = (toy.gaddawg.clone(), toy.dawg.clone());
        for game in 0..150 {
            let endgame = toy.endgame(2 + game % 3);
            let mut placed = [[false; 64]; 2];
            let mut generator = DawgGenerator::new(&dawg);
            Game::new(&endgame).place_all(0, &mut generator, &mut placed);
            let solution = solve(&gaddawg, &endgame);
            assert_eq!(solve(&dawg, &endgame).stuck, solution.stuck);
            for (player, rack) in endgame.racks().iter().enumerate() {
                for &tile in rack {
                    let is_stuck = solution.stuck[player].contains(&tile);
                    let is_placed = placed[player][usize::from(tile)];
                    assert!(!is_stuck || !is_placed, "{tile} of {endgame:?}");
                    stuck += usize::from(is_stuck);
                    never += usize::from(!is_placed);
                }
            }
            let count: usize = solution.stuck.iter().map(Vec::len).sum();
            assert_eq!(solution.stats.stuck, count as u64);
            let words = EndgameWords::find(&gaddawg, &endgame).unwrap();
            assert_eq!(solution.stats.words, words.len() as u64);
        }
    }
    assert!(never > 50 && stuck * 10 > never * 7, "{stuck} of {never}");
}

impl Game<'_> {
    /// Collects the words of all plays of the rest of the game, whoever makes them. Boards that
    /// were seen are left out.
    fn all_words(
        &mut self,
        generator: &mut DawgGenerator<'_>,
        seen: &mut BTreeSet<(String, [Vec<u8>; 2])>,
        words: &mut BTreeSet<Vec<u8>>,
    ) {
        self.racks.sort();
        if !seen.insert((self.position.board_text(), self.racks.clone())) {
            return;
        }
        for _ in 0..2 {
            self.position.set_pool(&self.racks[0]).unwrap();
            let position = &self.position;
            let noted = RefCell::new(&mut *words);
            let note = |word: &[u8]| {
                noted.borrow_mut().insert(word.to_vec());
                true
            };
            generator.plays(position, |found: &Found<'_>| {
                assert!(validate(position, &found.play, note).is_ok());
            });
            for (_, mut next) in self.next(generator) {
                if !next.racks[1].is_empty() {
                    next.all_words(generator, seen, words);
                }
            }
            self.racks.swap(0, 1);
        }
    }
}

/// Every word of every play that is ever possible is among the words that are said to be, with
/// and without a GADDAG, and most of those are words of such plays.
#[test]
fn no_word_of_any_game_is_pruned() {
    let (mut pruned, mut made) = (0, 0);
    let mut check = |endgame: &Endgame<'_>, graphs: [&Graph; 2]| {
        let mut generator = DawgGenerator::new(graphs[0]);
        let mut words = BTreeSet::new();
        Game::new(endgame).all_words(&mut generator, &mut BTreeSet::new(), &mut words);
        for graph in graphs {
            let found = EndgameWords::find(graph, endgame).unwrap();
            let found: BTreeSet<&[u8]> = found.iter().collect();
            let lost = words.iter().find(|word| !found.contains(&word[..]));
            assert_eq!(lost, None, "{endgame:?}");
            pruned += found.len();
            made += words.len();
        }
    };
    for language in ["polish", "spanish"] {
        let mut toy = Toy::new(language);
        let (gaddawg, dawg) = (toy.gaddawg.clone(), toy.dawg.clone());
        for game in 0..150 {
            check(&toy.endgame(2 + game % 4), [&gaddawg, &dawg]);
        }
    }
    for row in golden(4) {
        check(&row.endgame, [scowl(), scowl()]);
    }
    assert!(made * 2 > pruned, "{made} of {pruned}");
}

/// The value is the best of score less the value of what follows.
#[test]
fn a_value_is_that_of_the_best_move() {
    let mut generator = DawgGenerator::new(scowl());
    for row in golden(4).into_iter().filter(|row| row.tiles > 3) {
        let mut game = Game::new(&row.endgame);
        let mut best = solve(scowl(), &pass(&row.endgame))
            .value()
            .map_or(0, |v| -v);
        for (score, next) in game.next(&mut generator) {
            let text = |rack: &Vec<u8>| english().alphabet().word_text(rack);
            let value = match next.racks[1].is_empty() {
                true => score + 2 * next.points(0),
                false => {
                    let [own, other] = [0, 1].map(|side: usize| text(&next.racks[side]));
                    let board = next.position.board_text();
                    let next = Endgame::read(english(), &board, &own, &other).unwrap();
                    score - solve(scowl(), &next).value().unwrap()
                }
            };
            best = best.max(value);
        }
        assert_eq!(best, row.value);
    }
}

/// The position after a pass.
fn pass(endgame: &Endgame<'static>) -> Endgame<'static> {
    let [own, other] = endgame.racks();
    let text = |rack: &Vec<u8>| english().alphabet().word_text(rack);
    let board = endgame.position().board_text();
    let next = Endgame::read(english(), &board, &text(other), &text(own)).unwrap();
    next.after_pass(true)
}

#[test]
fn value_and_line_do_not_depend_on_how_they_are_found() {
    let ways = [
        options(|o| o.max_entries = 1024),
        options(|o| o.max_entries = 0),
        options(|o| o.memory = 0),
        options(|o| o.threads = 8),
        options(|o| o.shuffle = 1),
        options(|o| (o.shuffle, o.threads) = (2, 2)),
        options(|o| o.techniques.kept = false),
        options(|o| o.techniques.table = false),
        options(|o| o.techniques.order = false),
        options(|o| o.techniques.history = false),
        options(|o| o.techniques.limited = false),
        options(|o| o.techniques.alone = false),
    ];
    let ways = ways.map(|mut way| {
        way.top = 3;
        way
    });
    for row in golden(6).into_iter().filter(|row| row.tiles >= 5) {
        let expected = solve_endgame(scowl(), &row.endgame, &options(|o| o.top = 3)).unwrap();
        for way in &ways {
            let found = solve_endgame(scowl(), &row.endgame, way).unwrap();
            assert_eq!(found.value(), Some(row.value), "{way:?}");
            assert_eq!(found.top, expected.top, "{way:?}");
            assert_eq!(found.line, expected.line, "{way:?}");
        }
    }
}

#[test]
fn who_wins_is_decided_around_a_tie() {
    for row in golden(7) {
        let lead = -row.value;
        let cases = [
            (lead - 1, Outcome::Loss),
            (lead, Outcome::Tie),
            (lead + 1, Outcome::Win),
            (lead - 40, Outcome::Loss),
            (lead + 40, Outcome::Win),
        ];
        for (ahead, expected) in cases {
            let asked = options(|o| o.win = Some(ahead));
            let solution = solve_endgame(scowl(), &row.endgame, &asked).unwrap();
            assert_eq!(solution.outcome, Some(expected));
            assert_eq!(solution.status, EndgameStatus::Solved);
            assert!((solution.lower..=solution.upper).contains(&row.value));
            let (mut together, mut small) = (asked.clone(), asked);
            together.threads = 3;
            small.max_entries = 64;
            for way in [together, small] {
                let found = solve_endgame(scowl(), &row.endgame, &way).unwrap();
                assert_eq!(found.lower..=found.upper, solution.lower..=solution.upper);
                assert_eq!(found.line, solution.line);
            }
        }
    }
}

#[test]
fn a_search_that_is_given_up_has_bounds() {
    let mut bounded = 0;
    for row in golden(11).into_iter().filter(|row| row.tiles >= 10) {
        for nodes in [0, 1, 100, 1_000] {
            for (threads, limited) in [(1, true), (2, true), (1, false)] {
                let given_up = options(|o| {
                    (o.max_nodes, o.threads, o.techniques.limited) = (nodes, threads, limited);
                });
                let solution = solve_endgame(scowl(), &row.endgame, &given_up).unwrap();
                assert!((solution.lower..=solution.upper).contains(&row.value));
                // Without any search: what the words that can still be made could score.
                let has_blank = row.endgame.racks().concat().contains(&0);
                assert!(has_blank || solution.upper - solution.lower < 1_000);
                match solution.status {
                    EndgameStatus::Bounded => bounded += 1,
                    EndgameStatus::Solved => {
                        assert!(nodes > 1);
                        assert_eq!(solution.value(), Some(row.value));
                    }
                }
            }
        }
    }
    assert!(bounded > 30, "{bounded}");
}

/// An endgame that is solved soon does not pay for bounds that nobody needs.
#[test]
fn limited_searches_wait_until_an_endgame_is_hard() {
    let without = options(|o| o.techniques.limited = false);
    let mut hard = 0;
    for row in golden(8) {
        let nodes = solve(scowl(), &row.endgame).stats.nodes;
        let plain = solve_endgame(scowl(), &row.endgame, &without).unwrap();
        if nodes != plain.stats.nodes {
            assert!(plain.stats.nodes > 30_000, "{}", plain.stats.nodes);
            hard += 1;
        }
    }
    assert!(hard > 0);
}

/// A search looks at once whether it is wanted, not only after many nodes: finding the plays
/// of one node can take seconds.
#[test]
fn a_search_that_nobody_wants_ends_at_its_first_nodes() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let rows = golden(11).into_iter().filter(|row| row.tiles >= 10);
    for row in rows.take(3) {
        let unwanted = options(|o| o.interrupt = Some(&STOP));
        let solution = solve_endgame(scowl(), &row.endgame, &unwanted).unwrap();
        assert_eq!(solution.status, EndgameStatus::Bounded);
        assert!(solution.stats.nodes < 100, "{}", solution.stats.nodes);
        assert!((solution.lower..=solution.upper).contains(&row.value));
    }
}

/// A board that is empty: all tiles are on the racks.
#[test]
fn a_game_may_begin_with_its_endgame() {
    let ruleset = Ruleset::builder("tiny")
        .letter("A", TileFacts::new(2, 1))
        .letter("B", TileFacts::new(2, 3))
        .blanks(0)
        .board(Board::new("B1", "...\n...\n").unwrap())
        .rack_size(2)
        .bonus(5)
        .build()
        .unwrap();
    let words = Words::from_unsorted([&[1, 2][..]]).unwrap();
    let graph = graph_of(&words, spec(Content::Gaddawg, Layout::Wolges), 2);
    let endgame = Endgame::read(&ruleset, "3/3", "AB", "AB").unwrap();
    let solution = solve(&graph, &endgame);
    assert_eq!(solution.value(), Some(1 + 3 + 5 + 2 * 4));
    let mut generator = DawgGenerator::new(&graph);
    let expected = Game::new(&endgame).minimax(&mut generator);
    assert_eq!(solution.value(), Some(expected));
}

#[test]
fn impossible_endgames_are_refused() {
    let row = &ENDGAMES.lines().nth(1).unwrap();
    let board = row.split('\t').next().unwrap();
    for (board, rack, opponent, expected) in [
        (
            board,
            "U",
            "Z",
            "opponent: board and rack: expected at most 1 of `Z`, found 2",
        ),
        (
            board,
            "UN",
            "N",
            "board and rack: expected at most 6 of `N`, found 7",
        ),
        (
            board,
            "",
            "UN",
            "rack: expected tiles, found none: the game is over",
        ),
        (
            board,
            "UN",
            "",
            "opponent's rack: expected tiles, found none: the game is over",
        ),
        (
            board,
            "U",
            "É",
            "opponent: rack: unknown tile `É` at character 1",
        ),
        (
            board,
            "U",
            "AEIOUAEI",
            "opponent: rack: expected at most 7 tiles, found 8",
        ),
        (
            "15/15",
            "U",
            "N",
            "board: expected 15 rows separated by /, found 2",
        ),
    ] {
        let error = Endgame::read(english(), board, rack, opponent).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    // One tile away from the others; the others, away from the start square.
    for (loose, at) in [
        (board.replacen("/1ZEK11/", "/1ZEK10U/", 1), "O14"),
        (
            board.replacen("8UPBINDS/5PEAGS5/3FLIRT1TOURIE", "15/15/15", 1),
            "A1",
        ),
    ] {
        let error = Endgame::read(english(), &loose, "U", "N").unwrap_err();
        let expected = format!(
            "board: expected tiles joined to the start square, H8, found one at {at} that is not"
        );
        assert_eq!(error.to_string(), expected);
    }
    let empty = ["15"; 15].join("/");
    let error = Endgame::read(english(), &empty, "U", "N").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("bag: expected no tiles, found 98")
    );
}

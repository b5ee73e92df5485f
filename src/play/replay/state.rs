//! The state of a game during its replay.

use crate::error::{Error, Remedy, Result, shown};
use crate::graph::Graph;
use crate::movegen::{Move, Position, Rack, score, validate};
use crate::play::endgame::unseen_tiles;
use crate::play::gcg::{GcgAction, GcgEvent};
use crate::play::replay::turn::{Replay, ReplayFinding, ReplayedTurn};
use crate::ruleset::Ruleset;
use crate::tiles::{MAX_LETTERS, Tile};

/// The part of the state that a challenge restores.
#[derive(Clone)]
struct Table<'r> {
    /// The board; its rack is not used.
    position: Position<'r>,
    /// The tiles that each player is known to hold.
    kept: [Vec<Tile>; 2],
    /// The number of tiles that each player holds.
    held: [usize; 2],
    /// The number of tiles in the bag.
    bag: usize,
    scoreless: u32,
}

/// A play that can still be withdrawn.
struct LastPlay<'r> {
    player: usize,
    before: Table<'r>,
    score: i32,
    expected: i64,
}

pub(super) struct State<'r, 'g> {
    graph: &'g Graph,
    table: Table<'r>,
    totals: [i32; 2],
    expected: [i64; 2],
    /// The player on turn; `None` before the first turn.
    on_turn: Option<usize>,
    after_pass: bool,
    last_play: Option<LastPlay<'r>>,
    settled: bool,
    turns: Vec<ReplayedTurn<'r>>,
    findings: Vec<ReplayFinding>,
}

impl<'r, 'g> State<'r, 'g> {
    pub(super) fn new(ruleset: &'r Ruleset, graph: &'g Graph) -> State<'r, 'g> {
        let size = usize::from(ruleset.rack_size());
        let tiles = ruleset.bag_size() as usize;
        let first = size.min(tiles);
        let second = size.min(tiles - first);
        State {
            graph,
            table: Table {
                position: Position::new(ruleset),
                kept: [Vec::new(), Vec::new()],
                held: [first, second],
                bag: tiles - first - second,
                scoreless: 0,
            },
            totals: [0; 2],
            expected: [0; 2],
            on_turn: None,
            after_pass: false,
            last_play: None,
            settled: false,
            turns: Vec::new(),
            findings: Vec::new(),
        }
    }

    pub(super) fn finish(self) -> Replay<'r> {
        Replay {
            finished: self.settled || self.is_over(),
            turns: self.turns,
            findings: self.findings,
            totals: self.totals,
            expected: self.expected,
            position: self.table.position,
        }
    }

    fn ruleset(&self) -> &'r Ruleset {
        self.table.position.ruleset()
    }

    /// Whether the bag and a player have no tiles left.
    fn is_over(&self) -> bool {
        self.table.bag == 0 && self.table.held.contains(&0)
    }

    fn find(&mut self, event: &GcgEvent, rule: &'static str, message: impl Into<String>) {
        self.findings.push(ReplayFinding {
            line: event.line,
            rule,
            message: message.into(),
        });
    }

    /// Adds a finding unless a number is as expected.
    fn compare(&mut self, event: &GcgEvent, rule: &'static str, expected: i64, found: i32) {
        if expected != i64::from(found) {
            let message = format!("{rule}: expected {expected}, found {found}");
            self.find(event, rule, message);
        }
    }

    /// Plays a line; `next` is the one after it.
    pub(super) fn play(&mut self, event: &GcgEvent, next: Option<&GcgEvent>) -> Result<()> {
        let player = event.player;
        let rack = self.read_tiles(&event.rack, "rack")?;
        if let GcgAction::Play { .. } | GcgAction::Pass | GcgAction::Exchange(_) = event.action {
            self.check_turn(event);
            self.check_rack(event, &rack);
        }
        match &event.action {
            GcgAction::Play { square, word } => {
                let withdrawn = next.is_some_and(|next| {
                    next.player == player && next.action == GcgAction::Withdrawal
                });
                self.place(event, &rack, square, word, withdrawn)?;
            }
            GcgAction::Pass => self.stay(event, &rack, Some(Move::Pass), rack.clone()),
            GcgAction::Exchange(given) => self.exchange(event, &rack, given)?,
            GcgAction::Withdrawal => self.withdraw(event),
            GcgAction::Challenge => self.challenge(event),
            GcgAction::Left(tiles) => self.settle(event, rack, tiles)?,
            GcgAction::Time => {
                if event.score > 0 {
                    let message = format!("time: expected no points, found {}", event.score);
                    self.find(event, "time", message);
                }
                self.expected[player] += i64::from(event.score);
            }
        }
        let total = i64::from(self.totals[player]) + i64::from(event.score);
        self.compare(event, "total", total, event.total);
        // Later totals are compared with the file's own, so that one wrong sum is one
        // finding.
        self.totals[player] = event.total;
        Ok(())
    }

    fn read_tiles(&self, text: &str, part: &str) -> Result<Vec<Tile>> {
        let mut tiles = Vec::new();
        let read = self.ruleset().alphabet().read_rack_into(text, &mut tiles);
        read.map_err(|unknown| {
            let message = format!("{part}: {unknown} in `{}`", shown(text));
            unknown.into_error(message)
        })?;
        tiles.sort_unstable();
        Ok(tiles)
    }

    fn text(&self, tiles: &[Tile]) -> String {
        self.ruleset().alphabet().labels_text(tiles)
    }

    /// Checks that it is the player's turn and that the game is not over.
    fn check_turn(&mut self, event: &GcgEvent) {
        if self.settled || self.is_over() {
            self.find(event, "over", "the game was over before this turn");
        } else if self.on_turn.is_some_and(|player| player != event.player) {
            self.find(event, "turn", "the other player is on turn");
        }
        self.on_turn = Some(1 - event.player);
    }

    /// Checks that the bag can provide a rack: together with the board and the tiles
    /// that the opponent is known to hold, it has not too many of any tile; it still
    /// has the tiles that stayed on it; and it has no more tiles than were drawn.
    fn check_rack(&mut self, event: &GcgEvent, rack: &[Tile]) {
        let player = event.player;
        let held = self.table.held[player];
        if rack.len() > held {
            let message = format!("rack: expected at most {held} tiles, found {}", rack.len());
            return self.find(event, "rack", message);
        }
        let both = rack.iter().chain(&self.table.kept[1 - player]);
        let both: Rack = both.copied().collect();
        for tile in 0..=MAX_LETTERS as Tile {
            let all = u32::from(self.ruleset().count(tile));
            let found = self.table.position.on_board(tile) + u32::from(both.count(tile));
            if found > all && rack.contains(&tile) {
                let label = self.ruleset().alphabet().label(tile);
                let places = "on the board and the racks";
                let message =
                    format!("rack: expected at most {all} of `{label}` {places}, found {found}");
                self.find(event, "rack", message);
            }
        }
        let kept = self.table.kept[player].iter().copied();
        let missing = Rack::from_tiles(rack).take_all(kept);
        // A partial rack may omit the tiles that stayed on it, if there is room for
        // them.
        if !missing.is_empty() && (rack.len() == held || rack.len() + missing.len() > held) {
            let missing = self.text(&missing);
            let message = format!("rack: expected `{missing}`, which stayed on it, found none");
            self.find(event, "rack", message);
        }
    }

    /// Creates the turn, before the move is made.
    fn turn(&self, event: &GcgEvent, rack: &[Tile], mv: Option<Move>) -> ReplayedTurn<'r> {
        let mut position = self.table.position.clone();
        position.set_any_rack(Rack::from_tiles(rack));
        let notation = match &mv {
            Some(mv) => position.move_text(mv),
            None => event.action.to_string(),
        };
        ReplayedTurn {
            line: event.line,
            player: event.player,
            mv,
            notation,
            score: event.score,
            total: event.total,
            points: self.totals,
            bag: self.table.bag,
            whole_rack: rack.len() == self.table.held[event.player],
            legal: true,
            withdrawn: false,
            after_pass: self.after_pass,
            scoreless: self.table.scoreless,
            position,
        }
    }

    /// Places tiles.
    fn place(
        &mut self,
        event: &GcgEvent,
        rack: &[Tile],
        square: &str,
        word: &str,
        withdrawn: bool,
    ) -> Result<()> {
        let mv = match self.read_play(square, word) {
            Ok(mv) => mv,
            Err(error) if has_unknown_tile(&error) => return Err(error),
            Err(error) => {
                self.find(event, "play", error.to_string());
                let mut turn = self.turn(event, rack, None);
                (turn.legal, turn.withdrawn) = (false, withdrawn);
                self.turns.push(turn);
                self.end_turn(event, None, i64::from(event.score));
                return Ok(());
            }
        };
        let Some(play) = mv.as_play() else {
            return Ok(());
        };
        let placed: Vec<Tile> = play.rack_tiles().collect();
        // An unknown rack has at least the placed tiles.
        let rack = if rack.is_empty() { &placed[..] } else { rack };
        let mut turn = self.turn(event, rack, Some(mv.clone()));
        let judged = validate(&turn.position, &play, |word| self.graph.has_word(word));
        (turn.legal, turn.withdrawn) = (judged.is_ok(), withdrawn);
        let expected = match judged {
            Ok(parts) => {
                if withdrawn {
                    self.find(event, "withdrawal", "a play that is legal was taken back");
                }
                i64::from(parts.total)
            }
            Err(reasons) => {
                let fits = !reasons.iter().any(|reason| is_misplaced(reason.rule));
                for reason in reasons {
                    // If a word is invalid, the challenge was justified.
                    if !withdrawn || reason.rule != "word" {
                        self.find(event, reason.rule, reason.message);
                    }
                }
                match fits {
                    true => i64::from(score(&turn.position, &play)),
                    false => i64::from(event.score),
                }
            }
        };
        self.compare(event, "score", expected, event.score);
        self.turns.push(turn);
        let before = self.table.clone();
        let table = &mut self.table;
        table.position.apply(&play);
        let mut left = Rack::from_tiles(rack);
        left.take_all(placed.iter().copied());
        table.kept[event.player] = left.tiles();
        let drawn = placed.len().min(table.bag);
        table.bag -= drawn;
        let held = &mut table.held[event.player];
        *held = (*held + drawn).saturating_sub(placed.len());
        self.end_turn(event, Some(before), expected);
        Ok(())
    }

    /// Reads a play. A tile that is written out although it is on the board counts as
    /// played through.
    fn read_play(&self, square: &str, word: &str) -> Result<Move> {
        let position = &self.table.position;
        let mut mv = Move::read(position, &format!("{square} {word}"))?;
        let squares = mv.as_play().map(|play| play.squares().collect::<Vec<_>>());
        if let Move::Play { tiles, .. } = &mut mv {
            for (tile, (row, column, _)) in tiles.iter_mut().zip(squares.into_iter().flatten()) {
                if *tile == position.tile(row, column) {
                    *tile = 0;
                }
            }
        }
        Ok(mv)
    }

    /// Ends a play that scores `expected` points by the rules. If it placed tiles, it
    /// can be withdrawn, which restores `before`.
    fn end_turn(&mut self, event: &GcgEvent, before: Option<Table<'r>>, expected: i64) {
        self.expected[event.player] += expected;
        self.after_pass = false;
        self.table.scoreless = match event.score {
            0 => self.table.scoreless.saturating_add(1),
            _ => 0,
        };
        self.last_play = before.map(|before| LastPlay {
            player: event.player,
            before,
            score: event.score,
            expected,
        });
    }

    /// Records a turn without a play, after which the player is known to hold `kept`.
    fn stay(&mut self, event: &GcgEvent, rack: &[Tile], mv: Option<Move>, kept: Vec<Tile>) {
        self.compare(event, "score", 0, event.score);
        let is_pass = mv == Some(Move::Pass);
        self.turns.push(self.turn(event, rack, mv));
        self.table.kept[event.player] = kept;
        self.table.scoreless = self.table.scoreless.saturating_add(1);
        self.after_pass = is_pass;
        self.last_play = None;
    }

    fn exchange(&mut self, event: &GcgEvent, rack: &[Tile], given: &str) -> Result<()> {
        let least = usize::from(self.ruleset().exchange_limit()).max(1);
        let bag = self.table.bag;
        if bag < least {
            let message =
                format!("exchange: expected at least {least} tiles in the bag, found {bag}");
            self.find(event, "exchange", message);
        }
        // Some records have only the number of tiles.
        if let Ok(number) = given.parse::<usize>() {
            let held = self.table.held[event.player];
            if number == 0 || number > held {
                let message = format!("exchange: expected 1 to {held} tiles, found {number}");
                self.find(event, "exchange", message);
            }
            self.stay(event, rack, None, Vec::new());
            return Ok(());
        }
        let given = self.read_tiles(given, "exchange")?;
        let mut left = Rack::from_tiles(rack);
        let missing = left.take_all(given.iter().copied());
        if !rack.is_empty() && !missing.is_empty() {
            let message = format!("exchange: `{}` is not on the rack", self.text(&missing));
            self.find(event, "exchange", message);
        }
        self.stay(event, rack, Some(Move::Exchange(given)), left.tiles());
        Ok(())
    }

    /// Withdraws the previous play.
    fn withdraw(&mut self, event: &GcgEvent) {
        let last = self.last_play.take();
        match last.filter(|last| last.player == event.player) {
            Some(last) => {
                self.compare(event, "score", -i64::from(last.score), event.score);
                self.expected[event.player] -= last.expected;
                self.table = last.before;
                self.table.scoreless = self.table.scoreless.saturating_add(1);
            }
            None => {
                let message = "there is no play of this player to take back";
                self.find(event, "withdrawal", message);
            }
        }
        self.after_pass = false;
    }

    /// Records the points of an unsuccessful challenge.
    fn challenge(&mut self, event: &GcgEvent) {
        let last = self.last_play.take();
        if last.is_none_or(|last| last.player != event.player) {
            self.find(
                event,
                "challenge",
                "there is no play of this player to challenge",
            );
        }
        self.expected[event.player] += i64::from(event.score);
    }

    /// Settles the tiles left at the end.
    fn settle(&mut self, event: &GcgEvent, rack: Vec<Tile>, tiles: &str) -> Result<()> {
        let tiles = self.read_tiles(tiles, "tiles left")?;
        let points = tiles.iter().map(|&tile| self.ruleset().points(tile));
        let points: i64 = points.map(i64::from).sum();
        let is_own = !event.rack.is_empty();
        let left = if is_own {
            rack.clone()
        } else if !self.is_over() || self.table.held[event.player] > 0 {
            self.find(event, "left", "tiles left: the player still holds tiles");
            tiles.clone()
        } else {
            // The bag and the player's rack are empty, so all other tiles are the
            // opponent's.
            let mut seen = self.table.position.clone();
            seen.set_any_rack(Rack::default());
            unseen_tiles(&seen)
        };
        if left != tiles {
            let (left, tiles) = (self.text(&left), self.text(&tiles));
            let message = format!("tiles left: expected `{left}`, found `{tiles}`");
            self.find(event, "left", message);
        }
        if is_own {
            self.check_rack(event, &rack);
        }
        let expected = if is_own { -points } else { 2 * points };
        self.compare(event, "score", expected, event.score);
        self.expected[event.player] += expected;
        self.settled = true;
        self.last_play = None;
        Ok(())
    }
}

/// Whether a broken rule concerns the placement of tiles, so that the play has no
/// score.
fn is_misplaced(rule: &str) -> bool {
    let off_squares = matches!(
        rule,
        "off-board" | "gap" | "blocked" | "taken" | "incomplete"
    );
    off_squares || matches!(rule, "no-tile" | "unknown-tile")
}

/// Whether an error is about a letter that another alphabet may have.
fn has_unknown_tile(error: &Error) -> bool {
    let mut faults = error.diagnostics().iter();
    faults.any(|fault| fault.remedy == Some(Remedy::OtherAlphabet))
}

//! Games: self-play from a seed, matches in mirrored pairs, recorded games and their
//! replay, positions in CGP, and exact endgames.

mod cgp;
mod endgame;
mod game;
mod gcg;
mod matches;
mod replay;
mod selfplay;
mod spelling;

pub use cgp::Cgp;
pub use endgame::{
    Endgame, EndgameOptions, EndgameSolution, EndgameStats, EndgameStatus, EndgameTechniques,
    EndgameTurn, EndgameWords, Outcome, RankedTurn, solve_endgame, unseen_tiles,
};
pub(crate) use game::{Dealing, GameState};
pub use gcg::{Gcg, GcgAction, GcgEvent, GcgHeader, GcgPlayer};
pub use matches::{
    Figures, GameSide, MatchOptions, MatchPair, PairGame, PlayedMatch, Side, SideMeans,
    SideOptions, StopRule, Tally, Verdict, play_match,
};
pub use replay::{
    AnalysisOptions, Replay, ReplayFinding, ReplayedTurn, TurnAnalysis, analyse, replay,
};
pub use selfplay::{Game, Turn, play_game, play_games};

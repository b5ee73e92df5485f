//! Limits on the plays to look for.

use crate::movegen::board::play::Direction;
use crate::movegen::board::position::Position;

/// The directions to look for plays in.
///
/// A single tile that makes words both ways is an across play. On an empty
/// symmetric board, down plays would mirror the across plays and are left out.
/// So the plays of both directions are those of one and those of the other,
/// each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Directions {
    /// Across plays only.
    Across,
    /// Down plays only.
    Down,
    /// Across and down plays.
    #[default]
    Both,
}

/// Which plays to look for; all by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayLimits {
    /// The directions of plays.
    pub directions: Directions,
    /// The most tiles that a play may place. The ruleset's rack size is a limit
    /// in any case.
    pub max_tiles: u8,
}

impl Default for PlayLimits {
    fn default() -> Self {
        PlayLimits {
            directions: Directions::Both,
            max_tiles: u8::MAX,
        }
    }
}

impl PlayLimits {
    /// Looks only for plays in these directions.
    #[must_use]
    pub fn with_directions(self, directions: Directions) -> Self {
        PlayLimits { directions, ..self }
    }

    /// Looks only for plays that place at most this many tiles.
    #[must_use]
    pub fn with_max_tiles(self, max_tiles: u8) -> Self {
        PlayLimits { max_tiles, ..self }
    }

    /// The most tiles that a play in a position may place.
    pub(crate) fn max_tiles_in(self, position: &Position<'_>) -> u8 {
        self.max_tiles.min(position.ruleset().rack_size())
    }

    /// The directions to search in a position.
    pub(crate) fn directions_in(self, position: &Position<'_>) -> impl Iterator<Item = Direction> {
        let down = self.directions != Directions::Across && !position.has_mirrored_plays();
        let across = self.directions != Directions::Down;
        let wanted = [(Direction::Across, across), (Direction::Down, down)];
        wanted
            .into_iter()
            .filter_map(|(d, wanted)| wanted.then_some(d))
    }
}

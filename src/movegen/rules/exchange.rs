//! Exchanges: each part of the rack once.

use crate::movegen::board::position::Position;
use crate::tiles::{MAX_LETTERS, Tile};

/// The parts of a rack that can be exchanged. What is lent is overwritten by
/// the next one.
#[derive(Clone, Debug)]
pub struct Exchanges {
    /// The rack's different tiles: how many there are, how many are given.
    digits: Vec<(Tile, u8, u8)>,
    /// The most tiles to give.
    most: usize,
    given: Vec<Tile>,
    kept: Vec<Tile>,
}

/// Whether tiles can be exchanged in a position: the bag has to hold enough.
pub(crate) fn can_exchange(position: &Position<'_>) -> bool {
    let limit = u32::from(position.ruleset().exchange_limit());
    position.bag() >= limit.max(1)
}

/// The exchanges of a position; none if the bag holds too few tiles.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, exchanges};
/// let english = Ruleset::builtin("english")?;
/// let position = Position::read(&english, &["15"; 15].join("/"), "AAB")?;
/// let mut parts = exchanges(&position);
/// let mut count = 0;
/// while let Some((given, kept)) = parts.next() {
///     assert_eq!(given.len() + kept.len(), 3);
///     count += 1;
/// }
/// assert_eq!(count, 3 * 2 - 1);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn exchanges(position: &Position<'_>) -> Exchanges {
    let rack = position.rack();
    let digits = match can_exchange(position) {
        false => Vec::new(),
        true => (0..=MAX_LETTERS as Tile)
            .filter(|&tile| rack.has(tile))
            .map(|tile| (tile, rack.count(tile), 0))
            .collect(),
    };
    Exchanges {
        digits,
        most: usize::from(position.ruleset().rack_size()),
        given: Vec::new(),
        kept: Vec::new(),
    }
}

impl Exchanges {
    /// The next tiles to give and to keep, both sorted; none after the last.
    #[allow(clippy::should_implement_trait)] // the tiles are borrowed from self
    pub fn next(&mut self) -> Option<(&[Tile], &[Tile])> {
        loop {
            let open = self.digits.iter_mut().find_map(|(_, count, given)| {
                if given < count {
                    *given += 1;
                    return Some(());
                }
                *given = 0;
                None
            });
            if open.is_none() {
                self.digits.clear();
                return None;
            }
            self.given.clear();
            self.kept.clear();
            for &(tile, count, given) in &self.digits {
                let (given, kept) = (usize::from(given), usize::from(count - given));
                self.given.extend(std::iter::repeat_n(tile, given));
                self.kept.extend(std::iter::repeat_n(tile, kept));
            }
            if self.given.len() <= self.most {
                return Some((&self.given, &self.kept));
            }
        }
    }
}

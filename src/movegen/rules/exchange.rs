//! Exchanges: every subrack that can be exchanged, each once.

use crate::error::counted;
use crate::movegen::board::position::Position;
use crate::movegen::rules::validate::Illegal;
use crate::tiles::Tile;

/// The exchanges of a position. Each is lent until the next one.
#[derive(Clone, Debug)]
pub struct Exchanges {
    /// The rack's different tiles: the tile, its count, how many are given.
    digits: Vec<(Tile, u8, u8)>,
    /// The most tiles to give.
    most: usize,
    given: Vec<Tile>,
    leave: Vec<Tile>,
}

/// The exchanges of a position; none if the bag holds fewer tiles than the
/// ruleset's exchange limit.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, exchanges};
/// let english = Ruleset::builtin("english")?;
/// let position = Position::read(&english, &["15"; 15].join("/"), "AAB")?;
/// let mut all = exchanges(&position);
/// let mut count = 0;
/// while let Some((given, leave)) = all.next() {
///     assert_eq!(given.len() + leave.len(), 3);
///     count += 1;
/// }
/// assert_eq!(count, 3 * 2 - 1);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn exchanges(position: &Position<'_>) -> Exchanges {
    let (ruleset, rack) = (position.ruleset(), position.rack());
    let is_open = may_exchange(position);
    let tiles = rack.different().filter(|_| is_open);
    Exchanges {
        digits: tiles.map(|tile| (tile, rack.count(tile), 0)).collect(),
        most: usize::from(ruleset.rack_size()),
        given: Vec::new(),
        leave: Vec::new(),
    }
}

/// The fewest tiles in the bag with which an exchange is allowed.
fn least_bag(position: &Position<'_>) -> u32 {
    u32::from(position.ruleset().exchange_limit()).max(1)
}

/// Whether the bag holds enough tiles for an exchange.
pub(crate) fn may_exchange(position: &Position<'_>) -> bool {
    position.bag() >= least_bag(position)
}

/// Checks an exchange: the tiles are on the rack, and the bag holds enough. Gives all
/// reasons why it is illegal.
pub(crate) fn check_exchange(position: &Position<'_>, given: &[Tile]) -> Result<(), Vec<Illegal>> {
    let mut reasons = Vec::new();
    let missing = position.rack().clone().take_all(given.iter().copied());
    if !missing.is_empty() {
        let missing = position.ruleset().alphabet().labels_text(&missing);
        reasons.push(Illegal {
            rule: "rack",
            message: format!("`{missing}` is not on the rack"),
        });
    }
    if !may_exchange(position) {
        let (least, bag) = (least_bag(position), position.bag());
        reasons.push(Illegal {
            rule: "exchange",
            message: format!(
                "an exchange needs {} in the bag, which has {bag}",
                counted(least as u64, "tiles")
            ),
        });
    }
    match reasons.is_empty() {
        true => Ok(()),
        false => Err(reasons),
    }
}

impl Exchanges {
    /// The next tiles to give and the leave, both sorted; none after the last.
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
            self.leave.clear();
            for &(tile, count, given) in &self.digits {
                let (given, kept) = (usize::from(given), usize::from(count - given));
                self.given.extend(std::iter::repeat_n(tile, given));
                self.leave.extend(std::iter::repeat_n(tile, kept));
            }
            if self.given.len() <= self.most {
                return Some((&self.given, &self.leave));
            }
        }
    }
}

//! Exchanges: every subrack that can be exchanged, each once.

use crate::error::counted;
use crate::movegen::board::{Position, count_subracks, subrack};
use crate::movegen::rules::validate::Illegal;
use crate::tiles::Tile;

/// The exchanges of a position: the tiles given up and the leave, both sorted. There
/// are none if the bag holds fewer tiles than the ruleset's exchange limit.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, exchanges};
/// let english = Ruleset::builtin("english")?;
/// let position = Position::read(&english, &["15"; 15].join("/"), "AAB")?;
/// assert!(exchanges(&position).all(|(given, leave)| given.len() + leave.len() == 3));
/// assert_eq!(exchanges(&position).count(), 3 * 2 - 1);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn exchanges(position: &Position<'_>) -> impl Iterator<Item = (Vec<Tile>, Vec<Tile>)> + use<> {
    let rack: Vec<(Tile, u8)> = position.rack().counted().collect();
    let most = usize::from(position.ruleset().rack_size());
    let whole = match may_exchange(position) {
        true => count_subracks(&rack) - 1,
        false => 0,
    };
    let all = (1..=whole).map(move |given| (subrack(&rack, given), subrack(&rack, whole - given)));
    all.filter(move |(given, _)| given.len() <= most)
}

/// The fewest tiles in the bag that allow an exchange.
fn least_bag(position: &Position<'_>) -> u32 {
    u32::from(position.ruleset().exchange_limit()).max(1)
}

/// Whether the bag holds enough tiles for an exchange.
pub(crate) fn may_exchange(position: &Position<'_>) -> bool {
    position.bag() >= least_bag(position)
}

/// Checks that the tiles of an exchange are on the rack and that the bag holds enough.
/// Returns all reasons why the exchange is illegal.
pub(crate) fn check_exchange(position: &Position<'_>, given: &[Tile]) -> Result<(), Vec<Illegal>> {
    let mut reasons = Vec::new();
    let mut add = |rule, message| reasons.push(Illegal { rule, message });
    let missing = position.rack().clone().take_all(given.iter().copied());
    if !missing.is_empty() {
        let missing = position.ruleset().alphabet().labels_text(&missing);
        add("rack", format!("`{missing}` is not on the rack"));
    }
    if !may_exchange(position) {
        let (least, bag) = (counted(least_bag(position).into(), "tiles"), position.bag());
        let message = format!("an exchange needs {least} in the bag, which has {bag}");
        add("exchange", message);
    }
    match reasons.is_empty() {
        true => Ok(()),
        false => Err(reasons),
    }
}

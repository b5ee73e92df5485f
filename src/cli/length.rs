//! How many tiles words may have, as an argument.

/// Reads `2..15`, `2..` or `any`.
pub fn read_length(text: &str) -> Result<(usize, usize), String> {
    let expected = || format!("expected MIN..MAX, MIN.. or any, found `{text}`");
    if text == "any" {
        return Ok((1, usize::MAX));
    }
    let (min, max) = text.split_once("..").ok_or_else(expected)?;
    let min: usize = min.parse().map_err(|_| expected())?;
    let max = match max {
        "" => usize::MAX,
        max => max.parse().map_err(|_| expected())?,
    };
    if min == 0 || min > max {
        return Err(format!("expected 1 <= MIN <= MAX, found `{text}`"));
    }
    Ok((min, max))
}

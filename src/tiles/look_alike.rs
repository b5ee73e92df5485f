//! Letters of other scripts that look the same.

/// Latin, Greek and Cyrillic letters that look alike, a group for each shape.
const SHAPES: [&str; 26] = [
    "AΑА", "BΒВ", "CСϹ", "EΕЕ", "HΗН", "IΙІ", "JЈ", "KΚК", "MΜМ", "NΝ", "OΟО", "PΡР", "SЅ", "TΤТ",
    "XΧХ", "YΥУ", "ZΖ", "aа", "cс", "eе", "iі", "jј", "oοо", "pр", "sѕ", "xх",
];

/// The letters that look like a text of one letter, other than itself.
pub(crate) fn look_alikes(text: &str) -> impl Iterator<Item = char> + use<> {
    let mut characters = text.chars();
    let only = characters.next().filter(|_| characters.next().is_none());
    let shape = SHAPES
        .iter()
        .find(|shape| only.is_some_and(|c| shape.contains(c)));
    let alike = shape.map_or("", |shape| shape).chars();
    alike.filter(move |&c| Some(c) != only)
}

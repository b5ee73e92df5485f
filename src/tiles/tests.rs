//! Tests of alphabets: text to tiles and back.

use crate::tiles::{Alphabet, Digraphs, Letter, PLAYED_BLANK, RulesetFault, Separator, Tile};

fn alphabet(labels: &[&str]) -> Result<Alphabet, RulesetFault> {
    Alphabet::from_labels(labels.iter().copied())
}

fn catalan() -> Alphabet {
    let mut letters = ["A", "C", "L", "L·L", "N", "NY", "U", "QU"].map(Letter::new);
    letters[5].aliases.push("Y".into());
    letters[7].aliases.push("Q".into());
    Alphabet::new(letters.to_vec()).unwrap()
}

#[test]
fn longest_spelling_wins_in_every_case_and_with_brackets() {
    let a = catalan();
    for text in [
        "ANYL·LA",
        "anyl·la",
        "AnYl·LA",
        "A[NY][L·L]A",
        "A[ny]L·lA",
        "AYL·LA",
    ] {
        assert_eq!(a.read_word(text).unwrap(), [1, 6, 4, 1], "{text}");
    }
    assert_eq!(a.read_word("QUA").unwrap(), a.read_word("QA").unwrap());
    assert_eq!(a.read_word("LL").unwrap(), [3, 3]);
}

#[test]
fn composed_and_decomposed_text_mean_the_same() {
    let a = alphabet(&["A", "Ä", "Ậ"]).unwrap();
    assert_eq!(a.read_word("aÄä").unwrap(), [1, 2, 2]);
    assert_eq!(a.read_word("aA\u{308}a\u{308}").unwrap(), [1, 2, 2]);
    // U+1EAC as base + dot below + circumflex, and as  + dot below.
    assert_eq!(a.read_word("A\u{323}\u{302}Â\u{323}").unwrap(), [3, 3]);
}

#[test]
fn an_unknown_tile_is_named_whole_with_its_column() {
    let a = alphabet(&["A", "C", "E", "F"]).unwrap();
    for text in ["CAFÉ", "CAFE\u{301}"] {
        let unknown = a.read_word(text).unwrap_err();
        assert_eq!((unknown.column, unknown.part.as_str()), (3, "É"), "{text}");
    }
}

#[test]
fn columns_are_those_of_the_text_as_written() {
    let mut letters = ["A", "Ä", "한"].map(Letter::new);
    letters[2].blank_label = "[한]".into();
    let a = Alphabet::new(letters.to_vec()).unwrap();
    for (text, column) in [
        ("ÄÄX", 2),
        ("A\u{308}A\u{308}X", 4),
        ("ÄA\u{308}X\u{301}", 3),
        ("A\u{308}X\u{302}A", 2),
        ("한X", 1),
        ("\u{1112}\u{1161}\u{11ab}X", 3),
        ("\u{301}X", 0),
        ("A\u{304}", 0),
        ("AA\u{304}", 1),
    ] {
        assert_eq!(a.read_word(text).unwrap_err().column, column, "{text}");
    }
}

#[test]
fn a_failed_read_leaves_the_tiles_alone() {
    let a = alphabet(&["A", "B"]).unwrap();
    let mut tiles = vec![9];
    a.read_word_into("ABX", &mut tiles).unwrap_err();
    a.read_rack_into("A?X", &mut tiles).unwrap_err();
    assert_eq!(tiles, [9]);
}

#[test]
fn racks_take_blanks() {
    let mut tiles = Vec::new();
    catalan().read_rack_into("?a?NY", &mut tiles).unwrap();
    assert_eq!(tiles, [0, 1, 0, 6]);
    let alone = catalan().rack_characters();
    let alone = |c: char| alone[c as usize];
    assert_eq!(
        (alone('?'), alone('a'), alone('C')),
        (Some(0), Some(1), Some(2))
    );
    // NY and L·L begin with N and L, and a bracket is not a label.
    assert_eq!([alone('N'), alone('l'), alone('['), alone('!')], [None; 4]);
    let unknown = catalan().read_rack_into("?A!", &mut tiles).unwrap_err();
    assert_eq!(unknown.column, 2);
}

#[test]
fn spelled_out_labels_beat_derived_cases() {
    let mut dotless = Letter::new("I");
    dotless.blank_label = "ı".into();
    let mut dotted = Letter::new("İ");
    dotted.blank_label = "i".into();
    let a = Alphabet::new(vec![dotless, dotted]).unwrap();
    assert_eq!(a.read_word("Iıİi").unwrap(), [1, 1, 2, 2]);
}

#[test]
fn read_as_reads_one_letter_as_another() {
    let mut letters = vec![Letter::new("Е"), Letter::new("Ё")];
    letters[1].read_as = Some("Е".into());
    let a = Alphabet::new(letters).unwrap();
    assert_eq!(a.read_word("еёЕЁ").unwrap(), [1, 1, 1, 1]);
    assert_eq!(a.label(2), "Ё");
}

#[test]
fn played_notation_keeps_case() {
    let a = catalan();
    assert_eq!(a.played_prefix("l·lA"), Some((4 | PLAYED_BLANK, 4)));
    assert_eq!(a.played_prefix("[L·L]A"), Some((4, 6)));
    assert_eq!(a.played_prefix("LA"), Some((3, 1)));
    assert_eq!(a.played_prefix("?"), None);
    let mut text = String::new();
    a.write_played(4 | PLAYED_BLANK, &mut text);
    a.write_played(1, &mut text);
    assert_eq!(text, "[l·l]A");
}

/// Some Hungarian letters, read without brackets.
fn hungarian() -> Alphabet {
    let labels = [
        "A", "C", "[CS]", "D", "[DZ]", "[DZS]", "S", "[SZ]", "Z", "[ZS]",
    ];
    let letters = Alphabet::from_labels(labels).unwrap();
    letters
        .with_digraphs(Digraphs::Longest, Separator::default())
        .unwrap()
}

#[test]
fn digraphs_without_brackets_are_the_longest_tile_that_fits() {
    let a = hungarian();
    for (text, tiles) in [
        ("szAdzsA", &[8, 1, 6, 1][..]),
        ("SzA", &[8, 1]),
        ("[SZ]A", &[8, 1]),
        ("S|ZA", &[7, 9, 1]),
        ("CSSZ", &[3, 8]),
        ("SZS", &[8, 7]),
        ("SZ|S", &[8, 7]),
        ("S|ZS", &[7, 10]),
        ("D|Z|S", &[4, 9, 7]),
        ("D|ZS", &[4, 10]),
        ("DZ|S", &[5, 7]),
    ] {
        assert_eq!(a.read_word(text).unwrap(), tiles, "{text}");
        let mut bracketed = Vec::new();
        let written: String = tiles.iter().map(|&tile| a.label(tile)).collect();
        a.read_word_as(Digraphs::Bracketed, &written, &mut bracketed)
            .unwrap();
        assert_eq!(bracketed, tiles, "{written}");
    }
    let mut tiles = Vec::new();
    a.read_rack_into("SZ", &mut tiles).unwrap();
    assert_eq!(tiles, [7, 9]);
}

#[test]
fn a_separator_stands_only_where_a_tile_would_reach_across_it() {
    let a = hungarian();
    for (text, column) in [("A|S", 1), ("S|A", 1), ("|SZ", 0), ("S|", 1), ("S||Z", 2)] {
        let unknown = a.read_word(text).unwrap_err();
        assert_eq!((unknown.column, &unknown.part[..]), (column, "|"), "{text}");
    }
    assert!(catalan().read_word("N|Y").is_err());
    assert!(Separator::new('.').is_ok());
    assert!(
        ['[', 'a', '1', ' ', '?']
            .map(Separator::new)
            .iter()
            .all(Result::is_err)
    );
    let piped = alphabet(&["A", "B", "[A|B]"]).unwrap();
    let fault = piped.with_digraphs(Digraphs::Bracketed, Separator::default());
    assert_eq!(
        fault.unwrap_err().to_string(),
        "`[A|B]` has the separator `|` in it"
    );
}

#[test]
fn every_word_is_read_as_it_was_written() {
    let a = hungarian();
    let tiles = a.len() as Tile;
    for number in 0..u32::from(tiles).pow(4) {
        let word: Vec<Tile> = (0..4)
            .map(|place| (number / u32::from(tiles).pow(place) % u32::from(tiles)) as Tile + 1)
            .collect();
        let text = a.word_text(&word);
        assert_eq!(a.read_word(&text).as_ref(), Ok(&word), "{text}");
    }
}

#[test]
fn ambiguous_duplicate_and_malformed_labels_are_refused() {
    let fault = |labels: &[&str]| {
        let fault = alphabet(labels).unwrap_err();
        (fault.letter, fault.to_string())
    };
    assert_eq!(
        fault(&["A", "B", "A"]),
        (Some(2), "`A` stands for `A` and for `A`".into())
    );
    assert!(alphabet(&["C", "H", "[CH]"]).is_ok());
    for (labels, letter, part) in [
        (
            &["C", "H", "CH"][..],
            2,
            "`CH` can also be read as `C` and more; write the label in brackets, as in `[CH]`",
        ),
        // AB C or A BC, although no label is a concatenation of others.
        (&["A", "AB", "BC", "C"], 1, "ambiguous"),
        (&["A", "1"], 1, "begins with a digit"),
        (&["A", "א"], 1, "no other case"),
        (&["A", "B C"], 1, "can't be part"),
        (&["A", ""], 1, "empty"),
        (&["A", "[B"], 1, "brackets"),
        (
            &["ABCDEFG"],
            0,
            "label `ABCDEFG`: expected at most 6 characters, found 7",
        ),
    ] {
        let (found, message) = fault(labels);
        assert_eq!(found, Some(letter), "{message}");
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(fault(&[]).1, "expected 1 to 63 letters, found 0");
}

#[test]
fn sixty_three_letters_fit_and_sixty_four_do_not() {
    let label = |i: u8| format!("[{}{}]", (b'A' + i / 26) as char, (b'A' + i % 26) as char);
    let unique: Vec<Letter> = (0..64).map(|i| Letter::new(label(i))).collect();
    assert!(Alphabet::new(unique[..63].to_vec()).is_ok());
    let fault = Alphabet::new(unique).unwrap_err();
    assert_eq!(fault.to_string(), "expected 1 to 63 letters, found 64");
}

#[test]
fn digraphs_without_brackets_are_noticed() {
    let a = hungarian();
    for (text, found) in [
        ("SZA", Some("[SZ]")),
        ("ACS", Some("[CS]")),
        ("ADZSA", Some("[DZS]")),
        ("[SZ]A", None),
        ("S|ZA", None),
        ("SAZ", None),
    ] {
        let mut tiles = Vec::new();
        a.read_word_as(Digraphs::Bracketed, text, &mut tiles)
            .unwrap();
        let bare = a.bare_digraph(text, &tiles).map(|tile| a.label(tile));
        assert_eq!(bare, found, "{text}");
    }
}

#[test]
fn letters_that_look_alike_are_told_apart() {
    let latin = Alphabet::from_labels('A'..='Z').unwrap();
    let message = |text: &str| latin.read_word(text).unwrap_err().to_string();
    assert_eq!(message("CΑR"), "unknown tile `Α` (U+0391, not `A` U+0041)");
    assert_eq!(message("cаr"), "unknown tile `а` (U+0430, not `a` U+0061)");
    assert_eq!(message("CÄR"), "unknown tile `Ä`");
    assert_eq!(message("CЖR"), "unknown tile `Ж`");
    let greek = Alphabet::from_labels(["Α", "Β"]).unwrap();
    let unknown = greek.read_word("ΑB").unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "unknown tile `B` (U+0042, not `Β` U+0392)"
    );
}

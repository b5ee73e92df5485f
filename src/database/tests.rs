//! Tests whole databases against plain loops.

use crate::database::connection::{fault, open};
use crate::database::study::{DatabaseRows, LENGTHS, WordRow};
use crate::database::{
    LexiconSymbol, StudyNotes, TileTexts, build_database, read_database, read_rows,
};
use crate::lexicon::{Definitions, Words};
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn words(ruleset: &Ruleset, list: &str) -> Words {
    let read = |word: &str| ruleset.alphabet().read_word(word).unwrap();
    let words: Vec<Vec<Tile>> = list.split_whitespace().map(read).collect();
    Words::from_unsorted(words.iter().map(Vec::as_slice)).unwrap()
}

fn english() -> Ruleset {
    Ruleset::builtin("english").unwrap()
}

/// A lexicon with everything that a database can contain.
fn toy(ruleset: &Ruleset) -> (Words, StudyNotes) {
    let mut definitions = Definitions::default();
    for (word, text) in [
        ("ACT", "to do [v] / a {cat=n} [n]"),
        ("CAT", "a pet [n CATS]"),
        ("CATS", "<cat=n> [n]"),
    ] {
        let word = ruleset.alphabet().read_word(word).unwrap();
        definitions.append(&word, text).unwrap();
    }
    let notes = StudyNotes {
        definitions,
        previous: Some(words(ruleset, "AT CAT ZA ACT QIS")),
        newest: Some((LexiconSymbol::Hash, words(ruleset, "AT TA CAT CATS"))),
        difficulties: [(words(ruleset, "ACT").get(0).to_vec(), 7)].into(),
    };
    (words(ruleset, "AT TA CAT ACT CATS SCAT"), notes)
}

/// Every value was computed by hand. The bag has 9 A, 2 C, 4 S, 6 T and 2 blanks.
/// AT: 9·6 + 2·(9 + 6) + 1 = 85. ACT: 9·2·6 + 2·(9·2 + 9·6 + 2·6) + (9 + 2 + 6) = 293.
/// ACST: 9·2·4·6 + 2·(9·2·4 + 9·2·6 + 9·4·6 + 2·4·6)
/// + (9·2 + 9·4 + 9·6 + 2·4 + 2·6 + 4·6) = 432 + 888 + 152 = 1472.
#[test]
fn a_toy_database() {
    let english = english();
    let (words, notes) = toy(&english);
    let rows = read_rows(&build_database(&words, &english, &notes).unwrap()).unwrap();
    let alphagrams: Vec<_> = rows
        .alphagrams
        .iter()
        .map(|row| {
            let numbers = [
                row.probability,
                row.length,
                row.combinations,
                row.num_anagrams,
            ];
            let facts = [row.point_value, row.num_vowels, row.difficulty];
            let marks = [
                row.contains_word_uniq_to_lex_split,
                row.contains_update_to_lex,
            ];
            (&row.alphagram[..], numbers, facts, marks)
        })
        .collect();
    assert_eq!(
        alphagrams,
        [
            ("ACST", [1, 4, 1472, 2], [6, 1, 0], [1, 1]),
            ("ACT", [1, 3, 293, 2], [5, 1, 7], [1, 0]),
            ("AT", [1, 2, 85, 2], [2, 1, 0], [0, 1]),
        ]
    );
    let row = |word: &str, alphagram: &str, symbols: &str, definition: &str| {
        (
            word.to_string(),
            alphagram.to_string(),
            symbols.to_string(),
            definition.to_string(),
        )
    };
    let found: Vec<_> = rows
        .words
        .iter()
        .map(|r| row(&r.word, &r.alphagram, &r.lexicon_symbols, &r.definition))
        .collect();
    assert_eq!(
        found,
        [
            row("CATS", "ACST", "+", "CAT, a pet [n]"),
            row("SCAT", "ACST", "+#", ""),
            row("ACT", "ACT", "#", "to do [v]\na cat (a pet) [n]"),
            row("CAT", "ACT", "", "a pet [n CATS]"),
            row("AT", "AT", "", ""),
            row("TA", "AT", "+", ""),
        ]
    );
    let hooks: Vec<_> = rows
        .words
        .iter()
        .map(|r| {
            (
                &r.front_hooks[..],
                &r.back_hooks[..],
                r.inner_front_hook,
                r.inner_back_hook,
            )
        })
        .collect();
    let none = ("", "", 0, 0);
    assert_eq!(
        hooks,
        [
            ("", "", 0, 1),
            ("", "", 1, 0),
            none,
            ("S", "S", 1, 0),
            ("C", "", 0, 0),
            none
        ]
    );
    assert_eq!(
        rows.deleted,
        [("QIS".to_string(), 3), ("ZA".to_string(), 2)]
    );
}

#[test]
fn digraphs_are_in_brackets_and_sort_as_text() {
    let spanish = Ruleset::builtin("spanish").unwrap();
    let list = words(&spanish, "PE[RR]O [CH]A A[CH]A AÑO ANO");
    let notes = StudyNotes {
        previous: Some(words(&spanish, "CA[LL]E")),
        ..StudyNotes::default()
    };
    let bytes = build_database(&list, &spanish, &notes).unwrap();
    assert_eq!(read_database(&bytes, &spanish).unwrap(), list);
    let rows = read_rows(&bytes).unwrap();
    let texts = |find: &dyn Fn(&WordRow) -> String| rows.words.iter().map(find).collect::<Vec<_>>();
    assert_eq!(
        texts(&|row| format!("{} {} {}", row.word, row.alphagram, row.front_hooks)),
        [
            "PE[RR]O EOP[RR] ",
            "ANO ANO ",
            "AÑO AÑO ",
            "A[CH]A AA[CH] ",
            "[CH]A A[CH] A",
        ]
    );
    // The length is in bytes.
    assert_eq!(rows.deleted, [("CA[LL]E".to_string(), 7)]);
}

#[test]
fn words_of_other_lengths_are_refused() {
    let english = english();
    for (word, found) in [("A", "1"), ("AAAAAAAAAAAAAAAA", "16")] {
        let list = words(&english, word);
        let error = build_database(&list, &english, &StudyNotes::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a study database: expected words of 2 to 15 tiles, found {found} of `{word}`")
        );
    }
    let none = build_database(&Words::default(), &english, &StudyNotes::default()).unwrap();
    assert_eq!(read_database(&none, &english).unwrap(), Words::default());
}

#[test]
fn words_of_another_alphabet_are_named() {
    let spanish = Ruleset::builtin("spanish").unwrap();
    let list = words(&spanish, "ANO AÑO");
    let bytes = build_database(&list, &spanish, &StudyNotes::default()).unwrap();
    let fault = read_database(&bytes, &english()).unwrap_err();
    assert!(fault.past_alphabet);
    assert_eq!(
        fault.to_string(),
        "words row 2: word: unknown tile `Ñ` in `AÑO`"
    );
}

#[test]
fn a_cut_file_says_so() {
    let english = english();
    let (words, notes) = toy(&english);
    let bytes = build_database(&words, &english, &notes).unwrap();
    for length in (0..bytes.len()).step_by(97) {
        let fault = read_database(&bytes[..length], &english).unwrap_err();
        assert!(fault.cut_short, "{length}: {fault}");
    }
}

/// A database with other tables, rows or versions.
fn changed(sql: &str) -> String {
    let english = english();
    let (words, notes) = toy(&english);
    let bytes = build_database(&words, &english, &notes).unwrap();
    let mut db = rusqlite::Connection::open_in_memory().unwrap();
    db.deserialize_read_exact(rusqlite::MAIN_DB, &bytes[..], bytes.len(), false)
        .unwrap();
    db.execute_batch(sql).unwrap();
    let bytes = db.serialize(rusqlite::MAIN_DB).unwrap().to_vec();
    match read_database(&bytes, &english) {
        Ok(words) => format!("{} words", words.len()),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn other_databases_are_refused() {
    for (sql, expected) in [
        ("", "6 words"),
        ("DELETE FROM words WHERE word = 'AT'", "5 words"),
        (
            "UPDATE db_version SET version = 5",
            "version: expected 6, found 5",
        ),
        ("DELETE FROM db_version", "version: expected 6, found none"),
        (
            "INSERT INTO db_version VALUES (6)",
            "version: expected 6, found several",
        ),
        (
            "DROP INDEX prob_index",
            "expected `prob_index`, found nothing",
        ),
        (
            "CREATE TABLE more (x)",
            "expected the tables and indices of a study database, found `CREATE TABLE more (x)`",
        ),
        (
            "DROP TABLE words; CREATE VIEW words AS WITH RECURSIVE w(word) AS \
             (SELECT 'AT' UNION ALL SELECT word FROM w) SELECT word FROM w",
            "expected the tables and indices of a study database, found `CREATE VIEW words AS WITH RECURSIVE w(word) AS (SELECT 'AT' …",
        ),
        (
            "UPDATE words SET word = 'CAT' WHERE word = 'AT'",
            "expected each word once, found 1 repeated",
        ),
        (
            "UPDATE words SET word = x'4154' WHERE word = 'AT'",
            "words row 5: word: expected a text, found blob",
        ),
        (
            "UPDATE words SET word = '' WHERE word = 'AT'",
            "words row 5: word: expected a word, found nothing",
        ),
        (
            "UPDATE words SET word = CAST(x'41ff' AS TEXT) WHERE word = 'AT'",
            "words row 5: word: expected UTF-8, found other bytes",
        ),
    ] {
        let found = changed(sql);
        match expected.strip_suffix('…') {
            Some(start) => assert!(found.starts_with(start), "{found}"),
            None => assert_eq!(found, expected, "{sql}"),
        }
    }
}

/// Endless work in SQLite stops after a number of steps.
#[test]
fn steps_are_bounded() {
    let english = english();
    let (words, notes) = toy(&english);
    let bytes = build_database(&words, &english, &notes).unwrap();
    let db = open(&bytes).unwrap();
    let endless =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c";
    let error = db.query_row(endless, [], |row| row.get::<_, i64>(0));
    assert_eq!(
        fault(error.unwrap_err()).to_string(),
        "expected a study database, found one that takes too many steps"
    );
    assert!(db.execute_batch("DELETE FROM words").is_err());
    assert!(db.execute_batch("ATTACH 'x.db' AS x").is_err());
}

/// A page of a table that points to itself, or to the page of another table.
#[test]
fn pages_that_lead_in_circles_are_refused() {
    let english = english();
    let (words, notes) = toy(&english);
    let bytes = build_database(&words, &english, &notes).unwrap();
    for child in [1, 2, 3, 16, 17, u8::MAX] {
        let mut damaged = bytes.clone();
        let interior = [5, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, child];
        damaged[2 * 4096..][..interior.len()].copy_from_slice(&interior);
        let fault = read_database(&damaged, &english).unwrap_err().to_string();
        assert!(
            fault.starts_with("expected a sound database of SQLite, found this: "),
            "{fault}"
        );
    }
}

/// Damage is refused, or read as other rows; nothing worse happens.
#[test]
fn damage_is_refused_or_read() {
    let english = english();
    let (words, notes) = toy(&english);
    let bytes = build_database(&words, &english, &notes).unwrap();
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((state >> 33) % n) as usize
    };
    let mut refused = 0;
    for round in 0..1500 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + round % 3 {
            // Most of the file is empty pages, whose headers and cells are at their
            // ends.
            let page = below(bytes.len() as u64 / 4096) * 4096;
            let at = match below(2) {
                0 => page + below(120),
                _ => page + 4095 - below(400),
            };
            damaged[at] ^= 1 << below(8);
        }
        refused += u32::from(read_rows(&damaged).is_err());
        drop(read_database(&damaged, &english));
    }
    assert!(refused > 300, "{refused}");
}

/// The number of ways to draw a word, by trying all sets of tiles that are blanks.
fn plain_draws(ruleset: &Ruleset, word: &[Tile]) -> u64 {
    fn choose(n: u64, k: u64) -> u64 {
        (0..k).fold(1, |ways, i| ways * n.saturating_sub(i) / (i + 1))
    }
    let needs: Vec<(Tile, u64)> = {
        let tiles: BTreeSet<Tile> = word.iter().copied().collect();
        let count = |tile| word.iter().filter(|&&other| other == tile).count() as u64;
        tiles.into_iter().map(|tile| (tile, count(tile))).collect()
    };
    let mut sum = 0;
    let mut as_blanks = vec![0; needs.len()];
    loop {
        let blanks = as_blanks.iter().sum::<u64>();
        let ways = needs
            .iter()
            .zip(&as_blanks)
            .map(|(&(tile, need), blank)| choose(u64::from(ruleset.count(tile)), need - blank));
        sum += ways.product::<u64>() * choose(u64::from(ruleset.count(0)), blanks);
        let Some(next) = (0..needs.len()).find(|&i| as_blanks[i] < needs[i].1) else {
            return sum;
        };
        as_blanks[..next].fill(0);
        as_blanks[next] += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn rows_follow_from_plain_loops(
        list in prop::collection::btree_set(prop::collection::vec(1u8..=6, 2..6), 0..60),
        before in prop::collection::btree_set(prop::collection::vec(1u8..=6, 2..4), 0..30),
        polish in any::<bool>(),
    ) {
        let ruleset = Ruleset::builtin(if polish { "polish" } else { "english" }).unwrap();
        let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
        let previous = Words::from_unsorted(before.iter().map(Vec::as_slice)).unwrap();
        let notes = StudyNotes { previous: Some(previous), ..StudyNotes::default() };
        let bytes = build_database(&words, &ruleset, &notes).unwrap();
        prop_assert_eq!(&bytes, &build_database(&words, &ruleset, &notes).unwrap());
        prop_assert_eq!(&read_database(&bytes, &ruleset).unwrap(), &words);
        let rows = read_rows(&bytes).unwrap();
        prop_assert_eq!(&rows, &DatabaseRows::of(&words, &ruleset, &notes).unwrap());
        let texts = TileTexts::new(ruleset.alphabet());
        for row in &rows.alphagrams {
            let tiles = texts.read(&row.alphagram).unwrap();
            prop_assert!(tiles.is_sorted() && LENGTHS.contains(&tiles.len()));
            prop_assert_eq!(row.combinations as u64, plain_draws(&ruleset, &tiles));
            let better = rows.alphagrams.iter().filter(|other| {
                let key = |row: &crate::database::AlphagramRow| {
                    (-row.combinations, row.alphagram.as_bytes().to_vec())
                };
                other.length == row.length && key(other) < key(row)
            });
            prop_assert_eq!(row.probability, better.count() as i64 + 1);
        }
        for row in &rows.words {
            let word = texts.read(&row.word).unwrap();
            let hooks = |with: &dyn Fn(Tile) -> Vec<Tile>| {
                let tiles = (1..=6).filter(|&tile| list.contains(&with(tile)));
                texts.text(&tiles.collect::<Vec<Tile>>())
            };
            prop_assert_eq!(&row.front_hooks, &hooks(&|tile| [&[tile][..], &word].concat()));
            prop_assert_eq!(&row.back_hooks, &hooks(&|tile| [&word[..], &[tile]].concat()));
            prop_assert_eq!(row.inner_front_hook == 1, list.contains(&word[1..]));
            prop_assert_eq!(row.inner_back_hook == 1, list.contains(&word[..word.len() - 1]));
            prop_assert_eq!(row.lexicon_symbols == "+", !before.contains(&word));
        }
        let mut gone: Vec<String> = before.difference(&list).map(|word| texts.text(word)).collect();
        gone.sort();
        prop_assert_eq!(rows.deleted.into_iter().map(|row| row.0).collect::<Vec<_>>(), gone);
    }
}

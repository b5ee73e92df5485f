//! The SQL of the format.

/// Whether this build can write and read study databases.
pub(crate) const IS_AVAILABLE: bool = cfg!(feature = "sqlite");

/// The message if it can't.
pub(crate) const NOT_AVAILABLE: &str = "expected a program with SQLite, found one without the feature `sqlite`, which is on by default";

/// The first bytes of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The version of the format, the only row of its table.
#[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
pub(crate) const VERSION: i64 = 6;

/// The tables that hold rows.
#[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
pub(crate) const TABLES: [&str; 3] = [
    "CREATE TABLE alphagrams (probability int, alphagram varchar(20), length int, \
     combinations int, num_anagrams int, point_value int, num_vowels int, \
     contains_word_uniq_to_lex_split int, contains_update_to_lex int, difficulty int)",
    "CREATE TABLE words (word varchar(20), alphagram varchar(20), \
     lexicon_symbols varchar(5), definition varchar(512), front_hooks varchar(26), \
     back_hooks varchar(26), inner_front_hook int, inner_back_hook int)",
    "CREATE TABLE deletedwords (word varchar(20), length int)",
];

/// The indices, which are created after all rows are written.
#[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
pub(crate) const INDICES: [&str; 11] = [
    "CREATE INDEX alpha_index on alphagrams(alphagram)",
    "CREATE INDEX prob_index on alphagrams(probability, length)",
    "CREATE INDEX word_index on words(word)",
    "CREATE INDEX alphagram_index on words(alphagram)",
    "CREATE INDEX length_index on alphagrams(length)",
    "CREATE INDEX difficulty_index on alphagrams(difficulty)",
    "CREATE INDEX num_anagrams_index on alphagrams(num_anagrams)",
    "CREATE INDEX point_value_index on alphagrams(point_value)",
    "CREATE INDEX num_vowels_index on alphagrams(num_vowels)",
    "CREATE INDEX uniq_word_index on alphagrams(contains_word_uniq_to_lex_split)",
    "CREATE INDEX update_word_index on alphagrams(contains_update_to_lex)",
];

/// The table with the version, which comes last.
#[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
pub(crate) const VERSION_TABLE: &str = "CREATE TABLE db_version (version integer)";

/// The name of the table or index that an SQL statement creates.
#[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
pub(crate) fn name_in(sql: &str) -> &str {
    sql.split(' ').nth(2).unwrap_or_default()
}

/// Whether bytes are an SQLite file.
pub(crate) fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

//! The largest inputs that are accepted.
//!
//! Files may come from anyone. A file larger than any game could need is refused by its
//! size. Input that could expand is refused before memory is allocated for the result.
//! Every limit is far above what the largest lexicons need.
//!
//! Limits that follow from a format are defined beside that format: the nodes that a
//! node format can address, the 63 letters of an alphabet, the sides of a board. A
//! length that a file claims is compared with the bytes present before memory is
//! allocated for it.

/// The most bytes of a file or of standard input.
pub const FILE_BYTES: u64 = 1 << 30;

/// The most bytes that a gzip or zstd file may unpack to. The largest word lists and
/// leave tables need about a fifth of this.
pub const UNPACKED_BYTES: u64 = 1 << 28;

/// The most bytes of a line in a word list, in a leave table or in a list of queries.
pub const LINE_BYTES: usize = 1 << 20;

/// The most bytes of a recipe or a ruleset.
pub const YAML_BYTES: usize = 1 << 18;

/// The most aliases (`*name`) in a recipe or a ruleset. Nested lists of aliases to a
/// long text expand the most; this limit keeps the result small.
pub const YAML_ALIASES: usize = 32;

/// The most opening brackets, `[` and `{`, in a recipe or a ruleset. Reading nested
/// brackets takes time quadratic in their number.
pub const YAML_BRACKETS: usize = 1024;

/// The most tiles of all words together. The largest lexicons of any language
/// have about a fifth of this.
pub const WORD_TILES: u64 = 1 << 28;

/// The most rows of a leave table. The largest bags have three million leaves. A table
/// that may hold only possible leaves is read up to twice their number.
pub const LEAVE_ROWS: usize = 1 << 24;

/// The most bytes of a word's definition. The longest ones in dictionaries have a few
/// thousand.
pub const DEFINITION_BYTES: usize = 1 << 14;

/// The most bytes of all definitions together.
pub const DEFINITIONS_BYTES: u64 = 1 << 28;

/// The most tiles of a word in a GADDAG. A GADDAG has a path for each prefix of a word,
/// so time and nodes grow with the square of the length. No board is wider than 63. A
/// DAWG alone takes words of any length.
pub const GADDAG_WORD_TILES: usize = 1024;

/// The largest rack for which checks generate moves. The work doubles with each tile.
pub const CHECKED_RACK: u8 = 12;

/// The most bytes of a manifest, a checksum file or a lock file.
pub const PAPER_BYTES: u64 = 1 << 24;

/// The most bytes of the name of a lexicon or of a file that a recipe builds. File
/// systems allow 255; the name of a manifest is longer than that of its lexicon.
pub const NAME_BYTES: usize = 200;

/// The most steps of a search for words in a letter grid. A grid full of letters takes
/// a few million; blanks multiply them.
pub const GRID_STEPS: u64 = 1 << 30;

/// The most partial paths that a search of a letter grid keeps at a time.
pub const GRID_PATHS: usize = 1 << 20;

/// The most words that the solver of a letter grid takes from a lexicon. It takes only
/// words that the grid's letters can make.
pub const GRID_WORDS: usize = 1 << 20;

/// The most bytes of a recorded game. A game with long notes has a few thousand.
pub const GAME_BYTES: usize = 1 << 20;

/// The largest rack in an endgame. The solver keeps a table of all its subracks.
pub const ENDGAME_RACK: usize = 12;

/// The most steps of the walk that finds the words an endgame can make, for a graph
/// without a GADDAG, where the search needs those words. Each prefix followed is a
/// step. Fourteen tiles with three blanks take about a quarter of a million.
pub const ENDGAME_STEPS: u64 = 1 << 25;

/// The most steps of the same walk for a graph with a GADDAG. Only a graph in which
/// almost any letters make a word needs more; its endgames are searched without the
/// words.
pub const ENDGAME_REACH: u64 = 1 << 20;

/// The most ways to lay the words of an endgame in the plays of one side. A graph in
/// which any letters make a word would give billions.
pub const ENDGAME_CHOICES: u64 = 1 << 25;

/// The most racks with blanks that the words of a word map may produce, counting
/// repeats. A lexicon of 250,000 words produces 9 million.
pub const MAP_RACKS: u64 = 1 << 26;

/// The most bytes of a Hunspell affix file. The largest are about 2 MB.
pub const HUNSPELL_AFF_BYTES: usize = 1 << 24;

/// The most bytes of a stem or an affix in a Hunspell dictionary.
pub const HUNSPELL_WORD_BYTES: usize = 1 << 10;

/// The most stems of a Hunspell dictionary. The largest have fewer than a million.
pub const HUNSPELL_STEMS: usize = 1 << 24;

/// The most output conversions of a Hunspell dictionary. Each is tried at every
/// character.
pub const HUNSPELL_CONVERSIONS: usize = 1 << 10;

/// The most steps to expand a Hunspell dictionary. Steps are affixes and rules
/// examined, characters of conditions compared, and forms with their bytes. Italian has
/// 35 million forms and takes half of these steps; all of them take some seconds.
pub const HUNSPELL_STEPS: u64 = 1 << 32;

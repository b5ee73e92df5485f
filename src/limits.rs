//! Limits: how much input is taken before it is refused.
//!
//! Files come from strangers. A file that no game could need is refused by its size, and
//! what a small file could expand to is refused before memory is taken for it. All such
//! numbers are here; each is far above what the largest lexicons need.
//!
//! Other limits follow from a format and are beside it: the nodes that a node format can
//! number, the 63 letters of an alphabet, the sides of a board. A length that a file
//! claims is compared with the bytes that are there before memory is taken for it.

/// The most bytes of a file, or of the standard input.
pub const FILE_BYTES: u64 = 1 << 30;

/// The most bytes that a file in gzip or zstd may unpack to. The largest word lists and leave
/// tables have about a fifth of this.
pub const UNPACKED_BYTES: u64 = 1 << 28;

/// The most bytes of a line in a word list, a leave table or a question.
pub const LINE_BYTES: usize = 1 << 20;

/// The most bytes of a recipe or a ruleset.
pub const YAML_BYTES: usize = 1 << 18;

/// The most aliases (`*name`) of a recipe or a ruleset. Aliases to lists of aliases to a
/// long text expand to the most, and with this limit that stays small.
pub const YAML_ALIASES: usize = 32;

/// The most opening brackets, `[` and `{`, of a recipe or a ruleset. If all are nested,
/// reading takes time for each pair of them.
pub const YAML_BRACKETS: usize = 1024;

/// The most tiles of all words together. The largest lexicons of any language
/// have about a fifth of this.
pub const WORD_TILES: u64 = 1 << 28;

/// The most rows of a leave table. The largest bags have three million leaves. Of a table
/// of possible leaves, no more than twice their number are read.
pub const LEAVE_ROWS: usize = 1 << 24;

/// The most bytes of the definition of a word. The longest of a dictionary has some
/// thousands.
pub const DEFINITION_BYTES: usize = 1 << 14;

/// The most bytes of all definitions together.
pub const DEFINITIONS_BYTES: u64 = 1 << 28;

/// The most tiles of a word in a GADDAG. It has a path for each beginning of a word, so
/// time and nodes grow with the square of the length. No board is wider than 63. A DAWG
/// alone takes words of any length.
pub const GADDAG_WORD_TILES: usize = 1024;

/// The most tiles of a rack with which checks find moves. The work doubles with
/// each tile.
pub const CHECKED_RACK: u8 = 12;

/// The most bytes of a manifest, a file of sums or a lock.
pub const PAPER_BYTES: u64 = 1 << 24;

/// The most bytes of the name of a lexicon or of a file that a recipe makes. File
/// systems take 255; a manifest's name is longer than its lexicon's.
pub const NAME_BYTES: usize = 200;

/// The most steps of a search for words in a letter grid. A full grid of letters
/// takes a few million; blanks multiply them.
pub const GRID_STEPS: u64 = 1 << 30;

/// The most partial paths that such a search remembers at a time.
pub const GRID_PATHS: usize = 1 << 20;

/// The most words that the solver of a letter grid takes from a lexicon: those
/// that can be made of the grid's letters.
pub const GRID_WORDS: usize = 1 << 20;

/// The most bytes of a recorded game. A game with long notes has some thousands.
pub const GAME_BYTES: usize = 1 << 20;

/// The most tiles of a rack in an endgame. There is a table of all its parts.
pub const ENDGAME_RACK: usize = 12;

/// The most steps of the walk that finds the words an endgame can make, if the graph has no GADDAG:
/// then the search needs them. A step is a prefix that is followed. With 14 tiles and three blanks there are about a quarter of a million.
pub const ENDGAME_STEPS: u64 = 1 << 25;

/// The most steps of that walk for a graph with a GADDAG. Only a graph that has almost any letters as a
/// word takes more, and does without.
pub const ENDGAME_REACH: u64 = 1 << 20;

/// The most ways to lay these words in plays of one side. A graph with words of
/// any letters would give billions.
pub const ENDGAME_CHOICES: u64 = 1 << 25;

/// The most racks with blanks that the words of a word map may give, equal ones counted
/// again. A lexicon of 250,000 words gives 9 million.
pub const MAP_RACKS: u64 = 1 << 26;

/// The most bytes of a Hunspell affix file. The largest have about 2 MB.
pub const HUNSPELL_AFF_BYTES: usize = 1 << 24;

/// The most bytes of a stem or an affix in a Hunspell dictionary.
pub const HUNSPELL_WORD_BYTES: usize = 1 << 10;

/// The most stems of a Hunspell dictionary. The largest have less than a million.
pub const HUNSPELL_STEMS: usize = 1 << 24;

/// The most output conversions of a Hunspell dictionary. Each is tried at each character.
pub const HUNSPELL_CONVERSIONS: usize = 1 << 10;

/// The most steps of making the forms of a Hunspell dictionary: affixes and rules that
/// are looked at, what is compared of their conditions, forms and their bytes. Italian
/// has 35 million forms and takes half of these steps; all of them take some seconds.
pub const HUNSPELL_STEPS: u64 = 1 << 32;

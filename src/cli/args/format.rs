//! The output formats that programs offer with `--format`.

use clap::ValueEnum;

/// The formats of most results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a person.
    #[default]
    Text,
    /// For a program.
    Json,
}

/// The formats of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WordFormat {
    /// For a person: a word on each line
    #[default]
    Text,
    /// For a program: an object on each line
    Json,
    /// For a table
    Csv,
}

/// The formats of moves and scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoveFormat {
    /// For a person
    #[default]
    Text,
    /// For a program
    Json,
    /// For a program: columns separated by tabs
    Tsv,
}

/// The formats of counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountFormat {
    /// For a person
    #[default]
    Text,
    /// For a program
    Json,
    /// A row for each count: by,value,count
    Csv,
}

/// The formats of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// A line for each difference: `+` added, `-` removed, `~` changed
    #[default]
    Text,
    /// For a program
    Json,
    /// A release note
    Markdown,
    /// A row for each difference
    Csv,
    /// A page with search, in one file
    Html,
}

/// The orders of leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeaveOrder {
    /// As in the file: by tiles
    #[default]
    Leave,
    /// The largest value first
    Value,
    /// The smallest value first
    Worst,
}

/// The formats of grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GridFormat {
    /// For a person
    #[default]
    Text,
    /// For a program: an object on each line, one for each grid
    Json,
    /// A row for each word, or for each grid with --solve
    Csv,
}

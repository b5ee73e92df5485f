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

/// The formats of words, counts and grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For a person
    #[default]
    Text,
    /// For a program
    Json,
    /// Rows with commas between columns
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

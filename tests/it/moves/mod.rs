//! Move generators: against each other and against another program's figures.

mod endgames;
mod generators;
mod positions;

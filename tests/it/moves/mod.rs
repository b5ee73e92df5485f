//! Move generators: against each other and against another program's figures.

mod generators;
mod positions;

//! The bytes of files: against other programs' files, and on random inputs.

mod foreign;
mod golden;
mod golden_leaves;
mod numbers;
mod properties;

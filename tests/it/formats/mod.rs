//! The bytes of files: against other programs' files, and on random inputs.

pub(crate) mod golden;
mod golden_leaves;
mod numbers;
mod properties;

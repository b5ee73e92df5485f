//! One module per program.

pub(crate) mod build_recipes;
pub(crate) mod check_lexicons;
pub mod klv_build;
pub mod kwg_build;
pub mod kwg_count;
pub mod kwg_dump;
pub mod movegen_check;
pub(crate) mod subject;

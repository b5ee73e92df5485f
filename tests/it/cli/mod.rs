//! The programs as users run them: what they print, how they end, what they write.

mod assumed;
mod build_errors;
mod cgp;
mod completions;
mod endgames;
mod estimate;
mod first_steps;
mod grid;
pub(crate) mod help;
mod klv_build;
mod kwg_build;
mod kwg_count;
pub(crate) mod kwg_dump;
mod matches;
mod meaning;
mod messages;
mod movegen_check;
mod movegen_check_files;
mod movegen_check_mutations;
mod movegen_check_recipes;
mod page_views;
mod pages;
mod queries;
mod recipe_faults;
mod reports;
mod stray_files;

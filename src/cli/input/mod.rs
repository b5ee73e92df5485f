//! The inputs of a program: files, the ruleset to read them with, and queries from
//! arguments or standard input.

mod asked;
mod file;
mod lexicons;
mod position;
mod rules;
mod wanted;
mod word_files;

pub(crate) use asked::{dashes, each_asked, one_from_input};
pub(crate) use file::{File, check_listable};
pub(crate) use lexicons::{GivenLexicon, lexicons_of};
pub(crate) use position::{
    Asked, Origin, cgp_lines, leaves_of, open_leaves, open_word_graph, read_cgp, word_graph_of,
};
pub(crate) use rules::{
    Rules, Subject, check_listed, file_name, listed_rules, listings, rules_for, same_letters,
    title_of,
};
pub(crate) use wanted::{Needs, Prepared, option_fault};
pub(crate) use word_files::{read_all_members, read_definitions, warning_of_claim};

//! Hostile inputs, damaged files, full disks and interrupted runs.

mod bad_inputs;
mod bounds;
mod check_every_bit;
mod damage;
mod digraphs;
mod fuzz;
mod hostile_names;
mod large_files;
mod lost_nodes;
mod manifests;
mod misread;
mod out_dir;
mod paths;
mod same_everywhere;
mod terminal;
mod write_faults;

#![no_main]
#[path = "../targets/mod.rs"]
mod targets;
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::run("sums_and_lock", bytes));

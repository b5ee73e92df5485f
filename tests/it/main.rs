//! Integration tests: one target, the library and the real binaries.
mod golden;

//! `movegen-check`: see [`wordmill::cli::commands::movegen_check`].

#[global_allocator]
static ALLOCATOR: wordmill::cli::LargePages = wordmill::cli::LargePages;

fn main() -> std::process::ExitCode {
    wordmill::cli::commands::movegen_check::main()
}

//! `kwg-count`: see [`wordmill::cli::commands::kwg_count`].

#[global_allocator]
static ALLOCATOR: wordmill::cli::LargePages = wordmill::cli::LargePages;

fn main() -> std::process::ExitCode {
    wordmill::cli::commands::kwg_count::main()
}

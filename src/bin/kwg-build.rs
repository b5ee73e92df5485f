//! `kwg-build`: see [`wordmill::cli::commands::kwg_build`].

#[global_allocator]
static ALLOCATOR: wordmill::cli::LargePages = wordmill::cli::LargePages;

fn main() -> std::process::ExitCode {
    wordmill::cli::commands::kwg_build::main()
}

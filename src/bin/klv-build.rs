//! `klv-build`: see [`wordmill::cli::commands::klv_build`].

#[global_allocator]
static ALLOCATOR: wordmill::cli::LargePages = wordmill::cli::LargePages;

fn main() -> std::process::ExitCode {
    wordmill::cli::commands::klv_build::main()
}

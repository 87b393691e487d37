//! The command `feedstone`.

fn main() -> std::process::ExitCode {
    feedstone::cli::main()
}

//! The command `feedstone`.

// With glibc's allocator, memory grew with the pages of an archive that had been read, although
// none is kept (docs/speed.md, "Whole runs").
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    feedstone::internals::cli::main()
}

//! The command `feedstone`.

// Archives have a decoder a page: beside what is kept of each, the C library's allocator grew by
// all pages that were ever unpacked.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    feedstone::cli::main()
}

//! The command line: one file a command, thin: arguments in, library call, report out.

mod args;
mod extract;
mod learn;

use std::process::ExitCode;

use clap::Parser;

use crate::error::Kind;

/// Run the program with the process's arguments.
///
/// Exit codes: 0 done; 1 done, but something asked for was not found; 2 wrong usage; 3 a file or address could not be read;
/// 4 no feed or an unreadable one; 5 a bad rule file.
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    let result = match args.command {
        args::Command::Learn(a) => learn::run(&a),
        args::Command::Extract(a) => extract::run(&a),
    };
    match result {
        Ok(code) => code,
        Err(e) => {
            if let Some(io) = e.downcast_ref::<std::io::Error>()
                && io.kind() == std::io::ErrorKind::BrokenPipe
            {
                return ExitCode::SUCCESS;
            }
            anstream::eprintln!("feedstone: {e:#}");
            let code = match e.downcast_ref::<crate::Error>().map(crate::Error::kind) {
                Some(Kind::Feed) => 4,
                Some(Kind::Rules) => 5,
                _ => 3,
            };
            ExitCode::from(code)
        }
    }
}

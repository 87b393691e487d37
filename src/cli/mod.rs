//! The command line: one file a command, thin: arguments in, library call, report out.
//!
//! Data goes to stdout, talk to stderr. Exit codes are listed in `args.rs`, where people read them.

mod args;
mod check;
mod extract;
mod harvest;
mod health;
mod io;
mod learn;
mod out;
mod report;
mod rules;
mod show;
mod tree;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::error::Kind;

/// Run the program with the process's arguments; the exit code says how it went (see `feedstone
/// --help`).
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    let result = match &args.command {
        args::Command::Learn(a) => learn::run(a),
        args::Command::Harvest(a) => harvest::run(a),
        args::Command::Extract(a) => extract::run(a),
        args::Command::Check(a) => check::run(a),
        args::Command::Health(a) => health::run(a),
        args::Command::Relearn(a) => health::run_relearn(a),
        args::Command::Show(a) => show::run(a),
        args::Command::Rules(a) => rules::run(a),
        args::Command::Distance(a) => tree::run_distance(a),
        args::Command::Cluster(a) => tree::run_cluster(a),
        args::Command::Content(a) => tree::run_content(a),
        args::Command::News(a) => tree::run_news(a),
        args::Command::Records(a) => tree::run_records(a),
        args::Command::Sections(a) => tree::run_sections(a),
        args::Command::Taxonomy(a) => tree::run_taxonomy(a),
        args::Command::Instances(a) => tree::run_instances(a),
        args::Command::Completions { shell } => {
            clap_complete::generate(
                *shell,
                &mut args::Args::command(),
                "feedstone",
                &mut std::io::stdout(),
            );
            Ok(ExitCode::SUCCESS)
        }
    };
    match result {
        Ok(code) => code,
        Err(e) => {
            // The reader of a pipe may have seen enough.
            if e.chain().any(|c| {
                c.downcast_ref::<std::io::Error>()
                    .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
            }) {
                return ExitCode::SUCCESS;
            }
            let style = anstyle::AnsiColor::Red.on_default().bold();
            anstream::eprintln!("{style}feedstone:{style:#} {e:#}");
            // Those that answer a question have three answers: yes, no, could not be asked.
            if matches!(
                args.command,
                args::Command::Check(_)
                    | args::Command::Health(_)
                    | args::Command::Relearn(_)
                    | args::Command::Harvest(_)
            ) {
                return ExitCode::from(2);
            }
            ExitCode::from(match e.downcast_ref::<crate::Error>().map(crate::Error::kind) {
                Some(Kind::Feed) => 4,
                Some(Kind::Rules) => 5,
                _ => 3,
            })
        }
    }
}

//! The command line: one file a command, thin: arguments in, library call, report out.
//!
//! Data goes to stdout, talk to stderr. Exit codes are those of `end.rs`.

mod args;
mod check;
mod end;
mod extract;
mod files;
mod harvest;
mod health;
mod io;
mod learn;
mod out;
mod report;
mod rules;
mod show;
mod standing;
mod talk;
mod tree;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

/// Run the program with the process's arguments; the exit code says how it went (see `feedstone
/// --help`).
pub fn main() -> ExitCode {
    let args = args::Args::parse();
    files::clean_up_on_signals();
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
        args::Command::Completions { shell } => completions(*shell),
    };
    match result {
        Ok(end) => end.into(),
        // The reader of a pipe has seen enough.
        Err(e) if e.chain().any(is_closed_pipe) => ExitCode::SUCCESS,
        Err(e) => {
            talk::fail(&e);
            end::End::of(&e).into()
        }
    }
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let io = cause.downcast_ref::<std::io::Error>();
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Print a completion script.
fn completions(shell: clap_complete::Shell) -> anyhow::Result<end::End> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::Args::command(), "feedstone", &mut script);
    let mut out = std::io::stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(end::End::All)
}

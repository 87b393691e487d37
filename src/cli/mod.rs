//! The command line: one file a command, thin: arguments in, library call, report out.
//!
//! Data goes to stdout, talk to stderr. Exit codes are those of `end.rs`.

mod args;
mod check;
mod cores;
mod end;
mod extract;
mod files;
mod harvest;
mod health;
mod io;
mod learn;
mod lines;
mod once;
mod out;
mod report;
mod rules;
mod serve;
mod show;
mod standing;
mod talk;
mod tree;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use end::End;

/// Run the program with the process's arguments; the exit code says how it went (see `feedstone
/// --help`).
pub fn main() -> ExitCode {
    let end = match run() {
        Ok(end) => end.into(),
        // The reader of a pipe has seen enough, but not all.
        Err(e) if talk::is_closed(&e) => End::Part.into(),
        Err(e) => {
            talk::fail(&e);
            End::of(&e).into()
        }
    };
    crate::file::abandon();
    end
}

fn run() -> anyhow::Result<End> {
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(e) => return answered(&e),
    };
    files::clean_up_on_signals();
    match &args.command {
        args::Command::Learn(a) => learn::run(a),
        args::Command::Harvest(a) => harvest::run(a),
        args::Command::Extract(a) => extract::run(a),
        args::Command::Check(a) => check::run(a),
        args::Command::Health(a) => health::run(a),
        args::Command::Relearn(a) => health::run_relearn(a),
        args::Command::Serve(a) => serve::run(a),
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
    }
}

/// Arguments that are answered at once: help and version, which were asked for, or what is wrong
/// with them.
fn answered(e: &clap::Error) -> anyhow::Result<End> {
    let printed = e.print();
    if e.use_stderr() {
        return Ok(End::NotRun);
    }
    printed.map_err(talk::of_stdout)?;
    Ok(End::All)
}

/// Print a completion script.
fn completions(shell: clap_complete::Shell) -> anyhow::Result<End> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::Args::command(), "feedstone", &mut script);
    let mut out = talk::file();
    out.write_all(&script)?;
    out.flush()?;
    Ok(End::All)
}

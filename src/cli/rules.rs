//! `feedstone rules`: check and export rule files.

use std::io::Write;
use std::process::ExitCode;

use super::args::{Form, Rules};
use super::io::wrapper;
use crate::rule::stalker;

pub fn run(args: &Rules) -> anyhow::Result<ExitCode> {
    match args {
        Rules::Check { files } => {
            let mut bad = 0;
            for file in files {
                match wrapper(file) {
                    Ok(w) => {
                        let fields: usize = w.layouts.iter().map(|l| l.fields.len()).sum();
                        anstream::println!(
                            "{}: good, {} layouts, {fields} field rules",
                            file.display(),
                            w.layouts.len()
                        );
                    }
                    Err(e) => {
                        bad += 1;
                        anstream::eprintln!("feedstone: {e:#}");
                    }
                }
            }
            Ok(if bad > 0 { ExitCode::from(5) } else { ExitCode::SUCCESS })
        }
        Rules::Export { to: Form::Wtm, file } => {
            let w = wrapper(file)?;
            let text = stalker::write(&w).map_err(|e| e.within(file.display()))?;
            std::io::stdout().lock().write_all(text.as_bytes())?;
            for fields in stalker::lacking(&w) {
                anstream::eprintln!(
                    "{}: without expression: {fields} (none gave the rule's values on all pages \
                     that were learned from)",
                    file.display()
                );
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

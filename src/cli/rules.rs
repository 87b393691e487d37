//! `feedstone rules`: check and export rule files.

use std::io::Write;

use super::args::{Form, Rules};
use super::end::End;
use super::files::wrapper;
use super::talk::{say, tell, told, warn};
use crate::rule::stalker;

pub fn run(args: &Rules) -> anyhow::Result<End> {
    match args {
        Rules::Check { files } => {
            let mut bad = 0;
            let mut out = String::new();
            for file in files {
                match wrapper(file) {
                    Ok(w) => {
                        let fields: usize = w.layouts.iter().map(|l| l.fields.len()).sum();
                        let (name, layouts) = (file.display(), w.layouts.len());
                        if layouts == 0 {
                            bad += 1;
                            out += &format!("{name}: reads nothing, it has no layouts\n");
                            continue;
                        }
                        out += &format!("{name}: good, {layouts} layouts, {fields} field rules\n");
                    }
                    Err(e) => {
                        bad += 1;
                        warn(told(&e));
                    }
                }
            }
            tell(out)?;
            Ok(End::all_if(bad == 0))
        }
        Rules::Export { to: Form::Wtm, file } => {
            let w = wrapper(file)?;
            let text = stalker::write(&w).map_err(|e| e.within(file.display()))?;
            let mut out = super::talk::file();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            for fields in stalker::lacking(&w) {
                say(format_args!(
                    "{}: without expression: {fields} (none gave the rule's values on all pages \
                     that were learned from)",
                    file.display()
                ));
            }
            Ok(End::All)
        }
    }
}

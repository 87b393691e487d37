//! End tags.

use super::kinds::*;
use super::*;

impl Grower<'_> {
    pub(super) fn end_in(&mut self, name: Label) -> Step {
        let foreign = self.current().filter(|o| o.space != Space::Html);
        if foreign.is_some() && self.end_foreign(name)? {
            return Ok(());
        }
        let out = matches!(name, tag::head | tag::body | tag::html | tag::br);
        loop {
            match self.mode {
                Mode::BeforeHtml | Mode::BeforeHead if out => self.leave_mode()?,
                Mode::BeforeHtml | Mode::BeforeHead => return Ok(()),
                Mode::InHead if name == tag::head => {
                    self.pop();
                    self.mode = Mode::AfterHead;
                    return Ok(());
                }
                Mode::InHead | Mode::AfterHead if name == tag::template => return Ok(()),
                Mode::InHead | Mode::AfterHead if out && name != tag::head => {
                    self.leave_mode()?;
                }
                Mode::InHead | Mode::AfterHead => return Ok(()),
                Mode::InBody => return self.end_in_body(name),
                Mode::InTable => return self.end_in_table(name),
                Mode::InTableBody => match name {
                    tag::tbody | tag::tfoot | tag::thead => {
                        if self.in_table_scope(|n| n == name).is_some() {
                            self.close_table_body();
                        }
                        return Ok(());
                    }
                    tag::table => {
                        self.end_table_body();
                        if self.mode == Mode::InTableBody {
                            return Ok(());
                        }
                    }
                    tag::td | tag::th | tag::tr => return Ok(()),
                    _ => return self.end_in_table(name),
                },
                Mode::InRow => match name {
                    tag::tr => {
                        self.end_row();
                        return Ok(());
                    }
                    tag::table => {
                        if !self.end_row() {
                            return Ok(());
                        }
                    }
                    tag::tbody | tag::tfoot | tag::thead => {
                        let open = self.in_table_scope(|n| n == name).is_some();
                        if !open || !self.end_row() {
                            return Ok(());
                        }
                    }
                    tag::td | tag::th => return Ok(()),
                    _ => return self.end_in_table(name),
                },
                Mode::InColumnGroup => match name {
                    tag::colgroup => {
                        if self.current_is(tag::colgroup) {
                            self.pop();
                            self.mode = Mode::InTable;
                        }
                        return Ok(());
                    }
                    tag::col => return Ok(()),
                    tag::template => return Err(Odd),
                    _ if self.current_is(tag::colgroup) => self.leave_mode()?,
                    _ => return Ok(()),
                },
                Mode::InCaption => match name {
                    tag::caption => {
                        self.end_caption();
                        return Ok(());
                    }
                    tag::table => {
                        if !self.end_caption() {
                            return Ok(());
                        }
                    }
                    tag::body | tag::html => return Ok(()),
                    _ if is(name, OF_TABLE) => return Ok(()),
                    _ => return self.end_in_body(name),
                },
                Mode::InCell => match name {
                    tag::td | tag::th => {
                        if self.in_table_scope(|n| n == name).is_some() {
                            self.generate_implied_end_tags(NO_LABEL);
                            self.pop_until(|n| n == name);
                            self.clear_formatting_to_marker();
                            self.mode = Mode::InRow;
                        }
                        return Ok(());
                    }
                    tag::body | tag::html | tag::caption | tag::col | tag::colgroup => {
                        return Ok(());
                    }
                    _ if is(name, TABLE_FRAME) => {
                        if self.in_table_scope(|n| n == name).is_none() {
                            return Ok(());
                        }
                        if !self.end_cell() {
                            return Err(Odd);
                        }
                    }
                    _ => return self.end_in_body(name),
                },
                Mode::AfterBody if name == tag::html => {
                    self.mode = Mode::AfterAfterBody;
                    return Ok(());
                }
                Mode::AfterBody | Mode::AfterAfterBody | Mode::Initial => {
                    self.leave_mode()?;
                }
            }
        }
    }

    pub(super) fn end_in_body(&mut self, name: Label) -> Step {
        if is(name, FORMATTING) {
            return self.end_formatting(name);
        }
        match name {
            tag::p => {
                if self.in_scope(|n| n == tag::p, &[tag::button]).is_none() {
                    self.insert_phantom(tag::p)?;
                }
                self.close_p();
            }
            tag::li | tag::dd | tag::dt => {
                let lists: &[Label] = if name == tag::li { &[tag::ol, tag::ul] } else { &[] };
                if let Some(k) = self.in_scope(|n| n == name, lists) {
                    self.close_from(k);
                }
            }
            tag::h1 | tag::h2 | tag::h3 | tag::h4 | tag::h5 | tag::h6 => {
                if let Some(k) = self.in_scope(|n| is(n, HEADING), &[]) {
                    self.close_from(k);
                }
            }
            tag::form => self.end_form(),
            tag::applet | tag::marquee | tag::object => {
                if let Some(k) = self.named_in_scope(name) {
                    self.close_from(k);
                    self.clear_formatting_to_marker();
                }
            }
            tag::body | tag::html => {
                if self.named_in_scope(tag::body).is_some() {
                    self.mode =
                        if name == tag::body { Mode::AfterBody } else { Mode::AfterAfterBody };
                }
            }
            tag::br => {
                self.reconstruct_formatting()?;
                self.names.note(tag::br);
                self.push(Kind::Start, tag::br, self.nowhere(), (0, 0));
            }
            tag::template => {}
            _ if is(name, BLOCK)
                || matches!(name, tag::button | tag::listing | tag::pre | tag::select) =>
            {
                if let Some(k) = self.named_in_scope(name) {
                    self.close_from(k);
                }
            }
            _ => self.end_other(name),
        }
        Ok(())
    }

    pub(super) fn end_form(&mut self) {
        let form = std::mem::replace(&mut self.form, NONE);
        let Some(k) = self.seen().find(|(_, o)| o.token == form).map(|(k, _)| k) else { return };
        let inner = &self.open[k + 1..];
        if inner.iter().any(|o| !o.gone && Self::bounds_scope(o)) {
            return;
        }
        self.generate_implied_end_tags(NO_LABEL);
        if self.open.len() == k + 1 {
            self.pop();
        } else if let Some(open) = self.open.get_mut(k) {
            open.gone = true;
        }
    }

    /// "Any other end tag".
    pub(super) fn end_other(&mut self, name: Label) {
        let mut found = None;
        for (k, open) in self.seen().filter(|(_, o)| o.space == Space::Html) {
            if open.name == name {
                found = Some(k);
                break;
            }
            if is(open.name, SPECIAL) {
                return;
            }
        }
        if let Some(k) = found {
            self.close_from(k);
        }
    }
}

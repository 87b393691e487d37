//! Start tags outside of tables.

use super::kinds::*;
use super::*;

impl Grower<'_> {
    pub(super) fn start_in(&mut self, tag: Tag) -> Step {
        let foreign = self.current().filter(|o| o.space != Space::Html);
        if let Some(open) = foreign {
            return self.start_foreign(tag, open);
        }
        loop {
            let mode = self.mode;
            let done = match mode {
                Mode::Initial => false,
                Mode::BeforeHtml => self.start_before_html(tag)?,
                Mode::BeforeHead => self.start_before_head(tag)?,
                Mode::InHead => self.start_in_head(tag)?,
                Mode::AfterHead => self.start_after_head(tag)?,
                Mode::InBody => return self.start_in_body(tag),
                Mode::InTable => self.start_in_table(tag)?,
                Mode::InTableBody => self.start_in_table_body(tag)?,
                Mode::InRow => self.start_in_row(tag)?,
                Mode::InColumnGroup => self.start_in_column_group(tag)?,
                Mode::InCaption | Mode::InCell => self.start_in_cell(tag)?,
                Mode::AfterBody | Mode::AfterAfterBody => {
                    if tag.name == tag::html {
                        return self.start_html_again();
                    }
                    false
                }
            };
            if done {
                return Ok(());
            }
            // The same token again, in the mode that it led to.
            if self.mode == mode {
                self.leave_mode()?;
            }
        }
    }

    /// Attributes of a second `html` or `body` tag go to the first.
    pub(super) fn start_html_again(&mut self) -> Step {
        if self.scanner.attrs.is_empty() { Ok(()) } else { Err(Odd) }
    }

    pub(super) fn start_before_html(&mut self, tag: Tag) -> Step<bool> {
        if tag.name != tag::html {
            return Ok(false);
        }
        self.insert(tag::html)?;
        self.mode = Mode::BeforeHead;
        Ok(true)
    }

    pub(super) fn start_before_head(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::html => self.start_html_again()?,
            tag::head => {
                self.insert(tag::head)?;
                self.mode = Mode::InHead;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn start_in_head(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::html => self.start_html_again()?,
            tag::noscript => self.insert_raw(tag.name, Raw::Plain)?,
            tag::template => return Err(Odd),
            tag::head => {}
            name if is(name, OF_HEAD) => self.start_of_head(name)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn start_of_head(&mut self, name: Label) -> Step {
        match name {
            tag::title => self.insert_raw(name, Raw::Text),
            tag::script => self.insert_raw(name, Raw::Script),
            tag::style | tag::noframes => self.insert_raw(name, Raw::Plain),
            _ => self.insert_empty(name).map(drop),
        }
    }

    pub(super) fn start_after_head(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::html => self.start_html_again()?,
            tag::body => {
                self.insert(tag::body)?;
                self.mode = Mode::InBody;
            }
            tag::head => {}
            // They go into the head, which is closed.
            tag::frameset | tag::template => return Err(Odd),
            name if is(name, OF_HEAD) => return Err(Odd),
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn start_in_body(&mut self, tag: Tag) -> Step {
        let name = tag.name;
        if is(name, BLOCK) || name == tag::p {
            self.close_p();
            return self.insert(name).map(drop);
        }
        if is(name, FORMATTING) {
            return self.start_formatting(name);
        }
        match name {
            tag::h1 | tag::h2 | tag::h3 | tag::h4 | tag::h5 | tag::h6 => {
                self.close_p();
                if self.current_among(HEADING) {
                    self.pop();
                }
                self.insert(name)?;
            }
            tag::li => self.start_item(name, &[tag::li])?,
            tag::dd | tag::dt => self.start_item(name, &[tag::dd, tag::dt])?,
            tag::pre | tag::listing => {
                self.close_p();
                self.insert(name)?;
                self.ignore_line_end = true;
            }
            tag::form => {
                if self.form == NONE {
                    self.close_p();
                    self.form = self.insert(name)?;
                }
            }
            tag::button => {
                if let Some(k) = self.named_in_scope(tag::button) {
                    self.close_from(k);
                }
                self.reconstruct_formatting()?;
                self.insert(name)?;
            }
            tag::area | tag::br | tag::embed | tag::img | tag::keygen | tag::wbr => {
                self.reconstruct_formatting()?;
                self.insert_empty(name)?;
            }
            tag::image => {
                self.reconstruct_formatting()?;
                self.names.note(tag::img);
                self.insert_empty(tag::img)?;
            }
            tag::input => {
                if self.named_in_scope(tag::select).is_some() {
                    self.pop_until(|n| n == tag::select);
                }
                self.reconstruct_formatting()?;
                self.insert_empty(name)?;
            }
            tag::param | tag::source | tag::track => drop(self.insert_empty(name)?),
            tag::hr => {
                self.close_p();
                if self.named_in_scope(tag::select).is_some() {
                    self.generate_implied_end_tags(NO_LABEL);
                }
                self.insert_empty(name)?;
            }
            tag::table => {
                let in_p = self.in_scope(|n| n == tag::p, &[tag::button]);
                if let Some(k) = in_p
                    && !self.quirks.ok_or(Odd)?
                {
                    self.close_from(k);
                }
                self.insert(name)?;
                self.mode = Mode::InTable;
            }
            tag::textarea => self.insert_raw(name, Raw::Text)?,
            tag::xmp => {
                self.close_p();
                self.reconstruct_formatting()?;
                self.insert_raw(name, Raw::Plain)?;
            }
            tag::iframe | tag::noembed | tag::noscript => self.insert_raw(name, Raw::Plain)?,
            tag::applet | tag::marquee | tag::object => {
                self.reconstruct_formatting()?;
                self.insert(name)?;
                self.formatting.push(Formatting::Marker);
            }
            tag::select => {
                let nested = self.named_in_scope(tag::select).is_some();
                if nested {
                    self.pop_until(|n| n == tag::select);
                    return Ok(());
                }
                self.reconstruct_formatting()?;
                self.insert(name)?;
            }
            tag::option | tag::optgroup => {
                if self.named_in_scope(tag::select).is_some() {
                    let kept = if name == tag::option { tag::optgroup } else { NO_LABEL };
                    self.generate_implied_end_tags(kept);
                } else if self.current_is(tag::option) {
                    self.pop();
                }
                self.reconstruct_formatting()?;
                self.insert(name)?;
            }
            tag::rb | tag::rtc | tag::rp | tag::rt => {
                if self.named_in_scope(tag::ruby).is_some() {
                    let kept = if matches!(name, tag::rp | tag::rt) { tag::rtc } else { NO_LABEL };
                    self.generate_implied_end_tags(kept);
                }
                self.insert(name)?;
            }
            tag::svg | tag::math => {
                self.reconstruct_formatting()?;
                let space = if name == tag::svg { Space::Svg } else { Space::MathMl };
                self.insert_foreign(name, space, tag.closed)?;
            }
            tag::html => self.start_html_again()?,
            tag::body => self.start_html_again()?,
            tag::head | tag::frame => {}
            tag::frameset | tag::plaintext | tag::template => return Err(Odd),
            _ if is(name, OF_TABLE) => {}
            _ if is(name, OF_HEAD) => self.start_of_head(name)?,
            _ => {
                self.reconstruct_formatting()?;
                self.insert(name)?;
            }
        }
        Ok(())
    }

    pub(super) fn start_formatting(&mut self, name: Label) -> Step {
        if name == tag::a
            && let Some((_, token)) = self.active(name)
        {
            self.end_formatting(name)?;
            self.formatting.retain(|f| f.token() != Some(token));
            // It would be taken from among the open elements.
            if self.seen().any(|(_, o)| o.token == token) {
                return Err(Odd);
            }
        }
        self.reconstruct_formatting()?;
        if name == tag::nobr && self.named_in_scope(name).is_some() {
            return Err(Odd);
        }
        let token = self.insert(name)?;
        self.push_formatting(name, token)
    }

    /// `li`, or `dd` and `dt`: the open one is closed.
    pub(super) fn start_item(&mut self, name: Label, closed: &[Label]) -> Step {
        let mut to_close = None;
        for (_, open) in self.seen().filter(|(_, o)| o.space == Space::Html) {
            if closed.contains(&open.name) {
                to_close = Some(open.name);
                break;
            }
            if is(open.name, SPECIAL) && !matches!(open.name, tag::address | tag::div | tag::p) {
                break;
            }
        }
        if let Some(open) = to_close {
            self.generate_implied_end_tags(open);
            self.pop_until(|n| n == open);
        }
        self.close_p();
        self.insert(name).map(drop)
    }
}

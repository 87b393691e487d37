//! Tags in tables, outside of cells and around them (HTML, 13.2.6.4.9 to 13.2.6.4.15).

use super::kinds::{OF_TABLE, is};
use super::*;

/// What a table, a part of it and a row are cleared back to before something begins in them.
const TABLE: [Label; 3] = [tag::table, tag::template, tag::html];
const BODY: [Label; 5] = [tag::tbody, tag::tfoot, tag::thead, tag::template, tag::html];
const ROW: [Label; 3] = [tag::tr, tag::template, tag::html];

impl Grower<'_> {
    pub(super) fn start_in_table(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::caption => {
                self.clear_back_to(&TABLE);
                self.formatting.push(Formatting::Marker);
                self.insert(tag.name)?;
                self.mode = Mode::InCaption;
            }
            tag::colgroup => {
                self.clear_back_to(&TABLE);
                self.insert(tag.name)?;
                self.mode = Mode::InColumnGroup;
            }
            tag::col => {
                self.clear_back_to(&TABLE);
                self.insert_phantom(tag::colgroup)?;
                self.mode = Mode::InColumnGroup;
                return Ok(false);
            }
            tag::tbody | tag::tfoot | tag::thead => {
                self.clear_back_to(&TABLE);
                self.insert(tag.name)?;
                self.mode = Mode::InTableBody;
            }
            tag::td | tag::th | tag::tr => {
                self.clear_back_to(&TABLE);
                self.insert_phantom(tag::tbody)?;
                self.mode = Mode::InTableBody;
                return Ok(false);
            }
            tag::table => {
                let Some(k) = self.in_table_scope(|n| n == tag::table) else { return Ok(true) };
                self.close_from(k);
                self.reset_mode()?;
                return self.start_in(tag).map(|()| true);
            }
            tag::style | tag::script => self.start_of_head(tag.name)?,
            tag::form => {
                if self.form == NONE {
                    self.form = self.insert_empty(tag.name)?;
                }
            }
            tag::input if self.is_hidden_input() => drop(self.insert_empty(tag.name)?),
            // What else stands in a table is put ahead of it.
            _ => return Err(Odd),
        }
        Ok(true)
    }

    pub(super) fn is_hidden_input(&self) -> bool {
        let kind = self.scanner.attrs.iter().find(|a| a.name == tag::type_);
        kind.is_some_and(|a| self.text[a.value.0..a.value.1].eq_ignore_ascii_case("hidden"))
    }

    pub(super) fn start_in_table_body(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::tr => {
                self.clear_back_to(&BODY);
                self.insert(tag.name)?;
                self.mode = Mode::InRow;
            }
            tag::th | tag::td => {
                self.clear_back_to(&BODY);
                self.insert_phantom(tag::tr)?;
                self.mode = Mode::InRow;
                return Ok(false);
            }
            tag::caption | tag::col | tag::colgroup | tag::tbody | tag::tfoot | tag::thead => {
                self.end_table_body();
                // Unexpected tags are passed over.
                return Ok(self.mode == Mode::InTableBody);
            }
            _ => return self.start_in_table(tag),
        }
        Ok(true)
    }

    /// Close the part of a table that is open, where one is.
    pub(super) fn end_table_body(&mut self) {
        let outer = |n| matches!(n, tag::table | tag::tbody | tag::tfoot);
        if self.in_table_scope(outer).is_some() {
            self.close_table_body();
        }
    }

    /// Close the row that is open. False where none is.
    pub(super) fn end_row(&mut self) -> bool {
        if self.in_table_scope(|n| n == tag::tr).is_none() {
            return false;
        }
        self.clear_back_to(&ROW);
        self.pop();
        self.mode = Mode::InTableBody;
        true
    }

    pub(super) fn start_in_row(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::th | tag::td => {
                self.clear_back_to(&ROW);
                self.insert(tag.name)?;
                self.mode = Mode::InCell;
                self.formatting.push(Formatting::Marker);
                Ok(true)
            }
            tag::caption
            | tag::col
            | tag::colgroup
            | tag::tbody
            | tag::tfoot
            | tag::thead
            | tag::tr => Ok(!self.end_row()),
            _ => self.start_in_table(tag),
        }
    }

    pub(super) fn start_in_column_group(&mut self, tag: Tag) -> Step<bool> {
        match tag.name {
            tag::html => self.start_html_again()?,
            tag::col => drop(self.insert_empty(tag.name)?),
            tag::template => return Err(Odd),
            _ if self.current_is(tag::colgroup) => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    pub(super) fn start_in_cell(&mut self, tag: Tag) -> Step<bool> {
        if !is(tag.name, OF_TABLE) {
            return self.start_in_body(tag).map(|()| true);
        }
        if self.mode == Mode::InCaption {
            return Ok(!self.end_caption());
        }
        Ok(!self.end_cell())
    }

    /// Close the caption that is open. False where none is.
    pub(super) fn end_caption(&mut self) -> bool {
        let Some(k) = self.in_table_scope(|n| n == tag::caption) else { return false };
        self.close_from(k);
        self.clear_formatting_to_marker();
        self.mode = Mode::InTable;
        true
    }

    /// Close the cell that is open. False where none is.
    pub(super) fn end_cell(&mut self) -> bool {
        let cell = |n| matches!(n, tag::td | tag::th);
        let Some(k) = self.in_table_scope(cell) else { return false };
        self.close_from(k);
        self.clear_formatting_to_marker();
        self.mode = Mode::InRow;
        true
    }

    pub(super) fn reset_mode(&mut self) -> Step {
        let named = self.seen().filter(|(_, o)| o.space == Space::Html);
        let mode = named.map(|(_, o)| o.name).find_map(|n| {
            Some(match n {
                tag::td | tag::th => Mode::InCell,
                tag::tr => Mode::InRow,
                tag::tbody | tag::thead | tag::tfoot => Mode::InTableBody,
                tag::caption => Mode::InCaption,
                tag::colgroup => Mode::InColumnGroup,
                tag::table => Mode::InTable,
                tag::body => Mode::InBody,
                _ => return None,
            })
        });
        self.mode = mode.ok_or(Odd)?;
        Ok(())
    }

    pub(super) fn close_table_body(&mut self) {
        self.clear_back_to(&BODY);
        self.pop();
        self.mode = Mode::InTable;
    }

    /// An end tag in a table, outside of its cells.
    pub(super) fn end_in_table(&mut self, name: Label) -> Step {
        match name {
            tag::table => {
                if let Some(k) = self.in_table_scope(|n| n == tag::table) {
                    self.close_from(k);
                    self.reset_mode()?;
                }
            }
            tag::body | tag::html => {}
            // These would put an element ahead of the table.
            tag::p | tag::br => return Err(Odd),
            _ if is(name, OF_TABLE) => {}
            _ => self.end_in_body(name)?,
        }
        Ok(())
    }
}

//! Texts, comments and the doctype, and the modes that end where they begin.

use super::kinds::TABLE_FRAME;
use super::*;

impl Grower<'_> {
    /// True where U+0000 in a text is none.
    pub(super) fn passes_over_zeros(&self) -> bool {
        matches!(self.mode, Mode::InBody | Mode::InCaption | Mode::InCell)
            && self.current().is_none_or(|open| open.space == Space::Html)
    }

    pub(super) fn text_in(&mut self, mut data: (u32, u32), ignore_line_end: bool) -> Step {
        if ignore_line_end && self.str(data).starts_with('\n') {
            data.0 += 1;
        }
        while data.0 < data.1 {
            if let Some(open) = self.current().filter(|o| o.space != Space::Html) {
                // In titles of pictures and words of formulas text is HTML's.
                if Self::bounds_scope(&open) {
                    if !matches!(self.mode, Mode::InBody | Mode::InCaption | Mode::InCell) {
                        return Err(Odd);
                    }
                    self.reconstruct_formatting()?;
                } else if open.name == tag::annotation_xml {
                    return Err(Odd);
                }
                return self.append_text(data);
            }
            let text = self.str(data);
            let white = text.bytes().take_while(u8::is_ascii_whitespace).count() as u32;
            let head = (data.0, data.0 + white);
            match self.mode {
                Mode::InBody | Mode::InCaption | Mode::InCell => {
                    self.reconstruct_formatting()?;
                    return self.append_text(data);
                }
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    if head.1 < data.1 || !self.current_among(TABLE_FRAME) {
                        return Err(Odd);
                    }
                    return self.append_text(data);
                }
                Mode::AfterBody | Mode::AfterAfterBody if white > 0 => {
                    self.reconstruct_formatting()?;
                    self.append_text(head)?;
                }
                Mode::InHead | Mode::AfterHead | Mode::InColumnGroup if white > 0 => {
                    self.append_text(head)?;
                }
                Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead if white > 0 => {}
                _ => self.leave_mode()?,
            }
            data.0 = head.1;
        }
        Ok(())
    }

    /// What a token that a mode has no rule for does there: on to the next mode.
    pub(super) fn leave_mode(&mut self) -> Step {
        self.mode = match self.mode {
            Mode::Initial => Mode::BeforeHtml,
            Mode::BeforeHtml => {
                self.insert_phantom(tag::html)?;
                Mode::BeforeHead
            }
            Mode::BeforeHead => {
                self.insert_phantom(tag::head)?;
                Mode::InHead
            }
            Mode::InHead => {
                self.pop();
                Mode::AfterHead
            }
            Mode::AfterHead => {
                self.insert_phantom(tag::body)?;
                Mode::InBody
            }
            Mode::InColumnGroup if self.current_is(tag::colgroup) => {
                self.pop();
                Mode::InTable
            }
            Mode::AfterBody | Mode::AfterAfterBody => Mode::InBody,
            _ => return Err(Odd),
        };
        Ok(())
    }

    pub(super) fn comment(&mut self, data: Bytes) -> Step {
        let data = self.value(data, Inside::Plain);
        let span = self.span();
        // In a picture that nothing closed it stands, whatever the mode.
        let foreign = self.current().is_some_and(|open| open.space != Space::Html);
        let late = match self.mode {
            Mode::AfterBody if !foreign => 0,
            Mode::AfterAfterBody if !foreign => 1,
            _ => {
                self.push(Kind::Comment, NO_LABEL, span, data);
                return Ok(());
            }
        };
        // Texts may follow in the body: these wait for its end.
        let i = self.push(Kind::Comment, NO_LABEL, span, data);
        let token = self.tokens.pop();
        debug_assert!(i as usize == self.tokens.len());
        self.late[late].extend(token);
        Ok(())
    }

    pub(super) fn doctype(&mut self, name: Bytes, public: Bytes, system: Bytes) -> Step {
        if self.mode != Mode::Initial {
            return Ok(());
        }
        let part = |b: Bytes| &self.text[b.0..b.1];
        let name = part(name).to_ascii_lowercase();
        let (public, system) = (part(public), part(system));
        self.quirks = quirks(&name, public, system);
        let mut says = name;
        if !public.is_empty() || !system.is_empty() {
            says.push_str(&format!(" \"{public}\" \"{system}\""));
        }
        let from = self.data.len() as u32;
        self.data.push_str(&says);
        let data = (from | DECODED, self.data.len() as u32 | DECODED);
        self.push(Kind::Doctype, NO_LABEL, self.span(), data);
        self.mode = Mode::BeforeHtml;
        Ok(())
    }
}

/// Is a page shown as pages were before doctypes? Then a table stays inside a paragraph. None where
/// the doctype is a rare one.
fn quirks(name: &str, public: &str, system: &str) -> Option<bool> {
    let public = public.to_ascii_lowercase();
    let legacy = public.starts_with("-//w3c//dtd html 4.01 transitional//")
        || public.starts_with("-//w3c//dtd html 4.01 frameset//");
    match public.as_str() {
        _ if name != "html" => Some(true),
        "" => (system.is_empty() || system == "about:legacy-compat").then_some(false),
        p if p.starts_with("-//w3c//dtd xhtml 1.") => Some(false),
        "-//w3c//dtd html 4.01//en" => Some(false),
        _ if legacy && !system.is_empty() => Some(false),
        _ => None,
    }
}

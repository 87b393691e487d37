//! What HTML's tree construction asks of elements' names.

use super::super::Label;
use super::super::names::{COUNT, kinds, tag};

/// What elements are, by name.
pub(super) const SPECIAL: u16 = 1;
/// What ends the search for an open element ("in scope").
pub(super) const SCOPE: u16 = 1 << 1;
/// Elements that are closed by the end of what is around them.
pub(super) const IMPLIED: u16 = 1 << 2;
pub(super) const HEADING: u16 = 1 << 3;
pub(super) const FORMATTING: u16 = 1 << 4;
/// Without content; `Page` has no end tag for them.
pub(super) const VOID: u16 = 1 << 5;
/// Blocks that close an open paragraph and are closed by name.
pub(super) const BLOCK: u16 = 1 << 6;
/// Tags that "in body" leaves to the head's rules.
pub(super) const OF_HEAD: u16 = 1 << 7;
/// Tags that parts of a table begin with.
pub(super) const OF_TABLE: u16 = 1 << 8;
/// Tags that end a picture or a formula around them.
pub(super) const BREAKS_OUT: u16 = 1 << 9;
/// `table`, `tbody`, `tfoot`, `thead`, `tr`: no text stands in them.
pub(super) const TABLE_FRAME: u16 = 1 << 10;

#[rustfmt::skip]
static KINDS: [u16; COUNT] = {
    use tag::*;
    kinds([
        (SPECIAL, &[
            address, applet, area, article, aside, base, basefont, bgsound, blockquote, body, br,
            button, caption, center, col, colgroup, dd, details, dir, div, dl, dt, embed, fieldset,
            figcaption, figure, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header,
            hgroup, hr, html, iframe, img, input, isindex, li, link, listing, main, marquee, menu,
            meta, nav, noembed, noframes, noscript, object, ol, p, param, plaintext, pre, script,
            section, select, source, style, summary, table, tbody, td, template, textarea,
            tfoot, th, thead, title, tr, track, ul, wbr, xmp,
        ]),
        (SCOPE, &[
            applet, caption, html, table, td, th, marquee, object, select, template,
        ]),
        (IMPLIED, &[dd, dt, li, option, optgroup, p, rb, rp, rt, rtc]),
        (HEADING, &[h1, h2, h3, h4, h5, h6]),
        (FORMATTING, &[a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u]),
        (VOID, &[
            area, base, br, col, embed, hr, img, input, link, meta, param, source, track, wbr,
        ]),
        (BLOCK, &[
            address, article, aside, blockquote, center, details, dialog, dir, div, dl, fieldset,
            figcaption, figure, footer, header, hgroup, main, menu, nav, ol, search, section,
            summary, ul,
        ]),
        (OF_HEAD, &[base, basefont, bgsound, link, meta, noframes, script, style, title]),
        (OF_TABLE, &[caption, col, colgroup, tbody, td, tfoot, th, thead, tr]),
        (BREAKS_OUT, &[
            b, big, blockquote, body, br, center, code, dd, div, dl, dt, em, embed, font, h1, h2,
            h3, h4, h5, h6, head, hr, i, img, li, listing, menu, meta, nobr, ol, p, pre, ruby, s,
            small, span, strong, strike, sub, sup, table, tt, u, ul, var,
        ]),
        (TABLE_FRAME, &[table, tbody, tfoot, thead, tr]),
    ])
};

pub(super) fn is(name: Label, kind: u16) -> bool {
    KINDS.get(name.0 as usize).is_some_and(|k| k & kind != 0)
}

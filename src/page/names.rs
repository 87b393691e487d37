//! Names of tags and attributes as small integers: those that HTML, SVG and feeds' pages know have
//! the same number on all pages, others are numbered behind them, page by page.
//!
//! Looking a known name up costs one hash over its bytes and mostly one compare; the table is made
//! by the compiler. Space: a bit for each known name a page.

use std::collections::HashMap;

use super::{Label, NO_LABEL};

macro_rules! known {
    ($($name:ident $text:literal,)*) => {
        /// Known names by what they are called in the code.
        #[allow(non_upper_case_globals, missing_docs, dead_code)]
        pub(super) mod tag {
            use super::super::Label;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($name,)* }
            $(pub(crate) const $name: Label = Label(Number::$name as u32);)*
        }

        const KNOWN: &[&str] = &[$($text,)* ];
    };
}

// Tags first, those that the tree's rules name among them; then attributes.
known! {
    a "a", abbr "abbr", address "address", annotation "annotation",
    annotation_xml "annotation-xml", applet "applet", area "area", article "article",
    aside "aside", audio "audio", b "b", base "base", basefont "basefont", bdi "bdi", bdo "bdo",
    bgsound "bgsound", big "big", blockquote "blockquote", body "body", br "br", button "button",
    canvas "canvas", caption "caption", center "center", cite "cite", code "code", col "col",
    colgroup "colgroup", data "data", datalist "datalist", dd "dd", del "del", desc "desc",
    details "details", dfn "dfn", dialog "dialog", dir "dir", div "div", dl "dl", dt "dt",
    em "em", embed "embed", fieldset "fieldset", figcaption "figcaption", figure "figure",
    font "font", footer "footer", foreign_object "foreignObject", form "form", frame "frame",
    frameset "frameset", h1 "h1", h2 "h2", h3 "h3", h4 "h4", h5 "h5", h6 "h6", head "head",
    header "header", hgroup "hgroup", hr "hr", html "html", i "i", iframe "iframe",
    image "image", img "img", input "input", ins "ins", isindex "isindex", kbd "kbd",
    keygen "keygen", label "label", legend "legend", li "li", link "link", listing "listing",
    main "main", malignmark "malignmark", map "map", mark "mark", marquee "marquee",
    math "math", menu "menu", meta "meta", meter "meter", mglyph "mglyph", mi "mi", mn "mn",
    mo "mo", ms "ms", mtext "mtext", nav "nav", nobr "nobr", noembed "noembed",
    noframes "noframes", noscript "noscript", object "object", ol "ol", optgroup "optgroup",
    option "option", output "output", p "p", param "param", path "path", picture "picture",
    plaintext "plaintext", pre "pre", progress "progress", q "q", rb "rb", rp "rp", rt "rt",
    rtc "rtc", ruby "ruby", s "s", samp "samp", script "script", search "search",
    section "section", select "select", slot "slot", small "small", source "source",
    span "span", strike "strike", strong "strong", style "style", sub "sub",
    summary "summary", sup "sup", svg "svg", table "table", tbody "tbody", td "td",
    template "template", textarea "textarea", tfoot "tfoot", th "th", thead "thead",
    time "time", title "title", tr "tr", track "track", tt "tt", u "u", ul "ul", var "var",
    video "video", wbr "wbr", xmp "xmp",
    accept "accept", action "action", align "align", allow "allow", alt "alt",
    aria_hidden "aria-hidden", aria_label "aria-label", async_ "async", autoplay "autoplay",
    background "background", bgcolor "bgcolor", border "border", cellpadding "cellpadding",
    cellspacing "cellspacing", charset "charset", checked "checked", class "class", clear "clear",
    color "color", cols "cols", colspan "colspan", content "content", controls "controls",
    crossorigin "crossorigin", d "d", data_id "data-id", data_lazy_src "data-lazy-src",
    data_lazy_srcset "data-lazy-srcset", data_original "data-original", data_src "data-src",
    data_srcset "data-srcset", datetime "datetime", decoding "decoding", defer "defer",
    disabled "disabled", encoding "encoding", enctype "enctype", face "face", fill "fill",
    for_ "for", formaction "formaction", frameborder "frameborder", g "g", height "height",
    hidden "hidden",
    href "href", hreflang "hreflang", http_equiv "http-equiv", id "id",
    imagesrcset "imagesrcset",
    integrity "integrity", itemid "itemid", itemprop "itemprop", itemscope "itemscope",
    itemtype "itemtype", lang "lang", language "language", loading "loading",
    longdesc "longdesc", loop_ "loop",
    maxlength "maxlength", media "media", method "method", name "name", nonce "nonce",
    onclick "onclick", onload "onload", onsubmit "onsubmit", ping "ping", placeholder "placeholder",
    poster "poster", preserve "preserveAspectRatio", profile "profile", property "property",
    pubdate "pubdate", rel "rel", required "required", rev "rev", role "role", rows "rows",
    rowspan "rowspan", scope "scope", scrolling "scrolling", shape "shape", size "size",
    sizes "sizes", src "src", srcset "srcset", start "start", stroke "stroke",
    tabindex "tabindex", target "target", text "text", type_ "type", use_ "use",
    valign "valign", value "value", view_box "viewBox", width "width", xml_lang "xml:lang",
    xmlns "xmlns", xmlns_xlink "xmlns:xlink", y "y", x "x",
}

/// How many names are known.
pub(super) const COUNT: usize = KNOWN.len();
const SLOTS: usize = 1024;
const EMPTY: u16 = u16::MAX;

/// The hash of a name, byte after byte (FNV; names are short).
#[derive(Clone, Copy)]
pub(super) struct Hash(u32);

impl Default for Hash {
    fn default() -> Hash {
        Hash::NEW
    }
}

impl Hash {
    const NEW: Hash = Hash(0x811c_9dc5);

    pub(super) const fn add(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte as u32).wrapping_mul(0x0100_0193);
    }

    const fn of(name: &[u8]) -> Hash {
        let mut hash = Hash::NEW;
        let mut i = 0;
        while i < name.len() {
            hash.add(name[i]);
            i += 1;
        }
        hash
    }

    const fn slot(self) -> usize {
        ((self.0 ^ (self.0 >> 15)) as usize) & (SLOTS - 1)
    }
}

/// Numbers by hash, the next free slot where two names have one.
static TABLE: [u16; SLOTS] = {
    let mut table = [EMPTY; SLOTS];
    let mut i = 0;
    while i < KNOWN.len() {
        let mut at = Hash::of(KNOWN[i].as_bytes()).slot();
        while table[at] != EMPTY {
            at = (at + 1) & (SLOTS - 1);
        }
        table[at] = i as u16;
        i += 1;
    }
    table
};

fn known(name: &[u8], hash: Hash) -> Option<Label> {
    let mut at = hash.slot();
    loop {
        match TABLE[at] {
            EMPTY => return None,
            n if KNOWN[n as usize].as_bytes() == name => return Some(Label(u32::from(n))),
            _ => at = (at + 1) & (SLOTS - 1),
        }
    }
}

/// The names of one page.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// Names that are not known, numbered behind those that are.
    others: Vec<Box<str>>,
    index: HashMap<Box<str>, u32>,
    /// A bit for each known name that the page has.
    present: [u64; KNOWN.len().div_ceil(64)],
}

impl Names {
    /// The number of a name, which the page has from now on.
    pub(super) fn label(&mut self, name: &str) -> Label {
        self.label_hashed(name, Hash::of(name.as_bytes()))
    }

    /// The same of a name whose hash is known.
    pub(super) fn label_hashed(&mut self, name: &str, hash: Hash) -> Label {
        if let Some(label) = known(name.as_bytes(), hash) {
            self.note(label);
            return label;
        }
        if let Some(&i) = self.index.get(name) {
            return Label(i);
        }
        let i = (KNOWN.len() + self.others.len()) as u32;
        self.others.push(name.into());
        self.index.insert(name.into(), i);
        Label(i)
    }

    /// The page has a known name.
    pub(super) fn note(&mut self, label: Label) {
        self.present[label.0 as usize / 64] |= 1 << (label.0 % 64);
    }

    /// The number of a name, if the page has it.
    pub(super) fn find(&self, name: &str) -> Option<Label> {
        match known(name.as_bytes(), Hash::of(name.as_bytes())) {
            Some(l) => (self.present[l.0 as usize / 64] >> (l.0 % 64) & 1 == 1).then_some(l),
            None => self.index.get(name).map(|&i| Label(i)),
        }
    }

    /// One more than the largest number that a name has.
    pub(super) fn count(&self) -> u32 {
        (KNOWN.len() + self.others.len()) as u32
    }

    /// The name behind a number; empty for [`NO_LABEL`].
    pub(super) fn name(&self, label: Label) -> &str {
        if label == NO_LABEL {
            return "";
        }
        match KNOWN.get(label.0 as usize) {
            Some(name) => name,
            None => self.others.get(label.0 as usize - KNOWN.len()).map_or("", |n| n),
        }
    }
}

/// A table of what known names are, by number: those of each set have its bit.
pub(super) const fn kinds<const SETS: usize>(sets: [(u16, &[Label]); SETS]) -> [u16; COUNT] {
    let mut table = [0; COUNT];
    let mut set = 0;
    while set < SETS {
        let (bit, names) = sets[set];
        let mut i = 0;
        while i < names.len() {
            table[names[i].0 as usize] |= bit;
            i += 1;
        }
        set += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_known_name_has_its_number_and_no_other_has() {
        let mut names = Names::default();
        for (i, name) in KNOWN.iter().enumerate() {
            assert_eq!(names.find(name), None, "{name}");
            assert_eq!(names.label(name), Label(i as u32), "{name} stands twice");
            assert_eq!(names.find(name), Some(Label(i as u32)));
            assert_eq!(names.name(Label(i as u32)), *name);
        }
        assert_eq!(names.find("data-salt"), None);
        let salt = names.label("data-salt");
        assert_eq!((names.find("data-salt"), names.name(salt)), (Some(salt), "data-salt"));
        assert_eq!(names.name(NO_LABEL), "");
    }
}

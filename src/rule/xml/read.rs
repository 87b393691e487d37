//! Reading rule files: every element and attribute is checked, with line and column.

use chrono::NaiveDate;
use roxmltree::{Document, Node, ParsingOptions};

use super::NAMESPACE;
use crate::check::{Build, HELD, MOST_PLACES, Stands, Witness};
use crate::date::Pattern;
use crate::entry::{Extent, Field};
use crate::error::{Error, Kind, Place};
use crate::rule::{
    ANY_HEADING, AttrPattern, AttrTest, EndPattern, Evidence, ExtentRule, FORMAT_VERSION,
    FieldRule, Fingerprint, IndexRule, Layout, LayoutKind, MOST_IDLE, Navigation, Profile,
    RecordEnd, RecordRule, Scope, TextTest, TokenPattern, Value, Wrapper, regular,
};

/// Largest rule file read: a hundred times the largest one learned.
pub const MAX_BYTES: usize = 4 << 20;
/// Longest outline read.
const MAX_OUTLINE: usize = 256 << 10;
/// Most XML nodes read.
const MAX_NODES: u32 = 200_000;
/// Most layouts, rules of a layout, and tokens of a pattern; far above what is ever learned, low
/// enough to bound what one page costs.
const MAX_ITEMS: usize = 256;

/// What a text is that is no XML at all, where that can be told: people name the wrong file.
fn no_rules(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let is_page = |head: &str| head.eq_ignore_ascii_case("<!doctype html");
    match text.get(.."<!doctype html".len()) {
        _ if text.is_empty() => Some("an empty one"),
        Some(head) if is_page(head) => Some("a page of HTML"),
        _ => (!text.starts_with('<')).then_some("something else"),
    }
}

/// Read a rule file.
///
/// # Errors
/// Kind `Rules`, with line and column: not XML, truncated, too large, another version, an element
/// or attribute that the schema does not have, a missing attribute, a value that cannot be.
pub fn read(text: &str) -> Result<Wrapper, Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::new(
            Kind::Rules,
            format!("expected a rule file of at most {MAX_BYTES} bytes, found {}", text.len()),
        ));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let doc = Document::parse_with_options(text, options).map_err(|e| {
        let mut place = Place { line: e.pos().row, column: e.pos().col };
        if matches!(e, roxmltree::Error::UnclosedRootNode | roxmltree::Error::UnexpectedEndOfStream)
        {
            // roxmltree knows no place for what is missing: it is missing at the end.
            place = Place::of(text.as_bytes(), text.len());
        }
        let what = e.to_string();
        // The place at the end of its messages is this error's own.
        let own = format!(" at {}", e.pos());
        let what = what.strip_suffix(own.as_str()).unwrap_or(&what);
        let mut what = format!("not well-formed XML: {what}");
        if let Some(found) = no_rules(text) {
            what = format!("expected a rule file, which `learn` writes, found {found} ({what})");
        }
        Error::new(Kind::Rules, what).at(place)
    })?;
    let root = Reader { node: doc.root_element() };
    root.called("wrapper")?;
    // The version comes first: what another version may hold is not this one's to judge.
    let version: u32 = root.number("version")?;
    if version != FORMAT_VERSION {
        return Err(root.error(format!(
            "expected version {FORMAT_VERSION}, found {version}: learn the rules anew, or use the \
             program that wrote them"
        )));
    }
    root.only(&["version", "learner"], &["blog", "layout", "index"])?;
    let blogs = root.all("blog");
    let [blog] = blogs.as_slice() else { return Err(root.error("expected one <blog>")) };
    blog.only(&["home", "feed", "title", "lang"], &[])?;
    // What is compared with each other, or compiled, is counted first.
    let nodes = root.few(root.all("layout"), "layouts")?;
    let layouts = nodes.iter().map(read_layout).collect::<Result<Vec<_>, _>>()?;
    for (i, l) in layouts.iter().enumerate() {
        if layouts[..i].iter().any(|m| m.name == l.name) {
            return Err(nodes[i].error(format!("two layouts have the name {:?}", l.name)));
        }
    }
    let index = match root.all("index").as_slice() {
        [] => None,
        [i] => Some(read_index(i)?),
        [_, second, ..] => return Err(second.error("expected at most one <index>")),
    };
    Ok(Wrapper {
        home: blog.text("home")?.to_owned(),
        feed: blog.text("feed")?.to_owned(),
        title: blog.node.attribute("title").map(str::to_owned),
        lang: blog.node.attribute("lang").map(str::to_owned),
        learner: root.text("learner")?.to_owned(),
        layouts,
        index,
    })
}

#[derive(Clone, Copy)]
struct Reader<'a, 'i> {
    node: Node<'a, 'i>,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn error(&self, what: impl Into<String>) -> Error {
        let p = self.node.document().text_pos_at(self.node.range().start);
        Error::new(Kind::Rules, what).at(Place { line: p.row, column: p.col })
    }

    fn name(&self) -> &'a str {
        self.node.tag_name().name()
    }

    fn called(&self, name: &str) -> Result<(), Error> {
        if self.node.tag_name().namespace() != Some(NAMESPACE) {
            return Err(self.error(format!(
                "expected <{name} xmlns=\"{NAMESPACE}\">, found <{}> without that namespace",
                self.name()
            )));
        }
        if self.name() != name {
            return Err(self.error(format!("expected <{name}>, found <{}>", self.name())));
        }
        Ok(())
    }

    /// Nothing but these attributes and children may be here.
    fn only(&self, attrs: &[&str], children: &[&str]) -> Result<(), Error> {
        for a in self.node.attributes() {
            if a.namespace().is_some() || !attrs.contains(&a.name()) {
                let known = if attrs.is_empty() { "none".to_owned() } else { attrs.join(", ") };
                return Err(self.error(format!(
                    "<{}> has no attribute {:?}; it has: {known}",
                    self.name(),
                    a.name()
                )));
            }
        }
        for c in self.node.children() {
            if c.is_element() {
                let name = c.tag_name().name();
                if c.tag_name().namespace() != Some(NAMESPACE) || !children.contains(&name) {
                    let known = if children.is_empty() {
                        "nothing".to_owned()
                    } else {
                        children.join(", ")
                    };
                    return Err(Reader { node: c }.error(format!(
                        "<{name}> cannot stand in <{}>, which holds: {known}",
                        self.name()
                    )));
                }
            } else if let Some(text) = c.text().filter(|t| c.is_text() && !t.trim().is_empty()) {
                // The node begins behind the tag before it; the text may stand lines below.
                let blank = text.len() - text.trim_start().len();
                let p = c.document().text_pos_at(c.range().start + blank);
                let what = format!("text cannot stand in <{}>", self.name());
                return Err(Error::new(Kind::Rules, what).at(Place { line: p.row, column: p.col }));
            }
        }
        Ok(())
    }

    fn all(&self, name: &str) -> Vec<Reader<'a, 'i>> {
        self.node
            .children()
            .filter(|c| c.is_element() && c.tag_name().name() == name)
            .map(|node| Reader { node })
            .collect()
    }

    fn one(&self, name: &str) -> Result<Reader<'a, 'i>, Error> {
        match self.all(name).as_slice() {
            [one] => Ok(*one),
            [] => Err(self.error(format!("<{}> needs <{name}>", self.name()))),
            [_, second, ..] => {
                Err(second.error(format!("<{}> has one <{name}>, found a second", self.name())))
            }
        }
    }

    fn text(&self, attr: &str) -> Result<&'a str, Error> {
        self.node
            .attribute(attr)
            .ok_or_else(|| self.error(format!("<{}> needs {attr}=", self.name())))
    }

    fn number<T: std::str::FromStr>(&self, attr: &str) -> Result<T, Error> {
        let v = self.text(attr)?;
        v.parse().map_err(|_| self.error(format!("{attr}= expects a whole number, found {v:?}")))
    }

    fn percent(&self, attr: &str) -> Result<u32, Error> {
        let n = self.number(attr)?;
        if n > 100 {
            Err(self.error(format!("{attr}= expects a percentage, found {n}")))
        } else {
            Ok(n)
        }
    }

    fn day(&self, attr: &str) -> Result<NaiveDate, Error> {
        let v = self.text(attr)?;
        v.parse()
            .map_err(|_| self.error(format!("{attr}= expects a day as 2013-05-02, found {v:?}")))
    }

    fn yes(&self, attr: &str) -> Result<bool, Error> {
        match self.node.attribute(attr) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(v) => Err(self.error(format!("{attr}= expects true or false, found {v:?}"))),
        }
    }

    fn few<T>(&self, items: Vec<T>, what: &str) -> Result<Vec<T>, Error> {
        if items.len() > MAX_ITEMS {
            return Err(
                self.error(format!("expected at most {MAX_ITEMS} {what}, found {}", items.len()))
            );
        }
        Ok(items)
    }
}

fn read_layout(r: &Reader<'_, '_>) -> Result<Layout, Error> {
    r.only(
        &["name", "kind", "pages", "since", "until", "home", "unsupervised"],
        &["fingerprint", "record", "extent", "field", "build"],
    )?;
    let kind = match r.text("kind")? {
        "list" => LayoutKind::List,
        "entry" => LayoutKind::Entry,
        v => return Err(r.error(format!("kind= expects list or entry, found {v:?}"))),
    };
    let fingerprint = match r.all("fingerprint").as_slice() {
        [] => Fingerprint::default(),
        [f] => Fingerprint { has: not_around(f, read_patterns(f, &[])?)? },
        [_, second, ..] => return Err(second.error("expected at most one <fingerprint>")),
    };
    let record = match (kind, r.all("record").as_slice()) {
        (LayoutKind::List, [one]) => Some(read_record(one)?),
        (LayoutKind::List, _) => return Err(r.error("a layout of kind list needs one <record>")),
        (LayoutKind::Entry, []) => None,
        (LayoutKind::Entry, [one, ..]) => {
            return Err(one.error("a layout of kind entry has no <record>"));
        }
    };
    let extent = match (kind, r.all("extent").as_slice()) {
        (_, []) => None,
        (LayoutKind::List, [one]) => Some(read_extent(one)?),
        (_, [one]) => return Err(one.error("a layout of kind entry has no <extent>")),
        (_, [_, second, ..]) => return Err(second.error("expected at most one <extent>")),
    };
    let fields =
        r.few(r.all("field"), "fields")?.iter().map(read_field).collect::<Result<Vec<_>, _>>()?;
    let build = match r.all("build").as_slice() {
        [] => None,
        [b] => Some(read_build(b)?),
        [_, second, ..] => return Err(second.error("expected at most one <build>")),
    };
    let span = match (r.node.attribute("since"), r.node.attribute("until")) {
        (None, None) => None,
        (Some(_), Some(_)) => {
            let (since, until) = (r.day("since")?, r.day("until")?);
            if since > until {
                return Err(
                    r.error(format!("expected since= before until=, found {since} and {until}"))
                );
            }
            Some((since, until))
        }
        _ => return Err(r.error("since= and until= go together")),
    };
    let at_home = r.yes("home")?;
    if at_home && kind == LayoutKind::List {
        return Err(r.error("a layout of kind list has no home="));
    }
    Ok(Layout {
        name: r.text("name")?.to_owned(),
        kind,
        fingerprint,
        record,
        extent,
        fields: r.few(fields, "fields")?,
        pages: r.number("pages")?,
        build,
        span,
        at_home,
        unsupervised: r.yes("unsupervised")?,
    })
}

fn read_extent(r: &Reader<'_, '_>) -> Result<ExtentRule, Error> {
    r.only(&["more", "ellipsis", "plain", "alone", "short"], &["idle"])?;
    let of = |name: &str| match r.text(name)? {
        "full" => Ok(Extent::Full),
        "excerpt" => Ok(Extent::Excerpt),
        v => Err(r.error(format!("{name}= expects full or excerpt, found {v:?}"))),
    };
    let or_none = |name: &str| r.node.attribute(name).map(|_| of(name)).transpose();
    let short = r.node.attribute("short").map(|_| r.number("short")).transpose()?;
    let idle = r.all("idle");
    if let Some(next) = idle.get(MOST_IDLE) {
        return Err(next.error(format!("expected at most {MOST_IDLE} <idle>")));
    }
    let text_of = |i: &Reader<'_, '_>| {
        i.only(&["text"], &[])?;
        Ok(i.text("text")?.to_owned())
    };
    let idle = idle.iter().map(text_of).collect::<Result<_, Error>>()?;
    Ok(ExtentRule {
        more: of("more")?,
        ellipsis: or_none("ellipsis")?,
        plain: or_none("plain")?,
        alone: or_none("alone")?,
        short: short.unwrap_or(0),
        idle,
    })
}

fn read_build(r: &Reader<'_, '_>) -> Result<Build, Error> {
    r.only(&["alike", "shows", "outline", "before", "behind"], &["values"])?;
    let alike = r.percent("alike")?;
    let shows = r.node.attribute("shows").map(|_| r.number("shows")).transpose()?;
    let title = match (r.node.attribute("before"), r.node.attribute("behind")) {
        (None, None) => None,
        (before, behind) => {
            Some((before.unwrap_or("").to_owned(), behind.unwrap_or("").to_owned()))
        }
    };
    let outline = r.text("outline")?;
    if outline.len() > MAX_OUTLINE {
        return Err(r.error(format!(
            "expected an outline of at most {MAX_OUTLINE} bytes, found {}",
            outline.len()
        )));
    }
    let mut open = 0i64;
    let closed = outline.chars().all(|c| {
        open += i64::from(c == '(') - i64::from(c == ')');
        open >= 0
    });
    if !closed || open != 0 {
        return Err(
            r.error("outline= expects elements as in body(div.post(h2 a)), each bracket closed")
        );
    }
    let nodes = r.few(r.all("values"), "values")?;
    let values = nodes.iter().map(read_values).collect::<Result<Vec<_>, _>>()?;
    for (i, v) in values.iter().enumerate() {
        if values[..i].iter().any(|o| o.field == v.field) {
            return Err(nodes[i].error(format!("a second <values> for {}", v.field.name())));
        }
    }
    Ok(Build { outline: outline.to_owned(), alike, title, values, shows })
}

fn read_values(r: &Reader<'_, '_>) -> Result<Stands, Error> {
    r.only(&["field", "linked", "holds", "doubted", "at"], &[])?;
    let witness = |name: &str| {
        let known = || Witness::ALL.map(|w| w.name()).join(", ");
        Witness::from_name(name).ok_or_else(|| {
            r.error(format!("unknown witness {name:?}; expected one of {}", known()))
        })
    };
    let mut doubted: Vec<Witness> = r
        .node
        .attribute("doubted")
        .unwrap_or("")
        .split_ascii_whitespace()
        .map(witness)
        .collect::<Result<_, _>>()?;
    doubted.sort_unstable();
    doubted.dedup();
    let field = named_in(r, "field")?;
    let holds = r.node.attribute("holds").map(|h| read_holds(r, field, h)).transpose()?;
    let linked = r.node.attribute("linked").map(|_| r.percent("linked")).transpose()?;
    let at: Vec<String> = r.text("at")?.split_ascii_whitespace().map(str::to_owned).collect();
    if at.is_empty() {
        return Err(r.error("at= expects places as header/h2.title/a, found none"));
    }
    if at.len() > MOST_PLACES {
        return Err(
            r.error(format!("at= expects at most {MOST_PLACES} places, found {}", at.len()))
        );
    }
    Ok(Stands { field, at, linked, holds, doubted })
}

fn read_holds(r: &Reader<'_, '_>, field: Field, holds: &str) -> Result<Vec<Field>, Error> {
    if field != Field::Body {
        return Err(
            r.error(format!("holds= is for field=\"body\", found it for {:?}", field.name()))
        );
    }
    let mut out: Vec<Field> = Vec::new();
    for name in holds.split_ascii_whitespace() {
        let known = HELD.into_iter().find(|f| f.name() == name);
        let known = known.ok_or_else(|| {
            r.error(format!(
                "holds= expects some of {}, found {name:?}",
                HELD.map(|f| f.name()).join(", ")
            ))
        })?;
        if !out.contains(&known) {
            out.push(known);
        }
    }
    Ok(out)
}

fn read_record(r: &Reader<'_, '_>) -> Result<RecordRule, Error> {
    r.only(&["ends"], &["evidence", "start", "regex"])?;
    let ends = match r.text("ends")? {
        "element" => RecordEnd::Element,
        "sibling" => RecordEnd::Sibling,
        "next" => RecordEnd::Next,
        v => return Err(r.error(format!("ends= expects element, sibling or next, found {v:?}"))),
    };
    let start = r.one("start")?;
    let regex = match r.all("regex").as_slice() {
        [] => None,
        [x] => {
            x.only(&["start"], &[])?;
            Some(expression(x, "start")?)
        }
        [_, second, ..] => return Err(second.error("expected at most one <regex>")),
    };
    Ok(RecordRule {
        start: filled(&start, read_patterns(&start, &[])?)?,
        ends,
        evidence: read_evidence(r)?,
        regex,
    })
}

/// Only a start pattern says what stands around its tokens.
fn not_around(r: &Reader<'_, '_>, tokens: Vec<TokenPattern>) -> Result<Vec<TokenPattern>, Error> {
    match tokens.iter().position(|t| matches!(t, TokenPattern::Open { around: true, .. })) {
        None => Ok(tokens),
        Some(at) => {
            let node = r.node.children().filter(Node::is_element).nth(at).unwrap_or(r.node);
            Err(Reader { node }.error(format!(
                "around=\"true\" means nothing in <{}>: it belongs to <start>",
                r.name()
            )))
        }
    }
}

/// A start pattern has at least one token, and its last one is no container.
fn filled(r: &Reader<'_, '_>, tokens: Vec<TokenPattern>) -> Result<Vec<TokenPattern>, Error> {
    match tokens.last() {
        None => Err(r.error("<start> needs at least one token")),
        Some(TokenPattern::Open { around: true, .. }) => {
            Err(r.error("the last token of <start> cannot be around=\"true\": nothing follows it"))
        }
        Some(_) => Ok(tokens),
    }
}

fn read_evidence(r: &Reader<'_, '_>) -> Result<Evidence, Error> {
    let e = r.one("evidence")?;
    e.only(&["seen", "trained", "tested", "exact"], &[])?;
    Ok(Evidence {
        seen: e.number("seen")?,
        trained: e.number("trained")?,
        tested: e.number("tested")?,
        exact: e.number("exact")?,
    })
}

fn named_in(r: &Reader<'_, '_>, attr: &str) -> Result<Field, Error> {
    let name = r.text(attr)?;
    Field::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Field::ALL.iter().map(|f| f.name()).collect();
        r.error(format!("unknown field {name:?}; expected one of {}", known.join(", ")))
    })
}

fn read_sign(r: &Reader<'_, '_>, text: &str) -> Result<char, Error> {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    match (signs.next(), signs.next()) {
        (Some(sign), None) if text.len() == sign.len_utf8() => Ok(sign),
        _ => Err(r.error(format!("split= expects one sign, no white space, found {text:?}"))),
    }
}

fn read_field(r: &Reader<'_, '_>) -> Result<FieldRule, Error> {
    r.only(
        &["name", "value", "attr", "scope", "many", "split", "optional"],
        &["evidence", "profile", "date", "start", "end", "regex"],
    )?;
    let field = named_in(r, "name")?;
    let value = match r.text("value")? {
        "text" => Value::Text,
        "html" => Value::Html,
        "attr" => Value::Attr(r.text("attr")?.to_owned()),
        v => return Err(r.error(format!("value= expects text, html or attr, found {v:?}"))),
    };
    if r.node.attribute("attr").is_some() && !matches!(value, Value::Attr(_)) {
        return Err(r.error("attr= goes with value=\"attr\""));
    }
    let scope = match r.node.attribute("scope") {
        None | Some("record") => Scope::Record,
        Some("sticky") => Scope::Sticky,
        Some(v) => return Err(r.error(format!("scope= expects record or sticky, found {v:?}"))),
    };
    let split = r.node.attribute("split").map(|sign| read_sign(r, sign)).transpose()?;
    if split.is_some() && (field != Field::Tags || value != Value::Text) {
        return Err(r.error("split= goes with name=\"tags\" and value=\"text\""));
    }
    let profile = r.one("profile")?;
    profile.only(&["shortest", "longest"], &["value"])?;
    let name_of = |v: &Reader<'_, '_>| {
        v.only(&["is"], &[])?;
        Ok(v.text("is")?.to_owned())
    };
    let known = profile.few(
        profile.all("value").iter().map(name_of).collect::<Result<Vec<_>, Error>>()?,
        "values",
    )?;
    let date = match r.all("date").as_slice() {
        [] if field == Field::Date => return Err(r.error("a date field needs <date pattern=>")),
        [] => None,
        [d] => Some(read_date(d)?),
        [_, second, ..] => return Err(second.error("expected at most one <date>")),
    };
    let start = r.one("start")?;
    let ends = r.all("end").iter().map(read_end).collect::<Result<Vec<_>, _>>()?;
    let regex = match r.all("regex").as_slice() {
        [] => None,
        [x] => Some(read_regex(x)?),
        [_, second, ..] => return Err(second.error("expected at most one <regex>")),
    };
    Ok(FieldRule {
        field,
        scope,
        value,
        start: filled(&start, read_patterns(&start, &[])?)?,
        ends: r.few(ends, "ends")?,
        many: r.yes("many")?,
        split,
        optional: r.yes("optional")?,
        date,
        evidence: read_evidence(r)?,
        profile: Profile {
            shortest: profile.number("shortest")?,
            longest: profile.number("longest")?,
            known,
        },
        regex,
    })
}

fn read_end(r: &Reader<'_, '_>) -> Result<EndPattern, Error> {
    let tokens = not_around(r, read_patterns(r, &["level"])?)?;
    let level = match r.node.attribute("level") {
        None => None,
        Some(_) if tokens.is_empty() => return Err(r.error("<end> without tokens takes no level=")),
        Some(_) => Some(r.number("level")?),
    };
    Ok(EndPattern { tokens, level })
}

fn read_regex(r: &Reader<'_, '_>) -> Result<(String, String), Error> {
    r.only(&["start", "end"], &[])?;
    Ok((expression(r, "start")?, expression(r, "end")?))
}

/// An attribute that holds a regular expression.
fn expression(r: &Reader<'_, '_>, name: &str) -> Result<String, Error> {
    let v = r.text(name)?;
    regular::check(v).map_err(|e| {
        let what = e.replace('\n', " ");
        r.error(format!("{name}= is no regular expression that can be used: {what}"))
    })?;
    Ok(v.to_owned())
}

fn read_date(r: &Reader<'_, '_>) -> Result<Pattern, Error> {
    r.only(&["pattern", "lang"], &[])?;
    let mut p: Pattern = r.text("pattern")?.parse().map_err(|e: String| r.error(e))?;
    p.lang = r.node.attribute("lang").map(str::to_owned);
    Ok(p)
}

fn read_patterns(r: &Reader<'_, '_>, attrs: &[&str]) -> Result<Vec<TokenPattern>, Error> {
    r.only(attrs, &["open", "close", "text"])?;
    let tokens: Vec<_> = r
        .node
        .children()
        .filter(Node::is_element)
        .map(|node| read_token(&Reader { node }))
        .collect::<Result<_, _>>()?;
    r.few(tokens, "tokens in a pattern")
}

fn read_token(r: &Reader<'_, '_>) -> Result<TokenPattern, Error> {
    match r.name() {
        "open" => {
            r.only(&["tag", "around"], &["attr"])?;
            let attrs = r.all("attr").iter().map(read_attr).collect::<Result<Vec<_>, _>>()?;
            Ok(TokenPattern::Open {
                name: tag_name(r, true)?,
                attrs: r.few(attrs, "attributes")?,
                around: r.yes("around")?,
            })
        }
        "close" => {
            r.only(&["tag"], &[])?;
            Ok(TokenPattern::Close { name: tag_name(r, false)? })
        }
        _ => {
            r.only(&["is", "has"], &[])?;
            match (r.node.attribute("is"), r.node.attribute("has")) {
                (None, None) => Ok(TokenPattern::Text(TextTest::Any)),
                (Some(s), None) => Ok(TokenPattern::Text(TextTest::Is(s.to_owned()))),
                (None, Some("")) => Err(r.error("has= expects some text")),
                (None, Some(s)) => Ok(TokenPattern::Text(TextTest::Has(s.to_owned()))),
                _ => Err(r.error("<text> takes is= or has=, not both")),
            }
        }
    }
}

/// A tag's name as pages have it: lower case where it is HTML's own.
fn tag_name(r: &Reader<'_, '_>, start: bool) -> Result<String, Error> {
    let name = r.text("tag")?;
    // White space is what HTML takes for it, here and in lists of words: no-break spaces are none.
    if name.is_empty() || name.contains(|c: char| c.is_ascii_whitespace() || ">/".contains(c)) {
        return Err(r.error(format!("tag= expects the name of a tag, found {name:?}")));
    }
    if name == ANY_HEADING && !start {
        return Err(r.error(format!("tag=\"{ANY_HEADING}\" stands for start tags only")));
    }
    Ok(name.to_owned())
}

fn read_attr(r: &Reader<'_, '_>) -> Result<AttrPattern, Error> {
    r.only(&["name", "is", "has", "starts", "holds"], &[])?;
    let tests = ["is", "has", "starts", "holds"].map(|n| r.node.attribute(n));
    let test = match tests {
        [None, None, None, None] => AttrTest::Present,
        [Some(v), None, None, None] => AttrTest::Is(v.to_owned()),
        [None, Some(v), None, None]
            if v.is_empty() || v.contains(|c: char| c.is_ascii_whitespace()) =>
        {
            return Err(
                r.error(format!("has= expects one word of the attribute's list, found {v:?}"))
            );
        }
        [None, Some(v), None, None] => AttrTest::Has(v.to_owned()),
        [None, None, Some(v), None] => AttrTest::Starts(v.to_owned()),
        [None, None, None, Some(v)] => AttrTest::Holds(v.to_owned()),
        _ => return Err(r.error("<attr> takes one of is=, has=, starts=, holds=")),
    };
    Ok(AttrPattern { name: r.text("name")?.to_owned(), test })
}

fn read_index(r: &Reader<'_, '_>) -> Result<IndexRule, Error> {
    r.only(&["dated", "tag-rows"], &["link", "date", "slug", "navigation"])?;
    let (dated, tag_rows) = (r.yes("dated")?, r.yes("tag-rows")?);
    let mut index = IndexRule { dated, tag_rows, ..IndexRule::default() };
    for l in r.all("link") {
        l.only(&["shape"], &[])?;
        index.shapes.push(l.text("shape")?.parse().map_err(|e: String| l.error(e))?);
    }
    for d in r.all("date") {
        index.dates.push(read_date(&d)?);
    }
    index.slug = match r.all("slug").as_slice() {
        [] => None,
        [s] => {
            s.only(&["said", "says"], &[])?;
            Some((s.percent("said")?, s.percent("says")?))
        }
        [_, second, ..] => return Err(second.error("expected at most one <slug>")),
    };
    for n in r.all("navigation") {
        n.only(&["path", "most"], &[])?;
        let most = n.node.attribute("most").map(|_| n.number("most")).transpose()?;
        index.navigation.push(Navigation { path: n.text("path")?.to_owned(), most });
    }
    index.shapes = r.few(index.shapes, "link shapes")?;
    index.dates = r.few(index.dates, "dates")?;
    Ok(index)
}

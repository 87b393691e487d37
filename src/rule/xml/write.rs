//! Writing rule files: one token pattern a line.

use quick_xml::escape::escape;

use super::NAMESPACE;
use crate::date::Pattern;
use crate::entry::Extent;
use crate::rule::{
    AttrTest, Evidence, FORMAT_VERSION, FieldRule, Scope, TextTest, TokenPattern, Value, Wrapper,
};

struct Out {
    text: String,
}

impl Out {
    fn line(&mut self, depth: usize, line: &str) {
        for _ in 0..depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// `name="value"`, with a blank ahead. Characters that XML 1.0 cannot hold are left out: no page
/// can be matched by them in a rule.
fn attr(name: &str, value: &str) -> String {
    let xml = |c: char| matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..);
    let kept: String;
    let value = if value.chars().all(xml) {
        value
    } else {
        kept = value.chars().filter(|&c| xml(c)).collect();
        &kept
    };
    format!(
        " {name}=\"{}\"",
        escape(value).replace('\n', "&#10;").replace('\r', "&#13;").replace('\t', "&#9;")
    )
}

fn opt(name: &str, value: Option<&str>) -> String {
    value.map_or(String::new(), |v| attr(name, v))
}

fn flag(name: &str, on: bool) -> String {
    if on { attr(name, "true") } else { String::new() }
}

/// The wrapper as an XML document. Equal wrappers give equal text.
pub fn write(w: &Wrapper) -> String {
    let mut out = Out { text: String::new() };
    out.line(0, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
    out.line(
        0,
        &format!(
            "<wrapper xmlns=\"{NAMESPACE}\" version=\"{FORMAT_VERSION}\"{}>",
            attr("learner", &w.learner)
        ),
    );
    out.line(
        1,
        &format!(
            "<blog{}{}{}{}/>",
            attr("home", &w.home),
            attr("feed", &w.feed),
            opt("title", w.title.as_deref()),
            opt("lang", w.lang.as_deref())
        ),
    );
    for l in &w.layouts {
        let pages = l.pages.to_string();
        let span = l.span.map_or(String::new(), |(a, b)| {
            attr("since", &a.to_string()) + &attr("until", &b.to_string())
        });
        let home = flag("home", l.at_home);
        let unsupervised = flag("unsupervised", l.unsupervised);
        let head = format!(
            "{}{}{}{span}{home}{unsupervised}",
            attr("name", &l.name),
            attr("kind", l.kind.name()),
            attr("pages", &pages)
        );
        out.line(1, &format!("<layout{head}>"));
        if !l.fingerprint.has.is_empty() {
            patterns(&mut out, 2, "fingerprint", "", &l.fingerprint.has);
        }
        if let Some(r) = &l.record {
            out.line(2, &format!("<record{}>", attr("ends", r.ends.name())));
            evidence(&mut out, &r.evidence);
            patterns(&mut out, 3, "start", "", &r.start);
            if let Some(start) = &r.regex {
                out.line(3, &format!("<regex{}/>", attr("start", start)));
            }
            out.line(2, "</record>");
        }
        if let Some(e) = &l.extent {
            let plain = opt("plain", e.plain.map(Extent::name));
            let alone = opt("alone", e.alone.map(Extent::name));
            let short = Some(e.short).filter(|n| *n > 0).map(|n| n.to_string());
            let ellipsis = opt("ellipsis", e.ellipsis.map(Extent::name));
            let signs = attr("more", e.more.name())
                + &ellipsis
                + &plain
                + &alone
                + &opt("short", short.as_deref());
            let end = if e.idle.is_empty() { "/>" } else { ">" };
            out.line(2, &format!("<extent{signs}{end}"));
            for text in &e.idle {
                out.line(3, &format!("<idle{}/>", attr("text", text)));
            }
            if !e.idle.is_empty() {
                out.line(2, "</extent>");
            }
        }
        for f in &l.fields {
            field(&mut out, f);
        }
        if let Some(b) = &l.build {
            let title = b
                .title
                .as_ref()
                .map_or(String::new(), |(a, b)| attr("before", a) + &attr("behind", b));
            let build = format!(
                "<build{}{}{title}{}",
                attr("alike", &b.alike.to_string()),
                opt("shows", b.shows.map(|n| n.to_string()).as_deref()),
                attr("outline", &b.outline)
            );
            out.line(2, &(build + if b.values.is_empty() { "/>" } else { ">" }));
            for v in &b.values {
                let linked = opt("linked", v.linked.map(|n| n.to_string()).as_deref());
                let doubted: Vec<&str> = v.doubted.iter().map(|w| w.name()).collect();
                let doubted = Some(doubted.join(" ")).filter(|d| !d.is_empty());
                let holds = v
                    .holds
                    .as_ref()
                    .map(|h| h.iter().map(|f| f.name()).collect::<Vec<_>>().join(" "));
                let more =
                    linked + &opt("holds", holds.as_deref()) + &opt("doubted", doubted.as_deref());
                out.line(
                    3,
                    &format!(
                        "<values{}{more}{}/>",
                        attr("field", v.field.name()),
                        attr("at", &v.at.join(" "))
                    ),
                );
            }
            if !b.values.is_empty() {
                out.line(2, "</build>");
            }
        }
        out.line(1, "</layout>");
    }
    if let Some(i) = &w.index {
        out.line(1, &format!("<index{}{}>", flag("dated", i.dated), flag("tag-rows", i.tag_rows)));
        for s in &i.shapes {
            out.line(2, &format!("<link{}/>", attr("shape", &s.to_string())));
        }
        for d in &i.dates {
            out.line(2, &date(d));
        }
        if let Some((said, says)) = i.slug {
            out.line(
                2,
                &format!(
                    "<slug{}{}/>",
                    attr("said", &said.to_string()),
                    attr("says", &says.to_string())
                ),
            );
        }
        for n in &i.navigation {
            let most = n.most.map_or(String::new(), |n| attr("most", &n.to_string()));
            out.line(2, &format!("<navigation{}{most}/>", attr("path", &n.path)));
        }
        out.line(1, "</index>");
    }
    out.line(0, "</wrapper>");
    out.text
}

fn field(out: &mut Out, f: &FieldRule) {
    let (value, name) = match &f.value {
        Value::Text => ("text", None),
        Value::Html => ("html", None),
        Value::Attr(a) => ("attr", Some(a.as_str())),
    };
    let scope = if f.scope == Scope::Sticky { attr("scope", "sticky") } else { String::new() };
    out.line(
        2,
        &format!(
            "<field{}{}{}{scope}{}{}{}>",
            attr("name", f.field.name()),
            attr("value", value),
            opt("attr", name),
            flag("many", f.many),
            opt("split", f.split.map(String::from).as_deref()),
            flag("optional", f.optional)
        ),
    );
    evidence(out, &f.evidence);
    let (a, b) = (f.profile.shortest.to_string(), f.profile.longest.to_string());
    let profile = format!("<profile{}{}", attr("shortest", &a), attr("longest", &b));
    if f.profile.known.is_empty() {
        out.line(3, &(profile + "/>"));
    } else {
        let known: String =
            f.profile.known.iter().map(|k| format!("<value{}/>", attr("is", k))).collect();
        out.line(3, &format!("{profile}>{known}</profile>"));
    }
    if let Some(d) = &f.date {
        out.line(3, &date(d));
    }
    patterns(out, 3, "start", "", &f.start);
    for end in &f.ends {
        let level = end.level.map_or(String::new(), |l| attr("level", &l.to_string()));
        patterns(out, 3, "end", &level, &end.tokens);
    }
    if let Some((start, end)) = &f.regex {
        out.line(3, &format!("<regex{}", attr("start", start)));
        out.line(3, &format!("      {}/>", attr("end", end)));
    }
    out.line(2, "</field>");
}

fn evidence(out: &mut Out, e: &Evidence) {
    let n = [e.seen, e.trained, e.tested, e.exact].map(|n| n.to_string());
    out.line(
        3,
        &format!(
            "<evidence{}{}{}{}/>",
            attr("seen", &n[0]),
            attr("trained", &n[1]),
            attr("tested", &n[2]),
            attr("exact", &n[3])
        ),
    );
}

fn date(p: &Pattern) -> String {
    format!("<date{}{}/>", attr("pattern", &p.to_string()), opt("lang", p.lang.as_deref()))
}

fn patterns(out: &mut Out, depth: usize, name: &str, attrs: &str, tokens: &[TokenPattern]) {
    if tokens.is_empty() {
        out.line(depth, &format!("<{name}{attrs}/>"));
        return;
    }
    out.line(depth, &format!("<{name}{attrs}>"));
    for t in tokens {
        out.line(depth + 1, &token(t));
    }
    out.line(depth, &format!("</{name}>"));
}

fn token(t: &TokenPattern) -> String {
    match t {
        TokenPattern::Open { name, attrs, around } => {
            let head = format!("<open{}{}", attr("tag", name), flag("around", *around));
            if attrs.is_empty() {
                return head + "/>";
            }
            let tests: String = attrs
                .iter()
                .map(|a| {
                    let test = match &a.test {
                        AttrTest::Present => String::new(),
                        AttrTest::Is(v) => attr("is", v),
                        AttrTest::Has(v) => attr("has", v),
                        AttrTest::Starts(v) => attr("starts", v),
                        AttrTest::Holds(v) => attr("holds", v),
                    };
                    format!("<attr{}{test}/>", attr("name", &a.name))
                })
                .collect();
            format!("{head}>{tests}</open>")
        }
        TokenPattern::Close { name } => format!("<close{}/>", attr("tag", name)),
        TokenPattern::Text(TextTest::Any) => "<text/>".to_owned(),
        TokenPattern::Text(TextTest::Is(s)) => format!("<text{}/>", attr("is", s)),
        TokenPattern::Text(TextTest::Has(s)) => format!("<text{}/>", attr("has", s)),
    }
}

/// A list of tokens on one line, as people write tags: for reports, not for files.
pub fn brief(tokens: &[TokenPattern]) -> String {
    let one = |t: &TokenPattern| match t {
        TokenPattern::Open { name, attrs, around } => {
            let attrs: String = attrs
                .iter()
                .map(|a| match &a.test {
                    AttrTest::Present => format!(" {}", a.name),
                    AttrTest::Is(v) => format!(" {}={v:?}", a.name),
                    AttrTest::Has(v) => format!(" {}=\"{v}\"", a.name),
                    AttrTest::Starts(v) => format!(" {}=\"{v}…\"", a.name),
                    AttrTest::Holds(v) => format!(" {}=\"…{v}…\"", a.name),
                })
                .collect();
            format!("<{name}{attrs}>{}", if *around { " …" } else { "" })
        }
        TokenPattern::Close { name } => format!("</{name}>"),
        TokenPattern::Text(TextTest::Any) => "text".to_owned(),
        TokenPattern::Text(TextTest::Is(s) | TextTest::Has(s)) => format!("{s:?}"),
    };
    tokens.iter().map(one).collect::<Vec<_>>().join(" ")
}

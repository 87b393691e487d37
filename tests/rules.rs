//! Rule files: what is written reads back the same, what is wrong is an error with its place, and
//! the schema agrees.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::process::{Command, Stdio};

use feedstone::check::{Build, Stands, Witness};
use feedstone::internals::address::LinkShape;
use feedstone::internals::date::Pattern;
use feedstone::internals::entry::Field;
use feedstone::internals::error::Kind;
use feedstone::internals::rule::{
    AttrPattern, AttrTest, EndPattern, Evidence, ExtentRule, FieldRule, Fingerprint, IndexRule,
    Layout, LayoutKind, Navigation, Profile, RecordEnd, RecordRule, Scope, TextTest, TokenPattern,
    Value, Wrapper, xml,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

// ---------------------------------------------------------------- a wrapper by hand

fn open(name: &str, attrs: &[(&str, AttrTest)], around: bool) -> TokenPattern {
    let attrs = attrs
        .iter()
        .map(|(name, test)| AttrPattern { name: (*name).to_owned(), test: test.clone() })
        .collect();
    TokenPattern::Open { name: name.to_owned(), attrs, around }
}

fn close(name: &str) -> TokenPattern {
    TokenPattern::Close { name: name.to_owned() }
}

fn is(value: &str) -> AttrTest {
    AttrTest::Is(value.to_owned())
}

fn has(value: &str) -> AttrTest {
    AttrTest::Has(value.to_owned())
}

fn date(pattern: &str, lang: Option<&str>) -> Pattern {
    let mut p: Pattern = pattern.parse().unwrap();
    p.lang = lang.map(str::to_owned);
    p
}

fn shape(s: &str) -> LinkShape {
    s.parse().unwrap()
}

/// A rule without anything that may be left out.
fn plain(field: Field, value: Value, start: Vec<TokenPattern>) -> FieldRule {
    FieldRule {
        field,
        scope: Scope::Record,
        value,
        start,
        ends: Vec::new(),
        many: false,
        split: None,
        optional: false,
        date: None,
        evidence: Evidence { seen: 9, trained: 5, tested: 4, exact: 8 },
        profile: Profile { shortest: 1, longest: u32::MAX, known: Vec::new() },
        regex: None,
    }
}

/// Nothing but the blog.
fn bare() -> Wrapper {
    let text = r#"<wrapper xmlns="urn:feedstone:rules" version="1" learner="feedstone 0.1.0">
  <blog home="https://blog.example/" feed="https://blog.example/feed?a=1&amp;b=2"/>
</wrapper>"#;
    xml::read(text).unwrap()
}

/// Every feature of the format at least once.
fn full() -> Wrapper {
    let list = Layout {
        name: "list".to_owned(),
        kind: LayoutKind::List,
        fingerprint: Fingerprint {
            has: vec![
                open("body", &[("class", has("home"))], false),
                close("hr"),
                TokenPattern::Text(TextTest::Any),
            ],
        },
        record: Some(RecordRule {
            start: vec![
                open("main", &[], true),
                open(
                    "div",
                    &[("class", has("post")), ("id", AttrTest::Starts("post-".to_owned()))],
                    false,
                ),
            ],
            ends: RecordEnd::Element,
            evidence: Evidence { seen: 10, trained: 5, tested: 5, exact: 10 },
            regex: Some(r#"<div id="post-\d+""#.to_owned()),
        }),
        fields: vec![
            FieldRule {
                ends: vec![EndPattern { tokens: vec![close("a"), close("h2")], level: Some(0) }],
                regex: Some((
                    r#"<h2 class="t">\s*<a(?:\s[^>]*)?>\s*"#.to_owned(),
                    r"\s*</a>".to_owned(),
                )),
                ..plain(
                    Field::Title,
                    Value::Text,
                    vec![open("h2", &[("class", is("t"))], false), open("a", &[], false)],
                )
            },
            plain(
                Field::Link,
                Value::Attr("href".to_owned()),
                vec![open("a", &[("rel", AttrTest::Present)], false)],
            ),
            FieldRule {
                scope: Scope::Sticky,
                date: Some(date("d' de 'MMM' de 'y", Some("es"))),
                ..plain(Field::Date, Value::Text, vec![open("h*", &[], false)])
            },
            FieldRule {
                ends: vec![
                    EndPattern {
                        tokens: vec![TokenPattern::Text(TextTest::Has(" | ".to_owned()))],
                        level: None,
                    },
                    EndPattern {
                        tokens: vec![
                            open("br", &[], false),
                            TokenPattern::Text(TextTest::Is("more".to_owned())),
                        ],
                        level: Some(-1),
                    },
                    EndPattern::default(),
                ],
                optional: true,
                ..plain(
                    Field::Author,
                    Value::Text,
                    vec![close("b"), TokenPattern::Text(TextTest::Has("by \"the\" ".to_owned()))],
                )
            },
            FieldRule {
                many: true,
                split: Some('"'),
                ..plain(
                    Field::Tags,
                    Value::Text,
                    vec![open("ul", &[], true), open("a", &[("rel", has("tag"))], false)],
                )
            },
            FieldRule {
                optional: true,
                ..plain(Field::Excerpt, Value::Html, vec![open("p", &[], false)])
            },
        ],
        pages: 1,
        build: Some(Build {
            outline: "body(div.post(h2(a) p) div)".to_owned(),
            alike: 88,
            title: Some((String::new(), " – Salt & \"pepper\"".to_owned())),
            values: vec![
                Stands {
                    field: Field::Title,
                    at: vec!["h2".to_owned(), "h2/a.p-name".to_owned()],
                    linked: None,
                    holds: None,
                    doubted: Vec::new(),
                },
                Stands {
                    field: Field::Body,
                    at: vec!["div.post>^footer".to_owned()],
                    linked: None,
                    holds: Some(vec![Field::Date, Field::Tags]),
                    doubted: Vec::new(),
                },
                Stands {
                    field: Field::Tags,
                    at: vec!["ul/a".to_owned()],
                    linked: Some(97),
                    holds: None,
                    doubted: vec![Witness::Page, Witness::Elsewhere],
                },
            ],
            shows: Some(6),
        }),
        span: "2012-01-31".parse().ok().zip("2013-05-02".parse().ok()),
        extent: Some(ExtentRule::default()),
        at_home: false,
        unsupervised: true,
    };
    let entry = Layout {
        name: "entry, since <2012> & \"later\"".to_owned(),
        kind: LayoutKind::Entry,
        fingerprint: Fingerprint::default(),
        record: None,
        fields: vec![plain(
            Field::Body,
            Value::Html,
            vec![open("div", &[("class", has("entry"))], false)],
        )],
        pages: 12,
        build: None,
        span: None,
        extent: None,
        at_home: true,
        unsupervised: false,
    };
    let rows = Layout {
        name: "rows".to_owned(),
        record: Some(RecordRule {
            start: vec![open("dt", &[], false)],
            ends: RecordEnd::Sibling,
            evidence: Evidence::default(),
            regex: None,
        }),
        fingerprint: Fingerprint::default(),
        fields: Vec::new(),
        ..list.clone()
    };
    let flat = Layout {
        name: "flat".to_owned(),
        record: Some(RecordRule {
            start: vec![close("hr")],
            ends: RecordEnd::Next,
            evidence: Evidence::default(),
            regex: None,
        }),
        ..rows.clone()
    };
    let mut full = bare();
    full.title = Some("Salt & \"pepper\" – 塩\n".to_owned());
    full.lang = Some("pt-BR".to_owned());
    full.layouts = vec![list, rows, flat, entry];
    full.index = Some(IndexRule {
        shapes: vec![
            shape("blog.example/{dddd}/{dd}/*.html"),
            shape("blog.example/news/*"),
            shape("blog.example?p=*"),
        ],
        dates: vec![date("y年M月d", None), date("MMM d, yy", Some("en"))],
        dated: true,
        tag_rows: true,
        slug: Some((75, 50)),
        navigation: vec![Navigation { path: "div#main/nav.older/a".to_owned(), most: Some(2) }],
    });
    full
}

#[test]
fn every_feature_reads_back_the_same() {
    let text = xml::write(&full());
    assert_eq!(xml::read(&text).unwrap(), full(), "{text}");
}

#[test]
fn a_wrapper_without_layouts_reads_back_the_same() {
    assert_eq!(xml::read(&xml::write(&bare())).unwrap(), bare());
}

#[test]
fn equal_wrappers_give_equal_text() {
    let text = xml::write(&full());
    assert_eq!(xml::write(&xml::read(&text).unwrap()), text);
}

#[test]
fn one_token_pattern_stands_on_one_line() {
    let text = xml::write(&full());
    let line = concat!(
        r#"        <open tag="div"><attr name="class" has="post"/>"#,
        r#"<attr name="id" starts="post-"/></open>"#
    );
    assert!(text.lines().any(|l| l == line), "{text}");
}

#[test]
fn a_newline_in_a_value_is_a_character_reference() {
    let mut wrapper = bare();
    wrapper.title = Some("two\nlines\tand\ra half".to_owned());
    let text = xml::write(&wrapper);
    assert!(text.contains(r#"title="two&#10;lines&#9;and&#13;a half""#), "{text}");
}

#[test]
fn the_example_of_the_reference_page_reads() {
    let page = include_str!("../rules/README.md");
    let example = page
        .split("```xml\n")
        .find_map(|s| s.starts_with("<?xml").then(|| s.split("```").next().unwrap()))
        .unwrap();
    let w = xml::read(example).unwrap();
    assert_eq!(xml::read(&xml::write(&w)).unwrap(), w);
}

#[test]
fn the_example_of_the_reference_page_reads_its_page() {
    let page = include_str!("../rules/README.md");
    let block = |language: &str| page.split_once(language).unwrap().1.split("```").next().unwrap();
    let read =
        xml::read(block("```xml\n")).unwrap().extract(block("```html\n"), "https://salt.example/");
    assert_eq!(read.entries.len(), 1, "{}", read.why);
    let entry = &read.entries[0];
    assert_eq!(entry.title.as_deref(), Some("Brine"));
    assert_eq!(entry.link.as_deref(), Some("https://salt.example/2013/05/brine"));
    assert_eq!(entry.date.map(|d| d.to_string()).as_deref(), Some("2013-05-03"));
    assert_eq!(entry.tags.as_deref(), Some(&["food".to_owned()][..]));
    assert_eq!(entry.body_html.as_deref(), Some("<p>Take water and salt.</p>"));
}

// ---------------------------------------------------------------- dates and link shapes

#[test]
fn date_patterns_read_back_the_same() {
    for p in [
        "y",
        "MMM",
        "d MMM y",
        "y-M-d",
        "d.M.yy",
        "y年M月d",
        "MMM d, y",
        "d' de 'MMM' de 'y",
        "MMM d' th , 'y",
        "d MMM، y",
        "y년 M월 d",
    ] {
        assert_eq!(date(p, None).to_string(), p);
    }
}

#[test]
fn date_patterns_of_any_separators_read_back_the_same() {
    // As pages write them: 3 May '13, 2 d'abril de 2013, 05.May'13, 3de maio, 03May2013.
    for between in [
        [" ", " '"],
        [" d'", " de "],
        [".", "'"],
        ["de ", " "],
        [" ", " de l'any "],
        ["de", " "],
        ["", ""],
    ] {
        let parts = date("d MMM y", None).parts;
        let p = Pattern { parts, between: between.map(str::to_owned).to_vec(), lang: None };
        assert_eq!(p.to_string().parse::<Pattern>().as_ref(), Ok(&p), "{p}");
    }
}

#[test]
fn link_shapes_read_back_the_same() {
    for s in [
        "blog.example",
        "blog.example/*",
        "blog.example/{dddd}/{dd}/*.html",
        "blog.example/a.b/{d}.php",
        "blog.example/*?p=*",
        "b.example?p=*",
        "b.example/*?to=https://b.example/=*",
        "b.example/a://b/*?=*=*",
    ] {
        assert_eq!(shape(s).to_string(), s);
    }
}

// ---------------------------------------------------------------- random wrappers

/// Letters, and all that XML has to escape, fold or leave alone.
const CHARS: &[char] = &[
    ' ', ' ', '\n', '\t', '\r', '"', '\'', '<', '>', '&', ';', '#', ']', '-', '%', '\\', 'a', 'Z',
    '0', 'é', 'ß', '塩', '\u{85}', '\u{a0}', '\u{2028}', '\u{feff}', '\u{fffd}', '🪨',
];

fn text() -> impl Strategy<Value = String> {
    vec(select(CHARS), 0..8).prop_map(|c| c.into_iter().collect())
}

fn filled() -> impl Strategy<Value = String> {
    vec(select(CHARS), 1..8).prop_map(|c| c.into_iter().collect())
}

fn attr_patterns() -> impl Strategy<Value = Vec<AttrPattern>> {
    let test = prop_oneof![
        Just(AttrTest::Present),
        text().prop_map(AttrTest::Is),
        select(&TAGS[1..]).prop_map(|word| AttrTest::Has(word.to_owned())),
        text().prop_map(AttrTest::Starts),
        text().prop_map(AttrTest::Holds)
    ];
    vec((text(), test).prop_map(|(name, test)| AttrPattern { name, test }), 0..3)
}

/// Tag names: any heading, HTML's own, and what custom elements may be called.
const TAGS: &[&str] = &["h*", "p", "h2", "x-größe", "svg:a&b"];

fn token() -> impl Strategy<Value = TokenPattern> {
    prop_oneof![
        (select(TAGS), attr_patterns()).prop_map(|(name, attrs)| TokenPattern::Open {
            name: name.to_owned(),
            attrs,
            around: false
        }),
        select(&TAGS[1..]).prop_map(|name| TokenPattern::Close { name: name.to_owned() }),
        Just(TokenPattern::Text(TextTest::Any)),
        text().prop_map(|s| TokenPattern::Text(TextTest::Is(s))),
        filled().prop_map(|s| TokenPattern::Text(TextTest::Has(s))),
    ]
}

/// At least one token; only here some stand around what follows, never the last one.
fn start() -> impl Strategy<Value = Vec<TokenPattern>> {
    (vec(token(), 1..4), any::<bool>()).prop_map(|(mut tokens, containers)| {
        let last = tokens.len() - 1;
        for t in &mut tokens[..last] {
            if let TokenPattern::Open { around, .. } = t {
                *around = containers;
            }
        }
        tokens
    })
}

/// An end without tokens has no level.
fn ends() -> impl Strategy<Value = Vec<EndPattern>> {
    let end = (vec(token(), 0..3), any::<Option<i16>>()).prop_map(|(tokens, level)| EndPattern {
        level: level.filter(|_| !tokens.is_empty()),
        tokens,
    });
    vec(end, 0..3)
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let patterns = vec![
        "y",
        "MMM",
        "d MMM y",
        "y-M-d",
        "d.M.yy",
        "y年M月d",
        "MMM d, y",
        "d' de 'MMM' de 'y",
        "MMM d' th , 'y",
    ];
    (select(patterns), proptest::option::of(text())).prop_map(|(p, lang)| date(p, lang.as_deref()))
}

fn evidence() -> impl Strategy<Value = Evidence> {
    any::<(u32, u32, u32, u32)>().prop_map(|(seen, trained, tested, exact)| Evidence {
        seen,
        trained,
        tested,
        exact,
    })
}

/// A sign that parts tags, of those that XML writes otherwise than it means them.
fn select_sign(many: bool) -> Option<char> {
    Some(if many { '&' } else { '、' })
}

fn field() -> impl Strategy<Value = FieldRule> {
    let value = prop_oneof![Just(Value::Text), Just(Value::Html), text().prop_map(Value::Attr)];
    let date = (pattern(), any::<bool>());
    let regexes = vec![("<p>\\s*", "</p>"), ("(?x) a # \"two\"\n b", "&amp;|\\n|\t"), ("", " ")];
    let regex =
        proptest::option::of(select(regexes).prop_map(|(a, b)| (a.to_owned(), b.to_owned())));
    let head =
        (select(Field::ALL.to_vec()), any::<(bool, bool, bool)>(), value, any::<(u32, u32)>());
    (head, start(), ends(), date, evidence(), regex).prop_map(
        |(head, start, ends, (pattern, dated), evidence, regex)| {
            let (field, (sticky, many, optional), value, (shortest, longest)) = head;
            let parts = field == Field::Tags && value == Value::Text;
            FieldRule {
                split: select_sign(many).filter(|_| parts),
                field,
                scope: if sticky { Scope::Sticky } else { Scope::Record },
                value,
                start,
                ends,
                many,
                optional,
                date: (dated || field == Field::Date).then_some(pattern),
                evidence,
                profile: Profile {
                    shortest,
                    longest,
                    known: if many { vec!["A & B".to_owned(), String::new()] } else { Vec::new() },
                },
                regex,
            }
        },
    )
}

fn layout() -> impl Strategy<Value = Layout> {
    let ends = select(vec![RecordEnd::Element, RecordEnd::Sibling, RecordEnd::Next]);
    let regex = proptest::option::of(
        select(vec!["<p>\\s*", "(?x) a # \"two\"\n b"]).prop_map(str::to_owned),
    );
    let record = (start(), ends, evidence(), regex)
        .prop_map(|(start, ends, evidence, regex)| RecordRule { start, ends, evidence, regex });
    (text(), proptest::option::of(record), vec(token(), 0..3), vec(field(), 0..3), any::<u32>())
        .prop_map(|(name, record, has, fields, pages)| {
            let kind = if record.is_some() { LayoutKind::List } else { LayoutKind::Entry };
            let build = (pages % 2 == 0).then(|| Build {
                outline: "body(a.b a)".to_owned(),
                alike: pages % 101,
                title: None,
                values: Vec::new(),
                shows: (pages % 4 == 0).then_some(pages),
            });
            let span = (pages % 3 == 0)
                .then(|| ("1999-12-31".parse().unwrap(), "2000-01-01".parse().unwrap()));
            let unsupervised = pages % 5 == 0;
            Layout {
                name,
                kind,
                fingerprint: Fingerprint { has },
                record,
                extent: (kind == LayoutKind::List).then(ExtentRule::default),
                fields,
                pages,
                build,
                span,
                at_home: false,
                unsupervised,
            }
        })
}

fn index() -> impl Strategy<Value = IndexRule> {
    let shapes = vec![
        "blog.example",
        "blog.example/{dddd}/{dd}/*.html",
        "bücher.example/a b/<&>/*",
        "blog.example/*?p=*",
    ];
    let navigation =
        (text(), prop::option::of(0usize..9)).prop_map(|(path, most)| Navigation { path, most });
    (vec(select(shapes), 0..3), vec(pattern(), 0..3), vec(navigation, 0..3)).prop_map(
        |(shapes, dates, navigation)| IndexRule {
            dated: shapes.len() == 1,
            tag_rows: shapes.len() > 1,
            slug: (shapes.len() == 2).then_some((0, 100)),
            shapes: shapes.into_iter().map(shape).collect(),
            dates,
            navigation,
        },
    )
}

fn any_wrapper() -> impl Strategy<Value = Wrapper> {
    let names =
        (text(), text(), proptest::option::of(text()), proptest::option::of(text()), text());
    (names, vec(layout(), 0..3), proptest::option::of(index())).prop_map(
        |((home, feed, title, lang, learner), mut layouts, index)| {
            for (i, l) in layouts.iter_mut().enumerate() {
                l.name.push_str(&i.to_string());
            }
            let mut wrapper = bare();
            (wrapper.home, wrapper.feed) = (home, feed);
            (wrapper.title, wrapper.lang, wrapper.learner) = (title, lang, learner);
            (wrapper.layouts, wrapper.index) = (layouts, index);
            wrapper
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_wrapper_reads_back_the_same(w in any_wrapper()) {
        let text = xml::write(&w);
        let back = xml::read(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(back, w);
    }

    #[test]
    fn a_file_cut_anywhere_is_an_error(share in 0.0..1.0f64) {
        let text = xml::write(&full());
        let text = text.trim_end();
        let nth = (text.chars().count() as f64 * share) as usize;
        let cut = (0..text.len()).filter(|&i| text.is_char_boundary(i)).nth(nth).unwrap_or(0);
        prop_assert_eq!(xml::read(&text[..cut]).unwrap_err().kind(), Kind::Rules);
    }

    #[test]
    fn one_character_changed_never_panics(at in 0usize..8192, with in select(CHARS)) {
        let mut chars: Vec<char> = xml::write(&full()).chars().collect();
        let n = chars.len();
        chars[at % n] = with;
        if let Err(e) = xml::read(&chars.into_iter().collect::<String>()) {
            prop_assert_eq!(e.kind(), Kind::Rules);
            prop_assert!(e.place().is_some());
        }
    }
}

// ---------------------------------------------------------------- files by hand

const GOOD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<wrapper xmlns="urn:feedstone:rules" version="1" learner="by hand">
  <blog home="https://blog.example/" feed="https://blog.example/feed"/>
  <layout name="list" kind="list" pages="1">
    <fingerprint>
      <open tag="body"><attr name="class" has="home"/></open>
    </fingerprint>
    <record ends="element">
      <evidence seen="4" trained="2" tested="2" exact="4"/>
      <start>
        <open tag="div"><attr name="class" has="post"/></open>
      </start>
    </record>
    <field name="date" value="text">
      <evidence seen="4" trained="2" tested="2" exact="3"/>
      <profile shortest="10" longest="11"/>
      <date pattern="d MMM y" lang="en"/>
      <start>
        <open tag="p" around="true"/>
        <text has="Posted "/>
      </start>
      <end level="0">
        <text has=" by"/>
      </end>
      <regex start="&lt;p>Posted " end=" by"/>
    </field>
  </layout>
  <layout name="entry" kind="entry" pages="4">
    <field name="title" value="text">
      <evidence seen="5" trained="3" tested="2" exact="5"/>
      <profile shortest="3" longest="60"/>
      <start>
        <open tag="h1"/>
      </start>
    </field>
  </layout>
  <index>
    <link shape="blog.example/{dddd}/*"/>
    <date pattern="y-M-d"/>
    <navigation path="nav/a"/>
  </index>
</wrapper>
"#;

/// The good file with one place changed.
fn edit(from: &str, to: &str) -> String {
    assert_eq!(GOOD.matches(from).count(), 1, "{from:?} must occur once in the good file");
    GOOD.replace(from, to)
}

#[test]
fn the_good_file_reads() {
    xml::read(GOOD).unwrap();
}

#[test]
fn these_mean_the_same_as_the_good_file() {
    let same: &[(&str, String)] = &[
        ("comment", edit("<open tag=\"h1\"/>", "<!-- the heading --><open tag=\"h1\"/>")),
        (
            "processing instruction",
            edit("<wrapper ", "<?xml-model href=\"rules.xsd\"?>\n<wrapper "),
        ),
        ("byte order mark", format!("\u{feff}{GOOD}")),
        ("no XML declaration", edit("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "")),
        ("line ends of Windows", GOOD.replace('\n', "\r\n")),
        ("one long line", GOOD.replace('\n', " ")),
        ("single quotes", edit("pages=\"4\"", "pages='4'")),
        ("character reference", edit("has=\"Posted \"", "has=\"Post&#x65;d&#32;\"")),
        (
            "defaults spelt out",
            edit(
                "name=\"title\"",
                "name=\"title\" scope=\"record\" many=\"false\" optional=\"false\"",
            ),
        ),
        ("an end tag instead of />", edit("<open tag=\"h1\"/>", "<open tag=\"h1\"></open>")),
        (
            "children in another order",
            edit(
                "<date pattern=\"y-M-d\"/>\n    <navigation path=\"nav/a\"/>",
                "<navigation path=\"nav/a\"/><date pattern=\"y-M-d\"/>",
            ),
        ),
        ("the namespace as a prefix", prefixed()),
    ];
    for (name, file) in same {
        assert_eq!(
            xml::read(file).unwrap_or_else(|e| panic!("{name}: {e}")),
            xml::read(GOOD).unwrap(),
            "{name}"
        );
    }
}

fn prefixed() -> String {
    let (head, body) = GOOD.split_once('\n').unwrap();
    let body = body
        .replace("</", "\0")
        .replace('<', "<r:")
        .replace('\0', "</r:")
        .replace("xmlns=", "xmlns:r=");
    format!("{head}\n{body}")
}

#[test]
fn a_file_of_the_largest_size_reads() {
    let file = format!("{GOOD}{}", " ".repeat(xml::MAX_BYTES - GOOD.len()));
    xml::read(&file).unwrap();
}

/// A wrong file. `at` is `line:column`, `line`, `*` (some place) or empty (none); `schema`: the
/// schema rejects it as well.
struct Bad {
    name: &'static str,
    file: String,
    at: &'static str,
    says: &'static str,
    schema: bool,
}

/// What the schema can see too.
const BOTH: bool = true;
/// What XML Schema 1.0 cannot say.
const READER: bool = false;

/// One change to the good file: name, what, by what, place of the error, words of its message, who
/// sees it.
type Slip = (&'static str, &'static str, &'static str, &'static str, &'static str, bool);

#[rustfmt::skip]
const SLIPS: &[Slip] = &[
    // wrapper
    ("no namespace", r#" xmlns="urn:feedstone:rules""#, "", "2:1", "without that namespace", BOTH),
    ("another namespace", "urn:feedstone:rules", "urn:other",
     "2:1", "without that namespace", BOTH),
    ("another version", r#"version="1" learner"#, r#"version="2" learner"#,
     "2:1", "expected version 1, found 2", BOTH),
    ("version no number", r#"version="1" learner"#, r#"version="one" learner"#,
     "2:1", "found \"one\"", BOTH),
    ("no version", r#" version="1" learner"#, " learner", "2:1", "<wrapper> needs version=", BOTH),
    ("no learner", r#" learner="by hand""#, "", "2:1", "<wrapper> needs learner=", BOTH),
    ("attribute of another namespace", r#"learner="by hand""#, r#"learner="by hand" xml:lang="en""#,
     "2:1", "no attribute \"lang\"", BOTH),
    ("no blog", r#"<blog home="https://blog.example/" feed="https://blog.example/feed"/>"#, "",
     "2:1", "expected one <blog>", BOTH),
    ("two blogs", "<blog ", r#"<blog home="https://b.example/" feed="https://b.example/f"/><blog "#,
     "*", "expected one <blog>", BOTH),
    ("blog without feed", r#" feed="https://blog.example/feed""#, "",
     "3:3", "<blog> needs feed=", BOTH),
    ("blog with a child", r#"blog.example/feed"/>"#, r#"blog.example/feed"><a/></blog>"#,
     "3:71", "<a> cannot stand in <blog>, which holds: nothing", BOTH),
    ("unknown element in wrapper", "<blog ", "<note/><blog ",
     "3:3", "<note> cannot stand in <wrapper>", BOTH),
    // layout
    ("unknown attribute", r#"pages="4""#, r#"pages="4" colour="red""#,
     "28:3", "<layout> has no attribute \"colour\"", BOTH),
    ("no kind", r#" kind="entry""#, "", "28:3", "<layout> needs kind=", BOTH),
    ("unknown kind", r#"kind="entry""#, r#"kind="page""#,
     "28:3", "expects list or entry, found \"page\"", BOTH),
    ("no pages", r#" pages="4""#, "", "28:3", "<layout> needs pages=", BOTH),
    ("pages no number", r#"pages="4""#, r#"pages="four""#,
     "28:3", "expects a whole number, found \"four\"", BOTH),
    ("pages negative", r#"pages="4""#, r#"pages="-4""#, "28:3", "found \"-4\"", BOTH),
    ("pages too large", r#"pages="4""#, r#"pages="4294967296""#,
     "28:3", "found \"4294967296\"", BOTH),
    ("no layout name", r#" name="entry""#, "", "28:3", "<layout> needs name=", BOTH),
    ("two layouts of one name", r#"name="entry""#, r#"name="list""#,
     "*", "two layouts have the name \"list\"", BOTH),
    ("since without until", r#"pages="4""#, r#"pages="4" since="2012-01-31""#,
     "28:3", "since= and until= go together", READER),
    ("no day", r#"pages="4""#, r#"pages="4" since="2012" until="2013-01-01""#,
     "28:3", "expects a day as 2013-05-02, found \"2012\"", BOTH),
    ("unsupervised maybe", r#"pages="4""#, r#"pages="4" unsupervised="maybe""#,
     "28:3", "expects true or false", BOTH),
    ("home of a list", r#"kind="list""#, r#"kind="list" home="true""#,
     "*", "a layout of kind list has no home=", READER),
    ("two builds", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\"/><build alike=\"90\" outline=\"body\"/></layout><index>",
     "*", "at most one <build>", BOTH),
    ("build of more than all", "  </layout>\n  <index>",
     "<build alike=\"101\" outline=\"body\"/></layout><index>",
     "*", "expects a percentage, found 101", BOTH),
    ("shows no number", "  </layout>\n  <index>",
     "<build alike=\"90\" shows=\"many\" outline=\"body\"/></layout><index>",
     "*", "shows= expects a whole number, found \"many\"", BOTH),
    ("values of no place", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"title\" at=\" \"/></build></layout><index>",
     "*", "found none", BOTH),
    ("values of no field", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"price\" at=\"h2\"/></build></layout><index>",
     "*", "unknown field \"price\"", BOTH),
    ("two values of one field", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"title\" at=\"h2\"/><values field=\"title\" at=\"h3\"/></build></layout>\
      <index>",
     "*", "a second <values> for title", READER),
    ("no such field in a body", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"body\" holds=\"link\" at=\"div>p\"/></build></layout><index>",
     "*", "holds= expects some of title, date, author, tags, found \"link\"", BOTH),
    ("what tags hold", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"tags\" holds=\"date\" at=\"ul/a\"/></build></layout><index>",
     "*", "holds= is for field=\"body\"", READER),
    ("seven places", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"tags\" at=\"a b c d e f g\"/></build></layout><index>",
     "*", "at= expects at most 6 places, found 7", BOTH),
    ("no such witness", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body\">\
      <values field=\"title\" doubted=\"nobody\" at=\"h2\"/></build></layout><index>",
     "*", "unknown witness \"nobody\"", BOTH),
    ("build not closed", "  </layout>\n  <index>",
     "<build alike=\"90\" outline=\"body(p\"/></layout><index>",
     "*", "each bracket closed", READER),
    ("slug of more than all", "    <navigation", "<slug said=\"7\" says=\"700\"/><navigation",
     "*", "expects a percentage, found 700", BOTH),
    ("two slugs", "    <navigation",
     "<slug said=\"7\" says=\"7\"/><slug said=\"7\" says=\"7\"/><navigation",
     "*", "at most one <slug>", BOTH),
    ("value without is", r#"<profile shortest="3" longest="60"/>"#,
     r#"<profile shortest="3" longest="60"><value/></profile>"#,
     "*", "<value> needs is=", BOTH),
    ("list without record", r#"kind="entry""#, r#"kind="list""#,
     "28:3", "kind list needs one <record>", READER),
    ("entry with record", r#"kind="list""#, r#"kind="entry""#,
     "8:5", "kind entry has no <record>", READER),
    ("two fingerprints", "<fingerprint>", "<fingerprint/><fingerprint>",
     "5:19", "at most one <fingerprint>", BOTH),
    // record
    ("two records", r#"<field name="date""#, r#"<record ends="next"/><field name="date""#,
     "4:3", "needs one <record>", BOTH),
    ("record without ends", r#" ends="element""#, "", "8:5", "<record> needs ends=", BOTH),
    ("record that ends never", r#"ends="element""#, r#"ends="never""#,
     "8:5", "expects element, sibling or next, found \"never\"", BOTH),
    ("record without evidence", r#"<evidence seen="4" trained="2" tested="2" exact="4"/>"#, "",
     "8:5", "<record> needs <evidence>", BOTH),
    ("record with a field", r#"    </record>"#, r#"    <field/></record>"#,
     "13:5", "<field> cannot stand in <record>", BOTH),
    ("record with a regex that ends", "    </record>", "<regex start=\"a\" end=\"b\"/></record>",
     "13:1", "<regex> has no attribute \"end\"", BOTH),
    ("record with a bad regex", "    </record>", "<regex start=\"(a\"/></record>",
     "13:1", "start= is no regular expression", READER),
    ("record with two regexes", "    </record>",
     "<regex start=\"a\"/><regex start=\"b\"/></record>",
     "13:19", "at most one <regex>", BOTH),
    // field
    ("unknown field", r#"name="title""#, r#"name="headline""#,
     "29:5", "unknown field \"headline\"; expected one of title, link", BOTH),
    ("field name in capitals", r#"name="title""#, r#"name="Title""#,
     "29:5", "unknown field \"Title\"", BOTH),
    ("unknown value", r#"name="title" value="text""#, r#"name="title" value="markdown""#,
     "29:5", "expects text, html or attr", BOTH),
    ("value attr without attr", r#"name="title" value="text""#, r#"name="title" value="attr""#,
     "29:5", "<field> needs attr=", READER),
    ("unknown scope", r#"name="title""#, r#"name="title" scope="page""#,
     "29:5", "expects record or sticky, found \"page\"", BOTH),
    ("many no bool", r#"name="title""#, r#"name="title" many="1""#,
     "29:5", "many= expects true or false, found \"1\"", BOTH),
    ("split of a title", r#"name="title""#, r#"name="title" split=",""#,
     "29:5", "split= goes with name=\"tags\"", READER),
    ("split at two signs", r#"name="title" value="text""#,
     r#"name="tags" value="text" split=", ""#,
     "29:5", "split= expects one sign, no white space, found \", \"", BOTH),
    ("split at white space", r#"name="title" value="text""#,
     "name=\"tags\" value=\"text\" split=\" \"",
     "29:5", "split= expects one sign, no white space, found \" \"", BOTH),
    ("optional no bool", r#"name="title""#, r#"name="title" optional="""#,
     "29:5", "optional= expects true or false", BOTH),
    ("unknown element in field", "<profile shortest=\"3\"", "<remark/><profile shortest=\"3\"",
     "31:7", "<remark> cannot stand in <field>", BOTH),
    ("element of another namespace", "<profile shortest=\"3\"",
     "<profile xmlns=\"urn:other\" shortest=\"3\"",
     "31:7", "<profile> cannot stand in <field>", BOTH),
    ("no evidence", r#"<evidence seen="5" trained="3" tested="2" exact="5"/>"#, "",
     "29:5", "<field> needs <evidence>", BOTH),
    ("evidence without exact", r#" exact="5""#, "", "30:7", "<evidence> needs exact=", BOTH),
    ("no profile", r#"<profile shortest="3" longest="60"/>"#, "",
     "29:5", "<field> needs <profile>", BOTH),
    ("profile with a fraction", r#"longest="60""#, r#"longest="60.5""#,
     "31:7", "found \"60.5\"", BOTH),
    // date
    ("date field without date", r#"<date pattern="d MMM y" lang="en"/>"#, "",
     "14:5", "a date field needs <date pattern=>", READER),
    ("two dates", r#"<date pattern="d MMM y" lang="en"/>"#,
     r#"<date pattern="d MMM y" lang="en"/><date pattern="y"/>"#,
     "17:42", "at most one <date>", BOTH),
    ("date without pattern", r#" pattern="d MMM y""#, "", "17:7", "<date> needs pattern=", BOTH),
    ("empty date pattern", r#"pattern="d MMM y""#, r#"pattern="""#,
     "17:7", "expected one to three fields", BOTH),
    ("date pattern of other letters", r#"pattern="d MMM y""#, r#"pattern="dd MMM yyyy""#,
     "17:7", "expected a field", BOTH),
    ("date pattern of strftime", r#"pattern="d MMM y""#, r#"pattern="%Y-%m-%d""#,
     "17:7", "starts with a field", BOTH),
    ("date pattern with a tail", r#"pattern="y-M-d""#, r#"pattern="y-M-d.""#,
     "39:5", "expected one to three fields", BOTH),
    ("date pattern of four fields", r#"pattern="y-M-d""#, r#"pattern="y-M-d-y""#,
     "39:5", "expected one to three fields", BOTH),
    // start, end, tokens
    ("no start", "<start>\n        <open tag=\"h1\"/>\n      </start>", "",
     "29:5", "<field> needs <start>", BOTH),
    ("two starts", "<open tag=\"h1\"/>\n      </start>",
     "<open tag=\"h1\"/>\n      </start><start><close tag=\"p\"/></start>",
     "34:15", "found a second", BOTH),
    ("start empty", r#"<open tag="h1"/>"#, "", "32:7", "<start> needs at least one token", BOTH),
    ("last start token around", r#"<open tag="h1"/>"#, r#"<open tag="h1" around="true"/>"#,
     "32:7", "nothing follows it", READER),
    ("start with an attribute", "<start>\n        <open tag=\"h1\"/>",
     "<start level=\"0\">\n        <open tag=\"h1\"/>",
     "32:7", "<start> has no attribute \"level\"", BOTH),
    ("unknown token", r#"<open tag="h1"/>"#, r#"<tag name="h1"/>"#,
     "33:9", "<tag> cannot stand in <start>, which holds: open, close, text", BOTH),
    ("open without tag", r#"<open tag="h1"/>"#, "<open/>", "33:9", "<open> needs tag=", BOTH),
    ("close without tag", r#"<open tag="h1"/>"#, "<close/>", "33:9", "<close> needs tag=", BOTH),
    ("close with attributes", r#"<open tag="h1"/>"#, r#"<close tag="p"><attr name="id"/></close>"#,
     "33:24", "<attr> cannot stand in <close>", BOTH),
    ("around no bool", r#"around="true""#, r#"around="yes""#,
     "19:9", "around= expects true or false, found \"yes\"", BOTH),
    ("end without tokens with a level", r#"<end level="0">"#, r#"<end level="0"/><end level="0">"#,
     "22:7", "takes no level=", READER),
    ("level no number", r#"level="0""#, r#"level="inner""#, "22:7", "found \"inner\"", BOTH),
    ("level too deep", r#"level="0""#, r#"level="40000""#, "22:7", "found \"40000\"", BOTH),
    ("text with is and has", r#"<text has="Posted "/>"#, r#"<text is="Posted" has="Posted "/>"#,
     "20:9", "is= or has=, not both", BOTH),
    ("text has nothing", r#"<text has=" by"/>"#, r#"<text has=""/>"#,
     "23:9", "expects some text", BOTH),
    ("text with a prefix test", r#"<text has=" by"/>"#, r#"<text starts=" by"/>"#,
     "23:9", "<text> has no attribute \"starts\"", BOTH),
    ("attr with two tests", r#"has="home""#, r#"has="home" is="home""#,
     "6:24", "takes one of is=, has=, starts=, holds=", BOTH),
    ("attr with three tests", r#"has="home""#, r#"has="home" is="home" starts="h""#,
     "6:24", "takes one of is=, has=, starts=, holds=", BOTH),
    ("attr without name", r#"<attr name="class" has="home"/>"#, r#"<attr has="home"/>"#,
     "6:24", "<attr> needs name=", BOTH),
    ("stray text", r#"<open tag="h1"/>"#, r#"<open tag="h1"/>h1"#,
     "33:25", "text cannot stand in <start>", BOTH),
    ("stray text in CDATA", r#"<open tag="h1"/>"#, r#"<open tag="h1"/><![CDATA[h1]]>"#,
     "*", "text cannot stand in <start>", BOTH),
    // regex
    ("bad regex", r#"end=" by""#, r#"end=" (by""#, "25:7", "end= is no regular expression", READER),
    ("regex with look-ahead", r#"end=" by""#, r#"end="(?= by)""#,
     "25:7", "end= is no regular expression", READER),
    ("regex that grows too large", r#"end=" by""#, r#"end="(\w{1000}){1000}""#,
     "25:7", "end= is no regular expression", READER),
    ("two regexes", "<regex ", "<regex start=\"a\" end=\"b\"/><regex ",
     "25:33", "at most one <regex>", BOTH),
    ("regex without end", r#" end=" by""#, "", "25:7", "<regex> needs end=", BOTH),
    // index
    ("two indexes", "<index>", "<index/><index>", "37:11", "at most one <index>", BOTH),
    ("link shape without host", r#"shape="blog.example/{dddd}/*""#, r#"shape="/{dddd}/*""#,
     "38:5", "expected a host", BOTH),
    ("link shape with an extension inside", r#"shape="blog.example/{dddd}/*""#,
     r#"shape="blog.example/*.html/*""#,
     "38:5", "an extension stands at the end", BOTH),
    ("link without shape", r#" shape="blog.example/{dddd}/*""#, "",
     "38:5", "<link> needs shape=", BOTH),
    ("navigation without path", r#" path="nav/a""#, "", "40:5", "<navigation> needs path=", BOTH),
    ("navigation of most that is no number", "<navigation ", "<navigation most=\"few\" ",
     "40:5", "most= expects a whole number, found \"few\"", BOTH),
    ("index with an attribute", "<index>", r#"<index kind="list">"#,
     "37:3", "<index> has no attribute \"kind\"; it has: dated, tag-rows", BOTH),
    // XML
    ("another end tag", "</fingerprint>", "</fingerprints>",
     "7:5", "expected 'fingerprint' tag", BOTH),
    ("attribute twice", r#"kind="entry""#, r#"kind="entry" kind="entry""#,
     "28", "attribute 'kind'", BOTH),
    ("raw < in a value", r#"has="Posted ""#, r#"has="Posted <b>""#, "20", "not '<'", BOTH),
    ("entity of HTML", r#"has="Posted ""#, r#"has="Posted&nbsp;""#, "20", "nbsp", BOTH),
    ("control character", r#"learner="by hand""#, "learner=\"by\u{1}hand\"",
     "2", "non-XML character", BOTH),
    ("value without quotes", r#"pages="4""#, "pages=4", "28", "a quote", BOTH),
    ("second root", "</wrapper>\n", "</wrapper>\n<wrapper/>\n",
     "43:1", "not well-formed XML", BOTH),
    ("date pattern MM", r#"pattern="d MMM y""#, r#"pattern="d.MM.y""#, "17:7", "", BOTH),
    ("date pattern MMMM", r#"pattern="d MMM y""#, r#"pattern="d MMMM y""#, "17:7", "", BOTH),
    ("open quote in a date pattern", r#"pattern="y-M-d""#, r#"pattern="y' M-d""#, "39:5", "", BOTH),
    ("link shape with a scheme", r#"shape="blog.example/{dddd}/*""#,
     r#"shape="https://blog.example/{dddd}/*""#,
     "38:5", "", BOTH),
    ("link shape with another letter", r#"shape="blog.example/{dddd}/*""#,
     r#"shape="blog.example/{yyyy}/*""#,
     "38:5", "", BOTH),
    ("link shape without digits", r#"shape="blog.example/{dddd}/*""#,
     r#"shape="blog.example/{}/*""#,
     "38:5", "", BOTH),
    ("attr= without value attr", r#"name="title""#, r#"name="title" attr="href""#,
     "29:5", "", READER),
    ("around in an end", r#"<text has=" by"/>"#, r#"<open tag="p" around="true"/>"#,
     "23:9", "", BOTH),
    ("around in a fingerprint", r#"<open tag="body">"#, r#"<open tag="body" around="true">"#,
     "6:7", "", BOTH),
    ("empty tag name", r#"<open tag="h1"/>"#, r#"<open tag=""/>"#, "33:9", "", BOTH),
    ("two layouts of one name", r#"name="entry""#, r#"name="list""#, "28:3", "two layouts", BOTH),
    ("stray text on a line of its own", r#"<open tag="h1"/>"#, "h1",
     "33:9", "text cannot stand", BOTH),
    ("attribute twice", r#"kind="entry""#, r#"kind="entry" kind="entry""#,
     "28", "already defined", BOTH),
    ("a later version with more elements", r#"version="1" learner="by hand">"#,
     r#"version="2" learner="by hand"><new/>"#,
     "2:1", "expected version 1", BOTH),
    ("truncated", "  </index>\n</wrapper>\n", "", "41", "not well-formed XML", BOTH),
];

fn bad_files() -> Vec<Bad> {
    let head = r#"<wrapper xmlns="urn:feedstone:rules" version="1" learner="x">"#;
    let blog = r#"<blog home="https://blog.example/" feed="https://blog.example/feed"/>"#;
    let bomb: String = (1..10)
        .map(|i| format!("<!ENTITY e{i} \"{}\">", format!("&e{};", i - 1).repeat(10)))
        .collect();
    let bomb = format!(
        "<!DOCTYPE wrapper [<!ENTITY e0 \"boom\">{bomb}]>\n{}",
        head.replace("\"x\"", "\"&e9;\"")
    );
    let nested = |n: usize| {
        format!("{head}\n{blog}\n{}{}</wrapper>", "<layout>".repeat(n), "</layout>".repeat(n))
    };
    let upto = |s: &str| GOOD[..GOOD.find(s).unwrap() + s.len()].to_owned();
    let whole = [
        ("empty", String::new(), "1:1", "not well-formed XML", true),
        ("blank", " \n\n".to_owned(), "1:1", "not well-formed XML", true),
        ("not XML", "title: h1".to_owned(), "1:1", "not well-formed XML", true),
        ("JSON", "{\"title\": \"h1\"}".to_owned(), "1:1", "not well-formed XML", true),
        ("a page", "<!DOCTYPE html>\n<html><body>Moved".to_owned(), "1:1", "DTD", true),
        (
            "another root",
            "<rules xmlns=\"urn:feedstone:rules\" version=\"1\"/>".to_owned(),
            "1:1",
            "expected <wrapper>, found <rules>",
            true,
        ),
        (
            "a feed",
            "\n<rss version=\"2.0\"/>".to_owned(),
            "2:1",
            "found <rss> without that namespace",
            true,
        ),
        ("truncated in a tag", upto("<rec"), "*", "not well-formed XML", true),
        ("truncated in a value", upto("has=\"ho"), "*", "not well-formed XML", true),
        ("truncated between elements", upto("</layout>\n"), "*", "not well-formed XML", true),
        (
            "truncated before the last tag",
            GOOD.trim_end().trim_end_matches("</wrapper>").to_owned(),
            "*",
            "not well-formed XML",
            true,
        ),
        ("DTD with an entity bomb", bomb, "1:1", "DTD", false),
        (
            "DTD with a file",
            format!("<!DOCTYPE w [<!ENTITY f SYSTEM \"file:///etc/passwd\">]>{head}&f;</wrapper>"),
            "1:1",
            "DTD",
            false,
        ),
        (
            "100,000 elements deep",
            nested(100_000),
            "3:9",
            "<layout> cannot stand in <layout>",
            false,
        ),
        ("210,000 elements deep", nested(210_000), "*", "nodes limit", false),
        (
            "too large",
            " ".repeat(xml::MAX_BYTES + 1),
            "",
            "at most 4194304 bytes, found 4194305",
            false,
        ),
        (
            "257 tokens",
            edit("<open tag=\"h1\"/>", &"<open tag=\"h1\"/>".repeat(257)),
            "32:7",
            "at most 256 tokens in a pattern, found 257",
            true,
        ),
        (
            "257 ends",
            edit("<end level=\"0\">", &format!("{}<end level=\"0\">", "<end/>".repeat(256))),
            "14:5",
            "at most 256 ends, found 257",
            true,
        ),
        (
            "257 layouts",
            edit("  <index>", &format!("{}  <index>", "<layout name=\"x\"/>".repeat(257))),
            "*",
            "at most 256 layouts, found",
            false,
        ),
        (
            "257 values of a build",
            edit(
                "  </layout>\n  <index>",
                &format!(
                    "<build alike=\"90\" outline=\"body\">{}</build></layout><index>",
                    "<values field=\"tags\" at=\"a\"/>".repeat(257)
                ),
            ),
            "*",
            "at most 256 values, found 257",
            false,
        ),
        (
            "257 dates",
            edit("<date pattern=\"y-M-d\"/>", &"<date pattern=\"y\"/>".repeat(257)),
            "37:3",
            "at most 256 dates, found 257",
            true,
        ),
    ];
    let whole = whole.map(|(name, file, at, says, schema)| Bad { name, file, at, says, schema });
    let slips = SLIPS.iter().map(|&(name, from, to, at, says, schema)| Bad {
        name,
        file: edit(from, to),
        at,
        says,
        schema,
    });
    whole.into_iter().chain(slips).collect()
}

/// What is wrong with the error that a file gives, if anything.
fn complaint(bad: &Bad) -> Option<String> {
    let e = match xml::read(&bad.file) {
        Ok(_) => return Some("it reads".to_owned()),
        Err(e) => e,
    };
    let place = e.place();
    let at = match bad.at {
        "" => place.is_none(),
        "*" => place.is_some(),
        at if at.contains(':') => place.is_some_and(|p| format!("{}:{}", p.0, p.1) == at),
        line => place.is_some_and(|p| p.0.to_string() == line),
    };
    let good = e.kind() == Kind::Rules && at && e.to_string().contains(bad.says);
    (!good).then(|| {
        format!(
            "expected {:?} at {:?}, found {:?} of kind {:?}",
            bad.says,
            bad.at,
            e.to_string(),
            e.kind()
        )
    })
}

#[test]
fn wrong_files_are_errors_with_their_place() {
    let wrong: Vec<String> =
        bad_files().iter().filter_map(|b| Some(format!("{}: {}", b.name, complaint(b)?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// ---------------------------------------------------------------- the schema

/// Does the schema accept a file? None where this machine has no xmllint.
fn schema_accepts(folder: &tempfile::TempDir, text: &str) -> Option<bool> {
    let file = folder.path().join("rules.xml");
    std::fs::write(&file, text).unwrap();
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/rules/rules.xsd");
    let run = Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema", schema])
        .arg(&file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: no xmllint on this machine (package libxml2-utils)");
        return None;
    };
    // 5: the schema itself does not compile.
    assert_ne!(run.status.code(), Some(5), "{}", String::from_utf8_lossy(&run.stderr));
    Some(run.status.success())
}

#[test]
fn the_schema_accepts_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let page = include_str!("../rules/README.md");
    let example = page
        .split("```xml\n")
        .find(|s| s.starts_with("<?xml"))
        .and_then(|s| s.split("```").next())
        .unwrap();
    let files = [
        ("full", xml::write(&full())),
        ("bare", xml::write(&bare())),
        ("by hand", GOOD.to_owned()),
        ("example", example.to_owned()),
    ];
    for (name, text) in files {
        match schema_accepts(&folder, &text) {
            Some(accepted) => assert!(accepted, "{name}:\n{text}"),
            None => return,
        }
    }
}

#[test]
fn the_schema_rejects_wrong_files() {
    let folder = tempfile::tempdir().unwrap();
    for bad in bad_files().iter().filter(|b| b.schema) {
        match schema_accepts(&folder, &bad.file) {
            Some(accepted) => assert!(!accepted, "{}:\n{}", bad.name, bad.file),
            None => return,
        }
    }
}

/// A class of two bytes has hundreds of ranges: three megabytes of them took eleven gigabytes.
#[test]
fn large_expressions_are_refused_before_they_are_read() {
    let end = |expression: String| {
        xml::read(&edit(r#"end=" by""#, &format!("end=\"{expression}\"")))
            .map_err(|e| e.to_string())
    };
    assert!(end(r"\s".repeat(500)).is_ok());
    for (expression, told) in [
        (r"\w".repeat(400), "exceeds size limit"),
        (r"\w".repeat(1_500_000), "expected at most 16384 bytes, found 3000000"),
    ] {
        let told_by = end(expression).unwrap_err();
        assert!(told_by.contains("25:7") && told_by.contains(told), "{told_by}");
    }
}

#[test]
fn what_the_schema_cannot_say_it_lets_pass() {
    let folder = tempfile::tempdir().unwrap();
    for &(name, from, to, _, _, _) in SLIPS.iter().filter(|s| s.5 == READER) {
        match schema_accepts(&folder, &edit(from, to)) {
            Some(accepted) => {
                assert!(accepted, "the schema rejects {name:?}: its row says BOTH from now on")
            }
            None => return,
        }
    }
}

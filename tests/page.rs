//! `page`: the flat list. Dumps of small pages, the invariants at the head of `src/page/mod.rs`
//! over random tag soup, and pages meant to hurt.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::{Duration, Instant};

use feedstone::Page;
use feedstone::internals::page::{Kind, MAX_DEPTH, Words, fold, words_of};
use proptest::prelude::*;
use proptest::sample::{Index, select};

// ---- dumps ----

#[track_caller]
fn dumps(html: &str, expected: &str) {
    let dump = Page::parse(html).dump();
    let body: Vec<&str> = dump.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = expected.lines().skip(1).map(str::trim_end).collect();
    assert_eq!(body, expected, "{html}\n{dump}");
}

#[test]
fn implied_tags_stand_in_parentheses() {
    dumps(
        "<h2>Hello</h2><p>there",
        r#"
    0     0..11    (<html>)
    1     1..2       (<head>)
    2     1..2       (</head>)
    3     3..10      (<body>)
    4     4..6         <h2>
    5     5..5           "Hello"
    6     4..6         </h2>
    7     7..9         <p>
    8     8..8           "there"
    9     7..9         (</p>)
   10     3..10      (</body>)
   11     0..11    (</html>)"#,
    );
}

#[test]
fn void_elements_are_their_own_region() {
    dumps(
        "<body>a<br>b<img src='x&amp;y'></body>",
        r#"
    0     0..9     (<html>)
    1     1..2       (<head>)
    2     1..2       (</head>)
    3     3..8       <body>
    4     4..4         "a"
    5     5..5         <br>
    6     6..6         "b"
    7     7..7         <img src="x&y">
    8     3..8       </body>
    9     0..9     (</html>)"#,
    );
}

#[test]
fn text_in_a_table_is_put_before_it() {
    dumps(
        "<body><table>x<tr><td>y</table>",
        r#"
    0     0..15    (<html>)
    1     1..2       (<head>)
    2     1..2       (</head>)
    3     3..14      <body>
    4     4..4         "x"
    5     5..13        <table>
    6     6..12          (<tbody>)
    7     7..11            <tr>
    8     8..10              <td>
    9     9..9                 "y"
   10     8..10              (</td>)
   11     7..11            (</tr>)
   12     6..12          (</tbody>)
   13     5..13        </table>
   14     3..14      (</body>)
   15     0..15    (</html>)"#,
    );
}

#[test]
fn a_formatting_element_that_crosses_a_block_is_implied_inside_it() {
    dumps(
        "<body><b>1<p>2</b>3</p>",
        r#"
    0     0..14    (<html>)
    1     1..2       (<head>)
    2     1..2       (</head>)
    3     3..13      <body>
    4     4..6         <b>
    5     5..5           "1"
    6     4..6         (</b>)
    7     7..12        <p>
    8     8..10          (<b>)
    9     9..9             "2"
   10     8..10          </b>
   11    11..11          "3"
   12     7..12        </p>
   13     3..13      (</body>)
   14     0..14    (</html>)"#,
    );
}

#[test]
fn comments_and_the_doctype_are_tokens() {
    dumps(
        "<!doctype html><!-- x --><html></html>",
        r#"
    0     0..0     <!doctype html>
    1     1..1     <!-- x -->
    2     2..7     <html>
    3     3..4       (<head>)
    4     3..4       (</head>)
    5     5..6       (<body>)
    6     5..6       (</body>)
    7     2..7     </html>"#,
    );
}

#[test]
fn an_empty_page_has_the_three_elements_that_every_page_has() {
    dumps(
        "",
        r#"
    0     0..5     (<html>)
    1     1..2       (<head>)
    2     1..2       (</head>)
    3     3..4       (<body>)
    4     3..4       (</body>)
    5     0..5     (</html>)"#,
    );
}

// ---- texts ----

/// The visible text of a page's body.
fn visible(html: &str) -> String {
    let page = Page::parse(html);
    page.visible(page.body())
}

#[test]
fn white_space_is_folded_and_blocks_are_parted() {
    assert_eq!(visible("<h2> Salt\n &amp; </h2><p>pep<b>per</b>"), "Salt & pepper");
}

#[test]
fn scripts_styles_and_forms_fields_are_not_seen() {
    assert_eq!(
        visible("a<script>b</script><style>c</style><textarea>d</textarea><template>e</template>f"),
        "af"
    );
}

#[test]
fn lines_are_blocks() {
    let page = Page::parse("<p>one <i>two</i><p>three<br>four");
    assert_eq!(page.visible_lines(page.body()), "one two\nthree\nfour");
}

#[test]
fn html_has_absolute_addresses_and_no_scripts() {
    let page =
        Page::parse("<p><a href=/x?a=1&b>1 &lt; 2</a><script>no</script><!-- no --><br></p>");
    let base = url::Url::parse("http://example.org/blog/").unwrap();
    let p = page.tokens().iter().position(|t| page.name(t.label) == "p").unwrap();
    assert_eq!(
        page.html(page.region(p), &base),
        r#"<p><a href="http://example.org/x?a=1&amp;b">1 &lt; 2</a><br></p>"#
    );
}

#[test]
fn addresses_in_html_are_absolute_and_images_filled() {
    let base = url::Url::parse("http://example.org/blog/").unwrap();
    let cases = [
        ("<video poster=/p.png></video>", r#"<video poster="http://example.org/p.png"></video>"#),
        ("<form action=say></form>", r#"<form action="http://example.org/blog/say"></form>"#),
        (
            "<button formaction=/say></button>",
            r#"<button formaction="http://example.org/say"></button>"#,
        ),
        (
            "<div background=sky.png></div>",
            r#"<div background="http://example.org/blog/sky.png"></div>"#,
        ),
        (
            "<source srcset='/a.webp 1x' src=b.png>",
            "<source srcset=\"http://example.org/a.webp 1x\" \
             src=\"http://example.org/blog/b.png\">",
        ),
        (
            "<img srcset='a.png, b,c.png 2x,d.png 3x'>",
            "<img srcset=\"http://example.org/blog/a.png, http://example.org/blog/b,c.png 2x, \
             http://example.org/blog/d.png 3x\">",
        ),
        ("<img srcset=' , '>", r#"<img srcset="">"#),
        (
            "<img data-src=/a.png>",
            r#"<img data-src="http://example.org/a.png" src="http://example.org/a.png">"#,
        ),
        (
            "<img src=data:image/gif,x data-lazy-src=/a.png>",
            "<img src=\"http://example.org/a.png\" data-lazy-src=\"http://example.org/a.png\">",
        ),
        (
            "<img src=/small.png data-src=/large.png>",
            "<img src=\"http://example.org/small.png\" data-src=\"http://example.org/large.png\">",
        ),
        (
            "<img data-srcset='a.png 2x' alt=''>",
            "<img data-srcset=\"http://example.org/blog/a.png 2x\" alt=\"\" \
             srcset=\"http://example.org/blog/a.png 2x\">",
        ),
        ("<p data-src=/a></p>", r#"<p data-src="http://example.org/a"></p>"#),
        (
            "<object data=a.svg></object>",
            r#"<object data="http://example.org/blog/a.svg"></object>"#,
        ),
        ("<p data=a></p>", r#"<p data="a"></p>"#),
        (
            "<a href=/x ping='/p  q'></a>",
            "<a href=\"http://example.org/x\" ping=\"http://example.org/p \
             http://example.org/blog/q\"></a>",
        ),
        (
            "<img data-src=/a.png><noscript><img src=/a.png></noscript>",
            r#"<img data-src="http://example.org/a.png" src="http://example.org/a.png">"#,
        ),
    ];
    for (html, expected) in cases {
        let page = Page::parse(html);
        assert_eq!(page.html(page.inside(page.body().start), &base), expected, "{html}");
    }
}

#[test]
fn words_are_equal_whatever_their_case_and_accents_encoding() {
    let keys = |text: &str| words_of(text).iter().map(|w| w.key).collect::<Vec<_>>();
    assert_eq!(keys("CAF\u{c9} d'été"), keys("cafe\u{301} d\u{2019}e\u{301}te\u{301}"));
}

#[test]
fn each_sign_of_chinese_is_a_word() {
    assert_eq!(words_of("春天a来了").len(), 5);
}

// ---- invariants ----

/// All that the head of `src/page/mod.rs` promises. Linear.
fn sound(page: &Page) -> Result<(), String> {
    let tokens = page.tokens();
    let mut open: Vec<u32> = Vec::new();
    let check = |ok: bool, i: usize, what: &str| {
        if ok { Ok(()) } else { Err(format!("token {i} {:?}: {what}", tokens[i])) }
    };
    for (i, t) in tokens.iter().enumerate() {
        let at = i as u32;
        match t.kind {
            Kind::Start => check(t.begin == at && t.end >= at, i, "a start tag begins its region")?,
            Kind::End => {
                let start = open
                    .pop()
                    .ok_or_else(|| format!("token {i}: an end tag without a start tag"))?;
                let s = &tokens[start as usize];
                check(
                    (t.begin, t.end) == (start, at),
                    i,
                    "an end tag closes the innermost open region",
                )?;
                check(
                    (s.begin, s.end, s.label, s.level, s.parent)
                        == (t.begin, t.end, t.label, t.level, t.parent),
                    i,
                    "as its start tag",
                )?;
            }
            _ => check((t.begin, t.end) == (at, at), i, "is its own region")?,
        }
        check(
            t.parent == open.last().copied().unwrap_or(u32::MAX),
            i,
            "its parent is the innermost open element",
        )?;
        check(
            usize::from(t.level) == open.len() && open.len() <= MAX_DEPTH,
            i,
            "its level is the number of open elements",
        )?;
        let (from, to) = (t.span.0 as usize, t.span.1 as usize);
        check(
            from <= to && page.text().get(from..to).is_some(),
            i,
            "its span is a slice of the text",
        )?;
        if !t.implied() && t.kind == Kind::Start {
            check(page.source(i).starts_with('<'), i, "its source is a start tag")?;
        }
        if !t.implied() && t.kind == Kind::End {
            check(page.source(i).starts_with("</"), i, "its source is an end tag")?;
        }
        if t.opens() {
            open.push(at);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{} elements are never closed", open.len())) }
}

const PIECES: &[&str] = &[
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<i class=x>",
    "</i>",
    "<a href='/1'>",
    "</a>",
    "<a href=\"/2\" href=3>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<tbody>",
    "<caption>",
    "<ul>",
    "<li>",
    "</li>",
    "</ul>",
    "<br>",
    "<br/>",
    "</br>",
    "<img src=x>",
    "<image>",
    "<h2 class=\"t u\">",
    "</h2>",
    "<select>",
    "<option>",
    "</select>",
    "<svg>",
    "<path/>",
    "<foreignObject>",
    "</svg>",
    "<math>",
    "<mi>",
    "<annotation-xml encoding=text/html>",
    "</math>",
    "<template>",
    "</template>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<plaintext>",
    "<pre>\n",
    "<form>",
    "</form>",
    "<button>",
    "<frameset>",
    "<html lang=en>",
    "<head>",
    "</head>",
    "<body id=b>",
    "</body>",
    "</html>",
    "<!doctype html>",
    "<!-- c -->",
    "<!--",
    "-->",
    "<!>",
    "<?xml?>",
    "<![CDATA[",
    "]]>",
    "<",
    ">",
    "</",
    "<a",
    "<a b",
    "<a b=",
    "<a b='",
    "\"",
    "'",
    "&",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "&notit;",
    "\0",
    "\r\n",
    "\r",
    " ",
    "\u{a0}",
    "\u{feff}",
    "text",
    "été",
    "春天",
    "\u{1f980}",
    "<é>",
    "<d\0e>",
];

/// Pieces of HTML, whole and broken, in any order.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => select(PIECES).prop_map(str::to_owned),
        1 => ".{0,6}",
        1 => "[<>/a-c='\" -]{0,8}",
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_soup_makes_a_sound_list(html in soup(), scripting: bool) {
        let page =
            if scripting { Page::parse(&html) } else { Page::parse_without_scripting(&html) };
        prop_assert_eq!(page.text(), html);
        sound(&page).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn children_cover_their_element(html in soup()) {
        let page = Page::parse(&html);
        for i in (0..page.len()).filter(|&i| page.tokens()[i].opens()) {
            let inside = page.inside(i);
            let mut next = inside.start;
            for child in page.children(i) {
                prop_assert_eq!(child, next);
                prop_assert_eq!(page.parent(child), Some(i));
                next = page.region(child).end;
            }
            prop_assert_eq!(next, inside.end);
        }
    }

    #[test]
    fn ancestors_are_two_compares(html in soup(), a: Index, b: Index) {
        let page = Page::parse(&html);
        let (a, b) = (a.index(page.len()), b.index(page.len()));
        let t = &page.tokens()[a];
        let around = t.opens() && t.begin < b as u32 && (b as u32) < t.end;
        prop_assert_eq!(page.ancestors(b).any(|p| p == a), around);
    }

    #[test]
    fn the_common_element_is_the_innermost_around_both(html in soup(), a: Index, b: Index) {
        let page = Page::parse(&html);
        let (a, b) = (a.index(page.len()), b.index(page.len()));
        let around: Vec<usize> = (0..page.len())
            .filter(|&p| page.tokens()[p].opens() && page.encloses(p, a) && page.encloses(p, b))
            .collect();
        match page.common(a, b) {
            Some(common) => prop_assert!(around.contains(&common), "{} of {} and {}", common, a, b),
            None => prop_assert!(page.parent(a).is_none() || page.parent(b).is_none()),
        }
        prop_assert_eq!(page.common(a, b), page.common(b, a));
    }

    #[test]
    fn any_range_can_be_shown(html in soup(), from: Index, to: Index) {
        let page = Page::parse(&html);
        let (from, to) = (from.index(page.len() + 1), to.index(page.len() + 1));
        let range = from.min(to)..from.max(to);
        let base = url::Url::parse("http://example.org/").unwrap();
        let text = page.visible(range.clone());
        prop_assert_eq!(&fold(&text), &text);
        prop_assert_eq!(fold(&page.visible_lines(range.clone())), text.clone());
        prop_assert_eq!(page.has_text(range.clone()), !text.is_empty());
        prop_assert_eq!(page.words_in(range.clone()), Words::of(&page, range.clone()).keys.len());
        page.html(range.clone(), &base);
        for i in range {
            page.attrs(i).for_each(drop);
            prop_assert!(
                page.data(i).is_empty()
                    || !matches!(page.tokens()[i].kind, Kind::Start | Kind::End)
            );
        }
    }

    #[test]
    fn words_are_slices_in_order(text in ".{0,40}") {
        let mut at = 0;
        for word in words_of(&text) {
            prop_assert!(word.start >= at && word.start < word.end);
            prop_assert!(text.get(word.start as usize..word.end as usize).is_some());
            at = word.end;
        }
    }
}

// ---- pages meant to hurt ----

/// For an unoptimised build on a busy machine; a quadratic step anywhere takes minutes on these.
const PATIENCE: Duration = Duration::from_secs(15);

#[track_caller]
fn endures(html: &str) -> Page {
    let start = Instant::now();
    let page = Page::parse(html);
    page.visible(page.body());
    let took = start.elapsed();
    sound(&page).unwrap();
    println!("{} bytes, {} tokens: {took:?}", html.len(), page.len());
    assert!(took < PATIENCE, "took {took:?}");
    page
}

const MB: usize = 1 << 20;

/// About `bytes` bytes of one piece.
fn much(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

#[test]
fn depth_is_cut_off() {
    let page = endures(&(much("<div>", 100_000) + "deep" + &much("</div>", 120_000) + "<p>flat"));
    let deepest = page.tokens().iter().map(|t| usize::from(t.level)).max().unwrap();
    assert!((MAX_DEPTH - 8..=MAX_DEPTH).contains(&deepest), "{deepest}");
    let p = page.tokens().iter().rposition(|t| page.name(t.label) == "p" && t.opens()).unwrap();
    assert_eq!(page.tokens()[p].level, 2);
}

#[test]
fn ten_megabytes_of_paragraphs() {
    let page = endures(&much("<p>x", 10 * MB));
    assert_eq!(page.len(), 6 + 10 * MB / 4 * 3);
}

#[test]
fn a_megabyte_of_formatting() {
    endures(&much("<b>", MB));
}

#[test]
fn a_megabyte_of_end_tags() {
    endures(&much("</div>", MB));
}

#[test]
fn end_tags_that_nothing_opened_in_deep_formatting() {
    // Each asks all open elements: linear, but with the depth as its factor.
    endures(&(much("<b>", 1_500) + &much("</x>", MB / 4)));
}

#[test]
fn a_megabyte_of_an_unfinished_tag() {
    endures(&much("<a href=", MB));
}

#[test]
fn formatting_that_every_paragraph_opens_again() {
    // Each paragraph would have 400 elements; there are never more nodes than the text has bytes
    // (and some thousand).
    let fonts: String = (0..400).map(|i| format!("<font a={i}>")).collect();
    let page = endures(&("<p>".to_owned() + &fonts + &much("<p>x", MB)));
    assert!((MB..3 * MB).contains(&page.len()), "{} tokens", page.len());
}

#[test]
fn misnested_formatting() {
    endures(&much("<a href=x><b><p></a>x</b><table>y<i></table>", MB));
}

#[test]
fn text_and_tags_put_before_tables() {
    endures(&("<table>".to_owned() + &much("x<i>y</i><div>z", MB)));
}

#[test]
fn nested_tables_and_lists() {
    endures(&much("<table><tr><td><ul><li>", MB));
}

#[test]
fn a_megabyte_of_nul() {
    endures(&much("\0", MB));
    endures(&much("<p>\0x", MB));
}

#[test]
fn nothing_is_ever_closed() {
    let all = "<div><p><a href='1'><b><table><caption><tr><td><select><option><svg><desc><math><mi>\
               <ul><li><h1><form><button><ruby><rt>";
    endures(&much(all, MB));
    for last in [
        "<!--",
        "<script>",
        "<style>",
        "<textarea>",
        "<title>",
        "<plaintext>",
        "<a b='",
        "<![CDATA[",
        "<!doctype html public \"",
        "&#",
    ] {
        endures(&(much(all, 10_000) + last + &much("x", 10_000)));
    }
}

#[test]
fn a_comment_that_nearly_ends() {
    endures(&("<!--".to_owned() + &much("--!", MB)));
    endures(&much("<!--x", MB));
    endures(&much("<!-->", MB));
}

#[test]
fn three_hundred_thousand_attributes() {
    let attributes: String = (0..300_000).map(|i| format!(" a{i}=b")).collect();
    let page = endures(&format!("<body><p{attributes}>x"));
    let p = page.tokens().iter().position(|t| page.name(t.label) == "p").unwrap();
    assert_eq!(page.attr(p, "a0"), Some("b"));
    assert_eq!(page.source(p).len(), attributes.len() + 3);
}

#[test]
fn attributes_that_html_and_body_gather() {
    endures(&(0..100_000).map(|i| format!("<body a{i}=b>")).collect::<String>());
}

#[test]
fn a_name_for_every_tag() {
    endures(&(0..100_000).map(|i| format!("<x{i}></x{i}>")).collect::<String>());
}

#[test]
fn foreign_elements_to_the_depth() {
    endures(&much("<svg><g><foreignObject><math><mi>", MB));
}

#[test]
fn a_megabyte_of_references() {
    endures(&much("&amp", MB));
    endures(&much("&notit;&#x41;", MB));
}

/// Formatting elements that are closed across blocks are moved, and what they are in with them: the
/// bound holds all the same, and what is beyond it stays as text.
#[test]
fn depth_is_bounded_where_elements_are_moved() {
    let nested = |n: usize, part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<String>();
    let pages = [
        nested(2400, &|i| format!("<b a={i}><i a={i}><div></b>")),
        nested(500, &|i| format!("<i a={i}>")) + "</p>" + &nested(508, &|_| "<div>".to_owned()),
        nested(600, &|i| format!("<div><a h={i}><p>")),
        nested(900, &|i| format!("<font c={i}><table><tr><td>")),
    ];
    for html in pages {
        let page = Page::parse(&format!("<!doctype html><p>{html}salt"));
        let deepest = page.tokens().iter().map(|t| usize::from(t.level)).max().unwrap();
        assert!(deepest <= MAX_DEPTH, "{deepest}");
        assert!(page.visible(page.body()).ends_with("salt"));
    }
}

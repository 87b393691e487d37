#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]
//! Reading and finding feeds: one fact a case.

use feedstone::internals::feed::{self, Feed, Item};
use feedstone::internals::page::decode::decode;

const URL: &str = "http://example.org/blog/feed";

fn read(xml: impl AsRef<[u8]>) -> Feed {
    feed::read(xml.as_ref(), None, URL)
        .unwrap_or_else(|e| panic!("{e}\n{}", String::from_utf8_lossy(xml.as_ref())))
}

fn error(bytes: impl AsRef<[u8]>) -> (String, (u32, u32)) {
    let e = feed::read(bytes.as_ref(), None, URL).unwrap_err();
    assert_eq!(e.kind(), feedstone::ErrorKind::Feed);
    (e.to_string(), e.place().expect("an error of a feed has a place"))
}

/// An RSS 2.0 feed around the inner XML of its items.
fn rss(items: &[&str]) -> String {
    let items: String = items.iter().map(|i| format!("<item>{i}</item>\n")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
         xmlns:atom=\"http://www.w3.org/2005/Atom\" \
         xmlns:feedburner=\"http://rssnamespace.org/feedburner/ext/1.0\">\n\
         <channel><title>Blog</title><link>http://example.org/blog/</link>\n{items}</channel></rss>"
    )
}

/// An Atom 1.0 feed around the inner XML of one entry.
fn atom(entry: &str) -> String {
    format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Blog</title>\
         <entry>{entry}</entry></feed>"
    )
}

fn item(inner: &str) -> Item {
    read(rss(&[inner])).items.remove(0)
}

fn entry(inner: &str) -> Item {
    read(atom(inner)).items.remove(0)
}

fn titles(feed: &Feed) -> Vec<&str> {
    feed.items.iter().map(|i| i.title.as_deref().unwrap_or("-")).collect()
}

// ---- dates ----

#[test]
fn dates_keep_their_offset() {
    // (as written, as read, has an offset)
    let cases = [
        ("30 Apr 2013 23:30:00 -0700", "2013-04-30T23:30:00-07:00", true),
        ("Tue, 30 Apr 2013 23:30:00 -0700", "2013-04-30T23:30:00-07:00", true),
        ("Mon, 30 Apr 2013 23:30:00 GMT", "2013-04-30T23:30:00+00:00", true),
        ("Tuesday, 30-Apr-13 23:30:00 EST", "2013-04-30T23:30:00-05:00", true),
        ("Sun 10 Mar 2013 12:45:44 EDT", "2013-03-10T12:45:44-04:00", true),
        ("Tue, 30 Apr 2013 23:30 PDT", "2013-04-30T23:30:00-07:00", true),
        ("Tue, 30 Apr 2013 23:30:00 GMT+2", "2013-04-30T23:30:00+02:00", true),
        ("Tue, 30 Apr 2013 23:30:00 +0200 (CEST)", "2013-04-30T23:30:00+02:00", true),
        ("Tue, 30 Apr 2013 23:30:00 +0200 CEST", "2013-04-30T23:30:00+02:00", true),
        ("Tue Apr 30 23:30:00 PDT 2013", "2013-04-30T23:30:00-07:00", true),
        ("Tue, 30 Apr 2013 24:00:00 +0000", "2013-05-01T00:00:00+00:00", true),
        ("30 Apr 2013", "2013-04-30T00:00:00+00:00", false),
        ("April 30th, 2013 at 11:30 PM", "2013-04-30T23:30:00+00:00", false),
        ("mar, 30 apr 2013 23:30:00 +0200", "2013-04-30T23:30:00+02:00", true),
        ("2013-04-30T23:30:00-07:00", "2013-04-30T23:30:00-07:00", true),
        ("2013-04-30T23:30:00.123Z", "2013-04-30T23:30:00+00:00", true),
        ("2013-04-30 23:30:00 -0700", "2013-04-30T23:30:00-07:00", true),
        ("2013-04-30 23:30:00 +0000 UTC", "2013-04-30T23:30:00+00:00", true),
        ("2013-04-30T23:30", "2013-04-30T23:30:00+00:00", false),
        ("20130430T233000Z", "2013-04-30T23:30:00+00:00", true),
        ("2013-04-30", "2013-04-30T00:00:00+00:00", false),
        ("2013-04-30+02:00", "2013-04-30T00:00:00+02:00", true),
        ("2013-04", "2013-04-01T00:00:00+00:00", false),
        ("2013", "2013-01-01T00:00:00+00:00", false),
    ];
    for (written, want, has_offset) in cases {
        let date = item(&format!("<title>x</title><pubDate> {written}\n</pubDate>"))
            .date
            .unwrap_or_else(|| panic!("{written}"));
        assert_eq!(
            (date.at.to_rfc3339().as_str(), date.has_offset, date.raw.as_str()),
            (want, has_offset, written)
        );
    }
}

#[test]
fn dates_that_cannot_be_read_are_none_and_told() {
    for written in [
        "mar., 30 avr. 2013 23:30:00 +0200",
        "mar, 30 avr 2013 23:30:00 +0200",
        "yesterday",
        "May 2",
        "10:15",
        "10:15 2013",
        "Mon, 01 Jan 0001 00:00:00 +0000",
        "2013-04-30 10:00 +9900",
        "2013-04-30-99:00",
        "31 Feb 2013",
    ] {
        let feed = read(rss(&[&format!("<title>x</title><pubDate>{written}</pubDate>")]));
        assert_eq!(feed.items[0].date, None, "{written}");
        assert!(feed.repairs.iter().any(|r| r.contains(written)), "{written}: {:?}", feed.repairs);
    }
}

#[test]
fn updated_stands_in_for_published() {
    let both = entry(
        "<title>x</title><updated>2014-01-01T00:00:00Z</updated>\
         <published>2013-01-01T00:00:00Z</published>",
    );
    assert_eq!(both.date.unwrap().raw, "2013-01-01T00:00:00Z");
    assert_eq!(both.updated.unwrap().raw, "2014-01-01T00:00:00Z");
    let one = entry("<title>x</title><updated>2014-01-01T00:00:00Z</updated>");
    assert_eq!((one.date.unwrap().raw.as_str(), one.updated), ("2014-01-01T00:00:00Z", None));
}

// ---- links ----

#[test]
fn links_by_trust() {
    // (inner XML of the item, links)
    let cases: &[(&str, &[&str])] = &[
        (
            "<comments>http://x.org/1#comments</comments><link>http://x.org/1</link>",
            &["http://x.org/1"],
        ),
        ("<title>x</title><comments>http://x.org/1#comments</comments>", &[]),
        ("<guid>http://x.org/1</guid>", &["http://x.org/1"]),
        (
            "<guid isPermaLink='false'>http://x.org/?p=1</guid><link>http://x.org/1</link>",
            &["http://x.org/1"],
        ),
        (
            "<guid isPermaLink='true'>http://x.org/2</guid><link>http://x.org/1</link>",
            &["http://x.org/1", "http://x.org/2"],
        ),
        ("<guid>tag:x.org,2013:1</guid><title>x</title>", &[]),
        (
            "<link>http://feeds.example.com/~r/1</link>\
             <feedburner:origLink>http://x.org/1</feedburner:origLink>",
            &["http://x.org/1", "http://feeds.example.com/~r/1"],
        ),
        ("<atom:link rel='self' href='/self'/><atom:link href='/1'/>", &["http://example.org/1"]),
        ("<link>\n http://x.org/1\n</link><guid>http://x.org/1</guid>", &["http://x.org/1"]),
        ("<link>1.html</link>", &["http://example.org/blog/1.html"]),
        ("<link>/1?a=1&b=2</link>", &["http://example.org/1?a=1&b=2"]),
        ("<link><![CDATA[http://x.org/1?a=1&b=2]]></link>", &["http://x.org/1?a=1&b=2"]),
        ("<link>javascript:alert(1)</link>", &[]),
    ];
    for (inner, want) in cases {
        assert_eq!(item(&format!("<title>t</title>{inner}")).links, *want, "{inner}");
    }
}

#[test]
fn atom_links() {
    let inner = "<link rel='replies' href='/c'/>\
                 <link rel='alternate' type='application/json' href='/j'/>\
                 <link rel='alternate' type='text/html' href='/1'/><id>http://x.org/1</id>";
    assert_eq!(entry(inner).links, ["http://example.org/1", "http://x.org/1"]);
}

#[test]
fn relative_links_follow_xml_base() {
    let xml = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a.org/x/'>\
               <link href='./'/><entry xml:base='y/'><title>1</title><link href='1'/></entry>\
               <entry><title>2</title><link href='2' xml:base='/z/'/></entry></feed>";
    let feed = read(xml);
    assert_eq!(feed.home.as_deref(), Some("http://a.org/x/"));
    assert_eq!(feed.items[0].links, ["http://a.org/x/y/1"]);
    assert_eq!(feed.items[1].links, ["http://a.org/z/2"]);
}

// ---- texts ----

#[test]
fn titles_are_plain_text() {
    // (title as in an RSS feed, title as read)
    let cases = [
        ("A &amp; B", "A & B"),
        ("A &amp;amp; B", "A & B"),
        ("<![CDATA[A &amp; B]]>", "A & B"),
        ("A & B", "A & B"),
        ("It&amp;#8217;s &#8220;here&#8221;", "It’s “here”"),
        ("&lt;em&gt;Very&lt;/em&gt; new", "Very new"),
        ("<em>Very</em> new", "Very new"),
        ("<![CDATA[<a href=\"x\">Very</a> new]]>", "Very new"),
        ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("Vec&lt;T&gt; and Option&lt;Box&lt;T&gt;&gt;", "Vec<T> and Option<Box<T>>"),
        ("<![CDATA[What &amp;nbsp; does]]>", "What &nbsp; does"),
        ("one&nbsp;two\n   three", "one two three"),
        ("caf&eacute; &#x2014; &#146;90s", "café — ’90s"),
        ("AT&T", "AT&T"),
    ];
    for (written, want) in cases {
        assert_eq!(
            item(&format!("<title>{written}</title>")).title.as_deref(),
            Some(want),
            "{written}"
        );
    }
}

#[test]
fn atom_titles_have_types() {
    let cases = [
        ("<title>Vec&lt;T&gt; &amp; more</title>", "Vec<T> & more"),
        ("<title type='text'>A &amp;amp; B &amp;#8217;</title>", "A & B ’"),
        ("<title type='text'>the &lt;b&gt; tag</title>", "the <b> tag"),
        ("<title><![CDATA[the <code>b</code> tag]]></title>", "the b tag"),
        (
            "<title type='html'>the &lt;b&gt;b&lt;/b&gt; &amp;amp; &amp;lt;i&amp;gt;</title>",
            "the b & <i>",
        ),
        (
            "<title type='xhtml'>\
             <div xmlns='http://www.w3.org/1999/xhtml'>the <b>b</b> &amp; &lt;i></div></title>",
            "the b & <i>",
        ),
    ];
    for (written, want) in cases {
        assert_eq!(entry(written).title.as_deref(), Some(want), "{written}");
    }
}

#[test]
fn bodies_are_html() {
    let both = item(
        "<description>short</description>\
         <content:encoded><![CDATA[<p>long & whole</p>]]></content:encoded>",
    );
    assert_eq!(
        (both.summary.as_deref(), both.content.as_deref()),
        (Some("short"), Some("<p>long & whole</p>"))
    );
    let escaped = item("<description>&lt;p&gt;a &amp;amp; b&lt;/p&gt;</description>");
    assert_eq!(escaped.summary.as_deref(), Some("<p>a &amp; b</p>"));
    let forgotten = item("<description><p>a<br>b</p> <img src='x.png'></description>");
    assert_eq!(forgotten.summary.as_deref(), Some("<p>a<br/>b</p> <img src='x.png'/>"));
    let plain = entry("<title>x</title><content>a &lt; b</content>");
    assert_eq!(plain.content.as_deref(), Some("a &lt; b"));
}

#[test]
fn xhtml_keeps_its_breaks() {
    let xhtml = "<title>x</title><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>\
                 <p>a<br/>b &amp; c</p><a id='m'/>end</div></content>";
    assert_eq!(entry(xhtml).content.as_deref(), Some("<p>a<br/>b &amp; c</p><a id='m'></a>end"));
}

#[test]
fn authors_are_names() {
    // (inner XML of the item, authors)
    let cases: &[(&str, &[&str])] = &[
        ("<author>jo@x.org (Jo Doe)</author>", &["Jo Doe"]),
        ("<author>Jo Doe &lt;jo@x.org&gt;</author>", &["Jo Doe"]),
        ("<author>Jo Doe (mailto:jo@x.org)</author>", &["Jo Doe"]),
        ("<author>Jo Doe (Mill)</author>", &["Jo Doe (Mill)"]),
        ("<author>jo@x.org</author>", &[]),
        ("<author>Jo Doe (jd)</author>", &["Jo Doe (jd)"]),
        ("<dc:creator><![CDATA[Jo Doe]]></dc:creator><author>Jo Doe</author>", &["Jo Doe"]),
        (
            "<atom:author><atom:name>Jo Doe</atom:name>\
             <atom:email>jo@x.org</atom:email></atom:author>",
            &["Jo Doe"],
        ),
    ];
    for (inner, want) in cases {
        assert_eq!(item(inner).authors, *want, "{inner}");
    }
}

#[test]
fn tags_as_a_reader_sees_them() {
    assert_eq!(
        item(
            "<category>A &amp;amp; B</category><category>A &amp; B</category>\
             <dc:subject>c</dc:subject>"
        )
        .tags,
        ["A & B", "c"]
    );
    assert_eq!(
        entry("<category term='rust-lang' label='Rust'/><category term='go'></category>").tags,
        ["Rust", "go"]
    );
}

#[test]
fn fields_of_other_elements_are_not_the_items() {
    let inner = "<title>mine</title><source><title>theirs</title>\
                 <link href='http://b.org/'/></source><link href='http://a.org/1'/>";
    let entry = entry(inner);
    assert_eq!(
        (entry.title.as_deref(), entry.links),
        (Some("mine"), vec!["http://a.org/1".to_owned()])
    );
    let image =
        read(rss(&["<title>x</title>"]).replace(
            "<item>",
            "<image><title>logo</title><link>http://l.org/</link></image><item>",
        ));
    assert_eq!(
        (image.title.as_deref(), image.home.as_deref()),
        (Some("Blog"), Some("http://example.org/blog/"))
    );
}

// ---- formats ----

#[test]
fn rss_1_0() {
    let xml = "<?xml version=\"1.0\"?>\
          <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
          xmlns=\"http://purl.org/rss/1.0/\"
        xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
          <channel rdf:about=\"http://x.org/\"><title>Blog</title><link>http://x.org/</link>
        <dc:language>en-US</dc:language><items><rdf:Seq>\
          <rdf:li rdf:resource=\"http://x.org/1\"/></rdf:Seq></items></channel>
        <item rdf:about=\"http://x.org/1\"><title>One</title><link>http://x.org/1</link>\
          <dc:date>2012-03-13T21:53:23-06:00</dc:date>
        <dc:creator>jo</dc:creator><dc:subject>linux</dc:subject></item></rdf:RDF>";
    let feed = read(xml);
    assert_eq!(
        (feed.format.as_str(), feed.language.as_deref(), feed.home.as_deref()),
        ("RSS 1.0", Some("en-US"), Some("http://x.org/"))
    );
    let item = &feed.items[0];
    assert_eq!(item.date.as_ref().unwrap().at.to_rfc3339(), "2012-03-13T21:53:23-06:00");
    assert_eq!(
        (&item.authors, &item.tags, &item.links),
        (&vec!["jo".into()], &vec!["linux".into()], &vec!["http://x.org/1".into()])
    );
}

#[test]
fn atom_0_3() {
    let xml = "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\" xml:lang=\"en\">\
          <title>Blog</title>
        <link rel=\"alternate\" type=\"text/html\" href=\"http://x.org/\"/>\
          <entry><title mode=\"escaped\" type=\"text/html\">A &amp;amp; B</title>
        <link rel=\"alternate\" type=\"text/html\" href=\"http://x.org/1\"/>\
          <issued>2009-02-04T13:23:40+01:00</issued>
        <modified>2009-02-05T13:23:40Z</modified><author><name>Jo</name></author>\
          <summary type=\"text/plain\">s</summary>
        <content type=\"text/html\" mode=\"escaped\">\
          <![CDATA[<p>body</p>]]></content></entry></feed>";
    let feed = read(xml);
    assert_eq!(
        (feed.format.as_str(), feed.language.as_deref(), feed.items.len()),
        ("Atom 0.3", Some("en"), 1)
    );
    let item = &feed.items[0];
    assert_eq!(
        (item.title.as_deref(), item.content.as_deref()),
        (Some("A & B"), Some("<p>body</p>"))
    );
    assert_eq!(item.date.as_ref().unwrap().raw, "2009-02-04T13:23:40+01:00");
    assert_eq!((&item.authors, item.updated.is_some()), (&vec!["Jo".into()], true));
}

#[test]
fn rss_0_91_with_a_doctype() {
    let xml = "<?xml version='1.0'?>\
               <!DOCTYPE rss PUBLIC \"-//Netscape Communications//DTD RSS 0.91//EN\" \
               \"http://my.netscape.com/rss-0.91.dtd\"><rss version='0.91'>\
               <channel><title>t</title><item><title>caf&eacute;</title></item></channel></rss>";
    let feed = read(xml);
    assert_eq!((feed.format.as_str(), titles(&feed)), ("RSS 0.91", vec!["café"]));
}

#[test]
fn json_feed() {
    let json = concat!(
        r#" {"version": "https://jsonfeed.org/version/1.1", "title": "Blog", "#,
        r#""home_page_url": "http://x.org/", "language": "de",
        "items": [{"id": "http://x.org/1", "url": "/1", "external_url": "http://other.org/", "#,
        r#""title": "A < B &amp; C", "content_html": "<p>b</p>",
        "date_modified": "2014-01-01T00:00:00Z", "date_published": "2013-04-30T23:30:00-07:00", "#,
        r#""authors": [{"name": "Jo"}], "tags": ["t", "t"]},
        {"id": "2", "content_text": "a < b"}]}"#
    );
    let feed = read(json);
    assert_eq!(
        (feed.format.as_str(), feed.home.as_deref(), feed.language.as_deref()),
        ("JSON Feed", Some("http://x.org/"), Some("de"))
    );
    let item = &feed.items[0];
    assert_eq!(item.links, ["http://example.org/1", "http://x.org/1"]);
    assert_eq!(item.date.as_ref().unwrap().at.to_rfc3339(), "2013-04-30T23:30:00-07:00");
    assert_eq!(item.updated.as_ref().unwrap().raw, "2014-01-01T00:00:00Z");
    assert_eq!(
        (item.title.as_deref(), &item.tags, &item.authors),
        (Some("A < B & C"), &vec!["t".into()], &vec!["Jo".into()])
    );
    assert_eq!(
        (feed.items[1].content.as_deref(), feed.items[1].links.len()),
        (Some("a &lt; b"), 0)
    );
}

#[test]
fn json_authors_that_feed_rs_cannot_read_cost_only_themselves() {
    let json = concat!(
        r#"{"version": "https://jsonfeed.org/version/1", "title": "t", "#,
        r#""items": [{"id": "1", "title": "x", "author": {"name": "Jo（jo@x.org）"}}]}"#
    );
    assert_eq!(titles(&read(json)), ["x"]);
}

// ---- broken feeds ----

#[test]
fn a_bare_ampersand_costs_nothing() {
    let feed = read(rss(&[
        "<title>1</title>",
        "<title>Q & A</title><link>http://x.org/?a=1&b=2</link>",
        "<title>3</title>",
    ]));
    assert_eq!(titles(&feed), ["1", "Q & A", "3"]);
    assert!(feed.repairs.iter().any(|r| r.contains('&')), "{:?}", feed.repairs);
}

#[test]
fn a_mismatched_end_tag_costs_at_most_its_item() {
    for broken in [
        "<title>2</titel><link>/2</link>",
        "<title>2</title><description><b>x</i></description>",
        "<title>2",
        "<title>2</title></p>",
    ] {
        let feed = read(rss(&["<title>1</title>", broken, "<title>3</title><link>/3</link>"]));
        assert_eq!(titles(&feed), ["1", "2", "3"], "{broken}");
        assert_eq!(feed.items[2].links, ["http://example.org/3"], "{broken}");
        assert!(!feed.repairs.is_empty(), "{broken}");
    }
}

#[test]
fn a_missing_end_of_an_item_costs_nothing() {
    let xml = rss(&["<title>1</title>", "<title>2</title>"]).replacen("</item>", "", 1);
    assert_eq!(titles(&read(xml)), ["1", "2"]);
}

#[test]
fn a_truncated_tail_costs_one_item() {
    let whole = rss(&[
        "<title>1</title>",
        "<title>2</title>",
        "<title>3</title><description><![CDATA[<p>text]]></description>",
    ]);
    for end in [
        "</item>\n</channel>",
        "]]></description>",
        "text]]>",
        "</title><description>",
        "3</title>",
    ] {
        let cut = &whole[..whole.rfind(end).unwrap()];
        let feed = read(cut);
        assert_eq!(titles(&feed), ["1", "2"], "before {end}");
        assert!(feed.repairs.iter().any(|r| r.contains("end is missing")), "{:?}", feed.repairs);
    }
}

#[test]
fn every_prefix_is_read_or_refused() {
    let whole = rss(&[
        "<title>1 &amp; é</title><link>http://x.org/1</link>",
        "<title>2</title><content:encoded><![CDATA[x]]></content:encoded>",
    ]);
    for end in 0..whole.len() {
        let _ = feed::read(&whole.as_bytes()[..end], None, URL);
    }
}

#[test]
fn latin1_bytes_under_a_utf8_label() {
    let mut bytes = rss(&["<title>Un CAFE pour l'ETE</title>"]).into_bytes();
    for (from, to) in [(&b"CAFE"[..], &b"caf\xe9"[..]), (b"ETE", b"\xe9t\xe9")] {
        let at = bytes.windows(from.len()).position(|w| w == from).unwrap();
        bytes.splice(at..at + from.len(), to.iter().copied());
    }
    let feed = feed::read(&bytes, Some("text/xml; charset=utf-8"), URL).unwrap();
    assert_eq!(titles(&feed), ["Un café pour l'été"]);
}

#[test]
fn declared_charsets_are_honoured() {
    let xml = b"<?xml version='1.0' encoding='windows-1251'?><rss version='2.0'>\
                <channel><item><title>\xcc\xe8\xf0</title></item></channel></rss>";
    assert_eq!(titles(&read(xml)), ["Мир"]);
    let wide: Vec<u8> =
        "\u{feff}<rss version='2.0'><channel><item><title>Мир</title></item></channel></rss>"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
    assert_eq!(titles(&read(wide)), ["Мир"]);
}

#[test]
fn junk_before_the_declaration() {
    for junk in [
        "\n\n",
        "\u{feff}\u{feff}",
        "<br />\n<b>Warning</b>: Cannot modify header in <b>/x.php</b><br />\n",
        "<!-- cached -->",
    ] {
        assert_eq!(titles(&read(format!("{junk}{}", rss(&["<title>1</title>"])))), ["1"], "{junk}");
    }
}

#[test]
fn control_characters_are_dropped() {
    assert_eq!(item("<title>a\u{b}b&#0;c&#x1f;d</title>").title.as_deref(), Some("abcd"));
}

#[test]
fn undeclared_prefixes_are_understood() {
    let xml = "<rss version='2.0'>\
               <channel><item><title>1</title><dc:creator>Jo</dc:creator></item></channel></rss>";
    assert_eq!(read(xml).items[0].authors, ["Jo"]);
}

#[test]
fn sound_feeds_need_no_repair() {
    let feed = read(rss(&["<title>1</title><pubDate>Tue, 30 Apr 2013 23:30:00 -0700</pubDate>"]));
    assert_eq!(feed.repairs, [""; 0]);
    assert_eq!(
        (feed.url.as_str(), feed.format.as_str(), feed.title.as_deref()),
        (URL, "RSS 2.0", Some("Blog"))
    );
}

// ---- hostile feeds ----

#[test]
fn entities_are_never_expanded() {
    let bomb = "<?xml version='1.0'?><!DOCTYPE rss [<!ENTITY a 'ha'>\
                <!ENTITY b '&a;&a;&a;'><!ENTITY x SYSTEM 'file:///etc/passwd'>]>\
                <rss version='2.0'><channel><item><title>&b;&x;</title></item></channel></rss>";
    assert_eq!(titles(&read(bomb)), ["&b;&x;"]);
}

#[test]
fn deep_nesting_is_flattened() {
    let deep = format!(
        "<title>1</title><description>{}x{}</description>",
        "<div>".repeat(50_000),
        "</div>".repeat(50_000)
    );
    assert_eq!(titles(&read(rss(&[&deep, "<title>2</title>"]))), ["1", "2"]);
}

#[test]
fn numbers_too_large_for_others() {
    let xml =
        rss(&["<title>1</title><itunes:duration>99999999999999999999999:00:00</itunes:duration>"])
            .replace("<rss ", "<rss xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' ");
    assert_eq!(titles(&read(xml)), ["1"]);
}

#[test]
fn items_are_limited() {
    let feed = read(rss(&vec!["<title>x</title>"; 10_100]));
    assert_eq!(feed.items.len(), 10_000);
    assert!(feed.repairs.iter().any(|r| r.contains("10000")), "{:?}", feed.repairs);
}

#[test]
fn unclosed_markup_takes_no_time() {
    for piece in [
        "<!-- ",
        "<![CDATA[",
        "<a b='",
        "<",
        "&",
        "</x",
        "<!DOCTYPE '",
        "<rss ",
        "<item><title>",
        "&#",
        "<b <b ",
    ] {
        let _ = feed::read(piece.repeat(100_000).as_bytes(), None, URL);
        let _ = feed::read(
            format!("<rss version='2.0'><channel><item><title>{}", piece.repeat(100_000))
                .as_bytes(),
            None,
            URL,
        );
    }
}

// ---- errors ----

#[test]
fn errors_have_a_place() {
    let cases: &[(&str, (u32, u32), &str)] = &[
        (
            "<?xml version='1.0'?>\n<rss version='2.0'>\n  \
             <channel><title>t</title></channel></rss>",
            (3, 3),
            "has no items",
        ),
        (
            "\n\n<!DOCTYPE html>\n<html><body>Not found</body></html>",
            (3, 1),
            "this is an HTML page, not a feed",
        ),
        ("<?xml version='1.0'?>\n<HTML><body>x</body></HTML>", (2, 1), "HTML page"),
        ("  <urlset><url>x</url></urlset>", (1, 3), "found '<urlset>"),
        ("", (1, 1), "found nothing"),
        (
            "{\"version\": \"https://jsonfeed.org/version/1\", \"title\": \"t\",\n \"items\": []}",
            (2, 2),
            "has no items",
        ),
    ];
    for (bytes, place, what) in cases {
        let (message, at) = error(bytes);
        assert!(message.contains(what), "{message}");
        assert_eq!(at, *place, "{message}");
    }
    // Where in the line is the JSON reader's affair.
    let (message, (line, _)) =
        error("{\"version\": \"https://jsonfeed.org/version/1\",\n \"title\": 7}");
    assert!(line == 2 && message.contains("no JSON Feed"), "{message}");
}

#[test]
fn too_large_is_refused() {
    let e = feed::read(&vec![b' '; 33 * 1024 * 1024], None, URL).unwrap_err();
    assert!(e.to_string().contains("33 MB"), "{e}");
}

// ---- finding ----

fn found(html: &str) -> Vec<String> {
    feed::find(html, "http://example.org/blog/index.html").into_iter().map(|c| c.url).collect()
}

#[test]
fn declared_feeds_come_first() {
    // (page, the first that are found)
    let cases: &[(&str, &[&str])] = &[
        ("<link rel=alternate type=application/rss+xml href=/rss>", &["http://example.org/rss"]),
        (
            "<LINK HREF='a.xml' TYPE='application/atom+xml; charset=utf-8' REL='Alternate Feed'>",
            &["http://example.org/blog/a.xml"],
        ),
        ("<link rel=feed href=a.xml>", &["http://example.org/blog/a.xml"]),
        (
            "<base href='http://b.org/c/'><link rel=alternate type=application/rdf+xml href=d>",
            &["http://b.org/c/d"],
        ),
        (
            "<link rel=alternate type=application/rss+xml href=/comments/feed/>\
             <link rel=alternate type=application/rss+xml href=/category/a/feed/>\
             <link rel=alternate type=application/rss+xml href=http://o.net/feed>\
             <link rel=alternate type=application/rss+xml href=/a/feed/>\
             <link rel=alternate type=application/rss+xml href=/feed/>",
            &[
                "http://example.org/feed/",
                "http://example.org/a/feed/",
                "http://o.net/feed",
                "http://example.org/category/a/feed/",
            ],
        ),
        (
            "<link rel=alternate type=application/rss+xml title='Author Notes: Comments' href=/x>\
             <link rel=alternate type=application/rss+xml title='Author Notes' href=/y>",
            &["http://example.org/y"],
        ),
        (
            "<a href=/feed/>RSS</a><link rel=alternate type=application/atom+xml href=/b/c/d.xml>",
            &["http://example.org/b/c/d.xml", "http://example.org/feed/"],
        ),
        (
            "<a href='http://feeds.feedburner.com/Blog'>Subscribe</a>",
            &["http://feeds.feedburner.com/Blog"],
        ),
        ("<a href='feed://example.org/index.rdf'>x</a>", &["http://example.org/index.rdf"]),
        ("", &["http://example.org/blog/feed/", "http://example.org/blog/feed.xml"]),
    ];
    for (html, want) in cases {
        assert_eq!(found(html).get(..want.len()).unwrap_or_default(), *want, "{html}");
    }
}

#[test]
fn what_is_no_feed_is_not_named() {
    let html = "<link rel=stylesheet type=text/css href=/feed.css>\
                <link rel=alternate type=application/json href=/wp-json/wp/v2/posts/1>\
                <link rel=alternate type=application/json+oembed href=/oembed>\
                <link rel=alternate hreflang=de href=/de/>\
                <a href='http://reader.example.com/add/feed/http://example.org/feed'>x</a>\
                <a href=/feedback>x</a>\
                <script>'<link rel=alternate type=application/rss+xml href=/script>'</script>";
    assert!(
        feed::find(html, "http://example.org/")
            .iter()
            .all(|c| c.title.is_none() && !c.url.contains("wp-json"))
    );
    assert_eq!(feed::find(html, "http://example.org/")[0].url, "http://example.org/feed/");
}

#[test]
fn candidates_are_told_apart() {
    let html = "<link rel=alternate type=application/rss+xml title=' My\n Blog ' href=/rss>\
                <a href=/atom.xml>Atom <b>feed</b></a><a href=/rss>again</a>";
    let all = feed::find(html, "http://example.org/");
    let texts: Vec<_> = all
        .iter()
        .take(2)
        .map(|c| (c.url.as_str(), c.title.as_deref(), format!("{:?}", c.kind)))
        .collect();
    assert_eq!(
        texts,
        [
            ("http://example.org/rss", Some("My Blog"), "Alternate".to_owned()),
            ("http://example.org/atom.xml", Some("Atom"), "Anchor".to_owned())
        ]
    );
    let mut urls: Vec<_> = all.iter().map(|c| &c.url).collect();
    urls.sort();
    urls.dedup();
    assert_eq!(urls.len(), all.len());
}

#[test]
fn pages_without_an_address_still_name_feeds() {
    let html = "<link rel=alternate type=application/rss+xml href=http://x.org/rss>\
                <link rel=alternate type=application/rss+xml href=/rss>";
    let urls: Vec<_> = feed::find(html, "not a url").into_iter().map(|c| c.url).collect();
    assert_eq!(urls, ["http://x.org/rss"]);
}

// ---- decoding ----

#[test]
fn decode_tells_the_charset() {
    assert_eq!(decode("\u{feff}é".as_bytes(), None, None).0, "é");
    assert_eq!(
        decode(b"\x93quoted\x94", Some("text/html; charset=iso-8859-1"), None).0,
        "“quoted”"
    );
}

//! The cross-check: which witness finds what, on the pages of a sample broken one way at a time.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feedstone::check::{Checker, PageCheck, State, Verdict, Witness};
use feedstone::rule::{Field, xml};
use feedstone::{Page, Wrapper};

const BASE: &str = "https://garden-notes.example";
const ENTRY: &str = "2020/10/03/blue-sheet-and-a-brick";
const LIST: &str = "page/2";

fn rules() -> Wrapper {
    xml::read(&std::fs::read_to_string("rules/garden-notes.xml").unwrap()).unwrap()
}

fn page(path: &str) -> String {
    std::fs::read_to_string(format!("samples/garden-notes/{path}/index.html")).unwrap()
}

fn check(pages: &[(&str, String)]) -> Vec<PageCheck> {
    let rules = rules();
    let mut checker = Checker::new(&rules);
    for (path, html) in pages {
        checker.read(&Page::parse(html), &format!("{BASE}/{path}/"));
    }
    checker.finish()
}

/// The fields of a page with a value or an absence that something disagrees with.
fn flagged(page: &PageCheck) -> Vec<Field> {
    let mut out: Vec<Field> = page.entries.iter().flat_map(|e| &e.fields).filter(|f| f.state == State::Disagree).map(|f| f.field).collect();
    out.sort_unstable();
    out.dedup();
    out
}

#[test]
fn pages_that_are_read_right_are_ok() {
    let paths = [ENTRY, LIST, "2021/05/12/counting-frost-nights", "2020/10"];
    for p in check(&paths.map(|p| (p, page(p)))) {
        assert_eq!((p.verdict, flagged(&p)), (Verdict::Ok, vec![]), "{}", p.url);
        // One title has no words that an address could say.
        let unsure: Vec<_> = p.entries.iter().flat_map(|e| &e.fields).filter(|f| f.state != State::Agree).collect();
        assert!(unsure.len() <= 1, "{}: {unsure:?}", p.url);
    }
}

/// One thing changed on an entry's page: the fields that are flagged, and a witness that said so (none where the field is gone).
#[test]
fn what_is_broken_on_an_entrys_page_is_found() {
    type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], Field, Option<Witness>);
    let cases: &[Case<'_>] = &[
        ("title renamed", &[("entry-title", "headline")], Field::Title, None),
        ("title filled with another", &[(">A blue sheet and a brick</h1>", ">Paper pots</h1>")], Field::Title, Some(Witness::Page)),
        ("title cut", &[(">A blue sheet and a brick</h1>", ">A blue</h1>")], Field::Title, Some(Witness::Page)),
        ("date of another", &[(">October 3, 2020<", ">January 9, 2019<")], Field::Date, Some(Witness::Page)),
        ("body renamed", &[("entry-content", "prose")], Field::Body, None),
        ("body ends early", &[("<p>I went up", "</div><div><p>I went up")], Field::Body, Some(Witness::Place)),
        (
            "link of another",
            &[("canonical\" href=\"https://garden-notes.example/2020/10/03", "canonical\" href=\"/2019/01/09")],
            Field::Link,
            Some(Witness::Address),
        ),
        ("tag of another", &[(">tools</a>", ">compost heap</a>")], Field::Tags, Some(Witness::Address)),
        ("tags marked otherwise", &[("rel=\"tag\"", "rel=\"topic\"")], Field::Tags, Some(Witness::Page)),
        (
            "tags that the page does not name",
            &[("</head>", "<meta property=\"article:tag\" content=\"felt\"></head>")],
            Field::Tags,
            Some(Witness::Page),
        ),
        (
            "two tags with one address",
            &[("<li><a href=\"/tag/tools/\"", "<li><a href=\"/tag/tools/\" rel=\"tag\">Try our plan</a></li><li><a href=\"/tag/tools/\"")],
            Field::Tags,
            Some(Witness::Names),
        ),
        (
            "title and first words exchanged",
            &[
                (">A blue sheet and a brick</h1>", ">The shed leaks. It leaked before we took it on</h1>"),
                ("<p>The shed leaks. It leaked before we took it on", "<p>A blue sheet and a brick"),
            ],
            Field::Body,
            Some(Witness::Crossed),
        ),
        (
            "body ends late, with the tags in it",
            &[("brick.</p>\n</div>", "brick.</p>\n"), ("</ul></footer>\n</article>", "</ul></footer>\n</div></article>")],
            Field::Body,
            Some(Witness::Crossed),
        ),
        ("author cut", &[(">Tom Reyes<", ">Tom<")], Field::Author, Some(Witness::Profile)),
        (
            "title and author exchanged",
            &[(">Tom Reyes<", ">A blue sheet and a brick<"), (">A blue sheet and a brick</h1>", ">Tom Reyes</h1>")],
            Field::Author,
            Some(Witness::Crossed),
        ),
    ];
    let html = page(ENTRY);
    for (name, edits, field, witness) in cases {
        let broken = edits.iter().fold(html.clone(), |h, (a, b)| h.replace(a, b));
        assert_ne!(broken, html, "{name}: nothing was changed");
        let found = check(&[(ENTRY, broken)]).remove(0);
        assert!(flagged(&found).contains(field), "{name}: {:?}", flagged(&found));
        assert!(found.verdict >= Verdict::Partial, "{name}");
        if let Some(w) = witness {
            let votes = found.entries.iter().flat_map(|e| &e.fields).filter(|f| f.field == *field).flat_map(|f| &f.votes);
            assert!(votes.into_iter().any(|v| v.witness == *w && !v.agrees && !v.reason.is_empty()), "{name}: {:?}", flagged(&found));
        }
    }
}

/// What is not known of the texts of learning time is held against none.
#[test]
fn rules_that_do_not_say_what_texts_hold_are_silent() {
    let html =
        page(ENTRY).replace("brick.</p>\n</div>", "brick.</p>\n").replace("</ul></footer>\n</article>", "</ul></footer>\n</div></article>");
    let file = std::fs::read_to_string("rules/garden-notes.xml").unwrap();
    assert!(file.contains(" holds=\"\""));
    for (file, crossed) in [(file.replace(" holds=\"\"", ""), false), (file.replace(" holds=\"\"", " holds=\"tags\""), false), (file, true)]
    {
        let rules = xml::read(&file).unwrap();
        let mut checker = Checker::new(&rules);
        checker.read(&Page::parse(&html), &format!("{BASE}/{ENTRY}/"));
        let found = checker.finish().remove(0);
        let body = found.entries[0].fields.iter().find(|f| f.field == Field::Body).unwrap();
        assert_eq!(body.votes.iter().any(|v| v.witness == Witness::Crossed), crossed, "{body:?}");
    }
}

/// A page that the rules can no longer read is told from one they never could.
#[test]
fn drift_is_told_from_other_pages() {
    let other = "<html><head><title>About | Garden notes</title></head><body class=about><p>Who writes here.</p></body></html>";
    let new =
        "<html><head><title>Seed swap - Garden notes</title></head><body><main><p class=k>Seed swap</p><div>A table.</div></main></body>";
    let found = check(&[("about", other.to_owned()), ("2021/03/03/seed-swap", new.to_owned())]);
    assert_eq!(found[0].verdict, Verdict::OtherLayout, "{}", found[0].why);
    assert_eq!(found[1].verdict, Verdict::Drifted, "{}", found[1].why);
    assert!(found[1].likeness.unwrap() < 60);
}

/// Of a page of which nothing is read its address says that it is a list, where those next to it are; of a page apart it says nothing.
#[test]
fn a_list_of_which_nothing_is_read_is_found() {
    let gone = "<html><body><main><p>Plot 31</p><p>Nothing here has a link.</p></main></body></html>";
    let cases = [
        ("tag/plot-31", &["tag/tools"][..], Verdict::Drifted),
        ("page/3", &[LIST][..], Verdict::Drifted),
        ("shelf/plot-31", &["shelf/tools"][..], Verdict::OtherLayout),
        ("shelf/plot-31", &["shelf/tools", "shelf/books", "shelf/weather"][..], Verdict::Drifted),
        ("about", &["2020/10", "archive", "diary", "recipes"][..], Verdict::OtherLayout),
        ("tag/plot-31", &["2020/10"][..], Verdict::OtherLayout),
    ];
    for (path, lists, verdict) in cases {
        let pages = lists.iter().map(|l| (*l, page(LIST))).chain([(path, gone.to_owned())]);
        let found = check(&pages.collect::<Vec<_>>()).pop().unwrap();
        assert_eq!(found.verdict, verdict, "{path}: {}", found.why);
        assert_eq!(found.entries.is_empty(), verdict == Verdict::OtherLayout, "{path}");
    }
}

/// The list of other entries below an entry of a new layout is not the entry.
#[test]
fn a_list_on_an_entrys_page_is_of_others() {
    let links = ["2020/10/14/pumpkin-weights", "2020/10/25/the-clocks-go-back", "2021/01/30/paper-pots"];
    let row = |l: &str| format!("<li><a href='{BASE}/{l}/'>{}</a></li>", l.rsplit('/').next().unwrap_or(""));
    let text = "Words of the entry itself, many more than there are in the list. ".repeat(20);
    let html = format!(
        "<html><head><title>A blue sheet and a brick - Garden notes</title></head><body><h1>A blue sheet and a brick</h1><p>{text}</p><ul>{}</ul>",
        links.map(row).concat()
    );
    let found = check(&[(ENTRY, html)]).remove(0);
    assert_eq!(found.verdict, Verdict::Drifted, "{}", found.why);
    assert!(found.entries.iter().flat_map(|e| &e.fields).all(|f| f.state == State::Disagree));
}

/// The page of a tag whose name is one word of signs that addresses write as three is no page of an entry.
#[test]
fn a_tag_in_other_letters_is_no_entry() {
    let rows = ["2020/10/14/pumpkin-weights", "2020/10/25/the-clocks-go-back", "2021/01/30/paper-pots"]
        .map(|l| format!("<li><a href='{BASE}/{l}/'>{}</a></li>", l.rsplit('/').next().unwrap_or("")));
    let text = "Words that are no list. ".repeat(40);
    let html = format!("<html><head><title>日記 - Garden Notes</title></head><body><h1>日記</h1><p>{text}</p><ul>{}</ul>", rows.concat());
    let found = check(&[("tag/%E6%97%A5%E8%A8%98", html)]).remove(0);
    assert_eq!(found.entries.len(), 3, "{}", found.why);
    assert!(!found.entries.iter().flat_map(|e| &e.fields).flat_map(|f| &f.votes).any(|v| v.witness == Witness::Kind));
}

/// The same entry on another page speaks for and against.
#[test]
fn pages_speak_of_each_others_entries() {
    let html = page(ENTRY);
    let found = check(&[("2020/10", page("2020/10")), (ENTRY, html.replace("datetime=\"2020-10-03", "datetime=\"2019-01-09"))]);
    let votes = |p: &PageCheck, f: Field| -> Vec<(Witness, bool)> {
        p.entries.iter().flat_map(|e| &e.fields).filter(|x| x.field == f).flat_map(|x| &x.votes).map(|v| (v.witness, v.agrees)).collect()
    };
    assert!(votes(&found[1], Field::Title).contains(&(Witness::Elsewhere, true)), "{}", found[1].why);
}

/// A link that leads to another entry is told from a title that is wrong.
#[test]
fn a_link_to_another_entry_is_found() {
    let list = page("2020/10");
    let wrong = list.replace("2020/10/03/blue-sheet-and-a-brick", "2021/05/12/counting-frost-nights");
    let others = || [(ENTRY, page(ENTRY)), ("2021/05/12/counting-frost-nights", page("2021/05/12/counting-frost-nights"))];
    let link = |html: String| {
        let pages: Vec<(&str, String)> = std::iter::once(("2020/10", html)).chain(others()).collect();
        let found = check(&pages).remove(0);
        let entry =
            found.entries.into_iter().find(|e| e.fields.iter().any(|f| f.value.as_deref() == Some("A blue sheet and a brick"))).unwrap();
        entry.fields.into_iter().find(|f| f.field == Field::Link).unwrap()
    };
    assert_eq!(link(list).state, State::Agree);
    let found = link(wrong);
    assert_ne!(found.state, State::Agree, "{found:?}");
    assert!(found.votes.iter().any(|v| v.witness == Witness::Elsewhere && !v.agrees), "{found:?}");
}

/// Of many pages the one that has a value in a place of its own is odd.
#[test]
fn pages_of_a_run_show_what_is_usual() {
    let html = page(ENTRY);
    let moved = html.replace("<span class=\"byline\">", "<b><i>").replace("Tom Reyes</a></span>", "Tom Reyes</a></i></b>");
    let paths: Vec<String> = (1..=7).map(|k| format!("2020/10/0{k}/blue-sheet-{k}")).collect();
    let pages: Vec<(&str, String)> =
        paths.iter().enumerate().map(|(k, p)| (p.as_str(), if k == 3 { moved.clone() } else { html.clone() })).collect();
    for (k, p) in check(&pages).iter().enumerate() {
        let author = p.entries[0].fields.iter().find(|f| f.field == Field::Author).unwrap();
        let others = author.votes.iter().find(|v| v.witness == Witness::Others).map(|v| v.agrees);
        assert_eq!(others, Some(k != 3), "{author:?}");
    }
}

/// What held a field and is there without it is said, though posts without tags are no error.
#[test]
fn an_empty_place_is_noticed() {
    let tags = "<li><a href=\"/tag/tools/\" rel=\"tag\">tools</a></li><li><a href=\"/tag/plot-31/\" rel=\"tag\">plot 31</a></li>";
    let html = page(ENTRY);
    assert!(html.contains(tags));
    for (html, unread) in [(html.replace(tags, ""), true), (html, false)] {
        let found = check(&[(ENTRY, html)]).remove(0);
        let field = found.entries[0].fields.iter().find(|f| f.field == Field::Tags).unwrap();
        assert_eq!(field.votes.iter().any(|v| v.witness == Witness::Unread && !v.agrees), unread, "{field:?}");
    }
}

/// What other pages call the address of a tag, and what they call an author, is what it is called.
#[test]
fn pages_of_a_run_agree_on_names() {
    let html = page(ENTRY);
    let paths: Vec<String> = (1..=14).map(|k| format!("2020/10/{k:02}/blue-sheet-{k}")).collect();
    let found = |edits: &[(&str, &str)], field: Field| -> Vec<Option<bool>> {
        let odd = edits.iter().fold(html.clone(), |h, (a, b)| h.replace(a, b));
        assert_ne!(odd, html);
        let pages = paths.iter().enumerate().map(|(k, p)| (p.as_str(), if k == 3 { odd.clone() } else { html.clone() }));
        let said = check(&pages.collect::<Vec<_>>()).into_iter().map(|p| {
            let f = p.entries[0].fields.iter().find(|f| f.field == field).unwrap();
            f.votes.iter().find(|v| v.witness == Witness::Names).map(|v| v.agrees)
        });
        said.collect()
    };
    let cases: &[(&str, &[(&str, &str)], Field)] = &[
        ("a tag under another's address", &[(">tools</a>", ">hardware</a>")], Field::Tags),
        (
            "a name that no other page has, with an address of its own",
            &[("<a href=\"/tag/tools/\" rel=\"tag\">tools<", "<a href=\"/tag/spam/\" rel=\"tag\">spam<")],
            Field::Tags,
        ),
        ("a part of a name", &[(">Tom Reyes<", ">Tom<")], Field::Author),
        ("a name that no other page has", &[("href=\"/author/tom/\">Tom Reyes<", "href=\"/author/ann/\">Ann Cole<")], Field::Author),
    ];
    for (name, edits, field) in cases {
        let said = found(edits, *field);
        assert_eq!(said[3], Some(false), "{name}");
        assert!(said.iter().enumerate().all(|(k, s)| k == 3 || *s == Some(true)), "{name}: {said:?}");
    }
}

/// Tags may all lead to one page, each to a mark of its own.
#[test]
fn marks_of_one_page_are_apart() {
    let html = page(ENTRY).replace("/tag/tools/", "/tags/#tools").replace("/tag/plot-31/", "/tags/#plot-31");
    let paths: Vec<String> = (1..=8).map(|k| format!("2020/10/{k:02}/blue-sheet-{k}")).collect();
    let odd = html.replace(">tools</a>", ">hardware</a>");
    let pages = paths.iter().enumerate().map(|(k, p)| (p.as_str(), if k == 3 { odd.clone() } else { html.clone() }));
    for (k, p) in check(&pages.collect::<Vec<_>>()).into_iter().enumerate() {
        let f = p.entries[0].fields.iter().find(|f| f.field == Field::Tags).unwrap();
        let said: Vec<&str> = f.votes.iter().filter(|v| v.witness == Witness::Names && !v.agrees).map(|v| v.reason.as_str()).collect();
        assert_eq!(said, if k == 3 { &["other pages call it \"tools\""][..] } else { &[] }, "{}", p.url);
    }
}

/// A link that other pages read as a tag is one, but where it stands beside what they read, too.
#[test]
fn a_tag_that_is_not_read_is_noticed() {
    let html = page(ENTRY);
    let tools = "<li><a href=\"/tag/tools/\" rel=\"tag\">tools</a></li>";
    // Nothing marks it, and its address does not say what it is.
    let plain = html.replace("/tag/", "/k/");
    let lost = plain.replace(&tools.replace("/tag/", "/k/"), "").replace("</footer>", "<b><a href=\"/k/tools/\">tools</a></b></footer>");
    let menu = |h: &str| h.replace("<main id", "<div><a href=\"/k/tools/\">Tools</a></div><main id");
    let paths: Vec<String> = (1..=8).map(|k| format!("2020/10/{k:02}/blue-sheet-{k}")).collect();
    assert!(lost.contains("<b><a") && menu(&plain) != plain);
    for (all, odd, noticed) in
        [(plain.clone(), lost.clone(), true), (plain.clone(), plain.clone(), false), (menu(&plain), menu(&lost), false)]
    {
        let pages = paths.iter().enumerate().map(|(k, p)| (p.as_str(), if k == 3 { odd.clone() } else { all.clone() }));
        let said = check(&pages.collect::<Vec<_>>()).into_iter().map(|p| {
            let f = p.entries[0].fields.iter().find(|f| f.field == Field::Tags).unwrap();
            f.votes.iter().any(|v| v.witness == Witness::Unread && v.reason.contains("other pages read"))
        });
        let said: Vec<bool> = said.collect();
        assert_eq!((said[3], said.iter().filter(|s| **s).count()), (noticed, usize::from(noticed)), "{said:?}");
    }
}

/// What a page that is read as a list has besides its own entry is of others.
#[test]
fn an_entrys_page_is_of_that_entry() {
    let found = check(&[(ENTRY, page("2020/10"))]).remove(0);
    assert!(found.entries.len() > 1, "{}", found.why);
    for e in &found.entries {
        let kind = e.fields.iter().flat_map(|f| &f.votes).any(|v| v.witness == Witness::Kind);
        assert_eq!(kind, !e.link.as_ref().unwrap().contains(ENTRY), "{:?}", e.link);
    }
}

/// A witness that contradicts right values where the rules are learned is not heard against those of other pages.
#[test]
fn habits_of_a_blog_are_no_errors() {
    let mut blog = garden();
    let admin = |html: &str| html.replace("</title>", "</title><meta name=\"author\" content=\"admin\">");
    blog.entries.iter_mut().for_each(|e| e.page = Page::parse(&admin(e.page.text())));
    let wrapper = learn(&blog).wrapper;
    let values = wrapper.layouts.iter().flat_map(|l| &l.build).flat_map(|b| &b.values);
    assert!(values.into_iter().any(|v| v.field == Field::Author && v.doubted == [Witness::Page]));
    let mut checker = Checker::new(&wrapper);
    checker.read(&Page::parse(&admin(&page(ENTRY))), &format!("{BASE}/{ENTRY}/"));
    assert_eq!(flagged(&checker.finish()[0]), []);
}

/// Hostile pages cost no more than their bounds.
#[test]
fn hostile_pages_are_checked_in_bounded_time() {
    let deep = "<div class=post>".repeat(3_000);
    let many: String =
        (0..4_000).map(|k| format!("<article><h2 class=entry-title><a href=/2020/10/03/x{k}/>T {k}</a></h2></article>")).collect();
    let words = format!("<article><h1 class=entry-title>T</h1><div class=entry-content>{}</div>", "word ".repeat(200_000));
    let started = std::time::Instant::now();
    let found = check(&[("a", deep), ("b", many), (ENTRY, words.clone()), (LIST, words)]);
    assert_eq!(found.len(), 4);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

// ---------------------------------------------------------------- health, relearning, no feed

use feedstone::check::health;
use feedstone::learn::{Blog, Fetched, gather, gather_without_feed, learn, learn_without_feed, relearn};
use feedstone::source::dir::Dir;

fn garden() -> Blog {
    let folder = Dir::open("samples/garden-notes", None).unwrap();
    gather(&folder, folder.base(), None, &mut |_| ()).unwrap()
}

/// The blog after a redesign: other classes, other tags, on all its pages.
fn redesigned(blog: &Blog) -> Blog {
    let new = |page: &Page| {
        let edits = [
            ("<article", "<section"),
            ("</article", "</section"),
            ("entry-", "x-"),
            ("class=\"byline", "class=\"who"),
            ("<h2", "<h3"),
            ("</h2", "</h3"),
            ("site-main", "stream"),
        ];
        Page::parse(&edits.iter().fold(page.text().to_owned(), |t, (a, b)| t.replace(a, b)))
    };
    let mut out = blog.clone();
    out.home = Fetched { url: blog.home.url.clone(), page: new(&blog.home.page) };
    out.entries.iter_mut().for_each(|e| e.page = new(&e.page));
    out
}

#[test]
fn health_is_red_after_a_redesign_and_says_since_when() {
    let blog = garden();
    let wrapper = learn(&blog).wrapper;
    let now = health(&wrapper, &blog.home.page, &blog.home.url, &blog.feed);
    assert_eq!((now.is_red(), now.items, now.read), (Some(false), 6, 6));
    let titles = regex::Regex::new(r#"(<h2 class="entry-title"><a [^>]*>)[^<]*"#).unwrap();
    let new = Page::parse(&titles.replace_all(blog.home.page.text(), "${1}Read on"));
    let then = health(&wrapper, &new, &blog.home.url, &blog.feed);
    assert_eq!(then.is_red(), Some(true));
    let red: Vec<Field> = then.fields.iter().filter(|f| f.is_red()).map(|f| f.field).collect();
    assert_eq!(red, [Field::Title]);
    let title = &then.fields[0];
    assert_eq!((title.right, title.of, title.since.unwrap().to_string()), (0, 6, "2021-04-20".to_owned()), "{title:?}");
    assert!(title.why.as_ref().unwrap().contains("the feed says"), "{title:?}");
    // A page without the feed's items says nothing.
    assert_eq!(health(&wrapper, &Page::parse("<p>Moved."), &blog.home.url, &blog.feed).is_red(), None);
}

#[test]
fn relearning_adds_layouts_that_prove_themselves() {
    let blog = garden();
    let old = learn(&blog).wrapper;
    let same = relearn(&old, &blog).unwrap();
    assert_eq!((same.added.len(), &same.wrapper), (0, &old), "{:?}", same.proof);
    let new = redesigned(&blog);
    let joint = relearn(&old, &new).unwrap();
    assert!(!joint.added.is_empty(), "{:?}", joint.proof);
    assert!(old.layouts.iter().all(|l| joint.wrapper.layouts.contains(l)), "an old layout is gone");
    for blog in [&blog, &new] {
        assert_eq!(health(&joint.wrapper, &blog.home.page, &blog.home.url, &blog.feed).is_red(), Some(false));
        let read = joint.wrapper.extract_page(&blog.entries[0].page, &blog.entries[0].url);
        assert_eq!(read.entries[0].title, blog.feed.items[blog.entries[0].item].title);
    }
    // The joint wrapper is written and read like any other.
    assert_eq!(xml::read(&xml::write(&joint.wrapper)).unwrap(), joint.wrapper);
}

#[test]
fn relearning_refuses_what_proves_nothing() {
    let blog = garden();
    let old = learn(&blog).wrapper;
    let mut gone = blog.clone();
    gone.home.page = Page::parse("<html><body><p>Back soon.</p></body></html>");
    gone.entries.clear();
    assert!(relearn(&old, &gone).is_err());
    let mut few = blog.clone();
    few.feed.items.truncate(2);
    few.entries.clear();
    assert!(relearn(&old, &few).unwrap_err().contains("three are needed"));
}

#[test]
fn a_blog_without_feed_is_learned_from_its_records() {
    let folder = Dir::open("samples/garden-notes", None).unwrap();
    let blog = gather_without_feed(&folder, folder.base(), &mut |_| ()).unwrap();
    let wrapper = learn_without_feed(&blog).wrapper;
    assert!(wrapper.layouts.iter().all(|l| l.unsupervised) && wrapper.layouts.len() == 2);
    assert_eq!(xml::read(&xml::write(&wrapper)).unwrap(), wrapper);
    let read = wrapper.extract(&page(ENTRY), &format!("{BASE}/{ENTRY}/"));
    assert_eq!(read.entries[0].title.as_deref(), Some("A blue sheet and a brick"));
    assert_eq!(read.entries[0].date.unwrap().to_string(), "2020-10-03");
    assert!(read.entries[0].body_text.as_deref().unwrap().starts_with("The shed leaks."));
}

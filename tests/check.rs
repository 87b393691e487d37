//! The cross-check: which witness finds what, on the pages of a sample broken one way at a time.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feedstone::check::{Cause, Checker, EntryCheck, PageCheck, State, Verdict, Witness, health};
use feedstone::internals::entry::Field;
use feedstone::internals::rule::xml;
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
    let mut out: Vec<Field> = page
        .entries
        .iter()
        .flat_map(|e| &e.fields)
        .filter(|f| f.state == State::Disagree)
        .map(|f| f.field)
        .collect();
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
        let unsure: Vec<_> =
            p.entries.iter().flat_map(|e| &e.fields).filter(|f| f.state != State::Agree).collect();
        assert!(unsure.len() <= 1, "{}: {unsure:?}", p.url);
    }
}

/// One thing changed on an entry's page: the fields that are flagged, and a witness that said so
/// (none where the field is gone).
#[test]
fn what_is_broken_on_an_entrys_page_is_found() {
    type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], Field, Option<Witness>);
    let cases: &[Case<'_>] = &[
        ("title renamed", &[("entry-title", "headline")], Field::Title, None),
        (
            "title filled with another",
            &[(">A blue sheet and a brick</h1>", ">Paper pots</h1>")],
            Field::Title,
            Some(Witness::Page),
        ),
        (
            "title cut",
            &[(">A blue sheet and a brick</h1>", ">A blue</h1>")],
            Field::Title,
            Some(Witness::Page),
        ),
        (
            "date of another",
            &[(">October 3, 2020<", ">January 9, 2019<")],
            Field::Date,
            Some(Witness::Page),
        ),
        ("body renamed", &[("entry-content", "prose")], Field::Body, None),
        (
            "body ends early",
            &[("<p>I went up", "</div><div><p>I went up")],
            Field::Body,
            Some(Witness::Place),
        ),
        (
            "link of another",
            &[(
                "canonical\" href=\"https://garden-notes.example/2020/10/03",
                "canonical\" href=\"/2019/01/09",
            )],
            Field::Link,
            Some(Witness::Address),
        ),
        (
            "tag of another",
            &[(">tools</a>", ">compost heap</a>")],
            Field::Tags,
            Some(Witness::Address),
        ),
        (
            "tags marked otherwise, far below the text",
            &[
                ("rel=\"tag\"", "rel=\"topic\""),
                ("<footer", "<p>We are back on the plot every Sunday.</p><footer"),
            ],
            Field::Tags,
            Some(Witness::Page),
        ),
        (
            "tags that the page does not name",
            &[("</head>", "<meta property=\"article:tag\" content=\"felt\"></head>")],
            Field::Tags,
            Some(Witness::Page),
        ),
        (
            "two tags with one address",
            &[(
                "<li><a href=\"/tag/tools/\"",
                "<li><a href=\"/tag/tools/\" rel=\"tag\">Try our plan</a></li>\
                 <li><a href=\"/tag/tools/\"",
            )],
            Field::Tags,
            Some(Witness::Names),
        ),
        (
            "title and first words exchanged",
            &[
                (
                    ">A blue sheet and a brick</h1>",
                    ">The shed leaks. It leaked before we took it on</h1>",
                ),
                (
                    "<p>The shed leaks. It leaked before we took it on",
                    "<p>A blue sheet and a brick",
                ),
            ],
            Field::Body,
            Some(Witness::Crossed),
        ),
        (
            "body ends late, with the tags in it",
            &[
                ("brick.</p>\n</div>", "brick.</p>\n"),
                ("</ul></footer>\n</article>", "</ul></footer>\n</div></article>"),
            ],
            Field::Body,
            Some(Witness::Bounds),
        ),
        ("author cut", &[(">Tom Reyes<", ">Tom<")], Field::Author, Some(Witness::Profile)),
        (
            "a question for a password in place of the body",
            &[
                (
                    "<div class=\"entry-content\">",
                    "<div class=\"entry-content\"><form><p>To read this, give the word: \
                     <input type=password></form></div><!--",
                ),
                ("<footer class=\"entry-footer\">", "--><footer class=\"entry-footer\">"),
            ],
            Field::Body,
            Some(Witness::Bounds),
        ),
        (
            "the rest is for those who pay",
            &[("\"headline\":", "\"isAccessibleForFree\": false, \"headline\":")],
            Field::Body,
            Some(Witness::Bounds),
        ),
        (
            "a notice in place of the rest",
            &[
                ("<p>I went up", "<p>This post is for paying subscribers.</p></div><!--"),
                ("<footer class=\"entry-footer\">", "--><footer class=\"entry-footer\">"),
            ],
            Field::Body,
            Some(Witness::Bounds),
        ),
        (
            "a notice behind the beginning",
            &[
                ("<p>I went up", "</div><div class=\"wall\">Log in to read the rest</div><!--"),
                ("<footer class=\"entry-footer\">", "--><footer class=\"entry-footer\">"),
            ],
            Field::Body,
            Some(Witness::Bounds),
        ),
        (
            "UTF-8 read as another encoding",
            &[("brick</h1>", "brickâ€™s end</h1>")],
            Field::Title,
            Some(Witness::Letters),
        ),
        (
            "title escaped twice",
            &[("brick</h1>", "brick &amp;amp; string</h1>")],
            Field::Title,
            Some(Witness::Letters),
        ),
        (
            "a whole text escaped twice",
            &[
                ("<p>The shed leaks", "&lt;p&gt;The shed leaks"),
                ("<p>I went up", "I went up"),
                ("<p>It is a good brick", "It is a good brick"),
                ("confidence in the brick.</p>", "confidence in the brick.&lt;/p&gt;"),
            ],
            Field::Body,
            Some(Witness::Letters),
        ),
        (
            "markup escaped twice",
            &[
                (
                    "<p>I went up",
                    "&amp;#8220;&lt;p class=&quot;a&quot;&gt;\
                     I&amp;nbsp;went&amp;nbsp;up&amp;hellip;",
                ),
                ("<p>It is", "&amp;lt;p&amp;gt;It is"),
            ],
            Field::Body,
            Some(Witness::Letters),
        ),
        (
            "a page that says there is nothing",
            &[
                ("A blue sheet and a brick - ", "Page not found - "),
                (">A blue sheet and a brick</h1>", ">Oops!</h1>"),
            ],
            Field::Title,
            Some(Witness::Kind),
        ),
        (
            "title and author exchanged",
            &[
                (">Tom Reyes<", ">A blue sheet and a brick<"),
                (">A blue sheet and a brick</h1>", ">Tom Reyes</h1>"),
            ],
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
            let votes = found
                .entries
                .iter()
                .flat_map(|e| &e.fields)
                .filter(|f| f.field == *field)
                .flat_map(|f| &f.votes);
            assert!(
                votes.into_iter().any(|v| v.witness == *w && !v.agrees && !v.reason.is_empty()),
                "{name}: {:?}",
                flagged(&found)
            );
        }
    }
}

/// Of a download that ended in a text neither this nor what is missing is believed. A template that
/// forgets its end tags is another thing.
#[test]
fn a_download_that_ended_too_early_is_found() {
    let html = page(ENTRY);
    let cut = html[..html.find(" a good brick").unwrap()].to_owned();
    let sloppy = html.replace("</body>\n</html>", "").replace("</main>", "");
    for (html, fields) in [(cut, vec![Field::Tags, Field::Body]), (sloppy, vec![])] {
        let found = check(&[(ENTRY, html)]).remove(0);
        assert_eq!(flagged(&found), fields);
        let votes = found.entries[0].fields.iter().flat_map(|f| &f.votes);
        let bounds = votes.filter(|v| v.witness == Witness::Bounds).count();
        assert_eq!(bounds, fields.len());
    }
}

/// A list that ended too early shows nothing wrong, and less than it should. Where the other pages
/// of the run have no end tags either, or the list was over, it did not.
#[test]
fn a_list_that_ended_too_early_may_lack_entries() {
    let html = page(LIST);
    let third = html.match_indices("<article").nth(2).unwrap().0;
    let cases = [
        ("ahead of a record", html[..third].to_owned(), true),
        ("within a tag", html[..third + 5].to_owned(), true),
        ("within a record", html[..html[third..].find("</h2>").unwrap() + third + 5].into(), true),
        ("behind the list", html[..html.find("<aside").unwrap()].to_owned(), false),
        ("not at all", html.clone(), false),
    ];
    let others = [ENTRY, "2020/10", "2021/05/12/counting-frost-nights"];
    for (name, html, cut) in cases {
        for sloppy in [false, true] {
            let other = |path: &'static str| match sloppy {
                true => {
                    let html = page(path).replace("</body>\n</html>", "");
                    (path, html.replace("</aside></div>", "</aside>"))
                }
                false => (path, page(path)),
            };
            let found = check(&[&others.map(other)[..], &[(LIST, html.clone())]].concat());
            let said = found[3].why == Cause::CutOff;
            let told = found[3].verdict == Verdict::Partial;
            assert_eq!((said || told, told), (cut && !sloppy, cut && !sloppy), "{name} {sloppy}");
            assert_eq!(found[0].verdict, Verdict::Ok, "{name} {sloppy}");
        }
    }
}

/// Code shows what markup looks like, and entries write of pages that are not there.
#[test]
fn what_looks_broken_and_is_not() {
    let html = page(ENTRY);
    let code = "<pre>Salt &amp;amp; Pepper &amp;lt;p&amp;gt; &amp;quot; &amp;#39; &amp;amp;</pre>\
                <p>I went up";
    let named = html.replace("A blue sheet and a brick", "Blue sheet 404");
    let cases = [
        (ENTRY, html.replace("<p>I went up", code)),
        ("2020/10/03/blue-sheet-404", named.replace("blue-sheet-and-a-brick", "blue-sheet-404")),
    ];
    for (path, html) in cases {
        let found = check(&[(path, html)]).remove(0);
        assert_eq!((found.verdict, flagged(&found)), (Verdict::Ok, vec![]), "{path}");
    }
}

/// Posts write of notices to those who do not pay, and blogs ask all readers to subscribe.
#[test]
fn what_is_no_notice_to_those_who_pay() {
    let html = page(ENTRY);
    let end = "confidence in the brick.</p>";
    let all = "<p>Salt, and what one can do with it in a garden that has none.</p>".repeat(20);
    for more in [
        "<p>The paper says “Subscribe to continue reading” of it.</p>".to_owned(),
        "<p>Subscribe to Garden Notes by mail, or log in to comment.</p>".to_owned(),
        format!("{all}<p>Subscribe to continue reading, they say.</p>"),
    ] {
        let html = html.replace(end, &format!("{end}{more}"));
        let found = check(&[(ENTRY, html)]).remove(0);
        assert!(!flagged(&found).contains(&Field::Body), "{more}");
    }
}

/// A page that is found under further addresses, and says its own, is that page.
#[test]
fn a_page_is_known_by_its_canonical_address() {
    let rules = rules();
    let mut checker = Checker::new(&rules);
    let html = page(ENTRY);
    for query in ["", "?replytocom=298", "?replytocom=299", "?share=mail", "?m=1", "?print=1"] {
        checker.read(&Page::parse(&html), &format!("{BASE}/{ENTRY}/{query}"));
    }
    for found in checker.finish() {
        assert_eq!((found.verdict, flagged(&found)), (Verdict::Ok, vec![]), "{}", found.url);
    }
}

/// Another blog may have the same template. A blog that has moved leads to where it was.
#[test]
fn pages_of_another_blog_are_found() {
    let html = page(ENTRY).replace("https://garden-notes.example", "https://salt.example");
    let other = html.replace("Garden Notes", "On Salt");
    let moved = other.replace("<aside ", "<a href=\"http://garden-notes.example/\">old</a><aside ");
    for (html, is_other) in [(&html, false), (&other, true), (&moved, false)] {
        let rules = rules();
        let mut checker = Checker::new(&rules);
        checker.read(&Page::parse(html), &format!("https://salt.example/{ENTRY}/"));
        let found = checker.finish().remove(0);
        let votes = found.entries.iter().flat_map(|e| &e.fields).flat_map(|f| &f.votes);
        let kinds = votes.filter(|v| v.witness == Witness::Kind).count();
        assert_eq!(kinds > 0, is_other, "{:?}", flagged(&found));
    }
}

/// What stands in an entry's place is said where nothing is read of it, too.
#[test]
fn what_stands_in_an_entrys_place_is_said() {
    let cases = [
        ("<title>Log in</title><form><input type=password></form>", Cause::Login),
        ("<title>Just a moment...</title><h1>Just a moment...</h1>", Cause::Challenge),
        (
            "<title>404 - Garden Notes</title><p>Nothing.</p>",
            Cause::NotThere("404 - Garden Notes".to_owned()),
        ),
    ];
    for (html, why) in cases {
        let found = check(&[("2021/03/03/seed-swap", html.to_owned())]).remove(0);
        assert_eq!(found.verdict, Verdict::Drifted, "{html}");
        assert_eq!(found.why, Cause::EntryAddress(Box::new(why)), "{html}");
    }
}

/// What is not known of the texts of learning time is held against none.
#[test]
fn rules_that_do_not_say_what_texts_hold_are_silent() {
    let html = page(ENTRY)
        .replace("brick.</p>\n</div>", "brick.</p>\n")
        .replace("</ul></footer>\n</article>", "</ul></footer>\n</div></article>");
    let file = std::fs::read_to_string("rules/garden-notes.xml").unwrap();
    assert!(file.contains(" holds=\"\""));
    for (file, out_of_bounds) in [
        (file.replace(" holds=\"\"", ""), false),
        (file.replace(" holds=\"\"", " holds=\"tags\""), false),
        (file, true),
    ] {
        let rules = xml::read(&file).unwrap();
        let mut checker = Checker::new(&rules);
        checker.read(&Page::parse(&html), &format!("{BASE}/{ENTRY}/"));
        let found = checker.finish().remove(0);
        let body = found.entries[0].fields.iter().find(|f| f.field == Field::Body).unwrap();
        assert_eq!(
            body.votes.iter().any(|v| v.witness == Witness::Bounds),
            out_of_bounds,
            "{body:?}"
        );
    }
}

/// A page that the rules can no longer read is told from one they never could.
#[test]
fn drift_is_told_from_other_pages() {
    let other = "<html><head><title>About | Garden notes</title></head>\
                 <body class=about><p>Who writes here.</p></body></html>";
    let new = "<html><head><title>Seed swap - Garden notes</title></head>\
               <body><main><p class=k>Seed swap</p><div>A table.</div></main></body>";
    let found = check(&[("about", other.to_owned()), ("2021/03/03/seed-swap", new.to_owned())]);
    assert_eq!(found[0].verdict, Verdict::OtherLayout, "{}", found[0].why);
    assert_eq!(found[1].verdict, Verdict::Drifted, "{}", found[1].why);
    assert!(found[1].likeness.unwrap() < 60);
}

/// Of a page of which nothing is read its address says that it is a list, where those next to it
/// are; of a page apart it says nothing.
#[test]
fn a_list_of_which_nothing_is_read_is_found() {
    let gone =
        "<html><body><main><p>Plot 31</p><p>Nothing here has a link.</p></main></body></html>";
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

/// The ending of a file is no word of an address: of two words alone nothing is said.
#[test]
fn an_address_of_two_words_is_no_entrys() {
    let html =
        "<html><head><title>Seed list</title></head><body><main><p>Beans.</p></main></body></html>";
    let of = |path: &str, html: &str| {
        let rules = rules();
        let mut checker = Checker::new(&rules);
        checker.read(&Page::parse(html), &format!("{BASE}/{path}"));
        checker.finish().remove(0).verdict
    };
    assert_eq!(of("seed-list.html", html), Verdict::OtherLayout);
    assert_eq!(
        of("our-seed-list.html", &html.replace("Seed list", "Our seed list")),
        Verdict::Drifted
    );
}

/// The list of other entries below an entry of a new layout is not the entry.
#[test]
fn a_list_on_an_entrys_page_is_of_others() {
    let links =
        ["2020/10/14/pumpkin-weights", "2020/10/25/the-clocks-go-back", "2021/01/30/paper-pots"];
    let row = |l: &str| {
        format!("<li><a href='{BASE}/{l}/'>{}</a></li>", l.rsplit('/').next().unwrap_or(""))
    };
    let text = "Words of the entry itself, many more than there are in the list. ".repeat(20);
    let html = format!(
        "<html><head><title>A blue sheet and a brick - Garden notes</title></head>\
         <body><h1>A blue sheet and a brick</h1><p>{text}</p><ul>{}</ul>",
        links.map(row).concat()
    );
    let found = check(&[(ENTRY, html)]).remove(0);
    assert_eq!(found.verdict, Verdict::Drifted, "{}", found.why);
    assert!(found.entries.iter().flat_map(|e| &e.fields).all(|f| f.state == State::Disagree));
}

/// The page of a tag whose name is one word of signs that addresses write as three is no page of an
/// entry.
#[test]
fn a_tag_in_other_letters_is_no_entry() {
    let rows =
        ["2020/10/14/pumpkin-weights", "2020/10/25/the-clocks-go-back", "2021/01/30/paper-pots"]
            .map(|l| {
                format!("<li><a href='{BASE}/{l}/'>{}</a></li>", l.rsplit('/').next().unwrap_or(""))
            });
    let text = "Words that are no list. ".repeat(40);
    let html = format!(
        "<html><head><title>日記 - Garden Notes</title></head>\
         <body><h1>日記</h1><p>{text}</p><ul>{}</ul>",
        rows.concat()
    );
    let found = check(&[("tag/%E6%97%A5%E8%A8%98", html)]).remove(0);
    assert_eq!(found.entries.len(), 3, "{}", found.why);
    assert!(
        !found
            .entries
            .iter()
            .flat_map(|e| &e.fields)
            .flat_map(|f| &f.votes)
            .any(|v| v.witness == Witness::Kind)
    );
}

/// The same entry on another page speaks for and against.
#[test]
fn pages_speak_of_each_others_entries() {
    let html = page(ENTRY);
    let found = check(&[
        ("2020/10", page("2020/10")),
        (ENTRY, html.replace("datetime=\"2020-10-03", "datetime=\"2019-01-09")),
    ]);
    let votes = |p: &PageCheck, f: Field| -> Vec<(Witness, bool)> {
        p.entries
            .iter()
            .flat_map(|e| &e.fields)
            .filter(|x| x.field == f)
            .flat_map(|x| &x.votes)
            .map(|v| (v.witness, v.agrees))
            .collect()
    };
    assert!(
        votes(&found[1], Field::Title).contains(&(Witness::Elsewhere, true)),
        "{}",
        found[1].why
    );
}

/// A link that leads to another entry is told from a title that is wrong.
#[test]
fn a_link_to_another_entry_is_found() {
    let list = page("2020/10");
    let wrong =
        list.replace("2020/10/03/blue-sheet-and-a-brick", "2021/05/12/counting-frost-nights");
    let others = || {
        [
            (ENTRY, page(ENTRY)),
            ("2021/05/12/counting-frost-nights", page("2021/05/12/counting-frost-nights")),
        ]
    };
    let link = |html: String| {
        let pages: Vec<(&str, String)> =
            std::iter::once(("2020/10", html)).chain(others()).collect();
        let found = check(&pages).remove(0);
        let entry = found
            .entries
            .into_iter()
            .find(|e| {
                e.fields.iter().any(|f| f.value.as_deref() == Some("A blue sheet and a brick"))
            })
            .unwrap();
        entry.fields.into_iter().find(|f| f.field == Field::Link).unwrap()
    };
    assert_eq!(link(list).state, State::Agree);
    let found = link(wrong);
    assert_ne!(found.state, State::Agree, "{found:?}");
    assert!(found.votes.iter().any(|v| v.witness == Witness::Elsewhere && !v.agrees), "{found:?}");
}

/// A list in a layout never learned: titles alone, all days are those of their links.
fn bare_list(links: &[(&str, &str)]) -> String {
    let items: String = links
        .iter()
        .map(|(to, title)| format!("<li><a href=\"/{to}/\">{title}</a></li>\n"))
        .collect();
    format!(
        "<html><head><title>All</title></head><body><main><ul>\n{items}</ul></main></body></html>"
    )
}

/// A day that was read from a link speaks neither for the link nor for itself.
#[test]
fn a_day_of_the_link_is_right_where_that_is() {
    let third = ("2020/10/14/pumpkin-weights", "Pumpkin weights &amp; other lies");
    for (to, right) in [(ENTRY, true), ("2020/10/25/the-clocks-go-back", false)] {
        let html = bare_list(&[(to, TITLE), (OTHER, "Counting frost nights"), third]);
        let pages = [ENTRY, "2020/10/25/the-clocks-go-back", OTHER].map(|p| (p, page(p)));
        let found = check(&std::iter::once(("everything", html)).chain(pages).collect::<Vec<_>>());
        let says = |field| votes_on(&found, TITLE, field).contains(&(Witness::Elsewhere, right));
        assert!(
            says(Field::Link) && says(Field::Date),
            "{to}: {:?}",
            votes_on(&found, TITLE, Field::Date)
        );
        assert_eq!(
            votes_on(&found, TITLE, Field::Link).contains(&(Witness::Address, true)),
            votes_on(&found, TITLE, Field::Date).contains(&(Witness::Address, true)),
            "{to}"
        );
    }
    // A link that title and text contradict: the day that came from it does not speak for it.
    let texts = [
        "Rain fell on both plots all night and the bins are full to their brims again",
        "Nobody came for the seeds so we sowed them all along the old fence by the lane",
        "One pumpkin was weighed on a scale that had come down to us from a coal merchant",
    ];
    let list =
        bare_list(&[(ENTRY, "Swapping the last seeds"), (OTHER, "The rain in the night"), third]);
    let html = texts
        .iter()
        .fold(list, |h, t| h.replacen("</a></li>", &format!("</a><p>{t}.</p></li>"), 1));
    let found = check(&[("everything", html), (ENTRY, page(ENTRY)), (OTHER, page(OTHER))]);
    assert!(
        votes_on(&found, "The rain in the night", Field::Link)
            .contains(&(Witness::Elsewhere, false)),
        "{:?}",
        found[0].entries[1]
    );
}

/// In the folder of a month or a day stand entries: what was read as a list there is of others,
/// however much of the page it is.
#[test]
fn an_entrys_page_in_the_folder_of_its_day_is_no_list() {
    let named = "garden-notes.example/{dddd}/{dd}/{dd}/*";
    let (numbered, monthly) =
        ("garden-notes.example/{dddd}/{dd}/{dd}/{d}", "garden-notes.example/{dddd}/{dd}/*");
    let file = std::fs::read_to_string("rules/garden-notes.xml").unwrap();
    assert!(file.contains(named));
    let links = |shape: &str| match shape {
        _ if shape == numbered => ["2020/10/25/0105", "2021/05/12/0106", "2020/10/03/0104"],
        _ if shape == monthly => [
            "2020/10/the-clocks-go-back",
            "2021/05/counting-frost-nights",
            "2020/10/blue-sheet-and-a-brick",
        ],
        _ => ["2020/10/25/the-clocks-go-back", OTHER, ENTRY],
    };
    for (shape, path, title, of_others) in [
        (named, "2020/11/02/a-new-spade", "Notes", true),
        (named, "2020/11/02", "Notes", false),
        (named, "notes/all", "Notes", false),
        (numbered, "2020/11/02/0107", "Notes", true),
        (numbered, "2020/11/02/7", "Notes", false),
        (monthly, "2020/11/our-new-spade", "Our new spade", true),
        (monthly, "2020/11/our-new-spade", "Notes", false),
        (monthly, "2020/11/archive", "Archive", false),
    ] {
        let rules = xml::read(&file.replace(named, shape)).unwrap();
        let [a, b, c] = links(shape);
        let html =
            bare_list(&[(a, "The clocks go back"), (b, "Counting frost nights"), (c, TITLE)])
                .replace("<title>All", &format!("<title>{title}"));
        let mut checker = Checker::new(&rules);
        checker.read(&Page::parse(&html), &format!("{BASE}/{path}/"));
        let found = checker.finish();
        let kind =
            votes_on(&found, "The clocks go back", Field::Title).contains(&(Witness::Kind, false));
        assert_eq!(kind, of_others, "{path}, {title}: {found:?}");
    }
}

/// Where the page's own entry is among those read, the others are of others.
#[test]
fn an_entry_of_its_own_page_is_its_own() {
    let list = page("2020/10");
    let main =
        &list[list.find("<article").unwrap()..list.find("<nav class=\"pagination\">").unwrap()];
    let found = check(&[(
        ENTRY,
        format!("<html><head><title>Blue</title></head><body><p><b>{main}</b></p></body></html>"),
    )]);
    assert!(found[0].likeness < Some(60), "{:?}", found[0].likeness);
    for (title, kind) in [("The clocks go back", true), (TITLE, false)] {
        assert_eq!(
            votes_on(&found, title, Field::Title).contains(&(Witness::Kind, false)),
            kind,
            "{title}"
        );
    }
}

/// The day in the address is the page's own: where several entries have it, of none of them.
#[test]
fn a_day_that_several_entries_share_is_of_none_of_them() {
    let days = |second: &str| {
        let item = |path: &str, title: &str, day: &str| {
            format!("<div class=\"e\"><h2><a href=\"/{path}/\">{title}</a></h2><p>{day}</p></div>")
        };
        let items = item("2020/10/25/the-clocks-go-back", "The clocks go back", "November 2, 2020")
            + &item(OTHER, "Counting frost nights", second);
        format!(
            "<html><head><title>A new spade</title></head><body><main>{items}</main></body></html>"
        )
    };
    for (second, exempt) in [("May 12, 2021", true), ("November 2, 2020", false)] {
        let found = check(&[("2020/11/02/a-new-spade", days(second))]);
        let votes = votes_on(&found, "The clocks go back", Field::Date);
        assert_eq!(!votes.contains(&(Witness::Kind, false)), exempt, "{found:?}");
    }
}

/// A text below the heading of another entry is that one's.
#[test]
fn a_text_below_the_heading_of_another_is_anothers() {
    let list = page(LIST);
    let first = "<h2 class=\"entry-title\">\
                 <a href=\"/2021/04/11/the-shed-roof/\" rel=\"bookmark\">\
                 The shed roof, part two</a></h2>";
    let text = "<div class=\"entry-content\">\n<p>Part one";
    let heading = |to: &str| format!("<h3><a name=\"n\"></a><a href=\"/{to}/\">See there</a></h3>");
    let around = format!("<a href=\"/{ENTRY}/\"><h3>See there</h3></a>");
    assert!(list.contains(first) && list.contains(text));
    let votes = |html: String| {
        assert_ne!(html, list);
        votes_on(&check(&[(LIST, html)]), "The shed roof, part two", Field::Body)
    };
    for (to, out_of_bounds) in
        [(ENTRY, true), ("2021/04/11/the-shed-roof", false), ("about", false)]
    {
        let above = votes(list.replace(first, &format!("{first}{}", heading(to))));
        let inside =
            votes(list.replace(text, &text.replace("<p>", &format!("{}<p>", heading(to)))));
        for found in [above, inside] {
            assert_eq!(found.contains(&(Witness::Bounds, false)), out_of_bounds, "{to}: {found:?}");
        }
    }
    assert!(
        votes(list.replace(text, &text.replace("<p>", &format!("{around}<p>"))))
            .contains(&(Witness::Bounds, false))
    );
    let below = votes(list.replacen(
        "<footer class=\"entry-footer\">",
        &format!("{}<footer class=\"entry-footer\">", heading(ENTRY)),
        1,
    ));
    assert!(!below.contains(&(Witness::Bounds, false)), "{below:?}");
}

/// In a layout never learned: a text that begins in the middle of a paragraph, or is nothing but
/// tags, is none.
#[test]
fn a_text_that_is_no_text_is_found() {
    let of = |texts: [&str; 3]| {
        let links = [
            (ENTRY, TITLE),
            (OTHER, "Counting frost nights"),
            ("2020/10/14/pumpkin-weights", "Pumpkin weights &amp; other lies"),
        ];
        let rows = links.iter().zip(texts).map(|((to, title), text)| {
            let head = format!(
                "<h2><a href=\"/{to}/\">{title}</a></h2>\
                 <p><time datetime=\"2020-10-03\">October 3, 2020</time></p>"
            );
            format!("<article>{head}{text}</article>")
        });
        let html = format!(
            "<html><head><title>All</title></head><body><main>{}</main></body></html>",
            rows.collect::<String>()
        );
        check(&[("everything", html)])
    };
    let texts = [
        "there was a storm that took the felt from the shed and most of the string, \
         and nobody went up to look at it",
        "we had the first frost of the year on both plots, \
         which took the last of the beans and all of the courgettes",
        "somebody weighed a pumpkin on a scale that had come down to us from a coal merchant, \
         and wrote down what it said",
    ];
    let tags = [
        "Roofs and sheds, string, weather, repairs, bricks and other stones",
        "Frost, sensors, scripts and tools of all kinds, beans, courgettes",
        "Pumpkins, shows, scales, coal, weights and lies, results, other plots",
    ];
    for (ahead, against) in [
        ("", false),
        (
            "It was the evening before the show, on which nobody sleeps, \
             and on <b>October 9, 2020</b> ",
            true,
        ),
        ("<em>Posted by Tom Reyes on Saturday, October 3, 2020</em> ", false),
    ] {
        let found = of(texts.map(|t| format!("<p>{ahead}{t}</p>")).each_ref().map(String::as_str));
        assert_eq!(
            votes_on(&found, TITLE, Field::Body).contains(&(Witness::Bounds, false)),
            against,
            "{ahead}: {:?}",
            found[0].entries[0]
        );
    }
    for (around, end, against) in [
        ("<div><span class=\"post-tags\">", "</span></div>", true),
        ("<div><a href=\"/2019/\">", "</a></div>", false),
        (
            "<p>Pumpkins weigh more than is said \
             <span class=\"tag\"><a href=\"/tag/c/\">more than is said here</a></span> ",
            "</p>",
            false,
        ),
    ] {
        let found = of(tags.map(|t| format!("{around}{t}{end}")).each_ref().map(String::as_str));
        let votes = votes_on(&found, TITLE, Field::Body);
        assert!(votes.contains(&(Witness::Layout, false)));
        assert_eq!(
            flagged(&found[0]).contains(&Field::Body),
            against,
            "{around}: {:?}",
            found[0].entries[0]
        );
        assert_eq!(
            votes.contains(&(Witness::Bounds, false)),
            against,
            "{around}: {:?}",
            found[0].entries[0]
        );
    }
    // Rows that are links to tags' pages alone are not read as texts at all.
    for (start, end) in [("<p class=\"tags\">", "</p>"), ("<div>", "</div>")] {
        let row = tags.map(|t| format!("{start}<a href=\"/tag/roofs/\">{t}</a>{end}"));
        let found = of(row.each_ref().map(String::as_str));
        let body = found[0].entries[0].fields.iter().find(|f| f.field == Field::Body).unwrap();
        assert_eq!(body.value, None);
    }
}

/// What a list has of a text may be its beginning alone, if the rest of it is nowhere in the
/// record.
#[test]
fn a_list_may_show_the_beginning_of_a_text() {
    let list = page("2020/10");
    let rest = page(ENTRY);
    let rest = &rest[rest.find("<p>I went up").unwrap()..rest.find("</div>\n<footer").unwrap()];
    for (html, agrees) in [
        (list.replace(" I went up …</p>\n</div>", "</p></div>"), true),
        (list.replace(" I went up …</p>\n</div>", &format!("</p></div><div>{rest}</div>")), false),
    ] {
        assert_ne!(html, list);
        let votes =
            votes_on(&check(&[("2020/10", html), (ENTRY, page(ENTRY))]), TITLE, Field::Body);
        assert!(votes.contains(&(Witness::Elsewhere, agrees)), "{votes:?}");
    }
}

/// That a permalink says otherwise is no argument where the page it leads to has the title.
#[test]
fn a_title_that_its_own_page_has_needs_no_permalink() {
    let to = "2020/10/03/zq-roof-part-seven";
    let list = page("2020/10").replace(ENTRY, to);
    let against = |pages: &[(&str, String)]| {
        votes_on(&check(pages), TITLE, Field::Title).contains(&(Witness::Address, false))
    };
    assert!(against(&[("2020/10", list.clone())]));
    assert!(!against(&[("2020/10", list.clone()), (to, page(ENTRY))]));
    assert!(against(&[("2020/10", list.clone()), ("tag/tools", list)]));
}

/// Entries that look odd say nothing against the others of their page where their own pages say the
/// same.
#[test]
fn odd_neighbours_that_are_vouched_for_say_nothing() {
    let long = |title: &str| {
        format!("{title} {}", "and how it went that year on both of the plots ".repeat(8).trim())
    };
    let two = [
        ("2020/10/25/the-clocks-go-back", "The clocks go back"),
        ("2020/10/14/pumpkin-weights", "Pumpkin weights &amp; other lies"),
    ];
    // One of two says little.
    let (title, one) = (two[0].1, page("2020/10"));
    let found =
        check(&[("2020/10", one.replace(&format!(">{title}<"), &format!(">{}<", long(title))))])
            .remove(0);
    let titles: Vec<State> = found
        .entries
        .iter()
        .flat_map(|e| &e.fields)
        .filter(|f| f.field == Field::Title)
        .map(|f| f.state)
        .collect();
    assert_eq!(titles[1..], [State::Agree, State::Agree], "{:?}", found.entries);
    let lengthen = |html: String| {
        two.iter().fold(html, |h, (_, title)| {
            h.replace(&format!(">{title}<"), &format!(">{}<", long(title)))
        })
    };
    let list = lengthen(page("2020/10"));
    let confidence = |pages: Vec<(&str, String)>| {
        let found = check(&pages).remove(0);
        let entry =
            found.entries.into_iter().find(|e| e.link.as_ref().unwrap().contains(ENTRY)).unwrap();
        entry.fields.into_iter().find(|f| f.field == Field::Title).unwrap().confidence
    };
    let vouched = two.map(|(path, _)| (path, lengthen(page(path))));
    let (alone, said) = (
        confidence(vec![("2020/10", list.clone())]),
        confidence([vec![("2020/10", list)], vouched.to_vec()].concat()),
    );
    assert!(said > alone, "{said} {alone}");
}

/// A class more or less on an element around the one that holds a text is no other place; another
/// class is.
#[test]
fn a_class_more_is_no_other_place() {
    let html = page(ENTRY);
    let article = "class=\"post-277 post type-post hentry tag-tools tag-plot-31\"";
    assert!(html.contains(article));
    let bare = html.replace("class=\"site-main\"", "").replace(article, "class=\"with-picture\"");
    for (html, agrees) in [
        (bare, false),
        (html.replace(article, "class=\"with-picture\""), true),
        (html.replace("class=\"site-main\"", ""), true),
        (html.replace("class=\"site-main\"", "class=\"stage\""), false),
    ] {
        let votes = votes_on(&check(&[(ENTRY, html)]), TITLE, Field::Body);
        assert!(votes.contains(&(Witness::Place, agrees)), "{votes:?}");
    }
    // The innermost class is what tells tags from other links.
    let found = check(&[(ENTRY, html.replace("<ul class=\"tags\">", "<ul>"))]);
    assert!(votes_on(&found, TITLE, Field::Tags).contains(&(Witness::Place, false)));
}

/// What a page has of its own says something against a short text only where it is much.
#[test]
fn a_short_text_may_be_less_than_half_of_its_page() {
    let others = [
        "2020/10/14/pumpkin-weights",
        "2020/10/25/the-clocks-go-back",
        OTHER,
        "2021/04/11/the-shed-roof",
    ];
    let html = page(ENTRY);
    let text =
        &html[html.find("<p>The shed leaks.").unwrap()..html.find("</div>\n<footer").unwrap()];
    for (words, against) in [(25, false), (60, true)] {
        let more: String = (0..words).map(|k| format!("word{k} ")).collect();
        let short = html.replace(
            text,
            "<p>Twelve words that are all there is to say of the storm today.</p>\n",
        );
        let odd = short.replace("</article>", &format!("<div><p>{more}</p></div></article>"));
        let pages: Vec<_> =
            std::iter::once((ENTRY, odd)).chain(others.map(|p| (p, page(p)))).collect();
        let votes = votes_on(&check(&pages), TITLE, Field::Body);
        assert_eq!(votes.contains(&(Witness::Content, false)), against, "{words}: {votes:?}");
    }
}

/// One text under two permalinks is one entry's, if it is not the same entry; lists may say a few
/// words of several.
#[test]
fn one_text_under_two_permalinks_is_of_one() {
    let (own, list) = (page(ENTRY), page("2020/10"));
    let texts =
        ["One more hour of morning, and none", "Official results of the plot-holders' show"];
    let saying = |words: &str| {
        texts.iter().fold(list.clone(), |html, t| {
            html.replacen(&format!("<p>{t}"), &format!("<p>{words}</p><!--"), 1).replacen(
                "…</p>\n</div>",
                "--></div>",
                1,
            )
        })
    };
    let retitled = own.replace(TITLE, "A new spade");
    let (few, many) = (
        saying("More of the same"),
        saying("More of the same that we had on the plots all through the long wet summer"),
    );
    let cases = [
        (
            "another title",
            vec![(ENTRY, own.clone()), ("2020/11/02/a-new-spade", retitled)],
            TITLE,
            true,
        ),
        (
            "the same title",
            vec![(ENTRY, own.clone()), ("2020/11/02/a-new-spade", own.clone())],
            TITLE,
            false,
        ),
        (
            "the same on all pages",
            ["a", "b", "c", "d"].map(|p| (p, own.replace("\"canonical\"", "\"\""))).to_vec(),
            TITLE,
            true,
        ),
        ("a few words of a list", vec![("2020/10", few)], "The clocks go back", false),
        ("more of them", vec![("2020/10", many)], "The clocks go back", true),
    ];
    for (name, pages, title, said) in cases {
        let votes = votes_on(&check(&pages), title, Field::Body);
        assert_eq!(votes.contains(&(Witness::Order, false)), said, "{name}: {votes:?}");
    }
}

/// Of many pages the one that has a value in a place of its own is odd.
#[test]
fn pages_of_a_run_show_what_is_usual() {
    let html = page(ENTRY);
    let moved = html
        .replace("<span class=\"byline\">", "<b><i>")
        .replace("Tom Reyes</a></span>", "Tom Reyes</a></i></b>");
    let paths: Vec<String> = (1..=7).map(|k| format!("2020/10/0{k}/blue-sheet-{k}")).collect();
    let pages: Vec<(&str, String)> = paths
        .iter()
        .enumerate()
        .map(|(k, p)| (p.as_str(), if k == 3 { moved.clone() } else { html.clone() }))
        .collect();
    for (k, p) in check(&pages).iter().enumerate() {
        let author = p.entries[0].fields.iter().find(|f| f.field == Field::Author).unwrap();
        let others = author.votes.iter().find(|v| v.witness == Witness::Others).map(|v| v.agrees);
        assert_eq!(others, Some(k != 3), "{author:?}");
    }
}

/// What held a field and is there without it is said, though posts without tags are no error.
#[test]
fn an_empty_place_is_noticed() {
    let tags = "<li><a href=\"/tag/tools/\" rel=\"tag\">tools</a></li>\
                <li><a href=\"/tag/plot-31/\" rel=\"tag\">plot 31</a></li>";
    let html = page(ENTRY);
    assert!(html.contains(tags));
    for (html, unread) in [(html.replace(tags, ""), true), (html, false)] {
        let found = check(&[(ENTRY, html)]).remove(0);
        let field = found.entries[0].fields.iter().find(|f| f.field == Field::Tags).unwrap();
        assert_eq!(
            field.votes.iter().any(|v| v.witness == Witness::Unread && !v.agrees),
            unread,
            "{field:?}"
        );
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
        let pages = paths
            .iter()
            .enumerate()
            .map(|(k, p)| (p.as_str(), if k == 3 { odd.clone() } else { html.clone() }));
        let said = check(&pages.collect::<Vec<_>>()).into_iter().map(|p| {
            let f = p.entries[0].fields.iter().find(|f| f.field == field).unwrap();
            f.votes.iter().find(|v| v.witness == Witness::Names).map(|v| v.agrees)
        });
        said.collect()
    };
    let cases: &[(&str, &[(&str, &str)], Field)] = &[
        ("a tag under another's address", &[(">tools</a>", ">hardware</a>")], Field::Tags),
        (
            "a name that no other page has, with an address of its own that does not say it",
            &[(
                "<a href=\"/tag/tools/\" rel=\"tag\">tools<",
                "<a href=\"/tag/x7/\" rel=\"tag\">spam<",
            )],
            Field::Tags,
        ),
        ("a part of a name", &[(">Tom Reyes<", ">Tom<")], Field::Author),
        (
            "a name that no other page has",
            &[("href=\"/author/tom/\">Tom Reyes<", "href=\"/author/a7/\">Ann Cole<")],
            Field::Author,
        ),
    ];
    for (name, edits, field) in cases {
        let said = found(edits, *field);
        assert_eq!(said[3], Some(false), "{name}");
        assert!(
            said.iter().enumerate().all(|(k, s)| k == 3 || *s == Some(true)),
            "{name}: {said:?}"
        );
    }
    let new = &[(
        "<a href=\"/tag/tools/\" rel=\"tag\">tools<",
        "<a href=\"/tag/spam/\" rel=\"tag\">spam<",
    )];
    assert_eq!(found(new, Field::Tags)[3], None, "a new name that its address says");
    let unsaid =
        &[("<a href=\"/tag/tools/\" rel=\"tag\">tools<", "<a href=\"/tag/17/\" rel=\"tag\">spam<")];
    assert_eq!(
        found(unsaid, Field::Tags)[3],
        Some(false),
        "a new name beside one that its address says"
    );
    let menu = (
        "<aside class=\"sidebar\">",
        "<aside class=\"sidebar\"><a href=\"/tag/tools/\">hardware</a>",
    );
    let post = (
        "<li><a href=\"/tag/tools/\" rel=\"tag\">tools<",
        "<li><a href=\"/2021/05/19/salt-pepper/\" rel=\"tag\">Salt &amp; pepper<",
    );
    assert_ne!(found(&[post], Field::Tags)[3], Some(true), "a recent post");
    let renamed = &[(">tools</a>", ">hardware</a>"), menu];
    assert_eq!(
        found(renamed, Field::Tags)[3],
        Some(true),
        "a new name that the page's menu has, too"
    );
}

/// Tags may all lead to one page, each to a mark of its own.
#[test]
fn marks_of_one_page_are_apart() {
    let html = page(ENTRY)
        .replace("/tag/tools/", "/tags/#tools")
        .replace("/tag/plot-31/", "/tags/#plot-31");
    let paths: Vec<String> = (1..=8).map(|k| format!("2020/10/{k:02}/blue-sheet-{k}")).collect();
    let odd = html.replace(">tools</a>", ">hardware</a>");
    let pages = paths
        .iter()
        .enumerate()
        .map(|(k, p)| (p.as_str(), if k == 3 { odd.clone() } else { html.clone() }));
    for (k, p) in check(&pages.collect::<Vec<_>>()).into_iter().enumerate() {
        let f = p.entries[0].fields.iter().find(|f| f.field == Field::Tags).unwrap();
        let said: Vec<&str> = f
            .votes
            .iter()
            .filter(|v| v.witness == Witness::Names && !v.agrees)
            .map(|v| v.reason.as_str())
            .collect();
        assert_eq!(
            said,
            if k == 3 { &["other pages call it \"tools\""][..] } else { &[] },
            "{}",
            p.url
        );
    }
}

/// A link that other pages read as a tag is one, but where it stands beside what they read, too.
#[test]
fn a_tag_that_is_not_read_is_noticed() {
    let html = page(ENTRY);
    let tools = "<li><a href=\"/tag/tools/\" rel=\"tag\">tools</a></li>";
    // Nothing marks it, and its address does not say what it is.
    let plain = html.replace("/tag/", "/k/");
    let lost = plain
        .replace(&tools.replace("/tag/", "/k/"), "")
        .replace("</footer>", "<b><a href=\"/k/tools/\">tools</a></b></footer>");
    let menu =
        |h: &str| h.replace("<main id", "<div><a href=\"/k/tools/\">Tools</a></div><main id");
    let paths: Vec<String> = (1..=8).map(|k| format!("2020/10/{k:02}/blue-sheet-{k}")).collect();
    assert!(lost.contains("<b><a") && menu(&plain) != plain);
    for (all, odd, noticed) in [
        (plain.clone(), lost.clone(), true),
        (plain.clone(), plain.clone(), false),
        (menu(&plain), menu(&lost), false),
    ] {
        let pages = paths
            .iter()
            .enumerate()
            .map(|(k, p)| (p.as_str(), if k == 3 { odd.clone() } else { all.clone() }));
        let said = check(&pages.collect::<Vec<_>>()).into_iter().map(|p| {
            let f = p.entries[0].fields.iter().find(|f| f.field == Field::Tags).unwrap();
            f.votes
                .iter()
                .any(|v| v.witness == Witness::Unread && v.reason.contains("other pages read"))
        });
        let said: Vec<bool> = said.collect();
        assert_eq!(
            (said[3], said.iter().filter(|s| **s).count()),
            (noticed, usize::from(noticed)),
            "{said:?}"
        );
    }
}

/// The votes on a field of an entry with this title, on the first page.
fn votes_on(found: &[PageCheck], title: &str, field: Field) -> Vec<(Witness, bool)> {
    let is = |e: &&EntryCheck| e.fields.iter().any(|f| f.value.as_deref() == Some(title));
    let entry = found[0].entries.iter().find(is).unwrap();
    entry
        .fields
        .iter()
        .filter(|f| f.field == field)
        .flat_map(|f| &f.votes)
        .map(|v| (v.witness, v.agrees))
        .collect()
}

const TITLE: &str = "A blue sheet and a brick";
const OTHER: &str = "2021/05/12/counting-frost-nights";

/// The list of a month whose entry has a text that runs on into its tags.
fn running_on() -> String {
    let (list, text) = (page("2020/10"), "I went up …</p>\n</div>");
    let at = list.find(text).unwrap();
    let (before, rest) = list.split_at(at);
    let end = rest.find("</footer>").unwrap();
    format!(
        "{before}{}</footer></div>{}",
        rest[..end].replacen("</div>", "", 1),
        &rest[end + "</footer>".len()..]
    )
}

/// Of several days that a page shows the rules read one: that the page has it says nothing; that
/// the page calls it the day of publication does.
#[test]
fn a_day_among_others_is_not_vouched_for_by_its_page() {
    let other = "<aside>Later: <time datetime=\"2021-05-12\">12 May</time></aside></main>";
    let said = "<meta property=\"article:published_time\" content=\"2020-10-03\"></head>";
    let bare = page(ENTRY).replace("datePublished", "dateCreated");
    let among = bare.replace("</main>", other);
    let vouched = |html: String| {
        assert_eq!(html.matches("</head>").count(), 1);
        votes_on(&check(&[(ENTRY, html)]), TITLE, Field::Date).contains(&(Witness::Page, true))
    };
    assert!(vouched(bare));
    assert!(!vouched(among.clone()));
    assert!(vouched(among.replace("</head>", said)));
}

/// That most words of a text are right is no answer to what stands in it; nor is a wrong link,
/// which is blamed for all else.
#[test]
fn what_stands_in_a_text_is_not_outweighed() {
    let whole =
        |html: String| check(&[("2020/10", html), (ENTRY, page(ENTRY)), (OTHER, page(OTHER))]);
    assert!(
        votes_on(&whole(page("2020/10")), TITLE, Field::Body).contains(&(Witness::Elsewhere, true))
    );
    let found = votes_on(&whole(running_on()), TITLE, Field::Body);
    assert!(
        found.contains(&(Witness::Bounds, false)) && !found.contains(&(Witness::Elsewhere, true)),
        "{found:?}"
    );
    let misled = whole(running_on().replace(ENTRY, OTHER));
    assert!(votes_on(&misled, TITLE, Field::Link).contains(&(Witness::Elsewhere, false)));
    assert!(votes_on(&misled, TITLE, Field::Body).contains(&(Witness::Bounds, false)));
}

/// A tag that was misread in the middle of a text says nothing of the text.
#[test]
fn a_tag_in_a_paragraph_is_no_fault_of_the_text() {
    let html = page(ENTRY);
    let footer = &html
        [html.find("<ul class=\"tags\">").unwrap()..html.find("</footer>\n</article>").unwrap()];
    let misread = html
        .replace(footer, "")
        .replace("a good brick", "a good <a href=\"/tag/tools/\" rel=\"tag\">brick</a>");
    let found = check(&[(ENTRY, misread)]);
    assert!(found[0].entries[0].fields.iter().any(|f| f.value.as_deref() == Some("brick")));
    assert!(!votes_on(&found, TITLE, Field::Body).contains(&(Witness::Bounds, false)));
    assert!(votes_on(&found, TITLE, Field::Tags).contains(&(Witness::Place, false)));
}

/// A link that stands where links do, or leads to what has the entry's title, may have any shape;
/// another may not.
#[test]
fn the_shape_of_a_link_counts_where_it_stands_oddly() {
    let away = "href=\"/notes/a-paper/\"";
    let list = page("2020/10");
    let entry = page(ENTRY).replace("\"canonical\"", "\"\"");
    let own = format!("<a href=\"/{ENTRY}/\" rel=\"bookmark\">");
    assert!(list.contains(&own));
    let odd = list.replace(&own, &format!("<b><a {away} rel=\"bookmark\">"));
    for (html, target, heard) in [
        (list.replace(&own, &format!("<a {away} rel=\"bookmark\">")), "about", false),
        (odd.clone(), "about", true),
        (odd, "notes/a-paper", false),
    ] {
        let found =
            votes_on(&check(&[("2020/10", html), (target, entry.clone())]), TITLE, Field::Link);
        assert_eq!(found.contains(&(Witness::Profile, false)), heard, "{found:?}");
    }
}

/// Tags of entries may stand where those of the other pages do, whatever was so at learning time.
#[test]
fn tags_stand_where_those_of_other_pages_do() {
    let odd = page(ENTRY).replace("<ul class=\"tags\">", "<ul class=\"labels\">");
    let paths: Vec<String> = (1..=8).map(|k| format!("2020/10/{k:02}/blue-sheet-{k}")).collect();
    let against = |n: usize| {
        let found =
            check(&paths[..n].iter().map(|p| (p.as_str(), odd.clone())).collect::<Vec<_>>());
        votes_on(&found, TITLE, Field::Tags).contains(&(Witness::Place, false))
    };
    assert_eq!((against(1), against(8)), (true, false));
}

/// A link that title and day contradict is wrong, however well it stands.
#[test]
fn a_link_that_is_blamed_stays_so() {
    let wrong = page("2020/10").replace(ENTRY, OTHER);
    let found = check(&[("2020/10", wrong)]);
    for (field, against) in [(Field::Link, true), (Field::Title, false), (Field::Date, false)] {
        assert_eq!(
            votes_on(&found, TITLE, field).contains(&(Witness::Address, false)),
            against,
            "{field:?}"
        );
    }
}

/// A text that is all a page has of its own may stand where it will.
#[test]
fn a_whole_text_may_stand_anywhere() {
    let odd = page(ENTRY).replace(
        "</div>\n<footer class=\"entry-footer\">",
        "</div><p></p>\n<footer class=\"entry-footer\">",
    );
    let others = [
        "2020/10/14/pumpkin-weights",
        "2020/10/25/the-clocks-go-back",
        OTHER,
        "2021/04/11/the-shed-roof",
    ];
    let alone = check(&[(ENTRY, odd.clone())]);
    assert!(votes_on(&alone, TITLE, Field::Body).contains(&(Witness::Place, false)));
    let found = check(
        &std::iter::once((ENTRY, odd)).chain(others.map(|p| (p, page(p)))).collect::<Vec<_>>(),
    );
    let votes = votes_on(&found, TITLE, Field::Body);
    assert!(
        votes.contains(&(Witness::Content, true)) && !votes.contains(&(Witness::Place, false)),
        "{votes:?}"
    );
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

/// A witness that contradicts right values where the rules are learned is not heard against those
/// of other pages.
#[test]
fn habits_of_a_blog_are_no_errors() {
    let mut blog = garden();
    let admin =
        |html: &str| html.replace("</title>", "</title><meta name=\"author\" content=\"admin\">");
    blog.entries.iter_mut().for_each(|e| e.page = Page::parse(&admin(e.page.text())));
    let wrapper = learn(&blog).wrapper;
    let values = wrapper.layouts.iter().flat_map(|l| &l.build).flat_map(|b| &b.values);
    assert!(values.into_iter().any(|v| v.field == Field::Author && v.doubted == [Witness::Page]));
    let mut checker = Checker::new(&wrapper);
    checker.read(&Page::parse(&admin(&page(ENTRY))), &format!("{BASE}/{ENTRY}/"));
    assert_eq!(flagged(&checker.finish()[0]), []);
}

/// What a blog's lists say of entries that is not in their texts is a habit, however few of the
/// entries were looked at.
#[test]
fn lists_that_say_something_else_are_a_habit() {
    let mut blog = garden();
    let more = page("page/2");
    let more =
        &more[more.find("<article").unwrap()..more.find("<nav class=\"pagination\">").unwrap()];
    let home = blog.home.page.text().replacen(
        "<nav class=\"pagination\">",
        &format!("{more}<nav class=\"pagination\">"),
        1,
    );
    blog.entries.truncate(2);
    let home = blog.entries.iter().fold(home, |h, e| {
        let at = h.find(e.url.strip_prefix(BASE).unwrap()).unwrap();
        let (from, to) = ("<div class=\"entry-content\">", "</div>\n<footer");
        let from = at + h[at..].find(from).unwrap() + from.len();
        let to = from + h[from..].find(to).unwrap();
        format!(
            "{}<p>Part {} of a row of notes on what went on here \
             between one frost and the next.</p>{}",
            &h[..from],
            e.item,
            &h[to..]
        )
    });
    blog.home.page = Page::parse(&home);
    let wrapper = learn(&blog).wrapper;
    let values = wrapper
        .layouts
        .iter()
        .filter(|l| l.kind == feedstone::internals::rule::LayoutKind::List)
        .flat_map(|l| &l.build)
        .flat_map(|b| &b.values);
    assert!(
        values
            .into_iter()
            .any(|v| v.field == Field::Body && v.doubted.contains(&Witness::Elsewhere))
    );
}

/// Hostile pages cost no more than their bounds.
#[test]
fn hostile_pages_are_checked_in_bounded_time() {
    let deep = "<div class=post>".repeat(3_000);
    let many: String = (0..4_000)
        .map(|k| {
            format!(
                "<article><h2 class=entry-title><a href=/2020/10/03/x{k}/>T {k}</a></h2></article>"
            )
        })
        .collect();
    let words = format!(
        "<article><h1 class=entry-title>T</h1><div class=entry-content>{}</div>",
        "word ".repeat(200_000)
    );
    let started = std::time::Instant::now();
    let found = check(&[("a", deep), ("b", many), (ENTRY, words.clone()), (LIST, words)]);
    assert_eq!(found.len(), 4);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

// ---------------------------------------------------------------- health, relearning, no feed

use feedstone::learn::{Blog, learn, learn_without_feed, relearn};
use feedstone::source::Dir;

fn garden() -> Blog {
    let folder = Dir::open("samples/garden-notes", None).unwrap();
    Blog::gather(&folder, folder.base(), None, &mut |_| ()).unwrap()
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
    out.home.page = new(&blog.home.page);
    out.entries.iter_mut().for_each(|e| e.page = new(&e.page));
    out
}

#[test]
fn health_is_red_after_a_redesign_and_says_since_when() {
    let blog = garden();
    let wrapper = learn(&blog).wrapper;
    let own = |blog: &Blog| -> Vec<(Page, String, usize)> {
        blog.entries.iter().map(|e| (e.page.clone(), e.url.clone(), e.item)).collect()
    };
    let (url, pages) = (blog.home.url.as_str(), own(&blog));
    let health = |home: &Page, pages: &[(Page, String, usize)]| {
        let pages: Vec<_> = pages.iter().map(|p| (&p.0, p.1.as_str(), p.2)).collect();
        health(&wrapper, (home, url), (&pages, pages.len()), &blog.feed)
    };
    let now = health(&blog.home.page, &pages);
    let counts: Vec<(usize, usize)> = now.pages.iter().map(|p| (p.items, p.read)).collect();
    assert_eq!((now.is_red(), counts), (Some(false), vec![(6, 6), (10, 10)]));
    let titles = regex::Regex::new(r#"(<h2 class="entry-title"><a [^>]*>)[^<]*"#).unwrap();
    let new = Page::parse(&titles.replace_all(blog.home.page.text(), "${1}Read on"));
    let then = health(&new, &pages);
    assert_eq!(then.is_red(), Some(true));
    let red: Vec<Field> =
        then.pages[0].fields.iter().filter(|f| f.is_red()).map(|f| f.field).collect();
    assert_eq!(red, [Field::Title]);
    let title = &then.pages[0].fields[0];
    assert_eq!(
        (title.right, title.of, title.since.unwrap().to_string()),
        (0, 6, "2021-04-20".to_owned()),
        "{title:?}"
    );
    assert!(title.why.as_ref().unwrap().contains("the feed says"), "{title:?}");
    // The home page as it was, entries' pages in a new template.
    let half = health(&blog.home.page, &own(&redesigned(&blog)));
    let red: Vec<bool> = half.pages.iter().map(|p| p.is_red()).collect();
    assert_eq!((half.is_red(), red), (Some(true), vec![false, true]));
}

/// What is broken on home page and posts' pages, what is red of them, and the fields that are.
#[test]
fn health_is_red_where_items_texts_or_tags_are_gone() {
    let blog = garden();
    let wrapper = learn(&blog).wrapper;
    let teaser = "$1<p>Subscribe to continue reading.</p>$2";
    let text = r#"(?s)(<div class="entry-content">\s*<p>.*?</p>).*?(</div>\s*<footer)"#;
    let moved = ("(?s)^.*$", "<p>Moved.");
    type Case<'c> = (&'c str, Option<(&'c str, &'c str)>, Option<(&'c str, &'c str)>);
    let cases: [(Case<'_>, [bool; 2], &[Field]); 8] = [
        (("as they were", None, None), [false, false], &[]),
        (("home page a static one", Some(moved), None), [true, false], &[]),
        (("posts' pages replaced", None, Some(moved)), [false, true], &[]),
        (("texts cut to teasers", None, Some((text, teaser))), [false, true], &[Field::Body]),
        (
            ("posts' tags marked otherwise", None, Some(("rel=\"tag\"", "rel=\"topic\""))),
            [false, false],
            &[],
        ),
        (
            ("they lead elsewhere", None, Some(("/tag/(.*?)\" rel=\"tag\"", "/t/$1\""))),
            [false, true],
            &[Field::Tags],
        ),
        (
            (
                "the home page's are marked otherwise",
                Some(("/\" rel=\"tag\"", ".html\" rel=\"topic\"")),
                None,
            ),
            [false, false],
            &[],
        ),
        (
            ("and they lead elsewhere", Some(("/tag/(.*?)\" rel=\"tag\"", "/t/$1\"")), None),
            [true, false],
            &[Field::Tags],
        ),
    ];
    for ((name, home, posts), red, fields) in cases {
        let broken = |page: &Page, edit: Option<(&str, &str)>| match edit {
            Some((from, to)) => {
                Page::parse(&regex::Regex::new(from).unwrap().replace_all(page.text(), to))
            }
            None => page.clone(),
        };
        let home = broken(&blog.home.page, home);
        let pages: Vec<Page> = blog.entries.iter().map(|e| broken(&e.page, posts)).collect();
        let own: Vec<_> =
            pages.iter().zip(&blog.entries).map(|(p, e)| (p, e.url.as_str(), e.item)).collect();
        let home = (&home, blog.home.url.as_str());
        let found = health(&wrapper, home, (&own, own.len()), &blog.feed);
        let is_red: Vec<bool> = found.pages.iter().map(|p| p.is_red()).collect();
        assert_eq!(is_red, red, "{name}: {found:?}");
        assert_eq!(found.is_red(), Some(red != [false; 2]), "{name}");
        let all = found.pages.iter().flat_map(|p| &p.fields);
        let red_fields: Vec<Field> = all.filter(|f| f.is_red()).map(|f| f.field).collect();
        // A page of which no item is read has all its fields red.
        if !fields.is_empty() || red == [false; 2] {
            assert_eq!(red_fields, fields, "{name}: {found:?}");
        }
    }
}

#[test]
fn health_is_red_where_no_page_of_a_post_can_be_had() {
    let blog = garden();
    let learned = learn(&blog).wrapper;
    let of =
        |wrapper: &Wrapper, home: &Page, asked: usize, feed: &feedstone::internals::feed::Feed| {
            health(wrapper, (home, blog.home.url.as_str()), (&[], asked), feed).is_red()
        };
    let home = &blog.home.page;
    assert_eq!(of(&learned, home, 40, &blog.feed), Some(true));
    assert_eq!(of(&learned, home, 0, &blog.feed), Some(false), "none was asked for");
    let moved = Page::parse("<p>Moved.");
    assert_eq!(of(&learned, &moved, 0, &blog.feed), Some(true));
    // Of rules that do not say what the home page showed, and of a feed of one item, nothing can
    // be said.
    let mut unknown = learned.clone();
    unknown.layouts.iter_mut().flat_map(|l| &mut l.build).for_each(|b| b.shows = None);
    assert_eq!(of(&unknown, &moved, 0, &blog.feed), None);
    let mut one = blog.feed.clone();
    one.items.truncate(1);
    assert_eq!(of(&learned, &moved, 0, &one), None);
}

/// Where the feed named no tags when the rules were learned, it is not asked for them.
#[test]
fn a_feed_without_tags_says_nothing_of_them() {
    let mut blog = garden();
    let feed = blog.feed.clone();
    blog.feed.items.iter_mut().for_each(|i| i.tags.clear());
    let wrapper = learn(&blog).wrapper;
    let values = wrapper.layouts.iter().flat_map(|l| &l.build).flat_map(|b| &b.values);
    let tags: Vec<_> = values.filter(|v| v.field == Field::Tags).collect();
    assert!(!tags.is_empty() && tags.iter().all(|v| v.doubted.contains(&Witness::Feed)));
    let own: Vec<_> = blog.entries.iter().map(|e| (&e.page, e.url.as_str(), e.item)).collect();
    let home = (&blog.home.page, blog.home.url.as_str());
    let found = health(&wrapper, home, (&own, own.len()), &feed);
    let fields = found.pages.iter().flat_map(|p| &p.fields);
    assert!(fields.filter(|f| f.field == Field::Tags).all(|f| f.of == 0), "{found:?}");
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
        assert_eq!(
            health(&joint.wrapper, (&blog.home.page, &blog.home.url), (&[], 0), &blog.feed)
                .is_red(),
            Some(false)
        );
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
    let blog = Blog::gather_without_feed(&folder, folder.base(), &mut |_| ()).unwrap();
    let wrapper = learn_without_feed(&blog).wrapper;
    assert!(wrapper.layouts.iter().all(|l| l.unsupervised) && wrapper.layouts.len() == 2);
    assert_eq!(xml::read(&xml::write(&wrapper)).unwrap(), wrapper);
    let read = wrapper.extract(&page(ENTRY), &format!("{BASE}/{ENTRY}/"));
    assert_eq!(read.entries[0].title.as_deref(), Some("A blue sheet and a brick"));
    assert_eq!(read.entries[0].date.unwrap().to_string(), "2020-10-03");
    assert!(read.entries[0].body_text.as_deref().unwrap().starts_with("The shed leaks."));
}

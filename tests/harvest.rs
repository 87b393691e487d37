//! The harvest's machine against blogs in memory: each case says what a blog offers, and what must
//! come of it.
#![cfg(feature = "harvest")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod made_blog;

use feedstone::harvest::{Doubt, Event, Frontier, Loss, Options, WayKind, Why};
use feedstone::source::Response;
use made_blog::{BLOG, HOME, HTML, Made, Offers, Run, Site, page, record};

#[test]
fn whatever_way_a_blog_offers_each_post_is_found_once() {
    // What it offers, most requests beside one a post, whether the posts are known to be all.
    let cases = [
        ("neighbours", Offers { neighbours: true, ..BLOG }, 12, true),
        ("archive, sitemap", Offers { archive: true, sitemap: true, ..BLOG }, 8, true),
        ("archive alone", Offers { archive: true, ..BLOG }, 12, false),
        ("chain of pages", Offers { chain: 10, ..BLOG }, 15, false),
        ("months", Offers { months: true, ..BLOG }, 25, false),
        (
            "chain that breaks off, months",
            Offers { chain: 10, chain_ends: 2, months: true, ..BLOG },
            25,
            false,
        ),
        ("posts for programs", Offers { rest: true, ..BLOG }, 12, false),
        ("a calendar without end", Offers { archive: true, calendar: true, ..BLOG }, 25, false),
        ("reply links", Offers { archive: true, replies: true, ..BLOG }, 12, false),
        (
            "parameters, chain",
            Offers { queries: true, chain: 10, replies: true, ..BLOG },
            20,
            false,
        ),
        ("parameters, months", Offers { queries: true, months: true, ..BLOG }, 30, false),
        ("parameters, neighbours", Offers { queries: true, neighbours: true, ..BLOG }, 12, true),
        ("old host in the feed", Offers { old_host: true, archive: true, ..BLOG }, 12, false),
        ("old host, neighbours", Offers { old_host: true, neighbours: true, ..BLOG }, 12, true),
        ("slugs, archive", Offers { slugs: true, archive: true, ..BLOG }, 14, false),
        ("slugs, chain", Offers { slugs: true, chain: 10, ..BLOG }, 18, false),
        ("slugs, neighbours", Offers { slugs: true, neighbours: true, ..BLOG }, 12, true),
        ("slugs, months", Offers { slugs: true, months: true, ..BLOG }, 28, false),
        (
            "slugs, sitemap, chain",
            Offers { slugs: true, sitemap: true, chain: 10, ..BLOG },
            14,
            true,
        ),
        ("slugs, sitemap", Offers { slugs: true, sitemap: true, ..BLOG }, 14, false),
        ("no feed", Offers { feed: false, archive: true, sitemap: true, ..BLOG }, 40, true),
    ];
    for (name, offers, beside, complete) in cases {
        let (mut site, made) = Site::of(offers);
        let run = Run::of(&mut site, Options::default());
        let mut links: Vec<&str> = run.posts.iter().map(|p| p.link.as_str()).collect();
        links.sort();
        let mut wanted: Vec<String> =
            made.iter().map(|p| format!("{HOME}{}", &p.path[1..])).collect();
        wanted.sort();
        assert_eq!(links, wanted, "{name}");
        for post in &run.posts {
            let of = made.iter().find(|m| post.link.ends_with(&m.path)).unwrap();
            assert_eq!(post.title.as_deref(), Some(of.title.as_str()), "{name}");
            assert_eq!(post.date, Some(of.day), "{name}");
        }
        let asked = site.asked.len();
        assert!(asked <= made.len() + beside, "{name}: {asked} requests for {} posts", made.len());
        assert_eq!(run.is_complete(), complete, "{name}: {:?}", run.frontier.report());
        let mut once = site.asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked, "{name}: an address was asked twice");
    }
}

#[test]
fn older_pages_of_the_feed_lead_to_posts() {
    let counted = |n: usize| match n {
        1 => "/feed.xml".to_owned(),
        n => format!("/feed.xml?page={n}"),
    };
    let wordpress = |n: usize| match n {
        1 => "/feed/".to_owned(),
        n => format!("/feed/?paged={n}"),
    };
    let documents = |n: usize| match n {
        1 => "/feed.xml".to_owned(),
        n => format!("/feeds/{n}.xml"),
    };
    type Address<'a> = &'a dyn Fn(usize) -> String;
    let cases: [(&str, Address<'_>, &str); 3] = [
        ("paged", &counted, "next"),
        ("archived", &documents, "prev-archive"),
        ("WordPress", &wordpress, ""),
    ];
    for (name, address, rel) in cases {
        let (mut site, made) = Site::of(BLOG);
        site.feed_in_pages(&made, address, rel);
        let run = Run::of(&mut site, Options::default());
        assert_eq!(run.posts.len(), made.len(), "{name}");
    }
    // A server that knows no pages gives the first one whatever is asked.
    let (mut site, made) = Site::of(BLOG);
    site.feed_in_pages(&made[..10], wordpress, "");
    for n in 2..9 {
        site.pages.insert(wordpress(n), site.pages["/feed/"].clone());
    }
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), 10);
    assert_eq!(site.asked.iter().filter(|u| u.contains("paged")).count(), 1);
    assert!(!run.is_complete());
}

#[test]
fn a_chain_of_pages_that_breaks_is_no_whole() {
    // Tags name what the chain names, but the chain leads on to a page that is not there.
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    for tag in 0..12 {
        let of: String = made[tag * 2..tag * 2 + 12].iter().map(record).collect();
        site.put(&format!("/tag/t{tag}/"), &page("Tag", &of, ""));
    }
    let tags: String = (0..12).map(|t| format!("<a href=\"/tag/t{t}/\">tag</a> ")).collect();
    let home = site.pages["/"].2.replace("<div id=\"side\">", &format!("<div id=\"side\">{tags}"));
    site.put("/", &home);
    let whole = Run::of(&mut site.clone(), Options::default());
    assert!(whole.is_complete());
    site.pages.remove("/page/4/");
    let broken = Run::of(&mut site, Options::default());
    assert!(broken.posts.len() < made.len());
    assert_eq!(broken.doubt(), Some(Doubt::Broken(WayKind::Chain)));
}

#[test]
fn nothing_is_asked_that_robots_forbid() {
    let (mut site, made) = Site::of(Offers { sitemap: true, ..BLOG });
    let month = made[30].day.format("/%Y/%m/").to_string();
    let text = format!("User-agent: *\nDisallow: {month}\n");
    site.pages.insert("/robots.txt".to_owned(), (200, "text/plain".to_owned(), text));
    let run = Run::of(&mut site, Options::default());
    assert!(!site.asked.iter().any(|u| u.contains(&month)), "{:?}", site.asked);
    assert!(!run.posts.is_empty());
    // What nothing tells of but its address is lost.
    let lost = run.frontier.report().lost;
    assert!(lost.iter().all(|(url, why)| url.contains(&month) && *why == Loss::Forbidden));
    assert_eq!(lost.len() + run.posts.len(), made.len());
    assert!(!lost.is_empty());
}

#[test]
fn posts_that_robots_forbid_are_as_lists_show_them() {
    // Barred as a list shows them, or ahead of it, by a page of links.
    for (name, archive) in [("by a list", false), ("by links", true)] {
        let (mut site, made) = Site::of(Offers { archive, slugs: true, chain: 10, ..BLOG });
        if archive {
            let link = |m: &Made| format!("<li><a href=\"{}\">{}</a></li>", m.path, m.title);
            let links: String = made.iter().map(link).collect();
            site.put("/archives/", &page("All", &format!("<ul>{links}</ul>"), ""));
        }
        let of = &made[25];
        let text = format!("User-agent: *\nDisallow: {}\n", of.path);
        site.pages.insert("/robots.txt".to_owned(), (200, "text/plain".to_owned(), text));
        let run = Run::of(&mut site, Options::default());
        let post = run.posts.iter().find(|p| p.link.ends_with(&of.path)).expect(name);
        assert_eq!((post.title.as_deref(), post.date), (Some(of.title.as_str()), Some(of.day)));
        assert!(post.body_text.is_some(), "{name}");
    }
}

#[test]
fn what_came_before_a_run_breaks_off_is_read() {
    for (name, is_dead) in [("failures", true), ("few requests", false)] {
        let mut options = Options::default();
        options.max_requests = (!is_dead).then_some(6);
        let (mut site, _) = Site::of(BLOG);
        let mut run = Run::with(Frontier::new(HOME, options).unwrap(), Vec::new());
        // Robots.txt, the home page and the feed.
        run.go(&mut site, 3);
        if is_dead {
            site.fails = 1;
        }
        run.go(&mut site, usize::MAX);
        run.frontier.make_do().into_iter().for_each(|event| run.take(event));
        assert!(run.frontier.rules().is_some(), "{name}");
        assert_eq!(run.posts.len(), 10, "{name}: those of the feed");
        assert!(run.posts.iter().all(|p| p.date.is_some()), "{name}");
        assert!(!run.is_complete(), "{name}");
    }
}

#[test]
fn lists_that_robots_forbid_do_not_end_the_learning() {
    let (mut site, made) = Site::of(Offers { archive: true, neighbours: true, ..BLOG });
    let text = "User-agent: *\nDisallow: /archives/\nDisallow: /about/\n".to_owned();
    site.pages.insert("/robots.txt".to_owned(), (200, "text/plain".to_owned(), text));
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    assert!(!site.asked.iter().any(|u| u.ends_with("/archives/") || u.ends_with("/about/")));
}

#[test]
fn a_home_page_on_another_host_is_asked_for_by_the_rules_of_that_host() {
    let (mut site, made) = Site::of(Offers { neighbours: true, ..BLOG });
    let mut frontier = Frontier::new("http://old.example/", Options::default()).unwrap();
    let (mut posts, mut asked) = (0, Vec::new());
    while let Some(request) = frontier.next() {
        asked.push(request.url.clone());
        let moved = |to| Response::new(&request.url, 301, "").with_header("location", to);
        let answer = match request.url.as_str() {
            "http://old.example/" => Ok(moved(HOME)),
            _ => site.get(&request.url),
        };
        let step = frontier.answer(&request.url, answer);
        posts += step.events.iter().filter(|e| matches!(e, Event::Post(_))).count();
    }
    assert_eq!(posts, made.len());
    let robots = ["http://old.example/robots.txt", "https://salt.example/robots.txt"];
    assert_eq!([&asked[0], &asked[2]], robots);
}

#[test]
fn a_server_that_fails_at_robots_is_left_alone() {
    // 429, too, wants to be asked later: a crawler that takes it for "not there" asks all the rest.
    for status in [429, 503] {
        let (mut site, _) = Site::of(BLOG);
        site.pages.insert("/robots.txt".to_owned(), (status, HTML.to_owned(), String::new()));
        let run = Run::of(&mut site, Options::default());
        assert_eq!(site.asked, ["https://salt.example/robots.txt"], "{status}");
        assert!(matches!(run.doubt(), Some(Doubt::NoRobots(_))), "{:?}", run.doubt());
    }
}

#[test]
fn other_hosts_are_not_asked() {
    let (mut site, _) = Site::of(Offers { archive: true, ..BLOG });
    let html = site.pages["/"]
        .2
        .replace("</body>", "<a href=\"https://pepper.example/2009/01/03/x/\">x</a></body>");
    site.put("/", &html);
    Run::of(&mut site, Options::default());
    assert!(site.asked.iter().all(|u| u.starts_with(HOME)), "{:?}", site.asked);
}

/// Two of the newest posts stand on a second host.
#[test]
fn a_further_host_of_the_blog_is_asked_while_rules_are_learned() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    let away: Vec<String> =
        made[..2].iter().map(|p| format!("https://pepper.example{}", p.path)).collect();
    for page in site.pages.values_mut() {
        for (post, to) in made.iter().zip(&away) {
            page.2 = page.2.replace(&format!("{HOME}{}", &post.path[1..]), to);
            page.2 = page.2.replace(&format!("\"{}\"", post.path), &format!("\"{to}\""));
        }
    }
    for also in [vec![], vec!["WWW.pepper.example".to_owned()]] {
        let wanted = if also.is_empty() { 0 } else { away.len() };
        let mut options = Options::default();
        options.also_hosts = also;
        let mut frontier = Frontier::new(HOME, options).unwrap();
        let mut asked = Vec::new();
        while let Some(request) = frontier.next() {
            let own = request.url.replace("https://pepper.example/", HOME);
            let answer = site.get(&own).map(|mut answer| {
                answer.url.clone_from(&request.url);
                answer
            });
            frontier.answer(&request.url, answer);
            asked.extend((request.why == Why::Learning).then_some(request.url));
        }
        assert_eq!(asked.iter().filter(|u| away.contains(u)).count(), wanted, "{asked:?}");
    }
}

#[test]
fn a_run_that_was_broken_off_goes_on_as_if_it_had_not_been() {
    let offers = Offers { posts: 24, chain: 5, months: true, ..BLOG };
    let (site, _) = Site::of(offers);
    for from_lists in [false, true] {
        let options = || {
            let mut options = Options::default();
            options.from_lists = from_lists;
            options
        };
        let whole = Run::of(&mut site.clone(), options());
        for cut in 0..whole.notes.len() {
            let what = format!("cut behind request {cut}, from lists: {from_lists}");
            let mut posts = Vec::new();
            let json: Vec<String> =
                whole.notes[..cut].iter().map(|n| serde_json::to_string(n).unwrap()).collect();
            let notes = json.iter().map(|j| serde_json::from_str(j).unwrap());
            let mut take = |e| {
                if let Event::Post(post) = e {
                    posts.push(*post);
                }
            };
            let frontier = Frontier::resume(HOME, options(), notes, &mut take).unwrap();
            let mut run = Run::with(frontier, posts);
            let mut site = site.clone();
            run.go(&mut site, usize::MAX);
            assert_eq!(run.posts, whole.posts, "{what}");
            assert_eq!(run.notes, whole.notes[cut..], "{what}");
            assert_eq!(run.frontier.report(), whole.frontier.report(), "{what}");
        }
    }
}

#[test]
fn a_run_goes_on_where_the_feed_that_it_had_found_is_named() {
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    for page in site.pages.values_mut() {
        page.2 = page.2.replace("rel=\"alternate\"", "rel=\"none\"");
    }
    let feed = site.pages.remove("/feed.xml").unwrap();
    site.pages.insert("/rss.xml".to_owned(), feed);
    let run = Run::of(&mut site, Options::default());
    let mut options = Options::default();
    options.feed = Some(format!("{HOME}rss.xml"));
    let mut frontier = Frontier::resume(HOME, options, run.notes, &mut |_| ()).unwrap();
    assert_eq!(frontier.next(), None);
    assert_eq!(frontier.report().posts, made.len());
}

#[test]
fn an_update_asks_little_and_tells_what_is_new_or_edited() {
    let (mut site, made) = Site::of(Offers { archive: true, sitemap: true, ..BLOG });
    let mut run = Run::of(&mut site, Options::default());
    run.posts.clear();
    site.asked.clear();
    run.frontier.update();
    run.go(&mut site, usize::MAX);
    assert!(site.asked.len() <= 5, "{:?}", site.asked);
    assert!(run.posts.is_empty(), "nothing has changed");

    let (mut grown, more) = Site::of(Offers { posts: 61, archive: true, sitemap: true, ..BLOG });
    let edited = &made[2];
    let mut changed: Vec<Made> = more.clone();
    changed[3].body.push_str("<p>Added later, with some more words on the matter.</p>");
    grown.feed(&changed);
    let html = grown.pages[&edited.path].2.replace(&edited.body, &changed[3].body);
    grown.put(&edited.path, &html);
    run.frontier.update();
    run.go(&mut grown, usize::MAX);
    let mut links: Vec<&str> = run.posts.iter().map(|p| p.link.trim_start_matches(HOME)).collect();
    links.sort();
    let mut wanted = [&more[0].path[1..], &edited.path[1..]];
    wanted.sort();
    assert_eq!(links, wanted);
    let post = run.posts.iter().find(|p| p.link.ends_with(&edited.path)).unwrap();
    assert!(post.body_text.as_deref().unwrap().contains("Added later"));
}

#[test]
fn an_update_reads_anew_what_a_sitemap_says_was_changed() {
    let (mut site, made) = Site::of(Offers { archive: true, sitemap: true, ..BLOG });
    let days = |site: &mut Site, day: &dyn Fn(usize) -> String| {
        let map = &mut site.pages.get_mut("/sitemap.xml").unwrap().2;
        for (n, post) in made.iter().enumerate() {
            let from = map.find(&post.path).unwrap();
            let end = from + map[from..].find("</url>").unwrap();
            let start = from + map[from..].find("</loc>").unwrap() + "</loc>".len();
            map.replace_range(start..end, &format!("<lastmod>{}</lastmod>", day(n)));
        }
    };
    days(&mut site, &|_| "2010-01-01".to_owned());
    let mut run = Run::of(&mut site, Options::default());
    let old = &made[40];
    let text = site.pages[&old.path].2.replace("<p>", "<p>Added later. ");
    site.put(&old.path, &text);
    // What was built anew as a whole says nothing; one day that is another does.
    let cases: [(&dyn Fn(usize) -> String, usize); 3] = [
        (&|_| "2010-02-02".to_owned(), 0),
        (&|n| if n == 40 { "2010-03-03" } else { "2010-02-02" }.to_owned(), 1),
        (&|n| if n == 40 { "2010-03-03" } else { "2010-02-02" }.to_owned(), 0),
    ];
    for (k, (day, anew)) in cases.into_iter().enumerate() {
        days(&mut site, day);
        run.posts.clear();
        site.asked.clear();
        run.frontier.update();
        run.go(&mut site, usize::MAX);
        let told: Vec<&str> = run.posts.iter().map(|p| p.link.as_str()).collect();
        assert_eq!(told.len(), anew, "{k}: {told:?}");
        assert!(site.asked.len() <= 5 + anew, "{k}: {:?}", site.asked);
    }
}

#[test]
fn what_fails_in_passing_is_asked_again_and_a_dead_server_is_not() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    site.fails = 50;
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());

    let (mut site, _) = Site::of(Offers { archive: true, ..BLOG });
    let frontier = Frontier::new(HOME, Options::default()).unwrap();
    let mut run = Run::with(frontier, Vec::new());
    run.go(&mut site, 45);
    site.fails = 1;
    let before = site.asked.len();
    run.go(&mut site, usize::MAX);
    assert_eq!(site.asked.len() - before, 5);
    let doubt = run.doubt();
    assert!(matches!(doubt, Some(Doubt::Failures(5, _))), "{doubt:?}");
}

#[test]
fn the_home_page_may_have_moved() {
    let (mut site, made) = Site::of(Offers { archive: true, sitemap: true, ..BLOG });
    let get = |site: &mut Site, url: &str| match url.strip_prefix("http://www.salt.example") {
        Some(path) => Ok(Response::new(url, 301, "")
            .with_header("location", format!("https://salt.example{path}"))),
        None => site.get(url),
    };
    let mut frontier = Frontier::new("http://www.salt.example/", Options::default()).unwrap();
    let (mut posts, mut moved) = (0, 0);
    while let Some(request) = frontier.next() {
        moved += usize::from(request.url.starts_with("http://"));
        let step = frontier.answer(&request.url, get(&mut site, &request.url));
        posts += step.events.iter().filter(|e| matches!(e, Event::Post(_))).count();
    }
    assert_eq!(posts, made.len());
    assert!(moved <= 3, "{moved} requests went to the old address");
}

#[test]
fn an_address_that_is_none_is_an_error() {
    for home in ["", "salt.example", "mailto:me@salt.example"] {
        assert!(Frontier::new(home, Options::default()).is_err(), "{home}");
    }
}

#[test]
fn a_month_that_the_blog_has_a_page_for_must_be_known() {
    // The chain ends at a page that names no more; months say that there was more.
    let offers = Offers { chain: 10, chain_ends: 3, neighbours: true, months: true, ..BLOG };
    let (mut site, made) = Site::of(offers);
    let known: Vec<&Made> = made.iter().take(30).collect();
    for post in &made[30..] {
        site.pages.remove(&post.path);
    }
    let nav = format!("<a href=\"{}\">{}</a> ", made[30].path, made[30].title);
    let last = site.pages[&made[29].path].2.replace(&nav, "");
    site.put(&made[29].path, &last);
    let months: Vec<String> =
        site.pages.keys().filter(|p| p.matches('/').count() == 3).cloned().collect();
    for month in months.iter().filter(|m| !known.iter().any(|p| p.path.starts_with(*m))) {
        site.pages.remove(month);
    }
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), known.len());
    assert!(!run.is_complete(), "{:?}", run.frontier.report().complete);
}

#[test]
fn a_page_that_is_the_home_page_again_confirms_nothing() {
    let (mut site, made) = Site::of(Offers { chain: 10, chain_ends: 2, ..BLOG });
    for post in &made[20..] {
        site.pages.remove(&post.path);
    }
    let second = site.pages["/page/2/"].2.clone();
    let on = "<a href=\"/page/3/\">Older</a><div id=\"side\"";
    site.put("/page/2/", &second.replace("<div id=\"side\"", on));
    let home = site.pages["/"].2.clone();
    site.put("/page/3/", &home);
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), 20);
    assert!(site.asked.iter().any(|u| u.ends_with("/page/3/")));
    assert!(!run.is_complete(), "{:?}", run.frontier.report().complete);
}

#[test]
fn a_closed_chain_of_posts_is_looked_at_from_another_side_before_it_is_believed() {
    // Two posts are in no chain of neighbours; a tag names them.
    let (mut site, made) = Site::of(Offers { neighbours: true, ..BLOG });
    let extra = [200, 201].map(made_blog::made);
    let mut tag = String::new();
    for post in &extra {
        site.put(&post.path, &page(&post.title, &record(post).replace("h2>", "h1>"), ""));
        tag.push_str(&record(post));
    }
    site.put("/tag/stray/", &page("stray", &tag, ""));
    for post in &made {
        let side = "<div id=\"side\"><a href=\"/tag/stray/\" rel=\"tag\">stray</a>";
        let text = site.pages[&post.path].2.replace("<div id=\"side\">", side);
        site.put(&post.path, &text);
    }
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len() + extra.len());
}

#[test]
fn links_that_append_to_themselves_end() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    // `more/` in place of `/more/`, on a page that is there whatever the path.
    let mut path = "/more/".to_owned();
    for _ in 0..50 {
        site.put(&path, &page("More", "Nothing.", "<a href=\"more/\">More</a>"));
        path.push_str("more/");
    }
    for post in &made {
        let text =
            site.pages[&post.path].2.replace("About</a>", "About</a><a href=\"/more/\">M</a>");
        site.put(&post.path, &text);
    }
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    let asked = site.asked.iter().filter(|u| u.contains("/more/")).count();
    assert!(asked <= 2, "{asked}");
}

/// Pages, a sitemap and a redirect lead to addresses that do something.
#[test]
fn nothing_is_asked_that_does_something() {
    let (mut site, made) = Site::of(Offers { archive: true, sitemap: true, ..BLOG });
    let deeds = ["/logout", "/admin/delete/7", "/?vote=7", "/wp-login.php?action=logout"];
    let links: String = deeds.iter().map(|d| format!("<a href=\"{d}\">x</a>")).collect();
    for page in site.pages.values_mut().filter(|p| p.1 == HTML) {
        page.2 = page.2.replace("<div id=\"side\">", &format!("<div id=\"side\">{links}"));
    }
    let urls = deeds.iter().map(|d| format!("<url><loc>{HOME}{}</loc></url>", &d[1..]));
    let urls = format!("{}</urlset>", urls.collect::<String>());
    let map = site.pages.get_mut("/sitemap.xml").unwrap();
    map.2 = map.2.replace("</urlset>", &urls);
    site.pages.insert(made[30].path.clone(), (302, HTML.to_owned(), "/logout".to_owned()));
    let run = Run::of(&mut site, Options::default());
    assert!(run.posts.len() >= made.len() - 1, "{}", run.posts.len());
    let does = |url: &&String| deeds.iter().any(|d| url.ends_with(d));
    assert_eq!(site.asked.iter().find(does), None);
}

//! Ways to posts. Each is a hypothesis: that pages of one kind name posts not known before. What
//! it is worth is the number of such posts a request, first by guess, then by what it gave. The
//! best way is asked next; one that gives nothing sleeps.

use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;
use url::Url;

use super::addresses::Id;
use super::bounds::{BARREN, BARREN_UNKNOWN, EMPTY_MONTHS, GUESS_WEIGHT};
use crate::address::{is_digits, names_authors, names_tags, tells_archive};

/// What the pages of a way to posts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum WayKind {
    /// WordPress' answer to programs.
    Rest,
    /// Sitemaps.
    Sitemap,
    /// Pages that by their address list all posts.
    Archive,
    /// The second, third … page of a list.
    Chain,
    /// Further pages of the feed.
    Feed,
    /// The posts of a year.
    Year,
    /// The posts of a month.
    Month,
    /// The posts of a tag or category.
    Tag,
    /// The posts of an author.
    Author,
    /// The posts of a day.
    Day,
    /// Pages that nothing is known of.
    Other,
}

named!(WayKind, "what pages of a way are");

impl WayKind {
    /// All kinds.
    pub const ALL: [WayKind; 11] = [
        WayKind::Rest,
        WayKind::Sitemap,
        WayKind::Archive,
        WayKind::Chain,
        WayKind::Feed,
        WayKind::Year,
        WayKind::Month,
        WayKind::Tag,
        WayKind::Author,
        WayKind::Day,
        WayKind::Other,
    ];

    /// New posts a request before the first one, from what blogs of these kinds mostly are.
    fn guess(self) -> f64 {
        match self {
            WayKind::Rest => 100.0,
            WayKind::Sitemap => 60.0,
            WayKind::Archive => 50.0,
            WayKind::Chain => 8.0,
            WayKind::Year => 7.0,
            WayKind::Month => 6.0,
            WayKind::Feed => 5.0,
            WayKind::Tag => 3.0,
            WayKind::Author => 2.0,
            WayKind::Other => 1.0,
            WayKind::Day => 0.7,
        }
    }

    /// True for ways that claim to name every post on few pages: they are asked before the posts.
    pub(super) fn claims_all(self) -> bool {
        matches!(self, WayKind::Rest | WayKind::Sitemap | WayKind::Archive)
    }

    /// True for kinds whose pages show texts of posts, on blogs that do that.
    pub(super) fn shows_posts(self) -> bool {
        matches!(self, WayKind::Chain | WayKind::Year | WayKind::Month)
    }

    /// True for kinds whose pages name every post between them, on blogs that have such.
    pub(super) fn is_of_all(self) -> bool {
        self.claims_all()
            || matches!(self, WayKind::Chain | WayKind::Feed | WayKind::Year | WayKind::Month)
    }

    /// The name in output: words.
    pub fn name(self) -> &'static str {
        match self {
            WayKind::Rest => "posts for programs",
            WayKind::Sitemap => "sitemaps",
            WayKind::Archive => "archive pages",
            WayKind::Chain => "page chains",
            WayKind::Year => "years",
            WayKind::Month => "months",
            WayKind::Feed => "feed pages",
            WayKind::Tag => "tags and categories",
            WayKind::Author => "authors",
            WayKind::Other => "other pages",
            WayKind::Day => "days",
        }
    }
}

/// An address of a way that was not asked yet.
#[derive(Debug, Clone, Copy)]
struct Pending {
    id: Id,
    /// Year and month that it is the list of.
    month: Option<(i32, u32)>,
}

/// Posts that a page shows in full, and of them those that were not read yet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Full {
    pub shown: usize,
    pub spared: usize,
}

/// Posts that are known and were not read, where all are known.
pub(super) struct Unread {
    pub known: usize,
    pub all: usize,
    pub months: HashMap<(i32, u32), usize>,
}

impl Unread {
    fn of(&self, month: (i32, u32)) -> usize {
        self.months.get(&month).copied().unwrap_or(0)
    }
}

/// One way.
pub(super) struct Way {
    pub kind: WayKind,
    pending: Vec<Pending>,
    /// Requests so far.
    pub asked: usize,
    /// Posts not known before that they named.
    pub fresh: usize,
    /// Requests in a row that named none.
    barren: usize,
    /// Posts that its pages show in full, most of them on one page, and requests in a row that
    /// spared none.
    shown: usize,
    most: usize,
    lean: usize,
    /// True where one of its months stands on several pages.
    parted: bool,
    /// Its pages that are not there: what they would name is not known.
    gone: usize,
    /// Its pages that are there and name no post.
    empty: usize,
    /// True once it was told that it has ended.
    ended: bool,
    /// The month of the page that was asked last, and those of pages that are not there.
    asking: Option<(i32, u32)>,
    months_gone: Vec<(i32, u32)>,
}

impl Way {
    fn worth(&self) -> f64 {
        // What it gave of late tells more than what it gave at the start.
        // Of a chain it tells less: its first pages name the newest posts, which all others name.
        let fade: f64 = if self.kind == WayKind::Chain { 0.8 } else { 0.5 };
        let faded = fade.powi(self.barren as i32);
        let sum = self.kind.guess() * GUESS_WEIGHT + self.fresh as f64;
        sum / (GUESS_WEIGHT + self.asked as f64) * faded
    }

    /// Posts that one of its pages spares, as far as is known. `on_home`: how many the home page
    /// shows in full; lists mostly show as many. What was not read may stand on any page that was
    /// not asked, but for months: a page of one shows posts of it, as many as there is room for.
    fn spares(&self, page: &Pending, on_home: usize, unread: Option<&Unread>) -> f64 {
        let first = if on_home > 1 { on_home as f64 } else { self.kind.guess() };
        let sum = first * GUESS_WEIGHT + self.shown as f64;
        let shown = sum / (GUESS_WEIGHT + self.asked as f64) * self.fades();
        let Some(unread) = unread else { return shown };
        if let Some(month) = page.month {
            let of_month = unread.of(month);
            return of_month.min(self.room(of_month)) as f64 * self.fades();
        }
        // The home page is the first of a chain.
        let seen = self.shown + if self.kind == WayKind::Chain { on_home } else { 0 };
        let elsewhere = unread.known.saturating_sub(seen).max(unread.all).max(1);
        shown * unread.all as f64 / elsewhere as f64
    }

    /// The same of all its pages on the whole: months that stand on several pages end with one that
    /// shows few.
    fn spares_on_the_whole(&self, on_home: usize, unread: Option<&Unread>) -> f64 {
        let months: HashSet<(i32, u32)> = self.pending.iter().filter_map(|p| p.month).collect();
        if let (Some(unread), false) = (unread, months.is_empty()) {
            let of = || months.iter().map(|month| unread.of(*month));
            let pages = of().map(|n| n.div_ceil(self.room(n))).sum::<usize>().max(1);
            return of().sum::<usize>() as f64 / pages as f64 * self.fades();
        }
        self.pending.first().map_or(0.0, |page| self.spares(page, on_home, unread))
    }

    /// Posts that a page of a month has room for.
    fn room(&self, of_month: usize) -> usize {
        if self.parted { self.most.max(1) } else { of_month.max(1) }
    }

    fn fades(&self) -> f64 {
        0.5_f64.powi(self.lean as i32)
    }

    fn sleeps(&self) -> bool {
        self.barren >= if self.kind == WayKind::Other { BARREN_UNKNOWN } else { BARREN }
    }
}

/// All ways of a blog.
#[derive(Default)]
pub(super) struct Ways {
    all: Vec<Way>,
    /// Posts that the home page shows in full.
    pub on_home: usize,
    by_name: HashMap<(WayKind, String), usize>,
}

/// What an address says of the list behind it.
pub(super) struct Told {
    pub kind: WayKind,
    /// What it shares with others of its way.
    pub name: String,
    pub month: Option<(i32, u32)>,
}

impl Ways {
    pub fn all(&self) -> &[Way] {
        &self.all
    }

    /// The number of a way, a new one where there is none of that name.
    pub fn way(&mut self, kind: WayKind, name: &str) -> usize {
        let next = self.all.len();
        let n = *self.by_name.entry((kind, name.to_owned())).or_insert(next);
        if n == next {
            self.all.push(Way {
                kind,
                pending: Vec::new(),
                asked: 0,
                fresh: 0,
                barren: 0,
                shown: 0,
                most: 0,
                parted: false,
                lean: 0,
                gone: 0,
                empty: 0,
                ended: false,
                asking: None,
                months_gone: Vec::new(),
            });
        }
        n
    }

    /// An address that a way could ask.
    pub fn add(&mut self, told: &Told, id: Id) {
        let n = self.way(told.kind, &told.name);
        self.all[n].pending.push(Pending { id, month: told.month });
    }

    /// An address of this way that was not asked after all, or further pages of it.
    pub fn put_back(&mut self, n: usize, id: Id) {
        self.all[n].pending.push(Pending { id, month: None });
    }

    /// What a request of a way named, and what it showed in full.
    pub fn asked(&mut self, n: usize, fresh: usize, full: Full) {
        let way = &mut self.all[n];
        way.asked += 1;
        way.fresh += fresh;
        way.shown += full.shown;
        way.most = way.most.max(full.shown);
        way.parted |= way.asking.is_some() && way.pending.iter().any(|p| p.month == way.asking);
        way.lean = if full.spared > 0 { 0 } else { way.lean + 1 };
        way.barren = if fresh > 0 { 0 } else { way.barren + 1 };
    }

    /// A page of a way is not there. `sure`: by its address it can be nothing else than a page of a
    /// list.
    pub fn broke(&mut self, n: usize, sure: bool) {
        let way = &mut self.all[n];
        // A name that ends with a number may be any page's, until others like it are lists.
        if sure || way.asked > way.gone {
            way.gone += 1;
            way.months_gone.extend(way.asking.take());
        }
    }

    /// True where pages of this kind are not there, though something led to them, and others of
    /// their kind do not name the same posts.
    pub fn is_broken(&self, kind: WayKind) -> bool {
        let parted =
            matches!(kind, WayKind::Chain | WayKind::Year | WayKind::Month | WayKind::Feed);
        parted && self.all.iter().any(|w| w.kind == kind && w.gone > 0)
    }

    /// The way that is worth most, of those that `may` be asked and do not sleep, and the address
    /// of it that is. `known`: posts known of a month; `all`: those that sleep, too.
    pub fn best(
        &self,
        may: impl Fn(&Way) -> bool,
        known: &HashMap<(i32, u32), usize>,
        all: bool,
    ) -> Option<(usize, Id)> {
        let awake = self.all.iter().enumerate();
        let may = |w: &Way| !w.pending.is_empty() && (all || !w.sleeps()) && may(w);
        let awake = awake.filter(|(_, w)| may(w));
        let (n, way) = awake.reduce(|a, b| if b.1.worth() > a.1.worth() { b } else { a })?;
        let months = way.pending.iter().enumerate().filter_map(|(at, p)| Some((p.month?, at)));
        let emptiest =
            months.min_by_key(|(month, at)| (known.get(month).copied().unwrap_or(0), *at));
        // Where the last request gave nothing, the next of its kind would not either: somewhere
        // else in the row. The golden section spreads best.
        let spread = (way.asked as f64 * 0.618_034).fract() * way.pending.len() as f64;
        let at = match emptiest {
            Some((_, at)) => at,
            // The far end of a chain, if it is known.
            None if way.kind == WayKind::Chain && way.barren % 2 == 1 => way.pending.len() - 1,
            None if way.barren > 0 => spread as usize,
            None => 0,
        };
        Some((n, way.pending.get(at)?.id))
    }

    /// The list to ask ahead of posts, if one spares more than the one request for it: of the way
    /// whose pages spare most on the whole, as what two ways show is asked twice; of its pages the
    /// one that spares most. `may`: which kinds may be asked; `unread`: where all posts are known;
    /// `proofs`: how many posts of a month show whether pages of a kind can be believed, so that
    /// others need not be read for that: such a page is the first.
    pub fn most_sparing(
        &self,
        may: impl Fn(WayKind) -> bool,
        unread: Option<&Unread>,
        proofs: impl Fn(WayKind, (i32, u32)) -> usize,
    ) -> Option<(usize, Id)> {
        let mut best: Option<(f64, WayKind, usize, Id)> = None;
        let ways = self.all.iter().enumerate();
        for (n, way) in ways.filter(|(_, w)| w.kind.shows_posts() && may(w.kind)) {
            let spares = |p: &Pending| way.spares(p, self.on_home, unread);
            if way.pending.iter().all(|p| spares(p) <= 1.0) {
                continue;
            }
            let mean = way.spares_on_the_whole(self.on_home, unread);
            let first = |p: &Pending| (p.month.map_or(0, |m| proofs(way.kind, m)), spares(p));
            let pages = way.pending.iter().map(|p| (first(p), p.id));
            let Some((_, id)) = pages.reduce(|a, b| if b.0 > a.0 { b } else { a }) else {
                continue;
            };
            let better = |b: &(f64, WayKind, usize, Id)| (mean, b.1) > (b.0, way.kind);
            if best.as_ref().is_none_or(better) {
                best = Some((mean, way.kind, n, id));
            }
        }
        best.map(|(.., n, id)| (n, id))
    }

    /// Ways that have ended since this was last asked. One that goes on after all ends once more.
    pub fn newly_ended(&mut self) -> Vec<&Way> {
        let mut out = Vec::new();
        for way in &mut self.all {
            let ends = way.asked > 0 && (way.pending.is_empty() || way.sleeps());
            if ends && !std::mem::replace(&mut way.ended, ends) {
                out.push(&*way);
            } else {
                way.ended = ends;
            }
        }
        out
    }

    /// True where pages of months were met that were not asked.
    pub fn has_months(&self) -> bool {
        self.all.iter().any(|w| w.kind == WayKind::Month && !w.pending.is_empty())
    }

    /// A page of a way names no post.
    pub fn was_empty(&mut self, n: usize) {
        self.all[n].empty += 1;
    }

    /// A month that the blog leads to a page of, though no post of it is known, and its page was
    /// not asked or is not there. Calendars lead to months without posts, too: where such pages
    /// were seen they say nothing.
    pub fn unheard_month(&self, known: &HashMap<(i32, u32), usize>) -> Option<(i32, u32)> {
        let telling = self.all.iter().filter(|w| w.empty < EMPTY_MONTHS);
        let months = telling.flat_map(|w| {
            let pending = w.pending.iter().filter_map(|p| p.month);
            pending.chain(w.months_gone.iter().copied())
        });
        months.filter(|m| !known.contains_key(m)).min()
    }

    /// True where pages of this kind are left that may name further posts.
    pub fn is_awake(&self, kind: WayKind) -> bool {
        self.all.iter().any(|w| w.kind == kind && !w.sleeps() && !w.pending.is_empty())
    }

    /// True where there is a page to ask, of any kind.
    pub fn any_awake(&self) -> bool {
        self.all.iter().any(|w| !w.sleeps() && !w.pending.is_empty())
    }

    /// Requests made of this kind.
    pub fn asked_of(&self, kind: WayKind) -> usize {
        self.all.iter().filter(|w| w.kind == kind).map(|w| w.asked).sum()
    }

    /// The address is asked now.
    pub fn take(&mut self, n: usize, id: Id) {
        let way = &mut self.all[n];
        way.asking = way.pending.iter().find(|p| p.id == id).and_then(|p| p.month);
        way.pending.retain(|p| p.id != id);
    }
}

/// What the pages of a list are called where addresses count them.
const PAGE_WORDS: [&str; 5] = ["page", "pagina", "seite", "pg", "index"];

/// True for addresses that count the pages of a list, and are nothing else: `/page/2/`, `/page2/`,
/// `index3.html`, `?paged=2`.
pub(super) fn counts_pages(url: &Url) -> bool {
    let path = url.path().trim_end_matches('/').to_lowercase();
    let (before, last) = path.rsplit_once('/').unwrap_or(("", &path));
    let name = last.split('.').next().unwrap_or("");
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = match bare.is_empty() {
        true => before.rsplit('/').next().unwrap_or(""),
        false => bare.trim_end_matches(['-', '_']),
    };
    url.query_pairs().any(|(k, _)| k == "paged")
        || bare.len() < name.len() && PAGE_WORDS.contains(&stem)
}

/// What an address says of the list behind it; `folder` is the path of the blog.
pub(super) fn told(url: &Url, folder: &str) -> Told {
    let path = percent_decode_str(url.path()).decode_utf8_lossy().into_owned();
    let below = path.strip_prefix(folder).unwrap_or(&path);
    let mut parts: Vec<&str> = below.split('/').filter(|p| !p.is_empty()).collect();
    if parts.last().is_some_and(|p| p.starts_with("index.")) {
        parts.pop();
    }
    let mut numbered = false;
    // `page/2`, `page2`, `index2.html`, `apuntes2.html`, `?paged=2`
    if let [.., word, number] = &parts[..]
        && is_digits(number)
        && (PAGE_WORDS.contains(&word.to_lowercase().as_str()) || *word == "p")
    {
        numbered = true;
        parts.truncate(parts.len() - 2);
    }
    let mut stem = String::new();
    if let Some(last) = parts.last()
        && !numbered
        && let name = last.split('.').next().unwrap_or("")
        && let bare = name.trim_end_matches(|c: char| c.is_ascii_digit())
        && bare.len() < name.len()
        && !bare.is_empty()
    {
        numbered = true;
        bare.trim_end_matches(['-', '_']).clone_into(&mut stem);
        parts.pop();
        if !matches!(stem.as_str(), "index" | "page") {
            parts.push(&stem);
        }
    }
    let parameter = |name: &str| url.query_pairs().find(|(k, _)| k == name).map(|(_, v)| v);
    numbered |= ["paged", "page"].iter().any(|p| parameter(p).is_some());
    let lower: Vec<String> = parts.iter().map(|p| p.to_lowercase()).collect();
    let word = |p: &String| p.split('.').next().unwrap_or("").to_owned();
    let one = |kind: WayKind, name: &str, month| Told { kind, name: name.to_owned(), month };
    if let Some(m) = parameter("m").filter(|m| m.len() >= 6 && is_digits(m)) {
        let month = m[..4].parse().ok().zip(m[4..6].parse().ok());
        let month = month.filter(|(_, month)| (1..=12).contains(month));
        let kind = if m.len() > 6 { WayKind::Day } else { WayKind::Month };
        return one(kind, "m", month);
    }
    for (name, kind) in [("cat", WayKind::Tag), ("tag", WayKind::Tag), ("author", WayKind::Author)]
    {
        if parameter(name).is_some() {
            return one(kind, name, None);
        }
    }
    if let Some(told) = period(&lower) {
        return told;
    }
    if let Some(tag) = lower.iter().map(word).find(|p| names_tags(p)) {
        return one(WayKind::Tag, &tag, None);
    }
    if let Some(author) = lower.iter().map(word).find(|p| names_authors(p)) {
        return one(WayKind::Author, &author, None);
    }
    let dir = lower.first().map(word).unwrap_or_default();
    if numbered {
        let kind = if lower.len() < 2 { WayKind::Chain } else { WayKind::Other };
        // `index2.html` and `page/2` are two chains.
        return one(kind, &format!("{dir} {stem}"), None);
    }
    // `all-posts`, not `all-that-i-know-of-salt`.
    let brief = dir.split(|c: char| !c.is_alphanumeric()).count() <= 2;
    if lower.len() < 2 && brief && tells_archive(url) {
        return one(WayKind::Archive, "archive", None);
    }
    one(WayKind::Other, if lower.len() > 1 { &dir } else { "" }, None)
}

/// The year, month or day that a path ends with: `archives/2009/05`.
fn period(parts: &[String]) -> Option<Told> {
    let number = |p: Option<&String>, digits: std::ops::RangeInclusive<usize>| {
        let p = p?.split('.').next()?;
        (digits.contains(&p.len()) && is_digits(p)).then(|| p.parse::<u32>().ok()).flatten()
    };
    let year_at = (0..parts.len()).find(|&k| {
        number(parts.get(k), 4..=4).is_some_and(|y| crate::date::YEARS.contains(&(y as i32)))
    })?;
    let year = number(parts.get(year_at), 4..=4)? as i32;
    let month = number(parts.get(year_at + 1), 1..=2).filter(|m| (1..=12).contains(m));
    let day = number(parts.get(year_at + 2), 1..=2);
    let dir = parts[..year_at].join("/");
    let (kind, used) = match (month, day) {
        (None, _) => (WayKind::Year, 1),
        (Some(_), None) => (WayKind::Month, 2),
        (Some(_), Some(_)) => (WayKind::Day, 3),
    };
    (year_at + used == parts.len()).then(|| Told {
        kind,
        name: dir,
        month: month.filter(|_| used == 2).map(|m| (year, m)),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_count_pages_of_lists_are_no_posts() {
        let cases = [
            ("/page/2/", true),
            ("/tag/salt/page2.html", true),
            ("/index3.html", true),
            ("/blog/page-4", true),
            ("/?paged=2", true),
            ("/page/", false),
            ("/2009/05/14/", false),
            ("/salt-2/", false),
            ("/homepage2/", false),
            ("/?page_id=2", false),
        ];
        for (path, counts) in cases {
            let url = Url::parse(&format!("https://salt.example{path}")).expect("an address");
            assert_eq!(counts_pages(&url), counts, "{path}");
        }
    }

    #[test]
    fn addresses_tell_what_lists_they_are() {
        let cases = [
            ("/blog/archives/", WayKind::Archive, "archive", None),
            ("/blog/archives.html", WayKind::Archive, "archive", None),
            ("/blog/page/2/", WayKind::Chain, " ", None),
            ("/blog/index2.html", WayKind::Chain, " index", None),
            ("/blog/posts/page/3", WayKind::Chain, "posts ", None),
            ("/blog/?paged=2", WayKind::Chain, " ", None),
            ("/blog/2009/", WayKind::Year, "", None),
            ("/blog/2009/05/", WayKind::Month, "", Some((2009, 5))),
            ("/blog/archives/2009/05/index.html", WayKind::Month, "archives", Some((2009, 5))),
            ("/blog/2009/05/page/2/", WayKind::Month, "", Some((2009, 5))),
            ("/blog/?m=200905", WayKind::Month, "m", Some((2009, 5))),
            ("/blog/?m=200913", WayKind::Month, "m", None),
            ("/blog/2009/05/14/", WayKind::Day, "", None),
            ("/blog/category/salt/pans/page/2/", WayKind::Tag, "category", None),
            ("/blog/tag/salt2.html", WayKind::Tag, "tag", None),
            ("/blog/author/ada/", WayKind::Author, "author", None),
            ("/blog/all-posts/", WayKind::Archive, "archive", None),
            ("/blog/all-that-i-know-of-salt/", WayKind::Other, "", None),
            ("/blog/about/", WayKind::Other, "", None),
            ("/blog/notes/brine", WayKind::Other, "notes", None),
        ];
        for (path, kind, name, month) in cases {
            let url = Url::parse(&format!("https://salt.example{path}")).expect("an address");
            let told = told(&url, "/blog/");
            assert_eq!((told.kind, told.name.as_str(), told.month), (kind, name, month), "{path}");
        }
    }
}

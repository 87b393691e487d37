//! The numbers of this room.

/// Requests in a row without a post not known before, after which nothing more is expected, where
/// one way names all posts found: the others confirm it.
pub(super) const CONFIRMING: usize = 8;
/// Requests in a row without a post not known before, after which a way sleeps.
pub(super) const BARREN: usize = 6;
/// The same for pages that nothing is known of.
pub(super) const BARREN_UNKNOWN: usize = 4;
/// The same over all ways together, once each was tried: nothing more is expected.
pub(super) const ALL_BARREN: usize = 16;
/// Pages of months that name no post, after which it is no sign of posts that a month has a page.
pub(super) const EMPTY_MONTHS: usize = 2;
/// Pages of the feed's items to learn from where lists may spare pages: more are asked only where
/// lists then are not seen to show whole posts. Tried: 3 to 5 on the blogs of the harvest.
pub(super) const FEW_PAGES: usize = 3;
/// Posts' own pages that a kind of list is held against before it stands for others.
pub(super) const LEAST_HELD: usize = 2;
/// Requests that a way's first guess of its worth counts for.
pub(super) const GUESS_WEIGHT: f64 = 2.0;
/// Of addresses that look like a second name of a known post, how many are looked at before the
/// others are believed.
pub(super) const TWINS_TRIED: usize = 3;
/// Posts that a page must name to be asked in an update: more than the home page and the feed do.
pub(super) const MANY_NAMED: usize = 50;
/// Share of the text on a post's own page that a list has which shows it whole: pages add a line.
pub(super) const AS_LONG: f64 = 0.9;
/// Most lists and sitemaps that an update asks again, beside the home page and the feed.
pub(super) const MOST_ANEW: usize = 2;
/// Share of the posts that a way must name to claim the whole.
pub(super) const WHOLE: f64 = 0.98;
/// Elements around a title in which the link that it is stands.
pub(super) const HEADING_DEPTH: usize = 4;
/// Most pages that one post is split over.
pub(super) const MOST_PARTS: usize = 50;
/// Requests allowed beyond [`REQUESTS_A_POST`] for each post known.
pub(super) const SPARE_REQUESTS: usize = 200;
/// Requests allowed for each post known.
pub(super) const REQUESTS_A_POST: usize = 3;
/// Failures in a row after which a harvest stops: the server does not want to be asked.
pub(super) const MOST_FAILURES: usize = 5;
/// Most redirects of one address, and most hosts that a home page moves to.
pub(super) const MOST_MOVES: usize = 10;
/// How often an address is asked whose answer failed in passing.
pub(super) const MOST_TRIES: u8 = 3;
/// Longest `Crawl-delay` that is kept, in seconds; more is said and not waited for.
pub(super) const LONGEST_DELAY: u64 = 30;
/// Longest address that is asked, in bytes: no page of a blog has a longer one.
pub(super) const LONGEST_ADDRESS: usize = 2000;
/// How often one word stands between the slashes of an address that repeats itself.
pub(super) const REPEATED: usize = 3;
/// Most addresses of one blog; more are no blog's.
pub(super) const MAX_ADDRESSES: usize = 2_000_000;
/// Most sitemaps that are read.
pub(super) const MAX_SITEMAPS: usize = 200;
/// Most addresses taken from one sitemap (sitemaps.org), and bytes of one once unpacked.
pub(super) const MAX_NAMED: usize = 50_000;
pub(super) const MAX_SITEMAP_BYTES: u64 = 52_428_800;
/// Bytes of texts from lists that are kept for posts whose pages were not asked yet.
pub(super) const MAX_KEPT: usize = 64 << 20;
/// Least posts that a page is compared with, to be believed a post by what it says.
pub(super) const LEAST_ALIKE: usize = 5;
/// Least links of one place that lead to neighbours, to be believed that the place is for them.
pub(super) const LEAST_NEIGHBOURS: usize = 3;
/// Most links of one place and page for the same: the one before and the one behind.
pub(super) const MOST_NEIGHBOURS: usize = 2;

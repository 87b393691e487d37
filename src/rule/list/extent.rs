//! Whether a body that a list shows is whole: said of each entry by what stands at its end.
//!
//! Themes cut long posts and leave short ones as they are, so one list shows both. What tells them
//! apart is a **sign** at the body's end: a link to the entry itself ("Read more", in whatever
//! words), or an ellipsis. What a sign means on a blog is learned from entries whose own pages are
//! known (`learn/extent.rs`): some themes write "Permalink" below every post.
//!
//! Time: O(tokens of the records).

use url::Url;

use crate::address::{key_of, leads_to};
use crate::entry::{Entry, Extent, Field};
use crate::page::{Page, words_of};
use crate::share::{most, nearly_all};

/// What a list shows at the end of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// A link to the entry itself behind the text, or an ellipsis in brackets.
    More,
    /// An ellipsis without brackets ends the text: some authors end so, too.
    Ellipsis,
    /// Neither.
    Plain,
}

/// What each sign says of the bodies of a list layout.
///
/// ```
/// use feedstone::internals::entry::Extent;
/// use feedstone::internals::rule::{ExtentRule, Sign};
/// let rule = ExtentRule { plain: Some(Extent::Full), ..ExtentRule::default() };
/// assert_eq!(rule.says(Sign::More), Some(Extent::Excerpt));
/// assert_eq!(rule.says(Sign::Plain), Some(Extent::Full));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ExtentRule {
    /// With a link to the entry behind the text.
    pub more: Extent,
    /// With an ellipsis at its end. None: no text that was learned from ends so; they are whole,
    /// but on a page where nearly all texts end so they are cut: such an author would be known.
    pub ellipsis: Option<Extent>,
    /// With neither. None: whole where most texts of the page have a sign (it is too short to be
    /// cut) or several paragraphs, else as the rule that reads the body says.
    pub plain: Option<Extent>,
    /// The same on a page where no text was cut as its sign says. None: as `plain`. One layout may
    /// read lists of posts up to "Read more", and lists of their first words.
    pub alone: Option<Extent>,
    /// Texts of fewer words are whole, whatever link stands behind them, unless dots end them or no
    /// text of the page has as many: themes that cut at a length cut none that is shorter. 0 where
    /// that is not so.
    pub short: usize,
    /// Texts of links to the entry that stand below whole bodies, too: "Permalink". They are no
    /// sign. At most [`MOST_IDLE`](crate::rule::MOST_IDLE).
    pub idle: Vec<String>,
}

impl Default for ExtentRule {
    fn default() -> ExtentRule {
        ExtentRule {
            more: Extent::Excerpt,
            ellipsis: Some(Extent::Excerpt),
            plain: None,
            alone: None,
            short: 0,
            idle: Vec::new(),
        }
    }
}

impl ExtentRule {
    /// What a sign says.
    pub fn says(&self, sign: Sign) -> Option<Extent> {
        match sign {
            Sign::More => Some(self.more),
            Sign::Ellipsis => self.ellipsis,
            Sign::Plain => self.plain,
        }
    }

    /// The sign at the end of an entry's body. None where it has no body.
    pub(crate) fn sign(&self, page: &Page, base: &Url, entry: &Entry) -> Option<Sign> {
        let text = entry.body_text.as_deref()?;
        let goes_on = own_links(page, base, entry).iter().any(|text| !self.idle.contains(text));
        let (open, bracketed) = ends_open(text);
        Some(match goes_on {
            true => Sign::More,
            false if bracketed => Sign::More,
            false if open => Sign::Ellipsis,
            false => Sign::Plain,
        })
    }

    /// Say of each entry of a list whether its body is whole.
    pub(crate) fn apply(&self, page: &Page, base: &Url, entries: &mut [Entry]) {
        let signs: Vec<Option<Sign>> = entries.iter().map(|e| self.sign(page, base, e)).collect();
        let bodies = signs.iter().flatten().count();
        let signed = signs.iter().flatten().filter(|s| **s != Sign::Plain).count();
        let texts = || entries.iter().filter_map(|e| e.body_text.as_deref());
        let parted = texts().filter(|text| text.contains('\n')).count();
        let usual = (most(signed, bodies) || most(parted, bodies)).then_some(Extent::Full);
        let reaches = self.short > 0 && texts().any(|text| words_of(text).len() >= self.short);
        let alone = self.alone.filter(|_| !self.are_cut(&signs));
        let dotted = signs.iter().flatten().filter(|s| **s == Sign::Ellipsis).count();
        let all_dotted = dotted > 1 && nearly_all(dotted, bodies);
        let dots = self.ellipsis.unwrap_or(if all_dotted { Extent::Excerpt } else { Extent::Full });
        for (e, sign) in entries.iter_mut().zip(signs) {
            let (Some(sign), Some(text)) = (sign, &e.body_text) else { continue };
            let said = match sign {
                _ if reaches && self.is_short(text) => Some(Extent::Full),
                Sign::Plain => alone.or(self.plain),
                Sign::Ellipsis => Some(dots),
                Sign::More => Some(self.more),
            };
            e.extent = said.or(usual).or(e.extent);
        }
    }

    /// True where one of the texts of a page was cut, as its sign says.
    pub(crate) fn are_cut(&self, signs: &[Option<Sign>]) -> bool {
        let of_cut = |s: &Sign| *s != Sign::Plain && self.says(*s) == Some(Extent::Excerpt);
        signs.iter().flatten().any(of_cut)
    }

    fn is_short(&self, text: &str) -> bool {
        words_of(text).len() < self.short && !is_cut(text)
    }
}

/// What names the place on an entry's own page where the text goes on begins with.
pub(crate) const REST: [&str; 2] = ["more", "extended"];

/// The texts of the links to an entry itself from its body on, but for its title, the comments, and
/// what is a day or a number.
pub(crate) fn own_links(page: &Page, base: &Url, entry: &Entry) -> Vec<String> {
    let own = entry.link.as_deref().and_then(key_of);
    let (Some(own), Some(body)) = (own, entry.place(Field::Body)) else { return Vec::new() };
    let text_of = |a: usize| {
        let href = page.attr(a, "href")?;
        let fragment = href.split_once('#').map_or("", |f| f.1);
        let more = REST.iter().any(|rest| fragment.starts_with(rest));
        if !fragment.is_empty() && !more || !leads_to(base, href, &own) {
            return None;
        }
        let text = page.visible(page.inside(a));
        let wordy = text.contains(char::is_alphabetic) && !text.contains(char::is_numeric);
        ((wordy || more) && Some(&text) != entry.title.as_ref()).then_some(text)
    };
    let links = page.tags_shown_in("a", body.start..entry.tokens.end.max(body.end));
    links.into_iter().filter_map(text_of).collect()
}

/// True where an ellipsis ends a text.
pub(crate) fn is_cut(text: &str) -> bool {
    ends_open(text).0
}

/// Whether an ellipsis ends a text, and whether it stands in brackets.
fn ends_open(text: &str) -> (bool, bool) {
    let bare = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ']' | ')' | '"'));
    let open = bare.ends_with(['…', '⋯']) || bare.ends_with("...");
    let dots = bare.trim_end_matches(['…', '⋯', '.', ' ']);
    (open, open && dots.ends_with(['[', '(']) && text.trim_end().ends_with([']', ')']))
}

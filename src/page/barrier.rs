//! Pages that stand in the way of others: what is wanted is behind them, or made by scripts.

use super::text::count_words;
use super::{Kind, Page};

/// Words that a page shows which stands in the way of another; blogs' pages have more.
const MOST_WORDS: usize = 150;
/// Words of a page that waits for its scripts: a name, and that scripts are needed.
const SHELL_WORDS: usize = 20;

/// What services that look at visitors put into titles and headings.
const CHALLENGES: [&str; 9] = [
    "just a moment",
    "checking your browser",
    "attention required",
    "verify you are human",
    "verifying you are human",
    "are you a robot",
    "security check",
    "ddos protection",
    "access denied",
];

/// What stands in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barrier {
    /// A form that asks who one is.
    Login,
    /// A page that looks whether a person asks.
    Challenge,
    /// Nothing but scripts that would make the page.
    Shell,
}

impl Barrier {
    /// What stands in a page's place, if something does. Time: linear in the page up to its
    /// 150th word.
    ///
    /// ```
    /// use feedstone::internals::page::{Barrier, Page};
    /// let page = Page::parse("<title>Log in</title><form><input type=password></form>");
    /// assert_eq!(Barrier::of(&page), Some(Barrier::Login));
    /// assert_eq!(Barrier::of(&Page::parse("<h1>Salt</h1><p>On brine.")), None);
    /// ```
    pub fn of(page: &Page) -> Option<Barrier> {
        // Mostly known, and no more than those counted below.
        if page.words_in(page.body()) > MOST_WORDS {
            return None;
        }
        let (mut words, mut hidden) = (0, 0);
        let (mut password, mut script, mut challenge) = (false, false, false);
        for i in 0..page.len() {
            if i < hidden {
                continue;
            }
            match (page.tokens()[i].kind, page.tag(i)) {
                (Kind::Start, "script" | "style" | "noscript" | "template") => {
                    script |= page.tag(i) == "script";
                    hidden = page.region(i).end;
                }
                (Kind::Start, "input") => {
                    let kind = page.attr(i, "type").unwrap_or_default();
                    password |= kind.eq_ignore_ascii_case("password");
                }
                (Kind::Start, "title" | "h1" | "h2") => {
                    let said = page.region(i).filter(|&k| page.tokens()[k].kind == Kind::Text);
                    let said: String = said.map(|k| page.data(k).to_lowercase()).collect();
                    challenge |= CHALLENGES.iter().any(|c| said.contains(c));
                }
                (Kind::Text, _) if page.body().contains(&i) => {
                    words += count_words(page.data(i));
                    if words > MOST_WORDS {
                        return None;
                    }
                }
                _ => {}
            }
        }
        match words {
            _ if challenge => Some(Barrier::Challenge),
            _ if password => Some(Barrier::Login),
            0..SHELL_WORDS if script => Some(Barrier::Shell),
            _ => None,
        }
    }

    /// What it is and what helps.
    pub fn told(self) -> &'static str {
        match self {
            Barrier::Login => {
                "a login stands in the page's place; give a browser's cookies with --cookie-file, \
                 or a header with --header"
            }
            Barrier::Challenge => {
                "a page that looks whether a person asks stands in the page's place; ask the \
                 owner, or give a browser's cookies (--cookie-file) and its name (--user-agent)"
            }
            Barrier::Shell => {
                "the page is an empty shell that scripts would fill; save its pages with a browser \
                 and read them with --dir or --warc"
            }
        }
    }
}

/// True for a page that sends its readers on to another address and shows hardly a word: what
/// static blogs leave at a post's old address, and mirrors at a shortened one.
pub(crate) fn sends_on(page: &Page) -> bool {
    let refreshes = |i: usize| {
        page.tag(i) == "meta"
            && page.attr(i, "http-equiv").is_some_and(|v| v.eq_ignore_ascii_case("refresh"))
            && page.attr(i, "content").is_some_and(|v| v.to_ascii_lowercase().contains("url="))
    };
    (0..page.body().start).any(refreshes) && page.words_in(page.body()) < SHELL_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_send_on_show_hardly_a_word() {
        let refresh = "<meta http-equiv=Refresh content='0; URL=/2013/05/brine'>";
        let long = "<p>a word or two on salt ".repeat(4);
        let cases = [
            (format!("{refresh}<title>Moved</title><body><a href=/x>Click here</a>"), true),
            (format!("{refresh}<body>{long}"), false),
            ("<meta http-equiv=refresh content=300><body>Salt".to_owned(), false),
            ("<meta http-equiv=content-type content='url=x'><body>Salt".to_owned(), false),
        ];
        for (html, sends) in cases {
            assert_eq!(sends_on(&Page::parse(&html)), sends, "{html}");
        }
    }

    #[test]
    fn what_stands_in_the_way() {
        let login = "<form><input name=user><input TYPE=Password></form>";
        let long = "<p>a word or two on salt ".repeat(40);
        let cases = [
            ("<title>Just a moment...</title><h2>Verifying</h2><script>x</script>", Some(1)),
            ("<h2>Checking your browser before you see salt.example</h2>", Some(1)),
            (login, Some(0)),
            ("<div id=root></div><noscript>Enable JavaScript</noscript><script src=a>", Some(2)),
            ("<p>Salt", None),
            (&format!("{login}{long}"), None),
            (&format!("<h1>Attention required of all salters</h1>{long}"), None),
            ("", None),
        ];
        let kinds = [Barrier::Login, Barrier::Challenge, Barrier::Shell];
        for (html, expected) in cases {
            let expected = expected.map(|k: usize| kinds[k]);
            assert_eq!(Barrier::of(&Page::parse(html)), expected, "{html}");
        }
    }
}

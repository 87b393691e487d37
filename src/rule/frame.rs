//! What is the whole page's and no list's or entry's: menus, side bars, the footer.

use crate::address::words_of_name;
use crate::page::Page;

/// Words of classes that such elements have.
const FRAMES: [&str; 3] = ["nav", "menu", "sidebar"];

/// True inside what is the whole page's: menus, side bars, a footer outside of the article.
///
/// Time: O(elements around · length of their classes).
pub(crate) fn in_frame(page: &Page, i: usize) -> bool {
    let around = || std::iter::once(i).chain(page.ancestors(i));
    let article = around().any(|a| page.tag(a) == "article");
    let is_named = |a: usize| {
        let mut words = page.attr(a, "class").into_iter().flat_map(words_of_name);
        words.any(|word| FRAMES.iter().any(|frame| word.eq_ignore_ascii_case(frame)))
    };
    around().any(|a| match page.tag(a) {
        "nav" | "aside" => true,
        "footer" if !article => true,
        "body" | "html" => false,
        _ => is_named(a),
    })
}

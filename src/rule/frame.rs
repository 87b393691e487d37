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
    around().any(|a| is_frame(page, a) || page.tag(a) == "footer" && !article)
}

/// True for a menu or a side bar.
pub(crate) fn is_frame(page: &Page, a: usize) -> bool {
    let mut words = page.attr(a, "class").into_iter().flat_map(words_of_name);
    match page.tag(a) {
        "nav" | "aside" => true,
        "body" | "html" => false,
        _ => words.any(|word| FRAMES.iter().any(|frame| word.eq_ignore_ascii_case(frame))),
    }
}

//! Where in the template a token stands: paths of elements, and the record around a token.

use super::Page;

/// The path of tags around token `i` up to the body, each with its id or classes, digits left out:
/// two tokens of the same template place have equal contexts on all pages. Tags that the source
/// does not contain are no step: a forgotten `</em>` opens again in every block behind it.
pub(crate) fn context_of(page: &Page, i: usize) -> String {
    let mut steps = vec![step_of(page, i)];
    for a in page.ancestors(i) {
        if page.tag(a) == "body" {
            break;
        }
        if !page.tokens()[a].implied() {
            steps.push(step_of(page, a));
        }
    }
    steps.reverse();
    steps.join("/")
}

fn step_of(page: &Page, i: usize) -> String {
    let mut step = page.tag(i).to_owned();
    let plain = |s: &str| !s.is_empty() && !s.contains(|c: char| c.is_ascii_digit());
    if let Some(id) = page.attr(i, "id").filter(|s| plain(s)) {
        step.push('#');
        step.push_str(id.trim());
    }
    if let Some(class) =
        page.attr(i, "class").and_then(|c| c.split_ascii_whitespace().find(|c| plain(c)))
    {
        step.push('.');
        step.push_str(class);
    }
    step
}

/// For tokens in document order, the largest element around each that holds none of the others; the
/// token itself where even its parent holds another.
pub(crate) fn record_of(page: &Page, anchors: &[usize]) -> Vec<usize> {
    (0..anchors.len())
        .map(|k| {
            let at = anchors[k];
            let before = k.checked_sub(1).map(|j| anchors[j]);
            let after = anchors.get(k + 1).copied();
            let mut best = at;
            for a in page.ancestors(at) {
                let holds = |o: Option<usize>| o.is_some_and(|o| page.encloses(a, o));
                if holds(before) || holds(after) || matches!(page.tag(a), "body" | "html") {
                    break;
                }
                best = a;
            }
            best
        })
        .collect()
}

/// True for `h1` to `h6`.
pub(crate) fn is_heading(tag: &str) -> bool {
    matches!(tag.as_bytes(), [b'h', b'1'..=b'6'])
}

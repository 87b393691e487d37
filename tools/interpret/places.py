"""README "index": places of the template, as paths of tags."""

import re

from tokens import listed

# Bytes of the longest id or class list that counts, and of the longest path.
MOST_PATH = 4096
FRAMES = ("nav", "menu", "sidebar")


def path_of(page, i):
    """README "index", a navigation path: the tags from the body's child down to a link."""
    steps, room = [], MOST_PATH
    for a in page.around(i):
        if page.tag(a) == "body":
            break
        if a == i or page.tokens[a].source:
            step = step_of(page, a)
            room -= len(step.encode()) + 1
            if steps and room < 0:
                break
            steps.append(step)
    return "/".join(reversed(steps))


def short(value):
    return value if len(value.encode()) <= MOST_PATH else ""


def step_of(page, i):
    """A tag with its id and its first class; names with digits are left out."""
    is_name = lambda name: name and not any(c in "0123456789" for c in name)
    attr = lambda name: short(page.attr(i, name) or "")
    step, name = page.tag(i), attr("id")
    step += "#" + name.strip() if is_name(name) else ""
    classes = filter(is_name, listed(attr("class")))
    return step + "".join("." + name for name in list(classes)[:1])


def in_frame(page, i):
    """README "Groups": whether a link stands in a menu, a side bar or the page's footer."""
    around = list(page.around(i))
    article = any(page.tag(a) == "article" for a in around)
    return any(is_frame(page, a) or page.tag(a) == "footer" and not article for a in around)


def is_frame(page, a):
    """Whether an element is a menu or a side bar: by its tag, or by a word of its class as in
    `page-sidebar`, `mainMenu`."""
    if page.tag(a) in ("nav", "aside", "body", "html"):
        return page.tag(a) in ("nav", "aside")
    words = re.findall(r"[^\W_]+", page.attr(a, "class") or "")
    parts = [part for word in words for part in re.sub("([a-z])([A-Z])", r"\1 \2", word).split()]
    return any(word.lower() in FRAMES for word in words + parts)

"""README "index": places of the template, as paths of tags."""

from tokens import listed


def path_of(page, i):
    """README "index", a navigation path: the tags from the body's child down to a link."""
    steps = []
    for a in page.around(i):
        if page.tag(a) == "body":
            break
        if a == i or page.tokens[a].source:
            steps.append(step_of(page, a))
    return "/".join(reversed(steps))


def step_of(page, i):
    """A tag with its id and its first class; names with digits are left out."""
    is_name = lambda name: name and not any(c in "0123456789" for c in name)
    step, name = page.tag(i), page.attr(i, "id")
    step += "#" + name.strip() if is_name(name) else ""
    classes = filter(is_name, listed(page.attr(i, "class") or ""))
    return step + "".join("." + name for name in list(classes)[:1])

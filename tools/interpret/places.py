"""README "index": places of the template, as paths of tags."""

from tokens import listed


# Bytes of the longest id or class list that counts, and of the longest path.
MOST_PATH = 4096


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

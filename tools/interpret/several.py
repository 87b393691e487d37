"""README "record", "Several posts": records that show several posts, those of a day."""

from addresses import day_in, month_in
from unseen import largest_alone
from values import read_all

MOST_RECORDS = 10_000


def posts(reader, layout, records):
    """Of each record the tokens of its posts: nearly always one."""
    left, index = MOST_RECORDS, reader.wrapper.index
    may = index and not index.fits(reader.base)
    for record in records:
        parts = posts_in(reader, layout, record) if may else None
        parts = (parts or [record])[:left]
        left -= len(parts)
        yield parts


def posts_in(reader, layout, record):
    """The posts of a record that shows several; None where it does not."""
    page, wrapper = reader.page, reader.wrapper
    anchors = [value.slot.tokens.start for value in first(reader, layout, "title", record)]
    elements = list(largest_alone(page, anchors))
    if len(anchors) < 2 or not are_alike(page, elements):
        return None
    known, times = set(), set()
    for element in elements:
        part = page.region(element)
        links = (reader.join(value) for value in first(reader, layout, "link", part))
        link = next(filter(wrapper.is_permalink, links), None)
        if link is None or link.key in known or not first(reader, layout, "body", part):
            return None
        known.add(link.key)
        times.add((month_in(link.key), day_in(link.key)))
    if len(times) > 1:
        return None
    *ends, last = (page.region(element).stop for element in elements)
    behind = range(last, record.stop)
    if any(first(reader, layout, name, behind) for name in ("date", "author", "tags")):
        return None
    return [range(*edges) for edges in zip([record.start, *ends], [*ends, record.stop])]


def are_alike(page, elements):
    """Siblings of one name, each of which shares a class with the first, or which have none."""
    names = lambda i: set((page.attr(i, "class") or "").split())
    first, known = elements[0], names(elements[0])
    return all(page.parent(i) == page.parent(first) and page.tag(i) == page.tag(first)
               and (known & own or not known | own)
               for i, own in zip(elements, map(names, elements)))


def first(reader, layout, name, window):
    """All that the first rule gives that gives anything."""
    rules = (rule for rule in layout.fields if not rule.sticky and of(rule, name))
    read = (list(read_all(reader.page, rule, window)) for rule in rules)
    return next(filter(None, read), [])


def of(rule, name):
    return rule.name == name or (rule.name, name) == ("excerpt", "body")


def with_day(entries):
    """The day ahead of the first post's title is the day of all."""
    head = entries[0] if entries else None
    if head and head.date and head.title and head.day_at.stop <= head.title_at.start:
        for entry in entries[1:]:
            if not entry.date:
                entry.date, entry.day_at = head.date, head.day_at
                entry.named_at.append(head.day_at)
                entry.missing.discard("date")
    return entries

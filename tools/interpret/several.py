"""README "record", "Several posts": records that show several posts, those of a day."""

import bisect

from unseen import largest_alone
from values import read_all

MOST_RECORDS = 10_000


def posts(reader, layout, records):
    """Of each record the tokens of its posts: nearly always one."""
    left = MOST_RECORDS
    for record in records:
        parts = posts_in(reader, layout, record) if reader.wrapper.index else None
        parts = (parts or [record])[:left]
        left -= len(parts)
        yield parts


def posts_in(reader, layout, record):
    """The posts of a record that shows several; None where it does not."""
    page, wrapper = reader.page, reader.wrapper
    anchors = [value.slot.tokens.start for value in first(reader, layout, "title", record)]
    texts = [value.slot.tokens for value in first(reader, layout, "body", record)]
    # Texts stand in page order and not in each other.
    behind = lambda title: bisect.bisect_right(texts, title, key=lambda text: text.stop)
    if len(anchors) < 2 or any(title in text for title in anchors
                               for text in texts[behind(title):behind(title) + 1]):
        return None
    tops = list(largest_alone(page, anchors))
    if len({(page.parent(top), page.tag(top)) for top in tops}) > 1:
        return None
    starts = [record.start, *tops[1:]]
    parts = [range(*ends) for ends in zip(starts, [*starts[1:], record.stop])]
    known = set()
    for part in parts:
        links = (reader.join(value) for value in first(reader, layout, "link", part))
        link = next(filter(wrapper.is_permalink, links), None)
        if link is None or link.key in known or not first(reader, layout, "body", part):
            return None
        known.add(link.key)
    return parts


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

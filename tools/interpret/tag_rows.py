"""README "index", rows of tags: those at the text of an entry that no rule reads."""

import re

from addresses import directory, tells_tags
from filling import LEAST_WORDS, link_of, named_by, row_of
from places import is_frame
from sisters import LABEL, LONGEST_ROW
from tokens import HEADINGS


def add_tags(reader, entry):
    """Gives an entry's own page the tags in rows between its title and its text, and behind it."""
    page, around = reader.page, behind_title(reader.page, entry)
    if around is None:
        return
    text, base = entry.body_at, reader.base
    own = base.key if entry.link is None else entry.link.key
    seen = {link_of(reader, at.start) for at in entry.tags_at}
    row_end, frame_end = text.stop, 0
    # Tags far behind are read where there are no others, in one row ahead of all headings.
    far_row, is_headed = None, False
    for link in page.shown(around):
        if link in text:
            continue
        if link >= frame_end and page.tag(link) != "a" and page.opens(link) \
                and is_frame(page, link):
            frame_end = page.region(link).stop
        is_headed |= link >= text.stop and page.tag(link) in HEADINGS
        if page.tag(link) != "a" or page.attr(link, "href") is None:
            continue
        to = base.join(page.attr(link, "href"))
        if to is None:
            continue
        is_post = reader.wrapper.index.fits(to)
        if link >= text.stop and is_post and to.key != own:
            break
        row, beside = row_of(page, link)
        is_far = link >= text.stop \
            and words_between(page, entry, range(row_end, link)) >= LEAST_WORDS
        if row is None or beside > LABEL:
            continue
        if is_far and (is_headed or far_row is None and entry.tags or far_row not in (None, row)
                       or not is_row_by_rel(reader, link, row, beside, own)):
            continue
        if is_post or to.fragment or to.site != base.site or to.key in seen \
                or link < frame_end:
            continue
        tag = named_by(reader, link, tells_tags)
        if tag is None or not any(map(str.isalnum, tag.text)) \
                or reader.is_beside_tags(tag, entry.link or base):
            continue
        seen.add(to.key)
        entry.tags = [*dict.fromkeys([*(entry.tags or []), tag.text])]
        entry.missing.discard("tags")
        if is_far:
            far_row = row
        elif link >= text.stop:
            row_end = page.region(link).stop


def is_row_by_rel(reader, link, row, beside, own):
    """Whether a link says by its `rel` that it is a tag, in a row with a word beside its links, in
    no element that leads to another post."""
    page = reader.page
    around = page.parent(row)
    around = range(0) if around is None else page.region(around)
    if not beside or "tag" not in words_of_rel(page, link) or len(around) > LONGEST_ROW:
        return False
    hrefs = (page.attr(i, "href") for i in page.shown(around) if page.tag(i) == "a")
    targets = (reader.base.join(href) for href in hrefs if href is not None)
    return not any(to and reader.wrapper.index.fits(to) and to.key != own for to in targets)


def words_of_rel(page, link):
    """The words of a link's `rel`, in small letters."""
    return re.split(r"[ \t\n\f\r]+", (page.attr(link, "rel") or "").lower())


def words_between(page, entry, between):
    """The words of a part of the page besides the entry's author and day."""
    named = set(entry.author_at) | set(entry.day_at)
    texts = (i for i in page.texts(between) if i not in named)
    return sum(page.words_of(i) for i in texts)


def behind_title(page, entry):
    """What is behind the title in the smallest element around it and the text."""
    text, title = entry.body_at, entry.title_at
    if text is None or title is None:
        return None
    holds = lambda region: region.start <= text.start and text.stop <= region.stop
    around = next((a for a in page.ancestors(title.start) if holds(page.region(a))), None)
    is_part = around is not None and page.tag(around) not in ("body", "html")
    return range(title.stop, page.inside(around).stop) if is_part else None

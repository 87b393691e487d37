"""README "Lists never seen": the records of a list by the shape of the blog's addresses."""

import itertools
from collections import Counter, namedtuple

from addresses import day_in, link_key, real
from days import day_for_machines, is_day
from filling import (Record, days_above, days_beside, days_in_two_parts, drop_arrows, fill,
                     windows)
from places import in_frame, path_of
from rules import Extent
from share import most, nearly_all
from tokens import HEADINGS, TEXT
from values import Entry

MOST_GROUPS = 50
MAX_LINKS = 20_000
HEADING_WORTH = 4
LONGEST_TIME = 80
PARTING = "-–—:|·•,»/()[] "

Link = namedtuple("Link", "token key known")


def in_heading(page, i):
    """Whether a heading is among a link and the three elements around it."""
    return any(page.tag(a) in HEADINGS for a, _ in zip(page.around(i), range(4)))


def groups_of_links(page, base, index):
    """The links that may name entries, grouped by their paths."""
    groups, count = {}, 0
    navigation = navigation_on(page, base, index)
    for i in page.shown(page.body):
        link = page.attr(i, "href") if page.tag(i) == "a" else None
        address = None if link is None else base.join(link)
        if not address or address.fragment or address.key == base.key \
                or index.is_section(address):
            continue
        known = index.fits(address)
        leads_up = base.key.startswith(address.key + "/")
        if not known and (address.site != base.site or leads_up):
            continue
        count += 1
        if count > MAX_LINKS:
            break
        path = path_of(page, i)
        if path not in navigation:
            groups.setdefault(path, []).append(Link(i, address.key, known))
    return list(groups.values())


def navigation_on(page, base, index):
    """The paths of navigation, less those where this page has a list."""
    count = Counter()
    for i in page.shown(page.body):
        link = page.attr(i, "href") if page.tag(i) == "a" else None
        address = None if link is None else base.join(link)
        if address and index.fits(address):
            count[path_of(page, i)] += 1
    return {path for path, most_links in index.navigation.items()
            if most_links is None or count[path] <= 2 * most_links}


def only_permalink(page, base, index, part):
    """The permalink that a part of a page leads to, where it is one alone."""
    found = {}
    links = (i for i in page.shown(part) if page.tag(i) == "a")
    for i in itertools.islice(links, MAX_LINKS):
        link = page.attr(i, "href")
        address = None if link is None else base.join(link)
        if address and index.fits(address) and path_of(page, i) not in index.navigation:
            found.setdefault(address.key, address)
    return next(iter(found.values())) if len(found) == 1 else None


def anchors_of(page, links):
    """The links of a group that name entries, each entry once; how many have a known shape."""
    known = once(link for link in links if link.known)
    mostly = most(sum(1 for link in links if link.known), len(links))
    headed = all(in_heading(page, link.token) for link in links)
    anchors = once(known + links) if headed or mostly else known
    return sorted(link.token for link in anchors), len(known)


def once(links):
    return list({link.key: link for link in reversed(list(links))}.values())


def find_records(page, base, index):
    """The records of a list, and whether a link of known shape says that they are entries."""
    groups = groups_of_links(page, base, index)
    surely = any(link.known for links in groups for link in links)
    groups = [g for g in groups if any(link.known for link in g) or not surely and len(g) > 1]
    groups = sorted(groups, key=lambda g: (-len(g), g[0].token))[:MOST_GROUPS]
    best, records = (0, 0, 0), []
    for links in sorted(groups, key=lambda g: g[0].token):
        found, known = anchors_of(page, links)
        named = surely and headed_records(page, found) or linked_records(page, found)
        worth = worth_of(page, named, known if surely else None)
        if worth and worth > best:
            best, records = worth, named
    return records, surely


def worth_of(page, records, known):
    """How much a group may be the list: entries named, links in headings, length of names."""
    titles = {page.visible(record.title) for record in records}
    names = {title for title in titles if any(map(str.isalnum, title))}
    headed = sum(1 for record in records if in_heading(page, record.anchor))
    beside = bool(records) and in_frame(page, records[0].anchor)
    weight = 1
    for sign in (nearly_all(headed, len(records)), not beside):
        weight *= HEADING_WORTH if sign else 1
    told = headed if known is None else known
    length = sum(len(name.encode()) for name in names)
    return (min(len(names), told) * weight, headed, length) if told else None


def linked_records(page, anchors):
    """Records named by their links."""
    return [Record(anchor, extent, title_of(page, anchor, extent))
            for anchor, extent in zip(anchors, extents_of(page, anchors))]


def title_of(page, anchor, extent):
    """What names an entry: the heading in its link, else the link; where that is a mere sign, the
    heading around it up to there; where the link shows no text, the first heading of the record,
    else its first text."""
    link = page.region(anchor)
    around = next((a for a in page.ancestors(anchor) if page.tag(a) in HEADINGS), None)
    title = None if around is None else ahead_of_sign(page, around, anchor)
    if title is not None:
        return title
    if page.has_text(link):
        heading = heading_in(page, link)
        return heading if heading and page.has_text(heading) else link
    first = next(page.texts(extent), None)
    return heading_in(page, extent) or (link if first is None else range(first, first + 1))


def ahead_of_sign(page, heading, link):
    """What a heading says ahead of a link in it that is a mere sign."""
    inside = page.inside(heading)
    ahead = range(inside.start, link)
    is_sign = link in inside and says(page, ahead) and not says(page, page.region(link))
    return ahead if is_sign else None


def says(page, place):
    """Whether a place shows a word."""
    return page.count_words(place) > 0


def heading_in(page, place):
    headings = (i for i in page.shown(place) if page.tag(i) in HEADINGS and page.opens(i))
    return next((page.region(i) for i in headings), None)


def largest_alone(page, anchors):
    """For each link the largest element around it that holds none of its neighbours."""
    for k, anchor in enumerate(anchors):
        others = anchors[max(k - 1, 0):k] + anchors[k + 1:k + 2]
        best = anchor
        for a in page.ancestors(anchor):
            region = page.region(a)
            if any(other in region for other in others) or page.tag(a) in ("body", "html"):
                break
            best = a
        yield best


def extents_of(page, anchors):
    """The tokens of each record: to the next record, inside the element around it."""
    elements = list(largest_alone(page, anchors))
    level = lambda i: page.tokens[i].level
    usual = sorted(map(level, elements))[len(elements) // 2] if elements else 0
    for k, anchor in enumerate(anchors):
        # One that is alone in its group would take all of it.
        if level(elements[k]) < usual:
            elements[k] = next(x for x in page.around(anchor) if level(x) <= usual)
    out = []
    for k, element in enumerate(elements):
        parent = page.parent(element)
        stop = len(page) if parent is None else page.tokens[parent].end
        following = min(elements[k + 1], stop) if k + 1 < len(elements) else stop
        out.append(range(page.region(element).start, max(page.region(element).stop, following)))
    return out


def headed_records(page, anchors):
    """Records whose links say nothing of them and which have a heading ahead."""
    shown = [page.visible(page.region(anchor)) for anchor in anchors]
    spoken = {"".join(c for c in text if c not in "0123456789") for text in shown}
    if len(spoken) >= len(anchors) or len(spoken) > max(2, len(anchors) // 5):
        return None
    found, since = [], page.body.start
    for anchor in anchors:
        headings = [i for i in page.shown(range(since, anchor)) if page.tag(i) in HEADINGS
                    and page.opens(i) and page.has_text(page.region(i))]
        found += [(anchor, heading) for heading in headings[-1:]]
        since = page.tokens[anchor].end + 1
    if not nearly_all(len(found), len(anchors)):
        return None
    if nearly_all(sum(fills_heading(page, *place) for place in found), len(found)):
        return None
    found = with_titles_ahead_of_days(page, found)
    around = page.common(found[0][1], found[-1][0])
    if around is None:
        return None
    stops = [heading for _, heading in found[1:]] + [page.inside(around).stop]
    titles = [ahead_of_sign(page, heading, anchor) or page.inside(heading)
              for anchor, heading in found]
    return [Record(anchor, range(heading, max(stop, heading + 1)), title)
            for (anchor, heading), stop, title in zip(found, stops, titles)]


def fills_heading(page, anchor, heading):
    """Whether a link is all that its heading shows, and no day."""
    fills = page.count_words(page.region(anchor)) == page.count_words(page.region(heading))
    says_day = is_day(page.visible(page.region(heading)))
    return anchor in page.region(heading) and fills and not says_day


def with_titles_ahead_of_days(page, found):
    """Links and their headings; where nearly all are days, those directly ahead of them."""
    def says_day(heading):
        return is_day(page.visible(page.region(heading)))

    titles, since = [], page.body.start
    for anchor, heading in found:
        texts = (i for i in range(heading - 1, since - 1, -1)
                 if page.tokens[i].kind == TEXT and page.tokens[i].text.strip())
        text = next(texts, None)
        around = [] if text is None else page.ancestors(text)
        title = next((a for a in around if page.tag(a) in HEADINGS), None)
        is_title = title is not None and title > since and not says_day(title)
        behind = says_day(heading) and anchor not in page.region(heading)
        titles.append(title if is_title and behind else None)
        since = anchor
    if not nearly_all(len(titles) - titles.count(None), len(found)):
        return found
    return [(anchor, heading if title is None else title)
            for (anchor, heading), title in zip(found, titles)]


def days_of_times(page, records):
    """For each record the day of its first `time` element with one; of the last ahead of its link
    where this gives more of them one."""
    inside, ahead = windows(page, records)
    first = [next(said_by_times(page, tokens), None) for tokens in inside]
    last = [([None] + list(said_by_times(page, tokens)))[-1] for tokens in ahead]
    return min(first, last, key=lambda days: days.count(None))


def said_by_times(page, tokens):
    """The days that `time` elements say to machines."""
    said = (page.attr(i, "datetime") or "" for i in page.shown(tokens) if page.tag(i) == "time")
    days = (day_for_machines(text) for text in said if len(text.encode()) <= LONGEST_TIME)
    return filter(None, days)


def without_day(pattern, text):
    """A title with a day at its start or end: the day, and the rest without what parted them."""
    found = pattern.read(text)
    if not found:
        return None
    day, start, stop = found
    ahead, behind = text[:start], text[stop:]
    if not ahead.strip(PARTING):
        rest = behind.lstrip(PARTING).rstrip()
    elif not behind.strip(PARTING):
        rest = ahead.rstrip(PARTING).lstrip()
    else:
        rest = None
    return (day, rest) if rest else None


def days_in_titles(texts, patterns):
    """The pattern that most titles have a day in; only where nearly all have one."""
    best, read = [None] * len(texts), 0
    for pattern in patterns:
        cut = [without_day(pattern, text) for text in texts]
        count = len(cut) - cut.count(None)
        if count > read:
            best, read = cut, count
    return best if nearly_all(read, len(texts)) and read > 1 else [None] * len(texts)


def read_index(reader):
    """The entries of a list never seen."""
    wrapper, page = reader.wrapper, reader.page
    if not wrapper.index:
        return []
    records, surely = find_records(page, reader.base, wrapper.index)
    texts = [page.visible(record.title) for record in records]
    inside = days_in_titles(texts, wrapper.patterns)
    beside = days_beside(page, records, wrapper.patterns)
    count = lambda found: len(found) - found.count(None)
    said = days_of_times(page, records)
    if are_exchanged(beside, said) or have_years_elsewhere(beside, said):
        beside = [other or day for day, other in zip(beside, said)]
    if not most(with_year(beside), len(records)) and count(said) >= count(beside) \
            and with_year(said) > with_year(beside):
        beside = said
    dated = max(count(inside), count(beside))
    above = serving_days(page, records, wrapper.patterns, beside, dated)
    days = [day or heading for day, heading in zip(beside, above)]
    if dated < len(records) and not count(inside) and not most(count(days), len(records)):
        days = days_in_two_parts(page, records, wrapper.patterns) or days
    if are_others(days, days_of_permalinks(reader, records)):
        days, dated = [None] * len(records), count(inside)
    if not surely and dated < len(records):
        return []
    entries = []
    for record, text, named, day in zip(records, texts, inside, days):
        day, text = named or (day, text)
        entries.append(entry_of(reader, record, text, day))
    drop_arrows(entries)
    fill(reader, entries, None, [[record.title] for record in records])
    idle = [text for layout in wrapper.layouts for text in layout.extent.idle]
    reader.tell_extents(Extent(idle=idle), entries)
    return entries


def days_of_permalinks(reader, records):
    """The days that the records' links say, where they are the posts'."""
    if not reader.wrapper.index.dated:
        return [None] * len(records)
    keys = [link_key(reader.base, reader.page.attr(record.anchor, "href")) for record in records]
    return [key and day_in(key) for key in keys]


def are_others(days, linked):
    """Whether several records have one and the same day, and most another in their permalink."""
    shown = [day for day in days if day]
    if len(shown) < 2 or any(day != shown[0] for day in shown):
        return False
    both = [(real(day.year or link.year, day.month, day.day), link)
            for day, link in zip(days, linked) if day and link]
    others = sum(day is None or abs((day - link).days) > 1 for day, link in both)
    return most(others, len(shown))


def are_exchanged(days, said):
    """Whether days are others for machines, and the same with day and month exchanged."""
    both = [(day, other) for day, other in zip(days, said) if day and other]
    exchanged = sum((day.day, day.month) == (other.month, other.day) for day, other in both)
    is_open = all(day.day <= 12 for day in days if day)
    return is_open and any(day.day != other.day for day, other in both) \
        and nearly_all(exchanged, len(both))


def have_years_elsewhere(days, said):
    """Whether days are others for machines, and the same with a year of two digits in the place of
    day or month."""
    both = [(day, other) for day, other in zip(days, said) if day and other]
    is_open = lambda day, other: day.year != other.year or short_year(day) in (day.day, day.month)
    elsewhere = sum(is_open(day, other) and numbers(day) == numbers(other) for day, other in both)
    return any(day.year != other.year for day, other in both) and nearly_all(elsewhere, len(both))


def numbers(day):
    """The numbers of a day, the year as one of two digits; a year that is missing counts as none."""
    year = short_year(day)
    return sorted([day.day, day.month, -1 if year is None else year])


def short_year(day):
    """The last two digits of a day's year."""
    return None if day.year is None else day.year % 100


def with_year(days):
    """How many days have their year."""
    return sum(1 for day in days if day and day.year)


def serving_days(page, records, patterns, beside, dated):
    """Days of headings, where they serve several records."""
    none = [None] * len(records)
    if dated >= len(records):
        return none
    above = days_above(page, records, patterns)
    ahead = sum(1 for day, heading in zip(beside, above) if day and day == heading)
    return above if not most(dated, len(records)) or nearly_all(ahead, dated) else none


def entry_of(reader, record, text, day):
    """The entry of a record: what its link, its title and its day say."""
    link = reader.page.attr(record.anchor, "href")
    link = reader.base.join(link) if link_key(reader.base, link) is not None else None
    date = reader.complete(day, link, record.anchor) if day else None
    return Entry(record.extent, title=text or None, link=link, date=date,
                 title_at=record.title)

"""README "Fields that most records lack": days, authors, tags and bodies by other rules."""

import bisect
import re
from collections import Counter, namedtuple

import besides
from addresses import (directory, ends_with_time, is_below_tags, is_named_like, tells_authors,
                       tells_tags)
from besides import LEAST_WORDS
from days import Day, go_one_way, lex, lone_number, month_alone, months
from patterns import Slot
from places import path_of
from share import most, nearly_all, some
from sisters import LABEL, LONGEST_ROW
from tokens import START, fold
from values import Value, endless, merged, name_in, read_field, slot_text

MOST_LAYOUTS = 8
LONGEST_DAY_LINE = 80
BODIES = ("body", "excerpt")
ARROWS = tuple("»›→⇒▸▶❯>")
PARTING = tuple("-–—|·•")
SIGNS = re.compile("[#¶§\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f]")
# Authors and tags may be missing in most records.
LACKING = ((("author",), some), (("tags",), some), (BODIES, most))

# The link's start tag, the tokens of the record, and those that name the entry.
Record = namedtuple("Record", "anchor extent title")
# A name in a link of a record: the link's place, and whether its row shows hardly anything but
# links.
Linked = namedtuple("Linked", "place name in_row")
# What a rule of another layout, or none, reads in a record.
Found = namedtuple("Found", "name is_html values")


def is_arrow(sign):
    """True for an arrow, or a sign of a place."""
    return sign in ARROWS or SIGNS.fullmatch(sign) is not None


def fill(reader, entries, layout, taken):
    """What most records lack. `layout` is their own, None for lists never seen; `taken` are the
    places of each record that are no body: its title at first."""
    index = reader.wrapper.index
    if layout and not index.dated and len(entries) > 1 and lack(entries, "date"):
        fill_days(reader, entries, taken)
    # A record alone is filled on lists never seen.
    lacking = [(names, enough) for names, enough in LACKING
               if (len(entries) > 1 or not layout) and lack(entries, names[0])]
    named = [[] for _ in entries]
    for names, enough in lacking:
        fill_field(reader, entries, layout, taken, named, names, enough)
    bare = sum(1 for entry in entries if not entry.has("body"))
    if most(bare, len(entries)) or bare and layout:
        fill_bodies(reader, entries, taken)


def drop_arrows(entries):
    """README "Lists never seen": titles without the arrow, or the sign behind a blank, that nearly
    all have behind them."""
    bare = [without_arrow(entry.title or "") for entry in entries]
    with_arrow = sum(map(bool, bare))
    titled = sum(1 for entry in entries if entry.title is not None)
    for entry, title in zip(entries, bare):
        if title and with_arrow > 1 and nearly_all(with_arrow, titled):
            entry.title = title


def without_arrow(title):
    """A title without its last sign, where that is one; else nothing."""
    last, ahead = title[-1:], title[:-1]
    is_sign = last in ARROWS or last in PARTING and ahead != fold(ahead)
    return ahead.rstrip() if is_sign else ""


def lack(entries, name):
    """Whether most records lack a field."""
    return most(sum(1 for entry in entries if not entry.has(name)), len(entries))


def fill_days(reader, entries, taken):
    """Days beside the titles, in a pattern of the blog."""
    records = []
    for entry, places in zip(entries, taken):
        title = places[0] if places else range(entry.tokens.start, entry.tokens.start)
        records.append(Record(title.start, entry.tokens, title))
    bodies = [entry.body_at for entry in entries if entry.body_at is not None]
    days = days_beside(reader.page, records, reader.wrapper.patterns, bodies)
    if 2 <= len(days) - days.count(None) < len(days):
        days = with_headings(reader, records, bodies, days)
    if not most(len(days) - days.count(None), len(entries)):
        days = days_in_two_parts(reader.page, records, reader.wrapper.patterns)
    if not days:
        return
    for entry, day in zip(entries, days):
        if entry.date is None and day:
            entry.date = reader.complete(day, entry.link, entry.tokens.start)
        entry.missing -= {"date"} if entry.date else set()


def fill_field(reader, entries, layout, taken, named, names, enough):
    """The rules of the other layout that read most. `named`: the authors and tags found so."""
    best, read = [], 0
    others = (other for other in reader.wrapper.layouts if layout is None or other is not layout)
    for other in [other for other, _ in zip(others, range(MOST_LAYOUTS))]:
        for name in names:
            several = len(entries) > 1
            found = [by_rules(reader, other, name, entry, several) for entry in entries]
            found = [value if value and stands_alone(reader, value, *of) else None
                     for value, *of in zip(found, entries, taken)]
            count = len(found) - found.count(None)
            if count > read:
                best, read = found, count
    if read < min(2, len(entries)) or not enough(read, len(entries)):
        best = by_links(reader, entries, names, layout)
    elif names == ("tags",) and layout is None:
        best = with_further_tags(reader, best, entries)
    if names == BODIES:
        best = end_at_names(reader.page, best, named)
    for entry, found, places, own in zip(entries, best, taken, named):
        if found and not entry.has(names[0]):
            known = len(places)
            set_found(reader, entry, found, places)
            own.extend(places[known:] if names != BODIES else [])


def end_at_names(page, found, named):
    """Texts end ahead of the authors and tags that stand behind most of them."""
    ends = [end_of(page, of.values[0].slot.tokens, names) if of else None
            for of, names in zip(found, named)]
    if not most(len(ends) - ends.count(None), len(found) - found.count(None)):
        return found
    return [of._replace(values=[cut_at(of.values[0], end), *of.values[1:]]) if of and end else of
            for of, end in zip(found, ends)]


def end_of(page, tokens, names):
    """Where the line begins in which the first name stands; None where most text is behind it."""
    name = min((place.start for place in names if place.start in tokens), default=None)
    if name is None:
        return None
    first = page.following(tokens.start, tokens.stop)
    end = min(page.ancestors(name, first + 1), default=name)
    ahead = page.count_words(range(tokens.start, end))
    return end if most(ahead, page.count_words(tokens)) else None


def cut_at(value, end):
    tokens = range(value.slot.tokens.start, end)
    return value._replace(slot=value.slot._replace(tokens=tokens, tail=None))


def by_rules(reader, layout, name, entry, several):
    """What a layout's rules of a field read in a record: of tags all, else the first."""
    out = []
    telling = lambda rule: is_telling(rule, several)
    for rule in layout.rules(name):
        if rule.sticky or rule.in_head or not telling(rule):
            continue
        values = read_field(reader.page, rule, entry.tokens)
        if values and all(is_likely(reader, rule, value) for value in values):
            if name != "tags":
                return Found(name, rule.value == "html", values)
            out += values
    if name in BODIES:
        for rule in filter(telling, layout.rules(name)):
            values = [] if rule.sticky or rule.in_head \
                else read_field(reader.page, endless(rule), entry.tokens)
            if values:
                return Found(name, rule.value == "html", values)
    return Found(name, False, merged(out)) if out else None


def by_links(reader, entries, names, layout):
    """Tags, and authors of lists never seen, by where the records' links lead; none where few
    records have such."""
    if names == ("author",) and layout is None:
        return authors_by_links(reader, entries)
    return tags_by_links(reader, entries) if names == ("tags",) else []


def with_further_tags(reader, read, entries):
    """Tags that rules read, and those that links to other addresses tell beside them, at places
    where several records have such."""
    of_records = linked_tags(reader, entries)
    counts = by_place(of_records)
    further = []
    for found, of in zip(of_records, read):
        values = of.values if of else []
        known = {link_of(reader, value.slot.tokens.start) for value in values}
        further.append([f.name for f in found if counts[f.place] > 1
                        and link_of(reader, f.name.slot.tokens.start) not in known - {None}])
    linked = with_tags(further)
    return [both_tags(*of) for of in zip(read, linked)] if linked else read


def both_tags(read, linked):
    if not read or not linked:
        return read or linked
    return read._replace(values=merged(read.values + linked.values))


def link_of(reader, at):
    """The key of the address that the link at a token or around it leads to."""
    page = reader.page
    link = next((a for a in (at, *page.ancestors(at)) if page.tag(a) == "a"), None)
    href = None if link is None else page.attr(link, "href")
    return None if href is None else reader.key(href)


def tags_by_links(reader, entries):
    """The tags in links of the records."""
    return with_tags([f.name for f in found] for found in linked_tags(reader, entries))


def with_tags(of_records):
    """The tags of records, where some have such; else none."""
    found = [Found("tags", False, tags) if tags else None for tags in of_records]
    told = len(found) - found.count(None)
    return found if told > 1 and some(told, len(found)) else []


def by_place(of_records):
    """For each place how many records have a link there."""
    places = [dict.fromkeys(f.place for f in found) for found in of_records]
    return Counter(place for found in places for place in found)


def linked_tags(reader, entries):
    """For each record its links to tags in rows, and those in the line of a date at places where
    most records have one."""
    of_records = [list(tags_in(reader, entry)) for entry in entries]
    counts = by_place(of_records)
    usual = lambda place: counts[place] > 1 and most(counts[place], len(entries))
    return [[f for f in found if f.in_row or usual(f.place)] for found in of_records]


def tags_in(reader, entry):
    """A record's links to tags in rows and in lines of dates."""
    page = reader.page
    for link in links_of(reader, entry):
        name = named_by(reader, link, tells_tags) or category_in_another(reader, entry, link)
        row, beside = row_of(page, link)
        if name is None or row is None or beside >= LEAST_WORDS \
                or beside > LABEL and not tells_day(reader, page.visible(page.region(row))):
            continue
        if any(map(str.isalnum, name.text)):
            yield Linked(path_of(page, link), name, beside <= LABEL)


def category_in_another(reader, entry, link):
    """A category inside of another, named as its address is, which is no post's and none below
    the record's."""
    index, key = reader.wrapper.index, reader.key(reader.page.attr(link, "href"))
    own = None if entry.link is None else reader.key(str(entry.link))
    if not index or not index.shapes or key is None or index.fits(reader.base.join(
            reader.page.attr(link, "href"))) or ends_with_time(key) \
            or own is not None and key != own and key.startswith(own):
        return None
    name = named_by(reader, link, is_below_tags)
    return name if name and is_named_like(name.text, key) else None


def authors_by_links(reader, entries):
    """The one author that a record's links at the usual place lead to."""
    of_records = [list(authors_in(reader, entry)) for entry in entries]
    counts = by_place(of_records)
    usual, count = max(counts.items(), key=lambda of: of[1], default=(None, 0))
    if count < 2 or not most(count, len(entries)):
        return []
    there = [[f.name for f in found if f.place == usual] for found in of_records]
    alone = lambda values: len({value.text for value in values}) == 1
    return [Found("author", False, values[:1]) if alone(values) else None for values in there]


def authors_in(reader, entry):
    """A record's links to authors of the blog in short lines."""
    page = reader.page
    for link in links_of(reader, entry):
        name = named_by(reader, link, tells_authors)
        host = re.split("[/?]", reader.key(page.attr(link, "href")) or "")[0]
        if name and host == reader.base.site and any(map(str.isalpha, name.text)) \
                and not any(word.isnumeric() for word in name.text.split()) \
                and page.count_words(page.inside(link)) <= LABEL:
            row, beside = row_of(page, link)
            if row is not None and beside < LEAST_WORDS:
                yield Linked(path_of(page, link), name, beside <= LABEL)


def links_of(reader, entry):
    """The links of a record outside of its text."""
    text = entry.body_at or range(0)
    return [i for i in reader.page.starts("a") if i in entry.tokens and i not in text]


def named_by(reader, link, tells):
    """What a link shows, where its address's directory tells."""
    page, inside = reader.page, reader.page.inside(link)
    href = page.attr(link, "href")
    key = None if href is None else reader.key(href)
    if key is None or not tells(directory(key)):
        return None
    return Value(Slot(inside), name_in(page.visible(inside)))


def row_of(page, link):
    """The innermost block or named element around a link, where it is small, and how many words it
    shows besides links."""
    named = lambda a: any(page.attr(a, name) is not None for name in ("class", "id"))
    row = next((a for a in page.ancestors(link) if page.is_block(a) or named(a)), None)
    if row is None or len(page.region(row)) > LONGEST_ROW:
        return None, None
    region = page.region(row)
    links = (a for a in page.starts("a") if a in region)
    inside = sum(page.count_words(page.inside(a)) for a in links)
    return row, page.count_words(region) - inside


def is_telling(rule, several):
    """Bare tags say too little outside of their layout, but of where several bodies start."""
    return rule.is_body and several or any(pattern.telling for pattern in rule.start)


def is_likely(reader, rule, value):
    """An author's name is no day, and not much longer than those seen."""
    if rule.name != "author":
        return True
    return len(value.text) <= 2 * rule.longest \
        and not any(pattern.read(value.text) for pattern in reader.wrapper.patterns)


def stands_alone(reader, found, entry, places):
    """False for a body that holds the title, or that is none."""
    if found.name not in BODIES:
        return True
    title = places[0].start if places else -1
    return all(title not in value.slot.tokens and is_likely_text(reader, value, entry)
               for value in found.values)


def is_likely_text(reader, value, entry):
    """False for links alone, and for a line that says a day."""
    return reader.is_text(value, entry.link) \
        and not tells_day(reader, slot_text(reader.page, value.slot))


def tells_day(reader, text):
    """Whether a line is one that says a day."""
    if len(text.encode()) >= LONGEST_DAY_LINE:
        return False
    lexed = lex(text)
    return any(pattern.read(text, lexed) for pattern in reader.wrapper.patterns)


def set_found(reader, entry, found, places):
    """A value that no rule of the record's own layout gives; its place is no body's."""
    name, is_html, values = found
    if name == "tags":
        values = [value for value in values if not reader.is_beside_tags(value, entry.link)]
    if name in BODIES:
        values = [reader.without_more(value, entry.link) for value in values]
        reader.set_body(entry, name, values[0], is_html)
    elif name == "author":
        reader.set_author(entry, values[0].text)
    elif values:
        reader.set_tags(entry, values)
    places.extend(value.slot.tokens for value in values)


def fill_bodies(reader, entries, taken):
    """Bodies that no rule reads: what the records show besides all that."""
    page = reader.page
    for entry, places in zip(entries, taken):
        places.extend(besides.captions(reader, entry))

    windows = [entry.tokens for entry in entries]
    left_out = besides.invitations(reader, entries)
    found = besides.bodies(page, windows, taken, left_out, lambda text: tells_day(reader, text))
    for entry, body in zip(entries, found):
        value = body and entry.body_text is None and Value(Slot(body))
        if value and is_likely_text(reader, value, entry):
            reader.set_body(entry, "excerpt", reader.without_more(value, entry.link), True)


def windows(page, records):
    """Where a list may write its days: behind each record's start, or ahead of its link."""
    yield [record.extent for record in records]
    ahead, since = [], None
    for record in records:
        if since is None:
            parent = page.parent(record.extent.start)
            since = record.extent.start if parent is None else parent + 1
        ahead.append(range(min(since, record.anchor), record.anchor))
        since = page.tokens[record.anchor].end + 1
    yield ahead


def days_beside(page, records, patterns, bodies=()):
    """For each record the day ahead of its title or behind it; that of the last change only where
    there is no other."""
    hits = lambda days: len(days) - days.count(None)
    every = days_outside(page, records, patterns, bodies)
    changes = list(of_changes(page))
    others = sorted([*bodies, *changes], key=lambda place: (place.start, place.stop))
    unchanged = days_outside(page, records, patterns, others) if changes else every
    return every if hits(unchanged) < hits(every) else unchanged


def of_changes(page):
    """The elements that say by a class, or by schema.org's names, that they are about a change."""
    for i in page.shown(page.body):
        names = [(page.attr(i, name) or "").lower() for name in ("class", "itemprop")] \
            if page.tokens[i].kind == START else ()
        changed = any(stem in name for name in names for stem in ("updat", "modif"))
        if changed and not any("publish" in name for name in names):
            yield page.region(i)


def days_outside(page, records, patterns, bodies):
    """For each record the day outside of texts in the pattern that reads most: in lines of their
    own where nearly as many have one there."""
    hits = lambda days: len(days) - days.count(None)
    anywhere = days_in_lines(page, records, patterns, bodies, None)
    alone = days_in_lines(page, records, patterns, bodies, LONGEST_DAY_LINE)
    return alone if nearly_all(hits(alone), hits(anywhere)) else anywhere


def days_in_lines(page, records, patterns, bodies, longest):
    """For each record the day in its lines of at most so many bytes."""
    best, most = [None] * len(records), -1
    lexed = [[lex_around(page, window, record, bodies, longest)
              for window, record in zip(place, records)] for place in windows(page, records)]
    for pattern in patterns:
        for texts in lexed:
            days = [day_in(pattern, *text) for text in texts]
            count = len(days) - days.count(None)
            if count > most:
                best, most = days, count
    return best


def lex_around(page, window, record, bodies, longest):
    """The texts of a window ahead of a title and behind it, with their numbers and months."""
    clamp = lambda i: max(window.start, min(i, window.stop))
    short = lambda line: longest is None or len(line.encode()) <= longest
    text = lambda tokens: " ".join(filter(short, (
        line for part in without(tokens, bodies) for line in page.lines(part))))
    ahead = text(range(window.start, clamp(record.title.start)))
    behind = text(range(clamp(record.title.stop), window.stop))
    return ahead, lex(ahead), behind, lex(behind)


def without(tokens, bodies):
    """What is left of tokens without those of the bodies, which stand in page order."""
    out, since = [], tokens.start
    for body in bodies:
        if tokens.start < body.stop and body.start < tokens.stop:
            out.append(range(since, max(body.start, since)))
            since = max(since, body.stop)
    return out + [range(since, max(tokens.stop, since))]


def with_headings(reader, records, bodies, days):
    """Days beside titles, and those of the headings above where they are the same."""
    above = days_above(reader.page, records, reader.wrapper.patterns, bodies)
    ahead = sum(1 for day, heading in zip(days, above) if day and day == heading)
    serve = nearly_all(ahead, len(days) - days.count(None))
    return [day or heading for day, heading in zip(days, above)] if serve else days


def days_above(page, records, patterns, bodies=()):
    """For each record the last day shown ahead of it, outside of all titles and texts."""
    def day_in(text):
        lexed = lex(text)
        found = next(filter(None, (p.read(text, lexed) for p in patterns)), None)
        return found and found[0]
    return said_above(page, records, day_in, bodies)


def said_above(page, records, says, bodies=()):
    """For each record what the last short text ahead of it says, outside of titles and texts."""
    places, days, k = [], [], 0
    for i in page.texts(page.body):
        while k < len(records) and records[k].title.stop <= i:
            k += 1
        inside = k < len(records) and i in records[k].title or any(i in body for body in bodies)
        if inside or len(page.tokens[i].text.encode()) >= LONGEST_DAY_LINE:
            continue
        day = says(fold(page.tokens[i].text))
        if day:
            places.append(i)
            days.append(day)
    ahead = (bisect.bisect_left(places, record.title.start) for record in records)
    return [days[n - 1] if n else None for n in ahead]


def days_in_two_parts(page, records, patterns):
    """Days of archives that show the month above, and beside each title the day alone."""
    language = next((pattern.language for pattern in patterns if pattern.language), None)
    heads = months(language)
    above = said_above(page, records, lambda text: month_alone(heads, text))
    for place in windows(page, records):
        numbers = (number_ahead(page, *of) for of in zip(place, records))
        days = [Day(month.year, month.month, number) if month and number else None
                for month, number in zip(above, numbers)]
        shown = [day for day in days if day]
        if nearly_all(len(shown), len(records)) and go_one_way(shown):
            return days
    return None


def number_ahead(page, window, record):
    """The last number ahead of a record's title that may be a day and stands alone."""
    stop = max(window.start, min(record.title.start, window.stop))
    numbers = [lone_number(fold(page.tokens[i].text))
               for i in page.texts(range(window.start, stop))]
    return next((n for n in reversed(numbers) if n is not None and 1 <= n <= 31), None)


def day_in(pattern, ahead, lexed_ahead, behind, lexed_behind):
    """Ahead of a title the last day is the nearest."""
    found = pattern.read(ahead, lexed_ahead, last=True) or pattern.read(behind, lexed_behind)
    return found and found[0]

"""README "Which layout a page has": one score for all readings of a page."""

import bisect
import itertools
import math

import tag_rows
import unseen
from addresses import day_in, parse
from reading import Reader
from tokens import START, fold
from share import most
from values import read_all

COUNTED = ("title", "date", "author", "tags", "body")
LEAST_RECORDS = 4
FEWEST_WORDS = 20
# Less a half, as terms count marks.
NEARLY_ALL_MARKS = 0.3
WEIGHTS = {
    "Entry": 0.3, "EntryMarks": 2.8, "EntryNoTitle": -2.0, "EntryNoBody": -1.6,
    "EntryLacks": -1.5, "EntryFields": 1.5, "EntryWords": 2.1, "EntryAddress": 1.7,
    "EntryHome": -2.6, "EntryLink": 1.3, "EntryHeadTitle": 0.9, "EntryOfRecords": -6.0,
    "List": -0.1, "ListMarks": 3.2, "ListRecords": 0.5, "ListOne": -1.2, "ListOwn": 1.1,
    "ListElsewhere": -1.9, "ListFields": 1.9, "ListUntitled": -1.9, "ListLacks": -1.5,
    "ListPermalinks": 3.2, "ListAddress": -0.8, "ListWords": 2.1, "ListFrames": -3.1,
    "Index": 0.0, "IndexRecords": 0.6, "IndexOne": -2.0, "IndexAddress": -1.0,
    "IndexSaid": -1.2, "IndexWords": 1.9, "IndexFields": 1.0, "IndexDated": 0.5,
}


class Reading:
    """What a layout, or the index, reads on a page, and the terms of its score."""

    def __init__(self, layout, kind, entries, terms):
        self.layout, self.kind, self.entries, self.terms = layout, kind, entries, terms
        self.score = sum(WEIGHTS[name] * value for name, value in terms.items())


def sign(said):
    """1 for yes, -1 for no, 0 where nothing is known."""
    return 0 if said is None else 1 if said else -1


def share(count, of):
    return count / max(of, 1)


def found(entries):
    """Fields found in an entry, on average."""
    return share(sum(entry.has(name) for entry in entries for name in COUNTED), len(entries))


def lacks(layout, entry, names):
    """Share of the fields that every entry has and this one lacks."""
    required = [name for name in names if layout.requires(name)]
    return share(sum(not entry.has(name) for name in required), len(required))


def once(entries):
    """README "record": a post that a list shows twice is one record, the one with more in it."""
    out, places = [], {}
    more = lambda entry: (-len(entry.missing), len((entry.body_text or "").encode()))
    for entry in entries:
        key = str(entry.link), entry.title
        if entry.link is None or entry.title is None or key not in places:
            places.setdefault(key, len(out))
            out.append(entry)
        elif more(entry) > more(out[places[key]]):
            out[places[key]] = entry
    return out


def marks(page, layout):
    """Share of the fingerprint's tokens that the page has."""
    patterns = layout.fingerprint
    met = sum(any(p.matches(page, i) for i in p.places(page))
              for p in patterns if p.kind == START)
    return met / len(patterns) if patterns else 0.5


def is_article(page):
    """What `og:type` says."""
    for i in page.starts("meta"):
        name = page.attr(i, "property")
        name = page.attr(i, "name") if name is None else name
        said = page.attr(i, "content")
        if name and name.lower() == "og:type" and said is not None:
            return fold(said).lower() == "article"
    return None


def canonical(page, base):
    """The address that the page says is its own."""
    for i in page.starts("link"):
        if "canonical" in (page.attr(i, "rel") or "").lower().split():
            link = page.attr(i, "href")
            return None if link is None else base.join(link)
    return None


def base_of(page, address):
    """What the page's links are relative to: its base element, else its own address."""
    bases = page.starts("base")
    link = page.attr(bases[0], "href") if bases else None
    return (None if link is None else address.join(link)) or address


class Desk:
    """A page in the hands of a wrapper."""

    def __init__(self, wrapper, page, address):
        self.wrapper, self.page, self.address = wrapper, page, address
        self.reader = Reader(wrapper, page, base_of(page, address))
        self.own = address.key
        self.is_home = wrapper.home is not None and wrapper.home.key == self.own
        self.words = page.count_words(page.body)
        self.known_records = None
        index = wrapper.index if wrapper.index and wrapper.index.shapes else None
        said = canonical(page, self.reader.base)
        fits = index and (index.fits(address) or bool(said) and index.fits(said))
        self.fits = sign(fits)
        named = any(c.isalpha() for c in self.own.rpartition("/")[2])
        self.is_permalink = bool(index) and named and index.fits(address)

    def records(self):
        """Where the index has records, where a link of known shape says so."""
        if self.known_records is None:
            index, surely = self.wrapper.index, False
            if index:
                records, surely = unseen.find_records(self.page, self.reader.base, index)
            self.known_records = [record.extent for record in records] if surely else []
        return self.known_records

    def is_own(self, entry):
        """Whether an entry's link leads to the page itself."""
        return None if entry.link is None else entry.link.key == self.own

    def date(self, entries, kind):
        """README "index", `dated`: days that the page does not show, from the permalinks."""
        index = self.wrapper.index
        for entry in entries if index and index.dated else ():
            if entry.date is None and entry.link is not None:
                key = self.reader.key(str(entry.link))
                entry.date = key and day_in(key)
            elif entry.date is None and kind == "entry" and self.is_permalink:
                entry.date = day_in(self.own)
        return entries

    def word_share(self, places):
        """Share of the page's words that stand in some places."""
        return min(share(sum(map(self.page.count_words, places)), self.words), 1)

    def entry(self, layout):
        """A page as an entry's."""
        page = self.page
        entry, = self.date([self.reader.read_entry(layout, page.body)], "entry")
        if entry.title is None and entry.body_text is None:
            return None
        head, said = page.title(), None
        if head and entry.title is not None:
            said = fold(entry.title) in head
        # Such a home page stands at its newest post's place.
        at_home, own = self.is_home and layout.at_home, sign(self.is_own(entry))
        return Reading(layout.name, "entry", [entry], {
            "Entry": 1,
            "EntryMarks": marks(page, layout) - 0.5,
            "EntryNoTitle": lacks(layout, entry, ["title"]),
            "EntryNoBody": lacks(layout, entry, ["body"]),
            "EntryLacks": lacks(layout, entry, ["date", "author", "tags"]),
            "EntryFields": found([entry]),
            "EntryWords": self.word_share([entry.title_at, entry.body_at or range(0)]),
            "EntryAddress": 1 if at_home else self.fits,
            "EntryHome": self.is_home and not at_home,
            "EntryLink": abs(own) if at_home else own,
            "EntryHeadTitle": sign(said),
            "EntryOfRecords": self.is_of_records(layout),
        })

    def is_of_records(self, layout):
        """Whether what an entry layout reads is a list of entries."""
        page = self.page
        bodies, titles = self.matches(layout, "body"), self.matches(layout, "title")
        starts = [sorted(place.start for place in places) for places in (titles, bodies)]
        if sum(all(begins_in(s, r) for s in starts) for r in self.records()) > 1:
            return True
        body = bodies[0] if bodies else range(0)
        inside = [r for r in self.records() if body.start <= r.start and r.stop <= body.stop]
        words = sum(map(page.count_words, inside))
        return len(inside) > LEAST_RECORDS and most(words, page.count_words(body))

    def matches(self, layout, name):
        """All places that the rules of a field match."""
        rules = [r for r in layout.rules(name) if not r.sticky and not r.in_head]
        values = [value for r in rules for value in read_all(self.page, r, self.page.body)]
        return [value.slot.tokens for value in values]

    def list(self, layout):
        """A page as a list."""
        page = self.page
        entries = self.date(once(self.reader.read_list(layout)), "list")
        if not entries:
            return None
        one, count = len(entries) == 1, len(entries)
        fields = ["link", "date", "author", "tags", "body"]
        links = {str(entry.link): entry.link for entry in entries if entry.link is not None}
        permalinks = sum(map(self.wrapper.is_permalink, links.values()))
        own = any(map(self.is_own, entries))
        return Reading(layout.name, "list", entries, {
            "List": 1,
            "ListMarks": marks(page, layout) - 0.5,
            "ListRecords": math.log(count),
            "ListOne": one,
            "ListOwn": one and own,
            "ListElsewhere": self.fits > 0 and not own,
            "ListFields": found(entries),
            "ListUntitled": bool(layout.rules("title"))
            and sum(entry.title is None for entry in entries) / count,
            "ListLacks": sum(lacks(layout, entry, fields) for entry in entries) / count,
            "ListPermalinks": permalinks / count - 0.5,
            "ListAddress": self.fits,
            "ListWords": self.word_share(entry.tokens for entry in entries),
            "ListFrames": sum(map(self.is_frame, entries)) / count,
        })

    def is_frame(self, entry):
        """Whether several records of the index begin in a record."""
        starts = [record.start for record in self.records()]
        first = bisect.bisect_left(starts, entry.tokens.start)
        return first + 1 < len(starts) and starts[first + 1] < entry.tokens.stop

    def index(self):
        """A page as a list never seen."""
        entries = self.date(unseen.read_index(self.reader), "list")
        count, dated = len(entries), sum(entry.date is not None for entry in entries)
        if not entries or count == 1 and not dated:
            return None
        return Reading("index", "list", entries, {
            "Index": 1,
            "IndexRecords": math.log(count),
            "IndexOne": count == 1,
            "IndexAddress": self.fits,
            "IndexSaid": sign(is_article(self.page)),
            "IndexWords": self.word_share(entry.tokens for entry in entries),
            "IndexFields": found(entries),
            "IndexDated": dated / count,
        })

    def readings(self):
        """All readings; the first of equal ones counts."""
        layouts = self.wrapper.layouts
        read = [self.entry(x) if x.kind == "entry" else self.list(x) for x in layouts]
        return [reading for reading in read + [self.index()] if reading]


def begins_in(starts, place):
    """Whether one of some sorted tokens stands in a place."""
    k = bisect.bisect_left(starts, place.start)
    return k < len(starts) and starts[k] < place.stop


def sends_on(page):
    """Whether a page has hardly a word and sends its readers on to another address."""
    refreshes = any(page.tag(i) == "meta"
                    and (page.attr(i, "http-equiv") or "").lower() == "refresh"
                    and "url=" in (page.attr(i, "content") or "").lower()
                    for i in range(page.body.start))
    return refreshes and page.count_words(page.body) < FEWEST_WORDS


def extract(wrapper, page, url):
    """The best reading of a page; None where none is better than nothing."""
    if sends_on(page):
        return None
    desk = Desk(wrapper, page, parse(url))
    readings = desk.readings()
    best = max(readings, key=lambda reading: reading.score, default=None)
    if not best or best.score <= 0:
        return None
    entry = best.entries[0]
    is_own = entry.link is None or entry.link.key == parse(url).key
    if best.kind == "entry" and desk.fits < 0 and is_own:
        part = link_of_title(page, entry) if entry.link is not None \
            else shown_by(page, entry) if desk.is_home else page.body
        link = unseen.only_permalink(page, desk.reader.base, wrapper.index, part)
        entry.link = link or entry.link
    is_like = best.kind == "entry" and best.terms["EntryMarks"] >= NEARLY_ALL_MARKS
    if is_like and desk.fits > 0 and wrapper.index.tag_rows:
        tag_rows.add_tags(desk.reader, entry)
    return best


def link_of_title(page, entry):
    """The link in an entry's title or around it that shows all of the title."""
    title = entry.title_at
    inside = [a for a in title or () if page.opens(a)]
    around = (*page.ancestors(title.start), *inside) if title else ()
    count = page.count_words
    found = (page.region(a) for a in around
             if page.tag(a) == "a" and count(page.region(a)) == count(title))
    return next(found, range(0))


def shown_by(page, entry):
    """The part of a page with an entry's title, the link around that, and its text."""
    places = [] if entry.title is None else [entry.title_at]
    around = (a for place in places for a in page.ancestors(place.start) if page.tag(a) == "a")
    places += [] if entry.body_at is None else [entry.body_at]
    starts = [place.start for place in places] + list(itertools.islice(around, 1))
    return range(min(starts, default=0), max((place.stop for place in places), default=0))

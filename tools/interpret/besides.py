"""README "What a record shows besides": bodies that no rule reads."""

import re
from collections import Counter
from itertools import accumulate

from days import LEAST_STEPS
from places import path_of
from share import most, nearly_all, some
from sisters import LABEL
from tokens import HEADINGS, START, WORD, fold

LEAST_WORDS, LEAST_RECORDS = 8, 2
LONGEST_CAPTION = 25
PARAGRAPHS = frozenset("p ul ol dl pre blockquote table figure h2 h3 h4 h5 h6".split())
APART = frozenset(("nav", "footer", "aside", "form", "header"))


def captions(reader, entry):
    """What is no text of the entry: pictures that link to it, with their captions, and links to it
    or headings that say its title once more."""
    page = reader.page
    own = None if entry.link is None else reader.key(str(entry.link))
    for i in page.shown(entry.tokens):
        if page.tokens[i].kind != START:
            continue
        region = page.region(i)
        to_own = page.tag(i) == "a" and own is not None and reader.key(page.attr(i, "href")) == own
        pictured = to_own and any(page.tag(j) == "img" for j in region)
        if pictured and page.count_words(region) <= LONGEST_CAPTION \
                or (to_own or page.tag(i) in HEADINGS) and page.visible(region) == entry.title:
            yield region


def invitations(reader, entries):
    """Links to entries that end their block and say the title, with a few words beside it that
    other records have, too."""
    of_records = [list(invitations_of(reader, entry)) for entry in entries]
    counts = Counter(words for found in of_records for words in {words for _, words in found})
    return [place for found in of_records for place, words in found if counts[words] > 1]


def invitations_of(reader, entry):
    page = reader.page
    own = None if entry.link is None else reader.key(str(entry.link))
    few = sum(1 for _ in WORD.finditer(entry.title or "")) + LEAST_WORDS
    for i in page.starts("a"):
        if not entry.title or i not in entry.tokens or own is None \
                or reader.key(page.attr(i, "href")) != own:
            continue
        link = page.region(i)
        block = next((a for a in page.ancestors(i) if page.is_block(a)), None)
        behind = range(0) if block is None else range(link.stop, page.inside(block).stop)
        text = page.visible(link)
        if page.count_words(link) < few and entry.title in text and not page.count_words(behind):
            yield link, text.replace(entry.title, "", 1)


def bodies(page, records, taken, left_out, tells_day):
    """For each record the tokens of its text; none at all where few records have one."""
    none = [None] * len(records)
    if len(records) < LEAST_RECORDS:
        return none
    sums = Sums(page, records, taken, left_out, tells_day)
    found = without_labels(page, [sums.body(record) for record in records])
    seen = [place for place in found if place]
    words = sorted(map(sums.own_words, seen))
    if not words or words[len(words) // 2] < LEAST_WORDS:
        return none
    texts = {re.sub("[0-9]+", "0", page.visible(place)) for place in seen}
    of_most = most(len(seen), len(records))
    if not of_most and not (some(len(seen), len(records)) and nearly_all(len(texts), len(seen))):
        return none
    # Few words at a place that no other record has them at are a name or a number; where not most
    # have a text, what stands there is what follows the list.
    paths = [place and path_of(page, place.start) for place in found]
    at = Counter(path for path in paths if path)
    is_text = lambda place, path: \
        at[path] > 1 or of_most and sums.own_words(place) >= LEAST_WORDS
    return [place if place and is_text(place, path) else None
            for place, path in zip(found, paths)]


def without_labels(page, found):
    """Texts of a few words that three records or more show alike are none."""
    is_short = lambda place: place and page.count_words(place) <= LABEL
    labels = [re.sub("[0-9]+", "0", page.visible(place)) if is_short(place) else None
              for place in found]
    counts = Counter(labels)
    return [None if label is not None and counts[label] >= LEAST_STEPS else place
            for place, label in zip(found, labels)]


class Sums:
    """Words of the records by token: all; a record's own; and texts that are other fields'."""

    def __init__(self, page, records, taken, left_out, tells_day):
        self.page = page
        self.every, self.own, self.other = ([0] * (len(page) + 1) for _ in range(3))
        claimed = {i for places in taken for place in places for i in place}
        unseen = {i for place in left_out for i in place} - claimed
        keys, records_with = [], Counter()
        for record in records:
            seen = set()
            for i in page.texts(record):
                if i in unseen:
                    continue
                self.every[i + 1] = page.words_of(i)
                text = fold(page.tokens[i].text)
                if i in claimed or tells_day(text):
                    self.other[i + 1] = 1
                    continue
                key = self.tag_around(i), re.sub("[0-9]+", "0", text)
                seen.add(key)
                keys.append((i, key))
            records_with.update(seen)
        for i, key in keys:
            # What stands in most records is the template's.
            if not most(records_with[key], len(records)):
                self.own[i + 1] = self.every[i + 1]
        self.every, self.own, self.other = (
            list(accumulate(words)) for words in (self.every, self.own, self.other))

    def tag_around(self, i):
        parent = self.page.parent(i)
        return "" if parent is None else self.page.tag(parent)

    def own_words(self, place):
        return self.own[place.stop] - self.own[place.start]

    def is_own(self, place):
        """True for parts that are nearly all the record's own, or show nothing."""
        words = self.every[place.stop] - self.every[place.start]
        return nearly_all(self.own_words(place), words)

    def is_paragraph(self, place):
        return self.page.tag(place.start) in PARAGRAPHS

    def body(self, record):
        """From outside in: the element that holds nearly all of a record's own words."""
        place = record
        while parts := self.parts(place):
            best = max(range(len(parts)), key=lambda k: (self.own_words(parts[k]), -k))
            if not self.own_words(parts[best]):
                return None
            if not self.goes_inside(parts, parts[best], self.own_words(place)):
                return self.run(parts, best, record)
            place = self.inside(parts[best], record)
        return None

    def inside(self, part, record):
        inside = self.page.inside(part.start)
        return range(inside.start, min(inside.stop, record.stop))

    def goes_inside(self, parts, best, total):
        """Whether the body is sought inside of the part with most of the words."""
        if not self.page.opens(best.start):
            return False
        alone = nearly_all(self.own_words(best), total)
        mixed = not self.is_own(best)
        shared = mixed or self.other[best.stop] > self.other[best.start]
        paragraphs = any(self.is_paragraph(p) and self.own_words(p) for p in parts)
        return shared and alone or mixed and not paragraphs \
            or alone and not self.is_paragraph(best)

    def is_alike(self, part, best):
        page, tag = self.page, self.page.tag(part.start)
        return self.is_paragraph(part) or not page.is_block(part.start) \
            or tag == page.tag(best.start)

    def may_stand(self, part, best):
        """Whether a part may stand between others of a body."""
        page = self.page
        links = (page.region(i) for i in page.shown(part)
                 if page.tag(i) == "a" and page.tokens[i].kind == START)
        linked = sum(map(page.count_words, links))
        return self.is_own(part) and page.tag(part.start) not in APART and (
            self.is_alike(part, best) or not linked or page.count_words(part) > linked)

    def run(self, parts, best, record):
        """The parts around the longest one, from the first that belongs to it to the last; few
        words behind other blocks are names."""
        first = last = best
        for step, end in ((-1, -1), (1, len(parts))):
            least = 1
            for k in range(best + step, end, step):
                if not self.may_stand(parts[k], parts[best]):
                    break
                if not self.is_alike(parts[k], parts[best]):
                    least = LEAST_WORDS
                elif self.own_words(parts[k]) >= least:
                    first, last = min(first, k), max(last, k)
        part = parts[best]
        if first == last and self.page.opens(part.start) and not self.is_paragraph(part):
            return self.inside(part, record)
        return range(parts[first].start, parts[last].stop)

    def parts(self, place):
        """The elements and texts side by side in a place."""
        out, i = [], place.start
        while i < place.stop:
            stop = max(i + 1, min(self.page.region(i).stop, place.stop))
            out.append(range(i, stop))
            i = stop
        return out

"""README "Token patterns", "start" and "end": when a pattern matches."""

import bisect
import re
from collections import namedtuple

from tokens import END, HEADINGS, START, TEXT, fold, listed

# Where a start pattern matched: the first token of its run, its last one, and the characters of
# that token's text that stand ahead of the value.
Begin = namedtuple("Begin", "first token offset")
# Where a value stands: its tokens, the characters of the first one's text ahead of it, and those
# of the last one's text that belong to it (None: all).
Slot = namedtuple("Slot", "tokens head tail", defaults=(0, None))


def folded(words):
    """`has` of a text: a blank in it is any run of white space."""
    return re.compile(r"\s+".join(map(re.escape, words.split(" "))))


ATTRIBUTE_TESTS = {
    "is": lambda value, want: fold(value) == want,
    "has": lambda value, want: want in listed(value),
    "starts": lambda value, want: value.lstrip().startswith(want),
    "holds": lambda value, want: want in value,
}


def read_token(node):
    """A pattern of one token, from its element in the rule file."""
    kind = node.tag.rpartition("}")[2]
    if kind == "text":
        return TextPattern(node.get("is"), node.get("has"))
    if kind == "close":
        return TagPattern(END, node.get("tag"), [], False)
    tests = []
    for attr in node:
        test = next((name for name in ATTRIBUTE_TESTS if name in attr.attrib), None)
        tests.append((attr.get("name"), ATTRIBUTE_TESTS.get(test), attr.get(test)))
    return TagPattern(START, node.get("tag"), tests, node.get("around") == "true")


class TagPattern:
    """`open` and `close`."""

    def __init__(self, kind, name, tests, around):
        self.kind, self.name, self.tests, self.around = kind, name, tests, around
        self.names = HEADINGS if name == "h*" else (name,)
        self.telling = bool(tests)

    def matches(self, page, i):
        token = page.tokens[i]
        return token.kind == self.kind and token.name in self.names and token.source \
            and all(self.has(token, *test) for test in self.tests)

    @staticmethod
    def has(token, name, test, want):
        value = token.attrs.get(name)
        return value is not None and (test is None or test(value, want))

    def places(self, page):
        """The tokens that may match."""
        found = [page.where.get((self.kind, name), []) for name in self.names]
        return found[0] if len(found) == 1 else sorted(sum(found, []))


class TextPattern:
    """`text`."""

    kind, name, around = TEXT, "", False

    def __init__(self, whole, part):
        self.whole, self.part = whole, folded(part) if part else None
        self.telling = bool(whole is not None or part)

    def matches(self, page, i):
        token = page.tokens[i]
        if token.kind != TEXT or not token.text.strip():
            return False
        if self.part:
            return bool(self.part.search(token.text))
        return self.whole is None or fold(token.text) == self.whole

    def places(self, page):
        return page.where.get((TEXT, ""), [])


def starts(page, patterns, window):
    """The places in a window, from the top, where a start pattern matches."""
    places = patterns[-1].places(page)
    for k in range(bisect.bisect_left(places, window.start), len(places)):
        if places[k] >= window.stop:
            break
        begin = start_at(page, patterns, places[k], window)
        if begin:
            yield begin


def start_at(page, patterns, i, window):
    """A start pattern read backwards from its last token."""
    *outer, last = patterns
    if not last.matches(page, i):
        return None
    at = first = i
    for pattern in reversed(outer):
        if pattern.around:
            around = page.ancestors(at, window.start)
            at = next((a for a in around if pattern.matches(page, a)), None)
        else:
            at = page.previous(at, window.start)
            at = at if at is not None and pattern.matches(page, at) else None
            first = first if at is None else min(first, at)
        if at is None:
            return None
    part = isinstance(last, TextPattern) and last.part
    return Begin(first, i, part.search(page.tokens[i].text).end() if part else None)


def bound(page, begin, window):
    """The tokens that may hold the value behind a start."""
    token = page.tokens[begin.token]
    start = begin.token + (begin.offset is None)
    opens = page.opens(begin.token)
    empty_block = opens and page.is_block(begin.token) and page.tokens[token.end].source
    if empty_block or opens and page.following(begin.token + 1, token.end) is not None:
        stop = token.end
    else:
        goes_on = (j for j in range(start, window.stop)
                   if page.tokens[j].kind != END and page.significant(j))
        parent = page.parent(next(goes_on, begin.token))
        stop = len(page) if parent is None else page.tokens[parent].end
    return range(start, max(start, min(stop, window.stop)))


class End:
    """README "end": where a value may end."""

    def __init__(self, patterns, level):
        self.patterns, self.level = patterns, None if level is None else int(level)

    def find(self, page, begin, limits, window):
        """The nearest place where this end occurs."""
        if not self.patterns:
            return Slot(limits, begin.offset or 0)
        level, stop = None, window.stop
        if self.level is not None:
            level = page.tokens[begin.token].level + self.level
            stop = min(limits.stop + 1, len(page))
        places = self.patterns[0].places(page)
        for k in range(bisect.bisect_left(places, limits.start), len(places)):
            i = places[k]
            if i >= stop:
                break
            if level in (None, page.tokens[i].level) and self.occurs(page, i):
                slot = self.slot(page, begin, limits, i)
                if slot:
                    return slot
        return None

    def occurs(self, page, i):
        """Whether all patterns match, each the next significant token."""
        for k, pattern in enumerate(self.patterns):
            i = page.following(i + 1, len(page)) if k else i
            if i is None or not pattern.matches(page, i):
                return False
        return True

    def slot(self, page, begin, limits, i):
        """The value that ends at a token, or inside its text."""
        head, first = begin.offset or 0, self.patterns[0]
        if not isinstance(first, TextPattern) or not first.part:
            return Slot(range(limits.start, i), head)
        text = page.tokens[i].text
        found = first.part.search(text, head if i == begin.token else 0)
        if found and i > limits.start and not fold(text[:found.start()]):
            return Slot(range(limits.start, i), head)
        return found and Slot(range(limits.start, i + 1), head, found.start())


def find_end(page, begin, ends, window):
    """The value behind a start: of the ends that occur the nearest counts."""
    limits = bound(page, begin, window)
    if not ends:
        return Slot(limits, begin.offset or 0)
    found = (end.find(page, begin, limits, window) for end in ends)
    place = lambda slot: (slot.tokens.stop - (slot.tail is not None), slot.tail or 0)
    return min(filter(None, found), key=place, default=None)

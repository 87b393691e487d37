"""README "field": values and entries."""

import re
from collections import namedtuple
from dataclasses import dataclass, field, replace

from patterns import End, Slot, find_end, starts
from tokens import TEXT, fold

MEDIA = ("img", "video", "audio", "iframe", "embed", "object")
OF_TAG = re.compile(r"\A#*\s*")
FOLDER = re.compile(r"\A/(?=[^\W_])")
BEHIND_NAME = re.compile(r"(?:[\s,;，、·•]|\s[|/])+\Z")

Value = namedtuple("Value", "slot text day", defaults=(None, None))


@dataclass
class Entry:
    """One entry as read; what was not found is None."""

    tokens: range
    title: str = None
    link: object = None
    date: object = None
    author: str = None
    tags: list = None
    body_text: str = None
    body_html: str = None
    extent: str = None
    title_at: range = range(0)
    link_at: range | None = None
    body_at: range = None
    day_at: range = range(0)
    author_at: range = range(0)
    tags_at: list = field(default_factory=list)
    named_at: list = field(default_factory=list)
    missing: set = field(default_factory=set)

    def has(self, name):
        """Whether a field was found."""
        value = getattr(self, "body_text" if name == "body" else name)
        return value is not None and value != []


def slot_lines(page, slot, numbers=False):
    """The visible text of a slot, one line for each block."""
    tokens, head, tail = slot
    if not head and tail is None:
        return page.lines(tokens, numbers)
    if len(tokens) == 1 and tail is not None:
        return [fold(page.tokens[tokens.start].text[head:tail])]
    first = fold(page.tokens[tokens.start].text[head:]) if head else ""
    last = "" if tail is None else fold(page.tokens[tokens.stop - 1].text[:tail])
    inner = range(tokens.start + bool(head), tokens.stop - (tail is not None))
    text = " ".join(filter(None, (first, "\n".join(page.lines(inner, numbers)), last)))
    return text.split("\n") if text else []


def slot_text(page, slot, numbers=False):
    return " ".join(slot_lines(page, slot, numbers))


def name_in(text):
    """README "field": a tag or an author without the signs that part it from the next one, nor
    those of a tag or a folder."""
    return BEHIND_NAME.sub("", without_sign(text))


def without_sign(text):
    return FOLDER.sub("", OF_TAG.sub("", text))


def value_at(page, rule, begin, window):
    """README "field": the value behind a start; None where it gives none."""
    if rule.value == "attr":
        text = page.attr(begin.token, rule.attr)
        slot = Slot(range(begin.token, begin.token + 1))
        # White space in an address belongs to it.
        text = text and (text.strip() if rule.name == "link" else fold(text))
    else:
        slot = find_end(page, begin, rule.ends, window)
        if slot and rule.value == "html" and not rule.date:
            return Value(slot, "") if shows(page, slot) else None
        text = slot and slot_text(page, slot, numbers=rule.name == "date")
        text = name_in(text) if text and rule.name in ("tags", "author") else text
    if not text:
        return None
    day = rule.date and rule.date.read(text)
    return None if rule.date and not day else Value(slot, text, day and day[0])


def shows(page, slot):
    """Whether HTML shows anything: a text or a medium."""
    return bool(slot.head) or slot.tail is not None or page.has_text(slot.tokens) \
        or any(page.tag(i) in MEDIA for i in slot.tokens)


def read_all(page, rule, window):
    """All values of a rule in a window; one does not begin inside another."""
    behind = window.start
    for begin in starts(page, rule.start, window):
        value = value_at(page, rule, begin, window) if begin.token >= behind else None
        if value:
            behind = value.slot.tokens.stop
            yield value


def read_field(page, rule, window):
    """The values of a rule in a window: all with `many`, else the first."""
    values = read_all(page, rule, window)
    values = list(values) if rule.many else [value for value, _ in zip(values, range(1))]
    if not rule.split:
        return values
    return [piece for value in values for piece in parted(page, value, rule.split)]


def parted(page, value, sign):
    """README "Parted values": the pieces of a value's texts."""
    tokens, head, tail = value.slot
    for i in page.shown(tokens):
        if page.tokens[i].kind != TEXT:
            continue
        text = page.tokens[i].text
        begin = head if i == tokens.start else 0
        end = tail if tail is not None and i + 1 == tokens.stop else len(text)
        for part in text[begin:end].split(sign):
            bare = without_sign(part.lstrip())
            at = begin + len(part) - len(bare)
            bare = name_in(bare)
            if bare:
                yield Value(Slot(range(i, i + 1), at, at + len(bare)), fold(bare))
            begin += len(part) + len(sign)


def endless(rule):
    """README "end": a text whose ends do not come goes on to the end of its element."""
    return replace(rule, ends=rule.ends + [End([], None)])


def merged(values):
    """Values in page order, each place once."""
    places = {(value.slot.tokens.start, value.slot.head): value for value in reversed(values)}
    return [places[place] for place in sorted(places)]

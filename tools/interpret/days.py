"""README "date" and "Days": numbers and month names in text, and patterns of days."""

import functools
import pathlib
import re
import unicodedata
from collections import namedtuple

from addresses import YEARS, real
from tokens import MARKS, SIGNS

ZEROS = (0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xBE6, 0xE50, 0xFF10)
DIGITS = {chr(zero + n): n for zero in ZEROS for n in range(10)}
DIGIT = "".join(DIGITS)
LETTER = f"[^\\W\\d_{SIGNS}]"
LEXEME = re.compile(f"(?P<number>[{DIGIT}]+)|(?P<sign>[{SIGNS}])|(?P<word>{LETTER}"
                    f"(?:{LETTER}|[{MARKS}])*)")
WORD = re.compile(f"(?:{LETTER}|[{MARKS}])*")
# Behind the hour of a time of day.
TIME_OF_DAY = re.compile(r":[0-9]{2}(?::[0-9]{2})?(?!:[0-9]|[0-9])")
JOINT = re.compile(r"[\s'\u2019\u05f3.-]")
ORDINAL = re.compile(r"(?:st|nd|rd|th|er|ère|º|ª|°)(?![^\W\d_])")
PIECES = re.compile(r"'((?:[^']|'')*)'|([A-Za-z]+)|(.)", re.S)
FIELDS = ("y", "yy", "M", "MMM", "d")
LONGEST_NAME, MOST_WORDS = 48, 3
LONGEST_SEPARATOR = 24
LONGEST_DAY = 24
BRACKETS = set("()[]{}<>（）［］【】「」")
LEAST_STEPS = 3

Lexeme = namedtuple("Lexeme", "value digits month start end")
Day = namedtuple("Day", "year month day")


class Names:
    """The table of names: months by form, and particles ("de", "of")."""

    def __init__(self, table):
        self.months, self.particles = {}, set()
        for line in table.splitlines():
            kind, number, form, languages = (line.split("\t") + [""] * 3)[:4]
            if kind == "month":
                self.months.setdefault(form, []).append((int(number), languages.split(" ")))
            elif kind == "particle":
                self.particles.add(form)
        joints = ((form, WORD.match(form).end()) for form in self.months)
        self.beginnings = {form[:end] for form, end in joints if end < len(form)}
        self.longest_in_signs = max(len(f) for f in self.months if re.search(f"[{SIGNS}]", f))

    def month(self, form, language):
        """The month a name means: in its language, else where all languages agree."""
        meanings = self.months[form]
        own = (month for month, languages in meanings if language in languages)
        return next(own, meanings[0][0] if len(meanings) == 1 else None)


@functools.cache
def names():
    """The table beside README.md."""
    table = pathlib.Path(__file__).parents[2] / "rules" / "names.tsv"
    return Names(table.read_text("utf-8"))


def lex(text):
    """The numbers and month names of a text, in order, without times of day."""
    out, place = [], 0
    while found := LEXEME.search(text, place):
        start, place = found.span()
        if found["number"]:
            hour = len(found[0]) <= 2 and not re.search(r"[0-9][:/]\Z", text[:start][-2:])
            time = TIME_OF_DAY.match(text, place) if hour else None
            if time:
                place = time.end()
                continue
            value = int("".join(str(DIGITS[c]) for c in found[0][:6]))
            out.append(Lexeme(value, min(len(found[0]), 7), None, start, place))
            continue
        named = signs_month if found["sign"] else word_month
        form, end = named(text, start, place)
        if form:
            place = end
            out.append(Lexeme(None, 0, form, start, end))
    return out


def known_month(word):
    """A name as the table has it, None where it is none."""
    if len(word.encode()) > LONGEST_NAME:
        return None
    word = re.sub(r"\s", " ", unicodedata.normalize("NFC", word).lower())
    return word if word in names().months else None


def word_month(text, start, end):
    """The month that a word names, alone or with the words behind it; the longest name counts."""
    best = known_month(text[start:end]), end
    begins = unicodedata.normalize("NFC", text[start:end]).lower() in names().beginnings
    for _ in range(MOST_WORDS - 1 if begins else 0):
        if not JOINT.match(text, end):
            break
        end = WORD.match(text, end + 1).end()
        form = known_month(text[start:end])
        best = (form, end) if form else best
    return best


def signs_month(text, start, end):
    """The longest month name in signs that starts here."""
    run = re.compile(f"[{SIGNS}]{{1,{names().longest_in_signs}}}").match(text, start)[0]
    forms = (run[:n] for n in range(len(run), 0, -1))
    form = next((form for form in forms if form in names().months), None)
    return form, start + len(form or "")


def is_day(text):
    """A short text with two numbers of which one is a year: no name of a person."""
    numbers = [x for x in lex(text) if not x.month] if len(text) <= LONGEST_DAY else []
    return len(numbers) >= 2 and any(is_year(x) for x in numbers)


def is_year(lexeme):
    return lexeme.digits == 4 and lexeme.value in YEARS


def separator(raw):
    """What stands between two fields: lower case, white space folded, ordinal marks dropped."""
    if len(raw) > LONGEST_SEPARATOR:
        return None
    # A number in between is a time of day.
    raw = re.sub(f"[{DIGIT}][{DIGIT}:]*", "", raw.lower())
    out = re.sub(r"[\s\u200e\u200f]+", " ", raw)
    return ORDINAL.sub("", out, count=1) if ORDINAL.match(out) else out


def is_loose(between):
    """Punctuation without brackets, white space and particles alone."""
    words = re.findall(r"[^\W_]+", between)
    return not set(between) & BRACKETS and all(word in names().particles for word in words)


def is_part(text, lexemes):
    """Numbers that belong to something longer: a version, a telephone number."""
    first, last = lexemes[0], lexemes[-1]
    before, behind = text[:first.start], text[last.end:]
    if re.search(r"[A-Za-z0-9]\Z", before):
        return True
    if len(lexemes) < 2:
        return False
    ahead, after = text[first.end:lexemes[1].start], text[lexemes[-2].end:last.start]
    return bool(ahead and before.endswith(ahead) and before[:-len(ahead)][-1:] in DIGITS
                or after and behind.startswith(after) and behind[len(after):][:1] in DIGITS)


class Pattern(namedtuple("Pattern", "parts between language")):
    """How a blog writes its days: fields, and what stands between them."""

    @property
    def named(self):
        return "MMM" in self.parts

    @property
    def has_year(self):
        return any(part[0] == "y" for part in self.parts)

    def read(self, text, lexed=None, last=False):
        """The first (or last) day of this pattern in a text, and where it stands."""
        lexed = lex(text) if lexed is None else lexed
        count = len(self.parts)
        starts = range(len(lexed) - count + 1)
        for k in reversed(starts) if last else starts:
            found = lexed[k:k + count]
            day = self.fits(text, found)
            if day:
                return day, found[0].start, found[-1].end
        return None

    def fits(self, text, lexemes):
        """The day that some numbers and names in a row are in this pattern."""
        seen = {"y": None, "M": 0, "d": 0}
        for part, lexeme in zip(self.parts, lexemes):
            value = field_value(part, lexeme, self.language)
            if value is None:
                return None
            seen[part[0]] = value
        for want, left, right in zip(self.between, lexemes, lexemes[1:]):
            found = separator(text[left.end:right.start])
            if found is None or bare(want) != bare(found) and \
                    not (self.named and is_loose(found)):
                return None
        if not self.named and is_part(text, lexemes):
            return None
        day = Day(seen["y"], seen["M"], seen["d"])
        unreal = day.month and day.day and not real(day.year or 2000, day.month, day.day)
        return None if unreal else day

    def relatives(self):
        """How the same blog may write days in its lists."""
        out = []
        short = tuple("yy" if part == "y" else part for part in self.parts)
        if not self.named and len(self.parts) == 3:
            orders = [self.parts] if short == self.parts else [self.parts, short]
            out += [signed(parts, sign) for parts in orders for sign in "-/."]
        out.append(signed(("y", "M", "d"), "-"))
        out += [signed(("M", "d"), sign) for sign in "月월"]
        for between in ((" ", " "), (" ", ", "), (". ", " "), ("-", "-")):
            out.append(Pattern(("d", "MMM", "y"), between, self.language))
        for between in ((" ", ", "), (" ", " ")):
            out.append(Pattern(("MMM", "d", "y"), between, self.language))
        out += [signed(parts, sign) for parts in self.in_numbers() for sign in "/.-"]
        year = next((k for k, part in enumerate(self.parts) if part[0] == "y"), None)
        if year is None or len(self.parts) != 3:
            return out
        parts = self.parts[:year] + self.parts[year + 1:]
        out.append(Pattern(parts, (self.between[int(year == 0)],), self.language))
        spelled = tuple("MMM" if part == "M" else part for part in parts)
        out.append(Pattern(spelled, (" ",), self.language))
        if not self.named:
            out += [signed(parts, sign) for sign in "-/."]
        return out

    def in_numbers(self):
        """Days in numbers alone, the year behind them, of a blog that names months or leaves out
        years."""
        parts = tuple(part[0] for part in self.parts)
        if not self.named and "y" in parts or parts[:2] not in (("d", "M"), ("M", "d")):
            return []
        return [parts[:2] + (year,) for year in ("y", "yy")]


def signed(parts, sign):
    return Pattern(parts, (sign,) * (len(parts) - 1), None)


def bare(text):
    return "".join(text.split())


def months(language):
    """How archives head the posts of a month."""
    numbers = [Pattern(parts, (sign,), language)
               for sign in "-/." for parts in (("y", "M"), ("M", "y"))]
    return [Pattern(("MMM", "y"), (" ",), language), Pattern(("y", "MMM"), (" ",), language),
            Pattern(("y", "M"), ("年",), language), Pattern(("MMM",), (), language), *numbers]


def month_alone(patterns, text):
    """The month that a text says, with or without a year, and nothing besides."""
    found = next(filter(None, (pattern.read(text) for pattern in patterns)), None)
    if not found:
        return None
    day, start, stop = found
    rest = text[:start] + text[stop:]
    return None if any(c.isalpha() and c not in "月월" for c in rest) else day


def lone_number(text):
    """The number of one or two digits that a text is, but for signs."""
    lexed = lex(text)
    alone = len(lexed) == 1 and not lexed[0].month and lexed[0].digits in (1, 2)
    return lexed[0].value if alone and not any(map(str.isalpha, text)) else None


def go_one_way(days):
    """Whether the days of each month rise or fall all the way, and are more than a count."""
    steps = [b.day - a.day for a, b in zip(days, days[1:])
             if (a.year, a.month) == (b.year, b.month)]
    counted = all(s == 1 for s in steps) or all(s == -1 for s in steps)
    one_way = all(s <= 0 for s in steps) or all(s >= 0 for s in steps)
    return one_way and not counted and len(steps) >= LEAST_STEPS


def field_value(part, lexeme, language):
    """What a number or name means as a field of a pattern."""
    value, short = lexeme.value, lexeme.digits in (1, 2)
    if part == "MMM":
        return names().month(lexeme.month, language) if lexeme.month else None
    if part == "y":
        return value if is_year(lexeme) else None
    if part == "yy":
        return value + (1900 if value >= 70 else 2000) if lexeme.digits == 2 else None
    return value if short and 1 <= value <= (12 if part == "M" else 31) else None


def read_pattern(text, language):
    """A pattern as written: `d' de 'MMM' de 'y`."""
    parts, between, literal = [], [], ""
    for quoted, word, sign in PIECES.findall(text):
        runs = [run for run, _ in re.findall(r"((.)\2*)", word)]
        if not runs or any(run not in FIELDS for run in runs):
            literal += word or sign or quoted.replace("''", "'") or "'"
            continue
        for part in runs:
            if parts:
                between.append(literal)
            parts.append(part)
            literal = ""
    return Pattern(tuple(parts), tuple(between), language)


def day_for_machines(value):
    """The first day with a year that an attribute such as `datetime` shows."""
    lexed = lex(value)
    for three in zip(lexed, lexed[1:], lexed[2:]):
        between = [separator(value[a.end:b.start]) for a, b in zip(three, three[1:])]
        if None in between or not all(map(is_loose, between)):
            continue
        day = next((day for day in days_of(three, between) if day), None)
        if day:
            return Day(day.year, day.month, day.day)
    return None


def days_of(three, between):
    """What three numbers and names in a row may mean; the year stands first or last."""
    ends = [x for x in (three[0], three[2]) if is_year(x)]
    small = [x.value for x in three if x.digits in (1, 2)]
    months = [x.month for x in three if x.month]
    if ends and months and len(small) == 1:
        for month, _ in (meaning for form in months for meaning in names().months[form]):
            yield real(ends[0].value, month, small[0])
    elif ends and not months and len(small) == 2 and are_numeric(between):
        first, second = small
        if three[0].digits != 4:
            yield real(ends[0].value, second, first)
        yield real(ends[0].value, first, second)


def are_numeric(between):
    """Numbers alone are a day only with the signs that days have between them."""
    bare_signs = [text.strip() for text in between]
    lettered = [any(c.isalpha() for c in text) for text in bare_signs]
    known = all(has or sign in ("/", ".", "-", "\u2010", "\u2013", ",")
                for has, sign in zip(lettered, bare_signs))
    return known and (between[0] == between[1] or lettered[0])

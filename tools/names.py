#!/usr/bin/env python3
"""Writes rules/names.tsv: names of months and weekdays, and the small words of dates, in many
languages.

    python3 -m venv /tmp/names && /tmp/names/bin/pip install babel==2.18.0
    /tmp/names/bin/python tools/names.py            # writes the table
    /tmp/names/bin/python tools/names.py --check    # exit code 1 if the table differs from what
                                                    # would be written

Python 3.11; Babel carries the data of CLDR (licence Unicode-3.0). The output depends on the Babel
version alone.

Columns, tab-separated: kind, number, form, locales (space-separated BCP-47 codes).

    month    1-12  a written month; purely numeric forms (5月, tháng 5) leave only their word, as a
                   particle
    weekday  1-7   Monday = 1; no forms of one letter
    ampm     0, 1  before noon, after noon
    particle 0     a word that stands between the fields of a date (de, г, 年, kl), or an ordinal
                   suffix (th, º)
    pattern  0     order of the all-numeric date, over {y, M, d}; here a code may carry a region
                   (en-GB), which is listed only where it differs from its language

Forms are NFC and lower case, without dots at either end; dots inside stay (`a.m`, beside `am`). A
form may hold a space (`meán fómhair`), a hyphen or an apostrophe; an apostrophe is given as U+2019
and as U+0027. Regional and script variants of a language are folded into it (Austrian jänner is
`de`). One form never names two months of one language; it may name a month and a weekday (fr
`mar`), or different months in different languages (listopad).
"""

import copy
import itertools
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

import babel
from babel import localedata
from babel.core import get_cldr_version

OUT = Path(__file__).resolve().parent.parent / "rules" / "names.tsv"

LANGUAGES = """
    sq hy az eu be bs bg br ca hr cs da nl en eo et fo fi fr fy gl ka de el hu is ga gd it kk la lv
    lt lb mk mt nb nn no oc pl pt rm ro ru sr sk sl es sv tr uk cy yi
    af ar bn fa fil he hi id ja ko ms sw ta th ur uz vi zh
""".split()

# Languages whose accents (Arabic: vowel signs, hamza) are often left out: févr -> fevr.
ACCENTLESS = "ar ca cs de el es fa fr gl hu it pl pt ro sk tr".split()
DOTTED_I = "az tr".split()
SCRIPTS = ["Latn", "Cyrl", "Hans", "Hant"]  # of variants; the language itself comes in its own
NOT_READ = {"zh_Latn", "zh_Latn_CN", "el_POLYTON"}  # the first two fall back to English weekdays

# Month forms that blogs use and CLDR lacks. Twelve fields split at `|` (several forms in a field:
# space; `_` is a space).
MONTHS = {
    "en": "jan|feb febr|mar|apr|may|jun|jul|aug|sep sept|oct|nov|dec",
    "de": "jan jän jaenner|feb feber|mrz mär maerz|apr|mai|jun|jul|aug|sep sept|okt|nov|dez",
    "fr": "jan janv|fév févr|mar|avr|mai|juin|jui juil jul|aoû aout|sep sept|oct|nov|déc",
    "es": "ene|feb|mar|abr|may|jun|jul|ago|sep sept set setiembre|oct|nov|dic",
    "it": "gen genn|feb febb|mar|apr|mag|giu|lug|ago|set sett|ott|nov|dic",
    "pt": "jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez",
    "ca": "gen|feb febr|mar|abr|mai|jun|jul|ago ag|set|oct|nov|des",
    "gl": "xan|feb|mar|abr|mai|xuñ|xul|ago|set|out|nov|dec",
    "nl": "jan|feb|mrt maa|apr|mei|jun|jul|aug|sep sept|okt|nov|dec",
    "da": "jan|feb|mar|apr|maj|jun|jul|aug|sep sept|okt|nov|dec",
    "sv": "jan|feb|mar|apr|maj|jun|jul|aug|sep sept|okt|nov|dec",
    "nb": "jan|feb|mar|apr|mai|jun|jul|aug|sep sept|okt|nov|des",
    "ro": "ian|feb|mar|apr|mai|iun|iul|aug|sep sept|oct|noi nov|dec",
    "pl": "sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru",
    "ru": "янв|фев февр|мар|апр|май|июн|июл|авг|сен сент|окт|ноя нояб|дек",
    "uk": "січ|лют|бер|кві квіт|тра трав|чер черв|лип|сер серп|вер|жов|лис|гру",
    # WordPress in Persian writes August as English says it.
    "fa": "ژانویه|فوریه|مارس|آوریل|مه می|ژوئن|جولای|آگوست|سپتامبر|اکتبر|نوامبر|دسامبر",
    # The Basque day of publication has the month as subject: 2013ko maiatzak 2.
    "eu": "urtarrilak|otsailak|martxoak|apirilak|maiatzak|ekainak|uztailak|abuztuak|irailak|urriak"
          "|azaroak|abenduak",
    # WordPress in Vietnamese spells the number of the month.
    "vi": "tháng_một tháng_giêng|tháng_hai|tháng_ba|tháng_tư tháng_bốn|tháng_năm|tháng_sáu"
          "|tháng_bảy|tháng_tám|tháng_chín|tháng_mười|tháng_mười_một|tháng_mười_hai tháng_chạp",
    "ja": "一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月",
}

WEEKDAYS = {
    "en": "mon|tue tues|wed weds|thu thur thurs|fri|sat|sun",
    "de": "mo|di|mi|do|fr|sa sonnabend|so",
    "sq": "hënë|martë|mërkurë|enjte|premte|shtunë|diel",
    "es": "lun|mar|mié|jue|vie|sáb|dom",
    "pt": "seg segunda|ter terça|qua quarta|qui quinta|sex sexta|sáb|dom",
    "zh": "礼拜一 禮拜一|礼拜二 禮拜二|礼拜三 禮拜三|礼拜四 禮拜四|礼拜五 禮拜五|礼拜六 禮拜六|礼拜天 禮拜天 礼拜日 星期天 周天",
}

# Ordinal suffixes, and words between the fields that the CLDR patterns do not have.
PARTICLES = {
    "en": "st nd rd th of the at",
    "fr": "er ère re e le à h ° º",
    "it": "º ª o ° il alle ore",
    "es": "º ª o ° el del a las",
    "pt": "º ª o ° às h",
    "gl": "º ª o do",
    "ca": "r n t è º el dia d d’ les",
    "nl": "e ste de om uur",
    "af": "ste de",
    "de": "der den um uhr",
    "sv": "a e den kl",
    "da": "den d kl",
    "nb": "den kl",
    "fi": "nä na klo",
    "cy": "af il ydd fed eg ain",
    "ga": "ú",
    "eo": "a la",
    "hu": "án én i a e je ai jei",
    "ru": "го е г года год в",
    "uk": "го р року рік о",
    "be": "г года",
    "bg": "г година ти ви ри",
    "mk": "г година ти ви ри",
    "sr": "г г год godine g god",
    "hr": "g god godine u",
    "bs": "g god godine u",
    "pl": "r roku o godz",
    "el": "η ης του στις",
    "hy": "ի թ",
    "lv": "gada plkst",
    "lt": "m d val",
    "eu": "ko e k a n ren",
    "th": "พ.ศ ค.ศ ที่ เวลา",
    "vi": "ngày tháng năm lúc",
    "id": "pukul",
    "zh": "号 號 时 時 分 秒",
}

AMPM = {"de": "vorm|nachm", "zh": "上午|下午", "ja": "午前|午後", "ko": "오전|오후", "vi": "sa sáng|ch chiều",
        "el": "π.μ πμ|μ.μ μμ"}

INVISIBLE = re.compile("[\u200e\u200f\u061c\u2066-\u2069\ufeff]")
GLUED = re.compile(r"((?<![\w'’)])(?:[^\W\d_a-zA-Z]+|'\w+'))?"
                   r"(?<!M)(MMMM?)(?!M)('\w+'|[^\W\d_a-zA-Z]+)?")
JOINERS = re.compile("[\u200c\u200d]")


def accentless(text):
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


def spellings(text, language):
    """All lower-case spellings of one form, but for those without accents."""
    text = re.sub(r"\s+", " ", INVISIBLE.sub("", text)).strip(" .,॰")
    found = {text.lower()}
    if language in DOTTED_I:
        # The right one (ı, i), and what a locale-blind to_lowercase makes of text in capitals:
        # KASIM, NİSAN.
        small = text.replace("I", "ı").replace("İ", "i").lower()
        capital = small.replace("i", "İ").replace("ı", "I").upper()
        found |= {small, small.replace("ı", "i"), capital.lower()}
        if small != text.lower():
            found |= {text[0].lower() + small[1:], "i" + small[1:]}
    found |= {JOINERS.sub(gap, f) for f in found for gap in ("", " ")[: 1 + (language == "fa")]}
    if language == "de":
        found |= {f.replace("ä", "ae") for f in found}
    if any(c in f for f in found for c in "'’ʼʻ‘"):
        found |= {re.sub("['’ʼʻ‘]", mark, f) for f in found for mark in "'’"}
    found |= {f.replace("׳", "'").replace("״", '"') for f in found}
    return {unicodedata.normalize("NFC", f) for f in found if f}


def letters(text):
    return sum(unicodedata.category(c)[0] in "LM" for c in text)


def numeric(text):
    return any(unicodedata.category(c)[0] == "N" for c in text)


def load(identifier):
    """The date data of one locale. LocaleDataDict writes resolved aliases back into data it shares
    with `root`, so that Hebrew months come out Chinese if Chinese was read first (Babel 2.18);
    hence the deep copy."""
    data = localedata.load(identifier)
    keys = ("months", "days", "day_periods", "date_formats", "time_formats", "datetime_formats",
            "datetime_skeletons")
    return localedata.LocaleDataDict(copy.deepcopy({key: data[key] for key in keys}))


def variants(language):
    """The language itself, then its regions and scripts."""
    base = {"nb": "no"}.get(language, language)
    rest = ({i for i in localedata.locale_identifiers()
             if i.startswith((f"{base}_", f"{language}_"))} - NOT_READ)
    return ([base]
            + sorted(i for i in rest
                     if all(len(part) != 4 or part in SCRIPTS for part in i.split("_")[1:])))


def names(table):
    """(width, number, form) of format and stand-alone, wide and abbreviated and short."""
    for context, width in itertools.product(("format", "stand-alone"),
                                            ("wide", "abbreviated", "short")):
        if context in table and width in table[context]:
            yield from ((width, number, form)
                        for number, form in dict(table[context][width]).items())


def fields(pattern):
    """A CLDR pattern as [(is literal, text)]."""
    for quoted, letter_run, plain in re.findall(r"'((?:[^']|'')*)'|([A-Za-z])\2*|([^A-Za-z']+)",
                                                pattern):
        yield (not letter_run, letter_run or quoted or plain)


def patterns(data):
    for kind in ("date_formats", "time_formats"):
        for width in ("full", "long", "medium", "short"):
            yield data[kind][width].pattern
    for skeleton in ("yMMMM", "yMMMd", "yMMMMd", "MMMMd", "MMMd", "yMMMEd", "yMd"):
        if skeleton in data["datetime_skeletons"]:
            yield data["datetime_skeletons"][skeleton].pattern
    for glue in dict(data["datetime_formats"]).values():
        yield re.sub(r"\{\d\}", "", str(glue))


def words(text):
    """The words of a literal: runs of letters, marks and inner apostrophes."""
    word = r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0e7f]|[’'](?=\w)|[^\W\d_])*[’']?"
    return [w for w in re.findall(word, INVISIBLE.sub("", text)) if w]


def numeric_order(data):
    """Order of the fields of the shortest all-numeric date."""
    skeletons = data["datetime_skeletons"]
    for pattern in ([data["date_formats"]["short"].pattern]
                    + [skeletons["yMd"].pattern] * ("yMd" in skeletons)):
        runs = re.findall(r"([yMLd])\1*", re.sub(r"'[^']*'", "", pattern))
        if (sorted(runs) in (["M", "d", "y"], ["L", "d", "y"])
                and not re.search(r"[ML]{3}", pattern)):
            return "".join(runs).replace("L", "M")
    return None


class Table:
    """Forms of one language and kind. A form goes to the first layer that has it (language, region,
    extra, without accents); if that layer gives it two numbers, it is dropped."""

    def __init__(self):
        self.layers = defaultdict(lambda: defaultdict(set))

    def add(self, layer, number, forms):
        for form in forms:
            self.layers[layer][form].add(number)

    def forms(self):
        taken = {}
        for layer in sorted(self.layers):
            for form, numbers in self.layers[layer].items():
                taken.setdefault(form, numbers)
        return {form: next(iter(numbers)) for form, numbers in taken.items() if len(numbers) == 1}

    def dropped(self):
        return sorted({f for layer in self.layers.values() for f in layer} - set(self.forms()))


def extras(text):
    for number, field in enumerate(text.split("|")):
        for form in field.split():
            yield number, form.replace("_", " ")


def collect(language):
    """{kind: Table} of one language, and its numeric orders as {BCP-47 code: order}."""
    tables = {kind: Table() for kind in ("month", "weekday", "ampm", "particle")}
    orders = {}

    def month(layer, number, form):
        if numeric(form):
            for word in words(form):
                if letters(word) > 1 or not word.isascii():
                    tables["particle"].add(0, 0, spellings(word, language))
        elif letters(form) > 1:
            tables["month"].add(layer, number, spellings(form, language))

    for layer, identifier in enumerate(variants(language)):
        layer = min(layer, 1)
        data = load(identifier)
        # Letters that the patterns glue to the month: Hebrew במאי, Basque maiatzaren.
        glued = set()
        for pattern in patterns(data):
            for literal, text in fields(pattern):
                if literal:
                    for word in words(text):
                        tables["particle"].add(0, 0, spellings(word, language))
            for before, run, after in GLUED.findall(pattern):
                glued.add(("wide" if len(run) == 4 else "abbreviated", before.strip("'"),
                           after.strip("'")))
        for width, number, form in names(data["months"]):
            month(layer, number, form)
            for at, before, after in glued:
                if at == width and before + after and not numeric(form):
                    month(layer, number, before + form.strip(". ") + after)
        for _, number, form in names(data["days"]):
            if letters(form) > 1 and not numeric(form):
                tables["weekday"].add(layer, number + 1, spellings(form, language))
        for context in data["day_periods"]:
            for width in data["day_periods"][context]:
                for number, key in enumerate(("am", "pm")):
                    form = dict(data["day_periods"][context][width]).get(key, "")
                    if letters(form) > 1:
                        shorter = ({re.sub(r"\s", "", form), re.sub(r"[.\s]", "", form)}
                                   if "." in form else set())
                        for each in {form} | shorter:
                            tables["ampm"].add(layer, number, spellings(each, language))
        base = f"^{variants(language)[0]}(?=_)"
        code = language if layer == 0 else re.sub(base, language, identifier).replace("_", "-")
        orders[code] = numeric_order(data)

    for kind, first, source in (("month", 1, MONTHS), ("weekday", 1, WEEKDAYS), ("ampm", 0, AMPM)):
        spare = source.get("nb", "") if language == "no" else ""
        for number, form in extras(source.get(language, spare)):
            tables[kind].add(2, number + first, spellings(form, language))
    spare = PARTICLES["nb"] if language in ("no", "nn") else ""
    for word in PARTICLES.get(language, spare).split():
        written = {unicodedata.normalize("NFC", word), word.replace("’", "'")}
        tables["particle"].add(2, 0, written)

    if language in ACCENTLESS:
        for kind in ("month", "weekday", "ampm"):
            for form, number in tables[kind].forms().items():
                if letters(form) > 2:
                    tables[kind].add(3, number, {accentless(form)})

    # `de maig` is a particle and a month.
    single = tables["month"].forms()
    for form in list(single):
        first, _, rest = form.partition(" ")
        if rest in single and single[rest] == single[form]:
            tables["particle"].add(0, 0, [first])
            for layer in tables["month"].layers.values():
                layer.pop(form, None)
    return tables, orders


def generate():
    lines = defaultdict(set)
    dropped = []
    for language in LANGUAGES:
        tables, orders = collect(language)
        for kind, table in tables.items():
            for form, number in table.forms().items():
                lines[kind, number, form].add(language)
            dropped += [f"{language}:{form}" for form in table.dropped()]
        for code, order in orders.items():
            if order and (code == language or order != orders[language]):
                lines["pattern", 0, order].add(code)
    out = [
        f"# Made by tools/names.py from CLDR {get_cldr_version()} (Babel {babel.__version__}); do "
        "not edit. CLDR data: Unicode-3.0.",
        "# kind\tnumber\tform\tlocales",
    ]
    out += [f"{kind}\t{number}\t{form}\t{' '.join(sorted(codes))}"
            for (kind, number, form), codes in sorted(lines.items())]
    return "\n".join(out) + "\n", lines, dropped


# A wrong table is silent: these must be in it. (kind, number, form, language)
SAMPLES = """
    month 2 févr fr|month 2 fevr fr|month 8 août fr|month 8 aout fr|month 3 mars fr
    month 3 märz de|month 3 mrz de|month 3 maerz de
    month 1 jänner de|month 3 марта ru|month 5 мая ru|month 5 май ru
    month 5 מאי he|month 5 במאי he|month 5 toukokuuta fi
    month 4 kwietnia pl|month 5 maig ca|month 11 listopad pl|month 10 listopad hr|month 9 sept en
    month 5 maiatzaren eu
    month 12 十二月 zh|month 3 三月 zh|month 11 kasım tr|month 11 kasim tr|month 7 يوليو ar
    weekday 1 星期一 zh|weekday 4 quinta-feira pt
    particle 0 de es|particle 0 del ca|particle 0 г ru|particle 0 р uk
    particle 0 年 ja|particle 0 월 ko|particle 0 일 ko
    particle 0 tháng vi|particle 0 kl sv|particle 0 th en|particle 0 º it
    ampm 0 오전 ko|ampm 1 下午 zh|ampm 0 vorm de|ampm 1 p.m es
    pattern 0 Mdy en|pattern 0 dMy en-GB|pattern 0 dMy de|pattern 0 yMd zh
"""


def missing(lines):
    for sample in SAMPLES.replace("\n", "|").split("|"):
        if sample.strip():
            kind, number, form, language = sample.split()
            if language not in lines.get((kind, int(number), form), ()):
                yield sample.strip()


def main():
    text, lines, dropped = generate()
    if gone := list(missing(lines)):
        sys.exit(f"names.py: not in the table: {'; '.join(gone)}")
    if "--check" in sys.argv[1:]:
        sys.exit(0 if OUT.is_file() and OUT.read_text("utf-8") == text
                 else f"names.py: {OUT} is out of date")
    OUT.write_text(text, "utf-8", newline="\n")
    counts = defaultdict(int)
    for kind, _, _ in lines:
        counts[kind] += 1
    print(f"{len(text.encode())} bytes, {len(LANGUAGES)} languages,",
          ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    print("dropped as ambiguous:", " ".join(dropped) or "none")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""expressions.py BIN SHARED [--corpus dev zoo] [--sites N] [--from OUT] [--misses FILE]: do the
regular expressions in rule files, replayed alone by Python's `re`, give what `feedstone extract`
reads?

BIN learns and extracts each site of SHARED/corpus/{dev,zoo} as SHARED/eval/run.sh does; with
`--from OUT` rules and predictions are taken from OUT/CORPUS/rules and OUT/CORPUS/pred, or from
OUT/rules and OUT/pred where there is one corpus. N sites of each corpus are enough to try it.

Replay is that of rules/README.md, section "regex". Expressions are sought in the page's body, those
of `link` and `meta` tags on entry pages in the whole page. A record goes from where its expression
begins to where the next one does, the last to the end of the page. A value is what stands between
the end of the first match of `start` and the beginning of the next match of `end`; of `sticky`
fields the last match of `start` ahead of the title (of the record's end where it has none).
Several rules of one field are tried in order; a value is not compared where one without an
expression comes first. Only pages are read whose layout, as the prediction names it, has the
expression.

The n-th entry that was read need not be in the n-th record, as `extract` drops some: an entry is in
a record behind the last entry's that holds its link and its title, else its link; of several in the
one that gives most values, else the first. One that is in none disagrees in the row "record" and in
all its fields.

Values agree so:
  title, author  tags stripped (those of blocks leave a blank), references decoded, white space
                 folded
  link           references decoded, resolved against the page's address or <base>
  date           the first day in the value that is written as the rule's date pattern says (month
                 names of rules/names.tsv) is the entry's; the year counts where the pattern has one
Three counts are given. `learned`: the values of feed items on the home page and on their own pages,
told by `seen` in truth.jsonl. `all`: all values. `own`: of all, those that extract reads by the
layout's rules. It fills others in (from permalinks, by the rules of other layouts), and does not
where the file has no `index`: a value that is missing when BIN extracts so was filled in. `extra`
are values that expressions give where extract reads none. Standard library only.

  tools/expressions.py target/release/feedstone ../shared
  tools/expressions.py target/release/feedstone ../shared --from /tmp/out --misses /tmp/misses.tsv
"""
import argparse
import codecs
import functools
import gzip
import html
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict, namedtuple
from urllib.parse import unquote, urljoin, urlsplit

from feeds import payload, records

FIELDS = ("title", "link", "date", "author")
NS = "{urn:feedstone:rules}"
NAMES = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "rules", "names.tsv")
PATIENCE = 5  # seconds for one expression on one page

Rule = namedtuple("Rule", "field attr sticky in_head pattern language start end")
Layout = namedtuple("Layout", "name kind has_record record rules")
Miss = namedtuple("Miss", "site kind field learned own page wanted given")


# -- Pages

MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"),
         (codecs.BOM_UTF16_BE, "utf-16-be"))
CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([^\"'\s;/>]+)", re.I)
DECLARED = re.compile(rb"<!--.*?(?:-->|$)|<meta([^>]*)>|<\?xml[^>]*?encoding=[\"']([^\"']+)",
                      re.S | re.I)
LATIN = ("cp1252", "iso8859-15")


def codec(name):
    """Python's name of a charset, as browsers read the label; None where there is none."""
    try:
        found = codecs.lookup(name.decode("latin-1")).name
    except LookupError:
        return None
    return {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030",
            "euc_kr": "cp949", "shift_jis": "cp932", "iso8859-9": "cp1254"}.get(found, found)


def decode(data, content_type):
    """The text of a page: its mark, header, declaration; what bytes belie is not believed."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return data[len(mark):].decode(name, "replace")
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd") - data.count("\ufffd".encode())
    valid = sum(c > "\x7f" for c in text) - text.count("\ufffd")
    utf8 = broken <= valid // 2
    labels = CHARSET.findall(content_type)
    for meta, xml in DECLARED.findall(data[:4096]):
        labels += CHARSET.findall(meta) + [xml] * bool(xml)
    for name in filter(None, map(codec, labels)):
        if name == "utf-8" and not utf8:
            continue
        return text if name in LATIN and valid and not broken else data.decode(name, "replace")
    return text if utf8 else data.decode("cp1252", "replace")


def pages(warc, wanted):
    """The text of the wanted pages of a WARC file by address."""
    with gzip.open(warc) as file:
        data = file.read()
    out = {}
    for head, block in records(data):
        address = re.search(rb"(?im)^warc-target-uri:\s*<?([^\s>]*)", head)
        address = address and address[1].decode("utf-8", "replace")
        if address in wanted and address not in out:
            http, _, body = block.partition(b"\r\n\r\n")
            kind = re.search(rb"(?im)^content-type:(.*)$", http)
            out[address] = decode(payload(http, body)[1], kind[1] if kind else b"")
    return out


# -- Rules

def compiled(expression):
    return None if expression is None else re.compile(expression)


def layouts(path):
    """The layouts of a rule file by name."""
    out = {}
    for layout in ElementTree.parse(path).getroot().iter(NS + "layout"):
        record = layout.find(NS + "record")
        regex = None if record is None else record.find(NS + "regex")
        rules = [field_rule(field) for field in layout.iter(NS + "field")]
        out[layout.get("name")] = Layout(
            layout.get("name"), layout.get("kind"), record is not None,
            None if regex is None else compiled(regex.get("start")), rules)
    return out


def field_rule(field):
    regex, date = field.find(NS + "regex"), field.find(NS + "date")
    last = field.find(NS + "start")[-1]
    head = last.get("tag") in ("link", "meta") and field.find(NS + "end") is None
    start, end = (None, None) if regex is None else (regex.get("start"), regex.get("end"))
    return Rule(field.get("name"), field.get("attr"), field.get("scope") == "sticky", head,
                None if date is None else date.get("pattern"),
                None if date is None else date.get("lang"), compiled(start), compiled(end))


# -- Replay

class TooSlow(Exception):
    pass


def too_slow(*_):
    raise TooSlow


def body_of(page):
    found = re.search(r"<body[\s>]", page, re.I)
    return found.start() if found else 0


def record_places(layout, page):
    """Where records begin and end."""
    starts = [m.start() for m in layout.record.finditer(page, body_of(page))]
    return list(zip(starts, starts[1:] + [len(page)]))


def first_value(rule, page, place, whole):
    """The source that a rule's expressions give between two places, and where it begins."""
    at, stop = place
    if rule.in_head and whole:
        at, stop = 0, len(page)
    if rule.sticky:
        found = None
        for found in rule.start.finditer(page, 0, at):
            pass
    else:
        found = rule.start.search(page, at, stop)
    end = found and rule.end.search(page, found.end())
    return (page[found.end():end.start()], found.end()) if end else None


def replay(layout, page, place):
    """The value of each field with the rule that gave it; where none can be used, the first.

    None for fields of which a rule without expression has to be tried first."""
    out, title = {}, place[1]
    for field in FIELDS:
        for rule in (r for r in layout.rules if r.field == field):
            if rule.start is None:
                out[field] = None
                break
            where = (title, title) if rule.sticky else place
            value = first_value(rule, page, where, layout.kind == "entry")
            usable = value and shown(rule, value[0])
            if value and (usable or field not in out):
                out[field] = rule, value[0]
            if usable:
                title = value[1] if field == "title" else title
                break
    return out


# -- Values

HIDDEN = re.compile(r"<!--.*?-->|<(script|style|noscript|template|textarea|select|object|iframe)"
                    r"\b.*?</\1\s*>", re.S | re.I)
BLOCK = re.compile(r"</?(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|fieldset"
                   r"|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section"
                   r"|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^>]*>", re.I)
TAG = re.compile(r"""</?[a-zA-Z](?:=\s*"[^"]*"|=\s*'[^']*'|[^>])*>""")


def folded(text):
    """White space folded, without the characters that HTML parsers drop."""
    return " ".join(text.replace("\0", "").split())


def squeezed(text):
    """A text without white space."""
    return "".join(text.split())


def visible(source):
    return folded(html.unescape(TAG.sub("", BLOCK.sub(" ", HIDDEN.sub("", source)))))


def shown(rule, source):
    """A value as it is compared; of dates its text."""
    text = folded(html.unescape(source)) if rule.attr else visible(source)
    return text and (rule.pattern is None or bool(days(rule, text))) and text


def base_of(page, address):
    found = re.search(r"<base\s[^>]*?href\s*=\s*[\"']?([^\"'\s>]+)", page, re.I)
    return urljoin(address, html.unescape(found[1])) if found else address


def resolved(base, link):
    """An address in one spelling."""
    try:
        parts = urlsplit(urljoin(base, link))
    except ValueError:
        return link
    host = parts.netloc.lower().removesuffix(":80" if parts.scheme == "http" else ":443")
    return unquote(parts._replace(netloc=host, path=parts.path or "/").geturl())


def key(address):
    """What two addresses of one page have in common."""
    host, _, path = resolved(address, "").partition("://")[2].lower().partition("/")
    path = path.partition("#")[0].removesuffix("index.html").removesuffix("/")
    return host.removeprefix("www.") + "/" + path


@functools.cache
def month_names():
    """Month numbers by name and language ("" stands for any), and the particles."""
    months, particles = defaultdict(set), set()
    with open(NAMES, encoding="utf-8") as file:
        for line in file:
            kind, number, form, locales = (line.rstrip("\n").split("\t") + [""] * 3)[:4]
            if kind == "month":
                for language in ["", *locales.split()]:
                    months[form, language].add(int(number))
            elif kind == "particle":
                particles.add(form)
    return months, particles


def alternatives(words):
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))


@functools.cache
def day_expression(pattern):
    """A date pattern as an expression with a group for each of its letters."""
    months, particles = month_names()
    group = {"y": r"(?P<y>\d{4})", "yy": r"(?P<yy>\d\d)", "M": r"(?P<M>\d\d?)",
             "d": r"(?P<d>\d\d?)", "MMM": f"(?P<MMM>{alternatives({f for f, _ in months})})"}
    out, named = "", "MMM" in pattern
    for words, letters, sign in re.findall(r"'([^']*)'|([A-Za-z]+)|(.)", pattern):
        if letters:
            behind = r"(?![^\W\d_])" if letters == "MMM" else r"(?!\d)"
            out += f"(?<!\\d){group[letters]}{behind}"
        elif not named:
            out += r"\s*" + re.escape((words or sign).strip()) + r"\s*"
        elif not out.endswith("*"):
            out += rf"(?:(?:{alternatives(particles)}|st|nd|rd|th|er|º|ª)(?![^\W\d_])|[\W_])*"
        if words and named:
            parts = alternatives(re.findall(r"[^\W\d_]+", words)) or "[.]"
            out += rf"(?:(?:{parts})|[\W_])*"
    return re.compile(out, re.I)


def days(rule, text):
    """The days in a text that its pattern reads: year (None where it has none), months, day."""
    text, out = unicodedata.normalize("NFC", text), []
    months, _ = month_names()
    for found in day_expression(rule.pattern).finditer(text):
        part = found.groupdict()
        if part.get("MMM"):
            name = folded(part["MMM"].lower())
            month = months.get((name, rule.language or "")) or months.get((name, ""), set())
        else:
            month = {int(part["M"])} if part.get("M") else set(range(1, 13))
        year = part.get("y") or part.get("yy")
        year = year and int(year) + (0 if len(year) == 4 else 1900 if int(year) > 69 else 2000)
        day = int(part.get("d") or 1)
        if 1 <= day <= 31 and (not part.get("M") or 1 <= int(part["M"]) <= 12):
            out.append((year, month, day))
    return out


def agrees(field, rule, source, wanted, base):
    value = shown(rule, source)
    if not value:
        return False
    if field == "link":
        return resolved(base, value) == resolved(base, wanted)
    if field == "date":
        year, month, day = map(int, wanted.split("-"))
        read = days(rule, value)[0]
        return read[0] in (None, year) and month in read[1] and read[2] == day
    return value == folded(wanted)


# -- Sites

HREF = re.compile(r"""\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""", re.I)


def placed(layout, entries, places, page, base):
    """The record of each entry, None for one that is in none."""
    def values(k):
        return sum(bool(v and shown(*v)) for v in replay(layout, page, places[k]).values())

    out, at = [], 0
    links = [{resolved(base, html.unescape("".join(found)).strip()) for found in
              HREF.findall(page, a, b)} for a, b in places]
    texts = [squeezed(visible(page[a:b])) for a, b in places]
    for entry in entries:
        link, title = entry.get("link"), squeezed(entry.get("title") or "")
        linking = [k for k in range(at, len(places))
                   if link is None or resolved(base, link) in links[k]]
        titled = [k for k in linking if title in texts[k]] or linking[:1]
        here = max(titled, key=values) if len(titled) > 1 else next(iter(titled), None)
        out.append(here)
        at = at if here is None else here + 1
    return out


class Tally:
    """Counts of one corpus by kind and field."""

    def __init__(self):
        self.compared, self.agreeing, self.extra = Counter(), Counter(), Counter()
        self.given, self.lacking, self.unplaced = Counter(), Counter(), Counter()
        self.misses, self.slow = [], []

    def count(self, miss, agreeing):
        for column in ("learned",) * miss.learned + ("all",) + ("own",) * miss.own:
            self.compared[miss.kind, miss.field, column] += 1
            self.agreeing[miss.kind, miss.field, column] += agreeing
        if not agreeing:
            self.misses.append(miss)

    def rules(self, layout):
        """Count a layout's fields with and without expressions, and those without a record's."""
        if layout.has_record:
            (self.given if layout.record else self.lacking)[layout.kind, "record"] += 1
        for rule in layout.rules:
            (self.given if rule.start else self.lacking)[layout.kind, rule.field] += 1
            if rule.start and layout.has_record and not layout.record:
                self.unplaced[layout.kind, rule.field] += 1

    def page(self, site, layout, entries, page, seen, home, filled):
        """Compare what extract read from a page with what its layout's expressions give."""
        address = entries[0]["page"]
        base = base_of(page, address)
        places = [(body_of(page), len(page))]
        if layout.has_record:
            places = record_places(layout, page)
        homes = placed(layout, entries, places, page, base) if layout.has_record else [0]
        fields = [f for f in FIELDS if any(r.field == f for r in layout.rules)]
        for entry, place in zip(entries, homes):
            of_list = layout.kind == "list"
            learned = (key(address) == home and key(entry.get("link", "")) in seen if of_list
                       else key(address) in seen)
            miss = functools.partial(Miss, site, layout.kind, learned=learned, page=address)
            if layout.has_record:
                shown_as = entry.get("link") or entry.get("title")
                right = place is not None
                self.count(miss("record", own=True, wanted=shown_as, given=None), right)
            got = {} if place is None else replay(layout, page, places[place])
            for field in fields:
                wanted, given = entry.get(field), got.get(field, ())
                if given is None:
                    continue
                right = given and wanted and agrees(field, *given, wanted, base)
                if wanted:
                    source = folded(given[1])[:160] if given else None
                    own = not filled(entry, field)
                    self.count(miss(field, own=own, wanted=wanted, given=source), bool(right))
                elif given and shown(*given):
                    self.extra[layout.kind, field] += 1
        if layout.has_record:
            self.extra["list", "record"] += len(places) - sum(p is not None for p in homes)


def entries_of(lines):
    """Predictions by page."""
    out = defaultdict(list)
    for entry in map(json.loads, lines):
        out[entry["page"]].append(entry)
    return out


def unfilled(program, warc, rule_file):
    """Which values extract fills in: the ones that are missing where the rules have no index."""
    with open(rule_file, encoding="utf-8") as file:
        bare = re.sub(r"<index\b.*?</index>|<index\b[^>]*/>", "", file.read(), flags=re.S)
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(bare)
        file.flush()
        run = subprocess.run([program, "extract", "--warc", warc, "--rules", file.name],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120)
    own = {(e["page"], e.get("layout"), e.get("link")): e
           for entries in entries_of(run.stdout.splitlines()).values() for e in entries}

    def filled(entry, field):
        bare = own.get((entry["page"], entry.get("layout"), entry.get("link")))
        return bare is not None and field not in bare

    return filled


def read_site(program, tally, site, folder, rule_file, pred):
    """Compare all pages of a site."""
    by_name = layouts(rule_file)
    for layout in by_name.values():
        tally.rules(layout)
    with open(os.path.join(folder, "site.json"), encoding="utf-8") as file:
        home = key(json.load(file)["home_url"])
    with open(os.path.join(folder, "truth.jsonl"), encoding="utf-8") as file:
        seen = {key(t["link"]) for t in map(json.loads, file) if t["seen"]}
    with open(pred, encoding="utf-8") as file:
        by_page = entries_of(file)
    warc = os.path.join(folder, "site.warc.gz")
    texts, filled = pages(warc, by_page), unfilled(program, warc, rule_file)
    for address, entries in by_page.items():
        layout = by_name.get(entries[0].get("layout"))
        if layout is None or layout.has_record and layout.record is None:
            continue
        signal.alarm(PATIENCE)
        try:
            tally.page(site, layout, entries, texts[address], seen, home, filled)
        except TooSlow:
            tally.slow.append((site, layout.name, address))
        finally:
            signal.alarm(0)


def learned(program, folder, out):
    """Learn and extract a site; False where that fails."""
    with open(os.path.join(folder, "site.json"), encoding="utf-8") as file:
        home = json.load(file)["home_url"]
    warc, site = os.path.join(folder, "site.warc.gz"), os.path.basename(folder)
    rules, pred = (os.path.join(out, part) for part in ("rules", "pred"))
    for part in (rules, pred):
        os.makedirs(part, exist_ok=True)
    rule_file = os.path.join(rules, site + ".xml")
    quiet = {"stderr": subprocess.DEVNULL, "timeout": 120}
    with open(os.path.join(pred, site + ".jsonl"), "wb") as file:
        learn = ["learn", "--warc", warc, "--force", "--out", rule_file, home]
        runs = ((learn, subprocess.DEVNULL),
                (["extract", "--warc", warc, "--rules", rule_file], file))
        return all(subprocess.run([program, *args], stdout=to, **quiet).returncode == 0
                   for args, to in runs)


# -- Report

def percent(part, whole):
    return f"{100 * part / whole:6.2f}" if whole else "     -"


COLUMNS = ("learned", "all", "own")


def table(corpus, tally):
    print(f"{corpus:14}" + "".join(f"{c:>8}{'agree':>7}{'share':>8}" for c in COLUMNS)
          + f"{'extra':>8}")
    for kind in ("list", "entry"):
        for field in ("record", *FIELDS):
            if not tally.compared[kind, field, "all"]:
                continue
            counts = ((tally.compared[kind, field, c], tally.agreeing[kind, field, c])
                      for c in COLUMNS)
            print(f"{kind + ' ' + field:14}"
                  + "".join(f"{n:8}{right:7}{percent(right, n):>8}" for n, right in counts)
                  + f"{tally.extra[kind, field]:8}")
    print("\nrules without an expression (of all; with one, but in a list whose record has none):")
    for kind in ("list", "entry"):
        fields = [f for k, f in tally.given + tally.lacking if k == kind]
        print(f"  {kind:6}", ", ".join(
            f"{f} {tally.lacking[kind, f]} ({tally.lacking[kind, f] + tally.given[kind, f]}; "
            f"{tally.unplaced[kind, f]})" for f in dict.fromkeys(sorted(fields))))
    for site, layout, address in tally.slow:
        print(f"  slower than {PATIENCE} s: {site}, {layout}, {address}")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin")
    parser.add_argument("shared")
    parser.add_argument("--corpus", nargs="+", default=["dev", "zoo"])
    parser.add_argument("--sites", type=int, metavar="N")
    parser.add_argument("--from", dest="made", metavar="OUT")
    parser.add_argument("--misses", metavar="FILE", help="write what disagrees here, tab-separated")
    args = parser.parse_args()
    signal.signal(signal.SIGALRM, too_slow)
    program, misses = os.path.realpath(args.bin), []
    for corpus in args.corpus:
        top, tally = os.path.join(args.shared, "corpus", corpus), Tally()
        sites = [s for s in sorted(os.listdir(top)) if os.path.isdir(os.path.join(top, s))]
        with tempfile.TemporaryDirectory() as made:
            if args.made:
                made = os.path.join(args.made, corpus)
                made = made if os.path.isdir(made) else args.made
            for site in sites[:args.sites]:
                folder = os.path.join(top, site)
                if not args.made and not learned(program, folder, made):
                    print(f"failed: {site}", file=sys.stderr)
                    continue
                read_site(program, tally, site, folder, os.path.join(made, "rules", site + ".xml"),
                          os.path.join(made, "pred", site + ".jsonl"))
        table(corpus, tally)
        misses += tally.misses
    if args.misses:
        with open(args.misses, "w", encoding="utf-8") as file:
            print(*Miss._fields, sep="\t", file=file)
            for miss in misses:
                print(*miss, sep="\t", file=file)


if __name__ == "__main__":
    main()

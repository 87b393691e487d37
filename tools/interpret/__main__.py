"""An interpreter of feedstone's rule files, written from README.md.

interpret RULES PAGE.html --url URL              entries of a page, as JSON Lines
interpret RULES --warc FILE                      entries of all pages of an archive
interpret --compare PRED.jsonl RULES --warc FILE how far they agree with others
interpret --conformance DIR                      the cases of a kit

| module      | section of README.md                                                          |
|-------------|-------------------------------------------------------------------------------|
| tokens.py   | Tokens, Visible text, Words                                                   |
| addresses.py| Addresses; of "index": link shapes                                            |
| archive.py  | Charset                                                                       |
| rules.py    | The elements                                                                  |
| score.py    | layout: Which layout a page has; fingerprint                                  |
| reading.py  | record, extent, field                                                         |
| several.py  | record: Several posts                                                         |
| values.py   | field: The value                                                              |
| sisters.py  | field: Tags, sister rows                                                      |
| tag_rows.py | index: rows of tags                                                           |
| days.py     | date, Days                                                                    |
| patterns.py | Token patterns, start, end                                                    |
| unseen.py   | index, Lists never seen                                                       |
| filling.py  | Fields that most records lack                                                 |
| besides.py  | What a record shows besides                                                   |
| whole.py    | extent: Pages of one archive                                                  |
"""

import argparse
import json
import pathlib
import sys
from collections import Counter

from archive import decode, pages
from rules import Wrapper
from score import extract
from tokens import Page
from whole import settle

MOST_SHOWN = 10


def lines(wrapper, page, url):
    """The entries of a page with the keys of `feedstone extract`."""
    best = extract(wrapper, page, url)
    for entry in best.entries if best else ():
        line = {
            "page": url, "kind": best.kind, "layout": best.layout,
            "link": None if entry.link is None else str(entry.link), "title": entry.title,
            "date": entry.date and entry.date.isoformat(), "author": entry.author,
            "tags": entry.tags, "body_text": entry.body_text, "body_html": entry.body_html,
            "extent": entry.extent,
        }
        yield {key: value for key, value in line.items() if value is not None}


def archived(wrapper, warc):
    """The pages of an archive with their addresses and lines."""
    found = [(url, list(lines(wrapper, Page(text), url))) for url, text in pages(warc)]
    settle(found)
    return found


class Agreement:
    """How many values of each field agree, and the first that do not."""

    def __init__(self):
        self.equal, self.compared, self.different = Counter(), Counter(), []

    def add(self, page, name, mine, other):
        if mine is None and other is None:
            return
        if name.startswith("body"):
            mine, other = (None if x is None else " ".join(x.split()) for x in (mine, other))
        self.compared[name] += 1
        self.equal[name] += mine == other
        if mine != other:
            self.different.append(f"{page}: {name}: {mine!r:.200} instead of {other!r:.200}")

    def add_page(self, page, mine, others):
        """The layout, the number of records, and the fields of each record."""
        layouts = [records[0]["layout"] if records else "none" for records in (mine, others)]
        self.add(page, "layout", *layouts)
        self.add(page, "records", len(mine), len(others))
        for one, other in zip(mine, others):
            # When an archive captured the page is read by no rule.
            for name in sorted((one.keys() | other.keys()) - {"page", "layout", "captured"}):
                self.add(page, name, one.get(name), other.get(name))

    def __str__(self):
        rows = [f"{name}\t{self.equal[name]}/{count}" for name, count in self.compared.items()]
        return "\n".join(rows + self.different[:MOST_SHOWN])


def read_lines(path):
    text = pathlib.Path(path).read_text("utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


def compare(rules, warc, expected):
    """Agreement with what another program read in an archive."""
    wrapper, agreement, others = Wrapper(rules), Agreement(), {}
    for line in read_lines(expected):
        others.setdefault(line["page"], []).append(line)
    for url, mine in archived(wrapper, warc):
        agreement.add_page(url, mine, others.get(url, []))
    return agreement


def conformance(folder):
    """Agreement with the cases of a kit: cases.tsv, and NAME.jsonl for each of them."""
    kit, agreement = pathlib.Path(folder), Agreement()
    root = kit.parent.parent
    for row in (kit / "cases.tsv").read_text("utf-8").splitlines():
        if row.startswith("#"):
            continue
        name, rules, path, url = row.split("\t")
        page = Page(decode((root / path).read_bytes()))
        mine = list(lines(Wrapper(root / rules), page, url))
        agreement.add_page(name, mine, read_lines(kit / f"{name}.jsonl"))
    return agreement


def main():
    parser = argparse.ArgumentParser(prog="interpret", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", help="the rule file")
    parser.add_argument("page", nargs="?", help="an HTML file")
    parser.add_argument("--url", help="the page's address")
    parser.add_argument("--warc", help="an archive")
    parser.add_argument("--compare", metavar="PRED", help="what another program read")
    parser.add_argument("--conformance", metavar="DIR", help="a folder with cases.tsv")
    args = parser.parse_args()
    if args.conformance or args.compare:
        agreement = conformance(args.conformance) if args.conformance \
            else compare(args.rules, args.warc, args.compare)
        print(agreement)
        return 1 if agreement.different else 0
    if args.page and args.url:
        page = Page(decode(pathlib.Path(args.page).read_bytes()))
        found = [(args.url, lines(Wrapper(args.rules), page, args.url))]
    elif args.rules and args.warc:
        found = archived(Wrapper(args.rules), args.warc)
    else:
        parser.error("expected RULES PAGE --url URL, or RULES --warc FILE")
    for _, page in found:
        for line in page:
            print(json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main())

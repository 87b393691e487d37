#!/usr/bin/env python3
"""readers.py BIN SELECT [SHARED] [--sites N] [--misses FILE]: do the expressions that `feedstone
rules export` writes give, in the readers' own engines, what `feedstone extract` reads?

    tools/readers.py target/release/feedstone target/release/examples/select ../shared
    tools/readers.py target/release/feedstone target/release/examples/select

BIN learns each blog of SHARED/corpus/dev from its archive and exports its rules for every reader,
proved on the pages that learning takes; without SHARED it does so with the samples of this
repository. Then the exports are run on all pages of the archive: XPath of FreshRSS, Full-Text RSS
and RSS-Bridge by PHP's DOMDocument and DOMXPath (readers/run.php), CSS of Miniflux and FreshRSS by
the crate scraper (examples/select.rs, SELECT), whose selectors are Firefox'. PHP's parser is
libxml2, which knows nothing of HTML5: where it builds another tree, expressions miss.

Of each reader and field are printed: the blogs whose rules read the field on such pages, those for
which an expression was found; the values that feedstone reads of posts in the feed, and of others,
and how many of these the reader reads alike (white space does not count). On lists an item is the
entry of the same link, else of the same place; `items` counts records. `more` are values where
feedstone reads none. With the samples every value has to agree: exit code 1 where one does not.

Needs PHP with its XML module (Debian: php-cli, php-xml; installed by apt-get where this runs as root
and they are missing). Where they cannot be had it says so and ends with 0.
"""
import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import parse_qs, unquote_plus, urljoin

from feeds import payload, records

HERE = Path(__file__).resolve().parent
SAMPLES = ["carnet-fr", "cjk-zh", "day-book", "garden-notes", "old-table", "summary-lab"]
PACKAGES = ["php-cli", "php-xml"]
FRSS = "{https://freshrss.org/opml}"
FRESHRSS = {"xPathItem": "item", "xPathItemTitle": "title", "xPathItemUri": "link",
            "xPathItemTimestamp": "date", "xPathItemTimeFormat": "format",
            "xPathItemAuthor": "author", "xPathItemCategories": "tags",
            "xPathItemContent": "body"}
BRIDGE = {"item": "item", "title": "title", "uri": "link", "timestamp": "date",
          "author": "author", "categories": "tags", "content": "body"}
FIELDS = ["items", "title", "link", "date", "author", "tags", "body"]
OF = {"freshrss": ("list", FIELDS), "rss-bridge": ("list", FIELDS),
      "ftr": ("entry", ["title", "date", "author", "body"]), "miniflux": ("entry", ["body"])}


def has_php():
    if not shutil.which("php"):
        return False
    modules = subprocess.run(["php", "-m"], capture_output=True, text=True).stdout.split()
    return "dom" in modules


def install():
    if not has_php() and os.getuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "-y", "-q", *PACKAGES]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
    return has_php()


def decoded(body, head):
    """A page's text; most pages say their charset."""
    said = re.search(rb"(?i)charset\s*=\s*[\"']?([\w-]+)", head + b"\n" + body[:2048])
    for name in [said.group(1).decode() if said else "utf-8", "utf-8"]:
        try:
            return body.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue
    return body.decode("cp1252", "replace")


def archived(file):
    """The HTML pages of an archive by address; the last capture counts."""
    pages = {}
    for head, block in records(gzip.open(file).read()):
        url = re.search(rb"(?im)^warc-target-uri:\s*<?([^>\s]+)", head)
        if url is None or b"WARC-Type: response" not in head:
            continue
        http, _, body = block.partition(b"\r\n\r\n")
        if not re.match(rb"HTTP/\S+ 200", http):
            continue
        try:
            http, body = payload(http, body)
        except (ValueError, OSError, EOFError):
            continue
        pages[url.group(1).decode()] = decoded(body, http)
    return pages


def saved(folder):
    base = (folder / "base.url").read_text().strip().rstrip("/")
    return {f"{base}/{f.relative_to(folder).as_posix().removesuffix('index.html')}":
            decoded(f.read_bytes(), b"") for f in folder.rglob("*.html")}


def squeezed(value):
    """Without white space, of whatever kind."""
    if isinstance(value, list):
        out = []
        for v in map(squeezed, value):
            if v and v not in out:
                out.append(v)
        return out
    return re.sub(r"[\s\u200b\u200e\u200f\ufeff]+", "", value or "")


def address(base, link):
    link = urljoin(base, (link or "").strip()).split("#")[0]
    return re.sub(r"^https?://(www\.)?", "", unquote_plus(link)).rstrip("/")


def read_export(reader, text):
    """The expressions by field: (XPath by field, CSS of the body and of what is cut from it)."""
    if not text:
        return None, None
    if reader == "freshrss":
        xpath, css = None, None
        for outline in ElementTree.fromstring(text).iter("outline"):
            attrs = {k.removeprefix(FRSS): v for k, v in outline.attrib.items()}
            if "cssFullContent" in attrs:
                css = attrs["cssFullContent"], attrs.get("cssContentFilter")
            if attrs["type"] == "HTML+XPath":
                xpath = {FRESHRSS[k]: v for k, v in attrs.items() if k in FRESHRSS}
        return xpath, css
    if reader == "rss-bridge":
        asked = parse_qs(text.strip().removeprefix("?"), strict_parsing=True)
        # The bridge decodes once more than the server.
        return {BRIDGE[k]: unquote_plus(v[0]) for k, v in asked.items() if k in BRIDGE}, None
    if reader == "miniflux":
        feed = json.loads(text)
        remove = feed.get("rewrite_rules")
        # As Go reads a string in quotes; JSON's are the same here.
        remove = remove and json.loads(remove.removeprefix("remove(").removesuffix(")"))
        return None, (feed["scraper_rules"], remove)
    lines = [line.split(": ", 1) for line in text.splitlines()]
    by = {k: v for k, v in lines if k in ("title", "date", "author", "body")}
    return by | {"strip": [v for k, v in lines if k == "strip"]}, None


class Table:
    """Counts for each reader and field, and what misses."""

    def __init__(self):
        self.blogs, self.found = Counter(), Counter()
        self.seen, self.seen_right = Counter(), Counter()
        self.other, self.other_right, self.more = Counter(), Counter(), Counter()
        self.whole = Counter()
        self.misses = []

    def value(self, key, is_seen, expected, got, where):
        if not expected:
            self.more[key] += bool(got)
            if got:
                self.misses.append((*key, where, expected, got))
            return
        of, right = (self.seen, self.seen_right) if is_seen else (self.other, self.other_right)
        of[key] += 1
        right[key] += expected == got
        if expected != got:
            self.misses.append((*key, where, expected, got))

    def print(self):
        print(f"{'reader':<11}{'field':<8}{'blogs':>6}{'found':>6}{'in feed':>9}{'alike':>8}"
              f"{'others':>8}{'alike':>8}{'more':>6}")
        for reader, (_, fields) in OF.items():
            for field in fields:
                key = (reader, field)
                print(f"{reader:<11}{field:<8}{self.blogs[key]:>6}{self.found[key]:>6}"
                      f"{self.seen[key]:>9}{share(self.seen_right[key], self.seen[key]):>8}"
                      f"{self.other[key]:>8}{share(self.other_right[key], self.other[key]):>8}"
                      f"{self.more[key]:>6}")
        for reader in OF:
            print(f"{reader}: a file for {self.whole[reader, 'some']} blogs, "
                  f"nothing missing in {self.whole[reader, 'all']}")


def share(right, of):
    return f"{100 * right / of:.1f}" if of else "-"


def field_of(entry, field, page):
    if field == "tags":
        return squeezed(entry.get("tags") or [])
    if field == "link":
        return address(page, entry["link"]) if entry.get("link") else ""
    return squeezed(entry.get({"body": "body_text"}.get(field, field)))


def given(item, field, page):
    if field == "link":
        return address(page, item["link"]) if item.get("link") else ""
    return squeezed(item.get(field))


def compare_list(table, reader, by, page, entries, items, seen):
    # PHP has one kind of brackets for what is empty.
    items = [i or {} for i in items]
    links = [given(i, "link", page) for i in items]
    right = squeezed([str(len(items))]) == squeezed([str(len(entries))])
    table.value((reader, "items"), False, ["same"], ["same" if right else str(len(items))], page)
    for n, entry in enumerate(entries):
        link = field_of(entry, "link", page)
        at = links.index(link) if link and link in links else n
        item = items[at] if at < len(items) else {}
        for field in by:
            if field in FIELDS:
                table.value((reader, field), link in seen, field_of(entry, field, page),
                            given(item, field, page), page)


def blog(table, args, source, home, pages, seen, scratch):
    """One blog, learned and exported, in all readers."""
    rules = scratch / "rules.xml"
    learn = [args.bin, "learn", *source, "--out", rules, "--force"]
    # A folder is the blog itself.
    subprocess.run([*learn, home] if source[0] == "--warc" else [args.bin, "learn", source[1],
                   "--out", rules, "--force"], capture_output=True)
    if not rules.is_file():
        return
    out = subprocess.run([args.bin, "extract", "--rules", rules, *source], capture_output=True)
    read = defaultdict(list)
    for line in out.stdout.decode().splitlines():
        entry = json.loads(line)
        read[entry["page"]].append(entry)
    said = {}
    job = {}
    for reader in OF:
        export = subprocess.run([args.bin, "rules", "export", "--to", reader, rules, *source],
                                capture_output=True, text=True)
        if export.returncode not in (0, 1):
            sys.exit(f"readers.py: {home}: {export.stderr}")
        if (export.returncode == 0) != ("feedstone: " not in export.stderr):
            sys.exit(f"readers.py: {home}: exit code {export.returncode}: {export.stderr}")
        table.whole[reader, "some"] += bool(export.stdout)
        table.whole[reader, "all"] += export.returncode == 0
        xpath, css = read_export(reader, export.stdout)
        said[reader] = xpath, css
        if xpath:
            job[reader] = xpath
    # The layout that most pages of a kind have is that of the expressions.
    layouts = Counter((es[0]["kind"], es[0]["layout"]) for es in read.values())
    main = {}
    for (kind, layout), _ in reversed(layouts.most_common()):
        if layout != "index":
            main[kind] = layout
    asked = []
    for url, entries in read.items():
        kind = entries[0]["kind"]
        if url in pages and entries[0]["layout"] == main.get(kind):
            asked.append({"url": url, "html": pages[url], "kind": kind})
    ran = []
    if job:
        php = subprocess.run(["php", "-d", "memory_limit=2G", HERE / "readers" / "run.php"],
                             input=json.dumps({"pages": asked, **job}), capture_output=True,
                             text=True)
        if php.returncode != 0:
            sys.exit(f"readers.py: {home}: php: {php.stdout[-500:]}{php.stderr[-500:]}")
        ran = json.loads(php.stdout)
    for page, got in zip(asked, ran):
        url, entries = page["url"], read[page["url"]]
        for reader in ("freshrss", "rss-bridge"):
            if reader in got:
                compare_list(table, reader, job[reader], url, entries, got[reader], seen)
        if "ftr" in got:
            is_seen = address(url, url) in seen
            for field in set(job["ftr"]) - {"strip"}:
                table.value(("ftr", field), is_seen, field_of(entries[0], field, url),
                            given(got["ftr"][0] or {}, field, url), url)
    css = said["miniflux"][1]
    posts = [p for p in asked if p["kind"] == "entry"]
    if css and posts:
        select = subprocess.run([args.select], capture_output=True, text=True, input=json.dumps(
            {"selector": css[0], "remove": css[1], "pages": [p["html"] for p in posts]}))
        if select.returncode != 0:
            sys.exit(f"readers.py: {home}: {css}: {select.stderr}")
        for page, text in zip(posts, json.loads(select.stdout)):
            table.value(("miniflux", "body"), address(page["url"], page["url"]) in seen,
                        field_of(read[page["url"]][0], "body", page["url"]), squeezed(text),
                        page["url"])
    if css and said["freshrss"][1] != css:
        sys.exit(f"readers.py: {home}: FreshRSS' CSS is {said['freshrss'][1]}, Miniflux' {css}")
    for reader, (kind, fields) in OF.items():
        for field in fields:
            has = [e for es in read.values() for e in es
                   if e["kind"] == kind and e["layout"] == main.get(kind)]
            name = {"body": "body_text"}.get(field, field)
            if has and (field == "items" or any(e.get(name) for e in has)):
                table.blogs[reader, field] += 1
                xpath, css = said[reader]
                known = (xpath or {}) if reader != "miniflux" else {"body": css} if css else {}
                table.found[reader, field] += (("item" if field == "items" else field) in known)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin", type=Path)
    parser.add_argument("select", type=Path)
    parser.add_argument("shared", type=Path, nargs="?")
    parser.add_argument("--sites", type=int)
    parser.add_argument("--misses", type=Path)
    args = parser.parse_args()
    args.bin, args.select = args.bin.resolve(), args.select.resolve()
    if not install():
        print(f"readers.py: skipped: expected PHP with its module dom ({' '.join(PACKAGES)})")
        return 0
    table = Table()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        if args.shared:
            sites = sorted((args.shared / "corpus" / "dev").glob("*/site.warc.gz"))[:args.sites]
            for file in sites:
                (scratch / "rules.xml").unlink(missing_ok=True)
                home = json.loads((file.parent / "site.json").read_text())["home_url"]
                truth = map(json.loads, (file.parent / "truth.jsonl").open())
                seen = {address(home, t["link"]) for t in truth if t.get("seen") and t.get("link")}
                blog(table, args, ["--warc", file], home, archived(file), seen, scratch)
        else:
            for sample in SAMPLES:
                (scratch / "rules.xml").unlink(missing_ok=True)
                folder = HERE.parent / "samples" / sample
                home = (folder / "base.url").read_text().strip()
                blog(table, args, ["--dir", folder], home, saved(folder), set(), scratch)
    table.print()
    if args.misses:
        args.misses.write_text("".join(json.dumps(m, ensure_ascii=False)[:3000] + "\n"
                                       for m in table.misses))
    if not args.shared:
        for miss in table.misses:
            print("readers.py:", *(str(m)[:200] for m in miss), file=sys.stderr)
        return 1 if table.misses or sum(table.other.values()) < 100 else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())

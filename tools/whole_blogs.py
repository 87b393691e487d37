#!/usr/bin/env python3
"""What whole blogs read as: all pages of corpus/harvest, each list held against the entries' own
pages and against the posts that are known.

    tools/whole_blogs.py target/release/feedstone ../shared [--site ID] [--show KIND]

Each blog is learned from its feed and all its pages are read. No truth says what a list shows, but
the same post read from a list and from its own page must agree: in title and day with posts.jsonl,
in author with the own page, in the text with its words. `--show KIND` prints what differs (one of
the columns' names). Columns:

    posts     records of lists whose link is a post's, of all records with a link
    title     their titles as posts.jsonl has them
    date      days that are right, of those that are read
    dated     records with a day
    author    the same as on the own page, where both have one
    body      texts that the own page holds: of whole ones nearly all words both ways, of excerpts
              nearly all theirs
    own       own pages read as an entry with title, day and text
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
from collections import Counter

ALIKE, HELD = 0.9, 0.8
COLUMNS = ("posts", "title", "date", "dated", "author", "body", "own")


def pages_of(site):
    """Address and bytes of each member of a blog's archive."""
    info = json.loads((site / "site.json").read_text())
    base = urllib.parse.urlsplit(info["base"])
    with tarfile.open(next(site.glob("site.tar.*"))) as tar:
        for member in tar:
            name = member.pax_headers.get("path", member.name)
            if member.isfile() and name.startswith("u/"):
                yield f"{base.scheme}://{base.netloc}{name[1:]}", tar.extractfile(member).read()


def write_warc(site, path):
    """The blog as a WARC file."""
    with open(path, "wb") as out:
        for number, (address, body) in enumerate(pages_of(site)):
            start = body[:3000].lower()
            feed = any(mark in start for mark in (b"<rss", b"<feed", b"<rdf", b"<urlset"))
            kind = b"application/xml" if feed else b"text/html"
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s" % (
                kind, len(body), body)
            out.write((
                "WARC/1.0\r\nWARC-Type: response\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012d}>\r\n"
                f"WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: {address}\r\n"
                "Content-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(answer)}\r\n\r\n").encode() + answer + b"\r\n\r\n")


def read(program, site, folder):
    """The entries of all pages."""
    warc, rules = folder / "site.warc", folder / "rules.xml"
    write_warc(site, warc)
    home = json.loads((site / "site.json").read_text())["home_url"]
    learn = [program, "learn", "--warc", warc, "--out", rules, "--force", home]
    subprocess.run(learn, check=True, capture_output=True)
    extract = [program, "extract", "--warc", warc, "--rules", rules]
    out = subprocess.run(extract, capture_output=True, text=True, check=False).stdout
    return [json.loads(line) for line in out.splitlines()]


class Blog:
    """The posts of a blog, and what its pages read as."""

    def __init__(self, score, site, entries):
        self.score = score
        self.posts = {}
        for line in (site / "posts.jsonl").read_text().splitlines():
            post = json.loads(line)
            for address in [post["url"], *post.get("aliases", [])]:
                self.posts[score.norm_link(address)] = post
        self.own, self.listed = {}, []
        for entry in entries:
            post = self.post_at(entry["page"])
            if post:
                self.own.setdefault(post["url"], entry)
            else:
                self.listed.append(entry)
        self.right, self.of, self.missed = Counter(), Counter(), {}

    def post_at(self, address):
        return self.posts.get(self.score.norm_link(address or ""))

    def count(self, column, right, entry, *what):
        self.of[column] += 1
        self.right[column] += bool(right)
        if not right:
            self.missed.setdefault(column, []).append((entry["page"], entry.get("link"), *what))

    def judge(self):
        for url, entry in self.own.items():
            post = self.post_at(url)
            whole = self.titled(entry, post) and day_of(entry) in days_of(post)
            self.count("own", whole and entry.get("body_text"), entry, post["title"])
        for entry in self.listed:
            post = self.post_at(entry.get("link"))
            if entry.get("link"):
                self.count("posts", post, entry, entry.get("title"))
            if post:
                self.judge_record(entry, post)

    def titled(self, entry, post):
        norm = self.score.norm_text
        return norm(entry.get("title")) == norm(post["title"])

    def judge_record(self, entry, post):
        own = self.own.get(post["url"], {})
        self.count("title", self.titled(entry, post), entry, post["title"], entry.get("title"))
        self.count("dated", day_of(entry), entry)
        if day_of(entry):
            self.count("date", day_of(entry) in days_of(post), entry, post["date"], day_of(entry))
        if entry.get("author") and own.get("author"):
            same = entry["author"].lower() == own["author"].lower()
            self.count("author", same, entry, own["author"], entry["author"])
        if entry.get("body_text") and own.get("body_text"):
            self.count("body", self.holds(entry, own), entry, entry["body_text"][:80])

    def holds(self, entry, own):
        """Whether the own page holds the text of a list."""
        here, there = (shingles(self.score, x["body_text"]) for x in (entry, own))
        both = sum((here & there).values())
        if entry.get("extent") == "full":
            return 2 * both >= ALIKE * (sum(here.values()) + sum(there.values()))
        return both >= HELD * sum(here.values())


def day_of(entry):
    return (entry.get("date") or "")[:10]


def days_of(post):
    return [post["date"], *(post.get("dates") or [])]


def shingles(score, text):
    words = score.WORD.findall(text)
    return Counter(tuple(words[k:k + 4]) for k in range(max(1, len(words) - 3)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--site")
    parser.add_argument("--show", choices=COLUMNS)
    args = parser.parse_args()
    sys.path.insert(0, str(args.shared / "eval"))
    import score

    sites = sorted(path.parent for path in (args.shared / "corpus/harvest").glob("*/site.json"))
    print(f"{'':16}" + "".join(f"{name:>16}" for name in COLUMNS))
    for site in sites:
        if args.site not in (None, site.name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            entries = read(args.program, site, pathlib.Path(folder))
        blog = Blog(score, site, entries)
        blog.judge()
        cells = (f"{blog.right[name]} of {blog.of[name]}" for name in COLUMNS)
        print(f"{site.name:16}" + "".join(f"{cell:>16}" for cell in cells), flush=True)
        for missed in blog.missed.get(args.show, []):
            print("  ", *missed)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes a sample blog in every form that `feedstone harvest` has, and reads each back with a
program that knows nothing of feedstone.

    target/venv/bin/python tools/forms.py target/release/feedstone

JSON Lines are held against docs/harvest.schema.json (jsonschema), Atom and its archived form are
read by feedparser, JSON Feed by Python's json, WXR by Python's XML reader, SQLite by its own shell
(the command sqlite3; skipped where it is missing), CSV by Python's csv, front matter line by line.
Needs tools/requirements.txt. Exit code 0: each has every post.
"""
import csv
import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

import feedparser
import jsonschema

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "samples/garden-notes"


def written(feedstone, folder, name):
    out = folder / name
    shown = f"{out}/" if name.endswith("/") else str(out)
    subprocess.run([feedstone, "harvest", SAMPLE, "--out", shown], check=True,
                   stderr=subprocess.DEVNULL)
    return out


def lines(file):
    schema = jsonschema.Draft202012Validator(
        json.loads((ROOT / "docs/harvest.schema.json").read_text()))
    posts = [json.loads(line) for line in file.read_text().splitlines()]
    for post in posts:
        schema.validate(post)
    return {post["title"] for post in posts}


def atom(file):
    feed = feedparser.parse(file)
    if feed.bozo:
        sys.exit(f"forms.py: {file}: {feed.bozo_exception}")
    if len({e.id for e in feed.entries}) != len(feed.entries):
        sys.exit(f"forms.py: {file}: ids are not unique")
    return {e.title for e in feed.entries if e.link and e.updated_parsed}


def json_feed(file):
    feed = json.loads(file.read_text())
    if feed["version"] != "https://jsonfeed.org/version/1.1":
        sys.exit(f"forms.py: {file}: version {feed['version']}")
    return {item["title"] for item in feed["items"] if item["id"] and item["url"]}


def wxr(file):
    items = xml.etree.ElementTree.parse(file).getroot().iter("item")
    kind = "{http://wordpress.org/export/1.2/}post_type"
    return {item.findtext("title") for item in items if item.findtext(kind) == "post"}


def sqlite(file):
    sql = "pragma integrity_check; select title from post"
    shell = subprocess.run(["sqlite3", file, sql], check=True, capture_output=True, text=True)
    whole, *titles = shell.stdout.splitlines()
    if whole != "ok":
        sys.exit(f"forms.py: {file}: {whole}")
    return set(titles)


def table(file):
    with open(file, newline="", encoding="utf-8") as rows:
        return {row["title"] for row in csv.DictReader(rows)}


def markdown(folder):
    titles = set()
    for file in folder.glob("*.md"):
        _, front, _ = file.read_text().split("---\n", 2)
        fields = dict(line.split(": ", 1) for line in front.splitlines())
        titles.add(json.loads(fields["title"]))
    return titles


def main():
    feedstone = Path(sys.argv[1]).resolve()
    forms = {"posts.jsonl": lines, "posts.atom": atom, "posts.json": json_feed, "posts.wxr": wxr,
             "posts.csv": table, "posts/": markdown, "old.atom/": lambda f: atom(f / "feed.atom")}
    if shutil.which("sqlite3"):
        forms["posts.sqlite"] = sqlite
    else:
        print("sqlite3 is not installed; its form is skipped")
    with tempfile.TemporaryDirectory() as folder:
        read = {name: of(written(feedstone, Path(folder), name)) for name, of in forms.items()}
    wanted = read["posts.jsonl"]
    for name, titles in read.items():
        print(f"{name:14} {len(titles)} posts")
    if len(wanted) != 16 or any(titles != wanted for titles in read.values()):
        sys.exit("forms.py: expected the same 16 titles in each form")


if __name__ == "__main__":
    main()

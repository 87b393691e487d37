#!/usr/bin/env python3
"""pages_changed.py FEEDSTONE SHARED [CORPUS [KIND...]]: does reading hang on a theme's words?

Learns and reads the blogs of SHARED/corpus/dev (or of the folder CORPUS) as they are, and made
over: the same words on the same pages, in templates that nobody wrote a program for. What a
reader sees stays as it is, and with it the truth. What is read right of the blogs as they are
and not of those made over hangs on names that a theme happens to use. KIND is one or several of

  hash      each class and id by letters that say nothing; no itemprop, no rel
  bare      no class, no id, no itemprop, no rel
  divs      elements that say what they are for (article, nav, time …) are div and span
  plain     headings are paragraphs
  breaks    paragraphs are lines that end with two br
  nometa    no meta elements, no linked data

joined by + (hash+divs); kinds of feeds.py, too (hash+teasers). Prints a table in Markdown,
percent of unseen records. Standard library only.

  python3 tools/pages_changed.py target/release/feedstone ../shared
  python3 tools/pages_changed.py target/release/feedstone ../shared ../shared/corpus/zoo bare+titles
"""
import gzip
import hashlib
import os
import re
import sys
import tempfile

import feeds
import feeds_changed

KINDS = ("hash", "bare", "divs", "hash+divs", "plain", "breaks", "nometa", "hash+teasers",
         "bare+teasers", "hash+titles")

TAG = re.compile(rb"<[a-zA-Z](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
NAMED = re.compile(rb"(\s)(class|id|for|name|aria-labelledby|aria-controls)(\s*=\s*)"
                   rb"(\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.I)
FRAGMENT = re.compile(rb"(\shref\s*=\s*[\"']?)([^\"'\s>#]*)#([^\"'\s>]+)", re.I)
SAYING = re.compile(rb"\s(?:itemprop|itemscope|itemtype|rel|role|property|data-[\w-]+)"
                    rb"(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?(?=[\s>/])", re.I)
NAMES = re.compile(rb"\s(?:class|id)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.I)
BLOCKS = re.compile(rb"<(/?)(?:article|main|section|header|footer|nav|aside|figure|hgroup"
                    rb"|address)(?=[\s>])", re.I)
TIMES = re.compile(rb"<(/?)time(?=[\s>])(?:\s+(?:datetime|pubdate)(?:\s*=\s*(?:\"[^\"]*\""
                   rb"|'[^']*'|[^\s>\"']+))?)*", re.I)
HEADINGS = re.compile(rb"<(/?)h[1-6](?=[\s>])", re.I)
STARTS = re.compile(rb"<p(?:\s[^<>]*)?>", re.I)
ENDS = re.compile(rb"</p\s*>", re.I)
METAS = re.compile(rb"<meta(?![^>]*(?:charset|content-type|refresh))[^>]*>"
                   rb"|<script[^>]*ld\+json.*?</script>", re.I | re.S)
# What a browser reads as text or code is left as it is.
RAW = re.compile(rb"(<(script|style|textarea|noscript)\b.*?</\2\s*>|<!--.*?-->)", re.I | re.S)


def letters(name):
    """A name with six other letters for each of its words, the same wherever they stand."""
    def word(match):
        return bytes(97 + byte % 26 for byte in hashlib.md5(match.group(0)).digest()[:6])

    return re.sub(rb"[a-zA-Z]+", word, name)


def hashed(tag):
    def named(match):
        space, name, equals, value = match.groups()
        # `name` says what an anchor is, elsewhere what a form or a meta element is.
        if name.lower() == b"name" and not tag[:3].lower() in (b"<a ", b"<a\n"):
            return match.group(0)
        words = value.strip(b"\"'").split()
        return space + name + equals + b'"' + b" ".join(map(letters, words)) + b'"'

    def fragment(match):
        return match.group(1) + match.group(2) + b"#" + letters(match.group(3))

    if tag[:6].lower() in (b"<link ", b"<meta ", b"<base ", b"<html ", b"<body "):
        return tag
    if tag[:3].lower() == b"<a ":
        tag = FRAGMENT.sub(fragment, tag)
    return SAYING.sub(b"", NAMED.sub(named, tag))


def bare(tag):
    if tag[:6].lower() in (b"<link ", b"<meta ", b"<base "):
        return tag
    return SAYING.sub(b"", NAMES.sub(b"", tag))


def of_tags(change):
    return lambda part: TAG.sub(lambda tag: change(tag.group(0)), part)


def divs(part):
    part = BLOCKS.sub(rb"<\1div", part)
    return TIMES.sub(rb"<\1span", part)


CHANGES = {
    "hash": of_tags(hashed),
    "bare": of_tags(bare),
    "divs": divs,
    "plain": lambda part: HEADINGS.sub(rb"<\1p", part),
    "breaks": lambda part: ENDS.sub(b"<br><br>", STARTS.sub(b"", part)),
}


def changed(text, kind):
    """The page made over; None where the text is no page."""
    start = text[:3000].lower()
    if b"<html" not in start and b"<!doctype html" not in start:
        return None
    if kind == "nometa":
        return METAS.sub(b"", text)
    # Every third part is raw, and the one behind it is that element's name.
    parts = RAW.split(text)
    return b"".join(CHANGES[kind](part) if at % 3 == 0 else part
                    for at, part in enumerate(parts) if at % 3 != 2)


def main(corpus, out, kind):
    """A corpus with the same feeds whose pages are made over."""
    feeds.main(corpus, out, kind, changed)


def make(corpus, out, kinds):
    """The corpus with one change after the other; the folder that has it."""
    for step, kind in enumerate(kinds):
        target = os.path.join(out, f"{step}-{kind}")
        (main if kind in CHANGES or kind == "nometa" else feeds.main)(corpus, target, kind)
        corpus = target
    return corpus


def table(program, shared, corpus, kinds):
    print("| pages | " + " | ".join(feeds_changed.FIELDS) + " | perfect |")
    print("|---|" + "--:|" * (len(feeds_changed.FIELDS) + 1), flush=True)
    for kind in ("as they are", *kinds):
        with tempfile.TemporaryDirectory() as made:
            blogs = corpus if kind == "as they are" else make(corpus, made, kind.split("+"))
            got = feeds_changed.scores(program, shared, blogs, os.path.join(made, "out"))
        feeds_changed.rows(kind, got)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    shared = os.path.realpath(sys.argv[2])
    table(os.path.realpath(sys.argv[1]), shared,
          sys.argv[3] if len(sys.argv) > 3 else os.path.join(shared, "corpus/dev"),
          sys.argv[4:] or KINDS)

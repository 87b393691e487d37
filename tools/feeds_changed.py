#!/usr/bin/env python3
"""feeds_changed.py FEEDSTONE SHARED [CORPUS]: does learning hang on how a feed happens to be?

Learns and reads the blogs of SHARED/corpus/dev (or of the folder CORPUS) as they are, and with
feeds that feeds.py changed: only summaries of 40 words, every second item only, two items of
three, the first four items only, no authors and tags. Pages and truth stay as they are, so that
the same records are compared; SHARED/eval/run.sh scores. Prints a table in Markdown, percent of
unseen records. What reads the whole feeds right by chance shows here. The changed blogs are written
to a temporary folder. Takes three minutes, where nothing else runs. Standard library only.

  python3 tools/feeds_changed.py target/release/feedstone ../shared
"""
import json
import os
import subprocess
import sys
import tempfile

import feeds

KINDS = {"the whole feed": None, "summaries": "teasers", "every second item": "half",
         "two items of three": "1/3", "the first four items": "4",
         "no authors and tags": "bare"}
GROUPS = {"lists": "list_unseen", "entry pages": "entry_unseen"}
FIELDS = ("precision", "recall", "f1", "title", "link", "date", "author", "tags", "body", "body90",
          "extent")


def scores(program, shared, corpus, out):
    """What score.py says of the program's reading of a corpus."""
    where = os.path.join(out, "score.json")
    subprocess.run([os.path.join(shared, "eval/run.sh"), program, corpus, out, "--json", where],
                   check=True, stdout=subprocess.DEVNULL)
    with open(where, encoding="utf8") as f:
        return json.load(f)


def rows(kind, got):
    """A row for lists and one for entry pages."""
    for pages, group in GROUPS.items():
        figures = [got["total"].get(group, {}).get(f) for f in FIELDS]
        cells = ["-" if f is None else f"{100 * f:.1f}" for f in figures]
        print(f"| {kind}, {pages} | " + " | ".join([*cells, str(got["perfect"])]) + " |",
              flush=True)


def main(program, shared, corpus):
    print("| feed, pages | " + " | ".join(FIELDS) + " | perfect |")
    print("|---|" + "--:|" * (len(FIELDS) + 1), flush=True)
    for kind, change in KINDS.items():
        with tempfile.TemporaryDirectory() as made:
            blogs = os.path.join(made, "blogs") if change else corpus
            if change:
                feeds.main(corpus, blogs, change)
            got = scores(program, shared, blogs, os.path.join(made, "out"))
        rows(kind, got)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    shared = os.path.realpath(sys.argv[2])
    main(os.path.realpath(sys.argv[1]), shared,
         sys.argv[3] if len(sys.argv) == 4 else os.path.join(shared, "corpus/dev"))

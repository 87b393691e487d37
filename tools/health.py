#!/usr/bin/env python3
"""health.py FEEDSTONE SHARED: how well `feedstone health` tells blogs whose rules still fit from
those that were redesigned. Markdown for docs/check.md.

Unchanged: rules learned from a blog, and its health on the same pages, right after; of dev, zoo and
fresh. Of fresh only the count is said.

Redesigned: rules learned on one side of a redesign of dev, and the health of the other side's home
page and feed, in both directions. What the old rules really read of the feed's items there, against
SHARED/corpus/dev/*/truth.jsonl, says whether they still fit: on the home page and on the items' own
pages, of title, day, author and text of the entries that truth knows. Below four fifths of the values of
either kind of page they do not; above 95 % of both they do; between, either answer is right.

Standard library only. Takes two minutes.
"""
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from checks import Bench  # noqa: E402

FIELDS = ("title", "date", "author", "body")
STATES = {0: "healthy", 1: "red", 2: "cannot tell"}


def health(bench, rules, corpus, site, *more):
    done = subprocess.run([bench.program, "health", "--rules", rules, "--warc",
                           bench.warc(corpus, site), *more], capture_output=True, text=True)
    return STATES.get(done.returncode, str(done.returncode)), done.stdout + done.stderr


def unchanged(bench, corpus):
    def one(site):
        rules = bench.rules(corpus, site)
        if not os.path.exists(rules):
            return [(site, "nothing learned", "")]
        return [(site, *health(bench, rules, corpus, site))]

    return bench.all(one, [(s,) for s in bench.sites(corpus)])


def given(bench, site):
    """The fields that rules give of the blog they were learned from, by kind of page."""
    out = {"list": set(), "entry": set()}
    for entries in bench.read(bench.rules("dev", site), bench.warc("dev", site)).values():
        for e in entries:
            out[e.get("kind", "list")] |= set(e)
    return {k: {f for f in FIELDS if {"body": "body_text"}.get(f, f) in v}
            for k, v in out.items()}


def fit(bench, old, new):
    """Shares of values that the old rules read right on the new side: on lists, on entry pages."""
    read = bench.read(bench.rules("dev", old), bench.warc("dev", new))
    right, of, fields = Counter(), Counter(), given(bench, old)
    norm = bench.score.norm_link
    pages = {norm(url): entries for url, entries in read.items()}
    for page, known in bench.known("dev", new).items():
        kind = "entry" if known[0]["kind"] == "entry" else "list"
        if known[0]["kind"] == "archive":
            continue
        preds = pages.get(page, [])
        read_as = {id(t): p for p in preds for t in [bench.pair(known, preds).get(id(p))] if t}
        for t in (t for t in known if t["seen"]):
            scores = bench.right(t, read_as.get(id(t)))
            for field in fields[kind]:
                if t.get(field) is not None:
                    of[kind] += 1
                    right[kind] += scores.get(field, False)
    return {k: right[k] / of[k] for k in of}


def redesigned(bench):
    def one(old, new):
        state, said = health(bench, bench.rules("dev", old), "dev", new,
                             "--home", bench.home("dev", new))
        return [(old, new, fit(bench, old, new), state, said)]

    return bench.all(one, bench.pairs())


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], sys.argv[2], folder)
        print("| unchanged | blogs | healthy | red | cannot tell |\n|---|--:|--:|--:|--:|")
        for corpus in ("dev", "zoo", "fresh"):
            rows = unchanged(bench, corpus)
            counts = Counter(r[1] for r in rows)
            print(f"| {corpus} | {len(rows)} | {counts['healthy']} | {counts['red']} | "
                  f"{counts['cannot tell']} |")
            for site, state, said in rows:
                if corpus != "fresh" and state != "healthy":
                    print(f"{site}: {state}\n{said}", file=sys.stderr)
        print("\n| redesigned | read right: home page | own pages | health |\n|---|--:|--:|---|")
        rows = redesigned(bench)
        wrong = 0
        for old, new, shares, state, said in sorted(rows):
            least = min(shares.values())
            bad = least < 0.8 and state != "red" or least > 0.95 and state != "healthy"
            wrong += bad
            told = [f"{100 * shares[k]:.0f} %" if k in shares else "–" for k in ("list", "entry")]
            print(f"| {old} → {new} | {told[0]} | {told[1]} | {state}{' **wrong**' * bad} |")
            if bad:
                print(f"{old} -> {new}: {state}\n{said}", file=sys.stderr)
        print(f"\nwrong: {wrong} of {len(rows)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()

#!/usr/bin/env python3
"""readings.py FEEDSTONE SHARED [--crossfit] [--write]: the weights by which a page's layout is
chosen.

Every layout of a wrapper reads a page, and so does the hypothesis of a list never seen. Which
reading counts is decided by a score (src/rule/layout.rs); "nothing" has score 0. This tool learns
rules for all blogs of SHARED/corpus/dev and zoo, prints the readings of all pages that truth knows
(`feedstone extract --readings`), takes for right those that read most of the truth, and fits the
weights so that right ones are likeliest (conditional logit, with a ridge toward what is expected).
Pages that truth does not know vote with little weight for what the program says of them now, so
that static pages are not all read as something.

--crossfit  weights from one half of the blogs, judged on the other half, both ways, beside those of
            all blogs
--write     put the weights into src/rule/layout.rs and rules/README.md

Standard library only; three minutes on two cores.
"""
import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checks import Bench

HOME = Path(__file__).resolve().parent.parent
SOURCE, REFERENCE = HOME / "src" / "rule" / "layout.rs", HOME / "rules" / "README.md"
# How strongly weights are held to what is expected of them; of 0.5, 2, 8, 24 the best on other
# blogs.
RIDGE = 8.0
UNKNOWN = 0.05     # what a page that truth does not know counts; nothing was tried
SLACK = 0.02       # readings that are so much worse than the best are right, too
STEPS = 400
# What would be expected of each term before any data: pages of most blogs say little of some of
# them.
EXPECTED = {
    "Entry": 0.0, "EntryMarks": 3.0, "EntryNoTitle": -2.0, "EntryNoBody": -2.0, "EntryLacks": -1.5,
    "EntryFields": 1.0, "EntryWords": 2.0, "EntryAddress": 2.0, "EntryHome": -3.0, "EntryLink": 1.0,
    "EntryHeadTitle": 1.0, "EntryOfRecords": -6.0, "IndexSaid": -1.5,
    "List": 0.0, "ListMarks": 3.0, "ListRecords": 1.0, "ListOne": -1.0, "ListOwn": 1.0,
    "ListElsewhere": -2.0, "ListFields": 1.0, "ListUntitled": -2.0, "ListLacks": -1.5,
    "ListPermalinks": 3.0, "ListAddress": -1.0, "ListWords": 2.0, "ListFrames": -3.0,
    "Index": 0.0, "IndexRecords": 1.0, "IndexOne": -2.0, "IndexAddress": -1.0, "IndexWords": 2.0,
    "IndexFields": 1.0, "IndexDated": 0.5,
}


def quality(bench, truths, entries):
    """How much of a page's truth is read, 0 to 1; entries that truth does not know count against
    it."""
    if truths[0]["kind"] == "entry":
        pairs = [(t, bench.score.pair_entry(t, entries)) for t in truths]
    else:
        pairs, _ = bench.score.pair_list(truths, entries)
    total = extra = 0.0
    for truth, read in pairs:
        scores = bench.score.compare(truth, read, truth["kind"] == "entry")
        scores = [v for f, v in scores.items() if f not in bench.score.SIDE]
        total += (sum(scores) / len(scores) if scores else 1.0) if read is not None else 0.0
    if truths[0]["kind"] == "entry":
        extra = sum(all(p is not q for _, q in pairs) for p in entries)
    return total / (len(pairs) + extra)


def pages(bench, corpus, site):
    """[(readings' terms, which are right, weight)] of the pages of a site, the blog it is of
    ahead."""
    rules = bench.rules(corpus, site)
    if not Path(rules).exists():
        return []
    known = bench.known(corpus, site)
    readings = defaultdict(list)
    for r in bench.run("extract", "--readings", "--rules", rules, "--warc",
                       bench.warc(corpus, site)):
        readings[r["page"]].append(r)
    out = []
    for page, found in readings.items():
        truths = known.get(bench.score.norm_link(page))
        terms = [r["terms"] for r in found] + [{}]
        if truths:
            worth = [quality(bench, truths, r["entries"]) for r in found] + [0.0]
            best = max(worth)
            right = [w >= best - SLACK for w in worth]
            out.append((terms, right, worth, 1.0))
        else:
            scores = [r["score"] for r in found] + [0.0]
            out.append((terms, [s == max(scores) for s in scores], None, UNKNOWN))
    known_pages = sum(p[2] is not None for p in out)
    # Each blog counts alike.
    return [(terms, right, worth, weight / max(1, known_pages))
            for terms, right, worth, weight in out]


def score(weights, terms):
    return sum(weights[t] * x for t, x in terms.items())


FREE = ("Entry", "List", "Index")   # what a kind of page has ahead of all evidence


def fit(now, data):
    """Weights that make right readings likeliest: gradient ascent with momentum. A weight keeps its
    sign: what is said for a reading never counts against it."""
    names = list(now)
    weights, speed = dict(EXPECTED), dict.fromkeys(names, 0.0)
    total = sum(p[3] for p in data)
    for step in range(STEPS):
        gradient = {n: RIDGE * (EXPECTED[n] - w) / 100 for n, w in weights.items()}
        for terms, right, _, weight in data:
            scores = [score(weights, t) for t in terms]
            top = max(scores)
            p = [math.exp(s - top) for s in scores]
            all_p, right_p = sum(p), sum(x for x, r in zip(p, right) if r)
            for t, x, r in zip(terms, p, right):
                pull = weight * ((x / right_p if r else 0.0) - x / all_p) * 100 / total
                if abs(pull) > 1e-9:
                    for name, value in t.items():
                        gradient[name] += pull * value
        for n in names:
            speed[n] = 0.9 * speed[n] + 0.02 * gradient[n]
            weights[n] += speed[n]
            if n not in FREE and weights[n] * math.copysign(1, EXPECTED[n]) < 0:
                weights[n] = speed[n] = 0.0
    return {n: round(w, 1) + 0.0 for n, w in weights.items()}


def judged(weights, data):
    """(share of the possible quality, share of pages read as well as can be), each blog alike."""
    got = best = right = total = 0.0
    for terms, ok, worth, weight in data:
        if worth is None:
            continue
        k = max(range(len(terms)), key=lambda k: score(weights, terms[k]))
        got, best = got + weight * worth[k], best + weight * max(worth)
        right, total = right + weight * ok[k], total + weight
    return got / best, right / total


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("feedstone")
    p.add_argument("shared")
    p.add_argument("--crossfit", action="store_true")
    p.add_argument("--write", action="store_true")
    a = p.parse_args(argv)
    source = SOURCE.read_text(encoding="utf8")
    now = {m[1]: float(m[2]) for m in re.finditer(r"^    (\w+) (-?\d+\.\d+),$", source, re.M)}
    with tempfile.TemporaryDirectory(prefix="feedstone-readings-") as tmp:
        bench = Bench(a.feedstone, a.shared, tmp)
        sites = [(c, s) for c in ("dev", "zoo") for s in bench.sites(c)]
        with ThreadPoolExecutor(2) as pool:
            data = dict(zip(sites, pool.map(lambda s: pages(bench, *s), sites)))
    # Two states of one blog, and the made blogs of one engine, are in the same half.
    blogs = sorted({re.sub(r"-.*", "", s) for _, s in sites})
    half = {b: k % 2 for k, b in enumerate(blogs)}
    of = lambda which: [p for (c, s), ps in data.items() if half[re.sub(r"-.*", "", s)] in which
                        for p in ps]
    both = of((0, 1))
    tell = lambda what, w, d: print(f"{what:42} {judged(w, d)[0]:.4f} of what can be read, "
                                    f"{judged(w, d)[1]:.4f} of pages")
    tell("weights as they are, all blogs", now, both)
    weights = fit(now, both)
    tell("fitted to all blogs, all blogs", weights, both)
    if a.crossfit:
        for k in (0, 1):
            tell(f"fitted to the other half, half {k + 1}", fit(now, of((1 - k,))), of((k,)))
    for n, w in weights.items():
        print(f"  {n:16} {now[n]:6.1f} -> {w:5.1f}")
    if a.write:
        for n, w in weights.items():
            source = re.sub(rf"^    {n} -?\d+\.\d+,$", f"    {n} {w},", source, flags=re.M)
        SOURCE.write_text(source, encoding="utf8")
        reference = REFERENCE.read_text(encoding="utf8")
        for n, w in weights.items():
            reference = re.sub(rf"^\| `{n}` \| -?\d+\.\d+ \|", f"| `{n}` | {w} |", reference,
                               flags=re.M)
        REFERENCE.write_text(reference, encoding="utf8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""menu_closure.py FEEDSTONE SHARED: ancestor and descendant pairs of menus read with their nesting
hidden, against the nesting.

Only menus that are nested lists count: what `feedstone sections --menus` reads from their nesting
is the truth (SHARED/corpus/trees/menus lists the pages and its direct pairs, which all must be
among them), what `--unnested` reads is scored. Prints the means over all pairs, over pages, and
over sites.
"""
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def closure(menu):
    pairs, above = set(), []
    for label, depth in menu:
        while above and above[-1][1] >= depth:
            above.pop()
        if label:
            pairs |= {(a, label) for a, _ in above if a and a != label}
        above.append((label, depth))
    return pairs


def read(program, pages, *flags):
    out = subprocess.run([program, "sections", "--menus", *flags, *pages], capture_output=True,
                         text=True, check=True).stdout
    return [json.loads(line)["menus"] for line in out.splitlines()]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    program, trees = sys.argv[1], Path(sys.argv[2]) / "corpus" / "trees"
    told = [json.loads(line)
            for line in (trees / "menus" / "truth.jsonl").read_text(encoding="utf8").splitlines()]
    pages = [str(trees / t["dataset"] / "pages" / f"{t['page']}.html.gz") for t in told]
    sites, sums, known = defaultdict(list), [0, 0, 0], [0, 0]
    for page, nested, plain in zip(told, read(program, pages), read(program, pages, "--unnested")):
        truth, found = (set().union(*(closure(m["labels"]) for m in menus if m["nested"]))
                        for menus in (nested, plain))
        known[0] += sum((a, b) in truth for a, b in page["pairs"])
        known[1] += len(page["pairs"])
        right = len(truth & found)
        sums = [s + n for s, n in zip(sums, (right, len(found), len(truth)))]
        sites[page["site"]].append((right / len(found) if found else 0.0,
                                    right / len(truth) if truth else 0.0))
    mean = lambda rows: [sum(r[k] for r in rows) / len(rows) for k in (0, 1)]
    print("menus with nesting hidden: P %.3f R %.3f of all pairs"
          % (sums[0] / sums[1], sums[0] / sums[2]), end="; ")
    print("P %.3f R %.3f a page" % tuple(mean([r for rows in sites.values() for r in rows])),
          end="; ")
    print("P %.3f R %.3f a site" % tuple(mean([mean(rows) for rows in sites.values()])), end="; ")
    print("%d of %d pairs of the truth read with the nesting" % tuple(known))


if __name__ == "__main__":
    main()

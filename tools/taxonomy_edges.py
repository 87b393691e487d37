#!/usr/bin/env python3
"""taxonomy_edges.py FEEDSTONE SHARED: how many of the menu pairs that stand on two sites `feedstone
taxonomy` finds at support 2.

The pairs are those of SHARED/corpus/trees/menus/truth.jsonl, by site. Prints a line without and one
with common labels ("More").
"""
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[0])
    program, trees = sys.argv[1], Path(sys.argv[2]) / "corpus" / "trees"
    truth = [json.loads(line)
             for line in (trees / "menus" / "truth.jsonl").read_text(encoding="utf8").splitlines()]
    sites = defaultdict(set)
    for page in truth:
        for parent, child in page["pairs"]:
            sites[parent.lower(), child.lower()].add(page["site"])
    wanted = {pair for pair, on in sites.items() if len(on) > 1}
    pages = sorted({str(trees / t["dataset"] / "pages" / f"{t['page']}.html.gz") for t in truth})
    for flags in ([], ["--common"]):
        out = subprocess.run([program, "taxonomy", "--support", "2", *flags, *pages],
                             capture_output=True, text=True, check=True).stdout
        found = {(e["parent"].lower(), e["child"].lower())
                 for e in map(json.loads, out.splitlines())}
        print(f"{' '.join(['taxonomy', *flags])}: {len(found & wanted)} of {len(wanted)} pairs; "
              f"{len(found)} found in all")


if __name__ == "__main__":
    main()

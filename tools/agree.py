#!/usr/bin/env python3
"""agree.py FEEDSTONE SHARED [--corpus dev zoo] [--every N]: does another program read the same?

Learns and extracts each Nth site of the corpora with FEEDSTONE, replays its rule file with
tools/interpret (which shares no code with it, and follows rules/README.md), and counts the values
that agree, by field. Exit code 1 where one does not. Needs html5lib (tools/requirements.txt).

  tools/agree.py target/release/feedstone ../shared
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

INTERPRET = pathlib.Path(__file__).resolve().with_name("interpret.py")


def site(task):
    """(site, fields with equal and compared values, differences)."""
    program, folder = task
    warc = folder / "site.warc.gz"
    home = json.loads((folder / "site.json").read_text())["home_url"]
    with tempfile.TemporaryDirectory() as scratch:
        rules, read = pathlib.Path(scratch, "rules.xml"), pathlib.Path(scratch, "read.jsonl")
        for command in (["learn", "--warc", warc, "--out", rules, home],
                        ["extract", "--warc", warc, "--rules", rules, "--out", read]):
            subprocess.run([program, *command], check=True, capture_output=True)
        ask = [sys.executable, INTERPRET, "--compare", read, rules, "--warc", warc]
        lines = subprocess.run(ask, capture_output=True, text=True).stdout.splitlines()
    counts = [line.split("\t") for line in lines if "\t" in line]
    return folder.name, counts, [line for line in lines if "\t" not in line]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("shared")
    parser.add_argument("--corpus", nargs="+", default=["dev", "zoo"])
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    folders = [f for c in args.corpus
               for f in sorted(pathlib.Path(args.shared, "corpus", c).iterdir()) if f.is_dir()]
    program = str(pathlib.Path(args.program).resolve())
    equal, compared, different = Counter(), Counter(), []
    with ProcessPoolExecutor() as pool:
        for name, counts, differences in pool.map(site,
                                                  [(program, f) for f in folders[:: args.every]]):
            if not counts:
                differences.append("nothing was compared")
            different += [f"{name}: {line}" for line in differences]
            for field, count in counts:
                same, all_ = count.split("/")
                equal[field] += int(same)
                compared[field] += int(all_)
    for field, n in compared.items():
        print(f"{field:<10} {equal[field]} of {n}")
    print("\n".join(different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

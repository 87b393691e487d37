#!/usr/bin/env python3
"""worth.py SCRATCH SHARED [FOLDER ...]: on how many blogs each mechanism changes anything.

The functions of worth.tsv, each a mechanism of labelling, learning or replay, are built into one
program that leaves one of them out where its number is asked for. All blogs of SHARED/corpus/dev,
zoo and fresh, and of further FOLDERs in their form, are learned and read with all of them, and
again without each one. Prints, per mechanism and corpus, on how many blogs an entry differs, and
what the mechanism adds to the score (SHARED/eval/score.py; sum over blogs and columns, of unseen
records; a blog's column counts one). Of fresh only such sums are printed.

  tools/worth.py /tmp/worth ../shared             # some five minutes to build, an hour to run
  tools/worth.py /tmp/worth ../shared --only told is_menu

Standard library only.
"""
import argparse
import importlib.util
import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mutants

BUILD = ["cargo", "build", "--release", "--locked", "--quiet", "--target-dir=target"]
# Longest a run may take: without its mechanism a loop may have no end.
SECONDS = 20


def mechanisms():
    """Of each its number, file, function and what that gives where it is left out."""
    lines = Path(__file__).with_suffix(".tsv").read_text().splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(number, *row) for number, row in enumerate(rows, 1)]


def body_of(text, function):
    """Where a function's body begins."""
    at, depth = re.search(rf"\bfn {function}\b", text).end(), 0
    while depth or text[at] != "{":
        depth += (text[at] in "([") - (text[at] in ")]")
        at += 1
    return at + 1


def write(scratch):
    """The sources, with each mechanism behind its number."""
    mutants.write(scratch, [])
    for number, file, function, value in mechanisms():
        path = scratch / "src" / file
        text = path.read_text()
        at = body_of(text, function)
        left_out = f"\n#[allow(warnings)]\nif crate::mutant({number}) {{ return {value}; }}\n"
        path.write_text(text[:at] + left_out + text[at:])


def read(program, blog, number=0):
    """What is read of a blog without a mechanism."""
    home = json.loads((blog / "site.json").read_text())["home_url"]
    env, archive = {**os.environ, "MUTANT": f"{number:x}"}, blog / "site.warc.gz"
    with tempfile.TemporaryDirectory() as folder:
        rules = f"{folder}/rules.xml"
        ask = {"env": env, "stderr": subprocess.DEVNULL, "timeout": SECONDS}
        try:
            subprocess.run([program, "learn", "--warc", archive, "--out", rules, home],
                           stdout=subprocess.DEVNULL, **ask)
            return subprocess.run([program, "extract", "--warc", archive, "--rules", rules],
                                  stdout=subprocess.PIPE, **ask).stdout
        except subprocess.TimeoutExpired:
            return b""


def scores(score, blog, lines):
    """The columns of unseen records."""
    site = json.loads((blog / "site.json").read_text())
    truth = score.load_jsonl(blog / "truth.jsonl")
    entries = [json.loads(line) for line in lines.splitlines()]
    groups = score.score_site(site, truth, entries)[0]["groups"]
    return {(group, column): value for group in ("list_unseen", "entry_unseen")
            for column, value in groups.get(group, {}).items() if column != "records"}


def main():
    args = argparse.ArgumentParser(usage=__doc__)
    args.add_argument("scratch", type=lambda p: Path(p).resolve())
    args.add_argument("shared", type=Path)
    args.add_argument("folders", type=Path, nargs="*")
    args.add_argument("--only", nargs="*", default=[])
    args = args.parse_args()
    spec = importlib.util.spec_from_file_location("score", args.shared / "eval/score.py")
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    write(args.scratch)
    subprocess.run(BUILD, cwd=args.scratch, check=True)
    program = args.scratch / "target/release/feedstone"
    corpora = [args.shared / "corpus" / name for name in ("dev", "zoo", "fresh")] + args.folders
    blogs = [(corpus, site.parent) for corpus in corpora
             for site in sorted(corpus.glob("*/site.json"))]
    print("| mechanism |", " | ".join(corpus.name for corpus in corpora), "|")
    print("|---|" + "--:|" * len(corpora), flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        usual = list(pool.map(lambda blog: read(program, blog[1]), blogs))
        known = [scores(score, blog, lines) for (_, blog), lines in zip(blogs, usual)]
        for number, file, function, _ in mechanisms():
            if args.only and function not in args.only:
                continue
            found = pool.map(lambda blog: read(program, blog[1], number), blogs)
            differ = dict.fromkeys(corpora, 0)
            adds = dict.fromkeys(corpora, 0.0)
            for (corpus, blog), with_it, before, without in zip(blogs, usual, known, found):
                if with_it != without:
                    now = scores(score, blog, without)
                    differ[corpus] += 1
                    adds[corpus] += sum(before.get(k, 0) - now.get(k, 0)
                                        for k in before.keys() | now.keys())
            cells = (f"{differ[c]} ({adds[c]:+.2f})" if differ[c] else "-" for c in corpora)
            print(f"| `{function}` ({file}) |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""gate.py FEEDSTONE SHARED [--update]: fail where quality fell below the floors of tests/gate.json.

Learns and extracts every site of SHARED/corpus/dev, fresh and zoo with the program FEEDSTONE
(SHARED/eval/run.sh does it) and compares the means over unseen records with the floors. A site
whose program failed, or that took longer than ten seconds, fails too; of `fresh` only how many did
is said, since nobody should look at one of its blogs. Blogs in templates put together by chance
(tools/patchwork.py, tools/oddities.py) are read in the same way. What `feedstone check` finds on
redesigned blogs and leaves alone on others has floors as well (tools/checks.py), and what
`feedstone harvest` makes of some whole blogs (SHARED/eval/harvest/run.py serves them).

--update raises each floor to what was reached, less 0.005, and pins numbers that had no floor. It
never lowers one: a floor is lowered by hand, with the reason in the commit.

Exit codes: 0 all passed, or SHARED is not there; 1 something failed; 2 wrong usage, or the
measuring itself broke.
"""
import argparse
import json
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import checks
import crawls
import oddities
import patchwork

FLOORS = Path(__file__).resolve().parent.parent / "tests" / "gate.json"
CORPORA = ["dev", "fresh", "zoo"]
# Blogs that are made: by what, how many, and their seed.
MADE = {"patchwork": (patchwork.make, 60, "gate"), "oddities": (oddities.make, 70, "gate")}
# Of these only totals are told: they say what a blog never seen would get.
UNREAD = ["fresh"]
COMPARED = {
    "list_unseen": ["f1", "title", "link", "date", "author", "tags", "body", "body90", "extent",
                    "absent"],
    "entry_unseen": ["precision", "title", "link", "date", "author", "tags", "body", "body90",
                     "extent"],
    "blogs": ["perfect"],
}
CHECKS = {"redesign": ["precision", "recall"], "own": ["calm"], "relearn": ["accepted", "as good"]}
# Whole blogs that are harvested: four of the eight, the smaller ones; docs/harvest.md has all.
HARVESTED = ["krisbuytaert", "movimientolibre", "opstime", "whitesrv"]
HARVEST = {"posts": ["recall", "precision", "once", "title", "date", "thrift"],
           "manners": ["robots", "hosts"],
           "crawls": ["found", "once", "ended", "hosts", "claims"]}
# Of dev's crawls, parts of blogs, every third is served and harvested (tools/crawls.py).
EVERY_CRAWL = 3
SLACK = 0.005      # what a floor stays below the number reached: half a site of a hundred may waver
MAX_SECONDS = 10   # learning and extracting one site; the issue's own limit
ROUNDING = 1e-9


class Broken(Exception):
    """The measuring itself failed; says nothing about quality."""


def timed(program, folder):
    """A script that runs the program as it was called and notes site and seconds: run.sh keeps no
    times of single sites."""
    times, script = folder / "times", folder / "timed"
    times.mkdir()
    script.write_text(
        "#!/bin/bash\n"
        "start=$(date +%s%N)\n"
        f'{shlex.quote(str(program))} "$@"\n'
        "code=$?\n"
        'printf "%s\\t%s\\n" $((($(date +%s%N) - start) / 1000000)) "$*" >>'
        f'{shlex.quote(str(times))}/$$\n'
        "exit $code\n")
    script.chmod(0o755)
    return script, times


def seconds_of(times):
    """{site: seconds}, from the notes of `timed`."""
    out = {}
    for note in times.iterdir():
        for line in note.read_text(encoding="utf8").splitlines():
            ms, call = line.split("\t", 1)
            # run.sh lists folders with a slash at their end and puts another behind it.
            if m := re.search(r"--warc .*?([^/]+)/+site\.warc\.gz", call):
                out[m[1]] = out.get(m[1], 0.0) + int(ms) / 1000
    return out


def folder_of(shared, corpus, tmp):
    """Where a corpus is; those of chance are made."""
    if corpus not in MADE:
        return shared / "corpus" / corpus
    make, blogs, seed = MADE[corpus]
    make(tmp / corpus, blogs, seed)
    return tmp / corpus


def measure(program, shared, corpus):
    """-> (means by group, [(site, exit code)], {site: seconds}, number of sites)"""
    with tempfile.TemporaryDirectory(prefix="feedstone-gate-") as tmp:
        tmp = Path(tmp)
        folder = folder_of(shared, corpus, tmp)
        script, times = timed(program, tmp)
        numbers = tmp / "numbers.json"
        run = subprocess.run(
            [shared / "eval" / "run.sh", script, folder, tmp / "out", "--json", numbers],
            text=True, capture_output=True)
        if run.returncode or not numbers.exists():
            raise Broken(f"run.sh on {corpus} ended with {run.returncode}:\n"
                         f"{run.stdout}{run.stderr}")
        failed = re.findall(r"^failed \((\d+)\): (\S+)$", run.stdout + run.stderr, re.M)
        sites = json.loads(numbers.read_text(encoding="utf8"))
        if not sites["sites"]:
            raise Broken(f"{corpus} holds no sites")
        for site, code in ((s, c) for c, s in failed):
            log = tmp / "out" / "log" / f"{site}.err"
            said = (log.read_text(encoding="utf8", errors="replace").strip().splitlines()
                    if log.exists() else [])
            if corpus not in UNREAD:
                print(f"{corpus}: {site} failed with {code}: {said[-1] if said else 'no message'}")
        seconds = seconds_of(times)
        if missing := sorted(set(sites["sites"]) - set(seconds)):
            raise Broken(f"no time was taken of {len(missing)} sites of {corpus} ({missing[0]} …)")
        means = sites["total"] | {"blogs": {"perfect": sites["perfect"] / len(sites["sites"])}}
        return means, failed, seconds, len(sites["sites"])


def checked(program, shared):
    """What `feedstone check` flags: of fields after a redesign, and how many right ones of a blog's
    own pages it leaves alone. And what relearning comes to after the same redesigns."""
    with tempfile.TemporaryDirectory(prefix="feedstone-gate-") as tmp:
        bench = checks.Bench(program, shared, tmp)
        units = checks.units(bench.redesigned()).values()
        pairs = checks.relearned(bench)
        unseen = checks.units([r for r in bench.own() if not r["seen"]])
        own = [flagged for wrong, flagged in unseen.values() if not wrong]
    hit = sum(w and f for w, f in units)
    wrong, flagged = sum(w for w, _ in units), sum(f for _, f in units)
    if not wrong or not own or not pairs:
        raise Broken("no page could be checked")
    share = lambda good: sum(map(good, pairs)) / len(pairs)
    return {"redesign": {"precision": hit / max(1, flagged), "recall": hit / wrong},
            "own": {"calm": 1 - sum(own) / len(own)},
            "relearn": {"accepted": share(lambda p: p[2]), "as good": share(checks.as_good)}}


def harvested(program, shared):
    """Means over whole blogs, each number the better the higher: `once` is the share of lines that
    name no post again, `thrift` the posts a request."""
    with tempfile.TemporaryDirectory(prefix="feedstone-gate-") as tmp:
        out = Path(tmp) / "means.json"
        command = [sys.executable, shared / "eval/harvest/run.py", program,
                   shared / "corpus/harvest", tmp, "--json", out]
        for site in HARVESTED:
            command += ["--site", site]
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if ran.returncode or not out.is_file():
            raise Broken(f"run.py of the harvest failed: {ran.stdout[-500:]}")
        sites = json.loads(out.read_text(encoding="utf8"))["sites"]
    mean = lambda of: sum(map(of, sites)) / len(sites)
    return {"posts": {"recall": mean(lambda s: s["recall"]),
                      "precision": mean(lambda s: s["precision"]),
                      "once": mean(lambda s: 1 - s["duplicates"] / max(1, s["lines"])),
                      "title": mean(lambda s: s["title"] or 0),
                      "date": mean(lambda s: s["date"] or 0),
                      "thrift": mean(lambda s: s["found"] / max(1, s["requests"]))},
            "manners": {"robots": mean(lambda s: s["outside_robots"] == 0),
                        "hosts": mean(lambda s: s["strange_hosts"] == 0)},
            "crawls": crawls.means(crawls.harvested(program, shared, every=EVERY_CRAWL))}


def judge(floors, means, compared):
    """[(group, number, floor or None, reached or None, passed)] for all numbers compared."""
    rows = []
    for group, numbers in compared.items():
        for number in numbers:
            floor, got = floors.get(group, {}).get(number), means.get(group, {}).get(number)
            # What has a floor and was not measured at all has failed; what has none cannot fail.
            ok = floor is None or (got is not None and got >= floor - ROUNDING)
            rows.append((group, number, floor, got, ok))
    return rows


def raised(floors, rows):
    """The floors, none lower than before."""
    new = {group: dict(numbers) for group, numbers in floors.items()}
    for group, number, floor, got, _ in rows:
        if got is not None:
            reached = math.floor((got - SLACK) * 1000 + ROUNDING) / 1000
            if floor is None or reached > floor:
                new.setdefault(group, {})[number] = reached
    return new


def unknown(floors):
    """Names in the floors file that are compared with nothing, as a slip of the pen makes them."""
    for corpus, groups in floors.items():
        compared = {"checks": CHECKS, "harvest": HARVEST}.get(corpus, COMPARED)
        if corpus not in [*CORPORA, *MADE, "checks", "harvest"]:
            yield corpus
            continue
        for group, numbers in groups.items():
            for number in numbers:
                if number not in compared.get(group, []):
                    yield f"{corpus}.{group}.{number}"


def told(rows, passed, bad):
    for group, number, floor, got, ok in rows:
        show = lambda x: "-" if x is None else f"{x:.3f}"
        print(f"  {group:13}{number:10}{show(floor):>6}{show(got):>9}  "
              f"{'' if ok else 'BELOW'}".rstrip())
        passed += ok and floor is not None
        bad += not ok
    return passed, bad


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("feedstone", type=Path)
    p.add_argument("shared", type=Path)
    p.add_argument("--update", action="store_true", help="raise the floors to what was reached")
    a = p.parse_args(argv)
    if (not (a.shared / "eval" / "run.sh").exists()
            or not all((a.shared / "corpus" / c).is_dir() for c in CORPORA)):
        print(f"gate: no corpora at {a.shared}; quality was not measured")
        return 0
    if not os.access(a.feedstone, os.X_OK):
        print(f"gate: expected a program at {a.feedstone}; build it with: cargo build --release",
              file=sys.stderr)
        return 2
    program = a.feedstone.resolve()
    floors = json.loads(FLOORS.read_text(encoding="utf8"))
    if strange := list(unknown(floors)):
        print(f"gate: {FLOORS} names what is not measured: {', '.join(strange)}", file=sys.stderr)
        return 2

    passed = bad = 0
    new = {}
    for corpus in [*CORPORA, *MADE]:
        means, failed, seconds, sites = measure(program, a.shared.resolve(), corpus)
        rows = judge(floors.get(corpus, {}), means, COMPARED)
        new[corpus] = raised(floors.get(corpus, {}), rows)
        print(f"\n{corpus:9}{sites:>6} sites      floor  reached")
        passed, bad = told(rows, passed, bad)
        slow = [(s, t) for s, t in sorted(seconds.items()) if t > MAX_SECONDS]
        for site, t in slow if corpus not in UNREAD else []:
            print(f"  {site} took {t:.1f} s, more than {MAX_SECONDS}")
        for name, found in [("failed", failed), ("too slow", slow)]:
            print(f"  {'sites ' + name:23}{0:>6}{len(found):>9}  "
                  f"{'ABOVE' if found else ''}".rstrip())
            passed += not found
            bad += len(found)
        print(f"  slowest site: {max(seconds.values()):.1f} s")
    rows = judge(floors.get("checks", {}), checked(program, a.shared.resolve()), CHECKS)
    new["checks"] = raised(floors.get("checks", {}), rows)
    print("\nchecks              floor  reached")
    passed, bad = told(rows, passed, bad)
    rows = judge(floors.get("harvest", {}), harvested(program, a.shared.resolve()), HARVEST)
    new["harvest"] = raised(floors.get("harvest", {}), rows)
    print(f"\nharvest{len(HARVESTED):>3} blogs     floor  reached")
    passed, bad = told(rows, passed, bad)
    if a.update and new != floors:
        FLOORS.write_text(json.dumps(new, indent=2) + "\n", encoding="utf8")
        print(f"\nfloors raised in {FLOORS}")
    print(f"\n{passed} passed, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Broken, OSError, ValueError) as e:
        print(f"gate: {e}", file=sys.stderr)
        sys.exit(2)

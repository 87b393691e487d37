#!/usr/bin/env python3
"""What learning costs: the processor's seconds of `feedstone learn` for each blog of a corpus, the
whole process with reading its archive.

    tools/learn_time.py target/release/feedstone [OLDER ...] ../shared [--corpus dev]

Several programs take turns, blog by blog, so that what else runs on the machine is the same to all.
"""
import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def seconds(program, site, home, out):
    """User and system seconds of one process; None where it failed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out.unlink(missing_ok=True)
    args = [program, "learn", "--warc", site.with_name("site.warc.gz"), home, "--out", out]
    done = subprocess.run(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return None if done.returncode else took


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--corpus", default="dev")
    args = parser.parse_args()
    sites = sorted((args.shared / "corpus" / args.corpus).glob("*/site.json"))
    took = {program: [] for program in args.programs}
    with tempfile.TemporaryDirectory() as folder:
        for site in sites:
            home = json.loads(site.read_text("utf-8"))["home_url"]
            for program in args.programs:
                one = seconds(program, site, home, Path(folder) / "rules.xml")
                took[program].append(one)
    failed = 0
    for program, all_of in took.items():
        good = [t for t in all_of if t is not None]
        failed += len(all_of) - len(good)
        print(f"{program}: {len(good)} of {len(sites)} blogs learned, median "
              f"{statistics.median(good):.3f} s, mean {statistics.mean(good):.3f} s, most "
              f"{max(good):.2f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

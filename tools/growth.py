#!/usr/bin/env python3
"""How work grows with the input: instructions at sizes n, 2n and 4n, for hostile shapes and usual.

    python3 tools/growth.py target/release/feedstone            # all shapes, a table in Markdown
    python3 tools/growth.py target/release/feedstone --small    # few and small, for CI
    python3 tools/growth.py target/release/feedstone --only learn

What is quadratic in something that a stranger writes stands still on the first large blog, or is
a way to make it stand still. Times hang on the machine and hide what only begins to grow;
instructions do not. They are counted by `perf stat` where the kernel allows it, else by valgrind;
where neither is there the tool says so and ends well.

The exponent is log2 of (count at 4n - count at 2n) / (count at 2n - count at n): what every run
costs, start-up, rules, the pages that stay as they are, falls out. 1 is linear, 2 quadratic. Above
1.2 is over, unless BOUNDS names what cuts the growth; then the same is measured at a size where
the cut shows, and must be linear there. Ends with 1 where something is over, or where the program
did not end with a documented code. The inputs are those of growth_shapes.py.
"""
import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import growth_shapes as shapes

MOST = 1.2
# A run under valgrind that takes longer is over whatever it counts.
SECONDS = 300
# Growth of less than this share of a run is that of its input alone; its exponent says nothing.
LITTLE = 0.02
CODES = range(0, 5)

# Shape and command: the size from which the cut shows, and what cuts.
BOUNDS = {
    ("lists in one another", "news"): (600, "no element stands deeper than MAX_DEPTH"),
    ("up and down", "records"): (1600, "MOST_CELLS of an alignment (tree/align.rs)"),
    ("pages of templates of their own", "cluster"): (1000, "MOST_OUTLINES (tree/cluster.rs)"),
    **{(body, "news"): (1200, "MOST_CELLS of a comparison (tree/pattern.rs)") for body in [
        "rows of one table", "up and down", "headings", "links of a menu",
        "links and texts in a row", "records of a list", "records without marks",
        "paragraphs of an entry"]},
}

# Every shape of a page is given to these commands, the shapes that are most alike to pages and
# lists, and the deepest, to all of them.
ALWAYS = ["tokens", "extract", "records", "sections"]
ALL_COMMANDS = [
    "elements in one another", "lists in one another", "rows of one table", "up and down",
    "headings", "links of a menu", "links and texts in a row", "records of a list",
    "records without marks", "paragraphs of an entry",
]
# n of shapes and commands of pages, where USUAL is too few or too many.
USUAL = 300
DEEP = 600
TINY = 3000
SIZES = {
    "formatting never closed": DEEP,
    "formatting, alike": DEEP,
    "elements in one another": DEEP,
    "inline elements in one another": DEEP,
    "lists in one another": DEEP,
    "tables in one another": DEEP,
    "frames and templates": DEEP,
    "foreign elements": DEEP,
    "less-than signs": TINY,
    "one long word": TINY,
    "comments never closed": TINY,
    "scripts never closed": TINY,
    "quotes never closed": TINY,
    "tags with many attributes": 100,
    "records of a list": 50,
    "records of one day": 50,
    "posts of a day in one record": 200,
    "records without marks": 100,
    "news": 40,
}
# Shapes and commands of pages for --small, with n.
SMALL = {
    ("formatting never closed", "records"): 400,
    ("elements in one another", "sections"): DEEP,
    ("attributes of one tag", "tokens"): 500,
    ("records of a list", "extract"): 20,
    ("records of a list", "records"): 20,
    ("rows of tags that no rule reads", "extract"): 300,
    ("posts of a day in one record", "extract"): 200,
}


def counter(folder):
    """How instructions are counted here: a command ahead of the program's, and a reader."""
    out = folder / "count"
    if shutil.which("perf"):
        command = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", out]
        pattern = re.compile(r"^(\d+),[^,]*,instructions:u", re.M)
        ran = subprocess.run([*command, "true"], capture_output=True)
        if ran.returncode == 0 and pattern.search(out.read_text()):
            return "perf", command, pattern
    if shutil.which("valgrind"):
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no",
                   "--cachegrind-out-file=/dev/null", f"--log-file={out}"]
        return "valgrind", command, re.compile(r"I\s+refs:\s+([\d,]+)")
    return None


class Failed(Exception):
    pass


def count(program, make, n, folder, how):
    """Instructions that the program takes on a shape of size n."""
    _, command, pattern = how
    with tempfile.TemporaryDirectory(dir=folder) as inside:
        arguments = make(Path(inside), n)
        try:
            ran = subprocess.run([*command, program, *arguments], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"more than {SECONDS} s at {n}") from None
    said = ran.stderr.decode(errors="replace").strip().splitlines()[-1:]
    found = pattern.search((folder / "count").read_text())
    if ran.returncode not in CODES or not found:
        raise Failed(f"exit code {ran.returncode} at {n}: {' '.join(said)}")
    return int(found.group(1).replace(",", ""))


def exponent(counts):
    """Of growth over three sizes, each twice the last; None where nothing grows."""
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    if second < LITTLE * counts[2]:
        return None
    return math.log2(second / first) if first > 0 else math.inf


def shown(value):
    return "none" if value is None else f"{value:.2f}"


def millions(value):
    return f"{value / 1e6:.1f}"


def row(program, shape, folder, how):
    """A line of the table, and whether it is well."""
    name, command, n, make = shape
    cells = [name, f"`{command}`", str(n)]
    bound = BOUNDS.get((name, command))
    try:
        counts = [count(program, make, size, folder, how) for size in (n, 2 * n, 4 * n)]
        grows = exponent(counts)
        cells += [*map(millions, counts), shown(grows)]
        if grows is None or grows <= MOST:
            return cells + ["ok"], True
        if not bound:
            return cells + ["**over**"], False
        size, why = bound
        far = exponent([count(program, make, m, folder, how) for m in (size, 2 * size, 4 * size)])
        flat = far is None or far <= MOST
        verdict = "bound" if flat else "**over**"
        return cells + [f"{verdict}: {shown(far)} from {size} on; {why}"], flat
    except Failed as failed:
        return cells + [""] * (7 - len(cells)) + [f"**{failed}**"], False


def chosen(small, only):
    """The shapes to measure: name, command, n, how they are made."""
    if small:
        for (body, command), n in SMALL.items():
            yield body, command, n, shapes.on_pages(body, command)
    else:
        for body in shapes.BODIES:
            for command in shapes.COMMANDS if body in ALL_COMMANDS else ALWAYS:
                n = SIZES.get(command) or SIZES.get(body, USUAL)
                yield body, command, n, shapes.on_pages(body, command)
    for name, command, full, few, make in shapes.OTHERS:
        if few or not small:
            yield name, command, few if small else full, make


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--small", action="store_true", help="few shapes and small ones")
    parser.add_argument("--only", default="", help="only shapes or commands so named")
    parser.add_argument("--over", action="store_true", help="print only what is over")
    args = parser.parse_args()
    if not os.access(args.program, os.X_OK):
        sys.exit(f"growth.py: expected the program at {args.program}; build it with: "
                 "cargo build --release")
    program = args.program.resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        how = counter(folder)
        if not how:
            print("growth.py: neither perf nor valgrind counts instructions here; nothing was done")
            return 0
        print(f"Millions of instructions, counted by {how[0]}.\n")
        print("| shape | command | n | at n | at 2n | at 4n | exponent | |")
        print("|---|---|--:|--:|--:|--:|--:|---|")
        all_well = True
        for shape in chosen(args.small, args.only):
            if args.only in f"{shape[0]}: {shape[1]}":
                cells, well = row(program, shape, folder, how)
                all_well &= well
                if not (well and args.over):
                    print("| " + " | ".join(cells) + " |", flush=True)
    return 0 if all_well else 1


if __name__ == "__main__":
    sys.exit(main())

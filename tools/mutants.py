#!/usr/bin/env python3
"""mutants.py SCRATCH: whether tests notice small changes of the rooms that label, learn and read.

A sample of the changes that cargo-mutants would make (`cargo install cargo-mutants --locked`) in
src/label, src/learn, src/rule and src/rule/list is built into one program, each change behind a
number, and the tests that come by it are run once with the number set. That costs seconds a
change, where a build for each would cost minutes. SCRATCH gets a copy of the sources and the
build; it must stand where no ../shared is beside it, as tests read corpora where they find them.

  tools/mutants.py /tmp/mutants/feedstone                   # the sample: fifty of each room
  tools/mutants.py /tmp/mutants/feedstone --each 200        # more of the same
  tools/mutants.py /tmp/mutants/feedstone --only 1f2e3d     # one again, by the number printed

Not drawn: what only words messages and dumps, and functions that return `impl Trait`, which cannot
be built twice into one. A change is known by its file, function and place among its like, so that
the sample stays nearly the same while the sources change. Standard library only.
"""
import argparse
import collections
import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOMS = ["src/label", "src/learn", "src/rule", "src/rule/list"]
WORDS_ONLY = re.compile(r"(dump|unlabelled|finding)\.rs|(Display|Debug|::explain)\b")
# Of the network, of the page's parser, of programs beside this one, and of the sources' form.
LEFT_OUT = {"html5lib", "http", "serve", "house", "conformance", "readers", "cores", "fuzz"}
BUILD = ["--release", "--locked", "--no-run", "--message-format=json",
         "--config=profile.release.package.feedstone.opt-level=1"]
SWITCH = '''
/// True where the change of this number is asked for.
pub(crate) fn mutant(number: u32) -> bool {
    use std::{collections::BTreeSet, io::Write, sync::{Mutex, OnceLock}};
    static ASKED: OnceLock<(u32, Option<String>)> = OnceLock::new();
    static SEEN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    let (asked, log) = ASKED.get_or_init(|| {
        let number = std::env::var("MUTANT").ok().and_then(|n| u32::from_str_radix(&n, 16).ok());
        (number.unwrap_or(0), std::env::var("MUTANTS_SEEN").ok())
    });
    if let (Some(log), Ok(mut seen)) = (log, SEEN.lock())
        && seen.insert(number)
        && let Ok(mut file) = std::fs::File::options().append(true).create(true).open(log)
    {
        let _ = file.write_all(format!("{number:06x}\\n").as_bytes());
    }
    *asked == number
}
'''


def drawn(seed, each):
    """The sample: changes by number, each with its room."""
    args = [a for room in ROOMS for a in ("-f", f"{room}/**")]
    listed = json.loads(subprocess.check_output(["cargo", "mutants", "--list", "--json", *args]))
    alike, rooms = collections.Counter(), collections.defaultdict(list)
    for m in listed:
        what = re.sub(r":\d+:\d+", "", m["name"])
        alike[what] += 1
        if (WORDS_ONLY.search(what) or not m["function"]
                or re.search(r"\bimpl\b", m["function"]["return_type"])):
            continue
        key = hashlib.sha256(f"{seed} {what} {alike[what]}".encode()).hexdigest()
        m["id"], m["room"] = key[:6], max((r for r in ROOMS if what.startswith(r + "/")), key=len)
        rooms[m["room"]].append(m)
    return [m for room in ROOMS for m in sorted(rooms[room], key=lambda m: m["id"])[:each]]


def offset(lines, place):
    """Where a line and column are in the text."""
    return sum(len(l) for l in lines[: place["line"] - 1]) + place["column"] - 1


def with_changes(text, changes):
    """A file in which each function begins with its changed bodies, each behind its number."""
    lines, ahead = text.splitlines(keepends=True), collections.defaultdict(str)
    for m in changes:
        start, end = (offset(lines, m["function"]["span"][k]) for k in ("start", "end"))
        a, z = (offset(lines, m["span"][k]) for k in ("start", "end"))
        body = text.index("{", re.compile(r"\bfn\s").search(text, start).start())
        changed = text[body:a] + m["replacement"] + text[z:end]
        if m["genre"] == "FnValue":
            changed = "{" + m["replacement"] + "}"
        ahead[body + 1] += (f"\n// change {m['id']}\n#[allow(warnings)]\n"
                            f"if crate::mutant(0x{m['id']}) {{ return {changed}; }}\n// end\n")
    for at in sorted(ahead, reverse=True):
        text = text[:at] + ahead[at] + text[at:]
    return text


def write(scratch, sample):
    """The sources with the sample in them; what is the same is not written anew."""
    files = subprocess.check_output(["git", "ls-files", "-z"], text=True).split("\0")[:-1]
    by_file = collections.defaultdict(list)
    for m in sample:
        by_file[m["file"]].append(m)
    for name in filter(os.path.isfile, files):
        data = Path(name).read_bytes()
        if name in by_file:
            data = with_changes(data.decode(), by_file[name]).encode()
        if name == "src/lib.rs":
            data += SWITCH.encode()
        to = scratch / name
        if not to.exists() or to.read_bytes() != data:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(data)


def build(scratch, sample):
    """The test programs, and the changes that compile."""
    failed = {}
    names = [p.stem for p in sorted(Path("tests").glob("*.rs")) if p.stem not in LEFT_OUT]
    while True:
        write(scratch, [m for m in sample if m["id"] not in failed])
        done = subprocess.run(["cargo", "test", *BUILD, "--lib", *(f"--test={n}" for n in names)],
                              cwd=scratch, stdout=subprocess.PIPE, text=True)
        said = [json.loads(l) for l in done.stdout.splitlines() if l.startswith("{")]
        if done.returncode == 0:
            tests = {m["target"]["name"]: m["executable"] for m in said
                     if m.get("executable") and m["profile"]["test"]}
            return tests, [m for m in sample if m["id"] not in failed]
        new = {}
        for e in (m["message"] for m in said if m["reason"] == "compiler-message"):
            for span in e["spans"] if e["level"] == "error" else []:
                file = scratch / span["file_name"]
                lines = file.read_text().splitlines() if file.exists() else []
                for line in reversed(lines[: span["line_start"]]):
                    if line.startswith("// end"):
                        break
                    if line.startswith("// change "):
                        new[line.split()[-1]] = e["message"]
                        break
        if not new:
            sys.exit("the sources do not build:\n" + "\n".join(
                m["message"]["rendered"] for m in said
                if m["reason"] == "compiler-message" and m["message"]["level"] == "error"))
        failed.update(new)


def run(scratch, program, seconds, **env):
    """Whether a test program ends well; None where it does not end."""
    env = {**os.environ, "INSTA_UPDATE": "no", "CARGO_MANIFEST_DIR": str(scratch), **env}
    child = subprocess.Popen([program, "-q"], cwd=scratch, env=env, start_new_session=True,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return child.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def main():
    args = argparse.ArgumentParser(usage=__doc__)
    args.add_argument("scratch", type=lambda p: Path(p).resolve())
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--each", type=int, default=50)
    args.add_argument("--only", nargs="*", default=[])
    args = args.parse_args()
    if (args.scratch.parent / "shared").exists():
        sys.exit(f"{args.scratch.parent}/shared would be read by tests; take another folder")
    sample = [m for m in drawn(args.seed, args.each) if not args.only or m["id"] in args.only]
    tests, alive = build(args.scratch, sample)
    comes_by, seconds, log = {}, {}, args.scratch / "seen.txt"
    for name, program in tests.items():
        log.write_text("")
        start = time.time()
        if not run(args.scratch, program, 600, MUTANTS_SEEN=str(log)):
            sys.exit(f"{name} fails without a change")
        seconds[name], comes_by[name] = time.time() - start, set(log.read_text().split())
    counts = collections.Counter()
    for m in alive:
        end = "survived"
        for name in sorted((n for n in tests if m["id"] in comes_by[n]), key=seconds.get):
            ask = (args.scratch, tests[name], 10 + 5 * seconds[name])
            # Twice: tests of time fail on a busy machine, too.
            well = run(*ask, MUTANT=m["id"]) or run(*ask, MUTANT=m["id"])
            if not well:
                end = f"killed by {name}" if well is False else f"no end in {name}"
                break
        counts[m["room"], end.split()[0]] += 1
        print(m["id"], end, m["name"], sep="\t", flush=True)
    print("\n| room | drawn | compile | killed | no end | survive |\n|---|--:|--:|--:|--:|--:|")
    for room in ROOMS:
        row = [sum(m["room"] == room for m in ms) for ms in (sample, alive)]
        row += [counts[room, end] for end in ("killed", "no", "survived")]
        print(f"| {room} |", " | ".join(map(str, row)), "|")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Thousands of blogs from the made ones, to see how learning and reading scale.

    tools/many_blogs.py make ../shared/corpus/zoo /tmp/many --blogs 10000 --volumes 100
    tools/many_blogs.py run /tmp/many                   # needs: pip install ./python[spark]
    tools/many_blogs.py pass /tmp/many                  # pages of blogs that no rules are of

`make` writes WARC volumes: each blog is one of the made ones under a host of its own, the n-th has
the pages of the n-th modulo their number; a volume has many blogs, each whole. blogs.jsonl says
which blog stands where. `run` learns the blogs of all volumes, or of the first ones (--learn; the
others then take the rules of a copy that was learned, under their own host), brings the rules
together, sends them to the workers and reads every page, a task a volume. It prints the times of
both, the size of what is sent, and how far the longest task is from the median. All copies of a
blog must give as many entries.
"""

import argparse
import gzip
import json
import os
import pickle
import statistics
import sys
import time
import warnings
from pathlib import Path
from urllib.parse import urlsplit


def records(file):
    """The records of an archive: header lines and block."""
    data = gzip.decompress(file.read_bytes())
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        head = data[at:end].split(b"\r\n")
        length = next(int(line.split(b":")[1]) for line in head if is_length(line))
        yield head, data[end + 4 : end + 4 + length]
        at = end + 4 + length + 4


def is_length(line):
    return line.lower().startswith(b"content-length:")


def moved(head, block, old, new):
    """A record under another host."""
    head = [line.replace(old, new) for line in head if b"-Digest:" not in line]
    fields, _, body = block.partition(b"\r\n\r\n")
    body = body.replace(old, new)
    lines = [line.replace(old, new) for line in fields.split(b"\r\n")]
    lines = [b"Content-Length: %d" % len(body) if is_length(line) else line for line in lines]
    block = b"\r\n".join(lines) + b"\r\n\r\n" + body
    head = [b"Content-Length: %d" % len(block) if is_length(line) else line for line in head]
    return b"\r\n".join(head) + b"\r\n\r\n" + block + b"\r\n\r\n"


def make(corpus, out, blogs, volumes):
    out.mkdir(parents=True, exist_ok=True)
    sites = sorted(corpus.glob("*/site.json"))
    infos = [json.loads(site.read_text(encoding="utf-8")) for site in sites]
    made = [list(records(site.with_name("site.warc.gz"))) for site in sites]
    with open(out / "blogs.jsonl", "w", encoding="utf-8") as names:
        for v in range(volumes):
            with open(out / f"volume-{v:05}.warc.gz", "wb") as volume:
                for n in range(v, blogs, volumes):
                    info = infos[n % len(infos)]
                    old = urlsplit(info["home_url"]).hostname
                    new = f"b{n:05}.{old}"
                    for head, block in made[n % len(made)]:
                        record = moved(head, block, old.encode(), new.encode())
                        volume.write(gzip.compress(record, 1))
                    home = info["home_url"].replace(old, new)
                    line = {"home": home, "made": info["id"], "warc": volume.name}
                    names.write(json.dumps(line) + "\n")


def most_memory():
    """The most that this process has had, in KiB, as Linux says."""
    with open("/proc/self/status", encoding="ascii") as status:
        return int(next(line.split()[1] for line in status if line.startswith("VmHWM")))


def skew(took):
    """How the longest of tasks stands to the others."""
    return f"{len(took)} tasks, median {statistics.median(took):.2f} s, longest {max(took):.2f} s"


def run(folder, cores, most):
    import feedstone
    from feedstone import spark
    from feedstone.ruleset import RuleSet
    from pyspark.sql import SparkSession

    # Else workers take the first python3 of the path.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = SparkSession.builder.master(f"local[{cores}]").appName("many blogs")
    session = session.config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    lines = (folder / "blogs.jsonl").read_text(encoding="utf-8").splitlines()
    blogs = [json.loads(line) for line in lines]
    by_volume = {}
    for blog in blogs:
        by_volume.setdefault(blog["warc"], []).append(blog["home"])

    def learn(some):
        # Most of the made blogs were stored with one of their feeds only, which is told each time.
        warnings.simplefilter("ignore")
        # A blog's pages were brought together: a volume has all of its blogs.
        for volume, homes in some:
            begun = time.process_time()
            pages = {}
            for page in feedstone.pages(warc=volume):
                host = urlsplit(page.url).hostname
                pages.setdefault(host, []).append(page)
            for home in homes:
                try:
                    learned = feedstone.learn(home, pages=pages[urlsplit(home).hostname])
                    row = home, learned.dumps(), None
                except feedstone.Error as error:
                    row = home, None, str(error)
                now = time.process_time()
                yield (*row, now - begun)
                begun = now

    begun = time.monotonic()
    first = sorted(by_volume.items())[:most]
    tasks = session.sparkContext.parallelize(first, len(first))
    learned = tasks.mapPartitions(learn).collect()
    took = time.monotonic() - begun
    failed = [row for row in learned if row[1] is None]
    worked = sum(row[3] for row in learned)
    print(f"learned: {len(learned) - len(failed)} of {len(learned)} blogs in {took:.0f} s")
    print(f"  processor time {worked:.0f} s; by blog: {skew([row[3] for row in learned])}")
    for home, _, why, _ in failed[:5]:
        print(f"  {home}: {why}")
    xml = {row[0]: row[1] for row in learned}
    copies = {blog["made"]: blog["home"] for blog in blogs if xml.get(blog["home"])}
    for blog in blogs:
        copy = copies[blog["made"]]
        of, to = urlsplit(copy).hostname, urlsplit(blog["home"]).hostname
        xml.setdefault(blog["home"], xml[copy].replace(of, to))
    rules = RuleSet(feedstone.Wrapper.loads(text) for text in xml.values() if text)
    print(f"sent to each worker: {len(pickle.dumps(rules)) / 1e6:.1f} MB for {len(rules)} blogs")

    shared = session.sparkContext.broadcast(rules)

    def read(some):
        for volume in some:
            begun, pages, size, found = time.process_time(), 0, 0, {}
            for page in feedstone.pages(warc=volume):
                rows = list(spark.rows_of(shared.value, page))
                pages, size = pages + 1, size + len(page.body)
                host = urlsplit(page.url).hostname
                found[host] = found.get(host, 0) + len(rows)
            yield time.process_time() - begun, pages, size, found, most_memory()

    begun = time.monotonic()
    done = session.sparkContext.parallelize(sorted(by_volume), len(by_volume))
    done = done.mapPartitions(read).collect()
    took = time.monotonic() - begun
    pages, size = sum(d[1] for d in done), sum(d[2] for d in done)
    entries = sum(sum(d[3].values()) for d in done)
    worked = sum(d[0] for d in done)
    print(f"read: {pages} pages, {size / 1e9:.2f} GB of HTML, {entries} entries in {took:.0f} s")
    print(f"  {pages / worked:.0f} pages and {size / worked / 1e6:.1f} MB a processor's second")
    print(f"  by volume: {skew([d[0] for d in done])}; most memory {max(d[4] for d in done)} KiB")
    print(f"  load of the machine {os.getloadavg()[0]:.1f}")
    by_host = {host: n for d in done for host, n in d[3].items()}
    kinds = {}
    for blog in blogs:
        host = urlsplit(blog["home"]).hostname
        kinds.setdefault(blog["made"], set()).add(by_host.get(host, 0))
    unlike = {made: sorted(counts) for made, counts in kinds.items() if len(counts) > 1}
    print(f"blogs whose copies do not all give as many entries: {unlike or 'none'}")
    session.stop()
    return 1 if failed or unlike else 0


def passed(folder):
    """What a page costs that belongs to no blog of the rules."""
    import feedstone
    from feedstone.ruleset import RuleSet

    rules, begun, pages, size = RuleSet(), time.process_time(), 0, 0
    for volume in sorted(folder.glob("volume-*.warc.gz"))[:10]:
        for page in feedstone.pages(warc=volume):
            assert rules.of(page.url) is None
            pages, size = pages + 1, size + len(page.body)
    worked = time.process_time() - begun
    print(f"passed: {pages} pages; {pages / worked:.0f} pages and ", end="")
    print(f"{size / worked / 1e6:.0f} MB a processor's second")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    todo = parser.add_subparsers(dest="todo", required=True)
    making = todo.add_parser("make")
    making.add_argument("corpus", type=Path)
    making.add_argument("out", type=Path)
    making.add_argument("--blogs", type=int, default=10_000)
    making.add_argument("--volumes", type=int, default=100)
    running = todo.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--cores", type=int, default=os.cpu_count())
    running.add_argument("--learn", type=int, help="volumes whose blogs are learned; else all")
    passing = todo.add_parser("pass")
    passing.add_argument("folder", type=Path)
    args = parser.parse_args()
    if args.todo == "pass":
        return passed(args.folder)
    if args.todo == "make":
        return make(args.corpus, args.out, args.blogs, args.volumes)
    return run(args.folder.absolute(), args.cores, args.learn)


if __name__ == "__main__":
    raise SystemExit(main())

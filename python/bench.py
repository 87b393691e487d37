"""Pages a second: this package beside the Rust library (`examples/rate.rs`).

Both read pages again and again, from bytes to entries, for some seconds on one thread and on two:
those of samples/garden-notes, or with --corpus of every n-th blog of a corpus. On a busy machine
the figures by a processor's second tell what a page costs; those by the clock, what was left of the
processors.
"""

import argparse
import itertools
import json
import os
import subprocess
import threading
import time
from pathlib import Path

import feedstone

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = (ROOT / "samples" / "garden-notes.warc.gz", "https://garden-notes.example/")


def blogs(corpus, every):
    """Archives and the home pages of their blogs."""
    if corpus is None:
        return [SAMPLE]
    sites = sorted(corpus.glob("*/site.json"))[::every]
    homes = [json.loads(site.read_text(encoding="utf-8"))["home_url"] for site in sites]
    return [(site.with_name("site.warc.gz"), home) for site, home in zip(sites, homes)]


def pages(archive, home):
    """Each page of a blog, and the rules that read it."""
    rules = feedstone.learn(home, warc=archive)
    for page in feedstone.pages(warc=archive):
        if page.status == 200 and page.is_html:
            yield rules, page.body, page.url, page.charset


def rate(all_pages, threads, seconds):
    """Pages a second of so many threads, by the clock and by what processors worked."""
    read = [0] * threads
    end = time.perf_counter() + seconds

    def work(k):
        for rules, html, url, charset in itertools.cycle(all_pages):
            if time.perf_counter() > end:
                break
            rules.extract(html, url, charset)
            read[k] += 1

    begun, before = time.perf_counter(), time.process_time()
    workers = [threading.Thread(target=work, args=(k,)) for k in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    took, worked = time.perf_counter() - begun, time.process_time() - before
    return sum(read) / took, sum(read) / worked


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--corpus", type=Path, help="for example ../shared/corpus/dev")
    parser.add_argument("--every", type=int, default=10, help="one of so many blogs of the corpus")
    args = parser.parse_args()
    given = blogs(args.corpus, args.every)
    named = [str(word) for blog in given for word in blog]
    cargo = ["cargo", "run", "-q", "--release", "--locked", "-p", "feedstone-python"]
    cargo += ["--example", "rate", str(args.seconds), *named]
    subprocess.run(cargo, cwd=ROOT, check=True)
    all_pages = [page for blog in given for page in pages(*blog)]
    for threads in (1, 2):
        clock, work = rate(all_pages, threads, args.seconds)
        told = f"{clock:6.0f} pages/s  {work:6.0f} a processor's second"
        print(f"python  {threads} threads  {told}")
    print(f"{len(all_pages)} pages of {len(given)} blogs; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

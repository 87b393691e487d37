"""Pages a second: this package beside the Rust library (`examples/rate.rs`).

Both read all pages of samples/garden-notes again and again, from bytes to entries, for some
seconds on one thread and on two. On a busy machine the figures by a processor's second tell what
a page costs; those by the clock, what was left of the processors.
"""

import argparse
import subprocess
import threading
import time
from pathlib import Path

import feedstone

ROOT = Path(__file__).resolve().parents[1]
GARDEN = ROOT / "samples" / "garden-notes"


def pages():
    for file in sorted(GARDEN.rglob("*.html")):
        path = file.relative_to(GARDEN).as_posix().removesuffix("index.html")
        yield file.read_bytes(), f"https://garden-notes.example/{path}"


def rate(rules, all_pages, threads, seconds):
    """Pages a second of so many threads, by the clock and by what processors worked."""
    read = [0] * threads
    end = time.perf_counter() + seconds

    def work(k):
        while time.perf_counter() < end:
            for html, url in all_pages:
                rules.extract(html, url)
            read[k] += len(all_pages)

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
    seconds = parser.parse_args().seconds
    cargo = ["cargo", "run", "-q", "--release", "--locked", "-p", "feedstone-python"]
    subprocess.run([*cargo, "--example", "rate", str(seconds)], cwd=ROOT, check=True)
    rules = feedstone.learn(folder=GARDEN)
    all_pages = list(pages())
    for threads in (1, 2):
        clock, work = rate(rules, all_pages, threads, seconds)
        told = f"{clock:6.0f} pages/s  {work:6.0f} a processor's second"
        print(f"python  {threads} threads  {told}")


if __name__ == "__main__":
    main()

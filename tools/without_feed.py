#!/usr/bin/env python3
"""without_feed.py FEEDSTONE CORPUS OUT: entries of list pages read without rules or feed, scored.

Runs `FEEDSTONE records --format entries` on the home and archive pages of every site of CORPUS,
keeps what it prints under OUT/pred, and scores it with CORPUS/../../eval/score.py. Standard library
only.

  tools/without_feed.py target/release/feedstone ../shared/corpus/dev /tmp/without
"""
import json
import subprocess
import sys
from pathlib import Path


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.splitlines()[0])
    program, corpus = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    out = Path(sys.argv[3])
    pred = out / "pred"
    pred.mkdir(parents=True, exist_ok=True)
    for site in sorted(p for p in corpus.iterdir() if (p / "site.json").exists()):
        about = json.loads((site / "site.json").read_text(encoding="utf8"))
        pages = [about["home_url"], *about["archive_urls"]]
        call = [program, "records", "--warc", site / "site.warc.gz", "--format", "entries", *pages]
        done = subprocess.run(call, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            print(f"{site.name}: {done.stderr.strip()}", file=sys.stderr)
        (pred / f"{site.name}.jsonl").write_text(done.stdout, encoding="utf8")
    score = corpus.parent.parent / "eval" / "score.py"
    table = subprocess.run([sys.executable, score, corpus, pred], capture_output=True, text=True,
                           check=True).stdout
    print("\n".join(line for line in table.splitlines() if line.startswith(("list", "  "))))


if __name__ == "__main__":
    main()

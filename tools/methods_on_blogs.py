#!/usr/bin/env python3
"""methods_on_blogs.py FEEDSTONE SHARED CORPUS...: what the tree methods read on pages that nobody
tuned them on.

For each blog of SHARED/corpus/CORPUS, against its truth: `records --format entries` on each list
page (records by link: recall, and F1 on blogs of which truth knows all posts), `news` and `instances` on all entry pages (text: F1
of words; `news` also titles). Means of blogs, and how many pages had an empty answer, by the reason
given. `--misses` names the blogs that fare worst (of `fresh` only totals are looked at). Standard
library only.

  tools/methods_on_blogs.py target/release/feedstone ../shared dev fresh
"""
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Signs of Chinese, Japanese and Korean are words of their own, as in SHARED/eval/trees.
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
                  r"|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def words(text):
    return Counter(WORD.findall((text or "").lower()))


def f1(right, found, true):
    return 2 * right / (found + true) if found + true else 1.0


def text_f1(found, true):
    a, b = words(found), words(true)
    return f1(sum((a & b).values()), sum(a.values()), sum(b.values()))


def plain(text):
    return " ".join(WORD.findall((text or "").lower()))


def run(program, *args):
    done = subprocess.run([program, *args], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if line.strip()]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], said


def blog(program, site, score):
    truth = score.load_jsonl(str(site / "truth.jsonl"))
    warc = str(site / "site.warc.gz")
    lists, entries = defaultdict(set), {}
    for t in truth:
        if t["kind"] == "entry":
            entries[t["page"]] = t
        else:
            lists[t["page"]].add(score.norm_link(t["link"]))
    out, empty = {}, Counter()
    counts = Counter()
    for page, links in lists.items():
        read, said = run(program, "records", "--warc", warc, "--format", "entries", page)
        found = {score.norm_link(r["link"]) for r in read if r.get("link")}
        counts.update(right=len(found & links), found=len(found), true=len(links))
        if not read:
            empty["records: " + (re.sub(r"\S*://\S+", "PAGE", said[0]) if said else "(silent)")] += 1
    if lists:
        out["records recall"] = counts["right"] / counts["true"]
    # Where truth knows some posts alone, the others that are found are no faults.
    if lists and json.loads((site / "site.json").read_text(encoding="utf8")).get("complete"):
        out["records F1"] = f1(counts["right"], counts["found"], counts["true"])
    if len(entries) > 1:
        for method, option in (("news", []), ("instances", ["--pages"])):
            read, said = run(program, method, "--warc", warc, *option, *entries)
            read = {score.norm_link(r["page"]): r for r in read}
            texts, titles = [], []
            for page, t in entries.items():
                r = read.get(score.norm_link(page), {})
                text = r.get("text") or r.get("body")
                if not text:
                    why = r.get("why") or (said[0] if said else "(silent)")
                    empty[f"{method}: " + re.sub(r"\S*://\S+", "PAGE", why)] += 1
                if t.get("body"):
                    texts.append(text_f1(text, t["body"]))
                if t.get("title"):
                    titles.append(plain(r.get("title")) == plain(t["title"]))
            if texts:
                out[f"{method} text"] = sum(texts) / len(texts)
            if titles and method == "news":
                out["news title"] = sum(titles) / len(titles)
    return site.name, out, empty


def main():
    args = [a for a in sys.argv[1:] if a != "--misses"]
    if len(args) < 3:
        sys.exit(__doc__)
    program, shared = str(Path(args[0]).resolve()), Path(args[1]).resolve()
    sys.path.insert(0, str(shared / "eval"))
    import score
    what = ["records F1", "records recall", "news text", "news title", "instances text"]
    print("| corpus | blogs | " + " | ".join(what) + " |\n|---|--:|" + "--:|" * len(what))
    for corpus in args[2:]:
        sites = sorted(s for s in (shared / "corpus" / corpus).iterdir()
                       if (s / "site.json").exists())
        with ThreadPoolExecutor(2) as pool:
            rows = list(pool.map(lambda s: blog(program, s, score), sites))
        means = []
        for w in what:
            values = [r[1][w] for r in rows if w in r[1]]
            means.append(f"{sum(values) / len(values):.3f}" if values else "–")
        print(f"| {corpus} | {len(rows)} | " + " | ".join(means) + " |", flush=True)
        empty = sum((r[2] for r in rows), Counter())
        for why, n in empty.most_common(12):
            print(f"  empty: {n} x {why}")
        if "--misses" in sys.argv and corpus != "fresh":
            for w in what:
                worst = sorted((r[1][w], r[0]) for r in rows if w in r[1])[:14]
                print(f"  {w}: " + ", ".join(f"{name} {value:.2f}" for value, name in worst))


if __name__ == "__main__":
    main()

"""Inputs for fuzzing, made of samples/ and rules/: tools/fuzz_seeds.py FOLDER."""

import sys
from pathlib import Path

PARTED = b"\n%%\n"
TO = Path(sys.argv[1])
BLOGS = [d for d in sorted(Path("samples").iterdir()) if d.is_dir()]


def put(target, name, *parts):
    (TO / target).mkdir(parents=True, exist_ok=True)
    (TO / target / name).write_bytes(PARTED.join(parts))


def feed(blog):
    return next(f for f in blog.iterdir() if f.suffix in (".xml", ".rdf"))


for blog in BLOGS:
    pages = sorted(p for p in blog.rglob("*.html") if p.stat().st_size < 16_384)
    bytes_of = [p.read_bytes() for p in pages]
    for n, page in enumerate(bytes_of[:8]):
        for target in ("page", "differential"):
            put(target, f"{blog.name}-{n}", page)
        put("decode", f"{blog.name}-{n}", b"text/html; charset=utf-8", page)
        put("dates", f"{blog.name}-{n}", page)
    home = (blog / "index.html").read_bytes()
    put("feed", blog.name, feed(blog).read_bytes())
    # Whole blogs are too slow for `learn` and `harvest`: fuzz/seeds has a small one.
    posts = sorted(bytes_of, key=len)[:4]
    rules = (Path("rules") / f"{blog.name}.xml").read_bytes()
    put("rules", blog.name, rules)
    put("replay", blog.name, rules, home, *posts)
for archive in Path("samples").glob("*.warc.gz"):
    put("warc", archive.name, archive.read_bytes())

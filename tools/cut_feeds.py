#!/usr/bin/env python3
"""cut_feeds.py CORPUS OUT N: a corpus with the same pages whose feeds have their first N items only.

How much the rules hang on the number of items they are learned from is measured with it: run the evaluation on OUT as on CORPUS.
Truth stays as it is, so that the same records are compared. Standard library only.

  tools/cut_feeds.py ../shared/corpus/dev /tmp/dev3 3
  ../shared/eval/run.sh target/release/feedstone /tmp/dev3 /tmp/dev3-out
"""
import gzip
import json
import os
import re
import sys
import zlib

ITEMS = re.compile(rb"<(item|entry)[\s>].*?</\1\s*>\s*", re.S)


def records(data):
    """The WARC's records as (head, block)."""
    at = 0
    while at < len(data):
        end = data.find(b"\r\n\r\n", at)
        if end < 0:
            return
        head = data[at:end]
        length = int(re.search(rb"(?im)^content-length:\s*(\d+)", head).group(1))
        yield head, data[end + 4:end + 4 + length]
        at = end + 4 + length + 4


def dechunk(body):
    out, at = b"", 0
    while at < len(body):
        end = body.index(b"\r\n", at)
        size = int(body[at:end].split(b";")[0], 16)
        if size == 0:
            break
        out += body[end + 2:end + 2 + size]
        at = end + 2 + size + 2
    return out


def payload(head, body):
    """The body without its codings, and the head without the words for them."""
    lower = head.lower()
    if b"transfer-encoding: chunked" in lower and re.match(rb"[0-9a-fA-F]+[;\r]", body):
        body = dechunk(body)
    if b"content-encoding: gzip" in lower and body[:2] == b"\x1f\x8b":
        body = gzip.decompress(body)
    elif b"content-encoding: deflate" in lower:
        body = zlib.decompress(body)
    lines = [l for l in head.split(b"\r\n") if l.split(b":")[0].lower() not in (b"transfer-encoding", b"content-encoding", b"content-length")]
    return b"\r\n".join(lines), body


def cut(text, n):
    """The feed with its first n items; None where the text is no feed or has no more."""
    start = text[:2000].lower()
    if start.lstrip().startswith(b"{") and b"jsonfeed" in start:
        feed = json.loads(text)
        feed["items"] = feed["items"][:n]
        return json.dumps(feed).encode()
    if not any(tag in start for tag in (b"<rss", b"<feed", b"<rdf:rdf")) or b"<html" in start:
        return None
    seen = 0

    def keep(match):
        nonlocal seen
        seen += 1
        return match.group(0) if seen <= n else b""

    out = ITEMS.sub(keep, text)
    return out if seen > n else None


def main(corpus, out, n):
    for site in sorted(os.listdir(corpus)):
        source, target = os.path.join(corpus, site), os.path.join(out, site)
        if not os.path.isdir(source):
            continue
        os.makedirs(target, exist_ok=True)
        for name in ("site.json", "truth.jsonl"):
            with open(os.path.join(source, name), "rb") as i, open(os.path.join(target, name), "wb") as o:
                o.write(i.read())
        with gzip.open(os.path.join(source, "site.warc.gz")) as f:
            data = f.read()
        with open(os.path.join(target, "site.warc.gz"), "wb") as f:
            for head, block in records(data):
                http, _, body = block.partition(b"\r\n\r\n")
                if re.search(rb"(?im)^warc-type:\s*response", head):
                    plain, text = payload(http, body)
                    short = cut(text, n)
                    if short is not None:
                        block = plain + b"\r\nContent-Length: %d\r\n\r\n" % len(short) + short
                        head = re.sub(rb"(?im)^content-length:.*$", b"Content-Length: %d" % len(block), head).replace(b"\r\r", b"\r")
                        head = b"\r\n".join(l for l in head.split(b"\r\n") if not re.match(rb"(?i)warc-(block|payload)-digest", l))
                f.write(gzip.compress(head + b"\r\n\r\n" + block + b"\r\n\r\n", mtime=0))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

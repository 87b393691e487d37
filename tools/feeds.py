#!/usr/bin/env python3
"""feeds.py CORPUS OUT CHANGE: a corpus with the same pages whose feeds say less.

How much reading hangs on what a feed says is measured with it: run the evaluation on OUT as on
CORPUS. Truth stays as it is, so that the same records are compared. Standard library only.
CHANGE is one of

  3, 5, …    the first items only
  half       every second item only
  1/3, …     all but the first item of three
  teasers    of each text the first 40 words (120 signs, where signs are words) and "[…]"
  titles     no texts
  undated    no dates
  bare       no authors and no tags
  links      titles and links alone
  campaigns  links with parameters that count readers, other ones in each item

  tools/feeds.py ../shared/corpus/dev /tmp/dev-titles titles
  ../shared/eval/run.sh target/release/feedstone /tmp/dev-titles /tmp/dev-titles-out
"""
import gzip
import html
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
    gone = (b"transfer-encoding", b"content-encoding", b"content-length")
    lines = [l for l in head.split(b"\r\n") if l.split(b":")[0].lower() not in gone]
    return b"\r\n".join(lines), body


def element(names):
    return re.compile(rb"<(%s)(\s[^>]*)?(?:/>|>(.*?)</\1\s*>)\s*" % names, re.S)


TEXTS = element(rb"content:encoded|description|content|summary|itunes:summary|dc:description"
                rb"|media:description")
DATES = element(rb"pubDate|published|updated|dc:date|issued|modified|created")
AUTHORS = element(rb"author|dc:creator|managingEditor")
TAGS = element(rb"category|dc:subject")
LINK = re.compile(rb"(<link>\s*(?:<!\[CDATA\[)?\s*|<link[^>]*href=[\"'])([^<\s\]\"'?#]++)(?!\?)")
LEFT_OUT = {"titles": [TEXTS], "undated": [DATES], "bare": [AUTHORS, TAGS],
            "links": [TEXTS, DATES, AUTHORS, TAGS]}
JSON_LEFT_OUT = {
    "titles": ["content_html", "content_text", "summary"],
    "undated": ["date_published", "date_modified"],
    "bare": ["author", "authors", "tags"],
}
JSON_LEFT_OUT["links"] = sum(JSON_LEFT_OUT.values(), [])


def plain(match):
    """The words of an element with a text."""
    inside = (match.group(3) or b"").replace(b"<![CDATA[", b"").replace(b"]]>", b"")
    text = inside.decode("utf8", "replace")
    if not inside.lstrip().startswith(b"<"):
        text = html.unescape(text)
    text = re.sub(r"(?s)<(script|style).*?</\1>|<[^>]*>", " ", text)
    return " ".join(html.unescape(text).split())


def teaser(item, name):
    """An item with the first words of its longest text."""
    text = max((plain(m) for m in TEXTS.finditer(item)), key=len, default="")
    signs = sum(ord(c) > 0x2e80 for c in text) > len(text) / 2
    short = text[:120] if signs else " ".join(text.split()[:40])
    tag = "summary" if name == b"entry" else "description"
    short = html.escape(short + (" […]" if short != text else ""), quote=False)
    item = TEXTS.sub(b"", item)
    at = item.rindex(b"</" + name)
    return item[:at] + f"<{tag}>{short}</{tag}>".encode() + item[at:]


def is_left_out(change, number):
    """Whether `1/3` leaves out the item of a number, from 1: the first, the fourth, …"""
    which, of = map(int, change.split("/"))
    return (number - which) % of == 0


def changed(text, change):
    """The feed with what the change leaves of it; None where the text is no feed."""
    start = text[:2000].lower()
    if start.lstrip().startswith(b"{") and b"jsonfeed" in start:
        feed = json.loads(text)
        if change.isdigit():
            feed["items"] = feed["items"][:int(change)]
        if change == "half":
            feed["items"] = feed["items"][::2]
        if "/" in change:
            feed["items"] = [item for k, item in enumerate(feed["items"], 1)
                             if not is_left_out(change, k)]
        for item in feed["items"]:
            for key in JSON_LEFT_OUT.get(change, []):
                item.pop(key, None)
        return json.dumps(feed).encode()
    if not any(tag in start for tag in (b"<rss", b"<feed", b"<rdf:rdf")) or b"<html" in start:
        return None
    coding = re.search(rb"encoding=[\"']([^\"']+)", text[:200])
    if change == "teasers" and coding and coding.group(1).lower() not in (b"utf-8", b"utf8"):
        text = text.decode(coding.group(1).decode(), "replace").encode()
        text = text.replace(coding.group(1), b"utf-8", 1)
    seen = 0

    def item(match):
        nonlocal seen
        seen += 1
        whole, name = match.group(0), match.group(1)
        if change.isdigit():
            return whole if seen <= int(change) else b""
        if change == "half":
            return whole if seen % 2 else b""
        if "/" in change:
            return b"" if is_left_out(change, seen) else whole
        if change == "teasers":
            return teaser(whole, name) if TEXTS.search(whole) else whole
        if change == "campaigns":
            return LINK.sub(rb"\1\2?utm_source=rss&amp;utm_campaign=post%d" % seen, whole)
        for left_out in LEFT_OUT[change]:
            whole = left_out.sub(b"", whole)
        return whole

    return ITEMS.sub(item, text)


def main(corpus, out, change, changed=changed):
    for site in sorted(os.listdir(corpus)):
        source, target = os.path.join(corpus, site), os.path.join(out, site)
        if not os.path.isdir(source):
            continue
        os.makedirs(target, exist_ok=True)
        for name in ("site.json", "truth.jsonl"):
            with (open(os.path.join(source, name), "rb") as i,
                  open(os.path.join(target, name), "wb") as o):
                o.write(i.read())
        with gzip.open(os.path.join(source, "site.warc.gz")) as f:
            data = f.read()
        with open(os.path.join(target, "site.warc.gz"), "wb") as f:
            for head, block in records(data):
                http, _, body = block.partition(b"\r\n\r\n")
                if re.search(rb"(?im)^warc-type:\s*response", head):
                    plain, text = payload(http, body)
                    short = changed(text, change)
                    if short is not None:
                        block = plain + b"\r\nContent-Length: %d\r\n\r\n" % len(short) + short
                        length = b"Content-Length: %d" % len(block)
                        head = re.sub(rb"(?im)^content-length:.*$", length, head)
                        head = head.replace(b"\r\r", b"\r")
                        head = b"\r\n".join(l for l in head.split(b"\r\n")
                                            if not re.match(rb"(?i)warc-(block|payload)-digest", l))
                f.write(gzip.compress(head + b"\r\n\r\n" + block + b"\r\n\r\n", mtime=0))


if __name__ == "__main__":
    changes = {"half", "teasers", "campaigns", *LEFT_OUT}
    known = len(sys.argv) == 4 and (re.fullmatch(r"\d+|[1-9]/[1-9]", sys.argv[3])
                                    or sys.argv[3] in changes)
    if not known:
        sys.exit(__doc__)
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""Harvests every crawl of a corpus of single blogs, served on loopback with a proxy.

    python3 tools/crawls.py target/release/feedstone ../shared [--corpus dev] [--only SITE]

The crawls are parts of blogs: what a crawl has not is not there (404), and of posts beyond its
truth nothing is known. So this counts, of the posts of the truth that links lead to from the home
page and the feed, those that were found; posts given twice; requests to other hosts; runs that did
not end as they should; and runs that say "all posts" though such a post is missing.
SHARED/eval/harvest/serve.py serves each crawl; its pages are packed for that into a folder that
goes away again.
"""
import argparse
import concurrent.futures
import gzip
import html
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

MOST_SECONDS = 120


def key(url):
    """One spelling for one address; parameters that campaigns add say nothing."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    path = unquote(parts.path).removesuffix("index.html").rstrip("/")
    query = "&".join(p for p in parts.query.split("&") if p and not p.startswith("utm_"))
    return f"{host}{path}?{unquote(query)}"


def stored(warc):
    """Address and payload of each page and feed of a WARC file with status 200."""
    with gzip.open(warc) as file:
        while version := file.readline():
            if not version.strip():
                continue
            record = {}
            while (line := file.readline().strip()):
                name, _, value = line.decode("utf-8", "replace").partition(":")
                record[name.strip().lower()] = value.strip()
            data = file.read(int(record["content-length"]))
            head, _, payload = data.partition(b"\r\n\r\n")
            if record["warc-type"] == "response" and head.split()[1:2] == [b"200"]:
                yield record["warc-target-uri"].strip("<>"), payload


def pack(site, folder):
    """A crawl as serve.py wants it: a tar of files by path, and what is known of the blog."""
    info = json.loads((site / "site.json").read_text(encoding="utf8"))
    home = urlsplit(info["home_url"])
    bare = home.hostname.removeprefix("www.")
    folder.mkdir(parents=True)
    files = {}
    for url, payload in stored(site / "site.warc.gz"):
        parts = urlsplit(url)
        if (parts.hostname or "").removeprefix("www.") == bare:
            files["u" + unquote(parts.path or "/")
                  + (f"?{unquote(parts.query)}" if parts.query else "")] = payload
    with tarfile.open(folder / "site.tar", "w", format=tarfile.PAX_FORMAT) as tar:
        for name, payload in files.items():
            member = tarfile.TarInfo(name)
            member.pax_headers["path"] = name
            member.size = len(payload)
            tar.addfile(member, io.BytesIO(payload))
    (folder / "site.json").write_text(json.dumps({
        "id": site.name, "base": info["home_url"], "home_url": info["home_url"],
        "hosts": [bare, "www." + bare], "file": "site.tar", "variants": {}}), encoding="utf8")
    return info["home_url"]


# Where pages, feeds and sitemaps name addresses.
LINKS = re.compile(r"""href\s*=\s*["']?([^"'\s>]+)"""
                   r"""|<(?:link|guid|loc)\b[^>]*>\s*(?:<!\[CDATA\[)?\s*(http[^<\]\s]+)""", re.I)


def led_to(site):
    """Addresses of the crawl's pages that links lead to from the home page and the feed."""
    info = json.loads((site / "site.json").read_text(encoding="utf8"))
    pages = {key(url): (url, payload.decode("utf-8", "replace"))
             for url, payload in stored(site / "site.warc.gz")}
    waiting = [key(info["home_url"]), key(info["feed_url"])]
    seen = set(waiting)
    while waiting:
        url, text = pages.get(waiting.pop(), ("", ""))
        for found in LINKS.finditer(text):
            try:
                to = key(urljoin(url, html.unescape(found[1] or found[2])))
            except ValueError:
                continue
            if to in pages and to not in seen:
                seen.add(to)
                waiting.append(to)
    return seen


def posts_of(site):
    """Addresses of the posts whose pages the crawl has, and links lead to."""
    lines = (site / "truth.jsonl").read_text(encoding="utf8").splitlines()
    return {key(t["page"]) for t in map(json.loads, lines) if t["kind"] == "entry"} & led_to(site)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def listens(port):
    for _ in range(300):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.05)
    return False


def one(program, shared, site, tmp):
    """What came of one crawl."""
    folder = tmp / site.name
    home = pack(site, folder / "data" / site.name)
    log, port = folder / "log", free_port()
    server = subprocess.Popen(
        [sys.executable, shared / "eval/harvest/serve.py", "--data", folder / "data", "--port",
         str(port), "--log", log, "--ca", folder / "ca"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        if not listens(port):
            raise OSError(f"the server of {site.name} did not start")
        proxy = f"http://127.0.0.1:{port}"
        env = dict(os.environ, SSL_CERT_FILE=str(folder / "ca/ca.pem"), NO_PROXY="", no_proxy="")
        env.update(dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy",
                                  "ALL_PROXY"), proxy))
        out = folder / "posts.jsonl"
        command = [program, "harvest", "--delay", "0", "--out", out, home]
        try:
            done = subprocess.run(command, capture_output=True, text=True, env=env,
                                  timeout=MOST_SECONDS)
            code = done.returncode
            lines = out.read_text(encoding="utf8").splitlines() if out.is_file() else []
        except subprocess.TimeoutExpired:
            code, lines = "too slow", []
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    posts = [json.loads(line) for line in lines]
    links = [key(post["link"]) for post in posts]
    names = set(links).union(*({key(alias) for alias in post.get("aliases", [])} for post in posts))
    truth = posts_of(site)
    requests = [json.loads(line) for line in log.read_text(encoding="utf8").splitlines()]
    return {"site": site.name, "posts": len(truth), "found": len(truth & names),
            "lines": len(links),
            "twice": len(links) - len(set(links)), "requests": len(requests), "code": code,
            "strange": sum(bool(r.get("outside")) for r in requests)}


def harvested(program, shared, corpus="dev", only=None, every=1):
    """A row for each crawl of a corpus, or for every so manieth."""
    sites = [s for s in sorted((shared / "corpus" / corpus).iterdir())
             if (s / "site.json").is_file() and only in (None, s.name)][::every]
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    with tempfile.TemporaryDirectory(prefix="crawls-") as tmp, pool:
        return list(pool.map(lambda site: one(program, shared, site, Path(tmp)), sites))


def means(rows):
    """Means over crawls, each number the better the higher."""
    mean = lambda of: sum(map(of, rows)) / len(rows)
    return {"found": mean(lambda r: r["found"] / max(1, r["posts"])),
            "once": mean(lambda r: 1 - r["twice"] / max(1, r["lines"])),
            "ended": mean(lambda r: r["code"] in (0, 1)),
            "hosts": mean(lambda r: r["strange"] == 0),
            "claims": mean(lambda r: r["code"] != 0 or r["found"] == r["posts"])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--corpus", default="dev")
    parser.add_argument("--only")
    a = parser.parse_args()
    if a.corpus == "fresh":
        sys.exit("crawls.py: of fresh only totals of eval/run.sh are looked at")
    rows = harvested(a.program.resolve(), a.shared.resolve(), a.corpus, a.only)
    for row in rows:
        print("{site:28} {found:>4} of {posts:<4} {lines:>5} lines {twice:>3} twice "
              "{requests:>5} requests {strange:>3} to others, exit {code}".format(**row))
    print(f"{len(rows)} crawls: "
          + ", ".join(f"{name} {value:.4f}" for name, value in means(rows).items()))


if __name__ == "__main__":
    main()

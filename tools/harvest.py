#!/usr/bin/env python3
"""Measures of `feedstone harvest` that one run of each blog does not give.

    python3 tools/harvest.py target/release/feedstone ../shared [--only NAME ...] [--site ID ...]

    kill    killed with signal 9 at 20 random times, each time begun anew, then the same command
            again: the output must be equal byte for byte, at most one request repeated
    update  the same command again after nothing changed: at most 5 requests, no line
    pace    30 requests with the usual pause of one second: shortest gap .95 s
    memory  a made blog of 10,000 posts: at most 150 MB

The blogs of SHARED/corpus/harvest are served on the loopback interface by its server,
SHARED/eval/harvest/serve.py. Exit code 0: all is as it must be.
"""
import argparse
import collections
import contextlib
import http.server
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from datetime import date, timedelta
from pathlib import Path

KILLS = 20
MOST_REPEATED = 1
MOST_OF_UPDATE = 5
PACED_REQUESTS = 30
LEAST_GAP = 0.95
MADE_POSTS = 10_000
MOST_MEGABYTES = 150


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def served(shared, site, folder):
    """A blog of the corpus behind a proxy: its home page, the environment for it, its log."""
    corpus = shared / "corpus/harvest"
    home = json.loads((corpus / site / "site.json").read_text())["home_url"]
    port, log, ca = free_port(), folder / "requests.jsonl", folder / "ca"
    command = [sys.executable, shared / "eval/harvest/serve.py", "--data", corpus, "--site", site,
               "--port", str(port), "--log", log, "--ca", ca]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    proxy = f"http://127.0.0.1:{port}"
    env = dict(os.environ, SSL_CERT_FILE=str(ca / "ca.pem"), NO_PROXY="", no_proxy="")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"):
        env[name] = proxy
    try:
        for _ in range(600):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield home, env, log
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def requests(log):
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def command(feedstone, folder, home, *more):
    return [feedstone, "harvest", "--delay", "0", "--state", folder / "state.db",
            "--out", folder / "posts.jsonl", home, *more]


def run(arguments, env):
    return subprocess.run(arguments, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def kill(feedstone, shared, site, folder):
    with served(shared, site, folder) as (home, env, log):
        start = time.monotonic()
        run(command(feedstone, folder, home), env)
        took = time.monotonic() - start
        wanted = (folder / "posts.jsonl").read_bytes()
        usual = collections.Counter((r["host"], r["target"]) for r in requests(log))
        worst, other, kills = 0, 0, 0
        chance = random.Random(site)
        while kills < KILLS:
            again = folder / f"kill-{kills}"
            shutil.rmtree(again, ignore_errors=True)
            again.mkdir()
            before = len(requests(log))
            process = subprocess.Popen(command(feedstone, again, home), env=env,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.uniform(0, took))
                continue  # it was done before
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            kills += 1
            run(command(feedstone, again, home), env)
            asked = collections.Counter((r["host"], r["target"]) for r in requests(log)[before:])
            repeated = sum((asked - usual).values())
            worst = max(worst, repeated)
            other += (again / "posts.jsonl").read_bytes() != wanted
    what = f"{other} other outputs, at most {worst} requests repeated"
    print(f"kill    {site}: {kills} kills, {what}")
    return other == 0 and worst <= MOST_REPEATED


def update(feedstone, shared, site, folder):
    with served(shared, site, folder) as (home, env, log):
        run(command(feedstone, folder, home), env)
        before, lines = len(requests(log)), (folder / "posts.jsonl").read_bytes()
        run(command(feedstone, folder, home), env)
        asked = len(requests(log)) - before
        same = (folder / "posts.jsonl").read_bytes() == lines
        state = ["--state", folder / "state.db"]
        live = run([feedstone, "harvest", "--delay", "0", *state, home], env)
    told = live.stdout.count(b"\n")
    file = "as it was" if same else "changed"
    print(f"update  {site}: {asked} requests, {told} lines, file {file}")
    return asked <= MOST_OF_UPDATE and told == 0 and same


def pace(feedstone, shared, site, folder):
    with served(shared, site, folder) as (home, env, log):
        run([feedstone, "harvest", "--max-requests", str(PACED_REQUESTS), home], env)
        times = collections.defaultdict(list)
        for r in requests(log):
            times[r["host"]].append(r["t"])
    gaps = [b - a for of in times.values() for a, b in zip(of, of[1:])]
    count = sum(map(len, times.values()))
    print(f"pace    {site}: {count} requests, shortest gap {min(gaps):.3f} s")
    return min(gaps) >= LEAST_GAP


def words(n, many):
    parts = ["ba", "co", "du", "fe", "gi", "ho", "ku", "la", "mi", "no", "pu", "re", "so"]
    chosen = random.Random(n).choices(parts, k=many * 3)
    return " ".join("".join(chosen[k:k + 3]) for k in range(0, many * 3, 3))


def text(n):
    return f"<p>{words(n + MADE_POSTS, 300)}.</p>"


class Made(http.server.BaseHTTPRequestHandler):
    """A blog of many posts: home page, feed, months, and a page that lists all."""
    protocol_version = "HTTP/1.1"
    # Head and body in one piece, or each waits for the other's receipt.
    wbufsize = -1

    def log_message(self, *_):
        pass

    def post(self, n):
        day = date(1998, 1, 1) + timedelta(days=n)
        return dict(n=n, day=day, title=words(n, 4).capitalize(), path=f"/{day:%Y/%m/%d}/post-{n}/")

    def record(self, post, level):
        title = f"<h{level}><a href=\"{post['path']}\">{post['title']}</a></h{level}>"
        return (f"<div class=post>{title}<p class=day>{post['day']:%-d %B %Y}</p>"
                f"<div class=text>{text(post['n'])}</div></div>")

    def answer(self, host):
        newest = [self.post(MADE_POSTS - 1 - k) for k in range(10)]

        def page(title, main):
            return "text/html", (
                f"<!DOCTYPE html><html><head><title>{title}</title><link rel=alternate "
                "type='application/rss+xml' href='/feed.xml'></head><body><div id=top>"
                "<a href='/'>Salt</a> <a href='/archives/'>All posts</a></div>"
                f"<div id=main>{main}</div></body></html>")
        if self.path == "/":
            return page("Salt", "".join(self.record(p, 2) for p in newest))
        if self.path == "/feed.xml":
            items = "".join(
                f"<item><title>{p['title']}</title><link>http://{host}{p['path']}</link><pubDate>"
                f"{p['day']:%a, %d %b %Y} 08:00:00 +0000</pubDate><description>"
                f"<![CDATA[{text(p['n'])}]]></description></item>" for p in newest)
            head = "<rss version='2.0'><channel><title>Salt</title>"
            return "application/rss+xml", f"{head}{items}</channel></rss>"
        if self.path == "/archives/":
            posts = (self.post(n) for n in range(MADE_POSTS))
            items = (f"<li>{p['day']} <a href=\"{p['path']}\">{p['title']}</a>" for p in posts)
            return page("All", "".join(items))
        if "/post-" in self.path:
            n = int(self.path.rsplit("-", 1)[1].strip("/"))
            return page("Post", self.record(self.post(n), 1))
        return None

    def do_GET(self):
        kind, text = self.answer(self.headers["Host"]) or ("text/html", "<p>Not found")
        body = text.encode()
        self.send_response(404 if text == "<p>Not found" else 200)
        self.send_header("Content-Type", kind + "; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def memory(feedstone, _shared, _site, folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Made)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}/"
    env = {k: v for k, v in os.environ.items() if "proxy" not in k.lower()}
    process = subprocess.Popen(command(feedstone, folder, home), env=env, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    server.shutdown()
    posts, megabytes = (folder / "posts.jsonl").read_bytes().count(b"\n"), used.ru_maxrss / 1024
    each = (used.ru_utime + used.ru_stime) / max(posts, 1) * 1000
    print(f"memory  {posts} posts: {megabytes:.0f} MB, {each:.1f} ms of processor time a post")
    return posts == MADE_POSTS and megabytes <= MOST_MEGABYTES


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("feedstone", type=Path)
    parser.add_argument("shared", type=Path)
    measures = dict(kill=kill, update=update, pace=pace, memory=memory)
    parser.add_argument("--only", nargs="+", choices=measures, default=list(measures))
    parser.add_argument("--site", action="append", help="[default: krisbuytaert, whitesrv]")
    a = parser.parse_args()
    good = True
    for name in a.only:
        sites = [None] if name == "memory" else (a.site or ["krisbuytaert", "whitesrv"])
        for site in sites[:1] if name == "pace" else sites:
            with tempfile.TemporaryDirectory() as folder:
                program, shared = a.feedstone.resolve(), a.shared.resolve()
                as_asked = measures[name](program, shared, site, Path(folder))
            if not as_asked:
                print("        not as it must be")
            sys.stdout.flush()
            good = good and as_asked
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

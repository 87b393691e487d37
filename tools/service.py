#!/usr/bin/env python3
"""Asks `feedstone serve` as a crawler in another language would: with Python's own http.client.

    python3 tools/service.py target/release/feedstone

Starts the service on the rule files of the samples and, in eight threads on a connection each, has
it read every page of them: the entries must be those that `feedstone extract` prints. Then a
crawler that fetches for itself learns a blog, by giving the pages that the service wants, and reads
with what was learned. At the end the service is stopped while it works, and must answer what it
was asked. Prints pages a second. Exit code 0: all was so.
"""
import http.client
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ["carnet-fr", "cjk-zh", "day-book", "garden-notes", "old-table", "summary-lab"]
THREADS = 8
LEARNED = "garden-notes"


class Service:
    """A running service; `with` stops it."""

    def __init__(self, program, rules, *args):
        command = [program, "serve", "--rules", rules, "--listen", "127.0.0.1:0", *args]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        assert "listening on http://" in line, line
        self.address = line.split("http://")[1].split()[0]

    def connection(self):
        return http.client.HTTPConnection(self.address, timeout=60)

    def stop(self):
        """The exit code, and what it said."""
        self.process.send_signal(signal.SIGTERM)
        said = self.process.stderr.read()
        return self.process.wait(timeout=60), said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def ask(connection, method, path, body=None, kind="application/json"):
    """The status and the JSON of an answer."""
    headers = {"Content-Type": kind} if body is not None else {}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def extract(connection, url, html, kind):
    query = urllib.parse.urlencode({"url": url})
    return ask(connection, "POST", f"/extract?{query}", html, kind)


def saved(sample):
    """The pages of a sample: address, bytes."""
    folder = ROOT / "samples" / sample
    base = (folder / "base.url").read_text().strip()
    for file in sorted(folder.rglob("*.html")):
        path = file.relative_to(folder).as_posix()
        yield base.rstrip("/") + "/" + path.removesuffix("index.html"), file.read_bytes()


def printed(program, sample):
    """What `extract` prints: entries by page."""
    folder, rules = ROOT / "samples" / sample, ROOT / "rules" / f"{sample}.xml"
    # A service reads one page at a time.
    command = [program, "extract", "--at-once", "--rules", rules, "--dir", folder]
    out = subprocess.run(command, capture_output=True, text=True).stdout
    pages = {}
    for line in out.splitlines():
        entry = json.loads(line)
        pages.setdefault(entry["page"], []).append(entry)
    return pages


def read_all(service, pages, wrong):
    """Every page, in some threads; those read."""
    queue, read, lock = list(pages), [], threading.Lock()

    def work():
        connection = service.connection()
        while True:
            with lock:
                if not queue:
                    return
                url, html, expected = queue.pop()
            status, said = extract(connection, url, html, "text/html")
            with lock:
                read.append(url)
                if status != 200 or said["entries"] != expected:
                    wrong.append(f"{url}: {status} {said}")

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return read


def fetch(sample, url):
    """What a crawler would have of an address."""
    folder = ROOT / "samples" / sample
    base = (folder / "base.url").read_text().strip()
    path = folder / url.removeprefix(base)
    path = path / "index.html" if url.endswith("/") else path
    return path.read_text("utf-8") if url.startswith(base) and path.is_file() else None


def learn(connection, sample, wrong):
    """Learns from what is wanted until nothing more is, and saves."""
    home = (ROOT / "samples" / sample / "base.url").read_text().strip()
    pages, rounds = {}, 0
    while True:
        rounds += 1
        given = [{"url": url, "text": text} for url, text in pages.items()]
        body = json.dumps({"blog": home, "pages": given})
        status, said = ask(connection, "POST", "/learn", body)
        wanted = said.get("wanted", said.get("error", {}).get("wanted", []))
        new = {url: text for url in wanted if url not in pages and (text := fetch(sample, url))}
        if not new:
            break
        pages.update(new)
    if status != 200:
        wrong.append(f"learn: {status} {said}")
        return
    body = json.dumps({"blog": home, "pages": given, "save": "learned"})
    status, said = ask(connection, "POST", "/learn", body)
    if status != 200 or said["saved"] != "learned":
        wrong.append(f"save: {status} {said}")
    print(f"learned {home} from {len(pages)} pages in {rounds} rounds")


def main():
    program = Path(sys.argv[1]).resolve()
    wrong = []
    expected = {sample: printed(program, sample) for sample in SAMPLES}
    pages = [(url, html, expected[sample].get(url, []))
             for sample in SAMPLES for url, html in saved(sample)]
    with Service(program, ROOT / "rules") as service:
        start = time.perf_counter()
        read = read_all(service, pages, wrong)
        seconds = time.perf_counter() - start
        size = sum(len(html) for _, html, _ in pages) / len(pages) / 1000
        print(f"{len(read)} pages of {size:.1f} kB in {THREADS} threads, "
              f"{len(read) / seconds:.0f} a second")
        if sorted(read) != sorted(url for url, _, _ in pages) or len(read) < 50:
            wrong.append(f"{len(read)} of {len(pages)} pages were read")
        status, said = ask(service.connection(), "GET", "/health")
        if (status, said["rules"]) != (200, len(SAMPLES)):
            wrong.append(f"health: {status} {said}")
        status, said = ask(service.connection(), "POST", "/learn", "{}")
        if (status, said["error"]["kind"]) != (403, "forbidden"):
            wrong.append(f"learning was not asked for, and may be: {status} {said}")
    with tempfile.TemporaryDirectory() as rules, Service(program, rules, "--learn") as service:
        connection = service.connection()
        learn(connection, LEARNED, wrong)
        for url, html in saved(LEARNED):
            status, said = extract(connection, url, html, "text/html")
            entries = said.get("entries", [])
            if status != 200 or said["rules"] != "learned" or \
                    [e.get("title") for e in entries] != \
                    [e.get("title") for e in expected[LEARNED].get(url, [])]:
                wrong.append(f"with what was learned: {url}: {status} {said}")
        checked = [{"url": url, "text": html.decode()} for url, html in saved(LEARNED)]
        status, said = ask(connection, "POST", "/check", json.dumps({"pages": checked}))
        verdicts = {page["verdict"] for page in said.get("pages", [])}
        if status != 200 or not verdicts <= {"ok", "other layout"}:
            wrong.append(f"check: {status} {verdicts} {said.get('error')}")
        # Half a request, then the signal, then the rest.
        url, html = next(saved(LEARNED))
        connection.putrequest("POST", "/extract?" + urllib.parse.urlencode({"url": url}))
        connection.putheader("Content-Type", "text/html")
        connection.putheader("Content-Length", str(len(html)))
        connection.endheaders(html[:100])
        time.sleep(0.3)
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        connection.send(html[100:])
        answer = connection.getresponse()
        answer.read()
        code = service.process.wait(timeout=60)
        if (answer.status, code) != (200, 0):
            wrong.append(f"stopped: status {answer.status}, exit code {code}")
    for line in wrong:
        print(f"service.py: {line[:500]}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""The sample blog that the tests read, from its folder and from a server of this machine."""

import http.server
import json
import mimetypes
import os
import threading
import time
from pathlib import Path

import feedstone
import pytest

ROOT = Path(__file__).resolve().parents[2]
GARDEN = ROOT / "samples" / "garden-notes"
HOME = "https://garden-notes.example/"
SHARED = ROOT.parent / "shared"
PROGRAM = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "feedstone"


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch):
    """Examples name files from there."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def rules():
    return feedstone.learn(folder=GARDEN)


@pytest.fixture(scope="session")
def pages():
    """All pages of the blog: HTML and address."""
    files = sorted(GARDEN.rglob("*.html"))
    return [(f.read_bytes(), HOME + address(f)) for f in files]


@pytest.fixture(scope="session")
def post(pages):
    """One post's page: HTML and address."""
    [page] = [page for page in pages if page[1].endswith("/blue-sheet-and-a-brick/")]
    return page


@pytest.fixture
def program():
    """The command line, where it was built."""
    if not PROGRAM.is_file():
        pytest.skip(f"{PROGRAM} is not there: cargo build --release")
    return PROGRAM


@pytest.fixture
def server():
    """The sample blog, served; it notes requests, and may be made slow or have a robots.txt."""

    class Handler(http.server.BaseHTTPRequestHandler):
        asked = []
        times = []
        pause = 0.0
        robots = None

        def do_GET(self):
            self.asked.append(self.path)
            self.times.append(time.monotonic())
            time.sleep(self.pause)
            if self.path == "/robots.txt" and self.robots:
                return self.answer(200, "text/plain", self.robots.encode())
            file = GARDEN / self.path.strip("/")
            file = file / "index.html" if file.is_dir() else file
            if not file.is_file():
                return self.answer(404, "text/plain", b"")
            kind = mimetypes.guess_type(file)[0] or "text/plain"
            self.answer(200, kind, file.read_bytes().replace(HOME.encode(), home.encode()))

        def answer(self, status, kind, body):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as serving:
        home = serving.home = f"http://127.0.0.1:{serving.server_port}/"
        serving.handler = Handler
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield serving
        serving.shutdown()


def address(file):
    path = file.relative_to(GARDEN).as_posix()
    return path.removesuffix("index.html")


def documented(page, language):
    """The first example in a language on a page of the documentation."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return text.split(f"```{language}\n")[1].split("```")[0]


def expected():
    """What there is to read on the pages, as the sample was made."""
    lines = (GARDEN / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]

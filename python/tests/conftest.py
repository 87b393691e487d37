"""The sample blog that the tests read."""

import json
from pathlib import Path

import feedstone
import pytest

ROOT = Path(__file__).resolve().parents[2]
GARDEN = ROOT / "samples" / "garden-notes"
HOME = "https://garden-notes.example/"


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


def address(file):
    path = file.relative_to(GARDEN).as_posix()
    return path.removesuffix("index.html")


def expected():
    """What there is to read on the pages, as the sample was made."""
    lines = (GARDEN / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]

"""Checks, and methods that need no feed."""

import feedstone
import pytest
from conftest import GARDEN, HOME


def test_check_of_a_whole_blog(rules, pages):
    checked = feedstone.check(rules, pages, feed=(GARDEN / "feed.xml").read_bytes())
    assert [page["page"] for page in checked] == [url for _, url in pages]
    assert {page["verdict"] for page in checked} == {"ok"}
    fields = [f for page in checked for entry in page["entries"] for f in entry["fields"]]
    assert {f["state"] for f in fields} <= {"agree", "cannot tell"}
    assert all(0 <= f["confidence"] <= 1 for f in fields)


def test_check_of_a_redesign(rules, pages):
    changed = [(html.replace(b"entry-title", b"headline"), url) for html, url in pages]
    checked = feedstone.check(rules, (pair for pair in changed))
    assert all(page["verdict"] in ("partial", "drifted") for page in checked)
    fields = [f for page in checked for entry in page["entries"] for f in entry["fields"]]
    assert any(f["reasons"] for f in fields if f["state"] == "disagree")


def test_check_takes_pairs(rules):
    with pytest.raises((TypeError, ValueError)):
        feedstone.check(rules, ["<p>"])


def test_records_and_entries():
    html = (GARDEN / "index.html").read_bytes()
    region = feedstone.records(html)[0]
    assert len(region["records"]) == 6
    assert all(len(r["cells"]) == len(region["columns"]) for r in region["records"])
    found = feedstone.entries(html, HOME)
    assert [e.kind for e in found] == ["list"] * 6
    assert found[0].link == HOME + "2021/05/23/first-strawberries/"
    assert feedstone.records("") == [] == feedstone.entries("", "no address")


def test_content(pages):
    posts = [html for html, url in pages if url.count("/") == 7]
    text = feedstone.content(posts[0], posts[1:3])
    assert "The shed leaks." in text
    assert "Garden Notes" not in text
    with pytest.raises(ValueError, match="expected one reference"):
        feedstone.content(posts[0], [])


def test_news(pages):
    posts = [html for html, url in pages if url.count("/") == 7]
    articles = feedstone.news(posts)
    assert len(articles) == 16
    assert articles[0]["title"] == "A blue sheet and a brick"
    assert "The shed leaks." in articles[0]["text"]
    [alone] = feedstone.news(posts[:1])
    assert (alone["title"], alone["text"]) == (None, None)
    assert feedstone.news([]) == []

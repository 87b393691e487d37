"""What goes wrong says what was expected, found, and what to do."""

import pickle

import feedstone
import pytest
from conftest import GARDEN, HOME, ROOT


def test_all_kinds_are_feedstone_errors():
    kinds = [getattr(feedstone, name) for name in feedstone.__all__ if name.endswith("Error")]
    assert len(kinds) == 7
    assert all(issubclass(kind, feedstone.Error) for kind in kinds)


def test_rule_files_have_line_and_column():
    xml = feedstone.Wrapper.load(ROOT / "rules" / "garden-notes.xml").dumps()
    broken = xml.replace('kind="list"', 'kind="lists"', 1)
    line = broken[: broken.index("lists")].count("\n") + 1
    with pytest.raises(feedstone.RulesError, match=f"^{line}:.*lists") as told:
        feedstone.Wrapper.loads(broken)
    assert told.value.line == line
    assert told.value.column > 0


def test_a_rule_file_is_named(tmp_path):
    file = tmp_path / "broken.xml"
    file.write_text("<wrapper")
    with pytest.raises(feedstone.RulesError, match="broken.xml:1:") as told:
        feedstone.Wrapper.load(file)
    assert told.value.line == 1


def test_errors_without_a_place_have_no_line(tmp_path):
    with pytest.raises(feedstone.IoError, match="nowhere.xml: expected") as told:
        feedstone.Wrapper.load(tmp_path / "nowhere.xml")
    assert (told.value.line, told.value.column, told.value.status) == (None, None, None)
    assert isinstance(pickle.loads(pickle.dumps(told.value)), feedstone.IoError)


def test_a_file_that_cannot_be_written(rules, tmp_path):
    with pytest.raises(feedstone.IoError, match="expected"):
        rules.save(tmp_path / "no" / "folder.xml")


def test_sources_that_are_none(tmp_path):
    with pytest.raises(feedstone.IoError, match="expected"):
        feedstone.learn(folder=tmp_path)
    (tmp_path / "not.warc").write_text("no archive")
    with pytest.raises(feedstone.WarcError):
        feedstone.learn(HOME, warc=tmp_path / "not.warc")
    with pytest.raises(feedstone.FetchError):
        feedstone.learn("no address")


def test_what_a_server_answers_is_said(server):
    with pytest.raises(feedstone.FetchError, match="404") as told:
        feedstone.learn(server.home + "gone/", delay=0)
    assert told.value.status == 404


def test_a_blog_without_feed(tmp_path):
    (tmp_path / "index.html").write_text("<p>Nothing but this.")
    with pytest.raises(feedstone.FeedError):
        feedstone.learn(HOME, folder=tmp_path)
    with pytest.raises(feedstone.Error):
        feedstone.learn(HOME, folder=tmp_path, without_feed=True)


def test_a_feed_that_the_pages_do_not_show(tmp_path):
    (tmp_path / "feed.xml").write_bytes((GARDEN / "feed.xml").read_bytes())
    link = '<link rel=alternate type="application/rss+xml" href=feed.xml>'
    (tmp_path / "index.html").write_text(f"{link}<p>Nothing of it.")
    with pytest.warns(UserWarning, match="not in the folder"):
        with pytest.raises(feedstone.LearnError, match="nothing could be learned; list pages:"):
            feedstone.learn(HOME, folder=tmp_path)


@pytest.mark.parametrize(
    "arguments, kind",
    [
        ({}, ValueError),
        ({"folder": GARDEN, "warc": "x.warc"}, ValueError),
        ({"home": HOME, "delay": -1}, ValueError),
        ({"home": HOME, "delay": float("nan")}, ValueError),
        ({"home": HOME, "dely": 1}, TypeError),
        ({"home": HOME, "headers": [1]}, TypeError),
    ],
)
def test_arguments(arguments, kind):
    for function in (feedstone.learn, feedstone.harvest):
        with pytest.raises(kind):
            function(**arguments)

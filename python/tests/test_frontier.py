"""The machine behind a harvest, driven from Python."""

import pickle

import feedstone
import pytest
from conftest import GARDEN, HOME, ROOT


def drive(frontier, blog, most=None):
    """Posts by their links, and notes of so many answers."""
    posts, notes = {}, []
    while (most is None or len(notes) < most) and (request := frontier.next()):
        assert frontier.next() == request, "the same until it is answered"
        missing = feedstone.Response(request.url, status=404)
        step = frontier.answer(request.url, blog.get(request.url, missing))
        posts |= {post.link: post for post in step.posts}
        notes.append(step.note)
    return posts, notes


@pytest.fixture
def blog():
    return {page.url: page for page in feedstone.pages(folder=GARDEN)}


def test_a_driven_machine_finds_what_a_harvest_finds(blog):
    frontier = feedstone.Frontier(HOME, stored=True)
    posts, _ = drive(frontier, blog)
    harvest = feedstone.harvest(folder=GARDEN)
    assert posts == {post.link: post for post in harvest}
    assert frontier.report() == harvest.report()
    assert frontier.rules == harvest.rules
    assert repr(frontier) == "<Frontier: 16 posts, 0 more known>"


def test_notes_resume_it_in_the_middle(blog):
    whole, _ = drive(feedstone.Frontier(HOME), blog)
    before, notes = drive(feedstone.Frontier(HOME), blog, most=25)
    frontier, again = feedstone.Frontier.resume(HOME, iter(notes))
    assert {post.link: post for post in again} == before
    assert 0 < len(before) < len(whole)
    behind, _ = drive(frontier, blog)
    assert before | behind == whole


def test_an_update_asks_less(blog):
    frontier = feedstone.Frontier(HOME)
    _, notes = drive(frontier, blog)
    update = frontier.update()
    assert frontier.next().again
    posts, asked = drive(frontier, blog)
    assert posts == {} and 0 < len(asked) < len(notes)
    frontier, _ = feedstone.Frontier.resume(HOME, [*notes, update])
    assert frontier.next().again


def test_rules_at_hand_need_no_learning(blog, rules):
    frontier = feedstone.Frontier(HOME, rules=rules, delay=2.5)
    assert frontier.next().pause == 2.5
    frontier.answer(HOME + "robots.txt", feedstone.Response(HOME + "robots.txt", status=404))
    assert frontier.next().why == "list"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_wants_to_be_asked_later_is_no_answer(rules, status):
    frontier = feedstone.Frontier(HOME, rules=rules)
    step = frontier.answer(HOME + "robots.txt", feedstone.Response(HOME + "robots.txt", status))
    assert step.failed
    assert "robots.txt could not be had" in frontier.broken_off


@pytest.mark.parametrize("name, value", [("dely", 1), ("delay", -1.0), ("delay", "x")])
def test_arguments(name, value):
    with pytest.raises((TypeError, ValueError)):
        feedstone.Frontier(HOME, **{name: value})


def test_what_is_no_note():
    with pytest.raises(ValueError, match="expected a note"):
        feedstone.Frontier.resume(HOME, ["{}"])
    with pytest.raises(feedstone.FetchError):
        feedstone.Frontier("no address")


def test_pages_of_an_archive_are_those_of_its_folder(blog):
    archive = feedstone.pages(warc=ROOT / "samples" / "garden-notes.warc.gz")
    found = {page.url: page.body for page in archive if page.is_html}
    assert len(found) == 19
    assert found == {url: blog[url].body for url in found}
    with pytest.raises(ValueError, match="expected pages"):
        feedstone.pages()
    with pytest.raises(feedstone.IoError):
        feedstone.pages(warc="nowhere.warc")


@pytest.mark.parametrize(
    "headers, charset",
    [
        ({"content-type": 'text/html; charset="UTF-8"'}, "UTF-8"),
        ([("Content-Type", "text/html;charset=sjis")], "Shift_JIS"),
        ({"Content-Type": "text/html; charset=utf-9"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_charsets(headers, charset):
    page = feedstone.Response(HOME, 200, headers, b"<html><p>Brine")
    assert page.charset == charset
    assert page.is_html


def test_rules_are_learned_from_pages_in_memory(blog, rules):
    assert feedstone.learn(HOME, pages=list(blog.values())) == rules
    with pytest.raises(ValueError, match="expected pages= with the address"):
        feedstone.learn(pages=[])
    with pytest.raises(feedstone.FetchError, match="not among the pages given"):
        feedstone.learn(HOME, pages=[])


def test_redirects_among_pages_in_memory_are_followed(blog, rules):
    old = HOME.replace("https://", "https://www.") + "old"
    moved = feedstone.Response(old, 301, {"Location": HOME})
    learned = feedstone.learn(old, pages=[moved, *blog.values()])
    assert learned.feed == rules.feed


def test_text_is_marked_as_utf_8():
    page = feedstone.Response(HOME, body="<p>Süß")
    assert page.body == "\ufeff<p>Süß".encode()
    with pytest.raises(AttributeError):
        page.url = HOME


def test_steps_and_machines_are_not_pickled():
    with pytest.raises(TypeError):
        pickle.dumps(feedstone.Frontier(HOME))

"""Harvests, from a folder, an archive, and a server of this machine."""

import json
import signal
import threading
import time

import feedstone
import pytest
from conftest import GARDEN, HOME, ROOT, expected


def links(posts):
    return {post.link for post in posts}


def listed():
    return {line["link"] for line in expected()}


def test_every_post_of_a_folder():
    harvest = feedstone.harvest(folder=GARDEN)
    posts = list(harvest)
    assert links(posts) == listed()
    assert all(post["from"] == "page" and post.extent == "full" for post in posts)
    assert all(post.page is None and "page" not in post for post in posts)
    report = harvest.report()
    assert (report["posts"], report["complete"], report["lost"]) == (16, True, {})
    assert report["empty_months"] == [(2020, 11), (2020, 12)]
    assert sum(way["new"] for way in report["ways"]) <= 16
    assert harvest.rules.title == "Garden Notes"
    assert next(harvest, None) is None


def test_posts_of_an_archive_with_rules_at_hand(rules):
    archive = ROOT / "samples" / "garden-notes.warc.gz"
    harvest = feedstone.harvest(HOME, warc=archive, rules=rules)
    assert harvest.rules is None or harvest.rules == rules
    assert links(harvest) == listed()


def test_a_harvest_may_be_left():
    harvest = feedstone.harvest(folder=GARDEN, max_requests=35)
    first = next(harvest)
    assert first.title and iter(harvest) is harvest
    with pytest.warns(UserWarning, match="the harvest was broken off: "):
        list(harvest)
    assert list(harvest) == [], "it is told once"
    assert not harvest.report()["complete"]
    assert repr(harvest).startswith("<Harvest: ")


def test_posts_from_the_web(server):
    harvest = feedstone.harvest(server.home, delay=0)
    assert server.handler.asked == [], "nothing is asked before a post is wanted"
    posts = list(harvest)
    assert server.handler.asked[0] == "/robots.txt"
    assert {post.link.replace(server.home, HOME) for post in posts} == listed()


def test_a_blog_that_cannot_be_had_is_an_error():
    harvest = feedstone.harvest("http://127.0.0.1:9/", delay=0)
    with pytest.raises(feedstone.Error, match="cannot be reached"):
        next(harvest)
    assert harvest.rules is None
    with pytest.raises(feedstone.FetchError, match="expected the address of a blog"):
        feedstone.harvest("no address")


def test_two_threads_may_draw_from_one_harvest(server):
    server.handler.pause = 0.01
    harvest = feedstone.harvest(server.home, delay=0)
    drawn = []
    threads = [threading.Thread(target=lambda: drawn.extend(harvest)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(links(drawn)) == harvest.report()["posts"]


def test_private_networks_must_be_named(server):
    # A page of the web that names this machine leads nowhere; a person who names it does.
    with pytest.raises(feedstone.Error):
        feedstone.learn("https://localhost.invalid/", feed=server.home + "feed.xml", timeout=1)


def interrupted(function):
    """What Ctrl-C does to a function half a second later."""
    main = threading.main_thread().ident
    timer = threading.Timer(0.5, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        function()
    timer.join()
    return time.monotonic() - begun


def test_ctrl_c_ends_learning(server):
    server.handler.pause = 0.2
    took = interrupted(lambda: feedstone.learn(server.home, delay=0))
    assert took < 2
    asked = len(server.handler.asked)
    time.sleep(0.5)
    assert len(server.handler.asked) == asked


def test_ctrl_c_ends_a_wait_and_the_harvest_goes_on(server):
    harvest = feedstone.harvest(server.home, delay=60, max_requests=3)
    assert interrupted(lambda: next(harvest)) < 5
    assert json.dumps(harvest.report(), default=str)

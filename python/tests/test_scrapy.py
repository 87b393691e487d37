"""Harvests and entries through Scrapy, each crawl a process of its own, as users run them."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import feedstone
import pytest
from conftest import HOME, SHARED, documented

pytest.importorskip("scrapy", reason="Scrapy is not installed: pip install feedstone[scrapy]")

SPIDER = "from feedstone.scrapy import HarvestSpider\n\nclass Blog(HarvestSpider):\n    pass\n"
PLAIN = """
import scrapy

class Plain(scrapy.Spider):
    name = "plain"
    custom_settings = {"SPIDER_MIDDLEWARES": {"feedstone.scrapy.EntriesMiddleware": 500}}

    def parse(self, response):
        yield {"seen": response.url}
"""
SERVE = SHARED / "eval" / "harvest" / "serve.py"


class Crawls:
    """Runs spiders in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.log = ""

    def start(self, homes, settings, spider=SPIDER, environ=()):
        (self.folder / "spider.py").write_text(spider)
        said = {"DOWNLOAD_DELAY": 0, "ROBOTSTXT_OBEY": True, "LOG_LEVEL": "INFO", **settings}
        said = [word for name, value in said.items() for word in ("-s", f"{name}={value}")]
        command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-o", "posts.jsonl"]
        command += ["-a", f"homes={homes}", *said]
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        env = {**os.environ, "no_proxy": "", **dict(environ)}
        return subprocess.Popen(command, cwd=self.folder, text=True, env=env, **pipes)

    def items(self, homes, settings={}, **more):
        """What all crawls so far have written."""
        with self.start(homes, settings, **more) as crawl:
            self.log = crawl.communicate(timeout=300)[1]
        assert crawl.returncode == 0, self.log
        return self.written()

    def written(self):
        lines = (self.folder / "posts.jsonl").read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
def crawls(tmp_path):
    return Crawls(tmp_path)


def told(posts):
    """Address, title and day of each post; of one address the last counts."""
    posts = {post["link"]: post for post in posts}.values()
    return {(p["link"], p.get("title"), str(p["date"]) if "date" in p else None) for p in posts}


def harvested(server, **options):
    """What the iterator finds, and what it asks."""
    posts = list(feedstone.harvest(server.home, delay=0, **options))
    asked = list(server.handler.asked)
    server.handler.asked.clear()
    server.handler.times.clear()
    return posts, asked


def test_posts_and_requests_are_those_of_a_harvest(crawls, server):
    posts, asked = harvested(server)
    items = crawls.items(server.home)
    assert told(items) == told(posts)
    by_link = {item.pop("link"): item for item in items}
    for post in posts:
        wanted = json.loads(json.dumps(post.to_dict(), default=str))
        assert by_link[wanted.pop("link")] == {"blog": server.home, **wanted}
    # Scrapy's middleware asks for robots.txt by itself.
    assert sorted(server.handler.asked) == sorted(["/robots.txt", *asked])
    told_of = f"{server.home}: all 16 posts, {len(asked)} requests: the posts' own pages lead"
    assert told_of in crawls.log
    assert "'feedstone/posts': 16" in crawls.log


def test_the_spider_of_the_documentation(crawls, server):
    items = crawls.items(server.home, spider=documented("scrapy.md", "python"))
    assert len(told(items)) == 16


def test_what_robots_txt_forbids_is_not_asked(crawls, server):
    server.handler.robots = "User-agent: *\nDisallow: /2020/\n"
    posts, asked = harvested(server)
    items = crawls.items(server.home)
    assert told(items) == told(posts)
    assert not [path for path in server.handler.asked if path.startswith("/2020/")]
    assert sorted(server.handler.asked) == sorted(["/robots.txt", *asked])


def test_what_only_scrapy_forbids_ends_no_harvest(crawls, server):
    server.handler.robots = "User-agent: garden-bot\nDisallow: /2020/\n"
    items = crawls.items(server.home, {"ROBOTSTXT_USER_AGENT": "garden-bot", "USER_AGENT": "x"})
    within = told(items)
    server.handler.asked.clear()
    spider = f"{SPIDER}    def options(self, home):\n        return {{'agent': 'another'}}\n"
    (crawls.folder / "posts.jsonl").unlink()
    items = crawls.items(server.home, {"ROBOTSTXT_USER_AGENT": "garden-bot"}, spider=spider)
    assert within <= told(items)
    assert not [path for path in server.handler.asked if path.startswith("/2020/")]
    assert "not asked: Forbidden by robots.txt" in crawls.log
    assert "broken off" not in crawls.log


@pytest.mark.parametrize("throttle", [False, True])
def test_the_pause_that_robots_txt_asks_for_is_kept(crawls, server, throttle):
    server.handler.robots = "User-agent: *\nCrawl-delay: 0.15\nDisallow: /2020/\n"
    crawls.items(server.home, {"AUTOTHROTTLE_ENABLED": throttle, "AUTOTHROTTLE_START_DELAY": 0.05})
    # The first two, of robots.txt itself, come before anything is known.
    times = server.handler.times[2:]
    gaps = [after - before for before, after in zip(times, times[1:])]
    assert len(gaps) > 20
    # The server's thread may wake late for the one and in time for the other.
    assert min(gaps) > 0.1


def test_a_stopped_harvest_goes_on_and_an_ended_one_is_updated(crawls, server):
    posts, asked = harvested(server)
    job = {"JOBDIR": crawls.folder / "job"}
    first = crawls.items(server.home, {**job, "CLOSESPIDER_ITEMCOUNT": 4})
    assert 0 < len(told(first)) < 16
    items = crawls.items(server.home, job)
    assert told(items) == told(posts)
    assert len(items) == len(posts), "no post is written twice"
    # Each run asks for robots.txt, and what was under way when the first was stopped may be lost.
    pages = [path for path in server.handler.asked if path != "/robots.txt"]
    assert len(pages) - len(set(pages)) <= 1
    server.handler.asked.clear()
    assert crawls.items(server.home, job) == items, "nothing is new"
    assert 0 < len(server.handler.asked) < len(asked) / 2
    server.handler.asked.clear()
    assert crawls.items(server.home, job) == items, "nor is it the third time"


def test_a_killed_harvest_goes_on(crawls, server):
    posts, _ = harvested(server)
    job = {"JOBDIR": crawls.folder / "job"}
    server.handler.pause = 0.05
    with crawls.start(server.home, job) as crawl:
        while len(server.handler.asked) < 30:
            assert crawl.poll() is None, crawl.communicate()[1]
            time.sleep(0.01)
        crawl.send_signal(signal.SIGKILL)
    [file] = (crawls.folder / "job" / "feedstone").iterdir()
    with file.open("a") as notes:
        notes.write('{"asked": "cut of')
    server.handler.pause = 0
    server.handler.asked.clear()
    assert told(crawls.items(server.home, job)) == told(posts)
    assert len(server.handler.asked) < 30


def test_scrapys_cache_answers(crawls, server):
    cache = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": crawls.folder / "cache"}
    first = told(crawls.items(server.home, cache))
    server.handler.asked.clear()
    assert told(crawls.items(server.home, cache)) == first
    assert server.handler.asked == []


def test_blogs_side_by_side_and_one_that_is_not_there(crawls, server):
    other = server.home.replace("127.0.0.1", "localhost")
    homes = f"{server.home},{other},http://127.0.0.1:9/"
    items = crawls.items(homes, {"RETRY_TIMES": 0})
    assert {item["blog"] for item in items} <= {server.home, other}
    assert len([item for item in items if item["blog"] == server.home]) == 16
    assert "http://127.0.0.1:9/: no rules: robots.txt could not be had" in crawls.log


def test_a_spider_without_blogs_says_so(crawls, server):
    with crawls.start("", {}) as crawl:
        log = crawl.communicate(timeout=60)[1]
    assert crawl.returncode != 0
    assert "expected homes of blogs, found none" in log


def test_entries_are_added_to_what_any_spider_yields(crawls, server, rules):
    file = crawls.folder / "rules.xml"
    served = rules.dumps().replace(HOME, server.home)
    served = feedstone.Wrapper.loads(served.replace("garden-notes.example/", server.home[7:]))
    served.save(file)
    paths = ["", "page/2/", "feed.xml", "2020/10/03/blue-sheet-and-a-brick/"]
    urls = [server.home + path for path in paths]
    spider = f"{PLAIN}\n    start_urls = {urls}\n"
    items = crawls.items("", {"FEEDSTONE_RULES": file}, spider=spider)
    assert [item["seen"] for item in items if "seen" in item] != []
    entries = [item for item in items if "page" in item]
    assert len(entries) == 6 + 7 + 1
    [entry] = [e for e in entries if e["page"] == urls[3]]
    assert (entry["title"], entry["date"]) == ("A blue sheet and a brick", "2020-10-03")
    crawls.items("", {"LOG_LEVEL": "DEBUG"}, spider=spider)
    assert "FEEDSTONE_RULES names no rule files" in crawls.log


@pytest.fixture
def proxy(tmp_path):
    """Whole blogs, answered for on this machine."""
    if not SERVE.is_file():
        pytest.skip(f"{SERVE} is not there")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, SERVE, "--site", "joylau", "--site", "whitesrv"]
    with subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.PIPE) as serving:
        while b"listening" not in serving.stdout.readline():
            assert serving.poll() is None
        yield f"http://127.0.0.1:{port}"
        serving.terminate()


@pytest.mark.parametrize("home", ["http://blog.joylau.cn/", "http://www.whitesrvjournal.com/"])
def test_posts_of_whole_blogs_are_those_of_the_command_line(crawls, proxy, program, home):
    environ = {"http_proxy": proxy, "HTTP_PROXY": proxy}
    env = {**os.environ, **environ, "no_proxy": "", "NO_PROXY": ""}
    out = crawls.folder / "program.jsonl"
    command = [program, "harvest", "--delay", "0", "--out", out, home]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    wanted = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(wanted) > 100, done.stderr
    assert told(crawls.items(home, {"LOG_LEVEL": "INFO"}, environ=environ)) == told(wanted)

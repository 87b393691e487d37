"""Blogs through Scrapy: whole harvests, and entries of any spider's pages.

`HarvestSpider` drives a `feedstone.Frontier` for each blog with requests of Scrapy's own, so that
its throttle, cache, robots.txt, retries, statistics and feed exports serve as they always do.
`EntriesMiddleware` adds to what any spider yields the entries that rules read on its pages.

Needs Scrapy: `pip install feedstone[scrapy]`. docs/scrapy.md shows both from nothing.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response as ScrapyResponse
from twisted.python.failure import Failure

from . import Entry, Frontier, Response, Step
from .ruleset import RuleSet

__all__ = ["EntriesMiddleware", "HarvestSpider"]


class HarvestSpider(scrapy.Spider):
    """Yields every post of blogs, from their home pages alone.

    A post is a dict of the fields that were found: blog, link, title, date, author, tags,
    body_text, body_html, extent, from. It is yielded as soon as it is read, and again where a page that comes
    later says more of it: of one link the last counts.

    >>> from feedstone.scrapy import HarvestSpider
    >>> class Salt(HarvestSpider):
    ...     name = "salt"
    ...     homes = ["https://salt.example/"]

    Of one blog only one address is asked at a time, since each answer says what is worth asking
    next; many blogs are asked side by side. With JOBDIR a harvest that was broken off goes on where
    it was, and one that has ended asks only for what can have changed.
    """

    name = "harvest"

    #: Home pages of blogs. On the command line: ``-a homes=ADDRESS,ADDRESS``.
    homes: list[str] = []

    _blogs: list[_Blog]

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> HarvestSpider:
        """A spider, as Scrapy makes it. Raises ValueError where no blogs are named."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        if isinstance(spider.homes, str):
            spider.homes = [home for home in spider.homes.split(",") if home]
        if not spider.homes:
            raise ValueError("expected homes of blogs, found none; set homes, or give -a homes=URL")
        spider._blogs = []
        crawler.signals.connect(spider._slow_down, signal=signals.request_reached_downloader)
        crawler.signals.connect(spider._put_away, signal=signals.spider_closed)
        return spider

    def options(self, home: str) -> dict[str, Any]:
        """What else is known of a blog: arguments of `feedstone.Frontier`. To be overridden."""
        return {}

    def harvested(self, home: str, frontier: Frontier) -> None:
        """Called at the end of each blog. To be overridden; by itself it logs and counts."""
        report, stats = frontier.report(), self.crawler.stats
        if frontier.rules is None:
            self.logger.error("%s: no rules: %s", home, frontier.broken_off or report["why"])
            stats.inc_value("feedstone/blogs_without_rules")
            return
        stats.inc_value("feedstone/blogs")
        stats.inc_value("feedstone/blogs_complete", int(report["complete"]))
        stats.inc_value("feedstone/posts", report["posts"])
        stats.inc_value("feedstone/lost", len(report["lost"]))
        of = "all" if report["complete"] else "at least"
        told = (home, of, report["posts"], report["requests"], report["why"])
        self.logger.info("%s: %s %d posts, %d requests: %s", *told)

    async def start(self) -> AsyncIterator[Any]:
        for home in self.homes:
            blog = _Blog(self, home)
            self._blogs.append(blog)
            for item in blog.begin():
                yield item

    def _slow_down(self, request: scrapy.Request) -> None:
        """Keep to the pause that a robots.txt asks for, where Scrapy's own is shorter."""
        pause = request.meta.get("feedstone_pause", 0)
        slot = self.crawler.engine.downloader.slots.get(request.meta["download_slot"])
        if slot is not None and pause > slot.delay:
            slot.delay = pause
            # Without chance: what is asked for is a least pause. Its name differs by version.
            name = "jitter" if hasattr(slot, "jitter") else "randomize_delay"
            setattr(slot, name, 0)

    def _put_away(self) -> None:
        for blog in self._blogs:
            blog.put_away()


class _Blog:
    """A harvest, and what Scrapy asks for it."""

    def __init__(self, spider: HarvestSpider, home: str) -> None:
        self.spider, self.home = spider, home
        self.asked = ""
        self.told = 0
        self.ended = False
        self.notes: _Notes | None = None
        settings = spider.settings
        agent = settings.get("ROBOTSTXT_USER_AGENT") or settings.get("USER_AGENT") or "feedstone"
        # Scrapy waits; only what robots.txt asks for is said with a request.
        options = {"agent": agent.split("/")[0].strip(), "delay": 0.0, **spider.options(home)}
        if not settings.get("JOBDIR"):
            self.frontier, self.before = Frontier(home, **options), []
            return
        self.notes = _Notes(Path(settings["JOBDIR"], "feedstone", quote(home, safe="") + ".jsonl"))
        frontier, posts = Frontier.resume(home, self.notes.read(), **options)
        self.frontier, self.told = frontier, len(posts)
        # What was found, and perhaps not written, when the program was killed.
        self.before = posts[self.notes.told :]
        if self.notes.ended:
            self.notes.keep(frontier.update())

    def begin(self) -> Iterator[Any]:
        for post in self.before:
            yield self.item(post)
        yield from self.ask()

    def ask(self) -> Iterator[scrapy.Request]:
        request = self.frontier.next()
        if request is None:
            self.ended = self.frontier.broken_off is None
            self.spider.harvested(self.home, self.frontier)
            return
        self.asked = request.url
        meta = {
            # Redirects and errors are answers to the machine.
            "dont_redirect": True,
            "handle_httpstatus_all": True,
            "dont_obey_robotstxt": request.why == "robots",
            "feedstone_pause": request.pause,
            "autothrottle_dont_adjust_delay": request.pause > 0,
        }
        # The machine knows what was asked. No method of the spider is called back: requests that
        # wait are not stored in JOBDIR, for the machine gives the same again.
        yield scrapy.Request(
            request.url, callback=self.heard, errback=self.failed, meta=meta, dont_filter=True
        )

    def heard(self, response: ScrapyResponse) -> Iterator[Any]:
        headers = response.headers.to_unicode_dict().items()
        answer = Response(self.asked, response.status, headers, response.body)
        return self.took(self.frontier.answer(self.asked, answer))

    def failed(self, failure: Failure) -> Iterator[Any]:
        if failure.check(IgnoreRequest):
            # A middleware lets nobody ask, now or later: robots.txt, or one of the user's own.
            self.spider.logger.info("%s: not asked: %s", self.asked, failure.getErrorMessage())
            return self.took(self.frontier.answer(self.asked, Response(self.asked, 403)))
        return self.took(self.frontier.fail(self.asked, failure.getErrorMessage()))

    def took(self, step: Step) -> Iterator[Any]:
        for warning in step.warnings:
            self.spider.logger.warning("%s: %s", self.home, warning)
        breaks = step.failed and self.frontier.broken_off is not None
        if self.notes and not breaks:
            self.notes.keep(step.note)
        self.told += len(step.posts)
        for post in step.posts:
            yield self.item(post)
        yield from self.ask()

    def item(self, post: Entry) -> dict[str, Any]:
        return {"blog": self.home, **post.to_dict()}

    def put_away(self) -> None:
        if self.notes:
            self.notes.close(self.told, self.ended)


class _Notes:
    """What a harvest was told, line by line in a file; marks say what was given to Scrapy."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self.file = file.open("a+", encoding="utf-8")
        self.told, self.ended = 0, False

    def read(self) -> Iterator[str]:
        """The notes. A last line that was not written whole is cut off."""
        self.file.seek(0)
        place = 0
        while (line := self.file.readline()).endswith("\n"):
            place = self.file.tell()
            self.ended = False
            if line.startswith('{"told"'):
                mark = json.loads(line)
                self.told, self.ended = mark["told"], mark["ended"]
            else:
                yield line
        self.file.truncate(place)

    def keep(self, line: str) -> None:
        self.file.write(f"{line}\n")
        # Whoever kills this program does not kill what the system has.
        self.file.flush()

    def close(self, told: int, ended: bool) -> None:
        self.keep(json.dumps({"told": told, "ended": ended}))
        self.file.close()


class EntriesMiddleware:
    """A spider middleware: behind what a spider yields of a page, the entries of that page.

    Settings: FEEDSTONE_RULES names rule files, or folders of them; pages of other blogs, and what
    is no page, give nothing. An entry is a dict of the fields that were found, page among them.

    >>> settings = {
    ...     "SPIDER_MIDDLEWARES": {"feedstone.scrapy.EntriesMiddleware": 500},
    ...     "FEEDSTONE_RULES": ["rules/garden-notes.xml"],
    ... }
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> EntriesMiddleware:
        """The middleware, as Scrapy makes it; not in use where FEEDSTONE_RULES is not set."""
        paths = crawler.settings.getlist("FEEDSTONE_RULES")
        if not paths:
            raise NotConfigured("FEEDSTONE_RULES names no rule files")
        return cls(RuleSet.load(*paths))

    def entries(self, response: ScrapyResponse) -> Iterator[dict[str, Any]]:
        """The entries of a page."""
        rules = self.rules.of(response.url)
        if rules is None or response.status != 200:
            return
        headers = response.headers.to_unicode_dict().items()
        page = Response(response.url, response.status, headers, response.body)
        if page.is_html:
            for entry in rules.extract(page.body, page.url, page.charset):
                yield entry.to_dict()

    async def process_spider_output(
        self, response: ScrapyResponse, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """What the spider yields, and the entries."""
        async for item in result:
            yield item
        for entry in self.entries(response):
            yield entry

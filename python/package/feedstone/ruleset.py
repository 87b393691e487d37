"""Rules of many blogs, found by the address of a page."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from . import RulesError, Wrapper

__all__ = ["RuleSet"]


class RuleSet:
    """Rules of many blogs, found by the address of a page.

    A page belongs to the blog of its host (with or without ``www.``) whose home page stands in the
    deepest folder above it. Where a host has one blog only, all its pages are that blog's.

    Rules are kept packed, some kilobytes a blog, and are read when a page asks for them: a set of
    ten thousand blogs is small enough to be sent to every worker. Sets can be pickled.

    >>> import feedstone
    >>> from feedstone.ruleset import RuleSet
    >>> rules = RuleSet.load("rules/garden-notes.xml")
    >>> rules.of("https://www.garden-notes.example/2020/10/03/blue-sheet-and-a-brick/")
    <Wrapper of https://garden-notes.example/: list, entry>
    >>> rules.of("https://salt.example/") is None
    True
    """

    def __init__(self, wrappers: Iterable[Wrapper] = ()) -> None:
        # By host: folders of blogs, the deepest first, with their rules.
        self._packed: dict[str, list[tuple[str, bytes]]] = {}
        self._read: dict[tuple[str, str], Wrapper] = {}
        for wrapper in wrappers:
            self.add(wrapper)

    @classmethod
    def load(cls, *paths: str | os.PathLike[str]) -> RuleSet:
        """Read rule files; of a folder, all files in it that end with .xml."""
        rules = cls()
        for path in map(Path, paths):
            files = sorted(path.glob("*.xml")) if path.is_dir() else [path]
            if not files:
                what = f"{path}: expected rule files (*.xml), found none; feedstone learn --out"
                raise RulesError(f"{what} writes them")
            for file in files:
                rules.add(Wrapper.load(file))
        return rules

    def add(self, wrapper: Wrapper) -> None:
        """Add the rules of a blog, in place of those of the same home page."""
        host, folder = _place(wrapper.home)
        packed = zlib.compress(wrapper.dumps().encode())
        others = [blog for blog in self._packed.get(host, []) if blog[0] != folder]
        blogs = [*others, (folder, packed)]
        self._packed[host] = sorted(blogs, key=lambda blog: -len(blog[0]))
        self._read.pop((host, folder), None)

    def of(self, url: str) -> Wrapper | None:
        """The rules of the blog that an address belongs to; None where there are none."""
        try:
            host, path = _host(url), urlsplit(url).path or "/"
        except ValueError:
            return None
        blogs = self._packed.get(host, [])
        for folder, packed in blogs:
            if len(blogs) == 1 or path.startswith(folder):
                wrapper = self._read.get((host, folder))
                if wrapper is None:
                    wrapper = Wrapper.loads(zlib.decompress(packed).decode())
                    self._read[host, folder] = wrapper
                return wrapper
        return None

    def __iter__(self) -> Iterator[Wrapper]:
        for blogs in self._packed.values():
            for _, packed in blogs:
                yield Wrapper.loads(zlib.decompress(packed).decode())

    def __len__(self) -> int:
        return sum(map(len, self._packed.values()))

    def __getstate__(self) -> dict[str, list[tuple[str, bytes]]]:
        return self._packed

    def __setstate__(self, packed: dict[str, list[tuple[str, bytes]]]) -> None:
        self._packed, self._read = packed, {}

    def __repr__(self) -> str:
        return f"<RuleSet of {len(self)} blogs>"


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").removeprefix("www.")


def _place(home: str) -> tuple[str, str]:
    """The host of a blog, and its folder there."""
    path = urlsplit(home).path or "/"
    before, last = path.rsplit("/", 1)
    # What has no extension is a folder that lacks its slash.
    is_file = "." in last or not last
    return _host(home), f"{before}/" if is_file else f"{path}/"

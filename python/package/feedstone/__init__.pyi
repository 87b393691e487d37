"""Reads the whole archive of a blog by rules that its feed teaches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as _Date
from os import PathLike
from typing import Any, ClassVar, Literal, TypedDict, Union, final, type_check_only

__all__ = [
    "Entry",
    "Error",
    "FeedError",
    "FetchError",
    "Frontier",
    "Harvest",
    "IoError",
    "LearnError",
    "Pages",
    "Request",
    "Response",
    "RulesError",
    "Step",
    "WarcError",
    "Wrapper",
    "__version__",
    "check",
    "content",
    "entries",
    "harvest",
    "learn",
    "news",
    "pages",
    "records",
]

__version__: str

_Html = Union[str, bytes, bytearray]
_Path = Union[str, PathLike[str]]
_Kind = Literal["list", "entry"]
_Place = Literal["page", "list", "feed"]

class Error(Exception):
    line: int | None
    column: int | None
    status: int | None

class IoError(Error): ...
class FetchError(Error): ...
class WarcError(Error): ...
class FeedError(Error): ...
class RulesError(Error): ...
class LearnError(Error): ...

@final
class Entry(Mapping[str, Any]):
    """One post as it was read; an absent field is None, and no item of the mapping."""

    def __new__(cls, fields: dict[str, Any], missing: dict[str, str] | None = None) -> Entry: ...
    @property
    def page(self) -> str | None: ...
    @property
    def kind(self) -> _Kind | None: ...
    @property
    def layout(self) -> str | None: ...
    @property
    def link(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def date(self) -> _Date | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def tags(self) -> list[str] | None: ...
    @property
    def body_text(self) -> str | None: ...
    @property
    def body_html(self) -> str | None: ...
    @property
    def extent(self) -> Literal["full", "excerpt"] | None: ...
    @property
    def linked_day(self) -> bool | None: ...
    @property
    def withheld(self) -> bool | None: ...
    @property
    def parts(self) -> list[tuple[str, _Place]] | None: ...
    @property
    def aliases(self) -> list[str] | None: ...
    @property
    def missing(self) -> dict[str, str]: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def to_dict(self) -> dict[str, Any]: ...
    def get(self, key: str, default: Any = None) -> Any: ...  # type: ignore[override]
    def keys(self) -> list[str]: ...  # type: ignore[override]
    def values(self) -> list[Any]: ...  # type: ignore[override]
    def items(self) -> list[tuple[str, Any]]: ...  # type: ignore[override]
    def __getitem__(self, key: str, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

@type_check_only
class Layout(TypedDict):
    name: str
    kind: _Kind
    fields: dict[str, tuple[int, int]]

@final
class Wrapper:
    """What was learned of one blog: rules that read its pages."""

    @staticmethod
    def load(path: _Path) -> Wrapper: ...
    @staticmethod
    def loads(xml: str) -> Wrapper: ...
    def save(self, path: _Path) -> None: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def dumps(self) -> str: ...
    def extract(self, html: _Html, url: str, charset: str | None = None) -> list[Entry]: ...
    @property
    def home(self) -> str: ...
    @property
    def feed(self) -> str: ...
    @property
    def title(self) -> str | None: ...
    @property
    def lang(self) -> str | None: ...
    @property
    def layouts(self) -> list[Layout]: ...

@type_check_only
class Way(TypedDict):
    name: str
    asked: int
    posts: int
    new: int

@type_check_only
class Report(TypedDict):
    posts: int
    requests: int
    waiting: int
    first: _Date | None
    last: _Date | None
    empty_months: list[tuple[int, int]]
    undated: int
    lost: dict[str, str]
    ways: list[Way]
    complete: bool
    about: int | None
    why: str

@final
class Harvest(Iterator[Entry]):
    """A harvest that goes on."""

    def __next__(self) -> Entry: ...
    @property
    def rules(self) -> Wrapper | None: ...
    def report(self) -> Report: ...

@final
class Response:
    """What a server answered, or an archive holds."""

    def __new__(
        cls,
        url: str,
        status: int = 200,
        headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
        body: _Html | None = None,
    ) -> Response: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def url(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> list[tuple[str, str]]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def is_html(self) -> bool: ...
    @property
    def charset(self) -> str | None: ...

@final
class Pages(Iterator[Response]):
    """Pages of an archive or a folder that are being read."""

    def __next__(self) -> Response: ...

@final
class Request:
    """One address to ask."""

    __hash__: ClassVar[None]  # type: ignore[assignment]
    @property
    def url(self) -> str: ...
    @property
    def why(self) -> Literal["robots", "learning", "list", "post"]: ...
    @property
    def pause(self) -> float: ...
    @property
    def again(self) -> bool: ...

@final
class Step:
    """What an answer came to."""

    @property
    def posts(self) -> list[Entry]: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def learned(self) -> bool: ...
    @property
    def failed(self) -> bool: ...
    @property
    def note(self) -> str: ...

@final
class Frontier:
    """The machine behind a harvest, for crawlers that fetch by themselves."""

    def __new__(
        cls,
        home: str,
        *,
        feed: str | None = None,
        rules: Wrapper | None = None,
        also_hosts: list[str] = ...,
        from_lists: bool = False,
        stored: bool = False,
        agent: str = "feedstone",
        delay: float = 1.0,
        max_requests: int | None = None,
    ) -> Frontier: ...
    @staticmethod
    def resume(
        home: str,
        notes: Iterable[str],
        *,
        feed: str | None = None,
        rules: Wrapper | None = None,
        also_hosts: list[str] = ...,
        from_lists: bool = False,
        stored: bool = False,
        agent: str = "feedstone",
        delay: float = 1.0,
        max_requests: int | None = None,
    ) -> tuple[Frontier, list[Entry]]: ...
    def next(self) -> Request | None: ...
    def answer(self, asked: str, response: Response) -> Step: ...
    def fail(self, asked: str, why: str) -> Step: ...
    def offer(self, url: str) -> Step: ...
    def update(self) -> str: ...
    @property
    def broken_off(self) -> str | None: ...
    @property
    def rules(self) -> Wrapper | None: ...
    def report(self) -> Report: ...

@type_check_only
class FieldCheck(TypedDict):
    field: str
    value: str | None
    required: bool
    state: Literal["agree", "cannot tell", "disagree"]
    confidence: float
    votes: dict[str, bool]
    drift: dict[str, bool]
    reasons: list[str]

@type_check_only
class EntryCheck(TypedDict):
    link: str | None
    fields: list[FieldCheck]

@type_check_only
class PageCheck(TypedDict):
    page: str
    layout: str | None
    kind: _Kind | None
    likeness: int | None
    verdict: Literal["ok", "other layout", "partial", "drifted"]
    why: str
    entries: list[EntryCheck]

@type_check_only
class Record(TypedDict):
    text: str
    cells: list[str | None]

@type_check_only
class Region(TypedDict):
    parent: str
    columns: list[str]
    records: list[Record]

@type_check_only
class Article(TypedDict):
    cluster: int
    title: str | None
    text: str | None

def learn(
    home: str | None = None,
    *,
    feed: str | None = None,
    folder: _Path | None = None,
    warc: _Path | Sequence[_Path] | None = None,
    pages: list[Response] | None = None,
    without_feed: bool = False,
    user_agent: str = ...,
    delay: float = 1.0,
    timeout: float = 30.0,
    headers: dict[str, str] = ...,
    allow_private: bool = False,
) -> Wrapper: ...
def harvest(
    home: str | None = None,
    *,
    feed: str | None = None,
    folder: _Path | None = None,
    warc: _Path | Sequence[_Path] | None = None,
    rules: Wrapper | None = None,
    also_hosts: list[str] = ...,
    from_lists: bool = False,
    max_requests: int | None = None,
    user_agent: str = ...,
    delay: float = 1.0,
    timeout: float = 30.0,
    headers: dict[str, str] = ...,
    allow_private: bool = False,
) -> Harvest: ...
def pages(
    *,
    warc: _Path | Sequence[_Path] | None = None,
    folder: _Path | None = None,
    home: str | None = None,
) -> Pages: ...
def check(
    wrapper: Wrapper, pages: Iterable[tuple[_Html, str]], *, feed: _Html | None = None
) -> list[PageCheck]: ...
def records(html: _Html, *, nested: bool = False, literal: bool = False) -> list[Region]: ...
def entries(html: _Html, url: str) -> list[Entry]: ...
def content(html: _Html, references: list[_Html], *, literal: bool = False) -> str | None: ...
def news(
    pages: list[_Html], *, threshold: float | None = None, literal: bool = False
) -> list[Article]: ...

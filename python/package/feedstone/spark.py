"""Blogs through Spark: entries from WARC files and columns of HTML, rules learned blog by blog.

Rules are a `RuleSet`, which is broadcast; entries are rows of `SCHEMA`. `CommonCrawlEntries` is put
ahead of cc-pyspark's job class.

Needs pyspark and pyarrow: `pip install feedstone[spark]`. docs/spark.md shows all from nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, Union

import feedstone
import pyarrow  # type: ignore[import-untyped, unused-ignore]
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DateType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from . import Entry, Response, Wrapper
from .ruleset import RuleSet

__all__ = [
    "RULES_SCHEMA",
    "SCHEMA",
    "CommonCrawlEntries",
    "extract",
    "extract_warcs",
    "learn",
    "learn_warcs",
    "rows_of",
    "rule_set",
]

_ARROW = {
    "blog": pyarrow.string(),
    "page": pyarrow.string(),
    "captured": pyarrow.timestamp("us", tz="UTC"),
    "kind": pyarrow.string(),
    "layout": pyarrow.string(),
    "link": pyarrow.string(),
    "title": pyarrow.string(),
    "date": pyarrow.date32(),
    "author": pyarrow.string(),
    "tags": pyarrow.list_(pyarrow.string()),
    "body_text": pyarrow.string(),
    "body_html": pyarrow.string(),
    "extent": pyarrow.string(),
    "linked_day": pyarrow.bool_(),
    "withheld": pyarrow.bool_(),
}
_SPARK = {
    pyarrow.string(): StringType(),
    pyarrow.bool_(): BooleanType(),
    pyarrow.date32(): DateType(),
    pyarrow.timestamp("us", tz="UTC"): TimestampType(),
    pyarrow.list_(pyarrow.string()): ArrayType(StringType()),
}

#: An entry as a row: the blog's home page, the page and when it was captured, and its fields.
SCHEMA = StructType([StructField(name, _SPARK[kind]) for name, kind in _ARROW.items()])

#: A blog as it was learned: its home page, and its rules as XML or why there are none.
RULES_SCHEMA = StructType(
    [StructField(name, StringType()) for name in ("home", "rules", "error")]
)

_Row = tuple[Any, ...]
_Html = Union[str, bytes, bytearray]


def extract_warcs(
    session: SparkSession, paths: Iterable[str], rules: RuleSet, partitions: int | None = None
) -> DataFrame:
    """The entries of WARC files, which every worker must be able to open by these paths.

    A file is a task, unless partitions says into how many tasks they go. A file that cannot be read
    fails its task; damaged places are passed.

    >>> from pyspark.sql import SparkSession
    >>> from feedstone.ruleset import RuleSet
    >>> from feedstone.spark import extract_warcs
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> rules = RuleSet.load("rules/garden-notes.xml")
    >>> rows = extract_warcs(session, ["samples/garden-notes.warc.gz"], rules)
    >>> rows.count(), rows.select("link").distinct().count()
    (32, 16)
    """
    paths = list(paths)
    shared = session.sparkContext.broadcast(rules)

    def read(some: Iterable[str]) -> Iterator[_Row]:
        for path in some:
            for page in feedstone.pages(warc=path):
                yield from rows_of(shared.value, page)

    files = session.sparkContext.parallelize(paths, partitions or max(1, len(paths)))
    return session.createDataFrame(files.mapPartitions(read), SCHEMA)


def extract(pages: DataFrame, rules: RuleSet, url: str = "url", html: str = "html") -> DataFrame:
    """The entries of pages whose addresses and HTML (text, or bytes as they were sent) are columns.

    >>> from pathlib import Path
    >>> from pyspark.sql import SparkSession
    >>> from feedstone.ruleset import RuleSet
    >>> from feedstone.spark import extract
    >>> session = SparkSession.builder.master("local[1]").getOrCreate()
    >>> home = Path("samples/garden-notes/index.html").read_bytes()
    >>> pages = session.createDataFrame([("https://garden-notes.example/", home)], ["url", "html"])
    >>> rows = extract(pages, RuleSet.load("rules/garden-notes.xml"))
    >>> [row.title for row in rows.sort("date").collect()][:2]
    ['Hm', 'Is it too late for leeks?']
    """
    shared = pages.sparkSession.sparkContext.broadcast(rules)
    schema = pyarrow.schema(list(_ARROW.items()))

    def read(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            addresses, sources = (column.to_pylist() for column in batch.columns)
            rows: list[_Row] = []
            for address, source in zip(addresses, sources):
                if address is not None and source is not None:
                    rows += _read(shared.value, address, source)
            columns = zip(*rows) if rows else [()] * len(schema)
            kinds = zip(columns, schema.types)
            arrays = [pyarrow.array(list(values), kind) for values, kind in kinds]
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)

    return pages.select(url, html).mapInArrow(read, SCHEMA)


def learn_warcs(session: SparkSession, blogs: Iterable[tuple[str, list[str]]]) -> DataFrame:
    """Learn the rules of blogs, each in a task of its own: (home page, WARC files of its pages).

    Rows of `RULES_SCHEMA`; a blog that teaches nothing does not stop the others.
    """
    blogs = list(blogs)

    def one(blog: tuple[str, list[str]]) -> _Row:
        home, paths = blog
        return _learned(home, lambda: feedstone.learn(home, warc=paths))

    tasks = session.sparkContext.parallelize(blogs, max(1, len(blogs)))
    return session.createDataFrame(tasks.map(one), RULES_SCHEMA)


def learn(
    pages: DataFrame, home: str = "home", url: str = "url", html: str = "html"
) -> DataFrame:
    """Learn the rules of blogs from columns: the home page of the blog that a page belongs to, the
    page's address, and what it says. Of each blog the home page, the feed, and the pages of the
    feed's items are wanted; all pages of a blog come together in one task.

    Rows of `RULES_SCHEMA`; a blog that teaches nothing does not stop the others.
    """

    def one(blog: tuple[str, Iterable[tuple[str, _Html]]]) -> _Row:
        answers = [Response(address, body=source) for address, source in blog[1]]
        return _learned(blog[0], lambda: feedstone.learn(blog[0], pages=answers))

    rows = pages.select(home, url, html).rdd.map(lambda row: (row[0], (row[1], row[2])))
    session = pages.sparkSession
    return session.createDataFrame(rows.groupByKey().map(one), RULES_SCHEMA)


def rule_set(learned: DataFrame) -> RuleSet:
    """The rules that `learn` or `learn_warcs` gave, brought together to be broadcast."""
    rules = learned.select("rules").where("rules is not null")
    return RuleSet(Wrapper.loads(row[0]) for row in rules.toLocalIterator())


class CommonCrawlEntries:
    """To be put ahead of cc-pyspark's job class, which reads WARC files from S3, HTTP or disks:

        from sparkcc import CCSparkJob
        from feedstone.spark import CommonCrawlEntries

        class Entries(CommonCrawlEntries, CCSparkJob):
            name = "Entries"

        if __name__ == "__main__":
            Entries().run()

    ``--rules`` names rule files or folders of them. Rows of `SCHEMA` are written as a table.
    Needs records of warcio, which are the job class's own.
    """

    output_schema = SCHEMA
    args: Any
    shared: Any = None

    def add_arguments(self, parser: Any) -> None:
        """What the command line takes, beside what the job class does."""
        super().add_arguments(parser)  # type: ignore[misc]
        what = "a rule file of feedstone, or a folder of them; may be given several times"
        parser.add_argument("--rules", action="append", required=True, help=what)

    def run_job(self, session: SparkSession) -> None:
        """Rows are written as they are: there is no key to reduce them by."""
        args, context = self.args, session.sparkContext
        self.shared = context.broadcast(RuleSet.load(*args.rules))
        paths = context.textFile(args.input, args.num_input_partitions)
        found = paths.mapPartitionsWithIndex(self.process_warcs)  # type: ignore[attr-defined]
        rows = session.createDataFrame(found, self.output_schema)
        out = rows.coalesce(args.num_output_partitions).write.format(args.output_format)
        out.option("compression", args.output_compression).saveAsTable(args.output)
        self.log_accumulators(session)  # type: ignore[attr-defined]

    def process_record(self, record: Any) -> Iterator[_Row]:
        """The entries of a record."""
        if record.rec_type != "response" or record.http_headers is None:
            return
        rules, of = self.shared.value, record.rec_headers.get_header
        url = of("WARC-Target-URI").strip("<>")
        if rules.of(url) is None:
            return
        headers = record.http_headers
        body = record.content_stream().read()
        page = Response(url, int(headers.get_statuscode()), headers.headers, body)
        captured = datetime.fromisoformat(of("WARC-Date").replace("Z", "+00:00"))
        yield from rows_of(rules, page, captured)


def rows_of(rules: RuleSet, page: Response, captured: datetime | None = None) -> Iterator[_Row]:
    """The entries of a page as rows, for partitions that are read otherwise than `extract_warcs`
    does; of what is no page, or of no blog of the rules, none. captured is when it was captured,
    where `page` does not say it.

    >>> import feedstone
    >>> from feedstone import spark
    >>> from feedstone.ruleset import RuleSet
    >>> rules = RuleSet.load("rules/garden-notes.xml")
    >>> pages = feedstone.pages(warc="samples/garden-notes.warc.gz")
    >>> rows = [row for page in pages for row in spark.rows_of(rules, page)]
    >>> len(rows), len(rows[0]) == len(spark.SCHEMA)
    (32, True)
    """
    if page.status == 200 and page.is_html:
        if captured is None:
            said = dict(page.headers).get("memento-datetime")
            captured = parsedate_to_datetime(said) if said else None
        yield from _read(rules, page.url, page.body, page.charset, captured)


def _read(
    rules: RuleSet,
    url: str,
    html: _Html,
    charset: str | None = None,
    captured: datetime | None = None,
) -> Iterator[_Row]:
    wrapper = rules.of(url)
    if wrapper is not None:
        for entry in wrapper.extract(html, url, charset):
            yield _row(wrapper.home, captured, entry)


def _row(blog: str, captured: datetime | None, entry: Entry) -> _Row:
    found = {"blog": blog, "captured": captured, **entry.to_dict()}
    return tuple(found.get(name) for name in _ARROW)


def _learned(home: str, learn: Callable[[], Wrapper]) -> _Row:
    try:
        return home, learn().dumps(), None
    except feedstone.Error as error:
        return home, None, str(error)

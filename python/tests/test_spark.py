"""Entries and rules through a local Spark session."""

import argparse
import datetime
import gzip
import json
import os
import re
import shutil
import subprocess
import sys

import feedstone
import pytest
from conftest import GARDEN, HOME, ROOT, SHARED, documented
from feedstone.ruleset import RuleSet

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install feedstone[spark]")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install feedstone[spark]")
if not shutil.which("java"):
    pytest.skip("no Java, which Spark runs on: Debian's default-jre-headless", True)

from feedstone import spark  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

ARCHIVE = ROOT / "samples" / "garden-notes.warc.gz"
# Spark's own code leaves files and sockets open.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="session")
def session(tmp_path_factory):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    if others := SparkSession.getActiveSession():
        others.stop()
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.session.timeZone", "Asia/Tokyo")
    builder = builder.config("spark.sql.shuffle.partitions", "2")
    tables = str(tmp_path_factory.mktemp("tables"))
    session = builder.config("spark.sql.warehouse.dir", tables).getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def garden(rules):
    return RuleSet([rules])


@pytest.fixture
def table(session, pages):
    """The pages of the blog, its feed, and what belongs to no blog."""
    rows = [(HOME, url, html) for html, url in pages]
    rows.append((HOME, HOME + "feed.xml", (GARDEN / "feed.xml").read_bytes()))
    rows.append((None, "https://salt.example/", b"<p>Salt"))
    rows.append((None, "no address", None))
    return session.createDataFrame(rows, "home string, url string, html binary")


def lines(rows):
    """Rows as the command line writes entries."""
    for row in rows:
        line = {k: v for k, v in row.asDict().items() if v is not None}
        line.pop("blog")
        for flag in ("linked_day", "withheld"):
            line.pop(flag, None)
        line["date"] = line["date"].isoformat() if "date" in line else None
        line.pop("captured")
        yield {k: v for k, v in line.items() if v is not None}


def by_program(program, rules, archive):
    command = [program, "extract", "--at-once", "--rules", rules, "--warc", archive]
    done = subprocess.run(command, capture_output=True, text=True)
    read = [json.loads(line) for line in done.stdout.splitlines()]
    assert read, done.stderr
    return [{k: v for k, v in line.items() if k != "captured"} for line in read]


def in_order(entries):
    return sorted(json.dumps(entry, sort_keys=True) for entry in entries)


def test_rows_of_an_archive_are_those_of_the_command_line(session, garden, program, tmp_path):
    rows = spark.extract_warcs(session, [str(ARCHIVE)], garden)
    assert rows.schema == spark.SCHEMA
    next(iter(garden)).save(tmp_path / "garden.xml")
    wanted = by_program(program, tmp_path / "garden.xml", ARCHIVE)
    assert in_order(lines(rows.collect())) == in_order(wanted)


def test_the_program_of_the_documentation(session, tmp_path):
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    (tmp_path / "entries.py").write_text(documented("spark.md", "python"))
    command = [sys.executable, "entries.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert session.read.parquet(str(tmp_path / "entries.parquet")).count() == 32


def test_when_a_page_was_captured_is_a_moment(session, garden):
    rows = spark.extract_warcs(session, [str(ARCHIVE)], garden)
    seconds = {row[0] for row in rows.selectExpr("unix_timestamp(captured)").collect()}
    archive = gzip.decompress(ARCHIVE.read_bytes()).decode("utf-8")
    dates = set(re.findall(r"WARC-Date: (\S+)", archive))
    assert seconds <= {int(datetime.datetime.fromisoformat(d).timestamp()) for d in dates}


@pytest.mark.parametrize("site", ["joylau", "whitesrv", "edgibbs", "acking-you"])
def test_entries_of_real_blogs_are_those_of_the_command_line(session, program, tmp_path, site):
    folder = SHARED / "corpus" / "dev" / site
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    info = json.loads((folder / "site.json").read_text("utf-8"))
    archive = str(folder / "site.warc.gz")
    learned = spark.learn_warcs(session, [(info["home_url"], [archive])])
    rules = spark.rule_set(learned)
    next(iter(rules)).save(tmp_path / "rules.xml")
    rows = spark.extract_warcs(session, [archive], rules, partitions=1)
    wanted = by_program(program, tmp_path / "rules.xml", archive)
    assert in_order(lines(rows.collect())) == in_order(wanted)


def test_columns_of_bytes_and_of_text_give_the_same(session, table, garden, rules, pages):
    rows = spark.extract(table, garden)
    assert rows.schema == spark.SCHEMA
    wanted = [entry for html, url in pages for entry in rules.extract(html, url)]
    found = {(row.page, row.link): row for row in rows.collect()}
    assert len(found) == len(wanted) == 32
    for entry in wanted:
        row = found[entry.page, entry.link].asDict()
        assert {k: v for k, v in row.items() if v is not None} == {"blog": HOME, **entry.to_dict()}
    as_text = table.selectExpr("url as address", "cast(html as string) as source")
    as_text = spark.extract(as_text, garden, url="address", html="source")
    assert sorted(as_text.collect()) == sorted(rows.collect())


def test_pages_of_no_blog_give_no_rows(table, garden):
    none = spark.extract(table.where("home is null"), garden)
    assert none.collect() == []


def test_rules_are_those_of_the_library(session, table, rules):
    learned = spark.learn(table.where("home is not null"))
    [row] = learned.collect()
    assert (row.home, row.error) == (HOME, None)
    assert feedstone.Wrapper.loads(row.rules) == rules
    assert spark.rule_set(learned).of(HOME) == rules


def test_a_blog_that_teaches_nothing_does_not_stop_the_others(session, rules):
    blogs = [(HOME, [str(ARCHIVE)]), ("https://salt.example/", [str(ARCHIVE)])]
    rows = {row.home: row for row in spark.learn_warcs(session, blogs).collect()}
    assert feedstone.Wrapper.loads(rows[HOME].rules) == rules
    assert rows["https://salt.example/"].rules is None
    assert "not in the archive" in rows["https://salt.example/"].error


def test_a_file_that_cannot_be_read_fails_its_task(session, garden):
    with pytest.raises(Exception, match="nowhere.warc"):
        spark.extract_warcs(session, ["nowhere.warc"], garden).collect()


def job_of_common_crawl():
    """A class is sent to workers only where no module has it."""

    class Job:
        """What a job class of cc-pyspark does for those that are built on it."""

        def add_arguments(self, parser):
            parser.add_argument("--base", default="")

        def process_warcs(self, _number, paths):
            from warcio.archiveiterator import ArchiveIterator

            for path in paths:
                with open(self.args.base + path, "rb") as stream:
                    for record in ArchiveIterator(stream):
                        yield from self.process_record(record)

        def log_accumulators(self, session):
            self.logged = True

    class Entries(spark.CommonCrawlEntries, Job):
        pass

    return Entries()


def test_a_common_crawl_job(session, garden, tmp_path):
    pytest.importorskip("warcio", reason="warcio is not installed: pip install warcio")
    next(iter(garden)).save(tmp_path / "garden.xml")
    (tmp_path / "paths").write_text("samples/garden-notes.warc.gz\n")
    job = job_of_common_crawl()
    parser = argparse.ArgumentParser()
    job.add_arguments(parser)
    job.args = parser.parse_args(["--rules", str(tmp_path), "--base", f"{ROOT}/"])
    job.args.__dict__ |= {"input": str(tmp_path / "paths"), "output": "found"}
    job.args.__dict__ |= {"num_input_partitions": 1, "num_output_partitions": 1}
    job.args.__dict__ |= {"output_format": "parquet", "output_compression": "gzip"}
    wanted = spark.extract_warcs(session, [str(ARCHIVE)], garden)
    session.sql("drop table if exists found")
    try:
        job.run_job(session)
        assert sorted(session.table("found").collect()) == sorted(wanted.collect())
    finally:
        session.sql("drop table if exists found")
    assert job.logged

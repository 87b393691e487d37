"""Learning, keeping and replaying rules."""

import datetime
import json
import pickle
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import feedstone
import pytest
from conftest import GARDEN, HOME, ROOT, expected


def all_entries(rules, pages):
    return [entry for html, url in pages for entry in rules.extract(html, url)]


def test_rules_are_those_of_the_program(rules):
    # But for the version, which the program writes into them.
    stored = feedstone.Wrapper.load(ROOT / "rules" / "garden-notes.xml")
    assert rules == stored


def test_folder_and_archive_teach_the_same(rules):
    assert feedstone.learn(HOME, warc=ROOT / "samples" / "garden-notes.warc.gz") == rules
    assert feedstone.learn(HOME, warc=[str(ROOT / "samples" / "garden-notes.warc.gz")]) == rules


def test_a_blog_without_feed_is_learned_from_its_records():
    rules = feedstone.learn(folder=GARDEN, without_feed=True)
    html = (GARDEN / "page" / "2" / "index.html").read_bytes()
    assert len(rules.extract(html, HOME + "page/2/")) == 7


def test_what_is_known_of_rules(rules):
    assert (rules.home, rules.title) == (HOME, "Garden Notes")
    assert rules.feed == HOME + "feed.xml"
    kinds = {layout["kind"]: layout["fields"] for layout in rules.layouts}
    assert kinds["entry"]["title"] == (10, 10)
    assert repr(rules) == f"<Wrapper of {HOME}: list, entry>"


def test_every_entry_is_read(rules, pages):
    read = all_entries(rules, pages)
    assert len(read) == 32
    for entry in read:
        assert isinstance(entry.date, datetime.date)
        assert isinstance(entry.tags, list)
        assert entry.extent in ("full", "excerpt")
        assert entry.body_text and entry.body_html


def test_text_and_bytes_read_the_same(rules, pages):
    for html, url in pages:
        as_bytes = rules.extract(html, url)
        assert rules.extract(html.decode(), url) == as_bytes
        assert rules.extract(bytearray(html), url, charset="utf-8") == as_bytes


def test_charset_tells_what_bytes_are(rules, pages):
    html, url = pages[0]
    text = html.decode().replace("Notes", "Nötes").replace('charset="utf-8"', "")
    in_latin = text.encode("iso-8859-15")
    assert rules.extract(in_latin, url, "iso-8859-15") == rules.extract(text, url)
    with pytest.raises(LookupError, match="expected a charset's name"):
        rules.extract(html, url, charset="utf-9")


@pytest.mark.parametrize("html", ["", "<", "\ud800", "<p>\0</p>", b"", b"\xff\xfe\x00"])
def test_no_page_fails(rules, html):
    assert rules.extract(html, "no address at all") == []


def test_html_is_text_or_bytes(rules):
    with pytest.raises(TypeError, match="expected HTML as str or bytes, found int"):
        rules.extract(3, HOME)


def test_xml_and_pickle_keep_the_rules(rules, tmp_path):
    file = tmp_path / "garden.xml"
    rules.save(file)
    rules.save(str(file))
    assert feedstone.Wrapper.load(str(file)) == rules
    assert file.read_text(encoding="utf-8") == rules.dumps()
    assert list(tmp_path.iterdir()) == [file]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules


def test_an_entry_is_a_mapping(rules, post):
    [entry] = rules.extract(*post)
    assert isinstance(entry, Mapping)
    assert dict(entry) == entry.to_dict() == dict(entry.items())
    assert list(entry) == entry.keys() and len(entry) == len(entry.values())
    assert entry["title"] == entry.title == entry.get("title")
    assert entry.withheld is None and "withheld" not in entry
    assert entry.get("withheld", 1) == 1
    with pytest.raises(KeyError):
        entry["withheld"]
    with pytest.raises(AttributeError, match="headline"):
        entry.headline
    assert {"title", "to_dict", "missing"} <= set(dir(entry))
    assert (entry == 3, entry == entry.to_dict()) == (False, True)
    json.dumps(entry.to_dict(), default=str)


def test_an_entry_keeps_its_own_values(rules, post):
    [entry] = rules.extract(*post)
    entry.to_dict().clear()
    entry.missing["title"] = "no"
    assert entry.title and "title" not in entry.missing
    with pytest.raises(AttributeError):
        entry.title = "another"


def test_absent_fields_say_why(rules, post):
    html, url = post
    [entry] = rules.extract(html.replace(b'class="author', b'class="x'), url)
    assert entry.author is None and "author" not in entry
    assert entry.missing == {"author": "no rule for it matches inside the record"}
    again = pickle.loads(pickle.dumps(entry))
    assert (again, again.missing) == (entry, entry.missing)


def test_entries_are_what_the_sample_says(rules, pages):
    read = {(entry.page, entry.link): entry for entry in all_entries(rules, pages)}
    wanted = expected()
    assert len(wanted) == len(read)
    for line in wanted:
        entry = read[line["page"], line["link"]].to_dict()
        entry["date"] = entry["date"].isoformat()
        entry["body_text"] = entry["body_text"].replace("\n", " ")
        assert {key: entry[key] for key in line} == line


def test_the_interpreter_is_free_while_a_page_is_read(rules, post):
    html, url = post
    large = html.replace(b"</body>", b"<p>Words <b>of</b> it.</p>" * 200_000 + b"</body>")
    reader = threading.Thread(target=rules.extract, args=(large, url))
    reader.start()
    ticks = 0
    while reader.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10, "this thread waited until the page was read"


def extract(job):
    rules, (html, url) = job
    return rules.extract(html, url)


def test_threads_and_processes_read_the_same(rules, pages):
    alone = [rules.extract(html, url) for html, url in pages]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda page: rules.extract(*page), pages)) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(extract, [(rules, page) for page in pages[:4]])) == alone[:4]

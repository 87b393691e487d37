"""What is true of the pages that an engine built, and the blog as a folder of the corpus."""
import datetime
import email.utils
import glob
import html
import json
import os
import re
import urllib.parse

import themes
from themes import letters, record, shown_of

# Names of classes and ids of what stands beside: its posts are no records.
ASIDE = (r"(?:^|[-_ ])(?:sidebar|side-bar|recent|related|similar|sidebar\d?|aside|secondary)"
         r"(?:$|[-_ ])")
SHORT = {  # months as themes shorten them, beside their first three letters
    "en": ["Jan. Feb. Mar. Apr. May. Jun. Jul. Aug. Sept. Oct. Nov. Dec."],
    "de": ["Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
           "Jan. Feb. Mär. Apr. Mai Jun. Jul. Aug. Sep. Okt. Nov. Dez."],
    "fr": ["janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."],
    "ru": ["янв. фев. мар. апр. мая июн. июл. авг. сен. окт. ноя. дек.",
           "янв. февр. марта апр. мая июня июля авг. сент. окт. нояб. дек."],
    "zh-CN": ["一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月"],
}


class Shown(themes.Shown):
    """As in themes.py, with what stands aside told by tag, class or id; what only machines that
    read aloud are told is not shown."""

    HIDDEN = re.compile(r"\bsr-only\b|visually-hidden")

    def __init__(self, page, aside, seen):
        self.aside, self.unseen = re.compile(aside), self.UNSEEN - seen
        super().__init__(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in self.EMPTY:
            names = f"{attrs.get('class') or ''} {attrs.get('id') or ''}"
            aside = tag == "aside" or tag not in ("html", "body") and self.aside.search(names)
            hidden = tag in self.unseen or self.HIDDEN.search(names)
            self.open.append((tag, (bool(aside), bool(hidden))))
        if attrs.get("href") and tag == "a" and not any(aside for _, (aside, _) in self.open):
            self.links.append(attrs["href"])
        self.texts.append(f" {attrs.get('datetime') or ''} ")

    def handle_data(self, data):
        if not any(hidden for _, (_, hidden) in self.open):
            self.texts.append(data)


def days(day, lang):
    """More ways to write a day than the themes of themes.py have."""
    y, m, d = day.year, day.month, day.day
    out = themes.days(day, lang) + [f"{d}{sign}{m}{sign}{y}" for sign in "./-"]
    out += [f"{m}/{d}/{y}", f"{y}{m:02}{d:02}", f"{d:02}-{m:02}-{y}"]
    # In two digits a year reads as a day, so only the order of the blog's language counts.
    out += [f"{m}/{d}/{y % 100}"] if lang == "en" else [
        f"{d:02}/{m:02}/{y % 100}", f"{d:02}.{m:02}.{y % 100}"]
    nth = "th" if 10 < d < 20 else {1: "st", 2: "nd", 3: "rd"}.get(d % 10, "th")
    names = [themes.MONTHS["en"], themes.MONTHS.get(lang, themes.MONTHS["en"])]
    months = {list_.split()[m - 1] for list_ in names + SHORT.get(lang, []) + SHORT["en"]}
    for month in months | {name[:3] for name in months} | {n.strip(".") for n in months}:
        for n in (str(d), f"{d:02}", f"{d}{nth}"):
            out += [f"{month} {n}, {y}", f"{month} {n} {y}", f"{n} {month} {y}",
                    f"{n} {month}, {y}", f"{n}, {month} {y}", f"{n}. {month} {y}",
                    f"{n}. {month}, {y}", f"{n}-{month}-{y}", f"{n} of {month} {y}",
                    f"{n} {month.lower()} {y}"]
    return out


def shows_day(text, day, lang):
    return any(re.search(r"(?<!\d)" + re.escape(form) + r"(?!\d)", text)
               for form in days(day, lang))


def tags_shown(page, tag):
    """How often a tag stands alone in an element, but for signs and icons before it."""
    before = (r">\s*(?:(?:[#\[]|&#?\w+;)\s*)?"
              r"(?:</?(?:span|svg|path|i|use|circle)\b[^>]*>\s*)*(?:#\s*)?")
    return len(re.findall(before + re.escape(html.escape(tag)) + r"\]?\s*(?:,\s*)?<", page, re.I))


def pages_below(public):
    pages = {}
    for path in glob.glob(public + "/**/*.html", recursive=True):
        with open(path, "rb") as file:
            pages[re.sub(r"(^|/)index\.html$", r"\1", os.path.relpath(path, public))] = file.read()
    return pages


def when(item):
    """When an item of a feed says that it was written."""
    told = re.search(r"<(pubDate|published|updated|dc:date)>(.*?)</", item, re.S)
    if not told:
        return 0
    text = re.sub(r"<!\[CDATA\[|\]\]>", "", told[2]).strip()
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except ValueError:
        return datetime.datetime.fromisoformat(text[:19]).timestamp()


def trim(feed):
    """A feed as a crawler sees it: its newest ten items. And how many it has."""
    items = list(re.finditer(r"<(item|entry)[ >].*?</\1>", feed, re.S))
    if len(items) <= 10:
        return feed, len(items)
    newest = sorted((item[0] for item in items), key=when, reverse=True)[:10]
    return feed[:items[0].start()] + "\n".join(newest) + feed[items[-1].end():], 10


def content_of(feed, newest, setup):
    """How much of the bodies a feed carries."""
    text = html.unescape(re.sub(r"<!\[CDATA\[|\]\]>", "", feed))
    flat = letters(re.sub(r"<[^>]*>", "", text))
    extents = [shown_of(post["text"], flat)[1] for post in newest]
    if extents.count("full") >= .9 * len(extents):
        return "full"
    if "full" in extents and not setup.get("short"):
        return "mixed"
    return "summary" if "excerpt" in extents or setup.get("described") else "none"


def same(path):
    """A path without what engines and servers may spell in two ways."""
    return re.sub(r"(^|/)index\.html$|\.html$|/$", "", path)


def body_of(post, flat, kind):
    body, extent = shown_of(post["text"], flat)
    if kind == "entry" and extent == "excerpt":
        # A theme may put something of its own between two paragraphs.
        there = [line for line in post["text"].split("\n") if letters(line) in flat]
        if sum(map(len, there)) > .97 * len(post["text"].replace("\n", "")):
            return post["text"], "full"
    described = post["described"]
    if kind != "entry" and described and extent != "full" and letters(described) in flat:
        return described, "excerpt"
    return body, extent


def write(out, blog, pages, feed, feed_data, own, lists, home="", aside=ASIDE, seen=frozenset()):
    """Writes a blog: pages are {path: bytes}, own {path: post}, newest first, lists are (pattern
    of paths, how many of them at most). Why there is none to write, or None."""
    missing = [p for p in [home, *own] if len(pages.get(p, b"")) < 300]
    if missing or not feed_data:
        return (f"{len(missing)} pages are missing, such as {missing[:2]}, or the feed; see "
                + blog.log)
    setup, root = blog.setup, blog.address + "/"
    address = lambda path: root + urllib.parse.quote(path, safe="/?=&%+")
    text_of = {p: data.decode("utf-8", "replace") for p, data in pages.items()}
    known = {same(urllib.parse.unquote(p)): p for p in own}
    shown, leads = {}, {}

    def look(path):
        if path not in shown:
            shown[path] = Shown(text_of[path], aside, seen)
            urls = (urllib.parse.unquote(urllib.parse.urljoin(address(path), link.split("#")[0]))
                    for link in shown[path].links)
            paths = (same(url[len(root):]) for url in urls if url.startswith(root))
            leads[path] = list(dict.fromkeys(known[p] for p in paths if p in known))
        return leads[path]

    archives = []
    for pattern, most in lists:
        found = [p for p in sorted(pages) if re.fullmatch(pattern, p) and p not in own
                 and p not in archives and p != home]
        archives += [p for p in found if look(p)][:most]
    if not look(home):
        return "no post is linked at home"
    feed_text, items = trim(feed_data.decode("utf-8"))
    newest = sorted(own, key=lambda p: own[p]["day"], reverse=True)[:items]
    # What pages of posts without a tag show of it stands in a side bar, or beside a neighbour.
    idle = {}
    for tag in {t for post in own.values() for t in post["tags"] + post["categories"]}:
        without = [p for p, post in own.items() if tag not in post["tags"] + post["categories"]]
        idle[tag] = max((tags_shown(text_of[p], tag) for p in without), default=0)
    truth = []
    kinds = {home: "home", **dict.fromkeys(archives, "archive"), **dict.fromkeys(own, "entry")}
    for path, kind in kinds.items():
        links = look(path)
        text = re.sub(r"\s+", " ", "".join(shown[path].texts))
        flat = letters(text)
        for at in [path] if kind == "entry" else links:
            post = own[at]
            body, extent = body_of(post, flat, kind)
            tags = [t for t in post["tags"] + post["categories"]
                    if kind == "entry" and tags_shown(text_of[path], t) > idle[t]]
            truth.append({
                "page": address(path), "kind": kind, "link": address(at), "seen": at in newest,
                "title": post["title"] if letters(post["title"]) in flat else None,
                "date": post["day"].isoformat() if shows_day(text, post["day"], blog.lang)
                        else None,
                "author": None, "tags": tags or None, "body": body, "body_extent": extent})
    # What one post alone has is a word of its text: themes show tags of all or of none.
    if sum(bool(t["tags"]) for t in truth) < 2:
        truth = [{**t, "tags": None} for t in truth]
    os.makedirs(out, exist_ok=True)
    with open(out + "/site.warc.gz", "wb") as file:
        for path in kinds:
            file.write(record(address(path), pages[path], "text/html; charset=utf-8"))
        file.write(record(root + feed, feed_text.encode(), "application/xml"))
    with open(out + "/truth.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(t, ensure_ascii=False) + "\n" for t in truth)
    about = {
        "id": blog.name, "origin": blog.address, "home_url": address(home),
        "feed_url": root + feed, "archive_urls": [address(p) for p in archives],
        "entry_urls": [address(p) for p in own], "engine": blog.engine, "theme": blog.theme,
        "language": blog.lang, "feed_items": items,
        "feed_format": "rss2.0" if "<rss" in feed_text else "atom", "complete": True, "notes": "",
        "feed_content": content_of(feed_text, [own[p] for p in newest], setup),
        "source": "tools/engines/make.py"}
    with open(out + "/site.json", "w", encoding="utf-8") as file:
        json.dump(about, file, indent=1)
    return None


def built(public, feed, own, lists, **more):
    """What write asks for, of an engine that built files."""
    data = b""
    if os.path.exists(f"{public}/{feed}"):
        with open(f"{public}/{feed}", "rb") as file:
            data = file.read()
    return {"pages": pages_below(public), "feed": feed, "feed_data": data, "own": own,
            "lists": lists, **more}

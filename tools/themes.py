#!/usr/bin/env python3
"""themes.py make FOLDER [THEME...]: our own posts in themes that real blogs are written in.

Installs Hexo and themes from npm below FOLDER, builds a blog of made-up posts for each theme and
each of six ways to set a blog up (language, addresses, excerpts, what its feed says), and writes
them to FOLDER/corpus as ../shared/corpus/FORMAT.md has it. What is true of a page is told by the
posts' own texts, sought in what the page shows: as far as nobody can be wrong about it. Tags are
scored on the posts' own pages alone, authors nowhere. A side bar's posts are no records.

  python3 tools/themes.py make /tmp/themes
  ../shared/eval/run.sh target/release/feedstone /tmp/themes/corpus /tmp/themes/read

Needs node and npm. Standard library only.
"""
import datetime
import glob
import gzip
import html.parser
import json
import os
import random
import re
import shutil
import subprocess
import sys
import urllib.parse

THEMES = ("a4", "anzhiyu", "async", "icarus", "keep", "kratos-rebirth", "mengd", "redefine",
          "reimu", "solitude", "stellar", "vivia", "yun")
PACKAGES = ["hexo", "hexo-pagination"] + [
    "hexo-" + name for name in (
        "renderer-marked", "renderer-ejs", "renderer-stylus", "renderer-pug", "renderer-sass",
        "renderer-less", "renderer-nunjucks", "renderer-inferno", "renderer-swig",
        "renderer-markdown-it", "generator-index", "generator-archive", "generator-tag",
        "generator-category", "generator-feed", "generator-search", "wordcount", "word-counter",
        "related-popular-posts")]

WORDS = {
    "en": "the a of in on with under over between river kettle garden lantern window street bread "
          "winter summer machine letter music story morning evening friend market paper glass "
          "stone forest field bridge train station clock radio mirror table chair kitchen boat "
          "salt pepper honey apple walnut curtain ladder bright slow heavy gentle broken simple "
          "found made took gave kept lost read wrote opened closed carried mended walked drove",
    "de": "der die das und in auf mit unter zwischen Fluss Kessel Garten Laterne Fenster Straße "
          "Brot Winter Sommer Maschine Brief Musik Geschichte Morgen Abend Freundin Markt Papier "
          "Glas Stein Wald Feld Brücke Zug Bahnhof Uhr Radio Spiegel Tisch Stuhl Küche Hafen Boot "
          "Salz Honig Apfel Nuss Vorhang Leiter Fahrrad still hell langsam schwer sanft kaputt",
    "fr": "le la les un une dans sur avec sous entre rivière jardin fenêtre rue pain hiver été "
          "machine lettre musique histoire matin soir ami marché papier verre pierre forêt champ "
          "pont train gare horloge radio miroir table chaise cuisine port bateau sel miel pomme",
    "ru": "и в на под между река чайник сад фонарь окно улица хлеб зима лето машина письмо музыка "
          "история утро вечер друг рынок бумага стекло камень лес поле мост поезд вокзал часы",
}
CHINESE = ("今天的风很轻我们走过老街看见一家小店里面卖着各种茶叶和旧书窗外下起雨来孩子在桥边等车朋友写信说他学会了做面包冬天快到了"
           "花园需要整理代码里有一个错误找了三个小时才发现是时间格式不对于是重新设计数据结构并且记录下来以后可以参考")
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}

# How blogs are set up. more: the author ends excerpts by hand; whole: the feed has whole texts.
SETUPS = {
    "a": {"lang": "en", "more": True, "link": ":year/:month/:day/:title/", "whole": True,
          "dates": "YYYY-MM-DD", "posts": 34, "a_page": 10, "atom": True,
          "categories": ["Travel", "Kitchen notes", "Machines"],
          "tags": ["salt", "river", "clocks", "bread", "letters", "glass", "winter"]},
    "b": {"lang": "zh-CN", "link": ":year/:month/:day/:title.html", "whole": True,
          "dates": "YYYY-MM-DD", "posts": 28, "a_page": 6,
          "categories": ["生活", "技术笔记", "旅行"], "tags": ["面包", "时间", "算法", "老街", "茶"]},
    "c": {"lang": "de", "more": True, "link": "posts/:title/", "dates": "DD.MM.YYYY", "posts": 30,
          "a_page": 5, "atom": True, "categories": ["Reisen", "Küche"],
          "tags": ["Salz", "Fluss", "Uhren", "Brot", "Winter"]},
    "d": {"lang": "en", "described": True, "link": ":title/", "dates": "MMMM D, YYYY",
          "posts": 30, "a_page": 8, "categories": ["Essays", "Links"],
          "tags": ["paper", "stone", "forest", "trains"]},
    "e": {"lang": "fr", "short": True, "link": ":year/:month/:title/", "whole": True,
          "dates": "DD/MM/YYYY", "posts": 32, "a_page": 10, "atom": True,
          "categories": ["Carnets", "Voyages"], "tags": ["sel", "pain", "fleuve", "verre"]},
    "f": {"lang": "ru", "more": True, "link": "blog/:title.html", "dates": "D MMMM YYYY",
          "posts": 26, "a_page": 7, "categories": ["Заметки", "Поездки"],
          "tags": ["соль", "хлеб", "река", "часы"]},
}


class Writer:
    """Makes up texts, the same ones for the same seed."""

    def __init__(self, lang, seed):
        self.random = random.Random(seed)
        self.words = WORDS[lang].split() if lang in WORDS else None

    def run(self, fewest, most):
        if self.words:
            length = self.random.randrange(fewest, most)
            text = " ".join(self.random.choice(self.words) for _ in range(length))
            return text[0].upper() + text[1:]
        start = self.random.randrange(len(CHINESE) - 2 * most)
        some = CHINESE[start:start + self.random.randrange(2 * fewest, 2 * most)]
        other = lambda c: self.random.choice(CHINESE) if self.random.random() < .35 else c
        return "".join(map(other, some))

    def title(self):
        return self.run(2, 6)

    def sentence(self):
        return self.run(6, 16) + ("." if self.words else "。")

    def paragraph(self):
        between = " " if self.words else ""
        return between.join(self.sentence() for _ in range(self.random.randrange(2, 6)))

    def part(self, first):
        """A part of a text: as Markdown, and the texts that a reader sees."""
        kind = 0 if first else self.random.random()
        text = self.paragraph()
        if kind < .45:
            return text, [text]
        if kind < .6:
            name = self.run(3, 8)
            link = f"[{name}](https://example.net/{self.random.randrange(999)})"
            return f"{text} {link}", [text, name]
        if kind < .7:
            heading = self.title()
            return f"## {heading}\n\n{text}", [heading, text]
        if kind < .8:
            lines = [self.sentence() for _ in range(3)]
            return "\n".join("- " + line for line in lines), lines
        if kind < .95:
            return "> " + text, [text]
        return f"![](https://example.net/{self.random.randrange(999)}.jpg)", []


def posts_of(theme, setup):
    """The posts of a blog, newest first."""
    writer = Writer(setup["lang"], theme + setup["lang"])
    chance, day, posts, titles = writer.random, datetime.date(2024, 3, 20), [], set()
    while len(posts) < setup["posts"]:
        title = writer.title()
        if title in titles:
            continue
        titles.add(title)
        length = chance.randrange(1, 3) if setup.get("short") else chance.randrange(3, 9)
        parts = [writer.part(k == 0) for k in range(length)]
        source = [markdown for markdown, _ in parts]
        if setup.get("more") and length > 2 and chance.random() < .85:
            source.insert(chance.choice([1, 1, 2]), "<!-- more -->")
        day -= datetime.timedelta(days=chance.randrange(2, 40))
        posts.append({
            "title": title, "day": day, "source": "\n\n".join(source),
            "text": "\n".join(text for _, texts in parts for text in texts),
            "slug": re.sub(r"\W+", "-", title.lower()) if setup["lang"] == "en"
                    else f"post-{setup['posts'] - len(posts)}",
            "categories": [chance.choice(setup["categories"])] if chance.random() < .85 else [],
            "tags": chance.sample(setup["tags"], chance.choice([0, 1, 1, 2, 3])),
            "described": writer.sentence() if setup.get("described") else None})
    return posts


def path_of(post, setup):
    """Where a post's page stands."""
    day = post["day"]
    out = setup["link"].replace(":title", post["slug"])
    for name, value in ((":year", f"{day:%Y}"), (":month", f"{day:%m}"), (":day", f"{day:%d}")):
        out = out.replace(name, value)
    return out


def install(folder, themes):
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/package.json", "w", encoding="utf-8") as out:
        json.dump({"name": "themes", "private": True}, out)
    names = PACKAGES + ["hexo-theme-" + theme for theme in themes]
    subprocess.run(["npm", "install", "--no-audit", "--legacy-peer-deps", *names], cwd=folder,
                   check=True, stdout=subprocess.DEVNULL)


def build(folder, theme, setup, posts, host):
    """Runs the engine. Where the pages are, and the feed's name among them."""
    site = folder + "/site"
    shutil.rmtree(site, ignore_errors=True)
    os.makedirs(site + "/source/_posts")
    os.symlink(os.path.abspath(folder + "/node_modules"), site + "/node_modules")
    with open(folder + "/package.json", encoding="utf-8") as file:
        package = json.load(file)
    own = "hexo-theme-" + theme
    package["dependencies"] = {name: version for name, version in package["dependencies"].items()
                               if not name.startswith("hexo-theme-") or name == own}
    with open(site + "/package.json", "w", encoding="utf-8") as out:
        json.dump({**package, "hexo": {"version": ""}}, out)
    for example in glob.glob(f"{folder}/node_modules/{own}/example_config*.yml")[:1]:
        shutil.copy(example, f"{site}/_config.{theme}.yml")
    feed = "atom.xml" if setup.get("atom") else "rss2.xml"
    config = {
        "title": Writer(setup["lang"], theme).title(), "description": "", "theme": theme,
        "author": "Ada Brenner", "language": setup["lang"], "timezone": "UTC",
        "url": "https://" + host, "permalink": setup["link"], "date_format": setup["dates"],
        "highlight": {"enable": False}, "per_page": setup["a_page"],
        "index_generator": {"path": "", "per_page": setup["a_page"], "order_by": "-date"},
        "feed": {"enable": True, "type": feed.split(".")[0], "path": feed, "limit": 10,
                 "content": bool(setup.get("whole")), "content_limit": 140}}
    # JSON is YAML.
    with open(site + "/_config.yml", "w", encoding="utf-8") as out:
        json.dump(config, out, ensure_ascii=False)
    for post in posts:
        when = f"{post['day']} 12:00:00"
        head = {"title": post["title"], "date": when, "updated": when, "tags": post["tags"],
                "categories": post["categories"]}
        if post["described"]:
            head["description"] = post["described"]
        lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items())
        with open(f"{site}/source/_posts/{post['slug']}.md", "w", encoding="utf-8") as out:
            out.write("---\n" + "\n".join(lines) + "\n---\n\n" + post["source"] + "\n")
    subprocess.run(["node", "node_modules/hexo/bin/hexo", "generate"], cwd=site, timeout=120,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return site + "/public", feed


class Shown(html.parser.HTMLParser):
    """What a page shows, the days of its time elements, and its links outside of side bars."""

    EMPTY = set("area base br col embed hr img input link meta source track wbr".split())
    UNSEEN = set("script style template noscript title svg".split())
    ASIDE = re.compile(r"(?:^|[-_ ])sidebar(?:$|[ _])|card-recent|l_left|l_right")

    def __init__(self, page):
        super().__init__()
        self.texts, self.links, self.open = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in self.EMPTY:
            aside = tag == "aside" or bool(self.ASIDE.search(attrs.get("class") or ""))
            self.open.append((tag, aside))
        if attrs.get("href") and tag == "a" and not any(aside for _, aside in self.open):
            self.links.append(attrs["href"])
        self.texts.append(f" {attrs.get('datetime') or ''} ")

    def handle_endtag(self, tag):
        at = next((k for k in range(len(self.open) - 1, -1, -1) if self.open[k][0] == tag), None)
        if at is not None:
            del self.open[at:]

    def handle_data(self, data):
        if not any(tag in self.UNSEEN for tag, _ in self.open):
            self.texts.append(data)


def letters(text):
    return re.sub(r"\W+", "", text)


def shown_of(text, page):
    """How much of a text stands on a page (its letters): the text, and whether it is whole."""
    all_of_it = letters(text)
    low, high = 0, len(all_of_it)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if all_of_it[:middle] in page else (low, middle - 1)
    if low >= .985 * len(all_of_it):
        return text, "full"
    if low < 40:
        return None, "none"
    ends = [at for at, c in enumerate(text) if re.match(r"\w", c)]
    return text[:ends[low - 1] + 1], "excerpt"


def days(day, lang):
    """A day as themes write it."""
    y, m, d = day.year, day.month, day.day
    out = [f"{y}{sign}{m:02}{sign}{d:02}" for sign in "-/."] + [f"{y}-{m}-{d}", f"{y}/{m}/{d}"]
    out += [f"{d:02}{sign}{m:02}{sign}{y}" for sign in "./"] + [f"{m:02}/{d:02}/{y}"]
    out += [f"{y}年{m:02}月{d:02}日", f"{y}年{m}月{d}日"]
    for names in {MONTHS["en"], MONTHS.get(lang, MONTHS["en"])}:
        name = names.split()[m - 1]
        for month in (name, name[:3]):
            for number in (str(d), f"{d:02}"):
                out += [f"{month} {number}, {y}", f"{month} {number} {y}", f"{number} {month} {y}",
                        f"{number}. {month} {y}"]
    return out


def tags_shown(page, tag):
    link = r'<a[^>]*href="[^"]*/(?:tags|categories)/[^"]*"[^>]*>\s*(?:</?(?!a\b)[^>]*>\s*)*#?\s*'
    return len(re.findall(link + re.escape(tag) + r"\s*<", page))


def record(url, data, kind):
    answer = (f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n"
              ).encode() + data
    head = (f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
            "WARC-Date: 2024-04-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{random.Random(url).randrange(1 << 60):016x}>\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(answer)}\r\n\r\n").encode()
    return gzip.compress(head + answer + b"\r\n\r\n")


def write(out, site, setup, posts, root, public, feed):
    """A blog as a folder of the corpus. False where the theme did not build."""
    pages = {}
    for path in glob.glob(public + "/**/*.html", recursive=True):
        rel = os.path.relpath(path, public)
        with open(path, encoding="utf-8") as file:
            pages[rel.removesuffix("index.html")] = file.read()
    own = {path_of(post, setup): post for post in posts}
    empty = any(len(pages.get(path, "")) < 500 for path in ["", *own])
    if empty or not os.path.exists(f"{public}/{feed}"):
        return False
    address = lambda path: root + urllib.parse.quote(path, safe="/")
    lists = [p for p in ("page/2/", "page/3/", "archives/", "archives/2023/", "archives/page/2/")
             if p in pages]
    lists += [p for p in sorted(pages) if p.startswith(("tags/", "categories/"))
              and p.count("/") == 2][:3]
    newest = set(list(own)[:10])
    # What pages of posts without a tag show of it stands in a side bar, or beside a neighbour.
    idle = {}
    for tag in setup["tags"] + setup["categories"]:
        without = [p for p, post in own.items() if tag not in post["tags"] + post["categories"]]
        idle[tag] = max((tags_shown(pages[p], tag) for p in without), default=0)
    truth = []
    kinds = {"": "home", **dict.fromkeys(lists, "archive"), **dict.fromkeys(own, "entry")}
    for path, kind in kinds.items():
        shown = Shown(pages[path])
        text = "".join(shown.texts)
        flat = letters(text)
        leads = (urllib.parse.unquote(urllib.parse.urljoin(address(path), link.split("#")[0]))
                 for link in shown.links)
        linked = dict.fromkeys(to[len(root):] for to in leads if to.startswith(root))
        for at in [path] if kind == "entry" else [p for p in linked if p in own]:
            post = own[at]
            body, extent = shown_of(post["text"], flat)
            if kind != "entry" and not body and post["described"]:
                body = post["described"] if letters(post["described"]) in flat else None
                extent = "excerpt" if body else "none"
            tags = [t for t in post["tags"] + post["categories"]
                    if kind == "entry" and tags_shown(pages[path], t) > idle[t]]
            truth.append({
                "page": address(path), "kind": kind, "link": address(at), "seen": at in newest,
                "title": post["title"] if letters(post["title"]) in flat else None,
                "date": post["day"].isoformat()
                        if any(day in text for day in days(post["day"], setup["lang"])) else None,
                "author": None, "tags": tags or None, "body": body, "body_extent": extent})
    # Some themes link to posts by other addresses than those of their files.
    if not any(t["kind"] == "home" for t in truth):
        return False
    os.makedirs(out, exist_ok=True)
    with open(out + "/site.warc.gz", "wb") as file:
        for path in ["", *lists, *own]:
            file.write(record(address(path), pages[path].encode(), "text/html; charset=utf-8"))
        with open(f"{public}/{feed}", "rb") as data:
            file.write(record(root + feed, data.read(), "application/xml"))
    with open(out + "/truth.jsonl", "w", encoding="utf-8") as file:
        file.writelines(json.dumps(t, ensure_ascii=False) + "\n" for t in truth)
    about = {
        "id": site, "origin": root.rstrip("/"), "home_url": root, "feed_url": root + feed,
        "archive_urls": [address(p) for p in lists], "entry_urls": [address(p) for p in own],
        "engine": "hexo", "theme": site[:-2], "language": setup["lang"], "feed_items": 10,
        "feed_format": "atom" if setup.get("atom") else "rss2.0", "complete": True, "notes": "",
        "feed_content": "full" if setup.get("whole") else "summary", "source": "tools/themes.py"}
    with open(out + "/site.json", "w", encoding="utf-8") as file:
        json.dump(about, file, indent=1)
    return True


def main():
    if len(sys.argv) < 3 or sys.argv[1] != "make":
        sys.exit(__doc__)
    folder, themes = os.path.abspath(sys.argv[2]), sys.argv[3:] or list(THEMES)
    install(folder, themes)
    made = 0
    for theme in themes:
        for name, setup in SETUPS.items():
            site = f"{theme}-{name}"
            posts, host = posts_of(theme, setup), site + ".example.org"
            try:
                public, feed = build(folder, theme, setup, posts, host)
                done = write(f"{folder}/corpus/{site}", site, setup, posts, f"https://{host}/",
                             public, feed)
            except subprocess.TimeoutExpired:
                done = False
            made += done
            print(site if done else site + ": not built", file=sys.stderr)
    print(f"{made} blogs in {folder}/corpus")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""patchwork.py make FOLDER [--blogs N] [--seed S]: blogs in templates put together by chance.

Each blog draws its own answers to what templates differ in: what a post stands in, the order of its
title, day, author, tags and text, how each of them is written, what surrounds the list, what the
pages of posts and the archives look like, what the feed says. Posts and names are made up, truth is
what the template shows. The same seed gives the same blogs, another one blogs that nobody has seen:
look at the misses of one seed, measure with another.

  python3 tools/patchwork.py make /tmp/patchwork --blogs 60 --seed 1
  ../shared/eval/run.sh target/release/feedstone /tmp/patchwork /tmp/patchwork-read

The notes of a site.json tell what was drawn. Standard library only.
"""
import argparse
import datetime
import email.utils
import html
import html.parser
import json
import random
import re
import unicodedata
import urllib.parse
from pathlib import Path

from engines.truth import SHORT
from themes import MONTHS, Writer, record

NAMES = {
    "en": ["Ada Brenner", "Tom Ashby", "June Calder", "R. Whitlock"],
    "de": ["Greta Holm", "Anton Weiß", "Lena", "J. Petersen"],
    "fr": ["Odile Marchand", "Luc Fabre", "Inès", "P. Delorme"],
    "ru": ["Вера Лунина", "Пётр Ясный", "Галина", "И. Кедров"],
    "zh-CN": ["林小溪", "周远", "Momo", "老石"],
}
SAYS = {
    "en": dict(by="by", posted="Posted on", tags="Tags:", filed="Filed under", more="Read more",
               comments="Comments", home="Home", about="About", recent="Recent posts", next="Older",
               prev="Newer", archive="Archive", related="Related posts", search="Search",
               reply="Leave a reply", said="said on", older="Older posts"),
    "de": dict(by="von", posted="Veröffentlicht am", tags="Schlagwörter:", filed="Kategorie:",
               more="Weiterlesen", comments="Kommentare", home="Startseite", about="Über mich",
               recent="Neueste Beiträge", next="Ältere", prev="Neuere", archive="Archiv",
               related="Ähnliche Beiträge", search="Suche", reply="Kommentar schreiben",
               said="schrieb am", older="Ältere Beiträge"),
    "fr": dict(by="par", posted="Publié le", tags="Mots-clés :", filed="Classé dans",
               more="Lire la suite", comments="commentaires", home="Accueil", about="À propos",
               recent="Articles récents", next="Précédent", prev="Suivant", archive="Archives",
               related="Articles similaires", search="Recherche", reply="Laisser un commentaire",
               said="a dit le", older="Articles plus anciens"),
    "ru": dict(by="Автор:", posted="Опубликовано", tags="Метки:", filed="Рубрика:",
               more="Читать далее", comments="Комментарии", home="Главная", about="О себе",
               recent="Свежие записи", next="Раньше", prev="Позже", archive="Архив",
               related="Похожие записи", search="Поиск", reply="Оставить комментарий",
               said="пишет", older="Ранние записи"),
    "zh-CN": dict(by="作者：", posted="发表于", tags="标签：", filed="分类：", more="阅读全文",
                  comments="条评论", home="首页", about="关于", recent="最近文章", next="下一页",
                  prev="上一页", archive="归档", related="相关文章", search="搜索",
                  reply="发表评论", said="说", older="更早的文章"),
}


class Text(html.parser.HTMLParser):
    """The lines that a reader sees of a piece of HTML."""
    BREAKS = set("p div li br h2 h3 blockquote pre ul".split())

    def __init__(self, markup):
        super().__init__()
        self.out = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.out.append("\n" if tag in self.BREAKS else "")

    def handle_endtag(self, tag):
        self.out.append("\n" if tag in self.BREAKS else "")

    def handle_data(self, data):
        self.out.append(data)

    def __str__(self):
        lines = (" ".join(line.split()) for line in "".join(self.out).split("\n"))
        return "\n".join(line for line in lines if line)


def esc(text):
    return html.escape(text, quote=False)


class Post:
    def __init__(self, blog, number, when):
        w, r = blog.writer, blog.random
        self.number, self.when = number, when
        self.title = w.title()
        plain = unicodedata.normalize("NFKD", self.title.lower()).encode("ascii", "ignore").decode()
        slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
        self.slug = slug + f"-{number}" if len(slug) > 5 else f"note-{number}"
        self.author = r.choice(blog.authors)
        self.tags = r.sample(blog.tags, r.randrange(0 if blog.some_bare else 1, 4))
        self.category = r.choice(blog.categories)
        blocks = [f"<p>{esc(w.paragraph())}</p>"]
        for _ in range(r.randrange(0, 7)):
            blocks.append(self.block(w, r))
        self.blocks = blocks
        self.comments = r.choice([0, 0, 1, 3, 12])
        self.path = blog.path_of(self)
        self.link = blog.origin + self.path

    @staticmethod
    def block(w, r):
        text = esc(w.paragraph())
        return r.choices([
            f"<p>{text}</p>",
            f'<p>{text} <a href="http://example.net/{r.randrange(999)}/">{esc(w.run(2, 6))}</a>'
            ".</p>",
            f"<h3>{esc(w.title())}</h3>\n<p>{text}</p>",
            "<ul>\n" + "\n".join(f"<li>{esc(w.sentence())}</li>" for _ in range(3)) + "\n</ul>",
            f"<blockquote><p>{text}</p></blockquote>",
            f'<p><img src="http://example.net/{r.randrange(999)}.jpg" alt=""></p>\n<p>{text}</p>',
        ], [6, 2, 1, 1, 1, 1])[0]

    @property
    def html(self):
        return "\n".join(self.blocks)


class Blog:
    """What a blog has drawn, and its pages."""

    def __init__(self, number, seed):
        r = self.random = random.Random(f"{seed}/{number}")
        self.id = f"patch-{seed}-{number:03}"
        self.drawn = {}
        self.lang = self.draw("lang", "en", "en", "de", "fr", "ru", "zh-CN")
        self.writer = Writer(self.lang, f"{seed}/{number}/posts")
        self.says = SAYS[self.lang]
        self.root = self.draw("root", "/", "/", "/blog/")
        self.host = f"https://{self.id}.example"
        self.origin = self.host + self.root.rstrip("/")
        self.shape = self.draw(
            "permalink", "/{y}/{m:02}/{d:02}/{slug}/", "/{y}/{m:02}/{slug}.html", "/{slug}/",
            "/posts/{slug}/", "/archives/{n:06}.html", "/{y}-{m:02}-{d:02}-{slug}.html",
            "/{slug}.html", "/?p={n}", "/post/{slug}", "/{y}/{slug}.html")
        self.name = self.writer.run(2, 4)
        several = self.draw("authors", 1, 1, 1, 3)
        self.authors = r.sample(NAMES[self.lang], several)
        self.some_bare = self.draw("some posts without tags", True, False)
        words = lambda n: list(dict.fromkeys(self.writer.run(1, 3) for _ in range(n)))
        self.tags, self.categories = words(12), words(5)
        if self.draw("lower tags", True, False):
            self.tags = list(dict.fromkeys(tag.lower() for tag in self.tags))
        self.posts = self.made(36)
        self.choose()
        self.pages, self.truth = {}, []

    def draw(self, what, *among):
        value = self.random.choice(among)
        self.drawn[what] = value
        return value

    def made(self, n):
        r = self.random
        gap = self.draw("days between posts", 2, 9, 30)
        when = datetime.datetime(r.randrange(2004, 2025), r.randrange(1, 13), r.randrange(1, 28))
        out = []
        for k in range(n):
            when = when.replace(hour=r.randrange(6, 23), minute=r.randrange(60))
            out.append(Post(self, 40 + (n - k) * 3, when))
            when -= datetime.timedelta(days=r.randrange(0 if gap == 2 else 1, gap + 1))
        return out

    def path_of(self, post):
        w = post.when
        return self.shape.format(y=w.year, m=w.month, d=w.day, slug=post.slug, n=post.number)

    def choose(self):
        draw = self.draw
        self.names = draw("class names", "usual", "usual", "own", "utility", "hashed", "none")
        self.box = draw("a post stands in", "article", "div", "div", "div", "section", "li", "tr",
                        "nothing", "dl")
        self.heading = draw("title in", "h2", "h2", "h1", "h3", "div", "b")
        self.linked = draw("title's link", "in heading", "in heading", "in heading", "around",
                           "permalink below")
        self.date = draw("date", "iso", "long", "long", "short", "dots", "slashes", "time",
                         "time", "datetime", "day header", "badge")
        self.meta = draw("meta", "below title", "below title", "above title", "below text",
                         "beside", "split")
        self.author_as = draw("author shown", "none", "by", "link", "plain", "span")
        self.tags_as = draw("tags shown", "none", "row", "list", "hash", "spans", "label",
                            "category", "both")
        self.text = draw("list text", "full", "full", "cut", "cut", "first", "none", "more")
        self.read_more = draw("read more", True, True, False)
        self.extra = draw("between posts", "", "", "hr", "ad", "share", "comments")
        self.side = draw("side bar", "none", "left", "right", "right")
        self.pager = draw("pager", "numbers", "words", "none")
        self.entry_like_list = draw("entry page as list", True, False)
        self.around = draw("around entry", "none", "comments", "comments", "related", "neighbours")
        self.archive_as = draw("archive of titles", "none", "years", "flat", "months", "table")
        self.featured = draw("picture", "none", "none", "img", "figure")
        self.feed_format = draw("feed", "rss", "rss", "atom")
        self.feed_text = draw("feed's text", "full", "full", "cut", "first", "none")
        self.feed_author = draw("feed's author", True, True, False)
        self.feed_tags = draw("feed's tags", True, True, False)
        self.per_page = draw("posts a page", 5, 10, 10)
        self.subtitle = draw("tagline", True, False)
        self.messy = draw("unclosed elements", False, False, False, True)
        self.words = dict(zip(
            ("list", "box", "title", "meta", "date", "author", "tags", "text", "more", "side",
             "entry", "comment", "pager"), self.class_words()))

    def class_words(self):
        r = self.random
        usual = [r.choice(c.split()) for c in (
            "posts content main blog hfeed", "post entry hentry item article",
            "post-title entry-title title", "meta post-meta entry-meta byline info",
            "date published post-date", "author vcard post-author",
            "tags post-tags taglist categories", "entry-content post-body text content summary",
            "more read-more more-link", "sidebar widget-area secondary",
            "post single entry", "comment comments-item", "pagination pager nav-links")]
        if self.names == "usual":
            return usual
        if self.names == "own":
            syllables = "ka lo mi ru ten sol bar fi nu vel".split()
            return ["".join(r.choice(syllables) for _ in range(2)) for _ in usual]
        if self.names == "hashed":
            return [f"css-{r.randrange(16 ** 6):06x}" for _ in usual]
        if self.names == "utility":
            some = ("flex mt-4 mb-2 text-sm text-gray-500 px-2 w-full font-bold leading-6 "
                    "py-8").split()
            return [" ".join(r.sample(some, 3)) for _ in usual]
        return [None] * len(usual)

    def c(self, word):
        name = self.words[word]
        return f' class="{name}"' if name else ""

    # What a post consists of on a page.

    def long_day(self, post):
        """A day with its month's name, where the language has names."""
        w = post.when
        if self.lang not in MONTHS:
            return f"{w.year}年{w.month}月{w.day}日"
        name = MONTHS[self.lang].split()[w.month - 1]
        return {"en": f"{name} {w.day}, {w.year}", "de": f"{w.day}. {name} {w.year}"}.get(
            self.lang, f"{w.day} {name} {w.year}")

    def brief_month(self, post):
        """A month as it is shortened; None where the language has no names."""
        if self.lang not in MONTHS:
            return None
        names = SHORT[self.lang][0] if self.lang in ("de", "fr") else MONTHS[self.lang]
        name = names.split()[post.when.month - 1]
        return name if self.lang in ("de", "fr") else name[:3]

    def day(self, post):
        """The markup of a day, or of the hour where the day stands above."""
        w, form, brief = post.when, self.date, self.brief_month(post)
        if form == "badge":
            parts = [w.day, brief, w.year] if brief else [w.year, f"{w.month:02}", f"{w.day:02}"]
            spans = " ".join(f"<span>{part}</span>" for part in parts)
            return f"<div{self.c('date')}>{spans}</div>"
        long = self.long_day(post)
        if form == "time":
            return f'<time datetime="{w:%Y-%m-%dT%H:%M:%S}+00:00"{self.c("date")}>{long}</time>'
        text = {"iso": f"{w:%Y-%m-%d}", "long": long, "dots": f"{w:%d.%m.%Y}",
                "short": f"{w.day} {brief} {w.year}" if brief else long,
                "slashes": f"{w:%Y/%m/%d}", "datetime": f"{w:%Y-%m-%d %H:%M}",
                "day header": f"{w:%H:%M}"}[form]
        posted = f"{self.says['posted']} " if self.names != "hashed" else ""
        return f"<span{self.c('date')}>{posted}{text}</span>"

    def author(self, post):
        name = esc(post.author)
        link = f'<a href="{self.at("/author/" + str(len(post.author)) + "/")}">{name}</a>'
        by = self.says["by"]
        return {"none": "", "by": f"<span{self.c('author')}>{by} {name}</span>",
                "link": f"<span{self.c('author')}>{by} {link}</span>",
                "plain": f"{by} {name}", "span": f"<span{self.c('author')}>{name}</span>",
                }[self.author_as]

    def tag(self, name, kind="tag"):
        slug = urllib.parse.quote(name.lower().replace(" ", "-"))
        rel = ' rel="tag"' if self.drawn["lower tags"] and kind == "tag" else ""
        return f'<a href="{self.at(f"/{kind}/{slug}/")}"{rel}>{esc(name)}</a>'

    def tagged(self, post):
        """-> (markup, tags shown)"""
        form, tags = self.tags_as, post.tags
        if form == "none":
            return "", None
        if form == "category":
            return (f"<span{self.c('tags')}>{self.says['filed']} "
                    f"{self.tag(post.category, 'category')}</span>", [post.category])
        if not tags and form != "both":
            return "", None
        links = [self.tag(t) for t in tags]
        label = f"{self.says['tags']} "
        if form == "list":
            items = "".join(f"<li>{link}</li>" for link in links)
            return f"<ul{self.c('tags')}>{items}</ul>", tags
        if form == "hash":
            links = [link.replace(">", ">#", 1) for link in links]
            return f"<div{self.c('tags')}>{' '.join(links)}</div>", tags
        if form == "spans":
            inner = " ".join(f"<span>{link}</span>" for link in links)
            return f"<div{self.c('tags')}>{inner}</div>", tags
        row = f"{', '.join(links)}"
        if form == "both":
            first = f"{self.says['filed']} {self.tag(post.category, 'category')}"
            markup = f"<div{self.c('tags')}>{first}" + (f" | {label}{row}" if tags else "")
            return f"{markup}</div>", [post.category, *tags]
        return f"<div{self.c('tags')}>{label if form == 'label' else ''}{row}</div>", tags

    def cut(self, post, n=180):
        """The start of a text, cut at a word, as engines do it."""
        text = " ".join(str(Text(post.html)).split())
        if len(text) <= n:
            return text, True
        head = text[:n] if self.lang == "zh-CN" else text[:n].rsplit(" ", 1)[0]
        return head + "…", False

    def shown(self, post):
        """-> (markup of a list's text, body, extent)"""
        form = self.text
        more = (f'<a href="{self.at(post.path)}"{self.c("more")}>{self.says["more"]}</a>'
                if self.read_more else "")
        if form == "none":
            return "", None, "none"
        if form == "full":
            return f"<div{self.c('text')}>\n{post.html}\n</div>", str(Text(post.html)), "full"
        if form == "cut":
            text, whole = self.cut(post)
            markup = f"<div{self.c('text')}><p>{esc(text)}</p>\n{more}</div>"
            return markup, text, "full" if whole else "excerpt"
        first, whole = post.blocks[0], len(post.blocks) == 1
        if form == "more" and (whole or post.number % 2):
            return f"<div{self.c('text')}>\n{post.html}\n</div>", str(Text(post.html)), "full"
        link = more or f'<p><a href="{self.at(post.path)}">{self.says["more"]} »</a></p>'
        return (f"<div{self.c('text')}>\n{first}\n{'' if whole else link}\n</div>",
                str(Text(first)), "full" if whole else "excerpt")

    def picture(self, post):
        img = f'<img src="http://example.net/{post.number}.jpg" alt="">'
        link = f'<a href="{self.at(post.path)}">{img}</a>'
        return {"none": "", "img": link, "figure": f"<figure>{link}</figure>"}[self.featured]

    def title(self, post, link=True):
        """-> markup"""
        name, tag = esc(post.title), self.heading
        if not link:
            return f"<{tag}{self.c('title')}>{name}</{tag}>"
        href = self.at(post.path)
        if self.linked == "around":
            return f'<a href="{href}"><{tag}{self.c("title")}>{name}</{tag}></a>'
        if self.linked == "permalink below":
            return f"<{tag}{self.c('title')}>{name}</{tag}>"
        return f'<{tag}{self.c("title")}><a href="{href}">{name}</a></{tag}>'

    def parts(self, post, whole):
        """A post on a list, or whole on its own page. -> (list of markup, what is shown)"""
        linked = not whole or self.entry_like_list
        title = self.title(post, linked)
        tags, tags_shown = self.tagged(post)
        if whole:
            text = f"<div{self.c('text')}>\n{post.html}\n</div>"
            body, extent = str(Text(post.html)), "full"
        else:
            text, body, extent = self.shown(post)
        dated = self.date != "day header"
        day, author = self.day(post), self.author(post)
        comments = ""
        if self.extra == "comments":
            comments = (f' <a href="{self.at(post.path)}#comments">{post.comments} '
                        f"{self.says['comments']}</a>")
        permalink = ""
        if self.linked == "permalink below":
            permalink = f' <a href="{self.at(post.path)}">Permalink</a>'
        sep = " · " if self.names in ("hashed", "utility") else " "
        line = sep.join(x for x in (day, author) if x)
        meta = f"<div{self.c('meta')}>{line}{permalink}{comments}</div>"
        pic = self.picture(post)
        out = {"below title": [pic, title, meta, tags, text],
               "above title": [meta, pic, title, text, tags],
               "below text": [title, pic, text, meta, tags],
               "beside": [f"<div>{pic}{title}{meta}</div>", f"<div>{text}{tags}</div>"],
               "split": [day, title, pic, text,
                         f"<div{self.c('meta')}>{author}{permalink}{comments}</div>", tags]}
        shows = dict(link=post.link, title=post.title, tags=tags_shown, body=body,
                     date=f"{post.when:%Y-%m-%d}" if dated or not whole else None,
                     author=post.author if self.author_as != "none" else None,
                     body_extent=extent)
        return [x for x in out[self.meta] if x], shows

    def boxed(self, parts):
        inner = "\n".join(parts)
        c = self.c("box")
        if self.box == "tr":
            return f"<tr><td{c}>\n{inner}\n</td></tr>"
        if self.box == "nothing":
            return inner
        if self.box == "dl":
            return f"<dt{c}>{parts[0]}</dt>\n<dd>\n" + "\n".join(parts[1:]) + "\n</dd>"
        end = "" if self.messy and self.box == "li" else f"</{self.box}>"
        return f"<{self.box}{c}>\n{inner}\n{end}"

    def listed(self, posts):
        """-> (markup, list of what is shown)"""
        out, truth, day = [], [], None
        between = {"hr": "<hr>", "ad": '<div id="ad"><script>show()</script></div>',
                   "share": '<div class="share"><a href="https://share.example/?u=x">Share</a>'
                            "</div>",
                   }.get(self.extra, "")
        for k, post in enumerate(posts):
            parts, shows = self.parts(post, False)
            if self.date == "day header" and day != post.when.date():
                day = post.when.date()
                header = f"<h2{self.c('date')}>{self.long_day(post)}</h2>"
                if self.box == "tr":
                    header = f"<tr><td>{header}</td></tr>"
                if self.box == "li":
                    header = f"<li>{header}</li>"
                if self.box == "dl":
                    header = f"<dt>{header}</dt>"
                out.append(header)
            if between and self.box in ("tr", "li", "dl"):
                parts.append(between)
            out.append(self.boxed(parts))
            if between and self.box not in ("tr", "li", "dl") and (self.extra != "ad" or k == 2):
                out.append(between)
            truth.append(shows)
        inner = "\n".join(out)
        outer = {"tr": "table", "li": "ul", "dl": "dl"}.get(self.box, "div")
        return f"<{outer}{self.c('list')}>\n{inner}\n</{outer}>", truth

    # Pages.

    def at(self, path):
        return self.root.rstrip("/") + path

    def sidebar(self):
        if self.side == "none":
            return ""
        recent = "".join(f'<li><a href="{self.at(p.path)}">{esc(p.title)}</a></li>'
                         for p in self.posts[:6])
        months = list(dict.fromkeys((p.when.year, p.when.month) for p in self.posts))
        old = "".join(f'<li><a href="{self.at(f"/{y}/{m:02}/")}">{y}-{m:02}</a></li>'
                      for y, m in months)
        cloud = " ".join(self.tag(t) for t in self.tags)
        return (f"<div{self.c('side')}>\n<h3>{self.says['about']}</h3><p>"
                f"{esc(self.says['about'])} {esc(self.name)}</p>\n"
                f"<h3>{self.says['recent']}</h3><ul>{recent}</ul>\n"
                f"<h3>{self.says['archive']}</h3><ul>{old}</ul>\n<div>{cloud}</div>\n</div>")

    def page(self, path, kind, title, main, shows):
        menu = "".join(f'<li><a href="{self.at(href)}">{name}</a></li>' for href, name in (
            ("/", self.says["home"]), ("/archive/", self.says["archive"]),
            ("/about/", self.says["about"]), ("/feed.xml", "RSS")))
        tagline = f"<p>{esc(self.tags[0])}, {esc(self.tags[1])}</p>" if self.subtitle else ""
        side = self.sidebar()
        body = {"left": f"{side}\n<div>{main}</div>"}.get(self.side, f"<div>{main}</div>\n{side}")
        self.pages[self.origin + path] = (kind, f"""<!DOCTYPE html>
<html lang="{self.lang}"><head><meta charset="utf-8"><title>{esc(title)}</title>
<link rel="alternate" type="application/{self.feed_format}+xml" href="{self.at('/feed.xml')}">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<div id="header"><p><a href="{self.at('/')}">{esc(self.name)}</a></p>{tagline}
<ul>{menu}</ul></div>
{body}
<div id="footer"><p>© {self.posts[0].when.year} {esc(self.name)}</p></div>
</body></html>
""")
        self.truth += [dict(page=self.origin + path, kind=kind, **s) for s in shows]

    def turn(self, at, pages):
        """The links to other pages of the list."""
        path = lambda k: self.at("/" if k == 0 else f"/page/{k + 1}/")
        if self.pager == "none" or pages < 2:
            return ""
        if self.pager == "numbers":
            inner = " ".join(f"<span>{k + 1}</span>" if k == at else
                             f'<a href="{path(k)}">{k + 1}</a>' for k in range(pages))
        else:
            inner = (f'<a href="{path(at - 1)}">« {self.says["prev"]}</a> ' if at else "") + (
                f'<a href="{path(at + 1)}">{self.says["next"]} »</a>' if at + 1 < pages else "")
        return f"<div{self.c('pager')}>{inner}</div>"

    def lists(self):
        n = self.per_page
        pages = [self.posts[k:k + n] for k in range(0, len(self.posts), n)]
        for k, some in enumerate(pages):
            markup, shows = self.listed(some)
            path, kind = ("/", "home") if k == 0 else (f"/page/{k + 1}/", "archive")
            self.page(path, kind, self.name, markup + self.turn(k, len(pages)), shows)
        counts = {}
        for post in self.posts:
            counts.setdefault(post.category, []).append(post)
        category, some = max(counts.items(), key=lambda c: len(c[1]))
        markup, shows = self.listed(some[:n])
        heading = f"<h1>{esc(category)}</h1>\n"
        slug = urllib.parse.quote(category.lower().replace(" ", "-"))
        self.page(f"/category/{slug}/", "archive", category, heading + markup, shows)

    def titles(self):
        form = self.archive_as
        if form == "none":
            return
        out, shows, group = [f"<h1>{self.says['archive']}</h1>"], [], None
        outer = "table" if form == "table" else "ul"
        for post in self.posts:
            w = post.when
            link = f'<a href="{self.at(post.path)}">{esc(post.title)}</a>'
            head = {"years": f"{w.year}", "months": f"{w.year}/{w.month:02}"}.get(form, "")
            if head != group:
                out.append(f"</{outer}>" if group is not None else "")
                out.append((f"<h2>{head}</h2>\n" if head else "") + f"<{outer}>")
                group = head
            day = {"years": f"{w:%m-%d}", "months": f"{w:%d}"}.get(form, f"{w:%Y-%m-%d}")
            out.append({"table": f"<tr><td>{day}</td><td>{link}</td></tr>",
                        "flat": f"<li>{link} <small>{day}</small></li>"}.get(
                            form, f"<li><span>{day}</span> {link}</li>"))
            shows.append(dict(link=post.link, title=post.title, date=f"{w:%Y-%m-%d}", author=None,
                              tags=None, body=None, body_extent="none"))
        out.append(f"</{outer}>")
        self.page("/archive/", "archive", self.says["archive"], "\n".join(out), shows)

    def entry(self, k):
        post = self.posts[k]
        parts, shows = self.parts(post, True)
        if self.date == "day header":
            parts.insert(0, f"<h2{self.c('date')}>{self.long_day(post)}</h2>")
            shows["date"] = f"{post.when:%Y-%m-%d}"
        inner = "\n".join(parts)
        tag = "article" if self.box == "article" else "div"
        main = f"<{tag}{self.c('entry')}>\n{inner}\n</{tag}>"
        main += self.beside(k)
        self.page(post.path, "entry", f"{post.title} | {self.name}", main, [shows])

    def beside(self, k):
        post, w = self.posts[k], self.writer
        if self.around == "comments":
            said = []
            for i in range(post.comments):
                day = post.when + datetime.timedelta(days=i + 1)
                said.append(f"<li{self.c('comment')}><b>{esc(NAMES[self.lang][i % 4])}</b> "
                            f"{self.says['said']} {day:%Y-%m-%d}<p>{esc(w.paragraph())}</p></li>")
            return (f"<h3>{post.comments} {self.says['comments']}</h3>\n<ol>{''.join(said)}</ol>\n"
                    f"<h3>{self.says['reply']}</h3><form action='/c'><textarea></textarea></form>")
        if self.around == "related":
            others = self.random.sample(self.posts, 3)
            items = "".join(f'<li><a href="{self.at(p.path)}">{esc(p.title)}</a></li>'
                            for p in others)
            return f"<h3>{self.says['related']}</h3><ul>{items}</ul>"
        if self.around == "neighbours":
            near = [p for p in self.posts[max(0, k - 1):k + 2] if p is not post]
            return "<p>" + " | ".join(f'<a href="{self.at(p.path)}">{esc(p.title)}</a>'
                                      for p in near) + "</p>"
        return ""

    def feed(self):
        items = self.posts[:10]
        text = lambda p: {"full": p.html, "cut": esc(self.cut(p, 300)[0]), "first": p.blocks[0],
                          "none": ""}[self.feed_text]
        tags = lambda p: p.tags + [p.category] if self.tags_as in ("category", "both") else p.tags
        out = []
        for p in items:
            if self.feed_format == "rss":
                out.append(f"<item><title>{esc(p.title)}</title><link>{esc(p.link)}</link>"
                           f"<pubDate>{email.utils.format_datetime(p.when)}</pubDate>"
                           f"<guid>{esc(p.link)}</guid>")
                out += [f"<dc:creator>{esc(p.author)}</dc:creator>"] * self.feed_author
                out += [f"<category>{esc(t)}</category>" for t in tags(p)] * self.feed_tags
                if text(p):
                    out.append(f"<description>{esc(text(p))}</description>")
                out.append("</item>")
                continue
            when = f"{p.when:%Y-%m-%dT%H:%M:%S}Z"
            out.append(f'<entry><title>{esc(p.title)}</title><link href="{esc(p.link)}"/>'
                       f"<id>{esc(p.link)}</id><published>{when}</published>"
                       f"<updated>{when}</updated>")
            out += [f"<author><name>{esc(p.author)}</name></author>"] * self.feed_author
            out += [f'<category term="{html.escape(t)}"/>' for t in tags(p)] * self.feed_tags
            if text(p):
                kind = "content" if self.feed_text == "full" else "summary"
                out.append(f'<{kind} type="html">{esc(text(p))}</{kind}>')
            out.append("</entry>")
        inner = "\n".join(out)
        if self.feed_format == "rss":
            return ('<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0" '
                    'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
                    f"<title>{esc(self.name)}</title><link>{self.origin}/</link>"
                    f"<description></description>\n{inner}\n</channel></rss>\n")
        return ('<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
                f'<title>{esc(self.name)}</title><id>{self.origin}/</id>'
                f"<updated>{self.posts[0].when:%Y-%m-%dT%H:%M:%S}Z</updated>"
                f'<link href="{self.origin}/"/>\n{inner}\n</feed>\n')

    def write(self, folder):
        self.lists()
        self.titles()
        for k in [0, 1, 2, 3, *range(4, len(self.posts), 4)]:
            self.entry(k)
        folder = folder / self.id
        folder.mkdir(parents=True, exist_ok=True)
        feed = self.feed()
        seen = {p.link for p in self.posts[:10]}
        with open(folder / "site.warc.gz", "wb") as file:
            for url, (_, markup) in self.pages.items():
                file.write(record(url, markup.encode(), "text/html; charset=utf-8"))
            file.write(record(f"{self.origin}/feed.xml", feed.encode(), "application/xml"))
        with open(folder / "truth.jsonl", "w", encoding="utf-8") as file:
            for t in self.truth:
                file.write(json.dumps(t | {"seen": t["link"] in seen}, ensure_ascii=False) + "\n")
        of = lambda kind: [url for url, (k, _) in self.pages.items() if k == kind]
        (folder / "site.json").write_text(json.dumps(dict(
            id=self.id, origin=self.origin, home_url=of("home")[0], archive_urls=of("archive"),
            feed_url=f"{self.origin}/feed.xml", entry_urls=of("entry"), engine="patchwork",
            theme="",
            language=self.lang, feed_format="atom" if self.feed_format == "atom" else "rss2.0",
            feed_content=self.feed_text, feed_items=10, complete=True, source="made",
            notes=json.dumps(self.drawn, ensure_ascii=False)), indent=1), encoding="utf-8")


def make(folder, blogs, seed):
    for number in range(blogs):
        Blog(number, seed).write(folder)


def command(make, blogs, doc):
    """The command line of what makes so many blogs."""
    parser = argparse.ArgumentParser(description=doc,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("make", choices=["make"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--blogs", type=int, default=blogs)
    parser.add_argument("--seed", default="1")
    a = parser.parse_args()
    make(a.folder, a.blogs, a.seed)
    print(f"{a.blogs} blogs in {a.folder}")


if __name__ == "__main__":
    command(make, 60, __doc__)

#!/usr/bin/env python3
"""Make the sample blogs under samples/ from samples/<name>/posts.txt and shell.txt.

    python3 tools/samples.py            write the pages, feeds and expected.jsonl
    python3 tools/samples.py --check    remake them elsewhere and compare with samples/

Standard library only; no network, clock or chance. Everything is invented. The posts are data
(posts.txt), what stands around them is in shell.txt, each blog has one template function below, and
Site.add() writes down what each page shows and makes sure that it does show it.
"""
import base64, gzip, hashlib, itertools, json, re, sys, tempfile, uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import format_datetime
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path
from string import Template
from urllib.parse import quote, urljoin

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
KEPT = {"posts.txt", "shell.txt", "README.md"}  # written by hand, never by this program

# ---------------------------------------------------------------- posts as data


@dataclass
class Post:
    when: datetime
    slug: str
    author: str
    tags: list
    title: str  # inline HTML
    body: str  # HTML
    path: str = ""  # of its own page; each template sets it
    n: int = 0  # the engine's number for it


def read_posts(name):
    """posts.txt, newest first: `== when | slug | author | tags`, the title, then blocks with a
    blank line between them."""
    posts = []
    written = (SAMPLES / name / "posts.txt").read_text("utf-8")
    for chunk in re.split(r"^== ", written, flags=re.M)[1:]:
        head, title, *rest = chunk.strip("\n").split("\n", 2)
        when, slug, author, tags = (s.strip() for s in head.split("|"))
        blocks = re.split(r"\n\n+", rest[0].strip("\n"))
        when = datetime.strptime(when, "%Y-%m-%d %H:%M %z")
        posts.append(Post(when, slug, author, [t.strip() for t in tags.split(",") if t.strip()],
                          title, "\n".join(map(block, blocks))))
    newest_first = sorted(posts, key=lambda p: p.when, reverse=True)
    assert posts == newest_first, name + ": posts are not newest first"
    return posts


def block(source):
    lines = source.rstrip().split("\n")
    rest = [line[2:].strip() for line in lines]
    items = "\n".join(f"<li>{r}</li>" for r in rest)
    match source[:2]:
        case "- ": return f"<ul>\n{items}\n</ul>"
        case "# ": return f"<ol>\n{items}\n</ol>"
        case "> ": return f"<blockquote>\n<p>{' '.join(rest)}</p>\n</blockquote>"
        case "= ": return f"<h3>{' '.join(rest)}</h3>"
        case "~ ":
            inner = f'<div class="note-inner">\n<p>{" ".join(rest)}</p>\n</div>'
            return f'<div class="note">{inner}</div>'
        case "! ":
            src, alt = rest[0].split(" ", 1)
            return f'<p><img src="{src}" alt="{alt}" width="480" height="320" /></p>'
        case "  ":
            code = escape("\n".join(line[4:] for line in lines), quote=False)
            return "<pre><code>" + code + "</code></pre>"
    return f"<p>{' '.join(line.strip() for line in lines)}</p>"


# ---------------------------------------------------------------- what a page shows

BLOCKS = set("address article aside blockquote body br dd div dl dt figure footer form "
             "h1 h2 h3 h4 h5 h6 head header hr html li main "
             "nav ol p pre section table tbody td th title tr ul".split())


class Reader(HTMLParser):
    """The visible text (a block tag parts words, an inline tag does not; no alt texts, no scripts)
    and the links."""
    def __init__(self, html):
        super().__init__()
        self.parts, self.hrefs, self.mute = [], set(), False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.mute = tag in ("script", "style")
        self.parts += [" "] if tag in BLOCKS else []
        self.hrefs.add(dict(attrs).get("href") or "")

    def handle_endtag(self, tag):
        self.mute = False
        self.parts += [" "] if tag in BLOCKS else []

    def handle_data(self, data):
        self.parts += [] if self.mute else [data]


def text(html):
    # split() folds no-break and ideographic spaces as well.
    return " ".join("".join(Reader(html).parts).split())


def words(html, n, more):
    w = text(html).split(" ")
    return " ".join(w) if len(w) <= n else " ".join(w[:n]) + more


class Site:
    def __init__(self, name, scheme="https"):
        self.name, self.base = name, f"{scheme}://{name}.example/"
        self.files, self.types, self.expected = {}, {}, []
        self.files["base.url"] = (self.base + "\n").encode()

    def shell(self, title, **values):
        """A whole page: the blog's shell.txt, its $names filled in."""
        page = Template((SAMPLES / self.name / "shell.txt").read_text("utf-8"))
        return page.substitute(values, base=self.base, title=escape(title))

    def url(self, path):
        return self.base + re.sub(r"(^|/)index\.html$", r"\1", path)

    def shows(self, p, title=None, date=True, author=True, tags=True, body=None):
        """What a page shows of one post; `tags` false: this layout shows none (null), no tags where
        they would stand: []."""
        return {"link": self.url(p.path), "title": text(title or p.title),
                "date": f"{p.when:%Y-%m-%d}" if date else None,
                "author": p.author if author else None, "tags": p.tags if tags else None,
                "body_text": text(body) if body else None}

    def add(self, path, html, kind, shown, charset="utf-8"):
        seen, url = Reader(html), self.url(path)
        visible = " ".join("".join(seen.parts).split())
        links = {urljoin(url, h) for h in seen.hrefs}
        for record in shown:
            for value in [record["title"], record["body_text"] or "", record["author"] or "",
                          *(record["tags"] or [])]:
                assert value in visible, (url, value)
            assert kind == "entry" or record["link"] in links, (url, record["link"])
            self.expected.append({"page": url, "kind": kind, **record})
        self.put(path, html, "text/html; charset=" + charset, charset)

    def put(self, path, content, mime, charset="utf-8"):
        self.files[path] = content.encode("cp1252" if charset == "iso-8859-1" else charset)
        self.types[path] = mime

    def absolute(self, html):
        return re.sub(r'(href|src)="/', rf'\1="{self.base}', html)


# ---------------------------------------------------------------- feeds


def rss2(site, title, about, posts, item, namespaces=""):
    items = "".join(
        f"<item>\n<title>{escape(text(p.title), quote=False)}</title>\n"
        f"<link>{site.url(p.path)}</link>\n"
        f"<pubDate>{format_datetime(p.when)}</pubDate>\n"
        f"<guid isPermaLink=\"false\">{site.base}?p={p.n}</guid>\n{item(p)}</item>\n"
        for p in posts)
    site.put("feed.xml",
             f'<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"{namespaces} '
             'xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
             f"<channel>\n<title>{title}</title>\n<link>{site.base}</link>\n"
             f"<description>{about}</description>\n"
             f"<lastBuildDate>{format_datetime(posts[0].when)}</lastBuildDate>\n{items}</channel>\n"
             "</rss>\n", "application/rss+xml; charset=UTF-8")


def atom(site, title, lang, posts, entry):
    entries = "".join(
        f"<entry>\n<id>tag:{site.name}.example,{p.when:%Y}:{p.n}</id>\n"
        f"<link rel=\"alternate\" type=\"text/html\" href=\"{site.url(p.path)}\"/>\n"
        f"<published>{p.when.isoformat()}</published>\n"
        f"<updated>{p.when.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}</updated>\n"
        f"<author><name>{p.author}</name></author>\n"
        + "".join(f'<category term="{escape(t)}"/>\n' for t in p.tags) + entry(p) + "</entry>\n"
        for p in posts)
    site.put("atom.xml",
             '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
             f'xml:lang="{lang}">\n<title>{title}</title>\n'
             f'<id>{site.base}</id>\n<link href="{site.base}"/>\n'
             f'<link rel="self" href="{site.base}atom.xml"/>\n'
             f"<updated>{posts[0].when.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}</updated>\n"
             f"{entries}</feed>\n", "application/atom+xml; charset=utf-8")


# ------------------------------------------------------ 1 garden-notes: modern classes, full bodies


def garden_notes(site, posts):
    for i, p in enumerate(posts):
        p.n, p.path = 412 - 9 * i - i % 3, f"{p.when:%Y/%m/%d}/{p.slug}/index.html"
    link = lambda p: "/" + site.url(p.path)[len(site.base):]
    day = lambda d: f"{d:%B} {d.day}, {d:%Y}"
    recent = "\n".join(f'<li><a href="{link(p)}">{p.title}</a></li>' for p in posts[:5])
    months = "\n".join(f"<li><a href=\"/{k}/\">{v}</a> ({len(list(g))})</li>" for (k, v), g in
                       itertools.groupby(posts, lambda p: (f"{p.when:%Y/%m}", f"{p.when:%B %Y}")))

    def shell(title, cls, main, path, head=""):
        return site.shell(title=title, cls=cls, main=main, url=site.url(path), head=head,
                          recent=recent, months=months)

    def article(p, body, single=False):
        tags = "".join(f'<li><a href="/tag/{quote(t.replace(" ", "-"))}/" rel="tag">{escape(t)}</a>'
                       '</li>' for t in p.tags)
        heading = (f'<h1 class="entry-title">{p.title}</h1>' if single
                   else '<h2 class="entry-title">'
                        f'<a href="{link(p)}" rel="bookmark">{p.title}</a></h2>')
        classes = " ".join([f"post-{p.n}", "post", "type-post", "hentry"]
                           + ["tag-" + t.replace(" ", "-") for t in p.tags])
        return (f'<article id="post-{p.n}" class="{classes}">\n<header class="entry-header">\n'
                f'{heading}\n<div class="entry-meta">'
                '<span class="posted-on">Posted on <time class="entry-date published" '
                f'datetime="{p.when.isoformat()}">{day(p.when)}</time></span> '
                '<span class="byline">by <a class="author" '
                f'href="/author/{p.author.split()[0].lower()}/">{p.author}</a></span></div>\n'
                '</header>\n'
                f'<div class="entry-content">\n{body}\n</div>\n'
                + (f'<footer class="entry-footer"><ul class="tags">{tags}</ul></footer>\n'
                   if tags else "") + "</article>")

    def highlighted(p):  # what the theme does to code, and the feed does not
        return re.sub(r"(<code>)(\w+)", r'\1<span class="k">\2</span>',
                      p.body.replace("<img ", '<img class="alignnone" loading="lazy" '))

    def listing(path, title, some, heading, body, pager):
        main = (heading + "\n".join(article(p, body(p)) for p in some)
                + f'\n<nav class="pagination">{pager}</nav>')
        site.add(path, shell(title, "archive" if heading else "home blog", main, path), "list",
                 [site.shows(p, body=body(p)) for p in some])

    listing("index.html", "Garden Notes", posts[:6], "", highlighted,
            '<span class="current">1</span> <a href="/page/2/">2</a> '
            '<a href="/page/2/">Older posts</a>')
    listing("page/2/index.html", "Garden Notes - Page 2", posts[6:13], "", highlighted,
            '<a href="/">1</a> <span class="current">2</span> <a href="/">Newer posts</a>')
    listing("2020/10/index.html", "October 2020 - Garden Notes", posts[13:],
            '<header class="page-header">'
            '<h1 class="page-title">Month: October 2020</h1></header>\n',
            lambda p: f"<p>{escape(words(p.body, 30, ' …'), quote=False)}</p>",
            '<a href="/page/2/">Newer posts</a>')
    voices = [("Dilys", "Ours did the same after the wet week. I blame the slugs."),
              ("Ken M.", "Could you say which shop? The seed list link is dead."),
              ("allotment_39", "Lovely. I read this aloud to my father."),
              ("Priya", "Try it with coffee grounds and report back!")]
    for i, p in enumerate(posts):
        said = "".join(f'<li id="comment-{p.n}{k}" class="comment"><article class="comment-body">'
                       f'<b class="fn">{who}</b> '
                       f'<time datetime="{p.when:%Y-%m-%d}T21:0{k}:00+00:00">'
                       f'{day(p.when)} at 9:0{k} pm</time><div class="comment-content">'
                       f'<p>{what}</p></div></article></li>\n'
                       for k, (who, what) in enumerate((voices * 2)[i % 4:i % 4 + i % 3]))
        near = ([("prev", q) for q in posts[i + 1:i + 2]]
                + [("next", q) for q in posts[max(i - 1, 0):i]])
        nav = "".join(f'<a rel="{rel}" href="{link(q)}">{q.title}</a> ' for rel, q in near)
        ld = json.dumps({"@context": "https://schema.example", "@type": "BlogPosting",
                         "headline": text(p.title), "datePublished": p.when.isoformat()},
                        ensure_ascii=False)
        main = (article(p, highlighted(p), True)
                + f'\n<nav class="post-navigation">{nav}</nav>\n'
                '<section id="comments" class="comments-area"><h2>Comments</h2>\n'
                f'<ol class="comment-list">\n{said}</ol>\n<form action="/comment" method="post">'
                '<textarea name="comment"></textarea><button>Post comment</button></form>'
                '</section>')
        site.add(p.path,
                 shell(text(p.title) + " - Garden Notes",
                       f"post-template-default single postid-{p.n}", main, p.path,
                       f'<script type="application/ld+json">{ld}</script>\n'),
                 "entry", [site.shows(p, body=highlighted(p))])
    rss2(site, "Garden Notes", "Two plots, one diary", posts[:10],
         lambda p: f"<dc:creator><![CDATA[{p.author}]]></dc:creator>\n"
         + "".join(f"<category><![CDATA[{t}]]></category>\n" for t in p.tags)
         + f"<description><![CDATA[{words(p.body, 25, ' [&#8230;]')}]]></description>\n"
         f"<content:encoded><![CDATA[{site.absolute(p.body)}]]></content:encoded>\n",
         ' xmlns:content="http://purl.org/rss/1.0/modules/content/"')


# --------------------------------------------------- 2 old-table: 2004, no class, no id, ISO-8859-1


def old_table(site, posts):
    for i, p in enumerate(posts):
        p.n = 58 - i * 2
        p.path = f"archives/{p.n:06}.html"
    day, clock = lambda p: f"{p.when:%m/%d/%y}", lambda p: f"{p.when:%I:%M %p}"

    def tag(t):
        capitals = re.sub(r"(?<=[</ ])[a-z]\w*(?=[ =>])(?![^\"]*\"[^\"=]*$)",
                          lambda m: m[0].upper(), t[0])
        return re.sub(r'="([\w./-]+)"', r"=\1", capitals)

    def old(html):
        """As it was typed then: capitals, no quotes, no end tags, line breaks for paragraphs."""
        html = re.sub(r' class="[^"]*"| /(?=>)', "", html)
        html = html.replace("</p>\n<p>", "<br><br>\n").replace("</li>", "")
        html = re.sub(r"</?p>|</?div>", "", html)
        html = html.replace("<h3>", "<br><b>").replace("</h3>", "</b><br>")
        return re.sub(r"<[^>]+>", tag, html)

    def shell(title, up, main):
        named = [("2004_03", "March 2004"), ("2004_02", "February 2004"),
                 ("2004_01", "January 2004")]
        return site.shell(title=title, up=up, home=up or "./", main=main,
                          months="".join(f"<A HREF={up}archives/{k}.html>{v}</A><BR>\n"
                                         for k, v in named))

    def entry(p, up, permalink=True):
        filed = (" in " + ", ".join(f"<A HREF={up}archives/cat_{t.lower()}.html>{t}</A>"
                                    for t in p.tags) if p.tags else "")
        mark = (f' | <A HREF="{up}{p.path}">Permalink</A>'
                f' | <A HREF={up}{p.path}#c>Comments ({p.n % 4})</A>' if permalink else "")
        return ('<TABLE WIDTH="100%" BORDER=0 CELLPADDING=4>\n'
                '<TR><TD BGCOLOR=#DDEEDD><FONT FACE="Verdana, Arial" SIZE=3 COLOR=#336633>'
                f'<B>{old(p.title)}</B></FONT></TD></TR>\n'
                f'<TR><TD><FONT FACE="Verdana, Arial" SIZE=2>\n{old(p.body)}\n</FONT><BR><BR>\n'
                f'<FONT FACE=Verdana SIZE=1 COLOR=#777777>Posted by {p.author}{filed} on {day(p)} '
                f'at {clock(p)}{mark}</FONT></TD></TR>\n</TABLE>\n<BR>')

    def add(path, title, main, kind, shown):
        site.add(path, shell(title, "../" if "/" in path else "", main), kind, shown, "iso-8859-1")

    months = [(f"archives/2004_{m:02}.html", f"Static on the Line: 2004/{m}",
               [p for p in posts if p.when.month == m]) for m in (3, 2, 1)]
    for path, title, some in [("index.html", "Static on the Line", posts[:7])] + months:
        up = "../" if "/" in path else ""
        add(path, title, "\n".join(entry(p, up) for p in some), "list",
            [site.shows(p, body=old(p.body)) for p in some])
    rows = "\n".join(f"<TR><TD WIDTH=80><FONT SIZE=2>{day(p)}</FONT><TD><FONT SIZE=2>"
                     f"<A HREF={p.path.split('/')[1]}>{old(p.title)}</A></FONT>" for p in posts)
    add("archives/index.html", "Static on the Line: All titles",
        "<FONT FACE=Verdana SIZE=3><B>All titles</B></FONT><BR><BR>\n"
        f"<TABLE BORDER=0 CELLPADDING=2>\n{rows}\n</TABLE>",
        "list", [site.shows(p, author=False, tags=False) for p in posts])
    for i, p in enumerate(posts):
        near = " | ".join([f"<A HREF={q.path.split('/')[1]}>&laquo; {old(q.title)}</A>"
                           for q in posts[i + 1:i + 2]] + ["<A HREF=../>Main</A>"]
                          + [f"<A HREF={q.path.split('/')[1]}>{old(q.title)} &raquo;</A>"
                             for q in posts[max(i - 1, 0):i]])
        said = "".join(f"<FONT SIZE=2>{what}</FONT><BR><FONT SIZE=1 COLOR=#777777>Posted by {who} "
                       f"on {day(p)} at 11:{k}1 PM</FONT><HR SIZE=1>\n" for k, (who, what) in
                       enumerate([("Doug", "Heh. Been there."),
                                  ("Ines", "My uncle had one of those, same colour."),
                                  ("bob", "first")][:p.n % 4]))
        add(p.path, f"Static on the Line: {text(p.title)}",
            f"<CENTER><FONT SIZE=1>{near}</FONT></CENTER><BR>\n{entry(p, '../', False)}\n"
            f"<A NAME=c></A><FONT SIZE=2><B>Comments</B></FONT><HR SIZE=1>\n{said}"
            "<FORM ACTION=/cgi-bin/c.cgi METHOD=post><TEXTAREA NAME=text ROWS=4 COLS=40></TEXTAREA>"
            "<INPUT TYPE=submit VALUE=Post></FORM>",
            "entry", [site.shows(p, body=old(p.body))])
    some = posts[:8]
    latin = lambda s: s.encode("latin-1", "xmlcharrefreplace").decode("latin-1")
    items = "".join(f'<item rdf:about="{site.url(p.path)}">\n'
                    f'<title>{escape(text(p.title), quote=False)}</title>\n'
                    f'<link>{site.url(p.path)}</link>\n'
                    f"<description>{latin(escape(site.absolute(p.body), quote=False))}"
                    "</description>\n"
                    + "".join(f"<dc:subject>{t}</dc:subject>\n" for t in p.tags)
                    + f"<dc:creator>{p.author}</dc:creator>\n"
                    f"<dc:date>{p.when.isoformat()}</dc:date>\n</item>\n" for p in some)
    seq = "\n".join(f'<rdf:li rdf:resource="{site.url(p.path)}"/>' for p in some)
    site.put("index.rdf",
             latin('<?xml version="1.0" encoding="iso-8859-1"?>\n'
                   '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                   'xmlns:dc="http://purl.org/dc/elements/1.1/" '
                   f'xmlns="http://purl.org/rss/1.0/">\n<channel rdf:about="{site.base}">\n'
                   f'<title>Static on the Line</title>\n<link>{site.base}</link>\n'
                   '<description>valves, trains &amp; weather</description>\n'
                   f"<items><rdf:Seq>\n{seq}\n</rdf:Seq></items>\n</channel>\n{items}</rdf:RDF>\n"),
             "application/rdf+xml", "iso-8859-1")


# --------------------------------------------------------------- 3 summary-lab: cards with excerpts


def summary_lab(site, posts):
    for i, p in enumerate(posts):
        p.n, p.path = 2040 - 13 * i, f"blog/{p.slug}/index.html"
    link = lambda p: f"/blog/{p.slug}/"
    excerpt = lambda p: escape(words(p.body, 26, "…"), quote=False)
    short, long = lambda d: f"{d.day} {d:%b} {d:%Y}", lambda d: f"{d:%B} {d.day}, {d:%Y}"

    def shell(title, path, main, about):
        return site.shell(title=title, url=site.url(path), main=main, about=escape(about),
                          kind="article" if path.startswith("blog/") else "website")

    def card(p):
        topic = (f'<p class="card__topic"><a href="/topics/{p.tags[0].lower()}/">{p.tags[0]}</a>'
                 '</p>\n' if p.tags else "")
        more = (f'<a class="card__more" href="{link(p)}" '
                f'aria-label="Read more: {escape(text(p.title))}">Read more</a>')
        return (f'<div class="card">\n<a class="card__media" href="{link(p)}">'
                f'<img src="/media/{p.slug}.jpg" alt="" width="320" height="180"></a>\n'
                f'<div class="card__text">\n{topic}'
                f'<h3 class="card__title"><a href="{link(p)}">{p.title}</a></h3>\n'
                f'<p class="card__excerpt">{excerpt(p)}</p>\n{more}\n'
                f'<p class="card__meta"><span class="who">{p.author}</span> &middot; '
                f'<span class="when">{short(p.when)}</span></p>\n</div>\n</div>')

    def grid(path, title, some, pager):
        main = ('<div class="grid">\n' + "\n".join(map(card, some))
                + f'\n</div>\n<div class="pager">{pager}</div>')
        shown = [site.shows(p, body=excerpt(p)) for p in some]
        for p, record in zip(some, shown):
            record["tags"] = p.tags[:1]  # a card has room for one topic
        site.add(path, shell(title, path, main, "Notes on small measurements"), "list", shown)

    grid("index.html", "Summary Lab", posts[:8], 'Page 1 of 2 <a href="/page/2/">Next</a>')
    grid("page/2/index.html", "Summary Lab, page 2", posts[8:],
         'Page 2 of 2 <a href="/">Previous</a>')
    year = [p for p in posts if p.when.year == 2018]
    rows = "\n".join(f'<tr><td class="d">{short(p.when)}</td><td class="t"><a href="{link(p)}">'
                     f'{p.title}</a></td><td class="a">{p.author}</td></tr>' for p in year)
    site.add("2018/index.html",
             shell("2018 - Summary Lab", "2018/index.html",
                   "<h1>All posts of 2018</h1>\n<table class=\"yearly\">\n"
                   "<thead><tr><th>Date</th><th>Title</th><th>Author</th></tr></thead>\n"
                   f"<tbody>\n{rows}\n</tbody>\n</table>",
                   "The year 2018"), "list", [site.shows(p, tags=False) for p in year])
    bios = {"Ada Brandt": "builds sensors and breaks them again.",
            "Jonas Weil": "writes firmware and bad puns.",
            "Mei Torres": "reads other people's data for a living."}
    for i, p in enumerate(posts):
        related = "\n".join(f'<li><a href="{link(q)}"><img src="/media/{q.slug}.jpg" alt="">'
                            f'<span>{q.title}</span></a><em>{short(q.when)}</em></li>'
                            for q in (posts * 2)[i + 3:i + 6])
        share = "".join(f'<a class="share__{s.lower()}" href="https://{s.lower()}.example/share?u='
                        f'{quote(site.url(p.path), "")}">{s}</a> '
                        for s in ("Chirp", "Pinwall", "Mail"))
        tags = "".join(f'<a href="/topics/{t.lower()}/">{t}</a> ' for t in p.tags)
        who = p.author.split()[0].lower()
        main = (f'<div class="article" data-id="{p.n}">\n'
                f'<div class="hero"><img src="/media/{p.slug}-wide.jpg" alt=""></div>\n'
                f'<h1>{p.title}</h1>\n<p class="article__meta">'
                f'By <a href="/people/{who}/">{p.author}</a>, {long(p.when)}</p>\n'
                f'<div class="share">Share {share}</div>\n'
                f'<div class="article__body">\n{p.body}\n</div>\n'
                + (f'<div class="topics">Topics: {tags}</div>\n' if tags else "")
                + f'<div class="authorbox"><img src="/media/people/{who}.jpg" alt="">'
                f'<strong>{p.author}</strong> {bios[p.author]}</div>\n</div>\n'
                f'<div class="related"><h4>You may also like</h4>\n<ul>\n{related}\n</ul></div>')
        site.add(p.path,
                 shell(text(p.title) + " | Summary Lab", p.path, main, unescape(excerpt(p))),
                 "entry", [site.shows(p, body=p.body)])
    rss2(site, "Summary Lab", "Notes on small measurements", posts[:8],
         lambda p: f"<dc:creator>{p.author}</dc:creator>\n"
         + "".join(f"<category>{t}</category>\n" for t in p.tags)
         + "<description>"
         f"{escape(excerpt(p).replace('…', ' [&#8230;]'), quote=False)}</description>\n")


# ---------------------------------------------------------- 4 day-book: entries under date headings


def day_book(site, posts):
    for i, p in enumerate(posts):
        p.n, p.path = 7300211 - 4177 * i, f"{p.when:%Y/%m}/{p.slug}.html"
    day, link = lambda d: f"{d:%A}, {d.day} {d:%B} {d:%Y}", lambda p: "/" + p.path

    def shell(title, main):
        return site.shell(title=title, main=main)

    def entry(p):
        labels = ("; filed under " + ", ".join(f'<a rel="tag" href="/label/{quote(t)}">{t}</a>'
                                               for t in p.tags) if p.tags else "")
        return (f'<div class="entry" id="e{p.n}">\n<h3>{p.title}</h3>\n<div class="txt">\n'
                f'{p.body}\n</div>\n'
                f'<p class="stamp">{p.author} at <a href="{link(p)}" title="permanent link">'
                f'{p.when:%H:%M}</a>{labels}</p>\n</div>')

    def days(some, heading, one):
        return "\n".join(heading.format(d) + "\n" + "\n".join(map(one, g))
                         for d, g in itertools.groupby(some, lambda p: day(p.when)))

    for path, some, pager in [("index.html", posts[:8], '<a href="/page/2/">earlier days</a>'),
                              ("page/2/index.html", posts[8:], '<a href="/">later days</a>')]:
        site.add(path,
                 shell("Day Book", days(some, '<h2 class="day">{}</h2>', entry)
                       + f'\n<p class="pager">{pager}</p>'), "list",
                 [site.shows(p, body=p.body) for p in some])
    april = [p for p in posts if p.when.month == 4][::-1]  # the month page runs forwards
    month = days(april, "<dt>{}</dt>",
                 lambda p: f'<dd><span class="hour">{p.when:%H:%M}</span> <a href="{link(p)}">'
                 f'{p.title}</a></dd>')
    site.add("2016/04/index.html",
             shell("Day Book: April 2016",
                   f'<h2>April 2016</h2>\n<dl class="month">\n{month}\n</dl>'), "list",
             [site.shows(p, author=False, tags=False) for p in april])
    for i, p in enumerate(posts):
        near = " ".join(f'<a href="{link(q)}">{text(q.title).replace("&", "&amp;")}</a>'
                        for q in posts[max(i - 1, 0):i] + posts[i + 1:i + 2])
        site.add(p.path,
                 shell(f"Day Book: {text(p.title)}",
                       f'<h2 class="day">{day(p.when)}</h2>\n{entry(p)}\n'
                       f'<p class="near">Before and after: {near}</p>'), "entry",
                 [site.shows(p, body=p.body)])
    atom(site, "Day Book", "en", posts[:7],
         lambda p: f'<title type="html">{escape(p.title, quote=False)}</title>\n'
         f'<content type="html">{escape(site.absolute(p.body), quote=False)}</content>\n')


# -------------------------------------------------- 5 carnet-fr: French typography, archive by year

MOIS = ("janvier février mars avril mai juin juillet août septembre octobre novembre "
        "décembre").split()


def carnet_fr(site, posts):
    for i, p in enumerate(posts):
        p.n, p.path = 96 - 2 * i, f"post/{p.when:%Y/%m/%d}/{p.slug}/index.html"
    plain = {p.n: p.title for p in posts}
    typeset = lambda html: re.sub(r"(<[^>]*>)|'", lambda m: m[1] or "’",
                                  re.sub(r" (?=[?!:;»])|(?<=«) ", "&nbsp;", html))
    for p in posts:
        p.title, p.body = typeset(p.title), typeset(p.body)
    jour = lambda d: f"{'1er' if d.day == 1 else d.day} {MOIS[d.month - 1]}"
    link = lambda p: "/" + p.path.removesuffix("index.html")

    def shell(title, main, role):
        return site.shell(title=title, main=main, role=role,
                          last="".join(f'<li><a href="{link(p)}">{p.title}</a></li>'
                                       for p in posts[:4]))

    def billet(p, i, single=False):
        tags = "".join(f'<li><a href="/tag/{quote(t)}">{t}</a></li>' for t in p.tags)
        place = "" if single else (" odd" if i % 2 == 0 else " even") + (" first" if i == 0 else "")
        count = ["aucun commentaire", "un commentaire", "2 commentaires"][p.n % 3]
        return (f'<div class="post{place}"{"" if single else f""" id="p{p.n}" """.rstrip()}>\n'
                '<h2 class="post-title">'
                f'{p.title if single else f"""<a href="{link(p)}">{p.title}</a>"""}</h2>\n'
                f'<p class="post-info">Publié le {jour(p.when)} {p.when.year} par '
                f'<span class="vcard">{p.author}</span></p>\n'
                + (f'<ul class="post-tags">{tags}</ul>\n' if tags else "")
                + f'<div class="post-content">\n{p.body}\n</div>\n'
                + ("" if single
                   else f'<p class="post-info-co"><a href="{link(p)}#comments">{count}</a></p>\n')
                + "</div>")

    for path, some, pager in [("index.html", posts[:6],
                               '<a href="/page/2/" class="prev">« billets précédents</a>'
                               ' - page 1 de 2'),
                              ("page/2/index.html", posts[6:],
                               'page 2 de 2 - <a href="/" class="next">billets suivants »</a>')]:
        site.add(path,
                 shell("Carnet de l’estran", "\n".join(billet(p, i) for i, p in enumerate(some))
                       + f'\n<p class="pagination">{pager}</p>', "home"),
                 "list", [site.shows(p, body=p.body) for p in some])
    years = "\n".join(f"<h3>{y}</h3>\n<ul class=\"annee\">\n"
                      + "\n".join(f'<li><span class="jour">{jour(p.when)}</span> '
                                  f'<a href="{link(p)}">{p.title}</a></li>' for p in g) + "\n</ul>"
                      for y, g in itertools.groupby(posts, lambda p: p.when.year))
    site.add("archives/index.html",
             shell("Archives - Carnet de l’estran",
                   f'<div id="content-info"><h2>Archives</h2></div>\n{years}', "archive"), "list",
             [site.shows(p, author=False, tags=False) for p in posts])
    for i, p in enumerate(posts):
        near = "".join(f'<a href="{link(q)}" title="{escape(text(q.title))}" class="{c}">{a}</a> '
                       for c, a, q in
                       [("prev", "« billet précédent", q) for q in posts[i + 1:i + 2]]
                       + [("next", "billet suivant »", q) for q in posts[max(i - 1, 0):i]])
        said = "".join(f'<dt class="me{k}">Le {jour(p.when)} {p.when.year}, 2{k}:14 par {who}</dt>'
                       f'<dd><p>{what}</p></dd>\n' for k, (who, what) in
                       enumerate([("Yannick", "Merci pour la balade, j’y étais presque."),
                                  ("Odile", "Et la marée suivante&nbsp;?")][:p.n % 3]))
        main = (f'<p id="navlinks">{near}</p>\n{billet(p, i, True)}\n'
                f'<div id="comments"><h3>Commentaires</h3>\n<dl>\n{said}</dl></div>')
        site.add(p.path, shell(f"{text(p.title)} - Carnet de l’estran", main, "post"), "entry",
                 [site.shows(p, body=p.body)])
    # The feed spells the same titles its own way: straight quotes, or everything as entities.
    entities = lambda s: re.sub("[^\0-\x7f]", lambda m: f"&#{ord(m[0])};", s)
    atom(site, "Carnet de l'estran", "fr", posts[:8],
         lambda p: '<title type="html">'
         f'{escape(plain[p.n] if p.n % 4 else entities(p.title), quote=False)}</title>\n'
         f'<content type="html">{escape(site.absolute(p.body), quote=False)}</content>\n')


# ----------------------------------------------------------- 6 cjk-zh: Chinese, titles and excerpts


def cjk_zh(site, posts):
    for i, p in enumerate(posts):
        p.n = 131 - 3 * i
        p.path = f"post/{p.n}/index.html"
    day = lambda d: f"{d.year}年{d.month}月{d.day}日"

    def excerpt(p):
        t = text(p.body)
        return escape(t if len(t) <= 62 else t[:60] + "……", quote=False)

    def shell(title, main):
        return site.shell(title=title, main=main)

    def item(p):
        tags = "".join(f'<a class="tag" href="/tags/{quote(t)}/">{t}</a>' for t in p.tags)
        return (f'<li class="post-item">\n<a class="post-title" href="/post/{p.n}/">{p.title}</a>\n'
                f'<div class="post-meta"><span class="post-date">{day(p.when)}</span>'
                + (f'<span class="post-tags">{tags}</span>' if tags else "")
                + f'</div>\n<p class="post-summary">{excerpt(p)}</p>\n'
                f'<a class="more" href="/post/{p.n}/">阅读全文</a>\n</li>')

    for path, some, pager in [("index.html", posts[:8], '<a href="/page/2/">下一页</a>'),
                              ("page/2/index.html", posts[8:], '<a href="/">上一页</a>')]:
        main = ('<ul class="post-list">\n' + "\n".join(map(item, some))
                + f'\n</ul>\n<div class="pager">{pager}</div>')
        site.add(path, shell("河边读书记", main), "list",
                 [site.shows(p, author=False, body=excerpt(p)) for p in some])
    old = [p for p in posts if p.when.year == 2017]
    rows = "\n".join(f'<tr><td>{p.when:%Y-%m-%d}</td><td><a href="/post/{p.n}/">{p.title}</a></td>'
                     '</tr>' for p in old)
    site.add("archive/2017/index.html",
             shell("2017 归档 - 河边读书记",
                   f'<h2>2017年的文章（共{len(old)}篇）</h2>\n<table class="archive">\n{rows}\n</table>'),
             "list",
             [site.shows(p, author=False, tags=False) for p in old])
    for i, p in enumerate(posts):
        tags = "".join(f'<a href="/tags/{quote(t)}/"># {t}</a> ' for t in p.tags)
        near = "".join(f'<a href="/post/{q.n}/">{a}：{q.title}</a> '
                       for a, q in [("上一篇", q) for q in posts[i + 1:i + 2]]
                       + [("下一篇", q) for q in posts[max(i - 1, 0):i]])
        main = (f'<div class="post">\n<h1 class="title">{p.title}</h1>\n<p class="info">作者：'
                f'<span>{p.author}</span>　发表于 <span>{day(p.when)}</span></p>\n'
                f'<div class="markdown-body">\n{p.body}\n</div>\n'
                + (f'<p class="tags">{tags}</p>\n' if tags else "")
                + f'<p class="copyright">本文链接：<a href="{site.url(p.path)}">{site.url(p.path)}</a>'
                f'</p>\n</div>\n<div class="near">{near}</div>')
        site.add(p.path, shell(text(p.title) + " - 河边读书记", main), "entry",
                 [site.shows(p, body=p.body)])
    atom(site, "河边读书记", "zh-CN", posts[:8],
         lambda p: f'<title>{escape(text(p.title), quote=False)}</title>\n'
         f'<summary>{excerpt(p)}</summary>\n'
         '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">'
         f'{site.absolute(p.body)}</div></content>\n')


# ---------------------------------------------------------------- writing


def warc(site):
    """A WARC/1.1 file: a warcinfo record, then one response record for the home page, feed, lists
    and entries; one gzip member each."""
    lists = [r["page"] for r in site.expected]
    place = lambda f: lists.index(site.url(f)) if site.url(f) in lists else 0
    order = sorted(site.types, key=lambda f: (f != "index.html", f != "feed.xml", place(f)))
    name = lambda s: f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, s)}>"

    def member(kind, target, mime, content, second, extra=""):
        head = (f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {name(kind + target)}\r\n"
                f"WARC-Date: 2021-06-01T06:00:{second:02}Z\r\n{extra}"
                f"Content-Type: {mime}\r\nContent-Length: {len(content)}\r\n\r\n")
        return gzip.compress(head.encode() + content + b"\r\n\r\n", mtime=0)

    out = member("warcinfo", site.base, "application/warc-fields",
                 b"software: tools/samples.py\r\nformat: WARC File Format 1.1\r\n", 0,
                 f"WARC-Filename: {site.name}.warc.gz\r\n")
    for second, path in enumerate(order, 1):
        body, url = site.files[path], site.url(path)
        http = (f"HTTP/1.1 200 OK\r\nDate: Tue, 01 Jun 2021 06:00:{second:02} GMT\r\n"
                f"Server: sample\r\nContent-Type: {site.types[path]}\r\n"
                f"Content-Length: {len(body)}\r\n\r\n").encode()
        digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
        out += member("response", url, "application/http; msgtype=response", http + body, second,
                      f"WARC-Target-URI: {url}\r\nWARC-Payload-Digest: sha1:{digest}\r\n")
    return out


def redesigned(site):
    """The pages of garden-notes after a redesign: other tags and classes, another way to write
    dates, no side bar, no marks on authors."""
    edits = [
        (r"<time [^>]*datetime=\"(\d{4})-(\d\d)-(\d\d)[^>]*>[A-Z][^<]*</time>",
         r'<span class="when">\3.\2.\1</span>'),
        (r"<article id=\"[^\"]*\" class=\"[^\"]*\">", '<div class="card">'),
        (r"</footer>\n</article>", "</footer>\n</div>"), (r"</div>\n</article>", "</div>\n</div>"),
        (r"<header class=\"entry-header\">", '<div class="card-head">'),
        (r"(</span></div>\n)</header>", r"\1</div>"),
        (r"<(h[12]) class=\"entry-title\">(.*?)</h[12]>", r'<p class="card-title">\2</p>'),
        (r" rel=\"bookmark\"", ""),
        (r"<div class=\"entry-meta\">.*?(<span class=\"when\">.*?</span>)"
         r".*?<a class=\"author\"[^>]*>(.*?)</a></span></div>", r'<p class="small">\1 | \2</p>'),
        (r"</p>\n</header>", "</p>\n</div>"),
        (r"<div class=\"entry-content\">", '<div class="card-text">'),
        (r"entry-footer", "card-foot"),
        (r"<aside class=\"sidebar\">.*?</aside>", ""), (r"site-main", "stream"),
        (r"<script type=\"application/ld\+json\">.*?</script>\n", ""),
        (r"<body class=\"[^\"]*\">", '<body class="v2">'), (r"site-header", "masthead"),
        (r"site-footer", "colophon"), (r"class=\"wrap\"", 'class="columns"'),
    ]
    new = Site("garden-redesign")
    new.base, new.expected = site.base, site.expected
    for path, kind in site.types.items():
        html = site.files[path].decode()
        for old, other in edits if "html" in kind else []:
            html = re.sub(old, other, html, flags=re.S)
        new.put(path, html, kind)
    return new


def make():
    """All files that belong under samples/, by path."""
    files = {}
    for template, scheme in [(garden_notes, "https"), (old_table, "http"), (summary_lab, "https"),
                             (day_book, "https"), (carnet_fr, "https"), (cjk_zh, "https")]:
        site = Site(template.__name__.replace("_", "-"), scheme)
        template(site, read_posts(site.name))
        site.files["expected.jsonl"] = "".join(json.dumps(r, ensure_ascii=False) + "\n"
                                               for r in site.expected).encode()
        files |= {f"{site.name}/{path}": content for path, content in site.files.items()}
        if site.name == "garden-notes":
            files["garden-notes.warc.gz"] = warc(site)
            files["garden-redesign.warc.gz"] = warc(redesigned(site))
    return files


def write(files, folder):
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def read(folder):
    found = {str(f.relative_to(folder)): f.read_bytes() for f in folder.rglob("*")
             if f.is_file() and f.name not in KEPT}
    # zlib versions pack differently.
    return {path: gzip.decompress(b) if path.endswith(".gz") else b for path, b in found.items()}


def main():
    if "--check" in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as other:
            write(make(), Path(other))
            want, have = read(Path(other)), read(SAMPLES)
        wrong = sorted(p for p in want.keys() | have.keys() if want.get(p) != have.get(p))
        print("\n".join(["differs: " + p for p in wrong]
                        or [f"{len(want)} files are as they should be"]))
        return 1 if wrong else 0
    files = make()
    for path in read(SAMPLES).keys() - files.keys():
        (SAMPLES / path).unlink()  # left over from an earlier layout
    write(files, SAMPLES)
    print(f"{len(files)} files, {sum(map(len, files.values())) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

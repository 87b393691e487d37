"""The inputs of growth.py: pages, blogs, archives and rule files that grow with a number.

A shape makes an input of size n in a folder and says with which arguments the program is run on
it. Pages have the markup of the sample garden-notes, so that its saved rules read them. Nothing is
random but for fixed seeds: the same n gives the same bytes.
"""
import datetime
import random
import re
import xml.sax.saxutils
from pathlib import Path

HOME = "https://garden-notes.example/"
RULES = Path(__file__).resolve().parent.parent / "rules" / "garden-notes.xml"
SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve wi zo kra sten pol gri".split()
# Posts whose own pages are fetched by learning; more teach nothing.
PAGES = 20


def words(count, *seed):
    """So many words that look like a language's, other ones for each seed."""
    dice = random.Random(repr(seed))
    return " ".join("".join(dice.choices(SYLLABLES, k=dice.randint(1, 3))) for _ in range(count))


def path_of(k, day):
    """The path of a post's own page."""
    return f"{day or datetime.date(2021, 1, 1):%Y/%m/%d}/post-{k}/"


# Pages: the body of a page of size n; k is its number where a command takes several.

def listed(k, day, paragraphs=1, tags=1, title=None):
    """A record of a list."""
    when = f'<time class="entry-date">{day:%B} {day.day}, {day.year}</time>' if day else ""
    return (f'<article id="post-{k}" class="post"><h2 class="entry-title">'
            f'<a href="/{path_of(k, day)}" rel="bookmark">{title or words(4, k)}</a></h2>'
            f'<div class="entry-meta">{when} <a class="author" href="/author/tom/">Tom Reyes</a>'
            f'</div><div class="entry-content">{text(paragraphs, k)}</div>'
            f'<footer class="entry-footer"><ul class="tags">{tag_links(tags, k)}</ul></footer>'
            f'</article>\n')


def text(paragraphs, k):
    return "".join(f"<p>{words(25, k, p)}</p>\n" for p in range(paragraphs))


def tag_links(count, k):
    return "".join(f'<li><a href="/tag/t{k}-{t}/" rel="tag">{words(2, k * 99 + t)}</a></li>'
                   for t in range(count))


def day_of(k):
    return datetime.date(2021, 5, 23) - datetime.timedelta(days=k)


def page(body, title="A page", kind="home blog", more=""):
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="UTF-8"><title>{title}</title>'
            f'<link rel="alternate" type="application/rss+xml" href="{HOME}feed.xml">\n'
            f'{more}</head>'
            f'<body class="{kind}"><header class="site-header"><p class="site-title">'
            f'<a href="/" rel="home">Garden Notes</a></p></header><div class="wrap">'
            f'<main id="main" class="site-main">\n{body}</main></div></body></html>\n')


def entry(k, day, paragraphs=3, tags=1):
    """The own page of a post."""
    body = listed(k, day, paragraphs, tags).replace("h2", "h1")
    canonical = f'<link rel="canonical" href="{HOME}{path_of(k, day)}">\n'
    return page(body, words(4, k) + " - Garden Notes", "post-template-default single", canonical)


def with_tag_rows(n, k):
    """The own page of a post, with rows of tags that no rule reads in an element of many names,
    and all marks of its layout."""
    names = " ".join(f"c{i}" for i in range(n))
    rows = "".join(f'<p><a href="/tag/r{i}/">r{i}</a></p>' for i in range(n))
    marks = ('<nav class="post-navigation"><a rel="prev" href="/about/">About</a></nav>'
             '<section id="comments" class="comments-area"><ol class="comment-list"></ol>'
             '</section>')
    page = entry(k, day_of(k), tags=0)
    return page.replace("</article>", f'<div class="{names}">{rows}</div></article>{marks}')


def of_one_day(n, k):
    """A list of one record with the posts of a day, the first of which has many names."""
    posts = "".join(listed(i + k * n, day_of(1)) for i in range(n))
    posts = posts.replace("<article", "<div").replace("</article>", "</div>")
    names = " ".join(f"c{i}" for i in range(4 * n))
    posts = posts.replace('class="', f'class="{names} ', 1)
    return page(f'<article class="post">{posts}</article>')


def many(piece):
    """A page on which something stands n times; # is which, ~ the page."""
    return lambda n, k: page("".join(
        piece.replace("#", str(i)).replace("~", str(k)) for i in range(n)) + "the end")


def nested(before, inner, behind):
    return lambda n, k: page(before * n + inner.replace("~", words(3, k)) + behind * n)


BODIES = {
    "formatting never closed": many("<b a=#><i a=#><div></b>"),
    "formatting, alike": many("<b><i><div></b></div>"),
    "elements in one another": nested("<div>", "~", "</div>"),
    "inline elements in one another": nested("<span>", "~", "</span>"),
    "links in one another": many("<a href=/#>w# "),
    "lists in one another": nested("<ul><li><a href=/x>x</a>", "~", "</ul>"),
    "tables in one another": nested("<table><tr><td>", "~", "</table>"),
    "text where tables have none": many("<table>t#<tr>u#<td>v#</table>"),
    "rows of one table": lambda n, k: page("<table>" + "".join(
        f"<tr><td>{words(2, i, k)}<td>{i}" for i in range(n)) + "</table>"),
    "attributes of one tag": lambda n, k: page(
        "<p " + " ".join(f"a{i}={i}" for i in range(n)) + f">{words(9, k)}</p>"),
    "tags with many attributes": many("<p " + " ".join(f"a{i}=#" for i in range(50)) + ">w#</p>"),
    "classes of one tag": lambda n, k: page(
        f'<p class="{" ".join(f"c{i}" for i in range(n))}">{words(9, k)}</p>'),
    "one long text": lambda n, k: page(f"<p>{words(n, k)}</p>"),
    "one long word": lambda n, k: page(f"<p>{'ab' * n} {words(9, k)}</p>"),
    "paragraphs never closed": many("<p>w# ~ "),
    "end tags without start": many("</b></p></x#>"),
    "character references": many("&amp;&nbsp;&eacute;&x#;"),
    "less-than signs": many("< << <1 "),
    "comments": many("<!-- # -->w"),
    "comments never closed": many("<!-- w# "),
    "scripts never closed": many("<script>w# "),
    "quotes never closed": many('<p class="w# '),
    "selects and options": many("<select><option>w#<option>"),
    "forms and buttons": many("<form><button><p>w#"),
    "frames and templates": many("<template><div>w#"),
    "foreign elements": many("<svg><g><math><mi>w#"),
    "up and down": lambda n, k: page("".join(
        "<div>" * (i % 40) + f"w{i} {k}" + "</div>" * (i % 40) for i in range(n))),
    "headings": many("<h2>Title # ~</h2>text # "),
    "days": lambda n, _: page("".join(
        f"<p>{day_of(i):%B} {day_of(i).day}, {day_of(i).year}</p>" for i in range(n))),
    "numbers": many("<p>#/#/20# 1.2.#"),
    "links of a menu": many('<li><a href="/tag/w#/">Label #</a></li>'),
    "links of permalinks": many('<li><a href="/2021/01/02/w#/">Label number # of ~</a></li>'),
    "links and texts in a row": many(
        '<a href="/2021/01/02/w#/">Number # of ~</a> some text # <br>'),
    "records of a list": lambda n, k: page("".join(
        listed(i + k * n, day_of(i % 900)) for i in range(n))),
    "records of one day": lambda n, k: page("".join(
        listed(i + k * n, day_of(1)) for i in range(n))),
    "records without marks": lambda n, k: page("".join(
        f'<div class=r><a href="/2021/01/02/p{k}-{i}/">{words(5, i, k)}</a>'
        f'<p>{words(20, k, i)}</p></div>' for i in range(n))),
    "paragraphs of an entry": lambda n, k: entry(k, day_of(k), n),
    "tags of an entry": lambda n, k: entry(k, day_of(k), 3, n),
    "rows of tags that no rule reads": with_tag_rows,
    "posts of a day in one record": of_one_day,
}

# Commands on pages: which arguments, and how many pages they take.
COMMANDS = {
    "tokens": (1, lambda p: ["show", "tokens", p[0]]),
    "extract": (1, lambda p: ["extract", "--rules", RULES, "--base", f"{HOME}x/", p[0]]),
    "check": (1, lambda p: ["check", "--rules", RULES, "--base", f"{HOME}x/", p[0]]),
    "records": (1, lambda p: ["records", p[0]]),
    "sections": (1, lambda p: ["sections", p[0]]),
    "menus": (1, lambda p: ["sections", "--menus", p[0]]),
    "taxonomy": (2, lambda p: ["taxonomy", *p]),
    "distance": (2, lambda p: ["distance", *p]),
    "content": (2, lambda p: ["content", *p]),
    "news": (2, lambda p: ["news", *p]),
    "instances": (2, lambda p: ["instances", "--pages", *p]),
}


def write(path, what):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(what)
    return path


def on_pages(body, command):
    count, arguments = COMMANDS[command]

    def make(folder, n):
        pages = [write(folder / f"{k}.html", BODIES[body](n, k)) for k in range(count)]
        return arguments(pages)
    return make


# Blogs: a folder with home page, feed and the posts' own pages.

def item(k, day, paragraphs=1, tags=1, extra=""):
    when = f"<pubDate>{day:%a, %d %b %Y} 08:00:00 +0000</pubDate>" if day else ""
    body = xml.sax.saxutils.escape(text(paragraphs, k))
    names = "".join(f"<category>{words(2, k * 99 + t)}</category>" for t in range(tags))
    return (f"<item><title>{words(4, k)}</title><link>{HOME}{path_of(k, day)}</link>{when}"
            f"<dc:creator>Tom Reyes</dc:creator>{names}<description>{body}</description>"
            f"{extra}</item>\n")


def feed(items):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" '
            'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Garden Notes</title>'
            f'<link>{HOME}</link>\n{items}</channel></rss>\n')


def pages_of(items, at_home, days=day_of, paragraphs=1, tags=1, own=PAGES, before="", also=""):
    """Addresses of a blog, each with its bytes: so many items in the feed, so many at home."""
    shown = "".join(listed(k, days(k), paragraphs, tags) for k in range(at_home))
    yield "", page(before + shown + also)
    yield "feed.xml", feed("".join(item(k, days(k), paragraphs, tags) for k in range(items)))
    for k in range(min(items, own)):
        yield path_of(k, days(k)), entry(k, days(k), paragraphs, tags)


def with_rows(n, pages):
    """Posts with a row of n elements behind a word for tags."""
    row = "".join(f"<button class=btn>{words(1, t)}{t}</button> " for t in range(n))
    return [(path, what.replace("</article>", f"<p><b>Tags:</b> {row}</p></article>"))
            for path, what in pages]


def with_pictures(n, pages):
    """Posts of a feed without authors, with n pictures that have names below each."""
    row = "".join(f"<p><img alt='{words(1, t)}'> <b>{words(1, t)}</b></p>" for t in range(n))
    return [(path, re.sub("<dc:creator>.*?</dc:creator>", "", what).replace(
        "</article>", row + "</article>")) for path, what in pages]


def with_cards(n, pages):
    """Such addresses, with n older posts, each with a tag, below each post."""
    cards = "".join(f'<li class="card"><a href="/{path_of(k, day_of(k))}">Older {k}</a> '
                    f'<span class="tag">t{k}</span></li>' for k in range(20, 20 + n))
    for path, what in pages:
        own = path not in ("", "feed.xml")
        yield path, what.replace("</main>", f"<ul>{cards}</ul></main>") if own else what


def folder_of(folder, pages):
    write(folder / "base.url", HOME + "\n")
    for path, what in pages:
        write(folder / (path if path.endswith(".xml") else path + "index.html"), what)
    return folder


def same_day(_):
    return day_of(3)


def no_day(_):
    return None


# Archives.

def record(kind, address, block="", http=True, more=""):
    mime = "application/rss+xml" if address.endswith(".xml") else "text/html"
    if http:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {mime}; charset=utf-8\r\n\r\n"
        block = head + block
    size = len(block.encode())
    return (f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\n"
            f"WARC-Date: 2021-06-01T06:00:00Z\r\n{more}"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {size}\r\n\r\n{block}\r\n\r\n")


def warc(folder, records):
    return write(folder / "a.warc", "".join(records))


def stored(pages):
    return (record("response", HOME + path, what) for path, what in pages)


def revisits(count, original):
    """Captures of one address that say that nothing has changed, since they were captured then."""
    then = f"WARC-Refers-To-Target-URI: {HOME}\r\nWARC-Refers-To-Date: 2021-05-01T06:00:00Z\r\n"
    what = [record("response", HOME, page("".join(listed(i, day_of(i)) for i in range(5))))]
    return what * original + [record("revisit", HOME, more=then)] * count


def moved(count):
    """Addresses each of which is said to have moved to the next."""
    for k in range(count):
        block = f"HTTP/1.1 301 Moved\r\nLocation: /m{k + 1}/\r\n\r\n"
        yield record("response", f"{HOME}m{k}/", block, http=False)


def archive(folder, n, paragraphs=1):
    return warc(folder, stored(pages_of(n, min(n, 10), own=n, paragraphs=paragraphs)))


# Rule files: the sample's, with a part of it written n times.

def rules(folder, part, times, change=lambda part, k: part):
    """A part of the sample's rules, from a string to an end, is written so many times."""
    whole = RULES.read_text()
    start = whole.index(part[0])
    end = whole.index(part[1], start) + len(part[1])
    copies = "".join(change(whole[start:end], k) for k in range(times))
    return write(folder / "rules.xml", whole[:start] + copies + whole[end:])


def layouts(folder, n):
    def change(part, k):
        return part.replace('name="entry"', f'name="entry{k}"').replace(
            "post-template-default", f"template-{k}")
    return rules(folder, ('<layout name="entry"', "</layout>\n"), n, change)


def fields(folder, n):
    return rules(folder, ('<field name="title"', "</field>\n"), n,
                 lambda part, k: part if k else part.replace("entry-title", "other-title"))


def alternatives(folder, n):
    end = '<end><open tag="p"><attr name="class" has="c{k}"/></open></end>'
    field = ('<field name="title"', "</start>")
    return rules(folder, field, 1, lambda part, _: part + "".join(
        end.format(k=k) for k in range(n)))


def steps(folder, n):
    start = '<open tag="article" around="true"/>'
    return rules(folder, ("<start>", "<start>"), 2, lambda part, k: "" if k else part) and rules(
        folder, ('<open tag="h*">', '<open tag="h*">'), 1, lambda part, _: start * n + part)


def words_in_text(folder, n):
    """A rule that seeks a long literal in a long text, in which it nearly stands everywhere."""
    literal = f'<text has="{"a" * n}b"/>'
    at = ('<open tag="h*"><attr name="class" has="entry-title"/></open>',) * 2
    write(folder / "p.html", page(f"<article><h2 class=entry-title>{'a' * 4 * n}</h2></article>"))
    return rules(folder, at, 1, lambda part, _: literal)


# All shapes: name, command, n of a full run, n of a small one (None: not in it), how it is made.

def extract(path, *pages):
    return ["extract", "--rules", path, "--base", f"{HOME}x/", *pages]


def blog(command, **how):
    """A command on a blog whose sizes are functions of n, or fixed."""
    def make(folder, n):
        sizes = {k: v(n) if k not in ("days",) and callable(v) else v for k, v in how.items()}
        folder_of(folder, pages_of(**sizes))
        return [*command, *([] if command[0] in ("health", "relearn") else [folder])] + (
            ["--dir", folder] if command[0] in ("health", "relearn") else [])
    return make


def replayed(path_of):
    def make(folder, n):
        home = write(folder / "p.html", page("".join(listed(i, day_of(i)) for i in range(10))))
        return extract(path_of(folder, n), home)
    return make


def several(command, body, *arguments):
    """A command on n small pages."""
    def make(folder, n):
        pages = [write(folder / f"{k}.html", BODIES[body](3 + k % 3, k)) for k in range(n)]
        return [*command, *pages, *arguments]
    return make


def unlike(folder, n):
    """n pages, no two of one template."""
    def one(k):
        return page("".join(f"<x{k}-{i}><p>{words(3, i)}</p></x{k}-{i}>" for i in range(9)))
    return ["cluster", *[write(folder / f"{k}.html", one(k)) for k in range(n)]]


def behind_links(folder, n):
    links = "".join(f'<li><a href="/2021/01/02/w{i}/">{words(5, i)}</a></li>' for i in range(n))
    own = [(f"2021/01/02/w{i}/", entry(i, day_of(i))) for i in range(n)]
    path = warc(folder, stored([("", page(f"<ul>{links}</ul>")), *own]))
    return ["instances", "--warc", path, HOME, "--pages", *[HOME + p for p, _ in own]]


def of_archive(command, paragraphs=1):
    return lambda folder, n: [*command, "--warc", archive(folder, n, paragraphs)]


def feed_of(what):
    return lambda folder, n: ["show", "feed", write(folder / "feed.xml", what(n))]


def every(n):
    return n


REPLAY = ["extract", "--rules", RULES]
CHECK = ["check", "--rules", RULES]
BLOG_HEALTH = ["health", "--rules", RULES]

OTHERS = [
    ("items at home, days of their own", "learn", 60, None,
     blog(["learn"], items=every, at_home=every, own=5)),
    ("items at home, one day", "learn", 60, 15,
     blog(["learn"], items=every, at_home=every, own=5, days=same_day)),
    ("items at home, no days", "learn", 60, None,
     blog(["learn"], items=every, at_home=every, own=5, days=no_day)),
    ("items of the feed alone", "learn", 100, None,
     blog(["learn"], items=every, at_home=10)),
    ("records beside the feed's", "learn", 100, None,
     blog(["learn"], items=10, at_home=every)),
    ("paragraphs of 10 posts", "learn", 12, None,
     blog(["learn"], items=10, at_home=5, paragraphs=every)),
    ("tags of 10 posts", "learn", 12, None,
     blog(["learn"], items=10, at_home=5, tags=every)),
    ("links beside the list", "learn", 200, None,
     blog(["learn"], items=10, at_home=8,
          also=lambda n: BODIES["links of permalinks"](n, 1))),
    ("days beside the list", "learn", 200, None,
     blog(["learn"], items=10, at_home=8, also=lambda n: BODIES["days"](n, 1))),
    ("cards of other posts below 5 posts", "learn", 1000, None,
     lambda folder, n: ["learn", folder_of(folder, with_cards(n, pages_of(10, 8, own=5)))]),
    ("elements behind a word for tags", "learn", 100, 50,
     lambda folder, n: ["learn", folder_of(folder, with_rows(n, pages_of(10, 8, own=5)))]),
    ("pictures with names", "learn", 100, 50,
     lambda folder, n: ["learn", folder_of(folder, with_pictures(n, pages_of(10, 8, own=5)))]),
    ("items at home", "learn --literal", 60, None,
     blog(["learn", "--literal"], items=every, at_home=every, own=5)),
    ("records at home", "learn --without-feed", 60, None,
     blog(["learn", "--without-feed"], items=every, at_home=every, own=5)),
    ("titles without words", "show labels", 100, None,
     lambda folder, n: ["show", "labels", folder_of(folder, without_words(pages_of(n, n, own=5)))]),
    ("addresses of one item", "learn", 100, None,
     lambda folder, n: ["learn", folder_of(folder, (
         (path, what.replace("</item>", "".join(
             f"<link>{HOME}l{k}/</link>" for k in range(n)) + "</item>", 1))
         for path, what in pages_of(10, 10, own=5)))]),
    ("items at home, days of their own", "show labels", 100, None,
     blog(["show", "labels"], items=every, at_home=every, own=5)),
    ("items at home, one day", "show labels", 100, None,
     blog(["show", "labels"], items=every, at_home=every, own=5, days=same_day)),
    ("items at home, no days", "show labels", 100, None,
     blog(["show", "labels"], items=every, at_home=every, own=5, days=no_day)),
    ("items at home", "health", 100, None, blog(BLOG_HEALTH, items=every, at_home=every, own=5)),
    ("items of the feed alone", "health", 200, None, blog(BLOG_HEALTH, items=every, at_home=10)),
    ("items of a new design", "relearn", 30, None,
     lambda folder, n: ["relearn", "--rules", RULES, "--out", folder / "new.xml", "--dir",
                        folder_of(folder / "blog", redesigned(pages_of(n, n)))]),
    ("items", "show feed", 1000, 100, feed_of(
        lambda n: feed("".join(item(k, day_of(k)) for k in range(n))))),
    ("bare &", "show feed", 1000, None, feed_of(
        lambda n: feed("".join(item(k, day_of(k)).replace("</title>", " & co</title>")
                               for k in range(n))))),
    ("elements never closed", "show feed", 1000, None, feed_of(
        lambda n: feed("<item><title>t<link>" * n))),
    ("elements in one another", "show feed", 2000, None, feed_of(
        lambda n: feed("<item><title>t</title>" + "<x>" * n + "</x>" * n + "</item>"))),
    ("tags of one item", "show feed", 2000, None, feed_of(
        lambda n: feed(item(1, day_of(1), 1, n)))),
    ("authors of one item", "show feed", 2000, None, feed_of(
        lambda n: feed(item(1, day_of(1), extra="<dc:creator>A B</dc:creator>" * n)))),
    ("digits of a date", "show feed", 20000, None, feed_of(
        lambda n: feed(item(1, None, extra=f"<pubDate>{'1' * n}</pubDate>")))),
    ("a long text", "show feed", 500, None, feed_of(lambda n: feed(item(1, day_of(1), n)))),
    ("references", "show feed", 5000, None, feed_of(
        lambda n: feed(item(1, day_of(1)).replace(
            "</title>", "&amp;&eacute;&x;" * n + "</title>")))),
    ("items", "harvest", 20, None,
     lambda folder, n: ["harvest", "--warc", archive(folder, n), HOME]),
    ("pages of an archive", "extract", 100, 10, of_archive(REPLAY)),
    ("pages of an archive", "extract --merge", 100, None, of_archive([*REPLAY, "--merge"])),
    ("pages of an archive", "extract --out .csv", 100, None,
     lambda folder, n: [*REPLAY, "--out", folder / "o.csv", "--warc", archive(folder, n)]),
    ("pages of an archive", "extract --out .sqlite", 100, None,
     lambda folder, n: [*REPLAY, "--out", folder / "o.sqlite", "--warc", archive(folder, n)]),
    ("pages of an archive", "extract --out .atom", 100, None,
     lambda folder, n: [*REPLAY, "--out", folder / "o.atom", "--warc", archive(folder, n)]),
    ("pages of an archive", "extract, sure", 60, None,
     of_archive([*REPLAY, "--min-confidence", "0.9"])),
    ("pages of an archive", "check", 60, 8, of_archive(CHECK)),
    ("paragraphs of 20 pages", "check", 10, None,
     lambda folder, n: [*CHECK, "--warc", warc(folder, stored(pages_of(20, 5, paragraphs=n)))]),
    ("pages of a folder", "extract", 100, None,
     lambda folder, n: [*REPLAY, "--dir", folder_of(folder, pages_of(n, 10, own=n))]),
    ("items of the feed as a witness", "check --feed", 100, None,
     lambda folder, n: [*CHECK, "--feed", HOME + "feed.xml", "--warc",
                        warc(folder, stored(pages_of(n, 10, own=5)))]),
    ("pages of one post", "check", 30, None,
     lambda folder, n: [*CHECK, "--warc", warc(folder, (
         record("response", f"{HOME}p{k}/", page(listed(1, day_of(1)) + listed(k + 2, day_of(2))))
         for k in range(n)))]),
    ("revisits of one address, no original", "extract", 300, 50,
     lambda folder, n: [*REPLAY, "--warc", warc(folder, revisits(n, 0))]),
    ("revisits of one address", "extract", 200, None,
     lambda folder, n: [*REPLAY, "--warc", warc(folder, revisits(n, 1))]),
    ("addresses that moved on", "extract", 500, None,
     lambda folder, n: [*REPLAY, "--warc", warc(folder, moved(n))]),
    ("captures of one address", "extract", 100, None,
     lambda folder, n: [*REPLAY, "--warc", warc(
         folder, [record("response", HOME, page(listed(1, day_of(1))))] * n)]),
    ("layouts", "rules check", 60, 5, lambda folder, n: ["rules", "check", layouts(folder, n)]),
    ("fields", "rules check", 60, None, lambda folder, n: ["rules", "check", fields(folder, n)]),
    ("ends", "rules check", 60, None,
     lambda folder, n: ["rules", "check", alternatives(folder, n)]),
    ("tokens of a start", "rules check", 60, None,
     lambda folder, n: ["rules", "check", steps(folder, n)]),
    ("layouts", "show rules", 60, None, lambda folder, n: ["show", "rules", layouts(folder, n)]),
    ("layouts", "rules export", 60, None,
     lambda folder, n: ["rules", "export", "--to", "wtm", layouts(folder, n)]),
    ("layouts", "extract", 60, None, replayed(layouts)),
    ("fields", "extract", 60, None, replayed(fields)),
    ("ends", "extract", 60, None, replayed(alternatives)),
    ("tokens of a start", "extract", 60, None, replayed(steps)),
    ("letters of <text has>, and of the text", "extract", 2000, 2000,
     lambda folder, n: extract(words_in_text(folder, n), folder / "p.html")),
    ("pages of one template", "cluster", 40, 10, several(["cluster"], "paragraphs of an entry")),
    ("pages of templates of their own", "cluster", 60, None, unlike),
    ("pages of one template", "cluster --linkage average", 40, None,
     several(["cluster", "--linkage", "average"], "paragraphs of an entry")),
    ("pages of one template", "content", 40, None, several(["content"], "paragraphs of an entry")),
    ("pages of one template", "news", 80, 10, several(["news"], "paragraphs of an entry")),
    ("home pages of sites", "taxonomy", 30, None, several(["taxonomy"], "lists in one another")),
    ("pages of one template", "instances --pages", 30, None,
     several(["instances", "--pages"], "paragraphs of an entry")),
    ("links of a list and their pages", "instances", 20, 6, behind_links),
    ("pages of one template", "records --like-first", 40, None,
     several(["records", "--like-first"], "records of a list")),
]


def redesigned(pages):
    """The same blog in other markup."""
    for path, what in pages:
        for old, new in [("entry-title", "headline"), ("<article", "<section"),
                         ("</article", "</section"), ("entry-content", "prose"),
                         ("entry-date", "when"), ("entry-meta", "by"), ("home blog", "front"),
                         ("post-template-default single", "one"), ("site-main", "column")]:
            what = what.replace(old, new)
        yield path, what


def without_words(pages):
    """The same blog, its titles all signs."""
    for path, what in pages:
        yield path, re.sub(r'(<title>|rel="bookmark">)[^<]*', r"\1*** ***", what)

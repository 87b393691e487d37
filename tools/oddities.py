#!/usr/bin/env python3
"""oddities.py make FOLDER [--blogs N] [--seed S]: blogs of tools/patchwork.py with one oddity each.

What templates and feeds of few blogs do, and what a reader must not stumble over: posts without
titles, tags that are words of one text, boxes inside posts, pages of posts in two builds, summaries
written by hand, texts without paragraphs, and what feeds make of links, titles, days and texts. The
same seed gives the same blogs.

  python3 tools/oddities.py make /tmp/oddities --blogs 70 --seed 1
  ../shared/eval/run.sh target/release/feedstone /tmp/oddities /tmp/oddities-read

Standard library only.
"""
import datetime
import email.utils
import re

from patchwork import Blog, Text, command, esc


def first_words(post, letters):
    return " ".join(str(Text(post.html)).split())[:letters].rsplit(" ", 1)[0]


class NoTitles(Blog):
    """Posts without titles; some feeds make one of the text's first words."""

    def choose(self):
        super().choose()
        self.linked = "permalink below"
        self.text = "full" if self.text == "none" else self.text
        self.feed_text = "full" if self.feed_text == "none" else self.feed_text
        self.made_up = self.draw("feed's title", "none", "first words")

    def title(self, post, link=True):
        return ""

    def parts(self, post, whole):
        self.entry_like_list = True
        out, shows = super().parts(post, whole)
        return [x for x in out if x != "<div></div>"], shows | {"title": None}

    def titles(self):
        """There is nothing to list."""

    def entry(self, k):
        post = self.posts[k]
        kept, post.title = post.title, first_words(post, 40)
        super().entry(k)
        post.title = kept

    def feed(self):
        feed = super().feed()
        for post in self.posts[:10]:
            made = "" if self.made_up == "none" else esc(first_words(post, 50)) + "..."
            feed = feed.replace(f"<title>{esc(post.title)}</title>", f"<title>{made}</title>", 1)
        return feed


class PlainTags(Blog):
    """Tags that are no links."""

    def choose(self):
        super().choose()
        self.tags_as = self.draw("tags shown", "label", "row", "hash", "category", "spans")
        self.feed_tags = True

    def tag(self, name, kind="tag"):
        if self.in_side_bar:
            return super().tag(name, kind)
        return ("#" if self.tags_as == "hash" else "") + esc(name)

    in_side_bar = False

    def sidebar(self):
        self.in_side_bar = True
        side = super().sidebar()
        self.in_side_bar = False
        return side


class Boxes(Blog):
    """A box inside the element of a post, on its own page."""

    def choose(self):
        super().choose()
        self.box_of = self.draw("box", "share", "author", "licence", "related", "contents",
                                "newsletter", "neighbours")
        self.box_at = self.draw("box at", "end of post", "end of text")
        self.said = esc(self.writer.sentence())

    def inner_box(self, post):
        near = [p for p in self.posts if p is not post][:3]
        link = lambda p: f'<a href="{self.at(p.path)}">{esc(p.title)}</a>'
        heads = re.findall(r"<h3>(.*?)</h3>", post.html)
        contents = "".join(f'<li><a href="#s{k}">{h}</a></li>' for k, h in enumerate(heads))
        return {
            "share": '<div class="share-buttons"><span>Share</span>'
                     '<a href="https://share.example/a">A</a></div>',
            "author": f'<div class="author-box"><h4>{esc(post.author)}</h4>'
                      f"<p>{self.said}</p></div>",
            "licence": f'<p class="license">{self.said} '
                       '<a href="https://rights.example/">BY</a></p>',
            "related": f'<div class="rel"><h4>{self.says["related"]}</h4><ul>'
                       + "".join(f"<li>{link(p)}</li>" for p in near) + "</ul></div>",
            "contents": f'<div id="toc"><p>1 - {len(heads)}</p><ol>{contents}</ol></div>'
                        if heads else "",
            "newsletter": f'<div class="nl"><h3>{self.says["about"]}</h3><p>{self.said}</p>'
                          '<form action="/s"><input type="email"></form></div>',
            "neighbours": f'<div class="nav">« {link(near[0])} {link(near[1])} »</div>',
        }[self.box_of]

    def parts(self, post, whole):
        out, shows = super().parts(post, whole)
        if not whole:
            return out, shows
        box, text = self.inner_box(post), f"{post.html}\n</div>"
        if self.box_of == "contents":
            begin = f"<div{self.c('text')}>\n"
            return [x.replace(begin, f"{begin}{box}\n", 1) for x in out], shows
        if self.box_at == "end of text":
            return [x.replace(text, f"{post.html}\n{box}\n</div>", 1) for x in out], shows
        return [*out, box], shows


class Feeds(Blog):
    """What feeds make of posts."""

    def choose(self):
        super().choose()
        self.of_feed = self.draw("feed", "campaign", "proxy", "build day", "footer", "shuffled",
                                 "cut titles", "relative")

    def feed(self):
        feed = super().feed()
        return getattr(self, self.of_feed.replace(" ", "_"))(feed)

    def linked_as(self, feed, to):
        """The feed with other links: `to` gives (link, what else the item has)."""
        for post in self.posts[:10]:
            link, more = to(post)
            feed = feed.replace(f"<link>{esc(post.link)}</link>", f"<link>{link}</link>{more}")
            feed = feed.replace(f'<link href="{esc(post.link)}"/>', f'<link href="{link}"/>{more}')
        return feed

    def campaign(self, feed):
        sign = lambda post: "&amp;" if "?" in post.link else "?"
        return self.linked_as(feed, lambda p: (
            f"{esc(p.link)}{sign(p)}utm_source=rss&amp;utm_medium=rss&amp;utm_campaign=x", ""))

    def proxy(self, feed):
        space = "http://rssnamespace.org/feedburner/ext/1.0"
        for root in ("<rss ", "<feed "):
            feed = feed.replace(root, f'{root}xmlns:feedburner="{space}" ', 1)
        return self.linked_as(feed, lambda p: (
            f"http://feedproxy.example.net/~r/b/~3/{p.number}XyZ/",
            f"<feedburner:origLink>{esc(p.link)}</feedburner:origLink>"))

    def relative(self, feed):
        return self.linked_as(feed, lambda p: (esc(self.at(p.path)), ""))

    def build_day(self, feed):
        built = self.posts[0].when + datetime.timedelta(days=3)
        day = f"<pubDate>{email.utils.format_datetime(built)}</pubDate>"
        feed = re.sub(r"<pubDate>.*?</pubDate>", day, feed)
        return re.sub(r"<published>.*?</published><updated>.*?</updated>",
                      f"<updated>{built:%Y-%m-%dT%H:%M:%S}Z</updated>", feed)

    def footer(self, feed):
        parts = re.split(r"(?=</description>\n</item>|</content>|</summary>)", feed)
        tail = lambda p: esc(f'<p>The post <a href="{p.link}">{esc(p.title)}</a> appeared first on '
                             f'<a href="{self.origin}">{esc(self.name)}</a>.</p>')
        return parts[0] + "".join(
            tail(self.posts[min(k, 9)]) + part for k, part in enumerate(parts[1:]))

    def shuffled(self, feed):
        tag = "item" if self.feed_format == "rss" else "entry"
        first, *items = re.split(rf"(?=<{tag}>)", feed)
        items[-1], rest = items[-1].split(f"</{tag}>")
        items[-1] += f"</{tag}>\n"
        self.random.shuffle(items)
        return first + "".join(items) + rest

    def cut_titles(self, feed):
        for post in self.posts[:10]:
            words = post.title.split()
            if len(words) > 3:
                cut = f"<title>{esc(' '.join(words[:3]))}...</title>"
                feed = feed.replace(f"<title>{esc(post.title)}</title>", cut, 1)
        return feed


class Builds(Blog):
    """Every third post has a page in a template of its own."""

    def parts(self, post, whole):
        out, shows = super().parts(post, whole)
        if not whole or post.number // 3 % 3:
            return out, shows
        line = f"{self.day(post)} {self.author(post)}"
        if self.linked == "permalink below" and self.entry_like_list:
            line += f' <a href="{self.at(post.path)}">Permalink</a>'
        style = f"background: url(/c{post.number}.jpg)"
        cover = f'<div class="cover" style="{style}"><div class="inner">'
        text = f"<div{self.c('text')}>\n{post.html}\n</div>"
        head = f"{cover}<p>{line}</p>{self.title(post, self.entry_like_list)}</div></div>"
        return [x for x in (head, text, self.tagged(post)[0]) if x], shows


class Summaries(Blog):
    """Lists show summaries that are no part of the texts."""

    def choose(self):
        super().choose()
        self.summary = {post.number: esc(self.writer.sentence()) for post in self.posts}
        self.feed_text = self.draw("feed's text", "full", "none")

    def shown(self, post):
        more = (f'<a href="{self.at(post.path)}"{self.c("more")}>{self.says["more"]}</a>'
                if self.read_more else "")
        text = self.summary[post.number]
        return f"<div{self.c('text')}><p>{text}</p>\n{more}</div>", str(Text(text)), "excerpt"


class Breaks(Blog):
    """Texts parted by <br>, without paragraphs."""

    def choose(self):
        super().choose()
        bare = lambda block: re.sub(r"</p>$", "<br><br>", block[3:])
        for post in self.posts:
            post.blocks = [bare(b) if b.startswith("<p>") and b.count("<p>") == 1 else b
                           for b in post.blocks]


KINDS = [NoTitles, PlainTags, Boxes, Feeds, Builds, Summaries, Breaks]


def make(folder, blogs, seed):
    for number in range(blogs):
        kind = KINDS[number % len(KINDS)]
        blog = kind(number, seed)
        blog.drawn["oddity"] = kind.__name__
        blog.write(folder)


if __name__ == "__main__":
    command(make, 70, __doc__)

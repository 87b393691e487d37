"""Lektor's quickstart, with the feed that its plugin for feeds would write."""
import html
import os
import re
import shutil

from blog import AUTHOR, INSIDE, as_html, markdown, text_of
from truth import built

BLOGS = {"quickstart": "acd"}
PIP = ["lektor", "setuptools<80"]


def build(blog):
    blog.run(blog.pip + "/bin/python", INSIDE + "/lektor_quickstart.py", blog.title, blog.site)
    shutil.rmtree(blog.site + "/content/blog/first-post")
    model = text_of(blog.site + "/models/blog.ini")
    blog.save("models/blog.ini", re.sub(r"per_page = \d+", f"per_page = {blog.a_page}", model))
    for post in blog.posts:
        blog.save(f"content/blog/{post['slug']}/contents.lr",
                  f"title: {post['title']}\n---\npub_date: {post['day']}\n---\nauthor: {AUTHOR}\n"
                  f"---\ntwitter_handle:\n---\nbody:\n\n{markdown(post, '')}")
    blog.run(blog.pip + "/bin/lektor", "--project", ".", "build", "-O", blog.site + "/out")
    # It has no tags.
    for post in blog.posts:
        post["tags"], post["categories"] = [], []
    own = blog.own(lambda p: f"blog/{p['day'].year}/{p['day'].month}/{p['slug']}/")
    if not os.path.exists(f"{blog.site}/out/{next(iter(own))}"):
        own = blog.own(lambda post: f"blog/{post['slug']}/")
    blog.save("out/blog/feed.xml", feed_of(blog, own))
    return built(blog.site + "/out", "blog/feed.xml", own, [("blog/page/[23]/", 2)], home="blog/")


def feed_of(blog, own):
    out = ['<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">',
           f"<title>{blog.title}</title><id>{blog.address}/blog/</id>"
           f'<link href="{blog.address}/blog/" /><updated>2024-03-20T00:00:00Z</updated>']
    for path, post in list(own.items())[:10]:
        url, title = f"{blog.address}/{path}", html.escape(post["title"])
        text = f"<summary>{html.escape(post['text'][:160].rsplit(' ', 1)[0])}</summary>"
        if blog.whole:
            text = f'<content type="html">{html.escape(as_html(post))}</content>'
        out.append(f'<entry xml:base="{url}"><title type="text">{title}</title><id>{url}</id>'
                   f'<updated>{post["day"]}T00:00:00Z</updated><link href="{url}" />'
                   f"<author><name>{AUTHOR}</name></author>{text}</entry>")
    return "\n".join([*out, "</feed>"])

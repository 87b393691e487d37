"""BlazeBlogger, with its own theme."""
import os
import re

from blog import AUTHOR, as_html
from truth import built

BLOGS = {"default": "acf"}
DEBIAN = ("blaze-init", "blazeblogger")


def build(blog):
    blog.run("blaze-init", "-b", blog.site)
    for key, value in {
            "blog.title": blog.title, "blog.posts": str(blog.a_page), "feed.posts": "10",
            "blog.lang": {"c": "de_DE", "f": "ru_RU"}.get(blog.key, "en_US"),
            "feed.baseurl": blog.address, "feed.fullposts": "true" if blog.whole else "false",
            "user.name": AUTHOR, "user.nickname": "ada",
            "post.tags": "bottom" if blog.key == "a" else "top"}.items():
        blog.run("blaze-config", "-b", blog.site, key, value)
    # It numbers posts as they are added.
    for post in reversed(blog.posts):
        blog.save("in.html", as_html(post, "<!-- break -->") + "\n")
        for key in ("categories", "tags"):
            post[key] = [tag.lower() for tag in post[key]]
        tags = ", ".join(post["categories"] + post["tags"])
        blog.run("blaze-add", "-q", "-b", blog.site, "-d", str(post["day"]), "-t", post["title"],
                 "-a", AUTHOR, *(["-T", tags] if tags else []), "-u", post["slug"], "in.html")
    os.makedirs(blog.site + "/out")
    blog.run("blaze-make", "-b", blog.site, "-d", blog.site + "/out")
    out = built(blog.site + "/out", "index.rss", {}, [
        (r"index[12]\.html", 2), ("2023/", 1), ("2023/05/", 1), ("2024/01/", 1),
        ("tags/[^/]+/.*", 4)])
    for post in blog.posts:
        page = rf"{post['day']:%Y/%m}/\d+-{re.escape(post['slug'])}/"
        out["own"].update((path, post) for path in out["pages"] if re.fullmatch(page, path))
    return out

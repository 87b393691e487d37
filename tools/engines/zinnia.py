"""Zinnia, in its own themes, asked for its pages without a server."""
from blog import as_html
from truth import ASIDE

BLOGS = {"default": "ac", "bootstrap": "bd", "foundation": "ef"}
PIP = ["django-blog-xinnia", "setuptools<80", "Django<4", "django-contrib-comments<2.2",
       "django-mptt<0.14", "django-tagging", "django-js-asset<3", "mots-vides",
       "django-app-namespace-template-loader", "django-xmlrpc", "regex",
       ["zinnia-theme-bootstrap-4", "zinnia-theme-foundation"]]
BESIDE = r"|widget|entry-similar|similar|entry-prev|^sidebar$|breadcrumb"


def build(blog):
    pages, own = blog.ask("zinnia_pages.py", {
        "feed": "atom" if blog.atom else "rss", "posts": [
            {**post, "day": str(post["day"]), "content": as_html(post, "<!-- more -->")}
            for post in blog.posts]})
    return {"pages": pages, "own": own, "feed": "feeds/", "feed_data": pages.pop("feeds/", b""),
            "aside": ASIDE + BESIDE,
            "lists": [("page/2/", 1), (r"\?page=[23]", 2), ("2023/", 1), ("2023/05/", 1),
                      ("categories/.*", 2), ("tags/.*", 3)]}

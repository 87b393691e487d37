"""Mezzanine, asked for its pages without a server."""
from blog import as_html, text_of
from truth import ASIDE

BLOGS = {"default": "acb"}
PIP = ["mezzanine", "setuptools<80"]
BESIDE = (r"|^right|panel-tree|blog-panel|col-md-3|col-md-2 left|extra-navigation")


def build(blog):
    blog.run(blog.pip + "/bin/mezzanine-project", "blogsite")
    lang = blog.lang.replace("zh-CN", "zh-hans")
    settings = {"ALLOWED_HOSTS": ["*"], "DEBUG": False, "LANGUAGE_CODE": lang,
                "LANGUAGES": [(lang, "It")], "BLOG_POST_PER_PAGE": blog.a_page,
                "SITE_TITLE": blog.title, "USE_TZ": True, "TIME_ZONE": "UTC"}
    if blog.key in "ab":
        settings["BLOG_URLS_DATE_FORMAT"] = "day" if blog.key == "a" else "month"
    path = "blogsite/blogsite/local_settings.py"
    blog.save(path, text_of(f"{blog.site}/{path}") + "\n" + "".join(
        f"{key} = {value!r}\n" for key, value in settings.items()))
    pages, own = blog.ask("mezzanine_pages.py", {"posts": [
        {**post, "day": str(post["day"]), "content": as_html(post)} for post in blog.posts]},
        at="blogsite")
    feed = "blog/feeds/rss/"
    return {"pages": pages, "own": own, "feed": feed, "feed_data": pages.pop(feed, b""),
            "home": "blog/", "aside": ASIDE + BESIDE,
            "lists": [(r"blog/\?page=[23]", 2), ("blog/archive/.*", 2), ("blog/category/.*", 2),
                      ("blog/tag/.*", 3)]}

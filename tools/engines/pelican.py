"""Pelican, in themes from PyPI."""
from blog import AUTHOR, INSIDE, lines, markdown
from truth import ASIDE, built

FOLDERS = {
    "plumage": "plumage", "bulrush": "bulrush", "reflex": "pelican/themes/reflex",
    "shiori": "pelican_shiori", "smallweb": "pelican/themes/smallweb",
    "themeless": "pelican/themes/themeless", "bula": "bula",
    "engineering": "pelican_engineering_theme/theme",
    "minchindotca": "minchin/pelican/themes/minchindotca", "jwk": "jwk_theme"}
BLOGS = {
    "plumage": "abe", "bulrush": "acd", "reflex": "adf", "shiori": "ace", "smallweb": "adb",
    "themeless": "abc", "bula": "aef", "engineering": "acd", "minchindotca": "ade", "jwk": "acf"}
PIP = ["pelican[markdown]", "beautifulsoup4", "libsass", "lxml", "pyquery", "pynpm", "PyYAML",
       "cssmin", "cssprefixer", "titlecase", "webassets", "pelican-jinja-filters",
       ["plumage", "bulrush", "pelican-theme-reflex", "pelican-shiori", "pelican-theme-smallweb",
        "pelican-themeless", "bula", "pelican-engineering-theme",
        "minchin-pelican-themes-minchindotca", "jwk-theme"]]
LOCALE = {"en": "en_US", "de": "de_DE", "fr": "fr_FR", "ru": "ru_RU", "zh-CN": "zh_CN"}
HEAD = f"""import collections, collections.abc, sys
sys.path.append({INSIDE!r})
from plain_assets import Assets
JINJA_ENVIRONMENT = {{"extensions": [Assets, "jinja2.ext.do", "jinja2.ext.loopcontrols"]}}
"""


def build(blog):
    for post in blog.posts:
        post["categories"] = post["categories"] or blog.setup["categories"][:1]
        blog.save(f"content/{post['slug']}.md", lines({
            "Title": post["title"], "Date": f"{post['day']} 12:00", "Slug": post["slug"],
            "Tags": ", ".join(post["tags"]), "Category": post["categories"][0],
            "Summary": post["described"]}) + "\n" + markdown(post, ""))
    url = blog.setup["link"]
    for name, value in ((":year", "{date:%Y}"), (":month", "{date:%m}"), (":day", "{date:%d}"),
                        (":title", "{slug}")):
        url = url.replace(name, value)
    feed = "feeds/all.atom.xml" if blog.atom else "feeds/rss.xml"
    conf = {
        "AUTHOR": AUTHOR, "SITENAME": blog.title, "SITESUBTITLE": "", "SITEURL": blog.address,
        "PATH": "content", "TIMEZONE": "UTC", "DEFAULT_LANG": blog.lang[:2],
        "LOCALE": (LOCALE[blog.lang] + ".UTF-8",), "THEME": blog.library(FOLDERS[blog.theme]),
        "ARTICLE_URL": url, "ARTICLE_SAVE_AS": url + ("index.html" if url[-1] == "/" else ""),
        "DEFAULT_PAGINATION": blog.a_page, "RELATIVE_URLS": False,
        "FEED_ALL_ATOM": feed if blog.atom else None, "FEED_ALL_RSS": None if blog.atom else feed,
        "FEED_MAX_ITEMS": 10, "FEED_DOMAIN": blog.address, "RSS_FEED_SUMMARY_ONLY": not blog.whole,
        "CATEGORY_FEED_ATOM": None, "TRANSLATION_FEED_ATOM": None, "AUTHOR_FEED_ATOM": None,
        "AUTHOR_FEED_RSS": None, "SUMMARY_MAX_LENGTH": 40, "PLUGIN_PATHS": [],
        "PLUGINS": {"minchindotca": ["pelican.plugins.jinja_filters"],
                    "plumage": ["plumage"]}.get(blog.theme, [])}
    if blog.setup.get("more"):
        conf.update(SUMMARY_MAX_PARAGRAPHS=1, SUMMARY_MAX_LENGTH=None)
    if blog.lang == "zh-CN":
        conf["DEFAULT_DATE_FORMAT"] = "%Y-%m-%d"
    if blog.theme == "reflex":
        conf["CC_LICENSE"] = {"name": "", "version": "4.0", "slug": "by"}
    head = HEAD
    if blog.theme in ("bulrush", "bula"):
        # They know this name from where older Pythons had it.
        head += ("collections.Mapping = collections.abc.Mapping\n"
                 f"import {blog.theme}\nJINJA_FILTERS = {blog.theme}.FILTERS\n")
    blog.save("pelicanconf.py",
              head + "".join(f"{key} = {value!r}\n" for key, value in conf.items()))
    blog.run(blog.pip + "/bin/pelican", "content", "-s", "pelicanconf.py")
    return built(blog.site + "/output", feed, blog.own(), [
        (r"index[23]\.html", 2), (r"archives\.html", 1), ("(?:tag|category)/.*", 4)],
        aside=ASIDE + "|related|neighbors")

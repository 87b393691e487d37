"""Tinkerer, a blog in Sphinx, in its own themes."""
import os
import re

from blog import AUTHOR, as_rst, text_of
from truth import ASIDE, built

BLOGS = {"flat": "ac", "modern5": "bf", "minimal5": "ae", "responsive": "df", "boilerplate": "a",
         "dark": "c"}
PIP = ["tinkerer", "setuptools<80", "Sphinx==1.7.1", "Jinja2<3.1", "MarkupSafe<2.1",
       "docutils<0.17", "alabaster==0.7.12"]
CARDS = ["recent.html", "categories.html", "tags_cloud.html", "searchbox.html"]


def build(blog):
    # Its pages are made by Sphinx, which it looks for on the path.
    run = lambda how: blog.run(blog.pip + "/bin/tinker", how, LC_ALL="C.UTF-8",
                               PATH=f"{blog.pip}/bin:{os.environ['PATH']}")
    run("--setup")
    conf = text_of(blog.site + "/conf.py")
    for key, value in {"project": blog.title, "author": AUTHOR, "tagline": "Notes",
                       "website": blog.address + "/", "html_theme": blog.theme,
                       "posts_per_page": blog.a_page,
                       "rss_generate_full_posts": blog.whole}.items():
        conf = re.sub(rf"^{key} = .*", lambda _: f"{key} = {value!r}", conf, flags=re.M)
    conf = re.sub(r"^    '\*\*': \[.*", lambda _: f"    '**': {CARDS}", conf, flags=re.M)
    blog.save("conf.py", conf + f"\nlanguage = {blog.lang.replace('-', '_')!r}\n")
    own = blog.own(lambda post: f"{post['day']:%Y/%m/%d}/{post['slug'].replace('-', '_')}.html")
    for path, post in own.items():
        blog.save(path.removesuffix(".html") + ".rst", (
            f"{post['title']}\n{'=' * 2 * len(post['title'])}\n\n" + as_rst(post, ".. more::")
            + f"\n\n.. author:: {AUTHOR}\n"
            f".. categories:: {', '.join(post['categories']) or 'none'}\n"
            f".. tags:: {', '.join(post['tags']) or 'none'}\n.. comments::\n"))
    blog.save("master.rst", "Sitemap\n=======\n\n.. toctree::\n   :maxdepth: 1\n\n" + "".join(
        f"   {path.removesuffix('.html')}\n" for path in own))
    run("--build")
    return built(blog.site + "/blog/html", "rss.html", own, [
        (r"page[23]\.html", 2), (r"archive\.html", 1), ("(?:tags|categories)/.*", 4)],
        aside=ASIDE + "|sphinxsidebar|widget|^related")

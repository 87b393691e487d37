"""ABlog: a blog in Sphinx, in themes for documents and for blogs."""
from blog import AUTHOR, as_rst
from truth import ASIDE, built

BLOGS = {"pydata_sphinx_theme": "abe", "sphinx_book_theme": "cf", "sphinx_rtd_theme": "af",
         "insipid": "de"}
PIP = ["ablog", "pydata-sphinx-theme", "sphinx-book-theme", "sphinx-rtd-theme",
       "insipid-sphinx-theme"]
BESIDE = (r"|ablog-sidebar|ablog__(?:recent|postcard)|sphinxsidebar|wy-nav-side|toctree"
          r"|^bd-sidebar|sidebar-drawer|^sidebar$")
CARDS = ["ablog/" + name + ".html" for name in ("postcard", "recentposts", "tagcloud",
                                                "categories", "archives")]


def build(blog):
    described, whole_folders = blog.setup.get("described"), blog.setup["link"].endswith("/")
    days = {"b": "%Y-%m-%d", "c": "%d.%m.%Y", "f": "%d.%m.%Y"}.get(blog.key, "%B %d, %Y")
    for path, post in blog.own().items():
        head = [f".. post:: {post['day']:%b %d, %Y}"]
        head += ["   :tags: " + ", ".join(post["tags"])] if post["tags"] else []
        head += ["   :category: " + post["categories"][0]] if post["categories"] else []
        head += [f"   :author: {AUTHOR}", f"   :language: {blog.lang[:2]}",
                 f"   :excerpt: {0 if described else 1}"]
        title = post["title"] + "\n" + "=" * (2 * len(post["title"]))
        blog.save(path.rstrip("/").removesuffix(".html") + ".rst",
                  "\n".join(head) + f"\n\n{title}\n\n" + as_rst(post) + "\n")
    blog.save("index.rst", f"{blog.title}\n{'=' * 80}\n\n.. postlist:: {blog.a_page}\n"
              + ("   :format: {title} - {date}\n" if blog.key in "cf" else "")
              + f"   :date: {days}\n" + ("" if described else "   :excerpts:\n") + "\n")
    conf = {
        "project": blog.title, "author": AUTHOR, "html_theme": blog.theme, "extensions": ["ablog"],
        "blog_baseurl": blog.address + "/", "blog_title": blog.title, "blog_feed_length": 10,
        "blog_feed_fulltext": blog.whole, "language": blog.lang.replace("-", "_"),
        "post_date_format": days, "html_baseurl": blog.address + "/", "exclude_patterns": ["_out"],
        "suppress_warnings": ["toc.not_included"], "blog_authors": {AUTHOR: (AUTHOR, None)},
        "blog_post_pattern": [], "fontawesome_included": True, "html_sidebars": {"**": CARDS}}
    blog.save("conf.py", "".join(f"{key} = {value!r}\n" for key, value in conf.items()))
    blog.run(blog.pip + "/bin/sphinx-build", "-q", "-b",
             "dirhtml" if whole_folders else "html", ".", "_out")
    end = "/" if whole_folders else r"\.html"
    lists = [(f"blog{end}", 1), (f"blog/2023{end}", 1), (f"blog/archive{end}", 1),
             ("blog/(?:tag|category)/.*", 4)]
    return built(blog.site + "/_out", "blog/atom.xml", blog.own(), lists, aside=ASIDE + BESIDE)

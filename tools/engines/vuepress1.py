"""VuePress 1, in the team's theme for blogs and in Vdoing."""
import json

from blog import AUTHOR, front, head_of, markdown
from truth import ASIDE, built

BLOGS = {"blog": "abd", "vdoing": "ae"}
NPM = ["vuepress@1", "@vuepress/theme-blog", "vuepress-theme-vdoing", "vuepress-plugin-feed",
       "lodash"]
BESIDE = "main-right|sidebar-wrap|article-list|page-nav"
NEWEST = "entries => require('lodash').reverse(require('lodash').sortBy(entries, 'date'))"


def build(blog):
    options, theme = {"globalPagination": {"lengthPerPage": blog.a_page}}, "@vuepress/theme-blog"
    lists = [("page/[23]/", 2), ("tag/[^/]+/", 2)]
    if blog.theme == "vdoing":
        theme = "vdoing"
        blog.categorize("随笔")
        options = {"category": True, "tag": True, "archive": True, "author": AUTHOR,
                   "sidebar": "structuring"}
        lists = [("archives/", 1), ("page/[23]/", 2), ("categories/", 1)]
        blog.save("index.md", front({"home": True, "postList": "detailed"}))
        blog.save("@pages/archivesPage.md", front({
            "archivesPage": True, "title": "Archives", "permalink": "/archives/",
            "article": False}))
    feed = "atom.xml" if blog.atom else "rss.xml"
    feeds = {"rss2": {"enable": not blog.atom, "file_name": feed},
             "atom1": {"enable": blog.atom, "file_name": feed}, "json1": {"enable": False}}
    config = {
        "title": blog.title, "description": "Notes", "theme": theme, "themeConfig": options,
        "lang": blog.lang, "locales": {"/": {"lang": blog.lang}}, "dest": blog.site + "/out",
        "temp": blog.site + "/temp",
        "plugins": [["feed", {"canonical_base": blog.address, "count": 10, "feeds": feeds,
                              "posts_directories": ["/_posts/"], "sort": "SORT"}]]}
    config = json.dumps(config, ensure_ascii=False).replace('"SORT"', NEWEST)
    blog.save(".vuepress/config.js", "module.exports = " + config)
    for path, post in blog.own().items():
        blog.save(f"_posts/{post['day']}-{post['slug']}.md",
                  front(head_of(post, permalink="/" + path)) + markdown(post))
    blog.run("node", "node_modules/vuepress/cli.js", "build", "site", at="..",
             NODE_OPTIONS="--openssl-legacy-provider")
    return built(blog.site + "/out", feed, blog.own(), lists,
                 aside=BESIDE if blog.theme == "vdoing" else ASIDE)

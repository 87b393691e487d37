"""VuePress 1, in the team's theme for blogs."""
import json

from blog import front, head_of, markdown
from truth import built

BLOGS = {"blog": "abd"}
NPM = ["vuepress@1", "@vuepress/theme-blog", "vuepress-plugin-feed", "lodash"]
NEWEST = "entries => require('lodash').reverse(require('lodash').sortBy(entries, 'date'))"


def build(blog):
    feed = "atom.xml" if blog.atom else "rss.xml"
    feeds = {"rss2": {"enable": not blog.atom, "file_name": feed},
             "atom1": {"enable": blog.atom, "file_name": feed}, "json1": {"enable": False}}
    config = {
        "title": blog.title, "description": "Notes", "theme": "@vuepress/theme-blog",
        "themeConfig": {"globalPagination": {"lengthPerPage": blog.a_page}},
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
    return built(blog.site + "/out", feed, blog.own(), [("page/[23]/", 2), ("tag/[^/]+/", 2)])

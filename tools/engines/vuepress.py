"""VuePress 2, in Hope and Plume."""
import json

from blog import AUTHOR, front, head_of, markdown
from truth import built

BLOGS = {"hope": "abdce", "plume": "adb"}
# Releases before 2.0, of which each theme takes its own.
NPM = ["vuepress@2.0.0-rc.28", "@vuepress/bundler-vite@2.0.0-rc.28",
       "@vuepress/plugin-feed@2.0.0-rc.128", "sass-embedded", "typescript@5",
       "vuepress-theme-hope@2.0.0-rc.106", "vuepress-theme-plume@1.0.0-rc.198"]
PACKAGE = {"type": "module"}
HEAD = """import { defineUserConfig } from 'vuepress'
import { viteBundler } from '@vuepress/bundler-vite'
import { hopeTheme } from 'vuepress-theme-hope'
import { plumeTheme } from 'vuepress-theme-plume'
import { feedPlugin } from '@vuepress/plugin-feed'
"""
BODY = """export default defineUserConfig({
  ...%s, bundler: viteBundler(), shouldPrefetch: false, theme: %s, plugins: [%s]
})
"""


def config(blog, theme, plugins=""):
    imports = "".join(line + "\n" for line in HEAD.split("\n")
                      if "Theme" not in line or blog.theme + "Theme" in line)
    base = {"lang": blog.lang, "title": blog.title, "description": "Notes",
            "dest": blog.site + "/out"}
    blog.save(".vuepress/config.js", imports + BODY % (json.dumps(base, ensure_ascii=False),
                                                       theme, plugins))


def hope(blog):
    theme = {
        "hostname": blog.address, "author": {"name": AUTHOR}, "navbar": ["/"], "sidebar": False,
        "blog": {"articlePerPage": blog.a_page, "name": "Ada"}, "plugins": {
            "blog": {"excerptLength": 300 if blog.setup.get("more") else 0},
            "feed": {"count": 10, "rss": not blog.atom, "atom": blog.atom}}}
    config(blog, f"hopeTheme({json.dumps(theme)})")
    blog.save("README.md", front({"home": True, "layout": "Blog", "title": "Home",
                                  "heroText": blog.title}))
    for path, post in blog.own().items():
        head = head_of(post, permalink="/" + path, date=str(post["day"]))
        head["category"], head["tag"] = head.pop("categories", []), head.pop("tags", [])
        blog.save(f"posts/{post['slug']}.md", front(head) + markdown(post))
    return {"lists": [("timeline/", 1), ("article/", 1), ("category/[^/]+/", 2),
                      ("tag/[^/]+/", 1)],
            "aside": "vp-blogger|vp-blog-info|vp-page-nav|info-wrapper"}


def plume(blog):
    collection = {"type": "post", "dir": "blog", "title": "Blog", "postList": True, "tags": True,
                  "archives": True, "categories": True, "pagination": {"perPage": blog.a_page}}
    theme = {"hostname": blog.address, "autoFrontmatter": False, "plugins": {"git": False},
             "changelog": False, "contributors": False, "collections": [collection],
             "navbar": [], "profile": {"name": AUTHOR}}
    feed = {"hostname": blog.address, "count": 10, "rss": not blog.atom, "atom": blog.atom,
            "channel": {}}
    config(blog, f"plumeTheme({json.dumps(theme)})",
           f"feedPlugin({{...{json.dumps(feed)}, filter: page => "
           "Boolean(page.filePathRelative && page.filePathRelative.startsWith('blog/'))})")
    blog.save("README.md", front({"pageLayout": "home"}))
    for path, post in blog.own().items():
        made = f"{post['day']} 12:00:00".replace("-", "/")
        head = head_of(post, permalink="/" + path, date=str(post["day"]), createTime=made)
        blog.save(f"blog/{post['slug']}.md", front(head) + markdown(post))
    return {"lists": [(f"blog/{name}/", 1) for name in ("archives", "categories", "tags")],
            # Its pages bring what they show in a template.
            "home": "blog/", "seen": {"template"},
            "aside": "vp-blog-aside|vp-blog-extract|prev-next"}


def build(blog):
    told = {"hope": hope, "plume": plume}[blog.theme](blog)
    blog.run("node", "node_modules/vuepress/bin/vuepress.js", "build", "site", at="..")
    return built(blog.site + "/out", "atom.xml" if blog.atom else "rss.xml", blog.own(), **told)

"""Valaxy, in Yun."""
import json
import os

from blog import AUTHOR, front, head_of, markdown
from truth import built

BLOGS = {"yun": "ab"}
NPM = ["valaxy", "valaxy-theme-yun", "valaxy-addon-hitokoto", "date-fns"]
PACKAGE = {"type": "module"}


def build(blog):
    # It looks for themes in the site's own folder.
    os.symlink(blog.npm + "/node_modules", blog.site + "/node_modules")
    blog.save("package.json", {
        "name": "blog", "private": True, "type": "module",
        "dependencies": {"valaxy": "*", "valaxy-theme-yun": "*"}})
    site = {"title": blog.title, "url": blog.address + "/", "lang": blog.lang, "timezone": "UTC",
            "author": {"name": AUTHOR}, "pageSize": blog.a_page, "feed": {"name": ""},
            "languages": [blog.lang]}
    config = {"theme": "yun", "build": {"ssgForPagination": True},
              "siteConfig": {"pageSize": blog.a_page}}
    for path, kind, told in (("valaxy.config.ts", "defineValaxyConfig", config),
                             ("site.config.ts", "defineSiteConfig", site)):
        blog.save(path, f"import {{ {kind} }} from 'valaxy'\n"
                  f"export default {kind}({json.dumps(told, ensure_ascii=False)})\n")
    for post in blog.posts:
        more = {"excerpt": post["described"]} if post["described"] else {}
        blog.save(f"pages/posts/{post['slug']}.md",
                  front(head_of(post, **more)) + markdown(post))
    blog.run("node", "node_modules/valaxy/bin/valaxy.mjs", "build", "--ssg")
    out = built(blog.site + "/dist", "atom.xml" if blog.atom else "feed.xml",
                blog.own(lambda post: f"posts/{post['slug']}"),
                [("page/[23]", 2), ("archives/?", 1), ("tags/?", 1)])
    out["pages"] = {path.removesuffix(".html"): page for path, page in out["pages"].items()}
    return out

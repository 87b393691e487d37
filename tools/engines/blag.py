"""blag, with its own templates."""
import os
import shutil

from blog import AUTHOR, lines, markdown
from truth import built

BLOGS = {"default": "abd"}
PIP = ["blag"]


def build(blog):
    shutil.copytree(blog.library("blag/templates"), blog.site + "/templates")
    os.makedirs(blog.site + "/static")
    blog.save("config.ini", f"[main]\nbase_url = {blog.address}/\ntitle = {blog.title}\n"
              f"description = Notes\nauthor = {AUTHOR}\n")
    own = blog.own(lambda post: blog.path(post).rstrip("/").removesuffix(".html") + ".html")
    for path, post in own.items():
        # It knows tags alone, in small letters.
        post["tags"] = [tag.lower() for tag in post["tags"] + post["categories"]]
        post["categories"] = []
        blog.save(f"content/{path.removesuffix('.html')}.md", lines({
            "title": post["title"], "date": f"{post['day']} 12:00",
            "tags": ", ".join(post["tags"]), "description": post["described"]})
            + "\n" + markdown(post, ""))
    blog.run(blog.pip + "/bin/blag", "build")
    return built(blog.site + "/build", "atom.xml", own,
                 [(r"archive\.html", 1), (r"tags/.+", 3)], aside="^$never")

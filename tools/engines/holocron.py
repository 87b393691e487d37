"""Holocron, with its own theme."""
import json

from blog import AUTHOR, INSIDE, markdown
from truth import built

BLOGS = {"default": "ade"}
PIP = ["holocron", "setuptools<80"]


def build(blog):
    told = {
        "site": {"title": blog.title, "author": AUTHOR, "url": blog.address},
        "theme": {"copyright": "Ada", "navigation": [["feed", "/feed.xml"]]},
        "ext": {"enabled": ["markdown", "index", "feed", "tags"], "feed": {"posts_number": 10}}}
    # It runs its settings through str.format first.
    blog.save("_config.yml", json.dumps(told).replace("{", "{{").replace("}", "}}"))
    own = blog.own(lambda post: f"{post['day']:%Y/%m/%d}/{post['slug']}/")
    for path, post in own.items():
        post["tags"] += [name for name in post["categories"] if " " not in name]
        post["categories"] = []
        tags = f"---\ntags: {json.dumps(post['tags'], ensure_ascii=False)}\n---\n\n"
        blog.save(path[:-1] + ".md", (tags if post["tags"] else "")
                  + f"# {post['title']}\n\n" + markdown(post, ""))
    blog.run(blog.pip + "/bin/python", INSIDE + "/holocron_main.py", "build")
    return built(blog.site + "/_build", "feed.xml", own, [("tags/.*", 4)])

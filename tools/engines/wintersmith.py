"""Wintersmith, with the blog that it brings along."""
import json
import shutil

from blog import AUTHOR, front, markdown, text_of
from truth import built

BLOGS = {"blog": "ad"}
NPM = ["wintersmith", "moment", "typogr", "underscore"]


def build(blog):
    package = blog.npm + "/node_modules/wintersmith"
    shutil.copytree(package + "/examples/blog", blog.site, dirs_exist_ok=True)
    shutil.rmtree(blog.site + "/contents/articles")
    config = json.loads(text_of(blog.site + "/config.json"))
    config["locals"] = {"url": blog.address, "name": blog.title, "owner": AUTHOR,
                        "description": "Notes"}
    config["paginator"]["perPage"] = blog.a_page
    blog.save("config.json", config)
    for post in blog.posts:
        head = {"title": post["title"], "author": "the-wintersmith", "template": "article.pug",
                "date": f"{post['day']} 12:00"}
        blog.save(f"contents/articles/{post['slug']}/index.md",
                  front(head) + markdown(post, '<span class="more"></span>'))
    blog.run("node", package + "/bin/wintersmith", "build", "-C", blog.site)
    return built(blog.site + "/build", "feed.xml",
                 blog.own(lambda post: f"articles/{post['slug']}/"),
                 [("page/[23]/", 2), (r"archive\.html", 1)])

"""DJ Press, asked for its pages without a server."""
from blog import markdown

BLOGS = {"default": "a", "simple": "c", "blog_theme": "bd"}
PIP = ["djpress", "djpress-blog-theme"]
PREFIX = {"a": "{{ year }}/{{ month }}/{{ day }}", "b": "{{ year }}/{{ month }}", "c": "posts",
          "d": ""}


def build(blog):
    for post in blog.posts:
        post["categories"] = post["categories"] or blog.setup["categories"][:1]
    theme = "djpress_blog_theme" if blog.theme == "blog_theme" else blog.theme
    pages, own = blog.ask("djpress_pages.py", {
        "theme": theme, "prefix": PREFIX[blog.key], "posts": [
            {**post, "day": str(post["day"]), "content": markdown(post)} for post in blog.posts]})
    return {"pages": pages, "own": own, "feed": "feed/", "feed_data": pages.pop("feed/", b""),
            "lists": [(r"\?page=[23]", 2), ("2023/", 1), ("2023/05/", 1), ("category/.*", 2),
                      ("tag/.*", 3)]}

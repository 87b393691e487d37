"""Jekyll, in Chirpy."""
import os
import re
import shutil

from blog import front, markdown, text_of
from truth import ASIDE, built

BLOGS = {"chirpy": "acbf"}
DEBIAN = ("jekyll", "jekyll ruby-jekyll-archives ruby-jekyll-paginate "
          "ruby-jekyll-redirect-from ruby-jekyll-seo-tag ruby-jekyll-sitemap")
NPM = ["jekyll-theme-chirpy@5.3.21"]
UNUSED = ("_posts", "_plugins", "_data/locales/tr-TR.yml", "Gemfile", "_tabs/about.md",
          "assets/img", "assets/css")


def build(blog):
    shutil.copytree(blog.npm + "/node_modules/jekyll-theme-chirpy", blog.site, dirs_exist_ok=True)
    for extra in UNUSED:
        path = f"{blog.site}/{extra}"
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    conf = text_of(blog.site + "/_config.yml")
    lang = {"zh-CN": "zh-CN", "de": "de-DE", "ru": "ru-RU"}.get(blog.lang, "en")
    for old, new in ((r"^theme: .*", ""), (r"^lang: .*", f"lang: {lang}"),
                     (r"^title: .*", f"title: {blog.title}"),
                     (r"^url: .*", f"url: {blog.address}"),
                     (r"^timezone: .*", "timezone: UTC"), (r"active: +giscus", "active:"),
                     (r"^paginate: .*", f"paginate: {blog.a_page}"), (r"^img_cdn: .*", "img_cdn:"),
                     (r"permalink: /posts/:title/", "permalink: /" + blog.setup["link"]),
                     (r"^  name: .*", "  name: Ada Brenner")):
        conf = re.sub(old, lambda _: new, conf, flags=re.M)
    blog.save("_config.yml", conf + "\nplugins: [jekyll-paginate, jekyll-redirect-from, "
              "jekyll-seo-tag, jekyll-archives, jekyll-sitemap]\n")
    for post in blog.posts:
        head = {"title": post["title"], "date": f"{post['day']} 12:00:00 +0000",
                "categories": post["categories"], "tags": post["tags"]}
        blog.save(f"_posts/{post['day']}-{post['slug']}.md", front(head) + markdown(post, ""))
    blog.run("jekyll", "build", LC_ALL="C.UTF-8")
    return built(blog.site + "/_site", "feed.xml", blog.own(), [
        ("page[23]/", 2), ("archives/", 1), ("(?:tags|categories)/[^/]+/", 5)],
        aside=ASIDE + "|access|related-posts|search|panel-wrapper|^sidebar$")

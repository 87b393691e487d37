"""A blog in Mezzanine, and its pages. Runs in the engine's own environment, in its project."""
import os
import sys

import django

import pages

told = pages.told()
sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "blogsite.settings"
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils.text import slugify  # noqa: E402
from mezzanine.blog.models import BlogCategory, BlogPost  # noqa: E402
from mezzanine.generic.models import AssignedKeyword, Keyword  # noqa: E402

call_command("createdb", interactive=False, verbosity=0, nodata=True)
author, _ = User.objects.get_or_create(username="ada", first_name="Ada", last_name="Brenner")
Site.objects.update(domain=told["host"], name=told["title"])
categories = pages.Named(BlogCategory, "c")
for p in reversed(told["posts"]):
    post = BlogPost(title=p["title"], slug=p["slug"], content=p["content"], user=author, status=2,
                    publish_date=pages.noon(p["day"]))
    if p["described"]:
        post.description, post.gen_description = p["described"], False
    post.save()
    post.categories.add(*(categories[name] for name in p["categories"]))
    for name in p["tags"]:
        word, _ = Keyword.objects.get_or_create(
            title=name, defaults={"slug": slugify(name) or "t" + name})
        post.keywords.add(AssignedKeyword(keyword=word), bulk=False)
    post.save()
pages.answer(
    told["host"],
    ["/blog/", "/blog/feeds/rss/", "/blog/?page=2", "/blog/?page=3", "/blog/archive/2023/",
     "/blog/archive/2023/5/"]
    + [f"/blog/category/{slug}/" for slug in categories.slugs(2)]
    + [f"/blog/tag/{word.slug}/" for word in Keyword.objects.all()[:3]],
    {p["slug"]: BlogPost.objects.get(slug=p["slug"]).get_absolute_url() for p in told["posts"]})

"""A blog in DJ Press, and its pages. Runs in the engine's own environment."""
import sys
import types

import django
from django.conf import settings

import pages

told = pages.told()
themes = ["djpress_blog_theme"] if told["theme"] == "djpress_blog_theme" else []
settings.configure(
    SECRET_KEY="x", DEBUG=False, ALLOWED_HOSTS=["*"], USE_TZ=True, TIME_ZONE="UTC",
    ROOT_URLCONF="blog_urls", LANGUAGE_CODE=told["lang"], USE_I18N=True, STATIC_URL="/static/",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib." + name for name in (
        "auth", "contenttypes", "sessions", "messages", "staticfiles", "sitemaps")]
    + ["djpress", *themes],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                "OPTIONS": {"context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth"]}}],
    DJPRESS_SETTINGS={
        "THEME": told["theme"], "SITE_TITLE": told["title"], "POST_PREFIX": told["prefix"],
        "RECENT_PUBLISHED_POSTS_COUNT": told["a_page"], "TRUNCATE_TAG": "<!-- more -->",
        "RSS_PATH": "feed"})
urls = sys.modules["blog_urls"] = types.ModuleType("blog_urls")
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.urls import include, path  # noqa: E402
from djpress.models import Category, Post, Tag  # noqa: E402

urls.urlpatterns = [path("", include("djpress.urls"))]
call_command("migrate", verbosity=0)
author = User.objects.create_user("ada", first_name="Ada", last_name="Brenner")
categories, tags = pages.Named(Category, "c"), pages.Named(Tag, "t")
for p in reversed(told["posts"]):
    post = Post(title=p["title"], slug=p["slug"], content=p["content"], author=author,
                status="published", published_at=pages.noon(p["day"]))
    post.save()
    post.categories.add(*(categories[name] for name in p["categories"]))
    post.tags.add(*(tags[name] for name in p["tags"]))
pages.answer(
    told["host"],
    ["/", "/feed/", "/?page=2", "/?page=3", "/2023/", "/2023/05/"]
    + [f"/category/{slug}/" for slug in categories.slugs(2)]
    + [f"/tag/{slug}/" for slug in tags.slugs(3)],
    {p["slug"]: Post.objects.get(slug=p["slug"]).url for p in told["posts"]})

"""A blog in Zinnia, and its pages. Runs in the engine's own environment."""
import sys
import types

import django
import django.utils._os
from django.conf import settings

import pages

# What Zinnia asks newer Djangos for under the names of older ones.
django.utils._os.upath = lambda path: path
OLD_TAGS = {name: "django.templatetags.static" for name in ("staticfiles", "admin_static")}

told = pages.told()
themes = {"default": [], "bootstrap": ["zinnia_bootstrap4"], "foundation": ["zinnia_foundation"]}
settings.configure(
    SECRET_KEY="x", DEBUG=False, ALLOWED_HOSTS=["*"], USE_TZ=True, TIME_ZONE="UTC", SITE_ID=1,
    ROOT_URLCONF="blog_urls", LANGUAGE_CODE=told["lang"], USE_I18N=True, USE_L10N=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    INSTALLED_APPS=["django.contrib." + name for name in (
        "auth", "contenttypes", "sessions", "messages", "sites", "admin", "staticfiles")]
    + ["django_comments", "mptt", "tagging", *themes[told["theme"]], "zinnia"],
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                "django.contrib.auth.middleware.AuthenticationMiddleware"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": {
        "loaders": ["app_namespace.Loader", "django.template.loaders.app_directories.Loader"],
        "libraries": OLD_TAGS, "context_processors": [
            "django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.template.context_processors.i18n", "zinnia.context_processors.version"]}}],
    STATIC_URL="/static/", DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    ZINNIA_PAGINATION=told["a_page"], ZINNIA_FEEDS_FORMAT=told["feed"],
    ZINNIA_FEEDS_MAX_ITEMS=10, ZINNIA_UPLOAD_TO="u")
urls = sys.modules["blog_urls"] = types.ModuleType("blog_urls")
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.urls import include, path  # noqa: E402
from zinnia.managers import PUBLISHED  # noqa: E402
from zinnia.models import Author, Category, Entry  # noqa: E402

urls.urlpatterns = [path("admin/", admin.site.urls),
                    path("comments/", include("django_comments.urls")),
                    path("", include("zinnia.urls"))]
call_command("migrate", verbosity=0, run_syncdb=True)
Site.objects.update(domain=told["host"], name=told["title"])
author = User.objects.create_user("ada", first_name="Ada", last_name="Brenner")
categories = pages.Named(Category, "c")
for p in reversed(told["posts"]):
    when = pages.noon(p["day"])
    post = Entry(title=p["title"], slug=p["slug"], content=p["content"], status=PUBLISHED,
                 publication_date=when, start_publication=when, creation_date=when,
                 tags=", ".join(p["tags"]), excerpt=p["described"] or "")
    post.save()
    post.sites.add(Site.objects.get())
    post.authors.add(Author.objects.get(pk=author.pk))
    post.categories.add(*(categories[name] for name in p["categories"]))
tags = sorted({name for p in told["posts"] for name in p["tags"]})
pages.answer(
    told["host"],
    ["/", "/feeds/", "/page/2/", "/?page=2", "/?page=3", "/2023/", "/2023/05/"]
    + [f"/categories/{slug}/" for slug in categories.slugs(2)]
    + [f"/tags/{name}/" for name in tags[:3]],
    {p["slug"]: Entry.objects.get(slug=p["slug"]).get_absolute_url() for p in told["posts"]})

#!/usr/bin/env python3
"""make.py FOLDER [NAME-PREFIX...]: our own posts in blogs of many real engines and their themes.

Installs what each engine needs below FOLDER, from PyPI in an environment of its own and from npm,
builds blogs of the made-up posts of ../themes.py with it, and writes them to FOLDER/corpus as
../shared/corpus/FORMAT.md has it. A blog is named ENGINE-THEME-SETUP; the set-ups (language,
addresses, excerpts, feed) are those of ../themes.py. What is true of a page is told by the posts'
own texts, sought in what the page shows: as far as nobody can be wrong about it. Tags are scored
on the posts' own pages alone, authors nowhere. A side bar's posts are no records.

  python3 tools/engines/make.py /tmp/engines pelican- vuepress-hope-a
  ../shared/eval/run.sh target/release/feedstone /tmp/engines/corpus /tmp/engines/read

An engine that cannot be installed or built is named on stderr and skipped. From Debian come
BlazeBlogger (blazeblogger) and Jekyll (jekyll, ruby-jekyll-archives, -paginate, -redirect-from,
-seo-tag and -sitemap). Pelican's dates need the locales de_DE, en_US, fr_FR, ru_RU and zh_CN.

Left out: what needs a compiler (marmite), what shows its own look only with parts that these
programs would have to make up (Doks, @sugarat/theme), and what did not build (Valaxy, ABlog in
Furo, VuePress 1 in Vdoing).

Needs python3 with venv, and node and npm for some. Standard library only.
"""
import importlib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import blog as blogs  # noqa: E402
import install  # noqa: E402
import truth  # noqa: E402

ENGINES = ("ablog", "astro", "blag", "blazeblogger", "djpress", "gatsby", "holocron", "jekyll",
           "lektor", "mezzanine", "nextra", "pelican", "tinkerer", "vuepress", "vuepress1",
           "wintersmith", "zinnia")


def make(folder, engine, theme, setup):
    """Builds and writes one blog. Why it could not be done, or None."""
    blog = blogs.Blog(folder, engine, theme, setup)
    try:
        built = importlib.import_module(engine).build(blog)
        return truth.write(f"{folder}/corpus/{blog.name}", blog, **built)
    except subprocess.TimeoutExpired:
        return "took too long"
    except (OSError, ValueError, LookupError) as error:
        return f"{type(error).__name__}: {error}; see {blog.log}"


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder, prefixes, made = os.path.abspath(sys.argv[1]), tuple(sys.argv[2:]) or ("",), 0
    for engine in ENGINES:
        module = importlib.import_module(engine)
        wanted = [(theme, setup) for theme, setups in module.BLOGS.items() for setup in setups
                  if blogs.name_of(engine, theme, setup).startswith(prefixes)]
        missing = install.install(folder, engine, module) if wanted else None
        if missing:
            print(f"{engine}: skipped, {missing}", file=sys.stderr)
            continue
        for theme, setup in wanted:
            why_not = make(folder, engine, theme, setup)
            made += not why_not
            name = blogs.name_of(engine, theme, setup)
            print(f"{name}: not built, {why_not}" if why_not else name, file=sys.stderr)
    print(f"{made} blogs in {folder}/corpus")


if __name__ == "__main__":
    main()

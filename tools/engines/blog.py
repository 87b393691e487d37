"""A blog to be built: its posts, their sources in the languages of engines, and where it is."""
import glob
import json
import os
import re
import shutil
import subprocess

from themes import SETUPS, Writer, path_of, posts_of

INSIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inside")
AUTHOR = "Ada Brenner"


def name_of(engine, theme, key):
    return f"{engine}-{theme}-{key}".replace("_", "-")


class Blog:
    """One blog: an engine, one of its themes, one of the ways to set a blog up."""

    def __init__(self, folder, engine, theme, key):
        self.engine, self.theme, self.key = engine, theme, key
        self.name = name_of(engine, theme, key)
        self.setup = SETUPS[key]
        self.lang, self.a_page = self.setup["lang"], self.setup["a_page"]
        self.atom, self.whole = bool(self.setup.get("atom")), bool(self.setup.get("whole"))
        self.posts = posts_of(self.name, self.setup)
        self.title = Writer(self.lang, self.name).title()
        self.host = self.name + ".example.org"
        self.address = "https://" + self.host
        self.pip, self.npm = f"{folder}/pip/{engine}", f"{folder}/npm/{engine}"
        self.log = f"{folder}/logs/{self.name}.log"
        # Engines of npm find their packages in the folders above a site.
        self.site = self.npm + "/site" if os.path.isdir(self.npm) else f"{folder}/sites/{engine}"
        shutil.rmtree(self.site, ignore_errors=True)
        os.makedirs(self.site)
        os.makedirs(os.path.dirname(self.log), exist_ok=True)
        with open(self.log, "w", encoding="utf-8"):
            pass  # what an earlier run said is of no use

    def in_package(self, *parts):
        """For engines whose site has to stand beside its packages; parts are what it makes."""
        self.site = self.npm
        for part in parts:
            shutil.rmtree(f"{self.site}/{part}", ignore_errors=True)

    def library(self, path):
        """A folder in the engine's environment."""
        return glob.glob(f"{self.pip}/lib/python3*/site-packages")[0] + "/" + path

    def path(self, post):
        return path_of(post, self.setup)

    def own(self, address=None):
        """The posts by the paths of their pages."""
        return {(address or self.path)(post): post for post in self.posts}

    def save(self, path, text):
        path = os.path.join(self.site, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False))

    def run(self, *command, at="", timeout=280, **env):
        """Runs the engine in its site. What it says goes to the log; what it built tells more
        than its code does whether it went well."""
        with open(self.log, "a", encoding="utf-8") as log:
            subprocess.run(command, cwd=os.path.join(self.site, at), timeout=timeout, stdout=log,
                           stderr=subprocess.STDOUT, env={**os.environ, "CI": "1", **env})

    def ask(self, script, told, at=""):
        """Asks a server for its pages: what a script of inside/ says about a blog."""
        self.save("told.json", {
            "title": self.title, "lang": self.lang.replace("zh-CN", "zh-hans"),
            "a_page": self.a_page, "host": self.host, "theme": self.theme, **told})
        self.run(self.pip + "/bin/python", f"{INSIDE}/{script}", self.site + "/told.json",
                 self.site + "/answer.json", at=at)
        with open(self.site + "/answer.json", encoding="utf-8") as file:
            answer = json.load(file)
        pages = {url[1:]: text.encode() for url, text in answer["pages"].items()}
        own = {answer["own"][post["slug"]][1:]: post for post in self.posts}
        return pages, own


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def lines(head):
    """A head of lines, without what is not told."""
    return "".join(f"{key}: {value}\n" for key, value in head.items() if value)


def front(head):
    """A head in YAML, of which JSON is a part; days are no strings in it."""
    return "---\n" + "".join(
        f"{key}: {value if key == 'date' else json.dumps(value, ensure_ascii=False)}\n"
        for key, value in head.items()) + "---\n\n"


def head_of(post, **more):
    """What most engines' heads tell of a post."""
    head = {"title": post["title"], "date": f"{post['day']} 12:00:00", "author": AUTHOR, **more}
    for key, value in (("tags", post["tags"]), ("categories", post["categories"]),
                       ("description", post["described"])):
        if value:
            head[key] = value
    return head


def markdown(post, more="<!-- more -->"):
    """The source, with the engine's own mark where the excerpt ends ('' for none)."""
    return re.sub(r"\n{3,}", "\n\n", post["source"].replace("<!-- more -->", more)) + "\n"


def blocks(post):
    """The source as (kind, text) blocks: p, h, ul, quote, img, more."""
    for block in re.split(r"\n\n+", post["source"]):
        if block == "<!-- more -->":
            yield "more", ""
        elif block.startswith("## "):
            yield "h", block[3:]
        elif block.startswith("- "):
            yield "ul", [line[2:] for line in block.split("\n")]
        elif block.startswith("> "):
            yield "quote", block[2:]
        elif block.startswith("!["):
            yield "img", re.search(r"\((.*)\)", block)[1]
        else:
            yield "p", block


LINK = re.compile(r"\[(.*?)\]\((.*?)\)")


def as_html(post, more=""):
    out = []
    for kind, text in blocks(post):
        if kind == "ul":
            out.append("<ul>\n" + "\n".join(f"<li>{line}</li>" for line in text) + "\n</ul>")
            continue
        linked = LINK.sub(r'<a href="\2">\1</a>', text)
        out.append({"more": more, "img": f'<p><img src="{text}" alt=""></p>',
                    "p": f"<p>{linked}</p>", "h": f"<h2>{linked}</h2>",
                    "quote": f"<blockquote><p>{linked}</p></blockquote>"}[kind])
    return "\n".join(part for part in out if part)


def as_rst(post, more=""):
    out = []
    for kind, text in blocks(post):
        if kind == "ul":
            out.append("\n".join(f"- {line}" for line in text))
            continue
        out.append({"more": more, "img": f".. image:: {text}", "quote": "    " + text,
                    "h": f"{text}\n{'-' * (2 * len(text))}",
                    "p": LINK.sub(r"`\1 <\2>`__", text)}[kind])
    # A quotation behind a list would be part of its last item.
    return "\n\n".join(part for part in out if part).replace("\n\n    ", "\n\n..\n\n    ")

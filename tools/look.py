#!/usr/bin/env python3
"""Looks at the page that `--report` writes, in headless Chromium.

    python3 tools/look.py target/release/feedstone [--keep FOLDER]

A blog whose pages want to run scripts, to load pictures and styles, and to break out of their frame
is harvested; the report's DOM is asked whether it shows what was read, a server on loopback whether
anything was asked of it. Also: the page on a narrow and on a dark screen (pictures in --keep), and
on paper. Needs Chromium (Debian: chromium, installed where this runs as root and it is missing).
"""
import argparse
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from html import unescape
from pathlib import Path

SAMPLE = Path(__file__).resolve().parent.parent / "samples" / "garden-notes"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]


class Witness(http.server.BaseHTTPRequestHandler):
    """Whatever is asked of it is written down."""
    asked = []

    def do_GET(self):
        Witness.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    log_message = do_POST = lambda *_: None


def install():
    if shutil.which("chromium"):
        return
    if os.getuid() != 0 or not shutil.which("apt-get"):
        sys.exit("look.py: needs the package chromium")
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    subprocess.run(["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"],
                   env=env,
                   stdout=subprocess.DEVNULL, check=True)


def chromium(folder, *arguments):
    command = ["chromium", *FLAGS, f"--user-data-dir={folder}/profile", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120).stdout


def hostile_blog(folder, port):
    """The sample, with something in each post that must not come to life."""
    blog = folder / "blog"
    shutil.copytree(SAMPLE, blog)
    away = f"http://127.0.0.1:{port}"
    evil = (f'<script>document.title="taken"; fetch("{away}/script")</script>'
            f'<img src="{away}/picture" alt="A &quot;><script>picture">'
            f'<link rel=stylesheet href="{away}/style">'
            f'<iframe src="{away}/frame"></iframe>'
            f'<p style="background:url({away}/ground)" onload="x()">Text.</p>'
            '<p>&lt;/iframe&gt;&lt;script&gt;&amp;quot;</p>'
            f'<form action="{away}/form"><input autofocus></form>')
    for page in blog.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("</p>", "</p>" + evil, 3), encoding="utf-8")
    return blog


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--keep", type=Path, help="where pictures of the page stay")
    arguments = parser.parse_args()
    install()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Witness)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    wrong = []
    with tempfile.TemporaryDirectory(prefix="look-") as folder:
        folder = Path(folder)
        blog = hostile_blog(folder, server.server_port)
        program = str(arguments.program.resolve())
        rules = str(folder / "rules.xml")
        runs = {
            "harvest": ["harvest", str(blog)],
            "learn": ["learn", str(blog), "--out", rules],
            "check": ["check", "--rules", rules, "--dir", str(blog)],
        }
        for name, run in runs.items():
            report = folder / f"{name}.html"
            done = subprocess.run([program, *run, "--report", str(report)], capture_output=True,
                                  text=True)
            if not report.exists():
                sys.exit(f"look.py: {name} wrote no report: {done.stderr}")
            dom = chromium(folder, "--dump-dom", f"file://{report}")
            frames = [unescape(f) for f in re.findall(r'srcdoc="([^"]*)"', dom)]
            title = re.search("<title>(.*?)</title>", dom, re.S)
            facts = {
                "has a heading": "<h1>" in dom,
                "keeps its own title": title is not None and "taken" not in title[1],
                "has pages in frames": len(frames) >= 2,
                "all frames are sandboxed":
                    dom.count("<iframe") == dom.count('<iframe sandbox=""') == len(frames),
                "has no script": "<script" not in dom.replace("&lt;", "") and "onload" not in dom,
                "marks titles": any('<mark class="title">' in f for f in frames),
                "marks texts": any('<mark class="body">' in f for f in frames),
                "says the rules": "<code>" in dom,
            }
            if name != "check":
                facts["has bars for months"] = dom.count("<rect") >= 3
            # What a frame shows, asked of the browser as well.
            (folder / "frame.html").write_text("<meta charset=utf-8>" + frames[0], encoding="utf-8")
            inner = chromium(folder, "--dump-dom", f"file://{folder}/frame.html")
            facts["frames are as they were written"] = ('<mark class="title">' in inner
                                                        and "<script" not in inner)
            wrong += [f"{name}: not true: {fact}" for fact, holds in facts.items() if not holds]
            for look, more in {"light": [], "dark": ["--blink-settings=preferredColorScheme=0"],
                               "narrow": ["--window-size=400,1600"]}.items():
                picture = folder / f"{name}-{look}.png"
                size = [] if look == "narrow" else ["--window-size=1100,2400"]
                chromium(folder, *size, *more, f"--screenshot={picture}", f"file://{report}")
                if not picture.exists() or picture.stat().st_size < 10_000:
                    wrong.append(f"{name}: no picture of it, {look}")
            paper = folder / f"{name}.pdf"
            chromium(folder, f"--print-to-pdf={paper}", "--no-pdf-header-footer",
                     f"file://{report}")
            if not paper.exists() or not paper.read_bytes().startswith(b"%PDF"):
                wrong.append(f"{name}: cannot be printed")
            if arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                for file in [report, *folder.glob(f"{name}*.png"), *folder.glob(f"{name}*.pdf")]:
                    shutil.copy(file, arguments.keep)
        wrong += [f"the page asked for {path}" for path in Witness.asked]
    print("\n".join(wrong)
          or "reports of harvest, learn and check: shown, printed, nothing run, nothing asked")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
